"""Tables of how far metrics agree with people."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import isnan
from typing import Any

from bolide.meta import NAMES, TESTS, Agreement, Cell, Difference
from bolide.metric import Metric
from bolide.report.confidence import CORRECTIONS, labels
from bolide.report.tables import Cell as Shown
from bolide.report.tables import Table, distinct, listed

MOST_PAIRS = 15
"""Of more pairs than these, only neighbours in the ranking are shown."""
HEADS = {
    "system": "systems",
    "within": "segments within a system",
    "pooled": "segments, pooled",
    "item": "systems within a segment",
}
_AMONG = {
    "system": "Among systems",
    "within": "Among the segments of one system",
    "pooled": "Among all segments in one heap",
    "item": "Among the translations of one segment",
}


def tables(found: Agreement, by_system: bool = False) -> list[Table]:
    """For each level the correlations, with intervals, clusters and tests."""
    made: list[Table] = []
    for level in found.levels:
        coefficient = found.main[level]
        made.append(with_intervals(found, level))
        others = found.coefficients(level)
        if len(others) > 1:
            made.append(_all_coefficients(found, level, found.judged[0]))
        if by_system and level == "within":
            made.append(per_system(found))
        if found.of(level, coefficient):
            made += [_matrix(found, level), _pairs(found, level)]
    return [*made[:-1], replace(made[-1], notes=(*made[-1].notes, *notes(found)))]


def verdict(found: Agreement) -> list[str]:
    """Which metric agrees with people best, in a sentence a level."""
    names = distinct(found.metrics)
    sentences = []
    for level in found.levels:
        coefficient = found.main[level]
        best, *others = found.ranking(level, coefficient)
        if isnan(best.value):
            continue
        by = f"({NAMES[coefficient]} {best.value:.3f})"
        beaten = found.beats(level, coefficient)[best.metric]
        rest = [names[cell.metric] for cell in others if cell.metric not in beaten]
        if not others:
            sentences.append(f"{_AMONG[level]}, {names[best.metric]} agrees with people {by}.")
            continue
        if not rest:
            end = "significantly better than the others" if len(others) > 1 else "significantly better"
        elif len(rest) == len(others):
            end = "but not significantly better than " + ("any other" if len(rest) > 1 else rest[0])
        else:
            end = f"but its lead over {listed(rest)} may be chance"
        sentences.append(f"{_AMONG[level]}, {names[best.metric]} agrees best with people {by}, {end}.")
    return sentences


def everything(found: Sequence[Agreement]) -> Table:
    """A row a cell, for CSV."""
    heads = ("set", "level", "coefficient", "judgements", "metric", "value", "low", "high", "threshold")
    rows = [
        (
            each.name, cell.level, cell.coefficient, cell.judged, repr(cell.metric), cell.value,
            *((cell.interval.low, cell.interval.high) if cell.interval else (None, None)), cell.threshold,
        )
        for each in found
        for cell in each.cells
    ]  # fmt: skip
    return Table(heads, rows)


def across(found: Sequence[Agreement], level: str) -> Table:
    """A row a metric, a column a test set: the level's first coefficient, and the mean of the sets."""
    sets = [each for each in found if level in each.levels]
    metrics = list(dict.fromkeys(metric for each in sets for metric in map(repr, each.metrics)))
    names = {repr(m): n for each in sets for m, n in distinct(each.metrics).items()}
    rows: list[tuple[str, list[float | None]]] = []
    for metric in metrics:
        cells = [_named(each, level, metric) for each in sets]
        values = [None if cell is None or cell.value != cell.value else cell.value for cell in cells]
        present = [value for value in values if value is not None]
        mean = sum(present) / len(present) if len(present) == len(sets) else None
        rows.append((names[metric], [*values, mean]))
    rows.sort(key=lambda row: -2.0 if row[1][-1] is None else row[1][-1], reverse=True)
    tops = [
        max((values[k] for _, values in rows if values[k] is not None), default=None)  # type: ignore[type-var]
        for k in range(len(sets) + 1)
    ]
    body = [
        (name, *(shown(v, best=v is not None and v == top) for v, top in zip(values, tops, strict=True)))
        for name, values in rows
    ]
    coefficient = NAMES[sets[0].main[level]]
    return Table(
        ("metric", *(each.name for each in sets), "mean"), body,
        title=f"{HEADS[level]}: {coefficient}, all test sets", decimals=3,
    )  # fmt: skip


def with_intervals(
    found: Agreement, level: str, names: Mapping[Metric, str] | None = None, ranked: bool = True
) -> Table:
    """The level's first coefficient for all kinds of judgements, with intervals; the best metric first.

    ``names`` are what to call the metrics, of which others are left out, and their order if not ``ranked``.
    """
    coefficient = found.main[level]
    names = distinct(found.metrics) if names is None else names
    kinds = [j for j in found.judged if found.ranking(level, coefficient, j)]
    ranking = found.ranking(level, coefficient, kinds[0])
    tested = bool(found.of(level, coefficient, kinds[0]))
    groups = dict(zip((c.metric for c in ranking), found.clusters(level, coefficient, kinds[0]), strict=True))
    ranking = [cell for cell in ranking if cell.metric in names]
    if not ranked:
        ranking.sort(key=lambda cell: list(names).index(cell.metric))
    body = []
    for cell in ranking:
        row: list[Any] = [names[cell.metric]]
        for kind in kinds:
            same = found.cell(level, coefficient, cell.metric, kind)
            top = found.ranking(level, coefficient, kind)[0]
            row += _with_ends(same, best=same is not None and same.value == top.value and len(ranking) > 1)
        body.append((*row, *([groups[cell.metric]] if tested else [])))
    heads = ["metric"]
    for kind in kinds:
        heads += [kind, f"{found.confidence:g}% low", "high"]
    return Table(
        (*heads, *(["cluster"] if tested else [])), body, title=headed(found, level, NAMES[coefficient])
    )


def per_system(
    found: Agreement, judged: str | None = None, names: Mapping[Metric, str] | None = None
) -> Table:
    """METEOR's Tables 2 and 3: a row a system, the average below; a column a metric (of ``names``)."""
    coefficient = found.main["within"]
    names = distinct(found.metrics) if names is None else names
    cells = [found.cell("within", coefficient, metric, judged) for metric in names]
    columns = [cell for cell in cells if cell is not None]
    systems = list(dict.fromkeys(system for cell in columns for system in cell.groups))
    rows = [
        (system, *(shown(cell.groups.get(system)) for cell in columns)) for system in systems
    ] + [("average", *(shown(cell.value) for cell in columns))]  # fmt: skip
    return Table(
        ("system", *(names[cell.metric] for cell in columns)), rows,
        title=headed(found, "within", f"{NAMES[coefficient]} by system, {judged or found.judged[0]}"),
    )  # fmt: skip


def notes(found: Agreement) -> tuple[str, ...]:
    """How it was found, and the signatures."""
    return (*how(found), *dict.fromkeys(found.signatures.values()))


def how(found: Agreement) -> tuple[str, ...]:
    """How it was found."""
    tested = {test for pair in found.differences for test in pair.pvalues}
    number = len(found.metrics) * (len(found.metrics) - 1) // 2
    lines = [
        "compared: " + "; ".join(f"{HEADS[level]}: {size}" for level, size in found.sizes.items()),
        f"{found.confidence:g}% intervals: percentile bootstrap, {found.n_resamples:,} resamples of"
        f" {found.units:,} {found.unit}, seed {found.seed}; lower-is-better scores are turned round",
    ]
    if tested:
        lines.append(
            f"significant (> and <, a new cluster) at p <= {found.alpha:g} by {TESTS[found.test]} (by"
            f" bootstrap where that does not exist), {CORRECTIONS[found.correction]} for {number}"
            f" pair{'s' * (number != 1)}; ~ is no significant difference"
        )
    return tuple(lines)


def _all_coefficients(found: Agreement, level: str, judged: str) -> Table:
    names = distinct(found.metrics)
    coefficients = found.coefficients(level)
    ranking = found.ranking(level, found.main[level], judged)
    tops = {c: found.ranking(level, c, judged)[0].value for c in coefficients if ranking}
    rows = []
    for cell in ranking:
        same = [found.cell(level, c, cell.metric, judged) for c in coefficients]
        values = [
            shown(each.value if each else None, best=bool(each) and each.value == tops[each.coefficient])
            for each in same
            if each is not None
        ]
        thresholds = [each.threshold for each in same if each is not None and each.threshold is not None]
        rows.append((names[cell.metric], *values, *(Shown(t, f"{t:.3g}") for t in thresholds)))
    extra = ["threshold"] if rows and len(rows[0]) > len(coefficients) + 1 else []
    return Table(
        ("metric", *(NAMES[c] for c in coefficients), *extra), rows,
        title=headed(found, level, f"all coefficients, {judged}"),
    )  # fmt: skip


def _matrix(found: Agreement, level: str) -> Table:
    """Is the row's metric better than the column's?"""
    coefficient = found.main[level]
    order = [cell.metric for cell in found.ranking(level, coefficient)]
    beats = found.beats(level, coefficient)
    names, letters = distinct(found.metrics), labels(len(order))
    rows = []
    for letter, row in zip(letters, order, strict=True):
        signs = (
            "" if row == column else ">" if column in beats[row] else "<" if row in beats[column] else "~"
            for column in order
        )
        rows.append((letter, names[row], *signs))
    return Table(
        ("", "metric", *letters), rows,
        title=headed(found, level, "matrix"),
    )  # fmt: skip


def _pairs(found: Agreement, level: str) -> Table:
    coefficient = found.main[level]
    order = [cell.metric for cell in found.ranking(level, coefficient)]
    place = {metric: index for index, metric in enumerate(order)}
    pairs = found.of(level, coefficient)
    names = distinct(found.metrics)
    title = "differences"
    if len(pairs) > MOST_PAIRS:
        near = {frozenset(pair) for pair in pairwise(order)}
        pairs = [pair for pair in pairs if {pair.a, pair.b} in near]
        title = "differences of neighbours"
    tests = [test for test in TESTS if any(test in pair.pvalues for pair in pairs)]
    rows = []
    for pair in sorted(pairs, key=lambda p: sorted((place[p.a], place[p.b]))):
        a, b, sign = (pair.a, pair.b, 1) if place[pair.a] < place[pair.b] else (pair.b, pair.a, -1)
        ends = sorted((sign * pair.low, sign * pair.high))
        rows.append(
            (
                names[a], names[b], Shown(sign * pair.difference, f"{sign * pair.difference:+.3f}"),
                *(Shown(end, f"{end:+.3f}") for end in ends),
                *(_p(pair, test) for test in tests), corrected(pair),
            )
        )  # fmt: skip
    heads = ("better", "worse", "difference", f"{found.confidence:g}% low", "high")
    return Table(
        (*heads, *(f"p {test}" for test in tests), "p corrected"), rows,
        title=headed(found, level, f"{title}, {NAMES[coefficient]}"),
    )  # fmt: skip


def _p(pair: Difference, test: str) -> Shown:
    value = pair.pvalues.get(test)
    return Shown(value, "" if value is None else f"{value:.4f}")


def corrected(pair: Difference) -> Shown:
    """The p-value that decides."""
    return Shown(pair.adjusted, f"{pair.adjusted:.4f}")


def headed(found: Agreement, level: str, what: str) -> str:
    """Of a table of one level of one test set."""
    name = f"{found.name}: " if found.name else ""
    return f"{name}{HEADS[level]}: {what}"


def _named(found: Agreement, level: str, metric: str) -> Cell | None:
    return next((c for c in found.ranking(level, found.main[level]) if repr(c.metric) == metric), None)


def _with_ends(cell: Cell | None, best: bool = False) -> list[Shown]:
    if cell is None:
        return [shown(None)] * 3
    ends = (cell.interval.low, cell.interval.high) if cell.interval else (None, None)
    return [shown(cell.value, best), *map(shown, ends)]


def shown(value: float | None, best: bool = False) -> Shown:
    """A coefficient as people read it; nothing where it does not exist."""
    if value is None or value != value:
        return Shown(None, "")
    return Shown(value, f"{value:.3f}", best=best)
