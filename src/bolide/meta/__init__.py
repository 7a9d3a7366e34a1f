"""How far metrics agree with people: correlations on every level, how sure they are, which metric is better.

``agree`` takes scores and judgements and finds everything; ``Agreement`` is what it found.
"""

from bolide.meta.agreement import LEVELS, N_RESAMPLES, Agreement, Cell, Difference, Gold, Scatter, agree
from bolide.meta.coefficients import NAMES
from bolide.meta.significance import TESTS

__all__ = [
    "LEVELS",
    "NAMES",
    "N_RESAMPLES",
    "TESTS",
    "Agreement",
    "Cell",
    "Difference",
    "Gold",
    "Scatter",
    "agree",
]
