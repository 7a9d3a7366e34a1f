"""From constituents to dependencies, by the head rules.

In every constituent, the head words of the other children depend on the head word of the head child. The
relation of a dependent says what its largest constituent (the one that is not a head of something larger)
is:

1. its first function label, if it has one, in lower case: ``sbj``, ``tmp``, ``prd``;
2. else what the table ``RELATIONS`` says of the category of the constituent around it and its own;
3. else ``dep``.

Universal tags and features follow from the Penn tags by the table ``UNIVERSAL``.

>>> from bolide.syntax.trees import Tree
>>> print(dependencies(Tree.read("(TOP (S (NP-SBJ (NNP John)) (VP (VBD had) (NP (DT a) (NN dog))) (. .)))")))
1	John	_	PROPN	NNP	Number=Sing	2	sbj	_	_
2	had	_	VERB	VBD	Mood=Ind|Tense=Past|VerbForm=Fin	0	root	_	_
3	a	_	DET	DT	_	4	det	_	_
4	dog	_	NOUN	NN	Number=Sing	2	obj	_	_
5	.	_	PUNCT	.	_	2	punct	_	_
"""

from __future__ import annotations

from bolide.syntax.dependencies import DependencyTree, Word
from bolide.syntax.headrules import COLLINS, HeadRules, head_index
from bolide.syntax.trees import Tree, plain

UNIVERSAL = {
    "#": ("SYM", ""),
    "$": ("SYM", ""),
    "''": ("PUNCT", ""),
    ",": ("PUNCT", ""),
    "-LRB-": ("PUNCT", ""),
    "-RRB-": ("PUNCT", ""),
    "-LSB-": ("PUNCT", ""),
    "-RSB-": ("PUNCT", ""),
    ".": ("PUNCT", ""),
    ":": ("PUNCT", ""),
    "``": ("PUNCT", ""),
    "HYPH": ("PUNCT", ""),
    "NFP": ("PUNCT", ""),
    "ADD": ("X", ""),
    "AFX": ("X", ""),
    "CC": ("CCONJ", ""),
    "CD": ("NUM", "NumType=Card"),
    "DT": ("DET", ""),
    "EX": ("PRON", ""),
    "FW": ("X", "Foreign=Yes"),
    "GW": ("X", ""),
    "IN": ("ADP", ""),
    "JJ": ("ADJ", "Degree=Pos"),
    "JJR": ("ADJ", "Degree=Cmp"),
    "JJS": ("ADJ", "Degree=Sup"),
    "LS": ("X", ""),
    "MD": ("AUX", "VerbForm=Fin"),
    "NN": ("NOUN", "Number=Sing"),
    "NNS": ("NOUN", "Number=Plur"),
    "NNP": ("PROPN", "Number=Sing"),
    "NNPS": ("PROPN", "Number=Plur"),
    "PDT": ("DET", ""),
    "POS": ("PART", ""),
    "PRP": ("PRON", "PronType=Prs"),
    "PRP$": ("PRON", "Poss=Yes|PronType=Prs"),
    "RB": ("ADV", ""),
    "RBR": ("ADV", "Degree=Cmp"),
    "RBS": ("ADV", "Degree=Sup"),
    "RP": ("ADP", ""),
    "SYM": ("SYM", ""),
    "TO": ("PART", ""),
    "UH": ("INTJ", ""),
    "VB": ("VERB", "VerbForm=Inf"),
    "VBD": ("VERB", "Mood=Ind|Tense=Past|VerbForm=Fin"),
    "VBG": ("VERB", "VerbForm=Ger"),
    "VBN": ("VERB", "Tense=Past|VerbForm=Part"),
    "VBP": ("VERB", "Mood=Ind|Tense=Pres|VerbForm=Fin"),
    "VBZ": ("VERB", "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"),
    "WDT": ("DET", "PronType=Int,Rel"),
    "WP": ("PRON", "PronType=Int,Rel"),
    "WP$": ("PRON", "Poss=Yes|PronType=Int,Rel"),
    "WRB": ("ADV", "PronType=Int,Rel"),
}
"""The universal part of speech and the features of each Penn tag."""

ANY = "*"
RELATIONS = (
    # around, dependent, relation: the first line that fits; * fits all
    (ANY, "CC", "cc"),
    (ANY, "CONJP", "cc"),
    (ANY, "PRN", "parataxis"),
    (ANY, "INTJ", "discourse"),
    (ANY, "UH", "discourse"),
    (ANY, "PRT", "prt"),
    (ANY, "RP", "prt"),
    (ANY, "EX", "expl"),
    ("NP", "DT", "det"),
    ("NP", "PDT", "det"),
    ("NP", "PRP$", "poss"),
    ("NP", "WDT", "det"),
    ("NP", "CD", "nummod"),
    ("NP", "QP", "nummod"),
    ("NP", "JJ", "amod"),
    ("NP", "JJR", "amod"),
    ("NP", "JJS", "amod"),
    ("NP", "VBN", "amod"),
    ("NP", "VBG", "amod"),
    ("NP", "ADJP", "amod"),
    ("NP", "POS", "case"),
    ("NP", "NP", "appos"),
    ("NP", "SBAR", "relcl"),
    ("NP", "VP", "acl"),
    ("NP", "S", "acl"),
    ("NP", "RRC", "acl"),
    ("NP", "PP", "nmod"),
    ("NP", ANY, "nmod"),
    ("QP", ANY, "quantmod"),
    ("PP", "NP", "pobj"),
    ("PP", "S", "pcomp"),
    ("PP", "SBAR", "pcomp"),
    ("PP", "PP", "pcomp"),
    ("PP", ANY, "advmod"),
    ("WHPP", ANY, "pobj"),
    ("WHNP", ANY, "nmod"),
    ("VP", "MD", "aux"),
    ("VP", "VP", "vc"),
    ("VP", "NP", "obj"),
    ("VP", "SBAR", "comp"),
    ("VP", "S", "comp"),
    ("VP", "ADJP", "prd"),
    ("VP", "PP", "obl"),
    ("SBAR", "S", "sub"),
    ("SBARQ", "SQ", "sub"),
    ("SQ", "VP", "vc"),
    ("SQ", "NP", "sbj"),
    ("SINV", "VP", "vc"),
    ("SINV", "NP", "sbj"),
    ("S", "NP", "sbj"),
    ("S", "SBAR", "advcl"),
    ("S", "S", "ccomp"),
    ("S", "PP", "obl"),
    (ANY, "ADVP", "advmod"),
    (ANY, "RB", "advmod"),
    (ANY, "RBR", "advmod"),
    (ANY, "RBS", "advmod"),
    (ANY, "PP", "mod"),
    (ANY, "DT", "det"),
)
"""What a dependent without a function label is, by the category around it and its own."""


def dependencies(tree: Tree, rules: HeadRules = COLLINS) -> DependencyTree:
    """The dependency tree of a constituent tree."""
    leaves = list(tree.leaves())
    heads = [0] * len(leaves)
    relations = ["root"] * len(leaves)
    counter = 0
    stack: list[tuple[Tree, bool]] = [(tree, False)]
    results: list[int] = []
    while stack:
        node, ready = stack.pop()
        if node.is_leaf:
            counter += 1
            results.append(counter)
        elif not ready:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node.children))
        else:
            count = len(node.children)
            numbers = results[-count:]
            del results[-count:]
            index = head_index(node, rules)
            for child, number in zip(node.children, numbers, strict=True):
                if number != numbers[index]:
                    heads[number - 1] = numbers[index]
                    relations[number - 1] = relation(node, child, node.children[index], rules)
            results.append(numbers[index])
    return DependencyTree(
        [
            Word(
                plain(leaf.word or ""),
                head,
                name,
                xpos=leaf.label,
                upos=universal(leaf.label)[0],
                features=universal(leaf.label)[1],
            )
            for leaf, head, name in zip(leaves, heads, relations, strict=True)
        ]
    )


def relation(around: Tree, child: Tree, head: Tree, rules: HeadRules = COLLINS) -> str:
    """What ``child`` is in the constituent around it, whose head is another child.

    >>> vp = Tree.read("(VP (VBD saw) (NP (PRP her)) (NP-TMP (NN today)))")
    >>> [relation(vp, child, vp.children[0]) for child in vp.children[1:]]
    ['obj', 'tmp']
    """
    if child.is_leaf and child.label in rules.punctuation:
        return "punct"
    if child.functions:
        return child.functions[0].lower()
    own, outer = child.category, around.category
    if (
        own == head.category
        and any(c.category in rules.conjunctions for c in around.children)
        and own != "CC"
    ):
        return "conj"
    for wanted_outer, wanted_own, name in RELATIONS:
        if wanted_outer in (ANY, outer) and wanted_own in (ANY, own):
            return name
    return "dep"


def universal(tag: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The universal part of speech and features of a Penn tag; of an unknown tag X and none."""
    upos, features = UNIVERSAL.get(tag, ("X", ""))
    pairs = (part.partition("=") for part in features.split("|") if part)
    return upos, tuple((name, value) for name, _, value in pairs)
