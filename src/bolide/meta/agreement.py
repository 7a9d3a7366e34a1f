"""From scores and judgements to one result: how far each metric agrees with people, and how sure that is.

>>> import numpy as np
>>> from bolide.inference import MeanScore, from_values
>>> rng = np.random.default_rng(1)
>>> truth = rng.normal(size=(6, 50)) + np.arange(6)[:, None] / 3
>>> names = list("ABCDEF")
>>> good, poor = (
...     from_values(dict(zip(names, truth + rng.normal(size=truth.shape) * noise)), MeanScore(name))
...     for name, noise in (("good", 0.5), ("poor", 3.0))
... )
>>> found = agree([*good, *poor], [Gold("quality", truth)], levels=["pooled"], n_resamples=200)
>>> [(cell.metric.name, round(cell.value, 2)) for cell in found.ranking("pooled", "pearson")]
[('good', 0.92), ('poor', 0.25)]
>>> found.clusters("pooled", "pearson")
[1, 2]
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from bolide.errors import InputError, SpecificationError, suggestion
from bolide.inference.corrections import CORRECTIONS, clusters
from bolide.inference.intervals import check
from bolide.inference.resampling import Sample, resamples, samples
from bolide.meta.coefficients import NAMES
from bolide.meta.levels import Item, Level, Pointwise, System
from bolide.meta.significance import TESTS, pvalues
from bolide.meta.soft import SoftAccuracy
from bolide.metric import Array, Interval, Metric, Score, finite

LEVELS = {
    "system": "one score a system",
    "within": "the segments of a system, averaged over systems",
    "pooled": "the segments of all systems in one heap",
    "item": "the systems' translations of a segment, averaged over segments",
}
N_RESAMPLES = 1000
Advance = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class Gold:
    """What people say, as a level needs it: ``(systems, segments)``, NaN where nobody judged.

    ``overall`` are official scores of the systems, which then stand for the means of the segments.
    ``comparable`` is false where scores of different systems are of different texts.
    """

    label: str
    values: Array
    overall: Array | None = None
    comparable: bool = True


@dataclass(frozen=True, eq=False)
class Cell:
    """The agreement of one metric with people: on a level, by a coefficient, with one kind of judgement.

    A metric for which lower is better is turned round first. ``groups`` are the coefficients that the value
    is the mean of, by system, on the level ``within``. ``threshold`` is that of tie calibration.
    """

    level: str
    coefficient: str
    judged: str
    metric: Metric
    value: float
    interval: Interval | None
    groups: Mapping[str, float] = field(default_factory=dict)
    threshold: float | None = None

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide correlate --format json`` prints it."""
        return {
            "level": self.level,
            "coefficient": self.coefficient,
            "judgements": self.judged,
            "metric": repr(self.metric),
            "value": finite(self.value),
            "low": self.interval.low if self.interval else None,
            "high": self.interval.high if self.interval else None,
            **({"systems": {k: finite(v) for k, v in self.groups.items()}} if self.groups else {}),
            **({"threshold": self.threshold} if self.threshold is not None else {}),
        }


@dataclass(frozen=True, eq=False)
class Difference:
    """Two metrics: the coefficient of ``a`` less that of ``b``, and the p-value of each test that fits."""

    level: str
    coefficient: str
    judged: str
    a: Metric
    b: Metric
    difference: float
    low: float
    high: float
    pvalues: Mapping[str, float]
    adjusted: float

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide correlate --format json`` prints it."""
        return {
            "level": self.level,
            "coefficient": self.coefficient,
            "judgements": self.judged,
            "a": repr(self.a),
            "b": repr(self.b),
            "difference": self.difference,
            "low": self.low,
            "high": self.high,
            "pvalues": dict(self.pvalues),
            "adjusted": self.adjusted,
        }


@dataclass(frozen=True, eq=False)
class Scatter:
    """The points of a picture: system scores by one metric and by people."""

    metric: Metric
    judged: str
    systems: tuple[str, ...]
    human: Array
    scores: Array


@dataclass(frozen=True, eq=False)
class Agreement:
    """What ``agree`` found, and how."""

    cells: tuple[Cell, ...]
    differences: tuple[Difference, ...]
    scatters: tuple[Scatter, ...]
    sizes: Mapping[str, str]
    signatures: Mapping[Metric, str]
    systems: tuple[str, ...]
    test: str
    n_resamples: int
    seed: int
    confidence: float
    correction: str
    unit: str
    units: int
    main: Mapping[str, str]
    name: str = ""

    @property
    def alpha(self) -> float:
        """A difference whose adjusted p-value is not above it is significant."""
        return round(1 - self.confidence / 100, 12)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics in order."""
        return tuple(self.signatures)

    @property
    def judged(self) -> tuple[str, ...]:
        """The kinds of judgements in order."""
        return tuple(dict.fromkeys(cell.judged for cell in self.cells))

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels in order."""
        return tuple(dict.fromkeys(cell.level for cell in self.cells))

    def coefficients(self, level: str) -> tuple[str, ...]:
        """The coefficients of a level in order."""
        return tuple(dict.fromkeys(cell.coefficient for cell in self.cells if cell.level == level))

    def cell(self, level: str, coefficient: str, metric: Metric, judged: str | None = None) -> Cell | None:
        """One cell; None where there is no such level with these judgements."""
        return next((c for c in self._of(level, coefficient, judged) if c.metric == metric), None)

    def ranking(self, level: str, coefficient: str, judged: str | None = None) -> list[Cell]:
        """The cells of all metrics, the best first."""
        found = self._of(level, coefficient, judged)
        return sorted(found, key=lambda cell: -np.inf if np.isnan(cell.value) else cell.value, reverse=True)

    def significant(self, difference: Difference) -> bool:
        """Whether one metric agrees with people better than the other."""
        return difference.adjusted <= self.alpha and difference.difference != 0

    def beats(self, level: str, coefficient: str, judged: str | None = None) -> dict[Metric, list[Metric]]:
        """The metrics that each metric is significantly better than."""
        found: dict[Metric, list[Metric]] = {cell.metric: [] for cell in self._of(level, coefficient, judged)}
        for pair in self.of(level, coefficient, judged):
            if self.significant(pair):
                better, worse = (pair.a, pair.b) if pair.difference > 0 else (pair.b, pair.a)
                found[better].append(worse)
        return found

    def clusters(self, level: str, coefficient: str, judged: str | None = None) -> list[int]:
        """The cluster of each metric of the ranking, from 1."""
        order = [cell.metric for cell in self.ranking(level, coefficient, judged)]
        beats = self.beats(level, coefficient, judged)
        return clusters(np.array([[worse in beats[metric] for worse in order] for metric in order]))

    def of(self, level: str, coefficient: str, judged: str | None = None) -> list[Difference]:
        """The differences of all pairs of metrics."""
        key = (level, coefficient, self.judged[0] if judged is None else judged)
        return [d for d in self.differences if (d.level, d.coefficient, d.judged) == key]

    def _of(self, level: str, coefficient: str, judged: str | None) -> list[Cell]:
        key = (level, coefficient, self.judged[0] if judged is None else judged)
        return [c for c in self.cells if (c.level, c.coefficient, c.judged) == key]

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide correlate --format json`` prints it."""
        return {
            **({"name": self.name} if self.name else {}),
            "agreement": [cell.to_json() for cell in self.cells],
            "differences": [pair.to_json() for pair in self.differences],
            "clusters": [
                {
                    "level": level,
                    "coefficient": coefficient,
                    "judgements": judged,
                    "metrics": {
                        repr(cell.metric): number
                        for cell, number in zip(
                            self.ranking(level, coefficient, judged),
                            self.clusters(level, coefficient, judged), strict=True,
                        )
                    },
                }
                for level, coefficient, judged in dict.fromkeys(
                    (d.level, d.coefficient, d.judged) for d in self.differences
                )
            ],
            "systems": list(self.systems),
            "sizes": dict(self.sizes),
            "test": self.test,
            "n_resamples": self.n_resamples,
            "seed": self.seed,
            "confidence": self.confidence,
            "correction": self.correction,
            "unit": self.unit,
            "units": self.units,
            "signatures": {repr(m): signature for m, signature in self.signatures.items()},
        }  # fmt: skip


def agree(
    scores: Sequence[Score],
    golds: Sequence[Gold],
    *,
    levels: Sequence[str] = tuple(LEVELS),
    coefficients: Sequence[str] = (),
    test: str = "permutation",
    n_resamples: int = N_RESAMPLES,
    seed: int = 1,
    confidence: float = 95.0,
    correction: str = "holm",
    documents: Sequence[str] | None = None,
    differences: bool = True,
    name: str = "",
    advance: Advance = lambda steps: None,
) -> Agreement:
    """Compare metrics with people.

    ``scores`` are those of all systems by all metrics, ``golds`` what people said of the same systems and
    segments, in the same order. Levels and coefficients for which there is not enough are left out; the
    first of ``coefficients`` that a level has decides there which metric is better. ``n_resamples`` is also
    the number of trials of a test. ``advance`` is called with the number of steps whenever some are done, of
    which there are ``steps(...)``.
    """
    _check(levels, coefficients, test, confidence, n_resamples, seed, correction)
    by_metric = samples(scores)
    systems, metrics = by_metric[0].systems, [sample.metric for sample in by_metric]
    signs = np.array([1.0 if metric.higher_is_better else -1.0 for metric in metrics])
    segments = len(scores[0].statistics)
    values = {(score.system, score.metric): score.segments for score in scores}
    table = np.stack([[values[system, metric] for system in systems] for metric in metrics])
    table *= signs[:, None, None]
    which = _units(documents, segments)
    units = int(which.max()) + 1
    cells: list[Cell] = []
    pairs: list[Difference] = []
    scatters: list[Scatter] = []
    sizes: dict[str, str] = {}
    main: dict[str, str] = {}
    for gold in golds:
        for level in _levels(gold, by_metric, table, signs, levels, coefficients, n_resamples, seed, systems):
            chosen = [n for n in (coefficients or level.coefficients) if n in level.coefficients]
            if not chosen:
                continue
            sizes.setdefault(level.name, level.size)
            main.setdefault(level.name, chosen[0])
            parts: dict[str, list[Array]] = {n: [] for n in chosen}
            for weights in resamples(units, n_resamples, seed):
                for n, rows in level.resampled(chosen, weights[:, which]).items():
                    parts[n].append(rows)
                advance(len(weights))
            for n in chosen:
                found, distribution = level.values(n), np.concatenate(parts[n], axis=1)
                if n == "spa":
                    distribution = distribution - np.nanmedian(distribution, axis=1)[:, None] + found[:, None]
                cells += _cells(
                    level, n, gold.label, metrics, found, distribution, confidence, seed, documents, units
                )
                if differences and n == chosen[0]:
                    pairs += _differences(
                        level, n, gold.label, metrics, found, distribution, confidence, test, correction,
                        n_resamples, seed,
                    )  # fmt: skip
            if isinstance(level, System):
                kept = _judged(gold)
                scatters += [
                    Scatter(metric, gold.label, tuple(systems[row] for row in kept), level.x, sign * row)
                    for metric, sign, row in zip(metrics, signs, level.y, strict=True)
                ]
    if not cells:
        raise InputError(
            "there is nothing to correlate: a level needs three judged systems, or three judged segments of a"
            " system; give more judgements, or ask for other levels"
        )
    return Agreement(
        tuple(cells), tuple(pairs), tuple(scatters), sizes,
        dict(zip(metrics, (sample.signature for sample in by_metric), strict=True)), tuple(systems), test,
        n_resamples, seed, confidence, correction, "segments" if documents is None else "documents", units,
        main, name,
    )  # fmt: skip


def _judged(gold: Gold) -> list[int]:
    """Which systems were judged."""
    by_segment = (~np.isnan(gold.values)).any(axis=1)
    judged = by_segment if gold.overall is None else ~np.isnan(gold.overall)
    return [int(row) for row in np.flatnonzero(judged)]


def _levels(
    gold: Gold, by_metric: Sequence[Sample], table: Array, signs: Array, wanted: Sequence[str],
    coefficients: Sequence[str], n_resamples: int, seed: int, systems: Sequence[str],
) -> list[Level]:  # fmt: skip
    """The levels for which there are enough judgements."""
    found: list[Level] = []
    human = gold.values
    if "system" in wanted and gold.comparable:
        kept = _judged(gold)
        if len(kept) > 2:
            parts = [_of_systems(sample, kept) for sample in by_metric]
            complete = (~np.isnan(human[kept])).all(axis=0).sum() > 1
            soft = None
            if complete and (not coefficients or "spa" in coefficients):
                soft = SoftAccuracy(human[kept], parts, signs, n_resamples, seed)
            overall = None if gold.overall is None else gold.overall[kept]
            found.append(System(human[kept], parts, signs, overall, soft))
    rows = [int(row) for row in np.flatnonzero((~np.isnan(human)).sum(axis=1) > 2)]
    if "within" in wanted and len(rows):
        found.append(Pointwise(human[rows], table[:, rows], [systems[row] for row in rows]))
    if "pooled" in wanted and gold.comparable and (~np.isnan(human)).sum() > 2 and len(rows) > 1:
        found.append(Pointwise(human, table, None))
    if "item" in wanted and gold.comparable and ((~np.isnan(human)).sum(axis=0) > 1).sum() > 1:
        far = np.nanmax(human) - np.nanmin(human) >= 50
        found.append(Item(human, table, bool(far)))
    return found


def _of_systems(sample: Sample, kept: Sequence[int]) -> Sample:
    """The sample of some of its systems, each of which has one run."""
    return replace(
        sample, systems=tuple(sample.systems[k] for k in kept), cells=sample.cells[:, kept],
        totals=sample.totals[:, kept], runs=tuple(slice(k, k + 1) for k in range(len(kept))),
    )  # fmt: skip


def _cells(
    level: Level, coefficient: str, judged: str, metrics: Sequence[Metric], values: Array,
    distribution: Array, confidence: float, seed: int, documents: Sequence[str] | None, units: int,
) -> list[Cell]:  # fmt: skip
    groups = level.groups(coefficient)
    tail = (1 - confidence / 100) / 2
    found = []
    for row, metric in enumerate(metrics):
        drawn = distribution[row][~np.isnan(distribution[row])]
        interval = None
        if len(drawn) > 1 and not np.isnan(values[row]):
            low, high = np.quantile(drawn, [tail, 1 - tail]).tolist()
            interval = Interval(
                float(values[row]), low, high, drawn, confidence, "percentile", seed,
                "segments" if documents is None else "documents", units,
            )  # fmt: skip
        threshold = (
            float(level.thresholds[row]) if isinstance(level, Item) and coefficient == "accuracy-t" else None
        )
        mine = {group: float(column[row]) for group, column in groups.items()}
        found.append(
            Cell(level.name, coefficient, judged, metric, float(values[row]), interval, mine, threshold)
        )
    return found


def _differences(
    level: Level, coefficient: str, judged: str, metrics: Sequence[Metric], values: Array,
    distribution: Array, confidence: float, test: str, correction: str, n_resamples: int, seed: int,
) -> list[Difference]:  # fmt: skip
    tail = (1 - confidence / 100) / 2
    tests = pvalues(level, coefficient, distribution, values, n_resamples, seed, 2 * tail)
    kept, raw = [], []
    for a, b in combinations(range(len(metrics)), 2):
        chosen = tests[a, b].get(test, tests[a, b].get("bootstrap"))
        if chosen is not None:
            kept.append((a, b))
            raw.append(chosen)
    adjusted = CORRECTIONS[correction](raw).tolist() if raw else []
    found = []
    for (a, b), corrected in zip(kept, adjusted, strict=True):
        low, high = np.nanquantile(distribution[a] - distribution[b], [tail, 1 - tail]).tolist()
        found.append(
            Difference(
                level.name, coefficient, judged, metrics[a], metrics[b], float(values[a] - values[b]), low,
                high, tests[a, b], float(corrected),
            )
        )  # fmt: skip
    return found


def _units(documents: Sequence[str] | None, segments: int) -> Any:
    """The unit of each segment."""
    if documents is None:
        return np.arange(segments)
    numbers: dict[str, int] = {}
    which = np.array([numbers.setdefault(name, len(numbers)) for name in documents], dtype=np.intp)
    if len(which) != segments or len(numbers) < 2:
        raise InputError(
            f"there are {len(which)} names of {len(numbers)} documents for {segments} segments: give one a"
            " segment, and two documents or more"
        )
    return which


def _check(
    levels: Sequence[str], coefficients: Sequence[str], test: str, confidence: float, n_resamples: int,
    seed: int, correction: str,
) -> None:  # fmt: skip
    check(confidence, "percentile", n_resamples, seed)
    for what, names, known in (
        ("level", levels, LEVELS), ("coefficient", coefficients, NAMES), ("test", [test], TESTS),
        ("correction", [correction], CORRECTIONS),
    ):  # fmt: skip
        for each in names:
            if each not in known:
                raise SpecificationError(f"there is no {what} {each!r}: {suggestion(each, known)}")
