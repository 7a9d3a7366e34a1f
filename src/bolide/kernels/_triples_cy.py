"""How many items two bags share, for every pair of bags of two lists, and which pair is the best.

A list holds the bags of one sentence, one for each of its best parses. Its columns name what may be in a bag;
``counts`` says how often it is there, bag by bag. A column stands for one item or two (``first``, ``second``;
-1 is none). An item has a relation and two words, of which either may be open (-1). Two items match if they
have the same relation and their words are equal or, where the item allows it, share a key.
"""

import cython

# The rows of the scratch table of a matching.
USED = cython.declare(cython.int, 0)  # how many partners each item on the right has
QUEUE = cython.declare(cython.int, 1)  # the items on the left still to be asked
BY_LEFT = cython.declare(cython.int, 2)  # from which item on the right each on the left was reached
BY_RIGHT = cython.declare(cython.int, 3)  # and the other way round


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bits(x: cython.longlong) -> cython.longlong:
    """The number of ones among the lower 60 bits."""
    # In two halves, since longer numbers would be Python's.
    twos: cython.longlong = (cython.cast(cython.longlong, 0x5555555) << 32) | 0x55555555
    fours: cython.longlong = (cython.cast(cython.longlong, 0x3333333) << 32) | 0x33333333
    eights: cython.longlong = (cython.cast(cython.longlong, 0xF0F0F0F) << 32) | 0x0F0F0F0F
    x = x - ((x >> 1) & twos)
    x = (x & fours) + ((x >> 2) & fours)
    x = (x + (x >> 4)) & eights
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 0x7F


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _share(
    a: cython.int, b: cython.int, key_starts: cython.longlong[::1], keys: cython.int[::1]
) -> cython.bint:
    """Whether two words are equal or share a key; keys are sorted."""
    if a == b:
        return True
    if a < 0 or b < 0:
        return False
    i: cython.longlong = key_starts[a]
    j: cython.longlong = key_starts[b]
    while i < key_starts[a + 1] and j < key_starts[b + 1]:
        if keys[i] == keys[j]:
            return True
        if keys[i] < keys[j]:
            i += 1
        else:
            j += 1
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _root(parents: cython.int[::1], x: cython.int) -> cython.int:
    while parents[x] != x:
        parents[x] = parents[parents[x]]
        x = parents[x]
    return x


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _gather(
    which: cython.longlong,
    columns: cython.int[::1],
    column_starts: cython.longlong[::1],
    counts: cython.ushort[::1],
    count_starts: cython.longlong[::1],
    sizes: cython.int[::1],
    first: cython.int[::1],
    second: cython.int[::1],
    group: cython.int[::1],
    weights: cython.double[::1],
    local: cython.int[::1],
    items: cython.int[::1],
    table: cython.int[:, ::1],
    totals: cython.double[::1],
) -> cython.int:
    """The items of a list and how often each bag has them; their number."""
    found: cython.int = 0
    width: cython.longlong = column_starts[which + 1] - column_starts[which]
    c: cython.longlong
    p: cython.int
    side: cython.int
    item: cython.int
    at: cython.int
    count: cython.int
    for p in range(sizes[which]):
        totals[p] = 0
    for c in range(width):
        for side in range(2):
            if side == 0:
                item = first[columns[column_starts[which] + c]]
            else:
                item = second[columns[column_starts[which] + c]]
            if item < 0:
                continue
            at = local[item]
            if at < 0:
                at = found
                local[item] = at
                items[at] = item
                found += 1
                for p in range(sizes[which]):
                    table[p, at] = 0
            for p in range(sizes[which]):
                count = counts[count_starts[which] + p * width + c]
                table[p, at] += count
                totals[p] += count * weights[group[item]]
    for at in range(found):
        local[items[at]] = -1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _matching(
    left: cython.int[::1],
    n_left: cython.int,
    right: cython.int[::1],
    n_right: cython.int,
    have: cython.int[:, ::1],
    i: cython.int,
    want: cython.int[:, ::1],
    j: cython.int,
    alike: cython.uchar[:, ::1],
    flow: cython.int[:, ::1],
    scratch: cython.int[:, ::1],
) -> cython.int:
    """The most one-to-one matches between the items ``left`` of bag ``i`` and ``right`` of bag ``j``.

    Every time round, one more item finds a partner, on the shortest way on which others change theirs.
    """
    total: cython.int = 0
    o: cython.int
    r: cython.int
    _k: cython.int
    start: cython.int
    begin: cython.int
    end: cython.int
    free: cython.int
    was: cython.int
    for r in range(n_right):
        scratch[USED, r] = 0
        for o in range(n_left):
            flow[o, r] = 0
    for start in range(n_left):
        for _k in range(have[i, left[start]]):
            for r in range(n_right):
                scratch[BY_RIGHT, r] = -1
            for o in range(n_left):
                scratch[BY_LEFT, o] = -1
            scratch[QUEUE, 0] = start
            scratch[BY_LEFT, start] = n_right
            begin = 0
            end = 1
            free = -1
            while begin < end and free < 0:
                o = scratch[QUEUE, begin]
                begin += 1
                for r in range(n_right):
                    if scratch[BY_RIGHT, r] >= 0 or not alike[left[o], right[r]]:
                        continue
                    scratch[BY_RIGHT, r] = o
                    if scratch[USED, r] < want[j, right[r]]:
                        free = r
                        break
                    for was in range(n_left):
                        if flow[was, r] > 0 and scratch[BY_LEFT, was] < 0:
                            scratch[BY_LEFT, was] = r
                            scratch[QUEUE, end] = was
                            end += 1
            if free < 0:
                break
            scratch[USED, free] += 1
            total += 1
            r = free
            while True:
                o = scratch[BY_RIGHT, r]
                flow[o, r] += 1
                if scratch[BY_LEFT, o] == n_right:
                    break
                r = scratch[BY_LEFT, o]
                flow[o, r] -= 1
    return total


def best_pairs(
    columns: cython.int[::1],
    column_starts: cython.longlong[::1],
    counts: cython.ushort[::1],
    count_starts: cython.longlong[::1],
    sizes: cython.int[::1],
    pairs: cython.longlong[:, ::1],
    first: cython.int[::1],
    second: cython.int[::1],
    relation: cython.int[::1],
    head: cython.int[::1],
    dependent: cython.int[::1],
    open_dependent: cython.uchar[::1],
    group: cython.int[::1],
    weights: cython.double[::1],
    key_starts: cython.longlong[::1],
    keys: cython.int[::1],
    beta: cython.double,
    local: cython.int[::1],
    items1: cython.int[::1],
    items2: cython.int[::1],
    table1: cython.int[:, ::1],
    table2: cython.int[:, ::1],
    totals1: cython.double[::1],
    totals2: cython.double[::1],
    alike: cython.uchar[:, ::1],
    parents: cython.int[::1],
    numbers: cython.int[:, ::1],
    sums1: cython.int[:, ::1],
    sums2: cython.int[:, ::1],
    masks1: cython.longlong[:, ::1],
    masks2: cython.longlong[:, ::1],
    word_group: cython.int[::1],
    extra: cython.double[:, ::1],
    kinds: cython.int[:, ::1],
    matched: cython.int[:, ::1],
    left: cython.int[::1],
    right: cython.int[::1],
    flow: cython.int[:, ::1],
    scratch: cython.int[:, ::1],
    results: cython.double[:, ::1],
    chosen: cython.int[:, ::1],
) -> None:
    """``results[k]``: matches and both totals of the best bags ``chosen[k]`` of the pair ``k`` of lists::

        best = max(product(list1, list2), key=lambda bags: f(match(*bags), total(bags[0]), total(bags[1])))

    where ``match`` is the heaviest one-to-one matching of items; of equally good pairs the first counts.
    Items that match form clusters. In a cluster where all match all, the matches are the smaller of both
    numbers, and all such clusters are counted at once, as bits; in any other, the matching is searched.
    """
    k: cython.Py_ssize_t
    list1: cython.longlong
    list2: cython.longlong
    n1: cython.int
    n2: cython.int
    p1: cython.int
    p2: cython.int
    i: cython.int
    j: cython.int
    a: cython.int
    b: cython.int
    c: cython.int
    w: cython.int
    g: cython.int
    clusters: cython.int
    low: cython.int
    high: cython.int
    level: cython.int
    bit: cython.int
    words: cython.int
    same: cython.bint
    item1: cython.int
    item2: cython.int
    kinds1: cython.int
    kinds2: cython.int
    matches: cython.double
    value: cython.double
    best: cython.double
    under: cython.double
    square: cython.double = beta * beta
    with cython.nogil:
        for k in range(pairs.shape[0]):
            list1 = pairs[k, 0]
            list2 = pairs[k, 1]
            p1 = sizes[list1]
            p2 = sizes[list2]
            chosen[k, 0] = -1 if p1 == 0 else 0
            chosen[k, 1] = -1 if p2 == 0 else 0
            results[k, 0] = 0
            n1 = _gather(
                list1, columns, column_starts, counts, count_starts, sizes, first, second, group, weights,
                local, items1, table1, totals1,
            )  # fmt: skip
            n2 = _gather(
                list2, columns, column_starts, counts, count_starts, sizes, first, second, group, weights,
                local, items2, table2, totals2,
            )  # fmt: skip
            results[k, 1] = totals1[0] if p1 > 0 else 0
            results[k, 2] = totals2[0] if p2 > 0 else 0
            if p1 == 0 or p2 == 0:
                continue
            # Clusters: 0 the items of the first list and after them those of the second.
            for a in range(n1 + n2):
                parents[a] = a
            for a in range(n1):
                item1 = items1[a]
                for b in range(n2):
                    item2 = items2[b]
                    alike[a, b] = 0
                    if relation[item1] != relation[item2]:
                        continue
                    if item1 != item2:
                        if not _share(head[item1], head[item2], key_starts, keys):
                            continue
                        if dependent[item1] != dependent[item2] and not (
                            open_dependent[item1]
                            and _share(dependent[item1], dependent[item2], key_starts, keys)
                        ):
                            continue
                    alike[a, b] = 1
                    i = _root(parents, a)
                    j = _root(parents, n1 + b)
                    if i != j:
                        parents[i] = j
            # numbers[x]: the cluster of item x; numbers[., 1:4] of a cluster: both sizes, matches.
            clusters = 0
            for a in range(n1 + n2):
                numbers[a, 0] = -1
            for a in range(n1 + n2):
                i = _root(parents, a)
                if numbers[i, 0] < 0:
                    numbers[i, 0] = clusters
                    numbers[clusters, 1] = 0
                    numbers[clusters, 2] = 0
                    numbers[clusters, 3] = 0
                    numbers[clusters, 4] = group[items1[a]] if a < n1 else group[items2[a - n1]]
                    clusters += 1
                numbers[a, 0] = numbers[i, 0]
                if a < n1:
                    numbers[numbers[a, 0], 1] += 1
                else:
                    numbers[numbers[a, 0], 2] += 1
            for a in range(n1):
                c = numbers[a, 0]
                for b in range(n2):
                    numbers[c, 3] += alike[a, b]
            for i in range(p1):
                for c in range(clusters):
                    sums1[i, c] = 0
                for a in range(n1):
                    sums1[i, numbers[a, 0]] += table1[i, a]
            for j in range(p2):
                for c in range(clusters):
                    sums2[j, c] = 0
                for b in range(n2):
                    sums2[j, numbers[n1 + b, 0]] += table2[j, b]
            for i in range(p1):
                for j in range(p2):
                    extra[i, j] = 0
            words = 0
            for g in range(weights.shape[0]):
                bit = 60
                for c in range(clusters):
                    if numbers[c, 4] != g or numbers[c, 3] == 0:
                        continue
                    if numbers[c, 3] != numbers[c, 1] * numbers[c, 2]:
                        # The bags differ in few ways here: equal ones are matched once.
                        low = 0
                        for a in range(n1):
                            if numbers[a, 0] == c:
                                left[low] = a
                                low += 1
                        high = 0
                        for b in range(n2):
                            if numbers[n1 + b, 0] == c:
                                right[high] = b
                                high += 1
                        kinds1 = 0
                        for i in range(p1):
                            kinds[0, i] = -1
                            for j in range(kinds1):
                                same = True
                                for a in range(low):
                                    if table1[i, left[a]] != table1[kinds[2, j], left[a]]:
                                        same = False
                                        break
                                if same:
                                    kinds[0, i] = j
                                    break
                            if kinds[0, i] < 0:
                                kinds[0, i] = kinds1
                                kinds[2, kinds1] = i
                                kinds1 += 1
                        kinds2 = 0
                        for i in range(p2):
                            kinds[1, i] = -1
                            for j in range(kinds2):
                                same = True
                                for b in range(high):
                                    if table2[i, right[b]] != table2[kinds[3, j], right[b]]:
                                        same = False
                                        break
                                if same:
                                    kinds[1, i] = j
                                    break
                            if kinds[1, i] < 0:
                                kinds[1, i] = kinds2
                                kinds[3, kinds2] = i
                                kinds2 += 1
                        for i in range(kinds1):
                            for j in range(kinds2):
                                matched[i, j] = _matching(
                                    left, low, right, high, table1, kinds[2, i], table2, kinds[3, j], alike,
                                    flow, scratch,
                                )  # fmt: skip
                        for i in range(p1):
                            for j in range(p2):
                                extra[i, j] += weights[g] * matched[kinds[0, i], kinds[1, j]]
                        continue
                    low = 0
                    for i in range(p1):
                        if sums1[i, c] > low:
                            low = sums1[i, c]
                    high = 0
                    for j in range(p2):
                        if sums2[j, c] > high:
                            high = sums2[j, c]
                    if high < low:
                        low = high
                    for level in range(low):
                        if bit == 60:
                            word_group[words] = g
                            for i in range(p1):
                                masks1[i, words] = 0
                            for j in range(p2):
                                masks2[j, words] = 0
                            words += 1
                            bit = 0
                        for i in range(p1):
                            if sums1[i, c] > level:
                                masks1[i, words - 1] |= cython.cast(cython.longlong, 1) << bit
                        for j in range(p2):
                            if sums2[j, c] > level:
                                masks2[j, words - 1] |= cython.cast(cython.longlong, 1) << bit
                        bit += 1
            best = -1
            for i in range(p1):
                for j in range(p2):
                    matches = extra[i, j]
                    for w in range(words):
                        matches += weights[word_group[w]] * _bits(masks1[i, w] & masks2[j, w])
                    under = square * totals2[j] + totals1[i]
                    value = (1 + square) * matches / under if under > 0 else 0
                    if value > best:
                        best = value
                        chosen[k, 0] = i
                        chosen[k, 1] = j
                        results[k, 0] = matches
                        results[k, 1] = totals1[i]
                        results[k, 2] = totals2[j]
