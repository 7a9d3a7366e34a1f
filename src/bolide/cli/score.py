"""Score systems against references.

Example:
  bolide score --references ref.txt --metrics bleu chrf -- system.txt
"""

import argparse
from collections.abc import Sequence

from bolide import __version__
from bolide.cli import common
from bolide.metric import Score
from bolide.report import Cell, Table
from bolide.report.tables import distinct


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    common.add_texts(parser)
    common.add_metrics(parser)
    common.add_resampling(parser, confidence=None)
    common.add_format(parser)
    parser.add_argument(
        "--segments",
        metavar="FILE",
        help="write the scores of all segments here, as TSV: system, segment, metric, score; - prints them"
        " instead of the table",
    )


def run(options: argparse.Namespace) -> int:
    """Score and print."""
    if options.segments:
        common.check_writable(options.segments)
    metrics = common.metrics(options)
    test_set, systems = common.read(options)
    scores = common.scores(metrics, test_set, systems)
    if options.segments:
        write_segments(options.segments, scores)
    if options.segments == "-":
        return 0
    if options.confidence is None:
        data = {"bolide": __version__, "scores": [score.to_json() for score in scores]}
        common.show(table(scores), data, options.format)
        return 0
    return run_intervals(options, scores, common.units(options, test_set.documents))


def run_intervals(
    options: argparse.Namespace, scores: Sequence[Score], documents: Sequence[str] | None
) -> int:
    """Print scores with their intervals."""
    from bolide import inference
    from bolide.report import confidence

    with common.Progress("resampling", options.n_resamples) as progress:
        found = inference.intervals(
            scores, options.confidence, options.interval, options.n_resamples, options.seed, documents,
            progress.advance,
        )  # fmt: skip
    data = [
        {**score.to_json(), "interval": each.to_json()} for score, each in zip(scores, found, strict=True)
    ]
    table = confidence.scores(scores, found)
    common.show(table, {"bolide": __version__, "scores": data}, options.format)
    return 0


def table(scores: list[Score]) -> Table:
    """A row a system, a column a metric, the signatures below; the best of each column is bold."""
    systems = list(dict.fromkeys(score.system for score in scores))
    metrics = list(dict.fromkeys(score.metric for score in scores))
    by_key = {(score.system, score.metric): score for score in scores}
    values = {key: score.value for key, score in by_key.items()}
    best = {
        metric: (max if metric.higher_is_better else min)(values[system, metric] for system in systems)
        for metric in metrics
    }
    rows = [
        [
            system,
            *(
                Cell(values[system, m], best=len(systems) > 1 and values[system, m] == best[m])
                for m in metrics
            ),
        ]
        for system in systems
    ]
    notes = [by_key[systems[0], metric].signature for metric in metrics]
    return Table(("system", *distinct(metrics).values()), rows, notes=notes)


def write_segments(path: str, scores: list[Score]) -> None:
    """All segment scores in one table."""
    rows = ["system\tsegment\tmetric\tscore\n"]
    for score in scores:
        values = zip(score.statistics.ids, score.segments.tolist(), strict=True)
        rows += [f"{score.system}\t{segment}\t{score.metric!r}\t{value!r}\n" for segment, value in values]
    common.write(path, "".join(rows))
