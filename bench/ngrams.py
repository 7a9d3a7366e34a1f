"""N-gram metrics against sacreBLEU, from strings to the score, tokenisation included."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

import bolide
from bench import Row, race, seconds
from bench.texts import corpus
from bolide.testset import Segments
from bolide.text import codes

SACREBLEU = "sacreBLEU"


def rows() -> Iterator[Row]:
    hypotheses, references = corpus()

    def sacrebleu(metric: BLEU | CHRF) -> float:
        Tokenizer13a.__call__.cache_clear()  # it remembers lines between runs
        TokenizerRegexp.__call__.cache_clear()
        return metric.corpus_score(hypotheses, [references]).score

    for what, specification, peer, target in (
        ("BLEU", "bleu", lambda: BLEU(), 20),
        ("BLEU, lower case", "bleu:lowercase=yes", lambda: BLEU(lowercase=True), 20),
        ("BLEU, intl", "bleu:tokenize=intl", lambda: BLEU(tokenize="intl"), None),
        ("chrF", "chrf", lambda: CHRF(), 30),
        ("chrF++", "chrf:word_order=2", lambda: CHRF(word_order=2), 30),
    ):
        ours, theirs = race(
            lambda specification=specification: bolide.score(hypotheses, references, specification).value,
            lambda peer=peer: sacrebleu(peer()),
        )
        yield Row(f"{what}, {len(hypotheses)} segments", ours, SACREBLEU, theirs, target)
        if what == "BLEU":
            limit = min(
                seconds(lambda: [codes(Segments(t)) for t in (hypotheses, references)]) for _ in range(9)
            )
            yield Row("the limit: code points of both texts, once", limit, SACREBLEU, theirs)

    yield from _command_line(hypotheses, references)
    yield from _start()
    yield from _growth()


def _command_line(hypotheses: list[str], references: list[str]) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        hyp, ref = Path(folder, "hyp.txt"), Path(folder, "ref.txt")
        hyp.write_text("\n".join(hypotheses) + "\n", encoding="utf-8")
        ref.write_text("\n".join(references) + "\n", encoding="utf-8")
        for name, flags in (("bleu", []), ("chrf", [])):
            ours = [
                sys.executable,
                "-m",
                "bolide",
                "score",
                "--references",
                ref,
                "--metrics",
                name,
                "--",
                hyp,
            ]
            theirs = [sys.executable, "-m", "sacrebleu", ref, "-i", hyp, "-m", name, *flags]
            a, b = race(lambda c=ours: _run(c), lambda c=theirs: _run(c), clock=time.perf_counter)
            yield Row(f"command line, start-up included: {name}", a, SACREBLEU, b, 1)


def _run(command: list[object]) -> None:
    subprocess.run(list(map(str, command)), check=True, capture_output=True)


def _start() -> Iterator[Row]:
    code = "import time; t = time.process_time(); import {}; print(time.process_time() - t)"
    for what, module, target in (("import bolide", "bolide", 0.12), ("of which NumPy", "numpy", None)):
        command = [sys.executable, "-c", code.format(module)]
        times = [float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(7)]
        yield Row(what, min(times), target=target)
    helping = [sys.executable, "-m", "bolide", "--help"]
    yield Row(
        "bolide --help", min(seconds(lambda: _run(helping), time.perf_counter) for _ in range(5)), target=0.3
    )


def _growth() -> Iterator[Row]:
    """Time a segment must not grow, and memory must stay bounded by the texts themselves."""
    code = (
        "import resource, sys, time, bolide; from bench.texts import _made_up; h, r = _made_up(int(sys.argv[1]));"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; t = time.process_time();"
        "bolide.score(h, r, 'bleu').value; print(time.process_time() - t,"
        "resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    for segments in (10_000, 100_000, 1_000_000):
        command = [sys.executable, "-c", code, str(segments)]
        took, grown = map(float, subprocess.run(command, check=True, capture_output=True).stdout.split())
        yield Row(f"BLEU, {segments:,} segments: microseconds a segment", 1e6 * took / segments, unit="us")
        yield Row(f"BLEU, {segments:,} segments: memory beyond the texts", grown / 1024, unit="MB")
