"""Loops over code points: where tokens start and end, and which number a token has.

A text is ``codes`` (its code points) with ``starts`` (segment ``s`` is ``codes[starts[s]:starts[s + 1]]``).
A tokenizer writes the bounds of each token and, in ``offsets``, how many tokens came before each segment; it
returns the number of tokens. No text is copied: a token is a slice of ``codes``.

Bounds checks are off in the loops that every text goes through (they cost a fifth of the time); the same
random input runs through the interpreted kernels, which check.
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_space(c: cython.uint) -> cython.bint:
    """What ``str.split`` splits at."""
    if c < 128:
        return c == 32 or (9 <= c and c <= 13) or (28 <= c and c <= 31)
    return (
        c == 0x85
        or c == 0xA0
        or c == 0x1680
        or (0x2000 <= c and c <= 0x200A)
        or c == 0x2028
        or c == 0x2029
        or c == 0x202F
        or c == 0x205F
        or c == 0x3000
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_ascii_punctuation(c: cython.uint) -> cython.bint:
    """``string.punctuation``."""
    return (33 <= c and c <= 47) or (58 <= c and c <= 64) or (91 <= c and c <= 96) or (123 <= c and c <= 126)


@cython.boundscheck(False)
def split_spaces(
    codes: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    token_starts: cython.int[::1],
    token_ends: cython.int[::1],
    offsets: cython.longlong[::1],
) -> int:
    """``[line.split() for line in lines]``."""
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    with cython.nogil:
        for s in range(starts.shape[0] - 1):
            begin = -1
            for i in range(starts[s], starts[s + 1]):
                if _is_space(codes[i]):
                    if begin >= 0:
                        token_starts[n] = begin
                        token_ends[n] = i
                        n += 1
                        begin = -1
                elif begin < 0:
                    begin = i
            if begin >= 0:
                token_starts[n] = begin
                token_ends[n] = starts[s + 1]
                n += 1
            offsets[s + 1] = n
    return n


@cython.boundscheck(False)
def split_characters(
    codes: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    token_starts: cython.int[::1],
    token_ends: cython.int[::1],
    offsets: cython.longlong[::1],
) -> int:
    """``[[c for c in line if not c.isspace()] for line in lines]``."""
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    with cython.nogil:
        for s in range(starts.shape[0] - 1):
            for i in range(starts[s], starts[s + 1]):
                if not _is_space(codes[i]):
                    token_starts[n] = i
                    token_ends[n] = i + 1
                    n += 1
            offsets[s + 1] = n
    return n


@cython.boundscheck(False)
def split_chrf_words(
    codes: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    token_starts: cython.int[::1],
    token_ends: cython.int[::1],
    offsets: cython.longlong[::1],
) -> int:
    """White space, then one ASCII punctuation mark cut off each word: the last, else the first.

    As chrF++ does it: ``(hi)`` gives ``(hi`` and ``)``.
    """
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    cut: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    with cython.nogil:
        for s in range(starts.shape[0] - 1):
            i = starts[s]
            while i < starts[s + 1]:
                if _is_space(codes[i]):
                    i += 1
                    continue
                begin = i
                while i < starts[s + 1] and not _is_space(codes[i]):
                    i += 1
                end = i
                cut = -1
                if end - begin > 1:
                    if _is_ascii_punctuation(codes[end - 1]):
                        cut = end - 1
                    elif _is_ascii_punctuation(codes[begin]):
                        cut = begin + 1
                token_starts[n] = begin
                if cut >= 0:
                    token_ends[n] = cut
                    n += 1
                    token_starts[n] = cut
                token_ends[n] = end
                n += 1
            offsets[s + 1] = n
    return n


@cython.boundscheck(False)
def split_mteval(
    codes: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    classes: cython.uchar[::1],
    padded: cython.bint,
    isolated: cython.uint[:, ::1],
    token_starts: cython.int[::1],
    token_ends: cython.int[::1],
    offsets: cython.longlong[::1],
) -> int:
    """The four substitutions of ``mteval-v13a.pl``, in one pass.

    The script puts spaces (1) around symbols, (2) around a period or comma that follows a non-digit, (3)
    around one that a non-digit follows, (4) around a dash that follows a digit. A substitution consumes what
    it matches, so in a row of periods (2) sees only every other one: ``after`` remembers that.
    ``classes`` says of each ASCII character whether it is 1 white space, 2 a symbol, 3 a period or comma, 4 a
    dash, 5 a digit, or 0 anything else. ``padded`` is whether the line was put between spaces first;
    ``isolated`` are ranges of further code points that stand alone (Chinese characters).
    """
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    c: cython.uint
    kind: cython.int
    before: cython.int
    alone: cython.bint
    after: cython.bint
    with cython.nogil:
        for s in range(starts.shape[0] - 1):
            first = starts[s]
            last = starts[s + 1]
            while first < last and _is_space(codes[first]):
                first += 1
            while first < last and _is_space(codes[last - 1]):
                last -= 1
            begin = -1
            after = False
            before = 1 if padded else -1
            for i in range(first, last):
                c = codes[i]
                if c < 128:
                    kind = classes[c]
                    if kind == 0 or kind == 5:  # letters and digits: the usual case
                        if begin < 0:
                            begin = i
                        before = kind
                        after = False
                        continue
                    alone = kind == 2
                    if kind == 3:
                        after = before >= 0 and before != 5 and not after
                        alone = after
                        if not alone:
                            if i + 1 < last:
                                alone = codes[i + 1] >= 128 or classes[codes[i + 1]] != 5
                            else:
                                alone = padded
                    else:
                        after = False
                        if kind == 4:
                            alone = before == 5
                else:
                    kind = 1 if _is_space(c) else 0
                    after = False
                    alone = False
                    if kind == 0:
                        for j in range(isolated.shape[0]):
                            if isolated[j, 0] <= c and c <= isolated[j, 1]:
                                alone = True
                                break
                before = kind
                if (kind == 1 or alone) and begin >= 0:
                    token_starts[n] = begin
                    token_ends[n] = i
                    n += 1
                    begin = -1
                if alone:
                    token_starts[n] = i
                    token_ends[n] = i + 1
                    n += 1
                elif kind != 1 and begin < 0:
                    begin = i
            if begin >= 0:
                token_starts[n] = begin
                token_ends[n] = last
                n += 1
            offsets[s + 1] = n
    return n


@cython.boundscheck(False)
def split_international(
    codes: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    classes: cython.uchar[::1],
    token_starts: cython.int[::1],
    token_ends: cython.int[::1],
    offsets: cython.longlong[::1],
) -> int:
    """The three substitutions of ``mteval-v14.pl``'s international tokenisation, in one pass.

    ``classes`` gives 1 for a number, 2 for punctuation, 3 for a symbol, 0 for the rest. Spaces go (1) around
    punctuation that follows a non-number, (2) around punctuation that a non-number follows, (3) around
    symbols. Punctuation at the end of a line after a number stays, as in the script.
    """
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    last: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    alone: cython.bint
    matched: cython.bint
    after: cython.bint
    with cython.nogil:
        for s in range(starts.shape[0] - 1):
            last = starts[s + 1]
            while starts[s] < last and _is_space(codes[last - 1]):
                last -= 1
            begin = -1
            after = False
            for i in range(starts[s], last):
                matched = False
                if _is_space(codes[i]):
                    if begin >= 0:
                        token_starts[n] = begin
                        token_ends[n] = i
                        n += 1
                        begin = -1
                    after = False
                    continue
                alone = classes[i] == 3
                if classes[i] == 2:
                    matched = i > starts[s] and classes[i - 1] != 1 and not after
                    alone = matched or (i + 1 < last and classes[i + 1] != 1)
                after = matched
                if alone:
                    if begin >= 0:
                        token_starts[n] = begin
                        token_ends[n] = i
                        n += 1
                        begin = -1
                    token_starts[n] = i
                    token_ends[n] = i + 1
                    n += 1
                elif begin < 0:
                    begin = i
            if begin >= 0:
                token_starts[n] = begin
                token_ends[n] = last
                n += 1
            offsets[s + 1] = n
    return n


@cython.boundscheck(False)
def drop_spaces(
    codes: cython.const[cython.uint][::1],
    starts: cython.longlong[::1],
    kept: cython.int[::1],
    offsets: cython.longlong[::1],
) -> int:
    """``["".join(line.split()) for line in lines]``, as ``int32``."""
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    with cython.nogil:
        for s in range(starts.shape[0] - 1):
            for i in range(starts[s], starts[s + 1]):
                if not _is_space(codes[i]):
                    kept[n] = codes[i]
                    n += 1
            offsets[s + 1] = n
    return n


@cython.boundscheck(False)
def intern_tokens(
    codes: cython.const[cython.uint][::1],
    token_starts: cython.int[::1],
    token_ends: cython.int[::1],
    first: cython.Py_ssize_t,
    ids: cython.int[::1],
    slots: cython.int[::1],
    hashes: cython.int[::1],
    type_starts: cython.longlong[::1],
    type_codes: cython.uint[::1],
    size: cython.longlong[::1],
    grow: cython.bint,
) -> int:
    """``ids[t] = vocabulary.setdefault(token, len(vocabulary))`` from token ``first`` on.

    The vocabulary is a hash table with open addressing: ``slots`` (a power of two; -1 is empty) points to
    types, type ``k`` is ``type_codes[type_starts[k]:type_starts[k + 1]]`` with the hash ``hashes[k]``;
    ``size[0]`` is the number of types. Without ``grow``, unknown tokens get -1. Returns the token at which
    half of the slots or all room for types was used up, or the number of tokens when all is done.
    """
    t: cython.Py_ssize_t = first
    i: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    length: cython.Py_ssize_t
    base: cython.Py_ssize_t
    h: cython.longlong
    slot: cython.longlong
    mask: cython.longlong = slots.shape[0] - 1
    k: cython.int
    count: cython.Py_ssize_t = size[0]
    with cython.nogil:
        while t < token_starts.shape[0]:
            begin = token_starts[t]
            length = token_ends[t] - begin
            h = 7
            for i in range(begin, begin + length):
                h = (h * 1000003 + codes[i]) & 0x7FFFFFFF
            slot = (h ^ (h >> 15)) & mask
            while True:
                k = slots[slot]
                if k < 0:
                    break
                if hashes[k] == h:
                    base = type_starts[k]
                    if type_starts[k + 1] - base == length:
                        i = 0
                        while i < length and type_codes[base + i] == codes[begin + i]:
                            i += 1
                        if i == length:
                            break
                slot = (slot + 1) & mask
            if k < 0 and grow:
                base = type_starts[count]
                if (
                    2 * (count + 1) > slots.shape[0]
                    or count + 1 >= type_starts.shape[0]
                    or base + length > type_codes.shape[0]
                ):
                    break
                for i in range(length):
                    type_codes[base + i] = codes[begin + i]
                k = count
                hashes[k] = h
                slots[slot] = k
                count += 1
                type_starts[count] = base + length
            ids[t] = k
            t += 1
        size[0] = count
    return t


def rehash(slots: cython.int[::1], hashes: cython.int[::1], count: cython.Py_ssize_t) -> None:
    """Put the first ``count`` types into an empty table of slots."""
    k: cython.Py_ssize_t
    h: cython.longlong
    slot: cython.longlong
    mask: cython.longlong = slots.shape[0] - 1
    with cython.nogil:
        for k in range(count):
            h = hashes[k]
            slot = (h ^ (h >> 15)) & mask
            while slots[slot] >= 0:
                slot = (slot + 1) & mask
            slots[slot] = k
