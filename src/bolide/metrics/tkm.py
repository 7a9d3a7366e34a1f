"""TKM and DTKM (Liu & Gildea 2005): how alike two trees are by all the subtrees that they share.

A subset tree (Collins & Duffy 2001) is any part of a tree of more than one node in which every node has all
of its children or none. With *H(T)* the counts of all subset trees of *T*, the score of a segment is the
cosine of *H(hypothesis)* and *H(reference)*, for the reference where it is largest; a corpus has the mean of
its segments. ``decay`` below 1 makes large subset trees count less, which are many: a subset tree of *n*
productions counts *decay^n*.

TKM looks at constituents: nodes are categories and part-of-speech tags, words are no part of the tree. DTKM
looks at dependencies: nodes are words, their modifiers stand in the order of the text, and on which side of
its head a modifier stands counts.

>>> import os, tempfile
>>> one = "(S (NP (PRP I)) (VP (VBD had) (NP (DT a) (NN dog))))"
>>> two = "(S (NP (PRP I)) (VP (VBD saw) (NP (PRP it))))"
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "trees.ptb")
...     with open(path, "w") as file:
...         print(one, two, sep="\\n", file=file)
...     metric = TKM(parser=f"files:path={path}")
...     row = metric.statistics(["I saw it"], [["I had a dog"]])[0]
>>> kernels = 4 + 1 + 2, 6 + 2 + 2 * 2, 6 + 2 + 1 + 1  # S, VP, NP: of both, and each itself
>>> abs(float(metric.score(row)) - 100 * kernels[0] / (kernels[1] * kernels[2]) ** 0.5) < 1e-9
True
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bolide.errors import SpecificationError
from bolide.explanation import MATCHED, MISSING, Explanation, Fraction, Mark, MarkedTree, Row, Rows
from bolide.kernels import trees as kernels
from bolide.metric import Array, Metric, ratio
from bolide.metrics._trees import (
    PAPER,
    PARSER_HELP,
    RULES_HELP,
    Source,
    cut_constituent,
    cut_dependency,
    signature,
)
from bolide.syntax import DependencyTree
from bolide.syntax.forests import Forest
from bolide.testset import References, Segments

SMALLEST_DECAY = 1e-6


@dataclass(frozen=True, repr=False)
class _TreeKernel(Metric):
    """What TKM and DTKM share."""

    paper = PAPER
    worth_caching = True

    decay: float = field(default=1.0, metadata={"help": "what each production of a shared subtree counts"})
    parser: str = field(default="embedded", metadata={"help": PARSER_HELP})

    def __post_init__(self) -> None:
        if not SMALLEST_DECAY <= self.decay <= 1:
            raise SpecificationError(
                f"{self.key}:decay must be from {SMALLEST_DECAY:g} to 1, not {self.decay:g}"
            )
        self.source.check(self.key)

    @property
    def source(self) -> Source:
        return Source(self.parser)

    @property
    def columns(self) -> tuple[str, ...]:
        return ("cosine", "segments")

    def signature(self) -> str:
        return signature(self, self.source)

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        forest, groups = self.source.both(hypotheses, references)
        cosines = np.maximum.reduceat(self._cosines(forest, groups)[0], groups[:-1])
        return np.column_stack([cosines, np.ones(len(cosines))])

    def score(self, totals: Array) -> Array:
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 1])

    def _cosines(self, forest: Forest, groups: NDArray[np.int64]) -> tuple[Array, Array]:
        """The cosine of each reference with its hypothesis, and the logarithms of the kernels.

        A tree of one node has no subset tree. It is like another of one node, if that is the same.
        """
        sided = self.source.rules is not None
        found = kernels.tree_kernels(
            forest.labels, forest.parents, forest.starts, groups, self.decay, sided=sided
        )
        both, here, there = found.T
        with np.errstate(invalid="ignore"):
            cosines = np.exp2(both - (here + there) / 2)
        cosines = np.where(np.isfinite(both), np.minimum(cosines, 1.0), 0.0)
        number = len(groups) - 1
        owners, sizes = np.repeat(np.arange(number), np.diff(groups)), np.diff(forest.starts)
        roots = np.append(forest.labels, -1)[forest.starts[:-1]]
        single = (sizes[owners] == 1) & (sizes[number:] == 1) & (roots[owners] == roots[number:])
        return np.where(single, 1.0, cosines), found

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Both trees, where they have the same productions, and the kernels that make up the cosine."""
        hyp, refs = Segments([hypothesis]), References.of([references])
        forest, groups = self.source.both(hyp, refs)
        cosines, kernels_ = self._cosines(forest, groups)
        best = int(np.argmax(cosines))
        sided = self.source.rules is not None
        names = kernels.subtree_names(
            forest.labels, forest.parents, forest.starts, kernels.segmented(groups), 2, sided=sided
        ).values[:, 1]
        productions = [names[start:end] for start, end in zip(forest.starts, forest.starts[1:], strict=False)]
        own, other = productions[0], productions[1 + best]
        drawn = [
            self.source.drawn(self.source.trees(hyp, "hypothesis")[0]),
            self.source.drawn(self.source.trees(refs.flat, "references")[best]),
        ]
        titles = ("hypothesis", "reference" if len(references) == 1 else f"reference {best + 1}, the best")
        shown = [
            MarkedTree(title, tree, self._marks(here, there))
            for title, tree, here, there in zip(titles, drawn, (own, other), (other, own), strict=True)
            if tree is not None
        ]
        tables = []
        if drawn[0] is not None:
            cut = cut_dependency if isinstance(drawn[0], DependencyTree) else cut_constituent
            rows = [
                Row((cut(drawn[0], node, 2), here, there), MATCHED if there else MISSING)  # type: ignore[arg-type]
                for node, here, there in self._counts(own, other)
            ]
            tables = [
                Rows("productions of the hypothesis", ("production", "times", "in the reference"), rows)
            ]
        return Explanation(
            repr(self),
            hypothesis,
            tuple(references),
            100 * float(cosines[best]),
            formula="100 x K(hypothesis, reference) / sqrt(K(hypothesis, hypothesis) K(reference, reference))"
            + (", the largest" if len(references) > 1 else ""),
            fractions=[
                self._fraction(number, cosine, *three.tolist())
                for number, (cosine, three) in enumerate(zip(cosines.tolist(), kernels_, strict=True), 1)
            ],
            trees=shown,
            tables=tables,
            notes=[
                f"the {what} has no words"
                for what, tree in zip(("hypothesis", "reference"), drawn, strict=True)
                if tree is None
            ],
        )

    def _fraction(self, number: int, cosine: float, both: float, here: float, there: float) -> Fraction:
        """K of both trees over the root of the product of their own K, scaled down where these are huge."""
        under = (here + there) / 2
        if not np.isfinite(under):
            return Fraction(f"reference {number}", 0, 0, cosine, "no subset trees")
        scale = int(max(0, under - 40))
        note = f"times 2^{scale}" if scale else ""
        return Fraction(
            f"reference {number}", float(np.exp2(both - scale)), float(np.exp2(under - scale)), cosine, note
        )

    def _marks(self, own: NDArray[np.int32], other: NDArray[np.int32]) -> dict[int, Mark]:
        """Nodes with a production: whether the other tree has it."""
        there = set(other.tolist())
        return {
            self.source.place(node): Mark(MATCHED if name in there else MISSING)
            for node, name in enumerate(own.tolist())
            if name >= 0
        }

    def _counts(self, own: NDArray[np.int32], other: NDArray[np.int32]) -> list[tuple[int, int, int]]:
        """For each production the first node that has it, and how often both trees do."""
        found, first = np.unique(own, return_index=True)
        return sorted(
            (int(node), int((own == name).sum()), int((other == name).sum()))
            for name, node in zip(found.tolist(), first.tolist(), strict=True)
            if name >= 0
        )


@dataclass(frozen=True, repr=False)
class TKM(_TreeKernel):
    """Cosine of the counts of all subtrees of constituents, whatever their shape.

    Columns: ``cosine`` with the best reference, and ``segments``, which is 1.
    """

    key = "tkm"

    @property
    def name(self) -> str:
        return "TKM"


@dataclass(frozen=True, repr=False)
class DTKM(_TreeKernel):
    """Cosine of the counts of all subtrees of dependencies, whatever their shape.

    Columns: as those of TKM.
    """

    key = "dtkm"

    lowercase: bool = field(default=False, metadata={"help": "ignore case"})
    head_rules: str = field(default="collins", metadata={"help": RULES_HELP})

    @property
    def name(self) -> str:
        return "DTKM"

    @property
    def source(self) -> Source:
        return Source(self.parser, self.head_rules, self.lowercase)
