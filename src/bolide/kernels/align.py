"""The front of the alignment kernel: makes the room that the search works in, and more where it asks."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import kernel

MOST_STATES = 4096
MOST_STEPS = 100_000
MOST_CANDIDATES = 1 << 20
"""The budget of one pair: states a reference word, states tried in all, candidates. It takes at most a fifth
of a second or so; beyond it, an alignment is not proved to be the best."""

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Keys:
    """For each stage and each type of word its keys: words that share a key at a stage may be linked there.

    Those of type ``t`` at stage ``s`` are ``values[starts[s, t]:starts[s, t + 1]]``, sorted.
    """

    starts: Longs
    values: Ints


@dataclass(frozen=True, eq=False)
class Phrases:
    """For each pair the phrases that may be linked: ``rows[starts[p]:starts[p + 1]]``, by reference start.

    A row is reference start, length, hypothesis start, length.
    """

    starts: Longs
    rows: Ints


@dataclass(frozen=True, eq=False)
class Links:
    """For each pair its links, ``rows[starts[p]:starts[p + 1]]``, and whether they are proved to be the best.

    A row is hypothesis start, length, reference start, length, stage; they are sorted by reference start.
    """

    rows: Ints
    starts: Longs
    exact: NDArray[np.bool_]

    def chunks(self) -> Longs:
        """For each pair the fewest runs of links that are adjacent and in the same order on both sides.

        >>> rows = np.array([[0, 1, 0, 1, 0], [1, 1, 1, 1, 0], [2, 1, 3, 1, 0]], dtype=np.int32)
        >>> Links(rows, np.array([0, 3, 3]), np.array([True, True])).chunks()
        array([2, 0])
        """
        rows = self.rows
        begins = np.ones(len(rows) + 1, dtype=np.int64)
        begins[1:-1] = (rows[:-1, 0] + rows[:-1, 1] != rows[1:, 0]) | (
            rows[:-1, 2] + rows[:-1, 3] != rows[1:, 2]
        )
        begins[self.starts[:-1]] = 1
        begins[-1] = 0
        before = np.concatenate([[0], np.cumsum(begins[:-1])])
        chunks: Longs = before[self.starts[1:]] - before[self.starts[:-1]]
        return chunks


def align_pairs(
    hyp: Ints,
    hyp_starts: Longs,
    ref: Ints,
    ref_starts: Longs,
    pairs: Longs,
    keys: Keys,
    *,
    joint: bool = False,
    beam: int = 0,
    phrases: Phrases | None = None,
    limits: tuple[int, int, int] = (MOST_STATES, MOST_STEPS, MOST_CANDIDATES),
) -> Links:
    """Align the words of each pair ``(hypothesis, reference)``; see the kernel of this name.

    >>> ids = np.array([0, 1, 2, 0, 2, 1], dtype=np.int32)
    >>> found = align_pairs(ids, np.array([0, 3]), ids, np.array([3, 6]), np.array([[0, 0]]),
    ...                     Keys(np.array([[0, 1, 2, 3]]), np.arange(3, dtype=np.int32)))
    >>> found.rows[:, [0, 2]].tolist(), found.exact.tolist()
    ([[0, 0], [2, 1], [1, 2]], [True])
    """
    loops = kernel("align")
    count = len(pairs)
    lengths1 = np.diff(hyp_starts)[pairs[:, 0]]
    lengths2 = np.diff(ref_starts)[pairs[:, 1]]
    longest = int(max(lengths1.max(initial=0), lengths2.max(initial=0))) + 2
    if phrases is None:
        phrases = Phrases(np.zeros(count + 1, dtype=np.int64), np.empty((0, 4), dtype=np.int32))
    links = np.empty((int(np.minimum(lengths1, lengths2).sum()), 5), dtype=np.int32)
    starts = np.zeros(count + 1, dtype=np.int64)
    exact = np.zeros(count, dtype=np.uint8)

    def ints(*shape: int) -> Ints:
        return np.empty(shape, dtype=np.int32)

    words = [ints(longest) for _ in range(10)]
    local = np.full(keys.starts.shape[1], -1, dtype=np.int32)
    parents, members, by_group, groups = (
        ints(2 * longest),
        ints(7, 2 * longest),
        ints(longest),
        ints(longest, 3),
    )
    signs = np.empty((len(keys.starts), len(local) - 1), dtype=np.int64)
    loops.sign_keys(keys.starts, keys.values, signs)
    signs1, open1, open2, degrees = (
        np.empty(longest, dtype=np.int64),
        ints(longest),
        ints(longest),
        ints(2 * longest),
    )
    related = np.empty(1 << 12, dtype=np.uint8)
    cands = ints(1 << 12, 10)
    wide = 1
    masks, kind_masks = (np.empty((longest, wide), dtype=np.int64) for _ in range(2))
    kind_of, kind_left, scarce, kind_of_hyp, picked = (ints(longest) for _ in range(5))
    passed = ints(2 * longest)
    rest = np.empty((longest, 4), dtype=np.int64)
    rows = 4 * limits[0]
    states = np.empty(2 * rows * (10 + wide), dtype=np.int64)
    order, slots, nodes = ints(2, rows), ints(4 * rows), ints(1 << 15, 2)
    result = np.zeros(5, dtype=np.int64)
    done = 0
    while True:
        done = loops.align_pairs(
            hyp, hyp_starts, ref, ref_starts, pairs, done, keys.starts, keys.values, joint, beam,
            np.array(limits, dtype=np.int64), phrases.starts, phrases.rows, links, starts, exact, local,
            *words, parents, members, by_group, groups, signs, signs1, open1, open2, degrees, related, cands,
            masks, kind_of, kind_left, scarce, kind_of_hyp, passed, kind_masks, rest, picked,
            states, order, slots, nodes, result,
        )  # fmt: skip
        if done == count:
            return Links(links[: starts[-1]], starts, exact.astype(bool))
        which, need = result[:2].tolist()
        if which == 3:
            related = np.empty(2 * need, dtype=np.uint8)
        elif which == 4:
            cands = ints(2 * need, 10)
        elif which in (5, 6):
            wide = max(wide, need)
            rows *= which - 4
            masks, kind_masks = (np.empty((longest, wide), dtype=np.int64) for _ in range(2))
            states = np.empty(2 * rows * (10 + wide), dtype=np.int64)
            order, slots = ints(2, rows), ints(4 * rows)
        else:
            nodes = ints(2 * len(nodes), 2)
