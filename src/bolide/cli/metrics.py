"""List all metrics with their parameters and where they come from, or explain some of them.

Examples:
  bolide metrics
  bolide metrics bleu chrf
"""

import argparse
from collections.abc import Mapping
from typing import Any

from bolide import __version__, registry
from bolide.cli import common
from bolide.errors import SpecificationError
from bolide.metric import spell
from bolide.report import Table
from bolide.text import tokenizer_names


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("metrics", nargs="*", metavar="METRIC", help="explain the parameters of these")
    common.add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Print the list, or a table of parameters for each metric named."""
    found, broken = [], {}
    for key in options.metrics or registry.names():
        try:
            found.append(described(key))
        except SpecificationError as error:
            if options.metrics:
                raise
            broken[key] = str(error)  # somebody's plug-in; the others are there all the same
    tables = [parameters(each) for each in found] if options.metrics else [summary(found, broken)]
    common.show(tables, {"bolide": __version__, "metrics": found, "broken": broken}, options.format)
    return 0


def described(key: str) -> dict[str, Any]:
    """A metric as JSON has it."""
    kind = registry.metric_class(key)
    return {
        "metric": key,
        "summary": (kind.__doc__ or "").strip().split("\n")[0],
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
            for p in registry.parameters(kind)
        ],
    }


def summary(found: list[dict[str, Any]], broken: Mapping[str, str]) -> Table:
    """A row a metric."""
    rows = [
        (
            each["metric"], ", ".join(f"{p['name']}={p['default']}" for p in each["parameters"]),
            each["summary"], each["paper"],
        )
        for each in found
    ]  # fmt: skip
    heads = ("metric", "parameters and defaults", "what it is", "paper")
    return Table(heads, rows, notes=list(broken.values()))


def parameters(metric: Mapping[str, Any]) -> Table:
    """A row a parameter."""
    rows = [(p["name"], p["default"], p["help"], ", ".join(p["choices"])) for p in metric["parameters"]]
    better = "higher" if metric["higher_is_better"] else "lower"
    notes = [f"scale: {metric['scale']}, {better} is better"]
    if any(p["name"] == "tokenize" for p in metric["parameters"]):
        notes.append(f"tokenizers: {', '.join(tokenizer_names())}")
    heads = ("parameter", "default", "what it does", "values")
    title = f"{metric['metric']}: {metric['summary']}"
    return Table(heads, rows, title=title, notes=[*notes, *filter(None, [metric["paper"]])])
