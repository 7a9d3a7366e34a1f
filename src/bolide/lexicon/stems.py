"""Stemmers of PyStemmer: Porter's first one and Snowball's for many languages.

>>> stems("porter", ["computers", "computer", "Mice"])
['comput', 'comput', 'Mice']
"""

from functools import cache
from typing import Any

import numpy as np

from bolide.errors import SpecificationError, suggestion
from bolide.lexicon.keys import Ragged


@cache
def _stemmer(algorithm: str) -> Any:
    import Stemmer

    try:
        return Stemmer.Stemmer(algorithm, 0)
    except KeyError:
        raise SpecificationError(
            f"there is no stemmer {algorithm!r}: {suggestion(algorithm, Stemmer.algorithms(aliases=False))}"
        ) from None


def snowball() -> int:
    """The version of Snowball's algorithms; 3 stems English and German otherwise than 2, Porter's alike."""
    import Stemmer

    return int(Stemmer.version().split(".")[0])


def stems(algorithm: str, words: list[str]) -> list[str]:
    """The stem of each word; what is no valid Unicode is its own stem."""
    stemmer = _stemmer(algorithm)
    try:
        return stemmer.stemWords(words)  # type: ignore[no-any-return]
    except UnicodeEncodeError:
        return [word if not word.isprintable() else stemmer.stemWord(word) for word in words]


class StemNumbers:
    """Gives each stem a number, so that words with one stem have one key.

    >>> numbers = StemNumbers("porter")
    >>> numbers(["computers", "mouse", "computer"], 0).rows()
    [[0], [1], [0]]
    """

    def __init__(self, algorithm: str) -> None:
        self._algorithm = algorithm
        self._numbers: dict[str, int] = {}

    def __call__(self, words: list[str], first: int) -> Ragged:
        """The keys of these words; ``first`` changes nothing."""
        numbers = self._numbers
        keys = [numbers.setdefault(stem, len(numbers)) for stem in self._stems(words)]
        return Ragged(np.arange(len(words) + 1), np.array(keys, dtype=np.int32))

    def _stems(self, words: list[str]) -> list[str]:
        return stems(self._algorithm, words)


class MeteorStems(StemNumbers):
    """The keys of Snowball stems as METEOR 1.5's version of them gives them, for a language by its name.

    Snowball has since learned that German "-nis" and "-nisse" belong together; METEOR 1.5 keeps the second s.

    >>> MeteorStems("german")(["ereignis", "ereignisse", "ereignissen"], 0).rows()
    [[0], [1], [1]]
    """

    def _stems(self, words: list[str]) -> list[str]:
        found = super()._stems(words)
        if self._algorithm != "german":
            return found
        return [
            stem + "s" if stem.endswith("nis") and "niss" in word else stem
            for word, stem in zip(words, found, strict=True)
        ]
