"""Statistics and scores as objects."""

import numpy as np
import pytest

import bolide
from bolide import InputError, Statistics


@pytest.fixture
def rows():
    return Statistics(np.arange(6.0).reshape(3, 2), ("a", "b"), "toy")


def test_take_repeats_and_reorders(rows):
    assert rows.take([2, 0, 2]).ids == ("3", "1", "3")
    assert rows.take([2, 0, 2]).total().tolist() == [8, 11]
    assert rows.take(np.array([True, False, True])).ids == ("1", "3")
    with pytest.raises(IndexError):
        rows.take([3])


def test_is_immutable(rows):
    with pytest.raises(ValueError, match="read-only"):
        rows.rows[0, 0] = 1


def test_refuses_what_does_not_fit(rows):
    with pytest.raises(InputError, match="2 columns"):
        Statistics(np.zeros((3, 3)), ("a", "b"), "toy")
    with pytest.raises(InputError, match="ids"):
        Statistics(np.zeros((3, 2)), ("a", "b"), "toy", ("1",))
    with pytest.raises(InputError, match="cannot be concatenated"):
        Statistics.concatenate([rows, Statistics(rows.rows, ("a", "b"), "other")])
    with pytest.raises(InputError, match="no statistics"):
        Statistics.concatenate([])


def test_files(rows, tmp_path):
    rows.save(tmp_path / "x.npz")
    again = Statistics.load(tmp_path / "x.npz")
    assert (again.columns, again.signature, again.ids) == (rows.columns, rows.signature, rows.ids)
    np.testing.assert_array_equal(again.rows, rows.rows)
    with pytest.raises(InputError, match="there is no such file"):
        Statistics.load(tmp_path / "y.npz")
    for broken in (b"", b"nonsense", (tmp_path / "x.npz").read_bytes()[:-30]):
        (tmp_path / "z.npz").write_bytes(broken)
        with pytest.raises(InputError, match=r"z\.npz: not a file that Statistics.save wrote"):
            Statistics.load(tmp_path / "z.npz")


def test_a_score_is_a_number():
    score = bolide.score(["a b c d"], ["a b c d"])
    assert float(score) == pytest.approx(100)
    assert str(score).startswith("BLEU = 100.00 (bleu|tokenize:13a|")


def test_nist_must_be_fitted():
    with pytest.raises(bolide.SpecificationError, match="fit"):
        bolide.metric("nist").statistics(["a"], [["a"]])
    one, two = (bolide.metric("nist").fit([["a b"]]) for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert one != bolide.metric("nist").fit([["a c"]])
