"""Arguments of commands that compare metrics with people, and the way from files to scores and judgements."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bolide import inference, meta
from bolide.cli import common
from bolide.engine.judged import Part, compute_parts
from bolide.errors import InputError, SpecificationError, suggestion
from bolide.formats import SegmentScores, read_scores
from bolide.judgements import COMBINED, Collection, Judgements, read_folder, read_judgements
from bolide.metric import Array, Metric, Score

JUDGEMENTS = """
Judgements are a table (TSV, CSV, JSONL) with the columns system, segment, score, or adequacy and fluency, and
rater where it is known; errors marked by experts as in Google's MQM files; or what the annotation tool of WMT
exports for direct assessment and ESA. FILE:COLUMN names the column. A folder for --data holds a whole test
set: ref.*.txt, sys/*.txt and human/*.tsv, or a year of WMT as mt-metrics-eval has it."""
NORMALISE = ("auto", "raw", "judge", "both")


@dataclass(frozen=True, eq=False)
class Material:
    """A test set, scored and judged."""

    name: str
    scores: list[Score]
    golds: list[meta.Gold]
    documents: Sequence[str] | None


def add_people(parser: argparse.ArgumentParser) -> None:
    """Texts, judgements, and what of them is used."""
    common.add_texts(parser, required=False)
    parser.add_argument("--judgements", metavar="FILE", help="what people said of the systems")
    parser.add_argument(
        "--data", nargs="+", metavar="FOLDER", default=[], help="test sets with texts and judgements instead"
    )
    parser.add_argument(
        "--human", metavar="NAME", help="which judgements in --data, such as mqm (default: the main ones)"
    )
    parser.add_argument("--pair", metavar="SRC-TGT", help="languages in --data, in mt-metrics-eval's layout")
    parser.add_argument(
        "--dimensions", nargs="+", metavar="NAME",
        help="such as adequacy fluency combined (default: combined, their mean)",
    )  # fmt: skip
    parser.add_argument(
        "--normalise", choices=NORMALISE, default="auto",
        help="raw judgements, or each judge's with mean 0 and variance 1, or both side by side"
        " (default: auto, both where judges are known)",
    )  # fmt: skip
    parser.epilog = ((parser.epilog or "") + "\n" + JUDGEMENTS).strip()


def add_inference(parser: argparse.ArgumentParser) -> None:
    """How sure it is."""
    parser.add_argument(
        "--confidence", type=float, default=95.0, metavar="PERCENT", help="of the intervals (default: 95)"
    )
    common.add_draws(parser, meta.N_RESAMPLES)
    common.add_units(parser)


def gather(
    options: argparse.Namespace, metrics: Sequence[Metric], levels: Sequence[str], outside: Sequence[str] = ()
) -> list[Material]:
    """Everything that the options name, read, checked and scored."""
    if options.data:
        if options.references or options.systems or options.judgements:
            raise InputError("--data comes instead of --references, --judgements and systems")
        collections = [read_folder(folder, options.human, options.pair) for folder in options.data]
    else:
        if not options.references or not options.judgements:
            raise InputError(
                "nothing to correlate: give --references, --judgements and systems, or --data FOLDER"
            )
        test_set, systems = common.read(options)
        judgements = read_judgements(options.judgements)
        collections = [Collection("", test_set, tuple(systems), judgements)]
    tables = [table for file in outside for table in read_scores(file)]
    return [_material(options, each, metrics, levels, tables) for each in collections]


def _material(
    options: argparse.Namespace,
    found: Collection,
    metrics: Sequence[Metric],
    levels: Sequence[str],
    outside: Sequence[SegmentScores],
) -> Material:
    ids = found.test_set.ids
    found.judgements.check([system.name for system in found.systems], ids)
    known = {*found.judgements.systems, *found.judgements.overall}
    parts: list[Part] = []
    for part in found.leaving_one_out():
        systems = [system for system in part.systems if system.name in known]
        if systems:
            parts.append((part.test_set, systems))
    names = [system.name for _, systems in parts for system in systems]
    golds = _golds(options, found.judgements, names, ids, found.comparable)
    judged = None
    if "system" not in levels or not found.comparable:
        judged = np.any([~np.isnan(gold.values) for gold in golds], axis=0)
    work = len(metrics) * (len(names) * len(ids) if judged is None else int(judged.sum()))
    with common.Progress(f"scoring {found.name}".strip(), work) as progress:
        scores = compute_parts(metrics, parts, judged, progress.advance)
    seen = np.any([~np.isnan(gold.values) for gold in golds], axis=0)
    for table in (*outside, *found.metrics):
        scores += _outside(table, names, ids, seen)
    return Material(found.name, scores, golds, common.units(options, found.test_set.documents))


def _golds(
    options: argparse.Namespace, judgements: Judgements, names: Sequence[str], ids: Sequence[str],
    comparable: bool,
) -> list[meta.Gold]:  # fmt: skip
    """What people say, dimension by dimension, raw and normalised."""
    kinds = _kinds(options.normalise, judgements)
    golds = []
    for dimension in options.dimensions or [judgements.choices[-1]]:
        for normalised in kinds:
            values = judgements.table(names, ids, dimension.lower(), normalised)
            if judgements.can_normalise or dimension == COMBINED or len(judgements.dimensions) > 1:
                label = f"{dimension}, {'normalised' if normalised else 'raw'}"
            else:
                label = dimension
            overall = None if normalised else _official(judgements, names, values)
            golds.append(meta.Gold(label, values, overall, comparable))
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
            " be normalised by judge: leave --normalise away"
        )
    if normalise == "auto":
        normalise = "both" if judgements.can_normalise else "raw"
    return {"raw": [False], "judge": [True], "both": [False, True]}[normalise]


def _outside(
    table: SegmentScores, names: Sequence[str], ids: Sequence[str], seen: np.ndarray
) -> list[Score]:  # fmt: skip
    """The scores of another program, which must cover what was judged."""
    place = {name: index for index, name in enumerate(table.ids)}
    values = {}
    for row, name in enumerate(names):
        if name not in table.values:
            raise InputError(
                f"{table.label} has no scores of {name}, which was judged: {suggestion(name, table.values)}"
            )
        column = [table.values[name][place[key]] if key in place else np.nan for key in ids]
        gaps = np.flatnonzero(np.isnan(column) & seen[row])
        if len(gaps):
            raise InputError(
                f"{table.label} has no score of {name} for segment {ids[gaps[0]]}, which was judged, and"
                f" {len(gaps)} in all are missing: score every judged segment"
            )
        values[name] = column
    return inference.with_gaps(values, inference.MeanScore(table.label), ids)
