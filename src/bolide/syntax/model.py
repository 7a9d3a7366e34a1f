"""The network of the embedded parser: from words to scores of tags, brackets and labels, with NumPy alone.

Words are vectors (of the word itself, its shape, its beginnings and ends); two layers of LSTMs read the
sentence in both directions; a bracket is scored by what was read before and after each of its two ends. The
model file is made by ``training/``, whose README says how and from what.

Sentences are computed in blocks of a fixed number of sentences, and labels in blocks of a fixed number of
spans, filled up with nothing where there are fewer: so a sentence has the same scores in whatever company.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError
from bolide.syntax.spelling import BEGIN, END, SPECIAL, edge, features

Floats = NDArray[np.float32]
FORMAT = 1
"""The layout of the model file; a file of another one is refused."""
BLOCK = 32
"""So many sentences are read at once."""
SPANS = 1024
"""So many spans are labelled at once."""


@dataclass(frozen=True)
class Scores:
    """What the network says of one sentence of ``n`` words.

    ``tags`` has a number a word; ``brackets`` is ``(n + 1, n + 1)``, by the first word and the one after the
    last; ``labels`` are logarithms of probabilities, a row a span, in the order of ``triu_indices(n + 1, 1)``;
    ``inner`` is what ``Model.functions`` turns into the function labels of such spans.
    """

    tags: NDArray[np.intp]
    brackets: Floats
    labels: Floats
    inner: Floats


class Model:
    """The network, read from its file."""

    def __init__(self, path: Path) -> None:
        arrays, about = _read(path)
        self.about = about
        self.tags: list[str] = about["tags"]
        self.chains: list[tuple[str, ...]] = [tuple(chain.split("+")) for chain in about["chains"]]
        self.function_names: list[str] = about["functions"]
        self.digest: str = about["digest"]
        self._vocabulary = {word: SPECIAL + i for i, word in enumerate(about["words"])}
        self._arrays = arrays
        self._hidden = int(about["hidden"])

    def scores(self, sentences: Sequence[Sequence[str]]) -> Iterator[Scores]:
        """Scores of sentences of about the same length; at most ``BLOCK``, each of at least one word."""
        lengths = [len(words) for words in sentences]
        read = self._read_block(sentences, max(lengths) + 2)
        a, half = self._arrays, self._hidden
        begins, ends, firsts, lasts, tags = [], [], [], [], []
        for row, n in enumerate(lengths):
            out = read[: n + 2, row]
            between = np.concatenate([out[:-1, :half], out[1:, half:]], axis=1)
            begins.append(_relu(_dense(between, a, "begin")))
            ends.append(_relu(_dense(between, a, "end")))
            firsts.append(_dense(between, a, "label_begin"))
            lasts.append(between @ a["label_end.weight"])
            tags.append(_dense(out[1:-1], a, "tag").argmax(1))
        pairs = [np.triu_indices(n + 1, 1) for n in lengths]
        inner = np.concatenate(
            [_relu(first[i] + last[j]) for first, last, (i, j) in zip(firsts, lasts, pairs, strict=True)]
        )
        labels = self._labels(inner)
        at = 0
        for row in range(len(sentences)):
            one = np.ones((len(begins[row]), 1), dtype=np.float32)
            brackets = np.concatenate([begins[row], one], axis=1) @ a["pair"] @ ends[row].T
            size = len(pairs[row][0])
            yield Scores(tags[row], brackets, labels[at : at + size], inner[at : at + size])
            at += size

    def functions(self, inner: Floats) -> list[str]:
        """The function labels of spans, of which ``Scores.inner`` has a row each."""
        best = _dense(inner, self._arrays, "function").argmax(1)
        return [self.function_names[number] for number in best.tolist()]

    def _labels(self, inner: Floats) -> Floats:
        parts = []
        for first in range(0, len(inner), SPANS):
            block = inner[first : first + SPANS]
            full = block
            if len(block) < SPANS:
                full = np.zeros((SPANS, inner.shape[1]), dtype=np.float32)
                full[: len(block)] = block
            scores = _dense(full, self._arrays, "chain")
            scores -= scores.max(axis=1, keepdims=True)
            scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
            parts.append(scores[: len(block)])
        return np.concatenate(parts)

    def _read_block(self, sentences: Sequence[Sequence[str]], steps: int) -> Floats:
        """What the LSTMs have read at each word: ``(steps, BLOCK, 2 * hidden)``."""
        known = {"\n": 0, "\r": 1}  # the ends, which are no words
        numbers = np.zeros((steps, BLOCK), dtype=np.intp)
        lengths = np.full(BLOCK, 2)
        for row, words in enumerate(sentences):
            n = len(words)
            lengths[row] = n + 2
            numbers[1 : n + 1, row] = [known.setdefault(word, len(known)) for word in words]
            numbers[n + 1, row] = 1
        spelled = [edge(BEGIN), edge(END), *(features(word, self._vocabulary) for word in list(known)[2:])]
        x = self._vectors(np.array(spelled))
        # the other direction reads each sentence from its own end
        time = np.arange(steps)[:, None]
        back = np.where(time < lengths, lengths - 1 - time, time)
        rows = np.arange(BLOCK)
        out = np.empty(0, dtype=np.float32)
        for layer in range(int(self.about["layers"])):
            sides = []
            for side in ("", "_reverse"):
                name = f"l{layer}{side}"
                if layer == 0:
                    gates = _dense(x, self._arrays, name)[numbers]
                else:
                    gates = _dense(out.reshape(steps * BLOCK, -1), self._arrays, name).reshape(
                        steps, BLOCK, -1
                    )
                if side:
                    gates = gates[back, rows]
                sides.append(_lstm(gates, self._arrays[f"{name}.again"]))
            out = np.concatenate([sides[0], sides[1][back, rows]], axis=2)
        return out

    def _vectors(self, numbers: NDArray[np.int64]) -> Floats:
        """Vectors of words, filled up to whole blocks."""
        a = self._arrays
        padded = np.zeros((-(-len(numbers) // 64) * 64, numbers.shape[1]), dtype=np.int64)
        padded[: len(numbers)] = numbers
        affixes = padded[:, 2:]
        affix = (a["affix"][affixes] * a["affix.scale"][affixes][..., None]).sum(axis=1)
        return np.concatenate(
            [
                a["word"][padded[:, 0]] * a["word.scale"][padded[:, 0], None],
                a["shape"][padded[:, 1]] * a["shape.scale"][padded[:, 1], None],
                affix,
            ],
            axis=1,
        )


def _lstm(gates: Floats, again: Floats) -> Floats:
    """An LSTM from the scores of its gates that the words give: input, forget, output, new.

    The model file holds half of what the first three gates add up to, since the logistic function of ``x`` is
    ``(1 + tanh(x / 2)) / 2``; so one call serves all four.
    """
    steps, rows, width = gates.shape
    size = width // 4
    out = np.empty((steps, rows, size), dtype=np.float32)
    h = np.zeros((rows, size), dtype=np.float32)
    c = np.zeros((rows, size), dtype=np.float32)
    for step in range(steps):
        g = h @ again
        g += gates[step]
        np.tanh(g, out=g)
        g[:, : 3 * size] += 1
        g[:, : 3 * size] *= 0.5
        c *= g[:, size : 2 * size]
        c += g[:, :size] * g[:, 3 * size :]
        np.tanh(c, out=h)
        h *= g[:, 2 * size : 3 * size]
        out[step] = h
    return out


def _dense(x: Floats, arrays: dict[str, Any], name: str) -> Floats:
    found: Floats = x @ arrays[f"{name}.weight"] + arrays[f"{name}.bias"]
    return found


def _relu(x: Floats) -> Floats:
    return np.maximum(x, 0)


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays of a model file, and what it says of itself."""
    again = "install bolide again, or name a model that training/ made for this version"
    try:
        content = path.read_bytes()
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            if about.get("format") != FORMAT:
                raise InputError(
                    f"{path}: this model has the format {about.get('format')}, not {FORMAT}: {again}"
                )
            arrays = {
                name: file[name] if name in ("word", "shape", "affix") else file[name].astype(np.float32)
                for name in file.files
                if name != "about"
            }
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such model file: {again}") from None
    except InputError:
        raise
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, AttributeError) as error:
        raise InputError(f"{path}: the model file is damaged ({error}): {again}") from None
    about["digest"] = hashlib.blake2b(content, digest_size=4).hexdigest()
    return arrays, about
