"""Keys of words: numbers for each word; words that share a number belong together in some way.

An exact match has one key a word, its own number; a stemmer gives words with one stem one key; WordNet gives
a word the numbers of all its synsets.

>>> Ragged.of([[3, 1, 3], [], [2]]).rows()
[[1, 3], [], [2]]
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bolide.text.vocabulary import GROWING, Vocabulary


@dataclass(frozen=True, eq=False)
class Ragged:
    """Sorted numbers of each of several things: those of ``i`` are ``values[starts[i]:starts[i + 1]]``."""

    starts: NDArray[np.int64]
    values: NDArray[np.int32]

    @classmethod
    def of(cls, rows: Iterable[Sequence[int]]) -> "Ragged":
        """From a list for each thing."""
        lists = [sorted(set(row)) for row in rows]
        starts = np.cumsum([0, *map(len, lists)], dtype=np.int64)
        return cls(starts, np.array([value for row in lists for value in row], dtype=np.int32))

    @classmethod
    def grouped(cls, owners: NDArray[np.int64], values: NDArray[np.int32], count: int) -> "Ragged":
        """From pairs of a thing and one of its numbers, in any order, some perhaps twice.

        >>> Ragged.grouped(np.array([2, 0, 2, 2]), np.array([5, 1, 4, 5], dtype=np.int32), 3).rows()
        [[1], [], [4, 5]]
        """
        both = np.sort((owners.astype(np.int64) << 32) | values)
        if len(both):
            both = both[np.concatenate([[True], both[1:] != both[:-1]])]
        starts = np.zeros(count + 1, dtype=np.int64)
        np.cumsum(np.bincount(both >> 32, minlength=count), out=starts[1:])
        return cls(starts, both.astype(np.int32))

    def rows(self) -> list[list[int]]:
        """The numbers of each thing as a list."""
        return [self.values[a:b].tolist() for a, b in pairwise(self.starts.tolist())]

    def then(self, other: "Ragged") -> "Ragged":
        """These things, followed by the others."""
        return Ragged(
            np.concatenate([self.starts, other.starts[1:] + self.starts[-1]]),
            np.concatenate([self.values, other.values]),
        )


Finder = Callable[[list[str], int], Ragged]
"""From words and the number of the first of them to the keys of each."""


_MOST_WORDS = 1 << 17  # that are in dictionaries when a text is begun; they take some 25 MB
_dictionaries: dict[Hashable, Vocabulary] = {}


def dictionary(*settings: Hashable) -> Vocabulary:
    """The words of all texts that were seen with these settings, so that the keys of each are found once.

    >>> dictionary("exact") is dictionary("exact")
    True
    """
    with GROWING:
        if sum(map(len, _dictionaries.values())) > _MOST_WORDS:
            _dictionaries.clear()
        return _dictionaries.setdefault(settings, Vocabulary())


def of_types(vocabulary: Vocabulary, name: Hashable, make: Callable[[], Finder]) -> Ragged:
    """The keys of all words of a vocabulary; found once for each word, by one finder for each name.

    >>> from bolide.testset import Segments
    >>> from bolide.text import tokenizer, tokens
    >>> v = Vocabulary()
    >>> _ = v.ids(tokens(Segments(["aa b ccc"]), tokenizer("none")))
    >>> of_types(v, "length", lambda: lambda words, first: Ragged.of([len(w)] for w in words)).rows()
    [[2], [1], [3]]
    """
    with GROWING:
        if name not in vocabulary.notes:
            vocabulary.notes[name] = (make(), Ragged.of([]))
        finder, known = vocabulary.notes[name]
        done = len(known.starts) - 1
        if done < len(vocabulary):
            known = known.then(finder(vocabulary.words(done), done))
            vocabulary.notes[name] = (finder, known)
        return known  # type: ignore[no-any-return]


def same_word(words: list[str], first: int) -> Ragged:
    """Each word has its own number as its key."""
    count = len(words)
    return Ragged(np.arange(count + 1), np.arange(first, first + count, dtype=np.int32))


def no_keys(words: list[str], first: int) -> Ragged:
    """No word has any key."""
    return Ragged(np.zeros(len(words) + 1, dtype=np.int64), np.empty(0, dtype=np.int32))


def ranges(low: NDArray[np.int64], high: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The numbers from each ``low`` to its ``high``, one after the other, and which range each comes from.

    >>> ranges(np.array([5, 1, 7]), np.array([7, 1, 8]))
    (array([5, 6, 7]), array([0, 0, 2]))
    """
    sizes = high - low
    owners = np.repeat(np.arange(len(low)), sizes)
    steps = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return low[owners] + steps, owners
