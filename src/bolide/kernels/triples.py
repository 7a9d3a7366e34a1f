"""The front of the triples kernel: bags of triples, and the best pair of two lists of bags."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import kernel

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Lists:
    """Lists of bags.

    The columns of list ``n`` are ``columns[column_starts[n]:column_starts[n + 1]]``; how often its bags have
    them stands in ``counts`` from ``count_starts[n]`` on, bag by bag; ``sizes[n]`` is the number of bags.
    """

    columns: Ints
    column_starts: Longs
    counts: NDArray[np.uint16]
    count_starts: Longs
    sizes: Ints

    @classmethod
    def of(cls, parts: list[tuple[Ints, NDArray[np.uint16]]]) -> "Lists":
        """From the columns and the table of counts (bags, columns) of each list."""
        columns = [c for c, _ in parts] or [np.empty(0, dtype=np.int32)]
        tables = [t.ravel() for _, t in parts] or [np.empty(0, dtype=np.uint16)]
        return cls(
            np.concatenate(columns).astype(np.int32),
            np.cumsum([0, *(len(c) for c, _ in parts)], dtype=np.int64),
            np.concatenate(tables).astype(np.uint16),
            np.cumsum([0, *(t.size for _, t in parts)], dtype=np.int64),
            np.array([len(t) for _, t in parts], dtype=np.int32),
        )


@dataclass(frozen=True, eq=False)
class Items:
    """What columns stand for. Column ``c`` stands for the items ``first[c]`` and ``second[c]`` (-1 is none);
    an item has a relation, a head and a dependent (-1 is open). ``similar`` says whether its dependent may be
    matched by keys. ``group`` is the number of its weight."""

    first: Ints
    second: Ints
    relation: Ints
    head: Ints
    dependent: Ints
    similar: NDArray[np.uint8]
    group: Ints


def best_pairs(
    lists: Lists,
    pairs: Longs,
    items: Items,
    weights: NDArray[np.float64],
    key_starts: Longs,
    keys: Ints,
    beta: float = 1.0,
) -> tuple[NDArray[np.float64], Ints]:
    """For each pair of lists matches and both totals of the best two bags, and which bags these are.

    >>> items = Items(*(np.array(row, dtype=np.int32) for row in ([0, 1], [-1, -1], [0, 0], [0, 1], [2, 2])),
    ...               np.ones(2, dtype=np.uint8), np.zeros(2, dtype=np.int32))
    >>> both = np.array([0, 1], dtype=np.int32)
    >>> lists = Lists.of([(both, np.array([[1, 1]], dtype=np.uint16)),
    ...                   (both, np.array([[0, 1], [2, 1]], dtype=np.uint16))])
    >>> none = np.empty(0, dtype=np.int32)
    >>> results, chosen = best_pairs(lists, np.array([[0, 1]]), items, np.ones(1),
    ...                              np.zeros(4, dtype=np.int64), none)
    >>> results.tolist(), chosen.tolist()
    ([[2.0, 2.0, 3.0]], [[0, 1]])
    """
    widths = np.diff(lists.column_starts)
    bags = max(int(lists.sizes.max(initial=0)), 1)
    wide = max(2 * int(widths.max(initial=0)), 1)
    deep = 1
    for n in np.flatnonzero(lists.sizes):
        table = lists.counts[lists.count_starts[n] : lists.count_starts[n + 1]]
        most = table.reshape(int(lists.sizes[n]), -1).max(axis=0, initial=0)
        deep = max(deep, 2 * int(most.sum(dtype=np.int64)))
    deep = deep // 60 + len(weights) + 1
    results = np.zeros((len(pairs), 3))
    chosen = np.zeros((len(pairs), 2), dtype=np.int32)

    def ints(*shape: int) -> Ints:
        return np.empty(shape, dtype=np.int32)

    kernel("triples").best_pairs(
        lists.columns, lists.column_starts, lists.counts, lists.count_starts, lists.sizes,
        np.ascontiguousarray(pairs, dtype=np.int64), items.first, items.second, items.relation, items.head,
        items.dependent, items.similar, items.group, weights, key_starts, keys, float(beta),
        np.full(max(len(items.relation), 1), -1, dtype=np.int32), ints(wide), ints(wide), ints(bags, wide),
        ints(bags, wide), np.empty(bags), np.empty(bags), np.empty((wide, wide), dtype=np.uint8),
        ints(2 * wide), ints(2 * wide, 5), ints(bags, 2 * wide), ints(bags, 2 * wide),
        np.empty((bags, deep), dtype=np.int64), np.empty((bags, deep), dtype=np.int64), ints(deep),
        np.empty((bags, bags)), ints(4, bags), ints(bags, bags), ints(wide), ints(wide), ints(wide, wide),
        ints(4, 2 * wide), results, chosen,
    )  # fmt: skip
    return results, chosen
