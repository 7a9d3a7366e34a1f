"""The contract: what a metric is, what it emits, and what a score is.

A metric turns each segment into one row of numbers that may be added up, and a sum of rows into a score.
Nothing else in the program knows what a metric is, so a segment (``score(rows)``), a corpus
(``score(rows.sum(0))``) and ten thousand bootstrap resamples (``score(weights @ rows)``) are the same call.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True, repr=False)
... class ExactMatch(Metric):
...     '''How many segments equal a reference.'''
...     key = "exact-match"
...     lowercase: bool = False
...     @property
...     def columns(self):
...         return ("equal", "segments")
...     def statistics(self, hypotheses, references):
...         return np.array([[h in refs, 1.0] for h, refs in zip(hypotheses, references)])
...     def score(self, totals):
...         return 100 * ratio(totals[..., 0], totals[..., 1])
>>> metric = ExactMatch()
>>> metric, metric.signature()
(exact-match, 'exact-match|lowercase:no')
>>> float(metric.score(metric.statistics(["a", "b"], [["a"], ["c"]]).sum(0)))
50.0
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Self
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bolide.errors import InputError
from bolide.testset import References, Segments

Array = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Metric(ABC):
    """The base of every metric: a frozen dataclass whose fields are its parameters and its only state.

    A subclass gives ``key`` (its name in a specification), ``columns``, ``statistics`` and ``score``; the
    rest follows from its fields. A field's ``metadata["help"]`` explains it to people and
    ``metadata["choices"]`` restricts its values.
    """

    key: ClassVar[str]
    paper: ClassVar[str] = ""
    scale: ClassVar[str] = "0-100"
    higher_is_better: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """How people call it, e.g. ``chrF2++``."""
        return self.key

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """A name for each statistic."""

    def fit(self, references: Sequence[Sequence[str]]) -> Self:
        """The metric fitted on all references of a test set; itself where there is nothing to fit."""
        return self

    @abstractmethod
    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        """One row a segment, independent of the other segments and of the batch."""

    @abstractmethod
    def score(self, totals: Array) -> Array:
        """``(..., len(columns)) -> (...)``: pure, vectorised, never looks at text, changes nothing."""

    def parameters(self) -> dict[str, Any]:
        """The values of all parameters by name."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.init and f.repr}

    def signature(self) -> str:
        """Every setting that can change a number, as key:value|key:value."""
        settings = (f"{name}:{spell(value)}" for name, value in self.parameters().items())
        return "|".join((self.key, *settings))

    def __repr__(self) -> str:
        """The specification: key and the parameters that are not at their defaults; it parses back."""
        defaults = {f.name: f.default for f in fields(self)}
        changed = [
            f"{name}={spell(value)}" for name, value in self.parameters().items() if value != defaults[name]
        ]
        return self.key + (":" + ",".join(changed) if changed else "")


def spell(value: Any) -> str:
    """A parameter's value as it stands in specifications and signatures.

    >>> spell(True), spell(None), spell(("exact", "porter")), spell(0.5), spell(2.0)
    ('yes', 'none', 'exact+porter', '0.5', '2')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "+".join(map(spell, value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def ratio(over: ArrayLike, under: ArrayLike, empty: float = 0.0) -> Array:
    """``over / under``, and ``empty`` where ``under`` is 0.

    >>> ratio([1, 2], [2, 0])
    array([0.5, 0. ])
    """
    over, under = np.asarray(over, dtype=np.float64), np.asarray(under, dtype=np.float64)
    safe = np.where(under == 0, 1.0, under)
    result: Array = np.where(under == 0, empty, over / safe)
    return result


def best_reference(
    scores: Array, starts: NDArray[np.int64], higher_is_better: bool = True
) -> NDArray[np.intp]:
    """For each segment, the position of its best reference; the first of equally good ones.

    ``scores`` has one value a reference; segment ``i`` owns ``starts[i]:starts[i + 1]``.

    >>> best_reference(np.array([1.0, 3.0, 3.0, 2.0]), np.array([0, 3, 4]))
    array([1, 3])
    """
    if len(starts) == len(scores) + 1:  # one reference each
        return np.arange(len(scores))
    values = scores if higher_is_better else -scores
    best = np.repeat(np.maximum.reduceat(values, starts[:-1]), np.diff(starts))
    hits = np.flatnonzero(values == best)
    return hits[np.searchsorted(hits, starts[:-1])]


@dataclass(frozen=True, eq=False)
class Statistics:
    """What a metric emits for a system: one row a segment, and what the columns mean.

    >>> s = Statistics(np.array([[1.0, 2.0], [3.0, 4.0]]), ("matches", "total"), "toy", ("1", "2"))
    >>> s.total(), s.take([1, 1]).rows.tolist(), len(s)
    (array([4., 6.]), [[3.0, 4.0], [3.0, 4.0]], 2)
    """

    rows: Array
    columns: tuple[str, ...]
    signature: str
    ids: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        rows = np.ascontiguousarray(self.rows, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != len(self.columns):
            raise InputError(
                f"statistics of {self.signature} have the shape {rows.shape}, but {len(self.columns)} columns"
                " are declared"
            )
        ids = self.ids or tuple(map(str, range(1, len(rows) + 1)))
        if len(ids) != len(rows):
            raise InputError(f"statistics of {self.signature} have {len(rows)} rows and {len(ids)} ids")
        rows.setflags(write=False)
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "ids", ids)

    def __len__(self) -> int:
        return len(self.rows)

    def total(self) -> Array:
        """The sum of all rows: what ``Metric.score`` takes for the corpus."""
        total: Array = self.rows.sum(axis=0)
        return total

    def take(self, indices: ArrayLike) -> "Statistics":
        """The rows at these positions, in this order, repeated as often as they are named."""
        chosen = np.arange(len(self))[np.asarray(indices)]
        return Statistics(
            self.rows[chosen], self.columns, self.signature, tuple(self.ids[i] for i in chosen.tolist())
        )

    @classmethod
    def concatenate(cls, parts: Iterable["Statistics"]) -> "Statistics":
        """Several parts of one test set, in order; they must come from the same metric."""
        parts = list(parts)
        if not parts:
            raise InputError("there are no statistics to concatenate")
        for part in parts[1:]:
            if (part.signature, part.columns) != (parts[0].signature, parts[0].columns):
                raise InputError(
                    f"statistics of {parts[0].signature} and of {part.signature} cannot be concatenated:"
                    " use the same metric with the same settings"
                )
        return cls(
            np.concatenate([part.rows for part in parts]),
            parts[0].columns,
            parts[0].signature,
            tuple(i for part in parts for i in part.ids),
        )

    def save(self, path: str | Path) -> None:
        """Write an ``.npz`` file that ``load`` reads."""
        with open(path, "wb") as file:
            np.savez_compressed(
                file,
                rows=self.rows,
                columns=np.array(self.columns),
                signature=np.array(self.signature),
                ids=np.array(self.ids),
            )

    @classmethod
    def load(cls, path: str | Path) -> "Statistics":
        """Read what ``save`` wrote."""
        try:
            with np.load(path, allow_pickle=False) as file:
                return cls(
                    file["rows"],
                    tuple(file["columns"].tolist()),
                    str(file["signature"]),
                    tuple(file["ids"].tolist()),
                )
        except FileNotFoundError:
            raise InputError(f"{path}: there is no such file") from None
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise InputError(f"{path}: not a file that Statistics.save wrote ({error})") from None


@dataclass(frozen=True, eq=False)
class Score:
    """A number with everything that is needed to report it.

    ``float(score)`` is its value; ``score.segments`` are the scores of the segments by the same metric.
    """

    metric: Metric
    statistics: Statistics
    system: str = ""
    references: str = "1"

    @property
    def value(self) -> float:
        """The score of the whole test set."""
        return float(self.metric.score(self.statistics.total()))

    @property
    def segments(self) -> Array:
        """The score of each segment."""
        return self.metric.score(self.statistics.rows)

    @property
    def name(self) -> str:
        """The metric's name."""
        return self.metric.name

    @property
    def scale(self) -> str:
        """The metric's scale, e.g. ``0-100``."""
        return self.metric.scale

    @property
    def signature(self) -> str:
        """All settings, the number of references and the program's version."""
        from bolide import __version__

        return f"{self.statistics.signature}|refs:{self.references}|version:{__version__}"

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return f"{self.name} = {self.value:.2f} ({self.signature})"

    def to_json(self) -> Mapping[str, Any]:
        """The score as ``bolide score --format json`` prints it."""
        return {
            "system": self.system,
            "metric": repr(self.metric),
            "value": self.value,
            "scale": self.scale,
            "signature": self.signature,
            "statistics": dict(zip(self.statistics.columns, self.statistics.total().tolist(), strict=True)),
        }


def as_segments(hypotheses: Sequence[str]) -> Segments:
    """What ``statistics`` was given, as ``Segments``."""
    return hypotheses if isinstance(hypotheses, Segments) else Segments(hypotheses)


def as_references(references: Sequence[Sequence[str]]) -> References:
    """What ``statistics`` was given, as ``References``; a bare string counts as one reference."""
    if isinstance(references, References):
        return references
    return References.of((group,) if isinstance(group, str) else group for group in references)
