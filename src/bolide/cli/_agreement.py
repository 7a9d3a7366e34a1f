"""``bolide study components|stages|depth|variants``: metrics in the papers' own tables of agreement."""

import argparse
from typing import Any

from bolide import __version__, meta, registry
from bolide.cli import _people, common
from bolide.errors import SpecificationError
from bolide.report import agreement, agreement_studies, papers, plots

WITH_TREES = ("depth", "variants")


def arguments(commands: Any) -> None:
    """Name the arguments of each study."""
    for kind, paper in papers.PAPERS.items():
        made = commands.add_parser(
            kind, help=paper.summary, allow_abbrev=False,
            description=f"{paper.summary[0].upper()}{paper.summary[1:]}: {paper.name} on judgements of yours,"
            " beside the paper's figures.",
        )  # fmt: skip
        _people.add_people(made)
        if kind in WITH_TREES:
            common.add_parser(made)
        if kind == "depth":
            made.add_argument(
                "--depth", type=int, default=papers.DEPTH, metavar="N",
                help=f"longest n-grams and chains, deepest subtrees (default: {papers.DEPTH})",
            )  # fmt: skip
        if kind == "variants":
            made.add_argument(
                "--nbest", nargs="*", type=int, default=list(papers.NBEST), metavar="K",
                help=f"numbers of best parses (default: {' '.join(map(str, papers.NBEST))})",
            )  # fmt: skip
        made.add_argument(
            "--levels", nargs="+", choices=tuple(meta.LEVELS), default=list(paper.levels), metavar="LEVEL",
            help=f"of {', '.join(meta.LEVELS)}, as in bolide correlate (default, the paper's:"
            f" {' '.join(paper.levels)})",
        )  # fmt: skip
        made.add_argument(
            "--coefficient", choices=("pearson", "spearman", "kendall"), default="pearson",
            help="how agreement is measured (default: pearson, as in the paper)",
        )  # fmt: skip
        _people.add_inference(made)
        common.add_plot(made)
        common.add_format(made)


def run(options: argparse.Namespace) -> int:
    """Study and print."""
    plots.check(options.plot)
    kind = options.kind
    rows = papers.rows(kind, **_numbers(options))
    metrics = (
        common.metrics(options, list(rows.values()))
        if kind in WITH_TREES
        else registry.metrics(rows.values())
    )
    labels = list(rows)
    found = []
    for each in _people.gather(options, metrics, options.levels):
        with common.Progress(
            "resampling", len(options.levels) * len(each.golds) * options.n_resamples
        ) as bar:
            found.append(
                meta.agree(
                    each.scores, each.golds, levels=options.levels, coefficients=[options.coefficient],
                    n_resamples=options.n_resamples, seed=options.seed, confidence=options.confidence,
                    documents=each.documents, name=each.name, differences=kind != "depth",
                    advance=bar.advance,
                )
            )  # fmt: skip
    if options.plot:
        agreement_studies.picture(kind, found, labels, options.plot)
    if options.format == "csv":
        tables = [agreement.everything(found)]
    else:
        tables = agreement_studies.tables(kind, found, labels)
    paper = papers.PAPERS[kind]
    data = {
        "bolide": __version__, "study": kind, "rows": rows,
        "paper": {"name": paper.name, "figures": paper.figures},
        "sets": [each.to_json() for each in found],
    }  # fmt: skip
    common.show(tables, data, options.format)
    return 0


def _numbers(options: argparse.Namespace) -> dict[str, Any]:
    """How deep, or of how many parses."""
    if options.kind == "depth":
        if not 1 <= options.depth <= 10:
            raise SpecificationError("--depth takes a whole number from 1 to 10")
        return {"depth": options.depth}
    if options.kind == "variants":
        if any(not 2 <= number <= 1000 for number in options.nbest):
            raise SpecificationError("--nbest takes whole numbers from 2 to 1000")
        return {"nbest": sorted(set(options.nbest))}
    return {}
