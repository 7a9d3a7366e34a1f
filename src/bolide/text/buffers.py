"""A list of strings as one array of code points.

>>> buffer = codes(Segments(["ab", "", "é"]))
>>> buffer.values.tolist(), buffer.starts.tolist()
([97, 98, 233], [0, 2, 2, 3])
"""

from collections.abc import Iterator
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
    starts = segments.running_length()
    if starts[-1] >= 2**31:
        raise InputError("a single segment or batch of more than 2**31 characters cannot be read: split it")
    encoded = "".join(segments).encode("utf-32-le", "surrogatepass")
    return Codes(np.frombuffer(encoded, dtype="<u4").astype(np.uint32, copy=False), starts)


def pieces(segments: Segments, characters: int = 1 << 22) -> Iterator[Segments]:
    """The segments in parts of about so many characters, so that no array grows with a large corpus.

    What fits into one part is given as it is, with all that it remembers.

    >>> [list(piece) for piece in pieces(Segments(["One", "Two", "Three"]), characters=6)]
    [['One', 'Two'], ['Three']]
    """
    ends = segments.running_length()
    if ends[-1] <= characters:
        yield segments
        return
    first = 0
    while first < len(segments):
        last = int(np.searchsorted(ends, ends[first] + characters, side="right")) - 1
        last = max(last, first + 1)
        yield segments[first:last]
        first = last
