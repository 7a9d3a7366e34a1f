"""Pictures of agreement with people: intervals, systems by metric and by people, metrics by test sets."""

from collections.abc import Mapping, Sequence
from typing import Any

from bolide.meta import NAMES, Agreement
from bolide.metric import Metric
from bolide.report.agreement import HEADS, across
from bolide.report.plots import COLOURS, GREY, save, styled
from bolide.report.tables import distinct


@styled
def intervals(found: Sequence[Agreement], paths: Sequence[str], labels: Sequence[str] = ()) -> None:
    """A part a test set and level: for each metric a point and its interval, for each kind of judgements.

    ``labels`` are what the metrics are called, in their order.
    """
    from matplotlib.figure import Figure

    parts = [(each, level) for each in found for level in each.levels]
    columns = max(len(each.levels) for each in found)
    columns = min(3, len(parts)) if columns == 1 else columns
    rows = -(-len(parts) // columns)
    names = [
        dict(zip(each.metrics, labels, strict=False)) if labels else distinct(each.metrics) for each in found
    ]
    most = max(map(len, names))
    longest = max(len(name) for each in names for name in each.values())
    width = 2.6 + 0.07 * longest
    figure = Figure(figsize=(max(5.0, width * columns), rows * (1.3 + 0.26 * most)), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    for axis in axes.flat[len(parts) :]:
        axis.set_visible(False)
    for axis, (each, level) in zip(axes.flat, parts, strict=False):
        _intervals(axis, each, level, names[found.index(each)])
    save(figure, paths)


def _intervals(axis: Any, found: Agreement, level: str, names: Mapping[Metric, str]) -> None:
    coefficient = found.main[level]
    kinds = [j for j in found.judged if found.ranking(level, coefficient, j)]
    order = [cell.metric for cell in found.ranking(level, coefficient, kinds[0]) if cell.metric in names]
    for number, kind in enumerate(kinds):
        shift = 0.3 * (number - (len(kinds) - 1) / 2)
        for place, metric in enumerate(order):
            cell = found.cell(level, coefficient, metric, kind)
            if cell is None or cell.value != cell.value:
                continue
            ends = (cell.interval.low, cell.interval.high) if cell.interval else (cell.value, cell.value)
            colour = COLOURS[number % len(COLOURS)]
            axis.plot(ends, [place + shift] * 2, color=colour, lw=1.6, solid_capstyle="butt")
            axis.plot([cell.value], [place + shift], color=colour, marker="o", ms=4.5)
    axis.set_yticks(range(len(order)), [names[metric] for metric in order])
    axis.set_ylim(len(order) - 0.4, -0.6)
    axis.grid(axis="y", visible=False)
    axis.set_title(f"{found.name}\n{HEADS[level]}" if found.name else HEADS[level])
    axis.set_xlabel(f"{NAMES[coefficient]}, {found.confidence:g}% interval")
    if len(kinds) > 1:
        from matplotlib.lines import Line2D

        handles = [
            Line2D([], [], color=COLOURS[k % len(COLOURS)], marker="o", ms=4.5, label=kind)
            for k, kind in enumerate(kinds)
        ]
        axis.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, -0.22), ncols=len(kinds))


@styled
def scatter(found: Sequence[Agreement], paths: Sequence[str]) -> None:
    """A part a test set and metric: a point a system, with its name, and the straight line through them."""
    from matplotlib.figure import Figure

    from bolide.errors import InputError

    parts = [(each, s) for each in found for s in each.scatters if s.judged == each.scatters[0].judged]
    if not parts:
        raise InputError("there are not three judged systems to draw as points: leave --scatter away")
    columns = 2 if len(parts) == 4 else min(3, len(parts))
    rows = -(-len(parts) // columns)
    figure = Figure(figsize=(4.3 * columns, 3.6 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    for axis in axes.flat[len(parts) :]:
        axis.set_visible(False)
    for axis, (each, points) in zip(axes.flat, parts, strict=False):
        name = distinct(each.metrics)[points.metric]
        cell = each.cell("system", "pearson", points.metric, points.judged)
        value = f": r = {cell.value:.3f}" if cell is not None else ""
        x, y = points.scores, points.human
        axis.plot(x, y, ls="", marker="o", ms=4.5, color=COLOURS[0])
        _straight(axis, x, y)
        axis.margins(0.14)
        if not points.metric.higher_is_better:
            axis.invert_xaxis()
        _name_points(axis, x, y, points.systems)
        axis.set_title(f"{each.name}, {name}{value}" if each.name else f"{name}{value}")
        axis.set_xlabel(name if points.metric.higher_is_better else f"{name} (lower is better)")
        axis.set_ylabel(f"people: {points.judged}")
    save(figure, paths)


def _straight(axis: Any, x: Any, y: Any) -> None:
    """The line of least squares."""
    import numpy as np

    if np.ptp(x) > 0:
        slope, start = np.polyfit(x, y, 1)
        ends = np.array([x.min(), x.max()])
        axis.plot(ends, start + slope * ends, color=GREY, lw=1, zorder=1)


def _name_points(axis: Any, x: Any, y: Any, names: Sequence[str]) -> None:
    """Write each name where it covers no point and no other name, as far as there is room.

    Everything is measured in parts of the picture's width and height.
    """
    (left, right), (bottom, top) = axis.get_xlim(), axis.get_ylim()
    places = [((a - left) / (right - left), (b - bottom) / (top - bottom)) for a, b in zip(x, y, strict=True)]
    taken = [(a - 0.013, b - 0.018, a + 0.013, b + 0.018) for a, b in places]
    for (a, b), name, point in sorted(
        zip(places, names, zip(x, y, strict=True), strict=True), key=lambda each: -each[0][1]
    ):
        shown = name if len(name) < 19 else name[:17] + "…"
        length, tall = 0.0165 * len(shown), 0.05
        found = None
        for radius in (0.02, 0.05, 0.09, 0.14):
            for side, rise in ((1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1), (0, -1)):
                start = a + side * radius - (0.0, length / 2, length)[1 - side]
                base = b + rise * radius - tall / 2
                box = (start, base, start + length, base + tall)
                hits = sum(_overlap(box, other) for other in taken)
                out = max(-start, 0) + max(start + length - 1, 0) + max(-base, 0) + max(base + tall - 1, 0)
                cost = hits + 4 * out + 0.2 * radius
                if found is None or cost < found[0]:
                    found = (cost, box, radius)
        assert found is not None
        _, box, radius = found
        taken.append(box)
        arrow = {"arrowstyle": "-", "color": GREY, "lw": 0.5, "shrinkA": 0, "shrinkB": 2}
        axis.annotate(
            shown, point, (box[0], box[1] + tall / 2), textcoords="axes fraction", fontsize=7,
            color="#404040", va="center", ha="left", arrowprops=arrow if radius > 0.03 else None,
        )  # fmt: skip


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    """The area that two boxes share, in parts of the first."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / ((a[2] - a[0]) * (a[3] - a[1])) + 0.05


@styled
def heatmap(found: Sequence[Agreement], paths: Sequence[str]) -> None:
    """A part a level: metrics by test sets, coloured by the coefficient, with its value."""
    from matplotlib.figure import Figure

    levels = list(dict.fromkeys(level for each in found for level in each.levels))
    tables = {level: across(found, level) for level in levels}
    rows = max(len(table.rows) for table in tables.values())
    columns = max(len(table.columns) - 1 for table in tables.values())
    longest = max(len(str(row[0])) for table in tables.values() for row in table.rows)
    size = (len(levels) * (0.62 * columns + 0.075 * longest + 0.6), 0.27 * rows + 1.9)
    figure = Figure(figsize=(max(4.5, size[0]), size[1]), layout="constrained")
    axes = figure.subplots(1, len(levels), squeeze=False)[0]
    for axis, (level, table) in zip(axes, tables.items(), strict=True):
        heat(axis, table.columns[1:], table.rows)
        axis.set_title(f"{HEADS[level]}\n{NAMES[next(e.main[level] for e in found if level in e.main)]}")
    save(figure, paths)


def heat(axis: Any, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Cells of a table coloured by their values; a row's first cell is its name."""
    import numpy as np
    from matplotlib.colors import LinearSegmentedColormap

    values = np.array(
        [[np.nan if c.value is None else c.value for c in row[1:]] for row in rows], dtype=float
    )
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    shades = LinearSegmentedColormap.from_list("agreement", ["#f7fbff", "#8fbfe0", "#0072B2", "#00263d"])
    axis.imshow(values, cmap=shades, vmin=low, vmax=high + 1e-9, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            dark = (value - low) / (high - low + 1e-9) > 0.5
            axis.text(
                column, row, f"{value:.2f}", ha="center", va="center", fontsize=7,
                color="white" if dark else "#202020",
                fontweight="bold" if value == np.nanmax(values[:, column]) else "normal",
            )  # fmt: skip
    axis.set_xticks(range(len(columns)), columns, rotation=40, ha="right", rotation_mode="anchor")
    axis.set_yticks(range(len(rows)), [row[0] for row in rows])
    axis.tick_params(length=0)
    axis.grid(visible=False)
    for side in axis.spines.values():
        side.set_visible(False)
