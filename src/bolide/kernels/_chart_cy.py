"""Bracketings of a sentence: the best k, and the sum over all, the loops under the embedded parser.

A span of words is *whole* where it has a label or is one word, and a *left part* where it is whole or the
first children (at least two) of a constituent that goes on. Children are gathered from the left: the inside
of a span is a left part and a whole span. So every bracketing is made in one way alone.
"""

import cython
from cython.cimports.libc.math import exp, log, log1p


@cython.cfunc
@cython.nogil
@cython.boundscheck(False)
@cython.exceptval(-1, check=False)
def _fill(
    scores: cython.double[:, ::1],
    inner: cython.double[:, ::1],
    left: cython.double[:, ::1],
    whole: cython.double[:, ::1],
    cuts: cython.int[:, ::1],
) -> cython.int:
    """Fill the chart of the best bracketing, where ``scores[i, j]`` is what words ``i`` to ``j - 1`` add to
    it as a constituent. ``inner`` and ``left`` are by first word and end, ``whole`` and ``cuts`` by end and
    first word, so that the inner loop reads rows. The loop that this equals::

        inner[i, j] = max(left[i, k] + whole[k, j] for k between i and j)
        whole[i, j] = inner[i, j] + scores[i, j]
        left[i, j] = inner[i, j] + max(0, scores[i, j])

    Of one word, ``inner`` is 0 and both others are ``max(0, scores[i, i + 1])``. Of equal cuts the first
    wins.
    """
    n: cython.Py_ssize_t = scores.shape[0] - 1
    width: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    cut: cython.Py_ssize_t
    top: cython.double
    value: cython.double
    for width in range(1, n + 1):
        for i in range(n - width + 1):
            j = i + width
            value = scores[i, j]
            if width == 1:
                inner[i, j] = 0
                left[i, j] = value if value > 0 else 0
                whole[j, i] = left[i, j]
                continue
            top = left[i, i + 1] + whole[j, i + 1]
            cut = i + 1
            for k in range(i + 2, j):
                if left[i, k] + whole[j, k] > top:
                    top = left[i, k] + whole[j, k]
                    cut = k
            inner[i, j] = top
            cuts[j, i] = cython.cast(cython.int, cut)
            whole[j, i] = top + value
            left[i, j] = top + value if value > 0 else top
    return 0


def marginals(
    scores: cython.double[:, ::1],
    left: cython.double[:, ::1],
    whole: cython.double[:, ::1],
    inner: cython.double[:, ::1],
    of_left: cython.double[:, ::1],
    of_whole: cython.double[:, ::1],
    probable: cython.double[:, ::1],
) -> None:
    """How probable each span is as a constituent: ``_fill`` with the logarithm of a sum of ``exp`` for each
    max, and then its derivatives, from the widest span down. ``of_left`` and ``of_whole`` hold zeros, and
    are laid out as ``left`` and ``whole`` are.
    """
    n: cython.Py_ssize_t = scores.shape[0] - 1
    width: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    top: cython.double
    total: cython.double
    value: cython.double
    soft: cython.double
    share: cython.double
    with cython.nogil:
        for width in range(1, n + 1):
            for i in range(n - width + 1):
                j = i + width
                value = scores[i, j]
                soft = value + log1p(exp(-value)) if value > 0 else log1p(exp(value))
                if width == 1:
                    inner[i, j] = 0.0
                    left[i, j] = whole[j, i] = soft
                    continue
                top = left[i, i + 1] + whole[j, i + 1]
                for k in range(i + 2, j):
                    if left[i, k] + whole[j, k] > top:
                        top = left[i, k] + whole[j, k]
                total = 0.0
                for k in range(i + 1, j):
                    total += exp(left[i, k] + whole[j, k] - top)
                inner[i, j] = top + log(total)
                left[i, j] = inner[i, j] + soft
                whole[j, i] = inner[i, j] + value
        of_whole[n, 0] = 1.0
        for width in range(n, 0, -1):
            for i in range(n - width + 1):
                j = i + width
                total = of_left[i, j] + of_whole[j, i]
                # a left part may have a label or none, and so may one word, but for the whole sentence
                share = exp(scores[i, j] + inner[i, j] - left[i, j])
                if width == n:
                    probable[i, j] = 1.0
                elif width == 1:
                    probable[i, j] = total * share
                else:
                    probable[i, j] = of_left[i, j] * share + of_whole[j, i]
                for k in range(i + 1, j):
                    share = total * exp(left[i, k] + whole[j, k] - inner[i, j])
                    of_left[i, k] += share
                    of_whole[j, k] += share


# The k best. An item is a span as INNER (children without their parent), WHOLE or LEFT. INNER is made of a
# left part and a whole span, for any cut; WHOLE and LEFT are made of the INNER of the span and a choice of
# label, which for LEFT, and for one word, may be none. So an item is a union of products of two sorted lists.
INNER = cython.declare(cython.int, 0)
WHOLE = cython.declare(cython.int, 1)
LEFT = cython.declare(cython.int, 2)
# what the state of an item holds
FOUND = cython.declare(cython.int, 0)  # how many of its best are known
WAITING = cython.declare(cython.int, 1)  # how many candidates are in its heap
DONE = cython.declare(cython.int, 2)  # whether there are no more
OPTIONS = cython.declare(cython.int, 3)  # how many labels are sorted
PENDING = cython.declare(cython.int, 4)  # how many successors of the last one wait for a part
NEXT = cython.declare(cython.int, 5)  # those successors: cut or 0, first rank, second rank; two of them
STATE = cython.declare(cython.int, 11)


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _push(
    heap_scores: cython.double[:, ::1],
    heap: cython.int[:, :, ::1],
    slot: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    score: cython.double,
    cut: cython.int,
    first: cython.int,
    second: cython.int,
) -> cython.int:
    """Put a candidate into the heap of a slot, which has ``count``; the best stands first."""
    at: cython.Py_ssize_t = count
    above: cython.Py_ssize_t
    while at > 0:
        above = (at - 1) // 2
        if heap_scores[slot, above] >= score:
            break
        heap_scores[slot, at] = heap_scores[slot, above]
        heap[slot, at, 0] = heap[slot, above, 0]
        heap[slot, at, 1] = heap[slot, above, 1]
        heap[slot, at, 2] = heap[slot, above, 2]
        at = above
    heap_scores[slot, at] = score
    heap[slot, at, 0], heap[slot, at, 1], heap[slot, at, 2] = cut, first, second
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _drop_first(
    heap_scores: cython.double[:, ::1],
    heap: cython.int[:, :, ::1],
    slot: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> cython.int:
    """Take the best of ``count`` candidates away."""
    at: cython.Py_ssize_t = 0
    below: cython.Py_ssize_t = 1
    last: cython.Py_ssize_t = count - 1
    score: cython.double = heap_scores[slot, last]
    cut: cython.int = heap[slot, last, 0]
    first: cython.int = heap[slot, last, 1]
    second: cython.int = heap[slot, last, 2]
    while below < last:
        if below + 1 < last and heap_scores[slot, below + 1] > heap_scores[slot, below]:
            below += 1
        if heap_scores[slot, below] <= score:
            break
        heap_scores[slot, at] = heap_scores[slot, below]
        heap[slot, at, 0] = heap[slot, below, 0]
        heap[slot, at, 1] = heap[slot, below, 1]
        heap[slot, at, 2] = heap[slot, below, 2]
        at = below
        below = 2 * at + 1
    heap_scores[slot, at] = score
    heap[slot, at, 0], heap[slot, at, 1], heap[slot, at, 2] = cut, first, second
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _next_option(
    labels: cython.double[:, ::1],
    row: cython.Py_ssize_t,
    bare: cython.bint,
    last: cython.int,
) -> cython.int:
    """The best label after ``last`` (before all labels: -1), or -1 if there is none; no label is the number
    of labels, and counts 0."""
    count: cython.Py_ssize_t = labels.shape[1]
    bound: cython.double = 0.0
    value: cython.double
    top: cython.double = 0.0
    chosen: cython.int = -1
    label: cython.int
    if 0 <= last < count:
        bound = labels[row, last]
    for label in range(cython.cast(cython.int, count + 1 if bare else count)):
        value = 0.0 if label == count else labels[row, label]
        if last >= 0 and (value > bound or (value == bound and label <= last)):
            continue
        if chosen < 0 or value > top:
            chosen, top = label, value
    return chosen


def kbest(
    scores: cython.double[:, ::1],
    labels: cython.double[:, ::1],
    rows: cython.int[:, ::1],
    k: cython.int,
    inner: cython.double[:, ::1],
    left: cython.double[:, ::1],
    whole: cython.double[:, ::1],
    cuts: cython.int[:, ::1],
    slots: cython.int[::1],
    state: cython.int[:, ::1],
    found_scores: cython.double[:, ::1],
    found: cython.int[:, :, ::1],
    heap_scores: cython.double[:, ::1],
    heap: cython.int[:, :, ::1],
    options: cython.int[:, ::1],
    stack: cython.int[:, ::1],
) -> int:
    """The ``k`` best trees: Huang & Chiang (2005), algorithm 3, from the chart of the best one.

    ``labels[rows[i, j]]`` are the scores of all labels of a span, ``scores[i, j]`` the best of them. Nothing
    is worked out before somebody asks for it: the second best of a part is asked for when the best tree that
    has its best is taken. An item that is looked at gets a slot; ``slots`` has the slot of each item, and
    comes filled with -1, ``state`` comes filled with 0. ``found[slot, rank]`` is how the item of this rank
    is made: cut and ranks of both parts, or label, rank of the inside, and the rank of the label.

    Returns the number of slots used; -1 where there were too few. Slot 0 is the whole sentence.
    """
    n: cython.Py_ssize_t = scores.shape[0] - 1
    size: cython.Py_ssize_t = n + 1
    count: cython.Py_ssize_t = labels.shape[1]
    used: cython.int = 1
    at: cython.Py_ssize_t = 0
    item: cython.Py_ssize_t
    part: cython.Py_ssize_t = 0
    slot: cython.Py_ssize_t
    other: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    cut: cython.int
    option: cython.int
    rank: cython.int
    base: cython.Py_ssize_t
    first: cython.int
    second: cython.int
    bare: cython.bint
    one: cython.double
    two: cython.double
    with cython.nogil:
        _fill(scores, inner, left, whole, cuts)
        item = 3 * n + WHOLE
        slots[item] = 0
        stack[0, 0], stack[0, 1] = cython.cast(cython.int, item), k - 1
        # the top of the stack is an item and the rank that is wanted of it
        while at >= 0:
            item = stack[at, 0]
            slot = slots[item]
            if state[slot, FOUND] > stack[at, 1] or state[slot, DONE]:
                at -= 1
                continue
            kind, i, j = item % 3, item // 3 // size, item // 3 % size
            bare = kind == LEFT or (j - i == 1 and n > 1)
            if state[slot, FOUND] == 0 and state[slot, WAITING] == 0:
                if kind == INNER:
                    for cut in range(cython.cast(cython.int, i + 1), cython.cast(cython.int, j)):
                        _push(
                            heap_scores,
                            heap,
                            slot,
                            state[slot, WAITING],
                            left[i, cut] + whole[j, cut],
                            cut,
                            0,
                            0,
                        )
                        state[slot, WAITING] += 1
                else:
                    option = _next_option(labels, rows[i, j], bare, -1)
                    options[slot, 0] = option
                    state[slot, OPTIONS] = 1
                    two = 0.0 if option == count else labels[rows[i, j], option]
                    _push(heap_scores, heap, slot, 0, inner[i, j] + two, option, 0, 0)
                    state[slot, WAITING] = 1
            if state[slot, PENDING] > 0:
                base = NEXT + 3 * (state[slot, PENDING] - 1)
                cut, first, second = state[slot, base], state[slot, base + 1], state[slot, base + 2]
                if kind == INNER:
                    # one of the two parts has the rank 0, whose score the chart has
                    if second > 0:
                        part, rank = 3 * (cut * size + j) + WHOLE, second
                    else:
                        part, rank = 3 * (i * size + cut) + LEFT, first
                else:
                    part, rank = 3 * (i * size + j) + INNER, first
                if rank > 0 and not (kind != INNER and j - i == 1):
                    other = slots[part]
                    if other < 0:
                        if used == state.shape[0]:
                            used = -1
                            break
                        other = used
                        slots[part] = used
                        used += 1
                    if state[other, FOUND] <= rank and not state[other, DONE]:
                        at += 1
                        stack[at, 0], stack[at, 1] = cython.cast(cython.int, part), rank
                        continue
                    state[slot, PENDING] -= 1
                    if state[other, FOUND] <= rank:
                        continue
                    one = found_scores[other, rank]
                else:
                    state[slot, PENDING] -= 1
                    if rank > 0:
                        continue
                    one = 0.0 if j - i == 1 else inner[i, j]
                if kind == INNER:
                    if second > 0:
                        other = slots[3 * (i * size + cut) + LEFT]
                        two = left[i, cut] if first == 0 else found_scores[other, first]
                    else:
                        two = whole[j, cut]
                else:
                    option = options[slot, second]
                    two = 0.0 if option == count else labels[rows[i, j], option]
                    cut = option
                _push(heap_scores, heap, slot, state[slot, WAITING], one + two, cut, first, second)
                state[slot, WAITING] += 1
                continue
            if state[slot, WAITING] == 0:
                state[slot, DONE] = 1
                continue
            # the best candidate is the next one; its neighbours are candidates now
            rank = state[slot, FOUND]
            cut, first, second = heap[slot, 0, 0], heap[slot, 0, 1], heap[slot, 0, 2]
            found_scores[slot, rank] = heap_scores[slot, 0]
            found[slot, rank, 0], found[slot, rank, 1], found[slot, rank, 2] = cut, first, second
            _drop_first(heap_scores, heap, slot, state[slot, WAITING])
            state[slot, WAITING] -= 1
            state[slot, FOUND] += 1
            if state[slot, FOUND] == k:
                state[slot, DONE] = 1
                continue
            base = NEXT
            if second == 0:
                state[slot, base], state[slot, base + 1], state[slot, base + 2] = cut, first + 1, 0
                base += 3
            if kind != INNER and second + 1 == state[slot, OPTIONS]:
                option = _next_option(labels, rows[i, j], bare, options[slot, second])
                if option >= 0:
                    options[slot, second + 1] = option
                    state[slot, OPTIONS] += 1
            if kind == INNER or second + 1 < state[slot, OPTIONS]:
                state[slot, base], state[slot, base + 1], state[slot, base + 2] = cut, first, second + 1
                base += 3
            state[slot, PENDING] = cython.cast(cython.int, (base - NEXT) // 3)
    return used


def trace(
    labels: cython.double[:, ::1],
    rows: cython.int[:, ::1],
    cuts: cython.int[:, ::1],
    slots: cython.int[::1],
    state: cython.int[:, ::1],
    found: cython.int[:, :, ::1],
    first_nodes: cython.int[::1],
    later_nodes: cython.int[:, ::1],
    stack: cython.int[:, ::1],
    roots: cython.int[::1],
    nodes: cython.int[:, ::1],
) -> int:
    """The nodes of the trees that ``kbest`` found, parts before what they are part of, each part once.

    A node is first word, end, label (or the number of labels: none), and two nodes that its children come
    from, one after the other; a word by itself has -1 for both, a node that only adds a label has -1 for the
    second. ``roots`` are the nodes of the trees. Room that comes filled with -1: ``first_nodes`` by item,
    ``later_nodes`` by slot and rank. Returns the number of nodes; -1 where there is no room for all.
    """
    n: cython.Py_ssize_t = rows.shape[0] - 1
    size: cython.Py_ssize_t = n + 1
    count: cython.int = cython.cast(cython.int, labels.shape[1])
    made: cython.int = 0
    at: cython.Py_ssize_t
    item: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    other: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    root: cython.Py_ssize_t
    cut: cython.int
    one: cython.int
    two: cython.int
    rank: cython.int
    label: cython.int
    one_rank: cython.int
    two_rank: cython.int
    one_part: cython.Py_ssize_t
    two_part: cython.Py_ssize_t
    with cython.nogil:
        for root in range(roots.shape[0]):
            at = 0
            stack[0, 0] = cython.cast(cython.int, 3 * n + WHOLE)
            stack[0, 1] = cython.cast(cython.int, root)
            while at >= 0:
                item, rank = stack[at, 0], stack[at, 1]
                kind, i, j = item % 3, item // 3 // size, item // 3 % size
                slot = slots[item]
                if rank > 0 or (slot >= 0 and state[slot, FOUND] > 0):
                    cut = found[slot, rank, 0]
                    one_rank, two_rank = found[slot, rank, 1], found[slot, rank, 2]
                else:
                    one_rank = two_rank = 0
                    if kind == INNER:
                        cut = cuts[j, i]
                    else:
                        cut = _next_option(labels, rows[i, j], kind == LEFT or (j - i == 1 and n > 1), -1)
                label = count
                one_part = two_part = -1
                if kind == INNER:
                    one_part, two_part = 3 * (i * size + cut) + LEFT, 3 * (cut * size + j) + WHOLE
                else:
                    label = cut
                    if j - i > 1:
                        one_part = 3 * (i * size + j) + INNER
                one = two = -1
                if one_part >= 0:
                    other = slots[one_part]
                    one = first_nodes[one_part] if one_rank == 0 else later_nodes[other, one_rank]
                    if one < 0:
                        at += 1
                        stack[at, 0], stack[at, 1] = cython.cast(cython.int, one_part), one_rank
                        continue
                if two_part >= 0:
                    other = slots[two_part]
                    two = first_nodes[two_part] if two_rank == 0 else later_nodes[other, two_rank]
                    if two < 0:
                        at += 1
                        stack[at, 0], stack[at, 1] = cython.cast(cython.int, two_part), two_rank
                        continue
                if made == nodes.shape[0]:
                    made = -1
                    break
                nodes[made, 0], nodes[made, 1] = cython.cast(cython.int, i), cython.cast(cython.int, j)
                nodes[made, 2], nodes[made, 3], nodes[made, 4] = label, one, two
                if rank == 0:
                    first_nodes[item] = made
                else:
                    later_nodes[slot, rank] = made
                if at == 0:
                    roots[root] = made
                made += 1
                at -= 1
            if made < 0:
                break
    return made
