"""Judgements in a table of named columns: TSV, CSV or JSONL, a row a judgement.

Columns are ``system``, ``segment``, where it is known ``rater``, and a column a dimension: ``score``, or
``adequacy`` and ``fluency``. The usual other names of these columns are known, too (``SYS``, ``SID``,
``annotator``, ``z``...). Without a rater all judgements are by one judge. A cell without a value says that
this dimension was not judged.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from bolide.errors import InputError, suggestion
from bolide.formats.scores import SEGMENT, SYSTEM
from bolide.judgements.model import Judgements

SYSTEMS = (*SYSTEM, "systems", "system_id")
SEGMENTS = (*SEGMENT, "sid", "segid", "segmentid", "globalsegid", "item")
JUDGES = (
    "rater", "judge", "annotator", "worker", "wrk", "login", "user", "userid", "rater_id", "annotator_id",
)  # fmt: skip
VALUES = ("score", "value", "raw", "raw.scr", "z", "z.scr", "z_score", "da", "mqm", "esa", "rating", "votes")
DIMENSIONS = ("adequacy", "accuracy", "fluency")
PAIR = ("lp", "language_pair")
MISSING = ("", "none", "na", "nan", "-")
NOBODY = "anyone"


def read_plain(
    path: str,
    columns: Sequence[str],
    rows: Sequence[tuple[int, Mapping[str, Any]]],
    chosen: Sequence[str] = (),
) -> Judgements:
    """The judgements in the rows of a table; ``chosen`` names the columns of values."""
    system = _column(path, columns, SYSTEMS, "system")
    segment = _column(path, columns, SEGMENTS, "segment")
    judge = _find(columns, JUDGES)
    dimensions = _dimensions(path, columns, chosen)
    pair = _find(columns, PAIR)
    found, lines = [], []
    seen: dict[tuple[str, str, str], int] = {}
    for line, row in rows:
        where = f"{path}, line {line}"
        if pair and row[pair] != rows[0][1][pair]:
            raise InputError(
                f"{where}: a judgement of {row[pair]} follows those of {rows[0][1][pair]}: put each pair of"
                " languages into a file of its own"
            )
        key = (
            _name(row, system, where), _name(row, segment, where),
            _name(row, judge, where) if judge else NOBODY,
        )  # fmt: skip
        if judge and key in seen:
            raise InputError(
                f"{where}: {key[2]} has judged segment {key[1]} of {key[0]} before, in line {seen[key]}: keep"
                " one of both, or tell the judges apart"
            )
        seen[key] = line
        found.append((*key, *(_value(row.get(name), where, name) for name in dimensions)))
        lines.append(line)
    return Judgements.of(found, [name.lower() for name in dimensions], path, lines)


def _dimensions(path: str, columns: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """The columns of values."""
    for name in chosen:
        if name not in columns:
            raise InputError(f"{path}: there is no column {name!r}: {suggestion(name, columns)}")
    if chosen:
        return list(chosen)
    several = [name for name in columns if name.lower() in DIMENSIONS]
    one = _find(columns, VALUES)
    if several or one is None:
        found = several
    else:
        found = [one]
    if not found:
        raise InputError(
            f"{path}: there is no column of judgements such as score, or adequacy and fluency; it has"
            f" {', '.join(columns)}: name one, as in {path}:{columns[-1]}"
        )
    return found


def _column(path: str, columns: Sequence[str], usual: Sequence[str], what: str) -> str:
    found = _find(columns, usual)
    if found is None:
        raise InputError(
            f"{path}: there is no column {what!r}, which says what a judgement is about; it has"
            f" {', '.join(columns)}: name the columns in the first line"
        )
    return found


def _find(columns: Sequence[str], usual: Sequence[str]) -> str | None:
    """The column whose name comes first among the usual ones."""
    lowered = {name.lower(): name for name in reversed(columns)}
    return next((lowered[name] for name in usual if name in lowered), None)


def _name(row: Mapping[str, Any], column: str, where: str) -> str:
    value = row.get(column)
    if value is None or value == "":
        raise InputError(f"{where}: the column {column} is empty, but every judgement needs it")
    return str(value)


def _value(value: Any, where: str, column: str) -> float:
    if value is None or str(value).strip().lower() in MISSING:
        return math.nan
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.inf
    if not math.isfinite(number):
        raise InputError(
            f"{where}, column {column}: the judgement is {value!r}, but a number is needed (or nothing, where"
            " it is missing)"
        )
    return number
