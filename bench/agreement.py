"""Metrics compared with people: every level, coefficient, interval and test, statistics once computed."""

from collections.abc import Iterator

import numpy as np

from bench import Row, seconds
from bench.texts import systems
from bolide import engine, meta, registry
from bolide.testset import SystemOutput, TestSet

METRICS = (
    "bleu:effective_order=yes", "bleu:effective_order=yes,lowercase=yes", "m-bleu", "nist", "nist:lowercase=yes",
    "chrf", "chrf:word_order=2", "chrf:lowercase=yes", "ter", "ter:normalized=yes", "wer", "per", "cder", "gtm",
    "gtm:exponent=2", "precision", "recall", "f1", "fmean", "meteor",
)  # fmt: skip


def rows() -> Iterator[Row]:
    texts, references = systems(15)
    outputs = [SystemOutput.read(name, text) for name, text in texts.items()]
    scores = engine.compute(registry.metrics(METRICS), TestSet.read(references), outputs)
    chrf = np.stack([score.segments for score in scores if repr(score.metric) == "chrf"])
    noise = np.random.default_rng(1).normal(scale=chrf.std(), size=chrf.shape)
    people = meta.Gold("made up", np.clip(np.round(chrf + noise), 0, 100))
    what = f"{len(METRICS)} metrics, {len(texts)} systems of {len(references)} segments, 1,000 resamples"
    busy = {
        level: seconds(lambda level=level: meta.agree(scores, [people], levels=[level]))
        for level in meta.LEVELS
    }
    for level, took in busy.items():
        yield Row(f"{what}: {level}", took)
    yield Row(f"{what}: all levels", sum(busy.values()), target=60)
