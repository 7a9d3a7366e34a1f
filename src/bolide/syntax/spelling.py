"""What the embedded parser sees of a word: its number in the vocabulary, its shape, its beginning and end.

>>> len(features("Dogs", {"dogs": 7})), features("Dogs", {"dogs": 7})[0]
(10, 7)
>>> shape("McDonald's"), shape("1,250"), shape("U.S.")
("XxXx'x", 'd,d', 'X.X.')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from zlib import crc32

UNKNOWN, BEGIN, END = 0, 1, 2
"""Numbers of the words that are in no vocabulary, and of the two ends of a sentence."""
SPECIAL = 3
"""Numbers of words begin here."""
SHAPES = 1024
"""So many shapes are told apart; which one a word has is decided by a checksum."""
AFFIXES = 32768
"""So many beginnings and ends are told apart, likewise."""
WIDTH = 10
"""How many numbers a word has."""

_RUN = re.compile(r"(.)\1+")
_CLASSES = (
    (re.compile(r"[0-9]"), "d"),
    (re.compile(r"[^\W\d_]"), ""),
)


def key(word: str) -> str:
    """The word as it stands in the vocabulary: in lower case, every digit 0.

    >>> key("Dec-24")
    'dec-00'
    """
    return _CLASSES[0][0].sub("0", word.lower())


def shape(word: str) -> str:
    """Kinds of characters: X upper case, x other letters, d digits; a run of one kind counts once."""
    kinds = "".join("d" if c.isdigit() else "X" if c.isupper() else "x" if c.isalpha() else c for c in word)
    return _RUN.sub(r"\1", kinds)


def features(word: str, vocabulary: Mapping[str, int]) -> tuple[int, ...]:
    """The numbers of a word: in the vocabulary, of its shape, and of its beginnings and ends."""
    low = key(word)
    affixes = (low, low[-1:], low[-2:], low[-3:], low[-4:], low[:1], low[:2], low[:3])
    return (
        vocabulary.get(low, UNKNOWN),
        crc32(f"{shape(word)}|{min(len(word), 12)}".encode("utf-8", "surrogatepass")) % SHAPES,
        *(
            crc32(f"{index}{affix}".encode("utf-8", "surrogatepass")) % AFFIXES
            for index, affix in enumerate(affixes)
        ),
    )


def edge(number: int) -> tuple[int, ...]:
    """The numbers of an end of a sentence."""
    return (number,) * WIDTH
