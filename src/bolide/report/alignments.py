"""An alignment as people see it: in a terminal, as a picture, as a table.

In a terminal both sentences are printed with numbers below their words: linked words have the same number,
words without a link have a dot. Links that are not of the first kind are listed below with their words.

>>> from bolide.alignment import link
>>> print(text([Alignment(("a", "pens"), ("the", "pen"), (link(1, 1, "porter"),), metric="meteor")]))
meteor: 1 chunk, 0 crosses
hypothesis  a  pens
            ·  1
reference   the  pen
            ·    1
1 porter: pens - pen
"""

import io
import shutil
import unicodedata
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from bolide.alignment import Alignment, Link, Span
from bolide.report.tables import Table, columns, console

PLAIN = ("exact", "match")
"""Kinds that need no explanation."""

# Colours that people with any kind of colour vision can tell apart (Okabe and Ito), and a terminal's nearest.
_COLOURS = (
    ("#0072b2", "blue"),
    ("#d55e00", "red"),
    ("#009e73", "green"),
    ("#cc79a7", "magenta"),
    ("#e69f00", "yellow"),
    ("#56b4e9", "cyan"),
)
_LONGEST = 24  # characters of a word that are shown


def headline(alignment: Alignment) -> str:
    """The numbers of an alignment in one line."""

    def several(number: int, one: str, many: str) -> str:
        return f"{number} {one if number == 1 else many}"

    parts = [
        several(alignment.chunks, "chunk", "chunks"),
        several(alignment.crosses, "cross", "crosses"),
        *(f"{name} {value:.4g}" for name, value in alignment.details.items()),
    ]
    if not alignment.exact:
        parts.append("not proved to be the best alignment")
    score = f" = {alignment.score:.2f}" if alignment.score is not None else ""
    return f"{alignment.metric or 'alignment'}{score}: {', '.join(parts)}"


def table(alignments: Sequence[tuple[str, Alignment]]) -> Table:
    """One row a link; ``alignments`` come with a name each, such as a segment's number."""
    rows = [
        (name, *words, _spelled(link.hypothesis), _spelled(link.reference))
        for name, alignment in alignments
        for words, link in zip(alignment.pairs(), alignment.links, strict=True)
    ]
    return Table(("segment", "hypothesis", "reference", "kind", "hypothesis words", "reference words"), rows)


def _span(link: Link, side: int) -> Span:
    """The words of a link in the hypothesis (0) or the reference (1)."""
    return link.reference if side else link.hypothesis


def _spelled(span: Span) -> str:
    """Counted from 1, as people do: "3", or "3-4"."""
    first, last = span[0] + 1, span[1]
    return str(first) if first == last else f"{first}-{last}"


def text(alignments: Iterable[Alignment]) -> str:
    """For a terminal: coloured by kind there, plain where the output goes to a file or a pipe."""
    from rich.text import Text

    width = shutil.get_terminal_size((100, 24)).columns
    buffer = io.StringIO()
    drawn = console(buffer, 10 * width)
    for index, alignment in enumerate(alignments):
        if index:
            drawn.print()
        drawn.print(Text(headline(alignment), style="bold"))
        styles = {kind: colour for kind, (_, colour) in _colours([alignment]).items()}
        links = sorted(alignment.links, key=lambda each: each.hypothesis)
        for side, words in enumerate((alignment.hypothesis, alignment.reference)):
            marks: list[tuple[str, str]] = [("·", "dim")] * len(words)
            for number, link in enumerate(links, start=1):
                for position in range(*_span(link, side)):
                    marks[position] = (str(number), styles[link.kind])
            drawn.print(
                *_rows("reference" if side else "hypothesis", [_short(w) for w in words], marks, width),
                sep="\n",
            )
        for number, link in enumerate(links, start=1):
            if link.kind not in PLAIN:
                left = " ".join(map(_short, alignment.hypothesis[slice(*link.hypothesis)]))
                right = " ".join(map(_short, alignment.reference[slice(*link.reference)]))
                drawn.print(Text(f"{number} {link.kind}: {left} - {right}", style=styles[link.kind]))
    return "\n".join(line.rstrip() for line in buffer.getvalue().rstrip("\n").split("\n"))


def marked(label: str, words: Sequence[str], marks: Sequence[tuple[str, str]]) -> str:
    """Words with a mark and its colour below each, in lines that fit the terminal.

    >>> print(marked("output", ["red", "pens"], [("1", "blue"), ("·", "dim")]))
    output      red  pens
                1    ·
    """
    width = shutil.get_terminal_size((100, 24)).columns
    buffer = io.StringIO()
    console(buffer, 10 * width).print(*_rows(label, words, marks, width), sep="\n")
    return "\n".join(line.rstrip() for line in buffer.getvalue().rstrip("\n").split("\n"))


def _rows(label: str, words: Sequence[str], marks: Sequence[tuple[str, str]], width: int) -> list["object"]:
    """Lines of words and the marks below them, wrapped at ``width`` columns."""
    from rich.text import Text

    indent = " " * 12
    lines: list[tuple[Text, Text]] = []
    for word, (mark, style) in zip(words, marks, strict=True):
        cell = max(columns(word), len(mark)) + 2
        if not lines or lines[-1][0].cell_len + cell > width:
            lines.append((Text(indent), Text(indent)))
        for line, part in zip(lines[-1], (word, mark), strict=True):
            line.append(part, style=style)
            line.append(" " * (cell - columns(part)))
    if not lines:
        lines.append((Text(f"{indent}(no words)", style="dim"), Text("")))
    first = Text(f"{label:<12}").append_text(lines[0][0][12:])
    return [first, lines[0][1], *(line for pair in lines[1:] for line in pair)]


def _short(word: str) -> str:
    """A word without control characters, cut where it is too long to be shown."""
    word = "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in ("Cc", "Cs") else c for c in word[:99]
    )
    return word if len(word) <= _LONGEST else word[: _LONGEST - 1] + "…"


def _colours(alignments: Iterable[Alignment]) -> dict[str, tuple[str, str]]:
    """A colour for each kind, in the order of their first appearance in the metric's own order."""
    kinds = dict.fromkeys(
        kind
        for alignment in alignments
        for kind in (*alignment.kinds, *(link.kind for link in alignment.links))
    )
    return {kind: _COLOURS[i % len(_COLOURS)] for i, kind in enumerate(kinds)}


_FONT = 15  # pixels
_GAP = 16  # between words
_MARGIN = 18


def svg(alignments: Alignment | Sequence[Alignment]) -> str:
    """Alignments as one SVG picture: each has two rows of words, and lines between linked words.

    >>> from bolide.alignment import link
    >>> svg(Alignment(("a",), ("a",), (link(0, 0),)))[:39]
    '<svg xmlns="http://www.w3.org/2000/svg"'
    """
    if isinstance(alignments, Alignment):
        alignments = [alignments]
    colours = {kind: colour for kind, (colour, _) in _colours(alignments).items()}
    parts: list[str] = []
    top, right = float(_MARGIN), 200.0
    for alignment in alignments:
        drawn, width, height = _picture(alignment, colours, top)
        parts += drawn
        right = max(right, width)
        top += height + _FONT * 2
    shown = {link.kind for alignment in alignments for link in alignment.links}
    legend, width = _legend({k: c for k, c in colours.items() if k in shown}, top)
    parts += legend
    right, bottom = max(right, width), top + (_FONT if legend else -_FONT)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right + _MARGIN:.0f} {bottom + _MARGIN:.0f}"'
        f' width="{right + _MARGIN:.0f}" height="{bottom + _MARGIN:.0f}"'
        f' font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="{_FONT}">\n'
        '<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _picture(alignment: Alignment, colours: dict[str, str], top: float) -> tuple[list[str], float, float]:
    """The elements of one alignment from ``top`` on, their right edge, and their height."""
    depth = 70.0 + 2.0 * max(len(alignment.hypothesis), len(alignment.reference))  # steeper lines where long
    depth = min(depth, 160.0)
    head = headline(alignment)
    parts = [_label(_MARGIN, top + _FONT, head, "#555555", _width(head))]
    rows = (top + 3.2 * _FONT, top + 3.2 * _FONT + depth)
    places = []
    right = _MARGIN + _width(head)
    for side, (words, y) in enumerate(zip((alignment.hypothesis, alignment.reference), rows, strict=True)):
        kinds = {p: link.kind for link in alignment.links for p in range(*_span(link, side))}
        x, row = float(_MARGIN), []
        for position, word in enumerate(map(_short, words)):
            width = max(_width(word), 6.0)
            colour = colours[kinds[position]] if position in kinds else "#999999"
            parts.append(_label(x, y, word, colour, width))
            row.append((x, x + width))
            x += width + _GAP
        if not words:
            parts.append(_label(x, y, "(no words)", "#999999"))
        places.append(row)
        right = max(right, x - _GAP)
    for link in alignment.links:
        parts += _line(link, places, rows, colours[link.kind])
    return parts, right, 3.2 * _FONT + depth + _FONT


def _line(
    link: Link, places: Sequence[Sequence[tuple[float, float]]], rows: Sequence[float], colour: str
) -> list[str]:
    """A line between the middles of both spans; a span of several words is underlined on its inner side."""
    ends: list[tuple[float, float]] = []
    parts: list[str] = []
    for side, y in enumerate((rows[0] + 0.45 * _FONT, rows[1] - 1.1 * _FONT)):
        first, last = _span(link, side)
        left, right = places[side][first][0], places[side][last - 1][1]
        ends.append(((left + right) / 2, y))
        if last - first > 1:
            parts.append(_stroke((left, y), (right, y), colour))
    return [*parts, _stroke(ends[0], ends[1], colour)]


def _stroke(start: tuple[float, float], end: tuple[float, float], colour: str) -> str:
    return (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
        f' stroke="{colour}" stroke-width="1.6" stroke-linecap="round"/>'
    )


def _label(x: float, y: float, words: str, colour: str, width: float | None = None) -> str:
    fitted = f' textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs"' if width is not None else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}"{fitted}>{escape(words)}</text>'


def _legend(colours: dict[str, str], y: float) -> tuple[list[str], float]:
    """A word in its colour for each kind, and where the last one ends; nothing if there is one kind only."""
    if len(colours) < 2:
        return [], 0.0
    parts, x = [], float(_MARGIN)
    for kind, colour in colours.items():
        parts.append(_stroke((x, y - 0.35 * _FONT), (x + 18, y - 0.35 * _FONT), colour))
        parts.append(_label(x + 24, y, kind, colour))
        x += 24 + _width(kind) + 20
    return parts, x


def _width(word: str) -> float:
    """About how wide a text is; words are then fitted to it, whatever font there is."""
    narrow = sum(c in "fijlrtI'.,:;!|()[] " for c in word)
    return _FONT * (0.62 * columns(word) - 0.26 * narrow)
