"""Intervals of scores from their bootstrap distribution (Zhang & Vogel 2004, section 3).

percentile   the middle 95% of the resampled scores, as in the paper
bca          bias-corrected and accelerated (Efron 1987): better where the distribution is skewed, as with few
             segments

>>> from bolide.metric import Statistics
>>> from bolide.inference.scores import MeanScore
>>> rows = np.array([[1.0, 1], [2, 1], [3, 1], [6, 1]])
>>> score = Score(MeanScore("toy"), Statistics(rows, ("sum", "segments"), "toy"))
>>> (found,) = intervals([score], n_resamples=2000)
>>> found.low, found.high, [round(side) for side in found.relative]
(1.5, 5.0, [-50, 67])
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from numbers import Integral, Real

import numpy as np

from bolide.errors import InputError, SpecificationError, suggestion
from bolide.inference.resampling import Sample, resamples, samples
from bolide.metric import Array, Interval, Score

METHODS = ("percentile", "bca")
N_RESAMPLES = 10_000
SEED = 1


def intervals(
    scores: Sequence[Score],
    confidence: float = 95.0,
    method: str = "percentile",
    n_resamples: int = N_RESAMPLES,
    seed: int = SEED,
    documents: Sequence[str] | None = None,
    advance: Callable[[int], None] = lambda resamples: None,
) -> list[Interval]:
    """The interval of each score; all of them see the same resamples.

    Here every score counts for itself, also where several have the name of one system. ``advance`` is called
    with the number of resamples whenever some are done.
    """
    check(confidence, method, n_resamples, seed)
    owners = {
        m: [i for i, s in enumerate(scores) if s.metric == m] for m in dict.fromkeys(s.metric for s in scores)
    }
    by_metric = [
        samples([replace(scores[i], system=str(i)) for i in indices], documents)[0]
        for indices in owners.values()
    ]
    found: dict[int, Interval] = {}
    distributions = bootstrap(by_metric, n_resamples, seed, advance)
    for sample, distribution in zip(by_metric, distributions, strict=True):
        lefts = sample.jackknife() if method == "bca" else [None] * len(sample.systems)
        for row, index in enumerate(owners[sample.metric]):
            low, high = bounds(distribution[row], scores[index].value, confidence, lefts[row])
            found[index] = Interval(
                scores[index].value, low, high, distribution[row], float(confidence), method, int(seed),
                "segments" if documents is None else "documents", sample.units,
            )  # fmt: skip
    return [found[index] for index in range(len(scores))]


def bootstrap(
    by_metric: Sequence[Sample],
    n_resamples: int,
    seed: int,
    advance: Callable[[int], None] = lambda resamples: None,
) -> list[Array]:
    """``(systems, resamples)`` for each metric; all see the same resamples."""
    parts: list[list[Array]] = [[] for _ in by_metric]
    for weights in resamples(by_metric[0].units, n_resamples, seed):
        for sample, batches in zip(by_metric, parts, strict=True):
            batches.append(sample.resampled(weights))
        advance(len(weights))
    return [
        sample.distribution(np.concatenate(batches, axis=1), seed)
        for sample, batches in zip(by_metric, parts, strict=True)
    ]


def bounds(
    distribution: Array, value: float, confidence: float, left_out: Array | None = None
) -> tuple[float, float]:
    """The ends of the interval: BCa where ``left_out`` has the value without each of the units.

    >>> bounds(np.arange(101.0), 50.0, 50)
    (25.0, 75.0)
    """
    tail = (1 - confidence / 100) / 2
    shares = np.array([tail, 1 - tail])
    if left_out is not None and np.ptp(distribution) > 0:
        shares = _accelerated(shares, distribution, value, left_out)
    low, high = np.quantile(distribution, shares)
    return float(low), float(high)


def _accelerated(shares: Array, distribution: Array, value: float, left_out: Array) -> Array:
    """The shares of the distribution that BCa takes (Efron & Tibshirani 1993, eq. 14.10-15)."""
    from scipy.special import ndtr, ndtri

    below = ((distribution < value).mean() + (distribution <= value).mean()) / 2
    if not 0 < below < 1:
        raise InputError(
            "the BCa interval does not exist where all resamples lie on one side of the score: use the"
            " percentile interval"
        )
    bias = ndtri(below)
    deviations = left_out.mean() - left_out
    scale = 6 * (deviations**2).sum() ** 1.5
    acceleration = (deviations**3).sum() / scale if scale else 0.0
    moved = bias + ndtri(shares)
    result: Array = ndtr(bias + moved / (1 - acceleration * moved))
    return result


def interval(
    score: Score,
    confidence: float = 95.0,
    method: str = "percentile",
    n_resamples: int = N_RESAMPLES,
    seed: int = SEED,
    documents: Sequence[str] | None = None,
) -> Interval:
    """The interval of one score."""
    return intervals([score], confidence, method, n_resamples, seed, documents)[0]


def check(confidence: float, method: str, n_resamples: int, seed: int) -> None:
    """Raise unless these are a percentage, a kind of interval, a number of resamples and a seed."""
    for what, number, kind, noun in (
        ("confidence", confidence, Real, "a number"),
        ("number of resamples", n_resamples, Integral, "a whole number"),
        ("seed", seed, Integral, "a whole number"),
    ):
        if not isinstance(number, kind):
            raise SpecificationError(f"the {what} must be {noun}, not {number!r}")
    if not 1 < confidence < 100:
        raise SpecificationError(
            f"the confidence is in percent, between 1 and 100, not {confidence:g}: write 95, for example"
        )
    if method not in METHODS:
        raise SpecificationError(f"there is no interval {method!r}: {suggestion(str(method), METHODS)}")
    if n_resamples < 1:
        raise SpecificationError(f"the number of resamples must be at least 1, not {n_resamples}")
    if seed < 0:
        raise SpecificationError(f"the seed must not be negative, not {seed}")
