"""Show where parses are kept and how many there are, or forget them.

Parses are kept on disk, so that the second run of a metric that needs them does not parse. The environment
variable BOLIDE_CACHE names another folder (off: none), BOLIDE_CACHE_SIZE the megabytes that it may have.
"""

import argparse

from bolide import __version__
from bolide.cli import common
from bolide.report import Table
from bolide.syntax import cache


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--clear", action="store_true", help="forget all parses")
    common.add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Clear if asked for, and print."""
    freed = cache.clear() if options.clear else 0
    found = cache.contents()
    note = "the cache is off: the environment variable BOLIDE_CACHE says so, or nothing can be written"
    if found.place is not None:
        note = f"{found.place}: {_megabytes(found.size)} of at most {_megabytes(found.limit)}"
    if options.clear:
        note += f"; {_megabytes(freed)} cleared"
    table = Table(("parser", "sentences"), [*found.sentences.items()], notes=[note])
    common.show(table, {"bolide": __version__, "freed": freed, **found.to_json()}, options.format)
    return 0


def _megabytes(size: int) -> str:
    return f"{size / 10**6:.1f} MB"
