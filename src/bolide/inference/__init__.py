"""How sure a score is, and which system is better.

Everything here works on rows of statistics alone: it never looks at a text and knows no metric by name.

>>> from bolide.metric import Score
>>> votes = from_values({"A": [3, 4, 5, 5, 4, 5], "B": [1, 2, 1, 3, 2, 2]}, MeanScore("votes"))
>>> [str(interval) for interval in intervals(votes, confidence=90)]
['4.33 [3.83, 4.83]', '1.83 [1.33, 2.33]']
>>> compare(votes).pairs[0].better
'A'
"""

from bolide.inference.comparison import Comparison, Entry, Pair, alone, compare, draws
from bolide.inference.intervals import N_RESAMPLES, SEED, check, interval, intervals
from bolide.inference.scores import MeanError, MeanScore, from_values, with_gaps

__all__ = [
    "N_RESAMPLES",
    "SEED",
    "Comparison",
    "Entry",
    "MeanError",
    "MeanScore",
    "Pair",
    "alone",
    "check",
    "compare",
    "draws",
    "from_values",
    "interval",
    "intervals",
    "with_gaps",
]
