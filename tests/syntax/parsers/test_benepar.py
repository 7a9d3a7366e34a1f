"""The adapter of benepar: against recorded trees, and against NLTK's own class where that is installed.

Its models are on no package index, so what ``Parser.parse_sents`` gives is recorded here: trees of NLTK, in which
brackets and quotation marks are written as in the Penn Treebank.
"""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from bolide.errors import MissingExtraError
from bolide.syntax import parser, parsing


class Node(list):
    """As nltk.Tree: a list of children with a label."""

    def __init__(self, label, children):
        super().__init__(children)
        self._label = label

    def label(self):
        return self._label


def tree(words):
    shown = {"(": "-LRB-", '"': "``"}
    leaves = [Node("-LRB-" if w == "(" else "NN", [shown.get(w, w)]) for w in words]
    return Node("TOP", [Node("NP", [Node("NML", leaves[:-1]), leaves[-1]]) if len(leaves) > 1 else leaves[0]])


class Parser:
    def __init__(self, model):
        if model == "absent":
            raise LookupError("\n*****\n  Resource absent not found.\n  more")
        self.asked = []

    def parse_sents(self, inputs):
        return (tree(each.words) for each in inputs)


@pytest.fixture
def recorded(monkeypatch):
    stub = ModuleType("benepar")
    stub.Parser, stub.InputSentence = Parser, lambda words: SimpleNamespace(words=words)
    monkeypatch.setitem(sys.modules, "benepar", stub)
    parsing._made.cache_clear()
    yield
    parsing._made.cache_clear()


def test_trees(recorded):
    made = parser("benepar:model=small")
    got = made.parse(["A big dog", ["A", "(", '"', "dog"], "", " ", ["dog"], []], nbest=3)
    assert [[str(parse.tree) for parse in parses] for parses in got] == [
        ["(TOP (NP (NML (NN A) (NN big)) (NN dog)))"],
        ['(TOP (NP (NML (NN A) (-LRB- -LRB-) (NN ")) (NN dog)))'],
        [], [],
        ["(TOP (NN dog))"],
        [],
    ]  # fmt: skip
    assert made.signature().startswith("parser:benepar|model:small|benepar:")
    assert made.parse(["", []]) == [[], []]


def test_strings_are_split_as_in_the_penn_treebank(recorded):
    (parse,) = parser("benepar").parse(["Don't (go)"])[0]
    assert parse.tree.words == ("Do", "n't", "-LRB-", "go", "-RRB-")


def test_a_model_that_is_not_there(recorded):
    with pytest.raises(MissingExtraError) as error:
        parser("benepar:model=absent")
    assert str(error.value) == (
        "benepar has no model 'absent' (Resource absent not found.): download it once, in Python: import benepar;"
        " benepar.download('absent')"
    )


def test_trees_of_nltk():
    nltk = pytest.importorskip("nltk", reason="needs nltk, an optional package")
    from bolide.syntax.parsers.benepar import _tree

    text = "(TOP (S (NP (DT the) (NN dog)) (VP (VBD ran))))"
    assert str(_tree(nltk.Tree.fromstring(text), ["the", "dog", "ran"])) == text
