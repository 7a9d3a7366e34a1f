"""Treebank trees as what the model learns: tags, and labelled spans.

Words of this file:

chain
    the categories of constituents that cover the same words, from the outermost in: ``S+VP``. The root counts
    only where it has several children, as ``TOP``.
function
    the function labels of the outermost constituent of a chain: ``LOC-PRD``; most often there is none.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bolide.syntax.spelling import BEGIN, END, SPECIAL, edge, features
from bolide.syntax.trees import Tree, escape, plain, read_trees

REMOVED = frozenset({"CODE", "SU", "-NONE-"})
"""Tags of what is no word of the sentence: marks of speakers and turns in transcripts."""
FLATTENED = frozenset({"NML"})
"""Constituents whose parts become parts of what they stand in."""
FORGOTTEN = frozenset({"UNF", "HLN", "SEZ", "ETC", "CLF"})
"""Function labels that say nothing of the grammar, or are too rare."""


@dataclass(frozen=True)
class Guess:
    """What a teacher thinks of a sentence: tags, and spans with how probable it holds each to be."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    spans: tuple[tuple[int, int, str, str], ...]
    weights: tuple[float, ...]

    def line(self) -> str:
        """The guess as a line of JSON."""
        return json.dumps(
            {"words": self.words, "tags": self.tags, "spans": self.spans, "weights": self.weights},
            ensure_ascii=False,
        )

    @classmethod
    def read(cls, line: str) -> Guess:
        """What ``line`` wrote."""
        found = json.loads(line)
        return cls(
            tuple(found["words"]), tuple(found["tags"]), tuple(map(tuple, found["spans"])),
            tuple(found["weights"]),
        )  # fmt: skip


@dataclass(frozen=True)
class Example:
    """A sentence with the tags of its words and its labelled spans, all as numbers."""

    words: tuple[str, ...]
    features: tuple[tuple[int, ...], ...]
    tags: tuple[int, ...]
    spans: tuple[tuple[int, int, int, int], ...]
    """First word, word after the last, number of the chain, number of the function."""
    weights: tuple[float, ...]
    """How probable each span is: 1 where the tree is known."""


@dataclass(frozen=True)
class Alphabet:
    """The numbers of words, tags, chains and functions; chain 0 is unknown, function 0 none."""

    words: dict[str, int]
    tags: dict[str, int]
    chains: dict[str, int]
    functions: dict[str, int]

    @classmethod
    def of(cls, trees: Sequence[Tree], words: Sequence[str]) -> Alphabet:
        """These words, and all tags, chains and functions that are seen often enough."""
        tags = Counter(tag for tree in trees for tag in tree.tags)
        parts = [part for tree in trees for part in labelled_spans(tree)]
        chains = Counter(chain for _, _, chain, _ in parts)
        functions = Counter(function for *_, function in parts)
        return cls(
            {w: i for i, w in enumerate(words, SPECIAL)},
            {t: i for i, (t, n) in enumerate(tags.most_common()) if n >= 5},
            {c: i for i, (c, n) in enumerate([("", 0), *chains.most_common()]) if n >= 5 or not c},
            {f: i for i, (f, n) in enumerate([("", 0), *_named(functions)]) if n >= 20 or not f},
        )

    def example(self, tree: Tree) -> Example:
        """The tree as numbers."""
        words = tuple(map(plain, tree.words))
        spans = tuple(labelled_spans(tree))
        return self.numbered(Guess(words, tree.tags, spans, (1.0,) * len(spans)))

    def numbered(self, guess: Guess) -> Example:
        """The same as numbers."""
        return Example(
            guess.words,
            self.sentence(guess.words),
            tuple(self.tags.get(tag, -100) for tag in guess.tags),
            tuple(
                (start, end, self.chains.get(chain, 0), self.functions.get(function, 0))
                for start, end, chain, function in guess.spans
            ),
            guess.weights,
        )

    def sentence(self, words: Sequence[str]) -> tuple[tuple[int, ...], ...]:
        """The numbers of all words, and of both ends."""
        return (edge(BEGIN), *(features(word, self.words) for word in words), edge(END))


def _named(functions: Counter[str]) -> list[tuple[str, int]]:
    return [(f, n) for f, n in functions.most_common() if f]


def labelled_spans(tree: Tree) -> Iterator[tuple[int, int, str, str]]:
    """The spans of a tree, each with its chain and function."""
    at = 0
    stack: list[tuple[Tree, bool]] = [(tree, True)]
    size: dict[int, int] = {}
    for node in reversed(list(tree.subtrees())):
        size[id(node)] = 1 if node.is_leaf else sum(size[id(child)] for child in node.children)
    while stack:
        node, top = stack.pop()
        if node.is_leaf:
            at += 1
            if not top:
                continue
            yield at - 1, at, "TOP", ""
            continue
        chain = [node]
        while len(chain[-1].children) == 1 and not chain[-1].children[0].is_leaf:
            chain.append(chain[-1].children[0])
        if top and len(chain) > 1:
            chain = chain[1:]
        names = [part.category or "TOP" for part in chain]
        yield at, at + size[id(node)], "+".join(names), "-".join(f for f in chain[0].functions)
        stack.extend((child, False) for child in reversed(chain[-1].children))


def built(words: Sequence[str], tags: Sequence[str], spans: Sequence[tuple[int, int, str, str]]) -> Tree:
    """The tree of these spans, of which parts stand before what they are part of."""
    nodes = [Tree.leaf(tag, escape(word)) for tag, word in zip(tags, words, strict=True)]
    at: dict[int, tuple[int, list[Tree]]] = {i: (i + 1, [node]) for i, node in enumerate(nodes)}
    for start, end, chain, function in spans:
        children, position = [], start
        while position < end:
            position, part = at[position]
            children += part
        for depth, label in enumerate(reversed(chain.split("+"))):
            last = depth == chain.count("+")
            children = [Tree.trusted(f"{label}-{function}" if last and function else label, tuple(children))]
        at[start] = (end, children)
    children = at[0][1]
    if children[0].label == "TOP":
        return children[0]
    return Tree.trusted("TOP", tuple(children))


def cleaned(tree: Tree) -> Tree | None:
    """The tree without what is no word of the sentence; None if nothing is left.

    Where the treebanks differ, it is made alike: parts of noun phrases (NML), which only some of them have, are
    left out, and the preposition "to" is tagged as one.
    """
    if tree.is_leaf:
        return None if tree.label in REMOVED else tree
    children: list[Tree] = []
    for child in map(cleaned, tree.children):
        if child is not None:
            children += child.children if child.category in FLATTENED else [child]
    if not children:
        return None
    if tree.category == "PP" and children[0].label == "TO":
        children[0] = Tree.leaf("IN", children[0].word or "")
    kept = [f for f in tree.functions if f not in FORGOTTEN]
    label = "-".join([tree.category, *kept])
    return Tree.trusted(label, tuple(children))


def read(path: Path) -> list[Tree]:
    """The trees of a file, cleaned."""
    found = (cleaned(tree) for tree in read_trees(path.read_text("utf-8"), path.name))
    return [tree for tree in found if tree is not None]


def batches(lengths: Sequence[int], size: int, rng: random.Random) -> list[list[int]]:
    """Numbers of sentences of one length, at most ``size`` words together, in random order."""
    same: dict[int, list[int]] = {}
    for index in rng.sample(range(len(lengths)), len(lengths)):
        same.setdefault(lengths[index], []).append(index)
    made = []
    for length, found in same.items():
        step = max(1, size // length)
        made += [found[first : first + step] for first in range(0, len(found), step)]
    rng.shuffle(made)
    return made
