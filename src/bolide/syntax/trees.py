"""Constituent trees: immutable, read from and written as Penn brackets.

Words of this file:

label
    what stands after an opening bracket: ``NP-SBJ``. Of a leaf, it is the part-of-speech tag.
category
    the first part of a label: ``NP``.
functions
    the parts after the category, without indices: ``SBJ``.
leaf
    a node with a word and no children.
word
    the word as it stands in the brackets: round brackets inside words are written ``-LRB-`` and ``-RRB-``,
    as the Penn Treebank does, because they would break the tree. ``plain`` undoes this.

>>> tree = Tree.read("(TOP (S (NP-SBJ (NNP John)) (VP (VBD resigned)) (. .)))")
>>> tree.words
('John', 'resigned', '.')
>>> tree.children[0].children[0].functions
('SBJ',)
>>> print(tree.without_functions())
(TOP (S (NP (NNP John)) (VP (VBD resigned)) (. .)))
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from bolide.errors import InputError

_TOKEN = re.compile(r"\(\s*([^\s()]+)\s+([^\s()]+)\s*\)|[()]|[^\s()]+")  # a whole leaf where possible
_ESCAPED = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}


def escape(word: str) -> str:
    """The word as it may stand in a bracketed tree.

    >>> escape("("), escape(":-)")
    ('-LRB-', ':--RRB-')
    """
    return word.replace("(", "-LRB-").replace(")", "-RRB-")


def plain(word: str) -> str:
    """The word as it stands in a text.

    >>> plain("-LRB-"), plain("-RSB-"), plain("word")
    ('(', ']', 'word')
    """
    return _ESCAPED.get(word) or word.replace("-LRB-", "(").replace("-RRB-", ")")


class Span(NamedTuple):
    """A constituent: its words are ``words[start:end]``."""

    start: int
    end: int
    label: str


class Tree:
    """A constituent with its children, or a word with its tag.

    Equal trees are equal values and may be used as keys. Parts of trees may be shared.

    >>> Tree("NP", [Tree.leaf("DT", "the"), Tree.leaf("NN", "dog")])
    Tree.read('(NP (DT the) (NN dog))')
    """

    __slots__ = ("_hash", "children", "label", "word")

    label: str
    children: tuple[Tree, ...]
    word: str | None
    _hash: int

    def __init__(self, label: str, children: Sequence[Tree] = (), word: str | None = None) -> None:
        if isinstance(children, Tree) or not all(isinstance(child, Tree) for child in children):
            raise InputError(
                f"the children of {label!r} must be a list of trees: make words with Tree.leaf(tag, word)"
            )
        if (word is None) == (not children):
            raise InputError(f"the node {label!r} must have either children or a word")
        _check("label", label, empty=True)
        if word is not None:
            word = escape(word) if isinstance(word, str) else word
            _check("word", word)
            if not label:
                raise InputError(f"the word {word!r} has no tag: give it one, for example XX")
        self._set(label, tuple(children), word)

    def _set(self, label: str, children: tuple[Tree, ...], word: str | None) -> None:
        put = object.__setattr__
        put(self, "label", label)
        put(self, "children", children)
        put(self, "word", word)
        put(self, "_hash", hash((label, word, *(child._hash for child in children))))

    @classmethod
    def trusted(cls, label: str, children: tuple[Tree, ...], word: str | None = None) -> Tree:
        """A tree from parts that are known to be right: nothing is checked."""
        new = object.__new__(cls)
        new._set(label, children, word)
        return new

    @classmethod
    def leaf(cls, tag: str, word: str) -> Tree:
        """A word with its tag."""
        return cls(tag, (), word)

    @classmethod
    def read(cls, text: str, where: str = "") -> Tree:
        """The one tree that the text holds."""
        trees = list(read_trees(text, where))
        if len(trees) != 1:
            what = "no tree" if not trees else f"{len(trees)} trees"
            raise InputError(
                f"{_place(where)}there is {what} in this text: one is needed, such as (S (NN word))"
            )
        return trees[0]

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a tree cannot be changed ({name}): build another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a tree cannot be changed ({name}): build another one")

    def __reduce__(self) -> tuple[Any, ...]:
        return Tree.read, (str(self),)

    def __copy__(self) -> Tree:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Tree:
        return self

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Tree):
            return NotImplemented
        pairs = [(self, other)]
        while pairs:  # a loop, since trees of long sentences are deeper than Python's stack
            a, b = pairs.pop()
            if a is b:
                continue
            if (
                a._hash != b._hash
                or a.label != b.label
                or a.word != b.word
                or len(a.children) != len(b.children)
            ):
                return False
            pairs.extend(zip(a.children, b.children, strict=True))
        return True

    def __repr__(self) -> str:
        return f"Tree.read({str(self)!r})"

    def __str__(self) -> str:
        """The tree in brackets, on one line."""
        out: list[str] = []
        stack: list[Tree | str] = [self]
        while stack:
            node = stack.pop()
            if isinstance(node, str):
                out.append(node)
            elif node.word is not None:
                out.append(f" ({node.label} {node.word})")
            else:
                out.append(f" ({node.label}")
                stack.append(")")
                stack.extend(reversed(node.children))
        return "".join(out)[1:]

    @property
    def is_leaf(self) -> bool:
        """Whether this is a word."""
        return self.word is not None

    @property
    def category(self) -> str:
        """The label without functions; labels that begin with a hyphen (``-LRB-``) are categories.

        >>> Tree.leaf("-LRB-", "(").category
        '-LRB-'
        """
        return category(self.label)

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions in the label, without indices of traces."""
        if self.label[:1] == "-" or self.is_leaf:
            return ()
        return tuple(part for part in re.split(r"[-=|]", self.label)[1:] if part and not part.isdigit())

    @property
    def words(self) -> tuple[str, ...]:
        """The words, as they stand in the brackets."""
        return tuple(leaf.word or "" for leaf in self.leaves())

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of the words."""
        return tuple(leaf.label for leaf in self.leaves())

    def subtrees(self) -> Iterator[Tree]:
        """Every node, parents before their children, from left to right."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def leaves(self) -> Iterator[Tree]:
        """The words with their tags."""
        return (node for node in self.subtrees() if node.word is not None)

    def spans(self) -> list[Span]:
        """All constituents that are no words, parents first.

        >>> Tree.read("(S (NP (NNP John)) (VP (VBD resigned)))").spans()
        [Span(start=0, end=2, label='S'), Span(start=0, end=1, label='NP'), Span(start=1, end=2, label='VP')]
        """
        found: list[Span] = []
        open_: list[int] = []
        position = 0
        stack: list[Tree | None] = [self]
        while stack:
            node = stack.pop()
            if node is None:
                index = open_.pop()
                found[index] = found[index]._replace(end=position)
            elif node.word is not None:
                position += 1
            else:
                open_.append(len(found))
                found.append(Span(position, position, node.label))
                stack.append(None)
                stack.extend(reversed(node.children))
        return found

    def height(self) -> int:
        """The number of nodes on the longest way from here to a word.

        >>> Tree.read("(S (NP (NNP John)) (VP (VBD resigned)))").height()
        3
        """
        return _fold(self, lambda node, heights: 1 + max(heights, default=0))

    def relabelled(self, change: Callable[[Tree], str]) -> Tree:
        """The same tree with the label ``change(node)`` on every node."""
        return _fold(self, lambda node, children: Tree(change(node), children, node.word))

    def without_functions(self) -> Tree:
        """The same tree with categories as labels."""
        return self.relabelled(lambda node: node.label if node.is_leaf else node.category)


def category(label: str) -> str:
    """The first part of a label.

    >>> category("NP-SBJ-1"), category("NP=2"), category("-NONE-"), category("-")
    ('NP', 'NP', '-NONE-', '-')
    """
    if label[:1] == "-":
        return label
    return re.split(r"[-=|]", label, maxsplit=1)[0] or label


def read_trees(
    text: str, where: str = "", first_line: int = 1, known: dict[tuple[str | int, ...], Tree] | None = None
) -> Iterator[Tree]:
    """All trees of a text, over one line or many; ``where`` begins messages of what is wrong.

    Equal parts of trees are one object: those of n-best lists share most. ``known`` are those of texts that
    were read before, if they have parts in common too. The outer bracket without a label, as in the files of
    the Penn Treebank, gets the label TOP.

    >>> [str(tree) for tree in read_trees("( (NP (NN dog)))  (NN cat)")]
    ['(TOP (NP (NN dog)))', '(NN cat)']
    >>> list(read_trees("(NP (NN dog)"))
    Traceback (most recent call last):
    bolide.errors.InputError: line 1, column 1: this bracket is not closed
    """

    def wrong(position: int, message: str) -> InputError:
        line = text.count("\n", 0, position) + first_line
        column = position - (text.rfind("\n", 0, position) + 1) + 1
        return InputError(f"{_place(where)}line {line}, column {column}: {message}")

    known = {} if known is None else known
    stack: list[tuple[int, list[Tree], list[str]]] = []  # of open brackets: where, children, label and word
    for match in _TOKEN.finditer(text):
        token, at = match[0], match.start()
        if token[0] == "(" and stack and len(stack[-1][2]) == 2:
            raise wrong(at, f"a bracket opens after the word {stack[-1][2][1]!r}: a word has no children")
        if token == "(":
            stack.append((at, [], []))
        elif token == ")" or token[0] == "(":
            if token == ")" and not stack:
                raise wrong(at, "this bracket closes nothing")
            opened, children, names = stack.pop() if token == ")" else (at, [], [match[1], match[2]])
            if len(names) == 2:
                key: tuple[str | int, ...] = (names[0], names[1])
                node = known.get(key) or known.setdefault(key, Tree.trusted(names[0], (), names[1]))
            elif children:
                label = names[0] if names else ("" if stack else "TOP")
                key = (label, *map(id, children))
                node = known.get(key) or known.setdefault(key, Tree.trusted(label, tuple(children)))
            else:
                raise wrong(opened, "this bracket holds no word")
            if stack:
                stack[-1][1].append(node)
            else:
                yield node
        elif not stack:
            raise wrong(
                at, f"{token!r} stands outside of the brackets: a tree begins with an opening bracket"
            )
        elif stack[-1][1]:
            raise wrong(
                at, f"{token!r} stands after a closed bracket: words need brackets with a tag, (TAG {token})"
            )
        elif len(stack[-1][2]) == 2:
            raise wrong(at, f"{token!r} is one word too many: a bracket holds a tag and one word")
        else:
            stack[-1][2].append(token)
    if stack:
        raise wrong(stack[-1][0], "this bracket is not closed")


@contextmanager
def many_trees() -> Iterator[None]:
    """Put off Python's search for garbage, which many new trees set off: they are no circles and hold none.

    >>> with many_trees():
    ...     gc.isenabled()
    False
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


T = TypeVar("T")


def _fold(tree: Tree, combine: Callable[[Tree, list[T]], T]) -> T:
    """``combine(node, results of its children)`` from the words up, without recursion."""
    results: list[T] = []
    stack: list[tuple[Tree, bool]] = [(tree, False)]
    while stack:
        node, ready = stack.pop()
        if ready or not node.children:
            count = len(node.children)
            parts = results[len(results) - count :]
            del results[len(results) - count :]
            results.append(combine(node, parts))
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node.children))
    return results[0]


def _check(what: str, text: str, empty: bool = False) -> None:
    if not isinstance(text, str):
        raise InputError(f"a {what} must be a string, not {type(text).__name__}")
    if (not text and not empty) or re.search(r"[\s()]", text):
        raise InputError(
            f"the {what} {text!r} cannot stand in a tree: it is empty or has white space or brackets"
        )


def _place(where: str) -> str:
    return f"{where}, " if where else ""
