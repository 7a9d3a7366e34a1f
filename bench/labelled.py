"""Labelled dependencies: the whole metric with parses given, scoring alone, and reading triples off trees.

Parses of news sentences, the 50 best of each, are made by the embedded parser beforehand and kept on disk. The first time, the
metric reads them and their triples, which it keeps as well; from then on, for every variant and system, it starts from these.
Scoring alone starts from triples in memory, against a textbook version in Python; triples of lists that share constituents are
read against reading them tree by tree.
"""

import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import product

import numpy as np

from bench import Row, caches_in, race, seconds
from bench.texts import corpus
from bolide.metrics.labelled import Labelled
from bolide.syntax import Parse, parser, parser_names
from bolide.syntax.cache import cached
from bolide.syntax.fstructure import F_STRUCTURE, FEATURES, Bags, Triple, bags, triples_of
from bolide.syntax.fstructure.cache import cached_bags
from bolide.testset import References

SEGMENTS, SOME = 2000, 40
VARIANTS = (
    Labelled(),
    Labelled(partial=True),
    Labelled(nbest=10, partial=True),
    Labelled(nbest=50, partial=True),
    Labelled(nbest=50, partial=True, wordnet=True),
)


def rows() -> Iterator[Row]:
    if "embedded" not in parser_names():
        return
    ours, theirs = corpus(SEGMENTS)
    texts, refs = [*ours, *theirs], [[text] for text in theirs]
    with tempfile.TemporaryDirectory() as folder, caches_in(folder):
        for begin in range(0, len(texts), 100):  # to hold few trees at once
            cached(parser("embedded"), texts[begin : begin + 100], 50)
        metric = VARIANTS[-1]
        first = seconds(lambda: metric.statistics(ours, refs))
        yield Row(f"{metric.name}, whole, parses on disk, {SEGMENTS} segments", first)
        for metric in VARIANTS:
            again = min(seconds(lambda m=metric: m.statistics(ours, refs)) for _ in range(3))
            yield Row(f"{metric.name}, whole, triples on disk, {SEGMENTS} segments", again, target=5)
        fifty = cached_bags(parser("embedded"), texts, 50, F_STRUCTURE)
        lists = cached(parser("embedded"), texts[:SOME], 50)
    of = References.of(refs)
    for metric in VARIANTS:
        given = [each.best(metric.nbest) for each in fifty]
        took = min(seconds(lambda m=metric, given=given: m._matched(given, of)) for _ in range(3))
        yield Row(f"{metric.name}, scoring, {SEGMENTS} segments", took, target=5)
    some = [*fifty[:SOME], *fifty[SEGMENTS : SEGMENTS + SOME]]
    metric = Labelled(nbest=50, partial=True)
    np.testing.assert_allclose(metric._matched(some, of[:SOME])[0], textbook(some))
    both = race(lambda: metric._matched(some, of[:SOME]), lambda: textbook(some), turns=2)
    yield Row(f"{metric.name}, scoring, {SOME} segments", both[0], "textbook", both[1], 50)
    both = race(lambda: [bags(parses, F_STRUCTURE) for parses in lists], lambda: tree_by_tree(lists), turns=3)
    yield Row(f"triples of {SOME} lists of the 50 best parses", both[0], "tree by tree", both[1])


def tree_by_tree(lists: list[list[Parse]]) -> list[list[list[Triple]]]:
    """The triples of each parse on its own."""
    return [[triples_of(parse.tree) for parse in parses] for parses in lists]


def textbook(lists: list[Bags]) -> list[list[float]]:
    """Matches and totals of the best pair of parses of each segment, partial matches counted, as one would write it."""

    def halves(bag: list[Triple]) -> Counter[tuple[str | None, ...]]:
        return Counter(
            half
            for r, head, dependent in bag
            for half in ([(r, head, dependent)] if r in FEATURES else [(r, head, None), (r, None, dependent)])
        )

    found = []
    number = len(lists) // 2
    for one, other in zip(lists[:number], lists[number:], strict=True):
        best, row = -1.0, [0.0, 0.0, 0.0]
        sides = [[halves(each.bag(k)) for k in range(len(each.counts))] for each in (one, other)]
        for here, there in product(*sides):
            matches, total = sum((here & there).values()), here.total() + there.total()
            if total and 2 * matches / total > best:
                best, row = 2 * matches / total, [matches, here.total(), there.total()]
        found.append(row)
    return found
