"""F-structures of sentences and their triples, from constituent trees and from Universal Dependencies."""

from bolide.syntax.fstructure.annotation import tree_structure, tree_triples
from bolide.syntax.fstructure.structure import FEATURES, PREDICATES, RELATIONS, FStructure, Triple, triples

__all__ = [
    "FEATURES",
    "PREDICATES",
    "RELATIONS",
    "FStructure",
    "Triple",
    "tree_structure",
    "tree_triples",
    "triples",
]
