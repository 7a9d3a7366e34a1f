"""Triples of constituent trees held against those of gold Universal Dependencies, relation by relation.

Both are read off the same sentences of a treebank by rules of their own, so that what they agree on is right twice.
What they do not agree on is an error of one of them, or of one of the treebank's two annotations: its
constituents were made automatically.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from bench import Row
from bench.texts import ROOT
from bolide.report import Table
from bolide.syntax import DependencyTree, Tree
from bolide.syntax.fstructure import FEATURES, PREDICATES, RELATIONS, tree_triples, universal_triples

TREEBANKS = ROOT.parent / "shared" / "treebanks"
DEVELOPED, REPORTED = "gum_dev", "gum_test"
"""The part that the rules were mended on, and the part that figures are reported of."""


def rows() -> Iterator[Row]:
    if not TREEBANKS.is_dir():
        return
    for part in (DEVELOPED, REPORTED):
        for kind, relations in KINDS.items():
            _, _, f = measured(part, relations)
            yield Row(f"{part}: {kind}, F of precision and recall", 100 * f, unit="%")


def tables() -> Iterator[Table]:
    """Precision and recall of each relation, on the part that is reported."""
    if not TREEBANKS.is_dir():
        return
    lines = {**KINDS, **{relation: (relation,) for relation in RELATIONS}}
    matched, ours, gold = counts(REPORTED)
    yield Table(
        ("relation", "of trees", "of dependencies", "in both", "precision", "recall", "F"),
        [
            (name, *(sum(c[r] for r in relations) for c in (ours, gold, matched)), *percent)
            for name, relations in lines.items()
            for percent in [[_one_decimal(100 * part) for part in measured(REPORTED, relations)]]
        ],
        title=f"Triples of the constituent trees of {REPORTED}, measured by those of its gold dependencies",
        decimals=1,
    )


KINDS = {"all relations": tuple(RELATIONS), "predicates": tuple(PREDICATES), "features": tuple(FEATURES)}


def _one_decimal(value: float) -> float | None:
    return None if value != value else value


@cache
def counts(part: str) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """How many triples of each relation are on both sides, in the trees and in the dependencies."""
    trees = (TREEBANKS / f"{part}.ptb").read_text(encoding="utf-8").splitlines()
    blocks = (TREEBANKS / f"{part}.conllu").read_text(encoding="utf-8").strip().split("\n\n")
    matched, ours, gold = Counter[str](), Counter[str](), Counter[str]()
    for line, block in zip(trees, blocks, strict=True):
        one, other = (
            Counter(tree_triples(Tree.read(line))),
            Counter(universal_triples(DependencyTree.read(block))),
        )
        for counter, bag in ((matched, one & other), (ours, one), (gold, other)):
            for triple, number in bag.items():
                counter[triple.relation] += number
    return matched, ours, gold


def measured(part: str, relations: tuple[str, ...]) -> tuple[float, float, float]:
    """Precision, recall and F of these relations."""
    both, ours, gold = (sum(c[r] for r in relations) for c in counts(part))
    nothing = float("nan")
    f = 2 * both / (ours + gold) if ours + gold else nothing
    return both / ours if ours else nothing, both / gold if gold else nothing, f
