"""A table of paraphrases: reading it, and finding its phrases in pairs of sentences.

Words and phrases are kept alike, as rows of numbers, each once: row ``k`` of a table is
``values[starts[k]:starts[k + 1]]``, and is found by a hash table ``slots`` (a power of two; -1 is empty). A
word is a row of bytes, a phrase a row of words.
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mix(h: cython.longlong, value: cython.longlong) -> cython.longlong:
    return (h * 1000003 + value) & 0x7FFFFFFF


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(-2, check=False)
def _slot(
    row: cython.const[cython.int][::1],
    first: cython.longlong,
    last: cython.longlong,
    h: cython.longlong,
    values: cython.const[cython.int][::1],
    starts: cython.const[cython.int][::1],
    slots: cython.const[cython.int][::1],
) -> cython.longlong:
    """The slot of ``row[first:last]``, whose hash is ``h``: that of its number, or the empty one for it."""
    mask: cython.longlong = slots.shape[0] - 1
    slot: cython.longlong = ((h ^ (h >> 16)) * 73244475 >> 20) & mask
    i: cython.longlong
    k: cython.longlong
    base: cython.longlong
    same: cython.bint
    while slots[slot] >= 0:
        k = slots[slot]
        base = starts[k]
        if starts[k + 1] - base == last - first:
            same = True
            i = 0
            while same and i < last - first:
                same = values[base + i] == row[first + i]
                i += 1
            if same:
                return slot
        slot = (slot + 1) & mask
    return slot


@cython.cfunc
@cython.nogil
@cython.exceptval(-2, check=False)
def _intern(
    row: cython.int[::1],
    length: cython.longlong,
    count: cython.longlong,
    values: cython.int[::1],
    starts: cython.int[::1],
    slots: cython.int[::1],
) -> cython.longlong:
    """The number of ``row[:length]`` in a table of ``count`` rows; ``count`` if it is new and was added."""
    i: cython.longlong
    h: cython.longlong = 7
    slot: cython.longlong
    for i in range(length):
        h = _mix(h, row[i])
    slot = _slot(row, 0, length, h, values, starts, slots)
    if slots[slot] >= 0:
        return slots[slot]
    slots[slot] = count
    for i in range(length):
        values[starts[count] + i] = row[i]
    starts[count + 1] = starts[count] + length
    return count


def fill(
    values: cython.int[::1], starts: cython.int[::1], count: cython.longlong, slots: cython.int[::1]
) -> None:
    """Put the first ``count`` rows of a table into an empty hash table."""
    k: cython.longlong
    i: cython.longlong
    h: cython.longlong
    with cython.nogil:
        for k in range(count):
            h = 7
            for i in range(starts[k], starts[k + 1]):
                h = _mix(h, values[i])
            slots[_slot(values, starts[k], starts[k + 1], h, values, starts, slots)] = k


def read_entries(
    text: cython.const[cython.uchar][::1],
    first: cython.Py_ssize_t,
    counts: cython.longlong[::1],
    word_values: cython.int[::1],
    word_starts: cython.int[::1],
    word_slots: cython.int[::1],
    values: cython.int[::1],
    starts: cython.int[::1],
    slots: cython.int[::1],
    pairs: cython.int[:, ::1],
    row: cython.int[::1],
    phrase: cython.int[::1],
) -> cython.Py_ssize_t:
    """Read entries of three lines each, a number and two phrases, from byte ``first`` on::

        for number, phrase, paraphrase in entries:
            pairs.append((phrases.index(phrase.split()), phrases.index(paraphrase.split())))

    ``counts`` are the words, phrases and pairs so far; ``row`` and ``phrase`` are room for an entry. Returns
    where it stopped, and why in ``counts[3]``: 0 no whole entry is left, 1 this one is no entry, 2 words need
    more room, 3 phrases do, 4 pairs or the entry do. Hash tables have two slots for each row there is room
    for.
    """
    here: cython.Py_ssize_t = first
    at: cython.Py_ssize_t
    size: cython.Py_ssize_t
    end: cython.Py_ssize_t
    line: cython.int
    c: cython.int
    letters: cython.longlong
    words: cython.longlong
    k: cython.longlong
    good: cython.bint = True
    counts[3] = 0
    with cython.nogil:
        while here < text.shape[0]:
            end = here
            for _ in range(3):
                while end < text.shape[0] and text[end] != 10:
                    end += 1
                end += 1
            if end > text.shape[0]:
                break
            size = end - here
            if (
                word_starts[counts[0]] + size > word_values.shape[0]
                or counts[0] + size >= word_starts.shape[0]
            ):
                counts[3] = 2
            elif starts[counts[1]] + size > values.shape[0] or counts[1] + 2 >= starts.shape[0]:
                counts[3] = 3
            elif counts[2] >= pairs.shape[0] or size > row.shape[0]:
                counts[3] = 4
            if counts[3]:
                break
            at = here
            words = 0
            while text[at] != 10:  # the number: it decides nothing, but must be there
                c = text[at]
                if 48 <= c <= 57:
                    words = 1
                elif c != 43 and c != 45 and c != 46 and c != 69 and c != 101 and c != 32 and c != 13:
                    good = False
                at += 1
            good = good and words == 1
            at += 1
            for line in range(2):
                words = 0
                letters = 0
                while good:
                    c = text[at]
                    at += 1
                    if c == 32 or 9 <= c <= 10 or 12 <= c <= 13:
                        if letters > 0:
                            k = _intern(row, letters, counts[0], word_values, word_starts, word_slots)
                            if k == counts[0]:
                                counts[0] += 1
                            phrase[words] = k
                            words += 1
                            letters = 0
                        if c == 10:
                            break
                    else:
                        row[letters] = c
                        letters += 1
                good = good and words > 0
                if not good:
                    break
                k = _intern(phrase, words, counts[1], values, starts, slots)
                if k == counts[1]:
                    counts[1] += 1
                pairs[counts[2], line] = k
            if not good:
                counts[3] = 1
                break
            counts[2] += 1
            here = end
    return here


def find_rows(
    row: cython.const[cython.int][::1],
    bounds: cython.longlong[::1],
    values: cython.const[cython.int][::1],
    starts: cython.const[cython.int][::1],
    slots: cython.const[cython.int][::1],
    found: cython.int[::1],
) -> None:
    """``found[i]``: the number of ``row[bounds[i]:bounds[i + 1]]`` in a table, or -1."""
    i: cython.Py_ssize_t
    k: cython.longlong
    h: cython.longlong
    with cython.nogil:
        for i in range(found.shape[0]):
            h = 7
            for k in range(bounds[i], bounds[i + 1]):
                h = _mix(h, row[k])
            found[i] = slots[_slot(row, bounds[i], bounds[i + 1], h, values, starts, slots)]


@cython.cfunc
@cython.nogil
@cython.exceptval(-2, check=False)
def _phrases(
    ids: cython.int[::1],
    first: cython.longlong,
    last: cython.longlong,
    longest: cython.longlong,
    values: cython.const[cython.int][::1],
    starts: cython.const[cython.int][::1],
    slots: cython.const[cython.int][::1],
    known: cython.int[:, :, ::1],
    chains: cython.int[:, ::1],
    side: cython.longlong,
) -> cython.longlong:
    """Write the phrases of a sentence into ``known[side]``: start, length, number, by start, then by length.

    ``chains[side]`` holds those with an equal number modulo its length, earlier ones first: where the first
    is, and in column 3 of each where the next is. Returns how many there are.
    """
    count: cython.longlong = 0
    i: cython.longlong
    j: cython.longlong
    h: cython.longlong
    k: cython.longlong
    mask: cython.longlong = chains.shape[1] - 1
    for i in range(first, last):
        h = 7
        for j in range(i, min(last, i + longest)):
            if ids[j] < 0:
                break
            h = _mix(h, ids[j])
            k = slots[_slot(ids, i, j + 1, h, values, starts, slots)]
            if k >= 0:
                known[side, count, 0] = i - first
                known[side, count, 1] = j + 1 - i
                known[side, count, 2] = k
                count += 1
    for i in range(count - 1, -1, -1):
        k = known[side, i, 2] & mask
        known[side, i, 3] = chains[side, k]
        chains[side, k] = i
    return count


def paraphrases(
    hyp: cython.int[::1],
    hyp_starts: cython.longlong[::1],
    ref: cython.int[::1],
    ref_starts: cython.longlong[::1],
    pairs: cython.longlong[:, ::1],
    first: cython.Py_ssize_t,
    most: cython.longlong,
    longest: cython.longlong,
    values: cython.const[cython.int][::1],
    starts: cython.const[cython.int][::1],
    slots: cython.const[cython.int][::1],
    target_starts: cython.const[cython.int][::1],
    targets: cython.const[cython.int][::1],
    known: cython.int[:, :, ::1],
    chains: cython.int[:, ::1],
    rows: cython.int[:, ::1],
    row_starts: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """The paraphrases of each pair ``(hypothesis, reference)`` from pair ``first`` on, in both directions::

        for phrase in phrases(reference):
            for other in targets[phrase]:
                rows += [(phrase.start, len(phrase), at, len(other)) for at in places(other, hypothesis)]
        for phrase in phrases(hypothesis):
            for other in targets[phrase]:
                rows += [(at, len(other), phrase.start, len(phrase)) for at in places(other, reference)]

    Those of pair ``p`` are ``rows[row_starts[p]:row_starts[p + 1]]``. Words are numbers of the table, -1
    those it does not have; the paraphrases of phrase ``k`` are
    ``targets[target_starts[k]:target_starts[k + 1]]``. After more than ``most`` a pair gets no more. Returns
    the number of pairs, or the pair for which ``rows`` is too short.
    """
    p: cython.Py_ssize_t
    done: cython.Py_ssize_t = first
    n: cython.longlong
    side: cython.longlong
    i: cython.longlong
    j: cython.longlong
    t: cython.longlong
    k: cython.longlong
    hyp_count: cython.longlong
    ref_count: cython.longlong
    count: cython.longlong
    mask: cython.longlong = chains.shape[1] - 1
    short: cython.bint = False
    with cython.nogil:
        for p in range(first, pairs.shape[0]):
            n = row_starts[p]
            hyp_count = _phrases(
                hyp, hyp_starts[pairs[p, 0]], hyp_starts[pairs[p, 0] + 1], longest, values, starts, slots,
                known, chains, 0,
            )  # fmt: skip
            ref_count = _phrases(
                ref, ref_starts[pairs[p, 1]], ref_starts[pairs[p, 1] + 1], longest, values, starts, slots,
                known, chains, 1,
            )  # fmt: skip
            for side in range(1, -1, -1):  # first from the reference to the hypothesis
                count = ref_count if side else hyp_count
                for i in range(count):
                    k = known[side, i, 2]
                    for t in range(target_starts[k], target_starts[k + 1]):
                        j = chains[1 - side, targets[t] & mask]
                        while j >= 0:
                            if known[1 - side, j, 2] == targets[t]:
                                if n - row_starts[p] > most:
                                    break
                                if n == rows.shape[0]:
                                    short = True
                                    break
                                rows[n, 2 - 2 * side] = known[side, i, 0]
                                rows[n, 3 - 2 * side] = known[side, i, 1]
                                rows[n, 2 * side] = known[1 - side, j, 0]
                                rows[n, 2 * side + 1] = known[1 - side, j, 1]
                                n += 1
                            j = known[1 - side, j, 3]
            for side in range(2):
                count = ref_count if side else hyp_count
                for i in range(count):
                    chains[side, known[side, i, 2] & mask] = -1
            if short:
                break
            row_starts[p + 1] = n
            done = p + 1
    return done
