"""Measure how far all metrics agree with people on real test sets, and write the figures into the page.

python -m docs.agreement [FOLDER]

The test sets are those of ``../shared/data``, or of FOLDER. What stands between ``<!-- begin NAME -->`` and
``<!-- end -->`` is replaced, the text around it is written by hand. The figures of metrics that need trees
depend on the parser: run this after the embedded parser's model has changed. Parses and statistics are kept
in bolide's caches, so a run that was interrupted goes on where it was.
"""

import re
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from bolide import meta, people, registry
from bolide.judgements import read_folder
from bolide.metric import Metric
from bolide.report import agreement, agreement_plots, agreement_studies, papers, plots, render
from bolide.report.tables import Cell, Table

FOLDER = Path(__file__).parent
PAGE = FOLDER / "agreement.md"
IMAGES = FOLDER / "images"
BLOCK = re.compile(r"(<!-- begin (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
BEGAN = time.monotonic()
DEEPEST = 6
"""As in Liu & Gildea's Table 6."""

SURFACE = {
    "BLEU": "bleu:effective_order=yes",
    "M-BLEU": "m-bleu",
    "NIST": "nist",
    "chrF": "chrf",
    "chrF++": "chrf:word_order=2",
    "TER": "ter",
    "WER": "wer:tokenize=13a,lowercase=yes",
    "PER": "per:tokenize=13a,lowercase=yes",
    "CDER": "cder:tokenize=13a,lowercase=yes",
    "GTM, e=1": "gtm:tokenize=13a,lowercase=yes",
    "GTM, e=2": "gtm:tokenize=13a,lowercase=yes,exponent=2",
    "precision": "precision",
    "recall": "recall",
    "F1": "f1",
    "Fmean": "fmean",
    "METEOR": "meteor",
    "METEOR 1.5": "meteor-1.5",
}
SYNTAX = {
    "STM": "stm",
    "TKM": "tkm",
    "HWCM": "hwcm",
    "DSTM": "dstm",
    "DTKM": "dtkm",
    "labelled": "labelled",
    "labelled, pr": "labelled:predicates=yes",
    "labelled, var": "labelled:partial=yes",
    "labelled+WN": "labelled:wordnet=yes",
}
ALL = {**SURFACE, **SYNTAX}
GERMAN = {
    **SURFACE,
    **{name: f"{SURFACE[name]}:stages=exact" for name in ("precision", "recall", "F1", "Fmean", "METEOR")},
    "METEOR 1.5": "meteor-1.5:language=de",
}
"""What of it knows nothing of English; METEOR then matches equal words only."""


@dataclass(frozen=True)
class Set:
    """A test set: what it is called, and what its judgements are good for.

    ``segments`` is the level on which its segments are compared; ``heap`` the one that has them in one heap,
    where that makes sense; ``systems`` says whether whole systems were judged, ``metrics`` what can be
    computed, ``nbest`` how many parses labelled dependencies take: 50 cost a twentieth of a second a segment.
    """

    folder: str
    name: str
    human: str | None = None
    segments: str | None = None
    heap: str | None = None
    systems: bool = False
    metrics: Mapping[str, str] = field(default_factory=lambda: ALL)
    nbest: tuple[int, ...] = papers.NBEST

    def rows(self, study: str) -> dict[str, str]:
        """The metrics of a study, as far as this set is to have them."""
        return papers.rows(study, nbest=self.nbest)


SETS = (
    Set("wmt17news-zh-en", "WMT17 zh-en", segments="pooled", heap="pooled", systems=True),
    Set("wmt17news-de-en", "WMT17 de-en", segments="pooled", heap="pooled", systems=True),
    Set(
        "wmt21news-zh-en", "WMT21 zh-en", human="mqm", segments="item", heap="pooled", systems=True,
        nbest=(2, 10),
    ),
    Set("daseg2016-toen", "WMT16 to-en", segments="within", heap="within"),
    Set("mlqe-et-en-2ref", "MLQE et-en", segments="within", heap="within"),
    Set("indian-hi-en-4ref-votes", "votes hi-en", segments="item"),
    Set("wmt21news-zh-en", "WMT21 zh-en, DA", human="da", systems=True, metrics=SURFACE),
    Set("wmt21news-en-de-mqm", "WMT21 en-de", human="mqm", segments="item", systems=True, metrics=GERMAN),
)  # fmt: skip
HEAPS = [each for each in SETS if each.heap is not None]
"""Whose segments can be compared within a system, or within a pair of languages, as METEOR's paper does."""


class Scored:
    """A test set scored by many metrics, of which any few can be compared with people."""

    def __init__(self, which: Set, data: Path, level: str, specifications: Iterable[str]) -> None:
        self._name = which.name
        self._metrics = list(dict.fromkeys(map(registry.metric, specifications)))
        levels = ["system"] if level == "system" else ["item", "within"]
        found = read_folder(str(data / which.folder), which.human)
        self._material = people.prepare(found, self._metrics, levels=levels)

    def agree(
        self, metrics: Mapping[str, str], level: str, coefficient: str = "pearson", differences: bool = False
    ) -> meta.Agreement:
        """What ``bolide correlate`` finds of these metrics, in their order."""
        number = len(self._metrics)
        places = [self._metrics.index(registry.metric(each)) for each in metrics.values()]
        scores = self._material.scores
        chosen = [scores[first + place] for first in range(0, len(scores), number) for place in places]
        return meta.agree(
            chosen, self._material.golds, levels=[level], coefficients=[coefficient], differences=differences,
            name=self._name,
        )  # fmt: skip


Labelled = tuple[meta.Agreement, list[str]]


def summary(found: Sequence[Labelled], coefficient: str) -> Table:
    """A row a metric, the best mean first; bold is what no other metric is significantly better than.

    The mean is over those test sets that all metrics can score.
    """
    labels = list(dict.fromkeys(label for _, names in found for label in names))
    columns = []
    for each, names in found:
        level = each.levels[0]
        beaten = {worse for all_worse in each.beats(level, coefficient).values() for worse in all_worse}
        cells = {cell.metric: cell.value for cell in each.ranking(level, coefficient)}
        tested = bool(each.differences)
        top = max(cells.values())
        columns.append(
            {
                name: Cell(cells[m], f"{cells[m]:.3f}", m not in beaten if tested else cells[m] == top)
                for m, name in zip(each.metrics, names, strict=True)
            }
        )
    full = [column for column in columns if len(column) == len(labels)]
    means = {name: sum(column[name].value for column in full) / len(full) for name in labels}
    rows = [
        (
            name,
            *(column.get(name, Cell(None, "")) for column in columns),
            Cell(means[name], f"{means[name]:.3f}"),
        )
        for name in sorted(labels, key=lambda name: -means[name])
    ]
    heads = ("metric", *(each.name for each, _ in found), "mean")
    empty = any(cell.value is None for row in rows for cell in row[1:])
    return Table(heads, rows, notes=("An empty cell was not measured.",) if empty else ())


def say(what: str) -> None:
    """How far it is."""
    wall, busy = time.monotonic() - BEGAN, time.process_time()
    print(f"{what} ({wall:.0f} s, of which the processor {busy:.0f} s)", file=sys.stderr, flush=True)


def write(data: Path) -> None:
    """Measure everything, and replace the blocks and pictures of the page."""
    blocks, pictures = compared(*measured(data))
    for name, (draw, *arguments) in pictures.items():
        draw(*arguments, [str(IMAGES / name)])
    PAGE.write_text(filled(PAGE.read_text("utf-8"), blocks), encoding="utf-8")
    say(f"{PAGE} written")


def measured(data: Path) -> tuple[dict[str, Scored], dict[str, Scored]]:
    """The test sets by name: judged segments by all metrics, then whole systems."""
    by_segment: dict[str, Scored] = {}
    by_system: dict[str, Scored] = {}
    for each in SETS:
        if each.segments is not None:
            more = [m for study in papers.PAPERS for m in each.rows(study).values()] if each in HEAPS else []
            by_segment[each.name] = Scored(each, data, each.segments, [*more, *each.metrics.values()])
            say(f"segments of {each.name}")
    for each in SETS:
        if each.systems:
            deep = papers.rows("depth", DEEPEST).values()
            more = [*each.rows("components").values(), *deep] if each.metrics is ALL else []
            by_system[each.name] = Scored(each, data, "system", [*more, *each.metrics.values()])
            say(f"systems of {each.name}")
    return by_segment, by_system


def compared(
    by_segment: Mapping[str, Scored], by_system: Mapping[str, Scored]
) -> tuple[dict[str, list[Table]], dict[str, tuple[Any, ...]]]:
    """The tables of each block of the page; for each picture the function that draws it, and of what."""
    blocks: dict[str, list[Table]] = {}
    segments = [
        (by_segment[each.name].agree(each.metrics, each.segments, differences=True), list(each.metrics))
        for each in SETS
        if each.segments is not None
    ]
    systems = [
        (by_system[each.name].agree(each.metrics, "system", differences=True), list(each.metrics))
        for each in SETS
        if each.systems
    ]
    blocks["segments"] = [summary(segments, "pearson")]
    blocks["systems"] = [summary(systems, "pearson")]
    for name, level, coefficient in (("accuracy", "item", "accuracy-t"), ("pairs", "system", "accuracy")):
        chosen = [
            (scored[each.name].agree(each.metrics, level, coefficient), list(each.metrics))
            for each in SETS
            for scored in (by_segment if level == "item" else by_system,)
            if each.name in scored and (level != "item" or each.segments == "item")
        ]
        blocks[name] = [summary(chosen, coefficient)]
    say("all metrics compared")

    pictures: dict[str, tuple[Any, ...]] = {}
    for study in ("components", "stages"):
        rows = papers.rows(study)
        within = [by_segment[each.name].agree(rows, "within", differences=True) for each in HEAPS]
        blocks[study] = [beside(study, within, "within")]
        blocks[f"{study}-gains"] = [gains(within, list(rows))]
        pictures[f"agreement-{study}.svg"] = (agreement_studies.by_step, study, within, list(rows))
    rows = papers.rows("components")
    whole = [by_system[each.name].agree(rows, "system") for each in HEAPS if each.systems]
    blocks["components-systems"] = [beside("components", whole, "system")]
    judged = by_segment["WMT21 zh-en"].agree(rows, "within")
    blocks["per-system"] = [agreement.per_system(judged, names=agreement_studies.named(judged, list(rows)))]

    rows, deep = papers.rows("depth"), papers.rows("depth", DEEPEST)
    within = [by_segment[each.name].agree(rows, "within") for each in HEAPS]
    whole = [by_system[each.name].agree(deep, "system") for each in HEAPS if each.systems]
    for name, found, level, labels in (("depth", within, "within", rows), ("deep", whole, "system", deep)):
        grids = [agreement_studies.grid(each, level, list(labels), each.judged[0]) for each in found]
        blocks[name] = [
            *grids,
            *(t for t in agreement_studies.papers_grids(level) if "fluency" not in t.title),
        ]
    pictures["agreement-depth.svg"] = (agreement_studies.by_depth, within, list(rows))
    pictures["agreement-deep.svg"] = (agreement_studies.by_depth, whole, list(deep))

    columns: dict[str, papers.Figures] = {}
    for each in HEAPS:
        rows = each.rows("variants")
        found = by_segment[each.name].agree(rows, str(each.heap))
        columns |= agreement_studies.ours([found], str(each.heap), list(rows))
    columns |= agreement_studies.papers_columns("variants", "pooled", list(papers.rows("variants")))
    blocks["variants"] = [agreement_studies.ranked(columns, "")]
    say("studies done")

    english = [found for found, names in segments if names == list(ALL)]
    few = {name: ALL[name] for name in ("BLEU", "chrF", "METEOR", "labelled")}
    points = by_system["WMT17 zh-en"].agree(few, "system")
    pictures |= {
        "agreement-sets.svg": (heat, blocks["segments"][0], blocks["systems"][0]),
        "agreement-intervals.svg": (by_metric, english),
        "agreement-scatter.svg": (agreement_plots.scatter, [points]),
    }
    return blocks, pictures


def beside(study: str, found: Sequence[meta.Agreement], level: str) -> Table:
    """Our figures beside the paper's."""
    labels = list(papers.rows(study))
    columns = agreement_studies.ours(found, level, labels)
    theirs = agreement_studies.papers_columns(study, level, labels)
    theirs = {name: figures for name, figures in theirs.items() if len(figures) > 1}
    return agreement_studies.beside({**columns, **theirs}, labels, "")


def gains(found: Sequence[meta.Agreement], labels: list[str]) -> Table:
    """How much better METEOR as a whole is than each of the others; bold is significant."""
    columns: dict[str, dict[str, Cell]] = {}
    for each in found:
        names: Mapping[Metric, str] = agreement_studies.named(each, labels)
        table = agreement_studies.against(each, "within", names)
        columns[each.name] = {row[0]: Cell(row[3].value, row[3].text, row[1] != "~") for row in table.rows}
    rows = [(label, *(column[label] for column in columns.values())) for label in labels[:-1]]
    return Table(("METEOR is better than", *columns), rows)


def by_metric(found: Sequence[meta.Agreement], paths: Sequence[str]) -> None:
    """All metrics with their intervals."""
    agreement_plots.intervals(found, paths, list(ALL))


@plots.styled
def heat(segments: Table, systems: Table, paths: Sequence[str]) -> None:
    """Metrics by test sets, for segments and for systems."""
    figure = Figure(figsize=(10.4, 7.6), layout="constrained")
    axes = figure.subplots(1, 2, width_ratios=[len(segments.columns), len(systems.columns)])
    for axis, title, table in zip(axes, ("segments", "systems"), (segments, systems), strict=True):
        agreement_plots.heat(axis, table.columns[1:], table.rows)
        axis.set_title(f"{title}: Pearson")
    plots.save(figure, paths)


def filled(page: str, blocks: Mapping[str, Sequence[Table]]) -> str:
    """The page with new tables in its blocks, each of which must be there."""
    wanted = dict(blocks)

    def replaced(match: "re.Match[str]") -> str:
        tables = wanted.pop(match[2])
        return (
            f"{match[1]}\n" + "\n\n".join(render(table, "markdown") for table in tables) + f"\n\n{match[3]}"
        )

    made = BLOCK.sub(replaced, page)
    if wanted:
        raise SystemExit(f"{PAGE} has no place for {', '.join(wanted)}")
    return made


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER.parents[1] / "shared" / "data")
