"""Errors that experts marked: the TSV of Google's MQM campaigns, a row an error, and its weights.

The score of a segment is minus the sum of its errors' weights for each judge, so that higher is better; a
row whose severity is ``No-error`` says that the judge found none. The weights are those of Freitag et al.
(2021, table 4): a major error 5, a minor one 1 (but 0.1 for punctuation), a neutral one nothing, and a text
that is no translation at all 25.

>>> weight("Minor", "Fluency/Punctuation"), weight("major", "Accuracy/Omission"), weight("neutral", "Other")
(0.1, 5.0, 0.0)
"""

from collections.abc import Mapping, Sequence
from typing import Any

from bolide.errors import InputError, suggestion
from bolide.judgements.model import Judgements

WEIGHTS: Mapping[tuple[str, str], float] = {
    ("major", ""): 5.0,
    ("minor", ""): 1.0,
    ("neutral", ""): 0.0,
    ("no-error", ""): 0.0,
    ("no error", ""): 0.0,
    ("major", "non-translation"): 25.0,
    ("minor", "fluency/punctuation"): 0.1,
}
"""By severity and category; the longest category that begins the error's counts."""
COLUMNS = ("system", "rater", "category", "severity")
SEGMENT = ("seg_id", "globalsegid", "global_seg_id", "segment")


def is_mqm(columns: Sequence[str]) -> bool:
    """Whether a table's columns are those of marked errors."""
    lowered = {name.lower() for name in columns}
    return "category" in lowered and "severity" in lowered


def weight(severity: str, category: str, weights: Mapping[tuple[str, str], float] = WEIGHTS) -> float:
    """What an error costs."""
    parts = category.lower().rstrip("!").split("/")
    for length in range(len(parts), -1, -1):
        found = weights.get((severity.lower(), "/".join(parts[:length])))
        if found is not None:
            return found
    raise KeyError(severity)


def read_mqm(path: str, columns: Sequence[str], rows: Sequence[tuple[int, Mapping[str, Any]]]) -> Judgements:
    """The judgements in the rows of a table of marked errors."""
    lowered = {name.lower(): name for name in columns}
    for name in COLUMNS:
        if name not in lowered:
            raise InputError(
                f"{path}: there is no column {name!r}, which a table of marked errors needs; it has"
                f" {', '.join(columns)}"
            )
    segment = next((lowered[name] for name in SEGMENT if name in lowered), None)
    if segment is None:
        raise InputError(
            f"{path}: there is no column seg_id, the number of a segment in the test set; it has"
            f" {', '.join(columns)}"
        )
    totals: dict[tuple[str, str, str], float] = {}
    lines: dict[tuple[str, str, str], int] = {}
    for line, row in rows:
        key = (row[lowered["system"]], row[segment], row[lowered["rater"]])
        try:
            cost = weight(row[lowered["severity"]].strip(), row[lowered["category"]].strip())
        except KeyError:
            known = sorted({severity for severity, _ in WEIGHTS})
            severity = row[lowered["severity"]]
            raise InputError(
                f"{path}, line {line}: there is no severity {severity!r}: {suggestion(severity, known)}"
            ) from None
        totals[key] = totals.get(key, 0.0) - cost
        lines.setdefault(key, line)
    return Judgements.of(
        [(*key, total) for key, total in totals.items()], ["mqm"], path, list(lines.values())
    )
