"""Metrics over trees against textbook versions in Python: counting alone, parses given.

Both sides start from the trees as they keep them in memory: ours from arrays, the textbook from nodes. A second row
says what it takes from ``Tree`` objects, a third what a whole call takes with parses in a file.
"""

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import bolide
from bench import Row, caches_in, seconds
from bolide.kernels import trees as kernels
from bolide.metrics._trees import LevelMetric
from bolide.syntax import Tree, dependencies, forests
from tests import textbook_trees as textbook

SEGMENTS = 2000
GRAMMAR = {
    "S": [("NP", "VP", "."), ("PP", ",", "NP", "VP", "."), ("NP", "VP", "SBAR", ".")],
    "NP": [
        ("DT", "NN"),
        ("DT", "JJ", "NN"),
        ("NP", "PP"),
        ("PRP",),
        ("NNP", "NNP"),
        ("NP", "SBAR"),
        ("NNS",),
    ],
    "VP": [
        ("VBD", "NP"),
        ("VBD", "NP", "PP"),
        ("MD", "VP"),
        ("VBD", "SBAR"),
        ("VB", "NP"),
        ("VP", "CC", "VP"),
    ],
    "PP": [("IN", "NP")],
    "SBAR": [("IN", "S"), ("WHNP", "VP")],
    "WHNP": [("WDT",)],
}
WORDS = Path(__file__).parents[1].joinpath("demo", "reference.1.txt").read_text(encoding="utf-8").split()


def grown(source: random.Random, label: str, left: int) -> Tree:
    """A random tree of a toy grammar with words of the demo."""
    if label not in GRAMMAR:
        return Tree.leaf(label, source.choice(WORDS))
    rules = GRAMMAR[label]
    if left < 1:
        rules = [
            rule for rule in rules if label not in rule and "SBAR" not in rule and "S" not in rule
        ] or rules[:1]
    rule = source.choice(rules)
    return Tree(label, [grown(source, each, left - 1) for each in rule])


def changed(source: random.Random, tree: Tree) -> Tree:
    """The same tree with some constituents grown anew."""
    if tree.is_leaf:
        return tree
    if source.random() < 0.06:
        return grown(source, tree.label, 2)
    return Tree(tree.label, [changed(source, child) for child in tree.children])


def sentences(number: int) -> list[tuple[Tree, Tree]]:
    source, made = random.Random(7), []
    while len(made) < number:
        tree = grown(source, "S", 7)
        if 8 <= len(tree.words) <= 60:
            made.append((changed(source, tree), tree))
    return made


def of_words(number: int) -> Tree:
    """A tree of about so many words."""
    source, parts, words = random.Random(1), [], 0
    while words < number:
        parts.append(grown(source, "S", 9))
        words += len(parts[-1].words)
    while len(parts) > 1:
        parts = [
            Tree("S", parts[i : i + 3]) if len(parts[i : i + 3]) > 1 else parts[i]
            for i in range(0, len(parts), 3)
        ]
    return parts[0]


def rows() -> Iterator[Row]:
    pairs = sentences(SEGMENTS)
    hypotheses, references = [h for h, _ in pairs], [r for _, r in pairs]
    mean = sum(len(r.words) for r in references) / SEGMENTS
    what = f"{SEGMENTS} segments of {mean:.0f} words"
    plain = [
        [([textbook.constituents(h)], [textbook.constituents(r)]) for h, r in pairs],
        [(textbook.dependencies(dependencies(h)), textbook.dependencies(dependencies(r))) for h, r in pairs],
    ]
    with tempfile.TemporaryDirectory() as folder, caches_in("off"):
        path = Path(folder, "trees.ptb")
        path.write_text("".join(f"{tree}\n" for tree in (*hypotheses, *references)), encoding="utf-8")
        for key in ("stm", "hwcm", "dstm", "tkm", "dtkm"):
            metric = bolide.metric(f"{key}:parser=files:path={path}")
            make = forests.constituents if key in ("stm", "tkm") else forests.dependencies

            ours = (make(hypotheses), make(references))
            slow, found = textbook_scores(key, plain[key not in ("stm", "tkm")])
            np.testing.assert_allclose(counted(metric, *ours), found, atol=1e-9)
            fast = fastest(5, counted, metric, *ours)
            yield Row(f"{key}, counting, {what}", fast, "textbook", slow, 50)
            objects = fastest(3, lambda of, how: counted(of, how(hypotheses), how(references)), metric, make)
            yield Row(f"{key}, from Tree objects", objects, "textbook", slow)
            texts = [[" ".join(tree.words) for tree in side] for side in (hypotheses, references)]
            yield Row(
                f"{key}, whole call, parses in a file", fastest(3, bolide.score, *texts, metric), target=1
            )
    tree = of_words(200)
    for key, make in (("tkm", forests.constituents), ("dtkm", forests.dependencies)):
        both = make([tree]).joined(make([tree]))
        forest = (both.labels, both.parents, both.starts, np.array([0, 1]), 1.0)
        took = fastest(99, lambda of, sided: kernels.tree_kernels(*of, sided=sided), forest, key == "dtkm")
        yield Row(
            f"{key}, a pair of equal trees of {len(tree.words)} words", 1000 * took, target=10, unit="ms"
        )


def counted(metric: bolide.Metric, here: forests.Forest, there: forests.Forest) -> np.ndarray:
    """The scores of all segments by a metric of ours."""
    forest, groups = here.joined(there), np.arange(SEGMENTS + 1)
    if isinstance(metric, LevelMetric):
        segments = kernels.segmented(groups)
        return metric.score(kernels.clipped(metric.names(forest, segments), forest.starts, segments))
    return 100 * metric._cosines(forest, groups)[0]


def fastest(turns: int, run: Callable, *arguments: object) -> float:
    return min(seconds(lambda: run(*arguments)) for _ in range(turns))


def textbook_scores(key: str, plain: list) -> tuple[float, list[float]]:
    """How long the textbook takes for all segments, and what it gives."""
    found: list[float] = []
    level: dict[str, tuple[Callable, float]] = {
        "stm": (textbook.subtrees, 0.0), "dstm": (textbook.subtrees, 0.0), "hwcm": (textbook.chains, 0.001),
    }  # fmt: skip

    def run() -> None:
        for hypothesis, reference in plain:
            if key in level:
                count, epsilon = level[key]
                row = textbook.level_row(hypothesis, [reference], 4, count)
                found.append(textbook.level_score(row, 4, epsilon))
            else:
                found.append(100 * textbook.cosine(hypothesis, reference))

    return seconds(run), found
