r"""Parses that stand in files, whoever made them.

A file holds one of these:

brackets, one tree a line
    each line is a segment's tree;
brackets in blocks
    blocks are separated by empty lines, and a block is the n-best list of one segment (one tree in each is
    usual); a tree may have its score before it on its line;
CoNLL-U
    each sentence is a segment's tree; such files are called ``.conllu`` or ``.conll``.

A sentence is found by its characters without white space, whatever its place in the file, so one file may
serve hypotheses and references in any order, and several may be named: ``files:path=hyp.ptb+ref.ptb``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

from bolide.errors import InputError
from bolide.syntax.dependencies import read_conllu
from bolide.syntax.parsing import Parse, Sentence, checked
from bolide.syntax.trees import plain, read_trees

_SCORED = re.compile(r"^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s+(?=\()")
_QUOTES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "`": "'"})


class FileParser:
    """Parses from files; ``path`` names one, or several with ``+`` between them."""

    worth_caching = False

    def __init__(self, path: str) -> None:
        self._paths = path.split("+")
        self._found: dict[str, list[Parse]] = {}
        self.gives = "constituents"
        digest = hashlib.blake2b(digest_size=8)
        for each in self._paths:
            text = _text(each)
            digest.update(text.encode())
            if each.endswith((".conllu", ".conll")):
                self.gives = "dependencies"
                blocks: Iterator[list[Parse]] = ([Parse(tree, 0.0)] for tree in read_conllu(text, each))
            else:
                blocks = _blocks(text, each)
            for block in blocks:
                self._found.setdefault(_key(block[0].tree.words), block)
        self._digest = digest.hexdigest()

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
                shown = sentence if isinstance(sentence, str) else " ".join(sentence)
                raise InputError(
                    f"sentence {index + 1} ({shown[:60]!r}) is not parsed in {' or '.join(self._paths)}:"
                    " parse it and add its tree to the file"
                )
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


def _blocks(text: str, path: str) -> Iterator[list[Parse]]:
    in_blocks = bool(re.search(r"\n[ \t\r]*\n[ \t\r\n]*\S", text))
    block: list[Parse] = []
    waiting: list[str] = []
    began, depth = 1, 0
    score: float | None = None
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if depth == 0:
            began, waiting = number, []
            match = _SCORED.match(line)
            score = float(match[1]) if match else None
            line = line[match.end() :] if match else line
        waiting.append(line)
        depth += line.count("(") - line.count(")")
        if depth <= 0 or number == text.count("\n") + 2:
            depth = 0
            if any(part.strip() for part in waiting):
                for tree in read_trees("\n" * (began - 1) + "\n".join(waiting), path):
                    block.append(Parse(tree, float(-len(block)) if score is None else score))
                    if not in_blocks:
                        yield block
                        block = []
            elif block:
                yield _same_words(block, path, began)
                block = []
    if block:
        yield _same_words(block, path, began)


def _same_words(block: list[Parse], path: str, line: int) -> list[Parse]:
    first = block[0].tree.words
    for rank, parse in enumerate(block[1:], 2):
        if parse.tree.words != first:
            raise InputError(
                f"{path}, in the block before line {line}: tree {rank} has other words than the first: a"
                " block holds the n-best trees of one segment"
            )
    return sorted(block, key=lambda parse: -parse.score)
