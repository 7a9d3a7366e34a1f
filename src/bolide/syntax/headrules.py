"""Which child of a constituent is its head: the table of Collins (1999), appendix A, or one of yours.

The head of a constituent is the child that its grammar hangs on: of a verb phrase the verb, of a noun
phrase the noun. The word that one reaches by going from head to head is the head word.

A rule of the table names a direction and a list of labels. ``left`` means: for each label of the list in
turn, go through the children from the left and take the first child with this label; if none has any of
them, take the first child from the left. Noun phrases and coordinations have rules of their own.

Rules of another treebank stand in a text file, one step a line: a category (``*`` for all that have no line),
a direction, labels. A category may have several steps; the first that finds a child decides, and where none
does, it is the first child from the side of the last step. Directions are

``left``, ``right``
    the first of the labels that is found, looking for each of them from this side, as above;
``left-any``, ``right-any``
    the first child from this side that has any of the labels;
``last``
    the last child, if it has one of the labels.

``PUNCTUATION`` names the tags that are heads only where nothing else is there, ``CONJUNCTIONS`` the labels
after which a conjunct is no head (the conjunct before it is, and so on to the left). A line that begins with
``#`` is a comment. ``print(head_rules("collins").text())`` prints Collins' rules in this form.

>>> from bolide.syntax.trees import Tree
>>> tree = Tree.read("(S (NP (DT A) (NN dog)) (VP (VBD barked) (NP (NN yesterday))) (. .))")
>>> head_child(tree).label, head_word(tree)
('VP', 2)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from bolide.errors import InputError, SpecificationError, suggestion
from bolide.syntax.trees import Tree

RULES: dict[str, tuple[str, str]] = {
    "ADJP": ("left", "NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB"),
    "ADVP": ("right", "RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN"),
    "CONJP": ("right", "CC RB IN"),
    "FRAG": ("right", ""),
    "INTJ": ("left", ""),
    "LST": ("right", "LS :"),
    "NAC": ("left", "NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW"),
    "PP": ("right", "IN TO VBG VBN RP FW"),
    "PRN": ("left", ""),
    "PRT": ("right", "RP"),
    "QP": ("left", "$ IN NNS NN JJ RB DT CD NCD QP JJR JJS"),
    "RRC": ("right", "VP NP ADVP ADJP PP"),
    "S": ("left", "TO IN VP S SBAR ADJP UCP NP"),
    "SBAR": ("left", "WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG"),
    "SBARQ": ("left", "SQ S SINV SBARQ FRAG"),
    "SINV": ("left", "VBZ VBD VBP VB MD VP S SINV ADJP NP"),
    "SQ": ("left", "VBZ VBD VBP VB MD VP SQ"),
    "UCP": ("right", ""),
    "VP": ("left", "TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP"),
    "WHADJP": ("left", "CC WRB JJ ADJP"),
    "WHADVP": ("right", "CC WRB"),
    "WHNP": ("left", "WDT WP WP$ WHADJP WHPP WHNP"),
    "WHPP": ("right", "IN TO FW"),
}
"""The table. Categories that it does not name take their first child from the left."""

NOMINAL = ("NP", "NX", "NML")
"""Categories with the rule for noun phrases. Collins has NP alone; NX and NML are parts of noun phrases."""

PUNCTUATION = frozenset((",", ":", "``", "''", ".", "-LRB-", "-RRB-", "HYPH", "NFP", "SYM", "-NONE-"))
"""Tags that are heads only where nothing else is there."""

CONJUNCTIONS = frozenset(("CC", "CONJP"))
"""Labels after which a conjunct is no head."""

_REMEMBERED = 100_000  # productions whose head is not looked for again

DIRECTIONS = ("left", "right", "left-any", "right-any", "last")


class Step(NamedTuple):
    """A line of the rules: where to look, and for what."""

    direction: str
    labels: tuple[str, ...]

    def order(self, number: int) -> range:
        """The places of so many children, as this step goes through them."""
        return range(number) if self.direction.startswith("left") else range(number - 1, -1, -1)

    def find(self, labels: Sequence[str]) -> int:
        """The index of the child, or -1."""
        if self.direction == "last":
            return len(labels) - 1 if labels[-1] in self.labels else -1
        order = self.order(len(labels))
        if self.direction.endswith("-any"):
            return next((index for index in order if labels[index] in self.labels), -1)
        for label in self.labels:
            for index in order:
                if labels[index] == label:
                    return index
        return -1


_NOMINAL_STEPS = (
    Step("last", ("POS",)),
    Step("right-any", ("NN", "NNP", "NNPS", "NNS", "NX", "NML", "POS", "JJR")),
    Step("left-any", ("NP",)),
    Step("right-any", ("$", "ADJP", "PRN")),
    Step("right-any", ("CD",)),
    Step("right-any", ("JJ", "JJS", "RB", "QP")),
    Step("right", ()),
)
"""The rule for noun phrases; where no step finds anything, their head is the last child."""


@dataclass(frozen=True, eq=False)
class HeadRules:
    """Rules by category.

    >>> rules = HeadRules({"X": (Step("right", ("B",)),), "*": (Step("left", ()),)})
    >>> rules.index("X", ["B", "B", "A"]), rules.index("Y", ["B", "B", "A"])
    (1, 0)
    """

    steps: Mapping[str, Sequence[Step]]
    punctuation: frozenset[str] = PUNCTUATION
    conjunctions: frozenset[str] = CONJUNCTIONS
    name: str = ""
    _known: dict[tuple[str, ...], int] = field(default_factory=dict, repr=False)

    def index(self, category: str, labels: Sequence[str]) -> int:
        """The index of the head among children with these labels (categories)."""
        if len(labels) == 1:
            return 0
        key = (category, *labels)
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = self._index(category, labels)
        return self._known[key]

    def _index(self, category: str, labels: Sequence[str]) -> int:
        chosen = self._chosen(category, labels)
        if labels[chosen] in self.punctuation and not all(label in self.punctuation for label in labels):
            kept = [i for i, label in enumerate(labels) if label not in self.punctuation]
            chosen = kept[self._chosen(category, [labels[i] for i in kept])]
        return self._first_conjunct(labels, chosen)

    def _chosen(self, category: str, labels: Sequence[str]) -> int:
        steps = self.steps.get(category) or self.steps.get("*") or (Step("left", ()),)
        for step in steps:
            found = step.find(labels)
            if found >= 0:
                return found
        return steps[-1].order(len(labels))[0]

    def _first_conjunct(self, labels: Sequence[str], chosen: int) -> int:
        """Of a coordination, the conjunct before the conjunction, as in Collins' thesis; it may be one of
        several.

        >>> head_rules("collins")._first_conjunct(["NN", "CC", "NN"], 2)
        0
        """
        while chosen > 1 and labels[chosen - 1] in self.conjunctions:
            before = chosen - 2
            while before > 0 and labels[before] in self.punctuation:
                before -= 1
            if labels[before] in self.punctuation:
                break
            chosen = before
        return chosen

    def text(self) -> str:
        """The rules as a file of them is written."""
        lines = [
            " ".join((category, step.direction, *step.labels))
            for category, steps in self.steps.items()
            for step in steps
        ]
        lines.append(" ".join(("PUNCTUATION", *sorted(self.punctuation))))
        lines.append(" ".join(("CONJUNCTIONS", *sorted(self.conjunctions))))
        return "\n".join(lines)

    def signature(self) -> str:
        """The name of a table of ours, or a digest of the rules: equal rules have equal signatures."""
        return self.name or hashlib.blake2b(self.text().encode(), digest_size=8).hexdigest()


COLLINS = HeadRules(
    {
        **{category: (Step(side, tuple(labels.split())),) for category, (side, labels) in RULES.items()},
        **dict.fromkeys(NOMINAL, _NOMINAL_STEPS),
        "*": (Step("left", ()),),
    },
    name="collins",
)
"""The rules of Collins (1999)."""

TABLES = {"collins": COLLINS}
"""The rules that have a name."""


@cache
def head_rules(name: str = "collins") -> HeadRules:
    """The rules of this name, or those in this file.

    >>> head_rules("colins")
    Traceback (most recent call last):
    bolide.errors.SpecificationError: there are no head rules and no file 'colins': did you mean 'collins'?
    """
    if name in TABLES:
        return TABLES[name]
    try:
        with open(name, encoding="utf-8") as file:
            return read_rules(file.read(), name)
    except (FileNotFoundError, IsADirectoryError):
        raise SpecificationError(
            f"there are no head rules and no file {name!r}: {suggestion(name, TABLES)}"
        ) from None
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: not UTF-8 (byte {error.start + 1}): convert the file to UTF-8") from None
    except OSError as error:
        raise InputError(f"{name}: cannot be read ({error.strerror or error})") from None


def read_rules(text: str, where: str = "head rules") -> HeadRules:
    """The rules that a text holds.

    >>> read_rules("VP left VB VBD").steps
    {'VP': (Step(direction='left', labels=('VB', 'VBD')),)}
    >>> read_rules("VP lft VB")
    Traceback (most recent call last):
    bolide.errors.InputError: head rules, line 1: there is no direction 'lft': did you mean 'left'?
    """
    steps: dict[str, tuple[Step, ...]] = {}
    sets = {"PUNCTUATION": PUNCTUATION, "CONJUNCTIONS": CONJUNCTIONS}
    for place, first, words in _lines(text, where):
        if first in sets:
            sets[first] = frozenset(words)
            continue
        if not words:
            raise InputError(f"{place}: {first!r} has no direction: write {first} left, and labels")
        if words[0] not in DIRECTIONS:
            raise InputError(
                f"{place}: there is no direction {words[0]!r}: {suggestion(words[0], DIRECTIONS)}"
            )
        if words[0] == "last" and len(words) == 1:
            raise InputError(f"{place}: last needs labels that the last child may have")
        steps[first] = (*steps.get(first, ()), Step(words[0], tuple(words[1:])))
    if not steps:
        raise InputError(f"{where}: there is no rule in it: write lines such as VP left VB VBD")
    return HeadRules(steps, sets["PUNCTUATION"], sets["CONJUNCTIONS"])


def _lines(text: str, where: str) -> Iterator[tuple[str, str, list[str]]]:
    """Lines that are not empty: their place, their first word, and the others."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        words = line.split()
        if words and not words[0].startswith("#"):
            yield f"{where}, line {number}", words[0], words[1:]


def head_index(tree: Tree, rules: HeadRules = COLLINS) -> int:
    """The index of the head among the children of a constituent."""
    return rules.index(tree.category, [child.category for child in tree.children])


def head_child(tree: Tree, rules: HeadRules = COLLINS) -> Tree:
    """The child that is the head."""
    return tree.children[head_index(tree, rules)]


def head_leaf(tree: Tree, rules: HeadRules = COLLINS) -> Tree:
    """The leaf of the head word.

    >>> head_leaf(Tree.read("(NP (NP (DT the) (NN end)) (PP (IN of) (NP (NN time))))")).word
    'end'
    """
    while tree.children:
        tree = head_child(tree, rules)
    return tree


def head_word(tree: Tree, rules: HeadRules = COLLINS) -> int:
    """The index of the head word among the words of the constituent."""
    before = 0
    while tree.children:
        index = head_index(tree, rules)
        before += sum(len(child.words) for child in tree.children[:index])
        tree = tree.children[index]
    return before
