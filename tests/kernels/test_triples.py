"""The kernel of labelled triples, compiled and interpreted, equals a search through all matchings."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bolide import kernels
from bolide.kernels import triples
from bolide.kernels.triples import Items, Lists, best_pairs

RELATIONS, WORDS = 2, 4
COLUMNS = [(r, h, d) for r in range(RELATIONS) for h in range(WORDS) for d in range(WORDS)]


@pytest.fixture(params=["compiled", "interpreted"])
def mode(request, monkeypatch):
    if request.param == "interpreted":
        monkeypatch.setattr(triples, "kernel", kernels.interpreted)


bags = st.lists(st.lists(st.sampled_from(range(len(COLUMNS))), max_size=5), max_size=3)
senses = st.lists(st.sets(st.integers(0, 3), max_size=2), min_size=WORDS, max_size=WORDS)


def items_of(bag, partial):
    found = []
    for column in bag:
        r, h, d = COLUMNS[column]
        found += [(r, h, None), (r, None, d)] if partial else [(r, h, d)]
    return found


def alike(a, b, words, similar):
    def equal(x, y):
        return x == y or (x is not None and y is not None and bool(words[x] & words[y]))

    if a[0] != b[0] or not equal(a[1], b[1]):
        return False
    return equal(a[2], b[2]) if similar[a[0]] else a[2] == b[2]


def most(bag1, bag2, fits, weight):
    """The heaviest matching, by trying each partner, or none, for the first item and so on."""
    if not bag1:
        return 0
    found = most(bag1[1:], bag2, fits, weight)
    for at, other in enumerate(bag2):
        if fits(bag1[0], other):
            rest = bag2[:at] + bag2[at + 1 :]
            found = max(found, weight[bag1[0][0]] + most(bag1[1:], rest, fits, weight))
    return found


def brute(list1, list2, partial, words, similar, weight, beta):
    best, value = (0, 0, 0), -1
    for bag1 in list1:
        for bag2 in list2:
            one, two = items_of(bag1, partial), items_of(bag2, partial)
            size1, size2 = (sum(weight[r] for r, _, _ in each) for each in (one, two))
            matches = most(one, two, lambda a, b: alike(a, b, words, similar), weight)
            under = beta**2 * size2 + size1
            f = (1 + beta**2) * matches / under if under else 0
            if f > value + 1e-12:
                best, value = (matches, size1, size2), f
    return best


def arrays(lists):
    parts = []
    for each in lists:
        columns = sorted({c for bag in each for c in bag})
        table = np.array([[bag.count(c) for c in columns] for bag in each], dtype=np.uint8)
        parts.append((np.array(columns, dtype=np.int32), table.reshape(len(each), len(columns))))
    return Lists.of(parts)


def all_items(partial, similar, group):
    number, first, second = {}, [], []
    for column in range(len(COLUMNS)):
        found = [number.setdefault(item, len(number)) for item in items_of([column], partial)]
        first.append(found[0])
        second.append(found[1] if partial else -1)
    rows = [(r, -1 if h is None else h, -1 if d is None else d) for r, h, d in number]
    relation, head, dependent = (np.array(row, dtype=np.int32) for row in zip(*rows, strict=True))
    return Items(
        np.array(first, dtype=np.int32),
        np.array(second, dtype=np.int32),
        relation,
        head,
        dependent,
        np.array(similar, dtype=np.uint8)[relation],
        np.array(group, dtype=np.int32)[relation],
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    st.lists(bags, min_size=2, max_size=3),
    st.booleans(),
    senses,
    st.lists(st.booleans(), min_size=RELATIONS, max_size=RELATIONS),
    st.sampled_from([(1.0, 1.0), (2.0, 0.5), (0.0, 1.0)]),
    st.sampled_from([0.5, 1.0, 2.0]),
)
def test_equals_the_search_through_all_matchings(mode, lists, partial, words, similar, weight, beta):
    pairs = np.array([[0, n] for n in range(1, len(lists))], dtype=np.int64)
    group = [0, 1] if weight[0] != weight[1] else [0, 0]
    starts = np.cumsum([0, *map(len, words)], dtype=np.int64)
    keys = np.array([key for each in words for key in sorted(each)], dtype=np.int32)
    results, chosen = best_pairs(
        arrays(lists), pairs, all_items(partial, similar, group), np.array(weight), starts, keys, beta
    )
    for row, picked, (a, b) in zip(results.tolist(), chosen.tolist(), pairs.tolist(), strict=True):
        if not lists[a] or not lists[b]:
            assert row[0] == 0
            continue
        assert row == pytest.approx(brute(lists[a], lists[b], partial, words, similar, weight, beta))
        again = [[lists[a][picked[0]]], [lists[b][picked[1]]]]
        assert row == pytest.approx(brute(*again, partial, words, similar, weight, beta))


def test_words_in_a_row_share_keys_without_all_sharing_one(mode):
    # 0 and 2 share a key, and so do 0 and 3, but not 2 and 3.
    words = [{0, 1}, set(), {0}, {1}]
    lists = [[[0, 2]], [[0, 15]]]
    starts = np.cumsum([0, *map(len, words)], dtype=np.int64)
    keys = np.array([0, 1, 0, 1], dtype=np.int32)
    items = all_items(False, [True, False], [0, 0])
    results, _ = best_pairs(arrays(lists), np.array([[0, 1]]), items, np.ones(1), starts, keys, 0.5)
    assert results.tolist() == [[2, 2, 2]]
    assert results[0].tolist() == list(brute(*lists, False, words, [True, False], (1.0, 1.0), 0.5))


def test_more_than_sixty_matches_need_more_than_one_word_of_bits(mode):
    bag = [c for c in range(len(COLUMNS)) for _ in range(7)]
    results, _ = best_pairs(
        arrays([[bag], [bag[:-3], bag[5:]]]),
        np.array([[0, 1]]),
        all_items(True, [True, True], [0, 0]),
        np.ones(1),
        np.zeros(WORDS + 1, dtype=np.int64),
        np.empty(0, dtype=np.int32),
    )
    size = 2 * len(bag)
    assert results.tolist() == [[size - 6, size, size - 6]]
