"""Tests of the difference between two systems that were scored on the same units.

randomisation     paired approximate randomisation (Noreen 1989; Riezler & Maxwell 2005): if the systems do
                  not differ, it does not matter which of them an output is from, so outputs change sides by
                  the toss of a coin; p is the share of trials with a difference as large as the observed one
bootstrap         paired bootstrap on signed differences: the resampled differences, moved so that their
                  middle is 0, are what chance alone would give; the runs of a system are drawn, too
moses-bootstrap   the figure of Moses' script and of sacreBLEU's ``--paired-bs``. It is about half of what it
                  should be: differences lose their sign before their mean is taken off, so that only one of
                  both tails is counted

All p-values are two-sided and (count + 1) / (trials + 1), which keeps the level for any number of trials.
Identical systems have p = 1.

>>> pvalue(np.array([0.1, -0.4, 0.3, 0.0]), 0.3)
0.6
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bolide.inference.resampling import Sample, generator, product, trials
from bolide.metric import Array

TESTS = ("randomisation", "bootstrap", "moses-bootstrap")
_PAIRS = 5  # the place of random numbers for permutations of runs

Pairs = NDArray[np.intp]
"""``(2, pairs)``: positions of both systems of each pair."""


def pvalue(chance: Array, observed: float, size: float = 0.0) -> float:
    """How often chance gives a difference as large as the observed one, in either direction.

    ``size`` is how large the scores are: what differs by less than rounding can differ is as large.
    """
    count = (np.abs(chance) >= abs(observed) - _slack(observed, size)).sum()
    return float((count + 1) / (len(chance) + 1))


def bootstrap_pvalue(differences: Array, observed: float, size: float = 0.0) -> float:
    """The p-value of the paired bootstrap, from the difference on each resample."""
    return pvalue(differences - observed, observed, size)


def moses_pvalue(differences: Array, observed: float) -> float:
    """What Moses and sacreBLEU call the p-value of the paired bootstrap; not one.

    It follows sacreBLEU's ``significance.py``, except that identical systems give 1.
    """
    if not observed and not differences.any():
        return 1.0
    sizes = np.abs(differences)
    return float(((sizes - sizes.mean() > abs(observed)).sum() + 1) / (len(differences) + 1))


def randomisation(
    by_metric: Sequence[Sample],
    pairs: Pairs,
    n_trials: int,
    seed: int,
    advance: Callable[[int], None] = lambda trials: None,
) -> list[Array]:
    """The p-value of each pair, for each metric; all pairs and metrics see the same coins.

    One matrix product a metric serves all pairs: with T the totals and C the sums of what keeps its side,
    a trial of systems a and b has the totals T(b) + C(a) - C(b) and T(a) - C(a) + C(b).

    The outputs of a system's runs for a unit change sides together. What chance in training adds comes on
    top: the runs of both systems, as far as they are from their system's mean, are dealt out again to both.
    """
    first, second = pairs
    counts = [np.zeros(pairs.shape[1]) for _ in by_metric]
    shifts = [runs_by_chance(sample, pairs, n_trials, seed) for sample in by_metric]
    observed = [sample.values[first] - sample.values[second] for sample in by_metric]
    done = 0
    for coins in trials(by_metric[0].units, n_trials, seed):
        for sample, count, difference, shift in zip(by_metric, counts, observed, shifts, strict=True):
            cells = sample.mean_cells
            columns, systems, units = cells.shape
            kept = product(cells.reshape(columns * systems, units), coins).reshape(columns, systems, -1)
            totals = cells.sum(axis=-1, dtype=np.float64)[:, :, None]
            moved = kept[:, first] - kept[:, second]
            chance = sample.score(totals[:, second] + moved) - sample.score(totals[:, first] - moved)
            if shift is not None:
                chance = chance + shift[:, done : done + len(coins)]
            slack = _slack(difference, np.maximum(abs(sample.values[first]), abs(sample.values[second])))
            count += (np.abs(chance) >= (np.abs(difference) - slack)[:, None]).sum(axis=1)
        done += len(coins)
        advance(len(coins))
    return [(count + 1) / (n_trials + 1) for count in counts]


def runs_by_chance(sample: Sample, pairs: Pairs, number: int, seed: int) -> Array | None:
    """``(pairs, trials)``: differences of systems when their runs' deviations are dealt out at random.

    The deviations are stretched so that the variance is that of the difference of two means of as many runs.
    None where all systems have one run.
    """
    sizes = [runs.stop - runs.start for runs in sample.runs]
    if max(sizes) == 1:
        return None
    found = np.zeros((pairs.shape[1], number))
    for index, (a, b) in enumerate(pairs.T.tolist()):
        runs = sizes[a] + sizes[b]
        if runs == 2:
            continue
        deviations = np.concatenate(
            [sample.run_values[sample.runs[system]] - sample.values[system] for system in (a, b)]
        ) * np.sqrt((runs - 1) / (runs - 2))
        dealt = generator(seed, _PAIRS, a, b).permuted(np.tile(deviations, (number, 1)), axis=1)
        found[index] = dealt[:, : sizes[a]].mean(axis=1) - dealt[:, sizes[a] :].mean(axis=1)
    return found


def _slack(observed: Array | float, size: Array | float) -> Array:
    """How far below the observed difference a trial's may be and still be the same but for rounding."""
    slack: Array = 1e-10 * np.maximum(np.abs(observed), 1e-3 * np.asarray(size))
    return slack
