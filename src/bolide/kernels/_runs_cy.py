"""Runs of words that two texts share, the loop under GTM."""

import cython


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _push(heap: cython.longlong[::1], count: cython.Py_ssize_t, key: cython.longlong) -> cython.int:
    """Put a key into a heap of ``count`` keys, of which the largest stands first."""
    at: cython.Py_ssize_t = count
    above: cython.Py_ssize_t
    while at > 0:
        above = (at - 1) // 2
        if heap[above] >= key:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = key
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _drop_first(heap: cython.longlong[::1], count: cython.Py_ssize_t) -> cython.int:
    """Take the largest of ``count`` keys away."""
    at: cython.Py_ssize_t = 0
    below: cython.Py_ssize_t = 1
    key: cython.longlong = heap[count - 1]
    while below < count - 1:
        if below + 1 < count - 1 and heap[below + 1] > heap[below]:
            below += 1
        if heap[below] <= key:
            break
        heap[at] = heap[below]
        at = below
        below = 2 * at + 1
    heap[at] = key
    return 0


@cython.cpow(True)
def maximum_matching(
    hyp: cython.int[::1],
    hyp_starts: cython.longlong[::1],
    ref: cython.int[::1],
    ref_starts: cython.longlong[::1],
    groups: cython.longlong[::1],
    first: cython.Py_ssize_t,
    exponent: cython.double,
    room: cython.int[::1],
    link: cython.int[::1],
    begins: cython.schar[::1],
    hyp_used: cython.schar[::1],
    ref_used: cython.schar[::1],
    heap: cython.longlong[::1],
    runs: cython.longlong[:, ::1],
    out: cython.double[::1],
) -> int:
    """The size of GTM's matching from segment ``first`` on: the sum of run length to the power ``exponent``.

    A run is a row of words that the hypothesis and one of the references share. The loop that this equals::

        left = min(length of the hypothesis, mean length of the references)
        while left > 0 and there is a run of words not used yet:
            take the longest one; of equally long ones that which begins last in the hypothesis, then the one
            that begins last in the references, one after the other
            size += min(its length, left) ** exponent
            left -= its length

    ``runs`` are those of the last segment: first hypothesis word, first word of all its references, length.
    Returns the number of runs of the last segment; or, where the heap is too small, minus the room needed,
    and ``out`` of the segment at which that happened is -1.

    Runs wait in a heap. One whose words were used in the meantime is put back in parts. Single words need no
    heap: they come last, in order. ``room`` is as long as the vocabulary and comes and goes filled with 0.
    """
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    r: cython.Py_ssize_t
    h0: cython.Py_ssize_t
    r0: cython.Py_ssize_t
    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    length: cython.Py_ssize_t
    start: cython.Py_ssize_t
    waiting: cython.Py_ssize_t
    cells: cython.Py_ssize_t
    taken: cython.Py_ssize_t = 0
    left: cython.double
    size: cython.double
    key: cython.longlong
    with cython.nogil:
        for s in range(first, out.shape[0]):
            h0 = hyp_starts[s]
            n = hyp_starts[s + 1] - h0
            r0 = ref_starts[groups[s]]
            m = ref_starts[groups[s + 1]] - r0
            # the last place of each word among the references, and from each place to the one before
            for j in range(m):
                begins[j] = 0
                ref_used[j] = 0
                link[j] = room[ref[r0 + j]] - 1
                room[ref[r0 + j]] = j + 1
            begins[m] = 1
            for r in range(groups[s], groups[s + 1]):
                begins[ref_starts[r] - r0] = 1
            # all runs of two words and more
            waiting = 0
            cells = 0
            for i in range(n):
                hyp_used[i] = 0
                j = room[hyp[h0 + i]] - 1
                while j >= 0:
                    if i == 0 or begins[j] or ref[r0 + j - 1] != hyp[h0 + i - 1]:
                        length = 1
                        while (
                            i + length < n and not begins[j + length]
                            and hyp[h0 + i + length] == ref[r0 + j + length]
                        ):  # fmt: skip
                            length += 1
                        if length > 1:
                            cells += length
                            if cells <= 2 * heap.shape[0]:
                                _push(heap, waiting, (length * (n + 1) + i) * (m + 1) + j)
                                waiting += 1
                    j = link[j]
            if cells > 2 * heap.shape[0]:
                for j in range(m):
                    room[ref[r0 + j]] = 0
                out[s] = -1
                taken = -((cells + 1) // 2)
                break
            left = cython.cast(cython.double, m) / (groups[s + 1] - groups[s])
            if n < left:
                left = n
            size = 0
            taken = 0
            while waiting > 0 and left > 0:
                key = heap[0]
                _drop_first(heap, waiting)
                waiting -= 1
                j = key % (m + 1)
                i = (key // (m + 1)) % (n + 1)
                length = key // ((m + 1) * (n + 1))
                start = -1
                for k in range(length + 1):
                    if k < length and not hyp_used[i + k] and not ref_used[j + k]:
                        if start < 0:
                            start = k
                    elif start >= 0:
                        if k - start == length:
                            start = -2
                            break
                        if k - start > 1:
                            _push(heap, waiting, ((k - start) * (n + 1) + i + start) * (m + 1) + j + start)
                            waiting += 1
                        start = -1
                if start != -2:
                    continue
                for k in range(length):
                    hyp_used[i + k] = 1
                    ref_used[j + k] = 1
                size += (length if length < left else left) ** exponent
                left -= length
                runs[taken, 0] = i
                runs[taken, 1] = j
                runs[taken, 2] = length
                taken += 1
            i = n - 1
            while i >= 0 and left > 0:
                if not hyp_used[i]:
                    j = room[hyp[h0 + i]] - 1
                    while j >= 0 and ref_used[j]:
                        j = link[j]
                    if j >= 0:
                        ref_used[j] = 1
                        size += 1 if left >= 1 else left**exponent
                        left -= 1
                        runs[taken, 0] = i
                        runs[taken, 1] = j
                        runs[taken, 2] = 1
                        taken += 1
                i -= 1
            for j in range(m):
                room[ref[r0 + j]] = 0
            out[s] = size
    return taken
