"""The parser that comes with bolide: constituents, tags and functions of English, with exact n-best lists.

How probable a labelled bracket is, is the sum over all trees that have it, under a conditional random field
over all bracketings of the sentence. The best tree is the one whose brackets are most probable, each on its
own (Goodman 1996), for it is brackets that metrics compare: its score is the sum over its brackets of their
log-odds, less those of a bracket that is hardly worth it. Tags and function labels are the most probable ones
of each word and bracket; all trees of an n-best list share them.

>>> from bolide.syntax import parser
>>> [best] = parser("embedded").parse(["John resigned yesterday ."])[0]
>>> print(best.tree.without_functions())
(TOP (S (NP (NNP John)) (VP (VBD resigned) (NP (NN yesterday))) (. .)))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import chart
from bolide.syntax.model import BLOCK, Model, Scores
from bolide.syntax.parsing import Parse, Sentence, checked
from bolide.syntax.trees import Tree, escape
from bolide.syntax.words import words

SHIPPED = Path(__file__).parents[1] / "data" / "english.npz"
LONGEST = 200
"""Sentences of more words are parsed in parts."""
DOUBTFUL = 0.43
"""How probable a bracket must be to be worth it. About half of the F1 that is reached is best for F1."""
LEAST = 1e-6
"""Probabilities that are closer to 0 or 1 are taken for this close."""
GRID = 2.0**32
"""Scores are rounded to so many parts of 1: their sums are exact, whatever the order of adding."""
_STOPS = frozenset(".?!;:,")


class EmbeddedParser:
    """The parser of English that comes with bolide.

    ``model`` names a file that ``training/`` made, if it is not the one that is shipped.
    """

    gives = "constituents"

    def __init__(self, model: str = "") -> None:
        self._path = Path(model) if model else SHIPPED

    @cached_property
    def _model(self) -> Model:
        return Model(self._path)

    def signature(self) -> str:
        """The parser, the digest of its model file, and how probable a bracket must be."""
        return f"parser:embedded|model:{self._model.digest}|doubtful:{DOUBTFUL}"

    def parse(
        self,
        sentences: Sequence[Sentence],
        nbest: int = 1,
        advance: Callable[[int], None] = lambda sentences: None,
    ) -> list[list[Parse]]:
        """The parses of the sentences; of one that is empty, none.

        ``advance`` is called with the number of sentences whenever some are done.
        """
        texts = [words(s) if isinstance(s, str) else list(s) for s in checked(sentences, nbest)]
        parts = [_parts(text) for text in texts]
        pieces = [(index, part) for index, several in enumerate(parts) for part in several]
        found: list[list[list[Parse]]] = [[] for _ in texts]
        results: dict[int, list[Parse]] = {}
        order = sorted(range(len(pieces)), key=lambda i: len(pieces[i][1]))
        for first in range(0, len(order), BLOCK):
            block = order[first : first + BLOCK]
            batch = [pieces[i][1] for i in block]
            for i, text, scores in zip(block, batch, self._model.scores(batch), strict=True):
                results[i] = self._trees(text, scores, nbest if len(parts[pieces[i][0]]) == 1 else 1)
            advance(len(block))
        for i, (index, _) in enumerate(pieces):
            found[index].append(results[i])
        return [several[0] if len(several) == 1 else _joined(several) for several in found]

    def _trees(self, text: list[str], scores: Scores, nbest: int) -> list[Parse]:
        """The best trees of a sentence from its scores."""
        n = len(text)
        pairs = np.triu_indices(n + 1, 1)
        rows = np.zeros((n + 1, n + 1), dtype=np.int32)
        rows[pairs] = np.arange(len(pairs[0]))
        probable = scores.labels * chart.marginals(scores.brackets.astype(np.float64))[pairs][:, None]
        labels = np.round((logit(probable) - logit(DOUBTFUL)) * GRID) / GRID
        best = np.zeros((n + 1, n + 1))
        best[pairs] = labels.max(axis=1)
        values, roots, nodes = chart.kbest(best, labels, rows, nbest)
        leaves = [
            (Tree.trusted(self._model.tags[tag], (), escape(word)),)
            for tag, word in zip(scores.tags.tolist(), text, strict=True)
        ]
        labelled = sorted({(i, j) for i, j, label, *_ in nodes.tolist() if label < labels.shape[1]})
        inner = scores.inner[[rows[i, j] for i, j in labelled]]
        functions = dict(zip(labelled, self._model.functions(inner), strict=True))
        built: list[tuple[Tree, ...]] = []
        for i, j, label, one, two in nodes.tolist():
            if two >= 0:
                built.append(built[one] + built[two])
                continue
            children = leaves[i] if one < 0 else built[one]
            if label < labels.shape[1]:
                chain, function = self._model.chains[label], functions[i, j]
                for name in chain[:0:-1]:
                    children = (Tree.trusted(name, children),)
                named = f"{chain[0]}-{function}" if function and chain[0] != "TOP" else chain[0]
                children = (Tree.trusted(named, children),)
            built.append(children)
        trees = (built[root][0] for root in roots.tolist())
        return [
            Parse(tree if tree.label == "TOP" else Tree.trusted("TOP", (tree,)), score)
            for tree, score in zip(trees, values.tolist(), strict=True)
        ]


def logit(probable: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """The log-odds of what is so probable."""
    p = np.clip(np.asarray(probable), LEAST, 1 - LEAST)
    odds: NDArray[np.float64] = np.log(p / (1 - p))
    return odds


def _parts(text: list[str]) -> list[list[str]]:
    """The sentence in parts that are short enough, cut after a stop where there is one in the last third."""
    parts = []
    while len(text) > LONGEST:
        stops = [i + 1 for i in range(LONGEST * 2 // 3, LONGEST) if text[i] in _STOPS]
        cut = stops[-1] if stops else LONGEST
        parts.append(text[:cut])
        text = text[cut:]
    return [*parts, text] if text else parts


def _joined(parts: list[list[Parse]]) -> list[Parse]:
    """The best parses of several parts as one tree, with a note."""
    if not parts:
        return []
    trees = [best.tree for [best] in parts]
    children = tuple(child for tree in trees if isinstance(tree, Tree) for child in tree.children)
    note = f"longer than {LONGEST} words: parsed in {len(parts)} parts"
    return [Parse(Tree.trusted("TOP", children), sum(best.score for [best] in parts), note)]
