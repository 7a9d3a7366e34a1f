"""Tests of differences against SciPy and sacreBLEU, and the level that they keep in simulations."""

import json

import numpy as np
import pytest
import sacrebleu
from sacrebleu.significance import PairedTest
from scipy import stats

import bolide
from bolide import InputError, SpecificationError, inference
from bolide.inference import corrections
from bolide.inference.significance import TESTS, bootstrap_pvalue, moses_pvalue, pvalue

MEAN = inference.MeanScore("mean")


def compare(**values):
    options = {key: values.pop(key) for key in list(values) if key.islower()}
    return inference.compare(inference.from_values(values, MEAN), **options)


def noisy(rng, references, wrong):
    """What a system would write that gets so many words wrong."""
    words = [w for reference in references for w in reference.split()]
    return [
        " ".join(w if rng.random() > wrong else str(rng.choice(words)) for w in reference.split())
        for reference in references
    ]


@pytest.fixture(scope="module")
def texts():
    rng = np.random.default_rng(12)
    words = [f"w{i}" for i in range(80)]
    references = [" ".join(rng.choice(words, size=rng.integers(5, 25))) for _ in range(200)]
    systems = {name: noisy(rng, references, wrong) for name, wrong in (("A", 0.3), ("B", 0.31), ("C", 0.33))}
    return references, systems


@pytest.mark.parametrize("seed", range(6))
def test_randomisation_is_scipys_permutation_test(seed):
    rng = np.random.default_rng(seed)
    a = rng.normal(0.4, 1, size=14)
    b = rng.normal(0, 1, size=14)
    exact = stats.permutation_test(
        (a, b), lambda x, y, axis: x.mean(axis) - y.mean(axis), permutation_type="samples", vectorized=True,
        n_resamples=np.inf,
    ).pvalue  # fmt: skip
    (pair,) = compare(A=a, B=b, n_resamples=20_000).pairs
    assert pair.pvalue == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20_000) + 1e-4)


def test_trials_as_large_as_the_observed_difference_count_in_spite_of_rounding():
    """With one segment that differs, every trial has the observed difference or its opposite."""
    a = np.array([0.1, 0.2, 0.3, 0.7, 1 / 3])
    b = np.array([0.1, 0.2, 0.3, 0.1, 1 / 3])
    assert compare(A=a, B=b).pairs[0].pvalue == 1


@pytest.mark.parametrize("test", ["randomisation", "moses-bootstrap"])
def test_pvalues_are_sacrebleus_within_monte_carlo_error(texts, test, monkeypatch):
    references, systems = texts
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    number = 4000
    _, theirs = PairedTest(
        list(systems.items()),
        {"bleu": sacrebleu.BLEU(references=[references]), "chrf": sacrebleu.CHRF(references=[references])},
        references=None, test_type={"randomisation": "ar", "moses-bootstrap": "bs"}[test], n_samples=number,
    )()  # fmt: skip
    ours = bolide.compare(systems, references, ["bleu", "chrf"], test=test, n_resamples=number, baseline="A")
    for name, key in (("bleu", "BLEU"), ("chrf", "chrF2")):
        for pair, result in zip(ours.of(name), theirs[key][1:], strict=True):
            p = result.p_value
            assert pair.pvalue == pytest.approx(p, abs=5 * np.sqrt(2 * p * (1 - p) / number) + 2 / number)
    assert [pair.b for pair in ours.of("bleu")] == ["A", "A"]


def test_pvalues_are_those_of_the_stored_figures(shared):
    """sacreBLEU 2.6 on the first 1,000 lines of wmt17news-de-en: the smallest possible ones."""
    figures = json.loads((shared / "golden" / "significance.json").read_text(encoding="utf-8"))["runs"]
    (run,) = [r for r in figures if r.get("test") == "ar" and r.get("metric") == "BLEU"]
    folder = shared / "data" / "wmt17news-de-en"
    lines = lambda path: path.read_text(encoding="utf-8").split("\n")[:1000]  # noqa: E731
    names = run["results"]["System"]
    found = bolide.compare(
        {name: lines(folder / "sys" / f"{name}.txt") for name in names}, lines(folder / "ref.A.txt"),
        n_resamples=run["n"], baseline=names[0],
    )  # fmt: skip
    for entry, result in zip(found.systems, run["results"]["BLEU"], strict=True):
        assert entry.value == pytest.approx(result["score"], abs=1e-7)
    for pair, result in zip(found.pairs, run["results"]["BLEU"][1:], strict=True):
        assert pair.pvalue == pytest.approx(result["p_value"], rel=1e-6)


def test_moses_pvalue_is_about_half_of_the_bootstraps():
    rng = np.random.default_rng(0)
    differences = rng.normal(2, 1, size=100_000)
    two_sided = 2 * stats.norm.sf(2)
    assert bootstrap_pvalue(differences, 2.0) == pytest.approx(two_sided, rel=0.05)
    assert moses_pvalue(differences, 2.0) == pytest.approx(two_sided / 2, rel=0.08)


def test_pvalue_counts_the_observed_one():
    assert pvalue(np.array([0.5, -0.5, 0.2]), 0.6) == 1 / 4
    assert pvalue(np.array([0.5, -0.7, 0.2]), -0.5) == 3 / 4


@pytest.mark.parametrize("test", TESTS)
def test_identical_systems_have_a_pvalue_of_one(test, texts):
    references, systems = texts
    found = bolide.compare(
        {"A": systems["A"], "B": list(systems["A"])}, references, ["bleu", "chrf", "nist"], test=test,
        n_resamples=500,
    )  # fmt: skip
    for pair in found.pairs:
        assert (pair.pvalue, pair.adjusted, pair.difference, pair.wins) == (1, 1, 0, 0.5)
        assert (pair.interval.low, pair.interval.high, pair.better) == (0, 0, "")
    assert found.matrix("bleu") == {"A": {"A": "", "B": "~"}, "B": {"A": "~", "B": ""}}


@pytest.mark.parametrize("test", TESTS)
def test_constant_scores_are_compared_without_trouble(test):
    (pair,) = compare(A=[1.0] * 8, B=[1.0] * 8, test=test, n_resamples=200).pairs
    assert pair.pvalue == 1
    (pair,) = compare(A=[2.0] * 8, B=[1.0] * 8, test=test, n_resamples=2000).pairs
    assert (pair.difference, pair.interval.low, pair.interval.high, pair.wins) == (1, 1, 1, 1)


def rejections(test, draw, simulations=600, alpha=0.05, **options):
    rng = np.random.default_rng(21)
    count = 0
    for _ in range(simulations):
        scores = draw(rng)
        count += inference.compare(scores, test=test, n_resamples=300, **options).pairs[0].pvalue <= alpha
    return count / simulations


def same_quality(rng):
    difficulty = rng.gamma(2, 2, size=80)
    return inference.from_values(
        {name: difficulty * rng.uniform(0.2, 1, size=80) for name in ("A", "B")}, MEAN
    )


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_level_is_kept(test):
    assert rejections(test, same_quality) == pytest.approx(0.05, abs=0.027)


def test_moses_bootstrap_does_not_keep_the_level():
    assert rejections("moses-bootstrap", same_quality) > 0.08


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_level_is_kept_for_documents_and_only_if_they_are_named(test):
    documents = [str(number) for number in range(30) for _ in range(8)]

    def draw(rng):
        return inference.from_values(
            {name: np.repeat(rng.normal(size=30), 8) + rng.normal(size=240) for name in "AB"}, MEAN
        )

    assert rejections(test, draw, 300) > 0.25
    assert rejections(test, draw, 300, documents=documents) < 0.10


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
@pytest.mark.parametrize("numbers", [(6, 6), (5, 8)])
def test_level_is_kept_where_trainings_differ(test, numbers):
    """Equally good systems whose runs differ; one run of each would often look better by chance."""

    def draw(rng, numbers=numbers):
        difficulty = rng.normal(size=60)
        return [
            score
            for name, runs in zip("AB", numbers, strict=True)
            for _ in range(runs)
            for score in inference.from_values(
                {name: 9 + difficulty + rng.normal(0, 0.4) + rng.normal(0, 0.5, size=60)}, MEAN
            )
        ]

    assert rejections(test, lambda rng: draw(rng, (1, 1)), 300) > 0.2
    assert rejections(test, draw, 300) == pytest.approx(0.065, abs=0.05)


def test_a_real_difference_is_found():
    rng = np.random.default_rng(0)
    base = rng.normal(size=300)
    found = compare(A=base + 0.3 + rng.normal(size=300), B=base + rng.normal(size=300))
    (pair,) = found.pairs
    assert pair.pvalue < 0.01
    assert pair.wins > 0.99
    assert pair.interval.low > 0


def test_lower_can_be_better():
    errors = inference.MeanError("errors")
    scores = inference.from_values({"good": [1, 2, 1, 1, 2, 1], "bad": [8, 9, 7, 9, 8, 9]}, errors)
    found = inference.compare(scores, n_resamples=400)
    (pair,) = found.pairs
    assert (pair.better, pair.wins) == ("good", 1)
    assert pair.difference < 0
    assert found.entries("errors")[0].system == "good"
    assert found.matrix("errors")["good"]["bad"] == ">"


@pytest.mark.parametrize("name", ["holm", "benjamini-hochberg"])
@pytest.mark.parametrize("seed", range(5))
def test_corrections_are_the_textbooks(name, seed):
    values = np.random.default_rng(seed).uniform(size=9) ** 3
    adjusted = corrections.CORRECTIONS[name](values)
    if name == "benjamini-hochberg":
        assert adjusted == pytest.approx(stats.false_discovery_control(values))
        return
    for alpha in np.linspace(0.001, 0.999, 500):  # step down: stop at the first that is too large
        rejected = set()
        for step, index in enumerate(np.argsort(values)):
            if values[index] > alpha / (9 - step):
                break
            rejected.add(int(index))
        assert {index for index in range(9) if adjusted[index] <= alpha} == rejected


def test_clusters_are_drawn_where_everybody_above_beats_everybody_below():
    rng = np.random.default_rng(2)
    base = rng.normal(size=400)
    found = compare(
        **{
            name: base + level + rng.normal(0, 0.5, size=400)
            for name, level in (("A", 2.0), ("B", 1.99), ("C", 1.0), ("D", 0.99), ("E", 0.0))
        }
    )
    assert sorted(found.clusters("mean").items()) == [("A", 1), ("B", 1), ("C", 2), ("D", 2), ("E", 3)]
    assert found.beaten("mean")["C"] == ["E"]
    assert len(found.pairs) == 10


def test_wrong_questions_are_refused():
    with pytest.raises(InputError, match="there is only one system, A"):
        compare(A=[1.0, 2.0])
    with pytest.raises(InputError, match="baseline 'Z' is not among"):
        compare(A=[1.0, 2.0], B=[2.0, 3.0], baseline="Z")
    with pytest.raises(SpecificationError, match="did you mean 'bootstrap'"):
        compare(A=[1.0, 2.0], B=[2.0, 3.0], test="bootstap")
    with pytest.raises(SpecificationError, match="there is no correction 'bonferroni'"):
        compare(A=[1.0, 2.0], B=[2.0, 3.0], correction="bonferroni")
    with pytest.raises(InputError, match="there is no bleu in this comparison"):
        compare(A=[1.0, 2.0], B=[2.0, 3.0]).of("bleu")
    with pytest.raises(InputError, match="a dict is needed"):
        bolide.compare([["a"], ["b"]], ["a"])
    with pytest.raises(InputError, match="there are no hypotheses"):
        bolide.compare({}, ["a"])
    with pytest.raises(InputError, match="B has 1 segment, but the references have 2"):
        bolide.compare({"A": ["a", "b"], "B": ["a"]}, ["a", "b"])


def test_json_has_the_promised_keys(texts):
    references, systems = texts
    found = bolide.compare(systems, references, "chrf", n_resamples=200, seed=3).to_json()
    assert list(found)[:5] == ["systems", "pairs", "test", "n_resamples", "seed"]
    assert list(found["systems"][0]) == ["system", "metric", "value", "low", "high"]
    assert list(found["pairs"][0]) == [
        "metric", "a", "b", "difference", "low", "high", "pvalue", "adjusted", "wins",
    ]  # fmt: skip
    assert (found["test"], found["n_resamples"], found["seed"]) == ("randomisation", 200, 3)
    json.dumps(found, allow_nan=False)
    again = bolide.compare(systems, references, "chrf", n_resamples=200, seed=3).to_json()
    assert again == found
    other = bolide.compare(systems, references, "chrf", n_resamples=200, seed=4).to_json()
    assert other["systems"] != found["systems"]


def test_runs_of_a_system_are_lists_in_a_list(texts):
    references, systems = texts
    found = bolide.compare({"A": [systems["A"], systems["B"]], "C": systems["C"]}, references, "chrf")
    assert [entry.runs for entry in found.systems] == [2, 1]
    single = [bolide.score(systems[name], references, "chrf").value for name in "AB"]
    assert found.systems[0].value == pytest.approx(np.mean(single))
