"""bolide measures machine translation.

>>> import bolide
>>> result = bolide.score(["the cat sat on the mat"], [["the cat is on the mat"]], metrics="chrf")
>>> print(result)
chrF2 = 64.58 (chrf|char_order:6|word_order:0|beta:2|lowercase:no|whitespace:no|eps_smoothing:no|refs:1|...)
>>> round(result.value, 2)
64.58
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from bolide import engine, registry
from bolide.alignment import Alignment
from bolide.errors import BolideError, InputError, MissingExtraError, SpecificationError
from bolide.metric import Interval, Metric, Score, Statistics
from bolide.registry import metric
from bolide.testset import Layout, References, Segments, SystemOutput, TestSet

if TYPE_CHECKING:
    from bolide.inference import Comparison
    from bolide.judgements import Collection
    from bolide.meta import Agreement

__version__ = "0.1.0"

__all__ = [
    "Alignment",
    "BolideError",
    "InputError",
    "Interval",
    "Metric",
    "MissingExtraError",
    "References",
    "Score",
    "Segments",
    "SpecificationError",
    "Statistics",
    "SystemOutput",
    "TestSet",
    "align",
    "compare",
    "correlate",
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
    confidence: float = ...,
    interval: str = ...,
    n_resamples: int = ...,
    seed: int = ...,
    documents: Iterable[Any] | None = ...,
) -> Score: ...
@overload
def score(
    hypotheses: Iterable[Any],
    references: Iterable[Any],
    metrics: list[str | Metric] | tuple[str | Metric, ...] | Iterable[Metric],
    *,
    layout: Layout | None = ...,
    confidence: float = ...,
    interval: str = ...,
    n_resamples: int = ...,
    seed: int = ...,
    documents: Iterable[Any] | None = ...,
) -> list[Score]: ...
def score(
    hypotheses: Iterable[Any],
    references: Iterable[Any],
    metrics: str | Metric | Iterable[str | Metric] = "bleu",
    *,
    layout: Layout | None = None,
    confidence: float = 95.0,
    interval: str = "percentile",
    n_resamples: int = 10_000,
    seed: int = 1,
    documents: Iterable[Any] | None = None,
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
    confidence, interval, n_resamples, seed
        How ``score.interval`` is found, when it is asked for: percent, ``"percentile"`` or ``"bca"``.
    documents
        The document of each segment; intervals are then from resampled documents.

    Returns
    -------
    A ``Score`` for one metric, a list of them for a list of metrics.

    >>> import bolide
    >>> bolide.score(["a red pen"], ["the red pen"], "bleu:effective_order=yes").value.__round__(2)
    55.03
    >>> sure = bolide.score(["a red pen", "a car", "yes"], ["the red pen", "a cart", "no"], "chrf").interval
    >>> sure.confidence, sure.low < sure.value < sure.high
    (95.0, True)
    """
    from bolide import inference  # late, as it takes time that not everybody needs

    inference.check(confidence, interval, n_resamples, seed)
    chosen = registry.metrics(metrics)
    system = SystemOutput.read("", hypotheses)
    if not len(system.segments):
        raise InputError("there are no hypotheses: give at least one segment")
    test_set = TestSet.read(references, segments=len(system.segments), documents=documents, layout=layout)
    estimate = partial(
        inference.interval, confidence=confidence, method=interval, n_resamples=n_resamples, seed=seed,
        documents=test_set.documents,
    )  # fmt: skip
    scores = [replace(each, estimate=estimate) for each in engine.compute(chosen, test_set, [system])]
    return scores[0] if isinstance(metrics, (str, Metric)) else scores


def compare(
    systems: Mapping[str, Iterable[Any]],
    references: Iterable[Any],
    metrics: str | Metric | Iterable[str | Metric] = "bleu",
    *,
    test: str = "randomisation",
    n_resamples: int = 10_000,
    seed: int = 1,
    confidence: float = 95.0,
    interval: str = "percentile",
    correction: str = "holm",
    documents: Iterable[Any] | None = None,
    baseline: str | None = None,
    layout: Layout | None = None,
) -> "Comparison":
    """Compare systems: intervals of scores and differences, tests of all pairs, clusters.

    Parameters
    ----------
    systems
        The hypotheses of each system by its name; a list of lists are the runs of a system.
    references, metrics, layout
        As in ``score``.
    test
        ``"randomisation"``, ``"bootstrap"`` or ``"moses-bootstrap"``.
    correction
        Of the p-values for the number of pairs: ``"holm"``, ``"benjamini-hochberg"`` or ``"none"``.
    documents
        The document of each segment; documents are then resampled and swapped instead of segments.
    baseline
        The name of a system: compare all others with this one only.

    >>> import bolide
    >>> references = ["a red pen", "the cat sat", "we agree", "not today"]
    >>> found = bolide.compare(
    ...     {"A": references, "B": ["a pen", "cat sat", "we do", "today"]}, references, "chrf"
    ... )
    >>> [(pair.a, pair.b, pair.better, round(pair.difference)) for pair in found.pairs]
    [('A', 'B', 'A', 64)]
    """
    from bolide import inference

    if not isinstance(systems, Mapping):
        raise InputError(
            f"the systems are a {type(systems).__name__}, but a dict is needed: name -> hypotheses"
        )
    outputs = [
        SystemOutput.read(str(name), run)
        for name, given in systems.items()
        for run in _runs(str(name), given)
    ]
    if not outputs or not len(outputs[0].segments):
        raise InputError("there are no hypotheses: give at least one segment")
    test_set = TestSet.read(references, segments=len(outputs[0].segments), documents=documents, layout=layout)
    return inference.compare(
        engine.compute(registry.metrics(metrics), test_set, outputs), test=test, n_resamples=n_resamples,
        seed=seed, confidence=confidence, method=interval, correction=correction,
        documents=test_set.documents, baseline=baseline,
    )  # fmt: skip


def correlate(
    data: "str | Collection",
    metrics: str | Metric | Iterable[str | Metric] = ("bleu:effective_order=yes", "chrf", "ter", "meteor"),
    *,
    levels: Sequence[str] | None = None,
    dimensions: Sequence[str] | None = None,
    normalise: str = "auto",
    human: str | None = None,
    by_segments: bool = False,
    **settings: Any,
) -> "Agreement":
    """How far metrics agree with people.

    Parameters
    ----------
    data
        A folder with texts and judgements, or what ``bolide.people.collect`` made from lists.
    levels
        Some of ``"system"``, ``"within"``, ``"pooled"`` and ``"item"``; all, unless you say otherwise.
    dimensions, normalise
        What was judged, such as ``["adequacy", "fluency"]``; ``"raw"``, ``"judge"``, ``"both"`` or
        ``"auto"``: both where judges are known.
    human
        Which judgements, where a folder holds several.
    by_segments
        Resample segments though documents are known.
    settings
        ``coefficients``, ``test``, ``correction``, ``n_resamples``, ``seed``, ``confidence`` and
        ``differences`` as in ``bolide.meta.agree``.

    >>> import bolide
    >>> from bolide.people import collect
    >>> references = ["a red pen", "the cat sat", "we agree", "not today"]
    >>> outputs = {"A": ["a red pen", "cat sat", "we do", "today"], "B": ["pens", "the cat", "agreed", "no"]}
    >>> votes = [("A", 1, "ann", 5), ("A", 2, "ann", 4), ("A", 3, "ann", 2), ("A", 4, "ann", 1)]
    >>> found = bolide.correlate(collect(outputs, references, votes), "chrf", levels=["within"])
    >>> [(cell.coefficient, round(cell.value, 2)) for cell in found.cells]
    [('pearson', 0.71), ('spearman', 0.8), ('kendall', 0.67)]
    """
    from bolide import meta, people  # late, as they take time that not everybody needs
    from bolide.judgements import Collection, read_folder

    collection = data if isinstance(data, Collection) else read_folder(str(data), human)
    chosen = tuple(meta.LEVELS) if levels is None else tuple(levels)
    material = people.prepare(
        collection, registry.metrics(metrics), levels=chosen, dimensions=dimensions, normalise=normalise,
        documents=None if by_segments else collection.test_set.documents,
    )  # fmt: skip
    return meta.agree(
        material.scores, material.golds, levels=chosen, documents=material.documents, name=collection.name,
        **settings,
    )  # fmt: skip


def _runs(name: str, given: Any) -> list[Any]:
    """The hypotheses of each run of a system: a list of strings is one run, a list of lists are several."""
    if isinstance(given, np.ndarray) and given.ndim == 2:
        given = given.tolist()
    if (
        isinstance(given, (list, tuple))
        and given
        and not any(isinstance(each, (str, bytes)) for each in given)
    ):
        return list(given)
    return [given]


def align(hypothesis: str, references: str | Iterable[str], metric: str | Metric = "meteor") -> Alignment:
    """Which words of a hypothesis correspond to which words of its reference, the best one of several.

    ``metric`` must be one that aligns words, such as ``"meteor"`` or ``"ter"``.

    >>> a = align("the president spoke", "the president then spoke")
    >>> a.chunks, a.pairs()[2]
    (2, ('spoke', 'spoke', 'exact'))
    """
    chosen = registry.metric(metric)
    segments = Segments.read([hypothesis], "hypothesis")
    return chosen.align(segments[0], References.read([references], 1)[0])
