"""``bolide.score`` takes what people have: lists, generators, arrays, pandas and Arrow columns."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import bolide

HYP = ["the cat sat on the mat", "it rains"]
REF = ["the cat is on the mat", "it is raining"]
MANY = [["the cat is on the mat", "a cat sat"], ["it is raining"]]


def wrapped(values):
    return {
        "list": values,
        "tuple": tuple(values),
        "generator": (v for v in values),
        "pandas": pd.Series(values, index=[7, 3]),
        "pandas-string": pd.Series(values, dtype="string")
        if isinstance(values[0], str)
        else pd.Series(values),
        "arrow": pa.array(values),
        "arrow-chunked": pa.chunked_array([values[:1], values[1:]]),
        "numpy": np.array(values, dtype=object) if isinstance(values[0], list) else np.array(values),
    }


@pytest.mark.parametrize("kind", wrapped(HYP))
@pytest.mark.parametrize("references", [REF, MANY], ids=["one", "several"])
def test_containers(kind, references):
    expected = bolide.score(HYP, references, "chrf").value
    assert bolide.score(wrapped(HYP)[kind], wrapped(references)[kind], "chrf").value == expected


def test_missing_values_are_named():
    with pytest.raises(bolide.InputError, match=r"hypotheses\[1\] is missing"):
        bolide.score(pd.Series(["a", np.nan]), REF)
    with pytest.raises(bolide.InputError, match=r"hypotheses\[1\] is None"):
        bolide.score(pa.array(["a", None]), REF)


def test_several_metrics_give_a_list():
    scores = bolide.score(HYP, REF, ["bleu", bolide.metric("chrf:word_order=2")])
    assert [s.name for s in scores] == ["BLEU", "chrF2++"]
    assert isinstance(bolide.score(HYP, REF), bolide.Score)
