"""Definitions as they are published, written to be read and not to be fast."""

from itertools import combinations

import numpy as np
from scipy import stats


def pairs(x, y, threshold=0.0):
    """Concordant, discordant, tied by the human (x), by the metric (y), by both."""
    counts = dict.fromkeys(("C", "D", "Th", "Tm", "Thm"), 0)
    for i, j in combinations(range(len(x)), 2):
        human = np.sign(x[i] - x[j])
        metric = np.sign(y[i] - y[j]) if abs(y[i] - y[j]) > threshold else 0
        if human and metric:
            counts["C" if human == metric else "D"] += 1
        else:
            counts["Thm" if human == metric else "Th" if metric else "Tm"] += 1
    return counts


def accuracy(x, y, threshold=0.0):
    """Deutsch et al. (2023), eq. 7: acc_eq."""
    n = pairs(x, y, threshold)
    return (n["C"] + n["Thm"]) / sum(n.values())


def kendall_10(n):
    return n["C"] - n["D"] - n["Tm"], n["C"] + n["D"] + n["Tm"]


def kendall_13(n):
    return n["C"] - n["D"], n["C"] + n["D"]


def kendall_14(n):
    return n["C"] - n["D"], n["C"] + n["D"] + n["Tm"]


def items(human, metric):
    """The judged pairs of scores of each segment that has two."""
    for x, y in zip(human.T, metric.T, strict=True):
        kept = ~np.isnan(x)
        if kept.sum() > 1:
            yield x[kept], y[kept]


def item_mean(coefficient, human, metric):
    found = [coefficient(x, y) for x, y in items(human, metric)]
    return np.mean([value for value in found if not np.isnan(value)])


def calibrated(human, metric):
    """The best mean accuracy by segment over all thresholds, tried one by one; the smallest such threshold."""
    groups = list(items(human, metric))
    thresholds = {0.0}.union(abs(a - b) for _, y in groups for a, b in combinations(y, 2))
    found = [(np.mean([accuracy(x, y, t) for x, y in groups]), -t) for t in sorted(thresholds)]
    best, threshold = max((round(value, 12), t) for value, t in found)
    return best, -threshold


def pearson(x, y):
    return stats.pearsonr(x, y)[0] if len(x) > 1 and np.ptp(x) and np.ptp(y) else np.nan


def spearman(x, y):
    return stats.spearmanr(x, y)[0] if len(x) > 1 and np.ptp(x) and np.ptp(y) else np.nan


def kendall(x, y):
    return stats.kendalltau(x, y)[0] if len(x) > 1 and np.ptp(x) and np.ptp(y) else np.nan


def permutation_test(human, a, b, coefficient, trials, random):
    """PERM-BOTH of Deutsch et al. (2021), two-sided: standardised scores change sides one by one."""
    a, b = stats.zscore(a), stats.zscore(b)
    observed = abs(coefficient(human, a) - coefficient(human, b))
    count = 0
    for _ in range(trials):
        coins = random.integers(0, 2, len(human)).astype(bool)
        difference = coefficient(human, np.where(coins, a, b)) - coefficient(human, np.where(coins, b, a))
        count += abs(difference) >= observed - 1e-12
    return (count + 1) / (trials + 1)


def soft_accuracy(human, metric, trials, random):
    """Thompson et al. (2024): 1 less the mean difference of p-values, of means over the same segments."""
    coins = random.integers(0, 2, (trials, human.shape[1])) * 2 - 1

    def pvalue(one, other):
        return np.mean(coins @ (one - other) >= (one - other).sum() - 1e-9)

    return 1 - np.mean(
        [
            abs(pvalue(human[i], human[j]) - pvalue(metric[i], metric[j]))
            for i, j in combinations(range(len(human)), 2)
        ]
    )
