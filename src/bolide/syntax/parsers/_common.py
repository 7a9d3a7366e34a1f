"""What adapters share: finding their package, and making one tree of a segment of several sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from bolide.errors import MissingExtraError
from bolide.syntax.dependencies import DependencyTree, Extra, Word
from bolide.syntax.trees import Tree

ROOTS = ("TOP", "ROOT", "S1", "")
"""What parsers call the root of a constituent tree; ours is TOP."""


def needed(parser: str, package: str, how: str) -> Any:
    """The package that a parser needs, or an error that says how to install it."""
    try:
        return import_module(package)
    except ImportError as error:
        missing = error.name or package
        what = package if package.startswith(missing) else f"{package} with {missing}"
        raise MissingExtraError(f"the parser {parser!r} needs the package {what}: {how}") from None


def installed_version(distribution: str) -> str:
    """The version of a package that does not say it itself."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"


def first_words(error: Exception) -> str:
    """The first line of another package's error that says something.

    >>> first_words(LookupError("*****\\n  Resource x not found.\\n more"))
    'Resource x not found.'
    """
    lines = (line.strip() for line in str(error).split("\n"))
    return next((line for line in lines if any(map(str.isalpha, line))), type(error).__name__)[:160]


def under_one_root(trees: Sequence[Tree]) -> Tree:
    """The trees of a segment's sentences as one tree.

    >>> print(under_one_root([Tree.read("(ROOT (S (NN a)))"), Tree.read("(NP (NN b))")]))
    (TOP (S (NN a)) (NP (NN b)))
    """
    parts: list[Tree] = []
    for tree in trees:
        parts += tree.children if tree.label in ROOTS and not tree.is_leaf else [tree]
    return Tree("TOP", parts)


def in_one_row(sentences: Iterable[tuple[Sequence[Word], Sequence[Extra]]]) -> DependencyTree:
    """The words of a segment's sentences as one tree, which then has several roots.

    >>> tree = in_one_row([([Word("a", 2), Word("b", 0)], []), ([Word("c", 0), Word("d", 1)], [])])
    >>> tree.heads
    (2, 0, 0, 3)
    """
    words: list[Word] = []
    extras: list[Extra] = []
    for some, others in sentences:
        before = len(words)
        extras += [Extra(extra.after + before, _moved(extra.line, before)) for extra in others]
        words += [word._replace(head=word.head + before if word.head else 0) for word in some]
    return DependencyTree(words, extras=extras)


def _moved(line: str, by: int) -> str:
    """The line of a token of several words, with its numbers moved."""
    numbers, tab, rest = line.partition("\t")
    return "-".join(str(int(number) + by) for number in numbers.split("-")) + tab + rest


def several_words(first: int, last: int, form: str, misc: str = "_") -> Extra:
    """The line of a token of several words, such as ``don't``."""
    return Extra(first - 1, "\t".join((f"{first}-{last}", form, *("_",) * 7, misc)))


def pairs(features: str | None) -> tuple[tuple[str, str], ...]:
    """Features as CoNLL-U writes them.

    >>> pairs("Number=Sing|Person=3"), pairs("_"), pairs(None)
    ((('Number', 'Sing'), ('Person', '3')), (), ())
    """
    found = (part.partition("=") for part in (features or "_").split("|"))
    return tuple((name, value) for name, equals, value in found if equals and name and value)


def cell(text: str | None) -> str:
    """A text as a cell of CoNLL-U: what is not known is ``_``."""
    return " ".join((text or "").split()) or "_"
