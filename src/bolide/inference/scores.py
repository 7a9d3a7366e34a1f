"""Segment scores from elsewhere (COMET, people), for which the score of a test set is their mean.

>>> metric = MeanScore("COMET")
>>> metric, float(metric.score(np.array([1.5, 3.0])))
(COMET, 0.5)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bolide.errors import InputError
from bolide.metric import Array, Metric, Score, Statistics, ratio


@dataclass(frozen=True, repr=False)
class MeanScore(Metric):
    """The mean of segment scores that another program or a person gave.

    Columns: ``sum`` of the scores, and ``segments``.
    """

    key = "scores"
    scale = "its own"

    label: str

    @property
    def name(self) -> str:
        return self.label

    @property
    def columns(self) -> tuple[str, ...]:
        return ("sum", "segments")

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        raise InputError(f"{self.label} is not computed here: its scores come from a file")

    def score(self, totals: Array) -> Array:
        return ratio(totals[..., 0], totals[..., 1])

    def __repr__(self) -> str:
        return self.label


@dataclass(frozen=True, repr=False)
class MeanError(MeanScore):
    """The same for scores of which the lower one is better."""

    key = "errors"
    higher_is_better = False


def with_gaps(values: Mapping[str, ArrayLike], metric: MeanScore, ids: Iterable[str] = ()) -> list[Score]:
    """Scores of systems from segment scores of which some are missing (NaN): the means of those that exist.

    >>> [score.value for score in with_gaps({"A": [1, np.nan, 2]}, MeanScore("votes"))]
    [1.5]
    """
    found, ids = [], tuple(ids)
    for system, given in values.items():
        column = np.asarray(given, dtype=np.float64)
        there = ~np.isnan(column)
        rows = np.column_stack([np.where(there, column, 0.0), there])
        found.append(Score(metric, Statistics(rows, metric.columns, metric.signature(), ids), system))
    return found


def from_values(
    values: Mapping[str, ArrayLike],
    metric: MeanScore,
    ids: Iterable[str] = (),
) -> list[Score]:
    """Scores of systems from their segment scores.

    >>> [score.value for score in from_values({"A": [1, 2], "B": [0, 1]}, MeanScore("votes"))]
    [1.5, 0.5]
    """
    ids = tuple(ids)
    found = []
    for system, given in values.items():
        column = np.asarray(given, dtype=np.float64)
        if column.ndim != 1:
            raise InputError(f"{system}: one score a segment is needed, not an array of shape {column.shape}")
        if not np.isfinite(column).all():
            where = int(np.flatnonzero(~np.isfinite(column))[0])
            name = ids[where] if ids else str(where + 1)
            raise InputError(
                f"{system}, segment {name}: the score is {column[where]}: give a number, or leave"
                " the segment out for all systems"
            )
        rows = np.column_stack([column, np.ones(len(column))])
        found.append(Score(metric, Statistics(rows, metric.columns, metric.signature(), ids), system))
    return found
