"""TER, the translation edit rate (Snover et al. 2006): edits, where moving a block of words is one edit.

The fewest edits cannot be found in reasonable time, so TER is what its programs compute, and there are two:
tercom, the original, and sacreBLEU's version of it, which is the default here since it is what people report
today. They give other figures for about one segment in a thousand, because

- sacreBLEU gives up a search for shifts after 1,000 tries, tercom never;
- sacreBLEU limits the distance of a shift by positions, tercom by aligned positions;
- a block that moves into itself goes one word further in sacreBLEU;
- their beams differ: sacreBLEU looks 25 words around the diagonal, tercom at what costs no more than 20 edits
  above the best;
- they split words differently at special spaces and where punctuation is removed (``bolide.text.tercom``);
- sacreBLEU normalizes references twice.

``variant=tercom`` does what tercom does, in all of this.

Of several references the one with the fewest edits counts; they are divided by the mean length of all.
Like both programs, TER ignores case unless ``case_sensitive=yes`` and splits at white space only unless
``normalized=yes``. A rate can exceed 100.

>>> metric = TER()
>>> rows = metric.statistics(["the red pen he has"], [["he has the red pen"]])
>>> dict(zip(metric.columns, rows[0].tolist()))
{'edits': 1.0, 'reference_length': 5.0, 'insertions': 0.0, 'deletions': 0.0, 'substitutions': 0.0,
'shifts': 1.0, 'shifted_words': 2.0}
>>> float(metric.score(rows.sum(0)))
20.0
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bolide.alignment import Alignment
from bolide.errors import SpecificationError
from bolide.kernels.edits import Edits, shifted_edits
from bolide.metric import Array, Metric, as_references, as_segments, best_reference, check_choices
from bolide.metrics._rates import edit_alignment, error_rate, mean_lengths, pairs, shown_words
from bolide.testset import References, Segments
from bolide.text import Encoded, Tokenizer, encode, tokens
from bolide.text.tercom import tercom_tokenizer

_BEAM = {"sacrebleu": 25, "tercom": 20}


@dataclass(frozen=True, repr=False)
class TER(Metric):
    """Translation edit rate: edits and shifts of blocks, over the reference length.

    Columns: ``edits`` to the nearest reference, which are ``insertions`` (words that only the hypothesis
    has), ``deletions`` (words that only the reference has), ``substitutions`` and ``shifts``;
    ``reference_length`` is the mean over the references, in words; ``shifted_words`` are those in all shifts.
    """

    key = "ter"
    paper = "Snover et al. (2006), A study of translation edit rate with targeted human annotation"
    scale = "0-inf"
    higher_is_better = False

    normalized: bool = field(default=False, metadata={"help": "set punctuation apart (tercom's -N)"})
    no_punct: bool = field(default=False, metadata={"help": "take punctuation away (tercom's -P)"})
    asian_support: bool = field(
        default=False,
        metadata={"help": "Chinese characters alone, if normalized; Asian punctuation too, if no_punct"},
    )
    case_sensitive: bool = field(default=False, metadata={"help": "heed case (tercom's -s)"})
    variant: Literal["sacrebleu", "tercom"] = field(
        default="sacrebleu",
        metadata={"choices": ("sacrebleu", "tercom"), "help": "which program's figures"},
    )
    beam_width: int | None = field(
        default=None,
        metadata={"help": "how far from the best path edits are looked for (sacrebleu 25, tercom 20)"},
    )
    shift_distance: int = field(
        default=50, metadata={"help": "how far words may be shifted; 0 allows no shifts"}
    )

    def __post_init__(self) -> None:
        check_choices(self)
        if self.beam_width is not None and self.beam_width < 1:
            raise SpecificationError(f"ter:beam_width must be at least 1, not {self.beam_width}")
        if self.shift_distance < 0:
            raise SpecificationError(f"ter:shift_distance must not be negative, not {self.shift_distance}")

    @property
    def name(self) -> str:
        return "TER"

    @property
    def columns(self) -> tuple[str, ...]:
        return (
            "edits",
            "reference_length",
            "insertions",
            "deletions",
            "substitutions",
            "shifts",
            "shifted_words",
        )

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        refs = self._prepared(as_references(references))
        text = encode(as_segments(hypotheses), refs, self._tokenizer, not self.case_sensitive)
        counts = self._edits(text, pairs(text)).counts
        edits = counts[:, :4].sum(axis=1).astype(np.float64)
        best = best_reference(edits, text.groups, higher_is_better=False)
        return np.column_stack([edits[best], mean_lengths(text), counts[best]])

    def align(self, hypothesis: str, references: Sequence[str]) -> Alignment:
        """The edits to the nearest reference: matches, shifts and substitutions link words."""
        segments, refs = Segments([hypothesis]), self._prepared(References.of([references]))
        text = encode(segments, refs, self._tokenizer, not self.case_sensitive)
        each = [self._edits(text, pair[None]) for pair in pairs(text)]
        best = int(np.argmin([edits.counts[0, :4].sum() for edits in each]))
        words, others = (
            shown_words(texts, self._tokenizer, not self.case_sensitive) for texts in (segments, refs.flat)
        )
        score = float(self.score(self.statistics([hypothesis], [references])[0]))
        made = edit_alignment(words[0], others[best], each[best], self.columns[2:6])
        return replace(made, score=score, metric=repr(self))

    @property
    def _tokenizer(self) -> Tokenizer:
        return tercom_tokenizer(self.variant, self.normalized, self.no_punct, self.asian_support)

    def _edits(self, text: Encoded, chosen: NDArray[np.int64]) -> Edits:
        hyp, ref = text.hypotheses, text.references
        return shifted_edits(
            hyp.values, hyp.starts, ref.values, ref.starts, chosen,
            tercom=self.variant == "tercom",
            beam_width=self.beam_width or _BEAM[self.variant],
            shift_distance=self.shift_distance,
        )  # fmt: skip

    def _prepared(self, references: References) -> References:
        """What sacreBLEU normalizes before it normalizes all texts (metrics/base.py of 2.6): references.

        Twice is more than once where the first time makes a new beginning, as of ".5" in "..5".
        """
        if not self.normalized or self.variant != "sacrebleu":
            return references
        by, lowercase = self._tokenizer, not self.case_sensitive
        flat = references.flat.memo(
            ("prepared", by.name, lowercase),
            lambda: Segments(map(" ".join, tokens(references.flat, by, lowercase).words())),
        )
        return References(flat, references.starts)

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        return error_rate(totals[..., 0], totals[..., 1])
