"""UDPipe 1: tagging and parsing into Universal Dependencies, in the languages of its models.

``udpipe:model=english-ewt-ud-2.5-191206.udpipe`` names the file of a model. A string is split by the model's
tokenizer, or, where it has none, as for the embedded parser. A segment of several sentences is one sentence
to the tokenizer.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from typing import Any

from bolide.errors import InputError
from bolide.syntax.dependencies import DependencyTree, Extra, Word
from bolide.syntax.parsers._common import cell, in_one_row, needed, pairs, several_words
from bolide.syntax.parsing import Parse, Sentence, checked
from bolide.syntax.words import words


class UDPipeParser:
    """UDPipe 1: Universal Dependencies in the languages of its models."""

    gives = "dependencies"
    single = True
    package = "ufal.udpipe"
    needs = "pip install 'bolide[parsers-udpipe]', and a model file of UDPipe 1"

    def __init__(self, model: str) -> None:
        self._udpipe = needed("udpipe", "ufal.udpipe", "pip install 'bolide[parsers-udpipe]'")
        try:
            with open(model, "rb") as file:
                digest = hashlib.blake2b(file.read(), digest_size=8).hexdigest()
        except OSError as error:
            raise InputError(
                f"{model}: this model of UDPipe cannot be read ({error.strerror}): get one from the page of"
                " UDPipe 1"
            ) from None
        self._model = self._udpipe.Model.load(model)
        if not self._model:
            raise InputError(f"{model}: this is no model of UDPipe 1")
        self._signature = f"parser:udpipe|model:{os.path.basename(model)}|content:{digest}"

    def signature(self) -> str:
        """The model file's name and digest."""
        return self._signature

    def parse(self, sentences: Sequence[Sentence], nbest: int = 1) -> list[list[Parse]]:
        """One parse a sentence, whatever ``nbest`` is."""
        return [self._parses(sentence) for sentence in checked(sentences, nbest)]

    def _parses(self, sentence: Sentence) -> list[Parse]:
        found = list(self._tokenized(sentence))
        for each in found:
            for step in (self._model.tag, self._model.parse):
                error = self._udpipe.ProcessingError()
                if not step(each, self._udpipe.Model.DEFAULT, error):
                    raise InputError(f"UDPipe cannot parse {each.getText()[:60]!r}: {error.message}")
        return [Parse(_tree(found), 0.0)] if found else []

    def _tokenized(self, sentence: Sentence) -> Iterator[Any]:
        """The sentences of a segment, in UDPipe's own form."""
        tokenizer = None
        if isinstance(sentence, str):
            if not sentence.strip():
                return
            tokenizer = self._model.newTokenizer("presegmented")
        if tokenizer is None:
            made = self._udpipe.Sentence()
            for word in words(sentence) if isinstance(sentence, str) else sentence:
                made.addWord(word)
            if made.words.size() > 1:  # the first one is the root
                yield made
            return
        tokenizer.setText(" ".join(sentence.split()))  # type: ignore[union-attr]
        while True:
            made, error = self._udpipe.Sentence(), self._udpipe.ProcessingError()
            if not tokenizer.nextSentence(made, error):
                if error.occurred():
                    raise InputError(f"UDPipe cannot split {str(sentence)[:60]!r}: {error.message}")
                return
            yield made


def _tree(sentences: list[Any]) -> DependencyTree:
    return in_one_row((_words(each), _extras(each)) for each in sentences)


def _words(sentence: Any) -> list[Word]:
    return [
        Word(
            cell(word.form),
            max(word.head, 0),
            cell(word.deprel),
            cell(word.lemma),
            cell(word.upostag),
            cell(word.xpostag),
            pairs(word.feats),
            misc=cell(word.misc),
        )
        for word in list(sentence.words)[1:]
    ]


def _extras(sentence: Any) -> list[Extra]:
    return [
        several_words(token.idFirst, token.idLast, cell(token.form), cell(token.misc))
        for token in sentence.multiwordTokens
    ]
