"""The edit kernels, compiled and interpreted, equal slow and plain versions of themselves."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bolide import kernels
from bolide.kernels import edits


@pytest.fixture(params=["compiled", "interpreted"])
def mode(request, monkeypatch):
    if request.param == "interpreted":
        monkeypatch.setattr(edits, "kernel", kernels.interpreted)


def sentences(types=4, longest=12):
    return st.lists(st.integers(0, types - 1), max_size=longest)


def batches(types=4, longest=12):
    return st.lists(st.tuples(sentences(types, longest), sentences(types, longest)), min_size=1, max_size=4)


def arrays(batch):
    """A list of (hypothesis, reference) as the kernels take it."""
    out = []
    for side in zip(*batch, strict=True):
        out += [np.array([w for s in side for w in s], np.int32), np.cumsum([0, *map(len, side)])]
    return *out, np.array([[i, i] for i in range(len(batch))])


def quick(examples):
    return settings(max_examples=examples, suppress_health_check=[HealthCheck.function_scoped_fixture])


def levenshtein(hypothesis, reference):
    row = list(range(len(reference) + 1))
    for i, word in enumerate(hypothesis, 1):
        below = [i]
        for j, other in enumerate(reference, 1):
            below.append(min(row[j - 1] + (word != other), row[j] + 1, below[-1] + 1))
        row = below
    return row[-1]


def block_movements(hypothesis, reference):
    row = [0] + [1] * len(hypothesis)
    for other in reference:
        below = [row[0] + 1]
        for i, word in enumerate(hypothesis, 1):
            below.append(min(below[-1] + 1, row[i - 1] + (word != other), row[i] + 1))
        row = [min(cell, min(below) + 1) for cell in below]
    return row[-1]


@pytest.mark.parametrize(
    ("fast", "plain"), [(edits.levenshtein, levenshtein), (edits.block_movements, block_movements)]
)
@quick(150)
@given(batches(), batches(3, 150))
def test_distances(mode, fast, plain, short, long):
    for batch in (short, long):
        assert fast(*arrays(batch)).tolist() == [plain(h, r) for h, r in batch]


# The textbook version of TER, in the style of a specification: one list, one dictionary, no shortcuts.


def diagonal_beam(hypothesis, reference, width):
    """Costs and moves within sacreBLEU's beam."""
    n, m = len(hypothesis), len(reference)
    slope = m / n if n else 1
    width = max(width, math.ceil(slope / 2 + width) if width < slope / 2 else 0)
    cost = {(0, j): j for j in range(m + 1)}
    move = {(0, j): "D" for j in range(m + 1)}
    for i in range(1, n + 1):
        middle = math.floor(i * slope)
        for j in range(max(0, middle - width), m + 1 if i == n else min(m + 1, middle + width)):
            same = j > 0 and hypothesis[i - 1] == reference[j - 1]
            options = [
                (cost.get((i - 1, j - 1), math.inf) + (not same), "M" if same else "S"),
                (cost.get((i - 1, j), math.inf) + 1, "I"),
                (cost.get((i, j - 1), math.inf) + 1, "D"),
            ]
            cost[i, j], move[i, j] = min(options, key=lambda option: option[0])
    return cost, move


def score_beam(hypothesis, reference, width):
    """Costs and moves within tercom's beam: a cell is continued if it is near the best of its column."""
    n, m = len(hypothesis), len(reference)
    cost, move = {(0, 0): 0}, {}

    def push(cell, value, how):
        if value < cost.get(cell, math.inf):
            cost[cell], move[cell] = value, how

    best = math.inf
    for i in range(n + 1):
        last_best, best = best, math.inf
        for j in range(m + 1):
            here = cost.get((i, j))
            if here is None or (i < n and here > last_best + width):
                continue
            if i < n and j < m:
                same = hypothesis[i] == reference[j]
                if same or here + 1 < cost.get((i + 1, j + 1), math.inf):
                    best = min(best, here + (not same))
                push((i + 1, j + 1), here + (not same), "M" if same else "S")
            if i < n:
                push((i + 1, j), here + 1, "I")
            if j < m:
                push((i, j + 1), here + 1, "D")
    return cost, move


def trace(move, n, m):
    path = ""
    while n or m:
        path = move[n, m] + path
        n, m = n - (path[0] != "D"), m - (path[0] != "I")
    return path


def shifted(words, start, length, target, tercom):
    block, rest = words[start : start + length], words[:start] + words[start + length :]
    if target < start:
        place = target
    elif target > start + length:
        place = target - length
    else:  # into itself
        place = target - 1 if tercom and target > start else target
    return rest[:place] + block + rest[place:]


def candidates(words, reference, path, distance, tercom):
    aligned, hyp_errors, ref_errors, h = [], [], [], -1
    for how in path:
        h += how != "D"
        if how != "D":
            hyp_errors.append(how != "M")
        if how != "I":
            aligned.append(h)
            ref_errors.append(how != "M")

    def near(place, start):
        return -distance <= place - start <= distance

    for start in range(len(words)):
        if tercom and not any(
            reference[r] == words[start]
            and aligned[r] != start
            and -distance - 1 <= aligned[r] - start <= distance
            for r in range(len(reference))
        ):
            continue
        going_on = set(range(len(reference)))
        for length in range(1, min(10, len(words) - start) + 1):
            block = words[start : start + length]
            places = [r for r in going_on if reference[r : r + length] == block]
            outside = [r for r in places if not start <= aligned[r] < start + length]
            wrong = any(hyp_errors[start : start + length])
            if tercom:
                outside = [r for r in outside if near(aligned[r], start)]
                if not (places if not wrong else outside):
                    break
            else:
                outside = [r for r in outside if near(r, start)]
            for r in outside if wrong else []:
                if any(ref_errors[r : r + length]):
                    last = -1
                    for offset in range(-1, length):
                        target = aligned[r + offset] + 1 if r + offset >= 0 else 0
                        if tercom and r + offset >= 0 and target - 1 == start:
                            continue
                        if not tercom and target == last:
                            continue
                        last = target
                        yield start, length, r, target


def ter(words, reference, *, tercom, beam_width, shift_distance):
    """The kinds of edits and the shifts."""
    beam = score_beam if tercom else diagonal_beam
    n, m = len(words), len(reference)
    shifts, tried = [], 0
    while True:
        cost, move = beam(words, reference, beam_width)
        path = trace(move, n, m)
        if shift_distance == 0 or not n or not m:
            return path, shifts
        found = list(candidates(words, reference, path, shift_distance, tercom))
        tried += len(found)
        if not tercom and tried >= 1000:
            return path, shifts
        best = (0,)
        # the longest first; of these tercom takes the first, sacreBLEU the one with the least target
        found.sort(key=lambda c: (-c[1], c[0], c[2]) if tercom else (-c[1], c[0], c[3]))
        for start, length, _, target in found:
            if tercom and best[0] > 2 * length:
                break
            after = shifted(words, start, length, target, tercom)
            gain = cost[n, m] - beam(after, reference, beam_width)[0][n, m]
            if gain > best[0]:
                best = gain, start, length, after
        if not best[0]:
            return path, shifts
        shifts.append(best[1:3])
        words = best[3]


@quick(250)
@given(
    sentences(5, 14),
    sentences(5, 14),
    st.booleans(),
    st.sampled_from([1, 2, 3, 5, 25]),
    st.sampled_from([0, 1, 3, 50]),
)
def test_shifted_edits(mode, hypothesis, reference, tercom, beam_width, shift_distance):
    options = {"tercom": tercom, "beam_width": beam_width, "shift_distance": shift_distance}
    found = edits.shifted_edits(*arrays([(hypothesis, reference)]), **options)
    path, shifts = ter(hypothesis, reference, **options)
    assert "".join("?MSID"[k] for k in found.path) == path
    assert [tuple(s) for s in found.shifts[:, :2].tolist()] == shifts
    kinds = [path.count(kind) for kind in "IDS"]
    assert found.counts.tolist() == [[*kinds, len(shifts), sum(length for _, length in shifts)]]


@settings(max_examples=10)
@given(
    st.lists(st.integers(0, 40), min_size=60, max_size=90), st.randoms(use_true_random=False), st.booleans()
)
def test_shifted_edits_of_long_segments(reference, random, tercom):
    """More than one block of reference words, and paths at the borders of the beam."""
    hypothesis = list(reference)
    for _ in range(random.randint(0, 6)):
        a, b = sorted(random.sample(range(len(hypothesis) + 1), 2))
        kept = hypothesis[:a] + hypothesis[b:]
        place = random.randint(0, len(kept))
        hypothesis = random.choice([kept, kept[:place] + hypothesis[a : min(b, a + 9)] + kept[place:]]) or [1]
    hypothesis = [w if random.random() < 0.9 else random.randint(0, 40) for w in hypothesis]
    options = {"tercom": tercom, "beam_width": random.choice([4, 20, 25]), "shift_distance": 50}
    found = edits.shifted_edits(*arrays([(hypothesis, reference)]), **options)
    path, shifts = ter(hypothesis, reference, **options)
    assert "".join("?MSID"[k] for k in found.path) == path
    assert [tuple(s) for s in found.shifts[:, :2].tolist()] == shifts


def test_nothing_carries_over_from_pair_to_pair():
    rng = np.random.default_rng(0)
    batch = [
        (rng.integers(0, 6, n).tolist(), rng.integers(0, 6, m).tolist())
        for n, m in rng.integers(0, 90, (40, 2))
    ]
    for tercom in (False, True):
        together = edits.shifted_edits(*arrays(batch), tercom=tercom).counts
        alone = [edits.shifted_edits(*arrays([pair]), tercom=tercom).counts[0] for pair in batch]
        np.testing.assert_array_equal(together, alone)


@pytest.mark.parametrize("beam_width", [25, 4])
def test_five_thousand_words_finish(beam_width):
    rng = np.random.default_rng(1)
    reference = rng.zipf(1.3, 5000) % 3000
    hypothesis = np.where(rng.random(5000) < 0.6, reference, rng.zipf(1.3, 5000) % 3000)
    hypothesis = np.concatenate([hypothesis[2000:2400], hypothesis[:2000], hypothesis[2400:]])
    batch = arrays([(hypothesis.tolist(), reference.tolist())])
    counts = edits.shifted_edits(*batch, beam_width=beam_width).counts[0]
    assert edits.levenshtein(*batch)[0] <= counts[:3].sum() <= 10000
