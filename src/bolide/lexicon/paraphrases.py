"""METEOR 1.5's tables of paraphrases: read once, then kept in a form that needs no reading.

Such a table is a text file, compressed or not, with three lines for each entry: a number, which decides
nothing, a phrase, and a phrase that can stand for it. METEOR's has five million of them. The first time a
table is used it is compiled, and the result kept in the folder of the caches (``bolide.store``), found by the
table's path and checked by its size and time of change. Later runs look into that file where it lies, without
loading it.

>>> import tempfile
>>> file = Path(tempfile.mkdtemp(), "table.txt")
>>> _ = file.write_text("0.5\\nat once\\nimmediately\\n0.1\\nat once\\nall together\\n")
>>> table = Paraphrases.read(file)
>>> table.pairs, table.of("at once"), table.of("all together")
(2, ['immediately', 'all together'], [])
"""

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from io import BufferedIOBase
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError
from bolide.kernels import kernel
from bolide.kernels.align import MOST_CANDIDATES, Phrases
from bolide.lexicon.keys import Ragged
from bolide.store import place
from bolide.text import Ids

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

FILES = "paraphrases-1-*.npy"
"""The names of compiled tables; the number is that of the format."""
_PIECE = 1 << 24  # bytes read at once
_FIRST_ROOM = 1 << 18
_WRONG, _WORDS, _PHRASES, _ENTRIES = range(1, 5)  # why the kernel stops


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows of numbers, each once, as ``_phrases_cy.py`` describes them."""

    values: Ints
    starts: Ints
    slots: Ints

    def parts(self) -> tuple[Ints, Ints, Ints]:
        """Its arrays."""
        return self.values, self.starts, self.slots

    def grown(self, count: int) -> "_Rows":
        """With twice the room, of which ``count`` rows are in use."""
        made = _Rows(
            np.resize(self.values, 2 * len(self.values)),
            np.resize(self.starts, 2 * len(self.starts)),
            np.full(2 * len(self.slots), -1, dtype=np.int32),
        )
        kernel("phrases").fill(made.values, made.starts, count, made.slots)
        return made

    def cut(self, count: int) -> "_Rows":
        """With no more room than ``count`` rows need."""
        starts = self.starts[: count + 1].copy()
        slots = np.full(1 << max(1, count * 4 // 3).bit_length(), -1, dtype=np.int32)
        made = _Rows(self.values[: starts[-1]].copy(), starts, slots)
        kernel("phrases").fill(made.values, made.starts, count, made.slots)
        return made


@dataclass(frozen=True, eq=False)
class Paraphrases:
    """A compiled table: words (rows of bytes), phrases (rows of words), and the paraphrases of each.

    Those of phrase ``k`` are ``targets[target_starts[k]:target_starts[k + 1]]``. ``head`` is the length of
    the longest phrase, then the hash of the table's text.
    """

    head: Ints
    word_values: Ints
    word_starts: Ints
    word_slots: Ints
    values: Ints
    starts: Ints
    slots: Ints
    target_starts: Ints
    targets: Ints

    @classmethod
    def read(cls, file: Path) -> "Paraphrases":
        """Compile a table."""
        loops = kernel("phrases")
        room = _FIRST_ROOM
        words, phrases = (
            _Rows(np.empty(room, np.int32), np.zeros(room, np.int32), np.full(2 * room, -1, np.int32))
            for _ in range(2)
        )
        pairs = np.empty((room, 2), dtype=np.int32)
        line = np.empty((2, room), dtype=np.int32)
        counts = np.zeros(4, dtype=np.int64)
        digest = hashlib.sha256()
        rest = b""
        for piece in _pieces(file):
            digest.update(piece)
            rest += piece
            done, stopped = 0, _WORDS
            while stopped > _WRONG:
                done = loops.read_entries(
                    np.frombuffer(rest, dtype=np.uint8), done, counts, *words.parts(), *phrases.parts(),
                    pairs, *line,
                )  # fmt: skip
                stopped = int(counts[3])
                if stopped == _WORDS:
                    words = words.grown(int(counts[0]))
                elif stopped == _PHRASES:
                    phrases = phrases.grown(int(counts[1]))
                elif stopped == _ENTRIES:
                    pairs, line = (
                        np.resize(pairs, (2 * len(pairs), 2)),
                        np.resize(line, (2, 2 * line.shape[1])),
                    )
            _check(file, 3 * int(counts[2]), rest, done, stopped == _WRONG)
            rest = rest[done:]
        if rest.strip():
            raise InputError(
                f"{file}, line {3 * int(counts[2]) + 1}: the table ends within an entry (a number, a"
                " phrase and its paraphrase, a line each): it is cut off, get it again"
            )
        words, phrases = words.cut(int(counts[0])), phrases.cut(int(counts[1]))
        sources, targets = pairs[: counts[2]].T
        order = np.argsort(sources, kind="stable")
        numbers = np.bincount(sources, minlength=int(counts[1]))
        longest = np.diff(phrases.starts).max(initial=0)
        return cls(
            np.concatenate([[longest], np.frombuffer(digest.digest(), dtype="<i4")[:2]]).astype(np.int32),
            *words.parts(),
            *phrases.parts(),
            np.concatenate([[0], np.cumsum(numbers)]).astype(np.int32),
            targets[order],
        )

    @property
    def pairs(self) -> int:
        """How many entries it has."""
        return len(self.targets)

    @property
    def digest(self) -> str:
        """Twelve digits that tell tables apart by their text."""
        return self.head[1:].astype("<i4").tobytes().hex()[:12]

    def of(self, phrase: str) -> list[str]:
        """The paraphrases of a phrase, in the order of the table."""
        ids = self.words(phrase.split(), 0).values
        found = np.empty(1, dtype=np.int32)
        kernel("phrases").find_rows(ids, np.array([0, len(ids)]), self.values, self.starts, self.slots, found)
        if found[0] < 0:
            return []
        texts = [self._word(k) for k in range(len(self.word_starts) - 1)]
        a, b = self.target_starts[found[0] : found[0] + 2]
        return [
            " ".join(texts[w] for w in self.values[self.starts[t] : self.starts[t + 1]])
            for t in self.targets[a:b]
        ]

    def _word(self, number: int) -> str:
        low, high = self.word_starts[number : number + 2]
        return self.word_values[low:high].astype(np.uint8).tobytes().decode("utf-8")

    def words(self, words: list[str], first: int = 0) -> Ragged:
        """The table's number of each word, -1 where it has none; one for each word (a ``Finder``)."""
        encoded = [word.encode("utf-8", "surrogatepass") for word in words]
        row = np.frombuffer(b"".join(encoded), dtype=np.uint8).astype(np.int32)
        bounds = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
        found = np.empty(len(words), dtype=np.int32)
        kernel("phrases").find_rows(row, bounds, self.word_values, self.word_starts, self.word_slots, found)
        return Ragged(np.arange(len(words) + 1), found)

    def phrases(self, hypotheses: Ids, references: Ids, pairs: Longs) -> Phrases:
        """What may be linked in each pair of a hypothesis and a reference, both as numbers of ``words``.

        In the order in which METEOR finds it: by the reference's words, first the paraphrases of what stands
        in the reference, then those of what stands in the hypothesis.
        """
        loops = kernel("phrases")
        longest = int(self.head[0])
        most = int(max(hypotheses.lengths.max(initial=0), references.lengths.max(initial=0)))
        known = np.empty((2, most * min(most, longest) + 1, 4), dtype=np.int32)
        chains = np.full((2, 1 << 12), -1, dtype=np.int32)
        rows = np.empty((max(1024, 8 * len(pairs)), 4), dtype=np.int32)
        starts = np.zeros(len(pairs) + 1, dtype=np.int64)
        done = 0
        while True:
            done = loops.paraphrases(
                hypotheses.values, hypotheses.starts, references.values, references.starts, pairs, done,
                MOST_CANDIDATES, longest, self.values, self.starts, self.slots,
                self.target_starts, self.targets, known, chains, rows, starts,
            )  # fmt: skip
            if done == len(pairs):
                break
            rows = np.resize(rows, (2 * len(rows), 4))
        rows = rows[: starts[-1]]
        owners = np.repeat(np.arange(len(pairs)), np.diff(starts))
        return Phrases(starts, rows[np.lexsort((rows[:, 0], owners))])


def paraphrases(path: str) -> Paraphrases:
    """The table of this file; compiled if it never was or has changed since."""
    try:
        status = Path(path).stat()
        full = Path(path).resolve()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    return _table(Path(path), full, status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=2)
def _table(file: Path, full: Path, size: int, changed: int) -> Paraphrases:
    folder = place()
    if folder is None:
        return Paraphrases.read(file)
    name = hashlib.sha256(os.fsencode(full)).hexdigest()[:16]
    kept = folder / FILES.replace("*", name)
    stamp = np.array([size, changed], dtype=np.int64).view(np.int32)
    table = _load(kept, stamp)
    if table is None:
        table = Paraphrases.read(file)
        _save(kept, stamp, table)
    return table


def compiled() -> list[Path]:
    """The files of all compiled tables."""
    folder = place()
    return [] if folder is None else sorted(folder.glob(FILES))


def _save(kept: Path, stamp: Ints, table: Paraphrases) -> None:
    """One array: how many parts there are, their lengths, the parts."""
    parts = [stamp, *vars(table).values()]
    new = kept.with_name(f".{kept.name}.{os.getpid()}")
    try:
        with new.open("wb") as out:
            np.save(out, np.concatenate([[len(parts), *map(len, parts)], *parts], dtype=np.int32))
        new.replace(kept)
    except OSError:  # no right to write, the disk is full: compiled again the next time
        new.unlink(missing_ok=True)


def _load(kept: Path, stamp: Ints) -> Paraphrases | None:
    """The compiled table, a view of the file; None if that is not there, is damaged or of another text."""
    try:
        array = np.load(kept, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    count = len(fields(Paraphrases)) + 1
    if array.dtype != np.int32 or len(array) <= count or array[0] != count:
        return None
    bounds = np.cumsum([count + 1, *array[1 : count + 1]], dtype=np.int64)
    if bounds[-1] != len(array):
        return None
    saved, *parts = (np.asarray(array[a:b]) for a, b in pairwise(bounds.tolist()))
    return Paraphrases(*parts) if np.array_equal(saved, stamp) else None


def _pieces(file: Path) -> Iterator[bytes]:
    """The text of a table in pieces; its last line ends."""
    last = b"\n"
    try:
        with file.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            source: BufferedIOBase = gzip.GzipFile(fileobj=raw) if packed else raw
            while piece := source.read(_PIECE):
                yield piece
                last = piece[-1:]
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{file}: is damaged ({error}): get it again") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror})") from None
    if last != b"\n":
        yield b"\n"


def _check(file: Path, lines: int, text: bytes, done: int, wrong: bool) -> None:
    """Refuse what was read if it is not UTF-8, and the entry after it if it is wrong."""
    end = done
    if wrong:
        end += len(b"\n".join(text[done:].split(b"\n", 3)[:3]))
    try:
        text[:end].decode("utf-8")
    except UnicodeDecodeError as error:
        line = lines + 1 + text.count(b"\n", done, error.start) - text.count(b"\n", error.start, done)
        raise InputError(f"{file}, line {line}: is not UTF-8 text: save it as UTF-8") from None
    if wrong:
        number, *both = text[done:end].decode("utf-8").split("\n")
        empty = [2 + i for i, phrase in enumerate(both) if not phrase.split()]
        what = "there is no phrase" if empty else f"{number[:40]!r} is no number"
        raise InputError(
            f"{file}, line {lines + (empty[0] if empty else 1)}: {what}; a table of paraphrases has three"
            " lines for each entry: a number, a phrase, and its paraphrase"
        )
