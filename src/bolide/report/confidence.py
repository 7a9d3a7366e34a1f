"""Tables of scores with their intervals, and of comparisons."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count, islice, product
from math import ceil
from string import ascii_lowercase

from bolide.inference import Comparison, Entry, Pair
from bolide.inference.comparison import TURNED
from bolide.metric import Interval, Metric, Score
from bolide.report.tables import Cell, Table, distinct

TESTS = {
    "randomisation": "paired approximate randomisation",
    "bootstrap": "paired bootstrap on signed differences",
    "moses-bootstrap": "Moses' paired bootstrap",
}
CORRECTIONS = {"holm": "Holm", "benjamini-hochberg": "Benjamini-Hochberg", "none": "uncorrected"}


def scores(found: Sequence[Score], intervals: Sequence[Interval]) -> Table:
    """A row a system and metric, with its interval; the best of each metric is bold."""
    metrics = list(dict.fromkeys(score.metric for score in found))
    best = {
        metric: (max if metric.higher_is_better else min)(s.value for s in found if s.metric == metric)
        for metric in metrics
    }
    several = len({score.system for score in found}) > 1
    names = distinct(score.metric for score in found)
    decimals = {m: precision(m, (s.value for s in found if s.metric == m)) for m in metrics}
    rows = [
        (
            score.system, names[score.metric],
            Cell(
                score.value, f"{score.value:.{decimals[score.metric]}f}",
                best=several and score.value == best[score.metric],
            ),
            *_ends(interval, decimals[score.metric]),
        )
        for score, interval in zip(found, intervals, strict=True)
    ]  # fmt: skip
    level = f"{intervals[0].confidence:g}%"
    signatures = dict.fromkeys(score.signature for score in found)
    return Table(
        ("system", "metric", "score", *_heads(level)),
        rows,
        notes=(interval_note(intervals[0]), *signatures),
    )


def comparison(found: Comparison, superscripts: bool = False) -> list[Table]:
    """For each metric the systems, the matrix and the pairs, the best first.

    ``superscripts`` says that the format shows them, so that a note must explain them.
    """
    tables = []
    for metric in found.metrics:
        name = distinct(found.metrics)[metric]
        entries = found.entries(metric)
        names = labels(len(entries))
        letters = dict(zip((entry.system for entry in entries), names, strict=True))
        tables.append(_systems(found, entries, letters, name))
        if found.baseline is None:
            signs = found.matrix(metric)
            tables.append(
                Table(
                    ("", "system", *names),
                    [(letters[row], row, *columns.values()) for row, columns in signs.items()],
                    title=f"{name}: matrix",
                )
            )
        tables.append(_pairs(found, found.of(metric), letters, name))
    last = tables.pop()
    below = (*([SUPERSCRIPTS] if superscripts else []), *notes(found))
    return [*tables, replace(last, notes=below)]


def pairs(found: Comparison) -> Table:
    """All pairs by all metrics in one table, for CSV."""
    values = {(entry.system, entry.metric): entry for entry in found.systems}
    heads = ("metric", "a", "b", "score_a", "low_a", "high_a", "score_b", "low_b", "high_b")
    rows = []
    for pair in found.pairs:
        a, b = values[pair.a, pair.metric], values[pair.b, pair.metric]
        rows.append(
            (
                repr(pair.metric), pair.a, pair.b,
                a.value, a.interval.low, a.interval.high, b.value, b.interval.low, b.interval.high,
                pair.difference, pair.interval.low, pair.interval.high, pair.pvalue, pair.adjusted, pair.wins,
            )
        )  # fmt: skip
    return Table((*heads, "difference", "low", "high", "pvalue", "adjusted", "wins"), rows)


def _systems(found: Comparison, entries: Sequence[Entry], letters: dict[str, str], name: str) -> Table:
    beaten = found.beaten(entries[0].metric)
    ranks = {} if found.baseline else found.clusters(entries[0].metric)
    several = any(entry.runs > 1 for entry in entries)
    decimals = precision(entries[0].metric, (entry.value for entry in entries))
    rows = []
    for entry in entries:
        above = "".join(sorted(letters[system] for system in beaten[entry.system]))
        value = f"{entry.value:.{decimals}f}"
        rows.append(
            (
                letters[entry.system], *([ranks[entry.system]] if ranks else []), entry.system,
                *([entry.runs] if several else []),
                Cell(
                    entry.value, value, best=entry.value == entries[0].value,
                    latex=f"{value}\\textsuperscript{{{above}}}" if above else value,
                ),
                *_ends(entry.interval, decimals),
            )
        )  # fmt: skip
    level = f"{found.confidence:g}%"
    heads = ("", *(["cluster"] if ranks else []), "system", *(["runs"] if several else []), "score")
    return Table((*heads, *_heads(level)), rows, title=name)


def _pairs(found: Comparison, given: Sequence[Pair], letters: dict[str, str], name: str) -> Table:
    order = {system: place for place, system in enumerate(letters)}
    decimals = precision(given[0].metric, (entry.value for entry in found.entries(given[0].metric)))
    rows = []
    for pair in sorted(given, key=lambda p: sorted((order[p.a], order[p.b]))):
        turned = found.baseline is None and order[pair.a] > order[pair.b]
        a, b = (pair.b, pair.a) if turned else (pair.a, pair.b)
        sign = -1 if turned else 1
        low, high = sorted((sign * pair.interval.low, sign * pair.interval.high))
        numbers = (sign * pair.difference, low, high)
        mark = found.sign(pair).translate(TURNED) if turned else found.sign(pair)
        rows.append(
            (
                a, mark, b, *(Cell(number, f"{number:+.{decimals}f}") for number in numbers),
                _p(pair.pvalue), _p(pair.adjusted), 1 - pair.wins if turned else pair.wins,
            )
        )  # fmt: skip
    level = f"{found.confidence:g}%"
    heads = ("a", "", "b", "a - b", f"{level} low", "high", "p", f"p ({CORRECTIONS[found.correction]})")
    return Table((*heads, "P(a > b)"), rows, title=f"{name}: pairs")


def notes(found: Comparison) -> tuple[str, ...]:
    """What a reader must know of a comparison: the test, the seed, the signatures."""
    number = len(found.of(found.metrics[0]))
    runs = any(entry.runs > 1 for entry in found.systems)
    drawn = "trials" if found.test == "randomisation" else "resamples"
    kept = "not corrected"
    if found.correction != "none" and number > 1:
        kept = f"corrected for {number} pairs"
    needed = ceil((number if found.correction == "holm" else 1) / found.alpha)
    coarse = needed > found.n_resamples + 1
    return (
        f"p: {TESTS[found.test]}, {found.n_resamples:,} {drawn} of {found.units:,} {found.unit}, seed"
        f" {found.seed}; {kept}; > and < at p <= {found.alpha:g}, ~ is no significant difference",
        *(
            [f"no p-value can be significant with so few {drawn}: use --n-resamples {needed} or more"]
            * coarse
        ),
        *([MOSES] if found.test == "moses-bootstrap" else []),
        interval_note(found.systems[0].interval),
        *(["scores are means of runs; intervals draw runs as well"] if runs else []),
        "P(a > b): the share of resampled test sets on which a is better",
        *dict.fromkeys(found.signatures.values()),
    )


def _heads(level: str) -> tuple[str, ...]:
    return (f"{level} low", "high", "rel. low", "rel. high", "std. error")


def _ends(interval: Interval, decimals: int) -> tuple[Cell, ...]:
    """Both ends, both as percent of the median, and the standard error."""
    low, high, stderr = (
        Cell(value, f"{value:.{decimals}f}") for value in (interval.low, interval.high, interval.stderr)
    )
    return (low, high, *(Cell(side, f"{side:+.2f}%") for side in interval.relative), stderr)


def precision(metric: Metric, values: Iterable[float]) -> int:
    """How many decimals are worth printing.

    >>> from bolide.inference import MeanScore
    >>> [precision(MeanScore("its own scale"), [value]) for value in (0.83, 3.5, 71.0)]
    [4, 3, 2]
    """
    largest = max(map(abs, values))
    return 2 if metric.scale == "0-100" or largest >= 10 else 3 if largest >= 2 else 4


def _p(value: float) -> Cell:
    return Cell(value, f"{value:.4f}")


SUPERSCRIPTS = "superscripts: the systems that are significantly worse"
MOSES = (
    "moses-bootstrap is what sacreBLEU prints for --paired-bs; it is about half of the p-value it stands for,"
    " as differences lose their sign before their mean is taken off: report randomisation instead"
)


def interval_note(interval: Interval) -> str:
    """How intervals came about."""
    kind = "BCa" if interval.method == "bca" else interval.method
    few = "; with so few units it is too narrow" if interval.units < 20 else ""
    return (
        f"{interval.confidence:g}% interval: {kind} bootstrap, {interval.n_resamples:,} resamples of"
        f" {interval.units:,} {interval.unit}, seed {interval.seed}; relative to their median{few}"
    )


def labels(number: int) -> list[str]:
    """So many short names.

    >>> labels(28)[:2], labels(28)[-2:]
    (['a', 'b'], ['aa', 'ab'])
    """
    words = ("".join(word) for length in count(1) for word in product(ascii_lowercase, repeat=length))
    return list(islice(words, number))
