"""The studies of Zhang & Vogel (2004), section 4, on anybody's data.

size         how the interval depends on the size of the test set (Table 2, Figures 4-7)
references   how it depends on the number of references (Tables 3 and 4, Figure 8)
samples      how it depends on the number of bootstrap samples, and how much it varies (Tables 5 and 6)

Each study takes scores, that is, rows of statistics; a fitted metric stays as it was fitted on everything.

>>> from bolide.inference.scores import MeanScore, from_values
>>> votes = from_values({"A": np.arange(200.0) % 7, "B": np.arange(200.0) % 5}, MeanScore("votes"))
>>> found = size(votes, repeats=5, n_resamples=200)
>>> [point.units for point in found.points if point.system == "A"]
[20, 40, 60, 80, 100, 120, 140, 160, 180, 200]
>>> 0.2 < found.narrowing("votes", "A") < 0.4
True
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from bolide.errors import InputError, SpecificationError
from bolide.inference.intervals import SEED, bootstrap, check
from bolide.inference.power import needed_references, needed_units, power
from bolide.inference.resampling import SUBSETS, Sample, generator, samples
from bolide.metric import Array, Metric, Score, finite

FRACTIONS = tuple(tenths / 10 for tenths in range(1, 11))
LARGE_FRACTIONS = FRACTIONS[4:]
NUMBERS = (100, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
Advance = Callable[[int], None]


def _silent(steps: int) -> None:
    """No news of progress."""


@dataclass(frozen=True)
class Point:
    """A system on a part of the data: means over many random parts of this size.

    ``relative`` are both ends of the interval in percent of the median.
    """

    metric: Metric
    system: str
    fraction: float
    units: int
    references: int
    value: float
    low: float
    high: float
    relative: tuple[float, float]

    @property
    def width(self) -> float:
        """The width of the relative interval, in percent of the median."""
        return self.relative[1] - self.relative[0]

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide study`` prints it."""
        return {
            "metric": repr(self.metric),
            "system": self.system,
            "fraction": self.fraction,
            "units": self.units,
            "references": self.references,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "relative": [*map(finite, self.relative)],
        }


@dataclass(frozen=True)
class Need:
    """What it takes to tell two neighbours of the ranking apart.

    ``strengths`` are the difference in standard errors with 1, 2... references, where these were studied;
    ``needed`` is a number of units, or of references; None where no number would do.
    """

    metric: Metric
    a: str
    b: str
    difference: float
    stderr: float
    power: float
    needed: int | None
    strengths: tuple[float, ...] = ()

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide study`` prints it."""
        return {
            "metric": repr(self.metric),
            "a": self.a,
            "b": self.b,
            "difference": self.difference,
            "stderr": self.stderr,
            "power": self.power,
            "needed": self.needed,
        }


@dataclass(frozen=True)
class Study:
    """What ``size`` and ``references`` find, and how."""

    points: tuple[Point, ...]
    needs: tuple[Need, ...]
    unit: str
    units: int
    confidence: float
    wanted: float
    repeats: int
    n_resamples: int
    seed: int

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics in order."""
        return tuple(dict.fromkeys(point.metric for point in self.points))

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems in order."""
        return tuple(dict.fromkeys(point.system for point in self.points))

    def of(self, metric: Metric | str, system: str) -> list[Point]:
        """The points of one system by one metric."""
        return [p for p in self.points if p.system == system and metric in (p.metric, repr(p.metric))]

    def narrowing(self, metric: Metric | str, system: str) -> float:
        """By what share the relative interval narrows when the data are doubled, on average.

        The paper's rule of thumb says 0.3; the square root of the number of units says 0.293.
        """
        points = self.of(metric, system)
        most = max(point.references for point in points)
        widths = {round(point.fraction, 9): point.width for point in points if point.references == most}
        doubled = ((width, widths.get(round(2 * fraction, 9), 0.0)) for fraction, width in widths.items())
        shares = [1 - after / before for before, after in doubled if after > 0]
        return float(np.mean(shares)) if shares else float("nan")

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide study`` prints it."""
        return {
            "points": [point.to_json() for point in self.points],
            "needs": [need.to_json() for need in self.needs],
            "unit": self.unit,
            "units": self.units,
            "confidence": self.confidence,
            "power": self.wanted,
            "repeats": self.repeats,
            "n_resamples": self.n_resamples,
            "seed": self.seed,
        }


def size(
    scores: Sequence[Score],
    *,
    fractions: Sequence[float] = FRACTIONS,
    repeats: int = 20,
    n_resamples: int = 1000,
    seed: int = SEED,
    confidence: float = 95.0,
    wanted: float = 80.0,
    documents: Sequence[str] | None = None,
    advance: Advance = _silent,
) -> Study:
    """Intervals of all systems on random parts of the data, ``repeats`` of each size.

    ``advance`` is called with the number of parts whenever some are done: ``repeats * len(fractions)``.
    """
    _check(confidence, n_resamples, seed, wanted, repeats, fractions)
    by_metric = samples(scores, documents)
    points = _ablate(by_metric, fractions, repeats, n_resamples, seed, confidence, 0, advance)
    needs = []
    alpha = 1 - confidence / 100
    for sample, distribution in zip(by_metric, bootstrap(by_metric, n_resamples, seed), strict=True):
        for a, b in _neighbours(sample):
            difference, stderr = _difference(sample, distribution, a, b)
            needs.append(
                Need(
                    sample.metric, sample.systems[a], sample.systems[b], difference, stderr,
                    power(difference, stderr, alpha),
                    needed_units(difference, stderr, sample.units, alpha, wanted / 100),
                )
            )  # fmt: skip
    return Study(
        tuple(points), tuple(needs), "segments" if documents is None else "documents", by_metric[0].units,
        confidence, wanted, repeats, n_resamples, seed,
    )  # fmt: skip


def references(
    by_number: Mapping[int, Sequence[Sequence[Score]]],
    *,
    fractions: Sequence[float] = LARGE_FRACTIONS,
    repeats: int = 5,
    n_resamples: int = 1000,
    seed: int = SEED,
    confidence: float = 95.0,
    wanted: float = 80.0,
    documents: Sequence[str] | None = None,
    advance: Advance = _silent,
) -> Study:
    """Intervals with fewer references: ``by_number[k]`` are the scores with several choices of ``k`` of them.

    The means are over the choices as well. ``advance`` is called with the number of parts whenever some are
    done: ``repeats * len(fractions)`` for each choice.
    """
    _check(confidence, n_resamples, seed, wanted, repeats, fractions)
    if len(by_number) < 2:
        raise InputError("there is only one reference a segment: to study their number, give two or more")
    full = samples(by_number[max(by_number)][0], documents)
    pairs = [(place, a, b) for place, sample in enumerate(full) for a, b in _neighbours(sample)]
    points: list[Point] = []
    strengths: list[Array] = []  # with 1, 2... references: of each pair
    differences: list[tuple[float, float]] = []  # of each pair, with all references
    for number in sorted(by_number):
        parts, found = [], []
        for scores in by_number[number]:
            by_metric = samples(scores, documents)
            parts.append(
                _ablate(by_metric, fractions, repeats, n_resamples, seed, confidence, number, advance)
            )
            distributions = bootstrap(by_metric, n_resamples, seed)
            differences = [_difference(by_metric[m], distributions[m], a, b) for m, a, b in pairs]
            found.append([difference / stderr if stderr else 0.0 for difference, stderr in differences])
        points += [_mean(same) for same in zip(*parts, strict=True)]
        strengths.append(np.mean(found, axis=0))
    alpha = 1 - confidence / 100
    needs = []
    for place, (m, a, b) in enumerate(pairs):
        metric, (difference, stderr) = full[m].metric, differences[place]
        grown = tuple(
            float(of_pairs[place] if metric.higher_is_better else -of_pairs[place]) for of_pairs in strengths
        )
        needs.append(
            Need(
                metric, full[m].systems[a], full[m].systems[b], difference, stderr,
                power(difference, stderr, alpha), needed_references(grown, alpha, wanted / 100), grown,
            )
        )  # fmt: skip
    metrics = dict(zip((repr(sample.metric) for sample in full), (s.metric for s in full), strict=True))
    return Study(
        tuple(replace(point, metric=metrics[repr(point.metric)]) for point in points), tuple(needs),
        "segments" if documents is None else "documents", full[0].units,
        confidence, wanted, repeats, n_resamples, seed,
    )  # fmt: skip


@dataclass(frozen=True)
class Spread:
    """The interval from so many bootstrap samples: one such interval, and how much many of them vary.

    ``relative`` is the first interval found (Table 5); ``mean`` and ``deviation`` are those of both ends over
    ``tests`` independent ones (Table 6), in percent of the median. ``deviation`` is None for fewer than five.
    """

    metric: Metric
    system: str
    n_resamples: int
    median: float
    relative: tuple[float, float]
    tests: int
    mean: tuple[float, float]
    deviation: tuple[float, float] | None

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide study samples`` prints it."""
        return {
            **vars(self),
            "metric": repr(self.metric),
            "relative": [*map(finite, self.relative)],
            "mean": [*map(finite, self.mean)],
            "deviation": self.deviation and [*map(finite, self.deviation)],
        }


def spread(
    scores: Sequence[Score],
    *,
    n_resamples: int = NUMBERS[-1],
    seed: int = SEED,
    confidence: float = 95.0,
    documents: Sequence[str] | None = None,
    advance: Advance = _silent,
) -> list[Spread]:
    """How intervals depend on the number of bootstrap samples, and how much they vary.

    All come from one pool of ``n_resamples``, which is cut into as many independent tests as it holds.
    """
    check(confidence, "percentile", n_resamples, seed)
    if n_resamples < NUMBERS[0]:
        raise SpecificationError(f"{n_resamples} samples are too few to study: take {NUMBERS[0]} or more")
    found = []
    by_metric = samples(scores, documents)
    for sample, pool in zip(by_metric, bootstrap(by_metric, n_resamples, seed, advance), strict=True):
        for system, distribution in zip(sample.systems, pool, strict=True):
            for number in (n for n in NUMBERS if n <= n_resamples):
                tests = n_resamples // number
                _, medians, _, relative = _quantiles(
                    distribution[: tests * number].reshape(tests, number), confidence
                )
                means, deviations = relative.mean(axis=0), relative.std(axis=0, ddof=1) if tests > 1 else None
                found.append(
                    Spread(
                        sample.metric, system, number, float(medians[0]), _two(relative[0]), tests,
                        _two(means), _two(deviations) if deviations is not None and tests >= 5 else None,
                    )
                )  # fmt: skip
    return found


def _ablate(
    by_metric: Sequence[Sample],
    fractions: Sequence[float],
    repeats: int,
    n_resamples: int,
    seed: int,
    confidence: float,
    references: int,
    advance: Advance,
) -> list[Point]:
    """A point for each metric, system and fraction, in this order."""
    units = by_metric[0].units
    orders = [generator(seed, SUBSETS, repeat).permutation(units) for repeat in range(repeats)]
    sizes = [max(2, round(fraction * units)) for fraction in fractions]
    found: dict[tuple[int, int, int], list[Array]] = {}
    for place, number in enumerate(sizes):
        whole = number == units  # one part only, but resampled as often as all the others together
        for order in orders if not whole else [np.arange(units)]:
            parts = [sample.take(order[:number]) for sample in by_metric]
            for m, distribution in enumerate(bootstrap(parts, n_resamples * (repeats if whole else 1), seed)):
                low, _, high, relative = _quantiles(distribution, confidence)
                columns = np.column_stack([parts[m].values, low, high, relative])
                for s, row in enumerate(columns):
                    found.setdefault((m, s, place), []).append(row)
            advance(repeats if whole else 1)
    points = []
    for m, s, place in sorted(found):
        value, low, high, left, right = np.mean(found[m, s, place], axis=0).tolist()
        points.append(
            Point(
                by_metric[m].metric, by_metric[m].systems[s], fractions[place], sizes[place], references,
                value, low, high, (left, right),
            )
        )  # fmt: skip
    return points


def _quantiles(distributions: Array, confidence: float) -> tuple[Array, Array, Array, Array]:
    """Low, median, high, and both ends in percent of the median, of each row."""
    tail = (1 - confidence / 100) / 2
    low, median, high = np.quantile(distributions, [tail, 0.5, 1 - tail], axis=1)
    scale = np.where(median == 0, np.nan, np.abs(median))
    return low, median, high, 100 * np.column_stack([low - median, high - median]) / scale[:, None]


def _mean(points: Sequence[Point]) -> Point:
    """One point for the same part of the data with several choices of references."""

    def mean(name: str) -> float:
        return float(np.mean([getattr(point, name) for point in points]))

    sides = np.mean([point.relative for point in points], axis=0)
    return replace(points[0], value=mean("value"), low=mean("low"), high=mean("high"), relative=_two(sides))


def _neighbours(sample: Sample) -> list[tuple[int, int]]:
    """Positions of neighbours in the ranking, the better one first."""
    sign = -1 if sample.metric.higher_is_better else 1
    order = np.argsort(sign * sample.values, kind="stable").tolist()
    return list(pairwise(order))


def _difference(sample: Sample, distribution: Array, a: int, b: int) -> tuple[float, float]:
    """The difference of two systems and its standard error."""
    differences = distribution[a] - distribution[b]
    stderr = np.std(differences, ddof=1) if len(differences) > 1 else np.nan
    return float(sample.values[a] - sample.values[b]), float(stderr)


def _two(values: Array) -> tuple[float, float]:
    return float(values[0]), float(values[1])


def _check(
    confidence: float, n_resamples: int, seed: int, wanted: float, repeats: int, fractions: Sequence[float]
) -> None:
    check(confidence, "percentile", n_resamples, seed)
    if n_resamples < 2:
        raise SpecificationError("a study needs at least 2 resamples of each part")
    if not 1 < wanted < 100:
        raise SpecificationError(f"the power is in percent, between 1 and 100, not {wanted:g}: write 80")
    if repeats < 1:
        raise SpecificationError(f"the number of repeats must be at least 1, not {repeats}")
    if not fractions or not all(0 < fraction <= 1 for fraction in fractions):
        raise SpecificationError("fractions of the data must lie above 0 and at most at 1")
