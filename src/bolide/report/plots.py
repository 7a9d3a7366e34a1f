"""Pictures of the studies. matplotlib is imported late and only here: ``pip install 'bolide[plots]'``."""

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

from bolide.errors import InputError, MissingExtraError
from bolide.inference.study import Spread, Study
from bolide.report.tables import distinct

SUFFIXES = (".svg", ".png", ".pdf")
# Okabe & Ito's colours, which the colour-blind can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
GREY = "#b0b0b0"
SHADES = ("#8fbfe0", "#4493c8", "#0072B2", "#004a75", "#00263d")
STYLE: Any = {
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e6e6e6",
    "grid.linewidth": 0.7,
    "axes.axisbelow": True,
    "axes.edgecolor": "#707070",
    "xtick.color": "#505050",
    "ytick.color": "#505050",
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlesize": 10.5,
    "lines.linewidth": 1.3,
    "lines.markersize": 3.0,
    "legend.frameon": False,
    "legend.fontsize": 7.5,
    "svg.hashsalt": "bolide",
    "svg.fonttype": "none",
}


def check(paths: Sequence[str]) -> None:
    """Raise, before any work is done, if pictures cannot be written."""
    for path in paths:
        if Path(path).suffix.lower() not in SUFFIXES:
            raise InputError(f"{path}: a picture's name must end in {', '.join(SUFFIXES)}")
        if not Path(path).resolve().parent.is_dir():
            raise InputError(f"{path}: there is no such folder")
    if paths:
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            raise MissingExtraError("pictures need matplotlib: pip install 'bolide[plots]'") from None


def styled(draw: Callable[..., None]) -> Callable[..., None]:
    """The function, with our style while it draws."""

    @wraps(draw)
    def drawn(*arguments: Any) -> None:
        from matplotlib import rc_context

        with rc_context(STYLE):
            draw(*arguments)

    return drawn


@styled
def size(found: Study, paths: Sequence[str]) -> None:
    """Figures 4-7: scores on more and more data, with the intervals of the best and the worst system.

    Below, how the intervals of all systems narrow, and how they would by the square root of the size.
    """
    figure, axes = _figure(2, len(found.metrics), found.systems)
    names = distinct(found.metrics)
    for column, metric in enumerate(found.metrics):
        above, below = axes[0][column], axes[1][column]
        lines = {system: found.of(metric, system) for system in found.systems}
        order = sorted(lines, key=lambda s: lines[s][-1].value, reverse=metric.higher_is_better)
        colours = _colours(found.systems, order)
        for place, system in enumerate(order):
            points, colour = lines[system], colours[system]
            units = [point.units for point in points]
            front = 3 if place in (0, len(order) - 1) else 2
            above.plot(units, [point.value for point in points], color=colour, marker="o", zorder=front)
            below.plot(units, [point.width / 2 for point in points], color=colour, marker="o", zorder=front)
            if front == 3:
                above.fill_between(
                    units, [p.low for p in points], [p.high for p in points], color=colour, alpha=0.15, lw=0
                )
        units = [point.units for point in lines[order[0]]]
        _name_lines(above, units[-1], {system: lines[system][-1].value for system in order}, colours)
        start = sum(lines[system][0].width for system in order) / len(order) / 2
        root = [start * (units[0] / number) ** 0.5 for number in units]
        below.plot(
            units, root, color="#202020", lw=1, ls=(0, (4, 3)), zorder=4, label="1 / square root of size"
        )
        below.legend(loc="upper right")
        below.set_ylim(bottom=0)
        above.set_title(names[metric])
        below.set_xlabel(f"{found.unit} in the test set")
        if column == 0:
            above.set_ylabel(f"score; {found.confidence:g}% interval of best and worst")
            below.set_ylabel("half of the relative interval, %")
        for axis in (above, below):
            axis.set_xlim(left=0)
    save(figure, paths)


@styled
def references(found: Study, paths: Sequence[str], system: str) -> None:
    """Figure 8: scores with more and more references; below, Table 4 as lines."""
    figure, axes = _figure(2, len(found.metrics), found.systems)
    names = distinct(found.metrics)
    for column, metric in enumerate(found.metrics):
        above, below = axes[0][column], axes[1][column]
        whole = {s: [p for p in found.of(metric, s) if p.fraction == 1] for s in found.systems}
        order = sorted(whole, key=lambda s: whole[s][-1].value, reverse=metric.higher_is_better)
        colours = _colours(found.systems, order)
        numbers = [point.references for point in whole[system]]
        for name in order:
            points = whole[name]
            above.errorbar(
                numbers, [p.value for p in points],
                yerr=[[p.value - p.low for p in points], [p.high - p.value for p in points]],
                color=colours[name], marker="o", capsize=2.5, elinewidth=0.9,
            )  # fmt: skip
        _name_lines(above, numbers[-1], {name: whole[name][-1].value for name in order}, colours)
        above.set_xticks(numbers)
        above.set_xlabel("references")
        shades, last = {}, {}
        for place, number in enumerate(numbers):
            points = [p for p in found.of(metric, system) if p.references == number]
            name = f"{number} reference{'s' * (number > 1)}"
            shades[name], last[name] = SHADES[min(place, len(SHADES) - 1)], points[-1].width / 2
            below.plot(
                [p.units for p in points], [p.width / 2 for p in points], color=shades[name], marker="o"
            )
        _name_lines(below, found.units, last, shades)
        above.set_title(names[metric])
        below.set_title(system, fontweight="normal", fontsize=9)
        below.set_xlabel(f"{found.unit} in the test set")
        if column == 0:
            above.set_ylabel(f"score with {found.confidence:g}% interval")
            below.set_ylabel("half of the relative interval, %")
    save(figure, paths)


@styled
def spread(found: Sequence[Spread], paths: Sequence[str]) -> None:
    """Tables 5 and 6: both ends of the interval, and two standard deviations around them."""
    metrics = list(dict.fromkeys(row.metric for row in found))
    names = distinct(metrics)
    figure, axes = _figure(1, len(metrics), ("lower end",))
    for column, metric in enumerate(metrics):
        axis = axes[0][column]
        rows = [row for row in found if row.metric == metric]
        wide = [row for row in rows if row.deviation is not None]
        ends = {"upper end": (1, COLOURS[1]), "lower end": (0, COLOURS[0])}
        for side, colour in ends.values():
            spans = [2 * (row.deviation or (0, 0))[side] for row in wide]
            axis.fill_between(
                [row.n_resamples for row in wide],
                [row.mean[side] - span for row, span in zip(wide, spans, strict=True)],
                [row.mean[side] + span for row, span in zip(wide, spans, strict=True)],
                color=colour, alpha=0.15, lw=0,
            )  # fmt: skip
            axis.plot(
                [row.n_resamples for row in rows],
                [row.relative[side] for row in rows],
                color=colour,
                marker="o",
            )
        axis.set_xlim(rows[0].n_resamples / 1.3, rows[-1].n_resamples * 1.3)
        axis.set_xscale("log")
        axis.axhline(0, color="#707070", lw=0.8)
        _name_lines(
            axis, rows[-1].n_resamples, {end: rows[-1].relative[side] for end, (side, _) in ends.items()},
            {end: colour for end, (_, colour) in ends.items()},
        )  # fmt: skip
        ticks = [row.n_resamples for row in rows if f"{row.n_resamples}".strip("0") == "1"]
        axis.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axis.set_title(f"{names[metric]}: {rows[0].system}")
        axis.set_xlabel("bootstrap samples")
        if column == 0:
            axis.set_ylabel("relative interval, % (band: 2 s.d.)")
    save(figure, paths)


def _figure(rows: int, columns: int, names: Sequence[str]) -> tuple[Any, Any]:
    """A figure with room for the names of lines on the right of each of its parts."""
    from matplotlib.figure import Figure

    room = 0.35 + 0.058 * max(map(len, names))
    figure = Figure(figsize=(max(5.0, (3.4 + room) * columns), 3.4 * rows), layout="constrained")
    return figure, figure.subplots(rows, columns, squeeze=False)


def _colours(systems: Sequence[str], order: Sequence[str]) -> dict[str, str]:
    """Where systems are few, each has its colour in every part of a figure; else the best and the worst
    stand out."""
    if len(systems) <= len(COLOURS):
        return dict(zip(systems, COLOURS, strict=False))
    return {name: {0: COLOURS[0], len(order) - 1: COLOURS[1]}.get(i, GREY) for i, name in enumerate(order)}


def _name_lines(axis: Any, end: float, ends: dict[str, float], colours: dict[str, str]) -> None:
    """Write each line's name to the right of ``end``, where it ends, and apart from other names."""
    low, high = axis.get_ylim()
    step = (high - low) * 0.047
    ends = {name: value for name, value in ends.items() if value == value}
    order = sorted(ends, key=lambda name: ends[name], reverse=True)
    places = list(_apart([ends[name] for name in order], step))
    for name, place in zip(order, places, strict=True):
        axis.annotate(
            name, xy=(end, ends[name]), xytext=(1.05, place), textcoords=("axes fraction", "data"),
            color=_text_colour(colours[name]), va="center", fontsize=7, annotation_clip=False,
            arrowprops={
                "arrowstyle": "-", "color": colours[name], "lw": 0.5, "relpos": (0, 0.5),
                "shrinkA": 1, "shrinkB": 3,
            },
        )  # fmt: skip


def _apart(values: Sequence[float], step: float) -> Iterator[float]:
    """Falling values, moved so that neighbours are ``step`` apart, and as little as possible.

    >>> list(_apart([10.0, 9.9, 5.0], 1.0))
    [10.45, 9.45, 5.0]
    """
    groups: list[list[float]] = []  # each: sum of the places its first member would like, number of members
    for value in values:
        groups.append([value, 1])
        while len(groups) > 1 and _top(groups[-2]) - step * groups[-2][1] < _top(groups[-1]):
            total, number = groups.pop()
            groups[-1][0] += total + step * groups[-1][1] * number
            groups[-1][1] += number
    for group in groups:
        for place in range(int(group[1])):
            yield round(_top(group) - step * place, 10)


def _top(group: Sequence[float]) -> float:
    return group[0] / group[1]


def _text_colour(colour: str) -> str:
    """Text is read where a line is only seen."""
    return "#606060" if colour == GREY else colour


def save(figure: Any, paths: Sequence[str]) -> None:
    """Write a figure to all of these files."""
    for path in paths:
        suffix = Path(path).suffix.lower()
        metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix)
        try:
            figure.savefig(path, dpi=160, metadata=metadata, facecolor="white")
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror})") from None
