"""The wordnets that METEOR's synonyms can come from: the one in the package, or one of the library wn.

``3.0`` is WordNet 3.0, which comes with bolide (``bolide.lexicon.wordnet``). Everything else names a lexicon
that the library wn has downloaded, as ``oewn:2024`` (the Open English WordNet) or ``omw-fr:1.4`` (French):
other languages and newer wordnets. Base forms are those that the lexicon lists, in English also those of
morphy.
"""

from functools import cache
from typing import Any, Protocol

from bolide.errors import MissingExtraError, SpecificationError
from bolide.lexicon.keys import Ragged
from bolide.lexicon.wordnet import wordnet

BUILT_IN = "3.0"


class Net(Protocol):
    """What a wordnet knows of words."""

    def synsets(self, words: list[str]) -> Ragged:
        """The synsets of each word's base forms."""

    def bases(self, words: list[str]) -> Ragged:
        """The base forms of each word as numbers; none for words that are not in it."""

    def meteor_synsets(self, words: list[str]) -> Ragged:
        """The synsets of each word for METEOR 1.5."""


@cache
def wordnet_named(name: str) -> Net:
    """The wordnet of this name."""
    return wordnet() if name == BUILT_IN else _Library(name)


class _Library:
    """A lexicon of the library wn."""

    def __init__(self, name: str) -> None:
        try:
            import wn
            from wn.morphy import Morphy
        except ImportError:
            raise MissingExtraError(
                f"wordnet={name} needs the library wn: pip install 'bolide[wn]'; {BUILT_IN} is built in"
            ) from None
        try:
            self._net: Any = wn.Wordnet(name, expand="")
        except wn.Error:
            there = ", ".join(each.specifier() for each in wn.lexicons()) or "none"
            raise SpecificationError(
                f"wordnet={name}: the library wn has no such lexicon (it has: {there}): get it by"
                f" `python -m wn download {name}`"
            ) from None
        if all(each.language.split("-")[0] == "en" for each in self._net.lexicons()):
            self._net = wn.Wordnet(name, expand="", lemmatizer=Morphy(self._net))
        self._numbers: dict[str, int] = {}

    def synsets(self, words: list[str]) -> Ragged:
        """The synsets of each word's base forms."""
        return Ragged.of(
            [self._number(synset.id) for word in self._words(form) for synset in word.synsets()]
            for form in words
        )

    def bases(self, words: list[str]) -> Ragged:
        """The base forms of each word as numbers; none for words that are not in it."""
        return Ragged.of([self._number(word.lemma()) for word in self._words(form)] for form in words)

    meteor_synsets = synsets

    def _words(self, form: str) -> list[Any]:
        """Its words of this form; none of what is no valid Unicode."""
        try:
            return self._net.words(form)  # type: ignore[no-any-return]
        except UnicodeEncodeError:
            return []

    def _number(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))
