"""The front of the alignment kernels: makes the room that a search works in, and more where it asks."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import kernel

MOST_STATES = 4096
MOST_STEPS = 100_000
MOST_CANDIDATES = 1 << 20
"""The budget of one pair: states a reference word, states tried in all, candidates. It takes a fifth of
a second or so, and hardly ever a whole one; beyond it, an alignment is not proved to be the best."""

Room = NDArray[Any]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Keys:
    """For each stage and each type of word its keys: words that share a key at a stage may be linked there.

    Those of type ``t`` at stage ``s`` are ``values[starts[s, t]:starts[s, t + 1]]``, sorted.
    """

    starts: Longs
    values: Ints

    @cached_property
    def numbers(self) -> Ints:
        """The values as numbers from 0 on."""
        least: np.int32 = self.values.min(initial=0)
        return self.values - least

    @cached_property
    def only(self) -> Ints:
        """For each stage and type the number of its only key, or -1; -2 at stages where some have several.

        >>> Keys(np.array([[0, 1, 1], [1, 3, 4]]), np.array([7, 7, 8, 7], dtype=np.int32)).only.tolist()
        [[7, -1], [-2, -2]]
        """
        counts = np.diff(self.starts, axis=1)
        only = np.append(self.numbers, np.int32(-1))[np.where(counts == 1, self.starts[:, :-1], -1)]
        only[(counts > 1).any(axis=1)] = -2
        return only


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


def align_stages(
    hyp: Ints,
    hyp_starts: Longs,
    ref: Ints,
    ref_starts: Longs,
    pairs: Longs,
    keys: Keys,
    *,
    limits: tuple[int, int, int] = (MOST_STATES, MOST_STEPS, MOST_CANDIDATES),
) -> Links:
    """Align the words of each pair ``(hypothesis, reference)`` stage by stage; see the kernel ``stages``.

    >>> ids = np.array([0, 1, 2, 0, 2, 1], dtype=np.int32)
    >>> found = align_stages(ids, np.array([0, 3]), ids, np.array([3, 6]), np.array([[0, 0]]),
    ...                      Keys(np.array([[0, 1, 2, 3]]), np.arange(3, dtype=np.int32)))
    >>> found.rows[:, [0, 2]].tolist(), found.exact.tolist()
    ([[0, 0], [2, 1], [1, 2]], [True])
    """
    loops = kernel("stages")
    room = {"candidates": 1 << 10, "related": 1 << 12, "keys": 1 << 12, "words": 1, "nodes": 1 << 12}
    rows = 4 * limits[0]

    def make(longest: int, candidates: int, related: int, keys: int, words: int, nodes: int) -> list[Room]:
        return [
            *_ints(loops.FOR_WORDS, longest), *_ints(loops.FOR_CANDIDATES, candidates),
            np.empty((2, keys), dtype=np.int32), np.empty(related, dtype=np.uint8),
            np.empty(2 * rows * words, dtype=np.int64), np.empty(words + 1, dtype=np.int64),
            *_ints(loops.FOR_STATES, 2 * rows), *_ints(1, 2, rows), *_ints(1, 4 * rows), *_ints(1, nodes, 3),
        ]  # fmt: skip

    task = hyp, hyp_starts, ref, ref_starts, pairs, keys.starts, keys.numbers, keys.only
    return _align(loops.Stages, task, limits, make, room)


def align_jointly(
    hyp: Ints,
    hyp_starts: Longs,
    ref: Ints,
    ref_starts: Longs,
    pairs: Longs,
    keys: Keys,
    *,
    beam: int = 0,
    phrases: Phrases | None = None,
    limits: tuple[int, int, int] = (MOST_STATES, MOST_STEPS, MOST_CANDIDATES),
) -> Links:
    """Align each pair by all stages and phrases at once; see the kernel ``joint``.

    >>> ids = np.array([0, 1, 2, 0, 2, 1], dtype=np.int32)
    >>> found = align_jointly(ids, np.array([0, 3]), ids, np.array([3, 6]), np.array([[0, 0]]),
    ...                       Keys(np.array([[0, 1, 2, 3]]), np.arange(3, dtype=np.int32)))
    >>> found.rows[:, [0, 2]].tolist(), found.exact.tolist()
    ([[0, 0], [2, 1], [1, 2]], [True])
    """
    loops = kernel("joint")
    room = {
        "candidates": 1 << 12,
        "related": 1 << 12,
        "keys": 1 << 12,
        "words": 1,
        "rows": 4 * limits[0],
        "nodes": 1 << 15,
    }

    def make(
        longest: int, candidates: int, related: int, keys: int, words: int, rows: int, nodes: int
    ) -> list[Room]:
        return [
            *_ints(loops.FOR_WORDS, longest), *_ints(loops.FOR_CANDIDATES, candidates),
            np.empty((2, keys), dtype=np.int32), np.empty(related, dtype=np.uint8),
            np.empty(2 * rows * words, dtype=np.int64),
            *(np.empty((longest, words), dtype=np.int64) for _ in range(2)),
            *_ints(loops.FOR_STATES, 2 * rows), np.empty(2 * rows, dtype=np.int64), *_ints(1, 2, rows),
            *_ints(1, 4 * rows), *_ints(1, nodes, 3),
        ]  # fmt: skip

    if phrases is None:
        phrases = Phrases(np.zeros(len(pairs) + 1, dtype=np.int64), np.empty((0, 4), dtype=np.int32))
    task = hyp, hyp_starts, ref, ref_starts, pairs, keys.starts, keys.numbers, phrases.starts, phrases.rows
    return _align(lambda *arrays: loops.Joint(beam, *arrays), task, limits, make, room)


def _align(
    search: Callable[..., Any],
    task: tuple[Room, ...],
    limits: tuple[int, int, int],
    make: Callable[..., list[Room]],
    room: dict[str, int],
) -> Links:
    """Run a kernel over all pairs, with more room of a kind whenever it has too little."""
    _, hyp_starts, _, ref_starts, pairs, key_starts, numbers, *_ = task
    lengths1 = np.diff(hyp_starts)[pairs[:, 0]]
    lengths2 = np.diff(ref_starts)[pairs[:, 1]]
    longest = int(max(lengths1.max(initial=0), lengths2.max(initial=0))) + 2
    links = np.empty((int(np.minimum(lengths1, lengths2).sum()), 5), dtype=np.int32)
    starts = np.zeros(len(pairs) + 1, dtype=np.int64)
    exact = np.zeros(len(pairs), dtype=np.uint8)
    done = 0
    while True:
        slots = [
            np.full(size, -1, dtype=np.int32) for size in (numbers.max(initial=0) + 1, key_starts.shape[1])
        ]
        arrays = [
            *task, np.array(limits, dtype=np.int64), links, starts, exact, *slots, *make(2 * longest, **room)
        ]  # fmt: skip
        done, small, need = search(*(array.data for array in arrays)).align(done)
        if done == len(pairs):
            return Links(links[: starts[-1]], starts, exact.astype(bool))
        kind = list(room)[small - 1]
        room[kind] = max(2 * room[kind], need)


def _ints(number: int, *shape: int) -> list[Ints]:
    return list(np.empty((number, *shape), dtype=np.int32))
