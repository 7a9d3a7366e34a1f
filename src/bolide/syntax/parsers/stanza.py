"""Stanza: dependencies or constituents, in the languages of its models.

``stanza:trees=constituents,language=en``; ``package`` chooses among the models of a language, ``folder`` is
where they lie. Nothing is downloaded: ``stanza.download("en")`` does that once. A string is split by the
model's tokenizer and taken for one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from bolide.errors import MissingExtraError, SpecificationError
from bolide.syntax.dependencies import DependencyTree, Extra, Word
from bolide.syntax.parsers._common import (
    cell,
    first_words,
    in_one_row,
    needed,
    pairs,
    several_words,
    under_one_root,
)
from bolide.syntax.parsing import Parse, Sentence, checked
from bolide.syntax.trees import Tree

_PROCESSORS = {"dependencies": "tokenize,pos,lemma,depparse", "constituents": "tokenize,pos,constituency"}


class StanzaParser:
    """Stanza's neural parsers, in many languages."""

    gives = "constituents or dependencies"
    single = True
    package = "stanza"
    needs = "pip install 'bolide[parsers-stanza]', then in Python: import stanza; stanza.download('en')"

    def __init__(
        self, trees: str = "dependencies", language: str = "en", package: str = "default", folder: str = ""
    ) -> None:
        if trees not in _PROCESSORS:
            raise SpecificationError(f"stanza:trees is dependencies or constituents, not {trees!r}")
        self._stanza = needed("stanza", "stanza", "pip install 'bolide[parsers-stanza]'")
        self.gives = trees
        self._language, self._package, self._folder = language, package, folder

    def signature(self) -> str:
        """Stanza's version, the language, and the models' package."""
        return (
            f"parser:stanza|trees:{self.gives}|language:{self._language}|package:{self._package}"
            f"|stanza:{self._stanza.__version__}"
        )

    def parse(self, sentences: Sequence[Sentence], nbest: int = 1) -> list[list[Parse]]:
        """One parse a sentence, whatever ``nbest`` is."""
        given = checked(sentences, nbest)
        strings = {
            i: " ".join(s.split())
            for i, s in enumerate(given)
            if isinstance(s, str) and not s.isspace() and s
        }
        lists = {i: list(s) for i, s in enumerate(given) if not isinstance(s, str) and s}
        out: list[list[Parse]] = [[] for _ in given]
        if strings:
            empty = [self._stanza.Document([], text=text) for text in strings.values()]
            for index, document in zip(strings, self._on_strings.bulk_process(empty), strict=True):
                out[index] = self._parses(document.sentences)
        if lists:
            document = self._on_words(list(lists.values()))
            for index, sentence in zip(lists, document.sentences, strict=True):
                out[index] = self._parses([sentence])
        return out

    def _parses(self, sentences: Sequence[Any]) -> list[Parse]:
        if not sentences:
            return []
        if self.gives == "constituents":
            return [Parse(under_one_root([_constituents(each.constituency) for each in sentences]), 0.0)]
        return [Parse(_dependencies(sentences), 0.0)]

    @cached_property
    def _on_strings(self) -> Any:
        return self._pipeline(tokenize_no_ssplit=True)

    @cached_property
    def _on_words(self) -> Any:
        return self._pipeline(tokenize_pretokenized=True)

    def _pipeline(self, **options: bool) -> Any:
        if self._folder:
            options = {**options, "dir": self._folder}  # type: ignore[dict-item]
        try:
            return self._stanza.Pipeline(
                self._language, package=self._package, processors=_PROCESSORS[self.gives], use_gpu=False,
                verbose=False, download_method=None, **options,
            )  # fmt: skip
        except Exception as error:  # its own, and those of files and of PyTorch
            raise MissingExtraError(
                f"stanza cannot load its models of {self._language!r} ({first_words(error)}): download them"
                f" once, in Python: import stanza; stanza.download({self._language!r})"
            ) from None


def _constituents(tree: Any) -> Tree:
    """Stanza's tree, whose leaves are words below their tags, as ours."""
    done: list[Tree] = []
    stack = [(tree, False)]
    while stack:
        node, ready = stack.pop()
        children = node.children
        if len(children) == 1 and not children[0].children:
            done.append(Tree.leaf(node.label, children[0].label))
        elif ready:
            parts = done[-len(children) :]
            del done[-len(children) :]
            done.append(Tree(node.label, parts))
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(children))
    return done[0]


def _dependencies(sentences: Sequence[Any]) -> DependencyTree:
    return in_one_row((_words(each), _extras(each)) for each in sentences)


def _words(sentence: Any) -> list[Word]:
    return [
        Word(
            cell(word.text),
            word.head,
            cell(word.deprel),
            cell(word.lemma),
            cell(word.upos),
            cell(word.xpos),
            pairs(word.feats),
        )
        for word in sentence.words
    ]


def _extras(sentence: Any) -> list[Extra]:
    return [
        several_words(token.id[0], token.id[-1], cell(token.text))
        for token in sentence.tokens
        if len(token.id) > 1
    ]
