"""The texts that benchmarks run on: a real test set where there is one, else new sentences from the demo's words."""

import random
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
REAL = ROOT.parent / "shared" / "data" / "wmt17news-zh-en"
DEMO = ROOT / "demo"


@cache
def corpus(segments: int = 2000) -> tuple[list[str], list[str]]:
    """So many hypotheses with one reference each, no line twice."""
    if REAL.is_dir():
        references = (REAL / "ref.A.txt").read_text(encoding="utf-8").split("\n")[:-1]
        hypotheses = (REAL / "sys" / "online-B.0.txt").read_text(encoding="utf-8").split("\n")[:-1]
        if segments <= len(references):
            return hypotheses[:segments], references[:segments]
    return made_up(segments)


@cache
def systems(number: int, segments: int = 2000) -> tuple[dict[str, list[str]], list[str]]:
    """So many systems with their references."""
    if REAL.is_dir():
        files = sorted((REAL / "sys").glob("*.txt"))[:number]
        texts = {f.stem: f.read_text(encoding="utf-8").split("\n")[:-1][:segments] for f in files}
        if len(files) == number and all(len(lines) == segments for lines in texts.values()):
            return texts, corpus(segments)[1]
    made = {f"system{k}": made_up(segments, k)[0] for k in range(number)}
    return made, made_up(segments)[1]


def made_up(segments: int, seed: int = 0) -> tuple[list[str], list[str]]:
    """References from words of the demo as often as they are there, hypotheses with some of them changed."""
    words = " ".join(f.read_text(encoding="utf-8") for f in sorted(DEMO.glob("reference.*.txt"))).split()
    source, noise = random.Random(0), random.Random(seed + 1)
    references = [
        " ".join(source.choices(words, k=max(3, round(source.gauss(24, 9))))) for _ in range(segments)
    ]
    hypotheses = []
    for line in references:
        kept = [
            w if noise.random() < 0.7 else noise.choice(words) for w in line.split() if noise.random() < 0.95
        ]
        hypotheses.append(" ".join(kept) or "-")
    return hypotheses, references
