"""Bags of triples of the best parses of a sentence.

>>> from bolide.syntax.parsing import Parse
>>> trees = [Tree.read(f"(S (NP-SBJ (NNP John)) (VP (VBD {verb})))") for verb in ("slept", "sang")]
>>> found = bags([Parse(tree, 0.0) for tree in trees], "f-structure")
>>> [str(triple) for triple in found.triples][:2], found.counts.tolist()
(['subj(sleep, john)', 'tense(sleep, past)'], [[1, 1, 1, 1, 0, 0], [0, 0, 1, 1, 1, 1]])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.errors import SpecificationError
from bolide.syntax.dependencies import DependencyTree
from bolide.syntax.fstructure.annotation import rows_of_trees, tree_triples
from bolide.syntax.fstructure.lemmas import lemmas
from bolide.syntax.fstructure.structure import FEATURES, Triple
from bolide.syntax.fstructure.universal import plain_triples, universal_triples
from bolide.syntax.parsing import Parse
from bolide.syntax.trees import Tree, many_trees

F_STRUCTURE, PLAIN = KINDS = ("f-structure", "plain")
"""What triples there are: of f-structures, or Universal Dependencies as they are."""


@dataclass(frozen=True, eq=False)
class Bags:
    """The bags of one sentence: all triples that are in any of them, and how often each is in each bag."""

    triples: tuple[Triple, ...]
    counts: NDArray[np.uint16]

    def bag(self, number: int) -> list[Triple]:
        """The triples of one bag, each as often as it is there."""
        row = self.counts[number].tolist()
        return [triple for triple, count in zip(self.triples, row, strict=True) for _ in range(count)]

    def best(self, number: int) -> Bags:
        """The bags of the best so many parses."""
        return self if number >= len(self.counts) else Bags(self.triples, self.counts[:number])


def bags_of(lists: Sequence[Sequence[Parse]], kind: str) -> list[Bags]:
    """The bags of each of these lists, which is faster than one by one: base forms are found all at once."""
    best = (parses[0].tree for parses in lists if parses)
    with many_trees():
        lemmas().learn(
            (leaf.word or "", leaf.label) for tree in best if isinstance(tree, Tree) for leaf in tree.leaves()
        )
        return [bags(parses, kind) for parses in lists]


def bags(parses: Sequence[Parse], kind: str) -> Bags:
    """The bags of these parses."""
    places: dict[tuple[str, str, str], int] = {}
    columns: list[int] = []
    sizes = []
    for found in _each(parses, kind):
        columns += [places.setdefault(triple, len(places)) for triple in found]
        sizes.append(len(found))
    cells = np.repeat(np.arange(len(sizes)), sizes) * len(places) + np.array(columns, dtype=np.int64)
    counts = np.bincount(cells, minlength=len(sizes) * len(places)).reshape(len(sizes), len(places))
    return Bags(tuple(map(Triple._make, places)), np.minimum(counts, 65_535).astype(np.uint16))


def _each(parses: Sequence[Parse], kind: str) -> Iterable[Sequence[tuple[str, str, str]]]:
    """The triples of each of these parses."""
    trees = [parse.tree for parse in parses if isinstance(parse.tree, Tree)]
    if kind == F_STRUCTURE and len(trees) == len(parses):
        return rows_of_trees(trees)
    return (triples_of(parse.tree, kind) for parse in parses)


def triples_of(tree: Tree | DependencyTree, kind: str = F_STRUCTURE) -> list[Triple]:
    """The triples of a parse, whatever parser it is from."""
    if isinstance(tree, Tree):
        if kind == PLAIN:
            raise SpecificationError(
                "plain triples are relations of Universal Dependencies: name a parser that gives"
                " dependencies, or ask for the triples of f-structures"
            )
        return tree_triples(tree)
    return plain_triples(tree) if kind == PLAIN else universal_triples(tree)


def is_feature(relation: str, kind: str) -> bool:
    """Whether a relation is one to a value; features of Universal Dependencies begin with a capital."""
    return relation in FEATURES if kind == F_STRUCTURE else relation[:1].isupper()
