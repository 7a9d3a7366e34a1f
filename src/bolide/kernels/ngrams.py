"""The front of the n-gram kernel: makes the room that the loop works in."""

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import kernel

_NO_WEIGHTS = np.empty((0, 0), dtype=np.float64)


def clipped_matches(
    hyp: NDArray[np.int32],
    hyp_starts: NDArray[np.int64],
    ref: NDArray[np.int32],
    ref_starts: NDArray[np.int64],
    pairs: NDArray[np.int64],
    order: int,
    weights: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Clipped matches of order 1 to ``order``, one row for each row of ``pairs``.

    A row ``(h, a, b)`` of ``pairs`` scores hypothesis ``h`` against references ``a`` to ``b - 1`` together.

    >>> hyp, ref = np.array([1, 1, 2], dtype=np.int32), np.array([1, 2, 1, 1], dtype=np.int32)
    >>> one, two = np.array([0, 3]), np.array([0, 2, 4])
    >>> clipped_matches(hyp, one, ref, two, np.array([[0, 0, 2]]), 2)
    array([[3., 2.]])
    """
    out = np.empty((len(pairs), order), dtype=np.float64)
    if not len(pairs):
        return out
    longest = int(np.diff(hyp_starts).max(initial=0))
    widest = int((ref_starts[pairs[:, 2]] - ref_starts[pairs[:, 1]]).max(initial=0))
    size = 4
    while size < 2 * longest:
        size *= 2

    def room(length: int) -> NDArray[np.int32]:
        return np.empty(length + 1, dtype=np.int32)

    kernel("ngrams").clipped_matches(
        hyp, hyp_starts, ref, ref_starts, np.ascontiguousarray(pairs),
        _NO_WEIGHTS if weights is None else weights,
        np.empty(size, dtype=np.int64), np.full(size, -1, dtype=np.int64), room(longest), room(widest),
        room(longest), room(longest), room(longest), np.empty(longest + 1, dtype=np.int64), out,
    )  # fmt: skip
    return out
