"""An explanation as people see it: in a terminal, as a picture, as tables.

>>> from bolide.explanation import Fraction
>>> why = Explanation("stm", "a dog", ("the dog",), 70.238, "mean", (Fraction("depth 1", 6, 7),))
>>> print(text([("1", why)]))
stm = 70.24
hypothesis  a dog
reference   the dog
<BLANKLINE>
part     matched   of   counts
───────────────────────────────
depth 1        6    7   0.8571
mean
"""

import shutil
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from bolide.explanation import Credit, Explanation, MarkedTree, Row, Rows
from bolide.report import alignments
from bolide.report.tables import Cell, Table, render
from bolide.syntax import drawing
from bolide.syntax.trees import Tree

_COLOURS = {"matched": ("green", "32"), "partly": ("yellow", "33"), "missing": ("red", "31")}
"""Of a terminal, by name and by number."""
_GAP = 4  # columns between two trees

Named = Sequence[tuple[str, Explanation]]
"""Explanations with the names of their segments."""


def tables(explanations: Named) -> list[Table]:
    """Everything that is a table: the fractions of all segments, then the tables of each."""
    parts = [(name, why.metric, *row) for name, why in explanations for row in _fractions(why)]
    heads = ("segment", "metric", *_HEADS)
    found = [Table(heads, parts, decimals=4)] if parts else []
    for name, why in explanations:
        for each in why.tables:
            one = not any(row.kinds for row in each.rows)  # a kind a row, not one a cell
            rows = [(*row.cells, row.kind) if one else row.cells for row in each.rows]
            found.append(Table((*each.heads, *["kind"] * one), rows, title=f"{name}: {each.title}"))
        if why.alignment is not None:
            found.append(alignments.table([(name, why.alignment)]))
    scores = [(name, why.metric, why.score) for name, why in explanations]
    return found or [Table(("segment", "metric", "score"), scores)]


_HEADS = ("part", "matched", "of", "counts")


def _fractions(why: Explanation) -> list[tuple[str, float | str, float | str, float]]:
    return [
        (
            f"{each.name} ({each.note})" if each.note else each.name,
            _number(each.matched),
            _number(each.total),
            float(each.share),
        )
        for each in why.fractions
    ]


def _number(value: float) -> int | str:
    """A count as it is, and what is no count in four digits."""
    return int(value) if float(value).is_integer() and abs(value) < 1e9 else f"{value:.4g}"


def headline(why: Explanation) -> str:
    """The metric and the score."""
    return f"{why.metric} = {why.score:.2f}"


def text(explanations: Named) -> str:
    """For a terminal: coloured there, plain where the output goes to a file or a pipe."""
    blocks = [_text(why, name if len(explanations) > 1 else "", _width()) for name, why in explanations]
    return _shown("\n\n".join(blocks))


def _width() -> int:
    return shutil.get_terminal_size((160, 24)).columns


def _shown(drawn: str) -> str:
    """With a terminal's colours, or without any."""
    terminal = sys.stdout.isatty()
    for kind, begin in drawing.BEGINS.items():
        drawn = drawn.replace(begin, f"\x1b[{_COLOURS[kind][1]}m" if terminal else "")
    return drawn.replace(drawing.END, "\x1b[0m" if terminal else "")


def segment(name: str, references: Sequence[str], systems: Mapping[str, Sequence[Explanation]]) -> str:
    """Everything on one segment, for a terminal: its texts, all scores, and each metric's explanations.

    All systems are explained by the same metrics.
    """
    metrics = [why.metric for why in next(iter(systems.values()))]
    width = max(map(drawing.columns, (*systems, "reference"))) + 2

    def line(label: str, text: str) -> str:
        return label + " " * (width - drawing.columns(label)) + (text or "(empty)")

    parts = [f"segment {name}"] if name else []
    parts += [line("reference", each) for each in references]
    parts += [line(system, whys[0].hypothesis) for system, whys in systems.items()]
    rows = [(system, *(why.score for why in whys)) for system, whys in systems.items()]
    parts += ["", render(Table(("system", *metrics), rows), "text")]
    for number, metric in enumerate(metrics):
        for system, whys in systems.items():
            parts += ["", _rule(f"{metric}, {system}"), _text(whys[number], "", _width(), alone=False)]
    return _shown("\n".join(parts))


def _rule(title: str) -> str:
    """A line with a title, as wide as the terminal but no wider than a page."""
    return f"── {title} " + "─" * max(3, min(_width(), 100) - drawing.columns(title) - 4)


def _text(why: Explanation, name: str, width: int, alone: bool = True) -> str:
    """One explanation; what has a colour stands between the invisible characters of ``drawing``.

    Unless it is ``alone``, its texts and its score are known already.
    """
    if why.alignment is not None and not (why.fractions or why.trees or why.tables):
        return (f"segment {name}\n" if name else "") + alignments.text([why.alignment])
    lines = [f"segment {name}"] if name else []
    if alone:
        lines.append(headline(why))
        lines.append(f"hypothesis  {why.hypothesis or '(empty)'}")
        lines += [f"reference   {each or '(empty)'}" for each in why.references]
    if why.trees:
        lines += ["", *side_by_side(why.trees, width)]
    if why.fractions:
        lines += ["", render(Table(_HEADS, _fractions(why), decimals=4), "text")]
    if why.formula:
        lines += [why.formula]
    for each in why.tables:
        rows = [
            [
                _coloured(cell, kind)
                for cell, kind in zip(row.cells, row.kinds or [row.kind] * len(row.cells), strict=True)
            ]
            for row in each.rows
        ]
        lines += ["", each.title, render(Table(each.heads, rows), "text") if rows else "  none"]
    if why.alignment is not None:
        lines += ["", alignments.text([why.alignment])]
    if why.credit is not None:
        lines += ["", *_credit(why.credit)]
    if not alone and lines and not lines[0]:
        del lines[0]
    return "\n".join([*lines, *([""] if why.notes else []), *why.notes])


def _credit(found: Credit) -> list[str]:
    """The pieces with their levels below, and what these are."""
    words, marks = [""], [""]
    for piece, level in zip(found.pieces, found.levels, strict=True):
        digit = "·" if level == 0 else f"{level:x}" if found.characters else str(level)
        if not found.characters:
            words.append(piece)
            marks.append(digit)
        elif piece.isspace():
            words.append("")
            marks.append("")
        else:
            words[-1] += piece
            marks[-1] += digit
    shown = [(w, (m, "dim" if set(m) == {"·"} else "blue")) for w, m in zip(words, marks, strict=True) if w]
    unit = "characters" if found.characters else "words"
    return [
        alignments.marked("n-grams", [w for w, _ in shown], [m for _, m in shown]),
        f"below: how many {unit} the longest matched n-gram has that it is in",
    ]


def _coloured(cell: str | float, kind: str) -> Cell | str | float:
    return Cell(cell, style=_COLOURS[kind][0]) if kind in _COLOURS else cell


def side_by_side(trees: Sequence[MarkedTree], width: int) -> list[str]:
    """Trees in as few rows as fit the width: drawn with branches, or as outlines where these are too wide."""
    for outlined in (False, True):
        blocks = [[each.title, *_drawn(each, outlined).split("\n")] for each in trees]
        sizes = [max(map(drawing.columns, block)) for block in blocks]
        if sum(sizes) + _GAP * (len(sizes) - 1) <= width:
            break
    else:
        if sum(sizes[:2]) + _GAP > width or len(trees) > 2:
            return [line for block in blocks for line in (*block, "")][:-1]
    return [
        (" " * _GAP)
        .join(cell + " " * (size - drawing.columns(cell)) for cell, size in zip(row, sizes, strict=True))
        .rstrip()
        for row in zip_longest(*blocks, fillvalue="")
    ]


def _drawn(each: MarkedTree, outlined: bool) -> str:
    if outlined and isinstance(each.tree, Tree):
        return drawing.outline(each.tree, each.marks)
    return drawing.text(each.tree, marks=each.marks)


def svg(explanations: Named) -> str:
    """Explanations as one SVG picture: trees side by side, what makes up the score below them."""
    alone = [why.alignment for _, why in explanations if why.alignment is not None and not why.trees]
    if len(alone) == len(explanations):
        return alignments.svg(alone)
    parts: list[str] = []
    right, top = 0.0, 8.0
    for name, why in explanations:
        title = f"{name}: {headline(why)}" if len(explanations) > 1 else headline(why)
        top += 20
        parts.append(drawing.label(_MARGIN, top, title, "title"))
        right = max(right, 8.5 * drawing.columns(title))
        left, low = 0.0, top
        for tree in why.trees:
            made = drawing.picture(tree.tree, tree.marks)
            parts.append(drawing.label(left + _MARGIN, top + 24, tree.title, "plain"))
            parts.append(f'<g transform="translate({left:.1f},{top + 30:.1f})">')
            parts += [*made.parts, "</g>"]
            left += max(made.width, 8.5 * drawing.columns(tree.title)) + 24
            low = max(low, top + 30 + made.height)
        right, top = max(right, left), low
        everything: list[Rows | str] = [_fraction_table(why), why.formula, *why.tables, *why.notes]
        for below in everything:
            drawn, width, top = (
                _drawn_line(below, top) if isinstance(below, str) else _drawn_table(below, top)
            )
            parts += drawn
            right = max(right, width)
        top += 20
    title = "; ".join(headline(why) for _, why in explanations)
    return drawing.Picture(right + 2 * _MARGIN, top + _MARGIN, title, parts).svg()


_MARGIN = 16


def _fraction_table(why: Explanation) -> Rows:
    return Rows("", _HEADS, [Row((*row[:3], f"{row[3]:.4f}")) for row in _fractions(why)])


def _drawn_line(line: str, top: float) -> tuple[list[str], float, float]:
    """The same of a line of text."""
    if not line:
        return [], 0.0, top
    return [drawing.label(_MARGIN, top + 22, line, "plain")], 8.2 * drawing.columns(line), top + 22


def _drawn_table(table: Rows, top: float) -> tuple[list[str], float, float]:
    """The elements of a table in a picture from ``top`` on, its right edge and its lower one."""
    if not table.rows:
        return [], 0.0, top
    lines = [tuple(table.heads), *(tuple(map(str, row.cells)) for row in table.rows)]
    kinds = [row.kinds or [row.kind] * len(table.heads) for row in table.rows]
    parts, right = [], float(_MARGIN)
    top += 12
    if table.title:
        top += 20
        parts.append(drawing.label(_MARGIN, top, table.title, "title"))
    for place, column in enumerate(zip(*lines, strict=True)):
        styles = ["head", *(each[place] for each in kinds)]
        for number, (cell, style) in enumerate(zip(column, styles, strict=True), 1):
            parts.append(drawing.label(right, top + 20 * number, cell, f"plain {style}".strip()))
        right += 8.8 * max(map(drawing.columns, column)) + 18
    return parts, right, top + 20 * len(lines)
