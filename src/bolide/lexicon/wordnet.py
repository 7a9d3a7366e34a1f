"""WordNet 3.0: base forms as its own morphy gives them, and synsets, for many words at once.

base form    what stands in WordNet for an inflected word: by an exception list ("geese": "goose"), or by the
             first of some rules for endings that gives a word of that part of speech ("foxes": "fox")
synset       a set of synonyms; a word has one for each of its senses

The table is made by ``tools/build_wordnet.py``. WordNet is (c) Princeton University; see NOTICE.

>>> net = wordnet()
>>> net.base_forms(["geese", "leaves", "boxesful"])
[['goose'], ['leaf', 'leave'], ['boxful']]
>>> big, large, small = net.synsets(["big", "large", "small"]).rows()
>>> len({*big} & {*large}), len({*big} & {*small})
(5, 0)
"""

import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError
from bolide.kernels import kernel
from bolide.lexicon.keys import Ragged, ranges
from bolide.testset import Segments
from bolide.text import codes

TABLE = Path(__file__).parent / "data" / "wordnet.npz"
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

NOUN, VERB, ADJECTIVE, ADVERB = PARTS = range(4)

# morphy's rules, in its order: part of speech, ending, what replaces it (morph.c of WordNet 3.0)
_RULES = (
    (NOUN, "s", ""), (NOUN, "ses", "s"), (NOUN, "xes", "x"), (NOUN, "zes", "z"), (NOUN, "ches", "ch"),
    (NOUN, "shes", "sh"), (NOUN, "men", "man"), (NOUN, "ies", "y"),
    (VERB, "s", ""), (VERB, "ies", "y"), (VERB, "es", "e"), (VERB, "es", ""), (VERB, "ed", "e"),
    (VERB, "ed", ""), (VERB, "ing", "e"), (VERB, "ing", ""),
    (ADJECTIVE, "er", ""), (ADJECTIVE, "est", ""), (ADJECTIVE, "er", "e"), (ADJECTIVE, "est", "e"),
)  # fmt: skip
# morphy looks at what stands before "ful" in a noun: "spoonsful" comes from "spoonful".
_RULES_FUL = tuple((part, old + "ful", new + "ful") for part, old, new in _RULES if part == NOUN)
_ENDINGS = ["", ""] + [ending for _, *both in (*_RULES, *_RULES_FUL) for ending in both]


def _plain(words: list[str]) -> NDArray[np.bool_]:
    """Which words have an ending that a rule may replace: those longer than two letters, but not on "ss"."""
    return np.fromiter((word[-2:] != "ss" and len(word) > 2 for word in words), np.bool_, len(words))


@dataclass(frozen=True, eq=False)
class WordNet:
    """The table; what its arrays hold is said in ``tools/build_wordnet.py``."""

    codes: NDArray[np.uint8]
    starts: Ints
    slots: Ints
    parts: NDArray[np.uint8]
    synset_starts: Ints
    synsets_: Ints
    first: Ints
    places: Ints
    exceptions: Ints

    def base_forms(self, words: list[str]) -> list[list[str]]:
        """The base forms of each word, of all parts of speech."""
        strings, owners, _ = self._bases(words)
        return [[self._string(k) for k in row] for row in Ragged.grouped(owners, strings, len(words)).rows()]

    def base_forms_of(self, words: list[str], part: int) -> list[list[str]]:
        """The base forms of each word as one part of speech, an irregular one first.

        >>> wordnet().base_forms_of(["saw", "leaves", "xyzzy"], VERB)
        [['see', 'saw'], ['leave'], []]
        """
        strings, owners, parts = self._bases(words)
        itself = self._find([word.lower() for word in words])[:, 0]
        found: list[list[str]] = [[] for _ in words]
        pairs = list(zip(strings[parts == part].tolist(), owners[parts == part].tolist(), strict=True))
        for string, owner in sorted(pairs, key=lambda pair: bool(pair[0] == itself[pair[1]])):
            form = self._string(string)
            if form not in found[owner]:
                found[owner].append(form)
        return found

    def synsets(self, words: list[str]) -> Ragged:
        """The synsets of each word's base forms."""
        strings, owners, parts = self._bases(words)
        numbers, which = self._synsets_of(strings, parts)
        return Ragged.grouped(owners[which], numbers, len(words))

    def bases(self, words: list[str]) -> Ragged:
        """The base forms of each word as numbers; none for words that are not in WordNet."""
        strings, owners, _ = self._bases(words)
        return Ragged.grouped(owners, strings, len(words))

    def meteor_synsets(self, words: list[str]) -> Ragged:
        """The synsets of each word as METEOR 1.5 finds them (SynonymDictionary.java).

        A word's own synsets, and those of its exceptions or else of what the first of all rules gives,
        without regard to parts of speech. Synsets are named by the numbers of their places in Princeton's
        files, which makes one of some that stand at the same place in two files.
        """
        found = self._find(words)
        itself = found[:, 0].astype(np.int64)
        present = np.where(itself >= 0, self.parts[itself] > 0, False)
        known = np.flatnonzero(present)
        strings, owners = [itself[known]], [known]
        of_exception, rows = self._exceptions(itself)
        strings.append(self.exceptions[of_exception, 2].astype(np.int64))
        owners.append(rows)
        plain = _plain(words)
        plain[rows] = False
        made = found[:, 1 : 1 + len(_RULES)]
        good = (made >= 0) & (self.parts[made] > 0) & plain[:, None]
        here = np.flatnonzero(good.any(axis=1))
        strings.append(made[here, good[here].argmax(axis=1)].astype(np.int64))
        owners.append(here)
        flat, who = np.concatenate(strings), np.concatenate(owners)
        index, which = ranges(
            self.synset_starts[flat].astype(np.int64), self.synset_starts[flat + 1].astype(np.int64)
        )
        return Ragged.grouped(who[which], self.places[self.synsets_[index]], len(words))

    def _bases(self, words: list[str]) -> tuple[Ints, Longs, Longs]:
        """Base forms: their strings, which word each belongs to, and its part of speech."""
        words = [word.lower() for word in words]
        found = self._find(words)
        itself = found[:, 0].astype(np.int64)
        of_exception, rows = self._exceptions(itself)
        exceptional = np.zeros((len(words), len(PARTS)), dtype=bool)
        exceptional[rows, self.exceptions[of_exception, 1]] = True
        plain = _plain(words)
        strings, owners, parts = [], [], []

        def add(string: NDArray[np.integer], owner: Longs, part: int) -> None:
            good = (string >= 0) & (self.parts[string] >> part & 1 > 0)
            strings.append(string[good].astype(np.int32))
            owners.append(owner[good])
            parts.append(np.full(int(good.sum()), part))

        every = np.arange(len(words))
        for part in PARTS:
            add(itself, every, part)
            of_part = self.exceptions[of_exception, 1] == part
            add(self.exceptions[of_exception[of_part], 2], rows[of_part], part)
            columns = [1 + i for i, rule in enumerate((*_RULES, *_RULES_FUL)) if rule[0] == part]
            if not columns:
                continue
            made = found[:, columns]
            good = (made >= 0) & (self.parts[made] >> part & 1 > 0) & ~exceptional[:, part, None]
            if part == NOUN:
                good &= plain[:, None]
            here = np.flatnonzero(good.any(axis=1))
            add(made[here, good[here].argmax(axis=1)], here, part)
        return np.concatenate(strings), np.concatenate(owners), np.concatenate(parts)

    def _find(self, words: list[str]) -> Ints:
        """For each word the number of the string itself, and of what each rule makes of it, or -1."""
        buffer = codes(Segments(words))
        endings = "".join(_ENDINGS).encode("ascii")
        found = np.empty((len(words), len(_ENDINGS) // 2), dtype=np.int32)
        kernel("lexicon").find_forms(
            buffer.values, buffer.starts[:-1].copy(), buffer.starts[1:].copy(),
            np.frombuffer(endings, dtype=np.uint8),
            np.cumsum([0, *map(len, _ENDINGS)], dtype=np.int32),
            self.codes, self.starts, self.slots, found,
        )  # fmt: skip
        return found

    def _exceptions(self, strings: Longs) -> tuple[Longs, Longs]:
        """The rows of ``exceptions`` for each string, and which string each is for."""
        forms = self.exceptions[:, 0]
        return ranges(np.searchsorted(forms, strings), np.searchsorted(forms, strings, "right"))

    def _synsets_of(self, strings: Ints, parts: Longs) -> tuple[Ints, Longs]:
        """The synsets of strings as one part of speech each, and which string each belongs to."""
        low, high = self.synset_starts[strings], self.synset_starts[strings + 1]
        index, which = ranges(low.astype(np.int64), high.astype(np.int64))
        numbers = self.synsets_[index]
        good = (numbers >= self.first[parts[which]]) & (numbers < self.first[parts[which] + 1])
        return numbers[good], which[good]

    def _string(self, number: int) -> str:
        return self.codes[self.starts[number] : self.starts[number + 1]].tobytes().decode("ascii")


@cache
def wordnet() -> WordNet:
    """The table that comes with the package; loaded once."""
    try:
        with TABLE.open("rb") as file, np.load(file, allow_pickle=False) as table:
            names = (
                "codes",
                "starts",
                "slots",
                "parts",
                "synset_starts",
                "synsets",
                "first",
                "places",
                "exceptions",
            )
            return WordNet(*(table[name] for name in names))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error) as error:
        raise InputError(
            f"{TABLE}: WordNet's table is missing or broken ({error}): install bolide again, or make it with"
            " tools/build_wordnet.py"
        ) from None
