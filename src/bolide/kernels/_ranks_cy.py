"""Rank correlations of resampled points, the loops under Spearman's and Kendall's coefficients.

A point belongs to a unit; a resample gives each unit a weight, which says how often it was drawn. All points
of a unit have its weight. Eight resamples are done at once, side by side, since all of them walk through the
points in the same order.
"""

import cython


@cython.boundscheck(False)  # half of the time; the interpreted kernel checks under the same random input
def pair_counts(
    unit: cython.const[cython.int][::1],
    first: cython.const[cython.char][::1],
    joint: cython.const[cython.char][::1],
    rank: cython.const[cython.int][::1],
    starts: cython.longlong[::1],
    weights: cython.const[cython.int][:, ::1],
    tree: cython.int[:, ::1],
    out: cython.longlong[:, :, ::1],
) -> None:
    """Weighted pairs of points in each group: concordant, all, tied in x, tied in y, tied in both.

    Group ``g`` are the points ``starts[g]`` to ``starts[g + 1] - 1``, sorted by x, then by y. ``first`` is 1
    where a new value of x begins, ``joint`` where a new value of x or y does; ``rank`` counts the distinct
    values of y from 1. The loop that this equals, for each lane of weights::

        for i, j in combinations(points of the group, 2):
            w = weight[i] * weight[j]
            all += w
            concordant += w * (x[i] < x[j] and y[i] < y[j] or x[i] > x[j] and y[i] > y[j])
            tied_x += w * (x[i] == x[j])
            ...

    ``tree`` has a row for each rank (a Fenwick tree: sums of weights of the points whose x is smaller) and as
    many again for the sums by rank; it comes and goes filled with 0.
    """
    g: cython.Py_ssize_t
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    q: cython.Py_ssize_t
    r: cython.Py_ssize_t
    top: cython.Py_ssize_t
    lane: cython.Py_ssize_t
    base: cython.Py_ssize_t
    less = cython.declare(cython.int[8])
    sum_x = cython.declare(cython.longlong[8])
    sum_both = cython.declare(cython.longlong[8])
    total = cython.declare(cython.longlong[8])
    squares = cython.declare(cython.longlong[8])
    concordant = cython.declare(cython.longlong[8])
    tied_x = cython.declare(cython.longlong[8])
    tied_both = cython.declare(cython.longlong[8])
    tied_y = cython.declare(cython.longlong[8])
    w: cython.longlong
    with cython.nogil:
        for g in range(starts.shape[0] - 1):
            top = 0
            for k in range(starts[g], starts[g + 1]):
                if rank[k] > top:
                    top = rank[k]
            base = top + 1
            for lane in range(8):
                sum_x[lane] = 0
                sum_both[lane] = 0
                total[lane] = 0
                squares[lane] = 0
                concordant[lane] = 0
                tied_x[lane] = 0
                tied_both[lane] = 0
                tied_y[lane] = 0
            q = starts[g]
            for k in range(starts[g], starts[g + 1]):
                if first[k]:
                    for p in range(q, k):  # what came before has a smaller x from now on
                        r = rank[p]
                        while r <= top:
                            for lane in range(8):
                                tree[r, lane] += weights[unit[p], lane]
                            r += r & -r
                    q = k
                    for lane in range(8):
                        tied_x[lane] += sum_x[lane] * sum_x[lane]
                        sum_x[lane] = 0
                if joint[k]:
                    for lane in range(8):
                        tied_both[lane] += sum_both[lane] * sum_both[lane]
                        sum_both[lane] = 0
                for lane in range(8):
                    less[lane] = 0
                r = rank[k] - 1
                while r > 0:
                    for lane in range(8):
                        less[lane] += tree[r, lane]
                    r -= r & -r
                for lane in range(8):
                    w = weights[unit[k], lane]
                    concordant[lane] += w * less[lane]
                    sum_x[lane] += w
                    sum_both[lane] += w
                    total[lane] += w
                    squares[lane] += w * w
                    tree[base + rank[k], lane] += weights[unit[k], lane]
            for r in range(1, top + 1):
                for lane in range(8):
                    w = tree[base + r, lane]
                    tied_y[lane] += w * w
                    tree[r, lane] = 0
                    tree[base + r, lane] = 0
            for lane in range(8):
                tied_x[lane] += sum_x[lane] * sum_x[lane]
                tied_both[lane] += sum_both[lane] * sum_both[lane]
                out[g, 0, lane] = concordant[lane]
                out[g, 1, lane] = (total[lane] * total[lane] - squares[lane]) // 2
                out[g, 2, lane] = (tied_x[lane] - squares[lane]) // 2
                out[g, 3, lane] = (tied_y[lane] - squares[lane]) // 2
                out[g, 4, lane] = (tied_both[lane] - squares[lane]) // 2


@cython.boundscheck(False)
def rank_moments(
    unit: cython.const[cython.int][::1],
    order: cython.const[cython.int][::1],
    first: cython.const[cython.char][::1],
    starts: cython.longlong[::1],
    weights: cython.const[cython.int][:, ::1],
    given: cython.double[:, ::1],
    ranks: cython.double[:, ::1],
    out: cython.double[:, :, ::1],
) -> None:
    """Middle ranks of the points of each group, and their sums with other ranks.

    ``order`` are the points of a group in ascending order, ``first`` is 1 where a new value begins. A point
    that was drawn twice is two points. For each lane of weights::

        ranks[i] = scipy.stats.rankdata(values of the resample)[where point i is]
        out[g] = sum(w), sum(w * ranks**2), sum(w * ranks * given)

    With ``ranks`` of no rows only the sums are made.
    """
    g: cython.Py_ssize_t
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    lane: cython.Py_ssize_t
    i: cython.Py_ssize_t
    below = cython.declare(cython.double[8])
    here = cython.declare(cython.double[8])
    squares = cython.declare(cython.double[8])
    products = cython.declare(cython.double[8])
    with cython.nogil:
        for g in range(starts.shape[0] - 1):
            for lane in range(8):
                below[lane] = 0
                here[lane] = 0
                squares[lane] = 0
                products[lane] = 0
            k = starts[g]
            while k < starts[g + 1]:
                for lane in range(8):
                    here[lane] = weights[unit[order[k]], lane]
                p = k + 1
                while p < starts[g + 1] and not first[p]:
                    for lane in range(8):
                        here[lane] += weights[unit[order[p]], lane]
                    p += 1
                for lane in range(8):
                    squares[lane] += (
                        here[lane]
                        * (below[lane] + (here[lane] + 1) / 2)
                        * (below[lane] + (here[lane] + 1) / 2)
                    )
                while k < p:
                    i = order[k]
                    if ranks.shape[0] > 0:
                        for lane in range(8):
                            ranks[i, lane] = below[lane] + (here[lane] + 1) / 2
                    if given.shape[0] > 0:
                        for lane in range(8):
                            products[lane] += (
                                weights[unit[i], lane] * (below[lane] + (here[lane] + 1) / 2) * given[i, lane]
                            )
                    k += 1
                for lane in range(8):
                    below[lane] += here[lane]
            for lane in range(8):
                out[g, 0, lane] = below[lane]
                out[g, 1, lane] = squares[lane]
                out[g, 2, lane] = products[lane]


@cython.boundscheck(False)
def best_threshold(
    unit: cython.const[cython.int][::1],
    gain: cython.const[cython.double][::1],
    last: cython.const[cython.char][::1],
    weights: cython.const[cython.int][:, ::1],
    best: cython.double[::1],
    where: cython.longlong[::1],
) -> None:
    """The largest sum of gains from the first pair on, and after how many pairs it is reached.

    For each lane of weights::

        sums = cumsum(gain * weight[unit]), of which only those count where last is 1
        best, where = the first largest of (0, after no pair) and of these

    A sum is larger if it is by more than ``1e-10``: what is less is rounding, since gains are fractions.
    """
    k: cython.Py_ssize_t
    lane: cython.Py_ssize_t
    sums = cython.declare(cython.double[8])
    most = cython.declare(cython.double[8])
    with cython.nogil:
        for lane in range(8):
            sums[lane] = 0
            most[lane] = 0
            where[lane] = 0
        for k in range(unit.shape[0]):
            for lane in range(8):
                sums[lane] += gain[k] * weights[unit[k], lane]
            if last[k]:
                for lane in range(8):
                    if sums[lane] > most[lane] + 1e-10:
                        most[lane] = sums[lane]
                        where[lane] = k + 1
        for lane in range(8):
            best[lane] = most[lane]
