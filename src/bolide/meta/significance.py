"""Is one metric's correlation with people really higher than another's?

fisher        both correlations by Fisher's z', as if they came from different data (Owczarzak et al. 2007,
              note 6). They do not, so the test is too careful where both metrics agree with each other
williams      for two correlations with the same human scores (Williams 1959; Graham & Baldwin 2014)
permutation   if two metrics agree with people equally well, it does not matter which of them a score is from:
              standardised scores change sides by the toss of a coin, score by score (PERM-BOTH of Deutsch et
              al. 2021); on the level of items the coefficients of a segment change sides
bootstrap     the difference on each resample of the segments, moved so that its middle is 0

All are two-sided. Fisher and Williams are for one correlation of one list of pairs, so they exist on the
levels ``system`` and ``pooled`` only.

>>> round(williams(0.80, 0.72, 0.89, 26), 3)  # Howell, Statistical Methods for Psychology, 6th ed., p. 262
0.187
"""

from collections.abc import Callable
from itertools import combinations
from math import atanh, ceil, erfc, sqrt

import numpy as np

from bolide.inference.resampling import generator, on_grid, product, trials
from bolide.inference.significance import pvalue
from bolide.meta import coefficients as c
from bolide.meta.levels import Item, Level, Pointwise, System, mean, standardised
from bolide.metric import Array

TESTS = {
    "permutation": "paired permutation of both metrics",
    "williams": "Williams' test for dependent correlations",
    "fisher": "Fisher's z', as if the data were different",
    "bootstrap": "paired bootstrap of the segments",
}
_PLACE = 6  # of random numbers for permutations of points one after the other
EXCEEDANCES = 100
"""Costly trials end when so many are as large as the real difference (Besag & Clifford 1991)."""


def fisher(a: float, b: float, n: int, m: int | None = None) -> float:
    """The p-value of two correlations from ``n`` and ``m`` pairs (as many, where no ``m`` is given).

    >>> round(fisher(0.5, 0.3, 53), 2)
    0.23
    """
    if n < 4 or abs(a) >= 1 or abs(b) >= 1:
        return float(a == b) if n > 3 else float("nan")
    z = (atanh(a) - atanh(b)) / sqrt(1 / (n - 3) + 1 / ((n if m is None else m) - 3))
    return erfc(abs(z) / sqrt(2))


def williams(a: float, b: float, between: float, n: int) -> float:
    """The p-value of two correlations with the same thing; ``between`` is that of both with each other."""
    from scipy.stats import t

    if n < 4:
        return float("nan")
    if a == b:
        return 1.0
    determinant = max(1 - a * a - b * b - between * between + 2 * a * b * between, 0.0)
    above = (a - b) * sqrt((n - 1) * (1 + between))
    under = sqrt(2 * (n - 1) / (n - 3) * determinant + ((a + b) / 2) ** 2 * (1 - between) ** 3)
    if not under:
        return 0.0
    return float(2 * t.sf(abs(above / under), n - 3))


def pvalues(
    level: Level, coefficient: str, distribution: Array, values: Array, n_trials: int, seed: int,
    alpha: float = 1.0, advance: Callable[[int], None] = lambda trials: None,
) -> dict[tuple[int, int], dict[str, float]]:  # fmt: skip
    """Every test that fits, for each pair of metrics, of which one at ``alpha`` may be significant."""
    permuted = permutation(level, coefficient, values, n_trials, seed, alpha, advance)
    points = level.x.shape[0] if isinstance(level, (System, Pointwise)) else 0
    single = isinstance(level, System) or level.name == "pooled"
    found = {}
    for a, b in combinations(range(len(values)), 2):
        tests = {}
        if (a, b) in permuted:
            tests["permutation"] = permuted[a, b]
        if single and coefficient == "pearson" and isinstance(level, (System, Pointwise)):
            between = float(c.pearson(level.y[a], level.y[b]))
            if not np.isnan([values[a], values[b], between]).any():
                tests["williams"] = williams(float(values[a]), float(values[b]), between, points)
                tests["fisher"] = fisher(float(values[a]), float(values[b]), points)
        difference = distribution[a] - distribution[b]
        difference = difference[~np.isnan(difference)]
        observed = float(values[a] - values[b])
        if len(difference) > 1 and not np.isnan(observed):
            centred = difference - difference.mean()
            tests["bootstrap"] = pvalue(centred, observed, 1.0)
        found[a, b] = tests
    return found


def permutation(
    level: Level, coefficient: str, values: Array, n_trials: int, seed: int, alpha: float = 1.0,
    advance: Callable[[int], None] = lambda trials: None,
) -> dict[tuple[int, int], float]:  # fmt: skip
    """The p-value of each pair of metrics; without those for which the coefficient does not exist.

    No p-value is below one by the number of trials. So that a corrected one can still be below ``alpha``,
    there are more than ``n_trials`` where pairs are many, but not for coefficients that each trial computes
    anew.
    ``advance`` is called with the number of pairs whenever some are done.
    """
    pairs = [
        (a, b) for a, b in combinations(range(len(values)), 2) if not np.isnan([values[a], values[b]]).any()
    ]
    asked, n_trials = n_trials, max(n_trials, ceil(2 * len(pairs) / alpha))
    if isinstance(level, System):
        found = {} if coefficient == "spa" else _of_systems(level, coefficient, pairs, n_trials, seed)
    elif isinstance(level, Item):
        found = _of_items(level, coefficient, pairs, n_trials, seed)
    elif isinstance(level, Pointwise) and coefficient == "pearson":
        found = _of_moments(level, pairs, n_trials, seed)
    else:
        assert isinstance(level, Pointwise)
        found = {}
        for pair in pairs:
            found[pair] = _one_by_one(level, coefficient, *pair, asked, seed)
            advance(1)
        return found
    advance(len(pairs))
    return found


Pairs = list[tuple[int, int]]
Found = dict[tuple[int, int], float]


def _of_systems(level: System, coefficient: str, pairs: Pairs, n_trials: int, seed: int) -> Found:
    """The scores of systems change sides."""
    of = c.VECTOR[coefficient]
    scores = standardised(level.y)
    observed = of(level.x, scores)
    found = {}
    coins = np.concatenate(list(trials(len(level.x), n_trials, seed))) > 0
    for a, b in pairs:
        one, other = np.where(coins, scores[a], scores[b]), np.where(coins, scores[b], scores[a])
        chance = of(level.x, one) - of(level.x, other)
        found[a, b] = pvalue(chance[~np.isnan(chance)], float(observed[a] - observed[b]), 1.0)
    return found


def _of_items(level: Item, coefficient: str, pairs: Pairs, n_trials: int, seed: int) -> Found:
    """The coefficients of segments change sides."""
    above, under = level.parts(coefficient)
    if not above.shape[1]:
        return {}
    observed = above.sum(axis=1) / under.sum(axis=1)
    totals = above.sum(axis=1)[:, None], under.sum(axis=1)[:, None]
    chance: dict[tuple[int, int], list[Array]] = {pair: [] for pair in pairs}
    above, under = on_grid(above), on_grid(under)
    for coins in trials(above.shape[1], n_trials, seed):
        kept = product(above, coins), product(under, coins)
        for (a, b), rows in chance.items():
            one = [part[a] + total[b] - part[b] for part, total in zip(kept, totals, strict=True)]
            other = [part[b] + total[a] - part[a] for part, total in zip(kept, totals, strict=True)]
            with np.errstate(divide="ignore", invalid="ignore"):
                rows.append(one[0] / one[1] - other[0] / other[1])
    found = {}
    for (a, b), rows in chance.items():
        row = np.concatenate(rows)
        found[a, b] = pvalue(row[np.isfinite(row)], float(observed[a] - observed[b]), 1.0)
    return found


def _of_moments(level: Pointwise, pairs: Pairs, n_trials: int, seed: int) -> Found:
    """Pearson's coefficient of points that change sides: sums over those that keep theirs are enough."""
    if not pairs:
        return {}
    human, scores = standardised(level.x), standardised(level.y)
    cells = on_grid(np.stack([scores, scores * scores, scores * human]))
    a, b = np.array(pairs).T
    spans = [
        slice(*span) for span in zip(level.starts[:-1], level.starts[1:], strict=True) if span[1] > span[0]
    ]
    own = [cells[:, :, span].sum(axis=2, dtype=np.float64) for span in spans]
    plain = [(len(human[s]), human[s].sum(), (human[s] ** 2).sum()) for s in spans]
    observed = mean(np.stack([_r(*p, *o[:, :, None])[:, 0] for p, o in zip(plain, own, strict=True)]), axis=0)
    counts = np.zeros(len(pairs))
    slack = 1e-10
    for coins in trials(len(human), n_trials, seed):
        sides: list[list[Array]] = [[], []]
        for span, sums, people in zip(spans, own, plain, strict=True):
            part = cells[:, :, span].reshape(3 * len(scores), -1)
            kept = product(part, coins[:, span]).reshape(3, len(scores), -1)
            one = kept[:, a] + sums[:, b, None] - kept[:, b]
            other = kept[:, b] + sums[:, a, None] - kept[:, a]
            sides[0].append(_r(*people, *one))
            sides[1].append(_r(*people, *other))
        chance = mean(np.stack(sides[0]), axis=0) - mean(np.stack(sides[1]), axis=0)
        counts += (np.abs(chance) >= np.abs(observed[a] - observed[b])[:, None] - slack).sum(axis=1)
    return dict(zip(pairs, ((counts + 1) / (n_trials + 1)).tolist(), strict=True))


def _r(n: int, x: float, xx: float, y: Array, yy: Array, xy: Array) -> Array:
    """Pearson's coefficient from sums."""
    return c.quotient(xy - x * y / n, np.asarray(xx - x * x / n), yy - y * y / n, n)


def _one_by_one(level: Pointwise, coefficient: str, a: int, b: int, n_trials: int, seed: int) -> float:
    """Any coefficient of points that change sides, computed anew in each trial.

    Trials end early where the outcome is clear: after ``EXCEEDANCES`` differences as large as the real one,
    p is their share of the trials so far, which keeps its level.
    """
    scores = standardised(level.y[[a, b]])
    observed = abs(float(np.subtract(*level.with_scores(scores).values(coefficient))))
    random = generator(seed, _PLACE, a, b)
    count = 0
    for trial in range(1, n_trials + 1):
        coins = random.integers(0, 2, scores.shape[1]).astype(bool)
        swapped = np.where(coins, scores, scores[::-1])
        found = float(np.subtract(*level.with_scores(swapped).values(coefficient)))
        count += abs(found) >= observed - 1e-10
        if count == EXCEEDANCES:
            return count / trial
    return (count + 1) / (n_trials + 1)
