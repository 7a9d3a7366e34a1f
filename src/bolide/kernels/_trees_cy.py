"""Trees as arrays: their subtrees, chains, heads and kernels, the loops under the metrics over trees.

A forest is its nodes, tree after tree: ``labels`` are numbers, ``parents`` the place of each node's parent
(-1 of a root), ``starts`` the first node of each tree. Children of a node stand in the order of their places.
Where a forest is ``sided`` (dependencies), a child belongs to the left or the right side of its parent, by
its place.

A segment is some trees: ``members[bounds[s]:bounds[s + 1]]`` are their numbers. Names (numbers for subtrees
and chains) may be compared within a segment.
"""

import cython

LARGE = cython.declare(cython.double, 2.0**400)
SMALL = cython.declare(cython.double, 2.0**-400)


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _name(
    keys: cython.longlong[::1],
    values: cython.longlong[::1],
    mask: cython.longlong,
    fresh: cython.longlong,
    a: cython.longlong,
    b: cython.longlong,
    unused: cython.longlong,
) -> cython.longlong:
    """The name of the pair ``(a, b)``: the one that it has, or ``unused``.

    Slots whose value is below ``fresh`` are empty: left over from segments before.
    """
    key: cython.longlong = (a << 31) + b
    slot: cython.longlong = ((a * 668265263 + b * 1013904243) >> 13) & mask
    while values[slot] >= fresh and keys[slot] != key:
        slot = (slot + 1) & mask
    if values[slot] >= fresh:
        return values[slot] - fresh
    keys[slot] = key
    values[slot] = fresh + unused
    return unused


def preorder_parents(
    degrees: cython.int[::1],
    starts: cython.longlong[::1],
    open_: cython.int[::1],
    left: cython.int[::1],
    out: cython.int[::1],
) -> None:
    """The parents of nodes that stand before their children, from the number of each node's children.

    The loop that this equals::

        for every node, in order: it is the next child of the last node that has not all of its children
    """
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    top: cython.Py_ssize_t
    with cython.nogil:
        for t in range(starts.shape[0] - 1):
            top = -1
            for i in range(starts[t], starts[t + 1]):
                while top >= 0 and left[top] == 0:
                    top -= 1
                if top >= 0:
                    out[i] = open_[top]
                    left[top] -= 1
                else:
                    out[i] = -1
                if degrees[i] > 0:
                    top += 1
                    open_[top] = i
                    left[top] = degrees[i]


def head_words(
    degrees: cython.int[::1],
    starts: cython.longlong[::1],
    head_child: cython.int[::1],
    word_starts: cython.longlong[::1],
    stack: cython.int[::1],
    heads: cython.int[::1],
) -> None:
    """The head of each word (its place among all words, -1 of a root), given the head child of each node.

    The loop that this equals, for every node from the last to the first::

        the head word of a leaf is its word
        of any other node it is the head word of its head child, and the head of the head words of the others
    """
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    top: cython.Py_ssize_t
    word: cython.Py_ssize_t
    head: cython.int
    with cython.nogil:
        for t in range(starts.shape[0] - 1):
            top = 0
            word = word_starts[t + 1]
            i = starts[t + 1] - 1
            while i >= starts[t]:
                if degrees[i] == 0:
                    word -= 1
                    heads[word] = -1
                    stack[top] = word
                    top += 1
                else:  # the first child stands on top
                    head = stack[top - 1 - head_child[i]]
                    k = top - degrees[i]
                    while top > k:
                        top -= 1
                        if stack[top] != head:
                            heads[stack[top]] = head
                    stack[top] = head
                    top += 1
                i -= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _link(
    parents: cython.int[::1],
    first: cython.int[::1],
    next_: cython.int[::1],
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
) -> cython.int:
    """The first child of each node and the next one after each child; -1 where there is none."""
    i: cython.Py_ssize_t
    for i in range(low, high):
        first[i] = -1
    i = high - 1
    while i >= low:
        if parents[i] >= 0:
            next_[i] = first[parents[i]]
            first[parents[i]] = i
        else:
            next_[i] = -1
        i -= 1
    return 0


def subtree_names(
    labels: cython.int[::1],
    parents: cython.int[::1],
    starts: cython.longlong[::1],
    members: cython.longlong[::1],
    bounds: cython.longlong[::1],
    sided: cython.bint,
    vocabulary: cython.longlong,
    fresh: cython.longlong,
    keys: cython.longlong[::1],
    values: cython.longlong[::1],
    first: cython.int[::1],
    next_: cython.int[::1],
    cuts: cython.int[:, ::1],
    names: cython.int[:, ::1],
) -> cython.longlong:
    """``names[i, d - 1]``: the subtree at node ``i`` cut at depth ``d``; -1 where it does not reach so deep.

    The loop that this equals::

        cut(node, 1) = label(node)
        cut(node, d) = (label(node), number of children on the left, cut(child, d - 1) for each child)
        equal cuts have equal names

    Returns the largest name of all segments plus 1. ``keys`` and ``values`` are a hash table for the largest
    segment; values come lower than ``fresh``, which is 0 at first.
    """
    s: cython.Py_ssize_t
    m: cython.Py_ssize_t
    i: cython.Py_ssize_t
    c: cython.Py_ssize_t
    t: cython.Py_ssize_t
    d: cython.Py_ssize_t
    now: cython.Py_ssize_t
    size: cython.longlong
    mask: cython.longlong
    unused: cython.longlong
    most: cython.longlong = vocabulary
    name: cython.longlong
    found: cython.longlong
    side: cython.longlong
    deep: cython.bint
    depth: cython.Py_ssize_t = names.shape[1]
    with cython.nogil:
        for s in range(bounds.shape[0] - 1):
            size = 0
            for m in range(bounds[s], bounds[s + 1]):
                size += starts[members[m] + 1] - starts[members[m]]
            mask = 4
            while mask < 4 * size * (depth - 1):
                mask *= 2
            mask -= 1
            unused = vocabulary
            for m in range(bounds[s], bounds[s + 1]):
                t = members[m]
                _link(parents, first, next_, starts[t], starts[t + 1])
                for i in range(starts[t], starts[t + 1]):
                    names[i, 0] = labels[i]
                    cuts[i, 0] = labels[i]
                for d in range(1, depth):
                    now = d & 1
                    for i in range(starts[t], starts[t + 1]):
                        name = labels[i]
                        deep = False
                        c = first[i]
                        if c >= 0 and sided:
                            side = 0
                            while c >= 0 and c < i:
                                side += 1
                                c = next_[c]
                            name = _name(keys, values, mask, fresh, name, side, unused)
                            if name == unused:
                                unused += 1
                            c = first[i]
                        while c >= 0:
                            deep = deep or names[c, d - 1] >= 0
                            found = _name(keys, values, mask, fresh, name, cuts[c, 1 - now], unused)
                            if found == unused:
                                unused += 1
                            name = found
                            c = next_[c]
                        cuts[i, now] = name
                        names[i, d] = name if deep else -1
            fresh += unused
            if unused > most:
                most = unused
    return most


def chain_names(
    labels: cython.int[::1],
    parents: cython.int[::1],
    starts: cython.longlong[::1],
    members: cython.longlong[::1],
    bounds: cython.longlong[::1],
    vocabulary: cython.longlong,
    fresh: cython.longlong,
    keys: cython.longlong[::1],
    values: cython.longlong[::1],
    names: cython.int[:, ::1],
) -> cython.longlong:
    """``names[i, n - 1]``: the chain of ``n`` nodes that ends in node ``i``; -1 where it would be shorter.

    The loop that this equals::

        chain(node, 1) = label(node)
        chain(node, n) = (chain(parent of node, n - 1), label(node))

    Returns the largest name plus 1; the table is as in ``subtree_names``.
    """
    s: cython.Py_ssize_t
    m: cython.Py_ssize_t
    i: cython.Py_ssize_t
    t: cython.Py_ssize_t
    d: cython.Py_ssize_t
    size: cython.longlong
    mask: cython.longlong
    unused: cython.longlong
    most: cython.longlong = vocabulary
    name: cython.longlong
    depth: cython.Py_ssize_t = names.shape[1]
    with cython.nogil:
        for s in range(bounds.shape[0] - 1):
            size = 0
            for m in range(bounds[s], bounds[s + 1]):
                size += starts[members[m] + 1] - starts[members[m]]
            mask = 4
            while mask < 4 * size * (depth - 1):
                mask *= 2
            mask -= 1
            unused = vocabulary
            for m in range(bounds[s], bounds[s + 1]):
                t = members[m]
                for i in range(starts[t], starts[t + 1]):
                    names[i, 0] = labels[i]
                for d in range(1, depth):
                    for i in range(starts[t], starts[t + 1]):
                        if parents[i] < 0 or names[parents[i], d - 1] < 0:
                            names[i, d] = -1
                        else:
                            name = _name(
                                keys, values, mask, fresh, names[parents[i], d - 1], labels[i], unused
                            )
                            if name == unused:
                                unused += 1
                            names[i, d] = name
            fresh += unused
            if unused > most:
                most = unused
    return most


def clipped(
    names: cython.int[:, ::1],
    starts: cython.longlong[::1],
    members: cython.longlong[::1],
    bounds: cython.longlong[::1],
    here: cython.int[::1],
    there: cython.int[::1],
    most: cython.int[::1],
    out: cython.double[:, ::1],
) -> None:
    """Clipped matches and totals of the first tree of each segment against its other trees, for each level.

    The loop that this equals::

        matches = sum(min(count(name, first), max(count(name, t) for t in others)) for name in first)
        totals = number of names in the first

    ``here``, ``there`` and ``most`` have room for every name, and come and go filled with 0.
    """
    s: cython.Py_ssize_t
    m: cython.Py_ssize_t
    i: cython.Py_ssize_t
    t: cython.Py_ssize_t
    d: cython.Py_ssize_t
    k: cython.int
    matches: cython.longlong
    total: cython.longlong
    depth: cython.Py_ssize_t = names.shape[1]
    with cython.nogil:
        for s in range(bounds.shape[0] - 1):
            for d in range(depth):
                for m in range(bounds[s] + 1, bounds[s + 1]):
                    t = members[m]
                    for i in range(starts[t], starts[t + 1]):
                        k = names[i, d]
                        if k >= 0:
                            there[k] += 1
                            if there[k] > most[k]:
                                most[k] = there[k]
                    for i in range(starts[t], starts[t + 1]):
                        if names[i, d] >= 0:
                            there[names[i, d]] = 0
                matches = 0
                total = 0
                t = members[bounds[s]]
                for i in range(starts[t], starts[t + 1]):
                    k = names[i, d]
                    if k >= 0:
                        total += 1
                        here[k] += 1
                        if here[k] <= most[k]:
                            matches += 1
                for i in range(starts[t], starts[t + 1]):
                    if names[i, d] >= 0:
                        here[names[i, d]] = 0
                for m in range(bounds[s] + 1, bounds[s + 1]):
                    t = members[m]
                    for i in range(starts[t], starts[t + 1]):
                        if names[i, d] >= 0:
                            most[names[i, d]] = 0
                out[s, d] = matches
                out[s, depth + d] = total


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _children_last(
    first: cython.int[::1],
    next_: cython.int[::1],
    parents: cython.int[::1],
    order: cython.int[::1],
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
) -> cython.int:
    """``order[low:high]``: the nodes of a tree, parents before their children."""
    i: cython.Py_ssize_t
    c: cython.Py_ssize_t
    done: cython.Py_ssize_t = low
    taken: cython.Py_ssize_t = low
    for i in range(low, high):
        if parents[i] < 0:
            order[done] = i
            done += 1
    while taken < done:
        c = first[order[taken]]
        taken += 1
        while c >= 0:
            order[done] = c
            done += 1
            c = next_[c]
    return 0


def equal_pairs(
    names: cython.int[::1],
    starts: cython.longlong[::1],
    pairs: cython.longlong[:, ::1],
    count: cython.int[::1],
) -> cython.longlong:
    """The largest number of node pairs with equal names, of all pairs of trees; ``count`` is full of 0."""
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    total: cython.longlong
    most: cython.longlong = 0
    with cython.nogil:
        for p in range(pairs.shape[0]):
            a = pairs[p, 0]
            b = pairs[p, 1]
            total = 0
            for i in range(starts[b], starts[b + 1]):
                if names[i] >= 0:
                    count[names[i]] += 1
            for i in range(starts[a], starts[a + 1]):
                if names[i] >= 0:
                    total += count[names[i]]
            for i in range(starts[b], starts[b + 1]):
                if names[i] >= 0:
                    count[names[i]] = 0
            if total > most:
                most = total
    return most


def tree_kernels(
    names: cython.int[::1],
    parents: cython.int[::1],
    starts: cython.longlong[::1],
    pairs: cython.longlong[:, ::1],
    decay: cython.double,
    first: cython.int[::1],
    next_: cython.int[::1],
    order: cython.int[::1],
    head: cython.int[::1],
    follow: cython.int[::1],
    count: cython.int[::1],
    base: cython.longlong[::1],
    rank: cython.int[::1],
    delta: cython.double[::1],
    shift: cython.int[::1],
    out: cython.double[:, ::1],
) -> None:
    """The kernel of Collins and Duffy (2001) of pairs of trees: the number of subset trees that they share.

    ``names`` are those of productions, a node with its children; -1 of nodes without. The loop that this
    equals::

        delta(a, b) = 0 if the productions of a and b differ
                    = decay * product(1 + delta(c, d) for c, d in zip(children of a, children of b))
        kernel = sum(delta(a, b) for a in the first tree for b in the second)

    Only pairs with equal productions are visited, children first, and only these have a place in ``delta``.
    The kernel is ``out[p, 0] * 2 ** (400 * out[p, 1])``: large trees share more than a float can hold.
    ``head`` and ``count`` have room for every name and come and go filled with -1 and 0.
    """
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    t: cython.Py_ssize_t
    u: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    c: cython.Py_ssize_t
    d: cython.Py_ssize_t
    at: cython.longlong
    running: cython.longlong
    value: cython.double
    power: cython.int
    total: cython.double
    total_power: cython.int
    with cython.nogil:
        for t in range(starts.shape[0] - 1):
            _link(parents, first, next_, starts[t], starts[t + 1])
            _children_last(first, next_, parents, order, starts[t], starts[t + 1])
        for p in range(pairs.shape[0]):
            t = pairs[p, 0]
            u = pairs[p, 1]
            # nodes of the second tree with the same production, one after the other
            i = starts[u + 1] - 1
            while i >= starts[u]:
                k = names[i]
                if k >= 0:
                    follow[i] = head[k]
                    head[k] = i
                    rank[i] = count[k]
                    count[k] += 1
                i -= 1
            running = 0
            for i in range(starts[t], starts[t + 1]):
                base[i] = running
                if names[i] >= 0:
                    running += count[names[i]]
            total = 0.0
            total_power = 0
            k = starts[t + 1] - 1
            while k >= starts[t]:
                a = order[k]
                k -= 1
                if names[a] < 0:
                    continue
                b = head[names[a]]
                while b >= 0:
                    value = decay
                    power = 0
                    c = first[a]
                    d = first[b]
                    while c >= 0:
                        if names[c] >= 0 and names[c] == names[d]:
                            at = base[c] + rank[d]
                            if shift[at] > 0:
                                value *= delta[at]
                                power += shift[at]
                            else:
                                value *= 1.0 + delta[at]
                            if value > LARGE:
                                value *= SMALL
                                power += 1
                        c = next_[c]
                        d = next_[d]
                    at = base[a] + rank[b]
                    delta[at] = value
                    shift[at] = power
                    if power == total_power:
                        total += value
                    elif power > total_power:
                        total = value + (total * SMALL if power == total_power + 1 else 0.0)
                        total_power = power
                    elif power == total_power - 1:
                        total += value * SMALL
                    b = follow[b]
            for i in range(starts[u], starts[u + 1]):
                if names[i] >= 0:
                    head[names[i]] = -1
                    count[names[i]] = 0
            out[p, 0] = total
            out[p, 1] = total_power
