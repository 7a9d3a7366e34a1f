"""chrF and chrF++ (Popović 2015, 2017): F-score of character n-grams, and of words where asked for.

The figures are those of sacreBLEU 2.6, at its defaults and with its options; of several references, the one
with the best F-score counts.

>>> float(ChrF().score(ChrF().statistics(["a red pen"], [["the red pen"]])[0])).__round__(2)
53.61
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from bolide.errors import SpecificationError
from bolide.explanation import Explanation, Row, Rows
from bolide.kernels import kernel
from bolide.kernels.ngrams import clipped_matches
from bolide.metric import Array, Metric, as_references, as_segments, best_reference, ratio
from bolide.metrics._credit import character_credit
from bolide.testset import References, Segments
from bolide.text import Ids, codes, encode
from bolide.text.tokenizers import CHRF_WORDS


@dataclass(frozen=True, repr=False)
class ChrF(Metric):
    """F-score of character n-grams; with word_order=2 chrF++.

    Columns, for each order of characters (``c1``...) and words (``w1``...): ``hypothesis_<order>`` and
    ``reference_<order>`` are numbers of n-grams, ``matches_<order>`` those in common. n-grams of the
    hypothesis count only where the reference has any of that order.
    """

    key = "chrf"
    paper = "Popović (2015), chrF: character n-gram F-score for automatic MT evaluation"

    char_order: int = field(default=6, metadata={"help": "longest character n-grams"})
    word_order: int = field(default=0, metadata={"help": "longest word n-grams; 2 is chrF++"})
    beta: float = field(default=2.0, metadata={"help": "how much more recall counts than precision"})
    lowercase: bool = field(default=False, metadata={"help": "ignore case"})
    whitespace: bool = field(default=False, metadata={"help": "keep white space in character n-grams"})
    eps_smoothing: bool = field(
        default=False, metadata={"help": "average F over orders as chrF++.py does, instead of P and R"}
    )

    def __post_init__(self) -> None:
        if self.char_order < 0 or self.word_order < 0 or self.char_order + self.word_order < 1:
            raise SpecificationError(
                f"{self.key}: char_order and word_order must not be negative, and one of them at least 1"
            )
        if not 0 <= self.beta <= 1000:
            raise SpecificationError(f"{self.key}:beta must be from 0 to 1000, not {self.beta:g}")

    @property
    def name(self) -> str:
        return f"chrF{self.beta:g}" + "+" * self.word_order

    @property
    def columns(self) -> tuple[str, ...]:
        orders = [f"c{n + 1}" for n in range(self.char_order)] + [f"w{n + 1}" for n in range(self.word_order)]
        return tuple(f"{what}_{n}" for what in ("hypothesis", "reference", "matches") for n in orders)

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        segments, refs = as_segments(hypotheses), as_references(references)
        parts = []
        if self.char_order:
            parts.append(
                _counts(self._characters(segments), self._characters(refs.flat), refs, self.char_order)
            )
        if self.word_order:
            text = encode(segments, refs, CHRF_WORDS, self.lowercase)
            parts.append(_counts(text.hypotheses, text.references, refs, self.word_order))
        rows = np.concatenate(parts, axis=2)  # (what, reference, order)
        rows = rows.transpose(1, 0, 2).reshape(rows.shape[1], -1)
        if len(refs.flat) == len(refs):
            return rows
        return rows[best_reference(self.score(rows), refs.starts)]

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Which n-grams are matched; each character with the longest n-gram of characters that it is in."""
        rows = self.statistics([hypothesis] * len(references), [[each] for each in references])
        best = int(np.argmax(self.score(rows)))
        row, orders = rows[best].astype(int).tolist(), self.char_order + self.word_order
        names = [f"{n + 1} character{'s' * (n > 0)}" for n in range(self.char_order)]
        names += [f"{n + 1} word{'s' * (n > 0)}" for n in range(self.word_order)]
        texts = [hypothesis, references[best]]
        if self.lowercase:
            texts = [text.lower() for text in texts]
        table = Rows(
            "n-grams" + (f" of the best reference, number {best + 1}" if len(references) > 1 else ""),
            ("of", "matched", "output", "reference"),
            [
                Row((name, row[2 * orders + n], row[n], row[orders + n]))
                for n, name in enumerate(names)
            ],
        )  # fmt: skip
        return Explanation(
            repr(self), hypothesis, tuple(references), float(self.score(rows[best])),
            formula=f"F{self.beta:g} of mean precision (matched / output) and mean recall"
            " (matched / reference)"
            if not self.eps_smoothing
            else f"the mean of F{self.beta:g} over all orders",
            tables=(table,),
            credit=character_credit(texts[0], texts[1:], self.char_order, self.whitespace)
            if self.char_order
            else None,
        )  # fmt: skip

    def _characters(self, segments: Segments) -> Ids:
        if self.lowercase:
            segments = segments.lower()

        def make() -> Ids:
            buffer = codes(segments)
            if self.whitespace:
                return Ids(buffer.values.view(np.int32), buffer.starts)
            kept = np.empty(len(buffer.values), dtype=np.int32)
            starts = np.zeros(len(buffer.starts), dtype=np.int64)
            count = kernel("text").drop_spaces(buffer.values, buffer.starts, kept, starts)
            return Ids(kept[:count], starts)

        return segments.memo(("characters", self.whitespace), make)

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        orders = self.char_order + self.word_order
        hypothesis = totals[..., :orders]
        reference = totals[..., orders : 2 * orders]
        matches = totals[..., 2 * orders :]
        factor = self.beta**2
        if self.eps_smoothing:
            tiny = 1e-16
            precision = ratio(matches, hypothesis, empty=tiny)
            recall = ratio(matches, reference, empty=tiny)
            f = ratio((1 + factor) * precision * recall, factor * precision + recall, empty=tiny)
            mean: Array = 100 * f.mean(axis=-1)
            return mean
        both = (hypothesis > 0) & (reference > 0)
        effective = both.sum(axis=-1)
        precision = ratio((ratio(matches, hypothesis) * both).sum(axis=-1), effective)
        recall = ratio((ratio(matches, reference) * both).sum(axis=-1), effective)
        return 100 * ratio((1 + factor) * precision * recall, factor * precision + recall)


def _counts(hypotheses: Ids, flat: Ids, references: References, order: int) -> Array:
    """``(3, references, order)``: n-grams of the hypothesis, of the reference, and in common."""
    index = np.arange(len(flat.starts) - 1)
    owners = np.repeat(np.arange(len(references)), references.counts)
    matches = clipped_matches(
        hypotheses.values, hypotheses.starts, flat.values, flat.starts,
        np.column_stack([owners, index, index + 1]), order,
    )  # fmt: skip
    n = np.arange(order)
    of_hypothesis = np.maximum(hypotheses.lengths[owners][:, None] - n, 0)
    of_reference = np.maximum(flat.lengths[:, None] - n, 0)
    return np.stack([np.where(of_reference > 0, of_hypothesis, 0), of_reference, matches])
