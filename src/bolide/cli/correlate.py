"""Tell how far metrics agree with people, how sure that is, and which metric agrees better.

Examples:
  bolide correlate --references ref.txt --judgements people.tsv --metrics bleu meteor -- A.txt B.txt C.txt
  bolide correlate --data wmt21news-zh-en --human mqm --metrics bleu chrf ter --plot intervals.svg
  bolide correlate --data wmt17 wmt21 --metrics bleu meteor --scores comet.tsv --heatmap sets.svg
"""

import argparse

from bolide import __version__, meta
from bolide.cli import _people, common
from bolide.report import agreement, agreement_plots, confidence, plots
from bolide.report.tables import Table


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    _people.add_people(parser)
    common.add_metrics(parser, ("bleu:effective_order=yes", "chrf", "ter", "meteor"))
    parser.add_argument(
        "--scores", nargs="+", default=[], metavar="FILE",
        help="segment scores of other metrics (COMET...) for the same tables, as in bolide compare",
    )  # fmt: skip
    parser.add_argument(
        "--levels", nargs="+", choices=tuple(meta.LEVELS), default=list(meta.LEVELS), metavar="LEVEL",
        help="; ".join(f"{name}: {text}" for name, text in meta.LEVELS.items()) + " (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--coefficients", nargs="+", choices=tuple(meta.NAMES), default=[], metavar="NAME",
        help=f"{', '.join(meta.NAMES)} (default: all that a level has; the first one decides what is better)",
    )  # fmt: skip
    parser.add_argument(
        "--test", choices=tuple(meta.TESTS), default="permutation",
        help="; ".join(f"{name} is {text}" for name, text in meta.TESTS.items()) + " (default: permutation)",
    )  # fmt: skip
    parser.add_argument(
        "--correction", choices=tuple(confidence.CORRECTIONS), default="holm",
        help="of p-values for the number of pairs (default: holm)",
    )  # fmt: skip
    _people.add_inference(parser)
    parser.add_argument("--by-system", action="store_true", help="print the coefficient of each system, too")
    for name, what in (
        ("--plot", "draw the correlations with their intervals"),
        ("--scatter", "draw systems by metric and by people"),
        ("--heatmap", "draw metrics by test sets"),
    ):
        parser.add_argument(
            name, nargs="+", default=[], metavar="FILE", help=f"{what}, as .svg, .png or .pdf"
        )
    common.add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Correlate and print."""
    plots.check([*options.plot, *options.scatter, *options.heatmap])
    metrics = common.metrics(options)
    found = []
    for each in _people.gather(options, metrics, options.levels, options.scores):
        steps = len(options.levels) * len(each.golds) * options.n_resamples
        with common.Progress("resampling", steps) as progress:
            found.append(
                meta.agree(
                    each.scores, each.golds, levels=options.levels, coefficients=options.coefficients,
                    test=options.test, n_resamples=options.n_resamples, seed=options.seed,
                    confidence=options.confidence, correction=options.correction, documents=each.documents,
                    name=each.name, advance=progress.advance,
                )
            )  # fmt: skip
    if options.plot:
        agreement_plots.intervals(found, options.plot)
    if options.scatter:
        agreement_plots.scatter(found, options.scatter)
    if options.heatmap:
        agreement_plots.heatmap(found, options.heatmap)
    if options.format == "csv":
        tables: list[Table] = [agreement.everything(found)]
    else:
        tables = [table for each in found for table in agreement.tables(each, options.by_system)]
        if len(found) > 1:
            levels = [level for level in options.levels if any(level in each.levels for each in found)]
            tables += [agreement.across(found, level) for level in levels]
    common.show(tables, {"bolide": __version__, "sets": [each.to_json() for each in found]}, options.format)
    return 0
