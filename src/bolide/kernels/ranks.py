"""The front of the kernels of rank correlation: sorts the points and makes the room that the loops work in.

>>> points = Points(np.array([0, 1, 2, 3]), np.array([0, 4]))
>>> ordered = points.ordered(np.array([1.0, 2, 2, 3]), np.array([5.0, 7, 6, 6]))
>>> counts = ordered.pair_counts(np.ones((1, 4)))
>>> dict(zip(COUNTS, counts[0, :, 0].astype(int).tolist()))
{'concordant': 3, 'all': 6, 'tied_x': 1, 'tied_y': 1, 'tied_both': 0}
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import kernel

LANES = 8
"""So many resamples side by side, as the kernels have it."""
COUNTS = ("concordant", "all", "tied_x", "tied_y", "tied_both")
_NONE = np.empty((0, LANES), dtype=np.float64)

Floats = NDArray[np.float64]
Starts = NDArray[np.int64]


def lanes(weights: Floats) -> list[NDArray[np.int32]]:
    """Weights ``(rows, units)`` as blocks ``(units, LANES)``, filled up with zeros."""
    blocks = []
    for first in range(0, len(weights), LANES):
        part = weights[first : first + LANES]
        block = np.zeros((weights.shape[1], LANES), dtype=np.int32)
        block[:, : len(part)] = part.T
        blocks.append(block)
    return blocks


@dataclass(frozen=True, eq=False)
class Points:
    """Groups of points: ``units[i]`` is whose weight a point has; group g is ``starts[g]:starts[g + 1]``."""

    units: NDArray[np.intp]
    starts: Starts

    def ordered(self, x: Floats, y: Floats) -> "PairOrder":
        """The points by x, then by y."""
        group = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        by_y = np.lexsort((y, group))
        new = _new(group[by_y], y[by_y])
        number = np.cumsum(new)
        rank = np.empty(len(y), dtype=np.int32)
        begin = np.zeros(len(self.starts), dtype=np.int64)
        filled = np.flatnonzero(np.diff(self.starts))
        begin[filled] = number[self.starts[filled]] - 1
        rank[by_y] = number - begin[group[by_y]]
        order = np.lexsort((y, x, group))
        first = _new(group[order], x[order])
        return PairOrder(
            self.units[order].astype(np.int32), first.astype(np.int8),
            (first | _new(group[order], y[order])).astype(np.int8), rank[order], self.starts,
        )  # fmt: skip

    def ranked(self, x: Floats) -> "RankOrder":
        """The points by x."""
        group = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        order = np.lexsort((x, group))
        first = _new(group[order], x[order]).astype(np.int8)
        return RankOrder(self.units.astype(np.int32), order.astype(np.int32), first, self.starts)


@dataclass(frozen=True, eq=False)
class PairOrder:
    """Points as ``pair_counts`` walks through them."""

    units: NDArray[np.int32]
    first: NDArray[np.int8]
    joint: NDArray[np.int8]
    rank: NDArray[np.int32]
    starts: Starts

    def pair_counts(self, weights: Floats) -> Floats:
        """``(groups, COUNTS, rows)`` for weights ``(rows, units)`` that are whole numbers."""
        parts = [self.block(block) for block in lanes(weights)]
        return np.concatenate(parts, axis=2)[:, :, : len(weights)]

    def block(self, block: NDArray[np.int32]) -> Floats:
        """The counts by one block of ``lanes``."""
        tree = np.zeros((2 * int(self.rank.max(initial=0)) + 2, LANES), dtype=np.int32)
        out = np.empty((len(self.starts) - 1, len(COUNTS), LANES), dtype=np.int64)
        kernel("ranks").pair_counts(
            self.units, self.first, self.joint, self.rank, self.starts, block, tree, out
        )
        return out.astype(np.float64)


@dataclass(frozen=True, eq=False)
class RankOrder:
    """Points as ``rank_moments`` walks through them."""

    units: NDArray[np.int32]
    order: NDArray[np.int32]
    first: NDArray[np.int8]
    starts: Starts

    def ranks(self, block: NDArray[np.int32]) -> tuple[Floats, Floats]:
        """The rank of each point in each resample of a block, and their moments."""
        ranks = np.empty((len(self.units), LANES), dtype=np.float64)
        return ranks, self._moments(block, _NONE, ranks)

    def moments(self, block: NDArray[np.int32], given: Floats) -> Floats:
        """``(groups, 3, LANES)``: the sums of weights, of squares of ranks and of products with others."""
        return self._moments(block, given, _NONE)

    def _moments(self, block: NDArray[np.int32], given: Floats, ranks: Floats) -> Floats:
        out = np.empty((len(self.starts) - 1, 3, LANES), dtype=np.float64)
        kernel("ranks").rank_moments(
            self.units, self.order, self.first, self.starts, block, given, ranks, out
        )
        return out


def best_threshold(
    units: NDArray[np.int32], gains: Floats, last: NDArray[np.int8], block: NDArray[np.int32]
) -> tuple[Floats, NDArray[np.int64]]:
    """The largest of the running sums of gains in each lane, and after how many of them it is reached."""
    best, where = np.empty(LANES, dtype=np.float64), np.empty(LANES, dtype=np.int64)
    kernel("ranks").best_threshold(units, gains, last, block, best, where)
    return best, where


def _new(group: NDArray[np.intp], values: Floats) -> NDArray[np.bool_]:
    """Where a value differs from the one before, or a group begins."""
    result = np.ones(len(values), dtype=bool)
    result[1:] = (values[1:] != values[:-1]) | (group[1:] != group[:-1])
    return result
