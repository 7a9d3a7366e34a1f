"""Tables as text: as wide as the terminal, and never a number cut short."""

import io

import numpy as np
import pytest

from bolide.report import Cell, Table
from bolide.report.tables import render

TABLE = Table(
    ("system", "score", "95% low", "narrower than with half", "what it is"),
    [
        ("aster", 35.5, 31.67, Cell(-10.626, "-10.63%"), "a system of some kind, described at length"),
        ("nova-with-a-name", 1234.5, 29.81, Cell(np.nan, "nan%"), "another one"),
    ],
    notes=("bleu|tokenize:13a|lowercase:no|max_ngram_order:4|refs:1", "a note that is longer than a line"),
)


@pytest.fixture
def terminal(monkeypatch):
    """``terminal(40)``: the table as a terminal of so many columns gets it, without colours."""

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    def make(columns, table=TABLE):
        monkeypatch.setattr("sys.stdout", Terminal())
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("TERM", "dumb")
        return render(table, "text")

    return make


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 100, 200])
def test_numbers_and_names_are_whole_however_narrow_the_terminal(terminal, columns):
    text = terminal(columns)
    for whole in ("aster", "nova-with-a-name", "35.50", "31.67", "1234.50", "29.81", "-10.63%"):
        assert whole in text
    assert "nan" not in text
    assert TABLE.notes[0] in text.split("\n")  # so that it can be copied


def test_it_fits_where_it_can(terminal):
    for columns in (70, 80, 100):
        lines = [line for line in terminal(columns).split("\n") if line != TABLE.notes[0]]
        assert max(map(len, lines)) <= columns


def test_no_limit_without_a_terminal():
    names = [f"metric{number}" for number in range(100)]
    text = render(Table(names, [[float(number) for number in range(100)]]), "text")
    assert text.split("\n")[0].split() == names
    assert text.split("\n")[2].split() == [f"{number}.00" for number in range(100)]


@pytest.mark.parametrize("form", ["text", "csv", "markdown", "latex"])
def test_a_number_that_does_not_exist_is_an_empty_cell(form):
    assert "nan" not in render(Table(("x", "y"), [(1.0, np.nan), (2.0, Cell(np.nan, "nan%"))]), form)


def test_latex_that_begins_like_options_of_the_row_before():
    table = Table(("system", "score"), [("a", 1.0), ("[b]", 2.0), ("*c", 3.0)], title="one\ntwo")
    text = render(table, "latex")
    assert "{[}b]" in text
    assert "{*}c" in text
    assert "% one two\n" in text
