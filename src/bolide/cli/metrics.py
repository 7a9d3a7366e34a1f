"""List all metrics with their parameters and where they come from."""

import argparse

from bolide import __version__, registry
from bolide.cli import common
from bolide.errors import SpecificationError
from bolide.metric import spell
from bolide.report import Table


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    common.add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Print the list."""
    rows, data, broken = [], [], {}
    for key in registry.names():
        try:
            kind = registry.metric_class(key)
        except SpecificationError as error:  # somebody's plug-in; the others are there all the same
            broken[key] = str(error)
            continue
        parameters = registry.parameters(kind)
        summary = (kind.__doc__ or "").strip().split("\n")[0]
        rows.append((key, ", ".join(f"{p.name}={spell(p.default)}" for p in parameters), summary, kind.paper))
        data.append(
            {
                "metric": key,
                "summary": summary,
                "paper": kind.paper,
                "scale": kind.scale,
                "higher_is_better": kind.higher_is_better,
                "parameters": [
                    {
                        "name": p.name,
                        "default": spell(p.default),
                        "help": p.metadata.get("help", ""),
                        "choices": [spell(choice) for choice in p.metadata.get("choices", ())],
                    }
                    for p in parameters
                ],
            }
        )
    table = Table(
        ("metric", "parameters and defaults", "what it is", "paper"), rows, notes=list(broken.values())
    )
    common.show(table, {"bolide": __version__, "metrics": data, "broken": broken}, options.format)
    return 0
