"""The loops over tables of paraphrases, compiled and interpreted, against a plain search."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bolide.kernels import interpreted, kernel
from bolide.lexicon import paraphrases
from bolide.lexicon.paraphrases import Paraphrases
from bolide.testset import References, Segments
from bolide.text import Ids, encode, tokenizer

phrase = st.lists(st.sampled_from(["a", "b", "c", "é", "100,000"]), min_size=1, max_size=3).map(" ".join)
sentence = st.lists(st.sampled_from(["a", "b", "c", "é", "100,000", "x"]), max_size=8)


@pytest.fixture(params=["compiled", "interpreted"], autouse=True)
def mode(request, monkeypatch):
    monkeypatch.setattr(paraphrases, "kernel", kernel if request.param == "compiled" else interpreted)
    monkeypatch.setattr(paraphrases, "_FIRST_ROOM", 8)


def as_text(entries):
    return "".join(f"0.5\n{a}\n{b}\n" for a, b in entries)


def places(words, sentence):
    return [i for i in range(len(sentence)) if sentence[i : i + len(words)] == words]


def plainly(hyp, ref, entries):
    """As METEOR finds them: by the place in the reference, from the reference's side first."""
    found = []
    for here, there, flip in ((ref, hyp, False), (hyp, ref, True)):
        for i in range(len(here)):
            for n in range(1, 4):
                for a, b in entries:
                    if here[i : i + n] == a.split() and i + n <= len(here):
                        m = len(b.split())
                        for j in places(b.split(), there):
                            found.append((j, m, i, n) if flip else (i, n, j, m))
    return sorted(found, key=lambda row: row[0])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(phrase, phrase), max_size=12),
    st.lists(st.tuples(sentence, sentence), min_size=1, max_size=3),
)
def test_phrases_of_pairs(tmp_path, entries, pairs):
    file = tmp_path / "table.txt"
    file.write_text(as_text(entries), encoding="utf-8")
    table = Paraphrases.read(file)
    assert table.pairs == len(entries)
    for a, _ in entries:
        assert table.of(a) == [" ".join(d.split()) for c, d in entries if c == a]
    hypotheses, references = zip(*pairs, strict=True)
    text = encode(
        Segments([" ".join(words) for words in hypotheses]),
        References.of([[" ".join(words)] for words in references]),
        tokenizer("none"),
    )
    numbers = table.words(text.vocabulary.words()).values
    sides = (Ids(numbers[side.values], side.starts) for side in (text.hypotheses, text.references))
    found = table.phrases(*sides, np.column_stack([text.owners, text.owners]))
    for p, (hyp, ref) in enumerate(pairs):
        rows = [tuple(row) for row in found.rows[found.starts[p] : found.starts[p + 1]].tolist()]
        assert rows == plainly(hyp, ref, entries)
