"""WER, PER and CDER: how many words must be edited, in percent of the reference length.

WER    Levenshtein's distance: the fewest insertions, deletions and substitutions of words
PER    the same where order does not count: the longer length less the words in common (Tillmann et al. 1997)
CDER   Levenshtein's distance where every reference word is covered once, in order, and a jump to any other
       place of the hypothesis costs 1, so that moving a block is one edit (Leusch et al. 2006)

Of several references the one with the smallest distance counts, and its edits are divided by the mean length
of all of them (Nießen et al. 2000) or, with ``reference_length=best``, by its own. A rate can exceed 100.

Like the programs that they are compared with (jiwer, Moses, apertium-eval), they take words to be what stands
between spaces and heed case; ``tokenize=13a,lowercase=yes`` looks at words as BLEU does.

>>> hypothesis, reference = ["the red pen he has"], [["he has the red pen"]]
>>> [float(m.score(m.statistics(hypothesis, reference)[0])) for m in (WER(), PER(), CDER())]
[80.0, 0.0, 60.0]
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bolide.alignment import Alignment
from bolide.kernels.edits import block_movements, levenshtein, shifted_edits
from bolide.kernels.ngrams import clipped_matches
from bolide.metric import Array, Metric, as_references, as_segments, best_reference, check_choices
from bolide.metrics._rates import edit_alignment, error_rate, mean_lengths, pairs, shown_words
from bolide.testset import References, Segments
from bolide.text import encode, tokenizer
from bolide.text.vocabulary import Encoded


@dataclass(frozen=True, repr=False)
class _ErrorRate(Metric):
    """Edits over reference length; a subclass counts the edits.

    Columns: ``edits`` to the nearest reference; ``reference_length`` is in words.
    """

    scale = "0-inf"
    higher_is_better = False

    tokenize: str = field(default="none", metadata={"help": "tokenizer"})
    lowercase: bool = field(default=False, metadata={"help": "ignore case"})
    reference_length: Literal["mean", "best"] = field(
        default="mean",
        metadata={
            "choices": ("mean", "best"),
            "help": "length of which reference: the mean of all, or that of the nearest one",
        },
    )

    def __post_init__(self) -> None:
        tokenizer(self.tokenize)
        check_choices(self)

    @property
    def name(self) -> str:
        return self.key.upper()

    @property
    def columns(self) -> tuple[str, ...]:
        return ("edits", "reference_length")

    @abstractmethod
    def _distances(self, text: Encoded) -> NDArray[Any]:
        """The edits to every reference."""

    def _further(self, text: Encoded, best: NDArray[np.intp]) -> tuple[NDArray[Any], ...]:
        """Further columns; ``best`` are the nearest references."""
        return ()

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        text = encode(
            as_segments(hypotheses), as_references(references), tokenizer(self.tokenize), self.lowercase
        )
        distances = self._distances(text).astype(np.float64)
        best = best_reference(distances, text.groups, higher_is_better=False)
        lengths = mean_lengths(text) if self.reference_length == "mean" else text.references.lengths[best]
        columns = [distances[best], lengths, *self._further(text, best)]
        return np.column_stack(columns).astype(np.float64)

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        return error_rate(totals[..., 0], totals[..., 1])


@dataclass(frozen=True, repr=False)
class WER(_ErrorRate):
    """Word error rate: the fewest insertions, deletions and substitutions, over the reference length."""

    key = "wer"
    paper = "Nießen et al. (2000), An evaluation tool for machine translation"

    def align(self, hypothesis: str, references: Sequence[str]) -> Alignment:
        """The edits to the nearest reference: matches and substitutions link words."""
        segments, refs, by = Segments([hypothesis]), References.of([references]), tokenizer(self.tokenize)
        text = encode(segments, refs, by, self.lowercase)
        hyp, ref, each = text.hypotheses, text.references, pairs(text)
        distances = self._distances(text)
        best = int(distances.argmin())
        edits = shifted_edits(
            hyp.values, hyp.starts, ref.values, ref.starts, each[best : best + 1],
            shift_distance=0,
            beam_width=int(distances[best]) + 3,  # no best path leaves it
        )  # fmt: skip
        words, others = (shown_words(texts, by, self.lowercase) for texts in (segments, refs.flat))
        score = float(self.score(self.statistics([hypothesis], [references])[0]))
        made = edit_alignment(words[0], others[best], edits, ("insertions", "deletions", "substitutions"))
        return replace(made, score=score, metric=repr(self))

    def _distances(self, text: Encoded) -> NDArray[Any]:
        hyp, ref = text.hypotheses, text.references
        return levenshtein(hyp.values, hyp.starts, ref.values, ref.starts, pairs(text))


@dataclass(frozen=True, repr=False)
class PER(_ErrorRate):
    """Position-independent error rate: the longer length less the words in common, over the reference's.

    Columns: ``edits`` to the nearest reference; ``reference_length`` in words; ``length`` of the hypothesis,
    ``nearest_length`` of the nearest reference, and their ``matches``. Of a corpus, Moses and apertium-eval
    take the longer of the summed lengths, so that words too many in one segment make up for words too few in
    another; ``corpus=edits`` sums the segments' edits, as WER and CDER do.
    """

    key = "per"
    paper = "Tillmann et al. (1997), Accelerated DP based search for statistical translation"

    corpus: Literal["counts", "edits"] = field(
        default="counts",
        metadata={
            "choices": ("counts", "edits"),
            "help": "what is summed over segments: lengths and matches, as Moses does it, or edits",
        },
    )

    @property
    def columns(self) -> tuple[str, ...]:
        return ("edits", "reference_length", "length", "nearest_length", "matches")

    def _distances(self, text: Encoded) -> NDArray[Any]:
        longer: NDArray[np.int64] = np.maximum(text.hypotheses.lengths[text.owners], text.references.lengths)
        return longer - self._matches(text)

    def _matches(self, text: Encoded) -> NDArray[np.int64]:
        hyp, ref = text.hypotheses, text.references
        each = pairs(text)[:, [0, 1, 1]] + (0, 0, 1)
        matches = clipped_matches(hyp.values, hyp.starts, ref.values, ref.starts, each, 1)
        return matches[:, 0].astype(np.int64)

    def _further(self, text: Encoded, best: NDArray[np.intp]) -> tuple[NDArray[Any], ...]:
        return text.hypotheses.lengths, text.references.lengths[best], self._matches(text)[best]

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        if self.corpus == "edits":
            return super().score(totals)
        edits = np.maximum(totals[..., 2], totals[..., 3]) - totals[..., 4]
        return error_rate(edits, totals[..., 1])


@dataclass(frozen=True, repr=False)
class CDER(_ErrorRate):
    """Cover-disjoint error rate: edits where moving a block of words is one, over the reference length."""

    key = "cder"
    paper = "Leusch et al. (2006), CDER: efficient MT evaluation using block movements"

    def _distances(self, text: Encoded) -> NDArray[Any]:
        hyp, ref = text.hypotheses, text.references
        return block_movements(hyp.values, hyp.starts, ref.values, ref.starts, pairs(text))
