"""What the metrics over trees share: where trees come from, and scores that are means over levels.

A level is a depth of subtrees or a length of chains; an element is a subtree or a chain of that level.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError, SpecificationError
from bolide.explanation import MATCHED, MISSING, PARTLY, Explanation, Fraction, Mark, MarkedTree, Row, Rows
from bolide.kernels import trees as kernels
from bolide.kernels.trees import Names, Segmented, Starts
from bolide.metric import Array, Metric, as_references, as_segments, check_choices, ratio
from bolide.syntax import conversion, forests
from bolide.syntax.cache import cached
from bolide.syntax.dependencies import DependencyTree
from bolide.syntax.forests import Forest
from bolide.syntax.headrules import head_rules
from bolide.syntax.parsing import parser as parser_of
from bolide.syntax.trees import Tree
from bolide.testset import References, Segments

Matrix = NDArray[np.int32]
AnyTree = Tree | DependencyTree | None

PAPER = "Liu & Gildea (2005), Syntactic features for evaluation of machine translation"
PARSER_HELP = "where the trees come from: a parser, or files:path=FILE"
RULES_HELP = "the head of each constituent: collins, or a file of rules"
EPSILON_HELP = "what a level with elements but without a match counts"
EMPTY_LEVELS = {
    "choices": ("skip", "zero"),
    "help": "a level that the hypothesis has no element of: skip leaves it out of the mean, zero counts 0",
}
DEEPEST = 50
"""The largest depth or length that may be asked for."""


class Source(NamedTuple):
    """A parser, and what is made of its trees: constituents as they are, or dependencies by head rules."""

    parser: str
    rules: str | None = None
    lowercase: bool = False

    def check(self, key: str) -> None:
        """Raise if the parser or the rules do not exist, or do not fit."""
        made = parser_of(self.parser)
        if self.rules is None and made.gives != "constituents":
            raise SpecificationError(
                f"{key} needs constituents, but the parser {self.parser.partition(':')[0]} gives"
                f" {made.gives}: choose another parser, or d{key}"
            )
        if self.rules is not None:
            head_rules(self.rules)

    def trees(self, segments: Segments, what: str) -> list[AnyTree]:
        """The best tree of each segment, None of an empty one (remembered)."""

        def parse() -> list[AnyTree]:
            try:
                found = cached(made, list(segments))
            except InputError as error:
                raise InputError(f"{what}: {error}") from None
            return [parses[0].tree if parses else None for parses in found]

        made = parser_of(self.parser)
        return segments.memo(("trees", made.signature()), parse)

    def forest(self, segments: Segments, what: str) -> Forest:
        """The trees of these segments (remembered)."""

        def make() -> Forest:
            trees = self.trees(segments, what)
            if self.rules is None:
                return forests.constituents([tree for tree in trees if not isinstance(tree, DependencyTree)])
            return forests.dependencies(trees, head_rules(self.rules), self.lowercase)

        return segments.memo(("forest", parser_of(self.parser).signature(), *self[1:]), make)

    def both(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> tuple[Forest, Starts]:
        """The trees of the hypotheses, then those of the references; and which references are whose."""
        refs = as_references(references)
        here = self.forest(as_segments(hypotheses), "hypotheses")
        return here.joined(self.forest(refs.flat, "references")), refs.starts

    def drawn(self, tree: AnyTree) -> Tree | DependencyTree | None:
        """A tree as this metric sees it; its nodes stand in the order of its forest."""
        if self.rules is not None:
            made = conversion.dependencies(tree, head_rules(self.rules)) if isinstance(tree, Tree) else tree
            return made if made is not None and len(made) else None
        return forests.core(tree).without_functions() if isinstance(tree, Tree) else None

    def place(self, node: int) -> int:
        """How the node of this number in its tree is called in an explanation."""
        return node if self.rules is None else node + 1


def signature(metric: Metric, source: Source) -> str:
    """The settings of a metric, with the parser's signature, and with what its head rules say.

    A parser that gives dependencies has no need of head rules, so their name is ``none`` there.
    """
    made = parser_of(source.parser)
    parts = dict(part.split(":", 1) for part in Metric.signature(metric).split("|")[1:])
    del parts["parser"]
    if source.rules is not None:
        rules = head_rules(source.rules).signature()
        parts["head_rules"] = rules if made.gives == "constituents" else "none"
    return "|".join((metric.key, *(f"{name}:{value}" for name, value in parts.items()), made.signature()))


def mean_of_levels(totals: Array, levels: int, epsilon: float, skip: bool) -> Array:
    """The mean of matches over totals, in percent.

    A level without a match counts ``epsilon``; one without elements is left out of the mean, or with
    ``skip=False`` counts as 0.

    >>> figure_2 = np.array([6.0, 3.0, 1.0, 7.0, 4.0, 2.0])
    >>> float(mean_of_levels(figure_2, 3, 0.0, True)) == 100 * (6 / 7 + 3 / 4 + 1 / 2) / 3
    True
    """
    totals = np.asarray(totals, dtype=np.float64)
    matches, total = totals[..., :levels], totals[..., levels:]
    there = total > 0
    shares = np.where(there & (matches == 0), epsilon, ratio(matches, total))
    return 100 * ratio(shares.sum(-1), there.sum(-1) if skip else float(levels))


class LevelMetric(Metric):
    """A metric whose score is the mean, over levels, of the share of elements that a reference has too."""

    worth_caching = True
    level_name = "depth"
    """What a level is called; also the parameter that says how many there are."""
    epsilon: float
    empty_levels: str

    def __post_init__(self) -> None:
        check_choices(self)
        levels: object = self.levels
        if isinstance(levels, bool) or not isinstance(levels, int) or not 1 <= levels <= DEEPEST:
            raise SpecificationError(
                f"{self.key}:{self.level_name} must be a whole number from 1 to {DEEPEST}, not {levels!r}"
            )
        if not 0 <= self.epsilon < 1:
            raise SpecificationError(
                f"{self.key}:epsilon must be at least 0 and less than 1, not {self.epsilon}"
            )
        self.source.check(self.key)

    @property
    @abstractmethod
    def source(self) -> Source:
        """Where the trees come from."""

    @property
    @abstractmethod
    def levels(self) -> int:
        """The number of levels."""

    @abstractmethod
    def names(self, forest: Forest, segments: Segmented) -> Names:
        """A number for each node and level: the element that it stands for."""

    @abstractmethod
    def element(self, tree: Tree | DependencyTree, node: int, level: int) -> str:
        """The element that a node of a tree stands for, as people write it."""

    @property
    def columns(self) -> tuple[str, ...]:
        levels = range(1, self.levels + 1)
        return (*(f"matches{level}" for level in levels), *(f"total{level}" for level in levels))

    def signature(self) -> str:
        return signature(self, self.source)

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        forest, groups = self.source.both(hypotheses, references)
        segments = kernels.segmented(groups)
        return kernels.clipped(self.names(forest, segments), forest.starts, segments)

    def score(self, totals: Array) -> Array:
        return mean_of_levels(totals, self.levels, self.epsilon, self.empty_levels == "skip")

    def explain(self, hypothesis: str, references: Sequence[str]) -> Explanation:
        """Both trees with what they share, the elements of each level, and the fractions of the score."""
        hyp, refs = Segments([hypothesis]), References.of([references])
        forest, groups = self.source.both(hyp, refs)
        names = self.names(forest, kernels.segmented(groups)).values
        trees = [names[start:end] for start, end in zip(forest.starts, forest.starts[1:], strict=False)]
        row = self.statistics(hyp, refs)[0]
        alone = self.score(self.statistics([hypothesis] * len(references), [[text] for text in references]))
        best = int(np.argmax(alone))
        drawn = [
            self.source.drawn(tree)
            for tree in (*self.source.trees(hyp, "hypothesis"), *self.source.trees(refs.flat, "references"))
        ]
        shown = []
        for title, index, others in (
            ("hypothesis", 0, trees[1:]),
            ("reference" if len(references) == 1 else f"reference {best + 1}, the best", 1 + best, trees[:1]),
        ):
            tree = drawn[index]
            if tree is not None:
                shown.append(MarkedTree(title, tree, self._marks(trees[index], others)))
        fractions = [
            Fraction(f"{self.level_name} {level + 1}", row[level], row[self.levels + level], *counted)
            for level in range(self.levels)
            for counted in [self._counted(row[level], row[self.levels + level])]
        ]
        return Explanation(
            repr(self),
            hypothesis,
            tuple(references),
            float(self.score(row)),
            formula=self._formula(fractions),
            fractions=fractions,
            trees=shown,
            tables=[] if drawn[0] is None else [self._elements(drawn[0], trees)],
            notes=[
                *(
                    f"the {what} has no words"
                    for what, tree in zip(
                        ("hypothesis", "reference"), (drawn[0], drawn[1 + best]), strict=True
                    )
                    if tree is None
                ),
                f"A raised number is the largest {self.level_name} of what is shared at this node.",
            ],
        )

    def _counted(self, matched: float, total: float) -> tuple[float | None, str]:
        if not total:
            return 0.0, f"no such {self.level_name}, " + (
                "left out" if self.empty_levels == "skip" else "counts 0"
            )
        if not matched and self.epsilon:
            return self.epsilon, "no match"
        return None, ""

    def _formula(self, fractions: Sequence[Fraction]) -> str:
        terms = [
            f"{each.matched:g}/{each.total:g}" if each.counted is None else f"{each.counted:g}"
            for each in fractions
            if each.total or self.empty_levels != "skip"
        ]
        return f"100 x ({' + '.join(terms)}) / {len(terms)}" if terms else ""

    def _marks(self, own: Matrix, others: list[Matrix]) -> dict[int, Mark]:
        """What of a tree is found in the others, node by node, from the first on while there are enough."""
        found = np.zeros(own.shape, dtype=bool)
        for level in range(own.shape[1]):
            most: Counter[int] = Counter()
            for other in others:
                most |= Counter(other[:, level].tolist())
            for node, name in enumerate(own[:, level].tolist()):
                if name >= 0 and most[name]:
                    most[name] -= 1
                    found[node, level] = True
        marks = {}
        for node, (hits, there) in enumerate(zip(found, own >= 0, strict=True)):
            kind = MATCHED if (hits == there).all() else PARTLY if hits.any() else MISSING
            deepest = int(np.flatnonzero(hits)[-1]) + 1 if hits.any() else 0
            marks[self.source.place(node)] = Mark(kind, raised(deepest) if deepest else "")
        return marks

    def _elements(self, tree: Tree | DependencyTree, trees: list[Matrix]) -> Rows:
        """The elements of the hypothesis, how often they are there, and how often at most in a reference."""
        rows = []
        for level in range(self.levels):
            here = Counter(trees[0][:, level].tolist())
            first = {name: node for node, name in reversed(list(enumerate(trees[0][:, level].tolist())))}
            for name, node in sorted(first.items(), key=lambda item: item[1]):
                if name >= 0:
                    most = max(int((other[:, level] == name).sum()) for other in trees[1:])
                    matched = min(here[name], most)
                    kind = MATCHED if matched == here[name] else PARTLY if matched else MISSING
                    cells = (level + 1, self.element(tree, node, level + 1), here[name], most, matched)
                    rows.append(Row(cells, kind))
        heads = (self.level_name, "of the hypothesis", "times", "at most in a reference", "matched")
        return Rows(f"by {self.level_name}", heads, rows)


def raised(number: int) -> str:
    """A number above the line.

    >>> raised(12)
    '¹²'
    """
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def cut_constituent(tree: Tree, node: int, depth: int) -> str:
    """A subtree cut at a depth, in brackets.

    >>> cut_constituent(Tree.read("(S (NP (PRP I)) (VP (VBD slept)))"), 0, 2)
    '(S NP VP)'
    """
    found = next(each for number, each in enumerate(tree.subtrees()) if number == node)

    def write(each: Tree, left: int) -> str:
        if left == 1 or not each.children:
            return each.label
        return f"({each.label} {' '.join(write(child, left - 1) for child in each.children)})"

    return write(found, depth)


def cut_dependency(tree: DependencyTree, node: int, depth: int) -> str:
    """A subtree of words cut at a depth: a word, and in brackets its modifiers, with ``|`` where it stands.

    >>> from bolide.syntax.dependencies import Word
    >>> cut_dependency(DependencyTree([Word("I", 2), Word("slept", 0)]), 1, 2)
    'slept(I |)'
    """

    def write(number: int, left: int) -> str:
        children = tree.children(number)
        if left == 1 or not children:
            return tree[number].form
        parts = [write(child, left - 1) for child in children]
        parts.insert(sum(child < number for child in children), "|")
        return f"{tree[number].form}({' '.join(parts)})"

    return write(node + 1, depth)
