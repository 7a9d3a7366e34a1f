"""Scores where people judged: of systems that are references, too, and of nothing that nobody looked at.

A part is a test set with the systems that are scored against it; a system that is one of the references is
scored against the others, in a part of its own. Where only judged segments are wanted, statistics of the
other ones are zeros: metrics that parse every text would else spend most of their time on them.

>>> from bolide.registry import metrics
>>> test_set = TestSet.read([["a red pen"], ["one more"]])
>>> parts = [(test_set, [SystemOutput.read("A", ["a red pen", "one"])])]
>>> (score,) = compute_parts(metrics(["chrf"]), parts, np.array([[False, True]]))
>>> score.statistics.rows[:, 0].tolist()
[0.0, 3.0]
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bolide.engine import compute
from bolide.metric import Metric, Score, Statistics
from bolide.testset import References, Segments, SystemOutput, TestSet

Part = tuple[TestSet, Sequence[SystemOutput]]


def compute_parts(
    metrics: Sequence[Metric],
    parts: Sequence[Part],
    judged: NDArray[np.bool_] | None = None,
    advance: Callable[[int], None] = lambda segments: None,
) -> list[Score]:
    """The scores of all systems of all parts; with ``judged`` (systems, segments) of those segments only.

    A metric that is fitted on the references always scores everything.
    """
    found: list[Score] = []
    row = 0
    for test_set, systems in parts:
        free = [metric for metric in metrics if metric.fit(test_set.references[:1]) is metric]
        whole = list(metrics) if judged is None else [metric for metric in metrics if metric not in free]
        scores = {
            (score.system, place % len(whole)): score
            for place, score in enumerate(compute(whole, test_set, systems, advance) if whole else ())
        }
        for system in systems:
            some = (
                {}
                if judged is None
                else _chosen(free, test_set, system, np.flatnonzero(judged[row]), advance)
            )
            found += [some[m] if m in some else scores[system.name, whole.index(m)] for m in metrics]
            row += 1
    return _one_metric_each(metrics, found)


def _chosen(
    metrics: Sequence[Metric],
    test_set: TestSet,
    system: SystemOutput,
    chosen: NDArray[np.intp],
    advance: Callable[[int], None],
) -> dict[Metric, Score]:
    """The scores of a system by some of its segments, with rows of zeros for the others."""
    places = chosen.tolist()
    rows = {metric: np.zeros((len(test_set), len(metric.columns))) for metric in metrics}
    if places:
        some = TestSet(
            References.of(test_set.references[i] for i in places), tuple(test_set.ids[i] for i in places)
        )
        texts = SystemOutput(system.name, Segments(system.segments[i] for i in places))
        for metric, score in zip(metrics, compute(metrics, some, [texts], advance), strict=True):
            rows[metric][chosen] = score.statistics.rows
    return {
        metric: Score(
            metric, Statistics(rows[metric], metric.columns, metric.signature(), test_set.ids), system.name,
            test_set.references.label,
        )
        for metric in metrics
    }  # fmt: skip


def _one_metric_each(metrics: Sequence[Metric], scores: Sequence[Score]) -> list[Score]:
    """The same scores with one metric each, though parts may have fitted it on other references."""
    first: dict[int, Metric] = {}
    return [
        replace(score, metric=first.setdefault(index % len(metrics), score.metric))
        for index, score in enumerate(scores)
    ]
