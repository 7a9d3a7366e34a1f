"""Labelled dependencies of parses from files: no file is taken for another, and what is missing is named."""

import pytest

import bolide
from bolide.errors import InputError
from bolide.metrics.labelled import Labelled

DUCK = "(TOP (S (NP (NNP John)) (VP (VBD saw) (NP (PRP her) (NN duck)))))"
DUCKED = "(TOP (S (NP (NNP John)) (VP (VBD saw) (S (NP (PRP her)) (VP (VB duck))))))"
REFERENCE = "(TOP (S (NP (NNP John)) (VP (VBD saw) (NP (DT the) (NN duck)))))"


def write(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.ptb").write_text(text, encoding="utf-8")
    return lambda names: "+".join(str(folder / f"{name}.ptb") for name in names.split())


def score(paths, metric="labelled", text="John saw her duck", reference="John saw the duck"):
    return bolide.score([text], [[reference]], f"{metric}:parser=files:path={paths}").value


@pytest.mark.parametrize("metric", ["labelled", "stm"])
@pytest.mark.parametrize("order", [1, -1])
def test_two_files_are_not_their_texts_in_one(metric, order, tmp_path, monkeypatch):
    a, b = f"-5 {DUCK}\n", f"-1 {DUCKED}\n"
    path = write(tmp_path, r=f"{REFERENCE}\n", a=a, b=b, ab=a + b)
    monkeypatch.setenv("BOLIDE_CACHE", "off")
    expected = {names: score(path(names), metric) for names in ("r a b", "r ab")}
    assert len(set(expected.values())) == 2
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    for names in [*expected][::order] * 2:
        assert score(path(names), metric) == expected[names]


def test_a_sentence_without_a_parse_is_named_by_its_place(tmp_path, monkeypatch):
    path = write(tmp_path, r=f"{REFERENCE}\n\n{DUCK}\n")("r")
    metric = bolide.metric(f"labelled:parser=files:path={path}")
    texts = ["John saw the duck", "", "John saw the duck", "John saw her duck", "Nobody saw it"]
    for cache in ("off", str(tmp_path), str(tmp_path)):
        monkeypatch.setenv("BOLIDE_CACHE", cache)
        with pytest.raises(
            InputError, match=r"^hypotheses: sentence 5 \('Nobody saw it'\) is not parsed in "
        ):
            metric.statistics(texts, [["John saw the duck"]] * 5)
        with pytest.raises(InputError, match=r"^references: sentence 2 \('Who'\) is not parsed in "):
            metric.statistics(texts[:2], [["John saw the duck"], ["Who"]])


def test_more_than_255_of_a_triple_are_counted(tmp_path):
    def dogs(number):
        return "(TOP (NP " + " (CC and) ".join(["(NP (DT the) (NN dog))"] * number) + "))"

    texts = [" and ".join(["the dog"] * number) for number in (300, 260)]
    path = write(tmp_path, dogs=f"{dogs(300)}\n{dogs(260)}\n")("dogs")
    matches, length, reference_length = (
        Labelled(parser=f"files:path={path}").statistics([texts[0]], [[texts[1]]])[0].tolist()
    )
    assert matches == reference_length < length
    assert length - reference_length >= 40 * 3
