"""The parser as PyTorch modules: an encoder, and heads that score tags, brackets, chains and functions.

The probability of a tree is that of its brackets, under a conditional random field over all n-ary bracketings
of the sentence, times that of each chain given its bracket. A bracketing is counted once: the children of a
constituent are gathered from the left, so that a span is either complete (it has a label, or is one word), or
the left part of one that is not complete yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from bolide.syntax.spelling import AFFIXES, SHAPES, WIDTH


class LogPartition(torch.autograd.Function):
    """The logarithm of the sum over all bracketings, of ``exp`` of the sum of their brackets' scores.

    Takes scores ``(sentences, n + 1, n + 1)``; what it passes back are the marginals. Tables are by first word
    and width (``left``), or by last word and width (``whole``), so that all ways to cut the spans of one width
    in two are two slices.
    """

    @staticmethod
    def forward(ctx: Any, scores: Tensor) -> Tensor:
        count, size, _ = scores.shape
        n = size - 1
        low = torch.finfo(scores.dtype).min / 4
        left = scores.new_full((count, n + 1, n + 1), low)
        whole = scores.new_full((count, n + 1, n + 1), low)
        inner = scores.new_full((count, n + 1, n + 1), low)
        soft = functional.softplus(scores)
        for width in range(1, n + 1):
            starts = n - width + 1
            mine = scores.diagonal(width, 1, 2)
            if width == 1:
                left[:, :starts, 1] = soft.diagonal(1, 1, 2)
                whole[:, 1:, 1] = soft.diagonal(1, 1, 2)
                inner[:, :starts, 1] = 0
                continue
            cuts = left[:, :starts, 1:width] + whole[:, width:, 1:width].flip(-1)
            total = torch.logsumexp(cuts, -1)
            inner[:, :starts, width] = total
            left[:, :starts, width] = total + soft.diagonal(width, 1, 2)
            whole[:, width:, width] = total + mine
        ctx.save_for_backward(scores, left, whole, inner)
        return inner[:, 0, n] + scores[:, 0, n]

    @staticmethod
    def backward(ctx: Any, *outer: Tensor) -> Tensor:
        scores, left, whole, inner = ctx.saved_tensors
        n = scores.shape[1] - 1
        of_left, of_whole = torch.zeros_like(left), torch.zeros_like(whole)
        of_scores = torch.zeros_like(scores)
        gate = torch.sigmoid(scores)
        of_whole[:, n, n] = 1.0  # the root is complete
        for width in range(n, 0, -1):
            starts = n - width + 1
            g_left, g_whole = of_left[:, :starts, width], of_whole[:, width:, width]
            mine = gate.diagonal(width, 1, 2)
            if width == 1:
                whole_root = 1.0 if n == 1 else mine
                of_scores.diagonal(width, 1, 2).copy_(g_left * mine + g_whole * whole_root)
                continue
            of_scores.diagonal(width, 1, 2).copy_(g_left * mine + g_whole)
            total = g_left + g_whole
            cuts = left[:, :starts, 1:width] + whole[:, width:, 1:width].flip(-1)
            shares = torch.exp(cuts - inner[:, :starts, width, None]) * total[..., None]
            of_left[:, :starts, 1:width] += shares
            of_whole[:, width:, 1:width] += shares.flip(-1)
        return of_scores * outer[0][:, None, None]


class Words(nn.Module):
    """Words as vectors: given ones of frequent words, which stay as they are; learnt ones of the shape, and of
    the word, its beginnings and ends, which are added up."""

    def __init__(self, vectors: Tensor, shape: int, affix: int, drop: float) -> None:
        super().__init__()
        self.word = nn.Embedding.from_pretrained(vectors, freeze=True)
        self.shape = nn.Embedding(SHAPES, shape)
        self.affix = nn.EmbeddingBag(AFFIXES, affix, mode="sum")
        for table in (self.shape, self.affix):
            nn.init.normal_(table.weight, std=0.1)
        self.width = vectors.shape[1] + shape + affix
        self.drop = drop

    def forward(self, features: Tensor) -> Tensor:
        words = features[..., 0]
        if self.training:  # words without a vector must be known by their spelling
            words = words.masked_fill(torch.rand(words.shape) < self.drop, 0)
        affix = self.affix(features[..., 2:].reshape(-1, WIDTH - 2)).view(*features.shape[:-1], -1)
        return torch.cat([self.word(words), self.shape(features[..., 1]), affix], -1)


class Model(nn.Module):
    """Encoder and heads. ``context`` is what a teacher adds to each word, or nothing."""

    def __init__(
        self,
        vectors: Tensor,
        tags: int,
        chains: int,
        functions: int,
        hidden: int = 192,
        layers: int = 2,
        shape: int = 32,
        affix: int = 64,
        bracket: int = 128,
        label: int = 128,
        drop: float = 0.25,
        context: int = 0,
    ) -> None:
        super().__init__()
        self.sizes = {
            "tags": tags, "chains": chains, "functions": functions,
            "hidden": hidden, "layers": layers, "shape": shape, "affix": affix, "bracket": bracket, "label": label, "drop": drop, "context": context,
        }  # fmt: skip
        self.words = Words(vectors, shape, affix, 0.05)
        self.lstm = nn.LSTM(
            self.words.width + context, hidden, num_layers=layers, bidirectional=True, batch_first=True,
            dropout=drop if layers > 1 else 0.0,
        )  # fmt: skip
        self.drop = nn.Dropout(drop)
        self.tag = nn.Linear(2 * hidden, tags)
        self.begin, self.end = nn.Linear(2 * hidden, bracket), nn.Linear(2 * hidden, bracket)
        self.pair = nn.Parameter(torch.randn(bracket + 1, bracket) * 0.02)
        self.label_begin = nn.Linear(2 * hidden, label)
        self.label_end = nn.Linear(2 * hidden, label, bias=False)
        self.chain, self.function = nn.Linear(label, chains), nn.Linear(label, functions)

    def forward(self, features: Tensor, context: Tensor | None = None) -> tuple[Tensor, ...]:
        """Scores of tags and of brackets, and what the labels of brackets come from."""
        x = self.words(features)
        if context is not None:
            x = torch.cat([x, context], -1)
        out = self.drop(self.lstm(self.drop(x))[0])
        half = out.shape[-1] // 2
        between = torch.cat([out[:, :-1, :half], out[:, 1:, half:]], -1)
        begin = self.drop(functional.relu(self.begin(between)))
        end = self.drop(functional.relu(self.end(between)))
        one = torch.ones_like(begin[..., :1])
        brackets = torch.cat([begin, one], -1) @ self.pair @ end.transpose(1, 2)
        return self.tag(out[:, 1:-1]), brackets, self.label_begin(between), self.label_end(between)

    def labels(self, begin: Tensor, end: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of the chains and functions of spans."""
        inner = self.drop(functional.relu(begin + end))
        return self.chain(inner), self.function(inner)


def loss(
    model: Model, tags: Tensor, spans: Tensor, weights: Tensor, owners: Tensor, found: Sequence[Tensor]
) -> Tensor:
    """The negative logarithm of the probability of the trees, and of their tags and functions, a word.

    Where spans are uncertain, it is what is to be expected of trees with such spans. The bracket around the
    sentence is in all trees, so its score says nothing and is left out; else it would grow or fall for ever
    where its weight is not quite 1.
    """
    tag_scores, brackets, begin, end = found
    first, last, chain, function = spans.unbind(1)
    size = brackets.shape[1] - 1
    log_z = (LogPartition.apply(brackets) - brackets[:, 0, size]).sum()
    gold = (weights * brackets[owners, first, last] * (last - first < size)).sum()
    chains, functions = model.labels(begin[owners, first], end[owners, last])
    known = chain > 0
    of_chains = functional.cross_entropy(chains[known], chain[known], reduction="none")
    of_functions = functional.cross_entropy(functions, function, reduction="none")
    of_tags = functional.cross_entropy(
        tag_scores.flatten(0, 1), tags.flatten(), ignore_index=-100, reduction="sum"
    )
    parts = log_z - gold + (weights[known] * of_chains).sum() + 0.5 * (weights * of_functions).sum() + of_tags
    return parts / tags.numel()
