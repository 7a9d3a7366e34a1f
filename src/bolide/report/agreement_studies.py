"""Tables and pictures of metrics that vary in one respect, in the papers' layouts, beside their figures."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bolide.meta import NAMES, Agreement, Cell
from bolide.metric import Metric
from bolide.report import agreement_plots
from bolide.report.agreement import HEADS, corrected, headed, notes, per_system, shown, with_intervals
from bolide.report.papers import GRID, KERNEL, PAPERS, Figures
from bolide.report.plots import COLOURS, save, styled
from bolide.report.tables import Cell as Shown
from bolide.report.tables import Table


def tables(study: str, found: Sequence[Agreement], labels: Sequence[str]) -> list[Table]:
    """Everything that a study prints: each test set by itself, then all of them beside the paper's figures.

    ``labels`` are what the metrics of each set are called, in their order.
    """
    made: list[Table] = []
    for each in found:
        names = named(each, labels)
        for level in each.levels:
            if study == "depth":
                made += [grid(each, level, labels, judged) for judged in _judged(each, level)]
                continue
            made.append(with_intervals(each, level, names, ranked=study == "variants"))
            if study == "components" and level == "within" and len(each.systems) > 1:
                made.append(per_system(each, names=names))
            if study != "variants":
                made.append(against(each, level, names))
        made[-1] = replace(made[-1], notes=notes(each))
    for level in dict.fromkeys(level for each in found for level in each.levels):
        if study == "depth":
            made += papers_grids(level)
            continue
        columns = {**ours(found, level, labels), **papers_columns(study, level, labels)}
        title = _beside(study, found, level)
        made.append(ranked(columns, title) if study == "variants" else beside(columns, labels, title))
    return made


def named(found: Agreement, labels: Sequence[str]) -> dict[Metric, str]:
    """What to call the metrics of a study; scores of other programs that came with the texts are no part."""
    return dict(zip(found.metrics, labels, strict=False))


def ours(found: Sequence[Agreement], level: str, labels: Sequence[str]) -> dict[str, Figures]:
    """The values of each test set and kind of judgements by label."""
    return {
        _head(each, level, judged): _values(each, level, labels, judged)
        for each in found
        for judged in _judged(each, level)
    }


def papers_columns(study: str, level: str, labels: Sequence[str]) -> dict[str, Figures]:
    """The figures of the paper for these labels."""
    return {
        f"paper, {name}": {label: figures[label] for label in labels if label in figures}
        for name, figures in _figures(study, level).items()
    }


def beside(columns: Mapping[str, Figures], labels: Sequence[str], title: str) -> Table:
    """A row a metric in the paper's order; a column a test set, then the paper's."""
    best = {head: max(values.values()) if len(values) > 1 else None for head, values in columns.items()}
    rows = [
        (
            label,
            *(shown(value := values.get(label), value is not None and value == best[head])
              for head, values in columns.items()),
        )
        for label in labels
    ]  # fmt: skip
    return Table(("metric", *columns), rows, title=title)


def ranked(columns: Mapping[str, Figures], title: str) -> Table:
    """Owczarzak et al.'s Table 3: two columns a test set, the best metric first; then the paper's."""
    orders = [sorted(values.items(), key=lambda pair: -pair[1]) for values in columns.values()]
    rows = []
    for place in range(max(map(len, orders))):
        pairs = [order[place] if place < len(order) else ("", None) for order in orders]
        rows.append([cell for label, value in pairs for cell in (label, shown(value))])
    return Table([word for head in columns for word in (head, "r")], rows, title=title)


def grid(found: Agreement, level: str, labels: Sequence[str], judged: str) -> Table:
    """Liu & Gildea's tables: a row a length or depth, and one for the kernels; a column a metric."""
    values = _values(found, level, labels, judged)
    what = f"{NAMES[found.main[level]]}, {judged}"
    return _as_grid(values, headed(found, level, what))


def papers_grids(level: str) -> list[Table]:
    """Liu & Gildea's own tables."""
    paper = PAPERS["depth"].name
    return [_as_grid(figures, f"{paper}, {name}") for name, figures in _figures("depth", level).items()]


def against(found: Agreement, level: str, names: Mapping[Metric, str]) -> Table:
    """How much better than each of the others is the last metric, METEOR as a whole?"""
    coefficient = found.main[level]
    *others, whole = names
    rows = []
    for pair in found.of(level, coefficient):
        other = pair.b if pair.a == whole else pair.a
        if whole in (pair.a, pair.b) and other in others:
            sign = 1 if pair.a == whole else -1
            low, high = sorted((sign * pair.low, sign * pair.high))
            gains = (Shown(value, f"{value:+.3f}") for value in (sign * pair.difference, low, high))
            verdict = "~" if not found.significant(pair) else "<" if sign * pair.difference > 0 else ">"
            rows.append((names[other], verdict, names[whole], *gains, corrected(pair)))
    heads = ("metric", "", "whole", "gain", f"{found.confidence:g}% low", "high", "p corrected")
    return Table(heads, rows, title=headed(found, level, f"gain of the whole, {NAMES[coefficient]}"))


def _values(found: Agreement, level: str, labels: Sequence[str], judged: str) -> dict[str, float]:
    cells = _cells(found, level, labels, judged)
    return {label: cell.value for label, cell in cells.items() if cell.value == cell.value}


def _cells(found: Agreement, level: str, labels: Sequence[str], judged: str) -> dict[str, Cell]:
    cells = {
        label: found.cell(level, found.main[level], metric, judged)
        for metric, label in named(found, labels).items()
    }
    return {label: cell for label, cell in cells.items() if cell is not None}


def _judged(found: Agreement, level: str) -> list[str]:
    return [judged for judged in found.judged if found.ranking(level, found.main[level], judged)]


def _head(found: Agreement, level: str, judged: str) -> str:
    """A test set, with what was judged where that is several things."""
    if not found.name:
        return judged
    return found.name if len(_judged(found, level)) == 1 else f"{found.name}, {judged}"


def _figures(study: str, level: str) -> Mapping[str, Figures]:
    return PAPERS[study].figures.get(level, {})


def _beside(study: str, found: Sequence[Agreement], level: str) -> str:
    coefficient = next(each.main[level] for each in found if level in each.levels)
    what = f"{HEADS[level]}: {NAMES[coefficient]}"
    return f"{what}, beside {PAPERS[study].name}" if _figures(study, level) else what


def _as_grid(values: Figures, name: str) -> Table:
    numbers = sorted({int(label.split()[1]) for label in values if not label.endswith(KERNEL)})
    tops = {
        column: max((v for k, v in values.items() if k.split()[0] == column), default=0) for column in GRID
    }
    rows = []
    for row in (*map(str, numbers), KERNEL):
        cells = {column: values.get(f"{column} {row}") for column in GRID}
        if any(value is not None for value in cells.values()):
            rows.append((row, *(shown(value, best=value == tops[c]) for c, value in cells.items())))
    return Table(("length, depth", *GRID), rows, title=name)


# -- pictures ----------------------------------------------------------------------------------------------


def picture(study: str, found: Sequence[Agreement], labels: Sequence[str], paths: Sequence[str]) -> None:
    """What fits a study: a ranking, lines by depth, or lines from step to step."""
    if study == "variants":
        agreement_plots.intervals(found, paths, labels)
    elif study == "depth":
        by_depth(found, labels, paths)
    else:
        by_step(study, found, labels, paths)


@styled
def by_step(study: str, found: Sequence[Agreement], labels: Sequence[str], paths: Sequence[str]) -> None:
    """A part a level: how agreement changes from metric to metric, a line a test set; the paper in grey."""
    from matplotlib.figure import Figure

    levels = list(dict.fromkeys(level for each in found for level in each.levels))
    names: dict[str, Any] = {}
    width = 2.6 + 0.07 * max(map(len, labels))
    figure = Figure(figsize=(max(6.0, width * len(levels)), 1.9 + 0.42 * len(labels)), layout="constrained")
    for axis, level in zip(figure.subplots(1, len(levels), squeeze=False)[0], levels, strict=True):
        lines = [(each, judged) for each in found if level in each.levels for judged in _judged(each, level)]
        for number, (each, judged) in enumerate(lines):
            cells = _cells(each, level, labels, judged)
            shift = 0.5 * (number / len(lines) - 0.5)
            places = [labels.index(label) + shift for label in cells]
            name = _head(each, level, judged)
            names[name] = _line(
                axis, places, list(cells.values()), COLOURS[number % len(COLOURS)], upright=False
            )
        for style, (name, figures) in zip(("--", ":"), _figures(study, level).items(), strict=False):
            chosen = [label for label in labels if label in figures]
            (names[f"paper, {name}"],) = axis.plot(
                [figures[label] for label in chosen], [labels.index(label) + 0.25 for label in chosen],
                color="#808080", marker="D", ls=style,
            )  # fmt: skip
        axis.set_yticks(range(len(labels)), labels)
        axis.set_ylim(len(labels) - 0.4, -0.6)
        axis.set_title(HEADS[level])
        axis.set_xlabel(_coefficient(found, level))
    figure.legend(names.values(), names, loc="outside lower center", ncols=min(3, len(names)))
    save(figure, paths)


@styled
def by_depth(found: Sequence[Agreement], labels: Sequence[str], paths: Sequence[str]) -> None:
    """A part a test set and level: a line a metric by its length or depth; kernels as points on the right."""
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    levels = list(dict.fromkeys(level for each in found for level in each.levels))
    lines = []  # a new one for each level, and where one is full
    for level in levels:
        parts = [
            (each, level, judged) for each in found if level in each.levels for judged in _judged(each, level)
        ]
        lines += [parts[first : first + 3] for first in range(0, len(parts), 3)]
    columns = max(map(len, lines))
    figure = Figure(figsize=(max(5.0, 3.5 * columns), 3.0 * len(lines) + 0.4), layout="constrained")
    axes = figure.subplots(len(lines), columns, squeeze=False)
    for row, parts in zip(axes, lines, strict=True):
        for axis in row[len(parts) :]:
            axis.set_visible(False)
    for axis, (each, level, judged) in (
        pair for row, parts in zip(axes, lines, strict=True) for pair in zip(row, parts, strict=False)
    ):
        cells = _cells(each, level, labels, judged)
        most = max(int(label.split()[1]) for label in cells if not label.endswith(KERNEL))
        for number, column in enumerate(GRID):
            mine = {k.split()[1]: cell for k, cell in cells.items() if k.split()[0] == column}
            kernel = mine.pop(KERNEL, None)
            shift = 0.06 * (number - 1.5)
            _line(axis, [int(k) + shift for k in mine], list(mine.values()), COLOURS[number])
            if kernel is not None:
                _line(axis, [most + 1 + shift], [kernel], COLOURS[number])
        axis.set_xticks(range(1, most + 2), [*map(str, range(1, most + 1)), KERNEL])
        axis.set_title("\n".join(filter(None, (each.name, HEADS[level]))))
        axis.set_xlabel("longest chain, deepest subtree")
        axis.set_ylabel(f"{NAMES[each.main[level]]}, {judged}")
    handles = [
        Line2D([], [], color=colour, marker="o", label=name)
        for name, colour in zip(GRID, COLOURS, strict=False)
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(GRID))
    save(figure, paths)


def _line(
    axis: Any, places: Sequence[float], cells: Sequence[Cell], colour: str, upright: bool = True
) -> Any:
    """Values with their intervals, along the axis of x or, not ``upright``, of y."""
    values = [cell.value for cell in cells]
    (line,) = axis.plot(*((places, values) if upright else (values, places)), color=colour, marker="o", lw=1)
    for place, cell in zip(places, cells, strict=True):
        if cell.interval:
            ends = [cell.interval.low, cell.interval.high]
            axis.plot(
                *(([place] * 2, ends) if upright else (ends, [place] * 2)), color=colour, lw=1.3, alpha=0.5
            )
    return line


def _coefficient(found: Sequence[Agreement], level: str) -> str:
    first = next(each for each in found if level in each.levels)
    return f"{NAMES[first.main[level]]}, {first.confidence:g}% interval"
