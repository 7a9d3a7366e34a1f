# cython: boundscheck=False, initializedcheck=False, cdivision=True
# (checks are a quarter of the time; the interpreted kernel checks under the same random input)
"""Word alignment by search, the loop under both METEORs.

Words used here: a *pair* is a hypothesis and a reference; a *candidate* is a run of hypothesis words that may
be linked to a run of reference words, at some *stage*; a *definite* candidate has no rival, so that it is in
every best alignment; what is left is *contested*, and searched for from left to right over the reference.

A *state* of the search is what decides its future: which contested hypothesis words are used, where the last
link ended in the hypothesis, and how far a link of several words reaches. Of two equal states only the better
one can lead to the best alignment, so that the search is exact unless there are more states than may be kept.

A state is a row of ``states``: columns 0 next free reference word, 1 end of the last link in the hypothesis
(-1: the word before has no link), 2 value, 3 and 4 costs, 5 last node of its path, 6 order of creation, 7 the
most value that exact matches can still add, 8 the same as far as it goes with ``rest[:, 2]``, 9 what it is
ranked by first, and from 10 on one bit for each contested hypothesis word, 62 to a number. The search of one
stage (METEOR 2005) goes from contested word to contested word, does without column 0, and has in column 7
what is to be added to column 4 at the next word, in 8 the crosses with links that are certain to come.
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _count_bits(x: cython.longlong) -> cython.longlong:
    """The number of ones of a number below 2**62."""
    n: cython.longlong = 0
    while x:
        x &= x - 1
        n += 1
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bit(b: cython.longlong) -> cython.longlong:
    one: cython.longlong = 1
    return one << (b % 62)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(-1, check=False)
def _before(states: cython.longlong[::1], x: cython.longlong, y: cython.longlong) -> cython.bint:
    """Whether the state at ``x`` ranks before the one at ``y``."""
    if states[x + 9] != states[y + 9]:
        return states[x + 9] > states[y + 9]
    if states[x + 3] != states[y + 3]:
        return states[x + 3] < states[y + 3]
    if states[x + 4] != states[y + 4]:
        return states[x + 4] < states[y + 4]
    return states[x + 6] < states[y + 6]


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _rank(
    states: cython.longlong[::1],
    base: cython.longlong,
    width: cython.longlong,
    count: cython.longlong,
    order: cython.int[:, ::1],
) -> cython.longlong:
    """Sort ``count`` rows from ``base`` on; returns which row of ``order`` holds the result."""
    i: cython.longlong
    run: cython.longlong = 1
    left: cython.longlong
    middle: cython.longlong
    right: cython.longlong
    a: cython.longlong
    b: cython.longlong
    k: cython.longlong
    source: cython.longlong = 0
    for i in range(count):
        order[0, i] = i
    i = 1
    while i < count and not _before(states, base + i * width, base + (i - 1) * width):
        i += 1
    if i >= count:  # sorted already, as mostly
        return 0
    while run < count:
        left = 0
        while left < count:
            middle = min(left + run, count)
            right = min(left + 2 * run, count)
            a = left
            b = middle
            for k in range(left, right):
                if a < middle and (
                    b >= right
                    or not _before(states, base + order[source, b] * width, base + order[source, a] * width)
                ):
                    order[1 - source, k] = order[source, a]
                    a += 1
                else:
                    order[1 - source, k] = order[source, b]
                    b += 1
            left = right
        source = 1 - source
        run *= 2
    return source


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _update(
    passed: cython.int[::1],
    place: cython.longlong,
    first: cython.longlong,
    last: cython.longlong,
    words: cython.longlong,
    kind_of: cython.int[::1],
    kind_left: cython.int[::1],
    scarce: cython.int[::1],
    kind_masks: cython.longlong[:, ::1],
    states: cython.longlong[::1],
    x: cython.longlong,
    y: cython.longlong,
) -> cython.longlong:
    """Change columns 7 and 8 of the state at ``y`` for the kind ``passed[place]``, only where it is first.

    The state comes from that at ``x``, and has passed the reference's words from ``first`` to ``last``.
    """
    kind: cython.longlong = passed[place]
    before: cython.longlong = kind_left[kind] + (kind_of[first] == kind)
    after: cython.longlong = before
    free_before: cython.longlong = 0
    free_after: cython.longlong = 0
    w: cython.longlong
    mask: cython.longlong
    for w in range(place):
        if passed[w] == kind:
            return 0
    for w in range(first, last):
        after -= kind_of[w] == kind
    for w in range(words):
        mask = kind_masks[kind, w]
        free_before += _count_bits(mask - (mask & states[x + 10 + w]))
        free_after += _count_bits(mask - (mask & states[y + 10 + w]))
    states[y + 7] += 2 * (min(free_after, after) - min(free_before, before))
    states[y + 8] += 2 * (free_after - free_before if scarce[kind] else after - before)
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(-1, check=False)
def _contested(
    i: cython.longlong, length: cython.longlong, cand_starts: cython.int[::1], definite: cython.int[::1]
) -> cython.bint:
    """Whether there is a word of this number in the reference that has candidates, none of them definite."""
    return 0 <= i and i < length and definite[i] < 0 and cand_starts[i] < cand_starts[i + 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _cost_stage(
    length: cython.longlong,
    cand_starts: cython.int[::1],
    cands: cython.int[:, ::1],
    definite: cython.int[::1],
    groups: cython.int[:, ::1],
    bit_of: cython.int[::1],
    forced: cython.int[::1],
    next_of: cython.int[::1],
    later: cython.longlong[:, ::1],
    bits: cython.longlong,
    below: cython.int[::1],
    rest: cython.longlong[:, ::1],
) -> cython.longlong:
    """What contested candidates of one stage cost, whatever else is chosen, for ``_search_stage``.

    Column 5 becomes the number of crosses with definite links, 6 whether it continues the definite link
    before it, 7 whether the one after continues it. In a group, the words of one kind, links are in order:
    column 9 of the ``k``-th candidate is the least of column 5 in sum if words up to the ``k``-th are used;
    ``next_of`` is the next word of the group in the reference, or -1. ``forced[i]`` is the last bit that word
    ``i`` may be linked to if it must be linked, else -1, column 8 how many such words that come later a
    candidate crosses, ``rest[i, 1]`` how often they cross each other. ``later[0]`` are the bits of groups all
    whose words of the hypothesis must be linked, here or there. Returns the least crosses with definite links
    in all.
    """
    i: cython.longlong
    k: cython.longlong
    c: cython.longlong
    j: cython.longlong
    total: cython.longlong = 0
    rest[length, 1] = 0
    for k in range(bits):
        later[0, k // 62] = 0
        below[k] = 0
    for i in range(length - 1, -1, -1):
        forced[i] = -1
        next_of[i] = -1
        rest[i, 1] = rest[i + 1, 1]
        if not _contested(i, length, cand_starts, definite):
            continue
        for k in range(length):
            if definite[k] >= 0:
                j = cands[definite[k], 0]
                for c in range(cand_starts[i], cand_starts[i + 1]):
                    if (k < i) == (j > cands[c, 0]):
                        cands[c, 5] += 1
                    if k == i - 1:
                        cands[c, 6] = j == cands[c, 0] - 1
                    if k == i + 1:
                        cands[c, 7] = j == cands[c, 0] + 1
        for c in range(cand_starts[i], cand_starts[i + 1]):
            cands[c, 8] = below[bit_of[cands[c, 0]]]
        if groups[i, 0] > 0:
            if groups[i, 2] + 1 < groups[i, 1]:
                k = i + 1
                while groups[k, 0] == 0 or cands[cand_starts[k], 0] != cands[cand_starts[i], 0]:
                    k += 1
                next_of[i] = k
            _cost_group(i, cand_starts, cands, groups, next_of)
            if groups[i, 0] >= groups[i, 1]:
                c = cand_starts[i] + groups[i, 2]
                rest[i, 1] += below[bit_of[cands[c, 0]]]
                forced[i] = bit_of[cands[c + groups[i, 0] - groups[i, 1], 0]]
                for k in range(forced[i] + 1, bits):
                    below[k] += 1
            if groups[i, 2] == 0:
                total += cands[cand_starts[i], 9]
                if groups[i, 0] < groups[i, 1]:
                    for c in range(cand_starts[i], cand_starts[i + 1]):
                        k = bit_of[cands[c, 0]]
                        later[0, k // 62] |= _bit(k)
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _cost_group(
    i: cython.longlong,
    cand_starts: cython.int[::1],
    cands: cython.int[:, ::1],
    groups: cython.int[:, ::1],
    next_of: cython.int[::1],
) -> cython.longlong:
    """Column 9 of the candidates of word ``i``, as in ``_cost_stage``, from that of its group's next word."""
    k: cython.longlong
    c: cython.longlong
    least: cython.longlong
    must: cython.bint = groups[i, 0] >= groups[i, 1]
    for k in range(groups[i, 0] - 1, -1, -1):
        c = cand_starts[i] + k
        least = cands[c, 5] + _least_after(next_of[i], k + 1, cand_starts, cands, groups)
        if must:  # to this one or a later one
            least = min(least, _least_after(i, k + 1, cand_starts, cands, groups))
        else:  # this one, here or later
            if next_of[i] >= 0:
                least = min(least, _least_after(next_of[i], k, cand_starts, cands, groups))
            elif k < groups[i, 0] - 1:
                least = 1 << 20
        cands[c, 9] = least
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(-1, check=False)
def _least_after(
    i: cython.longlong,
    k: cython.longlong,
    cand_starts: cython.int[::1],
    cands: cython.int[:, ::1],
    groups: cython.int[:, ::1],
) -> cython.longlong:
    """The least crosses with definite links of a group's words from ``i`` on with those from ``k`` on.

    -1 stands for the end of the group; ``1 << 20`` is more than any sum: there are not enough words.
    """
    if i < 0:
        return 0
    if k < groups[i, 0]:
        return cands[cand_starts[i] + k, 9]
    return (1 << 20) if groups[i, 0] >= groups[i, 1] else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(-1, check=False)
def _count_above(
    states: cython.longlong[::1], x: cython.longlong, b: cython.longlong, words: cython.longlong
) -> cython.longlong:
    """How many of the words used in the state at ``x`` have a bit of at least ``b``."""
    w: cython.longlong
    n: cython.longlong = _count_bits(states[x + 10 + b // 62] >> (b % 62))
    for w in range(b // 62 + 1, words):
        n += _count_bits(states[x + 10 + w])
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(-1, check=False)
def _count_later(
    states: cython.longlong[::1],
    x: cython.longlong,
    b: cython.longlong,
    later: cython.longlong[:, ::1],
    masks: cython.longlong[:, ::1],
    i: cython.longlong,
) -> cython.longlong:
    """How many words before bit ``b`` of ``later`` are not used in the state at ``x``, before word ``i``."""
    w: cython.longlong
    n: cython.longlong = 0
    free: cython.longlong
    for w in range(b // 62 + 1):
        free = later[0, w] & masks[i, w]
        free -= free & states[x + 10 + w]
        if w == b // 62:
            free &= _bit(b) - 1
        n += _count_bits(free)
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(-1, check=False)
def _before_stage(states: cython.longlong[::1], x: cython.longlong, y: cython.longlong) -> cython.bint:
    """Whether the state at ``x`` will rank before the one at ``y``, which is older, at the next word."""
    if states[x + 2] != states[y + 2]:
        return states[x + 2] > states[y + 2]
    if states[x + 3] != states[y + 3]:
        return states[x + 3] < states[y + 3]
    if states[x + 4] + states[x + 7] != states[y + 4] + states[y + 7]:
        return states[x + 4] + states[x + 7] < states[y + 4] + states[y + 7]
    return states[x + 4] < states[y + 4]


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _rank_stage(
    states: cython.longlong[::1],
    base: cython.longlong,
    width: cython.longlong,
    count: cython.longlong,
    order: cython.int[:, ::1],
) -> cython.longlong:
    """Rank as things are at the last contested word, then as they are at the next, which column 7 is for."""
    r: cython.longlong
    x: cython.longlong
    changed: cython.bint = False
    ranked: cython.longlong = _rank(states, base, width, count, order)
    for r in range(count):
        x = base + order[ranked, r] * width
        states[x + 6] = r
        states[x + 4] += states[x + 7]
        changed = changed or states[x + 7] != 0
        states[x + 7] = 0
    return _rank(states, base, width, count, order) if changed else ranked


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _keep_stage(
    states: cython.longlong[::1],
    base: cython.longlong,
    to: cython.longlong,
    width: cython.longlong,
    count: cython.longlong,
    keep: cython.longlong,
    certain: cython.bint,
    order: cython.int[:, ::1],
) -> cython.longlong:
    """Copy ``keep`` rows from ``base`` ``to``: those that, as far as is known, will have the least crosses.

    Where it is not ``certain`` how many words will be linked, more links come first.
    """
    r: cython.longlong
    w: cython.longlong
    x: cython.longlong
    y: cython.longlong
    ranked: cython.longlong
    for r in range(count):
        x = base + r * width
        states[x + 3] += states[x + 8]
        if certain:
            states[x + 9] = 0
    ranked = _rank(states, base, width, count, order)
    for r in range(keep):
        x = base + order[ranked, r] * width
        y = to + r * width
        for w in range(width):
            states[y + w] = states[x + w]
        states[y + 3] -= states[y + 8]
        states[y + 9] = states[y + 2]
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _search_stage(
    length: cython.longlong,
    bits: cython.longlong,
    most_states: cython.longlong,
    most_work: cython.longlong,
    cand_starts: cython.int[::1],
    cands: cython.int[:, ::1],
    definite: cython.int[::1],
    groups: cython.int[:, ::1],
    bit_of: cython.int[::1],
    forced: cython.int[::1],
    next_of: cython.int[::1],
    later: cython.longlong[:, ::1],
    certain: cython.bint,
    least: cython.longlong,
    masks: cython.longlong[:, ::1],
    rest: cython.longlong[:, ::1],
    states: cython.longlong[::1],
    order: cython.int[:, ::1],
    slots: cython.int[::1],
    nodes: cython.int[:, ::1],
    result: cython.longlong[::1],
) -> cython.longlong:
    """The best choice of contested candidates of one stage; writes its last node and whether it is proved.

    The value is how many words are linked; after that crosses are minimised, and then chunks, counted where
    they may begin in one choice and not in another: at contested words and at definite ones right after them.
    Of equally good choices it is the one that was the better as late as possible on the way, word by word.
    Where ``result[2]`` is not below 0, ``result[2:5]`` are value and costs of a solution that is known: what
    costs more is left out. Writes value and costs of the solution found; the last node is -1 if there is
    none. Returns 0, or which room is too small: 1 ``states``, 2 ``nodes``.
    """
    words: cython.longlong = bits // 62 + 1
    width: cython.longlong = 10 + words
    rows: cython.longlong = min(states.shape[0] // (2 * width), order.shape[1], slots.shape[0] // 2)
    now: cython.longlong = 0  # where the current states start
    then: cython.longlong = rows * width
    count: cython.longlong = 1
    made: cython.longlong
    created: cython.longlong = 1  # nodes; node 0 is the empty path
    work: cython.longlong = 0
    keep: cython.longlong = most_states
    exact: cython.longlong = 1
    ranked: cython.longlong
    i: cython.longlong
    r: cython.longlong
    x: cython.longlong
    y: cython.longlong
    z: cython.longlong
    w: cython.longlong
    c: cython.longlong
    first: cython.longlong
    last: cython.longlong
    b: cython.longlong
    size: cython.longlong
    slot: cython.longlong
    key: cython.longlong
    used: cython.longlong
    top: cython.longlong
    spare: cython.longlong
    serial: cython.longlong = 1
    cost: cython.longlong
    kept: cython.longlong
    promised: cython.longlong
    chunks: cython.longlong
    begins: cython.longlong
    free: cython.bint
    same: cython.bint
    follows: cython.bint
    precedes: cython.bint
    known: cython.bint = result[2] >= 0
    if rows < 2:
        return 1
    b = 0
    for w in range(width):
        states[w] = 0
    states[1] = -1
    states[8] = least
    for i in range(length):
        if not _contested(i, length, cand_starts, definite):
            continue
        first = cand_starts[i]
        last = cand_starts[i + 1]
        work += min(count, keep) * (last - first + 1)
        if work > most_work:
            keep = min(keep, 16)
        ranked = _rank_stage(states, now, width, count, order)
        if count > keep:
            _keep_stage(states, now, then, width, count, keep, certain, order)
            x = now
            now = then
            then = x
            count = keep
            exact = 0
            ranked = _rank_stage(states, now, width, count, order)
        follows = _contested(i + 1, length, cand_starts, definite)
        precedes = i + 1 < length and definite[i + 1] >= 0
        size = 4
        while size < 2 * min(count * (last - first + 1), rows):
            size *= 2
        for slot in range(size):
            slots[slot] = -1
        made = 0
        for r in range(count):
            if made >= rows:
                exact = 0
                break
            x = now + order[ranked, r] * width
            # which candidates may be chosen here: all, or by their order where all are equal
            top = first
            spare = last
            used = 0
            if groups[i, 0] > 0:
                for c in range(first, last):
                    b = bit_of[cands[c, 0]]
                    if states[x + 10 + b // 62] & _bit(b):
                        used += 1
                        top = c + 1
                if groups[i, 0] < groups[i, 1]:  # fewer in the hypothesis: the next one, or none
                    top = first + used
                    spare = min(top + 1, last)
                else:
                    spare = last - (groups[i, 1] - groups[i, 2] - 1)
            kept = states[x + 8]
            if groups[i, 0] > 0:
                kept -= _least_after(i, top - first, cand_starts, cands, groups)
            if forced[i] >= 0:
                kept -= _count_above(states, x, forced[i], words)
            for c in range(top, spare + 1):
                free = c < spare
                cost = states[x + 3]
                promised = kept
                chunks = states[x + 4]
                begins = precedes
                if free:
                    b = bit_of[cands[c, 0]]
                    if states[x + 10 + b // 62] & _bit(b):
                        continue
                    used = _count_above(states, x, b, words)
                    cost += cands[c, 5] + used
                    promised += cands[c, 8] + _count_later(states, x, b, later, masks, i + 1)
                    if groups[i, 0] > 0:
                        promised += _least_after(next_of[i], c - first + 1, cand_starts, cands, groups)
                        if forced[i] < 0:
                            promised -= used
                    if not cands[c, 6] and states[x + 1] != cands[c, 0]:
                        chunks += 1
                    if cands[c, 7]:
                        begins = 0
                elif groups[i, 0] > 0:
                    if groups[i, 2] - (top - first) >= groups[i, 1] - groups[i, 0]:
                        continue  # no more words of this kind may be left out
                    promised += _least_after(next_of[i], top - first, cand_starts, cands, groups)
                if known and (
                    cost + promised + rest[i + 1, 1] > result[3]
                    or (cost + promised + rest[i + 1, 1] == result[3] and chunks + begins > result[4])
                ):
                    continue
                if made >= rows:
                    exact = 0
                    break
                y = then + made * width
                for w in range(10, width):
                    states[y + w] = states[x + w]
                if free:
                    states[y + 10 + b // 62] |= _bit(b)
                states[y + 1] = cands[c, 0] + 1 if free and follows else -1
                states[y + 2] = states[x + 2] + free
                states[y + 3] = cost
                states[y + 4] = chunks
                states[y + 5] = states[x + 5]
                states[y + 6] = serial
                states[y + 7] = begins
                states[y + 8] = promised
                states[y + 9] = states[y + 2]
                serial += 1
                # what can still matter: contested words that a later candidate may need or cross
                key = states[y + 1] + 1
                for w in range(words):
                    states[y + 10 + w] &= masks[i + 1, w]
                    b = states[y + 10 + w]
                    key = (key * 1000003 + (b & 0x7FFFFFFF) + (b >> 31)) & 0x7FFFFFFF
                slot = (key ^ (key >> 15)) & (size - 1)
                z = y
                same = False
                while slots[slot] >= 0 and not same:
                    z = then + slots[slot] * width
                    same = states[z + 1] == states[y + 1]
                    w = 0
                    while same and w < words:
                        same = states[z + 10 + w] == states[y + 10 + w]
                        w += 1
                    if not same:
                        z = y
                        slot = (slot + 1) & (size - 1)
                if same and not _before_stage(states, y, z):
                    continue
                if free:
                    if created >= nodes.shape[0]:
                        return 2
                    nodes[created, 0] = states[x + 5]
                    nodes[created, 1] = c
                    states[y + 5] = created
                    created += 1
                if same:  # a better way to an equal state takes its place
                    for w in range(1, 10):
                        states[z + w] = states[y + w]
                    continue
                slots[slot] = made
                made += 1
        count = made
        x = now
        now = then
        then = x
    result[0] = -1
    result[1] = exact
    if count > 0:
        ranked = _rank_stage(states, now, width, count, order)
        x = now + order[ranked, 0] * width
        result[0] = states[x + 5]
        for w in range(3):
            result[2 + w] = states[x + 2 + w]
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _search_all(
    length: cython.longlong,
    bits: cython.longlong,
    beam: cython.longlong,
    hopeful: cython.bint,
    most_states: cython.longlong,
    most_work: cython.longlong,
    cand_starts: cython.int[::1],
    cands: cython.int[:, ::1],
    definite: cython.int[::1],
    bit_of: cython.int[::1],
    masks: cython.longlong[:, ::1],
    kinds: cython.longlong,
    kind_of: cython.int[::1],
    kind_left: cython.int[::1],
    scarce: cython.int[::1],
    kind_of_hyp: cython.int[::1],
    passed: cython.int[::1],
    kind_masks: cython.longlong[:, ::1],
    rest: cython.longlong[:, ::1],
    states: cython.longlong[::1],
    order: cython.int[:, ::1],
    slots: cython.int[::1],
    nodes: cython.int[:, ::1],
    result: cython.longlong[::1],
) -> cython.longlong:
    """The best choice of candidates of all stages; writes its last node and whether it is proved the best.

    After the value, chunks are minimised, then distance, as METEOR 1.5 counts them. ``beam`` > 0 keeps so
    many states and merges none, as it does. Where ``result[2]`` is not below 0, ``result[2:5]`` are value and
    costs of a solution that is known: states that cannot lead to an equally good one are left out. The most
    value still to come is ``rest[i, 0]`` and that of exact matches, whose number is bounded for each kind of
    word: its free words of the hypothesis are those of ``kind_masks``, and ``kind_left`` counts its words of
    the reference. Another bound is ``rest[i, 2]`` and all those free words of the kinds that are ``scarce``,
    all those of the reference of the others. The least cost still to come is ``rest[i, 1]``, and ``rest[i,
    3]`` where the value is to reach the second bound. ``hopeful`` ranks states by the value that they can
    reach instead of the one they have. Writes value and costs of the solution found; the last node is -1 if
    there is none. Returns 0, or which room is too small: 1 ``states``, 2 ``nodes``.
    """
    words: cython.longlong = bits // 62 + 1
    width: cython.longlong = 10 + words
    rows: cython.longlong = min(states.shape[0] // (2 * width), order.shape[1], slots.shape[0] // 2)
    now: cython.longlong = 0  # where the current states start
    then: cython.longlong = rows * width
    count: cython.longlong = 1
    made: cython.longlong
    serial: cython.longlong = 1
    created: cython.longlong = 1  # nodes; node 0 is the empty path
    work: cython.longlong = 0
    keep: cython.longlong = beam if beam > 0 else most_states
    exact: cython.longlong = 1
    ranked: cython.longlong
    i: cython.longlong
    r: cython.longlong
    x: cython.longlong
    y: cython.longlong
    z: cython.longlong
    w: cython.longlong
    c: cython.longlong
    first: cython.longlong
    last: cython.longlong
    b: cython.longlong
    n: cython.longlong
    size: cython.longlong
    slot: cython.longlong
    key: cython.longlong
    distance: cython.longlong
    free: cython.bint
    same: cython.bint
    known: cython.bint = result[2] >= 0
    most: cython.longlong
    hope: cython.longlong
    begins: cython.longlong
    cost: cython.longlong
    if rows < 2:
        return 1
    for w in range(width):
        states[w] = 0
    states[1] = -1
    if known:
        for b in range(kinds):
            n = 0
            for w in range(words):
                n += _count_bits(kind_masks[b, w])
            states[7] += 2 * min(n, kind_left[b])
            states[8] += 2 * (n if scarce[b] else kind_left[b])
    for i in range(length):
        if kind_of[i] >= 0:
            kind_left[kind_of[i]] -= 1
        ranked = 0
        if count > 1:
            ranked = _rank(states, now, width, count, order)
        else:
            order[0, 0] = 0
        if count > keep:
            count = keep
            exact = 0
        first = cand_starts[i]
        last = cand_starts[i + 1]
        if definite[i] >= 0 or first == last:
            # nothing to choose: go on in place
            made = 0
            for r in range(count):
                x = now + order[ranked, r] * width
                states[x + 6] = r
                if states[x] > i:
                    continue
                if definite[i] >= 0:
                    c = definite[i]
                    states[x + 2] += cands[c, 4]
                    if not hopeful:
                        states[x + 9] += cands[c, 4]
                    if states[x + 1] != -1 and states[x + 1] != cands[c, 0]:
                        states[x + 3] += 1
                    states[x + 4] += cands[c, 5]
                    if created >= nodes.shape[0]:
                        return 2
                    nodes[created, 0] = states[x + 5]
                    nodes[created, 1] = c
                    states[x + 5] = created
                    created += 1
                    states[x] = i + cands[c, 2]
                    states[x + 1] = cands[c, 0] + cands[c, 1]
                else:
                    if states[x + 1] != -1:
                        states[x + 3] += 1
                        states[x + 1] = -1
                    states[x] = i + 1
            n = 0
            for r in range(count):
                n = max(n, order[ranked, r])
            if n >= count:  # close the gaps that rows left out have made
                for r in range(count):
                    x = now + order[ranked, r] * width
                    for w in range(width):
                        states[then + r * width + w] = states[x + w]
                x = now
                now = then
                then = x
            continue
        work += count * (last - first + 1)
        if work > most_work and beam == 0:
            keep = min(keep, 16)
            if count > keep:
                count = keep
                exact = 0
        size = 4
        if beam == 0:
            while size < 2 * min(count * (last - first + 1), rows):
                size *= 2
            for slot in range(size):
                slots[slot] = -1
        elif count * (last - first + 1) > rows:
            return 1
        made = 0
        for r in range(count):
            if made >= rows:
                exact = 0
                break
            x = now + order[ranked, r] * width
            distance = states[x + 4]
            for c in range(first, last + 1):
                free = c < last
                if states[x] > i:
                    if c > first:
                        break
                    free = False  # the word is inside a link: go on as it is
                elif free:
                    for w in range(cands[c, 0], cands[c, 0] + cands[c, 1]):
                        b = bit_of[w]
                        if states[x + 10 + b // 62] & _bit(b):
                            free = False
                    if not free:
                        continue
                if made >= rows:
                    exact = 0
                    break
                y = then + made * width
                for w in range(width):
                    states[y + w] = states[x + w]
                states[y + 6] = serial
                serial += 1
                if free:
                    states[y + 2] += cands[c, 4]
                    if states[x + 1] != -1 and states[x + 1] != cands[c, 0]:
                        states[y + 3] += 1
                    # As in Aligner.resolve of METEOR 1.5: a candidate's distance is added to the path
                    # that it is tried on: it counts for all later alternatives, not for itself.
                    states[y + 4] = distance
                    distance += cands[c, 5]
                    for w in range(cands[c, 0], cands[c, 0] + cands[c, 1]):
                        b = bit_of[w]
                        states[y + 10 + b // 62] |= _bit(b)
                    states[y] = i + cands[c, 2]
                    states[y + 1] = cands[c, 0] + cands[c, 1]
                elif states[x] <= i:
                    if states[x + 1] != -1:
                        states[y + 3] += 1
                        states[y + 1] = -1
                    states[y + 4] = distance
                    states[y] = i + 1
                states[y + 9] = states[y + 2]
                if known:
                    most = states[y + 2]
                    if free and cands[c, 3] == 0:
                        states[y + 7] -= 2
                        states[y + 8] -= 2
                    elif states[x] <= i:
                        n = 0  # the kinds of all words that are used or passed here
                        for w in range(i, states[y]):
                            if kind_of[w] >= 0:
                                passed[n] = kind_of[w]
                                n += 1
                        if free:
                            for w in range(cands[c, 0], cands[c, 0] + cands[c, 1]):
                                if kind_of_hyp[w] >= 0:
                                    passed[n] = kind_of_hyp[w]
                                    n += 1
                        for w in range(n):
                            _update(
                                passed, w, i, states[y], words, kind_of, kind_left, scarce, kind_masks,
                                states, x, y,
                            )  # fmt: skip
                    b = states[y]
                    hope = rest[b, 2] + states[y + 8]
                    most += min(rest[b, 0] + states[y + 7], hope)
                    if most < result[2]:
                        continue
                    if hopeful:
                        states[y + 9] = most
                    n = rest[b, 1]
                    begins = rest[b, 3]
                    if states[y + 1] != -1:
                        for w in range(cand_starts[b], cand_starts[min(b + 1, length)]):
                            if cands[w, 0] == states[y + 1]:
                                n = min(n, cands[w, 6])
                                if cands[w, 7] == rest[b, 2]:
                                    begins = min(begins, cands[w, 8])
                    if most == states[y + 2] + hope:
                        n = max(n, begins)
                    cost = states[y + 3] + n + (states[y + 1] != -1)
                    if most == result[2] and (
                        cost > result[3] or (cost == result[3] and states[y + 4] > result[4])
                    ):
                        continue
                z = y
                slot = -1
                if beam == 0:
                    # what can still matter: contested words that a later candidate may need
                    key = (states[y] * 1000003 + states[y + 1] + 1) & 0x7FFFFFFF
                    for w in range(words):
                        states[y + 10 + w] &= masks[i + 1, w]
                        b = states[y + 10 + w]
                        key = (key * 1000003 + (b & 0x7FFFFFFF) + (b >> 31)) & 0x7FFFFFFF
                    slot = (key ^ (key >> 15)) & (size - 1)
                    same = False
                    while slots[slot] >= 0 and not same:
                        z = then + slots[slot] * width
                        same = states[z] == states[y] and states[z + 1] == states[y + 1]
                        w = 0
                        while same and w < words:
                            same = states[z + 10 + w] == states[y + 10 + w]
                            w += 1
                        if not same:
                            z = y
                            slot = (slot + 1) & (size - 1)
                    if same and not _before(states, y, z):
                        continue
                if free:
                    if created >= nodes.shape[0]:
                        return 2
                    nodes[created, 0] = states[x + 5]
                    nodes[created, 1] = c
                    states[y + 5] = created
                    created += 1
                if z != y:  # a better way to an equal state takes its place
                    for w in range(width):
                        states[z + w] = states[y + w]
                    continue
                if slot >= 0:
                    slots[slot] = made
                made += 1
        count = made
        x = now
        now = then
        then = x
    # As in METEOR 1.5: ranked once more before the last chunk is counted, which decides between equals.
    ranked = _rank(states, now, width, count, order)
    for r in range(count):
        x = now + order[ranked, r] * width
        states[x + 6] = r
        if states[x + 1] != -1:
            states[x + 3] += 1
        if beam > 0 and r >= beam:
            states[x + 9] = -1
    result[0] = -1
    result[1] = exact
    if count > 0:
        ranked = _rank(states, now, width, count, order)
        x = now + order[ranked, 0] * width
        result[0] = states[x + 5]
        for w in range(3):
            result[2 + w] = states[x + 2 + w]
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(-1, check=False)
def _share(
    keys: cython.int[::1], a: cython.longlong, a1: cython.longlong, b: cython.longlong, b1: cython.longlong
) -> cython.bint:
    """Whether two sorted runs of keys have one in common."""
    while a < a1 and b < b1:
        if keys[a] == keys[b]:
            return True
        if keys[a] < keys[b]:
            a += 1
        else:
            b += 1
    return False


@cython.ccall
def sign_keys(
    key_starts: cython.longlong[:, ::1], keys: cython.int[::1], signs: cython.longlong[:, ::1]
) -> cython.longlong:
    """For each stage and type a bit for each of its keys, some of which share one: types without a bit in
    common have no key in common::

        signs[s, t] = functools.reduce(or_, (1 << key % 62 for key in keys_of(s, t)), 0)
    """
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    k: cython.longlong
    with cython.nogil:
        for s in range(signs.shape[0]):
            for t in range(signs.shape[1]):
                signs[s, t] = 0
                for k in range(key_starts[s, t], key_starts[s, t + 1]):
                    signs[s, t] |= _bit(keys[k] % 62)
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _relate(
    stage: cython.longlong,
    joint: cython.bint,
    k1: cython.longlong,
    open1: cython.int[::1],
    count1: cython.longlong,
    open2: cython.int[::1],
    count2: cython.longlong,
    types1: cython.int[::1],
    types2: cython.int[::1],
    key_starts: cython.longlong[:, ::1],
    keys: cython.int[::1],
    signs: cython.longlong[:, ::1],
    signs1: cython.longlong[::1],
    related: cython.uchar[::1],
    degrees: cython.int[::1],
) -> cython.longlong:
    """Which of the open types, ``open1[:count1]`` and ``open2[:count2]``, may be linked at this stage.

    Sets the stage's bit of their numbers in ``related``, and adds to ``degrees`` of each type (of the
    reference: from ``k1`` on) how many there are. Returns how many there are in all. Jointly, stage 0 is for
    equal words and the others for words that differ.
    """
    a: cython.longlong
    b: cython.longlong
    i: cython.longlong
    j: cython.longlong
    t: cython.longlong
    u: cython.longlong
    sign: cython.longlong
    found: cython.longlong = 0
    for a in range(count1):
        signs1[a] = signs[stage, types1[open1[a]]]
    for b in range(count2):
        i = open2[b]
        t = types2[i]
        sign = signs[stage, t]
        if sign == 0:
            continue
        for a in range(count1):
            if signs1[a] & sign == 0:
                continue
            j = open1[a]
            u = types1[j]
            if joint and (stage == 0) != (t == u):
                continue
            if _share(
                keys,
                key_starts[stage, u],
                key_starts[stage, u + 1],
                key_starts[stage, t],
                key_starts[stage, t + 1],
            ):
                related[i * k1 + j] |= 1 << stage
                degrees[j] += 1
                degrees[k1 + i] += 1
                found += 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _open_types(
    count: cython.longlong,
    types: cython.longlong,
    kinds: cython.int[::1],
    taken: cython.int[::1],
    free: cython.int,
    seen: cython.int[::1],
    found: cython.int[::1],
) -> cython.longlong:
    """The types of words that are still free, whose ``taken`` is ``free``, in the order of their numbers."""
    i: cython.longlong
    n: cython.longlong = 0
    for i in range(types):
        seen[i] = 0
    for i in range(count):
        if taken[i] == free:
            seen[kinds[i]] = 1
    for i in range(types):
        if seen[i]:
            found[n] = i
            n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _number(
    ids: cython.int[::1],
    start: cython.longlong,
    end: cython.longlong,
    local: cython.int[::1],
    kinds: cython.int[::1],
    types: cython.int[::1],
) -> cython.longlong:
    """Number the distinct words of one side; ``kinds`` is the number of each word, ``types`` its id."""
    count: cython.longlong = 0
    i: cython.longlong
    for i in range(start, end):
        if local[ids[i]] < 0:
            local[ids[i]] = count
            types[count] = ids[i]
            count += 1
        kinds[i - start] = local[ids[i]]
    for i in range(count):
        local[types[i]] = -1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _root(parents: cython.int[::1], x: cython.longlong) -> cython.longlong:
    """The representative of a group, by union-find."""
    while parents[x] != x:
        parents[x] = parents[parents[x]]
        x = parents[x]
    return x


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _greedy(
    n1: cython.longlong,
    n2: cython.longlong,
    types1: cython.longlong,
    stage: cython.longlong,
    kinds1: cython.int[::1],
    kinds2: cython.int[::1],
    related: cython.uchar[::1],
    next1: cython.int[::1],
    taken1: cython.int[::1],
    taken2: cython.int[::1],
    stage2: cython.int[::1],
) -> cython.longlong:
    """Link words of one stage from left to right: the word after the last link if possible, else the first.

    For pairs with too many candidates to search; ``next1`` is room for as many numbers as there are words.
    """
    i: cython.longlong
    j: cython.longlong
    row: cython.longlong
    last: cython.longlong = 0
    for i in range(n2):
        next1[kinds2[i]] = 0
    for i in range(n2):
        if taken2[i] >= 0:
            last = taken2[i] + 1
            continue
        row = kinds2[i] * types1
        j = last
        if j >= n1 or taken1[j] or not (related[row + kinds1[j]] >> stage) & 1:
            j = next1[kinds2[i]]
            while j < n1 and (taken1[j] or not (related[row + kinds1[j]] >> stage) & 1):
                j += 1
            next1[kinds2[i]] = j
        if j < n1:
            taken1[j] = 1
            taken2[i] = j
            stage2[i] = stage
            last = j + 1
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _path(
    length: cython.longlong,
    node: cython.longlong,
    nodes: cython.int[:, ::1],
    cand_starts: cython.int[::1],
    picked: cython.int[::1],
) -> cython.longlong:
    """The candidates of a path, each at the reference word that it starts at; -1 at all others."""
    i: cython.longlong
    low: cython.longlong
    high: cython.longlong
    for i in range(length):
        picked[i] = -1
    while node > 0:
        low = 0
        high = length
        while high - low > 1:
            i = (low + high) // 2
            if cand_starts[i] <= nodes[node, 1]:
                low = i
            else:
                high = i
        picked[low] = nodes[node, 1]
        node = nodes[node, 0]
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _bound_all(
    n1: cython.longlong,
    n2: cython.longlong,
    k1: cython.longlong,
    words: cython.longlong,
    phrases: cython.bint,
    cand_starts: cython.int[::1],
    cands: cython.int[:, ::1],
    definite: cython.int[::1],
    kinds1: cython.int[::1],
    kinds2: cython.int[::1],
    related: cython.uchar[::1],
    bit_of: cython.int[::1],
    kind_of: cython.int[::1],
    kind_left: cython.int[::1],
    scarce: cython.int[::1],
    kind_of_hyp: cython.int[::1],
    room: cython.int[::1],
    kind_masks: cython.longlong[:, ::1],
    rest: cython.longlong[:, ::1],
    result: cython.longlong[::1],
) -> cython.longlong:
    """What is still to come from each reference word on, for ``_search_all``: the most value, the least cost.

    Values are those of definite links and of the best row of phrases, costs the chunks that must begin.
    Column 2 of ``rest`` is as column 0, but a phrase loses the value of exact matches that it stands in the
    way of: where a kind of word is scarce in the hypothesis those of its words there, else those in the
    reference; what is left out there loses its value too. Column 3 has the chunks that must begin to reach
    that. Returns the number of kinds of contested words with exact matches; ``result[2]`` becomes a value
    that can be reached.
    """
    i: cython.longlong
    j: cython.longlong
    c: cython.longlong
    w: cython.longlong
    k: cython.longlong
    kinds: cython.longlong = 0
    value: cython.longlong
    most: cython.longlong
    cost: cython.longlong
    must: cython.bint
    result[2] = 0
    result[3] = 1 << 60
    result[4] = 1 << 60
    for i in range(n2):
        kind_of[i] = -1
    for j in range(k1):
        room[j] = -1  # the number of a kind
    for i in range(n2):
        if definite[i] >= 0:
            continue
        for j in range(k1):
            if related[kinds2[i] * k1 + j] & 1:
                if room[j] < 0:
                    room[j] = kinds
                    kind_left[kinds] = 0
                    for w in range(words):
                        kind_masks[kinds, w] = 0
                    kinds += 1
                kind_of[i] = room[j]
                kind_left[room[j]] += 1
    for j in range(n1):
        kind_of_hyp[j] = -1
        if bit_of[j] >= 0 and room[kinds1[j]] >= 0:
            kind_of_hyp[j] = room[kinds1[j]]
            kind_masks[room[kinds1[j]], bit_of[j] // 62] |= _bit(bit_of[j])
    for k in range(kinds):
        c = 0
        for w in range(words):
            c += _count_bits(kind_masks[k, w])
        scarce[k] = c < kind_left[k]
        result[2] += 2 * min(c, kind_left[k])
    for k in range(4):
        rest[n2, k] = 0
    for i in range(n2 - 1, -1, -1):
        value = 0
        cost = 0
        # the fewest chunks from here on if words of the hypothesis could be used again; column 6 of a
        # candidate is how many begin after it, 7 and 8 are value and chunks where value comes first
        must = definite[i] >= 0
        if must:
            value = cands[definite[i], 4]
            result[2] += value
        elif kind_of[i] >= 0 and not phrases:
            # a word of which the hypothesis has enough is linked in every best alignment
            c = 0
            for w in range(words):
                c += _count_bits(kind_masks[kind_of[i], w])
            must = c >= kind_left[kind_of[i]]
        cost = n2 if must else rest[i + 1, 1]
        rest[i, 0] = rest[i + 1, 0] + value
        rest[i, 2] = rest[i + 1, 2]
        rest[i, 3] = rest[i + 1, 3]
        if definite[i] >= 0:
            rest[i, 2] = -(1 << 40)  # it cannot be left out
        elif kind_of[i] >= 0 and not scarce[kind_of[i]]:
            rest[i, 2] -= 2
        for c in range(cand_starts[i], cand_starts[i + 1]):
            j = i + cands[c, 2]
            value = 0
            if definite[i] >= 0:
                value = cands[c, 4]
            elif cands[c, 3] > 0:
                value = cands[c, 4]
                rest[i, 0] = max(rest[i, 0], value + rest[j, 0])
                for w in range(i, j):
                    if kind_of[w] >= 0 and not scarce[kind_of[w]]:
                        value -= 2
                for w in range(cands[c, 0], cands[c, 0] + cands[c, 1]):
                    if kind_of_hyp[w] >= 0 and scarce[kind_of_hyp[w]]:
                        value -= 2
            value += rest[j, 2]
            k = rest[j, 1]
            most = rest[j, 3]
            for w in range(cand_starts[j], cand_starts[min(j + 1, n2)]):
                if cands[w, 0] == cands[c, 0] + cands[c, 1]:
                    k = min(k, cands[w, 6])
                    if cands[w, 7] == rest[j, 2]:
                        most = min(most, cands[w, 8])
            cands[c, 6] = k
            cands[c, 7] = value
            cands[c, 8] = most
            cost = min(cost, k + 1)
            if value > rest[i, 2]:
                rest[i, 2] = value
                rest[i, 3] = most + 1
            elif value == rest[i, 2]:
                rest[i, 3] = min(rest[i, 3], most + 1)
        rest[i, 1] = cost
    return kinds


@cython.ccall
def align_pairs(
    hyp: cython.int[::1],
    hyp_starts: cython.longlong[::1],
    ref: cython.int[::1],
    ref_starts: cython.longlong[::1],
    pairs: cython.longlong[:, ::1],
    first: cython.Py_ssize_t,
    key_starts: cython.longlong[:, ::1],
    keys: cython.int[::1],
    joint: cython.bint,
    beam: cython.longlong,
    limits: cython.longlong[::1],
    phrase_starts: cython.longlong[::1],
    phrases: cython.int[:, ::1],
    links: cython.int[:, ::1],
    link_starts: cython.longlong[::1],
    exact: cython.uchar[::1],
    local: cython.int[::1],
    kinds1: cython.int[::1],
    kinds2: cython.int[::1],
    types1: cython.int[::1],
    types2: cython.int[::1],
    taken1: cython.int[::1],
    taken2: cython.int[::1],
    stage2: cython.int[::1],
    bit_of: cython.int[::1],
    definite: cython.int[::1],
    cand_starts: cython.int[::1],
    parents: cython.int[::1],
    members: cython.int[:, ::1],
    by_group: cython.int[::1],
    groups: cython.int[:, ::1],
    signs: cython.longlong[:, ::1],
    signs1: cython.longlong[::1],
    open1: cython.int[::1],
    open2: cython.int[::1],
    degrees: cython.int[::1],
    related: cython.uchar[::1],
    cands: cython.int[:, ::1],
    masks: cython.longlong[:, ::1],
    kind_of: cython.int[::1],
    kind_left: cython.int[::1],
    scarce: cython.int[::1],
    kind_of_hyp: cython.int[::1],
    passed: cython.int[::1],
    kind_masks: cython.longlong[:, ::1],
    rest: cython.longlong[:, ::1],
    picked: cython.int[::1],
    states: cython.longlong[::1],
    order: cython.int[:, ::1],
    slots: cython.int[::1],
    nodes: cython.int[:, ::1],
    result: cython.longlong[::1],
) -> cython.longlong:
    """Align each pair ``(hypothesis, reference)`` from pair ``first`` on.

    Two words may be linked at a stage if they share a key: those of type ``t`` at stage ``s`` are
    ``keys[key_starts[s, t]:key_starts[s, t + 1]]``, sorted. Links are ``(hypothesis start, length, reference
    start, length, stage)``, those of pair ``p`` are ``links[link_starts[p]:link_starts[p + 1]]``.

    Without ``joint``, as in METEOR 2005: stage after stage, each links what the earlier ones left. In a
    stage, of all one-to-one sets of candidates::

        max(sets, key=lambda links: (len(links), -crosses(earlier + links), -chunks(earlier + links)))

    With ``joint``, as in METEOR 1.5: all stages at once; stage 0 links equal words and has the value 2, the
    others link words that differ and have the value 0; a phrase (reference start, length, hypothesis start,
    length; stage: the last but for the words' stages) has ``length // 2`` on each side. What has no rival is
    taken; of the rest::

        max(sets, key=lambda links: (value(links), -chunks(definite + links), -distance(links)))

    ``beam`` > 0 searches as METEOR 1.5 does, with so many states. ``limits`` are the most states a word, the
    most steps and the most candidates of a pair; beyond, the alignment is made with less search and ``exact``
    is 0. All other arrays are room. Returns the number of pairs, or the pair for which some room is too
    small: ``result`` is then which and how much.
    """
    p: cython.Py_ssize_t
    i: cython.longlong
    j: cython.longlong
    k: cython.longlong
    s: cython.longlong
    c: cython.longlong
    w: cython.longlong
    a: cython.longlong
    b: cython.longlong
    n1: cython.longlong
    n2: cython.longlong
    h0: cython.longlong
    r0: cython.longlong
    k1: cython.longlong
    k2: cython.longlong
    row: cython.longlong
    total: cython.longlong
    bits: cython.longlong
    words: cython.longlong
    fixed: cython.longlong
    round_: cython.longlong
    rounds: cython.longlong
    low: cython.longlong
    high: cython.longlong
    here: cython.longlong
    failed: cython.longlong
    kinds: cython.longlong = 0
    attempt: cython.longlong
    stages: cython.longlong = key_starts.shape[0]
    used: cython.longlong
    n: cython.longlong
    e: cython.longlong
    complete: cython.bint
    certain: cython.bint
    searched: cython.bint
    solved: cython.bint
    open1s: cython.longlong
    open2s: cython.longlong
    found: cython.longlong
    states_kept: cython.longlong
    least: cython.longlong = 0
    with cython.nogil:
        for p in range(first, pairs.shape[0]):
            h0 = hyp_starts[pairs[p, 0]]
            n1 = hyp_starts[pairs[p, 0] + 1] - h0
            r0 = ref_starts[pairs[p, 1]]
            n2 = ref_starts[pairs[p, 1] + 1] - r0
            n = link_starts[p]
            exact[p] = 1
            link_starts[p + 1] = n
            if n1 == 0 or n2 == 0:
                continue
            k1 = _number(hyp, h0, h0 + n1, local, kinds1, types1)
            k2 = _number(ref, r0, r0 + n2, local, kinds2, types2)
            if k1 * k2 > related.shape[0]:
                result[0] = 3
                result[1] = k1 * k2
                return p
            used = stages
            a = phrase_starts[p]
            e = phrase_starts[p + 1]
            if joint and n1 == n2:
                # As in METEOR 1.5: equal sentences are aligned by the first stage alone.
                i = 0
                while i < n1 and hyp[h0 + i] == ref[r0 + i]:
                    i += 1
                if i == n1:
                    used = 1
                    e = a
            for i in range(k1 * k2):
                related[i] = 0
            for j in range(n1):
                taken1[j] = 0
            for i in range(n2):
                taken2[i] = -1
            rounds = 1 if joint else used
            for round_ in range(rounds):
                # --- candidates ---
                total = 0
                bits = 0
                certain = True
                searched = True
                for k in range(k1 + k2):
                    degrees[k] = 0
                open1s = _open_types(n1, k1, kinds1, taken1, 0, parents, open1)
                open2s = _open_types(n2, k2, kinds2, taken2, -1, parents, open2)
                found = 0
                for s in range(round_, used if joint else round_ + 1):
                    found += _relate(
                        s, joint, k1, open1, open1s, open2, open2s, types1, types2, key_starts, keys, signs,
                        signs1, related, degrees,
                    )  # fmt: skip
                if found == 0 and a == e:
                    continue
                if joint:
                    for j in range(k1):
                        members[0, j] = 0
                    for j in range(n1):
                        members[0, kinds1[j]] += 1
                        members[1, j] = 0  # how often a word of the hypothesis is covered
                    for i in range(k2):
                        members[2, i] = 0  # candidates of a word
                        members[4, i] = 0  # the stages that they are of
                        if degrees[k1 + i] > 0:
                            for j in range(k1):
                                members[4, i] |= related[i * k1 + j]
                                for s in range(used):
                                    if (related[i * k1 + j] >> s) & 1:
                                        members[2, i] += members[0, j]
                    for i in range(n2):
                        total += members[2, kinds2[i]]
                    total += e - a
                    if total > limits[2]:
                        searched = False
                    elif total > cands.shape[0]:
                        result[0] = 4
                        result[1] = total
                        return p
                    else:
                        c = 0
                        w = a
                        for i in range(n2):
                            members[3, i] = 0  # how often a word of the reference is covered
                        for i in range(n2):
                            cand_starts[i] = c
                            row = kinds2[i] * k1
                            if members[2, kinds2[i]]:
                                for s in range(used):
                                    if not (members[4, kinds2[i]] >> s) & 1:
                                        continue
                                    for j in range(n1):
                                        if (related[row + kinds1[j]] >> s) & 1:
                                            cands[c, 0] = j
                                            cands[c, 1] = 1
                                            cands[c, 2] = 1
                                            cands[c, 3] = s
                                            cands[c, 4] = 2 if s == 0 else 0
                                            cands[c, 5] = abs(i - j)
                                            c += 1
                                            members[1, j] += 1
                                            members[3, i] += 1
                            while w < e and phrases[w, 0] == i:
                                cands[c, 0] = phrases[w, 2]
                                cands[c, 1] = phrases[w, 3]
                                cands[c, 2] = phrases[w, 1]
                                cands[c, 3] = stages
                                cands[c, 4] = phrases[w, 1] // 2 + phrases[w, 3] // 2
                                cands[c, 5] = abs(i - phrases[w, 2])
                                for j in range(phrases[w, 2], phrases[w, 2] + phrases[w, 3]):
                                    members[1, j] += 1
                                for j in range(i, i + phrases[w, 1]):
                                    members[3, j] += 1
                                c += 1
                                w += 1
                        cand_starts[n2] = c
                        for i in range(n2):
                            definite[i] = -1
                            if cand_starts[i + 1] - cand_starts[i] == 1:
                                c = cand_starts[i]
                                complete = True
                                for j in range(cands[c, 0], cands[c, 0] + cands[c, 1]):
                                    if members[1, j] != 1:
                                        complete = False
                                for j in range(i, i + cands[c, 2]):
                                    if members[3, j] != 1:
                                        complete = False
                                if complete:
                                    definite[i] = c
                else:
                    # groups of words that may be linked, directly or by way of others
                    s = round_
                    for k in range(k1 + k2):
                        parents[k] = k
                        for j in range(7):
                            members[j, k] = 0
                    for low in range(open2s):
                        i = open2[low]
                        if degrees[k1 + i] == 0:
                            continue
                        for high in range(open1s):
                            j = open1[high]
                            if (related[i * k1 + j] >> s) & 1:
                                b = _root(parents, j)
                                parents[b] = _root(parents, k1 + i)
                    for low in range(open1s):
                        members[2, _root(parents, open1[low])] += 1  # types of the hypothesis
                    for low in range(open2s):
                        b = _root(parents, k1 + open2[low])
                        members[3, b] += 1  # types of the reference
                        members[4, b] += degrees[k1 + open2[low]]  # edges
                    for j in range(n1):
                        if not taken1[j]:
                            members[0, _root(parents, kinds1[j])] += 1  # words of the hypothesis
                    for i in range(n2):
                        if taken2[i] < 0:
                            members[1, _root(parents, k1 + kinds2[i])] += 1  # words of the reference
                    # their words of the hypothesis, in order; members[5] is where a group starts
                    c = 0
                    for k in range(k1 + k2):
                        members[5, k] = c
                        c += members[0, k]
                    for j in range(n1):
                        if not taken1[j]:
                            b = _root(parents, kinds1[j])
                            by_group[members[5, b]] = j
                            members[5, b] += 1
                    for k in range(k1 + k2):
                        members[5, k] -= members[0, k]
                    for i in range(n2):
                        if taken2[i] >= 0:
                            total += 1
                        else:
                            b = _root(parents, k1 + kinds2[i])
                            complete = members[4, b] == members[2, b] * members[3, b]
                            certain = certain and complete
                            if complete and members[0, b] == members[1, b]:
                                total += 1
                            else:
                                total += members[0, b]
                    if total > limits[2]:
                        searched = False
                    elif total > cands.shape[0]:
                        result[0] = 4
                        result[1] = total
                        return p
                    else:
                        c = 0
                        for i in range(n2):
                            cand_starts[i] = c
                            definite[i] = -1
                            groups[i, 0] = 0
                            if taken2[i] >= 0:
                                low = -1
                                definite[i] = c
                                cands[c, 0] = taken2[i]
                                c += 1
                            else:
                                b = _root(parents, k1 + kinds2[i])
                                low = members[5, b]
                                high = low + members[0, b]
                                complete = members[4, b] == members[2, b] * members[3, b]
                                if complete and members[0, b] == members[1, b]:
                                    if low < high:
                                        definite[i] = c
                                        cands[c, 0] = by_group[low + members[6, b]]
                                        c += 1
                                else:
                                    if complete:
                                        groups[i, 0] = members[0, b]
                                        groups[i, 1] = members[1, b]
                                        groups[i, 2] = members[6, b]
                                    for k in range(low, high):
                                        j = by_group[k]
                                        if (related[kinds2[i] * k1 + kinds1[j]] >> s) & 1:
                                            cands[c, 0] = j
                                            c += 1
                                members[6, b] += 1  # words of the reference so far
                            for k in range(cand_starts[i], c):
                                cands[k, 1] = 1
                                cands[k, 2] = 1
                                cands[k, 3] = stage2[i] if taken2[i] >= 0 else s
                                cands[k, 4] = 1
                                cands[k, 5] = 0
                                cands[k, 6] = 0
                                cands[k, 7] = 0
                                cands[k, 8] = 0
                                cands[k, 9] = 0
                        cand_starts[n2] = c
                # --- what is contested, and what it costs ---
                fixed = 0
                if searched:
                    for j in range(n1):
                        bit_of[j] = -1
                    for i in range(n2):
                        if definite[i] >= 0:
                            fixed += 1
                        else:
                            for c in range(cand_starts[i], cand_starts[i + 1]):
                                for j in range(cands[c, 0], cands[c, 0] + cands[c, 1]):
                                    bit_of[j] = 0
                    for j in range(n1):
                        if bit_of[j] == 0:
                            bit_of[j] = bits
                            bits += 1
                    if not joint and fixed * (cand_starts[n2] - fixed) > 16 * limits[1]:
                        searched = False
                if searched and bits > 0:
                    solved = False
                    words = bits // 62 + 1
                    if words > masks.shape[1]:
                        result[0] = 5
                        result[1] = words
                        return p
                    for w in range(words):
                        masks[n2, w] = 0
                    low = bits
                    for i in range(n2 - 1, -1, -1):
                        for w in range(words):
                            masks[i, w] = masks[i + 1, w]
                        if definite[i] >= 0:
                            continue
                        here = low
                        for c in range(cand_starts[i], cand_starts[i + 1]):
                            for j in range(cands[c, 0], cands[c, 0] + cands[c, 1]):
                                b = bit_of[j]
                                masks[i, b // 62] |= _bit(b)
                                low = min(low, b)
                        if not joint:  # crosses are counted over all higher words
                            for b in range(low, here):
                                masks[i, b // 62] |= _bit(b)
                    # first with few states; if that left anything out, with more, then many, that can be as
                    # good as what was found; if all these found nothing, with few that need not be as good
                    for i in range(n2):
                        picked[i] = -1
                    for attempt in range(4):
                        states_kept = limits[0] >> (4 * (2 - attempt % 3))
                        if not joint:
                            if attempt == 0:
                                least = _cost_stage(
                                    n2, cand_starts, cands, definite, groups, bit_of, kind_of, kind_left,
                                    kind_masks, bits, passed, rest,
                                )  # fmt: skip
                            if attempt == 0 or attempt == 3 or not certain:
                                result[2] = -1
                            failed = _search_stage(
                                n2, bits, states_kept, limits[1], cand_starts, cands, definite, groups,
                                bit_of, kind_of, kind_left, kind_masks, certain, least, masks, rest, states,
                                order, slots, nodes, result,
                            )  # fmt: skip
                        else:
                            if attempt == 0:
                                kinds = _bound_all(
                                    n1, n2, k1, words, e > a, cand_starts, cands, definite, kinds1, kinds2,
                                    related, bit_of, kind_of, kind_left, scarce, kind_of_hyp, picked,
                                    kind_masks, rest, result,
                                )  # fmt: skip
                            else:
                                for j in range(kinds):
                                    kind_left[j] = 0
                                for i in range(n2):
                                    if kind_of[i] >= 0:
                                        kind_left[kind_of[i]] += 1
                            if beam > 0 or attempt == 3:
                                result[2] = -1
                            failed = _search_all(
                                n2, bits, beam, attempt == 1, states_kept, limits[1], cand_starts, cands,
                                definite, bit_of, masks, kinds, kind_of, kind_left, scarce, kind_of_hyp,
                                passed, kind_masks, rest, states, order, slots, nodes, result,
                            )  # fmt: skip
                        if failed:
                            result[0] = 5 + failed
                            result[1] = words
                            return p
                        if result[0] >= 0:
                            _path(n2, result[0], nodes, cand_starts, picked)
                            solved = True
                        if beam > 0 or (attempt == 2 and solved):
                            break
                        if result[1] and not (joint and attempt == 1):  # that does not decide between equals
                            break
                    if not result[1]:
                        exact[p] = 0
                    for i in range(n2):
                        if picked[i] >= 0:
                            definite[i] = picked[i]
                # --- take the links ---
                if searched:
                    for i in range(n2):
                        c = definite[i]
                        if c < 0:
                            continue
                        if joint:
                            links[n, 0] = cands[c, 0]
                            links[n, 1] = cands[c, 1]
                            links[n, 2] = i
                            links[n, 3] = cands[c, 2]
                            links[n, 4] = cands[c, 3]
                            n += 1
                        else:
                            taken1[cands[c, 0]] = 1
                            taken2[i] = cands[c, 0]
                            stage2[i] = cands[c, 3]
                else:
                    for s in range(round_, used if joint else round_ + 1):
                        _greedy(
                            n1, n2, k1, s, kinds1, kinds2, related, bit_of, taken1, taken2, stage2
                        )  # fmt: skip
                    # proved to be best only where it is plain: one chunk
                    if joint:
                        for i in range(min(n1, n2)):
                            if taken2[i] != i:
                                exact[p] = 0
                    else:
                        if not certain:
                            exact[p] = 0
                        w = -1
                        for i in range(n2):
                            if taken2[i] < 0:
                                continue
                            if w >= 0 and (i == 0 or taken2[i - 1] < 0 or taken2[i] != w + 1):
                                exact[p] = 0
                            w = taken2[i]
            if not joint or not searched:
                for i in range(n2):
                    if taken2[i] >= 0:
                        links[n, 0] = taken2[i]
                        links[n, 1] = 1
                        links[n, 2] = i
                        links[n, 3] = 1
                        links[n, 4] = stage2[i]
                        n += 1
            link_starts[p + 1] = n
    return pairs.shape[0]
