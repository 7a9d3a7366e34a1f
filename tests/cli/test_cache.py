"""The command that shows and clears what is kept on disk."""

import pytest

import bolide
from bolide.lexicon.paraphrases import compiled
from bolide.syntax.cache import cached
from tests.syntax.test_cache import Counting


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))


def test_what_is_there_is_shown_and_cleared(run):
    cached(Counting(), ["a dog", "two dogs"])
    shown = run("cache")
    assert shown.code == 0
    assert "of statistics, of at most 500.0 MB each" in shown.out
    assert "parser:counting" in shown.out
    assert run("cache", "--format", "json").json["sentences"] == {"parser:counting": 2}
    cleared = run("cache", "--clear", "--format", "json").json
    assert (cleared["sentences"], cleared["bytes"]) == ({}, 0)
    assert cleared["freed"] > 0
    parser = Counting()
    cached(parser, ["a dog"])
    assert parser.sentences == ["a dog"]


def test_compiled_tables_are_shown_and_cleared(run, write):
    table = write("table.txt", "0.5\nat once\nimmediately\n")
    bolide.metric(f"meteor-1.5:paraphrases={table}")
    assert len(compiled()) == 1
    assert run("cache").out.strip().endswith("MB of paraphrases")
    assert run("cache", "--clear", "--format", "json").json["bytes"] == 0
    assert compiled() == []


def test_a_cache_that_is_off(run, monkeypatch):
    monkeypatch.setenv("BOLIDE_CACHE", "off")
    assert "the cache is off" in run("cache", "--clear").out


def test_an_impossible_place(run, write, monkeypatch):
    monkeypatch.setenv("BOLIDE_CACHE", write("file", ""))
    shown = run("cache")
    assert shown.code == 2
    assert "BOLIDE_CACHE=file: there can be no such folder" in shown.error
