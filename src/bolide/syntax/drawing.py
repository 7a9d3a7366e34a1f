"""Drawing trees: with box characters for the terminal, and as SVG.

>>> from bolide.syntax.trees import Tree
>>> print(text(Tree.read("(S (NP (NNP John)) (VP (VBD saw) (NP (DT a) (NN dog))))")))
   S
 ┌──┴───┐
 NP     VP
 │    ┌─┴──┐
NNP  VBD   NP
 │    │  ┌─┴─┐
John saw DT  NN
         │   │
         a  dog

Nodes may have marks: by their place (in ``Tree.subtrees()``, or the number of the word of a dependency tree),
a kind, ``matched``, ``partly`` or ``missing``, and a note that is written after the label. In characters a
marked label stands between two invisible ones, ``BEGINS[kind]`` and ``END``, for those who colour it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from html import escape
from itertools import pairwise
from typing import NamedTuple

from bolide.syntax.dependencies import DependencyTree
from bolide.syntax.trees import Tree, plain

Marks = Mapping[int, tuple[str, str]]
BEGINS = {"matched": "\u2061", "partly": "\u2062", "missing": "\u2063"}
END = "\u2064"


def columns(label: str) -> int:
    """How many columns of a terminal a text takes.

    >>> columns("dog"), columns("犬"), columns("e\u0301")
    (3, 2, 1)
    """
    return sum(
        0 if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf") else
        2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in label
    )  # fmt: skip


def marked(label: str, place: int, marks: Marks) -> str:
    """The label with its note, between invisible characters if it is marked.

    >>> marked("NP", 1, {1: ("matched", "²")})
    '\u2061NP²\u2064'
    """
    if place not in marks:
        return label
    kind, note = marks[place]
    begin = BEGINS.get(kind, "")
    return f"{begin}{label}{note}{END if begin else ''}"


def text(tree: Tree | DependencyTree, width: int | None = None, marks: Marks | None = None) -> str:
    """The tree in characters; one that is wider than ``width`` columns is drawn as an outline instead."""
    marks = marks or {}
    if isinstance(tree, DependencyTree):
        return _dependency_outline(tree, marks)
    if width is not None and sum(columns(plain(word)) + 1 for word in tree.words) > width + 1:
        return outline(tree, marks)
    drawn = _Block.of(tree, marks)
    if width is not None and drawn.width > width:
        return outline(tree, marks)
    return "\n".join(line.rstrip() for line in drawn.lines)


class _Block:
    """A drawn subtree: lines of equal width, and the column where the line to the parent begins."""

    def __init__(self, lines: list[str], width: int, anchor: int) -> None:
        self.lines, self.width, self.anchor = lines, width, anchor

    @classmethod
    def of(cls, tree: Tree, marks: Marks) -> _Block:
        done: list[_Block] = []
        seen = 0
        stack: list[tuple[Tree, str | None]] = [(tree, None)]  # a label once all below is done
        while stack:
            node, ready = stack.pop()
            if ready is not None:
                count = len(node.children)
                parts = done[-count:]
                del done[-count:]
                done.append(cls._over(ready, parts))
                continue
            label = marked(node.label, seen, marks)
            seen += 1
            if node.is_leaf:
                done.append(cls._over(label, [cls._word(plain(node.word or ""))]))
            else:
                stack.append((node, label))
                stack.extend((child, None) for child in reversed(node.children))
        return done[0]

    @classmethod
    def _word(cls, word: str) -> _Block:
        return cls([word], columns(word), (columns(word) - 1) // 2)

    @classmethod
    def _over(cls, label: str, parts: list[_Block]) -> _Block:
        """The label over its children, joined by a line of box characters."""
        height = max(len(part.lines) for part in parts)
        offsets, at = [], 0
        for part in parts:
            offsets.append(at)
            at += part.width + 1
        width = at - 1
        anchors = [offset + part.anchor for offset, part in zip(offsets, parts, strict=True)]
        middle = (anchors[0] + anchors[-1]) // 2
        size = columns(label)
        left = middle - (size - 1) // 2
        shift = max(0, -left)
        width = max(width + shift, left + shift + size)
        middle += shift
        branch = [" "] * width
        if len(parts) == 1:
            branch[middle] = "│"
        else:
            marks = [anchor + shift for anchor in anchors]
            for start, end in pairwise(marks):
                branch[start:end] = "─" * (end - start)
            for mark in marks:
                branch[mark] = "┬"
            branch[marks[0]], branch[marks[-1]] = "┌", "┐"
            branch[middle] = {"─": "┴", "┬": "┼", "┌": "├", "┐": "┤"}[branch[middle]]
        rows = []
        before, after = " " * shift, " " * (width - shift - (at - 1))
        for row in range(height):
            cells = (part.lines[row] if row < len(part.lines) else " " * part.width for part in parts)
            rows.append(before + " ".join(cells) + after)
        top = " " * (left + shift) + label
        return cls([top + " " * (width - columns(top)), "".join(branch), *rows], width, middle)


def outline(tree: Tree, marks: Marks | None = None) -> str:
    """The tree with one node a line; words stand behind their tags.

    >>> print(outline(Tree.read("(S (NP (NNP John)) (VP (VBD left)))")))
    S
    ├─ NP
    │  └─ NNP John
    └─ VP
       └─ VBD left
    """
    lines: list[str] = []
    stack: list[tuple[Tree, str, str]] = [(tree, "", "")]
    while stack:
        node, line, indent = stack.pop()
        label = marked(node.label, len(lines), marks or {})
        lines.append(f"{line}{label}{f' {plain(node.word)}' if node.word is not None else ''}")
        for index in range(len(node.children) - 1, -1, -1):
            last = index == len(node.children) - 1
            stack.append(
                (
                    node.children[index],
                    indent + ("└─ " if last else "├─ "),
                    indent + ("   " if last else "│  "),
                )
            )
    return "\n".join(lines)


def _dependency_outline(tree: DependencyTree, marks: Marks) -> str:
    lines: list[str] = []
    stack = [(number, "", "") for number in reversed(tree.roots)]
    while stack:
        number, line, indent = stack.pop()
        word = tree[number]
        tag = word.xpos if word.xpos != "_" else word.upos
        lines.append(f"{line}{marked(word.form, number, marks)} [{number}] {tag} {word.relation}")
        children = tree.children(number)
        for index in range(len(children) - 1, -1, -1):
            last = index == len(children) - 1
            stack.append(
                (children[index], indent + ("└─ " if last else "├─ "), indent + ("   " if last else "│  "))
            )
    return "\n".join(lines)


_CHARACTER, _CAPITAL, _LEVEL, _GAP, _MARGIN = 8.2, 9.6, 46, 18, 16
_STYLE = (
    "text{font:14px 'DejaVu Sans',Arial,sans-serif;text-anchor:middle;fill:#1b2733}"
    ".word{font-weight:600}.label{fill:#1f5a96}.tag{fill:#5b6670;font-size:12px}"
    "path,line{stroke:#8a96a3;stroke-width:1.2;fill:none}"
    ".matched{fill:#00795b;font-weight:700}.partly{fill:#b26b00;font-weight:700}"
    ".missing{fill:#c4460a;font-weight:700}.title{text-anchor:start;font-weight:700}.plain{text-anchor:start}"
    ".head{fill:#5b6670;font-size:12px}"
)


class Picture(NamedTuple):
    """A drawing: its size, its title and its elements."""

    width: float
    height: float
    title: str
    parts: list[str]

    def svg(self) -> str:
        """The drawing as an SVG file."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:.0f} {self.height:.0f}" '
            f'width="{self.width:.0f}" height="{self.height:.0f}" role="img">\n'
            f"<title>{_clean(self.title)}</title>\n"
            f'<style>{_STYLE}</style>\n<rect width="100%" height="100%" fill="#ffffff"/>\n'
            + "\n".join(self.parts)
            + "\n</svg>"
        )


def svg(tree: Tree | DependencyTree, marks: Marks | None = None) -> str:
    """The tree as an SVG picture, a string."""
    return picture(tree, marks).svg()


def picture(tree: Tree | DependencyTree, marks: Marks | None = None) -> Picture:
    """The tree as a picture that may become a part of another one."""
    if isinstance(tree, DependencyTree):
        return _dependency_picture(tree, marks or {})
    return _constituent_picture(tree, marks or {})


def _clean(words: str) -> str:
    return escape("".join(c if c >= " " and c not in "\ufffe\uffff" else "\ufffd" for c in words))


def label(x: float, y: float, words: str, kind: str) -> str:
    """A text in a picture; ``kind`` is one of the classes of the style."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{_clean(words)}</text>'


def _marked(x: float, y: float, words: str, kind: str, mark: tuple[str, str]) -> str:
    return label(x, y, words + mark[1], f"{kind} {mark[0]}".strip())


def _constituent_picture(tree: Tree, marks: Marks) -> Picture:
    """Words stand on one line at the bottom, each constituent over the middle of its children; a label that
    is wider than what is below it moves its neighbours away."""
    nodes = list(tree.subtrees())
    none = ("", "")
    sizes = [columns(node.label + marks.get(place, none)[1]) * _CAPITAL for place, node in enumerate(nodes)]
    widths: list[float] = [0.0] * len(nodes)  # that a node needs together with what is below it
    below: list[list[int]] = [[] for _ in nodes]
    waiting: list[int] = []
    for place in range(len(nodes) - 1, -1, -1):  # children come before their parents, the first one last
        node = nodes[place]
        if node.is_leaf:
            widths[place] = max(columns(plain(node.word or "")) * _CHARACTER, sizes[place], 2 * _CHARACTER)
        else:
            below[place] = [waiting.pop() for _ in node.children]
            widths[place] = max(sizes[place], _together([widths[child] for child in below[place]]))
        waiting.append(place)
    lefts = [float(_MARGIN)] * len(nodes)
    depths = [0] * len(nodes)
    for place, children in enumerate(below):
        at = lefts[place] + (widths[place] - _together([widths[child] for child in children])) / 2
        for child in children:
            lefts[child], depths[child] = at, depths[place] + 1
            at += widths[child] + _GAP
    middles = [left + width / 2 for left, width in zip(lefts, widths, strict=True)]
    bottom = tree.height() * _LEVEL + _MARGIN
    lines: list[str] = []
    labels: list[str] = []
    for place in range(len(nodes) - 1, -1, -1):
        node, mark, y = nodes[place], marks.get(place, none), _MARGIN + 14 + depths[place] * _LEVEL
        if node.is_leaf:
            x = middles[place]
            labels += [
                label(x, bottom + 14, plain(node.word or ""), "word"),
                _marked(x, y, node.label, "tag", mark),
            ]
            lines.append(f'<line x1="{x:.1f}" y1="{y + 5:.1f}" x2="{x:.1f}" y2="{bottom - 2:.1f}"/>')
        else:
            room = (widths[place] - sizes[place]) / 2
            x = (middles[below[place][0]] + middles[below[place][-1]]) / 2
            x = min(max(x, middles[place] - room), middles[place] + room)
            middles[place] = x
            labels.append(_marked(x, y, node.label, "label", mark))
            lines += [
                f'<line x1="{x:.1f}" y1="{y + 5:.1f}" x2="{middles[child]:.1f}" y2="{y - 13 + _LEVEL:.1f}"/>'
                for child in below[place]
            ]
    return Picture(
        widths[0] + 2 * _MARGIN, bottom + _MARGIN + 12, " ".join(map(plain, tree.words)), lines + labels[::-1]
    )


def _together(widths: list[float]) -> float:
    return sum(widths) + _GAP * (len(widths) - 1)


def _dependency_picture(tree: DependencyTree, marks: Marks) -> Picture:
    """Words on one line, an arc from every head to its dependents, the longer the higher."""
    centres: list[float] = []
    right = float(_MARGIN)
    for word in tree:
        size = max(columns(word.form), columns(word.xpos), columns(word.relation) * 0.8, 3) * _CHARACTER
        centres.append(right + size / 2)
        right += size + _GAP
    arcs = sorted(
        ((min(n, w.head), max(n, w.head), n, w) for n, w in enumerate(tree, 1) if w.head),
        key=lambda arc: (arc[1] - arc[0], arc[0]),
    )
    levels: dict[tuple[int, int], int] = {}
    for start, end, _, _ in arcs:
        inside = [level for (a, b), level in levels.items() if a < end and start < b]
        levels[start, end] = 1 + max(inside, default=0)
    top = max(levels.values(), default=1)
    base = _MARGIN + 24 + top * 30
    parts: list[str] = []
    labels: list[str] = []
    for start, end, number, word in arcs:
        y = base - levels[start, end] * 30
        head, dependent = centres[word.head - 1], centres[number - 1]
        head += 5 if head < dependent else -5
        turn = 6 if head < dependent else -6
        parts.append(
            f'<path d="M{head:.1f},{base:.1f} V{y + 6:.1f} Q{head:.1f},{y:.1f} {head + turn:.1f},{y:.1f} '
            f'H{dependent - turn:.1f} Q{dependent:.1f},{y:.1f} {dependent:.1f},{y + 6:.1f} V{base - 5:.1f}"/>'
        )
        parts.append(
            f'<path d="M{dependent - 3:.1f},{base - 6:.1f} L{dependent:.1f},{base:.1f} '
            f'L{dependent + 3:.1f},{base - 6:.1f}"/>'
        )
        labels.append(label((head + dependent) / 2, y - 4, word.relation, "tag"))
    for number in tree.roots:
        x = centres[number - 1]
        parts.append(f'<line x1="{x:.1f}" y1="{_MARGIN + 4}" x2="{x:.1f}" y2="{base:.1f}"/>')
        labels.append(label(x, _MARGIN, "root", "tag"))
    for number, (x, word) in enumerate(zip(centres, tree, strict=True), 1):
        labels.append(_marked(x, base + 18, word.form, "word", marks.get(number, ("", ""))))
        labels.append(label(x, base + 36, word.xpos if word.xpos != "_" else word.upos, "tag"))
    return Picture(
        max(right - _GAP, _MARGIN) + _MARGIN, base + 36 + _MARGIN, " ".join(tree.forms), parts + labels
    )
