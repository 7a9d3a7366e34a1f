"""The adapter of Stanza: against recorded documents, and against Stanza's own classes where it is installed.

Its models are on no package index, so what a ``Pipeline`` gives is recorded here in the form of its documentation:
sentences with words, tokens and a tree.
"""

import sys
from types import ModuleType, SimpleNamespace
from typing import ClassVar

import pytest

from bolide.errors import MissingExtraError
from bolide.syntax import parser, parsing
from bolide.syntax.parsers import stanza as adapter

WORDS = {
    "Do": ("do", "AUX", "VBP", "Mood=Ind|VerbForm=Fin", 3, "aux"),
    "n't": ("not", "PART", "RB", None, 3, "advmod"),
    "go": ("go", "VERB", "VB", "VerbForm=Inf", 0, "root"),
    "(": ("(", "PUNCT", "-LRB-", None, 3, "punct"),
}


def node(label, *children):
    return SimpleNamespace(label=label, children=tuple(children))


def sentence(words):
    made = [SimpleNamespace(text=w, **dict(zip(NAMES, WORDS[w], strict=True))) for w in words]
    tokens = [SimpleNamespace(id=(n,), text=w) for n, w in enumerate(words, 1)]
    if words[:2] == ["Do", "n't"]:
        tokens[:2] = [SimpleNamespace(id=(1, 2), text="Don't")]
    inner = [node(WORDS[w][2], node(w)) for w in words]
    return SimpleNamespace(words=made, tokens=tokens, constituency=node("ROOT", node("S", *inner)))


NAMES = ("lemma", "upos", "xpos", "feats", "head", "deprel")


class Pipeline:
    """Splits "Don't go", or takes words as they are; remembers how it was made."""

    made: ClassVar[list] = []

    def __init__(self, language, **options):
        if language == "xx":
            raise FileNotFoundError("\n***\nResources file not found at: nowhere\nTry again")
        self.options = {"language": language, **options}
        Pipeline.made.append(self)

    def bulk_process(self, documents):
        return [self._document([d.text.replace("Don't", "Do n't").split()]) for d in documents]

    def __call__(self, lists):
        return self._document(lists)

    @staticmethod
    def _document(lists):
        return SimpleNamespace(sentences=[sentence(words) for words in lists])


@pytest.fixture
def recorded(monkeypatch):
    stub = ModuleType("stanza")
    stub.__version__, stub.Pipeline = "1.10.0", Pipeline
    stub.Document = lambda sentences, text: SimpleNamespace(text=text)
    monkeypatch.setitem(sys.modules, "stanza", stub)
    monkeypatch.setattr(Pipeline, "made", [])
    parsing._made.cache_clear()
    yield Pipeline.made
    parsing._made.cache_clear()


def test_dependencies(recorded):
    made = parser("stanza")
    (string,), (words,) = made.parse(["Don't  go", ["Do", "n't", "go"]], nbest=2)
    assert string.tree == words.tree
    assert string.tree.conllu() == (
        "1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "1\tDo\tdo\tAUX\tVBP\tMood=Ind|VerbForm=Fin\t3\taux\t_\t_\n"
        "2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_\n"
        "3\tgo\tgo\tVERB\tVB\tVerbForm=Inf\t0\troot\t_\t_"
    )
    assert made.gives == "dependencies"
    assert made.signature() == "parser:stanza|trees:dependencies|language:en|package:default|stanza:1.10.0"
    on_strings, on_words = (pipeline.options for pipeline in recorded)
    assert on_strings["tokenize_no_ssplit"]
    assert on_words["tokenize_pretokenized"]
    for options in (on_strings, on_words):
        assert options["processors"] == "tokenize,pos,lemma,depparse"
        assert options["download_method"] is None


def test_constituents(recorded):
    made = parser("stanza:trees=constituents,language=de,package=x,folder=models")
    (parse,) = made.parse([["Do", "n't", "go", "("]])[0]
    assert str(parse.tree) == "(TOP (S (VBP Do) (RB n't) (VB go) (-LRB- -LRB-)))"
    assert made.gives == "constituents"
    (pipeline,) = recorded
    assert pipeline.options["processors"] == "tokenize,pos,constituency"
    assert (pipeline.options["language"], pipeline.options["package"], pipeline.options["dir"]) == (
        "de",
        "x",
        "models",
    )


def test_order_and_empty_sentences(recorded):
    got = parser("stanza").parse(["", ["go"], " ", "Don't go", [], ["Do", "n't", "go"], "Do n't go"])
    assert [len(parses) for parses in got] == [0, 1, 0, 1, 0, 1, 1]
    assert got[1][0].tree.forms == ("go",)
    assert parser("stanza").parse(["", []]) == [[], []]


def test_models_that_are_not_there(recorded):
    with pytest.raises(MissingExtraError) as error:
        parser("stanza:language=xx").parse(["a"])
    assert str(error.value) == (
        "stanza cannot load its models of 'xx' (Resources file not found at: nowhere): download them once, in Python:"
        " import stanza; stanza.download('xx')"
    )


@pytest.mark.filterwarnings("ignore")
def test_its_own_classes():
    pytest.importorskip(
        "stanza", reason="needs stanza: pip install 'bolide[parsers-stanza]'", exc_type=ImportError
    )
    from stanza.models.common.doc import Document
    from stanza.models.constituency.tree_reader import read_trees

    (tree,) = read_trees("(ROOT (S (NP (PRP I)) (VP (VBP like) (NP (-LRB- -LRB-) (NN tea) (-RRB- -RRB-)))))")
    assert str(adapter._constituents(tree)) == str(tree)
    rows = [
        {"id": (1, 2), "text": "Don't"},
        {"id": 1, "text": "Do", "lemma": "do", "upos": "AUX", "xpos": "VBP", "feats": "Mood=Ind", "head": 3, "deprel": "aux"},
        {"id": 2, "text": "n't", "head": 3, "deprel": "advmod"},
        {"id": 3, "text": "go", "head": 0, "deprel": "root"},
    ]  # fmt: skip
    found = adapter._dependencies(Document([rows, rows[3:] and [{**rows[3], "id": 1}]]).sentences)
    assert found.heads == (3, 3, 0, 0)
    assert found[1].feature("Mood") == "Ind"
    assert found.conllu().startswith("1-2\tDon't\t")
