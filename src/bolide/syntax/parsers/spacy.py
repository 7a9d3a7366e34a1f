"""spaCy's dependency parser, with the features of its tagger.

``spacy:model=en_core_web_sm`` is any model that spaCy can load: a package, or the path of a folder. A segment
of several sentences becomes one tree with several roots. Relations are the model's own, but for the root's,
which is called ``root`` as in CoNLL-U.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from bolide.errors import MissingExtraError
from bolide.syntax.dependencies import DependencyTree, Word
from bolide.syntax.parsers._common import cell, needed, pairs
from bolide.syntax.parsing import Parse, Sentence, checked


class SpacyParser:
    """spaCy's dependency parser, in many languages."""

    gives = "dependencies"
    single = True
    package = "spacy"
    needs = "pip install 'bolide[parsers-spacy]' && python -m spacy download en_core_web_sm"

    def __init__(self, model: str = "en_core_web_sm") -> None:
        spacy = needed("spacy", "spacy", "pip install 'bolide[parsers-spacy]'")
        try:
            self._nlp = spacy.load(model, exclude=["ner"])
        except OSError:
            how = "name its folder" if os.sep in model else f"python -m spacy download {model}"
            raise MissingExtraError(
                f"spaCy has no model {model!r}: {how}, or name another one as in spacy:model=en_core_web_md"
            ) from None
        if "parser" not in self._nlp.pipe_names:
            raise MissingExtraError(
                f"spaCy's model {model!r} has no dependency parser"
                f" (it has {', '.join(self._nlp.pipe_names) or 'nothing'}): name another one, as in"
                " spacy:model=en_core_web_sm"
            )
        self._signature = (
            f"parser:spacy|model:{self._nlp.meta['lang']}_{self._nlp.meta['name']}"
            f"|model_version:{self._nlp.meta['version']}|spacy:{spacy.__version__}"
        )

    def signature(self) -> str:
        """The model, its version and spaCy's."""
        return self._signature

    def parse(self, sentences: Sequence[Sentence], nbest: int = 1) -> list[list[Parse]]:
        """One parse a sentence, whatever ``nbest`` is."""
        given = checked(sentences, nbest)
        docs = self._nlp.pipe([self._doc(sentence) for sentence in given], batch_size=64)
        return [[Parse(_tree(doc), 0.0)] if len(doc) else [] for doc in docs]

    def _doc(self, sentence: Sentence) -> Any:
        if isinstance(sentence, str):
            return self._nlp.make_doc(" ".join(sentence.split()))
        return needed("spacy", "spacy.tokens", "").Doc(self._nlp.vocab, words=list(sentence))


def _tree(doc: Any) -> DependencyTree:
    return DependencyTree(
        [
            Word(
                token.text,
                0 if token.head.i == token.i else token.head.i + 1,
                "root" if token.head.i == token.i else cell(token.dep_),
                lemma=cell(token.lemma_),
                upos=cell(token.pos_),
                xpos=cell(token.tag_),
                features=pairs(str(token.morph)),
                misc="_" if token.whitespace_ or token.i + 1 == len(doc) else "SpaceAfter=No",
            )
            for token in doc
        ]
    )
