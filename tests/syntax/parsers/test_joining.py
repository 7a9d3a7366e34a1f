"""One tree of a segment of several sentences."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bolide.syntax import DependencyTree, Word
from bolide.syntax.parsers._common import cell, in_one_row, several_words, under_one_root
from tests.syntax.test_dependencies import dependency_trees
from tests.syntax.test_trees import TREES


@settings(max_examples=30)
@given(st.lists(TREES, min_size=1, max_size=3))
def test_constituents(trees):
    joined = under_one_root(trees)
    assert joined.label == "TOP"
    assert joined.words == tuple(word for tree in trees for word in tree.words)


@settings(max_examples=30)
@given(st.lists(dependency_trees(), min_size=1, max_size=3))
def test_dependencies(trees):
    joined = in_one_row((list(tree), []) for tree in trees)
    assert joined.forms == tuple(form for tree in trees for form in tree.forms)
    assert len(joined.roots) == sum(len(tree.roots) for tree in trees)
    start = 0
    for tree in trees:
        for number, word in enumerate(tree, 1):
            moved = joined[start + number]
            assert moved.relation == word.relation
            assert moved.head == (word.head + start if word.head else 0)
        start += len(tree)


def test_tokens_of_several_words():
    one = [Word("do", 0), Word("n't", 1)]
    joined = in_one_row([(one, [several_words(1, 2, "don't")]), (one, [several_words(1, 2, "don't")])])
    lines = joined.conllu().split("\n")
    assert [line.split("\t")[0] for line in lines] == ["1-2", "1", "2", "3-4", "3", "4"]
    assert DependencyTree.read(joined.conllu()) == joined


def test_cells():
    assert (cell(None), cell(""), cell(" a\tb "), cell("x")) == ("_", "_", "a b", "x")
