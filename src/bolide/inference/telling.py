"""Which segments tell most about the differences of systems.

A segment is telling where systems differ much, compared with how much they differ elsewhere, by any metric;
with one system only, where its score is far from its usual one.

>>> from bolide.inference.scores import MeanScore, from_values
>>> votes = from_values({"A": [5, 1, 3, 9], "B": [5, 5, 1, 9]}, MeanScore("votes"))
>>> most_telling(votes, 2)
[1, 2]
"""

from collections.abc import Sequence

import numpy as np

from bolide.metric import Score


def most_telling(scores: Sequence[Score], number: int) -> list[int]:
    """The positions of so many segments, the most telling one first.

    What counts is the range of all systems, and the difference of the two that are best by the metric.
    """
    segments = len(scores[0].statistics)
    best_place = np.full(segments, segments)
    for metric in dict.fromkeys(score.metric for score in scores):
        mine = [score for score in scores if score.metric == metric]
        values = np.stack([score.segments for score in mine])
        if len(mine) == 1:
            measures = [np.abs(values[0] - values[0].mean())]
        else:
            order = np.argsort([score.value for score in mine], kind="stable")
            first, second = (order[-1], order[-2]) if metric.higher_is_better else (order[0], order[1])
            measures = [np.ptp(values, axis=0), np.abs(values[first] - values[second])]
        for measure in measures:
            places = np.empty(segments, dtype=np.intp)
            places[np.argsort(-measure, kind="stable")] = np.arange(segments)
            best_place = np.minimum(best_place, places)
    return np.argsort(best_place, kind="stable")[:number].tolist()  # type: ignore[no-any-return]
