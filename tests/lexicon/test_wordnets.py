"""Wordnets of the library wn: a small lexicon of English and one of French, written for this test."""

import pytest

import bolide
from bolide.errors import MissingExtraError, SpecificationError
from bolide.lexicon import wordnets

wn = pytest.importorskip("wn", reason="needs the library wn: pip install 'bolide[wn]'")

LEXICON = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.0.dtd">
<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">
{lexicons}
</LexicalResource>
"""


def lexicon(name, language, words):
    """``words``: lemma, other forms, part of speech, synsets."""
    entries, synsets = [], {}
    for lemma, forms, part, senses in words:
        others = "".join(f'<Form writtenForm="{form}"/>' for form in forms)
        made = "".join(f'<Sense id="{name}-{lemma}-{s}" synset="{name}-{s}"/>' for s in senses)
        entries.append(
            f'<LexicalEntry id="{name}-{lemma}-{part}"><Lemma writtenForm="{lemma}" partOfSpeech="{part}"/>'
            f"{others}{made}</LexicalEntry>"
        )
        synsets |= {s: f'<Synset id="{name}-{s}" ili="" partOfSpeech="{part}"/>' for s in senses}
    return (
        f'<Lexicon id="{name}" label="toy" language="{language}" email="-" license="-" version="1">'
        + "".join((*entries, *synsets.values()))
        + "</Lexicon>"
    )


@pytest.fixture(autouse=True)
def library(tmp_path, monkeypatch):
    english = [
        ("house", [], "n", ["home"]), ("home", [], "n", ["home"]), ("mouse", ["mice"], "n", ["animal"]),
        ("walk", [], "v", ["go"]), ("go", ["went"], "v", ["go"]),
    ]  # fmt: skip
    french = [("maison", ["maisons"], "n", ["home"]), ("Foyer", [], "n", ["home", "fire"])]
    file = tmp_path / "toy.xml"
    lexicons = lexicon("toy", "en", english) + lexicon("jouet", "fr", french)
    file.write_text(LEXICON.format(lexicons=lexicons), encoding="utf-8")
    monkeypatch.setattr(wn.config, "data_directory", tmp_path / "data")
    wn.add(file, progress_handler=None)
    wordnets.wordnet_named.cache_clear()
    yield
    wordnets.wordnet_named.cache_clear()


def kinds(hypothesis, reference, metric):
    return [kind for *_, kind in bolide.align(hypothesis, reference, metric).pairs()]


def test_synonyms_and_base_forms():
    metric = "meteor:stages=exact+wn-stem+wn-synonym,wordnet=toy:1"
    assert kinds("he went to houses", "he walks to homes", metric) == [
        "exact", "wn-synonym", "exact", "wn-synonym",
    ]  # fmt: skip
    assert kinds("mice", "mouse", metric) == ["wn-stem"]
    assert kinds("xyzzy", "plugh", metric) == []
    assert "wordnet:toy:1" in bolide.metric(metric).signature()
    assert bolide.metric(repr(bolide.metric(metric))) == bolide.metric(metric)


def test_synonyms_in_another_language():
    metric = "meteor-1.5:language=fr,stages=exact+stem+synonym,wordnet=jouet:1"
    assert kinds("la maison", "la foyer", metric) == ["exact", "synonym"]
    assert kinds("les maisons", "les foyer", metric) == ["exact", "synonym"]
    assert "synonym" not in bolide.metric("meteor-1.5:language=fr").stages_used


@pytest.mark.parametrize(
    ("specification", "says"),
    [
        (
            "meteor:wordnet=klingon:1",
            r"no such lexicon \(it has: .*toy:1.*\): get it by .*wn download klingon:1",
        ),
        ("meteor-1.5:wordnet=klingon:1", "no such lexicon"),
        ("meteor-1.5:language=fr,wordnet=jouet:1", "name it by stages="),
        ("meteor-1.5:language=fr,stages=exact+synonym", "WordNet 3.0 is English"),
    ],
)
def test_what_is_refused(specification, says):
    with pytest.raises(SpecificationError, match=says):
        bolide.metric(specification)


def test_without_the_library(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "wn", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'bolide\[wn\]'"):
        bolide.metric("meteor:wordnet=toy:1")
