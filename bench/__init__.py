"""Side-by-side benchmarks: ``make bench``, or ``python -m bench NAME...`` for some of them.

A benchmark is a module of this folder with ``rows() -> Iterator[Row]``, and ``tables() -> Iterator[Table]`` if it has
more to show. Everything that a row compares is measured in the same run on the same texts, in turns, and the fastest of
several turns counts on both sides.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One comparison; ``target`` is the least ratio (or, without a peer, the most seconds) that we want."""

    what: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    target: float | None = None
    unit: str = "s"

    @property
    def ratio(self) -> float | None:
        return None if self.theirs is None else self.theirs / self.ours

    @property
    def met(self) -> bool | None:
        if self.target is None:
            return None
        return self.ours <= self.target if self.ratio is None else self.ratio >= self.target


def seconds(run: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """How long one call takes: processor time, which other programs on the machine disturb little.

    For what runs in another process, pass ``time.perf_counter``.
    """
    began = clock()
    run()
    return clock() - began


def race(
    ours: Callable[[], object],
    theirs: Callable[[], object],
    turns: int = 5,
    clock: Callable[[], float] = time.process_time,
) -> tuple[float, float]:
    """The fastest of several turns of each side, taken in turns."""
    pairs = [(seconds(ours, clock), seconds(theirs, clock)) for _ in range(turns)]
    return min(a for a, _ in pairs), min(b for _, b in pairs)


@dataclass(frozen=True, order=True)
class Spent:
    """What a command took: seconds by the clock, seconds of processor time, megabytes."""

    clock: float
    processor: float
    megabytes: float


_MEASURE = (
    "import os, sys, time; began = time.perf_counter();"
    "quiet = [(os.POSIX_SPAWN_OPEN, n, os.devnull, os.O_WRONLY, 0) for n in (1, 2)];"
    "process = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet);"
    "_, status, used = os.wait4(process, 0);"
    "print(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024);"
    "sys.exit(status != 0)"
)


def spent(command: Sequence[object], cache: str = "off") -> Spent:
    """Run a command; from a small process, for the size of that is the least that its child can have."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", _MEASURE, *map(str, command)],
        check=True, capture_output=True, text=True, env=os.environ | {"BOLIDE_CACHE": cache},
    )  # fmt: skip
    return Spent(*map(float, done.stdout.split()))


@contextmanager
def caches_in(folder: str) -> Iterator[None]:
    """Keep parses and statistics in this folder meanwhile; in none, where it is ``off``."""
    before = os.environ.get("BOLIDE_CACHE")
    os.environ["BOLIDE_CACHE"] = folder
    try:
        yield
    finally:
        if before is None:
            del os.environ["BOLIDE_CACHE"]
        else:
            os.environ["BOLIDE_CACHE"] = before
