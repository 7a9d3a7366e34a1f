"""The front of the kernel of bracketings: makes the room that the loops work in.

``scores[i, j]`` is what words ``i`` to ``j - 1`` add to the score of a tree as a constituent. All words
together always are one; any other words next to each other, and any word, may be one, and no two may cross.
"""

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


def marginals(scores: Floats) -> Floats:
    """How probable each span is, where a bracketing is as probable as ``exp`` of its score.

    >>> marginals(np.zeros((3, 3))).round(9).tolist()  # two words: with or without brackets around each
    [[0.0, 0.5, 1.0], [0.0, 0.0, 0.5], [0.0, 0.0, 0.0]]
    """
    room = np.zeros((6, *scores.shape))
    kernel("chart").marginals(np.ascontiguousarray(scores), *room)
    probable: Floats = room[-1]
    return probable


def kbest(scores: Floats, labels: Floats, rows: Ints, k: int) -> tuple[Floats, Ints, Ints]:
    """The ``k`` best trees with a label on each constituent: scores, the node of each tree, and all nodes.

    ``labels[rows[i, j]]`` are the scores of a span with each label, ``scores[i, j]`` is the best of them. A
    node is first word, end, label, and the nodes that its children come from: two, one after the other, or
    one (the second is -1) where the node adds a label, or none of a word alone. A label that is the number of
    labels means none. Parts stand before what they are part of.

    >>> labels = np.array([[-2.0], [1.0], [-1.0]])  # of the first word, the second, and both
    >>> scores = np.array([[0.0, -2.0, -1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
    >>> rows = np.array([[0, 0, 2], [0, 0, 1], [0, 0, 0]], dtype=np.int32)
    >>> found, trees, nodes = kbest(scores, labels, rows, 10)
    >>> found.tolist()
    [0.0, -1.0, -2.0, -3.0]
    >>> trees.tolist(), nodes[:4].tolist()
    ([3, 6, 9, 11], [[0, 1, 1, -1, -1], [1, 2, 0, -1, -1], [0, 2, 1, 0, 1], [0, 2, 0, 2, -1]])
    """
    n = len(scores) - 1
    scores, labels, chart = np.ascontiguousarray(scores), np.ascontiguousarray(labels), _chart(n)
    module = kernel("chart")
    room = 8 * n + 16
    while True:
        slots = np.full(3 * (n + 1) ** 2, -1, dtype=np.int32)
        state = np.zeros((room, 11), dtype=np.int32)
        found_scores, found = np.empty((room, k)), np.empty((room, k, 3), dtype=np.int32)
        heap_scores, heap = np.empty((room, n + 2 * k)), np.empty((room, n + 2 * k, 3), dtype=np.int32)
        options, stack = np.empty((room, k + 1), dtype=np.int32), np.empty((6 * n + 8, 2), dtype=np.int32)
        used = module.kbest(
            scores,
            labels,
            rows,
            k,
            *chart,
            slots,
            state,
            found_scores,
            found,
            heap_scores,
            heap,
            options,
            stack,
        )
        if used >= 0:
            break
        room *= 2
    number = int(state[0, 0])
    roots, room = np.empty(number, dtype=np.int32), 4 * n + 6 * number
    while True:
        nodes = np.empty((room, 5), dtype=np.int32)
        firsts, laters = np.full(len(slots), -1, dtype=np.int32), np.full((used, k), -1, dtype=np.int32)
        made = module.trace(
            labels, rows, chart[3], slots, state, found, firsts, laters, stack, roots, nodes
        )  # fmt: skip
        if made >= 0:
            return found_scores[0, :number].copy(), roots, nodes[:made]
        room *= 2


def _chart(n: int) -> tuple[Floats, Floats, Floats, Ints]:
    """Room for a chart of so many words."""
    room = np.empty((3, n + 1, n + 1))
    return room[0], room[1], room[2], np.empty((n + 1, n + 1), dtype=np.int32)
