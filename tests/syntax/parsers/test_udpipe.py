"""The adapter of UDPipe, with a model that is trained here on twelve sentences."""

import pytest

from bolide.errors import InputError
from bolide.syntax import DependencyTree, parser

udpipe = pytest.importorskip("ufal.udpipe", reason="needs the package ufal.udpipe: make test-parsers")

SENTENCES = [
    [
        (subject, "PROPN", "NNP", "Number=Sing", 2, "nsubj"),
        (verb, "VERB", "VBD", "Tense=Past|VerbForm=Fin", 0, "root"),
        ("a", "DET", "DT", "_", 4, "det"),
        (thing, "NOUN", "NN", "Number=Sing", 2, "obj"),
        (".", "PUNCT", ".", "_", 2, "punct"),
    ]
    for subject in ("John", "Mary", "Ann")
    for verb, thing in (("saw", "dog"), ("had", "cat"), ("saw", "bird"), ("had", "fish"))
]


def train(path, tokenizer):
    lines = []
    for sentence in SENTENCES:
        for number, (form, upos, xpos, feats, head, relation) in enumerate(sentence, 1):
            misc = "SpaceAfter=No" if number >= 4 else "_"
            lines.append(
                f"{number}\t{form}\t{form.lower()}\t{upos}\t{xpos}\t{feats}\t{head}\t{relation}\t_\t{misc}\n"
            )
        lines.append("\n")
    reader, sentences = udpipe.InputFormat.newConlluInputFormat(), udpipe.Sentences()
    reader.setText("".join(lines))
    error = udpipe.ProcessingError()
    while True:
        sentence = udpipe.Sentence()
        if not reader.nextSentence(sentence, error):
            break
        sentences.append(sentence)
    assert len(sentences) == 12
    model = udpipe.Trainer.train(
        "morphodita_parsito", sentences, udpipe.Sentences(), tokenizer, "models=1;iterations=3",
        "iterations=10;hidden_layer=10;batch_size=1;embedding_form=8;embedding_lemma=0;embedding_upostag=8;"
        "embedding_feats=4;embedding_xpostag=4;embedding_deprel=8", error,
    )  # fmt: skip
    assert not error.occurred(), error.message
    path.write_bytes(model)
    return f"udpipe:model={path}"


@pytest.fixture(scope="module")
def models(tmp_path_factory, request):
    folder = tmp_path_factory.mktemp("udpipe")
    splitting = "tokenize_url=0;epochs=1;dimension=16;batch_size=50;segment_size=10"
    return {
        name: train(folder / f"{name}.udpipe", options)
        for name, options in (("whole", splitting), ("without", "none"))
    }


@pytest.mark.parametrize("name", ["whole", "without"])
def test_words(models, name):
    (parse,) = parser(models[name]).parse([["Ann", "saw", "a", "cat", "."]], nbest=3)[0]
    ann, saw, _, cat, stop = parse.tree
    assert (ann.upos, ann.xpos, saw.upos, cat.xpos, stop.upos) == ("PROPN", "NNP", "VERB", "NN", "PUNCT")
    assert saw.feature("Tense") == "Past"
    assert ann.lemma == "ann"
    assert len(parse.tree.roots) == 1
    assert DependencyTree.read(parse.tree.conllu()) == parse.tree


def test_strings(models):
    (parse,) = parser(models["without"]).parse(["Ann saw a  cat."])[0]
    assert parse.tree.forms == ("Ann", "saw", "a", "cat", ".")
    (parse,) = parser(models["whole"]).parse(["Ann saw a  cat."])[0]
    assert "".join(parse.tree.forms) == "Annsawacat."


@pytest.mark.parametrize("name", ["whole", "without"])
def test_nothing_and_strange_things(models, name):
    got = parser(models[name]).parse(["", "  \t", [], "...", "😀", ["(", ")", "[X]"], "a\u00a0 b\u2028c"])
    assert [len(parses) for parses in got] == [0, 0, 0, 1, 1, 1, 1]
    assert got[5][0].tree.forms == ("(", ")", "[X]")
    for parses in got[3:]:
        tree = parses[0].tree
        assert DependencyTree.read(tree.conllu()) == tree


def test_the_signature_is_of_the_content(models):
    one, two = (parser(models[name]).signature() for name in ("whole", "without"))
    assert one.startswith("parser:udpipe|model:whole.udpipe|content:")
    assert one.rpartition(":")[2] != two.rpartition(":")[2]


def test_files_that_are_no_models(tmp_path):
    with pytest.raises(InputError, match=r"none.udpipe: this model of UDPipe cannot be read \(No such file"):
        parser(f"udpipe:model={tmp_path / 'none.udpipe'}")
    (tmp_path / "no.udpipe").write_text("this is no model")
    with pytest.raises(InputError, match=r"no.udpipe: this is no model of UDPipe 1"):
        parser(f"udpipe:model={tmp_path / 'no.udpipe'}")
