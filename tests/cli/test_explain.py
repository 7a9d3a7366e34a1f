"""`bolide explain`: why a segment has its score, in a terminal, as a picture, as JSON."""

from xml.etree import ElementTree

import pytest


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ref.txt").write_text("a red pen\nthe cat & <dog>\n")
    (tmp_path / "sys.txt").write_text("red pens\n& cats\n")
    return ["--references", str(tmp_path / "ref.txt"), "--", str(tmp_path / "sys.txt")]


def test_a_metric_that_aligns_is_explained_by_its_alignment(run, files, tmp_path):
    result = run("explain", "2", "--metric", "meteor", "--svg", tmp_path / "a.svg", *files)
    assert result.code == 0
    assert "2 porter: cats - cat" in result.out
    ElementTree.parse(tmp_path / "a.svg")
    found = run("explain", "2", "--metric", "meteor", "--format", "json", *files).json
    (why,) = found["explanations"]
    assert (why["segment"], why["hypothesis"], why["references"]) == ("2", "& cats", ["the cat & <dog>"])
    assert why["alignment"]["chunks"] == 2
    assert why["score"] == why["alignment"]["score"]


def test_two_sentences(run):
    result = run("explain", "--metric", "wer", "red pens", "red pen")
    assert result.code == 0
    assert "substitution: pens - pen" in result.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["one sentence", "--metric", "meteor"], "nothing to look at"),
        (["a", "b", "--metric", "per"], "per does not explain its scores"),
        (
            ["a", "b", "--metric", "meteor", "--parser", "embedded"],
            "--parser fits none of the metrics: meteor",
        ),
        (["a", "b", "--metric", "meteor", "--parses", "a+b.ptb"], "a+b.ptb: a file of parses cannot have"),
    ],
)
def test_errors(run, words, message):
    result = run("explain", *words)
    assert result.code == 2
    assert result.error.startswith("bolide: error: ")
    assert message in result.error


def test_a_segment_that_is_not_there(run, files):
    assert "there is no segment '3'" in run("explain", "3", "--metric", "wer", *files).error
    assert "name a segment" in run("explain", "--metric", "wer", *files[:2]).error


def test_everything_on_a_segment_of_two_systems(run, files, tmp_path):
    (tmp_path / "other.txt").write_text("a red pen\n<b>cats</b>\n")
    result = run("explain", "2", *files, str(tmp_path / "other.txt"))
    assert result.code == 0
    assert result.out.startswith(
        "segment 2\nreference  the cat & <dog>\nsys        & cats\nother      <b>cats</b>\n"
    )
    for title in ("bleu, sys", "bleu, other", "chrf, sys", "ter, other", "meteor, sys"):
        assert f"── {title} ──" in result.out
    assert "2 porter: cats - cat" in result.out
    found = run("explain", "2", "--metrics", "bleu", "nist", "--format", "json", *files).json
    assert list(found["signatures"]) == ["bleu", "nist"]
    assert [why["metric"] for why in found["explanations"]] == ["bleu", "nist"]
    assert found["explanations"][0]["credit"]["levels"] == [1, 0]
