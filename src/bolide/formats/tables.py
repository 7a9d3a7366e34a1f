"""Named columns of TSV, CSV and JSONL files.

A cell is one text, or a list of them: in JSONL a list of strings, in TSV and CSV a JSON list such as
``["one", "two"]``. The first row of TSV and CSV names the columns. TSV has no quoting: a quotation mark is
a character like any other.
"""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from bolide.errors import InputError, suggestion
from bolide.formats.plain import read_text, split_lines


def read_column(path: str, column: str | None, usual: Sequence[str]) -> list[list[str]]:
    """The texts of each row: one or several. Without ``column``, the first of the ``usual`` names."""
    columns, rows = read_rows(path)
    if column is None:
        found = [name for name in usual if name in columns]
        if not found:
            raise InputError(
                f"{path}: which column? It has {', '.join(columns)}: write {path}:{columns[0]}, for example"
            )
        column = found[0]
    if column not in columns:
        raise InputError(f"{path}: there is no column {column!r}: {suggestion(column, columns)}")
    if not rows:
        raise InputError(f"{path}: there are no rows below the names of the columns")
    return [_texts(row.get(column), f"{path}, line {line}, column {column}") for line, row in rows]


def read_rows(path: str) -> tuple[list[str], list[tuple[int, dict[str, Any]]]]:
    """The names of the columns, and each row with its line number."""
    text = read_text(path)
    name = path.removesuffix(".gz").lower()
    if name.endswith((".jsonl", ".ndjson")):
        return _json_rows(path, text)
    if name.endswith(".csv"):
        return _csv_rows(path, text)
    return _tsv_rows(path, text)


def _tsv_rows(path: str, text: str) -> tuple[list[str], list[tuple[int, dict[str, Any]]]]:
    lines = split_lines(text)
    columns = lines[0].split("\t")
    _distinct(path, columns)
    rows: list[tuple[int, dict[str, Any]]] = []
    quoted = doubled = True
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(columns):
            raise InputError(
                f"{path}, line {number}: {len(cells)} cells, but the first line names {len(columns)} columns"
            )
        rows.append((number, dict(zip(columns, cells, strict=True))))
    with_quotes = [cell for _, row in rows for cell in row.values() if '"' in cell and _list(cell) is None]
    quoted = all(len(c) > 1 and c[0] == c[-1] == '"' for c in with_quotes)
    doubled = any('""' in c[1:-1] for c in with_quotes)
    if with_quotes and quoted and doubled and all('"' not in c[1:-1].replace('""', "") for c in with_quotes):
        raise InputError(
            f"{path}: this TSV was written with CSV quoting (doubled quotation marks), which would change the"
            " text: save it without quoting, or as .csv or .jsonl"
        )
    return columns, rows


def _csv_rows(path: str, text: str) -> tuple[list[str], list[tuple[int, dict[str, Any]]]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[tuple[int, dict[str, Any]]] = []
    try:
        columns = next(reader)
        _distinct(path, columns)
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(columns):
                raise InputError(
                    f"{path}, line {reader.line_num}: {len(cells)} cells, but the first line names"
                    f" {len(columns)} columns"
                )
            rows.append((reader.line_num, dict(zip(columns, cells, strict=True))))
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: not CSV ({error})") from None
    return columns, rows


def _json_rows(path: str, text: str) -> tuple[list[str], list[tuple[int, dict[str, Any]]]]:
    rows: list[tuple[int, dict[str, Any]]] = []
    columns: dict[str, None] = {}
    for number, line in enumerate(split_lines(text), 1):
        if not line.strip():
            raise InputError(f"{path}, line {number}: the line is empty, but a JSON object is needed")
        try:
            row = json.loads(line)
        except ValueError as error:
            raise InputError(f"{path}, line {number}: not JSON ({error})") from None
        if not isinstance(row, dict):
            raise InputError(f'{path}, line {number}: a JSON object is needed, such as {{"reference": ...}}')
        columns.update(dict.fromkeys(row))
        rows.append((number, row))
    return list(columns), rows


def _texts(cell: Any, where: str) -> list[str]:
    if isinstance(cell, str):
        listed = _list(cell)
        return [cell] if listed is None else listed
    if isinstance(cell, list):
        present = [text for text in cell if text is not None]
        if all(isinstance(text, str) for text in present):
            return present
    kind = "missing" if cell is None else json.dumps(cell)[:40]
    raise InputError(f"{where}: the cell is {kind}, but a string or a list of strings is needed")


def _list(cell: str) -> list[str] | None:
    """The strings of a JSON list, or None where the cell is anything else."""
    if not (cell.startswith("[") and cell.endswith("]")):
        return None
    try:
        value = json.loads(cell)
    except ValueError:
        return None
    return value if value and all(isinstance(text, str) for text in value) else None


def _distinct(path: str, columns: list[str]) -> None:
    for name in columns:
        if columns.count(name) > 1:
            raise InputError(f"{path}, line 1: two columns are called {name!r}: give each its own name")
