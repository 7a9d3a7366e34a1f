"""Trees and parsers.

A parser turns sentences into scored trees; ``parser("embedded")`` needs nothing that is not in this package.

>>> from bolide.syntax import Tree, parser
>>> Tree.read("(NP (DT a) (NN dog))").words
('a', 'dog')
"""

from bolide.syntax.conversion import dependencies
from bolide.syntax.dependencies import DependencyTree, Word, read_conllu
from bolide.syntax.headrules import head_child, head_index, head_leaf, head_word
from bolide.syntax.parsing import About, Parse, Parser, Sentence, about_parsers, parser, parser_names
from bolide.syntax.trees import Span, Tree, read_trees
from bolide.syntax.words import words

__all__ = [
    "About",
    "DependencyTree",
    "Parse",
    "Parser",
    "Sentence",
    "Span",
    "Tree",
    "Word",
    "about_parsers",
    "dependencies",
    "head_child",
    "head_index",
    "head_leaf",
    "head_word",
    "parser",
    "parser_names",
    "read_conllu",
    "read_trees",
    "words",
]
