"""NIST (Doddington 2002), as mteval-v13a.pl computes it (Zhang & Vogel 2004, eq. 5-7).

Each matched n-gram counts by its information: log2 of how often its first n - 1 words occur in the
references over how often all n do. The weights are fitted on all references of the test set, once; after
that a segment's statistics do not depend on the other segments.

>>> refs = [["a red pen"], ["a blue pen"]]
>>> metric = NIST().fit(refs)
>>> float(metric.score(metric.statistics(["a red pen", "a pen"], refs).sum(0))).__round__(4)
1.8413
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from bolide.errors import SpecificationError
from bolide.explanation import Explanation, Fraction
from bolide.kernels.ngrams import clipped_matches
from bolide.metric import Array, Metric, as_references, as_segments, ratio
from bolide.metrics._credit import credit
from bolide.testset import References, Segments
from bolide.text import Ids, Vocabulary, pieces, tokenizer, tokens

# The brevity penalty is 0.5 where the hypothesis has two thirds of the mean reference length.
_BETA = np.log(0.5) / np.log(1.5) ** 2


@dataclass(frozen=True, repr=False)
class NIST(Metric):
    """Information-weighted n-gram precision, summed over the orders, times a brevity penalty.

    Columns: ``length`` is words of the hypothesis, ``reference_length`` the mean over its references;
    ``information<n>`` is the information of the matched n-grams, ``total<n>`` the number of n-grams of the
    hypothesis.
    """

    key = "nist"
    paper = "Doddington (2002), Automatic evaluation of MT quality using n-gram co-occurrence statistics"
    scale = "0-inf"

    tokenize: str = field(default="nist", metadata={"help": "tokenizer"})
    lowercase: bool = field(default=False, metadata={"help": "ignore case, as mteval does without -c"})
    max_ngram_order: int = field(default=5, metadata={"help": "longest n-grams"})
    weights: "InformationWeights | None" = field(default=None, repr=False)

    def __post_init__(self) -> None:
        tokenizer(self.tokenize)
        if self.max_ngram_order < 1:
            raise SpecificationError(
                f"{self.key}:max_ngram_order must be at least 1, not {self.max_ngram_order}"
            )

    @property
    def name(self) -> str:
        return "NIST"

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.max_ngram_order + 1)
        return (
            "length",
            "reference_length",
            *(f"information{n}" for n in orders),
            *(f"total{n}" for n in orders),
        )

    def signature(self) -> str:
        fitted = self.weights.digest if self.weights else "no"
        return f"{super().signature()}|fit:{fitted}"

    def fit(self, references: Sequence[Sequence[str]]) -> Self:
        refs = as_references(references)
        made = refs.flat.memo(
            ("nist", self.tokenize, self.lowercase, self.max_ngram_order), lambda: self._weights(refs)
        )
        return type(self)(self.tokenize, self.lowercase, self.max_ngram_order, made)

    def _weights(self, references: References) -> "InformationWeights":
        vocabulary = Vocabulary()
        split = tokenizer(self.tokenize)
        parts = (vocabulary.ids(tokens(part, split, self.lowercase)) for part in pieces(references.flat))
        ids = np.concatenate([np.insert(of.values, of.starts[1:], -1) for of in parts])
        return InformationWeights.count(vocabulary, ids, self.max_ngram_order)

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        if self.weights is None:
            raise SpecificationError(
                "nist must be fitted on all references of the test set first: metric.fit(references)"
            )
        refs = as_references(references)
        hyp, ref = self._ids(as_segments(hypotheses)), self._ids(refs.flat)
        starts, order = refs.starts, self.max_ngram_order
        pairs = np.column_stack([np.arange(len(refs)), starts[:-1], starts[1:]])
        information = clipped_matches(
            hyp.values, hyp.starts, ref.values, ref.starts, pairs, order, self.weights.at(hyp.values)
        )
        totals = np.maximum(hyp.lengths[:, None] - np.arange(order), 0)
        mean_length = np.add.reduceat(ref.lengths, starts[:-1]) / refs.counts if len(refs) else ref.lengths
        return np.column_stack([hyp.lengths, mean_length, information, totals])

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """How much information the matched n-grams have; each word with the longest one that it is in."""
        row, order = self.statistics([hypothesis], [list(references)])[0].tolist(), self.max_ngram_order
        words, *others = tokens(
            Segments([hypothesis, *references]), tokenizer(self.tokenize), self.lowercase
        ).words()
        return Explanation(
            repr(self), hypothesis, tuple(references), float(self.score(np.array(row))),
            formula=f"the sum of what counts, times a penalty for {row[0]:.0f} words where references have"
            f" {row[1]:.4g}",
            fractions=tuple(
                Fraction(f"information of {n + 1}-grams", row[2 + n], row[2 + order + n])
                for n in range(order)
            ),
            credit=credit(words, others, order),
        )  # fmt: skip

    def _ids(self, segments: Segments) -> Ids:
        assert self.weights is not None
        vocabulary = self.weights.vocabulary
        split = tokens(segments, tokenizer(self.tokenize), self.lowercase)
        return segments.memo(("ids", vocabulary), lambda: vocabulary.ids(split, grow=False))

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        order = self.max_ngram_order
        information, total = totals[..., 2 : 2 + order], totals[..., 2 + order :]
        part = np.minimum(ratio(totals[..., 0], totals[..., 1], empty=1.0), 1.0)
        with np.errstate(divide="ignore"):
            penalty = np.exp(_BETA * np.log(part) ** 2)
        score: Array = penalty * ratio(information, np.maximum(total, 1)).sum(axis=-1)
        return score


class InformationWeights:
    """The information of every n-gram of the references; immutable, equal where the counts are equal.

    ``keys[n]`` are the known n-grams of order ``n + 1``, sorted, each as the number of its first words times
    the size of the vocabulary plus its last word; ``values[n]`` is their information.
    """

    def __init__(
        self, vocabulary: Vocabulary, keys: list[NDArray[np.int64]], values: list[NDArray[np.float64]]
    ) -> None:
        self.vocabulary = vocabulary
        self.keys = keys
        self.values = values

    @classmethod
    def count(cls, vocabulary: Vocabulary, ids: NDArray[np.int32], order: int) -> "InformationWeights":
        """Count the n-grams of all references together; after each reference there is a -1 in ``ids``.

        What begins with an n-gram that occurs once has no information, and is left out.
        """
        size = max(len(vocabulary), 1)
        here = np.flatnonzero(ids >= 0)
        prefix = ids[here]  # the number of the n-gram that starts here
        counts = np.bincount(prefix, minlength=len(vocabulary))  # how often each such n-gram occurs
        keys, values = [np.arange(len(vocabulary))], [np.log2(len(here) / counts)]
        zero = _number_of("0", vocabulary)
        for n in range(1, order):
            known = counts[prefix] > 1
            if n == 1 and zero is not None:
                known |= prefix == zero
            known &= ids[here + n] >= 0
            here, prefix = here[known], prefix[known]
            key = prefix * np.int64(size) + ids[here + n]
            found, prefix, occurrences = np.unique(key, return_inverse=True, return_counts=True)
            before = counts[found // size]
            if n == 1 and zero is not None:
                # mteval-v13a.pl, compute_ngram_info: `$mgram ? ... : $tot_wrds` takes the word "0" for
                # nothing, so a bigram that starts with it counts against the number of all words.
                before = np.where(found // size == zero, np.count_nonzero(ids >= 0), before)
            keys.append(found)
            values.append(np.log2(before / occurrences))
            counts = occurrences
        return cls(vocabulary, keys, values)

    def at(self, ids: NDArray[np.int32]) -> NDArray[np.float64]:
        """``(order, len(ids))``: the information of the n-gram that starts at each id; 0 if unknown.

        N-grams that run over the end of a segment get some value too; nobody looks at it.
        """
        size = max(len(self.vocabulary), 1)
        out = np.zeros((len(self.keys), len(ids)))
        here = np.flatnonzero(ids >= 0)
        prefix = np.zeros(len(here), dtype=np.int64)
        for n, (known, values) in enumerate(zip(self.keys, self.values, strict=True)):
            inside = here + n < len(ids)
            here, prefix = here[inside], prefix[inside]
            inside = ids[here + n] >= 0
            here, prefix = here[inside], prefix[inside]
            if not len(known) or not len(here):
                break
            key = prefix * size + ids[here + n]
            found = np.minimum(np.searchsorted(known, key), len(known) - 1)
            match = known[found] == key
            here, prefix = here[match], found[match]
            out[n, here] = values[prefix]
        return out

    @cached_property
    def digest(self) -> str:
        """A short hash of all n-grams and their information."""
        hasher = hashlib.sha256("\0".join(self.vocabulary.words()).encode("utf-8", "surrogatepass"))
        for known, values in zip(self.keys, self.values, strict=True):
            hasher.update(known.astype("<i8").tobytes())
            hasher.update(np.round(values, 6).astype("<f8").tobytes())  # logarithms differ in the last digit
        return hasher.hexdigest()[:12]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InformationWeights) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)


def _number_of(word: str, vocabulary: Vocabulary) -> int | None:
    found = vocabulary.ids(tokens(Segments([word]), tokenizer("none")), grow=False).values
    return int(found[0]) if len(found) and found[0] >= 0 else None
