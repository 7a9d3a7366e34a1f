r"""Parses that stand in files, whoever made them.

A file holds one of these:

brackets, one tree a line
    each line is a segment's tree; an empty line is an empty segment's;
brackets in blocks
    blocks are separated by empty lines, and a block is the n-best list of one segment (one tree in each is
    usual); a tree may have its score before it on its line;
CoNLL-U
    each sentence is a segment's tree, or the next one of its n-best list if a comment says so
    (``# parse = 2``, perhaps with ``# score = -3.5``); such files are called ``.conllu`` or ``.conll``.

A sentence is found by its characters without white space, whatever its place in the file, so one file may
serve hypotheses and references in any order, and several may be named: ``files:path=hyp.ptb+ref.ptb``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from bolide.errors import InputError
from bolide.store import digest
from bolide.syntax.dependencies import DependencyTree, read_conllu
from bolide.syntax.parsing import NotParsedError, Parse, Sentence, checked
from bolide.syntax.trees import Tree, many_trees, plain, read_trees

_SCORED = re.compile(r"^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s+(?=\()")
_COMMENT = re.compile(r"#\s*(parse|score)\s*=\s*(\S+)\s*$")
_QUOTES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "`": "'"})


class FileParser:
    """Parses that stand in files; ``path`` names one, or several with ``+`` between them."""

    gives = "constituents or dependencies"
    worth_caching = False

    def __init__(self, path: str) -> None:
        self._paths = path.split("+")
        self._texts = [_text(each) for each in self._paths]
        kinds = ["dependencies" if _is_conllu(each) else "constituents" for each in self._paths]
        for each, gives in zip(self._paths, kinds, strict=True):
            if gives != kinds[0]:
                raise InputError(
                    f"{self._paths[0]} holds {kinds[0]}, but {each} {gives}: name files of one kind"
                )
        self.gives = kinds[0]
        self._digest = digest([self.gives.encode(), *map(str.encode, self._texts)]).hex()[:16]

    @cached_property
    def _found(self) -> dict[str, list[Parse]]:
        """The parses by sentence, read when one is asked for: where triples are kept, none is."""
        found: dict[str, list[Parse]] = {}
        for path, text in zip(self._paths, self._texts, strict=True):
            for block in _conllu(text, path) if _is_conllu(path) else _blocks(text, path):
                found.setdefault(_key(block[0].tree.words), block)
        self._texts = []
        return found

    @staticmethod
    def stamp(path: str) -> tuple[object, ...]:
        """What is different when a file has changed."""
        return tuple(_changed(each) for each in path.split("+"))

    def signature(self) -> str:
        """The digest of what the files hold: the same parses have the same signature wherever they lie."""
        return f"parser:files|content:{self._digest}"

    def parse(self, sentences: Sequence[Sentence], nbest: int = 1) -> list[list[Parse]]:
        """The parses of the sentences; one that is in no file is an error."""
        out: list[list[Parse]] = []
        for index, sentence in enumerate(checked(sentences, nbest)):
            key = _key([sentence] if isinstance(sentence, str) else sentence)
            if not key:
                out.append([])
            elif key in self._found:
                out.append(self._found[key][:nbest])
            else:
                raise NotParsedError(sentence, index + 1, " or ".join(self._paths))
        return out


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().removeprefix("\ufeff")
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 (byte {error.start + 1}): convert the file to UTF-8") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None


def _key(words: Sequence[str]) -> str:
    """A sentence as the same characters, however it is split and whatever quotation marks it has."""
    text = "".join("".join(map(plain, words)).split())
    return text.replace("``", '"').replace("''", '"').translate(_QUOTES).replace("''", '"')


def _is_conllu(path: str) -> bool:
    return path.endswith((".conllu", ".conll"))


def _changed(path: str) -> object:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _conllu(text: str, path: str) -> Iterator[list[Parse]]:
    block: list[Parse] = []
    for tree in read_conllu(text, path):
        said = [match for line in tree.comments if (match := _COMMENT.match(line))]
        comments: dict[str, str] = {match[1]: match[2] for match in said}
        rank = comments.get("parse", "1")
        try:
            score = float(comments.get("score", -len(block) if rank != "1" else 0))
        except ValueError:
            raise InputError(
                f"{path}: '# score = {comments['score']}' of {' '.join(tree.words)[:60]!r} is no number"
            ) from None
        if rank == "1" or not block:
            if block:
                yield _sorted(block)
            block = []
        elif tree.words != block[0].tree.words:
            raise InputError(
                f"{path}: '# parse = {rank}' of {' '.join(tree.words)[:60]!r} has other words than the parse"
                " before it: the parses of a sentence stand one after the other"
            )
        block.append(Parse(tree, score))
    if block:
        yield _sorted(block)


class _Line(NamedTuple):
    """A tree of a file, its score if it has one, the line where it begins and the number of its block."""

    tree: Tree
    score: float | None
    line: int
    block: int


def _blocks(text: str, path: str) -> Iterator[list[Parse]]:
    """N-best lists, or lists of one tree where the file has a tree a line.

    It has n-best lists if all trees of each block have the same words. If not, there must be no sign of
    n-best lists: no scores, and no two different trees of the same words in a block.
    """
    with many_trees():
        lines = list(_lines(text, path))
    groups = [list(group) for _, group in groupby(lines, key=lambda line: line.block)]
    if len(groups) > 1 or any(line.score is not None for line in lines):
        wrong = None
        lists = any(line.score is not None for line in lines)
        for group in groups:
            first: dict[tuple[str, ...], Tree] = {}
            expected = group[0].tree.words
            for rank, line in enumerate(group, 1):
                words = line.tree.words
                if words != expected and wrong is None:
                    wrong = rank, line
                lists = lists or first.setdefault(words, line.tree) != line.tree
        if wrong is None:
            for group in groups:
                yield _sorted(
                    [Parse(tree, float(-rank) if score is None else score)
                     for rank, (tree, score, _, _) in enumerate(group)]
                )  # fmt: skip
            return
        if lists:
            rank, line = wrong
            raise InputError(
                f"{path}, line {line.line}: tree {rank} of its block has other words than the first: a block"
                " holds the n-best trees of one segment, and an empty line ends it"
            )
    for line in lines:
        yield [Parse(line.tree, 0.0)]


def _lines(text: str, path: str) -> Iterator[_Line]:
    """The trees of a file; one may go over several lines."""
    waiting: list[str] = []
    began, depth, block = 1, 0, 0
    score: float | None = None
    known: dict[tuple[str | int, ...], Tree] = {}
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if depth == 0:
            began, waiting = number, []
            match = _SCORED.match(line)
            score = float(match[1]) if match else None
            line = line[match.end() :].rjust(len(line)) if match else line  # columns stay what they are
        waiting.append(line)
        depth += line.count("(") - line.count(")")
        if depth <= 0 or number == len(lines):
            depth = 0
            if any(part.strip() for part in waiting):
                for tree in read_trees("\n".join(waiting), path, began, known):
                    yield _Line(tree, score, began, block)
            else:
                block += 1


def _sorted(block: list[Parse]) -> list[Parse]:
    """The best one first, each tree once."""
    found: dict[Tree | DependencyTree, Parse] = {}
    for parse in sorted(block, key=lambda parse: -parse.score):
        found.setdefault(parse.tree, parse)
    return list(found.values())
