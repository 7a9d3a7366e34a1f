"""On what level scores are compared, and how each level is resampled.

unit      what is drawn: a segment, with what all systems wrote for it
weights   ``(rows, units)``: how often each resample holds each unit
level     system   one score a system, by metric and by people (METEOR, table 1)
          within   the segments of one system; the coefficients of all systems are averaged (tables 2-7)
          pooled   all judged segments of all systems in one heap (Owczarzak et al., table 3)
          item     the systems' translations of one segment; the average is over segments (WMT)

Of an average, those coefficients count that exist: systems or segments with two scores that differ on both
sides. Of Kendall's variants by item (``kendall-10``... and ``darr``) the pairs of all segments are counted
together, as WMT did. A level is made of human scores ``(systems, segments)``, NaN where nobody judged, and of
metric scores ``(metrics, systems, segments)``, the higher the better.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from os import cpu_count
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bolide.inference.resampling import Sample, on_grid, product
from bolide.kernels import ranks as kernels
from bolide.meta import coefficients as c
from bolide.meta.soft import SoftAccuracy
from bolide.metric import Array

A = TypeVar("A")
B = TypeVar("B")
_MICRO = ("kendall-10", "kendall-13", "kendall-14", "darr")


class Level(ABC):
    """One way to compare metrics with people."""

    name: str
    title: str
    coefficients: tuple[str, ...]

    @abstractmethod
    def values(self, coefficient: str) -> Array:
        """The coefficient of each metric."""

    @abstractmethod
    def resampled(self, chosen: Sequence[str], weights: Array) -> dict[str, Array]:
        """``(metrics, rows)`` for each of the chosen coefficients."""

    def groups(self, coefficient: str) -> dict[str, Array]:
        """The coefficients of each metric by group, where a level is an average over groups with names."""
        return {}

    @property
    @abstractmethod
    def size(self) -> str:
        """What is compared, in words: ``15 systems``."""


class System(Level):
    """One score a system."""

    name = "system"
    title = "systems"

    def __init__(
        self,
        human: Array,
        samples: Sequence[Sample],
        signs: Array,
        overall: Array | None,
        soft: SoftAccuracy | None,
    ) -> None:
        self.coefficients = ("pearson", "spearman", "kendall", "accuracy", *(("spa",) if soft else ()))
        self._samples, self._signs, self._soft = samples, signs, soft
        self._judged = ~np.isnan(human)
        self._human = np.where(self._judged, human, 0.0)
        self._fixed = overall is not None
        self.x: Array = self._means(np.ones((1, human.shape[1])))[:, 0] if overall is None else overall
        self.y: Array = signs[:, None] * np.stack([sample.values for sample in samples])

    @property
    def size(self) -> str:
        return f"{len(self.x)} systems"

    def values(self, coefficient: str) -> Array:
        if coefficient == "spa":
            assert self._soft is not None
            return self._soft.values
        return c.VECTOR[coefficient](self.x, self.y)

    def resampled(self, chosen: Sequence[str], weights: Array) -> dict[str, Array]:
        people = (
            np.broadcast_to(self.x[:, None], (len(self.x), len(weights)))
            if self._fixed
            else self._means(weights)
        )
        found: dict[str, list[Array]] = {name: [] for name in chosen if name != "spa"}
        for sample, sign in zip(self._samples, self._signs, strict=True):
            scores = sign * sample.resampled(weights)
            for name, rows in found.items():
                rows.append(c.VECTOR[name](people.T, scores.T))
        result = {name: np.stack(rows) for name, rows in found.items()}
        if "spa" in chosen and self._soft is not None:
            result["spa"] = self._soft.resampled(weights)
        return result

    def _means(self, weights: Array) -> Array:
        """The human scores of the systems by these weights."""
        totals = product(on_grid(self._human), weights)
        with np.errstate(invalid="ignore"):
            return totals / product(self._judged.astype(np.float32), weights)


class Pointwise(Level):
    """Judged segments as points, in groups: all of them, or those of each system."""

    coefficients = ("pearson", "spearman", "kendall")

    def __init__(self, human: Array, metrics: Array, systems: Sequence[str] | None) -> None:
        self.name, self.title = ("pooled", "segments, pooled") if systems is None else ("within", "segments")
        system, unit = np.nonzero(~np.isnan(human))
        self._names = tuple(systems) if systems is not None else ("",)
        self.group: NDArray[np.intp] = np.zeros(len(system), dtype=np.intp) if systems is None else system
        self.starts = np.searchsorted(self.group, np.arange(len(self._names) + 1))
        self.units = unit
        self.x, self.y = human[system, unit], metrics[:, system, unit]
        self._size = human.shape[1]
        self._points = kernels.Points(unit, self.starts)

    def with_scores(self, scores: Array) -> "Pointwise":
        """The same points with other scores of metrics, ``(metrics, points)``."""
        made = object.__new__(Pointwise)
        kept = {
            key: value for key, value in vars(self).items() if not key.startswith(("_pair", "_rank", "_mom"))
        }
        vars(made).update(kept, y=scores)
        return made

    @property
    def size(self) -> str:
        each = f" of {len(self._names)} systems" if len(self._names) > 1 else ""
        return f"{len(self.x):,} judged segments{each}"

    def groups(self, coefficient: str) -> dict[str, Array]:
        if self.name == "pooled":
            return {}
        return dict(zip(self._names, self._by_group(coefficient).T, strict=True))

    def values(self, coefficient: str) -> Array:
        return mean(self._by_group(coefficient), axis=1)

    def _by_group(self, coefficient: str) -> Array:
        """``(metrics, groups)``."""
        if coefficient == "kendall":
            one = np.ones((1, self._size))
            counts = np.stack([order.pair_counts(one)[:, :, 0] for order in self._pair_orders])
            return c.of_counts("kendall", np.moveaxis(counts, 2, 0))
        parts = []
        for first, last in zip(self.starts[:-1], self.starts[1:], strict=True):
            if last - first < 2:
                parts.append(np.full(len(self.y), np.nan))
            else:
                parts.append(c.VECTOR[coefficient](self.x[first:last], self.y[:, first:last]))
        return np.stack(parts, axis=1)

    def resampled(self, chosen: Sequence[str], weights: Array) -> dict[str, Array]:
        result = {}
        if "pearson" in chosen:
            result["pearson"] = mean(self._pearson(weights), axis=1)
        blocks = kernels.lanes(weights) if {"spearman", "kendall"} & set(chosen) else []
        if "spearman" in chosen:
            people = [self._human_order.ranks(block) for block in blocks]
            found = each(lambda order: self._spearman(order, blocks, people), self._rank_orders)
            result["spearman"] = np.stack(found)[:, : len(weights)]
        if "kendall" in chosen:
            found = each(lambda order: self._kendall(order, blocks), self._pair_orders)
            result["kendall"] = np.stack(found)[:, : len(weights)]
        return result

    def _pearson(self, weights: Array) -> Array:
        """``(metrics, groups, rows)`` by sums of products, unit by unit."""
        number = len(self.y)
        sums = product(self._moments.reshape(-1, self._size), weights)
        sums = sums.reshape(3 + 3 * number, len(self._names), -1)
        n, x, xx = sums[:3]
        y, yy, xy = np.split(sums[3:], 3)
        n = np.maximum(n, 1)
        return c.quotient(xy - x * y / n, xx - x * x / n, yy - y * y / n, n)

    @cached_property
    def _moments(self) -> Array:
        """``(columns, groups, units)``: of standardised scores 1, x, x², and for all metrics y, y², xy."""
        x, y = standardised(self.x), standardised(self.y)
        columns = [np.ones_like(x), x, x * x, *y, *(y * y), *(x * y)]
        place = self.group * self._size + self.units
        size = len(self._names) * self._size
        cells = np.stack([np.bincount(place, weights=column, minlength=size) for column in columns])
        gridded: Array = on_grid(cells.reshape(len(columns), len(self._names), self._size))
        return gridded

    def _spearman(
        self,
        order: kernels.RankOrder,
        blocks: Sequence[NDArray[np.int32]],
        people: Sequence[tuple[Array, Array]],
    ) -> Array:
        parts = []
        for block, (given, human) in zip(blocks, people, strict=True):
            moments = order.moments(block, given)
            n = moments[:, 0]
            middle = n * ((n + 1) / 2) ** 2
            rho = c.quotient(moments[:, 2] - middle, human[:, 1] - middle, moments[:, 1] - middle)
            parts.append(mean(rho, axis=0))
        return np.concatenate(parts)

    def _kendall(self, order: kernels.PairOrder, blocks: Sequence[NDArray[np.int32]]) -> Array:
        parts = [
            mean(c.of_counts("kendall", np.moveaxis(order.block(block), 1, 0)), axis=0) for block in blocks
        ]
        return np.concatenate(parts)

    @cached_property
    def _pair_orders(self) -> list[kernels.PairOrder]:
        return [self._points.ordered(self.x, y) for y in self.y]

    @cached_property
    def _rank_orders(self) -> list[kernels.RankOrder]:
        return [self._points.ranked(y) for y in self.y]

    @cached_property
    def _human_order(self) -> kernels.RankOrder:
        return self._points.ranked(self.x)


class Item(Level):
    """All systems' translations of one segment, segment by segment."""

    name = "item"
    title = "systems by segment"

    def __init__(self, human: Array, metrics: Array, darr: bool) -> None:
        judged = ~np.isnan(human)
        self.items = np.flatnonzero(judged.sum(axis=0) > 1)
        self._units = human.shape[1]
        self._x = human[:, self.items].T  # (items, systems)
        self._y = np.where(judged, metrics, np.nan)[:, :, self.items].transpose(0, 2, 1)
        self.coefficients = (
            "pearson", "spearman", "kendall", "kendall-10", "kendall-13", "kendall-14",
            *(("darr",) if darr else ()), "accuracy", "accuracy-t",
        )  # fmt: skip

    @property
    def size(self) -> str:
        return f"{len(self.items):,} segments with two systems or more"

    def values(self, coefficient: str) -> Array:
        above, under = self.parts(coefficient)
        with np.errstate(invalid="ignore"):
            result: Array = above.sum(axis=1) / under.sum(axis=1)
        return result

    @cached_property
    def thresholds(self) -> Array:
        """The calibrated threshold of each metric: differences of so much and less are ties."""
        return np.array([self._threshold(m)[0] for m in range(len(self._y))])

    def parts(self, coefficient: str) -> tuple[Array, Array]:
        """``(metrics, items)``: what sums up to what is above and below the line of the average."""
        if coefficient == "accuracy-t":
            found = [self._accuracies(m, threshold) for m, threshold in enumerate(self.thresholds)]
            return np.stack(found), np.ones((len(self._y), len(self.items)))
        if coefficient == "darr":
            above, under = zip(*(self._darr(signs) for signs in self._signs), strict=True)
            return np.stack(above), np.stack(under)
        if coefficient in _MICRO:
            above, under = zip(*(c.PARTS[coefficient](*counts) for counts in self._counts), strict=True)
            return np.stack(above), np.stack(under)
        if coefficient in c.PARTS:
            found = [c.of_counts(coefficient, counts) for counts in self._counts]
        else:
            found = [self._moment(coefficient, y) for y in self._y]
        values = np.stack(found)
        exists = ~np.isnan(values)
        return np.where(exists, values, 0.0), exists.astype(np.float64)

    def resampled(self, chosen: Sequence[str], weights: Array) -> dict[str, Array]:
        drawn = weights[:, self.items]
        result = {}
        for name in chosen:
            if name == "accuracy-t":
                result[name] = self._calibrated(drawn)
                continue
            above, under = self.parts(name)
            with np.errstate(invalid="ignore"):
                result[name] = product(on_grid(above), drawn) / product(on_grid(under), drawn)
        return result

    def _moment(self, coefficient: str, y: Array) -> Array:
        """Pearson's or Spearman's coefficient of each item, of the systems that were judged."""
        x = self._x
        judged = ~np.isnan(x)
        if coefficient == "spearman":
            x, y = _ranks_of_judged(x), _ranks_of_judged(y)
        x, y = _centred(x, judged), _centred(y, judged)
        return c.quotient((x * y).sum(axis=1), (x * x).sum(axis=1), (y * y).sum(axis=1))

    @cached_property
    def _human_signs(self) -> Array:
        return c.pair_signs(self._x)

    @cached_property
    def _signs(self) -> list[Array]:
        return [c.pair_signs(y) for y in self._y]

    @cached_property
    def _counts(self) -> list[Array]:
        return [c.counts_of_signs(self._human_signs, signs) for signs in self._signs]

    def _darr(self, signs: Array) -> tuple[Array, Array]:
        a, b = np.triu_indices(self._x.shape[1], 1)
        difference = self._x[:, a] - self._x[:, b]
        far = np.abs(difference) >= c.DARR_DIFFERENCE
        agrees = (far & (np.sign(difference) == signs)).sum(axis=1, dtype=np.float64)
        under = far.sum(axis=1, dtype=np.float64)
        return 2 * agrees - under, under

    def _differences(self, metric: int) -> Array:
        a, b = np.triu_indices(self._x.shape[1], 1)
        result: Array = np.abs(self._y[metric][:, a] - self._y[metric][:, b])
        return result

    def _accuracies(self, metric: int, threshold: float) -> Array:
        """The accuracy of each item when small differences are ties."""
        signs = np.where(self._differences(metric) <= threshold, 0.0, self._signs[metric])
        return c.of_counts("accuracy", c.counts_of_signs(self._human_signs, signs))

    def _candidates(self, metric: int) -> tuple[Array, NDArray[np.int32], Array, NDArray[np.int8]]:
        """Differences that become ties, the smallest first: item, what accuracy gains, ends of equal ones."""
        human, signs, differences = self._human_signs, self._signs[metric], self._differences(metric)
        pairs = (~np.isnan(signs)).sum(axis=1)
        gains = np.where(human == 0, 1.0, np.where(human == signs, -1.0, 0.0)) / np.maximum(pairs, 1)[:, None]
        kept = (np.abs(signs) == 1) & (gains != 0)
        item = np.broadcast_to(np.arange(len(pairs))[:, None], kept.shape)[kept]
        values, gain = differences[kept], gains[kept]
        order = np.argsort(values, kind="stable")
        values = values[order]
        last = np.ones(len(values), dtype=np.int8)
        last[:-1] = values[1:] != values[:-1]
        return values, item[order].astype(np.int32), np.ascontiguousarray(gain[order]), last

    def _threshold(self, metric: int) -> tuple[float, float]:
        """The best threshold, and what it gains in all items together."""
        values, item, gains, last = self._candidates(metric)
        (block,) = kernels.lanes(np.ones((1, len(self.items))))
        best, where = kernels.best_threshold(item, gains, last, block)
        return float(values[where[0] - 1]) if where[0] else 0.0, float(best[0])

    def _calibrated(self, drawn: Array) -> Array:
        blocks = kernels.lanes(drawn)
        number = drawn.sum(axis=1)

        def one(metric: int) -> Array:
            _, item, gains, last = self._candidates(metric)
            gained = [kernels.best_threshold(item, gains, last, block)[0] for block in blocks]
            plain = drawn @ c.of_counts("accuracy", self._counts[metric])
            with np.errstate(invalid="ignore"):
                result: Array = (plain + np.concatenate(gained)[: len(drawn)]) / number
            return result

        return np.stack(each(one, range(len(self._y))))


def mean(values: Array, axis: int) -> Array:
    """The mean of those that exist; NaN where none does."""
    exists = ~np.isnan(values)
    number = exists.sum(axis=axis)
    total = np.where(exists, values, 0.0).sum(axis=axis)
    result: Array = np.where(number > 0, total / np.maximum(number, 1), np.nan)
    return result


def standardised(values: Array) -> Array:
    """Along the last axis, with mean 0 and standard deviation 1 (0 where nothing varies)."""
    centred = values - values.mean(axis=-1, keepdims=True)
    spread = centred.std(axis=-1, keepdims=True)
    result: Array = centred / np.where(spread > 0, spread, 1.0)
    return result


def each(work: Callable[[A], B], items: Sequence[A]) -> list[B]:
    """``[work(item) for item in items]`` on all processors; for kernels, which let other threads run."""
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        return list(pool.map(work, items))


def _centred(values: Array, judged: NDArray[np.bool_]) -> Array:
    """Deviations from the mean of what was judged; exactly 0 elsewhere, and where nothing varies."""
    known = np.where(judged, values, 0.0)
    centred = known - known.sum(axis=1, keepdims=True) / judged.sum(axis=1, keepdims=True)
    high = np.where(judged, values, -np.inf).max(axis=1, keepdims=True)
    low = np.where(judged, values, np.inf).min(axis=1, keepdims=True)
    result: Array = np.where(judged & (high > low), centred, 0.0)
    return result


def _ranks_of_judged(values: Array) -> Array:
    """Middle ranks along the last axis among what is not NaN."""
    ranked = c.ranks(np.where(np.isnan(values), np.inf, values))
    return np.where(np.isnan(values), np.nan, ranked)
