"""The edits of TER: shifts of blocks of words, chosen greedily, and an edit distance after them.

Finding the fewest shifts is intractable, so TER is what its programs do: while a shift lowers the edit
distance, make the best of those that heuristics allow. Two programs are followed to the letter, tercom
(Snover et al. 2006) and sacreBLEU's version of it. Both see the edit distance through a beam:

sacreBLEU   a row of the matrix has only the cells that are fewer than ``beam`` columns away from the
            diagonal; the search for shifts ends after 1,000 candidates, without the last shift
tercom      a cell more than ``beam`` above the best of its column is not continued; the search has no end

A candidate is ``(start, length, target)``: the words ``start`` to ``start + length - 1`` of the current
hypothesis, which the reference has too, are put before word ``target``. All of that is a rotation of
``current[low:high]`` by which ``current[middle:high]`` comes first.

What makes it fast: a candidate's distance without any beam is found by bit-parallel rows (see ``_edits_cy``)
from where the rotation begins, and no further than where the rows are again those of the current hypothesis.
It is never above the distance within the beam, and equals it where it is so small that no best path can leave
the beam. Only where neither settles the matter is the beam searched.

Memory comes from the caller: ``words`` and ``bits`` are one long array each, cut up by offsets.
"""

import cython

BLOCK = cython.declare(cython.int, 62)
FULL = cython.declare(cython.longlong, (1 << 62) - 1)
FAR = cython.declare(cython.int, 1 << 29)
MAX_SHIFT_SIZE = cython.declare(cython.int, 10)
MAX_CANDIDATES = cython.declare(cython.int, 1000)
MAX_BLOCKS = cython.declare(cython.int, 16)

# What a cell of the matrix comes from.
MATCH = cython.declare(cython.int, 1)
SUBSTITUTION = cython.declare(cython.int, 2)
INSERTION = cython.declare(cython.int, 3)
DELETION = cython.declare(cython.int, 4)


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _next_row(
    word: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
    equal_bits: cython.longlong[::1],
    top: cython.longlong,
    plus: cython.longlong[::1],
    minus: cython.longlong[::1],
    at: cython.Py_ssize_t,
    to: cython.Py_ssize_t,
) -> cython.int:
    """The row after that at ``at``, written to ``to``; 1 more than the change of its last cell."""
    b: cython.Py_ssize_t
    before: cython.int = 1
    equal: cython.longlong
    cross: cython.longlong
    up: cython.longlong
    down: cython.longlong
    p: cython.longlong
    m: cython.longlong
    bit: cython.longlong = cython.cast(cython.longlong, 1) << (BLOCK - 1)
    for b in range(blocks):
        if b == blocks - 1:
            bit = top
        p = plus[at + b]
        m = minus[at + b]
        equal = equal_bits[word * blocks + b]
        cross = equal | m
        if before < 0:
            equal |= 1
        equal = (((equal & p) + p) ^ p) | equal
        up = m | (FULL & ~(equal | p))
        down = p & equal
        p = (up << 1) & FULL
        m = (down << 1) & FULL
        if before > 0:
            p |= 1
        elif before < 0:
            m |= 1
        plus[to + b] = m | (FULL & ~(cross | p))
        minus[to + b] = p & cross
        before = (1 if up & bit else 0) - (1 if down & bit else 0)
    return before + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _diagonal_beam(
    words: cython.int[::1],
    current: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    reference: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    beam: cython.Py_ssize_t,
    slope: cython.double,
    rows: cython.int[::1],
    home: cython.Py_ssize_t,
    came: cython.schar[::1],
    trace: cython.bint,
) -> cython.int:
    """The edit distance in sacreBLEU's beam: rows ``first + 1`` to ``n``, of which row ``first`` is known.

    Row ``i`` begins with column ``max(0, int(i * slope) - beam)`` and is kept from ``home + i * width`` on;
    the row ``first`` always among the rows of the current hypothesis, whose home is 0.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    last_low: cython.Py_ssize_t
    last_high: cython.Py_ssize_t
    base: cython.Py_ssize_t
    last: cython.Py_ssize_t
    width: cython.Py_ssize_t = 2 * beam + 2
    word: cython.int
    cell: cython.int
    cost: cython.int
    how: cython.schar
    last = first * width
    last_low = cython.cast(cython.Py_ssize_t, first * slope) - beam
    if last_low < 0:
        last_low = 0
    last_high = cython.cast(cython.Py_ssize_t, first * slope) + beam
    if last_high > m + 1 or first == n:
        last_high = m + 1
    for i in range(first + 1, n + 1):
        low = cython.cast(cython.Py_ssize_t, i * slope) - beam
        if low < 0:
            low = 0
        high = cython.cast(cython.Py_ssize_t, i * slope) + beam
        if high > m + 1 or i == n:
            high = m + 1
        base = home + i * width - low
        word = words[current + i - 1]
        for j in range(low, high):
            cell = FAR
            how = 0
            if i == 1:  # the row above is 0, 1, 2, ... and has no beam
                if j > 0:
                    cell = j - 1
                    how = MATCH
                    if words[reference + j - 1] != word:
                        cell += 1
                        how = SUBSTITUTION
                if j + 1 < cell:
                    cell = j + 1
                    how = INSERTION
            else:
                if j - 1 >= last_low and j - 1 < last_high:
                    cell = rows[last + j - 1 - last_low]
                    how = MATCH
                    if words[reference + j - 1] != word:
                        cell += 1
                        how = SUBSTITUTION
                if j >= last_low and j < last_high:
                    cost = rows[last + j - last_low] + 1
                    if cost < cell:
                        cell = cost
                        how = INSERTION
            if j > low:
                cost = rows[base + j - 1] + 1
                if cost < cell:
                    cell = cost
                    how = DELETION
            rows[base + j] = cell
            if trace:
                came[base + j] = how
        last = base + low
        last_low = low
        last_high = high
    return rows[last + m - last_low]


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _score_beam(
    words: cython.int[::1],
    current: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    reference: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    beam: cython.Py_ssize_t,
    rows: cython.int[::1],
    came: cython.schar[::1],
    trace: cython.bint,
) -> cython.int:
    """The edit distance in tercom's beam, which goes hypothesis word by word and pushes costs forward.

    ``best`` of a column are only the costs of matches and substitutions into it, as in tercom.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    next_low: cython.Py_ssize_t = 0
    next_high: cython.Py_ssize_t = 0
    here: cython.Py_ssize_t = 0
    there: cython.Py_ssize_t = m + 1
    height: cython.Py_ssize_t = m + 1
    cell: cython.int
    cost: cython.int
    best: cython.int = FAR
    last_best: cython.int
    same: cython.bint
    for i in range(m + 1):
        rows[here + i] = -1
    rows[here] = 0
    for j in range(n + 1):
        last_best = best
        best = FAR
        low = next_low if next_low > 0 else 0
        high = next_high
        next_low = -1
        next_high = -1
        for i in range(m + 1):
            rows[there + i] = -1
        for i in range(low, m + 1):
            if i > high:
                break
            cell = rows[here + i]
            if cell < 0 or (j < n and cell > last_best + beam):
                continue
            if next_low == -1:
                next_low = i
            if i < m and j < n:
                same = words[reference + i] == words[current + j]
                cost = cell if same else cell + 1
                if rows[there + i + 1] < 0 or cost < rows[there + i + 1]:
                    rows[there + i + 1] = cost
                    if trace:
                        came[(j + 1) * height + i + 1] = MATCH if same else SUBSTITUTION
                    if cost < best:
                        best = cost
                elif same and cost < best:
                    best = cost
            next_high = i + 1
            if j < n and (rows[there + i] < 0 or rows[there + i] > cell + 1):
                rows[there + i] = cell + 1
                if trace:
                    came[(j + 1) * height + i] = INSERTION
            if i < m and (rows[here + i + 1] < 0 or rows[here + i + 1] > cell + 1):
                rows[here + i + 1] = cell + 1
                if trace:
                    came[j * height + i + 1] = DELETION
                if i >= high:
                    high = i + 1
        if j < n:
            here, there = there, here
    return rows[here + m]


def shifted_edits(
    hyp: cython.int[::1],
    hyp_starts: cython.longlong[::1],
    ref: cython.int[::1],
    ref_starts: cython.longlong[::1],
    pairs: cython.longlong[:, ::1],
    tercom: cython.bint,
    beam_width: cython.Py_ssize_t,
    shift_distance: cython.Py_ssize_t,
    room: cython.int[::1],
    words: cython.int[::1],
    bits: cython.longlong[::1],
    plus: cython.longlong[::1],
    minus: cython.longlong[::1],
    rows: cython.int[::1],
    came: cython.schar[::1],
    shifts: cython.int[:, ::1],
    path: cython.schar[::1],
    out: cython.int[:, ::1],
) -> int:
    """Insertions, deletions, substitutions, shifts and shifted words of each pair, as columns of ``out``.

    ``shifts`` are those of the last pair, ``(start, length, low, high)`` each, and ``path`` is its edits
    afterwards (1 match, 2 substitution, 3 insertion, 4 deletion), whose number is returned.
    """
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    h0: cython.Py_ssize_t
    r0: cython.Py_ssize_t
    # where things begin in `words`
    current: cython.Py_ssize_t
    trial: cython.Py_ssize_t
    reference: cython.Py_ssize_t
    head: cython.Py_ssize_t
    link: cython.Py_ssize_t
    aligned: cython.Py_ssize_t
    hyp_errors: cython.Py_ssize_t
    ref_errors: cython.Py_ssize_t
    reach: cython.Py_ssize_t
    score: cython.Py_ssize_t
    # a candidate
    start: cython.Py_ssize_t
    length: cython.Py_ssize_t
    target: cython.Py_ssize_t
    low: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    high: cython.Py_ssize_t
    r: cython.Py_ssize_t
    offset: cython.Py_ssize_t
    last_target: cython.Py_ssize_t
    place: cython.Py_ssize_t
    best_start: cython.Py_ssize_t = 0
    best_length: cython.Py_ssize_t = 0
    best_target: cython.Py_ssize_t = 0
    best_low: cython.Py_ssize_t = 0
    best_high: cython.Py_ssize_t = 0
    blocks: cython.Py_ssize_t
    beam: cython.Py_ssize_t
    spread: cython.Py_ssize_t
    width: cython.Py_ssize_t
    steps: cython.Py_ssize_t = 0
    slope: cython.double
    top: cython.longlong
    word: cython.int
    classes: cython.int
    common: cython.int
    candidates: cython.int
    longest: cython.int
    distance: cython.int = 0
    free: cython.int
    bare: cython.int = 0
    least: cython.int
    gain: cython.int
    most: cython.int
    best_gain: cython.int
    change: cython.int
    kind: cython.schar
    by_bits: cython.bint
    wanted: cython.bint
    found: cython.bint
    same: cython.bint
    with cython.nogil:
        for p in range(pairs.shape[0]):
            h0 = hyp_starts[pairs[p, 0]]
            n = hyp_starts[pairs[p, 0] + 1] - h0
            r0 = ref_starts[pairs[p, 1]]
            m = ref_starts[pairs[p, 1] + 1] - r0
            for k in range(5):
                out[p, k] = 0
            steps = 0
            if n == 0 or m == 0:
                out[p, 0] = n
                out[p, 1] = m
                steps = n + m
                for i in range(steps):
                    path[i] = INSERTION if n > 0 else DELETION
                continue
            current = 0
            trial = n
            reach = 2 * n
            hyp_errors = 3 * n
            score = 4 * n + 1
            reference = 5 * n + 2
            link = reference + m
            aligned = link + m
            ref_errors = aligned + m
            head = ref_errors + m + 1
            # Number the types of the reference; other words of the hypothesis get one number together.
            classes = 0
            for j in range(m):
                if room[ref[r0 + j]] == 0:
                    words[head + classes] = -1
                    classes += 1
                    room[ref[r0 + j]] = classes
                words[reference + j] = room[ref[r0 + j]] - 1
            for j in range(m - 1, -1, -1):
                word = words[reference + j]
                words[link + j] = words[head + word]
                words[head + word] = j
            for i in range(n):
                word = room[hyp[h0 + i]]
                words[current + i] = word - 1 if word > 0 else classes
            for j in range(m):
                room[ref[r0 + j]] = 0
            # No order of the words has fewer edits than this.
            for j in range(m):
                words[aligned + words[reference + j]] = 0
            for j in range(m):
                words[aligned + words[reference + j]] += 1
            common = 0
            for i in range(n):
                word = words[current + i]
                if word < classes and words[aligned + word] > 0:
                    words[aligned + word] -= 1
                    common += 1
            least = (n if n > m else m) - common

            beam = beam_width
            slope = cython.cast(cython.double, m) / cython.cast(cython.double, n)
            if not tercom and beam < slope / 2:
                beam = cython.cast(cython.Py_ssize_t, slope / 2 + beam)
                if beam < slope / 2 + beam_width:
                    beam += 1
            width = 2 * beam + 2
            spread = m - n if m > n else n - m
            blocks = (m + BLOCK - 1) // BLOCK
            top = cython.cast(cython.longlong, 1) << ((m - 1) % BLOCK)
            by_bits = blocks <= MAX_BLOCKS
            if by_bits:
                for k in range((classes + 1) * blocks):
                    bits[k] = 0
                for j in range(m):
                    k = words[reference + j] * blocks + j // BLOCK
                    bits[k] |= cython.cast(cython.longlong, 1) << (j % BLOCK)
                for k in range(blocks):
                    plus[k] = FULL
                    minus[k] = 0
                words[score] = m
            low = 0
            candidates = 0
            while True:
                # The edit distance of the current hypothesis, and what it aligns.
                if tercom:
                    distance = _score_beam(words, current, n, reference, m, beam, rows, came, True)
                else:
                    distance = _diagonal_beam(
                        words, current, n, reference, m, low, beam, slope, rows, 0, came, True
                    )
                i = n
                j = m
                steps = n + m
                while i > 0 or j > 0:
                    if tercom:
                        kind = came[i * (m + 1) + j]
                    elif i == 0:
                        kind = DELETION
                    else:
                        k = cython.cast(cython.Py_ssize_t, i * slope) - beam
                        kind = came[i * width + j - (k if k > 0 else 0)]
                    steps -= 1
                    path[steps] = kind
                    if kind == DELETION:
                        j -= 1
                        words[aligned + j] = i - 1
                        words[ref_errors + j] = 1
                    elif kind == INSERTION:
                        i -= 1
                        words[hyp_errors + i] = 1
                    else:
                        i -= 1
                        j -= 1
                        words[aligned + j] = i
                        words[hyp_errors + i] = kind - 1
                        words[ref_errors + j] = kind - 1
                for i in range(n + m - steps):
                    path[i] = path[steps + i]
                steps = n + m - steps
                if distance == least or shift_distance <= 0:
                    break
                # From errors to the number of errors in all words before.
                change = 0
                for i in range(n + 1):
                    gain = words[hyp_errors + i] if i < n else 0
                    words[hyp_errors + i] = change
                    change += gain
                change = 0
                for j in range(m + 1):
                    gain = words[ref_errors + j] if j < m else 0
                    words[ref_errors + j] = change
                    change += gain

                # Which candidates there are.
                longest = 0
                if tercom:
                    for start in range(n):
                        words[reach + start] = 0
                        word = words[current + start]
                        if word == classes:
                            continue
                        found = False
                        r = words[head + word]
                        while r >= 0 and not found:
                            place = words[aligned + r]
                            found = (
                                place != start
                                and place - start <= shift_distance
                                and start - place - 1 <= shift_distance
                            )
                            r = words[link + r]
                        length = 0
                        while found and length < MAX_SHIFT_SIZE and start + length < n:
                            length += 1
                            found = False
                            r = words[head + word]
                            while r >= 0 and not found:
                                if r + length <= m:
                                    same = True
                                    for k in range(1, length):
                                        if words[current + start + k] != words[reference + r + k]:
                                            same = False
                                            break
                                    if same:
                                        place = words[aligned + r]
                                        found = words[hyp_errors + start + length] == words[
                                            hyp_errors + start
                                        ] or (
                                            (place < start or place >= start + length)
                                            and place - start <= shift_distance
                                            and start - place <= shift_distance
                                        )
                                r = words[link + r]
                            if found:
                                words[reach + start] = length
                                if length > longest:
                                    longest = length
                else:
                    for start in range(n):
                        word = words[current + start]
                        if word == classes:
                            continue
                        r = words[head + word]
                        while r >= 0 and r <= start + shift_distance:
                            if r >= start - shift_distance:
                                place = words[aligned + r]
                                length = 0
                                while (
                                    length < MAX_SHIFT_SIZE
                                    and start + length < n
                                    and r + length < m
                                    and words[current + start + length] == words[reference + r + length]
                                ):
                                    length += 1
                                    if (
                                        words[hyp_errors + start + length] == words[hyp_errors + start]
                                        or words[ref_errors + r + length] == words[ref_errors + r]
                                        or (start <= place and place < start + length)
                                    ):
                                        continue
                                    if length > longest:
                                        longest = length
                                    last_target = -1
                                    for offset in range(-1, length):
                                        target = 0
                                        if r + offset >= 0:
                                            target = words[aligned + r + offset] + 1
                                        if target != last_target:
                                            candidates += 1
                                        last_target = target
                            if candidates >= MAX_CANDIDATES:
                                break
                            r = words[link + r]
                        if candidates >= MAX_CANDIDATES:
                            break
                    if candidates >= MAX_CANDIDATES:
                        break

                # Try them, the longest first.
                free = 0
                if by_bits:
                    for i in range(low, n):
                        change = _next_row(
                            words[current + i], blocks, bits, top, plus, minus, i * blocks, (i + 1) * blocks
                        )
                        words[score + i + 1] = words[score + i] + change - 1
                    free = words[score + n]
                best_gain = 0
                for length in range(longest, 0, -1):
                    most = distance - least
                    if by_bits and distance - free + 2 * length < most:
                        most = distance - free + 2 * length
                    if best_gain >= most or (tercom and best_gain > 2 * length):
                        break
                    for start in range(n - length + 1):
                        if words[hyp_errors + start + length] == words[hyp_errors + start]:
                            continue
                        word = words[current + start]
                        if word == classes or (tercom and words[reach + start] < length):
                            continue
                        r = words[head + word]
                        while r >= 0:
                            place = words[aligned + r]
                            same = (
                                r + length <= m
                                and (place < start or place >= start + length)
                                and words[ref_errors + r + length] != words[ref_errors + r]
                            )
                            if same:
                                if tercom:
                                    same = place - start <= shift_distance and start - place <= shift_distance
                                else:
                                    same = r - start <= shift_distance and start - r <= shift_distance
                            if same:
                                for k in range(1, length):
                                    if words[current + start + k] != words[reference + r + k]:
                                        same = False
                                        break
                            last_target = -1
                            for offset in range(-1, length if same else -1):
                                target = 0
                                if r + offset >= 0:
                                    target = words[aligned + r + offset] + 1
                                if tercom:
                                    if best_gain > 2 * length:
                                        break
                                    if r + offset >= 0 and (
                                        target - 1 == start or (offset != 0 and target - 1 == place)
                                    ):
                                        continue
                                elif target == last_target:
                                    continue
                                last_target = target
                                if target < start:
                                    low = target
                                    middle = start
                                    high = start + length
                                else:
                                    low = start
                                    middle = start + length
                                    high = target
                                    if target <= middle:  # into itself: the programs differ by one word
                                        high = target + length
                                        if tercom:
                                            high -= 1
                                        if high > n:
                                            high = n
                                    if high <= middle:
                                        continue
                                # sacreBLEU prefers, of equal gain and length, the first start, then target
                                wanted = (
                                    not tercom
                                    and best_gain > 0
                                    and length == best_length
                                    and start == best_start
                                    and target < best_target
                                )
                                if most < best_gain or (most == best_gain and not wanted):
                                    continue
                                for k in range(middle, high):
                                    words[trial + low + k - middle] = words[current + k]
                                for k in range(low, middle):
                                    words[trial + low + high - middle + k - low] = words[current + k]
                                gain = most
                                if by_bits:
                                    i = low
                                    gain = words[score + low]
                                    place = low * blocks
                                    k = (n + 1) * blocks
                                    while i < n:
                                        if i < high:
                                            word = words[trial + i]
                                        else:
                                            same = True
                                            for j in range(blocks):
                                                if (
                                                    plus[place + j] != plus[i * blocks + j]
                                                    or minus[place + j] != minus[i * blocks + j]
                                                ):
                                                    same = False
                                                    break
                                            if same:
                                                gain += words[score + n] - words[score + i]
                                                break
                                            word = words[current + i]
                                        gain += _next_row(word, blocks, bits, top, plus, minus, place, k) - 1
                                        place = k
                                        i += 1
                                    place = words[aligned + r]
                                    bare = gain
                                    gain = distance - bare
                                if gain < best_gain or gain <= 0 or (gain == best_gain and not wanted):
                                    continue
                                # Is that also the distance within the beam?
                                if by_bits:
                                    if tercom:
                                        found = bare <= beam
                                    else:
                                        found = m < beam or spread + (bare - spread) // 2 + 3 <= beam
                                else:
                                    found = False
                                if not found:
                                    for k in range(high, n):
                                        words[trial + k] = words[current + k]
                                    if tercom:
                                        for k in range(low):
                                            words[trial + k] = words[current + k]
                                        gain = distance - _score_beam(
                                            words, trial, n, reference, m, beam, rows, came, False
                                        )
                                    else:
                                        gain = distance - _diagonal_beam(
                                            words, trial, n, reference, m, low, beam, slope, rows,
                                            (n + 1) * width, came, False,
                                        )  # fmt: skip
                                if gain > best_gain or (gain == best_gain and wanted):
                                    best_gain = gain
                                    best_start = start
                                    best_length = length
                                    best_target = target
                                    best_low = low
                                    best_high = high
                            r = words[link + r]
                if best_gain <= 0:
                    break
                low = best_low
                high = best_high
                middle = best_start if low < best_start else best_start + best_length
                for k in range(low, high):
                    words[trial + k] = words[current + k]
                for k in range(middle, high):
                    words[current + low + k - middle] = words[trial + k]
                for k in range(low, middle):
                    words[current + low + high - middle + k - low] = words[trial + k]
                k = out[p, 3]
                shifts[k, 0] = best_start
                shifts[k, 1] = best_length
                shifts[k, 2] = low
                shifts[k, 3] = high
                out[p, 3] += 1
                out[p, 4] += best_length
            for k in range(steps):
                kind = path[k]
                if kind == INSERTION:
                    out[p, 0] += 1
                elif kind == DELETION:
                    out[p, 1] += 1
                elif kind == SUBSTITUTION:
                    out[p, 2] += 1
    return steps
