"""``bolide study noise``: the experiment on parser noise of Owczarzak et al. (2007), Tables 1 and 2."""

import argparse

from bolide import __version__, registry
from bolide.cli import common
from bolide.errors import InputError, SpecificationError
from bolide.inference import noise
from bolide.metric import Metric
from bolide.report import noise as report
from bolide.report import plots
from bolide.syntax import parser
from bolide.syntax.cache import cached
from bolide.testset import SystemOutput, TestSet

NUMBERS = (1, 2, 5, 10, 20, 30, 50)
SURFACE = (
    "ter:normalized=yes",
    "meteor",
    "bleu:lowercase=yes",
    "nist:lowercase=yes",
    "gtm:tokenize=13a,lowercase=yes",
)
"""The paper's other metrics, all blind to case and with punctuation as words."""
TEXT = """How much noise a parser brings into scores: sentences whose adjuncts are moved without a change of
meaning, scored by TER, METEOR, BLEU, NIST, GTM and labelled dependencies, the latter with more and more best
parses, beside the figures of Owczarzak et al. (2007), Tables 1 and 2. The sentences come with bolide; others
can be given."""


def arguments(made: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    made.add_argument(
        "--nbest", nargs="+", type=int, default=list(NUMBERS), metavar="K",
        help=f"numbers of best parses (default: {' '.join(map(str, NUMBERS))})",
    )  # fmt: skip
    common.add_parser(made)
    made.add_argument("--references", metavar="FILE", help="other sentences than bolide's own")
    made.add_argument("moved", nargs="?", metavar="MOVED", help="the same with moved adjuncts (after --)")
    common.add_plot(made)
    common.add_format(made)


def run(options: argparse.Namespace) -> int:
    """Study and print."""
    plots.check(options.plot)
    if any(not 1 <= number <= 1000 for number in options.nbest):
        raise SpecificationError("--nbest takes whole numbers from 1 to 1000")
    test_set, original, moved = _texts(options)
    shared = {"parser": common.parser_named(options) or "embedded"}
    numbers = sorted(set(options.nbest))
    _parse(shared["parser"], [*original.segments, *moved.segments], numbers[-1])

    def metric(specification: str) -> Metric:
        return registry.metric(specification, shared)

    table = [metric(each) for each in (*SURFACE, "labelled", "labelled:predicates=yes")]
    # The largest number first, since its triples serve the others too.
    by_nbest = {
        number: (metric(f"labelled:nbest={number}"), metric(f"labelled:nbest={number},predicates=yes"))
        for number in reversed(numbers)
    }
    every = [*(each for pair in by_nbest.values() for each in pair), *table]
    scores = {repr(score.metric): score for score in common.scores(every, test_set, [moved])}
    found = noise.Noise(
        [
            noise.Row(score, scores[repr(score.metric)])
            for score in common.scores(table, test_set, [original])
        ],
        {number: (scores[repr(a)], scores[repr(b)]) for number, (a, b) in sorted(by_nbest.items())},
    )
    if options.plot:
        report.picture(found, options.plot)
    tables = report.tables(found)
    common.show(tables, {"bolide": __version__, "study": "noise", **found.to_json()}, options.format)
    if options.format == "text":
        print(*(row.moved.signature for row in found.rows), sep="\n")
    return 0


def _texts(options: argparse.Namespace) -> tuple[TestSet, SystemOutput, SystemOutput]:
    if (options.references is None) != (options.moved is None):
        raise InputError("sentences of yours are two files: --references ORIGINAL -- MOVED")
    if options.references is None:
        originals, changed = noise.sentences()
    else:
        from bolide.formats import read_texts

        originals, changed = (list(read_texts(path)) for path in (options.references, options.moved))
    test_set = TestSet.read([[each] for each in originals], layout="segments")
    original, moved = SystemOutput.read("original", originals), SystemOutput.read("moved", changed)
    test_set.check(moved)
    return test_set, original, moved


def _parse(name: str, sentences: list[str], nbest: int) -> None:
    """Parse all sentences once, which takes most of the time, and says how far it is."""
    with common.Progress("parsing", len(sentences)) as progress:
        cached(parser(name), sentences, nbest, advance=progress.advance)
