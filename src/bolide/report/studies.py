"""Tables of the three studies and of audits, each with a sentence of advice."""

from collections.abc import Sequence
from math import ceil, isnan

from bolide.inference.audit import Audit
from bolide.inference.study import Need, Point, Spread, Study
from bolide.metric import Metric
from bolide.report.confidence import precision
from bolide.report.tables import Cell, Table, distinct

PAPER = "Zhang & Vogel (2004)"


def points(found: Study) -> Table:
    """All points in one table, for CSV."""
    heads = ("metric", "system", "fraction", "units", "references", "value", "low", "high")
    rows = [
        (
            repr(p.metric), p.system, p.fraction, p.units, p.references or None, p.value, p.low, p.high,
            *p.relative,
        )
        for p in found.points
    ]  # fmt: skip
    return Table((*heads, "relative_low", "relative_high"), rows)


def size(found: Study, system: str) -> list[Table]:
    """The paper's Table 2 for one system, the width for all of them, and what would tell neighbours apart."""
    tables = []
    names = distinct(found.metrics)
    for metric in found.metrics:
        mine = found.of(metric, system)
        rows = []
        for point in mine:
            half = next((p for p in mine if abs(2 * p.fraction - point.fraction) < 1e-9), None)
            narrower = None if half is None or not half.width else 100 * (1 - point.width / half.width)
            rows.append(
                (
                    f"{point.fraction:.0%}", point.units, *_score(metric, point), *_relative(point.relative),
                    Cell(narrower, "" if narrower is None else f"{narrower:.1f}%"),
                )
            )  # fmt: skip
        level = f"{found.confidence:g}%"
        heads = ("data", found.unit, "score", f"{level} low", "high", "rel. low", "rel. high")
        tables.append(
            Table((*heads, "narrower than with half"), rows, title=f"{names[metric]}: {system} on less data")
        )
        if len(found.systems) > 1:
            tables += [_widths(found, metric, names[metric]), _needs(found, metric, names[metric])]
    advice = [line for metric in found.metrics for line in _size_advice(found, metric, system, names[metric])]
    return _with_notes(tables, (*advice, *_how(found)))


def references(found: Study, system: str) -> list[Table]:
    """The paper's Tables 3 and 4 for one system, and what would tell neighbours apart."""
    tables, advice = [], []
    names = distinct(found.metrics)
    for metric in found.metrics:
        name, mine = names[metric], found.of(metric, system)
        whole = {point.references: point for point in mine if point.fraction == 1}
        rows, worths = [], []
        for number, point in whole.items():
            fewer = whole.get(number - 1)
            worth = None
            if fewer is not None and point.width > 0:
                worth = 100 * ((fewer.width / point.width) ** 2 - 1)
                worths.append(worth)
            rows.append(
                (
                    number, *_score(metric, point), *_relative(point.relative),
                    Cell(worth, "" if worth is None else f"{worth:+.0f}%"),
                )
            )  # fmt: skip
        level = f"{found.confidence:g}%"
        heads = (
            "references",
            "score",
            f"{level} low",
            "high",
            "rel. low",
            "rel. high",
            f"worth in {found.unit}",
        )
        tables.append(Table(heads, rows, title=f"{name}: {system} with fewer references"))
        numbers = tuple(whole)
        cells = {(point.fraction, point.references): point for point in mine}
        fractions = sorted({point.fraction for point in mine})
        tables.append(
            Table(
                ("data", found.unit, *(f"{n} reference{'s' * (n > 1)}" for n in numbers)),
                [
                    (
                        f"{fraction:.0%}", cells[fraction, numbers[0]].units,
                        *(
                            Cell(point.width, "[{:+.2f}%, {:+.2f}%]".format(*point.relative))
                            for point in (cells[fraction, n] for n in numbers)
                        ),
                    )
                    for fraction in fractions
                ],
                title=f"{name}: {system} with fewer references and less data",
            )
        )  # fmt: skip
        if len(found.systems) > 1:
            tables.append(_needs(found, metric, name, numbers))
        if worths:
            listed = ", ".join(f"number {n} as {worth:+.0f}%" for n, worth in enumerate(worths, 2))
            advice.append(
                f"{name}: a further reference narrows the interval as much as so many more {found.unit}"
                f" would: {listed} ({PAPER} found 10 to 15% for each)"
            )
        question = _question(found, metric)
        advice += [_reference_advice(found, question, name)] if question else []
    return _with_notes(tables, (*advice, *_how(found)))


def spread(found: Sequence[Spread], confidence: float, seed: int, unit: str, units: int) -> list[Table]:
    """The paper's Tables 5 and 6 in one: an interval for each number of samples, and how much it varies."""
    tables, advice = [], []
    names = distinct(row.metric for row in found)
    for metric in names:
        mine = [row for row in found if row.metric == metric]
        decimals = precision(metric, (row.median for row in mine))
        rows = [
            (
                row.n_resamples, Cell(row.median, f"{row.median:.{decimals}f}"), *_relative(row.relative),
                row.tests, *_relative(row.mean),
                *(
                    Cell(side, "" if side is None else f"{side:.3f}")
                    for side in (row.deviation or (None, None))
                ),
            )
            for row in mine
        ]  # fmt: skip
        heads = ("samples", "median", "rel. low", "rel. high", "tests", "mean low", "mean high")
        title = f"{names[metric]}: {mine[0].system} with more bootstrap samples"
        tables.append(Table((*heads, "s.d. low", "s.d. high"), rows, title=title))
        measured = [row for row in mine if row.deviation and row.mean[1] > row.mean[0]]
        usual = [row for row in measured if row.n_resamples <= 10_000][-1:]
        for row in usual:
            share = _variation(row)
            advice.append(
                f"{names[metric]}: with {row.n_resamples:,} samples an end of the interval varies by"
                f" {sum(row.deviation or ()) / 2:.3f} points, which is {share:.1%} of its distance from the"
                f" median; about {_enough(measured):,} samples bring it to 3%, where it was with the 2,000"
                f" that {PAPER} call reliable"
            )
    how = (
        f"relative to the median, {confidence:g}% percentile intervals of {units:,} {unit}, seed {seed}; mean"
        " and standard deviation (s.d., in percentage points) over so many independent tests"
    )
    return _with_notes(tables, (*advice, how))


def samples(found: Sequence[Spread]) -> Table:
    """The same in one table, for CSV."""
    heads = ("metric", "system", "n_resamples", "median", "relative_low", "relative_high", "tests")
    rows = [
        (
            repr(row.metric), row.system, row.n_resamples, row.median, *row.relative, row.tests, *row.mean,
            *(row.deviation or (None, None)),
        )
        for row in found
    ]  # fmt: skip
    return Table((*heads, "mean_low", "mean_high", "deviation_low", "deviation_high"), rows)


def _variation(row: Spread) -> float:
    """The standard deviation of an end of the interval, as a share of its distance from the median."""
    return sum(row.deviation or ()) / (row.mean[1] - row.mean[0])


def _enough(measured: Sequence[Spread]) -> int:
    """How many samples make this 3%, from all rows, as it falls with the square root of their number."""
    weights = [row.tests - 1 for row in measured]
    needed = [row.n_resamples * (_variation(row) / 0.03) ** 2 for row in measured]
    mean = sum(w * n for w, n in zip(weights, needed, strict=True)) / sum(weights)
    return ceil(mean / 100) * 100


def audits(found: Sequence[Audit], n_resamples: int, seed: int, unit: str, units: int) -> Table:
    """How often each test rejects at each level."""
    names = distinct(row.metric for row in found)
    rows = [
        (
            names[row.metric], row.test, row.alpha, Cell(row.share, f"{row.share:.3f}"),
            Cell(row.low, f"{row.low:.3f}"), Cell(row.high, f"{row.high:.3f}"), row.verdict,
        )
        for row in found
    ]  # fmt: skip
    return Table(
        ("metric", "test", "level", "rejected", "99% low", "high", "verdict"), rows,
        notes=(
            f"{found[0].audits:,} pairs of systems that differ by chance alone, {n_resamples:,} resamples or"
            f" trials of {units:,} {unit} each, seed {seed}",
            "a test holds its level if the interval of its share of rejections holds the level",
        ),
    )  # fmt: skip


def _with_notes(tables: list[Table], notes: Sequence[str]) -> list[Table]:
    last = tables[-1]
    return [*tables[:-1], Table(last.columns, last.rows, last.title, notes, last.decimals)]


def _score(metric: Metric, point: Point) -> tuple[Cell, ...]:
    decimals = precision(metric, (point.value,))
    return tuple(Cell(v, f"{v:.{decimals}f}") for v in (point.value, point.low, point.high))


def _relative(sides: tuple[float, float]) -> tuple[Cell, ...]:
    return tuple(Cell(side, f"{side:+.2f}%") for side in sides)


def _widths(found: Study, metric: Metric, name: str) -> Table:
    """Half of the relative interval's width, for all systems and sizes."""
    by_system = {system: found.of(metric, system) for system in found.systems}
    order = sorted(by_system, key=lambda s: by_system[s][-1].value, reverse=metric.higher_is_better)
    heads = [f"{point.fraction:.0%}" for point in by_system[order[0]]]
    rows = [
        (
            system,
            *(Cell(p.width / 2, f"{p.width / 2:.2f}%") for p in by_system[system]),
        )
        for system in order
    ]
    return Table(("system", *heads), rows, title=f"{name}: half of the relative interval, all systems")


def _needs(found: Study, metric: Metric, name: str, numbers: Sequence[int] = ()) -> Table:
    """What would tell neighbours of the ranking apart."""
    rows = []
    for need in found.needs:
        if need.metric != metric:
            continue
        decimals = max(2, precision(metric, (need.difference,)))
        times = 0.0 if need.needed is None else need.needed / found.units
        shown = "" if need.needed is None else f"{times:.2g} x" if times < 10 else f"{times:,.0f} x"
        rows.append(
            (
                need.a, need.b,
                Cell(need.difference, f"{need.difference:+.{decimals}f}"),
                Cell(need.stderr, f"{need.stderr:.{decimals}f}"),
                *(Cell(value, f"{value:.1f}") for value in need.strengths),
                Cell(need.power, f"{need.power:.0%}"),
                Cell(need.needed, "none would do" if need.needed is None else f"{need.needed:,}"),
                *([] if numbers else [Cell(times or None, shown)]),
            )
        )  # fmt: skip
    grown = [f"with {number}" for number in numbers]
    what = "references" if numbers else found.unit
    heads = ("a", "b", "a - b", "std. error", *grown, "power now", f"{what} for {found.wanted:g}%")
    title = f"{name}: what would tell neighbours apart" + (
        " (columns `with k`: difference in standard errors)" if numbers else ""
    )
    return Table((*heads, *([] if numbers else ["of these"])), rows, title=title)


def _question(found: Study, metric: Metric) -> Need | None:
    """The first neighbours in the ranking that lack the wanted power, or the first of all."""
    needs = [need for need in found.needs if need.metric == metric]
    open_ones = [need for need in needs if need.power < found.wanted / 100]
    return next(iter((*open_ones, *needs)), None)


def _size_advice(found: Study, metric: Metric, system: str, name: str) -> list[str]:
    narrowing = found.narrowing(metric, system)
    lines = []
    if not isnan(narrowing):
        lines.append(
            f"{name}: doubling the data narrowed the relative interval of {system} by {narrowing:.1%} on"
            f" average ({PAPER}: 30%; square root law: 29.3%)"
        )
    if need := _question(found, metric):
        goal = f"with {found.wanted:g}% power"
        if need.needed is None:
            lines.append(f"{name}: {need.a} and {need.b} have the same score: no test set tells them apart")
        elif need.needed <= found.units:
            lines.append(
                f"{name}: {need.needed:,} of these {found.units:,} {found.unit} are enough to tell {need.a}"
                f" from {need.b} {goal}, if the difference is {abs(need.difference):.2g}"
            )
        else:
            lines.append(
                f"{name}: telling {need.a} from {need.b} {goal} takes {need.needed - found.units:,} more"
                f" {found.unit}, {need.needed:,} in all, if the difference is {abs(need.difference):.2g}"
            )
    return lines


def _reference_advice(found: Study, need: Need, name: str) -> str:
    have = len(need.strengths)
    goal = f"{need.a} from {need.b} with {found.wanted:g}% power"
    if need.needed is None:
        return f"{name}: no affordable number of references tells {goal}: take more {found.unit} instead"
    if need.needed <= have:
        return f"{name}: {need.needed} of these {have} references would be enough to tell {goal}"
    return f"{name}: telling {goal} takes about {need.needed} references, {need.needed - have} more"


def _how(found: Study) -> tuple[str, ...]:
    return (
        f"{found.confidence:g}% percentile intervals relative to the median, means over {found.repeats}"
        f" random parts of each size, {found.n_resamples:,} resamples each, seed {found.seed}",
        "power: the chance of a significant difference, if the truth is what was measured",
    )
