"""Scores with fewer references than there are, for the study of their number.

>>> from bolide.registry import metrics
>>> test_set = TestSet.read([["a red pen", "the red pen"], ["one more", "another"], ["no", "not"]])
>>> system = SystemOutput.read("A", ["a pen", "one", "not"])
>>> found = with_fewer_references(metrics(["chrf"]), test_set, [system])
>>> {number: [round(scores[0].value, 2) for scores in choices] for number, choices in found.items()}
{1: [31.84, 24.68], 2: [35.86]}
"""

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from bolide.engine import compute
from bolide.errors import InputError
from bolide.metric import Metric, Score
from bolide.testset import References, SystemOutput, TestSet

MOST = 6
"""Choices of each number of references; of more, so many are drawn."""


def choices(number: int, seed: int = 1) -> dict[int, list[tuple[int, ...]]]:
    """For 1, 2... of ``number`` references, which ones are taken.

    >>> choices(3)
    {1: [(0,), (1,), (2,)], 2: [(0, 1), (0, 2), (1, 2)], 3: [(0, 1, 2)]}
    >>> [len(chosen) for chosen in choices(8).values()]
    [6, 6, 6, 6, 6, 6, 6, 1]
    """
    random = np.random.default_rng(seed)
    found = {}
    for size in range(1, number + 1):
        everything = list(combinations(range(number), size))
        if len(everything) > MOST:
            kept = random.choice(len(everything), MOST, replace=False)
            everything = [everything[index] for index in sorted(kept.tolist())]
        found[size] = everything
    return found


def with_fewer_references(
    metrics: Sequence[Metric],
    test_set: TestSet,
    systems: Sequence[SystemOutput],
    seed: int = 1,
    advance: Callable[[int], None] = lambda segments: None,
) -> dict[int, list[list[Score]]]:
    """All scores with each choice of 1, 2... references; metrics are fitted on the chosen ones."""
    counts = np.unique(test_set.references.counts)
    if len(counts) != 1:
        where = int(np.flatnonzero(test_set.references.counts != counts[-1])[0])
        raise InputError(
            f"segment {test_set.ids[where]} has {test_set.references.counts[where]} references, but others"
            f" have {counts[-1]}: to study their number, every segment needs equally many"
        )
    return {
        size: [compute(metrics, _with(test_set, chosen), systems, advance) for chosen in chosen_ones]
        for size, chosen_ones in choices(int(counts[0]), seed).items()
    }


def _with(test_set: TestSet, chosen: Sequence[int]) -> TestSet:
    references = References.of([group[index] for index in chosen] for group in test_set.references)
    return TestSet(references, test_set.ids, test_set.documents, test_set.sources)
