"""The kernel of GTM, compiled and interpreted, equals a slow and plain version of itself."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bolide import kernels
from bolide.kernels import runs


@pytest.fixture(params=["compiled", "interpreted"])
def mode(request, monkeypatch):
    if request.param == "interpreted":
        monkeypatch.setattr(runs, "kernel", kernels.interpreted)


sentence = st.lists(st.integers(0, 4), max_size=12)
segment = st.tuples(sentence, st.lists(sentence, min_size=1, max_size=3))


def free_run(hypothesis, reference, i, j, used, places):
    """How many words from here on are equal and not used."""
    length = 0
    while (
        i + length < len(hypothesis)
        and j + length < len(reference)
        and hypothesis[i + length] == reference[j + length]
        and i + length not in used
        and j + length not in places
    ):
        length += 1
    return length


def plain(hypothesis, references, exponent):
    joined = []
    for number, reference in enumerate(references):
        joined += [*reference, -1 - number]
    left = min(len(hypothesis), sum(map(len, references)) / len(references))
    size, used, places, taken = 0.0, set(), set(), []
    while left > 0:
        length, i, j = max(
            (
                (free_run(hypothesis, joined, i, j, used, places), i, j)
                for i in range(len(hypothesis))
                for j in range(len(joined))
            ),
            default=(0, 0, 0),
        )
        if not length:
            break
        used |= set(range(i, i + length))
        places |= set(range(j, j + length))
        size += min(length, left) ** exponent
        left -= length
        # as if the references stood next to each other
        taken.append([i, j - sum(word < 0 for word in joined[:j]), length])
    return size, taken


def arrays(segments):
    hypotheses = [hypothesis for hypothesis, _ in segments]
    references = [reference for _, group in segments for reference in group]
    flat = []
    for texts in (hypotheses, references):
        flat += [np.array([w for s in texts for w in s], np.int32), np.cumsum([0, *map(len, texts)])]
    return *flat, np.cumsum([0, *(len(group) for _, group in segments)])


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(segment, min_size=1, max_size=4), st.sampled_from([1.0, 1.5, 2.0, 3.0]))
def test_maximum_matching(mode, segments, exponent):
    sizes, found = runs.maximum_matching(*arrays(segments), exponent)
    expected = [plain(hypothesis, group, exponent) for hypothesis, group in segments]
    np.testing.assert_allclose(sizes, [size for size, _ in expected], rtol=1e-12)
    assert found.tolist() == expected[-1][1]


def test_makes_room_for_many_runs():
    """Two words in all orders: far more runs than words."""
    rng = np.random.default_rng(0)
    hypothesis, reference = rng.integers(0, 2, 150).tolist(), rng.integers(0, 2, 150).tolist()
    small = ([0, 1], [[1, 0]])
    sizes, _ = runs.maximum_matching(*arrays([small, (hypothesis, [reference]), small]), 2.0)
    assert sizes.tolist() == [2.0, plain(hypothesis, [reference], 2.0)[0], 2.0]


def test_five_thousand_words_finish():
    rng = np.random.default_rng(1)
    texts = [(rng.zipf(1.3, 5000) % 3000).tolist() for _ in range(2)]
    sizes, found = runs.maximum_matching(*arrays([(texts[0], [texts[1]])]), 1.0)
    assert sizes[0] == found[:, 2].sum()
    counts = [np.bincount(text, minlength=3000) for text in texts]
    assert sizes[0] == np.minimum(*counts).sum()
    one = [7] * 5000
    assert runs.maximum_matching(*arrays([(one, [one])]), 1.0)[0].tolist() == [5000.0]
