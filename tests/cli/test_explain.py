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


ONE = "(TOP (S (NP (PRP I)) (VP (VBP have) (NP (DT a) (JJ red) (NN pen))) (. .)))"
TWO = "(TOP (S (NP (PRP I)) (VP (VBD had) (NP (NP (DT a) (JJ red) (NN pen)) (PP (IN on) (NP (DT the) (NN desk))))) (. .)))"
HYP, REF = "I have a red pen.", "I had a red pen on the desk."


@pytest.fixture
def trees(write):
    write("hyp.txt", f"{HYP}\n\n")
    write("ref.txt", f"{REF}\n{REF}\n")
    return ["--parses", write("trees.ptb", f"{ONE}\n{TWO}\n")]


def test_trees_side_by_side(run, trees, tmp_path):
    result = run("explain", "--metric", "stm:depth=2", *trees, "--svg", tmp_path / "a.svg", HYP, REF)
    assert result.code == 0
    assert (
        result.out
        == """\
stm:depth=2,parser=files:path=trees.ptb = 82.50
hypothesis  I have a red pen.
reference   I had a red pen on the desk.

hypothesis                  reference
           S²                                S²
 ┌────────┬┴──────────┐      ┌──────────┬────┴───────────────┐
NP²      VP¹          .¹    NP²        VP¹                   .¹
 │    ┌───┴────┐      │      │    ┌─────┴──────┐             │
PRP¹ VBP      NP²     .     PRP¹ VBD          NP¹            .
 │    │    ┌───┼───┐         │    │       ┌────┴────┐
 I   have DT¹ JJ¹ NN¹        I   had     NP²        PP
           │   │   │                  ┌───┼───┐  ┌──┴──┐
           a  red pen                DT¹ JJ¹ NN¹ IN    NP
                                      │   │   │  │   ┌─┴─┐
                                      a  red pen on  DT  NN
                                                     │   │
                                                    the desk

part      matched   of   counts
───────────────────────────────
depth 1         9   10   0.9000
depth 2         3    4   0.7500
100 x (9/10 + 3/4) / 2

by depth
depth   of the hypothesis   times   at most in a reference   matched
────────────────────────────────────────────────────────────────────
    1   S                       1                        1         1
    1   NP                      2                        4         2
    1   PRP                     1                        1         1
    1   VP                      1                        1         1
    1   VBP                     1                        0         0
    1   DT                      1                        2         1
    1   JJ                      1                        1         1
    1   NN                      1                        2         1
    1   .                       1                        1         1
    2   (S NP VP .)             1                        1         1
    2   (NP PRP)                1                        1         1
    2   (VP VBP NP)             1                        0         0
    2   (NP DT JJ NN)           1                        1         1

A raised number is the largest depth of what is shared at this node.
"""
    )
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    drawn = {(e.text, e.get("class")) for e in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {
        ("NP²", "label matched"),
        ("VP¹", "label partly"),
        ("VBP", "tag missing"),
        ("pen", "word"),
    } <= drawn
    assert ("100 x (9/10 + 3/4) / 2", "plain") in drawn


@pytest.mark.parametrize("metric", ["stm", "tkm", "hwcm", "dstm", "dtkm"])
@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown", "latex"])
def test_every_metric_in_every_format(run, trees, metric, form):
    result = run("explain", "--metric", metric, *trees, "--format", form, HYP, REF)
    assert result.code == 0, result.error
    if form == "json":
        (why,) = result.json["explanations"]
        assert [tree["title"] for tree in why["trees"]] == ["hypothesis", "reference"]
        assert why["trees"][0]["marks"]
        if metric not in ("tkm", "dtkm"):
            counted = [part["counted"] for part in why["fractions"] if part["total"]]
            assert why["score"] == pytest.approx(100 * sum(counted) / len(counted))
        assert result.json["signature"].startswith(metric + "|")
    else:
        assert "reference" in result.out


@pytest.mark.parametrize("metric", ["stm", "tkm", "hwcm", "dstm", "dtkm"])
def test_empty_segments_are_explained(run, trees, metric, tmp_path):
    result = run(
        "explain",
        "2",
        "--metric",
        metric,
        *trees,
        "--references",
        "ref.txt",
        "--svg",
        "a.svg",
        "--",
        "hyp.txt",
    )
    assert result.code == 0
    assert "the hypothesis has no words" in result.out
    assert result.out.splitlines()[0].endswith(" = 0.00")
    ElementTree.parse(tmp_path / "a.svg")


def test_a_narrow_terminal_has_outlines(run, trees, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    out = run("explain", "--metric", "stm:depth=2", *trees, "--", HYP, REF).out
    assert "├─ VP¹" in out
    assert max(map(len, out.split("\npart")[0].splitlines())) <= 50


def test_parses_that_do_not_fit_the_text(run, trees, write):
    words = ["score", "--metrics", "stm", "--references", "ref.txt"]
    short = run(*words, "--parses", write("one.ptb", f"{ONE}\n"), "--", "hyp.txt")
    assert short.code == 2
    assert "references: sentence 1 ('I had a red pen on the desk.') is not parsed in one.ptb" in short.error
    other = run(
        *words, "--parses", write("other.ptb", f"{ONE}\n{TWO.replace('desk', 'table')}\n"), "--", "hyp.txt"
    )
    assert other.code == 2
    assert "is not parsed in other.ptb: parse it and add its tree to the file" in other.error
    broken = run(*words, "--parses", write("broken.ptb", f"{ONE}\n{TWO[:-3]}\n"), "--", "hyp.txt")
    assert broken.code == 2
    assert "broken.ptb, line 2, column 1" in broken.error
    both = run(*words, "--parses", "one.ptb", "trees.ptb", "--", "hyp.txt")
    assert both.code == 0


def test_parser_and_parses_are_one_or_the_other(run, trees):
    result = run(
        "score", "--parser", "files:path=trees.ptb", *trees, "--references", "ref.txt", "--", "hyp.txt"
    )
    assert result.code == 2
    assert "not allowed with argument" in result.error


def test_compare_with_intervals(run, trees):
    result = run(
        "compare", "--metrics", "stm", "hwcm", "bleu", "--n-resamples", "100", *trees, "--references", "ref.txt",
        "--format", "json", "--", "hyp.txt", "B=ref.txt",
    )  # fmt: skip
    assert result.code == 0
