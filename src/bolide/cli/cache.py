"""Show where parses, triples and statistics are kept and how many there are, or forget them.

Parses, their triples, the statistics of slow metrics and compiled tables of paraphrases are kept on disk, so
that nothing is parsed, annotated, aligned or compiled twice. The environment variable BOLIDE_CACHE names
another folder (off: none), BOLIDE_CACHE_SIZE the megabytes that each of the first three may have.
"""

import argparse

from bolide import __version__
from bolide.cli import common
from bolide.engine import cache as statistics
from bolide.lexicon.paraphrases import compiled
from bolide.report import Table
from bolide.store import remove
from bolide.syntax import cache as parses
from bolide.syntax.fstructure import cache as triples


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--clear", action="store_true", help="forget everything")
    common.add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Clear if asked for, and print."""
    stores = {"sentences": parses.store(), "triples": triples.store(), "batches": statistics.store()}
    freed = 0
    if options.clear:
        freed = sum(store.clear() for store in stores.values()) + sum(map(remove, compiled()))
    counts = {what: store.counts() for what, store in stores.items()}
    sizes = {what: store.size() for what, store in stores.items()}
    tables = sum(path.stat().st_size for path in compiled())
    path, limit = stores["sentences"].path, stores["sentences"].limit
    note = "the cache is off: the environment variable BOLIDE_CACHE says so, or nothing can be written"
    if path is not None:
        note = (
            f"{path.parent}: {_megabytes(sizes['sentences'])} of parses, {_megabytes(sizes['triples'])} of"
            f" triples and {_megabytes(sizes['batches'])} of statistics, of at most {_megabytes(limit)} each;"
            f" {_megabytes(tables)} of paraphrases"
        )
    if options.clear:
        note += f"; {_megabytes(freed)} cleared"
    rows = [(name, what, number) for what in stores for name, number in counts[what].items()]
    table = Table(("of", "what", "number"), rows, notes=[note])
    data = {
        "bolide": __version__, "freed": freed, "place": None if path is None else str(path.parent),
        "bytes": sum(sizes.values()) + tables, "limit": limit, **counts,
    }  # fmt: skip
    common.show(table, data, options.format)
    return 0


def _megabytes(size: int) -> str:
    return f"{size / 10**6:.1f} MB"
