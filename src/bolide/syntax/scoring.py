"""How good a parser is: labelled brackets against gold trees, by the rules of the program evalb.

Words of this file:

bracket
    a constituent: where its first word stands, where its last, and its category (``NP`` of ``NP-SBJ``). A
    constituent without words is none.
deleted
    words whose gold tag is punctuation (``DELETED``): brackets do not see them, as with evalb's parameter
    file COLLINS. evalb deletes in each tree by its own tags, and does not score a sentence where these
    differ; here it is scored, so that a wrong tag does not take a sentence out of the average.
skipped
    labels that are no brackets (``SKIPPED``): the root's. Others may be named, such as ``NML``.
exact
    all brackets of a sentence are right; tags may be wrong.
crossing
    a parser's bracket that overlaps a gold bracket, neither inside the other.

The figures are percentages. A sentence without a parse (``None``) has no bracket and no tag right.

>>> gold = Tree.read("(TOP (S (NP (PRP I)) (VP (VBD saw) (NP (PRP her))) (. .)))")
>>> ours = Tree.read("(TOP (S (NP (PRP I)) (VP (VBD saw) (NP (PRP$ her)) (. .))))")
>>> found = bracket_score([gold], [ours])
>>> found.f1, found.exact, round(found.tags, 1), found.all_tags
(100.0, 100.0, 66.7, 75.0)
>>> print(bracket_score([gold], [Tree.read("(TOP (S (NP (PRP I) (VBD saw)) (NP (PRP her)) (. .)))")]))
F1 57.14 (precision 66.67, recall 50.00), exact 0.00, crossing 1.00 a sentence, tags 100.00
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import reduce

from bolide.errors import InputError
from bolide.syntax.trees import Span, Tree, category, plain

DELETED = frozenset(["-NONE-", ",", ":", "``", "''", "."])
"""Tags of words that brackets do not see."""
SKIPPED = frozenset(["", "TOP", "ROOT", "S1", "-NONE-"])
"""Labels that are no brackets."""
EQUAL: Mapping[str, str] = {"PRT": "ADVP"}
"""Labels that count as another one."""


@dataclass(frozen=True)
class BracketScore:
    """Counts that may be added up, and the percentages that follow from them."""

    sentences: int = 0
    matched: int = 0
    gold: int = 0
    parsed: int = 0
    exact_sentences: int = 0
    crossing_brackets: int = 0
    uncrossed_sentences: int = 0
    words: int = 0
    right_tags: int = 0
    all_words: int = 0
    all_right_tags: int = 0
    failed: int = 0

    def __add__(self, other: BracketScore) -> BracketScore:
        return BracketScore(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @property
    def precision(self) -> float:
        """How many of the parser's brackets are right."""
        return _percent(self.matched, self.parsed)

    @property
    def recall(self) -> float:
        """How many of the gold brackets were found."""
        return _percent(self.matched, self.gold)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return _percent(2 * self.matched, self.gold + self.parsed)

    @property
    def exact(self) -> float:
        """How many sentences have all brackets right and none wrong."""
        return _percent(self.exact_sentences, self.sentences)

    @property
    def tags(self) -> float:
        """How many tags are right, of the words that are not deleted, as evalb counts."""
        return _percent(self.right_tags, self.words)

    @property
    def all_tags(self) -> float:
        """How many tags are right, of all words."""
        return _percent(self.all_right_tags, self.all_words)

    @property
    def uncrossed(self) -> float:
        """How many sentences have no crossing bracket."""
        return _percent(self.uncrossed_sentences, self.sentences)

    @property
    def crossing(self) -> float:
        """Crossing brackets a sentence: a number, not a percentage."""
        return self.crossing_brackets / self.sentences if self.sentences else 0.0

    def __str__(self) -> str:
        return (
            f"F1 {self.f1:.2f} (precision {self.precision:.2f}, recall {self.recall:.2f}),"
            f" exact {self.exact:.2f}, crossing {self.crossing:.2f} a sentence, tags {self.tags:.2f}"
        )


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def bracket_score(
    gold: Sequence[Tree],
    parsed: Sequence[Tree | None],
    *,
    deleted: Collection[str] = DELETED,
    skipped: Collection[str] = SKIPPED,
    equal: Mapping[str, str] = EQUAL,
) -> BracketScore:
    """The score of these trees against gold trees of the same sentences, in the same order."""
    if len(gold) != len(parsed):
        raise InputError(f"there are {len(gold)} gold trees, but {len(parsed)} parses: give one for each")
    return reduce(
        BracketScore.__add__,
        (
            _sentence(number, one, other, deleted, skipped, equal)
            for number, (one, other) in enumerate(zip(gold, parsed, strict=True), 1)
        ),
        BracketScore(),
    )


def best_possible(
    gold: Sequence[Tree],
    parsed: Sequence[Sequence[Tree]],
    *,
    deleted: Collection[str] = DELETED,
    skipped: Collection[str] = SKIPPED,
    equal: Mapping[str, str] = EQUAL,
) -> BracketScore:
    """The score of the best tree of each n-best list, as one could choose who knew the gold tree."""

    def choose(number: int, one: Tree, others: Sequence[Tree]) -> BracketScore:
        candidates: Sequence[Tree | None] = others or [None]
        scores = [_sentence(number, one, tree, deleted, skipped, equal) for tree in candidates]
        return max(scores, key=lambda score: (score.f1, score.all_right_tags))  # of equal ones the first

    if len(gold) != len(parsed):
        raise InputError(f"there are {len(gold)} gold trees, but {len(parsed)} lists: give one for each")
    return reduce(
        BracketScore.__add__,
        (
            choose(number, one, others)
            for number, (one, others) in enumerate(zip(gold, parsed, strict=True), 1)
        ),
        BracketScore(),
    )


def _sentence(
    number: int,
    gold: Tree,
    parsed: Tree | None,
    deleted: Collection[str],
    skipped: Collection[str],
    equal: Mapping[str, str],
) -> BracketScore:
    tags = gold.tags
    kept = [tag not in deleted for tag in tags]
    positions = [0]  # of a word among those that are not deleted
    for keep in kept:
        positions.append(positions[-1] + keep)
    right = _brackets(gold, positions, skipped, equal)
    if parsed is None:
        return BracketScore(
            sentences=1, gold=right.total(), words=positions[-1], all_words=len(tags), failed=1,
            exact_sentences=int(not right), uncrossed_sentences=1,
        )  # fmt: skip
    _check_words(number, gold.words, parsed.words)
    found = _brackets(parsed, positions, skipped, equal)
    agree = [a == b for a, b in zip(tags, parsed.tags, strict=True)]
    wrong = found - right  # a right one crosses no gold bracket, since these cross none of themselves
    crossing = sum(count for bracket, count in wrong.items() if _crosses(bracket, right))
    return BracketScore(
        sentences=1,
        matched=(right & found).total(),
        gold=right.total(),
        parsed=found.total(),
        exact_sentences=int(right == found),
        crossing_brackets=crossing,
        uncrossed_sentences=int(not crossing),
        words=positions[-1],
        right_tags=sum(a for a, keep in zip(agree, kept, strict=True) if keep),
        all_words=len(tags),
        all_right_tags=sum(agree),
    )


def _brackets(
    tree: Tree, positions: Sequence[int], skipped: Collection[str], equal: Mapping[str, str]
) -> Counter[Span]:
    spans = ((start, end, category(label)) for start, end, label in tree.spans())
    return Counter(
        Span(positions[start], positions[end], equal.get(label, label))
        for start, end, label in spans
        if label not in skipped and positions[start] < positions[end]
    )


def _crosses(bracket: Span, others: Collection[Span]) -> bool:
    return any(
        other.start < bracket.start < other.end < bracket.end
        or bracket.start < other.start < bracket.end < other.end
        for other in others
    )


def _check_words(number: int, gold: Sequence[str], parsed: Sequence[str]) -> None:
    if len(gold) != len(parsed):
        raise InputError(
            f"sentence {number} has {len(gold)} words in the gold tree, but {len(parsed)} in the parse: parse"
            " the words of the gold trees"
        )
    for index, (one, other) in enumerate(zip(gold, parsed, strict=True), 1):
        if plain(one) != plain(other):
            raise InputError(
                f"sentence {number}, word {index}: {one!r} in the gold tree, but {other!r} in the parse"
            )
