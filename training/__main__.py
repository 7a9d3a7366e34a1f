"""Train the embedded parser: a teacher, its trees of plain text, a student, and the file that is shipped.

python -m training teacher  --treebanks DIR --out teacher.pt
python -m training annotate --model teacher.pt --texts FILE... --out plain.jsonl
python -m training student  --treebanks DIR --plain plain.jsonl --out student.pt
python -m training.export student.pt src/bolide/syntax/data/english.npz
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor

from bolide.kernels import chart
from bolide.syntax.scoring import DELETED, SKIPPED, bracket_score
from bolide.syntax.trees import Tree, plain
from training.layers import LogPartition, Model, loss
from training.trees import Alphabet, Example, Guess, batches, built, read
from training.vectors import vectors

T = TypeVar("T", Tree, Guess)
LONGEST = 70
"""Longer sentences are not trained on."""
HELD_OUT = 12
"""One block of ten trees in so many of MASC is kept for measuring."""


def treebanks(folder: Path) -> tuple[list[Tree], list[Tree], list[Tree], dict[str, list[Tree]]]:
    """Trees to train on, of GUM, MASC and CRAFT, and trees to measure on by name."""
    gum = read(folder / "gum_train_by.ptb")
    masc, craft = read(folder / "masc.ptb"), read(folder / "craft.ptb")
    kept = [tree for i, tree in enumerate(masc) if i // 10 % HELD_OUT]
    held = [tree for i, tree in enumerate(masc) if not i // 10 % HELD_OUT]
    dev = read(folder / "gum_dev.ptb")
    return gum, kept, craft, {"gum": dev[:600], "masc": held}


class Trainer:
    """A model, its alphabet, and what one step needs."""

    def __init__(self, alphabet: Alphabet, model: Model, context: torch.nn.Module | None = None) -> None:
        self.alphabet, self.model, self.context = alphabet, model, context

    def forward(self, examples: Sequence[Example]) -> tuple[Tensor, ...]:
        """What the model finds in sentences of one length."""
        features = torch.tensor([e.features for e in examples])
        with torch.autocast("cpu", torch.bfloat16):  # three times as fast where the processor has it
            context = self.context([e.words for e in examples], features.shape[1]) if self.context else None
            found: tuple[Tensor, ...] = self.model(features, context)
        return tuple(each.float() for each in found)

    def loss(self, examples: Sequence[Example]) -> Tensor:
        """How improbable the examples are."""
        tags = torch.tensor([e.tags for e in examples])
        spans = torch.tensor([span for e in examples for span in e.spans])
        weights = torch.tensor([weight for e in examples for weight in e.weights])
        owners = torch.tensor([row for row, e in enumerate(examples) for _ in e.spans])
        return loss(self.model, tags, spans, weights, owners, self.forward(examples))

    def guess(self, sentences: Sequence[Sequence[str]], size: int = 1500, least: float = 0.03) -> list[Guess]:
        """What the model thinks of sentences; of what it thinks less probable than ``least``, nothing."""
        self.model.eval()
        if self.context:
            self.context.eval()
        tags, chains, functions = (
            list(t) for t in (self.alphabet.tags, self.alphabet.chains, self.alphabet.functions)
        )
        out: list[Guess | None] = [None] * len(sentences)
        for batch in batches([len(s) for s in sentences], size, random.Random(1)):
            texts = [tuple(sentences[i]) for i in batch]
            with torch.no_grad():
                tag_scores, brackets, begin, end = self.forward(
                    [Example(text, self.alphabet.sentence(text), (), (), ()) for text in texts]
                )
            brackets.requires_grad_()
            [probable] = torch.autograd.grad(LogPartition.apply(brackets).sum(), brackets)
            owners, first, last = torch.nonzero(probable >= least, as_tuple=True)
            with torch.no_grad():
                chain, function = self.model.labels(begin[owners, first], end[owners, last])
            each = chain[:, 1:].softmax(-1) * probable[owners, first, last][:, None]
            best = function.argmax(-1).tolist()
            spans: list[list[tuple[int, int, str, str]]] = [[] for _ in texts]
            weights: list[list[float]] = [[] for _ in texts]
            rows, labels = torch.nonzero(each >= least, as_tuple=True)
            for row, label, weight in zip(
                rows.tolist(), labels.tolist(), each[rows, labels].tolist(), strict=True
            ):
                owner = int(owners[row])
                spans[owner].append(
                    (int(first[row]), int(last[row]), chains[label + 1], functions[best[row]])
                )
                weights[owner].append(round(weight, 3))
            for row, (index, of_words) in enumerate(zip(batch, tag_scores.argmax(-1).tolist(), strict=True)):
                named = tuple(tags[t] for t in of_words)
                out[index] = Guess(texts[row], named, tuple(spans[row]), tuple(weights[row]))
        return [guess for guess in out if guess is not None]

    @torch.no_grad()
    def parse(self, sentences: Sequence[Sequence[str]], size: int = 1500) -> list[Tree]:
        """The most probable tree of each sentence; the parser that is shipped takes the most probable brackets."""
        self.model.eval()
        if self.context:
            self.context.eval()
        tags, chains, functions = (
            list(t) for t in (self.alphabet.tags, self.alphabet.chains, self.alphabet.functions)
        )
        examples = [Example(tuple(s), self.alphabet.sentence(s), (), (), ()) for s in sentences]
        out: list[Tree | None] = [None] * len(sentences)
        for batch in batches([len(s) for s in sentences], size, random.Random(1)):
            tag_scores, brackets, begin, end = self.forward([examples[i] for i in batch])
            best_tags = tag_scores.argmax(-1).tolist()
            n = len(sentences[batch[0]])
            for row, index in enumerate(batch):
                first, last = np.triu_indices(n + 1, 1)
                chain, function = self.model.labels(begin[row, first], end[row, last])
                rows = np.zeros((n + 1, n + 1), dtype=np.int32)
                rows[first, last] = np.arange(len(first))
                labels = (chain[:, 1:].log_softmax(-1) + brackets[row, first, last][:, None]).double().numpy()
                scores = np.zeros((n + 1, n + 1))
                scores[first, last] = labels.max(1)
                _, _, nodes = chart.kbest(scores, labels, rows, 1)
                named = [(i, j, label, int(rows[i, j])) for i, j, label, *_ in nodes.tolist()]
                spans = [
                    (i, j, chains[label + 1], functions[int(function[span].argmax())])
                    for i, j, label, span in named
                    if label < labels.shape[1]
                ]
                out[index] = built(sentences[index], [tags[t] for t in best_tags[row]], spans)
        return [tree for tree in out if tree is not None]

    def save(self, path: Path) -> None:
        """Write everything that ``load`` needs."""
        torch.save(
            {
                "alphabet": asdict(self.alphabet),
                "sizes": self.model.sizes,
                "model": self.model.state_dict(),
                "context": self.context.state_dict() if self.context else None,
            },
            path,
        )

    @classmethod
    def load(cls, path: Path) -> Trainer:
        """Read what ``save`` wrote."""
        data = torch.load(path, weights_only=False)
        model = Model(data["model"]["words.word.weight"], **data["sizes"])
        model.load_state_dict(data["model"])
        context = None
        if data["context"]:
            from training.teacher import Context

            context = Context()
            context.load_state_dict(data["context"])
        return cls(Alphabet(**data["alphabet"]), model, context)


def report(trainer: Trainer, sets: dict[str, list[Tree]], limit: int | None = None) -> str:
    """Scores of all sets in one line."""
    parts = []
    for name, trees in sets.items():
        began = time.time()
        gold = trees[:limit]
        parsed = trainer.parse([list(map(plain, tree.words)) for tree in gold])
        score = bracket_score(
            gold, parsed, deleted=DELETED | {"-LRB-", "-RRB-", "HYPH", "NFP"}, skipped=SKIPPED | {"NML", "NX"}
        )
        speed = len(gold) / (time.time() - began)
        parts.append(f"{name} F1 {score.f1:.2f}, tags {score.all_tags:.2f}, {speed:.0f}/s")
    return "; ".join(parts)


def run(
    trainer: Trainer,
    epoch: Sequence[Sequence[Tree | Guess]],
    sets: dict[str, list[Tree]],
    options: argparse.Namespace,
    groups: list[dict[str, object]],
) -> None:
    """Train for so many minutes; the learning rate rises at first, then falls to nothing at the end."""
    rng = random.Random(options.seed)
    optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    base = [group["lr"] for group in optimizer.param_groups]
    began, step, seen, total = time.time(), 0, 0, 0.0
    lap = 0
    made: dict[int, Example] = {}

    def stream() -> Iterator[list[Example]]:
        while True:
            trees = [tree for part in epoch_of(epoch, options.shares, rng) for tree in part]
            for tree in trees:
                if id(tree) not in made:
                    known = trainer.alphabet.example if isinstance(tree, Tree) else trainer.alphabet.numbered
                    made[id(tree)] = known(tree)
            examples = [made[id(tree)] for tree in trees]
            for batch in batches([len(e.words) for e in examples], options.batch, rng):
                yield [examples[i] for i in batch]

    for batch in stream():
        done = (time.time() - began) / (60 * options.minutes)
        if done >= 1:
            break
        rate = min(1.0, (step + 1) / 200) * max(0.02, 1 - done)
        for group, lr in zip(optimizer.param_groups, base, strict=True):
            group["lr"] = lr * rate
        trainer.model.train()
        if trainer.context:
            trainer.context.train()
        value = trainer.loss(batch)
        optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_([p for g in groups for p in g["params"]], 5.0)  # type: ignore[union-attr, attr-defined]
        optimizer.step()
        step, seen, total = step + 1, seen + len(batch), 0.98 * total + 0.02 * float(value.detach())
        if step % 100 == 0:
            print(f"{step} {seen} sentences, loss {total:.3f}, {time.time() - began:.0f} s", flush=True)
        if int(done * 8) > lap:
            lap = int(done * 8)
            print(report(trainer, sets, 300), flush=True)
            trainer.save(options.out)
    print("end:", report(trainer, sets), flush=True)
    trainer.save(options.out)


def epoch_of(
    parts: Sequence[Sequence[Tree | Guess]], shares: Sequence[float], rng: random.Random
) -> Iterator[Sequence[Tree | Guess]]:
    """The trees of one epoch: all of the first two treebanks, and of the others a share of as many."""
    yield from parts[:2]
    own = len(parts[0]) + len(parts[1])
    for part, share in zip(parts[2:], shares, strict=False):
        yield rng.sample(part, min(len(part), int(own * share)))


def short(trees: Sequence[T]) -> list[T]:
    """Trees that are not too long to train on."""
    return [tree for tree in trees if 1 <= len(tree.words) <= LONGEST]


def made(options: argparse.Namespace, trees: Sequence[Tree], **sizes: Any) -> Trainer:
    """A new model; the words of the trees and of the plain texts are known, and the most frequent ones."""
    texts = [line.split() for path in options.texts for line in path.read_text("utf-8").splitlines()]
    counts = Counter(plain(word) for tree in trees for word in tree.words)
    counts.update(word for text in texts for word in text)
    words, table = vectors(options.vectors, (w for w, n in counts.most_common() if n > 1), options.vocabulary)
    alphabet = Alphabet.of(trees, words)
    model = Model(table, len(alphabet.tags), len(alphabet.chains), len(alphabet.functions), **sizes)
    print(
        sum(p.numel() for p in model.parameters()),
        "parameters",
        {k: len(v) for k, v in asdict(alphabet).items()},
    )
    return Trainer(alphabet, model)


def learnt(module: torch.nn.Module, lr: float) -> dict[str, object]:
    """The parameters that are trained, with their learning rate."""
    return {"params": [p for p in module.parameters() if p.requires_grad], "lr": lr}


def teacher(options: argparse.Namespace) -> None:
    """Train the teacher."""
    from training.teacher import Context

    gum, masc, craft, sets = treebanks(options.treebanks)
    context = Context()
    trainer = Trainer.load(options.start) if options.start else made(
        options, [*gum, *masc, *craft[::3]],
        hidden=256, layers=1, affix=32, bracket=192, label=192, drop=0.3, context=context.width,
    )  # fmt: skip
    trainer.context = trainer.context or context
    groups = [learnt(trainer.model, 1.5e-3), learnt(trainer.context, 1.5e-4)]
    run(trainer, [short(gum), short(masc), short(craft)], sets, options, groups)


def annotate(options: argparse.Namespace) -> None:
    """Write what the teacher thinks of plain text, a line a sentence."""
    trainer = Trainer.load(options.model)
    sentences = [line.split() for path in options.texts for line in path.read_text("utf-8").splitlines()]
    with options.out.open("w", encoding="utf-8") as file:
        for first in range(0, len(sentences), 2000):
            began = time.time()
            guesses = trainer.guess(sentences[first : first + 2000])
            file.writelines(f"{guess.line()}\n" for guess in guesses)
            print(
                f"{first + len(guesses)} of {len(sentences)}, {len(guesses) / (time.time() - began):.0f}/s",
                flush=True,
            )


def student(options: argparse.Namespace) -> None:
    """Train the parser that is shipped."""
    gum, masc, craft, sets = treebanks(options.treebanks)
    silver = [Guess.read(line) for path in options.plain for line in path.read_text("utf-8").splitlines()]
    trainer = (
        Trainer.load(options.start)
        if options.start
        else made(options, [*gum, *masc, *craft[::3]], hidden=options.hidden, drop=options.drop)
    )
    groups = [learnt(trainer.model, 2e-3)]
    run(trainer, [short(gum), short(masc), short(craft), short(silver)], sets, options, groups)


def evaluate(options: argparse.Namespace) -> None:
    """Measure a model on treebank files."""
    trainer = Trainer.load(options.model)
    for path in options.texts:
        print(path.name, report(trainer, {"all": read(path)}))


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(
        prog="training", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = {"teacher": teacher, "annotate": annotate, "student": student, "evaluate": evaluate}
    below = parser.add_subparsers(required=True)
    for name, function in commands.items():
        each = below.add_parser(name, description=function.__doc__)
        each.set_defaults(run=function)
        each.add_argument("--treebanks", type=Path, help="folder of the treebanks")
        each.add_argument(
            "--texts", type=Path, nargs="*", default=[], help="files to parse, words separated by spaces"
        )
        each.add_argument(
            "--plain", type=Path, nargs="*", default=[], help="what the teacher thinks of plain text"
        )
        each.add_argument("--start", type=Path, help="a model to go on from")
        each.add_argument(
            "--shares",
            type=float,
            nargs="+",
            default=[0.5, 2.0],
            help="trees of CRAFT, and of plain text, in an epoch, for each tree of GUM and MASC",
        )
        each.add_argument("--model", type=Path)
        each.add_argument("--out", type=Path)
        each.add_argument("--minutes", type=float, default=30)
        each.add_argument("--batch", type=int, default=700, help="words in a batch")
        each.add_argument("--hidden", type=int, default=192)
        each.add_argument("--drop", type=float, default=0.25)
        each.add_argument("--vectors", type=Path, help="the file of word vectors")
        each.add_argument("--vocabulary", type=int, default=40000)
        each.add_argument("--threads", type=int, default=1)
        each.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    options.run(options)


if __name__ == "__main__":
    main()
