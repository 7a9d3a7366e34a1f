"""Tables of paraphrases: read, compiled, kept, and refused where they are broken."""

import gzip
import os

import numpy as np
import pytest

import bolide
from bolide.errors import InputError
from bolide.lexicon import paraphrases as module
from bolide.lexicon.paraphrases import Paraphrases, compiled, paraphrases

ENTRIES = "0.5\nat once\nimmediately\n1e-3\r\nat  once\r\nright away\r\n.25\nthe\tcafé\nthe bistro\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    module._table.cache_clear()
    yield tmp_path / "cache"
    module._table.cache_clear()


@pytest.fixture
def table(tmp_path):
    def write(data, name="table.gz"):
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else gzip.compress(data.encode()))
        return path

    return write


def test_entries_by_phrase(table):
    packed = paraphrases(str(table(ENTRIES)))
    assert (packed.pairs, packed.of("at once"), packed.of("the café")) == (
        3, ["immediately", "right away"], ["the bistro"],
    )  # fmt: skip
    assert packed.of("once") == packed.of("") == packed.of("right away") == []
    plain = paraphrases(str(table(ENTRIES.rstrip().encode(), "table.txt")))
    assert plain.of("at once") == packed.of("at once")


def test_compiled_once_and_anew_when_the_file_changes(table, monkeypatch):
    path = table(ENTRIES)
    first = paraphrases(str(path))
    assert len(compiled()) == 1
    module._table.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(Paraphrases, "read", None)  # not called
        again = paraphrases(str(path))
    assert all(np.array_equal(a, b) for a, b in zip(vars(first).values(), vars(again).values(), strict=True))
    table("1\na\nb\n")
    os.utime(path, (1, 1))
    assert paraphrases(str(path)).of("a") == ["b"]
    assert len(compiled()) == 1
    assert paraphrases(str(path)).digest != first.digest


@pytest.mark.parametrize("damage", [b"", b"no array", None])
def test_a_damaged_file_is_made_anew(table, damage):
    path = str(table(ENTRIES))
    paraphrases(path)
    (kept,) = compiled()
    kept.write_bytes(kept.read_bytes()[:-5] if damage is None else damage)
    module._table.cache_clear()
    assert paraphrases(path).of("at once") == ["immediately", "right away"]
    assert kept.stat().st_size > 500


def test_without_a_cache(table, monkeypatch):
    monkeypatch.setenv("BOLIDE_CACHE", "off")
    assert paraphrases(str(table(ENTRIES))).pairs == 3
    assert compiled() == []


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("0.5\na\n", "line 1: the table ends within an entry"),
        ("0.5\na\nb\na\nb\nc\n", "line 4: 'a' is no number"),
        ("0.5\na\nb\n0.5\n \nc\n", "line 5: there is no phrase"),
        ("0.5\na\n\n", "line 3: there is no phrase"),
        (b"0.5\na\nb\n0.5\na\nb\xff\n", "line 6: is not UTF-8"),
        (b"0.5\na\nb\n\n0\xff\n0.5\n", "line 5: is not UTF-8"),
        (gzip.compress(ENTRIES.encode())[:-12], "is damaged"),
        (b"\x1f\x8b\x08\x00broken, if it ever was a table", "is damaged"),
    ],
)
def test_broken_tables(table, data, says):
    path = table(data)
    with pytest.raises(InputError, match=says) as caught:
        paraphrases(str(path))
    assert str(path) in str(caught.value)
    assert compiled() == []


def test_a_table_that_is_not_there(tmp_path):
    for path in (tmp_path / "none.gz", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            bolide.metric(f"meteor-1.5:paraphrases={path}")


def test_thousands_of_words_that_are_all_paraphrases(table):
    metric = bolide.metric(f"meteor-1.5:paraphrases={table(ENTRIES)}")
    found = bolide.align("immediately " * 3000, "at once " * 3000, metric)
    assert not found.exact


def test_links_and_score(table):
    metric = bolide.metric(f"meteor-1.5:paraphrases={table(ENTRIES)}")
    found = bolide.align("he left right away", "he left at once", metric)
    assert found.links[-1] == ((2, 4), (2, 4), "paraphrase")
    assert metric.stages_used == ("exact", "stem", "synonym", "paraphrase")
    assert "|table:" in metric.signature()
    plain = bolide.align("he left right away", "he left at once", "meteor-1.5")
    assert found.score > plain.score
