"""Clipped n-gram matches, the loop under BLEU, NIST and chrF."""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _slot(key: cython.longlong, mask: cython.longlong) -> cython.longlong:
    """Where a key below 2**62 is looked for first."""
    return ((((key & 0x7FFFFFFF) ^ (key >> 31)) * 1540483477) >> 18) & mask


@cython.boundscheck(False)  # a fifth of the time; the interpreted kernel checks under the same random input
def clipped_matches(
    hyp: cython.const[cython.int][::1],
    hyp_starts: cython.longlong[::1],
    ref: cython.const[cython.int][::1],
    ref_starts: cython.longlong[::1],
    pairs: cython.longlong[:, ::1],
    weights: cython.double[:, ::1],
    keys: cython.longlong[::1],
    values: cython.longlong[::1],
    hyp_class: cython.int[::1],
    ref_class: cython.int[::1],
    hyp_count: cython.int[::1],
    ref_count: cython.int[::1],
    ref_most: cython.int[::1],
    position: cython.longlong[::1],
    out: cython.double[:, ::1],
) -> None:
    """Matches of every order, clipped by the most that any one reference has.

    Pair ``p`` scores hypothesis ``pairs[p, 0]`` against references ``pairs[p, 1]`` to ``pairs[p, 2] - 1``::

        for n in orders:
            h = Counter(ngrams(hypothesis, n))
            most = max over the references of Counter(ngrams(reference, n))
            out[p, n - 1] = sum(min(h[g], most[g]) * weight(g) for g in h)

    ``weights[n - 1, i]`` is the weight of the n-gram that starts at ``hyp[i]``; an array of no rows means 1.
    Ids below 0 match nothing.

    N-grams get numbers (classes), order by order: a pair of neighbouring classes of order n - 1 is a key for
    one of order n. An n-gram whose parts match nothing can match nothing, so only matched ones go on.
    All other arrays are room to work in. ``keys`` and ``values`` are a hash table of a power of two, at least
    twice the longest hypothesis, with all ``values`` below 0; classes count on from table to table
    (``fresh`` is the first of the present one), so that what is left from earlier ones counts as empty.
    """
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    r: cython.Py_ssize_t
    h0: cython.Py_ssize_t
    length: cython.Py_ssize_t
    r0: cython.Py_ssize_t
    r1: cython.Py_ssize_t
    base: cython.Py_ssize_t
    alive: cython.Py_ssize_t
    classes: cython.longlong
    fresh: cython.longlong = 0
    before: cython.longlong
    size: cython.longlong
    slot: cython.longlong
    key: cython.longlong
    k: cython.int
    least: cython.int
    total: cython.double
    hits: cython.Py_ssize_t
    single: cython.bint
    weighted: cython.bint = weights.shape[0] > 0
    with cython.nogil:
        for p in range(pairs.shape[0]):
            h0 = hyp_starts[pairs[p, 0]]
            length = hyp_starts[pairs[p, 0] + 1] - h0
            base = ref_starts[pairs[p, 1]]
            alive = length
            before = 0
            single = not weighted and pairs[p, 2] - pairs[p, 1] == 1
            for n in range(out.shape[1]):
                out[p, n] = 0.0
            for n in range(out.shape[1]):
                if length <= n or alive == 0:
                    break
                size = 4
                while size < 2 * alive:
                    size *= 2
                # the hypothesis: number its n-grams
                classes = 0
                for i in range(length - n):
                    if n == 0:
                        key = hyp[h0 + i]
                        if key < 0:
                            hyp_class[i] = -1
                            continue
                    else:
                        if hyp_class[i] < 0 or hyp_class[i + 1] < 0:
                            hyp_class[i] = -1
                            continue
                        key = hyp_class[i] * before + hyp_class[i + 1]
                    slot = _slot(key, size - 1)
                    while values[slot] >= fresh and keys[slot] != key:
                        slot = (slot + 1) & (size - 1)
                    if values[slot] < fresh:
                        keys[slot] = key
                        values[slot] = fresh + classes
                        hyp_count[classes] = 0
                        ref_most[classes] = 0
                        if not single:
                            ref_count[classes] = 0
                            position[classes] = h0 + i
                        classes += 1
                    k = values[slot] - fresh
                    hyp_count[k] += 1
                    hyp_class[i] = k
                # the references: look theirs up and count, one reference after the other
                total = 0.0
                hits = 0
                for r in range(pairs[p, 1], pairs[p, 2]):
                    r0 = ref_starts[r]
                    r1 = ref_starts[r + 1]
                    for i in range(r0, r1 - n):
                        if n == 0:
                            key = ref[i]
                            if key < 0:
                                ref_class[i - base] = -1
                                continue
                        else:
                            if ref_class[i - base] < 0 or ref_class[i - base + 1] < 0:
                                ref_class[i - base] = -1
                                continue
                            key = ref_class[i - base] * before + ref_class[i - base + 1]
                        slot = _slot(key, size - 1)
                        while values[slot] >= fresh and keys[slot] != key:
                            slot = (slot + 1) & (size - 1)
                        if values[slot] < fresh:
                            ref_class[i - base] = -1
                            continue
                        k = values[slot] - fresh
                        ref_class[i - base] = k
                        if single:
                            if ref_most[k] < hyp_count[k]:
                                hits += 1
                            ref_most[k] += 1
                        else:
                            ref_count[k] += 1
                            if ref_count[k] > ref_most[k]:
                                ref_most[k] = ref_count[k]
                    if not single:
                        for i in range(r0, r1 - n):
                            k = ref_class[i - base]
                            if k >= 0:
                                ref_count[k] = 0
                # clip, sum, and drop what matched nothing
                for k in range(0 if single else classes):
                    least = hyp_count[k] if hyp_count[k] < ref_most[k] else ref_most[k]
                    if weighted:
                        total += least * weights[n, position[k]]
                    else:
                        total += least
                out[p, n] = total + hits
                alive = 0
                for i in range(length - n):
                    k = hyp_class[i]
                    if k >= 0:
                        if ref_most[k] == 0:
                            hyp_class[i] = -1
                        else:
                            alive += 1
                before = classes
                fresh += classes
