"""``bolide study noise``: the sentences, and what is printed and drawn of them."""

import csv
import io
import re
from collections import Counter
from itertools import pairwise

import pytest

from bolide.cli._noise import NUMBERS
from bolide.inference.noise import sentences
from bolide.report.noise import TABLE_1, TABLE_2

PARSES = """
(S (NP-SBJ (NNP John)) (VP (VBD resigned) (NP-TMP (NN yesterday))) (. .))
(S (NP-TMP (NN Yesterday)) (, ,) (NP-SBJ (NNP John)) (VP (VBD resigned)) (. .))
-1 (S (NP-SBJ (PRP She)) (VP (VBD sold) (NP (NP (NNS eggs)) (PP (IN in) (NP (NNP May))))) (. .))
-2 (S (NP-SBJ (PRP She)) (VP (VBD sold) (NP (NNS eggs)) (PP (IN in) (NP (NNP May)))) (. .))

(S (PP (IN In) (NP (NNP May))) (, ,) (NP-SBJ (PRP she)) (VP (VBD sold) (NP (NNS eggs))) (. .))
""".replace(".))\n(S", ".))\n\n(S").replace(".))\n-1", ".))\n\n-1")
ORIGINAL = "John resigned yesterday.\nShe sold eggs in May.\n"
MOVED = "Yesterday, John resigned.\nIn May, she sold eggs.\n"


@pytest.fixture
def texts(write):
    names = write("original.txt", ORIGINAL), write("moved.txt", MOVED)
    return "--references", names[0], "--parses", write("trees.ptb", PARSES.strip() + "\n"), "--", names[1]


def test_the_sentences_are_the_same_words_in_another_order():
    originals, moved = sentences()
    assert len(originals) == len(moved) >= 100
    assert len({*originals, *moved}) == len(originals) + len(moved)
    for one, other in zip(originals, moved, strict=True):
        words = [Counter(re.findall(r"\w+", each.lower())) for each in (one, other)]
        assert words[0] == words[1], other


def test_more_parses_find_the_same_triples(run, texts):
    found = run("study", "noise", "--nbest", 1, 2, "--format", "json", *texts).json
    assert found["sentences"] == 2
    by_name = {row["name"]: row for row in found["metrics"]}
    assert list(by_name) == ["TER", "METEOR", "BLEU", "NIST", "GTM", "labelled", "labelled_pr"]
    assert by_name["TER"]["original"] == 0 < by_name["TER"]["moved"]
    assert by_name["labelled"]["original"] == 100
    # the second sentence: adj(egg, in) instead of adj(sell, in), one of four predicates and twelve triples
    assert by_name["labelled"]["moved"] == pytest.approx(100 * 2 * (7 + 11) / (2 * (7 + 12)))
    assert by_name["labelled_pr"]["moved"] == pytest.approx(100 * 2 * (2 + 3) / (2 * (2 + 4)))
    assert [row["nbest"] for row in found["nbest"]] == [1, 2]
    assert found["nbest"][0]["labelled"] == by_name["labelled"]["moved"]
    assert found["nbest"][1] == {"nbest": 2, "labelled": 100, "predicates": 100}


def test_our_figures_stand_beside_the_papers(run):
    """With the sentences and the parser of the package."""
    result = run("study", "noise", "--format", "csv")
    assert result.code == 0, result.error
    first, second = (list(csv.DictReader(io.StringIO(part))) for part in re.split(r"\r?\n\r?\n", result.out))
    paper = {(float(row["paper: original"]), float(row["paper: moved"])) for row in first}
    assert paper == set(TABLE_1.values())
    assert [int(row["best parses"]) for row in second] == list(NUMBERS) == list(TABLE_2)
    ours = [float(row["all triples"]) for row in second]
    assert all(80 < one <= other for one, other in pairwise(ours))
    assert ours[-1] > 95


def test_pictures(run, texts, tmp_path):
    pytest.importorskip("matplotlib")
    result = run("study", "noise", "--plot", "n.svg", "n.png", *texts)
    assert result.code == 0, result.error
    assert "the best parse leaves 5.26 points of noise, the 50 best parses 0.00: 100% less" in result.out
    assert "Parser noise on 2 sentences" in (tmp_path / "n.svg").read_text(encoding="utf-8")
    assert (tmp_path / "n.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--nbest", "0"], "--nbest takes whole numbers from 1"),
        (["--references", "original.txt"], "sentences of yours are two files"),
        (["--parser", "embeded"], "did you mean 'embedded'"),
        (["--references", "original.txt", "--", "short.txt"], "1 segment"),
        (["--references", "nothing.txt", "--", "moved.txt"], "nothing.txt"),
        (["--plot", "n.bmp"], "must end in .svg"),
    ],
)
def test_bad_words_are_refused_in_one_sentence(run, write, texts, words, message):
    write("short.txt", "Yesterday, John resigned.\n")
    result = run("study", "noise", *words)
    assert result.code == 2
    assert message in result.error
    assert result.error.count("\n") == 1
