"""The text kernels, compiled and interpreted, equal what Python's own string methods and re do."""

import re

import numpy as np
import pytest
from hypothesis import given, settings

from bolide.kernels import interpreted, kernel
from bolide.testset import Segments
from bolide.text import codes, tokenizers
from bolide.text.vocabulary import Vocabulary
from tests.strategies import text

quick = settings(max_examples=200)
PUNCTUATION = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def mteval(line):
    """The script's substitutions, one after the other."""
    line = f" {line} "
    line = re.sub(r"([\{-\~\[-\` -\&\(-\+\:-\@\/])", r" \1 ", line)
    line = re.sub(r"([^0-9])([\.,])", r"\1 \2 ", line)
    line = re.sub(r"([\.,])([^0-9])", r" \1 \2", line)
    line = re.sub(r"([0-9])(-)", r"\1 \2 ", line)
    return line.split()


def chrf_words(line):
    out = []
    for word in line.split():
        if len(word) > 1 and word[-1] in PUNCTUATION:
            out += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in PUNCTUATION:
            out += [word[0], word[1:]]
        else:
            out.append(word)
    return out


@pytest.fixture(params=["compiled", "interpreted"])
def loops(request, monkeypatch):
    module = kernel("text") if request.param == "compiled" else interpreted("text")
    monkeypatch.setattr(tokenizers, "kernel", lambda name: module)
    return module


def check(split, expected, lines):
    assert split(Segments(lines)).words() == [expected(line) for line in lines]


class TestSplitting:
    @pytest.fixture(autouse=True)
    def _loops(self, loops):
        pass

    def test_against_textbook(self):
        cases = [
            (tokenizers._split_spaces, str.split),
            (tokenizers._split_characters, lambda line: [c for c in line if not c.isspace()]),
            (tokenizers._split_chrf_words, chrf_words),
        ]

        @quick
        @given(line=text, other=text)
        def run(line, other):
            for split, expected in cases:
                check(split, expected, [line, other, ""])
            clean = [tokenizers._clean(x) for x in (line, other)]
            assert tokenizers._split_13a(Segments([line, other])).words() == list(map(mteval, clean))

        run()

    def test_every_code_point_that_str_split_splits_at(self):
        line = "".join(map(chr, [*range(1, 0xD800), *range(0xE000, 0x20000)]))
        check(tokenizers._split_spaces, str.split, [line])


@quick
@given(first=text, second=text)
def test_vocabulary_against_dict(first, second):
    vocabulary, expected = Vocabulary(), {}
    for line in (first, second, first):
        split = tokenizers._split_spaces(Segments([line]))
        known = [expected.get(word, -1) for word in line.split()]
        assert vocabulary.ids(split, grow=False).values.tolist() == known
        ids = [expected.setdefault(word, len(expected)) for word in line.split()]
        assert vocabulary.ids(split).values.tolist() == ids
    assert vocabulary.words() == list(expected)


def test_vocabulary_grows_past_every_limit():
    words = [str(n) * (1 + n % 7) for n in range(20_000)]
    vocabulary = Vocabulary()
    ids = vocabulary.ids(tokenizers._split_spaces(Segments([" ".join(words), "x" * 100_000])))
    assert ids.values.tolist() == list(range(20_001))
    assert vocabulary.words() == [*words, "x" * 100_000]


def test_interpreted_interning_equals_compiled():
    split = tokenizers._split_spaces(Segments(["a b a c", "b d " * 300]))
    results = []
    for loops in (kernel("text"), interpreted("text")):
        slots = np.full(16, -1, dtype=np.int32)
        ids = np.empty(len(split.starts), dtype=np.int32)
        sizes = (np.empty(9, np.int32), np.zeros(9, np.int64), np.empty(99, np.uint32), np.zeros(1, np.int64))
        loops.intern_tokens(split.codes, split.starts, split.ends, 0, ids, slots, *sizes, True)
        again = np.full(16, -1, dtype=np.int32)
        loops.rehash(again, sizes[0], 4)
        results.append((ids.tolist(), slots.tolist(), again.tolist()))
    assert results[0] == results[1]


def test_codes_keep_lone_surrogates():
    assert codes(Segments(["a\ud800"])).values.tolist() == [97, 0xD800]
    assert tokenizers._split_spaces(Segments(["a\ud800 b"])).words() == [["a\ud800", "b"]]
