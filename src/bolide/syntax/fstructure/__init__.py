"""F-structures of sentences and their triples, from constituent trees and from Universal Dependencies.

>>> from bolide.syntax import Tree
>>> yesterday = Tree.read("(S (NP-TMP (NN Yesterday)) (, ,) (NP-SBJ (NNP John)) (VP (VBD resigned)))")
>>> resigned = Tree.read("(S (NP-SBJ (NNP John)) (VP (VBD resigned) (NP-TMP (NN yesterday))))")
>>> sorted(triples_of(yesterday)) == sorted(triples_of(resigned))
True
"""

from bolide.syntax.fstructure.annotation import tree_structure, tree_triples
from bolide.syntax.fstructure.bags import F_STRUCTURE, KINDS, PLAIN, Bags, bags, is_feature, triples_of
from bolide.syntax.fstructure.structure import FEATURES, PREDICATES, RELATIONS, FStructure, Triple, triples
from bolide.syntax.fstructure.universal import plain_triples, universal_structures, universal_triples

__all__ = [
    "FEATURES",
    "F_STRUCTURE",
    "KINDS",
    "PLAIN",
    "PREDICATES",
    "RELATIONS",
    "Bags",
    "FStructure",
    "Triple",
    "bags",
    "is_feature",
    "plain_triples",
    "tree_structure",
    "tree_triples",
    "triples",
    "triples_of",
    "universal_structures",
    "universal_triples",
]
