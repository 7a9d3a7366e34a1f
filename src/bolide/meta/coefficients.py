"""The coefficients, as functions of whole arrays of observations.

x, y          what is compared: human and metric scores; their last axis are observations
concordant    pairs that both sides order alike; discordant ones they order differently
tied          pairs of equal scores: by the human alone, by the metric alone, or by both

pearson       how far y is a linear function of x
spearman      the same of their ranks; equal values share the middle rank
kendall       tau-b: (concordant - discordant) / sqrt(pairs not tied by x * pairs not tied by y)
kendall-10    WMT until 2012, 2013 and from 2014 on (Macháček & Bojar 2014; numbered as by Deutsch et al.
kendall-13    2023): pairs that are tied by the human do not count, those tied by the metric count against it,
kendall-14    not at all, or only below the line
darr          WMT 2017-20: only pairs count whose human scores differ by 25 points or more; ties of the metric
              count against it
accuracy      the share of pairs on which both sides agree, ties among them (Kocmi et al. 2021 for systems,
              Deutsch et al. 2023, acc_eq, for segments)
accuracy-t    the same after tie calibration: metric scores that differ by no more than a threshold count as
              tied, and the threshold is the one that serves the metric best (acc*_eq)
spa           soft pairwise accuracy (Thompson et al. 2024): for each pair of systems, how near the p-value of
              the metric that one is better is to that of the human
"""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bolide.metric import Array

NAMES = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall": "Kendall",
    "kendall-10": "tau 10",
    "kendall-13": "tau 13",
    "kendall-14": "tau 14",
    "darr": "DARR",
    "accuracy": "accuracy",
    "accuracy-t": "acc-t",
    "spa": "SPA",
}
"""Every coefficient with its short name."""
DARR_DIFFERENCE = 25.0


def pearson(x: ArrayLike, y: ArrayLike) -> Array:
    """Pearson's r along the last axis; NaN where one side does not vary.

    >>> round(float(pearson([1, 2, 3], [1, 2, 4])), 3)
    0.982
    """
    a, b = (_centred(np.asarray(values, dtype=np.float64)) for values in (x, y))
    return quotient((a * b).sum(axis=-1), (a * a).sum(axis=-1), (b * b).sum(axis=-1))


def _centred(values: Array) -> Array:
    """Deviations from the mean along the last axis; exactly 0 where nothing varies."""
    centred = values - values.mean(axis=-1, keepdims=True)
    result: Array = np.where(np.ptp(values, axis=-1, keepdims=True) > 0, centred, 0.0)
    return result


def quotient(products: Array, x_squares: Array, y_squares: Array, size: ArrayLike = 0.0) -> Array:
    """A correlation from sums of products of deviations; NaN where one side does not vary.

    What rounding alone leaves of the squares, sums of terms as large as ``size``, is no variation.
    """
    least = 1e-12 * np.asarray(size, dtype=np.float64)
    flat = (x_squares <= least) | (y_squares <= least)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = products / (np.sqrt(np.maximum(x_squares, 0)) * np.sqrt(np.maximum(y_squares, 0)))
    result: Array = np.clip(np.where(flat, np.nan, found), -1.0, 1.0)
    return result


def ranks(values: ArrayLike) -> Array:
    """Middle ranks along the last axis, from 1.

    >>> ranks([3, 1, 1]).tolist()
    [3.0, 1.5, 1.5]
    """
    values = np.asarray(values, dtype=np.float64)
    order = np.argsort(values, axis=-1, kind="stable")
    along = np.take_along_axis(values, order, axis=-1)
    new = np.ones(values.shape, dtype=bool)
    new[..., 1:] = along[..., 1:] != along[..., :-1]
    place = np.broadcast_to(np.arange(values.shape[-1]), values.shape)
    first = np.maximum.accumulate(np.where(new, place, 0), axis=-1)
    closes = np.ones(values.shape, dtype=bool)
    closes[..., :-1] = new[..., 1:]
    last = np.minimum.accumulate(np.where(closes, place, place[..., -1:])[..., ::-1], axis=-1)[..., ::-1]
    result: Array = np.empty(values.shape)
    np.put_along_axis(result, order, (first + last) / 2 + 1, axis=-1)
    return result


def spearman(x: ArrayLike, y: ArrayLike) -> Array:
    """Spearman's rho along the last axis."""
    return pearson(ranks(x), ranks(y))


def pair_signs(values: ArrayLike) -> NDArray[np.float64]:
    """1, 0 or -1 for each pair of the last axis: is the first one higher?

    >>> pair_signs([3, 1, 1]).tolist()
    [1.0, 1.0, 0.0]
    """
    values = np.asarray(values, dtype=np.float64)
    a, b = np.triu_indices(values.shape[-1], 1)
    result: Array = np.sign(values[..., a] - values[..., b])
    return result


def counts_of_signs(x: Array, y: Array) -> Array:
    """The counts of pairs, as ``kernels.ranks.COUNTS`` names them, on a new first axis; NaN is no pair."""
    both = ~(np.isnan(x) | np.isnan(y))
    return np.stack(
        [
            part.sum(axis=-1, dtype=np.float64)
            for part in (both & (x * y > 0), both, both & (x == 0), both & (y == 0), (x == 0) & (y == 0))
        ]
    )


def of_counts(name: str, counts: Array) -> Array:
    """A coefficient from counts of pairs on the first axis; NaN where there is nothing to count.

    >>> counts = counts_of_signs(pair_signs([1, 2, 2, 3]), pair_signs([5, 7, 6, 6]))
    >>> counts.tolist(), float(of_counts("kendall-14", counts))
    ([3.0, 6.0, 1.0, 1.0, 0.0], 0.4)
    """
    above, under = PARTS[name](*counts)
    with np.errstate(divide="ignore", invalid="ignore"):
        result: Array = np.where(under > 0, above / under, np.nan)
    return result


def _kendall(
    concordant: Array, every: Array, tied_x: Array, tied_y: Array, both: Array
) -> tuple[Array, Array]:
    discordant = every - tied_x - tied_y + both - concordant
    return concordant - discordant, np.sqrt(every - tied_x) * np.sqrt(every - tied_y)


def _kendall_10(c: Array, every: Array, tied_x: Array, tied_y: Array, both: Array) -> tuple[Array, Array]:
    return 2 * c - (every - tied_x), every - tied_x


def _kendall_13(c: Array, every: Array, tied_x: Array, tied_y: Array, both: Array) -> tuple[Array, Array]:
    under = every - tied_x - tied_y + both
    return 2 * c - under, under


def _kendall_14(c: Array, every: Array, tied_x: Array, tied_y: Array, both: Array) -> tuple[Array, Array]:
    return 2 * c - (every - tied_x - tied_y + both), every - tied_x


def _accuracy(c: Array, every: Array, tied_x: Array, tied_y: Array, both: Array) -> tuple[Array, Array]:
    return c + both, every


PARTS: Mapping[str, Callable[..., tuple[Array, Array]]] = {
    "kendall": _kendall,
    "kendall-10": _kendall_10,
    "kendall-13": _kendall_13,
    "kendall-14": _kendall_14,
    "accuracy": _accuracy,
}
"""What is above and below the line of those that are functions of counts of pairs, x being the human."""

VECTOR: Mapping[str, Callable[[ArrayLike, ArrayLike], Array]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": lambda x, y: of_counts("kendall", counts_of_signs(pair_signs(x), pair_signs(y))),
    "accuracy": lambda x, y: of_counts("accuracy", counts_of_signs(pair_signs(x), pair_signs(y))),
}
"""Those that are functions of two vectors."""
