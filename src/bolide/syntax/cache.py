"""Parses kept on disk, so that no sentence is parsed twice by the same parser.

An entry of the store (``bolide.store``) has the parses of one sentence by one parser: found by the sentence
(as a string, or as words) and the parser's signature. Its rank is how many were asked for: the best 50 serve
whoever asks for the best 10.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any

from bolide.errors import SpecificationError
from bolide.store import Store
from bolide.syntax.dependencies import DependencyTree, Extra, Word
from bolide.syntax.parsing import Parse, Parser, Sentence, checked
from bolide.syntax.trees import Tree, many_trees

FILE = "parses-2.db"
"""The name has the number of the format: another one is another file."""


def cached(
    parser: Parser,
    sentences: Sequence[Sentence],
    nbest: int = 1,
    *,
    advance: Callable[[int], None] = lambda done: None,
) -> list[list[Parse]]:
    """What ``parser.parse(sentences, nbest)`` gives, parsing only what was never parsed.

    ``advance`` is called with the number of sentences whenever some are done. Sentences are parsed in
    portions and kept portion by portion, so that whoever interrupts a long run does not lose it.
    """
    given = checked(sentences, nbest)
    if not getattr(parser, "worth_caching", True):
        out = parser.parse(given, nbest)
        advance(len(given))
        return out
    signature = parser.signature()
    keys = [_key(signature, sentence) for sentence in given]
    places: dict[bytes, list[int]] = {}
    for index, key in enumerate(keys):
        if not _blank(given[index]):
            places.setdefault(key, []).append(index)
    advance(len(given) - sum(map(len, places.values())))
    results: list[list[Parse]] = [[] for _ in given]

    def give(key: bytes, parses: list[Parse]) -> None:
        for index in places[key]:
            results[index] = parses[:nbest]
        advance(len(places[key]))

    kept = store()
    with many_trees():
        for key, (asked, data) in kept.read(list(places)).items():
            parses = _decoded(data)
            if asked >= nbest or len(parses) < asked:
                give(key, parses)
                del places[key]
    missing = list(places)
    portion, at = 32, 0
    while at < len(missing):
        some = missing[at : at + portion]
        began = time.monotonic()
        parsed = parser.parse([given[places[key][0]] for key in some], nbest)
        if len(parsed) != len(some):
            raise SpecificationError(
                f"the parser {signature} gave parses of {len(parsed)} sentences where {len(some)} were asked"
                " for: it must give a list for every sentence"
            )
        took = time.monotonic() - began
        entries = {key: _encoded(parses) for key, parses in zip(some, parsed, strict=True)}
        kept.write(signature, entries, nbest)
        for key, parses in zip(some, parsed, strict=True):
            give(key, parses)
        at += len(some)
        portion = min(2048, portion * 2) if took < 1 else max(1, portion // 2) if took > 4 else portion
    return results


def store() -> Store:
    """Where parses are kept: an owner is the signature of a parser, an entry a sentence."""
    return Store.here(FILE)


def _blank(sentence: Sentence) -> bool:
    return not (sentence.strip() if isinstance(sentence, str) else sentence)


def _key(signature: str, sentence: Sentence) -> bytes:
    kind, text = ("string", sentence) if isinstance(sentence, str) else ("words", "\n".join(sentence))
    whole = f"{signature}\0{kind}\0{text}".encode("utf-8", "surrogatepass")
    return blake2b(whole, digest_size=16).digest()


def _encoded(parses: Iterable[Parse]) -> bytes:
    """The parses of one sentence in few bytes."""
    trees = _Trees()
    rows = [[trees.add(parse.tree), parse.score, parse.note] for parse in parses]
    text = json.dumps([rows, *trees.tables()], ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 6)


def _decoded(data: bytes) -> list[Parse]:
    rows, *tables = json.loads(zlib.decompress(data).decode("utf-8", "surrogatepass"))
    trees = _trees(*tables)
    return [Parse(trees[number], score, note) for number, score, note in rows]


class _Trees:
    """Trees as tables of numbers. The best parses of a sentence differ in few of their constituents, so
    equal ones are kept once: a row of ``nodes`` is a label and a word, or a label and earlier rows."""

    def __init__(self) -> None:
        self._texts: dict[str, int] = {}
        self._nodes: dict[tuple[int, ...], int] = {}
        self._known: dict[int, int] = {}  # by identity, since parsers share nodes between trees too
        self._roots: list[int] = []
        self._dependencies: list[list[Any]] = []
        self._alive: list[Tree] = []

    def add(self, tree: Tree | DependencyTree) -> int:
        """Keep a tree; its number in what ``_trees`` gives."""
        if isinstance(tree, DependencyTree):
            self._dependencies.append([list(tree), list(tree.comments), list(tree.extras)])
            self._roots.append(-len(self._dependencies))
        else:
            self._roots.append(self._constituent(tree))
        return len(self._roots) - 1

    def _constituent(self, tree: Tree) -> int:
        self._alive.append(tree)  # an identity is one as long as its owner is alive
        texts, nodes, known = self._texts, self._nodes, self._known
        stack: list[tuple[Tree, bool]] = [(tree, False)]
        while stack:
            node, ready = stack.pop()
            if id(node) in known:
                continue
            label = texts.setdefault(node.label, len(texts))
            if node.word is not None:
                row: tuple[int, ...] = (label, texts.setdefault(node.word, len(texts)), -1)
            elif ready:
                row = (label, *(known[id(child)] for child in node.children))
            else:
                stack.append((node, True))
                stack.extend((child, False) for child in node.children)
                continue
            known[id(node)] = nodes.setdefault(row, len(nodes))
        return known[id(tree)]

    def tables(self) -> list[Any]:
        return [list(self._texts), list(self._nodes), self._roots, self._dependencies]


def _trees(
    texts: list[str], nodes: list[list[int]], roots: list[int], dependencies: list[list[Any]]
) -> list[Tree | DependencyTree]:
    """The trees that a ``_Trees`` has kept."""
    made: list[Tree] = []
    for label, *rest in nodes:
        if rest[-1] == -1:
            made.append(Tree.trusted(texts[label], (), texts[rest[0]]))
        else:
            made.append(Tree.trusted(texts[label], tuple([made[index] for index in rest])))
    others = [
        DependencyTree(
            [_word(*word) for word in words],
            comments,
            [Extra(*extra) for extra in extras],
        )
        for words, comments, extras in dependencies
    ]
    return [made[root] if root >= 0 else others[-1 - root] for root in roots]


def _word(
    form: str, head: int, relation: str, lemma: str, upos: str, xpos: str,
    features: list[list[str]], deps: str, misc: str,
) -> Word:  # fmt: skip
    pairs = tuple((name, value) for name, value in features)
    return Word(form, head, relation, lemma, upos, xpos, pairs, deps, misc)
