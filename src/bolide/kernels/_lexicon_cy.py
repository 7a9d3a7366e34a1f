"""Looking words up in a table of strings, as they are and with their endings replaced.

A table holds string ``k`` as ``table[table_starts[k]:table_starts[k + 1]]``, in bytes, and finds it by a hash
table ``slots`` (a power of two; -1 is empty).
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _slot(h: cython.longlong, mask: cython.longlong) -> cython.longlong:
    return (h ^ (h >> 15)) & mask


def fill_slots(table: cython.uchar[::1], starts: cython.int[::1], slots: cython.int[::1]) -> None:
    """Put all strings into an empty hash table."""
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    h: cython.longlong
    mask: cython.longlong = slots.shape[0] - 1
    slot: cython.longlong
    with cython.nogil:
        for k in range(starts.shape[0] - 1):
            h = 7
            for i in range(starts[k], starts[k + 1]):
                h = (h * 1000003 + table[i]) & 0x7FFFFFFF
            slot = _slot(h, mask)
            while slots[slot] >= 0:
                slot = (slot + 1) & mask
            slots[slot] = k


@cython.boundscheck(False)  # a third of the time; the interpreted kernel checks on the same words
def find_forms(
    codes: cython.const[cython.uint][::1],
    token_starts: cython.longlong[::1],
    token_ends: cython.longlong[::1],
    endings: cython.const[cython.uchar][::1],
    ending_starts: cython.int[::1],
    table: cython.uchar[::1],
    table_starts: cython.int[::1],
    slots: cython.int[::1],
    found: cython.int[:, ::1],
) -> None:
    """``found[t, r]``: the number of token ``t`` with ending ``2 * r`` replaced by ending ``2 * r + 1``.

    It is -1 where the token does not end so or the new word is not in the table::

        found[t, r] = table.get(token.removesuffix(old) + new, -1) if token.endswith(old) else -1
    """
    t: cython.Py_ssize_t
    r: cython.Py_ssize_t
    i: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    old: cython.Py_ssize_t
    new: cython.Py_ssize_t
    fresh: cython.Py_ssize_t
    base: cython.Py_ssize_t
    length: cython.Py_ssize_t
    h: cython.longlong
    mask: cython.longlong = slots.shape[0] - 1
    slot: cython.longlong
    k: cython.int
    fits: cython.bint
    with cython.nogil:
        for t in range(token_starts.shape[0]):
            begin = token_starts[t]
            for r in range(found.shape[1]):
                found[t, r] = -1
                old = ending_starts[2 * r + 1] - ending_starts[2 * r]
                end = token_ends[t] - old
                if end < begin:
                    continue
                fits = True
                for i in range(old):
                    if codes[end + i] != endings[ending_starts[2 * r] + i]:
                        fits = False
                        break
                if not fits:
                    continue
                new = ending_starts[2 * r + 1]
                fresh = ending_starts[2 * r + 2] - new
                length = end - begin + fresh
                h = 7
                for i in range(begin, end):
                    h = (h * 1000003 + codes[i]) & 0x7FFFFFFF
                for i in range(new, new + fresh):
                    h = (h * 1000003 + endings[i]) & 0x7FFFFFFF
                slot = _slot(h, mask)
                while True:
                    k = slots[slot]
                    if k < 0:
                        break
                    base = table_starts[k]
                    if table_starts[k + 1] - base == length:
                        fits = True
                        for i in range(end - begin):
                            if codes[begin + i] != table[base + i]:
                                fits = False
                                break
                        if fits:
                            base += end - begin
                            for i in range(fresh):
                                if endings[new + i] != table[base + i]:
                                    fits = False
                                    break
                        if fits:
                            break
                    slot = (slot + 1) & mask
                found[t, r] = k
