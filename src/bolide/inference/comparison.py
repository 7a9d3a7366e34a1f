"""Which systems differ: intervals of scores and of differences, tests of all pairs, ranks.

>>> from bolide.inference.scores import MeanScore, from_values
>>> votes = {"A": [3, 4, 5, 5, 4, 5], "B": [1, 2, 1, 3, 2, 2], "C": [2, 1, 2, 3, 1, 2]}
>>> found = compare(from_values(votes, MeanScore("votes")), n_resamples=1000, confidence=90)
>>> print(str(found).split(", p")[0])
votes: A > B by 2.50 [2.00, 3.00]
>>> found.matrix("votes")["A"]
{'A': '', 'B': '>', 'C': '>'}
>>> [pair.pvalue < 0.1 for pair in found.pairs], found.clusters("votes")
([True, True, False], {'A': 1, 'B': 2, 'C': 2})
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from bolide.errors import InputError, SpecificationError, suggestion
from bolide.inference.corrections import CORRECTIONS, clusters
from bolide.inference.intervals import N_RESAMPLES, SEED, bootstrap, bounds, check, intervals
from bolide.inference.resampling import samples
from bolide.inference.significance import (
    TESTS,
    Pairs,
    bootstrap_pvalue,
    moses_pvalue,
    randomisation,
)
from bolide.metric import Array, Interval, Metric, Score

TURNED = str.maketrans("<>", "><")


@dataclass(frozen=True, eq=False)
class Entry:
    """A system by one metric; with several runs, the mean of their scores."""

    system: str
    metric: Metric
    interval: Interval
    runs: int = 1

    @property
    def value(self) -> float:
        """The score."""
        return self.interval.value

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide compare --format json`` prints it."""
        return {
            "system": self.system,
            "metric": repr(self.metric),
            "value": self.value,
            "low": self.interval.low,
            "high": self.interval.high,
        }


@dataclass(frozen=True, eq=False)
class Pair:
    """Two systems by one metric: the score of ``a`` less that of ``b``, and what it is worth.

    ``wins`` is the share of resampled test sets on which ``a`` is the better one; half of those where both
    are equal count.
    """

    metric: Metric
    a: str
    b: str
    interval: Interval
    pvalue: float
    adjusted: float
    wins: float

    @property
    def difference(self) -> float:
        """The score of ``a`` less that of ``b``."""
        return self.interval.value

    @property
    def better(self) -> str:
        """The system with the better score, or nothing where both are equal."""
        if not self.difference:
            return ""
        return self.a if (self.difference > 0) == self.metric.higher_is_better else self.b

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide compare --format json`` prints it."""
        return {
            "metric": repr(self.metric),
            "a": self.a,
            "b": self.b,
            "difference": self.difference,
            "low": self.interval.low,
            "high": self.interval.high,
            "pvalue": self.pvalue,
            "adjusted": self.adjusted,
            "wins": self.wins,
        }


@dataclass(frozen=True, eq=False)
class Comparison:
    """All systems and all pairs by all metrics, and how they were compared."""

    systems: tuple[Entry, ...]
    pairs: tuple[Pair, ...]
    signatures: Mapping[Metric, str]
    test: str
    n_resamples: int
    seed: int
    confidence: float
    correction: str
    unit: str
    units: int
    baseline: str | None = None

    def __repr__(self) -> str:
        return f"<Comparison: {len(self.pairs)} pairs of systems, {self.test} of {self.units} {self.unit}>"

    def __str__(self) -> str:
        """A line a pair: is it significant, the difference with its interval, the adjusted p-value."""
        return "\n".join(
            f"{p.metric!r}: {p.a} {self.sign(p)} {p.b} by {p.interval}, p = {p.adjusted:.4f}"
            for p in self.pairs
        )

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics in order."""
        return tuple(self.signatures)

    @property
    def alpha(self) -> float:
        """A pair whose adjusted p-value is not above it differs significantly."""
        return round(1 - self.confidence / 100, 12)

    def entries(self, metric: Metric | str) -> list[Entry]:
        """The systems by one metric, the best first."""
        chosen = self._metric(metric)
        found = [entry for entry in self.systems if entry.metric == chosen]
        return sorted(found, key=lambda entry: entry.value, reverse=chosen.higher_is_better)

    def of(self, metric: Metric | str) -> list[Pair]:
        """The pairs by one metric."""
        chosen = self._metric(metric)
        return [pair for pair in self.pairs if pair.metric == chosen]

    def significant(self, pair: Pair) -> bool:
        """Whether the pair's systems differ, at the level and with the correction of this comparison."""
        return pair.adjusted <= self.alpha and pair.better != ""

    def sign(self, pair: Pair) -> str:
        """``>`` where ``a`` is significantly better than ``b``, ``<`` where it is worse, or ``~``."""
        return "~" if not self.significant(pair) else ">" if pair.better == pair.a else "<"

    def matrix(self, metric: Metric | str) -> dict[str, dict[str, str]]:
        """Figure 3 of the paper: ``>`` where the row's system is better than the column's, ``<`` or ``~``."""
        names = [entry.system for entry in self.entries(metric)]
        signs = {row: {column: "" if row == column else "~" for column in names} for row in names}
        for pair in self.of(metric):
            sign = self.sign(pair)
            signs[pair.a][pair.b] = sign
            signs[pair.b][pair.a] = sign.translate(TURNED)
        return signs

    def beaten(self, metric: Metric | str) -> dict[str, list[str]]:
        """The systems that each system beats, the best first."""
        return {
            row: [column for column, sign in signs.items() if sign == ">"]
            for row, signs in self.matrix(metric).items()
        }

    def clusters(self, metric: Metric | str) -> dict[str, int]:
        """The cluster of each system, from 1, the best first."""
        signs = self.matrix(metric)
        better = np.array([[sign == ">" for sign in row.values()] for row in signs.values()])
        return dict(zip(signs, clusters(better), strict=True))

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide compare --format json`` prints it."""
        return {
            "systems": [entry.to_json() for entry in self.systems],
            "pairs": [pair.to_json() for pair in self.pairs],
            "test": self.test,
            "n_resamples": self.n_resamples,
            "seed": self.seed,
            "confidence": self.confidence,
            "correction": self.correction,
            "unit": self.unit,
            "units": self.units,
            "clusters": {} if self.baseline else {repr(m): self.clusters(m) for m in self.metrics},
            "signatures": {repr(m): signature for m, signature in self.signatures.items()},
        }

    def _metric(self, metric: Metric | str) -> Metric:
        for known in self.metrics:
            if metric in (known, repr(known), known.name):
                return known
        raise InputError(
            f"there is no {metric} in this comparison: {suggestion(str(metric), map(repr, self.metrics))}"
        )


def compare(
    scores: Sequence[Score],
    *,
    test: str = "randomisation",
    n_resamples: int = N_RESAMPLES,
    seed: int = SEED,
    confidence: float = 95.0,
    method: str = "percentile",
    correction: str = "holm",
    documents: Sequence[str] | None = None,
    baseline: str | None = None,
    advance: Callable[[int], None] = lambda draws: None,
) -> Comparison:
    """Compare all systems, or all with a baseline; scores of one system by one metric are its runs.

    Every metric and every pair sees the same resamples and the same coins. ``advance`` is called with the
    number of resamples and trials whenever some are done; there are ``draws(test, n_resamples)`` of them.
    """
    for what, value, known in (("test", test, TESTS), ("correction", correction, tuple(CORRECTIONS))):
        if value not in known:
            raise SpecificationError(f"there is no {what} {value!r}: {suggestion(str(value), known)}")
    check(confidence, method, n_resamples, seed)
    by_metric = samples(scores, documents)
    names = by_metric[0].systems
    pairs = _pairs(names, baseline)
    distributions = bootstrap(by_metric, n_resamples, seed, advance)
    shuffled = (
        randomisation(by_metric, pairs, n_resamples, seed, advance) if test == "randomisation" else None
    )
    unit = "segments" if documents is None else "documents"
    entries, found = [], []
    for number, (sample, distribution) in enumerate(zip(by_metric, distributions, strict=True)):
        left = sample.jackknife() if method == "bca" else None

        def interval(
            value: float, resampled: Array, without: Array | None, units: int = sample.units
        ) -> Interval:
            low, high = bounds(resampled, value, confidence, without)
            return Interval(value, low, high, resampled, float(confidence), method, int(seed), unit, units)

        entries += [
            Entry(
                name, sample.metric,
                interval(float(sample.values[s]), distribution[s], None if left is None else left[s]),
                sample.runs[s].stop - sample.runs[s].start,
            )
            for s, name in enumerate(names)
        ]  # fmt: skip
        made: list[tuple[Interval, float, float]] = []
        for index, (a, b) in enumerate(pairs.T.tolist()):
            differences = distribution[a] - distribution[b]
            observed = float(sample.values[a] - sample.values[b])
            p = (
                float(shuffled[number][index]) if shuffled is not None
                else (bootstrap_pvalue if test == "bootstrap" else moses_pvalue)(differences, observed)
            )  # fmt: skip
            sign = 1 if sample.metric.higher_is_better else -1
            wins = float(((sign * differences > 0).mean() + (sign * differences >= 0).mean()) / 2)
            made.append(
                (interval(observed, differences, None if left is None else left[a] - left[b]), p, wins)
            )
        adjusted = CORRECTIONS[correction]([p for _, p, _ in made])
        found += [
            Pair(sample.metric, names[a], names[b], difference, p, float(q), wins)
            for (a, b), (difference, p, wins), q in zip(pairs.T.tolist(), made, adjusted, strict=True)
        ]
    return Comparison(
        tuple(entries), tuple(found), {s.metric: s.signature for s in by_metric}, test, int(n_resamples),
        int(seed), float(confidence), correction, unit, by_metric[0].units, baseline,
    )  # fmt: skip


def alone(
    scores: Sequence[Score],
    *,
    n_resamples: int = N_RESAMPLES,
    seed: int = SEED,
    confidence: float = 95.0,
    method: str = "percentile",
    documents: Sequence[str] | None = None,
    advance: Callable[[int], None] = lambda draws: None,
) -> Comparison:
    """One system, which has intervals and nobody to be compared with.

    >>> from bolide.inference.scores import MeanScore, from_values
    >>> found = alone(from_values({"A": [3, 4, 5]}, MeanScore("votes")), n_resamples=100)
    >>> found.entries("votes")[0].value, found.pairs
    (4.0, ())
    """
    found = intervals(scores, confidence, method, n_resamples, seed, documents, advance)
    entries = tuple(Entry(s.system, s.metric, i) for s, i in zip(scores, found, strict=True))
    unit, number = found[0].unit, found[0].units
    signatures = {s.metric: s.signature for s in scores}
    return Comparison(entries, (), signatures, "none", n_resamples, seed, confidence, "none", unit, number)


def draws(test: str, n_resamples: int) -> int:
    """How many resamples and trials a comparison takes."""
    return n_resamples * (2 if test == "randomisation" else 1)


def _pairs(names: Sequence[str], baseline: str | None) -> Pairs:
    if len(names) < 2:
        raise InputError(f"there is only one system, {names[0]}: name at least two to compare")
    if baseline is None:
        return np.array(list(combinations(range(len(names)), 2)), dtype=np.intp).T
    if baseline not in names:
        raise InputError(f"the baseline {baseline!r} is not among the systems: {suggestion(baseline, names)}")
    place = names.index(baseline)
    return np.array([(s, place) for s in range(len(names)) if s != place], dtype=np.intp).T
