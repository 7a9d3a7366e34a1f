"""Every level equals the published definitions, and its resamples are what resampled data would give."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bolide.inference import MeanScore, from_values
from bolide.inference.resampling import samples
from bolide.meta import coefficients as c
from bolide.meta.levels import Item, Pointwise, System
from bolide.meta.soft import SoftAccuracy
from tests.meta import textbook

OF = {"pearson": textbook.pearson, "spearman": textbook.spearman, "kendall": textbook.kendall}
TOLERANCE = {"rtol": 1e-9, "atol": 1e-11}


@st.composite
def judged(draw):
    """Human and metric scores with many ties and gaps: (systems, segments), (metrics, systems, segments)."""
    systems, segments = draw(st.integers(2, 5)), draw(st.integers(3, 12))
    random = np.random.default_rng(draw(st.integers(0, 10_000)))
    human = random.integers(0, draw(st.integers(2, 9)), (systems, segments)).astype(float)
    metrics = np.round(human + random.normal(size=(2, systems, segments)) * 2, draw(st.integers(0, 2)))
    gaps = random.random(human.shape) < draw(st.sampled_from([0.0, 0.3, 0.6]))
    return np.where(gaps, np.nan, human), metrics


def twice(human, metrics, weights):
    """The data of a resample: segments as often as they were drawn."""
    drawn = np.repeat(np.arange(human.shape[1]), weights.astype(int))
    return human[:, drawn], metrics[:, :, drawn]


def close(found, expected):
    np.testing.assert_allclose(found, expected, equal_nan=True, **TOLERANCE)


def mean(values):
    values = [value for value in values if not np.isnan(value)]
    return np.mean(values) if values else np.nan


def within(of, human, metric):
    parts = [(x[~np.isnan(x)], y[~np.isnan(x)]) for x, y in zip(human, metric, strict=True)]
    return mean([of(x, y) for x, y in parts])


def pooled(of, human, metric):
    there = ~np.isnan(human)
    return of(human[there], metric[there])


@settings(max_examples=40)
@given(judged(), st.integers(0, 999))
def test_points_and_their_resamples(data, seed):
    human, metrics = data
    weights = np.random.default_rng(seed).multinomial(
        human.shape[1], [1 / human.shape[1]] * human.shape[1], 9
    )
    weights = weights.astype(float)
    for systems, plain in ((None, pooled), (list("ABCDE")[: len(human)], within)):
        level = Pointwise(human, metrics, systems)
        again = level.resampled(level.coefficients, weights)
        for name, of in OF.items():
            close(level.values(name), [plain(of, human, metric) for metric in metrics])
            for row, w in enumerate(weights):
                x, ys = twice(human, metrics, w)
                close(again[name][:, row], [plain(of, x, y) for y in ys])


@settings(max_examples=40)
@given(judged(), st.integers(0, 999))
def test_items_and_their_resamples(data, seed):
    human, metrics = data
    if not ((~np.isnan(human)).sum(axis=0) > 1).any():
        return
    level = Item(human, metrics, darr=False)
    number = human.shape[1]
    weights = np.random.default_rng(seed).multinomial(number, [1 / number] * number, 5).astype(float)
    again = level.resampled(level.coefficients, weights)

    def expected(name, x, y):
        groups = list(textbook.items(x, y))
        if not groups:
            return np.nan
        if name in OF:
            return mean([OF[name](*group) for group in groups])
        if name == "accuracy":
            return mean([textbook.accuracy(*group) for group in groups])
        if name == "accuracy-t":
            return textbook.calibrated(x, y)[0]
        parts = [getattr(textbook, name.replace("-", "_"))(textbook.pairs(*group)) for group in groups]
        above, under = np.sum(parts, axis=0)
        return above / under if under else np.nan

    for name in level.coefficients:
        close(level.values(name), [expected(name, human, metric) for metric in metrics])
        for row, w in enumerate(weights):
            x, ys = twice(human, metrics, w)
            np.testing.assert_allclose(
                again[name][:, row], [expected(name, x, y) for y in ys], equal_nan=True, rtol=1e-7, atol=1e-9
            )


def test_of_thresholds_that_only_rounding_tells_apart_the_smallest_is_taken():
    """The items have 6, 10 and 15 pairs: what some gain and others lose seldom sums up to nothing exactly."""
    human = np.array([[0, 1, 0, 0, np.nan, np.nan], [0, 0, 0, 0, 1, np.nan], [0, 0, 0, 0, 0, 1]])
    rng = np.random.default_rng(0)
    for _ in range(300):
        metric = rng.integers(0, 9, human.shape).astype(float)
        level = Item(human, metric[None], darr=False)
        assert level.thresholds[0] == textbook.calibrated(human, metric)[1]


@settings(max_examples=40)
@given(judged())
def test_the_calibrated_threshold_is_the_smallest_of_the_best(data):
    human, metrics = data
    if not ((~np.isnan(human)).sum(axis=0) > 1).any():
        return
    level = Item(human, metrics, darr=False)
    for metric, threshold, value in zip(metrics, level.thresholds, level.values("accuracy-t"), strict=True):
        best, at = textbook.calibrated(human, metric)
        assert value == pytest.approx(best, abs=1e-9)
        assert threshold == pytest.approx(at, abs=1e-9)


def test_darr_counts_pairs_far_apart_only():
    human = np.array([[80.0, 10.0], [50.0, 20.0], [20.0, 90.0]])
    metric = np.array([[[3.0, 1.0], [2.0, 1.0], [2.0, 5.0]]])
    # 80-50 and 80-20 agree, 50-20 is tied by the metric; 10-90 and 20-90 agree, 10-20 is too near
    assert Item(human, metric, darr=True).values("darr").tolist() == [(4 - 1) / 5]


def test_coefficients_equal_scipys():
    random = np.random.default_rng(0)
    for size, digits in ((3, 0), (40, 1), (300, 3)):
        x, y = np.round(random.normal(size=(2, size)), digits)
        y = np.round(x + y, digits)
        for name, of in OF.items():
            assert c.VECTOR[name](x, y) == pytest.approx(of(x, y), abs=1e-12), name
        np.testing.assert_array_equal(c.ranks(x), stats.rankdata(x))


def test_what_does_not_vary_has_no_coefficient():
    for name in ("pearson", "spearman", "kendall"):
        assert np.isnan(c.VECTOR[name]([0.1, 0.1, 0.1], [1, 2, 3])), name
        assert np.isnan(c.VECTOR[name]([1, 2, 3], [0.7, 0.7, 0.7])), name


def scored(metrics, names):
    return [
        score
        for number, values in enumerate(metrics)
        for score in from_values(dict(zip(names, values, strict=True)), MeanScore(f"m{number}"))
    ]


def test_systems_and_their_resamples():
    random = np.random.default_rng(3)
    human = random.normal(size=(6, 40)) + np.arange(6)[:, None] / 3
    metrics = human + random.normal(size=(2, 6, 40))
    human[random.random(human.shape) < 0.3] = np.nan
    level = System(human, samples(scored(metrics, "ABCDEF")), np.array([1.0, -1.0]), None, None)
    weights = random.multinomial(40, [1 / 40] * 40, 5).astype(float)
    again = level.resampled(level.coefficients, weights)
    for name in level.coefficients:
        of = {**OF, "accuracy": textbook.accuracy}[name]
        for row, w in enumerate([np.ones(40), *weights]):
            x, ys = twice(human, metrics, w)
            expected = [
                of(np.nanmean(x, axis=1), sign * y.mean(axis=1)) for sign, y in zip((1, -1), ys, strict=True)
            ]
            found = level.values(name) if row == 0 else again[name][:, row - 1]
            np.testing.assert_allclose(found, expected, **TOLERANCE)


def test_soft_accuracy_is_that_of_the_paper():
    """With trials enough, both draw the same p-values but for chance."""
    random = np.random.default_rng(5)
    human = random.normal(size=(5, 60)) + np.arange(5)[:, None] / 10
    metrics = np.stack([human + random.normal(size=human.shape) * noise for noise in (0.3, 2.0)])
    found = SoftAccuracy(human, samples(scored(metrics, "ABCDE")), np.ones(2), 20_000, 1)
    expected = [textbook.soft_accuracy(human, metric, 20_000, random) for metric in metrics]
    np.testing.assert_allclose(found.values, expected, atol=0.008)
    again = found.resampled(np.ones((1, 60)))[:, 0]  # by the normal distribution
    np.testing.assert_allclose(again, expected, atol=0.01)


def test_soft_accuracy_of_a_metric_that_is_the_human_is_one():
    random = np.random.default_rng(6)
    human = random.normal(size=(4, 30))
    found = SoftAccuracy(human, samples(scored(human[None], "ABCD")), np.ones(1), 500, 1)
    assert found.values.tolist() == [1.0]
