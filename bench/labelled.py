"""Labelled dependencies: scoring alone, parses and their triples given, against a textbook version in Python.

Both sides start from the bags of triples of the 50 best parses of news sentences. Further rows say what it takes to read the
triples off the trees, which is done once for each text.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import numpy as np

from bench import Row, race, seconds
from bench.texts import corpus
from bolide.metrics.labelled import Labelled
from bolide.syntax import parser, parser_names
from bolide.syntax.cache import cached
from bolide.syntax.fstructure import F_STRUCTURE, FEATURES, Bags, Triple, bags
from bolide.testset import References

SEGMENTS, SOME, BATCH = 2000, 40, 100
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
    sides = corpus(SEGMENTS)
    fifty, best, parses = annotated([*sides[0], *sides[1]])
    of = References.of([[text] for text in sides[1]])
    for metric in VARIANTS:
        lists = [each.best(metric.nbest) for each in fifty]
        took = min(seconds(lambda m=metric, given=lists: m._matched(given, of)) for _ in range(3))
        yield Row(f"{metric.name}, scoring, {SEGMENTS} segments", took, target=5)
    some = [*fifty[:SOME], *fifty[SEGMENTS : SEGMENTS + SOME]]
    few = References.of([[text] for text in sides[1][:SOME]])
    metric = Labelled(nbest=50, partial=True)
    np.testing.assert_allclose(metric._matched(some, few)[0], textbook(some))
    ours, theirs = race(lambda: metric._matched(some, few), lambda: textbook(some), turns=2)
    yield Row(f"{metric.name}, scoring, {SOME} segments", ours, "textbook", theirs, 50)
    yield Row(f"triples of {len(fifty)} best parses", best)
    yield Row(f"triples of {parses} parses in {len(fifty)} lists of the 50 best", sum(SPENT))


SPENT: list[float] = []


def annotated(texts: list[str]) -> tuple[list[Bags], float, int]:
    """The bags of the 50 best parses of each text; how long the best parses alone take; the number of parses."""
    found: list[Bags] = []
    best, number = 0.0, 0
    for begin in range(0, len(texts), BATCH):
        lists = cached(parser("embedded"), texts[begin : begin + BATCH], 50)
        best += seconds(lambda given=lists: [bags(parses[:1], F_STRUCTURE) for parses in given])
        SPENT.append(seconds(lambda given=lists: found.extend(bags(parses, F_STRUCTURE) for parses in given)))
        number += sum(map(len, lists))
    return found, best, number


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
