"""Dependency trees in CoNLL-U: round trips, and what is wrong where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.errors import InputError
from bolide.syntax import DependencyTree, Word, read_conllu

CELL = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=6).filter(
    lambda cell: cell.strip() == cell
)
NAME = st.text("abcXYZ[]", min_size=1, max_size=4)


@st.composite
def dependency_trees(draw):
    size = draw(st.integers(1, 8))
    order = draw(st.permutations(range(1, size + 1)))
    heads = [0] * (size + 1)
    for index, number in enumerate(order[1:], 1):
        heads[number] = draw(st.sampled_from([0, *order[:index]]))
    words = [
        Word(
            draw(CELL), heads[number], draw(CELL), draw(CELL), draw(CELL), draw(CELL),
            tuple(draw(st.dictionaries(NAME, NAME, max_size=3)).items()), draw(CELL), draw(CELL),
        )
        for number in range(1, size + 1)
    ]  # fmt: skip
    return DependencyTree(words, draw(st.lists(CELL.map("# ".__add__), max_size=2)))


@given(st.lists(dependency_trees(), max_size=3))
def test_conllu_comes_back(trees):
    text = "".join(tree.conllu() + "\n\n" for tree in trees)
    again = list(read_conllu(text))
    assert again == trees
    assert [tree.comments for tree in again] == [tree.comments for tree in trees]
    assert "".join(tree.conllu() + "\n\n" for tree in again) == text


@given(dependency_trees())
def test_children_and_heads_agree(tree):
    for number, word in enumerate(tree, 1):
        assert number in tree.children(word.head)
    assert sum(len(tree.children(number)) for number in range(len(tree) + 1)) == len(tree)


SPECIAL = """# sent_id = 1
# text = vámonos al mar
1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tvamos\tir\tVERB\t_\tMood=Imp|Number=Plur\t0\troot\t_\t_
2\tnos\tnosotros\tPRON\t_\t_\t1\tobj\t_\t_
2.1\tir\t_\tVERB\t_\t_\t_\t_\t1:conj\t_
3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_
3\ta\ta\tADP\t_\t_\t5\tcase\t_\t_
4\tel\tel\tDET\t_\t_\t5\tdet\t_\t_
5\tmar\tmar\tNOUN\t_\t_\t1\tobl\t_\tSpaceAfter=No
5.1\tfin\t_\t_\t_\t_\t_\t_\t1:x\t_"""


def test_tokens_of_several_words_and_empty_nodes_are_kept():
    tree = DependencyTree.read(SPECIAL)
    assert tree.forms == ("vamos", "nos", "a", "el", "mar")
    assert tree.conllu() == SPECIAL


def row(number="1", form="dog", head="0", feats="_", extra=""):
    return f"{number}\t{form}\t_\t_\t_\t{feats}\t{head}\troot\t_\t_{extra}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\tdog", "f.conllu, line 1: there are 2 columns"),
        (row(extra="\tmore"), "line 1: there are 11 columns"),
        (row(number="2"), "line 1, column 1 (ID): '2' stands where word 1 is due"),
        (row() + "\n" + row(), "line 2, column 1 (ID): '1' stands where word 2 is due"),
        (row(number="a-b"), "line 1, column 1 (ID): 'a-b' is no number"),
        (row(head="x"), "line 1, column 7 (HEAD): 'x' is no number of a head"),
        (row(head="_"), "line 1, column 7 (HEAD): '_'"),
        (row(head="2"), "in the sentence at line 1: word 1 ('dog'): its head cannot be 2"),
        (row(head="1"), "its head cannot be 1"),
        (row() + "\n\n" + row(head="2") + "\n" + row("2", head="1"), "in the sentence at line 3: word 1"),
        (row(feats="Number"), "line 1, column 6 (FEATS): 'Number' is no Name=Value"),
        (row(form=""), "line 1, column 2 (FORM): it is empty"),
        ("# only a comment\n\n", "a sentence of comments has no words"),
        ("# only a comment", "a sentence of comments has no words"),
    ],
)
def test_wrong_files_are_named_by_place(text, message):
    with pytest.raises(InputError) as error:
        list(read_conllu(text, "f.conllu"))
    assert message in str(error.value)


def test_words_are_numbered_from_one():
    tree = DependencyTree([Word("a", 0)])
    assert tree[1].form == "a"
    with pytest.raises(IndexError, match="numbered 1 to 1"):
        tree[0]


def test_a_circle_far_from_the_root_is_found():
    with pytest.raises(InputError, match="circle"):
        DependencyTree([Word("a", 0), Word("b", 3), Word("c", 4), Word("d", 2)])


def test_gum_comes_back(shared):
    text = (shared / "treebanks/gum_dev.conllu").read_text(encoding="utf-8")
    trees = list(read_conllu(text))
    assert len(trees) == 1575
    assert "".join(tree.conllu() + "\n\n" for tree in trees) == text.rstrip("\n") + "\n\n"
