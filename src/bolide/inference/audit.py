"""Do the tests keep their level on these systems? A/A tests: comparisons where nothing can be different.

Two systems change sides by the toss of a coin, unit by unit, which makes two new ones that cannot differ but
by chance. A test at level .05 may call one in twenty such pairs different, not more. Each audit takes another
pair of systems and other coins, and runs the very tests that ``compare`` runs.

>>> from bolide.inference.scores import MeanScore, from_values
>>> votes = from_values({"A": np.arange(60.0) % 7, "B": np.arange(60.0) % 5}, MeanScore("votes"))
>>> found = audit(votes, audits=200, n_resamples=100)
>>> [(row.test, row.alpha, row.verdict) for row in found if row.alpha == 0.05]
[('randomisation', 0.05, 'holds'), ('bootstrap', 0.05, 'holds'), ('moses-bootstrap', 0.05, 'too often')]
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from bolide.errors import InputError, SpecificationError
from bolide.inference.intervals import SEED, bootstrap, check
from bolide.inference.resampling import MASKS, Cells, Sample, generator, samples
from bolide.inference.significance import TESTS, bootstrap_pvalue, moses_pvalue, randomisation
from bolide.metric import Metric, Score

LEVELS = (0.01, 0.05, 0.10)
BYTES = 1 << 26
"""How large the statistics of a batch of new systems may be. It changes no result."""


@dataclass(frozen=True)
class Audit:
    """How often a test called equal systems different; the truth lies between ``low`` and ``high`` (99%)."""

    metric: Metric
    test: str
    alpha: float
    audits: int
    rejected: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share of equal systems that were called different."""
        return self.rejected / self.audits

    @property
    def verdict(self) -> str:
        """``holds``, or the level is missed ``too often`` or ``too rarely``, beyond chance."""
        return "too often" if self.low > self.alpha else "too rarely" if self.high < self.alpha else "holds"

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide audit`` prints it."""
        return {**vars(self), "metric": repr(self.metric), "share": self.share, "verdict": self.verdict}


def audit(
    scores: Sequence[Score],
    *,
    tests: Sequence[str] = TESTS,
    audits: int = 1000,
    n_resamples: int = 500,
    seed: int = SEED,
    documents: Sequence[str] | None = None,
    advance: Callable[[int], None] = lambda audits: None,
) -> list[Audit]:
    """Run A/A tests; ``advance`` is called with the number of audits whenever some are done by one metric."""
    check(95, "percentile", n_resamples, seed)
    if audits < 1:
        raise SpecificationError(f"the number of audits must be at least 1, not {audits}")
    found = []
    for sample in samples(scores, documents):
        if len(sample.systems) < 2:
            raise InputError(f"there is only one system, {sample.systems[0]}: name at least two to audit")
        pvalues: dict[str, list[float]] = {test: [] for test in tests}
        for made in _new_systems(sample, audits, seed):
            number = len(made.systems) // 2
            pairs = np.arange(2 * number).reshape(number, 2).T
            if "randomisation" in tests:
                pvalues["randomisation"] += randomisation([made], pairs, n_resamples, seed)[0].tolist()
            if set(tests) != {"randomisation"}:
                (distribution,) = bootstrap([made], n_resamples, seed)
                for first, second in pairs.T.tolist():
                    differences = distribution[first] - distribution[second]
                    observed = float(made.values[first] - made.values[second])
                    for test, function in (
                        ("bootstrap", bootstrap_pvalue),
                        ("moses-bootstrap", moses_pvalue),
                    ):
                        if test in tests:
                            pvalues[test].append(function(differences, observed))
            advance(number)
        for test in tests:
            for alpha in LEVELS:
                rejected = int((np.array(pvalues[test]) <= alpha).sum())
                found.append(Audit(sample.metric, test, alpha, audits, rejected, *_share(rejected, audits)))
    return found


def _new_systems(sample: Sample, audits: int, seed: int) -> Iterator[Sample]:
    """Batches of new systems, two for each audit."""
    cells, pairs = sample.mean_cells, list(combinations(range(len(sample.systems)), 2))
    batch = max(1, BYTES // (2 * cells[:, 0].nbytes))
    for start in range(0, audits, batch):
        made = []
        for number in range(start, min(start + batch, audits)):
            random = generator(seed, MASKS, number)
            a, b = pairs[int(random.integers(len(pairs)))]
            stays = random.random(sample.units) < 0.5
            made += [np.where(stays, cells[:, a], cells[:, b]), np.where(stays, cells[:, b], cells[:, a])]
        stacked: Cells = np.stack(made, axis=1)
        yield replace(
            sample, systems=tuple(map(str, range(len(made)))),
            cells=stacked, totals=stacked.sum(axis=-1, dtype=np.float64),
            runs=tuple(slice(k, k + 1) for k in range(len(made))),
        )  # fmt: skip


def _share(count: int, number: int) -> tuple[float, float]:
    """The 99% interval of a share (Clopper & Pearson 1934)."""
    from scipy.special import betaincinv

    low = float(betaincinv(count, number - count + 1, 0.005)) if count else 0.0
    high = float(betaincinv(count + 1, number - count, 0.995)) if count < number else 1.0
    return low, high
