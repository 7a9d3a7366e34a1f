"""The edits that `bolide align` shows are those that the metric counts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bolide
from bolide.cli import main

few = st.lists(st.sampled_from(["a", "b", "c", "d", "E", "e", "f."]), max_size=14).map(" ".join)


def words_of(links, side):
    return [place for link in links for place in range(*link[side])]


@settings(max_examples=200)
@given(
    few,
    st.lists(few, min_size=1, max_size=2),
    st.sampled_from(
        ["ter", "ter:variant=tercom,normalized=yes", "ter:normalized=yes", "wer", "wer:lowercase=yes"]
    ),
)
def test_edits(hypothesis, references, specification):
    metric = bolide.metric(specification)
    shown = metric.align(hypothesis, references)
    row = metric.statistics([hypothesis], [references])[0]
    assert shown.score == float(metric.score(row))
    totals = dict(zip(metric.columns, row.tolist(), strict=True))
    assert sum(shown.details.values()) == totals["edits"]
    for name in set(shown.details) & set(totals):
        assert shown.details[name] == totals[name]
    for side, text, edits in ((0, shown.hypothesis, "insertions"), (1, shown.reference, "deletions")):
        linked = words_of(shown.links, side)
        assert len(set(linked)) == len(linked)
        assert len(text) - len(linked) == shown.details[edits]
    assert sum(link.kind == "substitution" for link in shown.links) == shown.details["substitutions"]
    caseless = specification != "wer"
    for left, right, kind in shown.pairs():
        same = left.lower() == right.lower() if caseless else left == right
        assert same == (kind != "substitution")


@settings(max_examples=200)
@given(few, st.lists(few, min_size=1, max_size=3), st.sampled_from([1, 2]))
def test_runs(hypothesis, references, exponent):
    metric = bolide.metric(f"gtm:exponent={exponent}")
    shown = metric.align(hypothesis, references)
    row = metric.statistics([hypothesis], [references])[0]
    assert shown.score == float(metric.score(row))
    assert shown.reference.count("|") == len(references) - 1
    assert all(left == right for left, right, _ in shown.pairs())
    if len(references) == 1:
        sizes = [link.hypothesis[1] - link.hypothesis[0] for link in shown.links]
        assert sum(size**exponent for size in sizes) ** (1 / exponent) == pytest.approx(row[0])


def test_a_shift_is_one_link():
    shown = bolide.metric("ter").align("the red pen he has", ["He has the red pen"])
    assert shown.details == {"insertions": 0, "deletions": 0, "substitutions": 0, "shifts": 1}
    assert [pair for pair in shown.pairs() if pair[2] == "shift"] == [("he has", "He has", "shift")]


@pytest.mark.parametrize("metric", ["ter", "wer", "gtm:exponent=2"])
def test_the_command_prints_and_draws(metric, capsys, tmp_path):
    picture = tmp_path / "picture.svg"
    assert main(["align", "--metric", metric, "--svg", str(picture), "a b <c>", "b <c> a", "x"]) == 0
    assert capsys.readouterr().out.startswith(f"{metric} = ")
    assert "&lt;c&gt;" in picture.read_text(encoding="utf-8")


def test_other_metrics_say_so(capsys):
    assert main(["align", "--metric", "per", "a", "b"]) == 2
    assert "per does not align words" in capsys.readouterr().err
