"""METEOR against NLTK's meteor_score and METEOR 1.5's own program in Java.

The jar is in PyPI's pycocoevalcap (``pip install '.[oracles]'``), and so is its table of paraphrases. NLTK reads WordNet
from the files of Debian's wordnet-base; without them, both sides do without synonyms. NLTK's WordNet is loaded, and its
files are open; it keeps each synset that it has read, and ours what it has found out of each word, so that there is a row
for texts that both have seen before and one for texts that are new, before which both forget. NLTK has no METEOR without
synonyms: in the rows without, which have no target, its WordNet is empty.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import bolide
from bench import Row, race, seconds, spent
from bench.nltk_wordnet import nltk_wordnet
from bench.texts import corpus
from bolide.lexicon import keys
from bolide.testset import Segments
from bolide.text import tokenizer, tokens

WARM = ["a warm start"]


def rows() -> Iterator[Row]:
    hypotheses, references = corpus()
    yield from _nltk(hypotheses, references)
    yield from _program(hypotheses, references)
    words = ["a", "b"] * 5000
    for key in ("meteor", "meteor-1.5"):
        for what, other in (("the same, a word shorter", words[1:]), ("in threes", ["a", "a", "b"] * 3333)):
            took = seconds(lambda k=key, o=other: bolide.score([" ".join(words)], [" ".join(o)], k).value)
            yield Row(f"{key}, 10,000 words, two alternating; {what}", took, target=1)


def _nltk(hypotheses: list[str], references: list[str]) -> Iterator[Row]:
    try:
        from nltk.translate.meteor_score import meteor_score
    except ImportError:
        return
    net = nltk_wordnet()

    class Nothing:
        @staticmethod
        def synsets(word: str) -> list[object]:
            return []

    words = [tokens(Segments(side), tokenizer("13a")).words() for side in (references, hypotheses)]
    synonyms = "exact+porter+wn-synonym"
    for stages, wordnet, new in (
        (synonyms, net, True),
        (synonyms, net, False),
        ("exact+porter", Nothing(), True),
        ("exact+porter", Nothing(), False),
    ):
        if wordnet is None:
            continue
        metric = bolide.metric(f"meteor:stages={stages}")
        metric.statistics(WARM, [WARM])
        meteor_score([WARM[0].split()], WARM[0].split(), wordnet=wordnet)

        def ours(metric: bolide.Metric = metric, new: bool = new) -> float:
            if new:
                keys._dictionaries.clear()
            return float(metric.score(metric.statistics(hypotheses, [[r] for r in references])).mean())

        def theirs(wordnet: Any = wordnet, new: bool = new) -> float:
            if new and wordnet is net:
                wordnet._synset_offset_cache.clear()
            return sum(meteor_score([r], h, wordnet=wordnet) for r, h in zip(*words, strict=True))

        fast, slow = race(ours, theirs)
        what = "new" if new else "seen before"
        target = 30 if wordnet is net else None
        yield Row(f"METEOR, {stages}, {len(hypotheses)} segments, {what}", fast, "NLTK", slow, target)


def _program(hypotheses: list[str], references: list[str]) -> Iterator[Row]:
    found = find_spec("pycocoevalcap")
    if found is None or not found.submodule_search_locations or shutil.which("java") is None:
        return
    program = Path(found.submodule_search_locations[0], "meteor")
    table = program / "data" / "paraphrase-en.gz"
    with tempfile.TemporaryDirectory() as folder:
        hyp, ref = Path(folder, "hyp.txt"), Path(folder, "ref.txt")
        hyp.write_text("\n".join(hypotheses) + "\n", encoding="utf-8")
        ref.write_text("\n".join(references) + "\n", encoding="utf-8")
        java = ["java", "-Xmx2G", "-jar", program / "meteor-1.5.jar", hyp, ref, "-l", "en", "-norm"]
        command = [sys.executable, "-m", "bolide", "score", "--references", ref, "--metrics"]
        compiled: list[float] = []
        for what, specification, more in (
            ("exact, stem, synonym", "meteor-1.5", ["-m", "exact stem synonym"]),
            ("with paraphrases", f"meteor-1.5:paraphrases={table}", []),
            ("with paraphrases, beam=40", f"meteor-1.5:paraphrases={table},beam=40", []),
        ):
            ours, theirs = [], []
            for turn in range(4):
                for kept in Path(folder).glob("statistics-*"):  # or there were nothing to compute
                    kept.unlink()
                run = spent([*command, specification, "--", hyp], folder)
                if "paraphrases" in what and not compiled:
                    compiled.append(run.clock)
                if turn:  # the first one reads files from the disk
                    ours.append(run)
                    theirs.append(spent([*java, *more]))
            a, b = map(min, (ours, theirs))
            name = f"command line: METEOR 1.5, {what}, {len(hypotheses)} segments"
            yield Row(name, a.clock, "the jar", b.clock, 5)
            yield Row(f"{name}: memory", a.megabytes, "the jar", b.megabytes, 10, unit="MB")
        for took in compiled:
            yield Row("the first run with paraphrases, which compiles the table", took)
