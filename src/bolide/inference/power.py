"""How likely a test is to find a difference, and how much more data it would take.

The difference is taken to be what was measured, and its standard error to shrink with the square root of the
number of units, as it does for every metric here.

power    the chance that a difference of this size comes out significant

>>> round(power(difference=1.0, stderr=0.5), 2), round(power(0.0, 0.5), 2)
(0.52, 0.05)
>>> needed_units(difference=1.0, stderr=0.5, units=1000), needed_units(0.0, 0.5, 1000)
(1963, None)
"""

from collections.abc import Sequence
from math import ceil

import numpy as np

from bolide.metric import Array

MOST_REFERENCES = 20
"""Nobody orders more than so many translations of one text."""


def normal_quantile(share: float) -> float:
    """Below it lies this share of a standard normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(share))


def strength(alpha: float, wanted: float) -> float:
    """How many standard errors a difference must have to be found with the wanted power."""
    return normal_quantile(1 - alpha / 2) + normal_quantile(wanted)


def power(difference: float, stderr: float, alpha: float = 0.05) -> float:
    """The chance that a two-sided test at this level finds the difference."""
    from scipy.special import ndtr

    if stderr == 0:
        return 1.0 if difference else alpha
    size, edge = abs(difference) / stderr, normal_quantile(1 - alpha / 2)
    return float(ndtr(size - edge) + ndtr(-size - edge))


def needed_units(
    difference: float, stderr: float, units: int, alpha: float = 0.05, wanted: float = 0.8
) -> int | None:
    """How many units would find the difference with the wanted power; None where there is none to find."""
    if not difference:
        return None
    return max(2, ceil(units * (strength(alpha, wanted) * stderr / difference) ** 2))


def needed_references(strengths: Sequence[float], alpha: float = 0.05, wanted: float = 0.8) -> int | None:
    """How many references would find the difference with the wanted power; None where no number would.

    ``strengths[k - 1]`` is the difference in standard errors with ``k`` references; it is taken to grow as a
    power of their number.

    >>> needed_references([1.0, 1.41, 1.73, 2.0]), needed_references([1.0, 0.9, 0.8])
    (8, None)
    """
    goal = strength(alpha, wanted)
    if strengths[-1] >= goal:
        return 1 + next(index for index, reached in enumerate(strengths) if reached >= goal)
    values: Array = np.array(strengths)
    if len(values) < 2 or (values <= 0).any():
        return None
    growth, start = np.polyfit(np.log(np.arange(1, len(values) + 1)), np.log(values), 1)
    if growth <= 0 or start + growth * np.log(MOST_REFERENCES) < np.log(goal):
        return None
    return max(len(values) + 1, ceil(float(np.exp((np.log(goal) - start) / growth)) - 1e-9))
