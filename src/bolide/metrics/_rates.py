"""What error rates and GTM share: lengths, edits over reference length, and alignments to be shown."""

from collections.abc import Sequence

import numpy as np

from bolide.alignment import Alignment, Link, link
from bolide.kernels.edits import Edits
from bolide.metric import Array, ratio
from bolide.testset import Segments
from bolide.text import Encoded, Tokenizer, tokens


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


KINDS = ("match", "shift", "substitution")
"""What links words in an alignment by edits; insertions and deletions are words without a link."""

_MATCH, _SUBSTITUTION, _INSERTION = 1, 2, 3


def edit_links(length: int, edits: Edits) -> tuple[Link, ...]:
    """The links that edits make in a hypothesis of so many words.

    Words of one shift that match words next to each other make one link.

    >>> from bolide.kernels.edits import shifted_edits
    >>> ids, starts = np.array([0, 1, 2, 3, 2, 4, 0, 1], dtype=np.int32), np.array([0, 4, 8])
    >>> for each in edit_links(4, shifted_edits(ids, starts, ids, starts, np.array([[0, 1]]))):
    ...     print(each.hypothesis, each.reference, each.kind)
    (0, 2) (2, 4) shift
    (2, 3) (0, 1) match
    (3, 4) (1, 2) substitution
    """
    order = list(range(length))
    shift_of = [0] * length
    for number, (start, size, low, high) in enumerate(edits.shifts.tolist(), start=1):
        for position in order[start : start + size]:
            shift_of[position] = number
        middle = start if low < start else start + size
        order[low:high] = order[middle:high] + order[low:middle]
    links: list[Link] = []
    place = other = 0
    for step in edits.path.tolist():
        if step in (_MATCH, _SUBSTITUTION):
            word = order[place]
            kind = "substitution" if step == _SUBSTITUTION else "shift" if shift_of[word] else "match"
            last = links[-1] if links else None
            if (
                last
                and kind == last.kind == "shift"
                and (last.hypothesis[1], last.reference[1]) == (word, other)
                and shift_of[word] == shift_of[word - 1]
            ):
                links[-1] = Link((last.hypothesis[0], word + 1), (last.reference[0], other + 1), kind)
            else:
                links.append(link(word, other, kind))
        place += step <= _INSERTION
        other += step != _INSERTION
    return tuple(sorted(links))


def edit_alignment(
    hypothesis: Sequence[str], reference: Sequence[str], edits: Edits, names: Sequence[str]
) -> Alignment:
    """The alignment of two texts by their edits, with the numbers of these kinds of edits."""
    counts = dict(zip(names, edits.counts[-1].tolist(), strict=False))
    links = edit_links(len(hypothesis), edits)
    return Alignment(tuple(hypothesis), tuple(reference), links, kinds=KINDS, details=counts)


def shown_words(segments: Segments, by: Tokenizer, lowercase: bool) -> list[list[str]]:
    """The words of each segment as they were written, unless lower case makes more or fewer of them."""
    lowered = tokens(segments, by, lowercase).words()
    written = tokens(segments, by).words()
    return [a if len(a) == len(b) else b for a, b in zip(written, lowered, strict=True)]
