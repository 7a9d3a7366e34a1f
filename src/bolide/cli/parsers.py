"""List all parsers: what they give, their parameters, and what is to be installed for them."""

import argparse

from bolide import __version__
from bolide.cli import common
from bolide.report import Table
from bolide.syntax import about_parsers


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    common.add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Print the list."""
    found = about_parsers()
    rows = [
        (
            each.name,
            each.summary,
            each.gives,
            "yes" if each.nbest else "no",
            ", ".join(each.parameters),
            "ready" if each.ready else each.needs,
        )
        for each in found
    ]
    table = Table(("parser", "what it is", "gives", "n-best", "parameters", "to install"), rows)
    data = {"bolide": __version__, "parsers": [each._asdict() for each in found]}
    common.show(table, data, options.format)
    return 0
