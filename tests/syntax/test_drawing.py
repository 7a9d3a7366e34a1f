"""Pictures of trees."""

import xml.etree.ElementTree as ET

from hypothesis import given

from bolide.syntax import Tree, dependencies, drawing

from .test_dependencies import dependency_trees
from .test_trees import TREES


@given(TREES)
def test_terminal_drawings_hold_every_label_and_word(tree):
    for drawn in (drawing.text(tree), drawing.text(tree, width=10)):
        for node in tree.subtrees():
            assert node.label in drawn
    assert drawing.columns(drawing.text(tree).split("\n")[0]) <= 400


@given(TREES)
def test_svg_is_xml_with_every_word(tree):
    words = [e.text for e in ET.fromstring(drawing.svg(tree)).iter() if e.get("class") == "word"]
    assert len(words) == len(tree.words)


@given(dependency_trees())
def test_svg_of_dependencies_is_xml_with_every_word(tree):
    words = [e.text for e in ET.fromstring(drawing.svg(tree)).iter() if e.get("class") == "word"]
    assert len(words) == len(tree)
    assert len(drawing.text(tree).split("\n")) >= len(tree)


def test_a_wide_tree_becomes_an_outline():
    tree = Tree.read("(S (NP (NNP John)) (VP (VBD resigned)))")
    assert drawing.text(tree, width=5).startswith("S\n├─ NP\n│  └─ NNP John")
    assert drawing.text(dependencies(tree)) == "resigned [2] VBD root\n└─ John [1] NNP sbj"


def test_marks_of_xml_are_escaped():
    assert "&lt;b&gt;" in drawing.svg(Tree.leaf("NN", "<b>"))


def test_a_deep_tree_is_drawn_at_once():
    """Every level adds lines and columns: nothing of it may be measured again on the way up."""
    tree = Tree.read("(S (NN a) " * 200 + "(NN b)" + ")" * 200)
    lines = drawing.text(tree).split("\n")
    assert lines[-1].split() == ["a", "b"]
    assert len(lines) > 400
    assert drawing.text(tree, width=80) == drawing.outline(tree)
