"""TER equals sacreBLEU's and tercom's, WER jiwer's, WER, PER and CDER Moses' and apertium's.

Figures: ``golden/tercom.json`` and ``golden/error_rates.json``; each run in them names its program and command.
"""

import json

import jiwer
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import TER

import bolide
from tests.strategies import random_sets

OPTIONS = ("normalized", "no_punct", "asian_support", "case_sensitive")
ASIAN = [
    "東京",
    "、",
    "。ひらがな",
    "カタカナx",
    "ㇰ",
    "㈀",
    "㐀",
    "ー",
    "（",
    "！",
    "3.5",
    "a",
    "a,",
    "the",
    "mat",
    "（a）",
]
quick = settings(max_examples=200)
asian = st.lists(st.sampled_from(ASIAN), max_size=12).flatmap(
    lambda pieces: st.sampled_from(["", " "]).map(lambda space: space.join(pieces))
)
few = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "h", ",", "."]), max_size=25).map(" ".join)


def lines(path):
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def runs(shared, file):
    return json.loads((shared / "golden" / file).read_text(encoding="utf-8"))["runs"]


def texts(shared, run):
    folder = shared / "golden" / "inputs" / run["set"] / run["input"]
    references = [lines(path) for path in sorted(folder.glob("ref.*.txt"))]
    if run.get("refs") == "first":
        references = references[:1]
    return lines(folder / f"sys.{run['system']}.txt"), [list(g) for g in zip(*references, strict=True)]


def compare(hypotheses, references, options):
    hypotheses, references = list(hypotheses), list(references)
    ours = type(bolide.metric("ter"))(**options)
    score = bolide.score(hypotheses, references, ours, layout="segments")
    peer = TER(**options)
    rows = [
        peer._extract_corpus_statistics([h], [[r] for r in group])[0]
        for h, group in zip(hypotheses, references, strict=True)
    ]
    np.testing.assert_allclose(score.statistics.rows[:, :2], rows, rtol=1e-12)
    assert score.value == pytest.approx(peer._aggregate_and_compute(rows).score, rel=1e-12)


@quick
@given(data=random_sets(), options=st.fixed_dictionaries(dict.fromkeys(OPTIONS, st.booleans())))
def test_ter_is_sacrebleus(data, options):
    compare(*data, options)


@quick
@given(pairs=st.lists(st.tuples(few | asian, few | asian), min_size=1, max_size=4), on=st.booleans())
def test_ter_is_sacrebleus_on_shifted_and_asian_words(pairs, on):
    hypotheses, references = zip(*pairs, strict=True)
    compare(
        hypotheses, [[r] for r in references], {"normalized": on, "no_punct": not on, "asian_support": True}
    )


@settings(max_examples=6)
@given(st.randoms(use_true_random=False), st.sampled_from([40, 400]))
def test_ter_is_sacrebleus_on_long_segments(random, types):
    """The end of the search after 1,000 candidates, and distances at the border of the beam."""
    words = [str(random.randint(1, types)) for _ in range(random.randint(90, 130))]
    cut = random.randint(0, 40)
    changed = [w if random.random() < 0.9 else "0" for w in words[cut:] + words[:cut]]
    compare([" ".join(changed)], [[" ".join(words)]], {})


@pytest.mark.parametrize("options", [{}, {"normalized": True, "no_punct": True, "case_sensitive": True}])
def test_ter_is_sacrebleus_on_a_test_set(shared, options):
    folder = shared / "data" / "wmt17news-zh-en"
    references = lines(folder / "ref.A.txt")[:150]
    compare(lines(folder / "sys" / "online-A.0.txt")[:150], [[r] for r in references], options)


def test_ter_is_tercoms(shared):
    """All options, with the numbers of each kind of edit; beams and distances too."""
    flags = {"-N": "normalized=yes", "-P": "no_punct=yes", "-s": "case_sensitive=yes"}
    flags |= {"-b": "beam_width=", "-d": "shift_distance="}
    seen = set()
    for run in runs(shared, "tercom.json"):
        options = "".join(
            flags.get(o, o) for o in run["options"].replace(" -", ",-").replace(",", " , ").split()
        )
        specification = f"ter:variant=tercom,{options}"
        score = bolide.score(*texts(shared, run), specification)
        figures = np.array(run["segments"])
        np.testing.assert_allclose(
            score.statistics.rows[:, :2], figures[:, :2], rtol=1e-9, err_msg=specification
        )
        names = ("insertions", "deletions", "substitutions", "shifts", "shifted_words", "edits")
        totals = dict(zip(score.statistics.columns, score.statistics.total(), strict=True))
        assert [totals[name] for name in names] == run["corpus"]["sum_total"][:6]
        assert score.value / 100 == pytest.approx(run["corpus"]["ter"], rel=1e-9)
        seen.add(options)
    assert len(seen) == 7


@pytest.mark.parametrize("metric", ["wer", "per", "cder"])
def test_error_rates_are_those_of_other_programs(shared, metric):
    compared = 0
    for run in runs(shared, "error_rates.json"):
        tool = run["tool"].split()[0]
        if run["metric"].split()[0].lower() != metric or tool == "sclite":  # sclite minimises weighted edits
            continue
        if tool == "moses" and run["refs"] == "all":
            continue  # an integer cast breaks its choice of a reference
        score = bolide.score(*texts(shared, run), metric)
        if "moses" in run["tool"] and "score" in run["corpus"]:
            assert round(1 - score.value / 100, 4) == pytest.approx(run["corpus"]["score"], abs=1e-9)
        elif "ref_lengths" in run:
            edits = [min(each) for each in run["segments"]]
            assert score.statistics.rows[:, 0].tolist() == edits
            mean = run["corpus"].get("min_over_mean_len", run["corpus"].get("min_edits_over_mean_len"))
            assert score.value / 100 == pytest.approx(mean, rel=1e-9)
            if metric == "wer":
                best = bolide.score(*texts(shared, run), "wer:reference_length=best").value
                assert best / 100 == pytest.approx(run["corpus"]["min_edits_over_best_len"], rel=1e-9)
        else:
            assert score.value / 100 == pytest.approx(run["corpus"]["score"], rel=1e-9)
            np.testing.assert_allclose(score.segments / 100, run["segments"], rtol=1e-9)
        compared += 1
    assert compared >= 10


word = st.sampled_from(["a", "b", "c", "d", "e"])


@quick
@given(
    st.lists(
        st.tuples(st.lists(word, max_size=90), st.lists(word, min_size=1, max_size=90)),
        min_size=1,
        max_size=5,
    )
)
def test_wer_is_jiwers(pairs):
    hypotheses, references = ([" ".join(words) for words in side] for side in zip(*pairs, strict=True))
    score = bolide.score(hypotheses, references, "wer")
    assert score.value / 100 == pytest.approx(jiwer.wer(references, hypotheses), rel=1e-12)
    each = [jiwer.wer(r, h) for r, h in zip(references, hypotheses, strict=True)]
    np.testing.assert_allclose(score.segments / 100, each, rtol=1e-12)


@quick
@given(random_sets())
def test_orders_of_the_rates(data):
    """PER <= WER: order costs; CDER <= WER on one reference: jumps are optional."""
    hypotheses, groups = data
    one = [group[:1] for group in groups]
    per, wer, cder = (
        bolide.score(hypotheses, one, key, layout="segments").segments for key in ("per", "wer", "cder")
    )
    assert (per <= wer + 1e-9).all()
    assert (cder <= wer + 1e-9).all()
