"""Tests of two correlations: published worked examples, the definition of the permutation test, and its level."""

import numpy as np
import pytest

from bolide.inference import MeanScore, from_values
from bolide.meta import Gold, agree
from bolide.meta.levels import Item, Pointwise, System
from bolide.meta.significance import EXCEEDANCES, fisher, permutation, williams
from tests.meta import textbook


def test_williams_as_published():
    # Howell, Statistical Methods for Psychology, 6th ed., p. 262: t(23) = 1.361, p = .187
    assert williams(0.80, 0.72, 0.89, 26) == pytest.approx(0.187, abs=5e-4)
    # Steiger (1980), case A, as in R's psych::r.test: t = .89, p = .37
    assert williams(0.5, 0.4, 0.1, 103) == pytest.approx(0.37, abs=5e-3)
    assert williams(0.4, 0.5, 0.1, 103) == williams(0.5, 0.4, 0.1, 103)


def test_fisher_as_published():
    # Owczarzak et al. (2007), note 6: with 16,800 segments an increase of 0.022 is significant at 95%
    assert fisher(0.255, 0.233, 16_800) < 0.05 < fisher(0.255, 0.237, 16_800)
    # Biostatistics For Dummies, ch. 15: r = 0.4 (n = 100) and 0.6 (n = 150): z = 2.05, p = 0.039
    assert fisher(0.4, 0.6, 100, 150) == pytest.approx(0.039, abs=1e-3)


def test_edges():
    assert williams(0.5, 0.5, 0.3, 50) == 1.0
    assert np.isnan(williams(0.5, 0.4, 0.3, 3))
    assert np.isnan(fisher(0.5, 0.4, 3))
    assert fisher(0.5, 0.5, 50) == 1.0


def scores(seed, systems=4, segments=30, noise=(1.0, 1.6)):
    random = np.random.default_rng(seed)
    human = random.normal(size=(systems, segments))
    metrics = np.stack([human + random.normal(size=human.shape) * n for n in noise])
    human[random.random(human.shape) < 0.2] = np.nan
    return human, metrics


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
def test_pooled_permutation_is_that_of_the_paper(coefficient):
    human, metrics = scores(1, systems=3, segments=15)
    level = Pointwise(human, metrics, None)
    found = permutation(level, coefficient, level.values(coefficient), 3000, 1)[0, 1]
    random = np.random.default_rng(2)
    of = getattr(textbook, coefficient)
    expected = textbook.permutation_test(level.x, *level.y, of, 1500, random)
    error = 4 * np.sqrt(expected * (1 - expected) * (1 / 1500 + 1 / EXCEEDANCES / 10)) + 0.01
    assert found == pytest.approx(expected, abs=error)


def test_permutation_within_systems_is_that_of_the_paper():
    human, metrics = scores(3)
    level = Pointwise(human, metrics, list("ABCD"))

    def average(x, y):
        spans = zip(level.starts[:-1], level.starts[1:], strict=True)
        return np.mean([textbook.pearson(x[a:b], y[a:b]) for a, b in spans])

    expected = textbook.permutation_test(level.x, *level.y, average, 1500, np.random.default_rng(2))
    found = permutation(level, "pearson", level.values("pearson"), 3000, 1)[0, 1]
    assert found == pytest.approx(expected, abs=0.04)


class Systems(System):
    """Only what the test looks at."""

    def __init__(self, x, y):
        self.x, self.y = x, y


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall", "accuracy"])
def test_permutation_of_systems_is_that_of_the_paper(coefficient):
    random = np.random.default_rng(4)
    x = random.normal(size=10)
    level = Systems(x, np.stack([x + random.normal(size=10) * noise for noise in (0.4, 1.0)]))
    of = {**vars(textbook)}[coefficient]
    values = np.array([of(x, y) for y in level.y])
    found = permutation(level, coefficient, values, 2000, 1)[0, 1]
    expected = textbook.permutation_test(x, *level.y, of, 2000, np.random.default_rng(2))
    assert found == pytest.approx(expected, abs=0.05)


def test_items_change_sides_with_all_their_systems():
    human, metrics = scores(5, systems=5)
    level = Item(human, metrics, darr=False)
    for coefficient in ("pearson", "kendall-14", "accuracy-t"):
        above, under = level.parts(coefficient)
        random, count, trials = np.random.default_rng(1), 0, 1500
        observed = abs(np.subtract(*(above.sum(axis=1) / under.sum(axis=1))))
        for _ in range(trials):
            coins = random.integers(0, 2, above.shape[1]).astype(bool)
            swapped = [np.where(coins, part, part[::-1]).sum(axis=1) for part in (above, under)]
            count += abs(np.subtract(*(swapped[0] / swapped[1]))) >= observed - 1e-12
        found = permutation(level, coefficient, level.values(coefficient), 3000, 1)[0, 1]
        assert found == pytest.approx((count + 1) / (trials + 1), abs=0.05), coefficient


def test_equal_metrics_do_not_differ():
    human, metrics = scores(6)
    level = Pointwise(human, np.stack([metrics[0], metrics[0]]), None)
    for coefficient in level.coefficients:
        assert permutation(level, coefficient, level.values(coefficient), 200, 1) == {(0, 1): 1.0}


def test_level_of_the_permutation_test():
    """Two metrics that agree equally well are called different in about one of twenty cases."""
    rejected = 0
    for seed in range(400):
        human, metrics = scores(1000 + seed, systems=2, segments=25, noise=(1.0, 1.0))
        level = Pointwise(human, metrics, None)
        rejected += permutation(level, "pearson", level.values("pearson"), 199, seed)[0, 1] <= 0.05
    assert 8 <= rejected <= 34  # binomial(400, 0.05): 1 in 1,000 either side


@pytest.mark.parametrize("name", ["system", "within", "pooled", "item"])
def test_many_metrics_can_be_told_apart(name):
    """No p-value is below one by the number of trials, and a corrected one is that times the number of pairs."""
    rng = np.random.default_rng(1)
    people = rng.normal(size=(30, 20)) + np.arange(30)[:, None] / 3
    scores = [
        score
        for number in range(12)
        for score in from_values(
            {
                str(k): row
                for k, row in enumerate(people + (4 * rng.normal(size=people.shape) if number else 0))
            },
            MeanScore(f"m{number}"),
        )
    ]
    found = agree(scores, [Gold("people", people)], levels=[name], n_resamples=50)
    coefficient = found.main[name]
    (best,) = (m for m in found.metrics if m.name == "m0")
    assert found.beats(name, coefficient)[best], "the oracle is better than none of 11 noisy metrics"
    assert all(pair.pvalues["permutation"] > 0 for pair in found.of(name, coefficient))
