"""Everything that a report says of a test set, as plain results, and the same in sentences and tables.

verdict    the first question's answer in sentences: which system is better by which metrics, and whether that
           may be chance
lead       the two systems that a reader is likely to ask about first: the two best by the first metric
judged     what people said of the systems, and how far the metrics agree with them
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from bolide.explanation import Explanation
from bolide.inference import Comparison
from bolide.inference.groups import Distribution, GroupComparison
from bolide.meta import Agreement
from bolide.metric import Array, Metric
from bolide.report import agreement
from bolide.report.confidence import (
    CORRECTIONS,
    SUPERSCRIPTS,
    interval_note,
    labels,
    notes,
    precision,
)
from bolide.report.tables import Cell, Table, distinct, listed

TESTED_PAIRS = 45
"""With more pairs of systems than these, only some are tested group by group."""
SHOWN = 5
"""Wins and losses in Markdown."""

Explained = Mapping[str, Sequence[tuple[Metric, Explanation]]]


@dataclass(frozen=True, eq=False)
class Judged:
    """What people said, and how far metrics agree with them.

    ``segments`` are the values of each judged system, NaN where nobody judged; ``systems`` one value for each
    of these systems.
    """

    label: str
    segments: Mapping[str, Array]
    systems: Mapping[str, float]
    agreement: Agreement


@dataclass(frozen=True, eq=False)
class Findings:
    """The results, and the texts they come from.

    ``explained`` are the positions of the segments that ``explain`` is to be called for, in this order.
    """

    title: str
    comparison: Comparison
    groups: Sequence[GroupComparison]
    distributions: Sequence[Distribution]
    scores: Mapping[tuple[str, Metric], Array]
    ids: Sequence[str]
    references: Sequence[Sequence[str]]
    hypotheses: Mapping[str, Sequence[str]]
    documents: Sequence[str] | None = None
    sources: Sequence[str] | None = None
    judged: Judged | None = None
    explained: Sequence[int] = ()
    explain: Callable[[int], Explained] | None = None
    settings: Sequence[tuple[str, str]] = ()

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems in the order in which they were given."""
        return tuple(self.hypotheses)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics in the order in which they were given."""
        return self.comparison.metrics

    @property
    def names(self) -> dict[Metric, str]:
        """What to call each metric."""
        return distinct(self.metrics)

    @property
    def lead(self) -> tuple[str, ...]:
        """The two best systems by the first metric; one, if there is no other."""
        return tuple(entry.system for entry in self.comparison.entries(self.metrics[0])[:2])

    def decimals(self, metric: Metric) -> int:
        """How many decimals this metric's scores are printed with."""
        return precision(metric, (entry.value for entry in self.comparison.entries(metric)))

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide report --format json`` prints it."""
        return {
            "title": self.title,
            "verdict": verdict(self.comparison),
            **self.comparison.to_json(),
            "groups": [each.to_json() for each in self.groups],
            "distributions": [each.to_json() for each in self.distributions],
            **({"people": self.judged.agreement.to_json()} if self.judged else {}),
            "settings": dict(self.settings),
        }


def tested_pairs(comparison: Comparison) -> list[tuple[str, str]]:
    """The pairs that are tested group by group: all, or neighbours by any metric and pairs with the best."""
    systems = list(dict.fromkeys(entry.system for entry in comparison.systems))
    everything = list(combinations(systems, 2))
    if len(everything) <= TESTED_PAIRS:
        return everything
    order = [entry.system for entry in comparison.entries(comparison.metrics[0])]
    wanted = {frozenset(pair) for pair in pairwise(order)}
    wanted |= {frozenset((order[0], other)) for other in order[1:]}
    return [pair for pair in everything if frozenset(pair) in wanted]


def verdict(found: Comparison) -> list[str]:
    """Which system is better, in sentences; metrics that say the same share one."""
    names = distinct(found.metrics)
    said: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    several = len(found.entries(found.metrics[0])) > 1
    if not several:
        system = found.systems[0].system
        return [f"There is one system, {system}: its scores and how sure they are."]
    for metric in found.metrics:
        best, *others = (entry.system for entry in found.entries(metric))
        beaten = set(found.beaten(metric)[best])
        level = tuple(system for system in others if system not in beaten)
        said.setdefault((best, level), []).append(names[metric])
    sentences = []
    number = len(found.entries(found.metrics[0])) - 1
    for (best, level), by in said.items():
        who = "all metrics" if len(by) == len(found.metrics) > 2 else listed(by)
        if not level:
            rest = (entry.system for entry in found.entries(found.metrics[0]))
            than = next(s for s in rest if s != best) if number == 1 else f"all {number} others"
            sentences.append(f"By {who}, {best} is significantly better than {than}.")
        elif len(level) == number:
            than = level[0] if number == 1 else "any other"
            sentences.append(f"By {who}, {best} scores best, but not significantly better than {than}.")
        else:
            few = listed(level) if len(level) <= 3 else f"{len(level)} of the others"
            sentences.append(f"By {who}, {best} scores best, but its lead over {few} may be chance.")
    return sentences


def tables(found: Findings, form: str) -> list[Table]:
    """The report as tables: the systems, where they differ, and the segments to look at.

    LaTeX has no segments, and says by superscripts which systems are beaten.
    """
    parts = [systems(found, superscripts=form == "latex")]
    if len(found.lead) == 2:
        kinds = differing(found)
        parts += [kinds] if kinds.rows else []
        parts += [] if form == "latex" else telling(found)
    if found.judged is not None:
        asked = found.judged.agreement
        people = [agreement.with_intervals(asked, level) for level in asked.levels]
        people = [replace(each, title=f"Agreement with people, {each.title}") for each in people]
        parts += [*people[:-1], replace(people[-1], notes=agreement.how(asked))]
    last = parts.pop()
    below = notes(found.comparison) if found.comparison.pairs else _alone(found)
    explained = [SUPERSCRIPTS] if form == "latex" and found.comparison.pairs else []
    return [*parts, Table(last.columns, last.rows, last.title, (*last.notes, *explained, *below))]


def _alone(found: Findings) -> tuple[str, ...]:
    interval = found.comparison.systems[0].interval
    return (interval_note(interval), *found.comparison.signatures.values())


def systems(found: Findings, superscripts: bool = False) -> Table:
    """A row a system, the best by the first metric first; a column a metric, with half its interval."""
    comparison = found.comparison
    order = [entry.system for entry in comparison.entries(found.metrics[0])]
    letters = dict(zip(order, labels(len(order)), strict=True))
    rows: list[list[Any]] = [[letters[system], system] for system in order]
    for metric in found.metrics:
        entries = {entry.system: entry for entry in comparison.entries(metric)}
        best = next(iter(entries.values())).value
        beaten = comparison.beaten(metric)
        decimals = found.decimals(metric)
        for row in rows:
            entry = entries[row[1]]
            half = (entry.interval.high - entry.interval.low) / 2
            value = f"{entry.value:.{decimals}f} ± {half:.{decimals}f}"
            above = "".join(sorted(letters[system] for system in beaten[row[1]]))
            latex = f"{entry.value:.{decimals}f}" + (rf"\textsuperscript{{{above}}}" if above else "")
            latex += rf" {{\footnotesize$\pm${half:.{decimals}f}}}"
            row.append(
                Cell(
                    entry.value, value, best=len(rows) > 1 and entry.value == best,
                    latex=latex if superscripts else None,
                )
            )  # fmt: skip
    title = f"{found.title}: scores with half of their {comparison.confidence:g}% intervals"
    return Table(("", "system", *found.names.values()), rows, title=title)


def differing(found: Findings) -> Table:
    """The groups on which the two leading systems differ significantly after correction, by any metric."""
    a, b = found.lead
    rows = []
    for each in found.groups:
        straight = (a, b) in each.pairs
        pair = each.pairs[(a, b) if straight else (b, a)]
        sign = 1 if straight else -1
        decimals = found.decimals(each.metric)
        for g, (name, members) in enumerate(each.grouping.members.items()):
            if pair.adjusted[g] <= found.comparison.alpha and pair.differences[g]:
                difference = sign * float(pair.differences[g])
                better = a if (difference > 0) == each.metric.higher_is_better else b
                label = f"{name} {each.grouping.unit}".strip()
                rows.append(
                    (
                        each.grouping.name, label, len(members), found.names[each.metric],
                        Cell(difference, f"{difference:+.{decimals}f}"), better,
                        Cell(float(pair.adjusted[g]), f"{pair.adjusted[g]:.4f}"),
                    )
                )  # fmt: skip
    kept = CORRECTIONS[found.comparison.correction]
    heads = ("grouped by", "group", "segments", "metric", f"{a} - {b}", "better", f"p ({kept})")
    return Table(heads, rows, title=f"Where {a} and {b} differ significantly")


def telling(found: Findings) -> list[Table]:
    """The largest wins of either of the two leading systems, by the first metric."""
    a, b = found.lead
    metric = found.metrics[0]
    sign = 1 if metric.higher_is_better else -1
    one, other = found.scores[a, metric], found.scores[b, metric]
    differences = sign * (one - other)
    decimals = found.decimals(metric)
    made = []
    for winner, gain in ((a, differences), (b, -differences)):
        order = [i for i in np.argsort(-gain, kind="stable")[:SHOWN].tolist() if gain[i] > 0]
        rows = [
            (
                found.ids[i], *(Cell(v, f"{v:.{decimals}f}") for v in (float(one[i]), float(other[i]))),
                found.hypotheses[a][i], found.hypotheses[b][i], found.references[i][0],
            )
            for i in order
        ]  # fmt: skip
        if rows:
            heads = ("segment", f"{found.names[metric]} {a}", b, f"output of {a}", f"of {b}", "reference")
            made.append(Table(heads, rows, title=f"Largest wins of {winner}"))
    return made


def subtitle(found: Findings) -> str:
    """What was compared, in one line."""

    def several(number: int, what: str) -> str:
        return f"{number:,} {what}{'s' * (number != 1)}"

    counts = sorted({len(group) for group in found.references})
    references = (
        several(counts[0], "reference") if len(counts) == 1 else f"{counts[0]}-{counts[-1]} references"
    )
    parts: Iterable[str | None] = (
        several(len(found.systems), "system"), several(len(found.ids), "segment"),
        several(len(set(found.documents)), "document") if found.documents else None, references,
    )  # fmt: skip
    return " · ".join(part for part in parts if part)
