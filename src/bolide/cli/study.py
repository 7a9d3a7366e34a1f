"""Repeat the studies of four papers on texts of yours.

How intervals depend on the data (Zhang & Vogel 2004), how metrics that vary in one respect agree with people
(Banerjee & Lavie 2005, Liu & Gildea 2005, Owczarzak et al. 2007), and how much noise a parser brings.

Examples:
  bolide study size --references ref.txt --metrics bleu chrf -- A.txt B.txt
  bolide study references --references ref.*.txt --plot figure.svg figure.png -- A.txt B.txt
  bolide study samples --references ref.txt -- A.txt
  bolide study components --references ref.txt --judgements people.tsv -- A.txt B.txt C.txt
  bolide study depth --data wmt17 wmt21 --plot figure.svg
"""

import argparse
from collections.abc import Sequence

from bolide import __version__
from bolide.cli import _agreement, _noise, common
from bolide.engine import choices
from bolide.errors import InputError, suggestion
from bolide.inference import study
from bolide.report import plots, studies
from bolide.testset import SystemOutput, TestSet

KINDS = {
    "size": "how the interval narrows with the size of the test set (Table 2, Figures 4-7)",
    "references": "how it narrows with the number of references (Tables 3 and 4, Figure 8)",
    "samples": "how it settles with the number of bootstrap samples (Tables 5 and 6)",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments of each study."""
    commands = parser.add_subparsers(dest="kind", metavar="STUDY", required=True)
    for kind, text in KINDS.items():
        made = commands.add_parser(
            kind, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False
        )
        common.add_texts(made)
        common.add_metrics(made)
        made.add_argument("--system", metavar="NAME", help="whose tables are shown (default: the first)")
        common.add_units(made)
        common.add_draws(made, study.NUMBERS[-1] if kind == "samples" else 1000)
        made.add_argument(
            "--confidence", type=float, default=95.0, metavar="PERCENT", help="of the intervals (default: 95)"
        )
        if kind != "samples":
            repeats = 20 if kind == "size" else 5
            made.add_argument(
                "--repeats", type=int, default=repeats, metavar="N",
                help=f"how many random parts of each size (default: {repeats})",
            )  # fmt: skip
            made.add_argument(
                "--power", type=float, default=80.0, metavar="PERCENT",
                help="how likely a difference is to be found in the advice (default: 80)",
            )  # fmt: skip
        common.add_plot(made)
        common.add_format(made)
    _agreement.arguments(commands)
    _noise.arguments(
        commands.add_parser(
            "noise",
            help="how much noise a parser brings into scores",
            description=_noise.TEXT,
            allow_abbrev=False,
        )
    )


def run(options: argparse.Namespace) -> int:
    """Study and print."""
    if options.kind == "noise":
        return _noise.run(options)
    if options.kind not in KINDS:
        return _agreement.run(options)
    plots.check(options.plot)
    test_set, systems = common.read(options)
    chosen = options.system or systems[0].name
    names = [system.name for system in systems]
    if chosen not in names:
        raise InputError(f"there is no system {chosen!r}: {suggestion(chosen, names)}")
    documents = common.units(options, test_set.documents)
    if options.kind == "samples":
        picked = [system for system in systems if system.name == chosen]
        return _samples(options, test_set, picked, documents)
    return _parts(options, test_set, systems, documents, chosen)


def _parts(
    options: argparse.Namespace,
    test_set: TestSet,
    systems: Sequence[SystemOutput],
    documents: Sequence[str] | None,
    chosen: str,
) -> int:
    """The studies of size and of references, which both resample parts of the data."""
    metrics = common.metrics(options)
    by_size = options.kind == "size"
    fractions = study.FRACTIONS if by_size else study.LARGE_FRACTIONS
    if by_size:
        scores = common.scores(metrics, test_set, systems)
    else:
        chosen_ones = choices.choices(int(test_set.references.counts[0]), options.seed)
        each = len(metrics) * len(systems) * len(test_set)
        with common.Progress("scoring", each * sum(map(len, chosen_ones.values()))) as progress:
            by_number = choices.with_fewer_references(
                metrics, test_set, systems, options.seed, progress.advance
            )
    number = 1 if by_size else sum(map(len, by_number.values()))
    with common.Progress("resampling", options.repeats * len(fractions) * number) as progress:
        settings = {
            "fractions": fractions, "repeats": options.repeats, "n_resamples": options.n_resamples,
            "seed": options.seed, "confidence": options.confidence, "wanted": options.power,
            "documents": documents, "advance": progress.advance,
        }  # fmt: skip
        found = study.size(scores, **settings) if by_size else study.references(by_number, **settings)
    if options.plot and by_size:
        plots.size(found, options.plot)
    elif options.plot:
        plots.references(found, options.plot, chosen)
    if options.format == "csv":
        tables = [studies.points(found)]
    else:
        tables = (studies.size if by_size else studies.references)(found, chosen)
    common.show(tables, {"bolide": __version__, "study": options.kind, **found.to_json()}, options.format)
    return 0


def _samples(
    options: argparse.Namespace,
    test_set: TestSet,
    systems: Sequence[SystemOutput],
    documents: Sequence[str] | None,
) -> int:
    scores = common.scores(common.metrics(options), test_set, systems)
    with common.Progress("resampling", options.n_resamples) as progress:
        found = study.spread(
            scores, n_resamples=options.n_resamples, seed=options.seed, confidence=options.confidence,
            documents=documents, advance=progress.advance,
        )  # fmt: skip
    if options.plot:
        plots.spread(found, options.plot)
    unit = "segments" if documents is None else "documents"
    units = len(test_set) if documents is None else len(set(documents))
    data = {
        "bolide": __version__, "study": "samples", "rows": [row.to_json() for row in found],
        "confidence": options.confidence, "unit": unit, "units": units, "seed": options.seed,
    }  # fmt: skip
    if options.format == "csv":
        tables = [studies.samples(found)]
    else:
        tables = studies.spread(found, options.confidence, options.seed, unit, units)
    common.show(tables, data, options.format)
    return 0
