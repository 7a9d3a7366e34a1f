"""Labelled dependencies: how many triples of their f-structures two sentences share (Owczarzak et al. 2007).

A sentence is the bag of the triples of its parse, such as ``subj(resign, john)`` and ``tense(resign, past)``,
which do not depend on the order of words. The score is the F-score of both bags. Its variants, as the paper's
Table 3 names them, may be combined: only predicate relations (``pr``), half a triple for one right word
(``var``), the best pair of several parses (2, 10, 50), synonyms (``WN``).

>>> import tempfile, pathlib
>>> path = pathlib.Path(tempfile.mkdtemp(), "trees.ptb")
>>> _ = path.write_text('''(S (NP-SBJ (NNP John)) (VP (VBD resigned) (NP-TMP (NN yesterday))) (. .))
... (S (NP-TMP (NN Yesterday)) (, ,) (NP-SBJ (NNP John)) (VP (VBD resigned)) (. .))
... (S (NP-SBJ (NNP John)) (VP (VBD resigned) (NP-TMP (NN today))) (. .))''')
>>> metric = Labelled(parser=f"files:path={path}")
>>> reference = [["Yesterday, John resigned."]]
>>> metric.score(metric.statistics(["John resigned yesterday."], reference)).tolist()
[100.0]
>>> rows = metric.statistics(["John resigned today."], reference)
>>> rows.tolist(), float(metric.score(rows[0])) == 100 * (2 * 4 / (7 + 7))
([[4.0, 7.0, 7.0]], True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError, SpecificationError, suggestion
from bolide.explanation import MATCHED, MISSING, PARTLY, Explanation, Fraction, MarkedTree, Row, Rows
from bolide.kernels.triples import Items, Lists, best_pairs
from bolide.lexicon.wordnet import wordnet
from bolide.metric import (
    Array,
    Metric,
    as_references,
    as_segments,
    best_reference,
    check_choices,
    ratio,
)
from bolide.syntax.cache import cached
from bolide.syntax.fstructure import KINDS, RELATIONS, Bags, Triple, is_feature
from bolide.syntax.fstructure.cache import cached_bags
from bolide.syntax.fstructure.matching import Alike, compare
from bolide.syntax.parsing import Parse, parser
from bolide.testset import References, Segments


@dataclass(frozen=True, repr=False)
class Labelled(Metric):
    """F-score of the triples of labelled dependencies.

    Columns: ``matches`` are the triples of the hypothesis that are matched one to one, ``length`` all of its
    triples, ``reference_length`` those of its best reference; each counts as much as its relation weighs.
    """

    key = "labelled"
    worth_caching = True
    paper = "Owczarzak, van Genabith & Way (2007), Labelled dependencies in machine translation evaluation"

    parser: str = field(default="embedded", metadata={"help": "where the parses come from"})
    triples: str = field(
        default="f-structure",
        metadata={
            "help": "f-structure (English), or plain: Universal Dependencies as they are, of any language",
            "choices": KINDS,
        },
    )
    predicates: bool = field(default=False, metadata={"help": "only relations between two words (pr)"})
    partial: bool = field(
        default=False, metadata={"help": "a relation is two halves, one for each of its words (var)"}
    )
    nbest: int = field(
        default=1, metadata={"help": "the best pair of so many parses of each side (2, 10, 50)"}
    )
    wordnet: bool = field(default=False, metadata={"help": "words that share a synset match (WN)"})
    weights: tuple[str, ...] = field(
        default=(), metadata={"help": "of relations, such as topic=0.5+subj=2 (1 where none is given)"}
    )
    beta: float = field(default=1.0, metadata={"help": "how much more recall weighs than precision"})
    measure: str = field(
        default="f",
        metadata={"help": "f, precision or recall", "choices": ("f", "precision", "recall")},
    )

    def __post_init__(self) -> None:
        check_choices(self)
        if isinstance(self.nbest, bool) or not isinstance(self.nbest, int) or not 1 <= self.nbest <= 1000:
            raise SpecificationError(f"{self.key}:nbest must be a whole number from 1 to 1000")
        if not 0 < self.beta < 1000:
            raise SpecificationError(f"{self.key}:beta must be a number above 0")
        self._weights()

    def _weights(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for each in self.weights:
            name, equals, value = each.partition("=")
            try:
                number = float(value) if equals else -1.0
            except ValueError:
                number = -1.0
            if not 0 <= number < float("inf"):
                raise SpecificationError(
                    f"{self.key}:weights cannot be read at {each!r}: write relation=weight, as in topic=0.5"
                )
            if self.triples == KINDS[0] and name not in RELATIONS:
                raise SpecificationError(
                    f"{self.key}:weights: there is no relation {name!r}: {suggestion(name, RELATIONS)}"
                )
            if name in found:
                raise SpecificationError(f"{self.key}:weights names {name} twice: name it once")
            found[name] = number
        return found

    @property
    def name(self) -> str:
        parts = [self.key, "_pr" if self.predicates else "", f"_{self.nbest}" if self.nbest > 1 else ""]
        parts += ["_var" if self.partial else "", "+WN" if self.wordnet else ""]
        return "".join(parts) + ("" if self.measure == "f" else f" {self.measure}")

    @property
    def columns(self) -> tuple[str, ...]:
        return ("matches", "length", "reference_length")

    def signature(self) -> str:
        settings = super().signature().split("|")
        own = [each for each in settings if not each.startswith("parser:")]
        return "|".join((*own, parser(self.parser).signature()))

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        segments, refs = as_segments(hypotheses), as_references(references)
        found = [*self._bags(segments, "hypotheses"), *self._bags(refs.flat, "references")]
        rows, _ = self._matched(found, refs)
        return rows[best_reference(self._f(rows), refs.starts)]

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        if self.measure == "f":
            return self._f(totals)
        return 100 * ratio(totals[..., 0], totals[..., 1 if self.measure == "precision" else 2])

    def _f(self, totals: Array) -> Array:
        """By this, parses and references are chosen, whatever the measure: precision and recall of one pair
        belong together."""
        matches, length, reference_length = np.moveaxis(totals, -1, 0)
        square = self.beta**2
        return 100 * ratio((1 + square) * matches, square * reference_length + length)

    def _parses(self, texts: Segments) -> list[list[Parse]]:
        return cached(parser(self.parser), list(texts), self.nbest)

    def _bags(self, texts: Segments, what: str) -> list[Bags]:
        """The bags of each text; remembered, since references are asked for by every system."""
        key = ("triples", parser(self.parser).signature(), self.triples)
        kept: dict[int, list[Bags]] = texts.memo(key, dict)
        if (more := min((n for n in tuple(kept) if n >= self.nbest), default=None)) is not None:
            return [each.best(self.nbest) for each in kept[more]]
        try:
            kept[self.nbest] = cached_bags(parser(self.parser), texts, self.nbest, self.triples)
        except InputError as error:
            raise InputError(f"{what}: {error}") from None
        return kept[self.nbest]

    def _matched(self, found: list[Bags], refs: References) -> tuple[Array, NDArray[np.int32]]:
        """Matches and totals of each reference with its hypothesis, and which parses are the best."""
        number = len(found) - len(refs.flat)
        owners = np.repeat(np.arange(number), refs.counts)
        pairs = np.column_stack([owners, np.arange(number, len(found))]).astype(np.int64)
        places: dict[Triple, int] = {}
        parts = []
        for each in found:
            columns = [places.setdefault(triple, len(places)) for triple in each.triples]
            parts.append((np.array(columns, dtype=np.int32), each.counts))
        items, words, weights = self._items(list(places))
        starts, keys = np.zeros(len(words) + 1, dtype=np.int64), np.empty(0, dtype=np.int32)
        if self.wordnet and words:
            synsets = wordnet().synsets(words)
            starts, keys = synsets.starts.astype(np.int64), synsets.values
        return best_pairs(Lists.of(parts), pairs, items, weights, starts, keys, self.beta)

    def _items(self, triples: list[Triple]) -> tuple[Items, list[str], Array]:
        """What each triple counts as: one item, two halves, or nothing; the words; the weights."""
        relations: dict[str, int] = {}
        words: dict[str, int] = {}
        numbers: dict[tuple[int, int, int], int] = {}
        first, second = [], []

        def item(relation: int, head: int, dependent: int) -> int:
            return numbers.setdefault((relation, head, dependent), len(numbers))

        for relation, head, dependent in triples:
            feature = is_feature(relation, self.triples)
            if feature and self.predicates:
                first.append(-1)
                second.append(-1)
                continue
            r = relations.setdefault(relation, len(relations))
            h = words.setdefault(head, len(words))
            d = words.setdefault(dependent, len(words))
            halves = self.partial and not feature
            first.append(item(r, h, -1) if halves else item(r, h, d))
            second.append(item(r, -1, d) if halves else -1)
        given = self._weights()
        weights = sorted({given.get(name, 1.0) for name in relations} or {1.0})
        group = [weights.index(given.get(name, 1.0)) for name in relations]
        similar = [not is_feature(name, self.triples) for name in relations]
        table = np.array(list(numbers) or np.empty((0, 3)), dtype=np.int32)
        of = table[:, 0]
        return (
            Items(
                np.array(first, dtype=np.int32),
                np.array(second, dtype=np.int32),
                np.ascontiguousarray(of),
                np.ascontiguousarray(table[:, 1]),
                np.ascontiguousarray(table[:, 2]),
                np.array(similar, dtype=np.uint8)[of],
                np.array(group, dtype=np.int32)[of],
            ),
            list(words),
            np.array(weights),
        )

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Which triples match, of which parses."""
        refs = References.of([references])
        texts = Segments([hypothesis]), refs.flat
        found = [*self._bags(texts[0], "hypotheses"), *self._bags(texts[1], "references")]
        rows, chosen = self._matched(found, refs)
        best = int(best_reference(self._f(rows), refs.starts)[0])
        parses = [self._parses(texts[0])[0], self._parses(texts[1])[best]]
        sides = (found[0], found[1 + best])
        picked: list[list[Triple]] = []
        titles = ("hypothesis", "reference" if len(references) == 1 else f"reference {best + 1}")
        notes, trees = [], []
        for title, each, options, number in zip(titles, sides, parses, chosen[best].tolist(), strict=True):
            bag = each.bag(number) if number >= 0 else []
            picked.append([t for t in bag if not (self.predicates and is_feature(t.relation, self.triples))])
            if number < 0:
                notes.append(f"The {title} has no parse.")
                continue
            if self.nbest > 1:
                notes.append(f"Of the {title}, parse {number + 1} of {len(options)} is in the best pair.")
            if options[number].note:
                notes.append(f"The {title}: {options[number].note}")
            trees.append(MarkedTree(title, options[number].tree))
        matches, length, reference_length = rows[best].tolist()
        f = "F" if self.beta == 1 else f"F (beta {self.beta:g})"
        return Explanation(
            repr(self),
            hypothesis,
            tuple(references),
            float(self.score(rows[best])),
            formula=f"{f} of precision and recall" if self.measure == "f" else self.measure,
            fractions=(
                Fraction("precision", matches, length),
                Fraction("recall", matches, reference_length),
            ),
            trees=trees,
            tables=[self._columns(picked[0], picked[1], notes)],
            notes=notes,
        )

    def _columns(self, ours: list[Triple], theirs: list[Triple], notes: list[str]) -> Rows:
        """Matched, partly matched and missing triples, side by side."""
        found = compare(ours, theirs, Alike(self.wordnet, self.triples), self.partial)
        if found.partly:
            counts = "one of its two halves" if self.partial else "nothing"
            notes.append(f"Partly matched triples agree in one of two words, which counts {counts}.")
        columns = (
            [_both(*pair) for pair in found.matched],
            [_both(*pair) for pair in found.partly],
            [f"- {t}" for t in found.ours] + [f"+ {t}" for t in found.theirs],
        )
        if found.ours or found.theirs:
            notes.append("Missing: - stands in the hypothesis alone, + in the reference alone.")
        kinds = (MATCHED, PARTLY, MISSING)
        return Rows(
            "triples",
            ("matched", "partly matched", "missing"),
            [Row(cells, kinds=kinds) for cells in zip_longest(*columns, fillvalue="")],
        )


def _both(ours: Triple, theirs: Triple) -> str:
    return str(ours) if ours == theirs else f"{ours} ~ {theirs}"
