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

from collections.abc import Iterator
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


class FStructure:
    """What is said of a word: features with their values, and functions with the f-structures that fill them.

    Parts may be shared: the object of "want" is the subject of "go" in "want him to go". ``word`` is the
    number of the word in its sentence; ``hidden`` is what the rules need to know and nobody else.
    """

    __slots__ = ("features", "functions", "hidden", "pred", "tag", "word")

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

    def add(self, relation: str, value: FStructure) -> bool:
        """Give it this function, or the next one of its kind; False where it has all of them."""
        if relation in SETS:
            self.functions.setdefault(relation, []).append(value)
            return True
        for name in (relation, f"{relation}2"):
            if name not in PREDICATES:
                return False
            if name not in self.functions:
                self.functions[name] = [value]
                return True
        return False

    def get(self, relation: str) -> FStructure | None:
        """What fills a function (the first, where several do), or nothing."""
        found = self.functions.get(relation)
        return found[0] if found else None

    def every(self) -> Iterator[FStructure]:
        """This f-structure and all below it, each once, from the top."""
        seen = {id(self)}
        waiting = [self]
        while waiting:
            one = waiting.pop()
            yield one
            for values in reversed(one.functions.values()):
                for value in reversed(values):
                    if id(value) not in seen:
                        seen.add(id(value))
                        waiting.append(value)


def triples(structure: FStructure) -> list[Triple]:
    """The triples of an f-structure, from the top."""
    found: list[Triple] = []
    for one in structure.every():
        pred = one.pred
        for relation, values in one.functions.items():
            for value in values:
                found.append(Triple(relation, pred, value.pred))
        for relation, feature in one.features.items():
            found.append(Triple(relation, pred, feature))
    return found


def finish(top: FStructure) -> None:
    """What is shared: a coordination gives its members what is said of it; open complements get subjects.

    The subject of an open complement is the object of its head, and where there is none (or where the verb is
    one like "promise", see ``hidden["control"]``) the subject.
    """
    waiting = [top]
    seen: set[int] = set()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        members = one.functions.get("coord")
        if members:
            for relation in SHARED:
                for value in one.functions.pop(relation, ()):
                    for member in members:
                        member.functions.setdefault(relation, [value])
        _control(one)
        for values in reversed(one.functions.values()):
            waiting.extend(reversed(values))


def _control(one: FStructure) -> None:
    complement = one.get("xcomp")
    if complement is None or "subj" in complement.functions or one.hidden.get("control") == "none":
        return
    controller = one.get("obj") if one.hidden.get("control") != "subj" else None
    controller = controller or one.get("subj")
    if controller is not None and controller is not complement:
        complement.functions["subj"] = [controller]
