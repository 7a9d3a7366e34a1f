"""Tell which of several systems is better, and how sure that is.

Examples:
  bolide compare --references ref.txt --metrics bleu chrf -- A.txt B.txt C.txt
  bolide compare --references ref.txt -- A=run1.txt,run2.txt,run3.txt B=b1.txt,b2.txt,b3.txt
  bolide compare --scores comet.tsv
"""

import argparse
from collections.abc import Sequence

from bolide import __version__, inference
from bolide.cli import common
from bolide.errors import InputError, suggestion
from bolide.metric import Score
from bolide.report import confidence

SCORES = """

--scores takes a table of segment scores: a row a score with the columns system, segment, score, and where
they are known metric and document; or a row a segment with a column a system. --metrics then
chooses among the metrics in it (default: all)."""


METRICS = ("bleu",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    common.add_texts(parser, required=False)
    common.add_metrics(parser, METRICS)
    parser.set_defaults(metrics=None)  # so that --scores can tell whether any are asked for
    parser.add_argument(
        "--scores",
        metavar="FILE",
        help="compare segment scores from elsewhere (COMET, people) instead of texts",
    )
    parser.add_argument("--lower-is-better", action="store_true", help="in the scores of --scores")
    parser.add_argument(
        "--test", choices=tuple(confidence.TESTS), default="randomisation",
        help="; ".join(f"{name} is {text}" for name, text in confidence.TESTS.items())
        + " (default: randomisation)",
    )  # fmt: skip
    common.add_resampling(parser, confidence=95.0)
    parser.add_argument(
        "--correction", choices=tuple(confidence.CORRECTIONS), default="holm",
        help="of p-values for the number of pairs (default: holm)",
    )  # fmt: skip
    parser.add_argument("--baseline", metavar="SYSTEM", help="compare with this system only")
    common.add_format(parser)
    parser.epilog = (parser.epilog or "") + SCORES


def run(options: argparse.Namespace) -> int:
    """Compare and print."""
    scores, documents = gather(options)
    with common.Progress("resampling", inference.draws(options.test, options.n_resamples)) as progress:
        found = inference.compare(
            scores, test=options.test, n_resamples=options.n_resamples, seed=options.seed,
            confidence=options.confidence, method=options.interval, correction=options.correction,
            documents=common.units(options, documents), baseline=options.baseline, advance=progress.advance,
        )  # fmt: skip
    if options.format == "csv":
        tables = [confidence.pairs(found)]
    else:
        tables = confidence.comparison(found, superscripts=options.format == "latex")
    common.show(tables, {"bolide": __version__, **found.to_json()}, options.format)
    return 0


def gather(options: argparse.Namespace) -> tuple[list[Score], Sequence[str] | None]:
    """The scores that are compared, from texts or from a file, and the document of each segment."""
    if options.scores is None:
        if not options.references:
            raise InputError("nothing to compare: give --references and systems, or --scores FILE")
        metrics = common.metrics(options, options.metrics or METRICS)
        if options.lower_is_better:
            raise InputError("--lower-is-better is about the scores of --scores: metrics know it themselves")
        test_set, systems = common.read(options, runs=True)
        return common.scores(metrics, test_set, systems), test_set.documents
    if options.references or options.systems:
        raise InputError("--scores comes instead of --references and systems: give one or the other")
    for name in ("lowercase", "tokenize", "parser", "parses"):
        if getattr(options, name):
            raise InputError(f"--{name} is about texts, but --scores has none: leave it out")
    from bolide.formats import read_scores
    from bolide.formats.plain import read_lines

    kind = inference.MeanError if options.lower_is_better else inference.MeanScore
    tables = read_scores(options.scores)
    if options.metrics:
        by_label = {table.label: table for table in tables}
        for name in options.metrics:
            if name not in by_label:
                raise InputError(
                    f"{options.scores}: there are no scores by {name!r}: {suggestion(name, by_label)}"
                )
        tables = [by_label[name] for name in dict.fromkeys(options.metrics)]
    for table in tables[1:]:
        if table.ids != tables[0].ids:
            raise InputError(
                f"{options.scores}: {table.label} and {tables[0].label} are not of the same segments: compare"
                " them one by one"
            )
    scores = [
        score
        for table in tables
        for score in inference.from_values(table.values, kind(table.label), table.ids)
    ]
    documents = read_lines(options.documents) if options.documents else tables[0].documents
    return scores, documents
