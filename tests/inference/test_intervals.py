"""Intervals against SciPy, against sacreBLEU, and against the truth in simulations."""

import json

import numpy as np
import pytest
import sacrebleu
from scipy import stats

import bolide
from bolide import InputError, SpecificationError, inference
from bolide.inference.intervals import bounds
from bolide.metric import Interval

MEAN = inference.MeanScore("mean")


def mean_scores(**values):
    return inference.from_values(values, MEAN)


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("level", [90, 95, 99])
@pytest.mark.parametrize("seed", range(4))
def test_ends_are_those_of_scipy_on_its_own_resamples(method, level, seed):
    rng = np.random.default_rng(seed)
    values = rng.exponential(size=40)
    theirs = stats.bootstrap(
        (values,), np.mean, n_resamples=999, confidence_level=level / 100, method=method, rng=rng
    )
    left = (values.sum() - values) / 39
    low, high = bounds(theirs.bootstrap_distribution, values.mean(), level, left if method == "bca" else None)
    assert (low, high) == pytest.approx(tuple(theirs.confidence_interval), abs=1e-12)


@pytest.mark.parametrize("wrong", [{"seed": 1.5}, {"n_resamples": 1e3}, {"confidence": "95"}])
def test_settings_of_the_wrong_kind_are_refused(wrong):
    with pytest.raises(SpecificationError, match="must be a"):
        bolide.compare({"A": ["a", "b"], "B": ["a", "c"]}, ["a", "b"], **wrong)
    with pytest.raises(SpecificationError, match="must be a"):
        bolide.score(["a", "b"], ["a", "b"], **wrong)


def test_numpys_numbers_and_columns_are_taken():
    settings = {"seed": np.int64(3), "n_resamples": np.int32(20), "confidence": np.float32(90)}
    documents = np.array([1, 1, 2])
    found = bolide.compare({"A": list("abc"), "B": list("abd")}, list("abc"), documents=documents, **settings)
    assert found.unit == "documents"
    assert json.loads(json.dumps(found.to_json()))["seed"] == 3
    score = bolide.score(list("abd"), list("abc"), "chrf", documents=iter("dde"), **settings)
    assert json.loads(json.dumps(score.interval.to_json()))["confidence"] == 90


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_interval_is_scipys_within_monte_carlo_error(method):
    values = np.random.default_rng(3).exponential(size=50)
    theirs = stats.bootstrap(
        (values,), np.mean, n_resamples=40_000, method=method, rng=np.random.default_rng(1)
    )
    ours = inference.interval(mean_scores(A=values)[0], method=method, n_resamples=40_000)
    near = 0.03 * theirs.standard_error
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval), abs=2 * near)
    assert ours.stderr == pytest.approx(theirs.standard_error, abs=near)


def test_difference_by_bca_is_scipys():
    rng = np.random.default_rng(5)
    a, b = rng.exponential(size=60), rng.exponential(size=60)
    theirs = stats.bootstrap(
        (a, b), lambda x, y, axis: x.mean(axis) - y.mean(axis), paired=True, vectorized=True,
        n_resamples=40_000, method="BCa", rng=np.random.default_rng(1),
    )  # fmt: skip
    (pair,) = inference.compare(mean_scores(A=a, B=b), method="bca", n_resamples=40_000).pairs
    assert (pair.interval.low, pair.interval.high) == pytest.approx(
        tuple(theirs.confidence_interval), abs=0.05 * theirs.standard_error
    )


def test_relative_interval_is_the_papers():
    found = Interval(7.2, 7.07, 7.31, np.array([7.0, 7.191, 7.4]))
    assert found.relative == pytest.approx((-100 * (7.191 - 7.07) / 7.191, 100 * (7.31 - 7.191) / 7.191))


def test_relative_interval_of_a_median_of_zero_is_missing():
    found = inference.interval(mean_scores(A=[0, 0, 0])[0], n_resamples=100)
    assert (found.low, found.high, found.stderr) == (0, 0, 0)
    assert np.isnan(found.relative).all()
    assert found.to_json()["relative"] == [None, None]


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_scores_without_variance_have_an_interval_of_one_point(method):
    found = inference.interval(mean_scores(A=[2.5] * 10)[0], method=method, n_resamples=100)
    assert (found.low, found.high, found.stderr) == (2.5, 2.5, 0)


@pytest.mark.parametrize("name", ["bleu", "chrf"])
def test_interval_is_sacrebleus_within_monte_carlo_error(name):
    rng = np.random.default_rng(2)
    words = [f"w{i}" for i in range(60)]
    references = [" ".join(rng.choice(words, size=rng.integers(5, 25))) for _ in range(150)]
    hypotheses = [
        " ".join(w if rng.random() < 0.7 else str(rng.choice(words)) for w in reference.split())
        for reference in references
    ]
    kind = {"bleu": sacrebleu.BLEU, "chrf": sacrebleu.CHRF}[name]()
    result = kind.corpus_score(hypotheses, [references], n_bootstrap=4000)
    ours = bolide.score(hypotheses, references, name, n_resamples=4000).interval
    assert ours.distribution.mean() == pytest.approx(result._mean, abs=0.1 * ours.stderr)
    assert (ours.high - ours.low) / 2 == pytest.approx(result._ci, rel=0.08)


def test_interval_widths_are_those_of_the_stored_figures(shared):
    """sacreBLEU 2.6 with 1,000 resamples of the first 1,000 lines of wmt17news-de-en."""
    folder = shared / "data" / "wmt17news-de-en"
    references = (folder / "ref.A.txt").read_text(encoding="utf-8").split("\n")[:1000]
    hypotheses = (folder / "sys" / "online-A.0.txt").read_text(encoding="utf-8").split("\n")[:1000]
    for specification, mean, width in (
        ("bleu", 33.8857287, 1.153861611),
        ("chrf", 60.95256424, 0.7749767303),
    ):
        found = bolide.score(hypotheses, references, specification).interval
        assert found.distribution.mean() == pytest.approx(mean, abs=0.1 * found.stderr)
        assert (found.high - found.low) / 2 == pytest.approx(width, rel=0.08)


def coverage(truth, draw, simulations, documents=None, **options):
    """The share of simulated test sets whose interval holds the truth."""
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(simulations):
        values = draw(rng)
        found = inference.interval(mean_scores(A=values)[0], n_resamples=400, documents=documents, **options)
        held += found.low <= truth <= found.high
    return held / simulations


@pytest.mark.parametrize("level", [80, 95])
def test_intervals_cover_as_often_as_they_say(level):
    share = coverage(1.0, lambda rng: rng.gamma(4, 1 / 4, size=200), 400, confidence=level)
    assert share == pytest.approx(level / 100, abs=3 * np.sqrt(level / 100 * (1 - level / 100) / 400) + 0.01)


def test_bca_covers_skewed_scores_better():
    def draw(rng):
        return rng.lognormal(0, 1.2, size=40)

    truth = float(np.exp(1.2**2 / 2))
    plain, corrected = coverage(truth, draw, 300), coverage(truth, draw, 300, method="bca")
    assert plain < corrected < 0.97


def test_documents_must_be_resampled_where_their_segments_are_alike():
    """The interval from segments is much too narrow, the one from documents is not."""
    documents = [str(number) for number in range(40) for _ in range(10)]

    def draw(rng):
        return 30 + np.repeat(rng.normal(size=40), 10) + rng.normal(size=400)

    assert coverage(30, draw, 300) < 0.70
    assert coverage(30, draw, 300, documents) == pytest.approx(0.93, abs=0.045)


def test_runs_must_be_drawn_where_they_differ():
    """The interval of one run tells nothing of the next training."""
    rng = np.random.default_rng(4)
    one = several = 0
    for _ in range(200):
        segments = rng.normal(size=100)
        scores = [
            mean_scores(A=50 + segments + rng.normal(0, 0.3) + rng.normal(0, 0.3, size=100))[0]
            for _ in range(8)
        ]
        other = mean_scores(B=np.zeros(100))
        found = inference.compare([*scores, *other], n_resamples=300, test="bootstrap").systems[0].interval
        several += found.low <= 50 <= found.high
        found = inference.interval(scores[0], n_resamples=300)
        one += found.low <= 50 <= found.high
    assert one / 200 < 0.6
    assert several / 200 == pytest.approx(0.94, abs=0.05)


def test_intervals_in_python():
    found = bolide.score(
        ["a b c", "d e f", "g"], ["a b d", "d e f", "g"], "chrf", confidence=90, seed=7
    ).interval
    assert found.low <= found.value <= found.high
    assert len(found.distribution) == found.n_resamples == 10_000
    assert (found.confidence, found.seed, found.unit, found.units) == (90, 7, "segments", 3)
    by_document = bolide.score(["a b c", "d e f", "g"], ["a b d", "d e f", "g"], documents=["x", "x", "y"])
    assert (by_document.interval.unit, by_document.interval.units) == ("documents", 2)


def test_wrong_questions_are_refused():
    score = mean_scores(A=[1, 2, 3])[0]
    for options, message in (
        ({"confidence": 0.95}, "in percent"),
        ({"confidence": 100}, "in percent"),
        ({"method": "bcaa"}, "did you mean 'bca'"),
        ({"n_resamples": 0}, "at least 1"),
        ({"seed": -1}, "must not be negative"),
    ):
        with pytest.raises(SpecificationError, match=message):
            inference.interval(score, **options)
    with pytest.raises(InputError, match="there is 1 segment"):
        _ = bolide.score(["a"], ["a"]).interval
    with pytest.raises(InputError, match="B, segment 2: the score is nan"):
        mean_scores(B=[1, np.nan])
    with pytest.raises(InputError, match="BCa interval does not exist"):
        bounds(np.array([1.0, 2.0]), 5.0, 95, np.array([1.0, 2.0, 4.0]))
