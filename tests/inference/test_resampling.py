"""Weights are what they claim to be, sums are exact, and nothing depends on batches or threads."""

import os
import subprocess
import sys

import numpy as np
import pytest

from bolide import InputError, inference, metric
from bolide.inference import resampling
from bolide.metric import Score, Statistics


def rows_of_bleu(rng, segments):
    lengths = rng.integers(4, 40, size=segments)
    rows = [lengths, lengths + rng.integers(-3, 4, size=segments)]
    rows += [rng.binomial(np.maximum(lengths - n, 0), 0.6 - n / 10) for n in range(4)]
    rows += [np.maximum(lengths - n, 0) for n in range(4)]
    return np.column_stack(rows).astype(float)


def score(rows, specification="bleu", system="A"):
    chosen = metric(specification)
    return Score(chosen, Statistics(rows, chosen.columns, chosen.signature()), system)


def fractions(rng, systems, units=300):
    """Systems whose statistics are no whole numbers."""
    kind = inference.MeanScore("score")
    return inference.from_values({f"S{s}": rng.gamma(2, 1 / 3, size=units) for s in range(systems)}, kind)


@pytest.mark.parametrize("units", [2, 7, 240, 1000])
def test_resamples_hold_as_many_units_as_there_are(units):
    weights = np.concatenate(list(resampling.resamples(units, 100, seed=3)))
    assert weights.shape == (100, units)
    assert (weights.sum(axis=1) == units).all()
    assert (weights >= 0).all()


def test_resamples_draw_every_unit_equally_often():
    weights = np.concatenate(list(resampling.resamples(20, 20_000, seed=5)))
    assert weights.mean(axis=0) == pytest.approx(1, abs=5 * np.sqrt(0.95 / 20_000))
    assert weights.var(axis=0) == pytest.approx(0.95, abs=0.06)  # n p (1 - p)


def test_coins_are_fair_and_independent():
    coins = np.concatenate(list(resampling.trials(13, 20_000, seed=5)))
    assert set(np.unique(coins)) == {0, 1}
    assert coins.mean(axis=0) == pytest.approx(0.5, abs=0.02)
    assert np.corrcoef(coins.T) == pytest.approx(np.eye(13), abs=0.04)


@pytest.mark.parametrize("draw", [resampling.resamples, resampling.trials])
def test_batches_change_no_number_and_few_are_the_first_of_many(draw, monkeypatch):
    many = np.concatenate(list(draw(50, 333, seed=2)))
    monkeypatch.setattr(resampling, "BATCH_BYTES", 1)
    small = list(draw(50, 333, seed=2))
    assert len(small) == 21
    assert (np.concatenate(small) == many).all()
    assert (np.concatenate(list(draw(50, 40, seed=2))) == many[:40]).all()
    assert (np.concatenate(list(draw(50, 40, seed=3))) != many[:40]).any()


def test_comparison_is_the_same_to_the_last_digit_in_any_batch(monkeypatch):
    scores = fractions(np.random.default_rng(1), 4)
    first = inference.compare(scores, n_resamples=500).to_json()
    monkeypatch.setattr(resampling, "BATCH_BYTES", 1)
    assert inference.compare(scores, n_resamples=500).to_json() == first


THREADS = """
import numpy as np
from bolide import inference
values = {f"S{s}": np.random.default_rng(s).gamma(2, 1 / 3, size=3000) for s in range(30)}
found = inference.compare(inference.from_values(values, inference.MeanScore("x")), n_resamples=200)
print([(p.pvalue.hex(), p.interval.low.hex(), p.interval.high.hex()) for p in found.pairs])
"""


def test_comparison_is_the_same_to_the_last_digit_with_any_number_of_threads():
    def run(threads):
        variables = {f"{name}_NUM_THREADS": threads for name in ("OPENBLAS", "OMP", "MKL")}
        return subprocess.run(
            [sys.executable, "-c", THREADS], env={**os.environ, **variables}, capture_output=True, check=True
        ).stdout

    assert run("1") == run("2")


@pytest.mark.parametrize("seed", range(5))
def test_sums_on_the_grid_are_exact_in_any_order(seed):
    rng = np.random.default_rng(seed)
    cells = rng.normal(size=(3, 2, 501)) * 10.0 ** rng.integers(-8, 8, size=(3, 1, 1))
    grid = resampling.on_grid(cells)
    assert grid == pytest.approx(cells, rel=1e-9, abs=1e-15 * np.abs(cells).max() * 501)
    weights = next(iter(resampling.resamples(501, 8, seed)))
    order = rng.permutation(501)
    flat = grid.reshape(6, 501)
    assert (flat @ weights.T == flat[:, order] @ weights[:, order].T).all()
    assert (resampling.product(flat, weights) == flat @ weights.T).all()


def test_counts_stay_as_they_are():
    cells = np.random.default_rng(0).integers(0, 500, size=(4, 2, 3000)).astype(float)
    assert (resampling.on_grid(cells) == cells).all()


@pytest.mark.parametrize("shape", [(1, 2, 1), (3, 17, 5), (18, 239, 64), (40, 240, 65), (33, 1001, 200)])
def test_product_in_tiles_is_the_product(shape):
    rows, units, draws = shape
    rng = np.random.default_rng(1)
    cells = rng.integers(0, 9, size=(rows, units)).astype(float)
    weights = rng.integers(0, 4, size=(draws, units)).astype(float)
    assert (resampling.product(cells, weights) == cells @ weights.T).all()


def test_resampled_scores_are_those_of_the_textbook():
    """A resample is a list of segments, drawn and scored from the start."""
    rows = rows_of_bleu(np.random.default_rng(7), 30)
    found = inference.interval(score(rows), n_resamples=50, seed=9)
    weights = np.concatenate(list(resampling.resamples(30, 50, seed=9))).astype(int)
    for value, counts in zip(found.distribution, weights, strict=True):
        drawn = [rows[segment] for segment, count in enumerate(counts) for _ in range(count)]
        assert value == pytest.approx(float(metric("bleu").score(np.sum(drawn, axis=0))), abs=1e-12)


def test_documents_are_drawn_whole():
    rows = rows_of_bleu(np.random.default_rng(7), 30)
    documents = [f"d{i}" for i in np.random.default_rng(8).permutation(np.repeat(np.arange(6), 5))]
    found = inference.interval(score(rows), n_resamples=40, seed=4, documents=documents)
    assert (found.unit, found.units) == ("documents", 6)
    names = list(dict.fromkeys(documents))
    weights = np.concatenate(list(resampling.resamples(6, 40, seed=4)))
    for value, counts in zip(found.distribution, weights, strict=True):
        segments = [counts[names.index(document)] for document in documents]
        assert value == pytest.approx(float(metric("bleu").score(segments @ rows)), abs=1e-12)


def test_runs_are_drawn_one_fewer_than_there_are():
    """The mean of so many has the variance of the mean of all."""
    values = np.array([1.0, 2.0, 4.0, 9.0])
    scores = [
        inference.from_values({"A": np.full(5, value)}, inference.MeanScore("x"))[0] for value in values
    ]
    other = inference.from_values({"B": np.zeros(5)}, inference.MeanScore("x"))
    found = inference.compare([*scores, *other], n_resamples=20_000, test="bootstrap")
    entry = found.systems[0]
    assert (entry.value, entry.runs) == (4.0, 4)
    assert entry.interval.stderr == pytest.approx(np.sqrt(values.var(ddof=1) / 4), rel=0.02)


@pytest.mark.parametrize(
    ("segments", "documents", "message"),
    [
        (1, None, "there is 1 segment"),
        (0, None, "there are no segments"),
        (4, ["a"] * 4, "there is only one document"),
        (4, ["a", "b"], "there are 2 names of documents for 4 segments"),
        (3, ["a", "", "b"], "segment 2 names no document"),
    ],
)
def test_what_cannot_be_resampled_is_refused(segments, documents, message):
    rows = rows_of_bleu(np.random.default_rng(1), segments)
    with pytest.raises(InputError, match=message):
        inference.interval(score(rows), documents=documents)


def test_statistics_that_are_no_numbers_are_refused():
    rows = rows_of_bleu(np.random.default_rng(1), 4)
    rows[2, 3] = np.nan
    with pytest.raises(InputError, match=r"segment 3: matches2 of bleu.* is nan, but a number is needed"):
        score(rows)


def test_systems_of_other_lengths_are_refused():
    rows = rows_of_bleu(np.random.default_rng(1), 5)
    with pytest.raises(InputError, match="B has 4 segments, but A has 5"):
        inference.compare([score(rows), score(rows[:4], system="B")])


def test_a_system_without_a_score_is_refused():
    rows = rows_of_bleu(np.random.default_rng(1), 5)
    with pytest.raises(InputError, match="B has no score by m-bleu"):
        inference.compare([score(rows), score(rows, system="B"), score(rows, "m-bleu")])
