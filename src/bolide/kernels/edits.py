"""The front of the edit kernels: makes the room that the loops work in.

In all of them a row ``(h, r)`` of ``pairs`` compares hypothesis ``h`` with reference ``r``.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import kernel

Ints = NDArray[np.int32]
Starts = NDArray[np.int64]


def levenshtein(hyp: Ints, hyp_starts: Starts, ref: Ints, ref_starts: Starts, pairs: Starts) -> Ints:
    """The fewest insertions, deletions and substitutions of words.

    >>> words, starts = np.array([0, 1, 2, 1, 3], dtype=np.int32), np.array([0, 3, 5])
    >>> levenshtein(words, starts, words, starts, np.array([[0, 1], [1, 1]])).tolist()
    [2, 0]
    """
    out = np.empty(len(pairs), dtype=np.int32)
    room = np.zeros(_types(hyp, ref), dtype=np.int64)
    carry = np.empty(_longest(hyp_starts), dtype=np.int32)
    kernel("edits").distances(hyp, hyp_starts, ref, ref_starts, pairs, room, carry, out)
    return out


def block_movements(hyp: Ints, hyp_starts: Starts, ref: Ints, ref_starts: Starts, pairs: Starts) -> Ints:
    """CDER's distance, in which a jump to any place of the hypothesis costs 1.

    >>> words, starts = np.array([0, 1, 2, 3, 2, 3, 0, 1], dtype=np.int32), np.array([0, 4, 8])
    >>> block_movements(words, starts, words, starts, np.array([[0, 1]])).tolist()
    [3]
    """
    out = np.empty(len(pairs), dtype=np.int32)
    row = np.empty(_longest(hyp_starts) + 1, dtype=np.int32)
    kernel("edits").block_movements(hyp, hyp_starts, ref, ref_starts, pairs, row, out)
    return out


@dataclass(frozen=True, eq=False)
class Edits:
    """What it takes to turn hypotheses into references.

    ``counts`` has a row a pair: insertions, deletions, substitutions, shifts, shifted words. ``shifts`` and
    ``path`` are those of the last pair: ``(start, length, low, high)`` of each shift, by which
    ``words[low:high]`` is rotated, and what happens then, word by word: 1 match, 2 substitution, 3 insertion
    (a word that only the hypothesis has), 4 deletion.
    """

    counts: Ints
    shifts: Ints
    path: NDArray[np.int8]


def shifted_edits(
    hyp: Ints,
    hyp_starts: Starts,
    ref: Ints,
    ref_starts: Starts,
    pairs: Starts,
    *,
    tercom: bool = False,
    beam_width: int = 25,
    shift_distance: int = 50,
) -> Edits:
    """The edits of TER, as tercom or as sacreBLEU finds them.

    >>> words, starts = np.array([0, 1, 2, 3, 2, 3, 0, 1], dtype=np.int32), np.array([0, 4, 8])
    >>> edits = shifted_edits(words, starts, words, starts, np.array([[0, 1]]))
    >>> edits.counts.tolist(), edits.shifts.tolist(), edits.path.tolist()
    ([[0, 0, 0, 1, 2]], [[0, 2, 0, 4]], [1, 1, 1, 1])
    """
    counts = np.zeros((len(pairs), 5), dtype=np.int32)
    n = hyp_starts[pairs[:, 0] + 1] - hyp_starts[pairs[:, 0]]
    m = ref_starts[pairs[:, 1] + 1] - ref_starts[pairs[:, 1]]
    both = int(np.max(n + m, initial=0))
    blocks = -(-m // 62)
    beam_width, shift_distance = min(beam_width, both + 1), min(shift_distance, both)  # more is the same
    if tercom:
        rows, cells = 2 * (m + 1), (n + 1) * (m + 1)
    else:
        width = 2 * (beam_width + m // (2 * np.maximum(n, 1)) + 2) + 2
        rows, cells = 2 * (n + 1) * width, (n + 1) * width

    def room(sizes: Any, kind: Any = np.int32) -> Any:
        return np.empty(int(np.max(sizes, initial=0)), dtype=kind)

    shifts, path = np.zeros((both + 1, 4), dtype=np.int32), np.zeros(both, dtype=np.int8)
    steps = kernel("ter").shifted_edits(
        hyp, hyp_starts, ref, ref_starts, pairs, tercom, beam_width, shift_distance,
        np.zeros(_types(hyp, ref), dtype=np.int32),
        *(room(n + 1) for _ in ("current", "trial", "reach", "hyp_errors", "score")),
        *(room(m + 1) for _ in ("reference", "head", "link", "aligned", "ref_errors")),
        room((m + 1) * blocks, np.int64), room((n + 2) * blocks, np.int64), room((n + 2) * blocks, np.int64),
        room(rows), room(cells, np.int8), shifts, path, counts,
    )  # fmt: skip
    return Edits(counts, shifts[: counts[-1, 3] if len(counts) else 0], path[:steps])


def _types(*words: Ints) -> int:
    return max((int(ids.max(initial=-1)) for ids in words), default=-1) + 1


def _longest(starts: Starts) -> int:
    return int(np.diff(starts).max(initial=0))
