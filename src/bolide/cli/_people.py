"""Arguments of commands that compare metrics with people, and the way from files to scores and judgements."""

import argparse
from collections.abc import Sequence

from bolide import meta, people
from bolide.cli import common
from bolide.errors import InputError
from bolide.formats import read_scores
from bolide.judgements import Collection, read_folder, read_judgements
from bolide.metric import Metric

FILES = """
Judgements are a table (TSV, CSV, JSONL) with the columns system, segment, score, or adequacy and fluency, and
rater where it is known; errors marked by experts as in Google's MQM files; or what the annotation tool of WMT
exports for direct assessment and ESA. FILE:COLUMN names the column."""
JUDGEMENTS = (
    FILES
    + """ A folder for --data holds a whole test
set: ref.*.txt, sys/*.txt and human/*.tsv, or a year of WMT as mt-metrics-eval has it."""
)


def add_people(parser: argparse.ArgumentParser) -> None:
    """Texts, judgements, and what of them is used."""
    common.add_texts(parser, required=False)
    parser.add_argument("--judgements", metavar="FILE", help="what people said of the systems")
    parser.add_argument(
        "--data", nargs="+", metavar="FOLDER", default=[], help="test sets with texts and judgements instead"
    )
    parser.add_argument(
        "--human", metavar="NAME", help="which judgements in --data, such as mqm (default: the main ones)"
    )
    parser.add_argument("--pair", metavar="SRC-TGT", help="languages in --data, in mt-metrics-eval's layout")
    parser.add_argument(
        "--dimensions", nargs="+", metavar="NAME",
        help="such as adequacy fluency combined (default: combined, their mean)",
    )  # fmt: skip
    parser.add_argument(
        "--normalise", choices=people.NORMALISE, default="auto",
        help="raw judgements, or each judge's with mean 0 and variance 1, or both side by side"
        " (default: auto, both where judges are known)",
    )  # fmt: skip
    parser.epilog = ((parser.epilog or "") + "\n" + JUDGEMENTS).strip()


def add_inference(parser: argparse.ArgumentParser) -> None:
    """How sure it is."""
    parser.add_argument(
        "--confidence", type=float, default=95.0, metavar="PERCENT", help="of the intervals (default: 95)"
    )
    common.add_draws(parser, meta.N_RESAMPLES)
    common.add_units(parser)


def gather(
    options: argparse.Namespace, metrics: Sequence[Metric], levels: Sequence[str], outside: Sequence[str] = ()
) -> list[people.Material]:
    """Everything that the options name, read, checked and scored."""
    tables = [table for file in outside for table in read_scores(file)]
    found = []
    for each in _collections(options):
        with common.Progress(f"scoring {each.name}".strip(), 0) as progress:
            material = people.prepare(
                each, metrics, levels=levels, dimensions=options.dimensions, normalise=options.normalise,
                outside=tables, documents=common.units(options, each.test_set.documents),
                advance=progress.advance,
            )  # fmt: skip
        found.append(material)
    return found


def _collections(options: argparse.Namespace) -> list[Collection]:
    if options.data:
        if options.references or options.systems or options.judgements:
            raise InputError("--data comes instead of --references, --judgements and systems")
        return [read_folder(folder, options.human, options.pair) for folder in options.data]
    if not options.references or not options.judgements:
        raise InputError(
            "nothing to correlate: give --references, --judgements and systems, or --data FOLDER"
        )
    test_set, systems = common.read(options)
    return [Collection("", test_set, tuple(systems), read_judgements(options.judgements))]
