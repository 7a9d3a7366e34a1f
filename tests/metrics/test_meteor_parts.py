"""What METEOR's alignment tells of the score makes up the score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.registry import metric

WORDS = st.lists(st.sampled_from(["the", "cat", "cats", "sat", "on", "mat", "a"]), max_size=8).map(" ".join)


@given(WORDS, st.lists(WORDS, min_size=1, max_size=3))
def test_parts_make_up_the_score(hypothesis, references):
    found = metric("meteor").align(hypothesis, references)
    assert list(found.details) == ["precision", "recall", "fmean", "penalty"]
    made = 100 * found.details["fmean"] * (1 - found.details["penalty"])
    assert made == pytest.approx(found.score)
    for part in ("precision", "recall", "f1", "fmean"):
        other = metric(part).align(hypothesis, references)
        assert set(other.details) <= {"precision", "recall"}
    p, r = other.details["precision"], other.details["recall"]
    assert other.score == pytest.approx(100 * 10 * p * r / (r + 9 * p) if p else 0)
