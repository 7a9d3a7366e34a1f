"""What is kept on disk between runs, so that nothing costly is computed twice: parses, triples, statistics.

Words of this file:

place
    the folder of the caches: what the environment variable ``BOLIDE_CACHE`` says (nothing or ``off``: there
    is none), else ``bolide`` in the user's folder for caches (``XDG_CACHE_HOME``, or what is usual on the
    system).
limit
    the size that each cache may have, 500 MB, or as many as ``BOLIDE_CACHE_SIZE`` says. When it is reached,
    what was not used for longest is forgotten.
entry
    some bytes, found by a key; ``owner`` says in words what they come from, ``rank`` is a number that the
    cache may use as it likes.

A store is one SQLite file, which several processes may use at once. It is a help and never a hindrance: a
file that is damaged is made anew, an entry that is damaged is not there, and where nothing can be written,
nothing is kept.

>>> import tempfile
>>> store = Store(Path(tempfile.mkdtemp(), "toys-1.db"), 10**6)
>>> store.write("toys", {b"a": b"a red pen"})
>>> store.read([b"a", b"b"]), store.counts()
({b'a': (1, b'a red pen')}, {'toys': 1})
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

from bolide.errors import InputError, SpecificationError

LIMIT = 500
"""Megabytes."""
T = TypeVar("T")
_PATIENCE = 20.0  # seconds to wait for another process
_DAY = 86_400
_TABLES = """
    CREATE TABLE IF NOT EXISTS owners (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE IF NOT EXISTS entries (
        key BLOB PRIMARY KEY, owner INTEGER NOT NULL, rank INTEGER NOT NULL, used INTEGER NOT NULL,
        data BLOB NOT NULL
    );
"""


def place() -> Path | None:
    """The folder of the caches, made where there is none, or nothing."""
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


def limit() -> int:
    """The size that each cache may have, in bytes."""
    named = os.environ.get("BOLIDE_CACHE_SIZE", "").strip()
    if not named:
        return LIMIT * 10**6
    if not (named.isascii() and named.isdecimal() and int(named) > 0):
        raise SpecificationError(
            f"BOLIDE_CACHE_SIZE={named}: give a whole number of megabytes, such as {LIMIT}"
        )
    return int(named) * 10**6


def digest(parts: Iterable[bytes]) -> bytes:
    """Of parts that are told apart by their lengths: what keys are made of."""
    made = blake2b(digest_size=16)
    for part in parts:
        made.update(len(part).to_bytes(8, "big"))
        made.update(part)
    return made.digest()


def stamp(paths: Iterable[Path]) -> bytes:
    """Of files, and of all files in folders, with their sizes and times of change."""
    try:
        files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*")))]
        lines = [
            f"{file} {file.stat().st_size} {file.stat().st_mtime_ns}"
            for file in files
            if file.is_file() and file.suffix != ".pyc"
        ]
    except OSError as error:
        raise SpecificationError(f"{error.filename} cannot be read: {error.strerror}") from None
    return digest(line.encode("utf-8", "surrogatepass") for line in lines)


@cache
def program() -> bytes:
    """The stamp of bolide itself: what a part of the program has made is not taken from another one."""
    return stamp([Path(__file__).parent])


def remove(path: Path) -> int:
    """Remove a file, and tell how many bytes that frees."""
    try:
        size = path.stat().st_size
        path.unlink()
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise InputError(f"{path}: cannot be removed ({error.strerror})") from None
    return size


class Store:
    """A file of entries. Its methods do nothing where it cannot be used."""

    def __init__(self, path: Path | None, limit: int) -> None:
        self.path, self.limit = path, limit

    @classmethod
    def here(cls, file: str) -> Store:
        """The store of this name in the folder that the environment names."""
        folder = place()
        return cls(None if folder is None else folder / file, limit())

    def size(self) -> int:
        """How many bytes its files have, those of earlier formats too."""
        return sum(path.stat().st_size for path in self._files())

    def clear(self) -> int:
        """Forget everything, and tell how many bytes that frees."""
        return sum(map(remove, self._files()))

    def _files(self) -> list[Path]:
        if self.path is None:
            return []
        return sorted(self.path.parent.glob(f"{self.path.name.partition('-')[0]}-*.db*"))

    def read(self, keys: Sequence[bytes]) -> dict[bytes, tuple[int, bytes]]:
        """Rank and data of those of these keys that are there."""
        found: dict[bytes, tuple[int, bytes]] = {}
        now = int(time.time())

        def work(database: sqlite3.Connection) -> None:
            found.clear()
            stale: list[tuple[int, bytes]] = []
            for at in range(0, len(keys), 500):
                some = keys[at : at + 500]
                rows = database.execute(
                    f"SELECT key, rank, used, data FROM entries WHERE key IN ({','.join('?' * len(some))})",
                    some,
                )
                for key, rank, used, data in rows:
                    if not isinstance(data, bytes) or data[:4] != _checksum(key, data[4:]):
                        continue
                    found[key] = rank, data[4:]
                    if abs(now - used) > _DAY:
                        stale.append((now, key))
            if stale:
                database.execute("BEGIN IMMEDIATE")
                database.executemany("UPDATE entries SET used = ? WHERE key = ?", stale)
                database.execute("COMMIT")

        if self.path is not None and self.path.exists():
            self._run(work)
        return found

    def write(self, owner: str, entries: Mapping[bytes, bytes], rank: int = 1) -> None:
        """Keep these entries, and forget the oldest where they are too many."""
        if self.path is None:
            return
        now = int(time.time())
        rows = [(key, rank, now, _checksum(key, data) + data) for key, data in entries.items()]

        def work(database: sqlite3.Connection) -> None:
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT OR IGNORE INTO owners (name) VALUES (?)", (owner,))
            (number,) = database.execute("SELECT id FROM owners WHERE name = ?", (owner,)).fetchone()
            database.executemany(
                "INSERT OR REPLACE INTO entries (key, owner, rank, used, data) VALUES (?, ?, ?, ?, ?)",
                [(key, number, rank, used, data) for key, rank, used, data in rows],
            )
            self._forget_oldest(database)
            database.execute("COMMIT")

        self._run(work)

    def counts(self) -> dict[str, int]:
        """How many entries of each owner there are."""

        def work(database: sqlite3.Connection) -> dict[str, int]:
            return dict(
                database.execute(
                    "SELECT name, count(*) FROM entries JOIN owners ON owner = id GROUP BY name ORDER BY name"
                ).fetchall()
            )

        return (self._run(work) if self.path is not None and self.path.exists() else None) or {}

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
            except (sqlite3.DatabaseError, UnicodeDecodeError):  # the latter of a damaged error message
                pass
            self._remove(identity)
        return None

    def _remove(self, identity: tuple[int, int] | None) -> None:
        """Remove the damaged file, if no other process has done so and made a new one."""
        if self.path is not None and _identity(self.path) == identity:
            for path in (self.path, self.path.with_name(f"{self.path.name}-journal")):
                with suppress(OSError):
                    path.unlink()

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
            (count,) = database.execute("SELECT count(*) FROM entries").fetchone()
            if not count:
                break
            database.execute(
                "DELETE FROM entries WHERE rowid IN (SELECT rowid FROM entries ORDER BY used, rowid LIMIT ?)",
                (count // 10 + 1,),
            )


def _checksum(key: bytes, data: bytes) -> bytes:
    """Of some data and of what they belong to."""
    return zlib.crc32(data, zlib.crc32(key)).to_bytes(4, "big")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
