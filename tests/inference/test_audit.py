"""Audits find that our tests keep their level, and that Moses' does not."""

import numpy as np
import pytest
from scipy import stats

from bolide import InputError, SpecificationError, inference
from bolide.inference import audit as module
from bolide.inference.audit import LEVELS, audit

MEAN = inference.MeanScore("mean")


@pytest.fixture(scope="module")
def systems():
    rng = np.random.default_rng(4)
    base = rng.gamma(2, 1, size=150)
    return inference.from_values(
        {name: base + rng.normal(k, 1, size=150) for k, name in enumerate("ABC")}, MEAN
    )


@pytest.fixture(scope="module")
def found(systems):
    return audit(systems, audits=800, n_resamples=300)


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_levels_hold(found, test):
    rows = [row for row in found if row.test == test]
    assert [row.alpha for row in rows] == list(LEVELS)
    assert {row.verdict for row in rows} == {"holds"}
    for row in rows:
        assert row.share == pytest.approx(
            row.alpha, abs=3.3 * np.sqrt(row.alpha * (1 - row.alpha) / 800) + 0.004
        )


def test_moses_rejects_twice_as_often(found):
    rows = {row.alpha: row for row in found if row.test == "moses-bootstrap"}
    assert rows[0.05].verdict == rows[0.1].verdict == "too often"
    assert rows[0.05].share == pytest.approx(0.10, abs=0.035)


def test_bounds_are_clopper_and_pearsons(found):
    for row in found:
        theirs = stats.binomtest(row.rejected, row.audits).proportion_ci(0.99, method="exact")
        assert (row.low, row.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_batches_change_nothing(systems, monkeypatch):
    first = audit(systems, audits=60, n_resamples=50)
    monkeypatch.setattr(module, "BYTES", 1)
    assert audit(systems, audits=60, n_resamples=50) == first


def test_documents_change_sides_as_a_whole(systems):
    documents = [str(number // 5) for number in range(150)]
    rows = audit(systems, audits=300, n_resamples=200, documents=documents, tests=["randomisation"])
    assert {row.verdict for row in rows} == {"holds"}


def test_wrong_questions_are_refused(systems):
    with pytest.raises(InputError, match="there is only one system"):
        audit(systems[:1])
    with pytest.raises(SpecificationError, match="number of audits must be at least 1"):
        audit(systems, audits=0)
