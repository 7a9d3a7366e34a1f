"""Small cases of TER, WER, PER, CDER and GTM that can be counted by hand, and settings that are refused."""

import pytest

import bolide
from bolide.cli import main


def value(specification, hypotheses, references):
    return bolide.score(hypotheses, references, specification, layout="segments").value


TWO = [["a b c d e f", "a b x"]]


@pytest.mark.parametrize(
    ("specification", "expected"),
    [
        ("wer", 100 * 1 / ((6 + 3) / 2)),
        ("wer:reference_length=best", 100 * 1 / 3),
        ("per", 100 * 1 / ((6 + 3) / 2)),
        ("cder", 100 * 1 / ((6 + 3) / 2)),
        ("ter", 100 * 1 / ((6 + 3) / 2)),
        ("gtm", 100 * 2 * 3 / (3 + (6 + 3) / 2)),  # a b c
        ("gtm:measure=precision", 100 * 3 / 3),
        ("gtm:measure=recall", 100 * 3 / ((6 + 3) / 2)),
    ],
)
def test_several_references(specification, expected):
    assert value(specification, ["a b c"], TWO) == pytest.approx(expected)


def test_per_of_a_corpus():
    """Two words too many in one segment, two too few in the other."""
    hypotheses, references = ["a b c d", "e"], [["a b"], ["e f g"]]
    assert value("per", hypotheses, references) == 100 * (5 - 3) / 5
    assert value("per:corpus=edits", hypotheses, references) == 100 * (2 + 2) / 5


@pytest.mark.parametrize("key", ["ter", "wer", "per", "cder"])
def test_empty_texts(key):
    assert value(key, [""], [[""]]) == 0
    assert value(key, ["a b"], [[""]]) == 100
    assert value(key, [""], [["a b"]]) == 100
    # one substitution, and three insertions or one jump over them
    assert value(key, ["a b c d"], [["x"]]) == (200 if key == "cder" else 400)


def test_empty_texts_match_nothing():
    assert value("gtm", [""], [[""]]) == value("gtm", ["a"], [[""]]) == value("gtm", [""], [["a"]]) == 0


def test_the_last_run_is_cut_at_the_mean_length():
    # two and a half words of references on average: the run of three counts (2.5)^2
    score = bolide.score(["the the the the"], [["the the the", "the the"]], "gtm:exponent=2")
    assert score.statistics.rows[0].tolist() == [2.5, 4, 2.5]


def test_case_and_punctuation():
    hypothesis, reference = ["The Pen, he said."], [["the pen he said"]]
    assert value("ter", hypothesis, reference) == 100 * 2 / 4
    assert value("ter:case_sensitive=yes", hypothesis, reference) == 100 * 3 / 4
    assert value("ter:no_punct=yes", hypothesis, reference) == 0
    assert value("ter:normalized=yes", hypothesis, reference) == 100 * 2 / 4
    assert value("wer:tokenize=13a,lowercase=yes", hypothesis, reference) == 100 * 2 / 4


def test_asian_support():
    hypothesis, reference = ["東京に行く。"], [["京東に行く"]]
    assert value("ter:normalized=yes,no_punct=yes,asian_support=yes", hypothesis, reference) < 100
    assert value("ter:normalized=yes,no_punct=yes", hypothesis, reference) == 100


def test_unlimited_settings_are_the_largest_that_matter():
    hypothesis, reference = ["a b c d e f"], [["e f a b c d x"]]
    for variant in ("sacrebleu", "tercom"):
        huge = f"ter:variant={variant},beam_width={10**30},shift_distance={10**30}"
        assert value(huge, hypothesis, reference) == value(f"ter:variant={variant}", hypothesis, reference)


@pytest.mark.parametrize(
    "specification",
    ["ter:beam_width=0", "ter:shift_distance=-1", "ter:variant=x", "gtm:exponent=0.5", "gtm:exponent=nan",
     "gtm:measure=F2", "wer:reference_length=least", "per:corpus=x", "wer:tokenize=x"],
)  # fmt: skip
def test_refused(specification, capsys):
    assert main(["score", "--references", "demo/reference.1.txt", "--metrics", specification, "--", "x"]) == 2
    message = capsys.readouterr().err
    assert message.startswith("bolide: error: ")
    assert message.count("\n") == 1


def test_choices_are_checked_in_python_too():
    with pytest.raises(bolide.SpecificationError, match="did you mean 'tercom'"):
        type(bolide.metric("ter"))(variant="tercon")


def test_lowercase_goes_with_metrics_that_ignore_case(tmp_path, capsys):
    (tmp_path / "x").write_text("A\n")
    (tmp_path / "y").write_text("a\n")
    command = ["score", "--references", str(tmp_path / "x"), "--lowercase", "--metrics"]
    assert main([*command, "ter", "wer", "--", str(tmp_path / "y")]) == 0
    assert main([*command, "ter", "--", str(tmp_path / "y")]) == 0
    assert main([*command, "ter:case_sensitive=yes", "--", str(tmp_path / "y")]) == 2
    assert "--lowercase" in capsys.readouterr().err
