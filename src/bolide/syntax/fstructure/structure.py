"""F-structures and their triples.

An f-structure says what is what in a sentence, whatever the order of its words: which word is the subject of
which, in which tense. As triples, it is a bag of ``relation(head, dependent)``.

Words of this file:

predicate
    the base form of the word that an f-structure is about.
predicate relation
    a relation between two words: ``subj(resign, john)``.
feature
    any other relation, between a word and a value: ``tense(resign, past)``.

>>> john = FStructure("john", features={"pers": "3"})
>>> resign = FStructure("resign", features={"tense": "past"}, functions={"subj": [john]})
>>> print(*triples(resign))
subj(resign, john) tense(resign, past) pers(john, 3)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

PREDICATES = {
    "subj": "subject",
    "obj": "object",
    "obj2": "second object",
    "obl": "oblique: an argument with a preposition",
    "obl2": "second oblique",
    "obl_ag": "oblique agent: who does it, in the passive",
    "adj": "adjunct",
    "app": "apposition",
    "comp": "complement: a clause with its own subject",
    "xcomp": "open complement: a clause or predicate whose subject stands elsewhere",
    "coord": "member of a coordination",
    "det": "determiner",
    "poss": "possessive",
    "quant": "quantifier",
    "relmod": "relative clause",
    "topic": "what stands before its clause as its topic",
    "topicrel": "the pronoun of a relative clause",
}
"""The 17 relations between two words."""

FEATURES = {
    "adegree": "degree of an adjective or adverb: positive, comparative, superlative",
    "coord_form": "the conjunction as it is written",
    "focus": "the question word of a clause",
    "if": "the clause begins with if",
    "whether": "the clause begins with whether",
    "that": "the clause begins with that",
    "modal": "its modal verb",
    "num": "number: sg, pl",
    "part": "the particle of a verb",
    "partic": "participle: pres, past",
    "passive": "passive voice",
    "pers": "person: 1, 2, 3",
    "pron_form": "the pronoun as it is written",
    "tense": "past, pres, fut",
    "inf": "infinitive",
}
"""The 15 relations between a word and a value."""

RELATIONS = {**PREDICATES, **FEATURES}
"""All 32, with what they mean."""

SETS = frozenset(("adj", "app", "coord", "det", "quant", "relmod", "topic", "topicrel", "focus"))
"""Relations that a word may have to several others."""

SHARED = ("subj", "obj", "obj2", "obl", "obl2", "obl_ag", "comp", "xcomp")
"""What a coordination shares out among its members: "John sang and danced" has two subjects."""


class Triple(NamedTuple):
    """``relation(head, dependent)``; of a feature, the dependent is its value."""

    relation: str
    head: str
    dependent: str

    def __str__(self) -> str:
        return f"{self.relation}({self.head}, {self.dependent})"


State = tuple[str, dict[str, str], "dict[str, list[FStructure]]", "dict[str, FStructure | str]"]
"""What is said of a word at some time: predicate, features, functions, and what is hidden."""


class FStructure:
    """What is said of a word: features with their values, and functions with the f-structures that fill them.

    Parts may be shared: the object of "want" is the subject of "go" in "want him to go". ``word`` is the
    number of the word in its sentence; ``hidden`` is what the rules need to know and nobody else.

    The constituents of a tree say more and more of a word, and other trees of the same sentence something
    else. So its state may be kept and come back to; whoever changes anything asks for its ``own`` first.

    >>> john = FStructure("john", features={"pers": "3"})
    >>> before = john.keep()
    >>> john.own().features["num"] = "sg"
    >>> after = john.keep()
    >>> john.restore(before)
    >>> print(*triples(john)), john.restore(after), print(*triples(john))
    pers(john, 3)
    pers(john, 3) num(john, sg)
    (None, None, None)
    """

    __slots__ = ("features", "functions", "hidden", "kept", "pred", "tag", "word")

    def __init__(
        self,
        pred: str,
        tag: str = "",
        word: int = -1,
        features: dict[str, str] | None = None,
        functions: dict[str, list[FStructure]] | None = None,
    ) -> None:
        self.pred = pred
        self.tag = tag
        self.word = word
        self.features = features if features is not None else {}
        self.functions = functions if functions is not None else {}
        self.hidden: dict[str, FStructure | str] = {}
        self.kept: State | None = None

    def keep(self) -> State:
        """What is said now, which stays as it is from now on."""
        if self.kept is None:
            self.kept = (self.pred, self.features, self.functions, self.hidden)
        return self.kept

    def restore(self, state: State) -> None:
        """Say again what was said then."""
        self.kept = state
        self.pred, self.features, self.functions, self.hidden = state

    def own(self) -> FStructure:
        """The same, with features, functions and hidden things that may be changed."""
        if self.kept is not None:
            self.kept = None
            self.features = self.features.copy()
            self.functions = self.functions.copy()
            self.hidden = self.hidden.copy()
        return self

    def add(self, relation: str, value: FStructure) -> bool:
        """Give it this function, or the next one of its kind; False where it has all of them."""
        functions = self.own().functions
        if relation in SETS:
            functions[relation] = [*functions.get(relation, ()), value]
            return True
        for name in (relation, f"{relation}2"):
            if name not in PREDICATES:
                return False
            if name not in functions:
                functions[name] = [value]
                return True
        return False

    def get(self, relation: str) -> FStructure | None:
        """What fills a function (the first, where several do), or nothing."""
        found = self.functions.get(relation)
        return found[0] if found else None

    def every(self) -> list[FStructure]:
        """This f-structure and all below it, each once, from the top."""
        found = []
        seen = {self}
        waiting = [self]
        while waiting:
            one = waiting.pop()
            found.append(one)
            if one.functions:
                for values in reversed(one.functions.values()):
                    for value in reversed(values):
                        if value not in seen:
                            seen.add(value)
                            waiting.append(value)
        return found


def triples(structure: FStructure) -> list[Triple]:
    """The triples of an f-structure, from the top."""
    return list(map(Triple._make, rows(structure)))


def rows(structure: FStructure) -> list[tuple[str, str, str]]:
    """The triples as plain tuples, of which many are made faster."""
    found = []
    for one in structure.every():
        pred = one.pred
        for relation, values in one.functions.items():
            for value in values:
                found.append((relation, pred, value.pred))
        for relation, feature in one.features.items():
            found.append((relation, pred, feature))
    return found


def finish(top: FStructure, control: Callable[[FStructure], str] = lambda one: "obj") -> None:
    """What is shared: a coordination gives its members what is said of it; open complements get subjects.

    The subject of an open complement is the object of its head, and where there is none, or where ``control``
    says so of the head (a verb like "promise"), the subject; where it says nothing, there is none.
    """
    waiting = [top]
    seen: set[FStructure] = set()
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if not one.functions:
            continue
        if "coord" in one.functions:
            members = one.functions["coord"]
            for relation in SHARED:
                if relation in one.functions:
                    for value in one.own().functions.pop(relation):
                        for member in members:
                            member.own().functions.setdefault(relation, [value])
        if "xcomp" in one.functions:
            _control(one, one.functions["xcomp"][0], control(one))
        for values in reversed(one.functions.values()):
            waiting.extend(reversed(values))


def _control(one: FStructure, complement: FStructure, by: str) -> None:
    if not by or "subj" in complement.functions:
        return
    controller = (one.get("obj") if by == "obj" else None) or one.get("subj")
    if controller is not None and controller is not complement:
        complement.own().functions["subj"] = [controller]
