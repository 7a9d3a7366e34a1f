"""Why a segment has its score: what ``Metric.explain`` gives and ``bolide explain`` shows.

An explanation is a plain value. It holds whatever of these a metric has to show:

fraction
    a part of the score with a name: so many of so many. ``formula`` says how the parts make the score.
tree
    a parse with marks on its nodes. A node is named by its place: in a constituent tree by its number in
    ``Tree.subtrees()``, from 0; in a dependency tree by the number of its word, from 1.
table
    rows under heads. A row, like a mark, has a kind, which decides its colour: ``matched``, ``partly``
    (partly matched), ``missing``, or nothing.
alignment
    which words correspond, as ``Metric.align`` gives it.
credit
    the words or characters of the hypothesis, each with the length of the longest matched n-gram it is in.

>>> Explanation("stm", "a dog", ("the dog",), 70.0, fractions=(Fraction("depth 1", 6, 7),)).fractions[0].share
0.8571428571428571
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from bolide.alignment import Alignment

if TYPE_CHECKING:
    from bolide.syntax.dependencies import DependencyTree
    from bolide.syntax.trees import Tree

MATCHED, PARTLY, MISSING = KINDS = ("matched", "partly", "missing")
"""What marks and rows may be called; each has its colour in every drawing."""


class Fraction(NamedTuple):
    """So many of so many; ``counted`` is what it counts as where that is not the quotient, ``note`` says
    why."""

    name: str
    matched: float
    total: float
    counted: float | None = None
    note: str = ""

    @property
    def share(self) -> float:
        """What it counts as in the score; 0 of 0 is 0."""
        if self.counted is not None:
            return self.counted
        return self.matched / self.total if self.total else 0.0


class Mark(NamedTuple):
    """What is to be seen on a node: its kind, and a few characters that are written after its label."""

    kind: str = MATCHED
    note: str = ""


class MarkedTree(NamedTuple):
    """A parse under a title, and the marks of its nodes by their place."""

    title: str
    tree: Tree | DependencyTree
    marks: Mapping[int, Mark] = {}


class Row(NamedTuple):
    """A row of a table and its kind; ``kinds`` are those of its cells where they differ."""

    cells: Sequence[str | float]
    kind: str = ""
    kinds: Sequence[str] = ()


class Rows(NamedTuple):
    """A table: a title, heads and rows."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Row]


class Credit(NamedTuple):
    """Pieces of the hypothesis; the level of a piece is the length of the longest matched n-gram that it is
    in, 0 where it is in none, and ``longest`` the largest level that there can be. White space between
    characters has the level -1 where it is no part of n-grams."""

    pieces: Sequence[str]
    levels: Sequence[int]
    longest: int
    characters: bool = False


@dataclass(frozen=True)
class Explanation:
    """Why a hypothesis has its score."""

    metric: str
    hypothesis: str
    references: Sequence[str]
    score: float
    formula: str = ""
    fractions: Sequence[Fraction] = ()
    trees: Sequence[MarkedTree] = ()
    tables: Sequence[Rows] = ()
    alignment: Alignment | None = None
    credit: Credit | None = None
    notes: Sequence[str] = field(default=())
    """Sentences that say what else is to be known."""

    def to_json(self) -> dict[str, Any]:
        """The explanation as ``bolide explain --format json`` prints it."""
        return {
            "metric": self.metric,
            "score": self.score,
            "hypothesis": self.hypothesis,
            "references": list(self.references),
            "formula": self.formula,
            "fractions": [{**each._asdict(), "counted": each.share} for each in self.fractions],
            "trees": [
                {
                    "title": each.title,
                    "tree": str(each.tree),
                    "marks": [
                        {"node": place, **mark._asdict()} for place, mark in sorted(each.marks.items())
                    ],
                }
                for each in self.trees
            ],
            "tables": [
                {
                    "title": each.title,
                    "heads": list(each.heads),
                    "rows": [
                        {
                            "cells": list(row.cells),
                            "kind": row.kind,
                            **({"kinds": list(row.kinds)} if row.kinds else {}),
                        }
                        for row in each.rows
                    ],
                }
                for each in self.tables
            ],
            "alignment": None if self.alignment is None else self.alignment.to_json(),
            "credit": None if self.credit is None else self.credit._asdict(),
            "notes": list(self.notes),
        }
