"""Edit rates and GTM against sacreBLEU, rapidfuzz, jiwer and the Java originals.

The Java programs are not in any package index. Where TERCOM_JAR and GTM_JAR name their jars, they are run in the
same run, start-up included, once against bolide's command line and once against the call in a running Python.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import jiwer
from rapidfuzz.distance import Levenshtein
from sacrebleu.metrics import TER
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

import bolide
from bench import Row, race, seconds
from bench.texts import corpus

TERCOM_SECONDS = 1.2
"""What tercom took for 2,000 segments on a machine like ours, where its jar is not at hand."""


def rows() -> Iterator[Row]:
    hypotheses, references = corpus()
    number = f"{len(hypotheses)} segments"

    def sacrebleu(**options: bool) -> float:
        TercomTokenizer.__call__.cache_clear()  # it remembers lines between runs
        return TER(**options).corpus_score(hypotheses, [references]).score

    def ours(specification: str) -> float:
        return bolide.score(hypotheses, references, specification).value

    for what, specification, options, target in (
        ("TER", "ter", {}, 100),
        ("TER, normalized", "ter:normalized=yes", {"normalized": True}, None),
    ):
        fast = min(seconds(lambda s=specification: ours(s)) for _ in range(5))
        slow = seconds(lambda o=options: sacrebleu(**o))
        yield Row(f"{what}, {number}", fast, "sacreBLEU", slow, target)

    def rapidfuzz() -> int:
        pairs = zip(hypotheses, references, strict=True)
        return sum(Levenshtein.distance(h.split(), r.split()) for h, r in pairs)

    for peer, run, target in (
        ("rapidfuzz", rapidfuzz, 0.8),
        ("jiwer", lambda: jiwer.wer(references, hypotheses), None),
    ):
        yield Row(f"WER, {number}", *_sides(race(lambda: ours("wer"), run), peer), target)
    for key in ("cder", "per", "gtm", "gtm:exponent=2"):
        yield Row(f"{key}, {number}", min(seconds(lambda k=key: ours(k)) for _ in range(5)))

    yield from _java(hypotheses, references, number)

    source = random.Random(0)
    words = " ".join(references).split()
    long = source.sample(words, 5000)
    changed = [w if source.random() < 0.7 else source.choice(words) for w in long[500:] + long[:500]]
    for key in ("ter", "wer", "cder", "gtm:exponent=2"):
        took = seconds(lambda k=key: bolide.score([" ".join(changed)], [" ".join(long)], k).value)
        yield Row(f"{key}, one segment of 5,000 words", took, target=5)


def _sides(times: tuple[float, float], peer: str) -> tuple[float, str, float]:
    return times[0], peer, times[1]


def _java(hypotheses: list[str], references: list[str], number: str) -> Iterator[Row]:
    tercom, gtm = os.environ.get("TERCOM_JAR"), os.environ.get("GTM_JAR")
    with tempfile.TemporaryDirectory() as folder:
        hyp, ref = Path(folder, "hyp.txt"), Path(folder, "ref.txt")
        for path, lines in ((hyp, hypotheses), (ref, references)):
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            numbered = "".join(f"{line} (s.{i})\n" for i, line in enumerate(lines, 1))
            path.with_suffix(".trans").write_text(numbered, encoding="utf-8")

        def ours(specification: str) -> object:
            command = [sys.executable, "-m", "bolide", "score", "--references", str(ref)]
            return _run([*command, "--metrics", specification, "--", str(hyp)])

        if tercom:
            files = ["-r", str(ref.with_suffix(".trans")), "-h", str(hyp.with_suffix(".trans"))]
            times = race(
                lambda: ours("ter:variant=tercom"),
                lambda: _run(["java", "-cp", tercom, "ter.TER", *files]),
                3,
                time.perf_counter,
            )
            yield Row(f"command line: TER as tercom, {number}", *_sides(times, "tercom (Java)"))
            theirs, peer = times[1], "tercom (Java, start-up included)"
        else:
            theirs, peer = TERCOM_SECONDS, "tercom (Java; not run here: 1.2 s)"
        for specification in ("ter", "ter:variant=tercom"):
            fast = min(
                seconds(lambda s=specification: bolide.score(hypotheses, references, s).value)
                for _ in range(5)
            )
            yield Row(f"{specification}, {number}", fast, peer, theirs, 10)
        if gtm:
            times = race(
                lambda: ours("gtm:exponent=2"),
                lambda: _run(["java", "-cp", gtm, "gtm", "-t", "-e", "2", str(hyp), str(ref)]),
                3,
                time.perf_counter,
            )
            yield Row(f"command line: GTM, {number}", *_sides(times, "GTM 1.4 (Java)"))
            fast = min(
                seconds(lambda: bolide.score(hypotheses, references, "gtm:exponent=2").value)
                for _ in range(5)
            )
            yield Row(f"gtm:exponent=2, {number}", fast, "GTM 1.4 (Java, start-up included)", times[1], 5)


def _run(command: list[str]) -> object:
    return subprocess.run(command, check=True, capture_output=True)
