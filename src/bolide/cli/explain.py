"""Show why a segment has its scores: n-grams, alignments, edits, trees, and the fractions that make them up.

Without a metric, it is explained by all that are usual; with several systems, one below the other.

Examples:
  bolide explain 3 --references ref.txt -- A.txt B.txt
  bolide explain 3 --metric stm --references ref.txt -- system.txt
  bolide explain 3 --metric hwcm --parses trees.ptb --references ref.txt --svg 3.svg -- system.txt
  bolide explain --metric meteor "the president spoke" "the president then spoke"
"""

import argparse
from collections.abc import Sequence

from bolide import __version__
from bolide.cli import common
from bolide.errors import InputError
from bolide.explanation import Explanation
from bolide.metric import Metric
from bolide.report import explanations as drawing

USUAL = ("bleu", "chrf", "ter", "meteor")
WITH_TREES = ("stm", "hwcm")
"""Explained as well where a parser or parses are named."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--references", nargs="+", metavar="REF", help="reference texts, one or several")
    parser.add_argument(
        "texts", nargs="*", metavar="TEXT",
        help="the segment's number and the systems' hypotheses (after --); without --references: a hypothesis"
        " and its references",
    )  # fmt: skip
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--metric", help="one metric that explains its scores")
    either.add_argument(
        "--metrics", nargs="+", metavar="METRIC",
        help=f"several (default: {' '.join(USUAL)}, and with --parser or --parses {' '.join(WITH_TREES)})",
    )  # fmt: skip
    common.add_parser(parser)
    parser.add_argument("--svg", metavar="FILE", help="draw a picture into this file")
    common.add_format(parser)
    parser.epilog = common.TEXTS.strip()


def run(options: argparse.Namespace) -> int:
    """Explain and print."""
    metrics = common.metrics(options, asked(options))
    texts = list(options.texts)
    if options.references:
        if not texts:
            raise InputError("nothing to explain: name a segment, such as bolide explain 3")
        options.segments = [texts.pop(0)]
    test_set, pairs = common.pairs(options, texts)
    fitted = [metric.fit(test_set.references) for metric in metrics]
    by_system = {
        pair.system: [metric.explain(pair.hypothesis, pair.references) for metric in fitted] for pair in pairs
    }
    found = [(pair.name, why) for pair in pairs for why in by_system[pair.system]]
    if options.svg:
        common.write(options.svg, drawing.svg(found))
    if options.format == "text":
        print(
            drawing.text(found) if options.metric
            else drawing.segment(pairs[0].segment, pairs[0].references, by_system)
        )  # fmt: skip
        return 0
    common.show(drawing.tables(found), data(options, fitted, found), options.format)
    return 0


def asked(options: argparse.Namespace) -> Sequence[str]:
    """The metrics that the user named, or the usual ones."""
    if options.metric or options.metrics:
        return [options.metric] if options.metric else list(options.metrics)
    return (*USUAL, *(WITH_TREES if common.parser_named(options) else ()))


def data(
    options: argparse.Namespace, metrics: Sequence[Metric], found: Sequence[tuple[str, Explanation]]
) -> dict[str, object]:
    """What ``--format json`` prints."""
    signatures = {repr(metric): metric.signature() for metric in metrics}
    named = {"metric": repr(metrics[0]), "signature": metrics[0].signature()} if options.metric else {}
    return {
        "bolide": __version__,
        **(named or {"signatures": signatures}),
        "explanations": [{"segment": name, **why.to_json()} for name, why in found],
    }
