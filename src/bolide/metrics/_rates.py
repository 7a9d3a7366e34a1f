"""What error rates share: the reference that is nearest, and edits over reference length."""

import numpy as np

from bolide.metric import Array, ratio
from bolide.text import Encoded


def pairs(text: Encoded) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    """``(hypothesis, reference)`` for every reference."""
    return np.column_stack([text.owners, np.arange(len(text.owners), dtype=np.int64)])


def mean_lengths(text: Encoded) -> Array:
    """The mean length of the references of each segment."""
    lengths = text.references.lengths.astype(np.float64)
    if len(lengths) == len(text.groups) - 1:
        return lengths
    means: Array = np.add.reduceat(lengths, text.groups[:-1]) / np.diff(text.groups)
    return means


def error_rate(edits: Array, length: Array) -> Array:
    """Edits in percent of the reference length; 100 where all references are empty and there are edits.

    >>> error_rate(np.array([1.0, 3.0, 1.0, 0.0]), np.array([4.0, 2.0, 0.0, 0.0])).tolist()
    [25.0, 150.0, 100.0, 0.0]
    """
    rate: Array = 100 * np.where(length == 0, edits > 0, ratio(edits, length))
    return rate
