"""Tokens as numbers: equal tokens get equal ids, and nothing else is promised.

>>> from bolide.text.tokenizers import tokenizer
>>> e = encode(Segments(["a rose is a rose"]), References.of([["a rose"]]), tokenizer("none"))
>>> e.hypotheses.values.tolist(), e.references.values.tolist(), e.vocabulary.words()
([0, 1, 2, 0, 1], [0, 1], ['a', 'rose', 'is'])
"""

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import pairwise
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import kernel
from bolide.testset import References, Segments
from bolide.text.tokenizers import Tokenizer, Tokens, tokens


@dataclass(frozen=True, eq=False)
class Ids:
    """Token ids of all segments; segment ``s`` is ``values[starts[s]:starts[s + 1]]``."""

    values: NDArray[np.int32]
    starts: NDArray[np.int64]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of tokens of each segment."""
        return np.diff(self.starts)


_FIRST_TYPES = 4096  # room for so many types at first
GROWING = RLock()
"""Held by whoever makes a vocabulary grow, or the notes on it: threads may share one."""


class Vocabulary:
    """A set of tokens that gives each new one the next number.

    >>> from bolide.text.tokenizers import tokenizer
    >>> v = Vocabulary()
    >>> some = tokens(Segments(["x y x"]), tokenizer("none"))
    >>> v.ids(some).values.tolist(), len(v), v.ids(some, grow=False).values.tolist()
    ([0, 1, 0], 2, [0, 1, 0])
    """

    def __init__(self) -> None:
        self._slots = np.full(2 * _FIRST_TYPES, -1, dtype=np.int32)
        self._hashes = np.empty(_FIRST_TYPES, dtype=np.int32)
        self._starts = np.zeros(_FIRST_TYPES + 1, dtype=np.int64)
        self._codes = np.empty(8 * _FIRST_TYPES, dtype=np.uint32)
        self._size = np.zeros(1, dtype=np.int64)
        self._words: list[str] = []
        self.notes: dict[Hashable, Any] = {}  # what was found out about its tokens, by whoever did

    def __len__(self) -> int:
        return int(self._size[0])

    def ids(self, of: Tokens, grow: bool = True) -> Ids:
        """The ids of these tokens; without ``grow``, -1 for those that are not in the vocabulary."""
        loops = kernel("text")
        values = np.empty(len(of.starts), dtype=np.int32)
        done = 0
        with GROWING:
            while True:
                done = loops.intern_tokens(
                    of.codes, of.starts, of.ends, done, values, self._slots, self._hashes,
                    self._starts, self._codes, self._size, grow,
                )  # fmt: skip
                if done == len(values):
                    return Ids(values, of.offsets)
                self._grow(int(of.ends[done] - of.starts[done]))

    def _grow(self, room: int) -> None:
        """Make room for twice as many types, and for a token of this length."""
        types = 2 * len(self._hashes)
        used = int(self._starts[len(self)])
        self._hashes = np.resize(self._hashes, types)
        self._starts = np.resize(self._starts, types + 1)
        self._codes = np.resize(self._codes, max(2 * len(self._codes), used + 2 * room))
        self._slots = np.full(2 * types, -1, dtype=np.int32)
        kernel("text").rehash(self._slots, self._hashes, len(self))

    def words(self, first: int = 0) -> list[str]:
        """The tokens themselves, by id, from id ``first`` on (remembered)."""
        starts = self._starts[len(self._words) : len(self) + 1].tolist()
        base = starts[0]
        text = self._codes[base : starts[-1]].astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
        self._words.extend(text[a - base : b - base] for a, b in pairwise(starts))
        return self._words[first:]


@dataclass(frozen=True, eq=False)
class Encoded:
    """Hypotheses and references as ids of one vocabulary.

    ``references`` has one entry a reference; those of segment ``i`` are ``groups[i]`` to ``groups[i + 1]``.
    """

    hypotheses: Ids
    references: Ids
    groups: NDArray[np.int64]
    vocabulary: Vocabulary

    @property
    def owners(self) -> NDArray[np.int64]:
        """For each reference, the segment that it belongs to."""
        return np.repeat(np.arange(len(self.groups) - 1, dtype=np.int64), np.diff(self.groups))


def encode(
    hypotheses: Segments,
    references: References,
    by: Tokenizer,
    lowercase: bool = False,
    known: Vocabulary | None = None,
) -> Encoded:
    """Tokenize both sides and number the tokens, by a vocabulary of their own or by one that is ``known``.

    The references' part is remembered with them, so that further systems and metrics do not repeat it.
    """

    def number() -> tuple[Vocabulary, Ids]:
        vocabulary = Vocabulary() if known is None else known
        return vocabulary, vocabulary.ids(tokens(references.flat, by, lowercase))

    key = (by.name, lowercase)
    vocabulary, of_references = references.flat.memo(("ids", *key, known), number)
    of_hypotheses = hypotheses.memo(
        ("ids", *key, vocabulary), lambda: vocabulary.ids(tokens(hypotheses, by, lowercase))
    )
    return Encoded(of_hypotheses, of_references, references.starts, vocabulary)
