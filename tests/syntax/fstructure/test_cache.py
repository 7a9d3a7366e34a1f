"""The cache of triples: the same bags as read off the trees, and never those of other rules."""

import sqlite3

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.syntax import DependencyTree, Parse
from bolide.syntax.fstructure import F_STRUCTURE, PLAIN, Bags, Triple, bags, cache
from bolide.syntax.fstructure.bags import bags_of
from bolide.syntax.fstructure.cache import cached_bags
from tests.syntax.test_cache import Counting

SENTENCES = ["a dog", "two  dogs", "", "a dog", "  ", "\ud800 é (", "so many words"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def read(monkeypatch):
    """The sizes of the lists of parses that have been read."""
    asked = []

    def counting(lists, kind):
        asked.extend(map(len, lists))
        return bags_of(lists, kind)

    monkeypatch.setattr(cache, "bags_of", counting)
    return asked


def check(found, parser, sentences, nbest, kind=F_STRUCTURE):
    expected = [bags(parses, kind) for parses in parser.parse(sentences, nbest)]
    assert [each.triples for each in found] == [each.triples for each in expected]
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one.counts, other.counts)


def same_bags(found, parser, sentences, nbest):
    """Bags that were cut out of longer lists have all their triples; what is in each bag is the same."""
    expected = [bags(parses, F_STRUCTURE) for parses in parser.parse(sentences, nbest)]
    for one, other in zip(found, expected, strict=True):
        assert len(one.counts) == len(other.counts)
        for number in range(len(other.counts)):
            assert sorted(one.bag(number)) == sorted(other.bag(number))


@pytest.mark.parametrize("nbest", [1, 3])
def test_the_second_time_nothing_is_read(read, nbest):
    for _ in range(2):
        parser = Counting()
        check(cached_bags(parser, SENTENCES, nbest, F_STRUCTURE), Counting(), SENTENCES, nbest)
    assert parser.asked == []
    assert read == [nbest] * 4
    assert cache.store().counts() == {"parser:counting|triples:f-structure": 4}


def test_longer_lists_serve_shorter_requests_only(read):
    cached_bags(Counting(), SENTENCES, 50, F_STRUCTURE)
    same_bags(cached_bags(Counting(), SENTENCES, 10, F_STRUCTURE), Counting(), SENTENCES, 10)
    assert len(read) == 4
    same_bags(cached_bags(Counting(), SENTENCES, 60, F_STRUCTURE), Counting(), SENTENCES, 60)
    assert len(read) == 8


def test_a_parser_without_more_parses_is_not_asked_again(read):
    cached_bags(Counting(fewer=2), ["a dog"], 3, F_STRUCTURE)
    [found] = cached_bags(Counting(fewer=2), ["a dog"], 50, F_STRUCTURE)
    assert (len(found.counts), read) == (2, [2])


def test_other_rules_read_again(read, monkeypatch):
    cached_bags(Counting(), ["a dog"], 1, F_STRUCTURE)
    monkeypatch.setattr(cache, "program", lambda: b"other rules")
    parser = Counting()
    cached_bags(parser, ["a dog"], 1, F_STRUCTURE)
    assert (read, parser.asked) == ([1, 1], [])


def test_parsers_and_kinds_share_nothing(read):
    for name in ("one", "other"):
        for kind in (F_STRUCTURE, PLAIN):
            parser = Counting(name, kind=DependencyTree)
            found = cached_bags(parser, SENTENCES, 2, kind)
            check(found, Counting(kind=DependencyTree), SENTENCES, 2, kind)
    assert len(read) == 16
    assert len(cache.store().counts()) == 4


@pytest.mark.parametrize("damage", ["rows", "text", "cut"])
def test_what_is_damaged_is_read_again(read, folder, damage):
    cached_bags(Counting(), SENTENCES, 2, F_STRUCTURE)
    path = folder / cache.FILE
    if damage == "rows":
        with sqlite3.connect(path) as database:
            database.execute("UPDATE entries SET data = substr(data, 1, length(data) - 1)")
        database.close()
    elif damage == "text":
        path.write_text("this is no database " * 400)
    else:
        path.write_bytes(path.read_bytes()[:5000])
    for _ in range(2):
        check(cached_bags(Counting(), SENTENCES, 2, F_STRUCTURE), Counting(), SENTENCES, 2)
    assert len(read) == 8


def test_off(read, monkeypatch, folder):
    monkeypatch.setenv("BOLIDE_CACHE", "off")
    for _ in range(2):
        check(cached_bags(Counting(), SENTENCES, 2, F_STRUCTURE), Counting(), SENTENCES, 2)
    assert len(read) == 8
    assert not folder.exists()


def test_what_is_interrupted_is_kept(read, monkeypatch):
    class Tired(Counting):
        def parse(self, sentences, nbest=1):
            if "word 3" in sentences:
                raise KeyboardInterrupt
            return super().parse(sentences, nbest)

    monkeypatch.setattr(cache, "PORTION", 2)
    sentences = [f"word {k}" for k in range(6)]
    with pytest.raises(KeyboardInterrupt):
        cached_bags(Tired(), sentences, 1, F_STRUCTURE)
    cached_bags(Counting(), sentences, 1, F_STRUCTURE)
    assert len(read) == 6


WORDS = st.text(max_size=3)


@given(
    st.lists(st.builds(Triple, WORDS, WORDS, WORDS), unique=True, max_size=5), st.integers(0, 4), st.data()
)
def test_entries_come_back_whole(triples, number, data):
    size = number * len(triples)
    counts = data.draw(st.lists(st.integers(0, 255), min_size=size, max_size=size))
    whole = Bags(tuple(triples), np.array(counts, dtype=np.uint8).reshape(number, len(triples)))
    again = cache._decoded(cache._encoded(whole))
    assert again.triples == whole.triples
    assert all(isinstance(triple, Triple) for triple in again.triples)
    np.testing.assert_array_equal(again.counts, whole.counts)


def test_a_parse_of_nothing_is_kept_too(read):
    class Silent(Counting):
        def _parses(self, sentence, number):
            return [Parse(parse.tree, parse.score) for parse in super()._parses(sentence, number)][:0]

    for _ in range(2):
        assert len(cached_bags(Silent(), ["a dog"], 3, F_STRUCTURE)[0].counts) == 0
    assert read == [0]
