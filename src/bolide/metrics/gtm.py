"""GTM, the general text matcher (Turian et al. 2003): F-score of matching words, long runs weighing more.

A run is a row of words that the hypothesis shares with a reference. Runs are chosen greedily, the longest
first, so that no word is used twice; of equally long ones that which comes last, as in GTM 1.4, whose figures
these are. With an exponent *e* above 1, the size of the match is the sum of *length^e* over its runs, to the
power of *1/e*: one run of four words weighs more than four single words.

Several references are taken together: a run lies in one of them, but another run may come from another. No
more words match than the hypothesis has, nor than the references have on average, the last run being cut.
Recall is over their mean length.

Like GTM, this takes words to be what stands between spaces and heeds case; ``tokenize=13a,lowercase=yes``
looks at words as BLEU does.

>>> hypothesis, reference = ["the red pen he has"], [["he has the red pen"]]
>>> [round(float(m.score(m.statistics(hypothesis, reference)[0])), 2) for m in (GTM(), GTM(exponent=2.0))]
[100.0, 72.11]
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bolide.alignment import Alignment, Link
from bolide.errors import SpecificationError
from bolide.kernels.runs import maximum_matching
from bolide.metric import Array, Metric, as_references, as_segments, check_choices, ratio
from bolide.metrics._rates import mean_lengths, shown_words
from bolide.testset import References, Segments
from bolide.text import Encoded, encode, tokenizer


@dataclass(frozen=True, repr=False)
class GTM(Metric):
    """F-score of matching words, where runs of words can be made to weigh more.

    Columns: ``matching`` is the size of the match, *(Σ length^e)^(1/e)* over its runs; ``length`` and
    ``reference_length``, the mean over the references, are words.
    """

    key = "gtm"
    paper = "Turian et al. (2003), Evaluation of machine translation and its evaluation"

    exponent: float = field(default=1.0, metadata={"help": "how much longer runs weigh more; 1: not at all"})
    measure: Literal["f", "precision", "recall"] = field(
        default="f", metadata={"choices": ("f", "precision", "recall"), "help": "f, precision or recall"}
    )
    tokenize: str = field(default="none", metadata={"help": "tokenizer"})
    lowercase: bool = field(default=False, metadata={"help": "ignore case"})

    def __post_init__(self) -> None:
        tokenizer(self.tokenize)
        check_choices(self)
        if not 1 <= self.exponent <= 30:  # beyond, long runs to its power are more than a float holds
            raise SpecificationError(f"gtm:exponent must be from 1 to 30, not {self.exponent:g}")

    @property
    def name(self) -> str:
        return "GTM" if self.measure == "f" else f"GTM {self.measure}"

    @property
    def columns(self) -> tuple[str, ...]:
        return ("matching", "length", "reference_length")

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        text = encode(
            as_segments(hypotheses), as_references(references), tokenizer(self.tokenize), self.lowercase
        )
        sizes, _ = self._matching(text)
        return np.column_stack([sizes ** (1 / self.exponent), text.hypotheses.lengths, mean_lengths(text)])

    def align(self, hypothesis: str, references: Sequence[str]) -> Alignment:
        """The runs; several references stand one after the other, with "|" between them."""
        segments, refs, by = Segments([hypothesis]), References.of([references]), tokenizer(self.tokenize)
        text = encode(segments, refs, by, self.lowercase)
        words, others = (shown_words(texts, by, self.lowercase) for texts in (segments, refs.flat))
        begins, joined = text.references.starts, [word for each in others for word in ("|", *each)][1:]
        row = self.statistics([hypothesis], [references])[0]
        links = []
        for first, other, length in self._matching(text)[1].tolist():
            other += int(np.searchsorted(begins, other, side="right")) - 1  # the bars before it
            kind = "run" if length > 1 else "match"
            links.append(Link((first, first + length), (other, other + length), kind))
        return Alignment(
            tuple(words[0]),
            tuple(joined),
            tuple(sorted(links)),
            score=float(self.score(row)),
            metric=repr(self),
            kinds=("match", "run"),
            details={"matching": float(row[0])},
        )

    def _matching(self, text: Encoded) -> tuple[Array, NDArray[np.int64]]:
        hyp, ref = text.hypotheses, text.references
        return maximum_matching(hyp.values, hyp.starts, ref.values, ref.starts, text.groups, self.exponent)

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        matching, length, reference = (totals[..., k] for k in range(3))
        if self.measure == "precision":
            return 100 * ratio(matching, length)
        if self.measure == "recall":
            return 100 * ratio(matching, reference)
        return 100 * ratio(2 * matching, length + reference)
