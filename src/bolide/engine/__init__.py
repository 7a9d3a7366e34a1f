"""Where statistics are computed: batch by batch, so that memory stays bounded.

A batch of references is tokenized once for all systems and metrics, and forgotten with the batch.

>>> from bolide.registry import metrics
>>> from bolide.testset import SystemOutput, TestSet
>>> test_set = TestSet.read([["a red pen"], ["one more"]])
>>> found = compute(metrics(["chrf"]), test_set, [SystemOutput.read("A", ["a red pen", "one"])])
>>> [(score.system, score.name, round(score.value, 2)) for score in found]
[('A', 'chrF2', 63.33)]
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from bolide.metric import Array, Metric, Score, Statistics
from bolide.testset import References, Segments, SystemOutput, TestSet

BATCH = 1024
"""At most so many segments a batch. It changes no result."""
CHARACTERS = 2**24
"""A batch is closed when its texts have so many characters; positions in a text are ``int32``."""


def compute(
    metrics: Sequence[Metric],
    test_set: TestSet,
    systems: Sequence[SystemOutput],
    advance: Callable[[int], None] = lambda segments: None,
) -> list[Score]:
    """The scores of all systems by all metrics: system by system, metric by metric.

    ``advance`` is called with the number of segments whenever some are done by one metric.
    """
    for system in systems:
        test_set.check(system)
    fitted = [metric.fit(test_set.references) for metric in metrics]
    rows: list[list[list[Array]]] = [[[] for _ in metrics] for _ in systems]
    for part in _batches(test_set, systems):
        whole = part == slice(0, len(test_set))
        references = test_set.references if whole else test_set.references[part]
        for system, by_metric in zip(systems, rows, strict=True):
            hypotheses = system.segments if whole else system.segments[part]
            for metric, parts in zip(fitted, by_metric, strict=True):
                parts.append(_statistics(metric, hypotheses, references))
                advance(len(hypotheses))
    return [
        Score(
            metric,
            Statistics(np.concatenate(parts), metric.columns, metric.signature(), test_set.ids),
            system.name,
            test_set.references.label,
        )
        for system, by_metric in zip(systems, rows, strict=True)
        for metric, parts in zip(fitted, by_metric, strict=True)
    ]


def _statistics(metric: Metric, hypotheses: Segments, references: References) -> Array:
    """From the cache or the metric. The cache is imported late: that takes as long as BLEU does."""
    if not metric.worth_caching:
        return metric.statistics(hypotheses, references)
    from bolide.engine.cache import statistics

    return statistics(metric, hypotheses, references)


def _batches(test_set: TestSet, systems: Sequence[SystemOutput]) -> Iterator[slice]:
    """Slices that cover the test set, bounded in segments and in characters of any one text."""
    starts = test_set.references.starts
    sizes = np.diff(test_set.references.flat.running_length()[starts])
    for system in systems:
        sizes = np.maximum(sizes, np.diff(system.segments.running_length()))
    ends = np.cumsum(sizes)
    first = 0
    while first < len(test_set):
        before = ends[first - 1] if first else 0
        last = int(np.searchsorted(ends, before + CHARACTERS, side="right"))
        last = min(max(last, first + 1), first + BATCH, len(test_set))
        yield slice(first, last)
        first = last
