"""Segment scores that another program or a person gave, from TSV, CSV or JSONL.

A long table has a row a score, with the columns ``system``, ``segment``, ``score``, and where they are known
``metric`` and ``document``: what ``bolide score --segments`` writes. A wide table has a row a segment and a
column of scores a system, and where they are known the columns ``segment`` and ``document``.
"""

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bolide.errors import InputError, suggestion
from bolide.formats.tables import read_rows

SYSTEM = ("system", "sys")
SEGMENT = ("segment", "seg", "seg_id", "segment_id", "id")
SCORE = ("score", "value")
DOCUMENT = ("document", "doc", "doc_id", "docid")
METRIC = ("metric",)


@dataclass(frozen=True)
class SegmentScores:
    """The scores of all systems by one metric, on the same segments in the same order."""

    label: str
    values: Mapping[str, Sequence[float]]
    ids: tuple[str, ...]
    documents: tuple[str, ...] | None


def read_scores(path: str) -> list[SegmentScores]:
    """The scores in a file, one element a metric; ``FILE:COLUMN`` names the column of a long table."""
    before, colon, column = path.rpartition(":")
    chosen = column if colon and before and not os.path.exists(path) else None
    if chosen is not None:
        path = before
    columns, rows = read_rows(path)
    if not rows:
        raise InputError(f"{path}: there are no rows below the names of the columns")
    system, score = _first(columns, SYSTEM), chosen or _first(columns, SCORE)
    if score and score not in columns:
        raise InputError(f"{path}: there is no column {score!r}: {suggestion(score, columns)}")
    if system and score:
        return _long(path, columns, rows, system, score, chosen or _stem(path))
    if system or chosen:
        raise InputError(
            f"{path}: a row a score needs the columns system, segment and score; it has {', '.join(columns)}:"
            f" name the one with the scores, as in {path}:{columns[-1]}"
        )
    return [_wide(path, columns, rows)]


_Rows = Sequence[tuple[int, Mapping[str, Any]]]


def _long(
    path: str, columns: Sequence[str], rows: _Rows, system: str, score: str, label: str
) -> list[SegmentScores]:
    segment, metric = _first(columns, SEGMENT), _first(columns, METRIC)
    document = _first(columns, DOCUMENT)
    if segment is None:
        raise InputError(f"{path}: there is no column segment, which says what a score belongs to")
    found: dict[str, dict[str, dict[str, float]]] = {}
    documents: dict[str, str] = {}
    for line, row in rows:
        where = f"{path}, line {line}"
        name, key = _cell(row, system, where), _cell(row, segment, where)
        by_system = found.setdefault(_cell(row, metric, where) if metric else label, {})
        by_segment = by_system.setdefault(name, {})
        if key in by_segment:
            raise InputError(
                f"{where}: {name} has a second score for segment {key}: give one, such as the raters' mean"
            )
        by_segment[key] = _number(row.get(score), where, score)
        if document and documents.setdefault(key, _cell(row, document, where)) != row[document]:
            raise InputError(
                f"{where}: segment {key} is in document {row[document]} here, but was in another"
            )
    return [_aligned(path, label, by_system, documents) for label, by_system in found.items()]


def _aligned(
    path: str, label: str, by_system: Mapping[str, Mapping[str, float]], documents: Mapping[str, str]
) -> SegmentScores:
    ids = list(dict.fromkeys(key for by_segment in by_system.values() for key in by_segment))
    for name, by_segment in by_system.items():
        missing = [key for key in ids if key not in by_segment]
        if missing:
            raise InputError(
                f"{path}: {name} has no {label} score for segment {missing[0]}, and {len(missing)} in all are"
                " missing: give the same segments for all systems"
            )
    values = {name: [by_segment[key] for key in ids] for name, by_segment in by_system.items()}
    return SegmentScores(
        label, values, tuple(ids), tuple(documents[key] for key in ids) if documents else None
    )


def _wide(path: str, columns: Sequence[str], rows: _Rows) -> SegmentScores:
    segment, document = _first(columns, SEGMENT), _first(columns, DOCUMENT)
    systems = [name for name in columns if name not in (segment, document)]
    if not systems:
        raise InputError(f"{path}: there is no column of scores: write one a system, or system and score")
    values: dict[str, list[float]] = {name: [] for name in systems}
    for line, row in rows:
        for name in systems:
            values[name].append(_number(row.get(name), f"{path}, line {line}", name))
    ids = [_cell(row, segment, f"{path}, line {line}") if segment else str(line - 1) for line, row in rows]
    named = [_cell(row, document, f"{path}, line {line}") for line, row in rows] if document else None
    return SegmentScores(_stem(path), values, tuple(ids), None if named is None else tuple(named))


def _first(columns: Sequence[str], usual: Sequence[str]) -> str | None:
    return next((name for name in columns if name.lower() in usual), None)


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path.removesuffix(".gz")))[0]


def _cell(row: Mapping[str, Any], column: str, where: str) -> str:
    value = row.get(column)
    if value is None or value == "":
        raise InputError(f"{where}: the column {column} is empty")
    return str(value)


def _number(value: Any, where: str, column: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        shown = "missing" if value in (None, "") else repr(value)
        raise InputError(
            f"{where}, column {column}: the score is {shown}, but a number is needed: leave the segment out"
            " for all systems where one of them has none"
        )
    return number
