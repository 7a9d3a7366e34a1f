"""Which child of a constituent is its head: the table of Collins (1999), appendix A.

The head of a constituent is the child that its grammar hangs on: of a verb phrase the verb, of a noun
phrase the noun. The word that one reaches by going from head to head is the head word.

A rule of the table names a direction and a list of labels. ``left`` means: for each label of the list in
turn, go through the children from the left and take the first child with this label; if none has any of
them, take the first child from the left. Noun phrases and coordinations have rules of their own, see the
functions.

>>> from bolide.syntax.trees import Tree
>>> tree = Tree.read("(S (NP (DT A) (NN dog)) (VP (VBD barked) (NP (NN yesterday))) (. .))")
>>> head_child(tree).label, head_word(tree)
('VP', 2)
"""

from __future__ import annotations

from collections.abc import Sequence

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

_NOMINAL_STEPS = (
    ("right", {"NN", "NNP", "NNPS", "NNS", "NX", "NML", "POS", "JJR"}),
    ("left", {"NP"}),
    ("right", {"$", "ADJP", "PRN"}),
    ("right", {"CD"}),
    ("right", {"JJ", "JJS", "RB", "QP"}),
)
"""The steps of the rule for noun phrases: the first child from this side with one of these labels."""


def head_index(tree: Tree) -> int:
    """The index of the head among the children of a constituent."""
    children = tree.children
    if len(children) == 1:
        return 0
    labels = [child.category for child in children]
    chosen = _chosen(tree.category, labels)
    if labels[chosen] in PUNCTUATION and not all(label in PUNCTUATION for label in labels):
        kept = [i for i, label in enumerate(labels) if label not in PUNCTUATION]
        chosen = kept[_chosen(tree.category, [labels[i] for i in kept])]
    return _first_conjunct(labels, chosen)


def head_child(tree: Tree) -> Tree:
    """The child that is the head."""
    return tree.children[head_index(tree)]


def head_leaf(tree: Tree) -> Tree:
    """The leaf of the head word.

    >>> head_leaf(Tree.read("(NP (NP (DT the) (NN end)) (PP (IN of) (NP (NN time))))")).word
    'end'
    """
    while tree.children:
        tree = head_child(tree)
    return tree


def head_word(tree: Tree) -> int:
    """The index of the head word among the words of the constituent."""
    before = 0
    while tree.children:
        index = head_index(tree)
        before += sum(len(child.words) for child in tree.children[:index])
        tree = tree.children[index]
    return before


def _chosen(category: str, labels: Sequence[str]) -> int:
    if category in NOMINAL:
        if labels[-1] == "POS":
            return len(labels) - 1
        for side, wanted in _NOMINAL_STEPS:
            for index in _order(side, labels):
                if labels[index] in wanted:
                    return index
        return len(labels) - 1
    side, wanted_labels = RULES.get(category, ("left", ""))
    order = _order(side, labels)
    for label in wanted_labels.split():
        for index in order:
            if labels[index] == label:
                return index
    return order[0]


def _order(side: str, labels: Sequence[str]) -> range:
    return range(len(labels)) if side == "left" else range(len(labels) - 1, -1, -1)


def _first_conjunct(labels: Sequence[str], chosen: int) -> int:
    """Of a coordination, the conjunct before the conjunction, as in Collins' thesis; it may be one of
    several.

    >>> _first_conjunct(["NN", "CC", "NN"], 2)
    0
    """
    while chosen > 1 and labels[chosen - 1] in ("CC", "CONJP"):
        before = chosen - 2
        while before > 0 and labels[before] in PUNCTUATION:
            before -= 1
        if labels[before] in PUNCTUATION:
            break
        chosen = before
    return chosen
