"""The kernels of bracketings, compiled and interpreted, equal an enumeration of all trees of short sentences."""

from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bolide import kernels
from bolide.kernels import chart


@pytest.fixture(params=["compiled", "interpreted"])
def mode(request, monkeypatch):
    if request.param == "interpreted":
        monkeypatch.setattr(chart, "kernel", kernels.interpreted)


def whole(i, j, labels):
    """All ways in which words i to j - 1 are one constituent with a label: (score, tree)."""
    insides = [(0.0, (i,))] if j - i == 1 else rows_of_parts(i, j, labels, least=2)
    return [
        (score + value, (number, *children))
        for score, children in insides
        for number, value in enumerate(labels[i, j])
    ]


def rows_of_parts(i, j, labels, least):
    """All rows of at least so many parts that cover words i to j - 1; a part has a label or is one word."""
    if i == j:
        return [(0.0, ())] if least <= 0 else []
    found = []
    for k in range(i + 1, j + 1):
        parts = [(0.0, i)] if k - i == 1 else []
        if k - i < j - i or least <= 1:
            parts = parts + whole(i, k, labels)
        for score, part in parts:
            found += [(score + more, (part, *rest)) for more, rest in rows_of_parts(k, j, labels, least - 1)]
    return found


def arrays(labels, n):
    count = len(next(iter(labels.values())))
    table = np.array([labels[i, j] for i in range(n) for j in range(i + 1, n + 1)], dtype=float)
    rows, scores = np.zeros((n + 1, n + 1), dtype=np.int32), np.zeros((n + 1, n + 1))
    first, last = np.triu_indices(n + 1, 1)
    rows[first, last] = np.arange(len(first))
    scores[first, last] = table.max(1)
    return scores, table.reshape(-1, count), rows


def trees_of(roots, nodes, count):
    """The trees of the kernel in the form of the enumeration."""
    built = []
    for i, _, label, one, two in nodes.tolist():
        if two >= 0:
            built.append(built[one] + built[two])
        else:
            children = (i,) if one < 0 else built[one]
            built.append(((label, *children),) if label < count else children)
    return [built[root][0] for root in roots.tolist()]


def score_of(tree, labels):
    """The score of a tree, and its first word and the one after the last."""
    if isinstance(tree, int):
        return 0.0, tree, tree + 1
    parts = [score_of(child, labels) for child in tree[1:]]
    i, j = parts[0][1], parts[-1][2]
    assert all(a[2] == b[1] for a, b in pairwise(parts))
    return sum(p[0] for p in parts) + labels[i, j][tree[0]], i, j


@st.composite
def problems(draw, most=5):
    n = draw(st.integers(1, most))
    count = draw(st.integers(1, 2 if n > 3 else 3))
    numbers = st.integers(-12, 6).map(lambda x: x / 4)  # sums are exact, and many are equal
    spans = [(i, j) for i in range(n) for j in range(i + 1, n + 1)]
    return n, {span: [draw(numbers) for _ in range(count)] for span in spans}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(problems(), st.integers(1, 40))
def test_the_k_best_trees_are_those_of_an_enumeration(mode, problem, k):
    n, labels = problem
    everything = sorted((score for score, _ in whole(0, n, labels)), reverse=True)
    values, roots, nodes = chart.kbest(*arrays(labels, n), k)
    assert values.tolist() == everything[:k]  # the same scores, in order
    trees = trees_of(roots, nodes, len(labels[0, 1]))
    assert len(set(trees)) == len(trees)  # no duplicates
    assert [score_of(tree, labels) for tree in trees] == [(value, 0, n) for value in values.tolist()]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(problems(), st.integers(1, 20), st.integers(1, 20))
def test_a_longer_list_begins_with_the_shorter_one(mode, problem, k, more):
    n, labels = problem
    few, many = chart.kbest(*arrays(labels, n), k), chart.kbest(*arrays(labels, n), k + more)
    count = len(labels[0, 1])
    assert trees_of(*many[1:], count)[: len(few[0])] == trees_of(*few[1:], count)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(problems())
def test_spans_are_as_probable_as_all_trees_that_have_them(mode, problem):
    n, labels = problem
    one = {span: values[:1] for span, values in labels.items()}
    trees = whole(0, n, one)
    weights = np.exp([score for score, _ in trees])
    expected = np.zeros((n + 1, n + 1))
    for (_, tree), weight in zip(trees, weights / weights.sum(), strict=True):
        for span in spans(tree):
            expected[span] += weight
    assert chart.marginals(arrays(one, n)[0]) == pytest.approx(expected)


def spans(tree):
    """The constituents of a tree."""
    if isinstance(tree, int):
        return []
    parts = [score_of(part, defaultdict(lambda: [0.0]))[1:] for part in tree[1:]]
    return [(parts[0][0], parts[-1][1]), *(span for part in tree[1:] for span in spans(part))]


def test_every_tree_of_a_sentence_is_found_once(mode):
    labels = {(i, j): [0.0] for i in range(4) for j in range(i + 1, 5)}
    values, roots, nodes = chart.kbest(*arrays(labels, 4), 10_000)
    assert len(values) == len(whole(0, 4, labels)) == 11 * 2**4  # Schröder's number, each word bare or not
    assert len(set(trees_of(roots, nodes, 1))) == len(values)


def test_large_numbers_do_not_overflow(mode):
    for large in (800.0, -800.0):
        probable = chart.marginals(np.full((6, 6), large))
        assert probable[0, 5] == 1
        assert probable.sum() == pytest.approx(9 if large > 0 else 1)
