"""HWCM (Liu & Gildea 2005): what share of the hypothesis' headword chains a reference has too.

A headword chain of length *n* is *n* words of a dependency tree, each the head of the next. For each length,
matches are clipped: a chain counts no more often than in the one reference that has it most often. The score
is the mean of the shares over the lengths up to ``length``; a length that the hypothesis has chains of, but
none that match, counts ``epsilon``. A corpus sums matches and totals over its segments before it divides.

>>> import os, tempfile
>>> tree = "(S (NP (PRP I)) (VP (VBP have) (NP (DT a) (JJ red) (NN pen))))"
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "trees.ptb")
...     with open(path, "w") as file:
...         print(tree, tree.replace("red", "new"), sep="\\n", file=file)
...     metric = HWCM(length=3, parser=f"files:path={path}")
...     row = metric.statistics(["I have a red pen"], [["I have a new pen"]])[0]
>>> row.tolist(), float(metric.score(row)) == 100 * (4/5 + 3/4 + 1/2) / 3
([4.0, 3.0, 1.0, 5.0, 4.0, 2.0], True)
"""

from dataclasses import dataclass, field
from typing import Literal

from bolide.kernels.trees import Names, Segmented, chain_names
from bolide.metrics._trees import (
    EMPTY_LEVELS,
    EPSILON_HELP,
    PAPER,
    PARSER_HELP,
    RULES_HELP,
    LevelMetric,
    Source,
)
from bolide.syntax import DependencyTree, Tree
from bolide.syntax.forests import Forest


@dataclass(frozen=True, repr=False)
class HWCM(LevelMetric):
    """Shared chains of head words, by their length.

    Columns: ``matches1`` ... are the clipped matches of each length, ``total1`` ... the chains that the
    hypothesis has of it.
    """

    key = "hwcm"
    paper = PAPER
    level_name = "length"

    length: int = field(default=4, metadata={"help": "the largest number of words in a chain"})
    epsilon: float = field(default=0.001, metadata={"help": EPSILON_HELP})
    empty_levels: Literal["skip", "zero"] = field(default="skip", metadata=EMPTY_LEVELS)
    parser: str = field(default="embedded", metadata={"help": PARSER_HELP})
    lowercase: bool = field(default=False, metadata={"help": "ignore case"})
    head_rules: str = field(default="collins", metadata={"help": RULES_HELP})

    @property
    def name(self) -> str:
        return "HWCM"

    @property
    def source(self) -> Source:
        return Source(self.parser, self.head_rules, self.lowercase)

    @property
    def levels(self) -> int:
        return self.length

    def names(self, forest: Forest, segments: Segmented) -> Names:
        return chain_names(forest.labels, forest.parents, forest.starts, segments, self.length)

    def element(self, tree: Tree | DependencyTree, node: int, level: int) -> str:
        assert isinstance(tree, DependencyTree)
        words, number = [], node + 1
        for _ in range(level):
            words.append(tree[number].form)
            number = tree[number].head
        return " > ".join(reversed(words))
