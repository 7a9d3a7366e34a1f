"""Tables and picture of the study of parser noise, our figures beside those of Owczarzak et al. (2007)."""

from collections.abc import Sequence

from bolide.inference.noise import Noise, Row
from bolide.report.plots import COLOURS, GREY, save, styled
from bolide.report.tables import Cell, Table

PAPER = "Owczarzak et al. (2007)"
TABLE_1 = {
    "ter": (0.0, 6.417),
    "meteor": (100.0, 99.70),
    "bleu": (100.0, 87.25),
    "nist": (11.5232, 11.1704),
    "gtm": (100.0, 99.18),
    "labelled": (100.0, 96.56),
    "labelled:predicates=yes": (100.0, 94.13),
}
"""The paper's figures for original and moved sentences, METEOR and BLEU as percentages as they are here."""
TABLE_2 = {1: 96.56, 2: 97.31, 5: 97.90, 10: 98.31, 20: 98.59, 30: 98.74, 50: 98.79}
"""The paper's F of all triples by the number of best parses."""


def tables(found: Noise) -> list[Table]:
    """The paper's Tables 1 and 2."""
    ours = ("original", "moved", "kept")
    first = Table(
        ("metric", *ours, *(f"paper: {name}" for name in ours)),
        [
            (row.moved.name, *_figures(row.original.value, row.moved.value), *_paper(row))
            for row in found.rows
        ],
        title="Scores of sentences with moved adjuncts",
        notes=(
            f"{found.sentences} sentences; paper: {PAPER}, Table 1, 100 other sentences and another parser",
            "kept: moved in percent of original",
        ),
    )
    best = sorted(found.by_nbest)
    second = Table(
        ("best parses", "all triples", "predicates", "paper: all triples"),
        [
            (number, *(score.value for score in found.by_nbest[number]), TABLE_2.get(number))
            for number in best
        ],
        title="Labelled dependencies of moved sentences by the number of best parses",
        notes=(_advice(found, best), "paper: Table 2; without noise all figures would be 100"),
    )
    return [first, second]


def _figures(original: float, moved: float) -> tuple[float, float, Cell]:
    kept = 100 * moved / original if original else None
    return original, moved, Cell(kept, "" if kept is None else f"{kept:.1f}%")


def _paper(row: Row) -> tuple[float | None, float | None, Cell]:
    metric = row.moved.metric
    key = f"{metric.key}:predicates=yes" if metric.parameters().get("predicates") else metric.key
    return _figures(*TABLE_1[key]) if key in TABLE_1 else (None, None, Cell(None, ""))


def _advice(found: Noise, best: Sequence[int]) -> str:
    """What more parses take away of the noise."""
    first, last = best[0], best[-1]
    left = [100 - found.by_nbest[number][0].value for number in (first, last)]
    if not left[0]:
        return f"with {_parses(first)} there is no noise: all triples are the same"
    return (
        f"{_parses(first)} leave{'s' * (first == 1)} {left[0]:.2f} points of noise,"
        f" {_parses(last)} {left[1]:.2f}: {1 - left[1] / left[0]:.0%} less"
    )


def _parses(number: int) -> str:
    return "the best parse" if number == 1 else f"the {number} best parses"


@styled
def picture(found: Noise, paths: Sequence[str]) -> None:
    """Table 2: F by the number of best parses, and the paper's."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 3.6), layout="constrained")
    axis = figure.subplots()
    numbers = sorted(found.by_nbest)
    names = ("all triples", "predicates alone")
    for place, name in enumerate(names):
        values = [found.by_nbest[number][place].value for number in numbers]
        axis.plot(numbers, values, color=COLOURS[place], marker="o", label=name)
    axis.plot(
        list(TABLE_2), list(TABLE_2.values()), color=GREY, marker="o", ls="--", label=f"all triples, {PAPER}"
    )
    axis.axhline(100, color="#707070", lw=0.8)
    axis.set_xscale("log")
    axis.set_xticks(ticks := sorted({*numbers, *TABLE_2}), [str(tick) for tick in ticks])
    axis.minorticks_off()
    axis.set_xlabel("best parses of either side")
    axis.set_ylabel("F of moved sentences")
    axis.set_title(f"Parser noise on {found.sentences} sentences with moved adjuncts")
    axis.legend(loc="lower right")
    save(figure, paths)
