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

Names of arrays, all made by the caller: ``current`` and ``trial`` are words of the hypothesis, ``reference``
those of the reference, as numbers of types; ``head[type]`` is a type's first place in the reference and
``link[place]`` the next one, -1 the end; ``aligned[place]`` is the hypothesis word that a reference word goes
with (for a deletion, the one before). ``hyp_errors[i]`` and ``ref_errors[j]`` are how many of the first words
are no matches. ``reach[start]`` is the longest block from there on that may be shifted.
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
    n: cython.Py_ssize_t,
    reference: cython.int[::1],
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
        word = words[i - 1]
        for j in range(low, high):
            cell = FAR
            how = 0
            if i == 1:  # the row above is 0, 1, 2, ... and has no beam
                if j > 0:
                    cell = j - 1
                    how = MATCH
                    if reference[j - 1] != word:
                        cell += 1
                        how = SUBSTITUTION
                if j + 1 < cell:
                    cell = j + 1
                    how = INSERTION
            else:
                if j - 1 >= last_low and j - 1 < last_high:
                    cell = rows[last + j - 1 - last_low]
                    how = MATCH
                    if reference[j - 1] != word:
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
    n: cython.Py_ssize_t,
    reference: cython.int[::1],
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
                same = reference[i] == words[j]
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


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _number(
    hyp: cython.int[::1],
    h0: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    ref: cython.int[::1],
    r0: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    room: cython.int[::1],
    current: cython.int[::1],
    reference: cython.int[::1],
    head: cython.int[::1],
    link: cython.int[::1],
) -> cython.int:
    """Number the types of the reference; all other words of the hypothesis get the next number."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    word: cython.int
    classes: cython.int = 0
    for j in range(m):
        if room[ref[r0 + j]] == 0:
            head[classes] = -1
            classes += 1
            room[ref[r0 + j]] = classes
        reference[j] = room[ref[r0 + j]] - 1
    for j in range(m - 1, -1, -1):
        link[j] = head[reference[j]]
        head[reference[j]] = j
    for i in range(n):
        word = room[hyp[h0 + i]]
        current[i] = word - 1 if word > 0 else classes
    for j in range(m):
        room[ref[r0 + j]] = 0
    return classes


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _least_edits(
    current: cython.int[::1],
    n: cython.Py_ssize_t,
    reference: cython.int[::1],
    m: cython.Py_ssize_t,
    classes: cython.int,
    count: cython.int[::1],
) -> cython.int:
    """No order of the words has fewer edits: the longer length less the words in common."""
    i: cython.Py_ssize_t
    common: cython.int = 0
    for i in range(classes):
        count[i] = 0
    for i in range(m):
        count[reference[i]] += 1
    for i in range(n):
        if current[i] < classes and count[current[i]] > 0:
            count[current[i]] -= 1
            common += 1
    return (n if n > m else m) - common


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _read_path(
    tercom: cython.bint,
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    beam: cython.Py_ssize_t,
    slope: cython.double,
    came: cython.schar[::1],
    path: cython.schar[::1],
    aligned: cython.int[::1],
    hyp_errors: cython.int[::1],
    ref_errors: cython.int[::1],
) -> cython.Py_ssize_t:
    """The best path, what it aligns and where its errors are; returns its length."""
    i: cython.Py_ssize_t = n
    j: cython.Py_ssize_t = m
    at: cython.Py_ssize_t = n + m
    low: cython.Py_ssize_t
    kind: cython.schar
    while i > 0 or j > 0:
        if tercom:
            kind = came[i * (m + 1) + j]
        elif i == 0:
            kind = DELETION
        else:
            low = cython.cast(cython.Py_ssize_t, i * slope) - beam
            kind = came[i * (2 * beam + 2) + j - (low if low > 0 else 0)]
        at -= 1
        path[at] = kind
        if kind == DELETION:
            j -= 1
            aligned[j] = i - 1
            ref_errors[j + 1] = 1
        elif kind == INSERTION:
            i -= 1
            hyp_errors[i + 1] = 1
        else:
            i -= 1
            j -= 1
            aligned[j] = i
            hyp_errors[i + 1] = kind - 1
            ref_errors[j + 1] = kind - 1
    for i in range(n + m - at):
        path[i] = path[at + i]
    hyp_errors[0] = 0
    ref_errors[0] = 0
    for i in range(n):
        hyp_errors[i + 1] += hyp_errors[i]
    for j in range(m):
        ref_errors[j + 1] += ref_errors[j]
    return n + m - at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(-1, check=False)
def _same(
    current: cython.int[::1],
    start: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    reference: cython.int[::1],
    place: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
) -> cython.int:
    """1 where so many words are the same on both sides."""
    k: cython.Py_ssize_t
    if start + length > n or place + length > m:
        return 0
    for k in range(length):
        if current[start + k] != reference[place + k]:
            return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _reach_in_tercom(
    current: cython.int[::1],
    n: cython.Py_ssize_t,
    reference: cython.int[::1],
    m: cython.Py_ssize_t,
    head: cython.int[::1],
    link: cython.int[::1],
    aligned: cython.int[::1],
    hyp_errors: cython.int[::1],
    shift_distance: cython.Py_ssize_t,
    classes: cython.int,
    reach: cython.int[::1],
) -> cython.int:
    """How long blocks tercom tries: one word more as long as a block has any place to go, or no errors."""
    start: cython.Py_ssize_t
    length: cython.Py_ssize_t
    r: cython.Py_ssize_t
    place: cython.Py_ssize_t
    going: cython.bint
    for start in range(n):
        reach[start] = 0
        if current[start] == classes:
            continue
        going = False
        r = head[current[start]]
        while r >= 0 and not going:
            place = aligned[r] - start
            going = place != 0 and place <= shift_distance and -place - 1 <= shift_distance
            r = link[r]
        length = 0
        while going and length < MAX_SHIFT_SIZE and start + length < n:
            length += 1
            going = False
            r = head[current[start]]
            while r >= 0 and not going:
                if _same(current, start, n, reference, r, m, length):
                    place = aligned[r] - start
                    going = hyp_errors[start + length] == hyp_errors[start] or (
                        (place < 0 or place >= length)
                        and place <= shift_distance
                        and -place <= shift_distance
                    )
                r = link[r]
            if going:
                reach[start] = length
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _reach_in_sacrebleu(
    current: cython.int[::1],
    n: cython.Py_ssize_t,
    reference: cython.int[::1],
    m: cython.Py_ssize_t,
    head: cython.int[::1],
    link: cython.int[::1],
    aligned: cython.int[::1],
    hyp_errors: cython.int[::1],
    ref_errors: cython.int[::1],
    shift_distance: cython.Py_ssize_t,
    classes: cython.int,
    reach: cython.int[::1],
) -> cython.int:
    """How long the candidates are, and how many of them there are; it does not count far beyond the limit."""
    start: cython.Py_ssize_t
    length: cython.Py_ssize_t
    r: cython.Py_ssize_t
    place: cython.Py_ssize_t
    offset: cython.Py_ssize_t
    target: cython.Py_ssize_t
    last_target: cython.Py_ssize_t
    candidates: cython.int = 0
    for start in range(n):
        reach[start] = 0
        if current[start] == classes:
            continue
        r = head[current[start]]
        while r >= 0 and r <= start + shift_distance and candidates < MAX_CANDIDATES:
            place = aligned[r]
            length = 0
            while (
                r >= start - shift_distance
                and length < MAX_SHIFT_SIZE
                and start + length < n
                and r + length < m
                and current[start + length] == reference[r + length]
            ):
                length += 1
                if (
                    hyp_errors[start + length] == hyp_errors[start]
                    or ref_errors[r + length] == ref_errors[r]
                    or (start <= place and place < start + length)
                ):
                    continue
                if length > reach[start]:
                    reach[start] = length
                last_target = -1
                for offset in range(-1, length):
                    target = aligned[r + offset] + 1 if r + offset >= 0 else 0
                    if target != last_target:
                        candidates += 1
                    last_target = target
            r = link[r]
    return candidates


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def _without_beam(
    current: cython.int[::1],
    trial: cython.int[::1],
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
    bits: cython.longlong[::1],
    top: cython.longlong,
    plus: cython.longlong[::1],
    minus: cython.longlong[::1],
    score: cython.int[::1],
) -> cython.int:
    """The distance of ``current`` with ``trial[low:high]`` in its place: rows from ``low`` on.

    ``plus``, ``minus`` and ``score`` (the last cell) hold the rows of ``current``, with room for one more.
    """
    i: cython.Py_ssize_t = low
    k: cython.Py_ssize_t
    row: cython.Py_ssize_t = low * blocks
    spare: cython.Py_ssize_t = (n + 1) * blocks
    distance: cython.int = score[low]
    word: cython.int
    while i < n:
        if i < high:
            word = trial[i]
        else:
            k = 0
            while (
                k < blocks
                and plus[row + k] == plus[i * blocks + k]
                and minus[row + k] == minus[i * blocks + k]
            ):
                k += 1
            if k == blocks:  # from here on all is as it was
                return distance + score[n] - score[i]
            word = current[i]
        distance += _next_row(word, blocks, bits, top, plus, minus, row, spare) - 1
        row = spare
        i += 1
    return distance


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
    current: cython.int[::1],
    trial: cython.int[::1],
    reach: cython.int[::1],
    hyp_errors: cython.int[::1],
    score: cython.int[::1],
    reference: cython.int[::1],
    head: cython.int[::1],
    link: cython.int[::1],
    aligned: cython.int[::1],
    ref_errors: cython.int[::1],
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
    start: cython.Py_ssize_t
    length: cython.Py_ssize_t
    target: cython.Py_ssize_t
    last_target: cython.Py_ssize_t
    best_target: cython.Py_ssize_t = 0
    low: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    high: cython.Py_ssize_t
    changed: cython.Py_ssize_t
    r: cython.Py_ssize_t
    offset: cython.Py_ssize_t
    place: cython.Py_ssize_t
    blocks: cython.Py_ssize_t
    beam: cython.Py_ssize_t
    spread: cython.Py_ssize_t
    shift: cython.Py_ssize_t
    steps: cython.Py_ssize_t = 0
    slope: cython.double
    top: cython.longlong
    classes: cython.int
    candidates: cython.int
    longest: cython.int
    least: cython.int
    distance: cython.int
    bare: cython.int
    gain: cython.int
    most: cython.int
    best_gain: cython.int
    kind: cython.schar
    by_bits: cython.bint
    settled: cython.bint
    earlier: cython.bint
    with cython.nogil:
        for p in range(pairs.shape[0]):
            i = hyp_starts[pairs[p, 0]]
            j = ref_starts[pairs[p, 1]]
            n = hyp_starts[pairs[p, 0] + 1] - i
            m = ref_starts[pairs[p, 1] + 1] - j
            for k in range(5):
                out[p, k] = 0
            if n == 0 or m == 0:
                out[p, 0] = n
                out[p, 1] = m
                steps = n + m
                for k in range(steps):
                    path[k] = INSERTION if n > 0 else DELETION
                continue
            classes = _number(hyp, i, n, ref, j, m, room, current, reference, head, link)
            least = _least_edits(current, n, reference, m, classes, aligned)
            slope = cython.cast(cython.double, m) / cython.cast(cython.double, n)
            beam = beam_width
            if not tercom and beam < slope / 2:  # rows that are far apart must overlap
                beam = cython.cast(cython.Py_ssize_t, slope / 2 + beam_width)
                if beam < slope / 2 + beam_width:
                    beam += 1
            spread = m - n if m > n else n - m
            blocks = (m + BLOCK - 1) // BLOCK
            top = cython.cast(cython.longlong, 1) << ((m - 1) % BLOCK)
            by_bits = blocks <= MAX_BLOCKS
            if by_bits:
                for k in range((classes + 1) * blocks):
                    bits[k] = 0
                for j in range(m):
                    k = reference[j] * blocks + j // BLOCK
                    bits[k] |= cython.cast(cython.longlong, 1) << (j % BLOCK)
                for k in range(blocks):
                    plus[k] = FULL
                    minus[k] = 0
                score[0] = m
            changed = 0  # where the current hypothesis begins to differ from the one before
            candidates = 0
            while True:
                if tercom:
                    distance = _score_beam(current, n, reference, m, beam, rows, came, True)
                else:
                    distance = _diagonal_beam(
                        current, n, reference, m, changed, beam, slope, rows, 0, came, True
                    )
                steps = _read_path(tercom, n, m, beam, slope, came, path, aligned, hyp_errors, ref_errors)
                if distance == least or shift_distance <= 0:
                    break
                if tercom:
                    _reach_in_tercom(
                        current, n, reference, m, head, link, aligned, hyp_errors, shift_distance, classes,
                        reach,
                    )  # fmt: skip
                else:
                    candidates += _reach_in_sacrebleu(
                        current, n, reference, m, head, link, aligned, hyp_errors, ref_errors,
                        shift_distance, classes, reach,
                    )  # fmt: skip
                    if candidates >= MAX_CANDIDATES:
                        break
                if by_bits:
                    for i in range(changed, n):
                        k = _next_row(
                            current[i], blocks, bits, top, plus, minus, i * blocks, (i + 1) * blocks
                        )
                        score[i + 1] = score[i] + k - 1
                longest = 0
                for start in range(n):
                    if reach[start] > longest:
                        longest = reach[start]

                # Try the candidates, the longest first.
                shift = out[p, 3]
                best_gain = 0
                for length in range(longest, 0, -1):
                    # no gain is higher: a block's words are each taken from one place and put in another
                    most = distance - least
                    if by_bits and distance - score[n] + 2 * length < most:
                        most = distance - score[n] + 2 * length
                    if best_gain >= most or (tercom and best_gain > 2 * length):
                        break
                    for start in range(n - length + 1):
                        if reach[start] < length or hyp_errors[start + length] == hyp_errors[start]:
                            continue
                        r = head[current[start]]
                        while r >= 0:
                            place = aligned[r]
                            k = (place if tercom else r) - start
                            if (
                                (start <= place and place < start + length)
                                or k > shift_distance
                                or -k > shift_distance
                                or not _same(current, start, n, reference, r, m, length)
                                or ref_errors[r + length] == ref_errors[r]
                            ):
                                r = link[r]
                                continue
                            last_target = -1
                            for offset in range(-1, length):
                                target = aligned[r + offset] + 1 if r + offset >= 0 else 0
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
                                        high = target + length - (1 if tercom else 0)
                                        if high > n:
                                            high = n
                                    if high <= middle:
                                        continue
                                # of equal gain and length, sacreBLEU prefers the first start, then target
                                earlier = (
                                    not tercom
                                    and best_gain > 0
                                    and length == shifts[shift, 1]
                                    and start == shifts[shift, 0]
                                    and target < best_target
                                )
                                if most < best_gain or (most == best_gain and not earlier):
                                    continue
                                for k in range(middle, high):
                                    trial[low + k - middle] = current[k]
                                for k in range(low, middle):
                                    trial[high - middle + k] = current[k]
                                settled = False
                                if by_bits:
                                    bare = _without_beam(
                                        current, trial, low, high, n, blocks, bits, top, plus, minus, score
                                    )
                                    gain = distance - bare
                                    if gain <= 0 or gain < best_gain or (gain == best_gain and not earlier):
                                        continue
                                    if tercom:
                                        settled = bare <= beam
                                    else:
                                        settled = m < beam or spread + (bare - spread) // 2 + 3 <= beam
                                if not settled:
                                    for k in range(low):
                                        trial[k] = current[k]
                                    for k in range(high, n):
                                        trial[k] = current[k]
                                    if tercom:
                                        bare = _score_beam(trial, n, reference, m, beam, rows, came, False)
                                    else:
                                        bare = _diagonal_beam(
                                            trial, n, reference, m, low, beam, slope, rows,
                                            (n + 1) * (2 * beam + 2), came, False,
                                        )  # fmt: skip
                                    gain = distance - bare
                                if gain > best_gain or (gain == best_gain and earlier):
                                    best_gain = gain
                                    best_target = target
                                    shifts[shift, 0] = start
                                    shifts[shift, 1] = length
                                    shifts[shift, 2] = low
                                    shifts[shift, 3] = high
                            r = link[r]
                if best_gain <= 0:
                    break
                low = shifts[shift, 2]
                high = shifts[shift, 3]
                middle = shifts[shift, 0]
                if low == middle:
                    middle += shifts[shift, 1]
                for k in range(low, high):
                    trial[k] = current[k]
                for k in range(middle, high):
                    current[low + k - middle] = trial[k]
                for k in range(low, middle):
                    current[high - middle + k] = trial[k]
                changed = low
                out[p, 3] += 1
                out[p, 4] += shifts[shift, 1]
            for k in range(steps):
                kind = path[k]
                if kind == INSERTION:
                    out[p, 0] += 1
                elif kind == DELETION:
                    out[p, 1] += 1
                elif kind == SUBSTITUTION:
                    out[p, 2] += 1
    return steps
