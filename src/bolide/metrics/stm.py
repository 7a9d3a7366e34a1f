"""STM and DSTM (Liu & Gildea 2005): what share of the hypothesis' subtrees of depth 1, 2, ... a reference
has.

A subtree of depth *d* is a node with everything below it, cut at depth *d*; it must reach depth *d*. For each
depth, matches are clipped: a subtree counts no more often than in the one reference that has it most often.
The score is the mean of the shares over the depths up to ``depth``. A corpus sums matches and totals over its
segments before it divides.

STM looks at constituents: nodes are categories and part-of-speech tags, words are no part of the tree. DSTM
looks at dependencies: nodes are words, their modifiers stand in the order of the text, and on which side of
its head a modifier stands counts.

>>> import os, tempfile
>>> one = "(S (NP (PRP I)) (VP (VBD had) (NP (DT a) (NN dog))))"
>>> two = "(S (NP (PRP I)) (VP (VBD saw) (NP (PRP it))))"
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "trees.ptb")
...     with open(path, "w") as file:
...         print(one, two, sep="\\n", file=file)
...     metric = STM(depth=3, parser=f"files:path={path}")
...     row = metric.statistics(["I saw it"], [["I had a dog"]])[0]
>>> row.tolist(), round(float(metric.score(row)), 2)
([6.0, 3.0, 1.0, 7.0, 4.0, 2.0], 70.24)
"""

from dataclasses import dataclass, field
from typing import Literal

from bolide.kernels.trees import Names, Segmented, subtree_names
from bolide.metrics._trees import (
    EMPTY_LEVELS,
    EPSILON_HELP,
    PAPER,
    PARSER_HELP,
    RULES_HELP,
    LevelMetric,
    Source,
    cut_constituent,
    cut_dependency,
)
from bolide.syntax import DependencyTree, Tree
from bolide.syntax.forests import Forest


@dataclass(frozen=True, repr=False)
class _Subtrees(LevelMetric):
    """What STM and DSTM share."""

    paper = PAPER
    level_name = "depth"

    depth: int = field(default=4, metadata={"help": "the largest depth of subtrees"})
    epsilon: float = field(default=0.0, metadata={"help": EPSILON_HELP})
    empty_levels: Literal["skip", "zero"] = field(default="skip", metadata=EMPTY_LEVELS)
    parser: str = field(default="embedded", metadata={"help": PARSER_HELP})

    @property
    def levels(self) -> int:
        return self.depth

    def names(self, forest: Forest, segments: Segmented) -> Names:
        sided = self.source.rules is not None
        return subtree_names(forest.labels, forest.parents, forest.starts, segments, self.depth, sided=sided)

    def element(self, tree: Tree | DependencyTree, node: int, level: int) -> str:
        if isinstance(tree, DependencyTree):
            return cut_dependency(tree, node, level)
        return cut_constituent(tree, node, level)


@dataclass(frozen=True, repr=False)
class STM(_Subtrees):
    """Shared subtrees of constituents, by their depth.

    Columns: ``matches1`` ... are the clipped matches of each depth, ``total1`` ... the subtrees that the
    hypothesis has of it.
    """

    key = "stm"

    @property
    def name(self) -> str:
        return "STM"

    @property
    def source(self) -> Source:
        return Source(self.parser)


@dataclass(frozen=True, repr=False)
class DSTM(_Subtrees):
    """Shared subtrees of dependencies, by their depth.

    Columns: as those of STM.
    """

    key = "dstm"

    lowercase: bool = field(default=False, metadata={"help": "ignore case"})
    head_rules: str = field(default="collins", metadata={"help": RULES_HELP})

    @property
    def name(self) -> str:
        return "DSTM"

    @property
    def source(self) -> Source:
        return Source(self.parser, self.head_rules, self.lowercase)
