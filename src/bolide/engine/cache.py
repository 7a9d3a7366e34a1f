"""Statistics kept on disk, so that a costly metric looks at no text twice.

An entry of the store (``bolide.store``) has the rows of one batch: found by the metric's signature, by the
texts, by the files that the metric's parameters name, and by the program itself, so that neither a new
version nor a change of the code brings old rows back. The engine asks for metrics that are ``worth_caching``,
and only for batches that are large enough: the others are computed faster than they are found.
"""

import zlib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from bolide.metric import Array, Metric
from bolide.store import Store, digest, program, stamp
from bolide.testset import References, Segments

FILE = "statistics-1.db"
"""The name has the number of the format: another one is another file."""
SMALLEST = 64
"""Batches of fewer segments are not kept."""


def statistics(metric: Metric, hypotheses: Segments, references: References) -> Array:
    """What ``metric.statistics(hypotheses, references)`` gives, computed only where it never was."""
    made_by, kept = _program(type(metric).__module__), store()
    if made_by is None or kept.path is None or len(hypotheses) < SMALLEST:
        return metric.statistics(hypotheses, references)
    signature = metric.signature()
    parts = (made_by, signature.encode(), *_files(metric), _digest(hypotheses), *_digests(references))
    key = digest(parts)
    found = kept.read([key]).get(key)
    rows = None if found is None else _decoded(found[1], len(hypotheses), len(metric.columns))
    if rows is None:
        rows = np.asarray(metric.statistics(hypotheses, references), dtype=np.float64)
        kept.write(signature, {key: zlib.compress(rows.tobytes(), 1)})
    return rows


def store() -> Store:
    """Where statistics are kept: an owner is the signature of a metric, an entry a batch of segments."""
    return Store.here(FILE)


def _decoded(data: bytes, segments: int, columns: int) -> Array | None:
    rows = np.frombuffer(zlib.decompress(data), dtype=np.float64)
    return rows.reshape(segments, columns) if rows.size == segments * columns else None


def _digest(texts: Segments) -> bytes:
    return texts.memo("digest", lambda: digest(text.encode("utf-8", "surrogatepass") for text in texts))


def _digests(references: References) -> tuple[bytes, bytes]:
    return _digest(references.flat), references.counts.astype(np.int64).tobytes()


def _files(metric: Metric) -> Iterator[bytes]:
    """Each file or folder that a parameter names, and when it was changed."""
    for value in metric.parameters().values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str) and each and Path(each).exists():
                yield stamp([Path(each)])


@cache
def _program(module: str) -> bytes | None:
    """What the package of a metric is made of: every file with its size and its time of change.

    Nothing where the metric is no part of a package, as one that was written in a notebook.
    """
    made: Any = import_module(module.partition(".")[0])
    folders = [Path(folder) for folder in getattr(made, "__path__", ())]
    if not folders:
        return None
    here = Path(__file__).parents[1]
    return program() + stamp(folder for folder in folders if folder != here)
