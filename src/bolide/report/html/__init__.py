"""The report as one HTML file, which loads nothing and works without a network.

``page(findings)`` fills ``template.html`` with the style sheet, the scripts and the data. All that a user
wrote (texts, names, ids) is data: it is embedded as JSON, and the scripts show it as text nodes only, so
that no text is ever read as markup. The few values that stand in the template itself are escaped here.
Besides, the page forbids itself to load anything, and to run any other script than its own, by its hash.

summary         what is seen first: plain JSON
texts           all segments with their scores, deflated, in base 64
explanations-N  the explanations of ``BLOCK`` segments each, deflated, in base 64, unpacked when asked for
"""

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

import numpy as np

from bolide import __version__
from bolide.alignment import Alignment
from bolide.explanation import Explanation, MarkedTree
from bolide.meta import NAMES, Cell
from bolide.metric import Metric
from bolide.report import agreement
from bolide.report.confidence import CORRECTIONS, TESTS, notes
from bolide.report.findings import Explained, Findings, Judged, subtitle, tables, verdict
from bolide.report.tables import render
from bolide.syntax.trees import Tree, plain

SCRIPTS = (
    "dom.js", "state.js", "better.js", "kinds.js", "segments.js", "why.js", "people.js", "main.js",
)  # fmt: skip
BLOCK = 8
"""Segments whose explanations are packed together."""


def page(found: Findings, advance: Callable[[int], None] = lambda segments: None) -> str:
    """The whole file; ``advance`` is called with 1 whenever a segment is explained."""
    script = "(() => {\n'use strict';\n" + "\n".join(map(_asset, SCRIPTS)) + "})();\n"
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    chunks = [("texts", texts(found)), *explanations(found, advance)]
    values = {
        "TITLE": _escaped(found.title),
        "VERSION": _escaped(__version__),
        "STYLE": _asset("style.css"),
        "SCRIPT": script,
        "SCRIPT_HASH": digest,
        "PLAIN": _escaped(_plain(found)),
        "SUMMARY": embedded(summary(found)),
        "CHUNKS": "\n".join(
            f'<script type="text/plain" id="{name}">{packed(data)}</script>' for name, data in chunks
        ),
    }
    return re.sub("@([A-Z_]+)@", lambda found: values[found[1]], _asset("template.html"))


def embedded(data: Any) -> str:
    r"""JSON that may stand inside a ``<script>`` element.

    >>> embedded({"text": "</script><!-- & \u2028"})
    '{"text":"\\u003c/script\\u003e\\u003c!-- \\u0026 \\u2028"}'
    """
    made = json.dumps(data, allow_nan=False, separators=(",", ":"))
    return made.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def packed(data: Any) -> str:
    """JSON, deflated, in base 64."""
    made = json.dumps(data, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(made.encode(), 9)).decode()


def summary(found: Findings) -> Mapping[str, Any]:
    """What is seen before any segment: systems, metrics, scores, pairs, groups, settings."""
    comparison, names, systems = found.comparison, found.names, found.systems
    places = {system: place for place, system in enumerate(systems)}
    metrics = found.metrics
    lead = [places[system] for system in found.lead]
    several = bool(comparison.pairs)
    return {
        "version": __version__,
        "subtitle": subtitle(found),
        "verdict": verdict(comparison),
        "systems": list(systems),
        "first": (lead * 2)[:2],
        "metrics": [
            {
                "name": names[m], "spec": repr(m), "signature": comparison.signatures[m],
                "higher": m.higher_is_better, "decimals": found.decimals(m),
            }
            for m in metrics
        ],
        "confidence": comparison.confidence,
        "alpha": comparison.alpha,
        "test": TESTS.get(comparison.test, ""),
        "correction": (
            f"{CORRECTIONS[comparison.correction]} correction" if comparison.correction != "none"
            else "uncorrected"
        ),
        "correctionName": CORRECTIONS[comparison.correction],
        "scores": [_scores(found, m) for m in metrics],
        "clusters": [[comparison.clusters(m)[s] for s in systems] if several else None for m in metrics],
        "pairs": [
            [
                [
                    places[p.a], places[p.b],
                    *map(_number, (p.difference, p.interval.low, p.interval.high)),
                    *map(_number, (p.pvalue, p.adjusted, p.wins)),
                    0 if not comparison.significant(p) else 1 if p.better == p.a else -1,
                ]
                for p in comparison.of(m)
            ]
            for m in metrics
        ],
        "groups": _groups(found, places),
        "bins": [
            {
                "edges": each.edges.tolist(),
                "counts": each.counts.tolist(),
                "pairs": {
                    f"{places[a]} {places[b]}": [_number(p) for p in adjusted]
                    for (a, b), adjusted in each.adjusted.items()
                },
            }
            for each in found.distributions
        ],
        "people": None if found.judged is None else _people(found.judged, found),
        "explained": {"segments": list(found.explained), "block": BLOCK},
        "settings": [list(each) for each in found.settings],
        "notes": list(notes(comparison)[: -len(metrics)]) if several else [],
    }  # fmt: skip


def _scores(found: Findings, metric: Metric) -> list[list[float | None]]:
    """Value and ends of the interval of each system."""
    entries = {entry.system: entry for entry in found.comparison.entries(metric)}
    return [
        [_number(v) for v in (entries[s].value, entries[s].interval.low, entries[s].interval.high)]
        for s in found.systems
    ]


def _people(judged: Judged, found: Findings) -> Mapping[str, Any]:
    """How far metrics agree with people, a table a level, and what people said of each system."""
    asked = judged.agreement
    place = {metric: number for number, metric in enumerate(found.metrics)}
    levels = []
    for level in asked.levels:
        coefficient = asked.main[level]
        ranking = asked.ranking(level, coefficient)
        by_kind = [{c.metric: c for c in asked.ranking(level, coefficient, kind)} for kind in asked.judged]
        levels.append(
            {
                "title": agreement.HEADS[level],
                "size": asked.sizes[level],
                "coefficient": NAMES[coefficient],
                "rows": [
                    [place[cell.metric], cluster, [_cell_ends(cells[cell.metric]) for cells in by_kind]]
                    for cell, cluster in zip(ranking, asked.clusters(level, coefficient), strict=True)
                ],
            }
        )
    return {
        "label": judged.label,
        "sentences": agreement.verdict(asked),
        "kinds": list(asked.judged),
        "levels": levels,
        "systems": [_number(judged.systems.get(system, np.nan)) for system in found.systems],
        "notes": list(agreement.how(asked)),
    }


def _cell_ends(cell: Cell) -> list[float | None]:
    """The coefficient and the ends of its interval."""
    ends = (cell.interval.low, cell.interval.high) if cell.interval else (np.nan, np.nan)
    return [_number(value) for value in (cell.value, *ends)]


def _groups(found: Findings, places: Mapping[str, int]) -> list[Mapping[str, Any]]:
    """The groupings, each with the results by all metrics."""
    made: list[Mapping[str, Any]] = []
    for grouping in dict.fromkeys(each.grouping for each in found.groups):
        mine = {each.metric: each for each in found.groups if each.grouping is grouping}
        by_metric = [mine[metric] for metric in found.metrics]
        made.append(
            {
                "name": grouping.name,
                "unit": grouping.unit,
                "left_out": grouping.left_out,
                "labels": list(grouping.members),
                "sizes": [len(members) for members in grouping.members.values()],
                "values": [[[_number(v) for v in row] for row in each.values] for each in by_metric],
                "pairs": {
                    f"{places[a]} {places[b]}": [
                        [
                            [_number(low), _number(high), _number(p)]
                            for low, high, p in zip(
                                each.pairs[a, b].low,
                                each.pairs[a, b].high,
                                each.pairs[a, b].adjusted,
                                strict=True,
                            )
                        ]
                        for each in by_metric
                    ]
                    for a, b in by_metric[0].pairs
                },
            }
        )
    return made


def texts(found: Findings) -> Mapping[str, Any]:
    """All segments, column by column."""
    documents = list(dict.fromkeys(found.documents)) if found.documents else None
    numbers = {name: number for number, name in enumerate(documents or ())}
    groups = []
    for grouping in dict.fromkeys(each.grouping for each in found.groups):
        member = np.full(len(found.ids), -1)
        for number, members in enumerate(grouping.members.values()):
            member[members] = number
        groups.append(member.tolist())
    return {
        "ids": list(found.ids),
        "documents": documents,
        "document": [numbers[name] for name in found.documents] if found.documents else None,
        "lengths": [len(group[0].split()) for group in found.references],
        "sources": list(found.sources) if found.sources is not None else None,
        "references": [list(group) for group in found.references],
        "hypotheses": [list(found.hypotheses[system]) for system in found.systems],
        "scores": [
            [_rounded(found.scores[system, metric], found.decimals(metric)) for system in found.systems]
            for metric in found.metrics
        ],
        "groups": groups,
        "people": None if found.judged is None else [
            None if system not in found.judged.segments
            else [_number(value) for value in found.judged.segments[system]]
            for system in found.systems
        ],
    }  # fmt: skip


def explanations(
    found: Findings, advance: Callable[[int], None]
) -> Iterator[tuple[str, Sequence[Sequence[Sequence[Mapping[str, Any]]]]]]:
    """Blocks of segments; a segment has for each system the explanations of its metrics."""
    if found.explain is None:
        return
    place = {repr(metric): number for number, metric in enumerate(found.metrics)}
    for block in range(0, len(found.explained), BLOCK):
        made = []
        for segment in found.explained[block : block + BLOCK]:
            given: Explained = found.explain(segment)
            made.append(
                [
                    [{"m": place[repr(metric)], **compact(why)} for metric, why in given[system]]
                    for system in found.systems
                ]
            )
            advance(1)
        yield f"explanations-{block // BLOCK}", made


def compact(why: Explanation) -> Mapping[str, Any]:
    """An explanation without what the page has already: texts, and words that are pieces of them."""
    credit = why.credit
    return {
        "formula": why.formula,
        "fractions": [
            [each.name, *map(_number, (each.matched, each.total, each.share)), each.note]
            for each in why.fractions
        ],
        "trees": [_tree(each) for each in why.trees],
        "tables": [
            {
                "title": each.title,
                "heads": list(each.heads),
                "rows": [
                    [[_cell(cell) for cell in row.cells], row.kind, *([list(row.kinds)] if row.kinds else [])]
                    for row in each.rows
                ],
            }
            for each in why.tables
        ],
        "alignment": None if why.alignment is None else _alignment(why.alignment, why),
        "credit": None if credit is None else {
            "pieces": [] if credit.pieces == tuple(why.hypothesis) else _words(credit.pieces, why.hypothesis),
            "levels": list(credit.levels),
            "longest": credit.longest,
            "characters": credit.characters,
        },
        "notes": list(why.notes),
    }  # fmt: skip


def cuts(words: Sequence[str], text: str) -> list[int] | None:
    """How many characters are skipped before each word, and how many it has; None if it is not so simple.

    >>> cuts(["a", "pen", "."], "a  pen. "), cuts(["a", "pen"], "a red pen"), cuts(["a"], "A")
    ([0, 1, 2, 3, 0, 1], None, None)
    """
    found, at = [], 0
    for word in words:
        start = text.find(word, at)
        if start < 0 or text[at:start].strip():
            return None
        found += [start - at, len(word)]
        at = start + len(word)
    return None if text[at:].strip() else found


def _words(words: Sequence[str], text: str) -> list[int] | list[str]:
    """Words as cuts of the text where they are, else as they are."""
    found = cuts(words, text)
    return list(words) if found is None else found


def _alignment(given: Alignment, why: Explanation) -> Mapping[str, Any]:
    """Links as differences from the end of the one before, which are mostly 0; ``from`` is the reference."""
    kinds = list(dict.fromkeys((*given.kinds, *(link.kind for link in given.links))))
    details = {"chunks": given.chunks, "crosses": given.crosses, **given.details}
    places = (n for n, text in enumerate(why.references) if cuts(given.reference, text) is not None)
    place = next(places, -1)
    links, left, right = [], 0, 0
    for (start, end), (other, last), kind in given.links:
        links += [start - left, end - start, other - right, last - other, kinds.index(kind)]
        left, right = end, last
    return {
        "h": _words(given.hypothesis, why.hypothesis),
        "r": list(given.reference) if place < 0 else cuts(given.reference, why.references[place]),
        "from": place,
        "kinds": kinds,
        "links": links,
        "exact": given.exact,
        "details": {name: _number(value) for name, value in details.items()},
    }


def _tree(given: MarkedTree) -> Mapping[str, Any]:
    """Constituents as nested lists, words of a dependency tree with head and relation; marks by place."""
    marks = {str(place): [mark.kind, mark.note] for place, mark in sorted(given.marks.items())}
    if isinstance(given.tree, Tree):
        return {"title": given.title, "nodes": _nested(given.tree), "marks": marks}
    words = [[word.form, word.head, word.relation] for word in given.tree.nodes]
    return {"title": given.title, "words": words, "marks": marks}


def _nested(tree: Tree) -> list[Any]:
    """``[label, child...]``, of a leaf ``[label, word]``; without recursion, as trees may be deep."""
    top: list[Any] = []
    stack = [(tree, top)]
    while stack:
        node, into = stack.pop()
        made: list[Any] = [node.label] if node.word is None else [node.label, plain(node.word)]
        into.append(made)
        stack.extend((child, made) for child in reversed(node.children))
    return top[0]  # type: ignore[no-any-return]


def _cell(value: Any) -> Any:
    return _number(value) if isinstance(value, (int, float)) else str(value)


def _number(value: Any) -> float | int | None:
    """A number in six digits, which is more than anybody sees; null where there is none."""
    value = float(value)
    if not np.isfinite(value):
        return None
    short = float(f"{value:.7g}")
    return int(short) if short.is_integer() and abs(short) < 1e15 else short


def _rounded(values: Any, decimals: int) -> list[float]:
    return [float(value) for value in np.round(values, decimals) + 0.0]


def _plain(found: Findings) -> str:
    """The main results for those who have no JavaScript."""
    return "\n\n".join(["\n".join(verdict(found.comparison)), render(tables(found, "text")[0], "text")])


def _escaped(text: str) -> str:
    return escape(text).encode("utf-8", "replace").decode("utf-8")


def _asset(name: str) -> str:
    return resources.files(__name__).joinpath(name).read_text("utf-8")
