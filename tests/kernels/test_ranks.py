"""The kernels of rank correlation, compiled and interpreted, equal slow and plain versions of themselves."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

from bolide import kernels
from bolide.kernels import ranks


@pytest.fixture(params=["compiled", "interpreted"])
def mode(request, monkeypatch):
    if request.param == "interpreted":
        monkeypatch.setattr(ranks, "kernel", kernels.interpreted)


quickly = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def resampled_points(draw):
    """Groups of points with few distinct values, and eleven resamples of their units."""
    sizes = draw(st.lists(st.integers(0, 7), min_size=1, max_size=3))
    number = sum(sizes)
    value = st.integers(0, 3).map(float)
    x, y = (np.array(draw(st.lists(value, min_size=number, max_size=number))) for _ in "xy")
    units = np.array(draw(st.lists(st.integers(0, 4), min_size=number, max_size=number)), dtype=np.intp)
    weights = np.random.default_rng(draw(st.integers(0, 99))).integers(0, 4, size=(11, 5)).astype(float)
    return ranks.Points(units, np.cumsum([0, *sizes])), x, y, weights


def plain_counts(x, y, w):
    found = np.zeros(5)
    for i, j in combinations(range(len(x)), 2):
        pair = w[i] * w[j]
        same_x, same_y = x[i] == x[j], y[i] == y[j]
        found += pair * np.array([(x[i] - x[j]) * (y[i] - y[j]) > 0, True, same_x, same_y, same_x and same_y])
    return found


@quickly
@given(resampled_points())
def test_pair_counts(mode, given):
    points, x, y, weights = given
    found = points.ordered(x, y).pair_counts(weights)
    assert found.shape == (len(points.starts) - 1, 5, len(weights))
    for group, (first, last) in enumerate(zip(points.starts[:-1], points.starts[1:], strict=True)):
        for row, w in enumerate(weights):
            here = w[points.units[first:last]]
            np.testing.assert_array_equal(
                found[group, :, row], plain_counts(x[first:last], y[first:last], here)
            )


@quickly
@given(resampled_points())
def test_ranks_and_their_moments(mode, given):
    points, x, y, weights = given
    for number, block in enumerate(ranks.lanes(weights)):
        by_x, sums_x = points.ranked(x).ranks(block)
        moments = points.ranked(y).moments(block, by_x)
        for lane, w in enumerate(weights[8 * number : 8 * number + 8]):
            for group, (first, last) in enumerate(zip(points.starts[:-1], points.starts[1:], strict=True)):
                times = w[points.units[first:last]].astype(int)
                copies = np.repeat(np.arange(first, last), times)
                rank_x, rank_y = rankdata(x[copies]), rankdata(y[copies])
                np.testing.assert_array_equal(by_x[copies, lane], rank_x)
                assert sums_x[group, :2, lane].tolist() == [len(copies), (rank_x**2).sum()]
                expected = [len(copies), (rank_y**2).sum(), (rank_x * rank_y).sum()]
                np.testing.assert_allclose(moments[group, :, lane], expected, rtol=1e-14)


@quickly
@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from([-1.0, 0.5, 1.0]), st.booleans()), max_size=9),
    st.integers(0, 99),
)
def test_best_threshold(mode, steps, seed):
    units = np.array([unit for unit, _, _ in steps], dtype=np.int32)
    gains = np.array([gain for _, gain, _ in steps])
    last = np.array([end for _, _, end in steps], dtype=np.int8)
    weights = np.random.default_rng(seed).integers(0, 3, size=(8, 4)).astype(float)
    (block,) = ranks.lanes(weights)
    best, where = ranks.best_threshold(units, gains, last, block)
    for lane, w in enumerate(weights):
        sums = [0.0, *np.cumsum(gains * w[units])]
        allowed = [0, *(k + 1 for k in range(len(steps)) if last[k])]
        expected = max(allowed, key=lambda k: (sums[k], -k))
        assert (best[lane], where[lane]) == (sums[expected], expected)
