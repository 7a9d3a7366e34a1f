"""What many comparisons at once do to p-values, and what all of them together say.

alpha     the share of false alarms that is accepted: 0.05 where intervals are of 95%
family    the p-values that are corrected together: all pairs by one metric
cluster   neighbours in the ranking that cannot be told apart: every system of a cluster is significantly
          better than every system of the next one, as in the tables of WMT
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bolide.metric import Array


def holm(pvalues: ArrayLike) -> Array:
    """Adjusted p-values: the chance of even one false alarm in the family stays below alpha (Holm 1979).

    >>> holm([0.01, 0.04, 0.03]).round(3).tolist()
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(pvalues, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    factors = np.arange(len(values), 0, -1)
    raised = np.minimum(np.maximum.accumulate(values[order] * factors), 1)
    return _back(raised, order)


def benjamini_hochberg(pvalues: ArrayLike) -> Array:
    """Adjusted p-values: of the differences called significant, a share of alpha is false (1995).

    >>> benjamini_hochberg([0.01, 0.04, 0.03]).round(3).tolist()
    [0.03, 0.04, 0.04]
    """
    values = np.asarray(pvalues, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    factors = len(values) / np.arange(1, len(values) + 1)
    raised = np.minimum(np.minimum.accumulate((values[order] * factors)[::-1])[::-1], 1)
    return _back(raised, order)


def none(pvalues: ArrayLike) -> Array:
    """The p-values as they are."""
    return np.asarray(pvalues, dtype=np.float64)


CORRECTIONS: dict[str, Callable[[ArrayLike], Array]] = {
    "holm": holm,
    "benjamini-hochberg": benjamini_hochberg,
    "none": none,
}
"""By the name that ``--correction`` takes."""


def clusters(better: NDArray[np.bool_]) -> list[int]:
    """The cluster of each system, from 1; ``better[i, j]`` says that i beats j, best system first.

    >>> clusters(np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]], dtype=bool))
    [1, 1, 2]
    """
    found, current = [], 1
    for index in range(len(better)):
        if index and better[:index, index:].all():
            current += 1
        found.append(current)
    return found


def _back(values: Array, order: Sequence[int] | NDArray[np.intp]) -> Array:
    result = np.empty_like(values)
    result[order] = values
    return result
