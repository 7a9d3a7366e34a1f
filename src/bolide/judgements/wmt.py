"""Direct assessment and error span annotation as the annotation tool of WMT exports them: CSV without a head.

A row is annotator, system, segment, kind, source and target language, score from 0 to 100, document, a flag
that says whether a document was judged as a whole, for ESA the marked spans, and two times. Only rows of the
kind ``TGT`` are judgements; the others (``BAD``, ``REF``, ``CHK``) are checks of the annotators, and whole
documents are left out as well. An annotator who judged a segment twice counts with the mean.
"""

import csv
import io
from collections.abc import Sequence

from bolide.errors import InputError
from bolide.judgements.model import Judgements

KINDS = ("TGT", "BAD", "REF", "CHK")
ESA_COLUMNS, DA_COLUMNS = 12, 11


def is_export(first: str) -> bool:
    """Whether a file's first line is a row of such an export.

    >>> is_export("engdeu1,A,12,TGT,eng,deu,78,news.1,False,1600000000.1,1600000009.5")
    True
    >>> is_export("system,segment,rater,score")
    False
    """
    cells = next(csv.reader([first]), [])
    return len(cells) in (DA_COLUMNS, ESA_COLUMNS, DA_COLUMNS - 1) and cells[3] in KINDS


def read_export(path: str, text: str) -> Judgements:
    """The judgements of an export."""
    found: dict[tuple[str, str, str], list[float]] = {}
    lines: dict[tuple[str, str, str], int] = {}
    width = 0
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    pairs: dict[tuple[str, str], int] = {}
    try:
        for cells in reader:
            line = reader.line_num
            width = width or len(cells)
            if len(cells) != width:
                raise InputError(f"{path}, line {line}: {len(cells)} cells, but the first line has {width}")
            judge, system, segment, kind, source, target, score, _, whole = cells[:9]
            if kind not in KINDS:
                raise InputError(
                    f"{path}, line {line}: the kind is {kind!r}, but one of {', '.join(KINDS)} is needed"
                )
            if kind != "TGT" or whole.lower() == "true" or "tutorial" in system:
                continue
            pairs.setdefault((source, target), line)
            key = (system, segment, judge)
            try:
                found.setdefault(key, []).append(float(score))
            except ValueError:
                raise InputError(
                    f"{path}, line {line}: the score is {score!r}, but a number is needed"
                ) from None
            lines.setdefault(key, line)
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: not CSV ({error})") from None
    _one_pair(path, list(pairs.items()))
    if not found:
        raise InputError(f"{path}: there is no judgement: every row is a check of the annotators")
    rows = [(*key, sum(values) / len(values)) for key, values in found.items()]
    name = "esa" if width == ESA_COLUMNS else "da"
    return Judgements.of(rows, [name], path, list(lines.values()))


def _one_pair(path: str, pairs: Sequence[tuple[tuple[str, str], int]]) -> None:
    if len(pairs) > 1:
        (first, _), (second, line) = pairs[:2]
        raise InputError(
            f"{path}, line {line}: judgements of {'-'.join(second)} follow those of {'-'.join(first)}: put"
            " each pair of languages into a file of its own"
        )
