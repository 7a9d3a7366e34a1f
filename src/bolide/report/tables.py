"""A table and how it is written as text, CSV, Markdown and LaTeX.

Numbers are written with two decimals by people's formats and in full by CSV; a column of numbers is aligned
to the right. Where a number does not exist (None, NaN), the cell is empty. A ``Cell`` carries another text
for people than for CSV, or is set in bold.
"""

import csv
import io
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from unicodedata import combining, east_asian_width

from bolide.metric import Metric

FORMATS = ("text", "json", "csv", "markdown", "latex")
"""What every command's ``--format`` takes. JSON is each command's own schema."""


@dataclass(frozen=True)
class Cell:
    """A value with the text that people see instead of it; ``best`` is set in bold.

    ``latex`` is LaTeX markup instead of the text, for what a superscript can say better; ``style`` is a
    colour in a terminal.
    """

    value: Any
    text: str | None = None
    best: bool = False
    latex: str | None = None
    style: str = ""


@dataclass(frozen=True)
class Table:
    """Named columns, rows of values, a title above and notes below."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    title: str = ""
    notes: Sequence[str] = field(default=())
    decimals: int = 2


def listed(names: Sequence[str]) -> str:
    """Names as a sentence has them.

    >>> listed(["BLEU", "TER", "chrF2"])
    'BLEU, TER and chrF2'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def distinct(metrics: Iterable[Metric]) -> dict[Metric, str]:
    """What to call each metric: its name, or its specification where names are not distinct."""
    found = list(dict.fromkeys(metrics))
    names = [metric.name for metric in found]
    return {m: name if names.count(name) == 1 else repr(m) for m, name in zip(found, names, strict=True)}


def render(table: Table, form: str) -> str:
    """The table in one of the formats for people or as CSV, without a last newline."""
    return {"text": _text, "csv": _csv, "markdown": _markdown, "latex": _latex}[form](table)


def _shown(value: Any, decimals: int) -> str:
    if isinstance(value, Cell):
        known = value.value == value.value
        return value.text if known and value.text is not None else _shown(value.value, decimals)
    if value is None or value != value:
        return ""
    if isinstance(value, float):
        return f"{value:.{decimals}f}"
    return str(value)


def _plain(value: Any) -> Any:
    value = value.value if isinstance(value, Cell) else value
    return value if value == value else None


def _is_numeric(table: Table, column: int) -> bool:
    values = [_plain(row[column]) for row in table.rows]
    present = [v for v in values if v is not None]
    return bool(present) and all(isinstance(v, (int, float)) for v in present)


def _text(table: Table) -> str:
    """For a terminal, as wide as that is; plain where the output goes to a file or a pipe.

    By hand, since a library for it takes longer to start than most test sets to score.
    """
    room = None
    if sys.stdout.isatty():
        from shutil import get_terminal_size

        room = get_terminal_size((160, 24)).columns
    widths = _widths(table, room)
    right = [_is_numeric(table, index) for index in range(len(widths))]
    heads = [_wrapped(name, width) for name, width in zip(table.columns, widths, strict=True)]
    height = max(map(len, heads), default=0)
    lines = [_styled(table.title, "italic")] if table.title else []
    for place in range(height):  # words of heads stand at the bottom
        parts = [(head[place - height] if height - place <= len(head) else "", "bold") for head in heads]
        lines.append(_line(parts, widths, right))
    lines.append("─" * (sum(widths) + GAP * (len(widths) - 1)))
    for row in table.rows:
        cells = [_wrapped(_shown(v, table.decimals), width) for v, width in zip(row, widths, strict=True)]
        for place in range(max(map(len, cells), default=0)):
            parts = [
                (cell[place] if place < len(cell) else "", _style(value))
                for cell, value in zip(cells, row, strict=True)
            ]
            lines.append(_line(parts, widths, right))
    for note in table.notes:
        whole = room is None or " " not in note  # a signature is copied in one piece
        lines += [_styled(part, "dim") for part in ([note] if whole else _wrapped(note, room or 0))]
    return "\n".join(lines)


_ANSI = {"bold": 1, "dim": 2, "italic": 3, "red": 31, "green": 32, "yellow": 33}


def _line(parts: Sequence[tuple[str, str]], widths: Sequence[int], right: Sequence[bool]) -> str:
    """A line of a table: texts with their styles, filled up to the widths of the columns."""
    found = []
    for (text, style), width, to_the_right in zip(parts, widths, right, strict=True):
        space = " " * (width - columns(text))
        shown = _styled(text, style) if text else ""
        found.append(space + shown if to_the_right else shown + space)
    return (" " * GAP).join(found).rstrip()


def _styled(text: str, style: str) -> str:
    """The text in these styles, on a terminal that knows them."""
    plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    if plain or not style:
        return text
    return f"\x1b[{';'.join(str(_ANSI[word]) for word in style.split())}m{text}\x1b[0m"


def _wrapped(text: str, width: int) -> list[str]:
    """The text in lines of so many columns, between words where that is possible.

    >>> _wrapped("narrower than with half", 13), _wrapped("incomprehensible", 10)
    (['narrower than', 'with half'], ['incomprehe', 'nsible'])
    """
    if columns(text) <= width and "\n" not in text:
        return [text]
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if columns(joined) <= width:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for character in word:
            if lines[-1] and columns(lines[-1] + character) > width:
                lines.append("")
            lines[-1] += character
    return lines


def columns(text: str) -> int:
    """How many columns of a terminal a text takes.

    >>> columns("dog"), columns("犬"), columns("e\u0301")
    (3, 2, 1)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def console(buffer: io.StringIO, width: int) -> Any:
    """Rich's, which writes into memory, with colours where the output goes to a terminal."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    return Console(file=buffer, force_terminal=terminal, width=width, height=100, highlight=False)


GAP = 3
"""How many spaces are between columns."""
LONG_WORD = 24
"""Words that are longer may be broken where a table is too wide."""


def _widths(table: Table, room: int | None) -> list[int]:
    """How wide the columns are. Where there is no room, the widest are wrapped, but never within a number.

    >>> _widths(Table(("system", "std. error"), [("A", 1.25)]), room=None)
    [6, 10]
    >>> _widths(Table(("system", "std. error"), [("A", 1.25)]), room=10)
    [6, 5]
    """
    widths, least = [], []
    for index, name in enumerate(table.columns):
        shown = [_shown(row[index], table.decimals) for row in table.rows]
        widths.append(max(map(columns, [name, *shown])))
        numbers = shown if _is_numeric(table, index) else []
        words = [word for text in (name, *shown) for word in text.split()]
        longest = min(LONG_WORD, max(map(columns, words), default=0))
        least.append(max([longest, *map(columns, numbers)]))
    while room is not None and sum(widths) + GAP * (len(widths) - 1) > room:
        slack = [width if width > most else 0 for width, most in zip(widths, least, strict=True)]
        if not any(slack):
            break
        widths[slack.index(max(slack))] -= 1
    return widths


def _style(value: Any) -> str:
    if not isinstance(value, Cell):
        return ""
    return f"{'bold ' * value.best}{value.style}".strip()


def _csv(table: Table) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([[_plain(value) for value in row] for row in table.rows])
    return buffer.getvalue().rstrip("\n")


def _markdown(table: Table) -> str:
    def escape(text: str) -> str:
        return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")

    def cell(value: Any) -> str:
        text = escape(_shown(value, table.decimals))
        return f"**{text}**" if isinstance(value, Cell) and value.best else text

    heads = [escape(name) for name in table.columns]
    rows = [[cell(value) for value in row] for row in table.rows]
    right = [_is_numeric(table, index) for index in range(len(heads))]
    widths = [
        max(3, len(head), *(len(row[i]) for row in rows)) if rows else max(3, len(head))
        for i, head in enumerate(heads)
    ]

    def line(cells: Sequence[str]) -> str:
        padded = [c.rjust(w) if r else c.ljust(w) for c, w, r in zip(cells, widths, right, strict=True)]
        return "| " + " | ".join(padded) + " |"

    rule = (
        "| "
        + " | ".join("-" * (w - 1) + ":" if r else "-" * w for w, r in zip(widths, right, strict=True))
        + " |"
    )
    parts = [f"**{escape(table.title)}**", ""] if table.title else []
    parts += [line(heads), rule, *(line(row) for row in rows)]
    for note in table.notes:
        parts += ["", escape(note)]
    return "\n".join(parts)


_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
    "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", "\n": " ",
    "[": "{[}", "*": "{*}",  # after the end of a row they would be read as its options
}  # fmt: skip


def escape_latex(text: str) -> str:
    r"""Text as LaTeX prints it.

    >>> print(escape_latex("50% of_all"))
    50\% of\_all
    """
    return "".join(_LATEX.get(character, character) for character in text)


def _comment(text: str) -> str:
    return "% " + " ".join(text.split("\n"))


def _latex(table: Table) -> str:
    def cell(value: Any) -> str:
        if isinstance(value, Cell) and value.latex is not None:
            text = value.latex
        else:
            text = escape_latex(_shown(value, table.decimals))
            if text.startswith("-") and isinstance(_plain(value), (int, float)):
                text = f"$-${text[1:]}"  # a minus, not a hyphen
        return rf"\textbf{{{text}}}" if isinstance(value, Cell) and value.best else text

    kinds = "".join("r" if _is_numeric(table, index) else "l" for index in range(len(table.columns)))
    parts = [r"% needs \usepackage{booktabs}", r"\begin{tabular}{" + kinds + "}", r"\toprule"]
    parts += [" & ".join(map(escape_latex, table.columns)) + r" \\", r"\midrule"]
    parts += [" & ".join(cell(value) for value in row) + r" \\" for row in table.rows]
    parts += [r"\bottomrule", r"\end{tabular}"]
    if table.title:
        parts.insert(1, _comment(table.title))
    parts += map(_comment, table.notes)
    return "\n".join(parts)
