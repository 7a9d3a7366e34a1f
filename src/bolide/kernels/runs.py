"""The front of the kernel that matches runs of words: makes the room that the loop works in."""

import numpy as np
from numpy.typing import NDArray

from bolide.kernels import kernel

Ints = NDArray[np.int32]
Starts = NDArray[np.int64]


def maximum_matching(
    hyp: Ints, hyp_starts: Starts, ref: Ints, ref_starts: Starts, groups: Starts, exponent: float
) -> tuple[NDArray[np.float64], Starts]:
    """GTM's matching of each hypothesis with its references, and the runs of the last one.

    Those of segment ``s`` are references ``groups[s]`` to ``groups[s + 1] - 1``. A run is its first word in
    the hypothesis, in the references one after the other, and its length.

    >>> hyp, ref = np.array([0, 1, 2, 3], dtype=np.int32), np.array([2, 3, 0, 1, 4], dtype=np.int32)
    >>> sizes, runs = maximum_matching(hyp, np.array([0, 4]), ref, np.array([0, 5]), np.array([0, 1]), 2.0)
    >>> sizes.tolist(), runs.tolist()
    ([8.0], [[2, 0, 2], [0, 2, 2]])
    """
    out = np.zeros(len(groups) - 1, dtype=np.float64)
    longest = int(np.diff(hyp_starts).max(initial=0))
    widest = int(np.diff(ref_starts[groups]).max(initial=0))
    types = max(int(hyp.max(initial=-1)), int(ref.max(initial=-1))) + 1
    room, link = np.zeros(types, dtype=np.int32), np.empty(widest, dtype=np.int32)
    begins, ref_used = np.empty(widest + 1, dtype=np.int8), np.empty(widest, dtype=np.int8)
    hyp_used, runs = np.empty(longest, dtype=np.int8), np.empty((longest, 3), dtype=np.int64)
    first, size = 0, 4 * (longest + widest)
    while True:
        taken = kernel("runs").maximum_matching(
            hyp, hyp_starts, ref, ref_starts, groups, first, exponent,
            room, link, begins, hyp_used, ref_used, np.empty(size, dtype=np.int64), runs, out,
        )  # fmt: skip
        if taken >= 0:
            return out, runs[:taken]
        first, size = int(np.flatnonzero(out < 0)[0]), -taken
