"""Where systems differ: on which kind of segments, and how often a segment has which score.

grouping   a division of the test set by something that segments have in common: their length, their document
group      the segments of a grouping that share it
bin        a range of segment scores
family     the p-values that are corrected together: all groups (or bins) of one pair by one metric

A group is compared like a test set of its own: its score comes from the sum of its segments' statistics, the
interval of the difference from the bootstrap, the p-value from paired approximate randomisation. Whether a
system has more segments in a bin than another is an exact sign test on the segments that only one of both
has there.

>>> from bolide.inference.scores import MeanScore, from_values
>>> votes = from_values({"A": [5, 5, 4, 5, 1, 2, 1, 2], "B": [1, 2, 1, 1, 1, 2, 1, 3]}, MeanScore("votes"))
>>> halves = grouping("half", ["first"] * 4 + ["second"] * 4)
>>> (found,) = compare_groups(votes, halves, n_resamples=999)
>>> found.values.tolist(), found.pairs["A", "B"].differences.tolist()
([[4.75, 1.5], [1.25, 1.75]], [3.5, -0.25])
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.inference.corrections import CORRECTIONS
from bolide.inference.intervals import N_RESAMPLES, SEED, bootstrap
from bolide.inference.resampling import samples
from bolide.inference.significance import randomisation
from bolide.metric import Array, Metric, Score, finite
from bolide.testset import References

PARTS = 5
"""Groups of lengths, if there are enough segments."""
SMALLEST = 10
"""Segments that a group of lengths has at least."""
LARGEST = 40
"""Documents that are compared: the largest ones. More would leave none significant after correction."""
BINS = 10
"""Ranges of segment scores."""

DRAWS = 2_000
"""Resamples and trials of a group: with 40 groups, a p-value can still be significant after correction."""

SystemPair = tuple[str, str]


@dataclass(frozen=True, eq=False)
class Grouping:
    """Groups by name, each with the positions of its segments; ``left_out`` groups are not among them."""

    name: str
    members: Mapping[str, NDArray[np.intp]]
    unit: str = ""
    left_out: int = 0


@dataclass(frozen=True, eq=False)
class GroupPair:
    """Two systems by one metric: the score of the first less that of the second, group by group."""

    differences: Array
    low: Array
    high: Array
    pvalues: Array
    adjusted: Array

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide report --format json`` prints it; ends that are not known are null."""
        return {name: _numbers(values) for name, values in vars(self).items()}


@dataclass(frozen=True, eq=False)
class GroupComparison:
    """All systems by one metric on each group; ``values`` is ``(systems, groups)``."""

    grouping: Grouping
    metric: Metric
    systems: tuple[str, ...]
    values: Array
    pairs: Mapping[SystemPair, GroupPair]

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide report --format json`` prints it."""
        return {
            "grouping": self.grouping.name,
            "unit": self.grouping.unit,
            "metric": repr(self.metric),
            "groups": {name: len(members) for name, members in self.grouping.members.items()},
            "left_out": self.grouping.left_out,
            "values": {s: _numbers(row) for s, row in zip(self.systems, self.values, strict=True)},
            "pairs": [{"a": a, "b": b, **pair.to_json()} for (a, b), pair in self.pairs.items()],
        }


@dataclass(frozen=True, eq=False)
class Distribution:
    """How many segments of each system have a score in each bin; ``counts`` is ``(systems, bins)``.

    Bin ``i`` goes from ``edges[i]`` up to but without ``edges[i + 1]``; what is beyond the ends is counted in
    the first and the last one. ``adjusted`` has the p-values of each pair.
    """

    metric: Metric
    systems: tuple[str, ...]
    edges: Array
    counts: NDArray[np.intp]
    adjusted: Mapping[SystemPair, Array]

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide report --format json`` prints it."""
        return {
            "metric": repr(self.metric),
            "edges": _numbers(self.edges),
            "counts": {s: row.tolist() for s, row in zip(self.systems, self.counts, strict=True)},
            "pairs": [{"a": a, "b": b, "adjusted": _numbers(p)} for (a, b), p in self.adjusted.items()],
        }


def grouping(name: str, labels: Sequence[str], largest: int = LARGEST) -> Grouping:
    """Segments with the same label are a group, in the order of the text; the largest groups are kept.

    >>> grouping("document", ["b", "b", "a", "b", "c"], largest=2).members
    {'b': array([0, 1, 3]), 'a': array([2])}
    """
    numbers: dict[str, list[int]] = {}
    for position, label in enumerate(labels):
        numbers.setdefault(label, []).append(position)
    kept = set(sorted(numbers, key=lambda label: -len(numbers[label]))[:largest])
    members = {label: np.array(where) for label, where in numbers.items() if label in kept}
    return Grouping(name, members, left_out=len(numbers) - len(kept))


def by_length(references: References) -> Grouping | None:
    """Groups of about equal size by the length of the reference; None where there are too few segments.

    Length is the mean of a segment's references, in words, or in characters where the texts are written
    without spaces.

    >>> found = by_length(References.of([["word " * n] for n in range(1, 41)]))
    >>> found.unit, {name: len(members) for name, members in found.members.items()}
    ('words', {'1–10': 10, '11–20': 10, '21–30': 10, '31–40': 10})
    """
    lengths, unit = _lengths(references)
    parts = min(PARTS, len(references) // SMALLEST)
    if parts < 2:
        return None
    cuts = np.unique(np.quantile(lengths, np.arange(1, parts) / parts, method="lower"))
    which = np.searchsorted(cuts, lengths)
    members = {}
    for index in np.unique(which).tolist():
        inside = np.flatnonzero(which == index)
        first, last = int(lengths[inside].min()), int(lengths[inside].max())
        members[str(first) if first == last else f"{first}\u2013{last}"] = inside
    return Grouping("length", members, unit) if len(members) > 1 else None


def _lengths(references: References) -> tuple[NDArray[np.intp], str]:
    """The rounded mean length of each segment's references, and in what it is counted."""
    words = np.array([len(text.split()) for text in references.flat])
    characters = np.array([len(text) for text in references.flat])
    spaced = characters.sum() <= 15 * max(int(words.sum()), 1)
    sums = np.add.reduceat(words if spaced else characters, references.starts[:-1])
    return np.round(sums / references.counts).astype(np.intp), "words" if spaced else "characters"


def compare_groups(
    scores: Sequence[Score],
    groups: Grouping,
    *,
    pairs: Iterable[SystemPair] | None = None,
    n_resamples: int = N_RESAMPLES,
    seed: int = SEED,
    confidence: float = 95.0,
    correction: str = "holm",
    documents: Sequence[str] | None = None,
    advance: Callable[[int], None] = lambda groups: None,
) -> list[GroupComparison]:
    """Compare pairs (all, if none are named) on each group, by each metric.

    With ``documents`` the units of resampling are documents, but for groups that are within one document.
    ``advance`` is called with 1 whenever a group is done.
    """
    systems = tuple(dict.fromkeys(score.system for score in scores))
    chosen = list(combinations(systems, 2)) if pairs is None else list(pairs)
    places = {name: place for place, name in enumerate(systems)}
    positions = np.array([[places[a], places[b]] for a, b in chosen], dtype=np.intp).reshape(-1, 2).T
    metrics = list(dict.fromkeys(score.metric for score in scores))
    shape = (len(metrics), len(groups.members))
    values = np.empty((*shape, len(systems)))
    differences, low, high = (np.full((*shape, len(chosen)), np.nan) for _ in range(3))
    pvalues = np.ones((*shape, len(chosen)))
    tails = np.array([(1 - confidence / 100) / 2, (1 + confidence / 100) / 2])
    for g, members in enumerate(groups.members.values()):
        part = [replace(score, statistics=score.statistics.take(members)) for score in scores]
        for m, metric in enumerate(metrics):
            values[m, g] = [score.value for score in part if score.metric == metric]
            differences[m, g] = values[m, g][positions[0]] - values[m, g][positions[1]]
        if len(members) > 1 and chosen:
            inside = None if documents is None else [documents[i] for i in members.tolist()]
            by_metric = samples(part, inside if inside and len(set(inside)) > 1 else None)
            for m, distribution in enumerate(bootstrap(by_metric, n_resamples, seed)):
                resampled = distribution[positions[0]] - distribution[positions[1]]
                low[m, g], high[m, g] = np.quantile(resampled, tails, axis=1)
            pvalues[:, g] = randomisation(by_metric, positions, n_resamples, seed)
        advance(1)
    return [
        GroupComparison(
            groups, metric, systems, values[m].T,
            {
                pair: GroupPair(
                    differences[m, :, p], low[m, :, p], high[m, :, p], pvalues[m, :, p],
                    CORRECTIONS[correction](pvalues[m, :, p]),
                )
                for p, pair in enumerate(chosen)
            },
        )
        for m, metric in enumerate(metrics)
    ]  # fmt: skip


def distribution(scores: Sequence[Score], correction: str = "holm") -> Distribution:
    """How the segment scores of all systems by one metric are spread; ``scores`` are those by that metric.

    >>> from bolide.inference.scores import MeanScore, from_values
    >>> votes = from_values({"A": [1] * 9 + [2], "B": [1] + [2] * 9}, MeanScore("votes"))
    >>> found = distribution(votes)
    >>> found.counts[:, [0, -1]].tolist(), found.adjusted["A", "B"].round(3)[[0, -1]].tolist()
    ([[9, 1], [1, 9]], [0.078, 0.078])
    """
    metric = scores[0].metric
    values = np.stack([score.segments for score in scores])
    edges = bin_edges(values, metric.scale)
    which = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, len(edges) - 2)
    inside = which[:, None, :] == np.arange(len(edges) - 1)[:, None]
    systems = tuple(score.system for score in scores)
    adjusted = {}
    for a, b in combinations(range(len(systems)), 2):
        only_a = (inside[a] & ~inside[b]).sum(axis=1)
        only_b = (inside[b] & ~inside[a]).sum(axis=1)
        adjusted[systems[a], systems[b]] = CORRECTIONS[correction](sign_test(only_a, only_b))
    return Distribution(metric, systems, edges, inside.sum(axis=2), adjusted)


def sign_test(one: NDArray[Any], other: NDArray[Any]) -> Array:
    """The two-sided exact p-value that one side has so many of ``one + other`` by the toss of a coin.

    >>> sign_test(np.array([0, 5, 0]), np.array([5, 5, 0])).tolist()
    [0.0625, 1.0, 1.0]
    """
    from scipy.special import bdtr

    fewer, both = np.minimum(one, other), one + other
    doubled: Array = np.minimum(2 * bdtr(fewer.astype(np.float64), both, 0.5), 1.0)
    return doubled


def bin_edges(values: Array, scale: str) -> Array:
    """Round numbers that cut the range of the scores into about ten bins.

    >>> bin_edges(np.array([0.0, 55.0, 100.0]), "0-100").tolist()
    [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0]
    """
    low, high = np.quantile(values, [0.01, 0.99])
    if scale == "0-100" and high > 50:
        return np.arange(0.0, 110, 10.0)
    span = float(high - low)
    if not span:
        return np.array([low, low + 1])
    power = 10.0 ** np.floor(np.log10(span / BINS))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if span <= power * factor * BINS)
    first = np.floor(low / step)
    edges: Array = np.round((first + np.arange(int(np.ceil(high / step - first)) + 1)) * step, 12)
    return edges


def _numbers(values: Array) -> list[float | None]:
    """Plain numbers; null where one is not known."""
    return [*map(finite, values.tolist())]
