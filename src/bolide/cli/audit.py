"""Check that significance tests keep their level on your systems, where nothing can be different.

Two systems change sides by the toss of a coin, segment by segment. The two that come out differ by chance
alone, so a test at level 0.05 may call one in twenty of such pairs different. The exit code is 1 where
randomisation or bootstrap do so too often.

Example:
  bolide audit --references ref.txt --metrics bleu -- A.txt B.txt C.txt
"""

import argparse

from bolide import __version__
from bolide.cli import common
from bolide.inference.audit import LEVELS, audit
from bolide.inference.significance import TESTS
from bolide.report import studies


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    common.add_texts(parser)
    common.add_metrics(parser)
    parser.add_argument(
        "--tests", nargs="+", choices=TESTS, default=list(TESTS), metavar="TEST",
        help=f"which ones (default: all: {', '.join(TESTS)})",
    )  # fmt: skip
    parser.add_argument(
        "--audits", type=int, default=1000, metavar="N", help="how many pairs (default: 1000)"
    )
    common.add_units(parser)
    common.add_draws(parser, 500)
    common.add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Audit and print."""
    metrics = common.metrics(options)
    test_set, systems = common.read(options)
    documents = common.units(options, test_set.documents)
    scores = common.scores(metrics, test_set, systems)
    with common.Progress("auditing", options.audits * len(metrics)) as progress:
        found = audit(
            scores, tests=options.tests, audits=options.audits, n_resamples=options.n_resamples,
            seed=options.seed, documents=documents, advance=progress.advance,
        )  # fmt: skip
    unit = "segments" if documents is None else "documents"
    units = len(test_set) if documents is None else len(set(documents))
    data = {
        "bolide": __version__, "audits": [row.to_json() for row in found], "levels": LEVELS,
        "n_resamples": options.n_resamples, "seed": options.seed, "unit": unit, "units": units,
    }  # fmt: skip
    common.show(studies.audits(found, options.n_resamples, options.seed, unit, units), data, options.format)
    ours = [row for row in found if row.test != "moses-bootstrap"]
    return int(any(row.verdict == "too often" for row in ours))
