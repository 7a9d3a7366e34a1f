"""METEOR as published first (Banerjee & Lavie 2005), and the parts that its Tables 1, 4 and 5 compare.

Hypothesis and reference are aligned word by word in stages; each stage links what the earlier ones left. Of
all largest sets of links a stage takes the one with the fewest crosses with each other and with the links of
earlier stages; where several have equally few, the one with the fewest chunks. This is solved exactly.

>>> metric = Meteor()
>>> row = metric.statistics(["the president spoke to the audience"],
...                         [["the president then spoke to the audience"]])[0]
>>> dict(zip(metric.columns, row.tolist()))
{'matches': 6.0, 'chunks': 2.0, 'length': 6.0, 'reference_length': 7.0}
>>> p, r = 6 / 6, 6 / 7
>>> float(metric.score(row)) == 100 * (10 * p * r / (r + 9 * p)) * (1 - 0.5 * (2 / 6) ** 3)
True
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from bolide.alignment import Alignment, link
from bolide.errors import SpecificationError, suggestion
from bolide.kernels.align import Links, align_stages
from bolide.lexicon.keys import dictionary
from bolide.lexicon.meteor_lists import fingerprint
from bolide.lexicon.stages import STAGES, stage_keys, stop_list
from bolide.lexicon.wordnets import BUILT_IN, wordnet_named
from bolide.metric import Array, Metric, as_references, as_segments, best_reference, ratio
from bolide.testset import References, Segments
from bolide.text import Encoded, encode, tokenizer, tokens


@dataclass(frozen=True, repr=False)
class Meteor(Metric):
    """Harmonic mean of precision and nine times recall of aligned words, less a penalty for fragments.

    Columns: ``matches`` are links, ``chunks`` the fewest runs that are adjacent and in the same order on both
    sides, ``length`` the words of the hypothesis, ``reference_length`` those of its best reference.
    """

    key = "meteor"
    worth_caching = True
    paper = "Banerjee & Lavie (2005), METEOR: an automatic metric for MT evaluation"
    title: ClassVar[str] = "METEOR"
    parts: ClassVar[tuple[str, ...]] = ("precision", "recall", "fmean", "penalty")
    """What makes up the score, as ``align`` tells."""

    stages: tuple[str, ...] = field(
        default=("exact", "porter", "wn-synonym"),
        metadata={"help": f"how words are matched, in this order: {', '.join(STAGES)}"},
    )
    stop_words: str = field(
        default="none",
        metadata={"help": "words that the exact stage leaves out: none, function, or a file, one a line"},
    )
    wordnet: str = field(
        default=BUILT_IN, metadata={"help": "3.0 (built in), or a lexicon of the library wn, as oewn:2024"}
    )
    tokenize: str = field(default="13a", metadata={"help": "tokenizer"})
    lowercase: bool = field(default=True, metadata={"help": "ignore case"})

    def __post_init__(self) -> None:
        tokenizer(self.tokenize)
        unknown = [stage for stage in self.stages if stage not in STAGES]
        if unknown:
            raise SpecificationError(
                f"{self.key}:stages cannot be {unknown[0]!r}: {suggestion(unknown[0], STAGES)}"
            )
        if not self.stages or len(set(self.stages)) < len(self.stages) or len(self.stages) > 8:
            raise SpecificationError(f"{self.key}:stages must name at least one stage, and each only once")
        stop_list(self.stop_words)
        if self.wordnet != BUILT_IN:
            wordnet_named(self.wordnet)

    @property
    def name(self) -> str:
        return self.title

    @property
    def columns(self) -> tuple[str, ...]:
        return ("matches", "chunks", "length", "reference_length")

    def signature(self) -> str:
        """All settings, and what a list of words was that was read from a file."""
        if self.stop_words in ("none", "function"):
            return super().signature()
        return f"{super().signature()}|words:{fingerprint(stop_list(self.stop_words))}"

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        segments, refs = as_segments(hypotheses), as_references(references)
        text = self._encode(segments, refs)
        rows = self._rows(self._links(segments, refs, text), text)
        return rows[best_reference(self.score(rows), refs.starts)]

    def score(self, totals: Array) -> Array:
        matches, chunks, length, reference_length = np.moveaxis(np.asarray(totals, dtype=np.float64), -1, 0)
        fmean = _fmean(ratio(matches, length), ratio(matches, reference_length))
        return 100 * fmean * (1 - 0.5 * ratio(chunks, matches) ** 3)

    def align(self, hypothesis: str, references: Sequence[str]) -> Alignment:
        """The alignment with the best of the references."""
        segments, refs = Segments([hypothesis]), References.of([references])
        by = tokenizer(self.tokenize)
        text = self._encode(segments, refs)
        found = self._links(segments, refs, text)
        rows = self._rows(found, text)
        scores = self.score(rows).tolist()
        best = int(np.argmax(scores))
        matches, chunks, length, reference_length = rows[best]
        precision, recall = ratio(matches, length), ratio(matches, reference_length)
        details = {
            "precision": float(precision),
            "recall": float(recall),
            "fmean": float(_fmean(precision, recall)),
            "penalty": float(0.5 * ratio(chunks, matches) ** 3),
        }
        return Alignment(
            tuple(tokens(segments, by).words()[0]),
            tuple(tokens(refs.flat, by).words()[best]),
            tuple(
                link(row[0], row[2], self.stages[row[4]])
                for row in sorted(found.rows[found.starts[best] : found.starts[best + 1]].tolist())
            ),
            bool(found.exact[best]),
            scores[best],
            repr(self),
            self.stages,
            {name: details[name] for name in self.parts},
        )

    def _encode(self, segments: Segments, references: References) -> Encoded:
        known = dictionary(self.stages, stop_list(self.stop_words), self.wordnet)
        return encode(segments, references, tokenizer(self.tokenize), self.lowercase, known)

    @staticmethod
    def _rows(found: Links, text: Encoded) -> Array:
        """The statistics of each reference."""
        lengths = text.hypotheses.lengths[text.owners]
        columns = [np.diff(found.starts), found.chunks(), lengths, text.references.lengths]
        return np.column_stack(columns).astype(np.float64)

    def _links(self, segments: Segments, references: References, text: Encoded) -> Links:
        """The links of each reference with its hypothesis; the parts of the metric share them."""
        left_out = stop_list(self.stop_words)

        def make() -> Links:
            pairs = np.column_stack([text.owners, np.arange(len(references.flat))])
            keys = stage_keys(text.vocabulary, self.stages, left_out, self.wordnet)
            return align_stages(
                text.hypotheses.values, text.hypotheses.starts,
                text.references.values, text.references.starts, pairs, keys,
            )  # fmt: skip

        settings = (self.stages, left_out, self.wordnet)
        return segments.memo(("links", *settings, text.hypotheses, text.references), make)


@dataclass(frozen=True, repr=False)
class Precision(Meteor):
    """Unigram precision of METEOR's alignment: linked words over all words of the hypothesis.

    Columns as METEOR's. Of several references the one with the highest precision counts.
    """

    key = "precision"
    title = "precision"
    parts = ("precision",)

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 2])


@dataclass(frozen=True, repr=False)
class Recall(Meteor):
    """Unigram recall of METEOR's alignment: linked words over all words of the reference.

    Columns as METEOR's. Of several references the one with the highest recall counts.
    """

    key = "recall"
    title = "recall"
    parts = ("recall",)

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 3])


@dataclass(frozen=True, repr=False)
class F1(Meteor):
    """Harmonic mean of unigram precision and recall of METEOR's alignment.

    Columns as METEOR's. Of several references the one with the highest F1 counts.
    """

    key = "f1"
    title = "F1"
    parts = ("precision", "recall")

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(2 * totals[..., 0], totals[..., 2] + totals[..., 3])


@dataclass(frozen=True, repr=False)
class Fmean(Meteor):
    """METEOR without its penalty: harmonic mean of precision and nine times recall.

    Columns as METEOR's. Of several references the one with the highest Fmean counts.
    """

    key = "fmean"
    title = "Fmean"
    parts = ("precision", "recall")

    def score(self, totals: Array) -> Array:
        matches, _, length, reference_length = np.moveaxis(np.asarray(totals, dtype=np.float64), -1, 0)
        return 100 * _fmean(ratio(matches, length), ratio(matches, reference_length))


def _fmean(precision: Array, recall: Array) -> Array:
    return ratio(10 * precision * recall, recall + 9 * precision)
