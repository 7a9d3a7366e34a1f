"""The network of the embedded parser: from words to scores of tags, brackets and labels, with NumPy alone.

Words are vectors (of the word itself, its shape, its beginnings and ends); two layers of LSTMs read the
sentence in both directions; a bracket is scored by what was read before and after each of its two ends. The
model file is made by ``training/``, whose README says how and from what.

All products of matrices are cut into tiles of one size (``product``), and sentences are read in blocks of a
fixed number, filled up with nothing: so a sentence has the same scores in whatever company.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError
from bolide.syntax.spelling import BEGIN, END, SPECIAL, edge, features

Floats = NDArray[np.float32]
FORMAT = 2
"""The layout of the model file; a file of another one is refused."""
TABLES = ("word", "shape", "affix")
"""The arrays that have a row a word, a shape, a beginning or end."""
BLOCK = 16
"""So many sentences, or spans, are computed at once. Of the blocks that are fast, it is the largest whose
columns OpenBLAS treats alike on all processors: a column is the same wherever it stands."""
MOST = 2**18
"""OpenBLAS starts threads for products of more steps than this, which on a busy machine cost more than they
bring."""

REMEMBERED = 2**14
"""Of so many words, what the network sees of them is kept."""


@dataclass(frozen=True)
class Scores:
    """What the network says of one sentence of ``n`` words.

    ``tags`` has a number a word; ``brackets`` is ``(n + 1, n + 1)``, by the first word and the one after the
    last; ``labels`` are how probable each label of a bracket is, a row a span, in the order of
    ``triu_indices(n + 1, 1)``; ``inner`` is what ``Model.functions`` turns into the function labels of such
    spans.
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
        vocabulary = {word: SPECIAL + i for i, word in enumerate(about["words"])}
        self._spelled = lru_cache(REMEMBERED)(lambda word: features(word, vocabulary))
        self._arrays = {name: arrays[name] for name in arrays if name.partition(".")[0] in TABLES}
        self._layers: dict[str, tuple[Floats, Floats]] = {}
        for name, weight in arrays.items():
            if name.endswith((".weight", ".again")):
                name = name.removesuffix(".weight")
                bias = arrays.get(f"{name}.bias", np.zeros(weight.shape[1], dtype=np.float32))
                self._layers[name] = tiles(weight.T), bias
        self._hidden = int(about["hidden"])

    def scores(self, sentences: Sequence[Sequence[str]]) -> Iterator[Scores]:
        """Scores of sentences of about the same length; at most ``BLOCK``, each of at least one word."""
        lengths = [len(words) for words in sentences]
        read, half = self._read_block(sentences, max(lengths) + 2), self._hidden
        between = np.concatenate([read[:-1, :half], read[1:, half:]], axis=1)
        begins = np.maximum(self._layer("begin", between), 0)
        begins = self._layer("pair", np.concatenate([begins, np.ones_like(begins[:, :1])], axis=1))
        ends = np.maximum(self._layer("end", between), 0)
        firsts, lasts = self._layer("label_begin", between), self._layer("label_end", between)
        tags = self._layer("tag", read[1:-1]).argmax(axis=1)
        pairs = [np.triu_indices(n + 1, 1) for n in lengths]
        inner = np.concatenate([firsts[i, :, row] + lasts[j, :, row] for row, (i, j) in enumerate(pairs)])
        inner = np.maximum(inner, 0)
        labels = self._rows("chain", inner)
        labels -= labels.max(axis=1, keepdims=True)
        labels = np.exp(labels)
        labels /= labels.sum(axis=1, keepdims=True)
        at = 0
        for row, n in enumerate(lengths):
            brackets = product(tiles(begins[: n + 1, :, row]), _blocks(ends[: n + 1, :, row]))
            size = len(pairs[row][0])
            yield Scores(
                tags[:n, row], _unblocked(brackets, n + 1)[:, : n + 1].T, labels[at : at + size],
                inner[at : at + size],
            )  # fmt: skip
            at += size

    def functions(self, inner: Floats) -> list[str]:
        """The function labels of spans, of which ``Scores.inner`` has a row each."""
        best = self._rows("function", inner).argmax(axis=1)
        return [self.function_names[number] for number in best.tolist()]

    def _layer(self, name: str, x: Floats) -> Floats:
        """A layer of the network, of ``(blocks, width, BLOCK)``."""
        weight, bias = self._layers[name]
        found = product(weight, x)[:, : len(bias)]
        found += bias[:, None]
        return found

    def _rows(self, name: str, x: Floats) -> Floats:
        """A layer of the network, of any number of rows."""
        return _unblocked(self._layer(name, _blocks(x)), len(x))

    def _read_block(self, sentences: Sequence[Sequence[str]], steps: int) -> Floats:
        """What the LSTMs have read at each word: ``(steps, 2 * hidden, BLOCK)``."""
        known = {"\n": 0, "\r": 1}  # the ends, which are no words
        numbers = np.zeros((steps, BLOCK), dtype=np.intp)
        inside = np.zeros((steps, BLOCK), dtype=np.float32)
        for row, words in enumerate(sentences):
            n = len(words)
            inside[: n + 2, row] = 1
            numbers[1 : n + 1, row] = [known.setdefault(word, len(known)) for word in words]
            numbers[n + 1, row] = 1
        spelled = [edge(BEGIN), edge(END), *map(self._spelled, list(known)[2:])]
        x = self._vectors(np.array(spelled))
        out = np.empty(0, dtype=np.float32)
        for layer in range(int(self.about["layers"])):
            sides = []
            for side in ("", "_reverse"):
                name = f"l{layer}{side}"
                if layer == 0:
                    gates = self._rows(name, x)[numbers].transpose(0, 2, 1)
                else:
                    gates = self._layer(name, out)
                sides.append(_lstm(gates, inside, self._layers[f"{name}.again"][0], backwards=bool(side)))
            out = np.concatenate(sides, axis=1)
        return out

    def _vectors(self, numbers: NDArray[np.int64]) -> Floats:
        """Vectors of words."""
        a = self._arrays
        affixes = numbers[:, 2:]
        affix = (a["affix"][affixes] * a["affix.scale"][affixes][..., None]).sum(axis=1)
        return np.concatenate(
            [
                a["word"][numbers[:, 0]] * a["word.scale"][numbers[:, 0], None],
                a["shape"][numbers[:, 1]] * a["shape.scale"][numbers[:, 1], None],
                affix,
            ],
            axis=1,
        )


def tiles(matrix: Floats) -> Floats:
    """The rows of a matrix in tiles, as ``product`` takes them; the last one is filled up with zeros."""
    rows, width = matrix.shape
    height = min(32, MOST // (BLOCK * width) // 8 * 8)
    count = -(-rows // height)
    padded = np.zeros((count * height, width), dtype=np.float32)
    padded[:rows] = matrix
    return padded.reshape(count, height, width)


def product(matrix: Floats, x: Floats) -> Floats:
    """The matrix that ``tiles`` has cut times each block of ``x``: ``(blocks, rows, BLOCK)``.

    >>> x = np.zeros((1, 2, BLOCK), np.float32)
    >>> x[0, :, 0] = 1, 2
    >>> product(tiles(np.array([[1, 1], [0, 1]], np.float32)), x)[0, :2, 0].tolist()
    [3.0, 2.0]
    """
    count, height, _ = matrix.shape
    found: Floats = (matrix @ x[:, None]).reshape(len(x), count * height, BLOCK)
    return found


def _blocks(rows: Floats) -> Floats:
    """Rows as columns of blocks, of which the last is filled up with zeros: ``(blocks, width, BLOCK)``."""
    count, width = rows.shape
    blocks = -(-count // BLOCK)
    padded = np.zeros((blocks * BLOCK, width), dtype=np.float32)
    padded[:count] = rows
    return np.ascontiguousarray(padded.reshape(blocks, BLOCK, width).transpose(0, 2, 1))


def _unblocked(blocks: Floats, count: int) -> Floats:
    """The columns of blocks as that many rows."""
    # always in the same layout, since NumPy's sums depend on it
    return np.ascontiguousarray(blocks.transpose(0, 2, 1)).reshape(-1, blocks.shape[1])[:count]


def _lstm(gates: Floats, inside: Floats, again: Floats, backwards: bool) -> Floats:
    """An LSTM from what the words give its gates (input, forget, output, new) and the matrix of its state.

    ``inside`` is 0 after the end of a sentence, where the state is forgotten. The model file holds half of
    what the first three gates add up to, since the logistic function of ``x`` is ``(1 + tanh(x / 2)) / 2``;
    so one call serves all four.
    """
    steps, width, _ = gates.shape
    size = width // 4
    out = np.empty((steps, size, BLOCK), dtype=np.float32)
    h = np.zeros((size, BLOCK), dtype=np.float32)
    c = np.zeros((size, BLOCK), dtype=np.float32)
    for step in range(steps - 1, -1, -1) if backwards else range(steps):
        g = product(again, h[None])[0]
        g += gates[step]
        np.tanh(g, out=g)
        g[: 3 * size] += 1
        g[: 3 * size] *= 0.5
        c *= g[size : 2 * size]
        c += g[:size] * g[3 * size :]
        c *= inside[step]
        np.tanh(c, out=h)
        h *= g[2 * size : 3 * size]
        out[step] = h
    return out


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays of a model file, and what it says of itself."""
    again = "install bolide again, or name a model that training/ made for this version"
    try:
        content = path.read_bytes()
        with np.load(BytesIO(content), allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            if about.get("format") != FORMAT:
                raise InputError(
                    f"{path}: this model has the format {about.get('format')}, not {FORMAT}: {again}"
                )
            arrays = {
                name: file[name] if name in TABLES else file[name].astype(np.float32)
                for name in file.files
                if name != "about"
            }
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such model file: {again}") from None
    except InputError:
        raise
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error, AttributeError) as error:
        raise InputError(f"{path}: the model file is damaged ({error}): {again}") from None
    about["digest"] = hashlib.blake2b(content, digest_size=4).hexdigest()
    return arrays, about
