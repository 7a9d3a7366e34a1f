"""A list of strings as one array of code points.

>>> buffer = codes(Segments(["ab", "", "é"]))
>>> buffer.values.tolist(), buffer.starts.tolist()
([97, 98, 233], [0, 2, 2, 3])
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError
from bolide.testset import Segments


@dataclass(frozen=True, eq=False)
class Codes:
    """Code points of all segments; segment ``s`` is ``values[starts[s]:starts[s + 1]]``."""

    values: NDArray[np.uint32]
    starts: NDArray[np.int64]


def codes(segments: Segments) -> Codes:
    """The code points of these segments (remembered)."""
    return segments.memo("codes", lambda: _codes(segments))


def _codes(segments: Segments) -> Codes:
    starts = np.zeros(len(segments) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, segments), dtype=np.int64, count=len(segments)), out=starts[1:])
    if starts[-1] >= 2**31:
        raise InputError("a single segment or batch of more than 2**31 characters cannot be read: split it")
    encoded = "".join(segments).encode("utf-32-le", "surrogatepass")
    return Codes(np.frombuffer(encoded, dtype="<u4").astype(np.uint32, copy=False), starts)
