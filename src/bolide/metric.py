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
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from os import PathLike
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bolide.alignment import Alignment
from bolide.errors import InputError, SpecificationError, suggestion
from bolide.explanation import Explanation
from bolide.testset import References, Segments

Array = NDArray[np.float64]

LARGEST = 1e100
"""What statistics must stay below, so that no sum of them is infinite."""


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
    worth_caching: ClassVar[bool] = False
    """Whether statistics take longer to compute than to find on disk; they are then kept there."""

    def __post_init__(self) -> None:
        check_choices(self)

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

    def align(self, hypothesis: str, references: Sequence[str]) -> Alignment:
        """Which words correspond, with the best of the references; for metrics that align words."""
        raise SpecificationError(
            f"{self.key} does not align words: choose a metric that does, such as meteor or ter"
        )

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Why this hypothesis has its score; where nothing else is known of a metric, its alignment."""
        try:
            alignment = self.align(hypothesis, references)
        except SpecificationError:
            raise SpecificationError(
                f"{self.key} does not explain its scores: choose a metric that does, such as meteor or stm"
            ) from None
        score = alignment.score
        if score is None:
            score = float(self.score(self.statistics([hypothesis], [list(references)])[0]))
        return Explanation(repr(self), hypothesis, tuple(references), score, alignment=alignment)

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

    A value with commas, such as the specification of a parser, stands in square brackets.

    >>> spell(True), spell(None), spell(()), spell(("exact", "porter")), spell(0.5), spell(2.0)
    ('yes', 'none', 'none', 'exact+porter', '0.5', '2')
    >>> spell("spacy:model=en_core_web_sm,gpu=no")
    '[spacy:model=en_core_web_sm,gpu=no]'
    """
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "+".join(map(spell, value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return f"[{value}]" if "," in str(value) else str(value)


def check_choices(metric: Metric) -> None:
    """Raise if a parameter has a value that its field's ``choices`` do not allow.

    Metrics with a ``__post_init__`` of their own call it there, so that a wrong value is caught however the
    metric was made.
    """
    for f in fields(metric):
        value = getattr(metric, f.name)
        if "choices" in f.metadata and value not in f.metadata["choices"]:
            raise wrong_choice(f"{metric.key}:{f.name}", value, f.metadata["choices"])


def wrong_choice(where: str, value: Any, choices: Iterable[Any]) -> SpecificationError:
    """The error that says which values there are.

    >>> print(wrong_choice("wer:reference_length", "bets", ("mean", "best")))
    wer:reference_length cannot be 'bets': did you mean 'best'?
    """
    return SpecificationError(
        f"{where} cannot be {spell(value)!r}: {suggestion(spell(value), map(spell, choices))}"
    )


def ratio(over: ArrayLike, under: ArrayLike, empty: float = 0.0) -> Array:
    """``over / under``, and ``empty`` where ``under`` is 0.

    >>> ratio([1, 2], [2, 0])
    array([0.5, 0. ])
    """
    over, under = np.asarray(over, dtype=np.float64), np.asarray(under, dtype=np.float64)
    safe = np.where(under == 0, 1.0, under)
    result: Array = np.where(under == 0, empty, over / safe)
    return result


def finite(value: float) -> float | None:
    """A number as JSON can write it: None where it does not exist.

    >>> finite(0.5), finite(float("nan"))
    (0.5, None)
    """
    return None if np.isnan(value) else value


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
        fine = np.abs(rows) < LARGEST  # and not NaN
        if not fine.all():
            row, column = np.argwhere(~fine)[0]
            raise InputError(
                f"segment {ids[row]}: {self.columns[column]} of {self.signature} is {rows[row, column]}, but"
                f" a number is needed, below {LARGEST:g}"
            )
        rows.setflags(write=False)
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "ids", ids)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<Statistics: {len(self)} segments, {self.signature}>"

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

    def save(self, path: str | PathLike[str]) -> None:
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
    def load(cls, path: str | PathLike[str]) -> "Statistics":
        """Read what ``save`` wrote."""
        from zipfile import BadZipFile

        try:
            with open(path, "rb") as raw, np.load(raw, allow_pickle=False) as file:
                return cls(
                    file["rows"],
                    tuple(file["columns"].tolist()),
                    str(file["signature"]),
                    tuple(file["ids"].tolist()),
                )
        except FileNotFoundError:
            raise InputError(f"{path}: there is no such file") from None
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise InputError(f"{path}: not a file that Statistics.save wrote") from error


@dataclass(frozen=True, eq=False)
class Interval:
    """How sure a value is: what ``bolide.inference`` finds for scores and for differences of scores.

    ``distribution`` holds the value on each resample of the ``units`` (segments or documents); the truth lies
    between ``low`` and ``high`` with a confidence of so many percent.

    >>> found = Interval(20.0, 18.0, 23.0, np.array([18.0, 19.0, 20.0, 22.0, 23.0]))
    >>> print(found, found.relative, round(found.stderr, 3))
    20.00 [18.00, 23.00] (-10.0, 15.0) 2.074
    """

    value: float
    low: float
    high: float
    distribution: Array
    confidence: float = 95.0
    method: str = "percentile"
    seed: int = 1
    unit: str = "segments"
    units: int = 0

    @property
    def median(self) -> float:
        """The middle of the distribution."""
        return float(np.median(self.distribution))

    @property
    def relative(self) -> tuple[float, float]:
        """Both ends as percent of the median, as Zhang & Vogel (2004) write them; NaN where that is 0."""
        median = self.median
        if not median:
            return (np.nan, np.nan)
        return (100 * (self.low - median) / abs(median), 100 * (self.high - median) / abs(median))

    @property
    def stderr(self) -> float:
        """The standard error: the standard deviation of the distribution."""
        return float(np.std(self.distribution, ddof=1)) if len(self.distribution) > 1 else np.nan

    @property
    def n_resamples(self) -> int:
        """How many resamples it comes from."""
        return len(self.distribution)

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"

    def to_json(self) -> Mapping[str, Any]:
        """The interval as ``bolide score --confidence 95 --format json`` prints it."""
        return {
            "low": self.low,
            "high": self.high,
            "confidence": self.confidence,
            "relative": [*map(finite, self.relative)],
            "median": self.median,
            "stderr": finite(self.stderr),
            "method": self.method,
            "n_resamples": self.n_resamples,
            "seed": self.seed,
            "unit": self.unit,
            "units": self.units,
        }


@dataclass(frozen=True, eq=False)
class Score:
    """A number with everything that is needed to report it.

    ``float(score)`` is its value; ``score.segments`` are the scores of the segments by the same metric;
    ``score.interval`` says how sure it is.
    """

    metric: Metric
    statistics: Statistics
    system: str = ""
    references: str = "1"
    estimate: Callable[["Score"], Interval] | None = field(default=None, repr=False)
    """How ``interval`` is found; the first time that somebody asks."""

    @property
    def value(self) -> float:
        """The score of the whole test set."""
        return float(self.metric.score(self.statistics.total()))

    @property
    def segments(self) -> Array:
        """The score of each segment."""
        return self.metric.score(self.statistics.rows)

    @cached_property
    def interval(self) -> Interval:
        """Its bootstrap interval."""
        if self.estimate is None:
            raise InputError("this score has no interval: use bolide.score, or bolide.inference.intervals")
        return self.estimate(self)

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
