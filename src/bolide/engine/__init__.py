"""Where statistics are computed: batch by batch, so that memory stays bounded.

A batch of references is tokenized once for all systems and metrics, and forgotten with the batch.

>>> from bolide.registry import metrics
>>> from bolide.testset import SystemOutput, TestSet
>>> test_set = TestSet.read([["a red pen"], ["one more"]])
>>> found = compute(metrics(["chrf"]), test_set, [SystemOutput.read("A", ["a red pen", "one"])])
>>> [(score.system, score.name, round(score.value, 2)) for score in found]
[('A', 'chrF2', 63.33)]
"""

from collections.abc import Callable, Sequence

import numpy as np

from bolide.metric import Array, Metric, Score, Statistics
from bolide.testset import SystemOutput, TestSet

BATCH = 4096
"""Segments a batch. It changes no result."""


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
    for first in range(0, max(len(test_set), 1), BATCH):
        whole = len(test_set) <= BATCH
        part = slice(first, first + BATCH)
        references = test_set.references if whole else test_set.references[part]
        for system, by_metric in zip(systems, rows, strict=True):
            hypotheses = system.segments if whole else system.segments[part]
            for metric, parts in zip(fitted, by_metric, strict=True):
                parts.append(metric.statistics(hypotheses, references))
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
