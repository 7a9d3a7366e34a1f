"""Many trees as arrays, which is how the metrics over trees take them.

A forest is its nodes, tree after tree. Of constituents, nodes are categories and part-of-speech tags, parents
before their children, without words and without the outer bracket ``TOP``. Of dependencies, nodes are words
in their order.

>>> from bolide.syntax.trees import Tree
>>> tree = Tree.read("(TOP (S (NP (PRP I)) (VP (VBD had) (NP (DT a) (NN dog)))))")
>>> made = constituents([tree])
>>> [made.names[label] for label in made.labels], made.parents.tolist()
(['S', 'NP', 'PRP', 'VP', 'VBD', 'NP', 'DT', 'NN'], [-1, 0, 1, 0, 3, 3, 5, 5])
>>> made = dependencies([tree])
>>> [made.names[label] for label in made.labels], made.parents.tolist()
(['I', 'had', 'a', 'dog'], [1, -1, 3, 1])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import trees as kernels
from bolide.syntax.dependencies import DependencyTree
from bolide.syntax.headrules import COLLINS, HeadRules
from bolide.syntax.trees import Tree, category, plain

OUTER = ("", "TOP", "ROOT", "S1")
"""Labels of the outer bracket, which is no part of the tree if it holds one other constituent."""


@dataclass(frozen=True, eq=False)
class Forest:
    """Trees as arrays; ``None`` and trees without words have no nodes."""

    labels: NDArray[np.int32]
    """The label of each node, a place in ``names``."""
    names: tuple[str, ...]
    parents: NDArray[np.int32]
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def joined(self, other: Forest) -> Forest:
        """The trees of both, one after the other."""
        known = {name: number for number, name in enumerate(self.names)}
        numbers = np.array([known.setdefault(name, len(known)) for name in other.names], dtype=np.int32)
        there = np.where(other.parents < 0, -1, other.parents + np.int32(len(self.labels)))
        return Forest(
            np.concatenate([self.labels, numbers[other.labels]]),
            tuple(known),
            np.concatenate([self.parents, there.astype(np.int32)]),
            np.concatenate([self.starts, self.starts[-1] + other.starts[1:]]),
        )


class _Numbers(dict[str, int]):
    """A number for each string, given out when it is first seen; what ``name`` makes equal has one."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}

    def name(self, key: str) -> str:
        return key

    def __missing__(self, key: str) -> int:
        number = self[key] = self.names.setdefault(self.name(key), len(self.names))
        return number

    def of(self, keys: Iterable[str], count: int) -> NDArray[np.int32]:
        return np.fromiter(map(self.__getitem__, keys), np.int32, count)


class _Categories(_Numbers):
    def name(self, key: str) -> str:
        return category(key)


class _Plain(_Numbers):
    def name(self, key: str) -> str:
        return plain(key)


class _PlainLower(_Numbers):
    def name(self, key: str) -> str:
        return plain(key).lower()


def core(tree: Tree) -> Tree:
    """The tree without its outer bracket, if that has no more than one child.

    >>> print(core(Tree.read("(TOP (NP (NN dog)))")), core(Tree.read("(TOP (NP (NN dog)) (. .))")))
    (NP (NN dog)) (TOP (NP (NN dog)) (. .))
    """
    while tree.label in OUTER and len(tree.children) == 1:
        tree = tree.children[0]
    return tree


@dataclass(frozen=True, eq=False)
class _Flat:
    """Nodes of constituent trees, parents first, and the words of their leaves."""

    labels: list[str]
    degrees: NDArray[np.int32]
    starts: NDArray[np.int64]
    words: list[str]
    word_starts: NDArray[np.int64]


def _flat(trees: Sequence[Tree | None]) -> _Flat:
    labels: list[str] = []
    degrees: list[int] = []
    words: list[str] = []
    starts, word_starts = [0], [0]
    for tree in trees:
        stack = [] if tree is None else [core(tree)]
        while stack:
            node = stack.pop()
            children = node.children
            labels.append(node.label)
            degrees.append(len(children))
            if children:
                stack.extend(children[::-1])
            else:
                words.append(node.word or "")
        starts.append(len(labels))
        word_starts.append(len(words))
    return _Flat(
        labels,
        np.array(degrees, dtype=np.int32),
        np.array(starts, dtype=np.int64),
        words,
        np.array(word_starts, dtype=np.int64),
    )


def constituents(trees: Sequence[Tree | None]) -> Forest:
    """Constituent trees, with categories and tags."""
    flat, numbers = _flat(trees), _Categories()
    labels = numbers.of(flat.labels, len(flat.labels))
    parents = kernels.preorder_parents(flat.degrees, flat.starts)
    return Forest(labels, tuple(numbers.names), parents, flat.starts)


def dependencies(
    trees: Sequence[Tree | DependencyTree | None], rules: HeadRules = COLLINS, lowercase: bool = False
) -> Forest:
    """Dependency trees; what is a constituent tree becomes one by the head rules."""
    if any(isinstance(tree, DependencyTree) for tree in trees):
        return _as_they_are(trees, rules, lowercase)
    flat = _flat([tree for tree in trees if not isinstance(tree, DependencyTree)])
    numbers, words = _Categories(), (_PlainLower if lowercase else _Plain)()
    labels = numbers.of(flat.labels, len(flat.labels))
    heads = _head_children(flat, labels, tuple(numbers.names), rules)
    return Forest(
        words.of(flat.words, len(flat.words)),
        tuple(words.names),
        kernels.head_words(flat.degrees, flat.starts, heads, flat.word_starts),
        flat.word_starts,
    )


def _head_children(
    flat: _Flat, labels: NDArray[np.int32], names: tuple[str, ...], rules: HeadRules
) -> NDArray[np.int32]:
    """Which child of each node is its head; nodes with the same label and children are looked at once."""
    parents = kernels.preorder_parents(flat.degrees, flat.starts)
    number = len(flat.starts) - 1
    whole = kernels.Segmented(np.arange(number), np.array([0, number]))
    productions = kernels.subtree_names(labels, parents, flat.starts, whole, 2, sided=False).values[:, 1]
    several = np.flatnonzero(flat.degrees > 1)
    kinds, firsts, which = np.unique(productions[several], return_index=True, return_inverse=True)
    below = np.argsort(parents, kind="stable")  # the children of a node stand next to each other
    begins = np.searchsorted(parents[below], several[firsts])
    found = np.empty(len(kinds), dtype=np.int32)
    for kind, (node, begin) in enumerate(zip(several[firsts].tolist(), begins.tolist(), strict=True)):
        children = below[begin : begin + int(flat.degrees[node])]
        found[kind] = rules.index(names[labels[node]], [names[label] for label in labels[children].tolist()])
    heads = np.zeros(len(labels), dtype=np.int32)
    heads[several] = found[which.reshape(-1)]
    return heads


def _as_they_are(trees: Sequence[Tree | DependencyTree | None], rules: HeadRules, lowercase: bool) -> Forest:
    """Dependency trees as a parser gave them."""
    from bolide.syntax.conversion import dependencies as converted

    words: list[str] = []
    parents: list[int] = []
    starts = [0]
    for tree in trees:
        if isinstance(tree, Tree):
            tree = converted(tree, rules)
        if tree is not None:
            begin = starts[-1] - 1
            for word in tree:
                words.append(word.form)
                parents.append(begin + word.head if word.head else -1)
        starts.append(len(words))
    numbers = (_PlainLower if lowercase else _Plain)()
    labels = numbers.of(words, len(words))
    return Forest(
        labels, tuple(numbers.names), np.array(parents, dtype=np.int32), np.array(starts, dtype=np.int64)
    )
