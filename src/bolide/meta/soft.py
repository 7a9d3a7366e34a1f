"""Soft pairwise accuracy: does the metric see a difference where people see one, and no larger one?

For each pair of systems both sides are asked the same question, "is the first one better?", and answer with
the p-value of a one-sided paired permutation test: the two systems change sides by the toss of a coin,
segment by segment, and p is the share of trials whose difference is at least the real one. The accuracy is 1
less the mean difference of both p-values.

A resample has no time for a test of its own. There p is that of the normal distribution with the variance
that the permutations have, by each segment's part in the difference (for a metric whose score is no mean, by
the jackknife). Since a resample adds noise to both p-values, their distance grows; the distribution is moved
so that its middle is the value of the real data.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bolide.inference.resampling import Sample, on_grid, product, trials
from bolide.metric import Array


class SoftAccuracy:
    """Of metrics with people who judged all systems on the same segments, ``units``."""

    def __init__(
        self,
        human: Array,
        samples: Sequence[Sample],
        signs: Array,
        n_trials: int,
        seed: int,
    ) -> None:
        self.units: NDArray[np.intp] = np.flatnonzero(~np.isnan(human).any(axis=0))
        a, b = np.triu_indices(len(human), 1)
        self._pairs = np.array([a, b])
        people = human[:, self.units]
        parts = [sample.take(self.units) for sample in samples]
        counts = np.zeros((1 + len(parts), len(a)))
        for coins in trials(len(self.units), n_trials, seed):
            sides = product(on_grid(people), coins)
            total = people.sum(axis=1)[:, None]
            counts[0] += self._as_large(total, sides, lambda totals: totals)
            for row, (part, sign) in enumerate(zip(parts, signs, strict=True), 1):
                columns, systems, units = part.cells.shape
                kept = product(part.cells.reshape(columns * systems, units), coins)
                counts[row] += self._as_large(
                    part.totals[:, :, None], kept.reshape(columns, systems, -1),
                    lambda totals, part=part, sign=sign: sign * part.score(totals),
                )  # fmt: skip
        self.pvalues: Array = counts / n_trials
        self.values: Array = 1 - np.abs(self.pvalues[1:] - self.pvalues[0]).mean(axis=1)
        self._shares = [_shares(people)]
        self._shares += [sign * _contributions(part) for part, sign in zip(parts, signs, strict=True)]

    def _as_large(self, totals: Array, kept: Array, score) -> Array:  # type: ignore[no-untyped-def]
        """For each pair, in how many trials the first system leads by at least as much as it does."""
        a, b = self._pairs
        moved = kept[..., a, :] - kept[..., b, :]
        trial = score(totals[..., b, :] + moved) - score(totals[..., a, :] - moved)
        real = score(totals[..., a, :]) - score(totals[..., b, :])
        slack = 1e-10 * np.maximum(np.abs(real), 1e-3 * np.abs(score(totals[..., a, :])))
        count: Array = (trial >= real - slack).sum(axis=-1, dtype=np.float64)
        return count

    def resampled(self, weights: Array) -> Array:
        """``(metrics, rows)``: not yet moved to the middle."""
        from scipy.special import ndtr

        drawn = weights[:, self.units]
        a, b = self._pairs
        found = []
        for shares in self._shares:
            parts = shares[a] - shares[b]
            difference = product(on_grid(parts), drawn)
            spread = np.sqrt(product(on_grid(parts * parts), drawn))
            with np.errstate(divide="ignore", invalid="ignore"):
                found.append(ndtr(-np.where(spread > 0, difference / spread, 0.0)))
        result: Array = np.stack([1 - np.abs(row - found[0]).mean(axis=0) for row in found[1:]])
        return result


def _shares(values: Array) -> Array:
    """The part of each segment in the mean of each system."""
    result: Array = values / values.shape[1]
    return result


def _contributions(sample: Sample) -> Array:
    """``(systems, units)``: parts that sum up to each system's score; by the jackknife."""
    left = sample.jackknife()
    result: Array = sample.values[:, None] / sample.units + (left.mean(axis=1, keepdims=True) - left)
    return result
