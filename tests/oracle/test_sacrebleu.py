"""BLEU, chrF and the tokenizers equal sacreBLEU 2.6, on random text and on real test sets."""

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.metrics.bleu import _get_tokenizer

import bolide
from bolide.testset import Segments
from bolide.text import tokenizer, tokens
from tests.strategies import random_sets, text

pytestmark = pytest.mark.filterwarnings("ignore")
quick = settings(max_examples=200)

NAMES = ["none", "13a", "intl", "char", "zh"]
BLEU_OPTIONS = [
    {},
    {"lowercase": True},
    {"max_ngram_order": 2},
    {"max_ngram_order": 6},
    *({"tokenize": name} for name in NAMES),
    *({"smooth_method": method} for method in ("none", "floor", "add-k", "exp")),
    {"smooth_method": "floor", "smooth_value": 0.01},
    {"smooth_method": "add-k", "smooth_value": 2.5},
]
CHRF_OPTIONS = [
    {},
    {"word_order": 2},
    {"char_order": 4, "word_order": 1},
    {"beta": 1},
    {"beta": 3, "lowercase": True},
    {"whitespace": True},
    {"eps_smoothing": True},
    {"word_order": 2, "eps_smoothing": True, "lowercase": True, "whitespace": True},
]


def made(key, options):
    return type(bolide.metric(key))(**options)


@pytest.mark.parametrize("name", NAMES)
@quick
@given(line=text)
def test_tokenizers(name, line):
    expected = _get_tokenizer(name)()(line.rstrip()).split()
    assert tokens(Segments([line]), tokenizer(name)).words() == [expected]


@quick
@given(data=random_sets(), options=st.sampled_from(BLEU_OPTIONS), effective_order=st.booleans())
def test_bleu(options, effective_order, data):
    options = {"effective_order": effective_order, **options}
    compare(made("bleu", options), BLEU(**options), *data)


@quick
@given(data=random_sets(), options=st.sampled_from(CHRF_OPTIONS))
def test_chrf(options, data):
    compare(made("chrf", options), CHRF(**options), *data)


def compare(ours, theirs, hypotheses, groups):
    """Corpus and segments, to 1e-9."""
    score = bolide.score(hypotheses, groups, ours, layout="segments")
    transposed = [list(r) for r in zip(*groups, strict=True)]
    assert score.value == pytest.approx(theirs.corpus_score(hypotheses, transposed).score, abs=1e-9)
    expected = [theirs.sentence_score(h, r).score for h, r in zip(hypotheses, groups, strict=True)]
    np.testing.assert_allclose(score.segments, expected, atol=1e-9, rtol=0)


@quick
@given(data=random_sets(most_references=2), missing=st.data())
def test_varying_number_of_references(data, missing):
    hypotheses, groups = data
    groups = [g if missing.draw(st.booleans()) else g[:1] for g in groups]
    width = max(map(len, groups))
    padded = [g + [None] * (width - len(g)) for g in groups]
    transposed = [list(r) for r in zip(*padded, strict=True)]
    for ours, theirs in (("bleu", BLEU()), ("chrf", CHRF())):
        score = bolide.score(hypotheses, groups, ours, layout="segments")
        assert score.value == pytest.approx(theirs.corpus_score(hypotheses, transposed).score, abs=1e-9)


def lines(path):
    return path.read_text(encoding="utf-8").split("\n")[:-1]


@pytest.mark.parametrize(
    ("folder", "system", "references"),
    [
        ("wmt17news-zh-en", "online-B.0", ["A"]),
        ("wmt21news-en-de-mqm", "Online-W", ["A", "C", "D"]),
        ("indian-hi-en-4ref-votes", "ref0", ["1", "2", "3"]),
    ],
)
def test_real_test_sets(shared, folder, system, references):
    base = shared / "data" / folder
    hypotheses = lines(base / "sys" / f"{system}.txt")
    streams = [lines(base / f"ref.{r}.txt") for r in references]
    groups = [list(g) for g in zip(*streams, strict=True)]
    pairs = [(made("bleu", o), BLEU(**o)) for o in ({}, {"tokenize": "intl", "lowercase": True})]
    pairs += [(made("chrf", o), CHRF(**o)) for o in ({"word_order": 2},)]
    for ours, theirs in pairs:
        score = bolide.score(hypotheses, groups, ours)
        assert score.value == pytest.approx(theirs.corpus_score(hypotheses, streams).score, abs=1e-9)


def test_the_version_that_we_equal():
    assert sacrebleu.__version__.startswith("2.6.")
