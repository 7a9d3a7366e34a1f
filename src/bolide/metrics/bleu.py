"""BLEU (Papineni et al. 2002) and M-BLEU (Zhang & Vogel 2004, eq. 1-4).

Both take clipped n-gram precisions and a brevity penalty; BLEU averages the precisions geometrically,
M-BLEU arithmetically. The figures are those of sacreBLEU 2.6, tokenizer by tokenizer and smoothing by
smoothing.

>>> metric = BLEU(effective_order=True)
>>> rows = metric.statistics(["a red pen"], [["the red pen"]])
>>> bool(np.isclose(metric.score(rows.sum(0)), 100 * (2 / 3 * 1 / 2 * 0.5 / 1) ** (1 / 3)))
True
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, get_args

import numpy as np

from bolide.errors import SpecificationError
from bolide.explanation import Explanation, Fraction
from bolide.kernels.ngrams import clipped_matches
from bolide.metric import Array, Metric, as_references, as_segments, ratio
from bolide.metrics._credit import credit
from bolide.testset import Segments
from bolide.text import encode, tokenizer, tokens
from bolide.text.vocabulary import Encoded

PAPINENI = "Papineni et al. (2002), BLEU: a method for automatic evaluation of machine translation"
ZHANG = "Zhang & Vogel (2004), Measuring confidence intervals for MT evaluation metrics"


@dataclass(frozen=True, repr=False)
class _NgramPrecision(Metric):
    """Clipped n-gram matches and lengths; a subclass averages the precisions.

    Columns: ``length`` and ``reference_length`` are words, the latter of the reference whose length is
    closest (the shorter one on a tie); ``matches<n>`` are clipped matches and ``total<n>`` all n-grams of
    the hypothesis.
    """

    tokenize: str = field(default="13a", metadata={"help": "tokenizer"})
    lowercase: bool = field(default=False, metadata={"help": "ignore case"})
    max_ngram_order: int = field(default=4, metadata={"help": "longest n-grams"})

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)
        if self.max_ngram_order < 1:
            raise SpecificationError(
                f"{self.key}:max_ngram_order must be at least 1, not {self.max_ngram_order}"
            )

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.max_ngram_order + 1)
        return (
            "length",
            "reference_length",
            *(f"matches{n}" for n in orders),
            *(f"total{n}" for n in orders),
        )

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        order = self.max_ngram_order
        text = encode(
            as_segments(hypotheses), as_references(references), tokenizer(self.tokenize), self.lowercase
        )
        groups = text.groups
        pairs = np.column_stack([np.arange(len(groups) - 1), groups[:-1], groups[1:]])
        matches = clipped_matches(
            text.hypotheses.values, text.hypotheses.starts,
            text.references.values, text.references.starts, pairs, order,
        )  # fmt: skip
        lengths = text.hypotheses.lengths
        totals = np.maximum(lengths[:, None] - np.arange(order), 0)
        return np.column_stack([lengths, _closest(text), matches, totals]).astype(np.float64)

    _mean: ClassVar[str]
    """How the precisions are averaged, in words."""

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Which n-grams are matched; each word with the longest one that it is in."""
        row = self.statistics([hypothesis], [list(references)])[0]
        matches, total = self._counts(row)
        words, *others = tokens(
            Segments([hypothesis, *references]), tokenizer(self.tokenize), self.lowercase
        ).words()
        penalty = float(self._brevity_penalty(row))
        return Explanation(
            repr(self), hypothesis, tuple(references), float(self.score(row)),
            formula=f"brevity penalty {penalty:.4f} ({row[0]:.0f} words, closest reference {row[1]:.0f})"
            f" times the {self._mean} mean of the precisions",
            fractions=tuple(
                Fraction(f"{n}-grams", m, t)
                for n, (m, t) in enumerate(zip(matches.tolist(), total.tolist(), strict=True), 1)
            ),
            credit=credit(words, others, self.max_ngram_order),
        )  # fmt: skip

    def _brevity_penalty(self, totals: Array) -> Array:
        length, reference = totals[..., 0], totals[..., 1]
        shortfall = 1 - ratio(reference, length, empty=np.inf)
        return np.where(length < reference, np.exp(np.minimum(shortfall, 0)), 1.0)

    def _counts(self, totals: Array) -> tuple[Array, Array]:
        """Matches and totals."""
        order = self.max_ngram_order
        return totals[..., 2 : 2 + order], totals[..., 2 + order : 2 + 2 * order]


def _closest(text: Encoded) -> Array:
    """The length of the closest reference of each segment; the shorter one on a tie."""
    lengths = text.references.lengths
    if len(lengths) == len(text.groups) - 1:
        return lengths.astype(np.float64)
    distance = np.abs(lengths - text.hypotheses.lengths[text.owners])
    best = np.lexsort((lengths, distance, text.owners))[text.groups[:-1]]
    return lengths[best].astype(np.float64)


Smoothing = Literal["exp", "floor", "add-k", "add-one", "epsilon", "none", "mteval"]
_SMOOTH_VALUE = {"floor": 0.1, "add-k": 1.0, "epsilon": 0.001}


@dataclass(frozen=True, repr=False)
class BLEU(_NgramPrecision):
    """Geometric mean of clipped n-gram precisions, times a brevity penalty."""

    key = "bleu"
    paper = PAPINENI
    _mean = "geometric"

    smooth_method: Smoothing = field(
        default="exp",
        metadata={
            "choices": get_args(Smoothing),
            "help": "how a precision of zero is smoothed; mteval is exp with absent orders counted as 1,"
            " add-one adds 1 to both counts of an order without matches, epsilon puts a precision",
        },
    )
    smooth_value: float | None = field(
        default=None, metadata={"help": "the value of floor (0.1), add-k (1) and epsilon (0.001)"}
    )
    effective_order: bool = field(
        default=False, metadata={"help": "leave out orders longer than the text; for single segments"}
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.smooth_value is not None and not 0 <= self.smooth_value < np.inf:
            raise SpecificationError(f"{self.key}:smooth_value must be 0 or more, not {self.smooth_value:g}")

    @property
    def name(self) -> str:
        return "BLEU"

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        matches, total = self._counts(totals)
        matched = matches.any(axis=-1)
        value = (
            self.smooth_value if self.smooth_value is not None else _SMOOTH_VALUE.get(self.smooth_method, 0)
        )
        if self.smooth_method == "add-k":
            later = np.arange(self.max_ngram_order) > 0
            matches, total = matches + later * value, total + later * value
        elif self.smooth_method == "add-one":
            none = (matches == 0) & (total > 0)
            matches, total = matches + none, total + none
        # Orders count up to the first that has no n-grams at all; what follows is absent.
        present = np.logical_and.accumulate(total > 0, axis=-1)
        numerator = matches
        if self.smooth_method in ("exp", "mteval"):
            zero = present & (matches == 0)
            numerator = np.where(zero, 0.5 ** np.cumsum(zero, axis=-1), matches)
        elif self.smooth_method == "floor":
            numerator = np.where(matches == 0, value, matches)
        precision = np.where(present, ratio(numerator, total), 0.0)
        if self.smooth_method == "epsilon":
            precision = np.where(present & (matches == 0), value, precision)
        with np.errstate(divide="ignore"):
            logs = np.log(precision)
        if self.smooth_method == "mteval":
            logs = np.where(present, logs, 0.0)
            mean = logs.mean(axis=-1)
            matched = np.ones_like(matched)
        elif self.effective_order:
            orders = np.maximum(present.sum(axis=-1), 1)
            mean = np.where(present, logs, 0.0).sum(axis=-1) / orders
        else:
            mean = logs.mean(axis=-1)
        return 100 * np.where(matched, self._brevity_penalty(totals) * np.exp(mean), 0.0)


@dataclass(frozen=True, repr=False)
class MBLEU(_NgramPrecision):
    """Arithmetic mean of clipped n-gram precisions, times BLEU's brevity penalty (eq. 4)."""

    key = "m-bleu"
    paper = ZHANG
    _mean = "arithmetic"

    @property
    def name(self) -> str:
        return "M-BLEU"

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        matches, total = self._counts(totals)
        score: Array = 100 * self._brevity_penalty(totals) * ratio(matches, total).mean(axis=-1)
        return score
