"""Random weights, and statistics arranged so that one matrix product resamples them all.

unit        what is drawn: a segment, or a document with all its segments
resample    as many units as there are, drawn with replacement: a row of counts (bootstrap)
trial       a coin for each unit: does it change sides? a row of zeros and ones (randomisation)
run         one training of a system; a system has one run or several, and its score is their mean

Random numbers come in streams of ``STREAM`` rows, each seeded by its own number, so that neither the size
of a batch nor the number of rows changes any of them: the first thousand of ten thousand resamples are the
thousand that a smaller study draws. Sums are exact (``on_grid``), so that neither batches nor threads change
the last digit.

>>> [rows.astype(int).tolist() for rows in resamples(units=4, number=2, seed=1)]
[[[1, 1, 2, 0], [0, 0, 2, 2]]]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError
from bolide.metric import Array, Metric, Score

STREAM = 16
"""Rows that share a stream of random numbers. Changing it changes every result."""
BATCH_BYTES = 1 << 26
"""How large a batch of weights may be. Changing it changes no result."""

Cells = NDArray[Any]
"""Statistics in double or single precision."""

_RESAMPLES, _TRIALS, _RUNS, SUBSETS, MASKS = range(5)  # what a stream is for


def generator(seed: int, *place: int) -> np.random.Generator:
    """The random numbers of one place in the program; other places have others."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=place)))


def resamples(units: int, number: int, seed: int) -> Iterator[Array]:
    """Batches of bootstrap weights, ``(rows, units)``: how often each resample holds each unit."""
    small = np.uint16 if units <= 1 << 16 else np.uint32
    together = min(max((1 << 13) // units, 1), STREAM)  # rows whose counts stay in the processor's cache
    for first, rows in _batches(units, number):
        weights = np.empty((rows, units))
        for start, block in _blocks(rows):
            random = generator(seed, _RESAMPLES, (first + start) // STREAM)
            for row in range(start, start + block, together):
                count = min(together, start + block - row)
                drawn = random.integers(0, units, size=(count, units), dtype=small).astype(np.intp)
                drawn += units * np.arange(count)[:, None]
                counts = np.bincount(drawn.ravel(), minlength=count * units)
                weights[row : row + count] = counts.reshape(count, units)
        yield weights


def trials(units: int, number: int, seed: int) -> Iterator[Array]:
    """Batches of coins, ``(rows, units)``: 1 where a unit stays on its side, 0 where it changes."""
    width = -(-units // 8)
    for first, rows in _batches(units, number):
        coins = np.empty((rows, units))
        for start, block in _blocks(rows):
            random = generator(seed, _TRIALS, (first + start) // STREAM)
            packed = np.frombuffer(random.bytes(block * width), dtype=np.uint8).reshape(block, width)
            coins[start : start + block] = np.unpackbits(packed, axis=1, count=units)
        yield coins


def _batches(units: int, number: int) -> Iterator[tuple[int, int]]:
    """First row and number of rows of each batch; a batch starts where a stream starts."""
    rows = STREAM * min(max(BATCH_BYTES // (8 * units * STREAM), 1), 8)
    return ((first, min(rows, number - first)) for first in range(0, number, rows))


def _blocks(rows: int) -> Iterator[tuple[int, int]]:
    return ((start, min(STREAM, rows - start)) for start in range(0, rows, STREAM))


def product(cells: Cells, weights: Array) -> Array:
    """``cells @ weights.T`` for ``(rows, units)`` and ``(draws, units)``, in small tiles.

    A tile stays below the size from which OpenBLAS starts threads. On a busy machine, or in a container that
    may use fewer processors than it sees, such threads wait for each other: the plain product was found to
    take 80 ms instead of 2. Sums are exact, so tiles change nothing.

    >>> product(np.array([[1.0, 2.0, 3.0]]), np.array([[1.0, 1.0, 1.0], [0.0, 0.0, 2.0]])).tolist()
    [[6.0, 6.0]]
    """
    weights = weights.astype(cells.dtype, copy=False)
    rows, units, draws = 16, 240, 64  # rows * units * draws < 2**18
    whole = cells.shape[1] // units * units
    left = cells[:, :whole].reshape(len(cells), -1, units).transpose(1, 0, 2)
    right = weights[:, :whole].reshape(len(weights), -1, units).transpose(1, 2, 0)
    result = np.empty((len(cells), len(weights)))
    for row in range(0, len(cells), rows):
        for draw in range(0, len(weights), draws):
            a, b = slice(row, row + rows), slice(draw, draw + draws)
            result[a, b] = cells[a, whole:] @ weights[b, whole:].T
            result[a, b] += (left[:, a] @ right[:, :, b]).sum(axis=0)
    return result


def on_grid(cells: Cells) -> Cells:
    """Values rounded so far that any sum of as many of them as there are units is exact.

    The first axis are columns, the last one units. Counts stay what they are, in single precision where that
    is exact and so twice as fast; fractions move by less than the rounding error of their sum.

    >>> on_grid(np.array([[3.0, 4.0], [0.5, 2.0**-60]])).tolist()
    [[3.0, 4.0], [0.5, 0.0]]
    >>> on_grid(np.array([[3.0, 4.0]])).dtype.name
    'float32'
    """
    over = tuple(range(1, cells.ndim))
    bound = 2 * cells.shape[-1] * np.abs(cells).max(axis=over, keepdims=True)
    if bound.max(initial=0) < 1 << 24 and (cells == np.round(cells)).all():
        return cells.astype(np.float32)  # in which such sums are exact, too
    step = np.ldexp(1.0, np.maximum(np.frexp(bound)[1] - 53, -1000))
    rounded: Cells = np.round(cells / step) * step
    return rounded


@dataclass(frozen=True, eq=False)
class Sample:
    """All systems by one metric, unit by unit.

    ``cells`` is ``(columns, runs, units)``; ``runs[s]`` says which of the runs are those of ``systems[s]``.
    """

    metric: Metric
    systems: tuple[str, ...]
    runs: tuple[slice, ...]
    cells: Cells
    totals: Array  # (columns, runs), before any rounding
    signature: str = ""

    @property
    def units(self) -> int:
        """The number of segments or documents."""
        return int(self.cells.shape[-1])

    def score(self, totals: Array) -> Array:
        """Scores of totals whose first axis are the columns."""
        return self.metric.score(np.moveaxis(totals, 0, -1))

    def take(self, units: NDArray[np.intp]) -> "Sample":
        """The same systems on some of the units."""
        cells = self.cells[..., units]
        return replace(self, cells=cells, totals=cells.sum(axis=-1, dtype=np.float64))

    @cached_property
    def run_values(self) -> Array:
        """The score of each run."""
        return self.score(self.totals)

    @cached_property
    def values(self) -> Array:
        """The score of each system: the mean of its runs."""
        return np.array([self.run_values[runs].mean() for runs in self.runs])

    def resampled(self, weights: Array) -> Array:
        """``(runs, rows)``: the scores of all runs by these weights."""
        columns, runs, units = self.cells.shape
        totals = product(self.cells.reshape(columns * runs, units), weights)
        return self.score(totals.reshape(columns, runs, len(weights)))

    def distribution(self, scores: Array, seed: int) -> Array:
        """``(systems, resamples)`` from the ``(runs, resamples)`` of all resamples.

        A system with several runs has one fewer than them drawn with replacement: the mean of so many has
        the variance of the mean of all (Rao & Wu 1988, section 2).
        """
        result = np.empty((len(self.systems), scores.shape[1]))
        for index, runs in enumerate(self.runs):
            number = runs.stop - runs.start
            if number == 1:
                result[index] = scores[runs.start]
                continue
            drawn = generator(seed, _RUNS, index).integers(number, size=(scores.shape[1], number - 1))
            result[index] = np.take_along_axis(scores[runs], drawn.T, axis=0).mean(axis=0)
        return result

    @cached_property
    def mean_cells(self) -> Cells:
        """``(columns, systems, units)``: the mean of each system's runs, on the grid."""
        if len(self.runs) == self.cells.shape[1]:
            return self.cells
        means = [self.cells[:, runs].mean(axis=1, dtype=np.float64) for runs in self.runs]
        return on_grid(np.stack(means, axis=1))

    def jackknife(self) -> Array:
        """``(systems, units)``: the score of each system without one unit."""
        left = [
            self.score(self.totals[:, run, None] - self.cells[:, run]) for run in range(self.cells.shape[1])
        ]
        return np.stack([np.mean(left[runs], axis=0) for runs in self.runs])


def samples(scores: Sequence[Score], documents: Sequence[str] | None = None) -> list[Sample]:
    """A sample for each metric; scores of one system by one metric are its runs.

    With ``documents`` (one name a segment) the units are documents.
    """
    if not scores:
        raise InputError("there are no scores: give at least one system")
    segments = len(scores[0].statistics)
    starts, order = _documents(documents, segments)
    systems = tuple(dict.fromkeys(score.system for score in scores))
    found = []
    for metric in dict.fromkeys(score.metric for score in scores):
        by_system = {
            system: [score.statistics for score in scores if (score.system, score.metric) == (system, metric)]
            for system in systems
        }
        runs, columns, stop = [], [], 0
        for system, parts in by_system.items():
            if not parts:
                raise InputError(f"{system} has no score by {metric!r}: score all systems by all metrics")
            for part in parts:
                if len(part) != segments:
                    raise InputError(
                        f"{system} has {len(part)} segments, but {systems[0]} has {segments}: score all"
                        " systems on the same segments"
                    )
                rows = part.rows.T
                columns.append(rows if starts is None else np.add.reduceat(rows[:, order], starts, axis=1))
            runs.append(slice(stop, stop + len(parts)))
            stop += len(parts)
        cells = np.stack(columns, axis=1)
        found.append(
            Sample(
                metric, systems, tuple(runs), on_grid(cells), cells.sum(axis=-1),
                next(score.signature for score in scores if score.metric == metric),
            )
        )  # fmt: skip
    return found


def _documents(
    documents: Sequence[str] | None, segments: int
) -> tuple[NDArray[np.intp] | None, NDArray[np.intp]]:
    """Where each document starts once the segments are put into an order, and that order."""
    everything = np.arange(segments)
    if documents is None:
        if segments < 2:
            raise InputError(
                f"there {'is 1 segment' if segments else 'are no segments'}, but how sure a score is can only"
                " be told from two or more"
            )
        return None, everything
    if len(documents) != segments:
        raise InputError(
            f"there are {len(documents)} names of documents for {segments} segments: give one a segment"
        )
    for index, name in enumerate(documents):
        if not name:
            raise InputError(f"segment {index + 1} names no document: give one name a segment")
    numbers: dict[str, int] = {}
    which = np.array([numbers.setdefault(name, len(numbers)) for name in documents])
    if len(numbers) < 2:
        raise InputError(
            "there is only one document, but documents can only be resampled where there are two or more:"
            " resample segments instead (--by segments)"
        )
    order = np.argsort(which, kind="stable")
    return np.searchsorted(which[order], np.arange(len(numbers))), order
