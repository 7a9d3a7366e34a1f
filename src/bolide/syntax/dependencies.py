r"""Dependency trees, read from and written as CoNLL-U.

Words of this file:

head
    the number of the word that a word depends on, from 1; 0 for the root.
relation
    the name of the dependency: ``nsubj``.
features
    morphological features as ordered pairs: ``(("Number", "Sing"),)``.
extra
    a line of the file that is no word of the tree: a token of several words (``1-2``) or an empty node
    (``3.1``). It is kept as it stands, with the place where it stood.

>>> tree = DependencyTree.read("1\tJohn\tJohn\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t_\t_\n"
...                            "2\tresigned\tresign\tVERB\tVBD\tTense=Past\t0\troot\t_\t_\n")
>>> tree.forms, tree.heads, tree.relations
(('John', 'resigned'), (2, 0), ('nsubj', 'root'))
>>> tree[1].feature("Number")
'Sing'
>>> tree.children(2)
(1,)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from bolide.errors import InputError

COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
"""The columns of CoNLL-U."""


class Word(NamedTuple):
    """A word of a dependency tree. What is unknown is ``_``, as in the file."""

    form: str
    head: int
    relation: str = "_"
    lemma: str = "_"
    upos: str = "_"
    xpos: str = "_"
    features: tuple[tuple[str, str], ...] = ()
    deps: str = "_"
    misc: str = "_"

    def feature(self, name: str, default: str = "") -> str:
        """The value of a morphological feature."""
        return dict(self.features).get(name, default)


class Extra(NamedTuple):
    """A line that is no word, and the number of words before it."""

    after: int
    line: str


@dataclass(frozen=True)
class DependencyTree:
    """The words of a sentence, each with its head and relation.

    >>> DependencyTree([Word("dogs", 2, "nsubj"), Word("bark", 1, "root")])
    Traceback (most recent call last):
    bolide.errors.InputError: word 1 ('dogs'): its heads run in a circle: one word must have head 0
    """

    nodes: tuple[Word, ...]
    comments: tuple[str, ...] = field(default=(), compare=False)
    extras: tuple[Extra, ...] = field(default=(), compare=False)

    def __init__(
        self, nodes: Sequence[Word], comments: Sequence[str] = (), extras: Sequence[Extra] = ()
    ) -> None:
        put = object.__setattr__
        put(self, "nodes", tuple(nodes))
        put(self, "comments", tuple(comments))
        put(self, "extras", tuple(extras))
        for number, word in enumerate(self.nodes, 1):
            if not 0 <= word.head <= len(self.nodes) or word.head == number:
                raise InputError(f"word {number} ({word.form!r}): its head cannot be {word.head}")
        self._check_circles()

    def _check_circles(self) -> None:
        state = [0] * (len(self.nodes) + 1)  # 1 on the way, 2 known to lead to the root
        state[0] = 2
        for start in range(1, len(self.nodes) + 1):
            way = []
            at = start
            while not state[at]:
                state[at] = 1
                way.append(at)
                at = self.nodes[at - 1].head
            if state[at] == 1:
                raise InputError(
                    f"word {at} ({self.nodes[at - 1].form!r}): its heads run in a circle: one word must"
                    " have head 0"
                )
            for number in way:
                state[number] = 2

    @classmethod
    def read(cls, text: str, where: str = "") -> DependencyTree:
        """The one tree that the text in CoNLL-U holds."""
        trees = list(read_conllu(text, where))
        if len(trees) != 1:
            raise InputError(
                f"{f'{where}: ' if where else ''}there are {len(trees)} sentences in this text: one is needed"
            )
        return trees[0]

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Word]:
        return iter(self.nodes)

    def __getitem__(self, number: int) -> Word:
        """The word of this number; numbers begin at 1, as heads do."""
        if not 1 <= number <= len(self.nodes):
            raise IndexError(f"there is no word {number}: words are numbered 1 to {len(self.nodes)}")
        return self.nodes[number - 1]

    @property
    def forms(self) -> tuple[str, ...]:
        """The words as they stand in the text."""
        return tuple(word.form for word in self.nodes)

    words = forms

    @property
    def heads(self) -> tuple[int, ...]:
        """The numbers of the heads."""
        return tuple(word.head for word in self.nodes)

    @property
    def relations(self) -> tuple[str, ...]:
        """The relations to the heads."""
        return tuple(word.relation for word in self.nodes)

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in range(len(self.nodes) + 1)]
        for number, word in enumerate(self.nodes, 1):
            found[word.head].append(number)
        return tuple(map(tuple, found))

    def children(self, number: int) -> tuple[int, ...]:
        """The numbers of the words whose head is this word; of 0, the roots."""
        return self._children[number]

    @property
    def roots(self) -> tuple[int, ...]:
        """The numbers of the words that depend on no word: usually one."""
        return self.children(0)

    def conllu(self) -> str:
        """The tree as a block of CoNLL-U, without the empty line that ends a block in a file."""
        lines = list(self.comments)
        waiting = list(self.extras)
        for number, word in enumerate(self.nodes, 1):
            while waiting and waiting[0].after < number:
                lines.append(waiting.pop(0).line)
            features = "|".join(f"{name}={value}" for name, value in word.features) or "_"
            lines.append(
                "\t".join(
                    (
                        str(number),
                        word.form,
                        word.lemma,
                        word.upos,
                        word.xpos,
                        features,
                        str(word.head),
                        word.relation,
                        word.deps,
                        word.misc,
                    )
                )
            )
        return "\n".join([*lines, *(extra.line for extra in waiting)])

    __str__ = conllu


def read_conllu(text: str, where: str = "") -> Iterator[DependencyTree]:
    r"""The sentences of a text in CoNLL-U, which are separated by empty lines.

    >>> list(read_conllu("1\tdog\t_\t_\t_\t_\tx\troot\t_\t_", "parses.conllu"))
    Traceback (most recent call last):
    bolide.errors.InputError: parses.conllu, line 1, column 7 (HEAD): 'x' is no number of a head
    """
    comments: list[str] = []
    rows: list[Word] = []
    extras: list[Extra] = []
    place = f"{where}, " if where else ""
    began = 1

    def finished() -> DependencyTree:
        try:
            return DependencyTree(rows, comments, extras)
        except InputError as error:
            raise InputError(f"{place}in the sentence at line {began}: {error}") from None

    for at, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if not line.strip():
            if rows:
                yield finished()
            elif comments or extras:
                raise InputError(f"{place}line {at}: a sentence of comments has no words: remove it")
            comments, rows, extras = [], [], []
            began = at + 1
        elif line[0] == "#" and not rows:
            comments.append(line)
        else:
            _read_row(line, f"{place}line {at}", rows, extras)
    if rows:
        yield finished()
    elif comments or extras:
        raise InputError(f"{place}line {began}: a sentence of comments has no words: remove it")


def _read_row(line: str, place: str, rows: list[Word], extras: list[Extra]) -> None:
    cells = line.split("\t")
    if len(cells) != len(COLUMNS):
        raise InputError(
            f"{place}: there are {len(cells)} columns, separated by tabs, but CoNLL-U has {len(COLUMNS)}"
        )
    for index, cell in enumerate(cells):
        if not cell:
            raise InputError(
                f"{place}, column {index + 1} ({COLUMNS[index]}): it is empty: write _ for nothing"
            )
    number, form, lemma, upos, xpos, feats, head, relation, deps, misc = cells
    if "-" in number or "." in number:
        parts = number.replace(".", "-").split("-")
        if len(parts) != 2 or not all(part.isdecimal() for part in parts):
            raise InputError(f"{place}, column 1 (ID): {number!r} is no number of a word")
        extras.append(Extra(len(rows), line))
        return
    if number != str(len(rows) + 1):
        raise InputError(f"{place}, column 1 (ID): {number!r} stands where word {len(rows) + 1} is due")
    if not (head.isascii() and head.isdecimal()):
        raise InputError(f"{place}, column 7 (HEAD): {head!r} is no number of a head")
    features = []
    if feats != "_":
        for part in feats.split("|"):
            name, equals, value = part.partition("=")
            if not equals or not name or not value:
                raise InputError(f"{place}, column 6 (FEATS): {part!r} is no Name=Value")
            features.append((name, value))
    rows.append(Word(form, int(head), relation, lemma, upos, xpos, tuple(features), deps, misc))
