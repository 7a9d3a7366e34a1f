"""Edit distances: Levenshtein's, CDER's, and the one with block shifts under TER.

A row ``(h, r)`` of ``pairs`` compares hypothesis ``h`` with reference ``r``. Words are ids from 0 on; arrays
called ``room`` are as long as the vocabulary and come and go filled with zeros.

An *insertion* is a word that only the hypothesis has, a *deletion* one that only the reference has.

Bit-parallel rows (Myers 1999, Hyyrö 2003): of a row of the matrix of distances, only the differences of
neighbouring cells are kept, which are -1, 0 or 1: one bit in ``plus`` or ``minus`` for each. One hypothesis
word takes a dozen operations for a block of 62 reference words. 62, so that sums stay below 2**63.
"""

import cython

BLOCK = cython.declare(cython.int, 62)
FULL = cython.declare(cython.longlong, (1 << 62) - 1)


def distances(
    hyp: cython.int[::1],
    hyp_starts: cython.longlong[::1],
    ref: cython.int[::1],
    ref_starts: cython.longlong[::1],
    pairs: cython.longlong[:, ::1],
    room: cython.longlong[::1],
    carry: cython.int[::1],
    out: cython.int[::1],
) -> None:
    """Levenshtein distances: the fewest insertions, deletions and substitutions.

    The loop that this equals::

        for i, word in enumerate(hypothesis, 1):
            for j, other in enumerate(reference, 1):
                d[i][j] = min(d[i - 1][j - 1] + (word != other), d[i - 1][j] + 1, d[i][j - 1] + 1)

    It goes block by block of the reference; ``carry`` hands a block's last differences to the next one.
    """
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    h0: cython.Py_ssize_t
    h1: cython.Py_ssize_t
    end: cython.Py_ssize_t
    score: cython.int
    equal: cython.longlong
    plus: cython.longlong
    minus: cython.longlong
    up: cython.longlong
    down: cython.longlong
    cross: cython.longlong
    top: cython.longlong
    before: cython.int
    with cython.nogil:
        for p in range(pairs.shape[0]):
            h0 = hyp_starts[pairs[p, 0]]
            h1 = hyp_starts[pairs[p, 0] + 1]
            first = ref_starts[pairs[p, 1]]
            end = ref_starts[pairs[p, 1] + 1]
            while h0 < h1 and first < end and hyp[h0] == ref[first]:
                h0 += 1
                first += 1
            while h0 < h1 and first < end and hyp[h1 - 1] == ref[end - 1]:
                h1 -= 1
                end -= 1
            score = end - first
            if score == 0:
                out[p] = h1 - h0
                continue
            for i in range(h0, h1):
                carry[i - h0] = 1
            while first < end:
                last = first + BLOCK if first + BLOCK < end else end
                for j in range(first, last):
                    room[ref[j]] |= cython.cast(cython.longlong, 1) << (j - first)
                top = cython.cast(cython.longlong, 1) << (last - first - 1)
                plus = FULL
                minus = 0
                for i in range(h0, h1):
                    before = carry[i - h0]
                    equal = room[hyp[i]]
                    cross = equal | minus
                    if before < 0:
                        equal |= 1
                    equal = (((equal & plus) + plus) ^ plus) | equal
                    up = minus | (FULL & ~(equal | plus))
                    down = plus & equal
                    carry[i - h0] = (1 if up & top else 0) - (1 if down & top else 0)
                    up = (up << 1) & FULL
                    down = (down << 1) & FULL
                    if before > 0:
                        up |= 1
                    elif before < 0:
                        down |= 1
                    plus = down | (FULL & ~(cross | up))
                    minus = up & cross
                for j in range(first, last):
                    room[ref[j]] = 0
                first = last
            for i in range(h0, h1):
                score += carry[i - h0]
            out[p] = score


def block_movements(
    hyp: cython.int[::1],
    hyp_starts: cython.longlong[::1],
    ref: cython.int[::1],
    ref_starts: cython.longlong[::1],
    pairs: cython.longlong[:, ::1],
    row: cython.int[::1],
    out: cython.int[::1],
) -> None:
    """CDER's distances: Levenshtein's, where a jump to any place of the hypothesis costs 1.

    Every reference word is covered once, in order; a hypothesis word any number of times. The loop::

        row = [0, 1, 1, 1, ...]                              # one cell for each place in the hypothesis
        for other in reference:
            below = [row[0] + 1]
            for i, word in enumerate(hypothesis, 1):
                below.append(min(below[i - 1] + 1, row[i - 1] + (word != other), row[i] + 1))
            row = [min(cell, min(below) + 1) for cell in below]
        distance = row[-1]
    """
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    h0: cython.Py_ssize_t
    n: cython.Py_ssize_t
    cell: cython.int
    other: cython.int
    diagonal: cython.int
    least: cython.int
    word: cython.int
    with cython.nogil:
        for p in range(pairs.shape[0]):
            h0 = hyp_starts[pairs[p, 0]]
            n = hyp_starts[pairs[p, 0] + 1] - h0
            row[0] = 0
            for i in range(1, n + 1):
                row[i] = 1
            for j in range(ref_starts[pairs[p, 1]], ref_starts[pairs[p, 1] + 1]):
                word = ref[j]
                diagonal = row[0]
                cell = diagonal + 1
                row[0] = cell
                least = cell
                for i in range(1, n + 1):
                    cell += 1
                    other = row[i]
                    if hyp[h0 + i - 1] != word:
                        diagonal += 1
                    if diagonal < cell:
                        cell = diagonal
                    if other + 1 < cell:
                        cell = other + 1
                    diagonal = other
                    row[i] = cell
                    if cell < least:
                        least = cell
                least += 1
                for i in range(n + 1):
                    if row[i] > least:
                        row[i] = least
            out[p] = row[n]
