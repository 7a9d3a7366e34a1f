"""Judgements: what people said of system outputs, one at a time.

judgement   what one judge said of one system's translation of one segment
judge       who said it: a person, or the file where nobody is named
dimension   what was judged: adequacy, fluency, or one overall quality
combined    the mean of all dimensions, of cells for which each of them was judged
cell        a system and a segment; its value is the mean over its judges
raw         values as they were given
normalised  each judge's values with that judge's mean taken off, over their standard deviation, for each
            dimension apart, so that strict and lenient judges agree (METEOR, section 3.7)
overall     the official score of a whole system, where a campaign published one

>>> made = Judgements.of(
...     [("A", "1", "ann", 5), ("A", "2", "ann", 3), ("B", "1", "ben", 2), ("B", "2", "ben", 1)], ("quality",)
... )
>>> made.table(["A", "B"], ["1", "2"]).tolist()
[[5.0, 3.0], [2.0, 1.0]]
>>> made.table(["A", "B"], ["1", "2"], normalised=True).round(2).tolist()
[[0.71, -0.71], [0.71, -0.71]]
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError, SpecificationError, suggestion
from bolide.metric import Array

COMBINED = "combined"
Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Judgements:
    """All judgements of a campaign.

    ``system``, ``segment`` and ``judge`` say what each judgement is about, as positions in ``systems``,
    ``segments`` and ``judges``; ``values`` has a column a dimension, NaN where one was not judged. ``lines``
    are the places in the file ``source``. ``overall`` are official scores of systems.
    """

    systems: tuple[str, ...]
    segments: tuple[str, ...]
    judges: tuple[str, ...]
    dimensions: tuple[str, ...]
    system: Indices
    segment: Indices
    judge: Indices
    values: Array
    lines: Indices
    source: str = ""
    overall: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        rows: Iterable[Sequence[Any]],
        dimensions: Sequence[str],
        source: str = "",
        lines: Sequence[int] = (),
        overall: Mapping[str, float] | None = None,
    ) -> "Judgements":
        """From rows of system, segment, judge and a value a dimension, all trusted."""
        rows = list(rows)
        systems, system = _number(row[0] for row in rows)
        segments, segment = _number(row[1] for row in rows)
        judges, judge = _number(row[2] for row in rows)
        values = np.array([row[3:] for row in rows], dtype=np.float64).reshape(len(rows), len(dimensions))
        places = np.array(lines or range(1, len(rows) + 1), dtype=np.intp)
        return cls(
            systems, segments, judges, tuple(dimensions), system, segment, judge, values, places, source,
            overall or {},
        )  # fmt: skip

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be asked for: the dimensions, and ``combined`` where there are several."""
        return self.dimensions if len(self.dimensions) == 1 else (*self.dimensions, COMBINED)

    @cached_property
    def can_normalise(self) -> bool:
        """Whether there are several judges, each of whom judged often enough to know how strict they are."""
        return len(self.judges) > 1 and bool((np.bincount(self.judge, minlength=1) > 1).all())

    def check(self, systems: Sequence[str], ids: Sequence[str]) -> None:
        """Raise where judgements and texts cannot be about the same things.

        Judged systems whose texts are not given are left out; a segment that the test set does not have, or
        a set of systems of which none was judged, is an error.
        """
        known = set(ids)
        for place, name in enumerate(self.segments):
            if name not in known:
                line = int(self.lines[np.flatnonzero(self.segment == place)[0]])
                raise InputError(
                    f"{self.source}, line {line}: there is no segment {name!r} in the test set, which has"
                    f" {len(ids)} ({ids[0]} to {ids[-1]}): give the references that were judged"
                )
        judged = {*self.systems, *self.overall}
        if not judged & set(systems):
            raise InputError(
                f"{self.source} judges none of the systems {', '.join(systems)}, but"
                f" {', '.join(sorted(judged))}: name systems as there, by NAME=FILE"
            )
        for name in systems:
            near = suggestion(name, judged - set(systems)) if judged - set(systems) else ""
            if name not in judged and near.startswith("did you mean"):
                raise InputError(f"{self.source} has no judgement of {name!r}: {near} (write NAME=FILE)")

    def table(
        self,
        systems: Sequence[str],
        ids: Sequence[str],
        dimension: str | None = None,
        normalised: bool = False,
    ) -> Array:
        """``(systems, segments)``: the mean over judges, NaN where nobody judged."""
        chosen = self.choices[-1] if dimension is None else dimension
        if chosen not in self.choices:
            raise SpecificationError(f"nothing was judged as {chosen!r}: {suggestion(chosen, self.choices)}")
        values = self._normalised if normalised else self.values
        if chosen != COMBINED:
            values = values[:, [self.dimensions.index(chosen)]]
        rows, columns = _positions(self.systems, systems), _positions(self.segments, ids)
        row, column = rows[self.system], columns[self.segment]
        given = (row >= 0) & (column >= 0)
        cell = row[given] * len(ids) + column[given]
        size = len(systems) * len(ids)
        means = []
        for part in values[given].T:
            present = ~np.isnan(part)
            count = np.bincount(cell[present], minlength=size)
            total = np.bincount(cell[present], weights=part[present], minlength=size)
            means.append(np.where(count, total / np.maximum(count, 1), np.nan))
        table: Array = np.mean(means, axis=0).reshape(len(systems), len(ids))
        return table

    @cached_property
    def _normalised(self) -> Array:
        result = np.full_like(self.values, np.nan)
        for dimension in range(len(self.dimensions)):
            for judge in range(len(self.judges)):
                mine = np.flatnonzero((self.judge == judge) & ~np.isnan(self.values[:, dimension]))
                part = self.values[mine, dimension]
                if not len(part):
                    continue
                spread = part.std(ddof=1) if len(part) > 1 else 0.0
                result[mine, dimension] = (part - part.mean()) / spread if spread else 0.0
        return result


def _number(names: Iterable[Any]) -> tuple[tuple[str, ...], Indices]:
    """Distinct names in order, and the position of each."""
    numbers: dict[str, int] = {}
    which = [numbers.setdefault(str(name), len(numbers)) for name in names]
    return tuple(numbers), np.array(which, dtype=np.intp)


def _positions(names: Sequence[str], wanted: Sequence[str]) -> Indices:
    """Where each name stands in ``wanted``, -1 where it does not."""
    place = {name: index for index, name in enumerate(wanted)}
    return np.array([place.get(name, -1) for name in names], dtype=np.intp)
