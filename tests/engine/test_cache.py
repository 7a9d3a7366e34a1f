"""The cache of statistics: the same rows as without it, and never old ones."""

import os
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolide import engine, registry
from bolide.engine import cache
from bolide.metric import Metric
from bolide.testset import References, Segments, SystemOutput, TestSet

ASKED = []
cache_program = cache._program


@dataclass(frozen=True, repr=False)
class Words(Metric):
    """Counts words, and remembers how often it was asked."""

    key = "words"
    worth_caching = True

    factor: float = 1.0
    file: str = field(default="none")

    @property
    def columns(self):
        return ("words", "references")

    def statistics(self, hypotheses, references):
        ASKED.append(len(hypotheses))
        return np.array(
            [[self.factor * len(h.split()), len(r)] for h, r in zip(hypotheses, references, strict=True)]
        )

    def score(self, totals):
        return totals[..., 0] / totals[..., 1]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_program", lambda module: b"program")
    ASKED.clear()
    return tmp_path / "cache"


def texts(number=100, more=""):
    return Segments([f"text {k}{' and' * (k % 7)} so on{more}" for k in range(number)])


def references(number=100, each=1):
    return References.of([[f"reference {k} {j}" for j in range(each)] for k in range(number)])


def rows(metric, hypotheses, refs):
    found = cache.statistics(metric, hypotheses, refs)
    np.testing.assert_array_equal(found, metric.statistics(hypotheses, refs))
    ASKED.pop()
    return found


def test_the_second_time_nothing_is_computed():
    for _ in range(3):
        rows(Words(), texts(), references())
    assert ASKED == [100]
    assert cache.store().counts() == {"words|factor:1|file:none": 1}


@pytest.mark.parametrize(
    ("metric", "hypotheses", "refs"),
    [
        (Words(2.0), texts(), references()),
        (Words(), texts(more="!"), references()),
        (Words(), texts(), references(each=2)),
        (Words(), texts(), References.of([[f"another {k}"] for k in range(100)])),
        (Words(), Segments([*list(texts())[1:], "text 0 so on"]), references()),
    ],
    ids=["parameter", "text", "number of references", "reference", "order"],
)
def test_what_differs_is_computed(metric, hypotheses, refs):
    rows(Words(), texts(), references())
    rows(metric, hypotheses, refs)
    assert len(ASKED) == 2


def test_references_are_told_apart_by_segment():
    flat = [f"reference {k}" for k in range(150)]
    one = References.of([[flat[0], flat[1]], *([each] for each in flat[2:])])
    other = References.of([[flat[0]], [flat[1], flat[2]], *([each] for each in flat[3:])])
    rows(Words(), texts(149), one)
    rows(Words(), texts(149), other)
    assert len(ASKED) == 2


def test_a_changed_file_is_another_file(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("one")
    metric = Words(file=str(path))
    rows(metric, texts(), references())
    rows(metric, texts(), references())
    path.write_text("two!")
    rows(metric, texts(), references())
    os.utime(path, ns=(1, 1))
    rows(metric, texts(), references())
    assert len(ASKED) == 3


def test_another_program_is_another_program(monkeypatch):
    rows(Words(), texts(), references())
    monkeypatch.setattr(cache, "_program", lambda module: b"a new version")
    rows(Words(), texts(), references())
    assert len(ASKED) == 2


def test_a_program_is_its_files(tmp_path, monkeypatch):
    program = cache_program.__wrapped__  # without its memory, and not what the fixture puts in its place
    assert program("bolide.metrics.meteor") == program("bolide.metrics.bleu")
    assert program("__main__") is None
    assert program("fractions") is None  # one file, no package
    (tmp_path / "plugin").mkdir()
    (tmp_path / "plugin" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    first = program("plugin.metric")
    assert first not in (None, program("bolide.metrics.meteor"))
    (tmp_path / "plugin" / "table.txt").write_text("1")
    assert program("plugin.metric") != first


def test_small_batches_and_fast_metrics_are_not_kept(monkeypatch):
    few = cache.SMALLEST - 1
    rows(Words(), texts(few), references(few))
    test_set = TestSet.read([list(group) for group in references()])
    engine.compute([registry.metric("chrf")], test_set, [SystemOutput.read("A", list(texts()))])
    monkeypatch.setattr(cache, "_program", lambda module: None)  # as of a metric from a notebook
    rows(Words(), texts(), references())
    assert cache.store().counts() == {}


@pytest.mark.parametrize("content", [b"no database" * 300, b""])
def test_a_damaged_file_is_no_hindrance(folder, content):
    folder.mkdir()
    (folder / cache.FILE).write_bytes(content)
    rows(Words(), texts(), references())
    rows(Words(), texts(), references())
    assert ASKED == [100]


def test_rows_of_another_shape_are_computed(monkeypatch):
    rows(Words(), texts(), references())
    monkeypatch.setattr(Words, "columns", ("words",))
    cache.statistics(Words(), texts(), references())
    assert len(ASKED) == 2


def test_the_engine_asks_it():
    test_set = TestSet(references(), tuple(map(str, range(100))))
    systems = [SystemOutput("A", texts()), SystemOutput("B", texts(more=" more"))]
    first = engine.compute([Words(), registry.metric("meteor")], test_set, systems)
    again = engine.compute([Words(), registry.metric("meteor")], test_set, systems)
    assert ASKED == [100, 100]
    for one, other in zip(first, again, strict=True):
        np.testing.assert_array_equal(one.statistics.rows, other.statistics.rows)
    assert len(cache.store().counts()) == 2


@settings(max_examples=50)
@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_texts_have_the_same_digest_if_they_are_the_same(one, other):
    assert (cache._digest(Segments(one)) == cache._digest(Segments(other))) == (one == other)
