"""Write a report: which system is better, where, on which segments, and why.

Examples:
  bolide report --references ref.txt --metrics bleu chrf ter meteor -- A.txt B.txt C.txt
  bolide report --references ref.txt --documents docs.txt --output report.html -- A.txt B.txt
  bolide report --references ref.txt --judgements people.tsv -- A.txt B.txt C.txt
  bolide report --references ref.txt --format markdown -- A.txt B.txt
"""

import argparse
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from bolide import __version__, engine, inference, meta, people
from bolide.cli import _people, common
from bolide.engine.explaining import Explainer
from bolide.errors import InputError
from bolide.inference import groups
from bolide.inference.telling import most_telling
from bolide.judgements import Collection, Judgements, read_judgements
from bolide.metric import Score
from bolide.report import agreement, findings
from bolide.report.confidence import CORRECTIONS, TESTS
from bolide.report.findings import Findings, Judged
from bolide.testset import SystemOutput, TestSet

OUTPUTS = 10_000
"""So many outputs are explained unless the user says otherwise."""
TREES = 1_000
"""In so many of them trees are drawn."""

MORE = """

The HTML file holds everything and loads nothing: it can be opened, sent and kept. It explains the segments on
which systems differ most (METEOR's alignment, TER's edits, n-grams, trees, triples), as many as make 10,000
outputs unless --explained says otherwise, with trees for the first 1,000 outputs."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    common.add_texts(parser)
    common.add_metrics(parser, default=("bleu", "chrf", "ter", "meteor"))
    parser.add_argument("--output", metavar="FILE", help="where to write (default: report.html; - prints)")
    parser.add_argument(
        "--format", choices=("html", "text", "json", "csv", "markdown", "latex"), default="html",
        help="html writes a file; the others print unless --output is given (default: html)",
    )  # fmt: skip
    parser.add_argument("--title", default="Machine translation report", help="title of the report")
    parser.add_argument("--source", metavar="FILE", help="what was translated, to be shown beside")
    parser.add_argument(
        "--judgements", metavar="FILE", help="what people said of the systems: do the metrics agree with it?"
    )
    parser.add_argument(
        "--explained", type=int, metavar="N", help="explain so many segments, the most telling ones"
    )
    parser.add_argument(
        "--test", choices=tuple(TESTS), default="randomisation", help="of pairs (default: randomisation)"
    )
    common.add_resampling(parser, confidence=95.0)
    parser.add_argument(
        "--correction", choices=tuple(CORRECTIONS), default="holm",
        help="of p-values for the number of pairs, and of groups of segments (default: holm)",
    )  # fmt: skip
    parser.epilog = (parser.epilog or "") + "\n" + _people.FILES + MORE


def run(options: argparse.Namespace) -> int:
    """Score, compare, collect and write."""
    if options.explained is not None and options.explained < 0:
        raise InputError(f"--explained must not be negative, not {options.explained}")
    target = options.output or ("report.html" if options.format == "html" else "-")
    common.check_writable(target)
    metrics = common.metrics(options)
    test_set, systems = common.read(options)
    if options.source:
        test_set = with_sources(test_set, options.source)
    judgements = read_judgements(options.judgements) if options.judgements else None
    if judgements is not None:
        judgements.check([system.name for system in systems], test_set.ids)
    with common.Progress("scoring", len(metrics) * len(systems) * len(test_set)) as progress:
        scores = engine.compute(metrics, test_set, systems, progress.advance)
    found = collect(options, test_set, systems, scores, judgements)
    if options.format == "html":
        from bolide.report import html

        with common.Progress("explaining", len(found.explained)) as progress:
            made = html.page(found, progress.advance)
        return deliver(target, made)
    if options.format == "csv":
        from bolide.report import confidence

        tables = [confidence.pairs(found.comparison)]
    else:
        tables = findings.tables(found, options.format)
    made = common.printed(tables, {"bolide": __version__, **found.to_json()}, options.format)
    if options.format in ("text", "markdown"):
        said = [findings.verdict(found.comparison)]
        said += [agreement.verdict(found.judged.agreement)] if found.judged else []
        made = "\n\n".join([*map(" ".join, said), made])
    return deliver(target, made + "\n")


def deliver(path: str, text: str) -> int:
    """Print, or write a file and say where it is."""
    common.write(path, text)
    if path != "-":
        print(f"wrote {path} ({len(text.encode()) / 1e6:.1f} MB): open it in a browser")
    return 0


def with_sources(test_set: TestSet, path: str) -> TestSet:
    """The test set with the texts that were translated."""
    from bolide.formats.reading import read_texts

    sources = read_texts(path)
    if len(sources) != len(test_set):
        raise InputError(
            f"{path} has {len(sources)} segments, but the references have {len(test_set)}: give both line by"
            " line"
        )
    return TestSet.read(test_set.references, ids=test_set.ids, documents=test_set.documents, sources=sources)


def collect(
    options: argparse.Namespace,
    test_set: TestSet,
    systems: Sequence[SystemOutput],
    scores: Sequence[Score],
    judgements: Judgements | None,
) -> Findings:
    """All results of a report."""
    units = common.units(options, test_set.documents)
    with common.Progress("resampling", inference.draws(options.test, options.n_resamples)) as progress:
        if len(systems) == 1:
            compared = inference.alone(
                scores, n_resamples=options.n_resamples, seed=options.seed, confidence=options.confidence,
                method=options.interval, documents=units, advance=progress.advance,
            )  # fmt: skip
        else:
            compared = inference.compare(
                scores, test=options.test, n_resamples=options.n_resamples, seed=options.seed,
                confidence=options.confidence, method=options.interval, correction=options.correction,
                documents=units, advance=progress.advance,
            )  # fmt: skip
    groupings = [groups.by_length(test_set.references)]
    if test_set.documents is not None and len(set(test_set.documents)) > 1:
        groupings.append(groups.grouping("document", test_set.documents))
    kept = [grouping for grouping in groupings if grouping is not None]
    pairs = findings.tested_pairs(compared) if len(systems) > 1 else []
    by_group = []
    with common.Progress("groups", sum(len(each.members) for each in kept)) as progress:
        for grouping in kept:
            by_group += groups.compare_groups(
                scores, grouping, pairs=pairs, n_resamples=min(options.n_resamples, groups.DRAWS),
                seed=options.seed, confidence=options.confidence, correction=options.correction,
                documents=units, advance=progress.advance,
            )  # fmt: skip
    ordered = sorted(scores, key=lambda score: compared.metrics.index(score.metric))
    spread = [
        groups.distribution(list(mine), options.correction)
        for _, mine in groupby(ordered, key=lambda score: score.metric)
    ]
    wanted = max(100, OUTPUTS // len(systems)) if options.explained is None else options.explained
    explainer = Explainer(
        [score.metric for score in scores if score.system == systems[0].name], test_set, systems,
        trees=max(1, TREES // len(systems)),
    )  # fmt: skip
    return Findings(
        title=options.title,
        comparison=compared,
        groups=by_group,
        distributions=spread,
        scores={(score.system, score.metric): score.segments for score in scores},
        ids=test_set.ids,
        references=list(test_set.references),
        hypotheses={system.name: list(system.segments) for system in systems},
        documents=test_set.documents,
        sources=list(test_set.sources) if test_set.sources is not None else None,
        judged=None if judgements is None else asked(options, test_set, systems, scores, judgements),
        explained=most_telling(scores, wanted),
        explain=explainer.explain,
        settings=settings(options, test_set, systems, compared),
    )


def asked(
    options: argparse.Namespace,
    test_set: TestSet,
    systems: Sequence[SystemOutput],
    scores: Sequence[Score],
    judgements: Judgements,
) -> Judged:
    """What people said, and how far metrics agree with it."""
    given = Collection("", test_set, tuple(systems), judgements)
    material = people.prepare(given, [], scored=scores, documents=common.units(options, test_set.documents))
    n_resamples = min(options.n_resamples, meta.N_RESAMPLES)
    steps = len(meta.LEVELS) * len(material.golds) * n_resamples
    with common.Progress("people", steps) as progress:
        found = meta.agree(
            material.scores, material.golds, coefficients=["pearson"], n_resamples=n_resamples,
            seed=options.seed, confidence=options.confidence, correction=options.correction,
            documents=material.documents, advance=progress.advance,
        )  # fmt: skip
    values = material.golds[0].values
    means = np.nansum(values, axis=1) / (~np.isnan(values)).sum(axis=1)
    return Judged(
        material.golds[0].label,
        dict(zip(found.systems, values, strict=True)),
        dict(zip(found.systems, means.tolist(), strict=True)),
        found,
    )


def settings(
    options: argparse.Namespace,
    test_set: TestSet,
    systems: Sequence[SystemOutput],
    compared: inference.Comparison,
) -> list[tuple[str, str]]:
    """All that decides a number, by name."""
    drawn = min(options.n_resamples, groups.DRAWS)
    test = [("test", TESTS[options.test]), ("correction", CORRECTIONS[options.correction])]
    return [
        ("bolide", __version__),
        ("references", ", ".join(options.references)),
        ("systems", ", ".join(options.systems) or ", ".join(system.name for system in systems)),
        *([("documents", options.documents)] if options.documents else []),
        *([("source", options.source)] if options.source else []),
        *([("judgements", options.judgements)] if options.judgements else []),
        ("metrics", " ".join(map(repr, compared.metrics))),
        ("segments", f"{len(test_set):,}"),
        ("units of resampling", f"{compared.units:,} {compared.unit}"),
        ("resamples, trials", f"{options.n_resamples:,}; by group {drawn:,}"),
        ("seed", str(options.seed)),
        ("interval", f"{options.confidence:g}%, {options.interval} bootstrap"),
        *(test if len(systems) > 1 else []),
    ]
