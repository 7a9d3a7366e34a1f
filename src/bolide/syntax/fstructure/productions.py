"""What the rules say of a constituent by its labels alone, looked up once for all that have the same.

Words of this file:

production
    a category and the labels of the children, as ``NP`` and ``DT JJ NN``.
check
    a test of the rules, ready to be asked of an f-structure.
choice
    what a child is to the head if its checks, and those of the head, hold.

>>> productions().of("NP", ("DT", "JJ", "NN")).heads[0].child
2
>>> [choice.what for choice in productions().choices("NP", "left", "DT")]
[('quant',), ('det',), ('adj',)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from bolide.syntax.fstructure.rules import Rules, Test, tree_rules
from bolide.syntax.fstructure.structure import FStructure
from bolide.syntax.headrules import COLLINS
from bolide.syntax.trees import Tree, category

Check = Callable[[FStructure], bool]

BESIDE = ("after", "to")
"""Tests of what stands beside a child that may be the head."""
NOMINAL = frozenset(("NP", "NML", "NX", "NAC", "WHNP"))
CONJUNCTIONS = ("CC", "CONJP")
_PRONOUNS = frozenset(("DT", "WP", "WDT", "PRP", "EX"))
_BESIDE_PRONOUNS = frozenset(("RB", "ADVP", "PP", "SBAR"))
"""What is not the head of a noun phrase where a pronoun stands beside it: "only those", "both of us"."""
CLASSES = {
    name: index
    for index, names in enumerate(
        (
            "NP NML NX NAC WHNP NN NNS NNP NNPS PRP FW X",
            "VP VB VBD VBN VBG VBZ VBP MD",
            "S SINV SQ SBARQ",
            "SBAR",
            "PP WHPP IN TO",
            "ADJP JJ JJR JJS WHADJP",
            "ADVP RB RBR RBS WHADVP WRB",
            "QP CD",
            "PRP$ WP$",
            "DT PDT",
        )
    )
    for name in names.split()
}
"""What may be coordinated with what: categories and tags of one class."""
NOUNS, VERBS, CLAUSES, ADJECTIVES, NUMBERS, POSSESSORS = 0, 1, 2, 5, 7, 8
LISTED = {"S": CLAUSES, "TOP": CLAUSES, "VP": VERBS}
"""Categories in which children of this class may stand side by side as if "and" stood between them."""
_REMEMBERED = 100_000  # productions


class Candidate(NamedTuple):
    """A child that is the head, if these checks of it hold, and tests of what stands beside it."""

    child: int
    checks: tuple[Check, ...] = ()
    beside: tuple[Test, ...] = ()


class Choice(NamedTuple):
    """What a child is, if these checks of it and of the head hold."""

    checks: tuple[Check, ...]
    when: tuple[Check, ...]
    what: tuple[str, ...]


class Production(NamedTuple):
    """What is said of a category with these children."""

    category: str
    heads: tuple[Candidate, ...]
    """Of the last one, nothing must hold."""
    coordinated: bool
    """Whether it may be a coordination; if not, nothing else needs to be asked."""


class Productions:
    """A memory of productions."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[tuple[str, ...], Production] = {}
        self._choices: dict[tuple[str, str, str], tuple[Choice, ...]] = {}

    def of(self, category: str, labels: tuple[str, ...]) -> Production:
        """What is said of a category with children that have these labels."""
        key = (category, *labels)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
                self._choices.clear()
            found = self._known[key] = Production(
                category,
                self._heads(category, labels),
                _may_be_coordinated(category, labels),
            )
        return found

    def choices(self, category: str, side: str, label: str) -> tuple[Choice, ...]:
        """What a child with this label may be on this side of the head, in the order of the rules."""
        key = (category, side, label)
        if key not in self._choices:
            default = self._rules.blocks["*"]
            self._choices[key] = tuple(
                Choice(self._checks(rule.pattern.tests), self._checks(rule.when), rule.what)
                for block in (self._rules.blocks.get(category, default), default)
                for rule in block.rules
                if rule.side in (side, "any") and rule.pattern.fits(category_of(label), functions_of(label))
            )
        return self._choices[key]

    def _heads(self, category: str, labels: Sequence[str]) -> tuple[Candidate, ...]:
        block = self._rules.blocks.get(category, self._rules.blocks["*"])
        if block.head is None:
            return (Candidate(_head(category, labels)),)
        side, patterns = block.head
        order = range(len(labels)) if side == "left" else range(len(labels) - 1, -1, -1)
        found = []
        for pattern in patterns:
            beside = tuple(test for test in pattern.tests if test.value in BESIDE)
            checks = self._checks(test for test in pattern.tests if test.value not in BESIDE)
            for index in order:
                if pattern.fits(category_of(labels[index]), functions_of(labels[index])):
                    found.append(Candidate(index, checks, beside))
                    if not pattern.tests:
                        return tuple(found)
        return (*found, Candidate(order[0]))

    def _checks(self, tests: Iterable[Test]) -> tuple[Check, ...]:
        return tuple(map(self._check, tests))

    def _check(self, test: Test) -> Check:
        value, no = test.value, test.no
        if test.kind == "tag":
            return lambda one: (one.tag == value) != no
        if test.kind == "word":
            return lambda one: (one.pred == value) != no
        if test.kind == "list":
            words = self._rules.lists[value]
            return lambda one: (one.pred in words) != no
        if value == "fin":
            return lambda one: finite(one) != no
        return lambda one: _has(one, value) != no


@cache
def productions() -> Productions:
    """The memory that all constituent trees share."""
    return Productions(tree_rules())


category_of = lru_cache(maxsize=1 << 12)(category)


@lru_cache(maxsize=1 << 12)
def functions_of(label: str) -> frozenset[str]:
    """The functions in a label."""
    return frozenset(Tree.trusted(label, (Tree.trusted("X", (), "x"),)).functions)


def finite(one: FStructure) -> bool:
    """Whether this is a finite clause or verb."""
    member = one.get("coord") or one
    return "tense" in member.features or "modal" in member.features


def _has(one: FStructure, name: str) -> bool:
    member = one.get("coord") or one
    return name in member.features or name in member.functions or name in one.functions or name in one.hidden


def _head(category: str, labels: Sequence[str]) -> int:
    """The head where the rules name none: as Collins has it, but of a noun phrase rather a pronoun."""
    nominal = category in NOMINAL
    kinds = [category_of(label) for label in labels]
    noun = nominal and any(label[:2] in ("NN", "WR") for label in labels)
    found = COLLINS.index("NP" if noun else category, kinds)
    if nominal and kinds[found] in _BESIDE_PRONOUNS:
        return next((index for index, label in enumerate(labels) if label in _PRONOUNS), found)
    return found


def _may_be_coordinated(category: str, labels: Sequence[str]) -> bool:
    kinds = [category_of(label) for label in labels]
    if any(kind in CONJUNCTIONS for kind in kinds[1:-1]):
        return True
    if category in NOMINAL:
        return len(labels) > 2 and all(CLASSES.get(kind) == NOUNS for kind in kinds)
    alike = [label for label in labels if CLASSES.get(category_of(label)) == LISTED.get(category, -1)]
    return len(alike) > 1
