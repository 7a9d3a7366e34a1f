"""The alignment kernels, compiled and interpreted, against brute force on random sentences with repeats."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from bolide.kernels import align as align_module
from bolide.kernels import interpreted, kernel
from bolide.kernels.align import Phrases, align_jointly, align_stages
from bolide.lexicon.keys import Ragged
from bolide.lexicon.stages import join

WORDS = 5  # distinct words; few, so that they repeat

sentence = st.lists(st.integers(0, WORDS - 1), max_size=7)
keys_of_a_stage = st.lists(st.lists(st.integers(0, 3), max_size=2), min_size=WORDS, max_size=WORDS)


@pytest.fixture(params=["compiled", "interpreted"], autouse=True)
def mode(request, monkeypatch):
    loops = kernel if request.param == "compiled" else interpreted
    monkeypatch.setattr(align_module, "kernel", loops)


def run(kernel, hyp, ref, stages, **options):
    """The kernel's links of one pair, and whether they are proved."""
    found = kernel(
        np.array(hyp, dtype=np.int32), np.array([0, len(hyp)]), np.array(ref, dtype=np.int32),
        np.array([0, len(ref)]), np.array([[0, 0]]), join([Ragged.of(keys) for keys in stages]), **options,
    )  # fmt: skip
    return [tuple(row) for row in found.rows.tolist()], bool(found.exact[0]), int(found.chunks()[0])


def chunk_count(pairs):
    return sum((i - 1, j - 1) not in pairs for i, j in pairs)


def cross_count(pairs):
    return sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(pairs, 2))


def one_to_one(candidates):
    """All sets of candidates that use no word twice."""
    if not candidates:
        yield []
        return
    (i, j), *rest = candidates
    yield from one_to_one(rest)
    for chosen in one_to_one([(a, b) for a, b in rest if a != i and b != j]):
        yield [(i, j), *chosen]


@settings(max_examples=300)
@given(sentence, sentence, st.lists(keys_of_a_stage, min_size=1, max_size=3), st.sampled_from([4096, 1024]))
def test_stages_are_the_largest_with_fewest_crosses_and_chunks(hyp, ref, stages, states):
    """With 1024 states the first attempt has one, so that the others are made too."""
    links, exact, chunks = run(align_stages, hyp, ref, stages, limits=(states, 10**6, 10**6))
    assert exact
    assert chunks == chunk_count({(i, j) for i, _, j, _, _ in links})
    before = []
    for number, keys in enumerate(stages):
        candidates = [
            (i, j)
            for i, h in enumerate(hyp)
            for j, r in enumerate(ref)
            if set(keys[h]) & set(keys[r]) and all(i != a and j != b for a, b in before)
        ]
        best = min(
            (-len(s), cross_count(before + s), chunk_count(set(before + s))) for s in one_to_one(candidates)
        )
        mine = [(i, j) for i, _, j, _, stage in links if stage == number]
        assert set(mine) <= set(candidates)
        assert (-len(mine), cross_count(before + mine), chunk_count(set(before + mine))) == best
        before += mine


def candidates_of(hyp, ref, stages, phrases):
    """METEOR 1.5's candidates for each reference word, in its order."""
    found = [[] for _ in ref]
    for number, keys in enumerate(stages[:1] if hyp == ref else stages):
        for j, r in enumerate(ref):
            for i, h in enumerate(hyp):
                if (number == 0) == (h == r) and set(keys[h]) & set(keys[r]):
                    found[j].append((i, 1, j, 1, number))
    for j, n, i, m in phrases if hyp != ref else []:
        found[j].append((i, m, j, n, len(stages)))
    return found


def resolve(hyp, ref, stages, phrases, beam=None):
    """METEOR 1.5's search, written down plainly; without a beam nothing is left out."""
    found = candidates_of(hyp, ref, stages, phrases)
    covered = [[0] * len(hyp), [0] * len(ref)]
    for i, m, j, n, _ in (c for row in found for c in row):
        for w in range(i, i + m):
            covered[0][w] += 1
        for w in range(j, j + n):
            covered[1][w] += 1
    definite = {}
    for j, row in enumerate(found):
        if len(row) == 1:
            i, m, _, n, _ = row[0]
            if all(covered[0][w] == 1 for w in range(i, i + m)) and all(
                covered[1][w] == 1 for w in range(j, j + n)
            ):
                definite[j] = row[0]

    def value(c):
        return 2 if c[4] == 0 else c[1] // 2 + c[3] // 2

    # a path: value, chunks, distance, next word, end of the last link, links
    paths = [(0, 0, 0, 0, -1, ())]
    for j in range(len(ref)):
        following = []
        paths.sort(key=lambda p: (-p[0], p[1], p[2]))
        for v, chunks, distance, at, last, links in paths[:beam]:
            used = {w for i, m, *_ in (*links, *definite.values()) for w in range(i, i + m)}
            if at > j:
                following.append((v, chunks, distance, at, last, links))
                continue
            rows = [definite[j]] if j in definite else found[j]
            for c in rows:
                i, m, _, n, _ = c
                if j not in definite and (
                    used & set(range(i, i + m)) or any(w in definite for w in range(j, j + n))
                ):
                    continue
                far = abs(i - j)
                following.append(
                    (v + value(c), chunks + (last not in (-1, i)), distance + far * (j in definite),
                     j + n, i + m, (*links, c))
                )  # fmt: skip
                distance += far
            if j not in definite:
                following.append((v, chunks + (last != -1), distance, j + 1, -1, links))
        paths = following
    paths = [(v, chunks + (last != -1), d, at, last, links) for v, chunks, d, at, last, links in
             sorted(paths, key=lambda p: (-p[0], p[1], p[2]))[:beam]]  # fmt: skip
    return list(min(paths, key=lambda p: (-p[0], p[1], p[2]))[5])


@st.composite
def joint_problem(draw):
    hyp, ref = draw(sentence), draw(sentence)
    stages = [[[k] for k in range(WORDS)], *draw(st.lists(keys_of_a_stage, max_size=2))]
    spans = [
        (j, n, i, m)
        for j in range(len(ref))
        for n in range(1, min(3, len(ref) - j) + 1)
        for i in range(len(hyp))
        for m in range(1, min(3, len(hyp) - i) + 1)
    ]
    phrases = sorted(draw(st.lists(st.sampled_from(spans), max_size=3)) if spans else [], key=lambda p: p[0])
    return hyp, ref, stages, phrases


def as_phrases(rows):
    return Phrases(np.array([0, len(rows)]), np.array(rows, dtype=np.int32).reshape(-1, 4))


@settings(max_examples=300)
@given(joint_problem(), st.sampled_from([4096, 512]))
def test_joint_search_finds_what_a_search_that_leaves_nothing_out_finds(problem, states):
    """With 512 states the first attempt has two, so that the others are made too."""
    hyp, ref, stages, phrases = problem
    limits = (states, 10**6, 10**6)
    links, exact, _ = run(align_jointly, hyp, ref, stages, phrases=as_phrases(phrases), limits=limits)
    assert exact
    assert links == resolve(hyp, ref, stages, phrases)


@settings(max_examples=150)
@given(joint_problem(), st.integers(1, 4))
def test_beam_leaves_out_what_meteor_leaves_out(problem, beam):
    hyp, ref, stages, phrases = problem
    links, _, _ = run(align_jointly, hyp, ref, stages, beam=beam, phrases=as_phrases(phrases))
    assert links == resolve(hyp, ref, stages, phrases, beam)


@settings(max_examples=200)
@given(joint_problem(), st.sampled_from([(1, 5), (32, 5), (32, 30)]))
def test_what_is_not_proved_is_no_worse_than_with_a_beam(problem, budget):
    hyp, ref, stages, phrases = problem
    options = {"phrases": as_phrases(phrases)}
    links, exact, chunks = run(align_jointly, hyp, ref, stages, limits=(*budget, 10**6), **options)
    beam, _, beam_chunks = run(align_jointly, hyp, ref, stages, beam=40, **options)
    if exact:
        assert links == resolve(hyp, ref, stages, phrases)
    assert (worth(links, stages), -chunks) >= (worth(beam, stages), -beam_chunks)


def worth(links, stages):
    return sum({0: 2, len(stages): row[1] // 2 + row[3] // 2}.get(row[4], 0) for row in links)


TYPES = 30  # words of long sentences


def long_problem(seed, length):
    rng = np.random.default_rng(seed)
    hyp, ref = (np.minimum(rng.zipf(1.3, n), TYPES) - 1 for n in (length, length + 7))
    stages = [[[k] for k in range(TYPES)], [[k // 2] for k in range(TYPES)],
              [[k % 5, 5 + k % 7] for k in range(TYPES)]]  # fmt: skip
    return hyp.tolist(), ref.tolist(), stages


@pytest.mark.parametrize("align", [align_stages, align_jointly])
@pytest.mark.parametrize("length", [40, 150])
def test_long_sentences_need_more_room_and_numbers_of_bits(align, length, monkeypatch):
    """Compiled and interpreted alike, and as many links as can be."""
    for seed in range(2):
        hyp, ref, stages = long_problem(seed, length)
        options = {"limits": (64, 3000, 10**6)}
        found = run(align, hyp, ref, stages, **options)
        check_one_to_one(found[0], hyp, ref)
        if align is align_stages:
            for number in range(len(stages)):
                assert most_links(hyp, ref, stages, found[0], number) == sum(
                    row[4] == number for row in found[0]
                )
        with monkeypatch.context() as patch:
            patch.setattr(align_module, "kernel", kernel)
            assert run(align, hyp, ref, stages, **options) == found


@given(sentence, sentence, st.lists(keys_of_a_stage, min_size=1, max_size=2))
def test_where_there_is_too_much_to_search_links_are_still_as_many_as_can_be(hyp, ref, stages):
    """Of words that all share their keys; and they are proved only where there is one chunk."""
    whole = [[keys[:1] for keys in stage] for stage in stages]
    links, exact, chunks = run(align_stages, hyp, ref, whole, limits=(4096, 10**6, 0))
    best, _, fewest = run(align_stages, hyp, ref, whole)
    assert len(links) == len(best)
    assert not exact or chunks == fewest
    check_one_to_one(links, hyp, ref)
    joint, _, _ = run(align_jointly, hyp, ref, whole, limits=(4096, 10**6, 0))
    check_one_to_one(joint, hyp, ref)


def check_one_to_one(links, hyp, ref):
    for place, length in ((0, len(hyp)), (2, len(ref))):
        words = [w for row in links for w in range(row[place], row[place] + row[place + 1])]
        assert len(set(words)) == len(words)
        assert all(0 <= w < length for w in words)


def most_links(hyp, ref, stages, links, number):
    """How many links a stage can have beside those of the stages before."""
    before = [(row[0], row[2]) for row in links if row[4] < number]
    taken = [set(side) for side in zip(*before, strict=True)] or [set(), set()]
    may = csr_array([
        [
            i not in taken[0] and j not in taken[1] and bool({*stages[number][h]} & {*stages[number][r]})
            for j, r in enumerate(ref)
        ]
        for i, h in enumerate(hyp)
    ])  # fmt: skip
    return int((maximum_bipartite_matching(may) >= 0).sum())
