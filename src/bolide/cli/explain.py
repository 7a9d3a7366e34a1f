"""Show why a segment has its score: trees, matches, and the fractions that make it up.

Examples:
  bolide explain 3 --metric stm --references ref.txt -- system.txt
  bolide explain 3 --metric hwcm --parses trees.ptb --references ref.txt --svg 3.svg -- system.txt
  bolide explain --metric meteor "the president spoke" "the president then spoke"
"""

import argparse

from bolide import __version__
from bolide.cli import common
from bolide.errors import InputError
from bolide.report import explanations as drawing


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--references", nargs="+", metavar="REF", help="reference texts, one or several")
    parser.add_argument(
        "texts", nargs="*", metavar="TEXT",
        help="the segment's number and a system's hypotheses (after --); without --references: a hypothesis"
        " and its references",
    )  # fmt: skip
    parser.add_argument("--metric", required=True, help="a metric that explains its scores")
    common.add_parser(parser)
    parser.add_argument("--svg", metavar="FILE", help="draw a picture into this file")
    common.add_format(parser)
    parser.epilog = common.TEXTS.strip()


def run(options: argparse.Namespace) -> int:
    """Explain and print."""
    (metric,) = common.metrics(options, [options.metric])
    texts = list(options.texts)
    if options.references:
        if not texts:
            raise InputError("nothing to explain: name a segment, such as bolide explain 3")
        options.segments = [texts.pop(0)]
    found = [
        (name, metric.explain(hypothesis, references))
        for name, hypothesis, references in common.pairs(options, texts)
    ]
    if options.svg:
        common.write(options.svg, drawing.svg(found))
    if options.format == "text":
        print(drawing.text(found))
        return 0
    data = {
        "bolide": __version__,
        "metric": repr(metric),
        "signature": metric.signature(),
        "explanations": [{"segment": name, **why.to_json()} for name, why in found],
    }
    common.show(drawing.tables(found), data, options.format)
    return 0
