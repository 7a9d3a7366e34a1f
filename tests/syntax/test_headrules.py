"""Heads by Collins' rules, and dependencies that follow from them."""

import pytest
from hypothesis import given

from bolide.syntax import Tree, dependencies, head_index, head_leaf, head_word

from .test_trees import TREES


@pytest.mark.parametrize(
    ("tree", "head"),
    [
        ("(S (NP (NN a)) (VP (VB b)))", "VP"),
        ("(VP (MD will) (VP (VB go)))", "MD"),
        ("(VP (TO to) (VP (VB go)))", "TO"),
        ("(VP (ADVP (RB x)) (VBD went))", "VBD"),
        ("(PP (IN of) (NP (NN x)))", "IN"),
        ("(SBAR (IN that) (S (NN x)))", "IN"),
        ("(SBAR (WHNP (WP who)) (S (VP (VB x))))", "WHNP"),
        ("(ADJP (RB very) (JJ big))", "JJ"),
        ("(QP (IN about) (CD ten))", "IN"),
        ("(NP (DT the) (JJ big) (NN dog))", "NN"),
        ("(NP (NP (DT the) (NN end)) (PP (IN of) (NP (NN x))))", "NP"),
        ("(NP (NNP John) (POS 's))", "POS"),
        ("(NP (NN stone) (NN bridge))", "NN"),
        ("(NP (DT the) (JJ rich))", "JJ"),
        ("(NP (CD 3) (JJ x))", "CD"),
        ("(FRAG (NP (NN a)) (. .))", "NP"),  # punctuation is no head where something else is there
        ("(X (, ,) (. .))", ","),
    ],
)
def test_the_table(tree, head):
    tree = Tree.read(tree)
    assert tree.children[head_index(tree)].label == head


@pytest.mark.parametrize(
    ("tree", "word"),
    [
        ("(NP (NN bread) (CC and) (NN butter))", "bread"),
        ("(NP (NP (NN a)) (, ,) (NP (NN b)) (, ,) (CC and) (NP (NN c)))", "a"),
        ("(VP (VBD ate) (CC and) (VBD drank))", "ate"),
        ("(NP (NNP X) (, ,) (CC and) (NNP Y))", "X"),
        ("(NP (CC and) (NN butter))", "butter"),
    ],
)
def test_coordinations_are_headed_by_the_first(tree, word):
    assert head_leaf(Tree.read(tree)).word == word


@given(TREES)
def test_dependencies_of_any_tree_are_a_tree(tree):
    found = dependencies(tree)
    assert len(found) == len(tree.words)
    assert len(found.roots) == 1
    assert found.roots[0] == head_word(tree) + 1
    assert found[found.roots[0]].relation == "root"


@given(TREES)
def test_every_constituent_has_one_word_whose_head_is_outside(tree):
    heads = dependencies(tree).heads
    for start, end, _ in tree.spans():
        outside = [n for n in range(start + 1, end + 1) if not start < heads[n - 1] <= end]
        assert len(outside) == 1


def test_the_roles_of_the_papers_sentence():
    tree = Tree.read("(S (NP-SBJ (NNP John)) (VP (VBD resigned) (NP-TMP (NN yesterday))) (. .))")
    assert [(w.form, w.relation, w.head) for w in dependencies(tree)] == [
        ("John", "sbj", 2), ("resigned", "root", 0), ("yesterday", "tmp", 2), (".", "punct", 2),
    ]  # fmt: skip
