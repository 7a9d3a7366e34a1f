"""The front of the kernels for trees: makes the room that the loops work in.

A forest is ``labels``, ``parents`` and ``starts``, as ``_trees_cy.py`` says; ``groups`` make the segments:
the first trees are hypotheses, one a segment, after them come the references, of which segment ``s`` has
those from ``groups[s]`` to ``groups[s + 1] - 1``."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import kernel

Ints = NDArray[np.int32]
Starts = NDArray[np.int64]
Floats = NDArray[np.float64]


class Segmented(NamedTuple):
    """Which trees belong together: those of segment ``s`` are ``members[bounds[s]:bounds[s + 1]]``."""

    members: Starts
    bounds: Starts


def segmented(groups: Starts) -> Segmented:
    """Each hypothesis with its references.

    >>> segmented(np.array([0, 2, 3])).members.tolist()
    [0, 2, 3, 1, 4]
    """
    number = len(groups) - 1
    bounds = groups + np.arange(number + 1)
    members = np.empty(int(bounds[-1]), dtype=np.int64)
    own = np.zeros(len(members), dtype=bool)
    own[bounds[:-1]] = True
    members[own] = np.arange(number)
    members[~own] = number + np.arange(int(groups[-1]))
    return Segmented(members, bounds)


def preorder_parents(degrees: Ints, starts: Starts) -> Ints:
    """The parent of each node, from the number of children of nodes that stand before their children.

    >>> preorder_parents(np.array([2, 1, 0, 0], dtype=np.int32), np.array([0, 4])).tolist()
    [-1, 0, 1, 0]
    """
    out, longest = np.empty(len(degrees), dtype=np.int32), int(np.diff(starts).max(initial=0))
    room = np.empty((2, longest), dtype=np.int32)
    kernel("trees").preorder_parents(degrees, starts, room[0], room[1], out)
    return out


def head_words(degrees: Ints, starts: Starts, head_child: Ints, word_starts: Starts) -> Ints:
    """The head of each word, -1 of a root, given which child of each node is the head.

    >>> degrees, heads = np.array([2, 1, 0, 0], dtype=np.int32), np.array([1, 0, 0, 0], dtype=np.int32)
    >>> head_words(degrees, np.array([0, 4]), heads, np.array([0, 2])).tolist()
    [1, -1]
    """
    out = np.empty(int(word_starts[-1]), dtype=np.int32)
    stack = np.empty(int(np.diff(starts).max(initial=0)) + 1, dtype=np.int32)
    kernel("trees").head_words(degrees, starts, head_child, word_starts, stack, out)
    return out


def _table(starts: Starts, segments: Segmented, depth: int) -> tuple[Starts, Starts]:
    """A hash table that is large enough for the largest segment."""
    sizes = np.diff(starts)[segments.members]
    running = np.concatenate([[0], np.cumsum(sizes)])[segments.bounds]
    size = 4
    while size < 4 * int(np.diff(running).max(initial=0)) * (depth - 1):
        size *= 2
    return np.zeros(size, dtype=np.int64), np.full(size, -1, dtype=np.int64)


class Names(NamedTuple):
    """A number for each node and level, -1 for none; all are less than ``limit``."""

    values: Ints
    limit: int


def subtree_names(
    labels: Ints, parents: Ints, starts: Starts, segments: Segmented, depth: int, *, sided: bool
) -> Names:
    """The subtree at each node cut at depth 1 to ``depth``, by a number; equal ones have equal numbers.

    >>> labels, parents = np.array([5, 6, 7, 6], dtype=np.int32), np.array([-1, 0, 1, 0], dtype=np.int32)
    >>> one = Segmented(np.array([0]), np.array([0, 1]))
    >>> subtree_names(labels, parents, np.array([0, 4]), one, 3, sided=False).values.tolist()
    [[5, 9, 12], [6, 10, -1], [7, -1, -1], [6, -1, -1]]
    """
    number, limit = len(labels), int(labels.max(initial=-1)) + 1
    names = np.empty((number, depth), dtype=np.int32)
    room = np.empty((2, number), dtype=np.int32)
    limit = kernel("trees").subtree_names(
        labels, parents, starts, segments.members, segments.bounds, sided, limit, 0,
        *_table(starts, segments, depth), room[0], room[1], np.empty((number, 2), dtype=np.int32), names,
    )  # fmt: skip
    return Names(names, limit)


def chain_names(labels: Ints, parents: Ints, starts: Starts, segments: Segmented, length: int) -> Names:
    """The chain of 1 to ``length`` nodes that ends in each node, by a number."""
    names = np.empty((len(labels), length), dtype=np.int32)
    limit = kernel("trees").chain_names(
        labels, parents, starts, segments.members, segments.bounds, int(labels.max(initial=-1)) + 1, 0,
        *_table(starts, segments, length), names,
    )  # fmt: skip
    return Names(names, limit)


def clipped(names: Names, starts: Starts, segments: Segmented) -> Floats:
    """For each segment, the matches of each level, then their totals."""
    out = np.zeros((len(segments.bounds) - 1, 2 * names.values.shape[1]))
    room = np.zeros((3, names.limit), dtype=np.int32)
    kernel("trees").clipped(names.values, starts, *segments, room[0], room[1], room[2], out)
    return out


def tree_kernels(
    labels: Ints, parents: Ints, starts: Starts, groups: Starts, decay: float, *, sided: bool
) -> Floats:
    """Collins and Duffy's kernels of each reference with its hypothesis, of the hypothesis, of the reference.

    One row a reference; three columns, in each the logarithm to the base of 2 (minus infinity for none).
    """
    segments = segmented(groups)
    names, limit = subtree_names(labels, parents, starts, segments, 2, sided=sided)
    productions = np.ascontiguousarray(names[:, 1])
    number = len(groups) - 1
    owners, places = np.repeat(np.arange(number), np.diff(groups)), np.arange(number, len(starts) - 1)
    own = np.arange(len(starts) - 1)
    pairs = np.concatenate([np.column_stack([owners, places]), np.column_stack([own, own])])
    loops, nodes = kernel("trees"), len(labels)
    cells = loops.equal_pairs(productions, starts, pairs, np.zeros(limit, dtype=np.int32))
    room = np.empty((5, nodes), dtype=np.int32)
    out = np.empty((len(pairs), 2))
    loops.tree_kernels(
        productions, parents, starts, pairs, decay, room[0], room[1], room[2],
        np.full(limit, -1, dtype=np.int32), room[3], np.zeros(limit, dtype=np.int32),
        np.empty(nodes, dtype=np.int64), room[4], np.empty(cells), np.empty(cells, dtype=np.int32), out,
    )  # fmt: skip
    with np.errstate(divide="ignore"):
        logarithms = np.log2(out[:, 0]) + 400 * out[:, 1]
    alone = logarithms[len(owners) :]
    return np.column_stack([logarithms[: len(owners)], alone[owners], alone[places]])
