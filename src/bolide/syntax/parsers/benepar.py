"""The Berkeley Neural Parser: constituents, in the languages of its models.

``benepar:model=benepar_en3`` is a model that ``benepar.download`` has fetched, or the path of one. A string
is split into words as for the embedded parser.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bolide.errors import MissingExtraError
from bolide.syntax.parsers._common import first_words, installed_version, needed, under_one_root
from bolide.syntax.parsing import Parse, Sentence, checked
from bolide.syntax.trees import Tree
from bolide.syntax.words import words


class BeneparParser:
    """The Berkeley Neural Parser."""

    gives = "constituents"
    single = True
    package = "benepar"
    needs = (
        "pip install 'bolide[parsers-benepar]', then in Python:"
        " import benepar; benepar.download('benepar_en3')"
    )

    def __init__(self, model: str = "benepar_en3") -> None:
        self._benepar = needed("benepar", "benepar", "pip install 'bolide[parsers-benepar]'")
        try:
            self._parser = self._benepar.Parser(model)
        except (LookupError, OSError) as error:
            told = first_words(error)
            raise MissingExtraError(
                f"benepar has no model {model!r} ({told}): download it once, in Python: import benepar;"
                f" benepar.download({model!r})"
            ) from None
        self._signature = f"parser:benepar|model:{model}|benepar:{installed_version('benepar')}"

    def signature(self) -> str:
        """The model and benepar's version."""
        return self._signature

    def parse(self, sentences: Sequence[Sentence], nbest: int = 1) -> list[list[Parse]]:
        """One parse a sentence, whatever ``nbest`` is."""
        given = [words(s) if isinstance(s, str) else list(s) for s in checked(sentences, nbest)]
        inputs = [self._benepar.InputSentence(words=some) for some in given if some]
        trees = iter(self._parser.parse_sents(inputs) if inputs else ())
        return [[Parse(under_one_root([_tree(next(trees), some)]), 0.0)] if some else [] for some in given]


def _tree(tree: Any, given: Sequence[str]) -> Tree:
    """The tree in NLTK's form as ours, with the words that were given."""
    done: list[Tree] = []
    stack: list[tuple[Any, bool]] = [(tree, False)]
    left = iter(given)
    while stack:
        node, ready = stack.pop()
        if len(node) == 1 and isinstance(node[0], str):
            done.append(Tree.leaf(node.label(), next(left)))
        elif ready:
            parts = done[-len(node) :]
            del done[-len(node) :]
            done.append(Tree(node.label(), parts))
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(list(node)))
    return done[0]
