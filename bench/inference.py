"""Intervals and tests against sacreBLEU, from strings to the result, scoring included."""

import logging
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest

import bolide
from bench import Row, race, seconds
from bench.texts import corpus, systems
from bolide import engine, registry
from bolide.inference.resampling import samples
from bolide.inference.significance import randomisation
from bolide.testset import SystemOutput, TestSet

SACREBLEU = "sacreBLEU"


def rows() -> Iterator[Row]:
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)  # no hints about the texts
    texts, references = systems(10)
    size = f"{len(references)} segments"

    def theirs() -> object:
        return PairedTest(
            list(texts.items()), {"BLEU": BLEU(references=[references])}, references=None, test_type="ar",
            n_samples=10_000,
        )()  # fmt: skip

    def tested() -> object:
        test_set = TestSet.read(references)
        outputs = [SystemOutput.read(name, text) for name, text in texts.items()]
        scores = engine.compute(registry.metrics("bleu"), test_set, outputs)
        return randomisation(samples(scores), np.array(np.triu_indices(10, 1)), 10_000, 1)

    peer = f"{SACREBLEU} --paired-ar, 9 pairs"
    ours, took = race(tested, theirs, turns=3)
    yield Row(f"BLEU: 10 systems of {size}, 10,000 trials of all 45 pairs", ours, peer, took, 20)
    whole = min(seconds(lambda: bolide.compare(texts, references)) for _ in range(3))
    yield Row("bolide.compare: the same, and intervals from 10,000 resamples", whole, peer, took)

    hypotheses, references = corpus()
    for name, metric, target in (("chrF", "chrf", 15), ("BLEU", "bleu", None)):
        kind = {"chrf": CHRF, "bleu": BLEU}[metric]
        a, b = race(
            lambda metric=metric: bolide.score(hypotheses, references, metric, n_resamples=1000).interval,
            lambda kind=kind: kind().corpus_score(hypotheses, [references], n_bootstrap=1000),
            turns=3,
        )
        yield Row(f"{name}: 1,000 resamples, {size}", a, f"{SACREBLEU} --confidence", b, target)
    yield from _memory()


def _memory() -> Iterator[Row]:
    code = (
        "import resource, time, numpy as np; from bolide import inference, metric;"
        "from bolide.metric import Score, Statistics; m = metric('chrf'); n = 100_000;"
        "rows = np.random.default_rng(1).integers(0, 90, size=(n, len(m.columns)));"
        "s = Score(m, Statistics(rows, m.columns, m.signature())); t = time.perf_counter();"
        "inference.interval(s, n_resamples=10_000); print(time.perf_counter() - t,"
        "resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    took, peak = map(float, done.stdout.split())
    what = "chrF: 10,000 resamples of 100,000 segments"
    yield Row(f"{what}: memory of the process", peak, target=500, unit="MB")
    yield Row(f"{what}: time", took)
