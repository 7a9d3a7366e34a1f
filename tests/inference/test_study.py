"""The three studies and power against simulations, theory, and the paper's own figures."""

import numpy as np
import pytest
from scipy import stats

from bolide import InputError, SpecificationError, inference
from bolide.inference import study
from bolide.inference.power import needed_references, needed_units, power

MEAN = inference.MeanScore("mean")


def scores(rng, units=400, **means):
    base = rng.normal(size=units)
    return inference.from_values(
        {name: 50 + mean + base + rng.normal(size=units) for name, mean in means.items()}, MEAN
    )


def test_interval_narrows_by_the_square_root_of_the_size():
    found = study.size(scores(np.random.default_rng(1), A=0), repeats=20, n_resamples=500)
    points = found.of("mean", "A")
    assert [point.units for point in points] == [40, 80, 120, 160, 200, 240, 280, 320, 360, 400]
    for point in points:
        assert point.width == pytest.approx(points[-1].width * np.sqrt(400 / point.units), rel=0.1)
    assert found.narrowing("mean", "A") == pytest.approx(1 - np.sqrt(0.5), abs=0.03)


def test_whole_data_are_those_of_an_interval():
    given = scores(np.random.default_rng(1), A=0, B=1)
    found = study.size(given, repeats=2, n_resamples=300, seed=5)
    whole = [point for point in found.points if point.fraction == 1]
    for point, score in zip(whole, given, strict=True):
        interval = inference.interval(score, n_resamples=600, seed=5)
        assert (point.low, point.high) == pytest.approx((interval.low, interval.high))
        assert point.relative == pytest.approx(interval.relative)


def test_paper_obeys_its_rule_of_thumb():
    """Table 2, columns NIST, BLEU, M-BLEU and human: 10, 20, 50, 80 and 100% of the data."""
    for widths in (
        (4.96 + 4.93, 3.61 + 3.57, 2.35 + 2.35, 1.88 + 1.88, 1.69 + 1.69),
        (13.40 + 13.66, 9.58 + 9.69, 6.06 + 6.14, 4.81 + 4.83, 4.35 + 4.41),
        (7.36 + 7.72, 5.32 + 5.45, 3.39 + 3.46, 2.69 + 2.73, 2.48 + 2.48),
        (4.65 + 4.77, 3.37 + 3.42, 2.18 + 2.21, 1.74 + 1.74, 1.61 + 1.51),
    ):
        points = tuple(
            study.Point(MEAN, "A", share, round(878 * share), 4, 1, 1, 1, (-width / 2, width / 2))
            for share, width in zip((0.1, 0.2, 0.5, 0.8, 1.0), widths, strict=True)
        )
        found = study.Study(points, (), "segments", 878, 95, 80, 100, 2000, 1)
        assert found.narrowing(MEAN, "A") == pytest.approx(0.28, abs=0.01)


def test_rule_of_thumb_holds_on_real_data(shared):
    import bolide

    folder = shared / "data" / "wmt17news-zh-en"
    lines = [
        path.read_text(encoding="utf-8").split("\n")[:-1]
        for path in (folder / "ref.A.txt", folder / "sys" / "NRC.5172.txt")
    ]
    given = [bolide.score(lines[1], lines[0], metric) for metric in ("bleu", "m-bleu", "nist", "chrf")]
    found = study.size(given, repeats=5, n_resamples=500, fractions=(0.1, 0.2, 0.25, 0.5, 1.0))
    for metric in found.metrics:
        assert found.narrowing(metric, "") == pytest.approx(0.293, abs=0.025)


@pytest.mark.parametrize("size", [0.2, 0.5, 1.0])
def test_power_is_that_of_simulated_tests(size):
    rng = np.random.default_rng(3)
    trials = rng.normal(size, 0.3, size=200_000)
    rejected = (np.abs(trials) > stats.norm.isf(0.025) * 0.3).mean()
    assert power(size, 0.3) == pytest.approx(rejected, abs=0.005)


def test_needed_units_give_the_wanted_power():
    units = needed_units(0.4, 0.5, 1000, wanted=0.9)
    assert power(0.4, 0.5 * np.sqrt(1000 / units)) == pytest.approx(0.9, abs=0.001)
    assert power(0.0, 0.0) == 0.05
    assert power(1.0, 0.0) == 1
    assert needed_units(1.0, 0.0, 1000) == 2


def test_so_much_more_data_do_find_the_difference():
    """A difference that this test set finds half the time is found nine times in ten by so many more."""
    rng = np.random.default_rng(0)
    values = [rng.normal(0.14, 1, size=200) for _ in range(300)]
    assert np.mean([stats.ttest_1samp(v, 0).pvalue <= 0.05 for v in values]) == pytest.approx(0.5, abs=0.08)
    needed = needed_units(0.14, 1 / np.sqrt(200), 200, wanted=0.9)
    longer = [rng.normal(0.14, 1, size=needed) for _ in range(300)]
    assert np.mean([stats.ttest_1samp(v, 0).pvalue <= 0.05 for v in longer]) == pytest.approx(0.9, abs=0.06)


def test_needed_references():
    assert needed_references([3.0, 4.0]) == 1
    assert needed_references([2.0, 2.9]) == 2
    assert needed_references([1.0, np.sqrt(2)]) == 8  # 2.80 is reached at 7.8
    assert needed_references([0.1, 0.11]) is None
    assert needed_references([1.0, 1.0]) is None
    assert needed_references([-0.5, 0.2]) is None


def test_references_study_averages_choices():
    rng = np.random.default_rng(5)
    one = [scores(rng, A=0, B=1.0) for _ in range(3)]
    two = [scores(rng, A=10, B=11.5)]
    found = study.references({1: one, 2: two}, repeats=2, n_resamples=200, fractions=(0.5, 1.0))
    whole = [p for p in found.of("mean", "A") if p.fraction == 1]
    assert [p.references for p in whole] == [1, 2]
    assert whole[0].value == pytest.approx(np.mean([choice[0].value for choice in one]))
    (need,) = found.needs
    assert (need.a, need.b, len(need.strengths)) == ("B", "A", 2)
    assert need.difference == pytest.approx(two[0][1].value - two[0][0].value)
    assert need.strengths[1] == pytest.approx(need.difference / need.stderr)
    with pytest.raises(InputError, match="only one reference"):
        study.references({1: one})


def test_ends_vary_as_theory_says():
    """The standard deviation of a quantile is sqrt(p (1 - p) / n) over the density there."""
    given = scores(np.random.default_rng(2), units=300, A=0)
    rows = study.spread(given, n_resamples=20_000)
    assert [row.n_resamples for row in rows] == [100, 500, 1000, 2000, 5000, 10_000, 20_000]
    assert [row.tests for row in rows] == [200, 40, 20, 10, 4, 2, 1]
    interval = inference.interval(given[0], n_resamples=20_000)
    error = 100 * interval.stderr / interval.median
    for row in rows[:4]:
        expected = error * np.sqrt(0.025 * 0.975 / row.n_resamples) / stats.norm.pdf(1.96)
        assert np.mean(row.deviation) == pytest.approx(expected, rel=0.3)
    assert rows[4].deviation is None
    assert rows[-1].relative == pytest.approx(interval.relative)


def test_wrong_questions_are_refused():
    given = scores(np.random.default_rng(1), units=20, A=0)
    for options, message in (
        ({"repeats": 0}, "at least 1"),
        ({"wanted": 0.8}, "write 80"),
        ({"fractions": (0.5, 1.5)}, "above 0"),
        ({"n_resamples": 1}, "at least 2"),
        ({"confidence": 0.95}, "in percent"),
    ):
        with pytest.raises(SpecificationError, match=message):
            study.size(given, **options)
    with pytest.raises(SpecificationError, match="too few to study"):
        study.spread(given, n_resamples=50)


def test_scores_without_variance_are_studied():
    given = inference.from_values({"A": np.zeros(30), "B": np.zeros(30)}, MEAN)
    found = study.size(given, repeats=2, n_resamples=50)
    assert np.isnan(found.narrowing("mean", "A"))
    assert found.needs[0].needed is None
    assert found.to_json()["points"][0]["relative"] == [None, None]
