"""From texts and judgements to what ``bolide.meta`` compares: scores by every metric, and what people say.

>>> from bolide.registry import metrics
>>> found = collect(
...     {"A": ["a red pen", "one"], "B": ["a pen", "one more"]},
...     ["the red pen", "one more"],
...     [("A", 1, "ann", 4), ("A", 2, "ann", 2), ("B", 1, "ann", 3), ("B", 2, "ann", 5)],
... )
>>> material = prepare(found, metrics(["chrf"]))
>>> material.golds[0].values.tolist(), len(material.scores)
([[4.0, 2.0], [3.0, 5.0]], 2)
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bolide import inference, meta
from bolide.engine.judged import Part, compute_parts
from bolide.errors import InputError, SpecificationError, suggestion
from bolide.formats import SegmentScores
from bolide.judgements import COMBINED, Collection, Judgements, read_judgements
from bolide.metric import Array, Metric, Score
from bolide.testset import SystemOutput, TestSet

NORMALISE = ("auto", "raw", "judge", "both")
Advance = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class Material:
    """A test set, scored and judged."""

    name: str
    scores: list[Score]
    golds: list[meta.Gold]
    documents: Sequence[str] | None


def collect(
    systems: Mapping[str, Iterable[Any]],
    references: Iterable[Any],
    judgements: str | Judgements | Iterable[Sequence[Any]],
    documents: Sequence[str] | None = None,
) -> Collection:
    """Lists of texts with a file of judgements, or with rows of system, segment, judge and value.

    Segments are counted from 1.
    """
    outputs = tuple(SystemOutput.read(str(name), texts) for name, texts in systems.items())
    if not outputs:
        raise InputError("there are no systems: give at least one, name -> hypotheses")
    test_set = TestSet.read(references, segments=len(outputs[0].segments), documents=documents)
    for system in outputs:
        test_set.check(system)
    if isinstance(judgements, str):
        judgements = read_judgements(judgements)
    elif not isinstance(judgements, Judgements):
        judgements = Judgements.of(judgements, ["score"], "the judgements")
    return Collection("", test_set, outputs, judgements)


def prepare(
    found: Collection,
    metrics: Sequence[Metric],
    *,
    levels: Sequence[str] = tuple(meta.LEVELS),
    dimensions: Sequence[str] | None = None,
    normalise: str = "auto",
    outside: Sequence[SegmentScores] = (),
    documents: Sequence[str] | None = None,
    scored: Sequence[Score] | None = None,
    advance: Callable[[int, int], None] = lambda segments, of: None,
) -> Material:
    """Check, score and tabulate; ``advance`` is called with the segments just scored and all there are.

    Without the level of systems only what was judged is scored, and nothing where ``scored`` are the scores
    of all systems.
    """
    if normalise not in NORMALISE:
        raise SpecificationError(f"normalise cannot be {normalise!r}: {suggestion(normalise, NORMALISE)}")
    ids = found.test_set.ids
    found.judgements.check([system.name for system in found.systems], ids)
    known = {*found.judgements.systems, *found.judgements.overall}
    parts: list[Part] = []
    for part in found.leaving_one_out():
        systems = [system for system in part.systems if system.name in known]
        if systems:
            parts.append((part.test_set, systems))
    names = [system.name for _, systems in parts for system in systems]
    golds = _golds(found, names, dimensions, normalise)
    seen = np.any([~np.isnan(gold.values) for gold in golds], axis=0)
    judged = None if "system" in levels and found.comparable else seen
    work = len(metrics) * (seen.size if judged is None else int(seen.sum()))
    if scored is None:
        scores = compute_parts(metrics, parts, judged, lambda segments: advance(segments, work))
    else:
        scores = [score for score in scored if score.system in names]
    for table in (*outside, *found.metrics):
        scores += _outside(table, names, ids, seen)
    return Material(found.name, scores, golds, documents)


def _golds(
    found: Collection, names: Sequence[str], dimensions: Sequence[str] | None, normalise: str
) -> list[meta.Gold]:
    """What people say, dimension by dimension, raw and normalised."""
    judgements, ids = found.judgements, found.test_set.ids
    golds = []
    for dimension in dimensions or [judgements.choices[-1]]:
        for normalised in _kinds(normalise, judgements):
            values = judgements.table(names, ids, dimension.lower(), normalised)
            label = dimension
            if judgements.can_normalise:
                label += ", normalised" if normalised else ", raw"
            overall = None
            if dimension != COMBINED and not normalised:
                overall = _official(judgements, names, values)
            golds.append(meta.Gold(label, values, overall, found.comparable))
    return golds


def _official(judgements: Judgements, names: Sequence[str], values: Array) -> Array | None:
    """The official scores of systems, unless they are but the means of their segments.

    Means are better taken of the segments, since resamples then show how sure people are, too.
    """
    if not judgements.overall:
        return None
    overall = np.array([judgements.overall.get(name, np.nan) for name in names])
    number = (~np.isnan(values)).sum(axis=1)
    means = np.where(number > 1, np.nansum(values, axis=1) / np.maximum(number, 1), np.nan)
    same = np.abs(means - overall) <= 1e-3 * np.maximum(np.abs(overall), 1e-3)
    return None if same[~np.isnan(overall)].all() else overall


def _kinds(normalise: str, judgements: Judgements) -> list[bool]:
    """Raw is False, normalised is True."""
    if normalise in ("judge", "both") and not judgements.can_normalise:
        raise SpecificationError(
            f"{judgements.source} does not say who judged what, or somebody judged only once, so nothing can"
            " be normalised by judge: take the raw judgements"
        )
    if normalise == "auto":
        normalise = "both" if judgements.can_normalise else "raw"
    return {"raw": [False], "judge": [True], "both": [False, True]}[normalise]


def _outside(table: SegmentScores, names: Sequence[str], ids: Sequence[str], seen: Array) -> list[Score]:
    """The scores of another program, which must cover what was judged."""
    place = {name: index for index, name in enumerate(table.ids)}
    values = {}
    for row, name in enumerate(names):
        if name not in table.values:
            raise InputError(
                f"{table.label} has no scores of {name}, which was judged: {suggestion(name, table.values)}"
            )
        column = [table.values[name][place[key]] if key in place else np.nan for key in ids]
        gaps = np.flatnonzero(np.isnan(column) & (seen[row] > 0))
        if len(gaps):
            raise InputError(
                f"{table.label} has no score of {name} for segment {ids[gaps[0]]}, which was judged, and"
                f" {len(gaps)} in all are missing: score every judged segment"
            )
        values[name] = column
    return inference.with_gaps(values, inference.MeanScore(table.label), ids)
