"""Parses kept on disk, so that no sentence is parsed twice by the same parser.

Words of this file:

place
    the folder of the cache: what the environment variable ``BOLIDE_CACHE`` says (nothing or ``off``: there
    is no cache), else ``bolide`` in the user's folder for caches (``XDG_CACHE_HOME``, or what is usual on
    the system).
limit
    the size that the cache may have, 500 MB, or as many as ``BOLIDE_CACHE_SIZE`` says. When it is reached,
    what was not used for longest is forgotten.
entry
    the parses of one sentence by one parser: found by the sentence (as a string, or as words) and the
    parser's signature. The best 50 serve whoever asks for the best 10.

The cache is one SQLite file, which several processes may use at once. It is a help and never a hindrance: a
file that is damaged is made anew, and where nothing can be written, sentences are parsed.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from bolide.errors import InputError, SpecificationError
from bolide.syntax.dependencies import DependencyTree, Extra, Word
from bolide.syntax.parsing import Parse, Parser, Sentence, checked
from bolide.syntax.trees import Tree

FILE = "parses-1.db"
"""The name has the number of the format: another one is another file."""
LIMIT = 500
"""Megabytes."""
T = TypeVar("T")
_PATIENCE = 20.0  # seconds to wait for another process
_DAY = 86_400
_TABLES = """
    CREATE TABLE IF NOT EXISTS parsers (id INTEGER PRIMARY KEY, signature TEXT NOT NULL UNIQUE);
    CREATE TABLE IF NOT EXISTS parses (
        key BLOB PRIMARY KEY, parser INTEGER NOT NULL, nbest INTEGER NOT NULL, used INTEGER NOT NULL,
        data BLOB NOT NULL
    );
"""


def cached(
    parser: Parser,
    sentences: Sequence[Sentence],
    nbest: int = 1,
    *,
    advance: Callable[[int], None] = lambda done: None,
) -> list[list[Parse]]:
    """What ``parser.parse(sentences, nbest)`` gives, parsing only what was never parsed.

    ``advance`` is called with the number of sentences whenever some are done. Sentences are parsed in
    portions and kept portion by portion, so that whoever interrupts a long run does not lose it.
    """
    given = checked(sentences, nbest)
    if not getattr(parser, "worth_caching", True):
        out = parser.parse(given, nbest)
        advance(len(given))
        return out
    signature = parser.signature()
    keys = [_key(signature, sentence) for sentence in given]
    places: dict[bytes, list[int]] = {}
    for index, key in enumerate(keys):
        if not _blank(given[index]):
            places.setdefault(key, []).append(index)
    advance(len(given) - sum(map(len, places.values())))
    results: list[list[Parse]] = [[] for _ in given]

    def give(key: bytes, parses: list[Parse]) -> None:
        for index in places[key]:
            results[index] = parses[:nbest]
        advance(len(places[key]))

    store = _Store.here()
    for key, parses in store.read(list(places), nbest):
        give(key, parses)
        del places[key]
    missing = list(places)
    portion, at = 32, 0
    while at < len(missing):
        some = missing[at : at + portion]
        began = time.monotonic()
        parsed = parser.parse([given[places[key][0]] for key in some], nbest)
        if len(parsed) != len(some):
            raise SpecificationError(
                f"the parser {signature} gave parses of {len(parsed)} sentences where {len(some)} were asked"
                " for: it must give a list for every sentence"
            )
        took = time.monotonic() - began
        store.write(signature, dict(zip(some, parsed, strict=True)), nbest)
        for key, parses in zip(some, parsed, strict=True):
            give(key, parses)
        at += len(some)
        portion = min(2048, portion * 2) if took < 1 else max(1, portion // 2) if took > 4 else portion
    return results


@dataclass(frozen=True)
class Contents:
    """What is in the cache."""

    place: Path | None
    size: int = 0
    limit: int = 0
    sentences: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "place": None if self.place is None else str(self.place),
            "bytes": self.size,
            "limit": self.limit,
            "sentences": self.sentences,
        }


def contents() -> Contents:
    """Where the cache is, its size and limit in bytes, and how many sentences of each parser it has."""
    store = _Store.here()
    if store.path is None:
        return Contents(None)
    size = sum(path.stat().st_size for path in _files(store.path.parent))
    return Contents(store.path.parent, size, store.limit, store.counts())


def clear() -> int:
    """Forget everything, and tell how many bytes that frees."""
    store = _Store.here()
    freed = 0
    if store.path is not None:
        for path in _files(store.path.parent):
            try:
                size = path.stat().st_size
                path.unlink()
            except FileNotFoundError:
                continue
            except OSError as error:
                raise InputError(f"{path}: cannot be removed ({error.strerror})") from None
            freed += size
    return freed


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("parses-*.db*"))


def _place() -> Path | None:
    """The folder of the cache, made where there is none, or nothing."""
    named = os.environ.get("BOLIDE_CACHE")
    if named is not None:
        if named.strip().lower() in ("", "off"):
            return None
        folder = Path(named).expanduser()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"BOLIDE_CACHE={named}: there can be no such folder ({error.strerror}): name another one,"
                " or off"
            ) from None
        return folder
    try:
        folder = _usual_place()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # no home, or one that cannot be written
        return None
    return folder


def _usual_place() -> Path:
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):  # what is not absolute is to be ignored, says the XDG specification
        return Path(base, "bolide")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "bolide"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local", "bolide", "Cache")
    return Path.home() / ".cache" / "bolide"


def _limit() -> int:
    """The size that the cache may have, in bytes."""
    named = os.environ.get("BOLIDE_CACHE_SIZE", "").strip()
    if not named:
        return LIMIT * 10**6
    if not (named.isascii() and named.isdecimal() and int(named) > 0):
        raise SpecificationError(
            f"BOLIDE_CACHE_SIZE={named}: give a whole number of megabytes, such as {LIMIT}"
        )
    return int(named) * 10**6


def _blank(sentence: Sentence) -> bool:
    return not (sentence.strip() if isinstance(sentence, str) else sentence)


def _key(signature: str, sentence: Sentence) -> bytes:
    kind, text = ("string", sentence) if isinstance(sentence, str) else ("words", "\n".join(sentence))
    whole = f"{signature}\0{kind}\0{text}".encode("utf-8", "surrogatepass")
    return blake2b(whole, digest_size=16).digest()


class _Store:
    """The file. Its methods do nothing where it cannot be used."""

    def __init__(self, path: Path | None, limit: int) -> None:
        self.path, self.limit = path, limit

    @classmethod
    def here(cls) -> _Store:
        """The store that the environment names."""
        folder = _place()
        return cls(None if folder is None else folder / FILE, _limit())

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """What ``work`` does with the database, or nothing where that is not possible; a damaged file is
        removed, and the work done with a new one."""
        if self.path is None:
            return None
        for _ in range(2):
            identity = _identity(self.path)
            try:
                with closing(sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)) as database:
                    database.execute("PRAGMA synchronous = NORMAL")
                    database.executescript(_TABLES)
                    return work(database)
            except sqlite3.OperationalError as error:
                if "malformed" not in str(error) and "no such column" not in str(error):
                    return None  # locked for too long, no right to write, the disk is full
            except sqlite3.DatabaseError:
                pass
            self._remove(identity)
        return None

    def _remove(self, identity: tuple[int, int] | None) -> None:
        """Remove the damaged file, if no other process has done so and made a new one."""
        if self.path is not None and _identity(self.path) == identity:
            for path in (self.path, self.path.with_name(f"{FILE}-journal")):
                with suppress(OSError):
                    path.unlink()

    def read(self, keys: list[bytes], nbest: int) -> list[tuple[bytes, list[Parse]]]:
        """The entries of these keys that are there and long enough."""
        found: list[tuple[bytes, list[Parse]]] = []
        now = int(time.time())

        def work(database: sqlite3.Connection) -> None:
            found.clear()
            stale: list[tuple[int, bytes]] = []
            for at in range(0, len(keys), 500):
                some = keys[at : at + 500]
                rows = database.execute(
                    f"SELECT key, nbest, used, data FROM parses WHERE key IN ({','.join('?' * len(some))})",
                    some,
                )
                for key, stored, used, data in rows:
                    parses = _decoded(key, data)
                    if parses is not None and (stored >= nbest or len(parses) < stored):
                        found.append((key, parses))
                        if abs(now - used) > _DAY:
                            stale.append((now, key))
            if stale:
                database.execute("BEGIN IMMEDIATE")
                database.executemany("UPDATE parses SET used = ? WHERE key = ?", stale)
                database.execute("COMMIT")

        if self.path is not None and self.path.exists():
            self._run(work)
        return found

    def write(self, signature: str, entries: dict[bytes, list[Parse]], nbest: int) -> None:
        """Keep these entries, and forget the oldest where they are too many."""
        if self.path is None:
            return
        now = int(time.time())
        rows = [(key, nbest, now, _encoded(key, parses)) for key, parses in entries.items()]

        def work(database: sqlite3.Connection) -> None:
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT OR IGNORE INTO parsers (signature) VALUES (?)", (signature,))
            (number,) = database.execute(
                "SELECT id FROM parsers WHERE signature = ?", (signature,)
            ).fetchone()
            database.executemany(
                "INSERT OR REPLACE INTO parses (key, parser, nbest, used, data) VALUES (?, ?, ?, ?, ?)",
                [(key, number, best, used, data) for key, best, used, data in rows],
            )
            self._forget_oldest(database)
            database.execute("COMMIT")

        self._run(work)

    def _forget_oldest(self, database: sqlite3.Connection) -> None:
        """Where the limit is passed, forget until four fifths are left; their pages are used again."""

        def size() -> int:
            pages, free, bytes_ = (
                int(database.execute(f"PRAGMA {name}").fetchone()[0])
                for name in ("page_count", "freelist_count", "page_size")
            )
            return (pages - free) * bytes_

        if size() <= self.limit:
            return
        while size() > self.limit * 4 // 5:
            (count,) = database.execute("SELECT count(*) FROM parses").fetchone()
            if not count:
                break
            database.execute(
                "DELETE FROM parses WHERE rowid IN (SELECT rowid FROM parses ORDER BY used, rowid LIMIT ?)",
                (count // 10 + 1,),
            )

    def counts(self) -> dict[str, int]:
        """How many sentences of each parser there are."""

        def work(database: sqlite3.Connection) -> dict[str, int]:
            return dict(
                database.execute(
                    "SELECT signature, count(*) FROM parses JOIN parsers ON parser = id"
                    " GROUP BY signature ORDER BY signature"
                ).fetchall()
            )

        return (self._run(work) if self.path is not None and self.path.exists() else None) or {}


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _encoded(key: bytes, parses: Iterable[Parse]) -> bytes:
    """The parses of one sentence in few bytes, after a checksum of them and of what they belong to."""
    trees = _Trees()
    rows = [[trees.add(parse.tree), parse.score, parse.note] for parse in parses]
    text = json.dumps([rows, *trees.tables()], ensure_ascii=False, separators=(",", ":"))
    data = zlib.compress(text.encode("utf-8", "surrogatepass"), 6)
    return zlib.crc32(data, zlib.crc32(key)).to_bytes(4, "big") + data


def _decoded(key: bytes, data: Any) -> list[Parse] | None:
    """The parses, or nothing where the entry is damaged."""
    if not isinstance(data, bytes) or zlib.crc32(data[4:], zlib.crc32(key)).to_bytes(4, "big") != data[:4]:
        return None
    rows, *tables = json.loads(zlib.decompress(data[4:]).decode("utf-8", "surrogatepass"))
    trees = _trees(*tables)
    return [Parse(trees[number], score, note) for number, score, note in rows]


class _Trees:
    """Trees as tables of numbers. The best parses of a sentence differ in few of their constituents, so
    equal ones are kept once: a row of ``nodes`` is a label and a word, or a label and earlier rows."""

    def __init__(self) -> None:
        self._texts: dict[str, int] = {}
        self._nodes: dict[tuple[int, ...], int] = {}
        self._known: dict[int, int] = {}  # by identity, since parsers share nodes between trees too
        self._roots: list[int] = []
        self._dependencies: list[list[Any]] = []
        self._alive: list[Tree] = []

    def add(self, tree: Tree | DependencyTree) -> int:
        """Keep a tree; its number in what ``_trees`` gives."""
        if isinstance(tree, DependencyTree):
            self._dependencies.append([list(tree), list(tree.comments), list(tree.extras)])
            self._roots.append(-len(self._dependencies))
        else:
            self._roots.append(self._constituent(tree))
        return len(self._roots) - 1

    def _constituent(self, tree: Tree) -> int:
        self._alive.append(tree)  # an identity is one as long as its owner is alive
        texts, nodes, known = self._texts, self._nodes, self._known
        stack: list[tuple[Tree, bool]] = [(tree, False)]
        while stack:
            node, ready = stack.pop()
            if id(node) in known:
                continue
            label = texts.setdefault(node.label, len(texts))
            if node.word is not None:
                row: tuple[int, ...] = (label, texts.setdefault(node.word, len(texts)), -1)
            elif ready:
                row = (label, *(known[id(child)] for child in node.children))
            else:
                stack.append((node, True))
                stack.extend((child, False) for child in node.children)
                continue
            known[id(node)] = nodes.setdefault(row, len(nodes))
        return known[id(tree)]

    def tables(self) -> list[Any]:
        return [list(self._texts), list(self._nodes), self._roots, self._dependencies]


def _trees(
    texts: list[str], nodes: list[list[int]], roots: list[int], dependencies: list[list[Any]]
) -> list[Tree | DependencyTree]:
    """The trees that a ``_Trees`` has kept."""
    made: list[Tree] = []
    for label, *rest in nodes:
        if rest[-1] == -1:
            made.append(Tree.trusted(texts[label], (), texts[rest[0]]))
        else:
            made.append(Tree.trusted(texts[label], tuple([made[index] for index in rest])))
    others = [
        DependencyTree(
            [_word(*word) for word in words],
            comments,
            [Extra(*extra) for extra in extras],
        )
        for words, comments, extras in dependencies
    ]
    return [made[root] if root >= 0 else others[-1 - root] for root in roots]


def _word(
    form: str, head: int, relation: str, lemma: str, upos: str, xpos: str,
    features: list[list[str]], deps: str, misc: str,
) -> Word:  # fmt: skip
    pairs = tuple((name, value) for name, value in features)
    return Word(form, head, relation, lemma, upos, xpos, pairs, deps, misc)
