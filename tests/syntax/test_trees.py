"""Trees in brackets: round trips, and what is wrong where."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.errors import InputError
from bolide.syntax import Tree, read_trees
from bolide.syntax.trees import escape, plain

LABELS = st.sampled_from(["S", "NP", "NP-SBJ", "VP", "X", "NP=1", "-NONE-", "WHNP-1"])
WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5).filter(
    lambda w: w.split() == [w]
)
LEAVES = st.builds(Tree.leaf, st.sampled_from(["NN", ".", "-LRB-", "PRP$"]), WORDS)
TREES = st.recursive(
    LEAVES, lambda inner: st.builds(Tree, LABELS, st.lists(inner, min_size=1, max_size=4)), max_leaves=12
)


@given(TREES)
def test_brackets_come_back(tree):
    assert Tree.read(str(tree)) == tree
    assert hash(Tree.read(str(tree))) == hash(tree)
    assert str(Tree.read(str(tree))) == str(tree)


@given(st.lists(TREES, max_size=4))
def test_many_trees_of_a_text(trees):
    assert list(read_trees("\n".join(map(str, trees)))) == trees


@given(TREES)
def test_copies_are_equal(tree):
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert copy.deepcopy(tree) is tree
    assert eval(repr(tree), {"Tree": Tree}) == tree


@given(TREES)
def test_spans_are_what_recursion_says(tree):
    def walk(node, start):
        if node.is_leaf:
            return start + 1, []
        at, inner = start, []
        for child in node.children:
            at, more = walk(child, at)
            inner += more
        return at, [(start, at, node.label), *inner]

    assert tree.spans() == walk(tree, 0)[1]


@given(TREES)
def test_without_functions_keeps_words_and_tags(tree):
    bare = tree.without_functions()
    assert (bare.words, bare.tags) == (tree.words, tree.tags)
    assert all(not node.functions for node in bare.subtrees())


def test_a_very_deep_tree_needs_no_recursion():
    text = "(S (NN a) " * 20_000 + "(NN b)" + ")" * 20_000
    tree = Tree.read(text)
    assert tree == Tree.read(str(tree))
    assert tree.height() == 20_001
    assert len(tree.spans()) == 20_000


def test_penn_files_have_an_outer_bracket_without_label():
    assert str(Tree.read("( (S (NP-SBJ-1 (NN dog))\n  (. .)) )")) == "(TOP (S (NP-SBJ-1 (NN dog)) (. .)))"
    assert Tree.read("(NP-SBJ-1 (NN dog))").functions == ("SBJ",)


def test_a_tree_cannot_be_changed():
    tree = Tree.leaf("NN", "dog")
    with pytest.raises(AttributeError, match="cannot be changed"):
        tree.label = "VB"
    with pytest.raises(AttributeError, match="cannot be changed"):
        del tree.word


@given(WORDS)
def test_escaped_words_come_back(word):
    if "-RB-" not in word and "-LB-" not in word and "RB-" not in word:
        assert plain(escape(word)) == word


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(S (NN a)", "line 1, column 1: this bracket is not closed"),
        ("(S (NN a)\n (VB", "line 2, column 2: this bracket is not closed"),
        ("(S (NN a)))", "line 1, column 11: this bracket closes nothing"),
        ("(S (NN a) b)", "line 1, column 11: 'b' stands after a closed bracket"),
        ("(S (NN a b))", "line 1, column 10: 'b' is one word too many"),
        ("(S (NN a (X b)))", "line 1, column 10: a bracket opens after the word 'a'"),
        ("(S (NP))", "line 1, column 4: this bracket holds no word"),
        ("()", "line 1, column 1: this bracket holds no word"),
        ("word", "line 1, column 1: 'word' stands outside of the brackets"),
        ("", "there is no tree in this text"),
        ("(NN a) (NN b)", "there is 2 trees"),
    ],
)
def test_wrong_brackets_are_named_by_place(text, message):
    with pytest.raises(InputError) as error:
        Tree.read(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Tree("NP"),
        lambda: Tree("NP", [Tree.leaf("NN", "a")], "b"),
        lambda: Tree("NP", ["a"]),
        lambda: Tree("NP", Tree.leaf("NN", "a")),
        lambda: Tree("N P", [Tree.leaf("NN", "a")]),
        lambda: Tree.leaf("NN", ""),
        lambda: Tree.leaf("NN", "a b"),
        lambda: Tree.leaf("NN", 3),
        lambda: Tree.leaf("", "a"),
    ],
)
def test_impossible_trees_are_refused(make):
    with pytest.raises(InputError):
        make()
