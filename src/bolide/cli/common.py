"""Arguments, reading, progress and printing that commands share."""

import argparse
import json
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from bolide import engine, registry
from bolide.errors import InputError, SpecificationError
from bolide.metric import Metric, Score
from bolide.report.tables import FORMATS, Table, render
from bolide.testset import Segments, SystemOutput, TestSet

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

TEXTS = """
A text is a plain file (one segment a line), the same gzipped (.gz), - for standard input, a column of a
table (data.tsv:reference, data.csv:..., data.jsonl:...; a list in a cell is several references), WMT XML or
NIST SGML. A system is called after its file, or as in NAME=FILE."""


def add_texts(parser: argparse.ArgumentParser, required: bool = True) -> None:
    """References and systems."""
    parser.add_argument(
        "--references", nargs="+", required=required, metavar="REF", help="reference texts, one or several"
    )
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help="hypotheses of a system (after --)")
    parser.epilog = ((parser.epilog or "") + TEXTS).strip()


def add_metrics(parser: argparse.ArgumentParser, default: Sequence[str] = ("bleu",)) -> None:
    """Metrics and the options that many of them share."""
    parser.add_argument(
        "--metrics", nargs="+", default=list(default), metavar="METRIC",
        help=f"such as bleu or chrf:word_order=2; `bolide metrics` lists them (default: {' '.join(default)})",
    )  # fmt: skip
    parser.add_argument("--lowercase", action="store_true", help="ignore case in every metric that can")
    parser.add_argument("--tokenize", metavar="NAME", help="tokenizer of every metric that has one")
    add_parser(parser)


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Where the trees come from."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--parser", metavar="NAME", help="parser of every metric that needs trees, such as embedded"
    )
    either.add_argument(
        "--parses", nargs="+", metavar="FILE",
        help="take trees from these files instead: brackets, or CoNLL-U (.conllu); sentences are found by"
        " their words",
    )  # fmt: skip


def parser_named(options: argparse.Namespace) -> str | None:
    """What ``--parser`` or ``--parses`` asks for, as a specification."""
    if options.parses is None:
        return str(options.parser) if options.parser is not None else None
    for path in options.parses:
        if set(path) & set("+,[]"):
            raise InputError(f"{path}: a file of parses cannot have + , [ or ] in its name: rename it")
    return "files:path=" + "+".join(options.parses)


def add_resampling(parser: argparse.ArgumentParser, confidence: float | None) -> None:
    """How sure, from how many resamples of what."""
    parser.add_argument(
        "--confidence", type=float, nargs="?", const=95.0, default=confidence, metavar="PERCENT",
        help="print bootstrap intervals of so many percent"
        + (" (95 where no number is given)" if confidence is None else f" (default: {confidence:g})"),
    )  # fmt: skip
    parser.add_argument(
        "--interval", choices=("percentile", "bca"), default="percentile",
        help="percentile, or bias-corrected and accelerated, for skewed scores (default: percentile)",
    )  # fmt: skip
    add_draws(parser)
    add_units(parser)


def add_units(parser: argparse.ArgumentParser) -> None:
    """Segments or documents."""
    parser.add_argument(
        "--documents", metavar="FILE",
        help="the name of each segment's document, line by line, to resample documents",
    )  # fmt: skip
    parser.add_argument(
        "--by", choices=("segments", "documents"),
        help="what is resampled (default: documents where they are known, in the XML or by --documents)",
    )  # fmt: skip


def add_draws(parser: argparse.ArgumentParser, number: int = 10_000) -> None:
    """The number of resamples and the seed."""
    parser.add_argument(
        "--n-resamples", type=int, default=number, metavar="N",
        help=f"how many resamples, and trials of a test (default: {number})",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random numbers (default: 1)")


def scores(metrics: Sequence[Metric], test_set: TestSet, systems: Sequence[SystemOutput]) -> list[Score]:
    """The scores of all systems by all metrics, with a progress bar."""
    with Progress("scoring", len(metrics) * len(systems) * len(test_set)) as progress:
        return engine.compute(metrics, test_set, systems, progress.advance)


def units(options: argparse.Namespace, documents: Sequence[str] | None) -> Sequence[str] | None:
    """The documents, if it is them that are to be resampled."""
    if options.by == "documents" and documents is None:
        raise InputError("nothing says what document a segment is from: give --documents FILE, or XML")
    return None if options.by == "segments" else documents


def add_format(parser: argparse.ArgumentParser) -> None:
    """How the result is printed."""
    parser.add_argument("--format", choices=FORMATS, default="text", help="how to print (default: text)")


def add_plot(parser: argparse.ArgumentParser) -> None:
    """Where a study is drawn."""
    parser.add_argument(
        "--plot", nargs="+", default=[], metavar="FILE",
        help="draw it, as .svg, .png or .pdf (needs bolide[plots])",
    )  # fmt: skip


def metrics(options: argparse.Namespace, asked: Sequence[str] | None = None) -> list[Metric]:
    """The metrics asked for (``--metrics``), with ``--lowercase``, ``--tokenize`` and ``--parser`` where
    they say nothing of it."""
    asked = options.metrics if asked is None else asked
    shared = {"lowercase": "yes"} if getattr(options, "lowercase", False) else {}
    if getattr(options, "tokenize", None) is not None:
        shared["tokenize"] = options.tokenize
    if (parser := parser_named(options)) is not None:
        shared["parser"] = parser
    for word in asked:
        if os.path.isfile(word):
            raise SpecificationError(f"{word} is a file, not a metric: write -- before the systems")
    found = [registry.metric(each, shared) for each in asked]
    for name in shared:
        if not any(name in metric.parameters() or _has_already(metric, name) for metric in found):
            option = "parses" if name == "parser" and options.parses else name
            raise SpecificationError(f"--{option} fits none of the metrics: {', '.join(map(repr, found))}")
    registry.check_distinct(found)
    return found


def _has_already(metric: Metric, name: str) -> bool:
    """Whether a metric does without asking what ``--lowercase`` asks for, as TER does."""
    return name == "lowercase" and metric.parameters().get("case_sensitive") is False


def read(options: argparse.Namespace, runs: bool = False) -> tuple[TestSet, list[SystemOutput]]:
    """The test set and the systems that the options name; with ``runs`` a system may have several."""
    from bolide.formats import check_standard_input, read_runs, read_systems, read_test_set

    check_standard_input([*options.references, *options.systems])
    test_set = read_test_set(options.references, getattr(options, "documents", None))
    systems = (read_runs if runs else read_systems)(options.systems, options.references)
    for system in systems:
        test_set.check(system)
    return test_set, systems


class Pair(NamedTuple):
    """A segment to be looked at: what to call it, and where it is from."""

    name: str
    system: str
    segment: str
    hypothesis: str
    references: tuple[str, ...]


def pairs(options: argparse.Namespace, texts: Sequence[str]) -> tuple[TestSet, list[Pair]]:
    """Segments to be looked at one by one, and all references.

    With ``--references``, ``texts`` are systems and ``options.segments`` the segments (all if None);
    without, they are a hypothesis and its references themselves.
    """
    if not options.references:
        if len(texts) < 2:
            raise InputError(
                "nothing to look at: give two sentences, a hypothesis and a reference, or --references and"
                " the file of a system"
            )
        hypothesis, *references = Segments.read(texts)
        test_set = TestSet.read([references], layout="segments")
        return test_set, [Pair("1", "hypothesis", "", hypothesis, tuple(references))]
    options.systems = texts
    test_set, systems = read(options)
    wanted = options.segments or test_set.ids
    position = {segment: index for index, segment in enumerate(test_set.ids)}
    for segment in wanted:
        if segment not in position:
            raise InputError(
                f"there is no segment {segment!r} in the test set, which has {len(test_set.ids)}"
                f" ({test_set.ids[0]} to {test_set.ids[-1]})"
            )
    return test_set, [
        Pair(
            segment if len(systems) == 1 else f"{system.name} {segment}", system.name, segment,
            system.segments[position[segment]], test_set.references[position[segment]],
        )
        for system in systems
        for segment in wanted
    ]  # fmt: skip


def show(table: Table | Sequence[Table], data: Mapping[str, Any], form: str) -> None:
    """Print a result: ``data`` as JSON, or the tables in any other format."""
    print(printed([table] if isinstance(table, Table) else table, data, form))


def printed(tables: Sequence[Table], data: Mapping[str, Any], form: str) -> str:
    """What ``show`` prints."""
    if form == "json":
        return json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)
    return "\n\n".join(render(each, form) for each in tables)


def write(path: str, text: str) -> None:
    """Write a file that the user named; ``-`` is standard output."""
    if path == "-":
        print(text, end="")
        return
    try:
        with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.write(text)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None


def check_writable(path: str) -> None:
    """Raise before anything is computed if ``write`` would raise afterwards."""
    if path == "-":
        return
    folder = os.path.dirname(path) or "."
    reason = (
        "it is a folder" if os.path.isdir(path)
        else f"there is no folder {folder}" if not os.path.isdir(folder)
        else "no permission" if not os.access(path if os.path.exists(path) else folder, os.W_OK)
        else ""
    )  # fmt: skip
    if reason:
        raise InputError(f"{path}: cannot be written ({reason})")


class Progress:
    """A progress bar on a terminal for what takes more than two seconds, and nothing otherwise.

    Until anything is done, the bar only moves.

    >>> with Progress("scoring", total=10) as progress:
    ...     progress.advance(10)
    """

    def __init__(self, what: str, total: int, after: float = 2.0) -> None:
        self._what, self._total, self._after = what, total, after
        self._done, self._over = 0, False
        self._bar: Bar | None = None
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._timer = threading.Timer(self._after, self._show)
            self._timer.daemon = True
            self._timer.start()
        return self

    def _show(self) -> None:
        """Called by the timer, in a thread of its own: whoever computes may have nothing to say for long."""
        from rich.console import Console
        from rich.progress import Progress as RichProgress

        with self._lock:
            if self._over or 0 < self._total <= self._done:
                return
            self._bar = RichProgress(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(self._what, total=None)
            self._update(self._bar)
            self._bar.start()

    def _update(self, bar: "Bar") -> None:
        bar.update(self._task, completed=self._done, total=self._total if self._done else None)

    def advance(self, steps: int = 1, of: int | None = None) -> None:
        """Say that so many more steps are done; ``of`` how many, where that was not known before."""
        with self._lock:
            self._done += steps
            self._total = self._total if of is None else of
            if self._bar is not None:
                self._update(self._bar)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            self._over = True
            if self._bar is not None:
                self._bar.stop()
