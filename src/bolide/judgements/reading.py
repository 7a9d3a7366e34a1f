"""Any file of judgements: which format it is in is told from its first line."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bolide.errors import InputError
from bolide.formats.plain import read_text, split_lines
from bolide.formats.tables import read_rows
from bolide.judgements.model import Judgements
from bolide.judgements.mqm import is_mqm, read_mqm
from bolide.judgements.plain import SEGMENTS, read_plain
from bolide.judgements.wmt import is_export, read_export


def read_judgements(source: str) -> Judgements:
    """The judgements in ``FILE`` or ``FILE:COLUMN`` (several columns with commas between them).

    A table of marked errors is known by its columns ``category`` and ``severity``, an export of WMT's
    annotation tool by its form; anything else is a table of named columns.
    """
    path, chosen = _split(source)
    text = read_text(path)
    if is_export(text[: text.find("\n")]):
        return read_export(path, text)
    columns, rows = _by_spaces(text) or read_rows(path)
    if not rows:
        raise InputError(f"{path}: there are no rows below the names of the columns")
    if is_mqm(columns):
        return read_mqm(path, columns, rows)
    return read_plain(path, columns, rows, chosen)


def _by_spaces(text: str) -> tuple[list[str], list[tuple[int, dict[str, Any]]]] | None:
    """The rows of a table whose cells have spaces between them, as in the packages of WMT; else None."""
    lines = split_lines(text)
    columns = lines[0].split()
    if (
        len(columns) < 3
        or any(mark in lines[0] for mark in ",;\t{[")
        or "segment" not in map(_plainly, columns)
    ):
        return None
    rows = [(number, line.split()) for number, line in enumerate(lines[1:], 2)]
    if any(len(cells) != len(columns) for _, cells in rows):
        return None
    return columns, [(number, dict(zip(columns, cells, strict=True))) for number, cells in rows]


def _plainly(column: str) -> str:
    return "segment" if column.lower() in SEGMENTS else column


def _split(source: str) -> tuple[str, Sequence[str]]:
    before, colon, names = source.rpartition(":")
    if colon and before and not Path(source).exists():
        return before, names.split(",")
    return source, ()
