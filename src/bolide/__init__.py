"""bolide measures machine translation.

>>> import bolide
>>> result = bolide.score(["the cat sat on the mat"], [["the cat is on the mat"]], metrics="chrf")
>>> print(result)
chrF2 = 64.58 (chrf|char_order:6|word_order:0|beta:2|lowercase:no|whitespace:no|eps_smoothing:no|refs:1|...)
>>> round(result.value, 2)
64.58
"""

from collections.abc import Iterable
from typing import Any, overload

from bolide import engine, registry
from bolide.errors import BolideError, InputError, MissingExtraError, SpecificationError
from bolide.metric import Metric, Score, Statistics
from bolide.registry import metric
from bolide.testset import Layout, References, Segments, SystemOutput, TestSet

__version__ = "0.1.0"

__all__ = [
    "BolideError",
    "InputError",
    "Metric",
    "MissingExtraError",
    "References",
    "Score",
    "Segments",
    "SpecificationError",
    "Statistics",
    "SystemOutput",
    "TestSet",
    "metric",
    "score",
]


@overload
def score(
    hypotheses: Iterable[Any],
    references: Iterable[Any],
    metrics: str | Metric = ...,
    *,
    layout: Layout | None = ...,
) -> Score: ...
@overload
def score(
    hypotheses: Iterable[Any],
    references: Iterable[Any],
    metrics: list[str | Metric] | tuple[str | Metric, ...] | Iterable[Metric],
    *,
    layout: Layout | None = ...,
) -> list[Score]: ...
def score(
    hypotheses: Iterable[Any],
    references: Iterable[Any],
    metrics: str | Metric | Iterable[str | Metric] = "bleu",
    *,
    layout: Layout | None = None,
) -> Score | list[Score]:
    """Score hypotheses against references.

    Parameters
    ----------
    hypotheses
        One string a segment: a list, a generator, a NumPy array, a pandas or Arrow column.
    references
        ``references[i]`` is what counts as right for segment ``i``: a string or several.
    metrics
        A specification such as ``"chrf:word_order=2"``, a metric, or a list of them.
    layout
        ``"references"`` if ``references[k]`` is the ``k``-th translation of everything, as in sacreBLEU.

    Returns
    -------
    A ``Score`` for one metric, a list of them for a list of metrics.

    >>> round(score(["a red pen"], ["the red pen"], "bleu:effective_order=yes").value, 2)
    55.03
    """
    chosen = registry.metrics(metrics)
    system = SystemOutput.read("", hypotheses)
    if not len(system.segments):
        raise InputError("there are no hypotheses: give at least one segment")
    test_set = TestSet.read(references, segments=len(system.segments), layout=layout)
    scores = engine.compute(chosen, test_set, [system])
    return scores[0] if isinstance(metrics, (str, Metric)) else scores
