"""The parse cache: the same parses as without it, in any process, whatever happens to its file."""

import os
import random
import sqlite3
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide import store
from bolide.errors import InputError, SpecificationError
from bolide.syntax import DependencyTree, Parse, Tree, Word, cache
from bolide.syntax.cache import cached
from tests.syntax.test_dependencies import dependency_trees
from tests.syntax.test_trees import TREES


class Counting:
    """A parser that makes trees from the words themselves, and remembers what it was asked for."""

    gives = "constituents"

    def __init__(self, name="counting", kind=Tree, fewer=None):
        self.name, self.kind, self.fewer, self.asked = name, kind, fewer, []

    def signature(self):
        return f"parser:{self.name}"

    def parse(self, sentences, nbest=1):
        self.asked.append((list(sentences), nbest))
        return [self._parses(s, min(nbest, self.fewer or nbest)) for s in sentences]

    def _parses(self, sentence, number):
        words = sentence.split() if isinstance(sentence, str) else sentence
        if not words:
            return []
        if self.kind is DependencyTree:
            tree = DependencyTree([Word(w, i, features=(("A", "b"),)) for i, w in enumerate(words)])
            return [Parse(tree, -k / 3, "") for k in range(number)]
        return [
            Parse(
                Tree("S", [Tree("X" * (k + 1), [Tree.leaf("T", w) for w in words])]), -k / 3, "note" * (k % 2)
            )
            for k in range(number)
        ]

    @property
    def sentences(self):
        return [s for some, _ in self.asked for s in some]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("BOLIDE_CACHE_SIZE", raising=False)
    return tmp_path / "cache"


@pytest.mark.parametrize("kind", [Tree, DependencyTree])
@pytest.mark.parametrize("nbest", [1, 3])
def test_the_second_time_nothing_is_parsed(kind, nbest):
    sentences = ["a dog", ["a", "dog"], "", "two  dogs", [], "  ", ["\ud800", "(", "é"]]
    first, second = Counting(kind=kind), Counting(kind=kind)
    expected = Counting(kind=kind).parse(sentences, nbest)
    assert cached(first, sentences, nbest) == expected
    assert first.sentences == ["a dog", ["a", "dog"], "two  dogs", ["\ud800", "(", "é"]]
    assert cached(second, sentences, nbest) == expected
    assert second.asked == []


def test_a_string_and_its_words_are_different_sentences():
    parser = Counting()
    cached(parser, ["a dog"])
    cached(parser, [["a", "dog"]])
    cached(parser, [["adog"], ["a", "d", "og"]])
    assert len(parser.sentences) == 4


def test_duplicates_are_parsed_once():
    parser = Counting()
    done = []
    found = cached(parser, ["b", "a", "b", "b", ""], 2, advance=done.append)
    assert parser.sentences == ["b", "a"]
    assert found == Counting().parse(["b", "a", "b", "b", ""], 2)
    assert sum(done) == 5
    found[0].clear()
    assert len(found[2]) == 2


def test_longer_lists_serve_shorter_requests_only():
    parser = Counting()
    cached(parser, ["a b"], 3)
    assert cached(parser, ["a b"], 2) == Counting().parse(["a b"], 2)
    assert cached(parser, ["a b"], 1) == Counting().parse(["a b"], 1)
    assert len(parser.asked) == 1
    assert cached(parser, ["a b"], 5) == Counting().parse(["a b"], 5)
    assert len(parser.asked) == 2
    assert cached(parser, ["a b"], 3) == Counting().parse(["a b"], 3)
    assert len(parser.asked) == 2


def test_a_parser_without_more_parses_is_not_asked_again():
    parser = Counting(fewer=2)
    assert len(cached(parser, ["a b"], 3)[0]) == 2
    assert len(cached(parser, ["a b"], 50)[0]) == 2
    assert len(parser.asked) == 1


def test_parsers_with_other_signatures_share_nothing():
    one, other = Counting("one"), Counting("other")
    cached(one, ["a"])
    cached(other, ["a"])
    assert other.sentences == ["a"]
    assert cache.store().counts() == {"parser:one": 1, "parser:other": 1}


def test_a_parser_that_only_looks_up_is_asked_every_time():
    parser = Counting()
    parser.worth_caching = False
    done = []
    for _ in range(2):
        cached(parser, ["a", "a"], advance=done.append)
    assert (len(parser.asked), done) == (2, [2, 2])
    assert cache.store().counts() == {}


@given(
    st.lists(
        st.builds(Parse, st.one_of(TREES, dependency_trees()), st.floats(allow_nan=False), st.text()),
        max_size=4,
    )
)
def test_entries_come_back_whole(parses):
    again = cache._decoded(cache._encoded(parses))
    assert again == parses
    for one, other in zip(parses, again, strict=True):
        if isinstance(one.tree, DependencyTree):
            assert one.tree.conllu() == other.tree.conllu()


def test_what_is_interrupted_is_kept():
    class Tired(Counting):
        def parse(self, sentences, nbest=1):
            if len(self.asked) == 2:
                raise KeyboardInterrupt
            return super().parse(sentences, nbest)

    sentences = [f"word {k}" for k in range(200)]
    with pytest.raises(KeyboardInterrupt):
        cached(Tired(), sentences)
    parser = Counting()
    cached(parser, sentences)
    assert 0 < len(parser.sentences) == 200 - 32 - 64


def test_a_parser_that_loses_sentences_is_named():
    class Losing(Counting):
        def parse(self, sentences, nbest=1):
            return super().parse(sentences, nbest)[1:]

    with pytest.raises(SpecificationError, match="parser:counting gave parses of 1 sentences where 2 were"):
        cached(Losing(), ["a", "b"])


@pytest.mark.parametrize("damage", ["text", "empty", "cut", "noise", "tables", "rows"])
def test_a_damaged_file_is_made_anew(folder, damage):
    sentences = [f"word {k} of many words" for k in range(300)]
    cached(Counting(), sentences, 2)
    path = folder / cache.FILE
    whole = path.read_bytes()
    if damage == "text":
        path.write_text("this is no database " * 400)
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    elif damage == "noise":
        noisy = bytearray(whole)
        random.seed(1)
        for at in random.sample(range(200, len(whole)), len(whole) // 20):
            noisy[at] ^= 0xFF
        path.write_bytes(bytes(noisy))
    else:
        with sqlite3.connect(path) as database:
            if damage == "tables":
                database.executescript("DROP TABLE entries; CREATE TABLE entries (something)")
            else:
                database.execute("UPDATE entries SET data = substr(data, 1, 30)")
        database.close()
    for _ in range(2):
        parser = Counting()
        assert cached(parser, sentences, 2) == Counting().parse(sentences, 2)
    assert parser.asked == []


def test_a_folder_that_cannot_be_written_is_no_hindrance(folder, monkeypatch):
    cached(Counting(), ["a"])
    (folder / cache.FILE).unlink()
    (folder / cache.FILE).mkdir()
    parser = Counting()
    for _ in range(2):
        assert cached(parser, ["a"]) == Counting().parse(["a"])
    assert len(parser.asked) == 2


def test_a_cache_locked_by_another_program_is_no_hindrance(folder, monkeypatch):
    cached(Counting(), ["a"])
    monkeypatch.setattr(store, "_PATIENCE", 0.05)
    other = sqlite3.connect(folder / cache.FILE, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert cached(Counting(), ["a", "b"]) == Counting().parse(["a", "b"])
    other.execute("ROLLBACK")
    other.close()
    parser = Counting()
    cached(parser, ["a"])
    assert parser.asked == []


def test_the_size_is_bounded_and_the_oldest_go(folder, monkeypatch):
    letters = random.Random(1)
    clock = [1000]
    monkeypatch.setattr(store.time, "time", lambda: clock[0])
    limit = 400_000
    kept = store.Store(folder / cache.FILE, limit)
    folder.mkdir()
    for batch in range(40):
        clock[0] += 1
        words = [["".join(letters.choices("abcdefghijklmnop", k=900)) for _ in range(2)] for _ in range(20)]
        parses = [Counting()._parses(some, 1) for some in words]
        kept.write("x", {f"{batch}/{k}".encode(): cache._encoded(some) for k, some in enumerate(parses)})
        assert (folder / cache.FILE).stat().st_size < limit + 100_000
    there = kept.read([f"{b}/{k}".encode() for b in range(40) for k in range(20)])
    batches = sorted({int(key.decode().split("/")[0]) for key in there})
    assert batches[-1] == 39
    assert batches == list(range(batches[0], 40))
    assert 5 < len(batches) < 39


def test_what_is_used_stays(folder, monkeypatch):
    clock = [10_000_000]
    monkeypatch.setattr(store.time, "time", lambda: clock[0])
    cached(Counting(), ["old and used"])
    cached(Counting(), ["old"])
    clock[0] += 5 * 86_400
    cached(Counting(), ["old and used"])
    with sqlite3.connect(folder / cache.FILE) as database:
        assert sorted(used for (used,) in database.execute("SELECT used FROM entries")) == [
            10_000_000,
            10_000_000 + 5 * 86_400,
        ]
    database.close()


WORKER = """
import sys
from bolide.syntax.cache import cached
from tests.syntax.test_cache import Counting
number = int(sys.argv[1])
sentences = [f"word {k} of {k * 7} words" for k in range(400)]
sentences = sentences[number * 100:] + sentences[:number * 100]
for turn in range(4):
    some = sentences[turn * 50 : turn * 50 + 250]
    assert cached(Counting(), some, 1 + turn) == Counting().parse(some, 1 + turn)
"""


def test_processes_at_once(folder):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    workers = [
        subprocess.Popen([sys.executable, "-c", WORKER, str(k)], cwd=root, stderr=subprocess.PIPE, text=True)
        for k in range(4)
    ]
    while any(worker.poll() is None for worker in workers):
        time.sleep(0.2)
        if (folder / cache.FILE).exists():  # damage while they work
            with open(folder / cache.FILE, "r+b") as file:
                file.write(b"damaged")
    for worker in workers:
        _, error = worker.communicate(timeout=60)
        assert worker.returncode == 0, error
    parser = Counting()
    sentences = [f"word {k} of {k * 7} words" for k in range(400)]
    for _ in range(2):
        assert cached(parser, sentences, 1) == Counting().parse(sentences, 1)
    with sqlite3.connect(folder / cache.FILE) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


def test_off(folder, monkeypatch, tmp_path):
    for value in ("off", "OFF", ""):
        monkeypatch.setenv("BOLIDE_CACHE", value)
        parser = Counting()
        for _ in range(2):
            assert cached(parser, ["a"]) == Counting().parse(["a"])
        assert len(parser.asked) == 2
        assert store.place() is None
        assert cache.store().clear() == 0
    assert not folder.exists()


def test_where_it_is(monkeypatch, tmp_path):
    monkeypatch.delenv("BOLIDE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert store.place() == tmp_path / "xdg" / "bolide"
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(store.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert store.place() == tmp_path / "home" / ".cache" / "bolide"
    monkeypatch.setattr(store.sys, "platform", "darwin")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert store.place() == tmp_path / "home" / "Library" / "Caches" / "bolide"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    assert store.place() is None


def test_wrong_settings(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "file"))
    with pytest.raises(InputError, match="there can be no such folder"):
        cached(Counting(), ["a"])
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "folder"))
    for value in ("0", "-1", "many", "1.5"):
        monkeypatch.setenv("BOLIDE_CACHE_SIZE", value)
        with pytest.raises(SpecificationError, match="whole number of megabytes"):
            cached(Counting(), ["a"])


def test_many_sentences_are_read_fast(tmp_path):
    random.seed(3)
    words = [f"w{k}" for k in range(2000)]
    sentences = [random.choices(words, k=25) for _ in range(2000)]
    cached(Counting(), sentences)
    began = time.process_time()
    cached(Counting(), sentences)
    assert time.process_time() - began < 1.0
