"""Clipped n-gram matches, compiled and interpreted, equal counting with Counter."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolide.kernels import interpreted, kernel, ngrams

ids = st.lists(st.integers(-1, 3), max_size=12)


def grams(sequence, n):
    return [tuple(sequence[i : i + n]) for i in range(len(sequence) - n + 1)]


def textbook(hypothesis, references, order, weight):
    out = []
    for n in range(1, order + 1):
        ours = Counter(g for g in grams(hypothesis, n) if min(g) >= 0)
        most = Counter()
        for reference in references:
            most |= Counter(grams(reference, n))
        out.append(sum(min(count, most[gram]) * weight(gram) for gram, count in ours.items()))
    return out


def ragged(lists):
    starts = np.cumsum([0, *map(len, lists)]).astype(np.int64)
    return np.array([x for one in lists for x in one], dtype=np.int32), starts


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
@settings(max_examples=150)
@given(
    data=st.lists(st.tuples(ids, st.lists(ids, min_size=1, max_size=3)), min_size=1, max_size=4),
    order=st.integers(1, 6),
    weighted=st.booleans(),
)
def test_against_textbook(mode, data, order, weighted):
    def weight(gram):
        return sum((k + 1) * (x + 1) for k, x in enumerate(gram)) if weighted else 1

    hyp, hyp_starts = ragged([h for h, _ in data])
    ref, ref_starts = ragged([r for _, refs in data for r in refs])
    bounds = np.cumsum([0, *(len(refs) for _, refs in data)])
    pairs = np.column_stack([np.arange(len(data)), bounds[:-1], bounds[1:]])
    weights = np.zeros((order, len(hyp)))
    for (h, _), start in zip(data, hyp_starts.tolist(), strict=False):
        for n in range(1, order + 1):
            for i, gram in enumerate(grams(h, n)):
                weights[n - 1, start + i] = weight(gram)
    module = kernel("ngrams") if mode == "compiled" else interpreted("ngrams")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ngrams, "kernel", lambda name: module)
        found = ngrams.clipped_matches(
            hyp, hyp_starts, ref, ref_starts, pairs, order, weights if weighted else None
        )
    expected = [textbook(h, refs, order, weight) for h, refs in data]
    np.testing.assert_array_equal(found, expected)


def test_a_long_line():
    hyp = np.random.default_rng(0).integers(0, 50, 200_000).astype(np.int32)
    starts = np.array([0, len(hyp)])
    found = ngrams.clipped_matches(hyp, starts, hyp, starts, np.array([[0, 0, 1]]), 4)
    assert found[0].tolist() == [len(hyp) - n for n in range(4)]
