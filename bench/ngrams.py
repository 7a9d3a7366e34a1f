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
from bench import Row, race, seconds, spent
from bench.texts import corpus, made_up
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
        ("chrF++", "chrf:word_order=2", lambda: CHRF(word_order=2), None),
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
    """On the command line: time a segment must not grow, and memory only by the texts and their rows."""
    with tempfile.TemporaryDirectory() as folder:
        hyp, ref = Path(folder, "hyp.txt"), Path(folder, "ref.txt")
        for segments in (10_000, 100_000, 1_000_000):
            for path, texts in zip((hyp, ref), made_up(segments), strict=True):
                path.write_text("\n".join(texts) + "\n", encoding="utf-8")
            took = spent([sys.executable, "-m", "bolide", "score", "--references", ref, "--", hyp])
            what = f"bolide score, BLEU, {segments:,} segments"
            yield Row(f"{what}: processor time", took.processor)
            yield Row(f"{what}: memory of the process", took.megabytes, unit="MB")
