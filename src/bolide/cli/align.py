"""Show which words of a hypothesis correspond to which words of a reference.

bolide align "the president spoke" "the president then spoke"
bolide align --references ref.txt --segments 3 7 --svg picture.svg -- system.txt
"""

import argparse

from bolide import __version__, registry
from bolide.alignment import Alignment
from bolide.cli import common
from bolide.report import alignments as drawing


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--references", nargs="+", metavar="REF", help="reference texts, one or several")
    parser.add_argument(
        "texts", nargs="*", metavar="TEXT",
        help="hypotheses of a system (after --); without --references: a hypothesis and its references",
    )  # fmt: skip
    parser.add_argument("--metric", default="meteor", help="a metric that aligns words (default: meteor)")
    parser.add_argument("--segments", nargs="+", metavar="ID", help="only these segments (default: all)")
    parser.add_argument("--svg", metavar="FILE", help="draw all alignments into this file")
    common.add_format(parser)
    parser.epilog = common.TEXTS.strip()


def run(options: argparse.Namespace) -> int:
    """Align and print."""
    metric = registry.metric(options.metric)
    found: list[tuple[str, Alignment]] = []
    for pair in common.pairs(options, options.texts)[1]:
        found.append((pair.name, metric.align(pair.hypothesis, pair.references)))
    if options.svg:
        common.write(options.svg, drawing.svg([alignment for _, alignment in found]))
    if options.format == "text":
        print(drawing.text([alignment for _, alignment in found]))
        return 0
    data = {
        "bolide": __version__,
        "metric": repr(metric),
        "signature": metric.signature(),
        "alignments": [{"segment": name, **alignment.to_json()} for name, alignment in found],
    }
    common.show(drawing.table(found), data, options.format)
    return 0
