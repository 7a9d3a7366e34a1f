# cython: boundscheck=False, initializedcheck=False, cdivision=True
# (checks are a quarter of the time; the interpreted kernel checks under the same random input)
"""Alignment of all stages at once (METEOR 1.5), with phrases.

Words used here: a *pair* is a hypothesis and a reference; a *candidate* is a run of hypothesis words that may
be linked to a run of reference words, at some *stage*; a *definite* candidate has no rival, so that it is in
every best alignment; what is left is *contested*, and searched for from left to right over the reference.
Each contested word of the hypothesis has a *bit*. A *kind* is a type of contested words with exact matches.

A *state* of the search is what decides its future: which bits are used, where the last link ended in the
hypothesis, and how far a link of several words reaches. Of two equal states only the better one can lead to
the best alignment, so that the search is exact unless there are more states than may be kept.
"""

import cython

# what room is for, as many arrays as there are of each
FOR_WORDS, FOR_CANDIDATES, FOR_STATES = 26, 9, 9

# what room is too small
CANDIDATES = cython.declare(cython.longlong, 1)
RELATED = cython.declare(cython.longlong, 2)
KEYS = cython.declare(cython.longlong, 3)
BITS = cython.declare(cython.longlong, 4)
STATES = cython.declare(cython.longlong, 5)
NODES = cython.declare(cython.longlong, 6)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _count_bits(x: cython.longlong) -> cython.longlong:
    """The number of ones of a number below 2**62."""
    twos: cython.longlong = 0x55555555
    fours: cython.longlong = 0x33333333
    eights: cython.longlong = 0x0F0F0F0F
    x -= (x >> 1) & (twos | twos << 32)  # sums of two, then four, then eight neighbours
    x = (x & (fours | fours << 32)) + ((x >> 2) & (fours | fours << 32))
    x = (x + (x >> 4)) & (eights | eights << 32)
    x += x >> 8
    x += x >> 16
    x += x >> 32
    return x & 127


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bit(b: cython.longlong) -> cython.longlong:
    one: cython.longlong = 1
    return one << (b % 62)


@cython.cclass
class Joint:
    """Aligns pairs of sentences; the keys of words, and room to work in.

    A pair is a row of ``pairs``, a hypothesis and a reference. Links are ``(hypothesis start, length,
    reference start, length, stage)``, those of pair ``p`` are ``links[link_starts[p]:link_starts[p + 1]]``;
    ``exact`` says whether they are proved to be the best.

    Words of type ``t`` have the keys ``keys[key_starts[s, t]:key_starts[s, t + 1]]`` at stage ``s``, numbers
    from 0 on, sorted. At stage 0 words that share a key may be linked if they are equal, at the others if
    they differ. Phrases are ``(reference start, length, hypothesis start, length)``, those of pair ``p`` are
    ``phrases[phrase_starts[p]:phrase_starts[p + 1]]``, by reference start. ``limits`` are the most states a
    word, the most steps and the most candidates of a pair; beyond, an alignment is made with less search.
    """

    hyp: cython.int[::1]
    hyp_starts: cython.longlong[::1]
    ref: cython.int[::1]
    ref_starts: cython.longlong[::1]
    pairs: cython.longlong[:, ::1]
    key_starts: cython.longlong[:, ::1]
    keys: cython.int[::1]
    phrase_starts: cython.longlong[::1]
    phrases: cython.int[:, ::1]
    limits: cython.longlong[::1]
    beam: cython.longlong  # so many states a word, found as METEOR finds them; 0: as many as it takes
    links: cython.int[:, ::1]
    link_starts: cython.longlong[::1]
    exact: cython.uchar[::1]
    need: cython.longlong  # how much of the room that is too small

    slot: cython.int[::1]  # for each key the first link of its chain, or -1
    type_slot: cython.int[::1]  # for each type of word a number, or -1

    # of the pair: words and distinct words of the hypothesis and of the reference
    n1: cython.longlong
    n2: cython.longlong
    k1: cython.longlong
    k2: cython.longlong
    stages: cython.longlong  # that are used

    # of words
    kind1: cython.int[::1]  # the number of its type in the sentence
    kind2: cython.int[::1]
    bit_of: cython.int[::1]  # of words of the hypothesis; -1: not contested
    exact_kind1: cython.int[::1]  # the kind of a contested word, or -1
    exact_kind2: cython.int[::1]
    cover1: cython.int[::1]  # by how many candidates it is covered
    cover2: cython.int[::1]
    taken1: cython.int[::1]
    taken2: cython.int[::1]
    stage2: cython.int[::1]
    first: cython.int[::1]  # of the candidates of a word of the reference
    definite: cython.int[::1]  # its candidate that has no rival, or -1
    picked: cython.int[::1]
    passed: cython.int[::1]

    # of types
    type1: cython.int[::1]
    type2: cython.int[::1]
    frequency1: cython.int[::1]
    choices: cython.int[::1]  # candidates of a type of the reference
    chain: cython.int[:, ::1]  # types of the hypothesis by key: a type and the next link, or -1
    related: cython.uchar[::1]  # a bit for each stage at which two types may be linked
    next1: cython.int[::1]  # of a type of the reference: where to look for a word from

    # of kinds
    kinds: cython.longlong
    kind_left: cython.int[::1]  # words of the reference from here on
    scarce: cython.int[::1]  # the hypothesis has fewer of them than the reference
    kind_number: cython.int[::1]  # by type of the hypothesis, or -1
    kind_masks: cython.longlong[:, ::1]  # the bits of its words in the hypothesis

    # from a word of the reference on, at most or at least
    value_left: cython.int[::1]  # value of definite links and the best row of phrases
    chunks_left: cython.int[::1]  # chunks that must begin
    hope_left: cython.int[::1]  # as value_left, but phrases lose the exact matches in whose way they stand
    hope_chunks: cython.int[::1]  # chunks that must begin to reach that

    # of candidates
    start1: cython.int[::1]
    size1: cython.int[::1]
    size2: cython.int[::1]
    stage: cython.int[::1]
    value: cython.int[::1]
    far: cython.int[::1]  # its distance
    after: cython.int[::1]  # how many chunks must begin after it
    hope_after: cython.int[::1]  # value from it on, with that of phrases as in hope_left
    hope_chunks_after: cython.int[::1]  # chunks that must begin after it to reach that

    bits: cython.longlong
    words: cython.longlong  # numbers that hold the bits
    masks: cython.longlong[:, ::1]  # the bits that words of the reference from one on may need

    # of states, those of one word of the reference and then those of the next
    used: cython.longlong[::1]  # bits, 62 to a number
    next_: cython.int[::1]  # the next free word of the reference
    end: cython.int[::1]  # of the last link in the hypothesis; -1: the word before has no link
    worth: cython.int[::1]  # value
    chunks: cython.int[::1]
    distance: cython.longlong[::1]
    node: cython.int[::1]  # the last one of its path
    serial: cython.int[::1]  # order of creation
    exact_left: cython.int[::1]  # the most value that exact matches can still add
    hope: cython.int[::1]  # as far as it goes with hope_left
    ranked: cython.int[::1]  # what it is ranked by first
    order: cython.int[:, ::1]
    hashed: cython.int[::1]
    nodes: cython.int[:, ::1]  # the node before, word of the reference, candidate; 0 is the empty path

    # of the solution
    known: cython.bint
    best_node: cython.longlong
    best_worth: cython.longlong
    best_chunks: cython.longlong
    best_distance: cython.longlong
    proved: cython.bint

    def __init__(
        self, beam, hyp, hyp_starts, ref, ref_starts, pairs, key_starts, keys, phrase_starts, phrases, limits,
        links, link_starts, exact, *room,
    ):  # fmt: skip
        # room is, in the order below, for keys, types of words, words (twice as many as the longest sentence
        # has), candidates, relations of types, bits, states, and nodes
        self.hyp, self.hyp_starts, self.ref, self.ref_starts = hyp, hyp_starts, ref, ref_starts
        self.pairs = pairs
        self.key_starts, self.keys = key_starts, keys
        self.phrase_starts, self.phrases = phrase_starts, phrases
        self.limits, self.beam = limits, beam
        self.links, self.link_starts, self.exact = links, link_starts, exact
        (
            self.slot, self.type_slot,
            self.kind1, self.kind2, self.bit_of, self.exact_kind1, self.exact_kind2, self.cover1, self.cover2,
            self.taken1, self.taken2, self.stage2, self.first, self.definite, self.picked, self.passed,
            self.type1, self.type2, self.frequency1, self.choices, self.next1, self.kind_left, self.scarce,
            self.kind_number, self.value_left, self.chunks_left, self.hope_left, self.hope_chunks,
            self.start1, self.size1, self.size2, self.stage, self.value, self.far, self.after,
            self.hope_after, self.hope_chunks_after,
            self.chain, self.related,
            self.used, self.masks, self.kind_masks,
            self.next_, self.end, self.worth, self.chunks, self.node, self.serial, self.exact_left, self.hope,
            self.ranked, self.distance, self.order, self.hashed,
            self.nodes,
        ) = room  # fmt: skip

    def align(self, begin: cython.Py_ssize_t) -> tuple:
        """Align each pair from pair ``begin`` on.

        Stage 0 has the value 2, the others 0; a phrase (stage: the last but for the words' stages) has
        ``length // 2`` on each side. What has no rival is taken; of the rest::

            max(sets, key=lambda links: (value(links), -chunks(definite + links), -distance(links)))

        Returns the number of pairs and two zeros, or the pair for which some room is too small, which, and
        how much it needs.
        """
        p: cython.Py_ssize_t
        small: cython.longlong = 0
        with cython.nogil:
            for p in range(begin, self.pairs.shape[0]):
                small = self._align(p)
                if small > 0:
                    break
        if small > 0:
            return p, small, self.need
        return self.pairs.shape[0], 0, 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _align(self, p: cython.Py_ssize_t) -> cython.longlong:
        """Align a pair; returns 0, or which room is too small."""
        i: cython.longlong
        c: cython.longlong
        h0: cython.longlong = self.hyp_starts[self.pairs[p, 0]]
        r0: cython.longlong = self.ref_starts[self.pairs[p, 1]]
        n: cython.longlong = self.link_starts[p]
        begin: cython.longlong = self.phrase_starts[p]
        end: cython.longlong = self.phrase_starts[p + 1]
        total: cython.longlong
        small: cython.longlong
        searched: cython.bint
        self.n1 = self.hyp_starts[self.pairs[p, 0] + 1] - h0
        self.n2 = self.ref_starts[self.pairs[p, 1] + 1] - r0
        self.link_starts[p + 1] = n
        self.exact[p] = 1
        if self.n1 == 0 or self.n2 == 0:
            return 0
        self.stages = self.key_starts.shape[0]
        if self.n1 == self.n2:
            # As in METEOR 1.5: equal sentences are aligned by the first stage alone.
            i = 0
            while i < self.n1 and self.hyp[h0 + i] == self.ref[r0 + i]:
                i += 1
            if i == self.n1:
                self.stages = 1
                end = begin
        small = self._relate(h0, r0)
        if small > 0:
            return small
        if small < 0 and begin == end:
            return 0
        total = self._count_candidates() + end - begin
        searched = total <= self.limits[2]
        if searched:
            if total > self.start1.shape[0]:
                self.need = total
                return CANDIDATES
            self._find_candidates(begin, end)
            self._find_bits()
            searched = total * self.words <= self.limits[2]
        if searched:
            if self.bits > 0:
                small = self._solve(end > begin)
                if small > 0:
                    return small
                self.exact[p] = self.proved
            for i in range(self.n2):
                c = self.definite[i]
                if c >= 0:
                    self._write(n, self.start1[c], self.size1[c], i, self.size2[c], self.stage[c])
                    n += 1
        else:
            self._greedy()
            for i in range(min(self.n1, self.n2)):  # proved to be best only where it is plain: one chunk
                if self.taken2[i] != i:
                    self.exact[p] = 0
            for i in range(self.n2):
                if self.taken2[i] >= 0:
                    self._write(n, self.taken2[i], 1, i, 1, self.stage2[i])
                    n += 1
        self.link_starts[p + 1] = n
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _write(
        self, n: cython.longlong, start1: cython.int, size1: cython.int, start2: cython.int,
        size2: cython.int, stage: cython.int,
    ) -> cython.longlong:  # fmt: skip
        self.links[n, 0] = start1
        self.links[n, 1] = size1
        self.links[n, 2] = start2
        self.links[n, 3] = size2
        self.links[n, 4] = stage
        return 0

    # -- candidates ----------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _number(
        self, ids: cython.int[::1], start: cython.longlong, count: cython.longlong, kinds: cython.int[::1],
        types: cython.int[::1],
    ) -> cython.longlong:  # fmt: skip
        """Number the distinct words of one side; ``kinds`` is the number of each word, ``types`` its type."""
        found: cython.longlong = 0
        i: cython.longlong
        for i in range(count):
            if self.type_slot[ids[start + i]] < 0:
                self.type_slot[ids[start + i]] = found
                types[found] = ids[start + i]
                found += 1
            kinds[i] = self.type_slot[ids[start + i]]
        for i in range(found):
            self.type_slot[types[i]] = -1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _relate(self, h0: cython.longlong, r0: cython.longlong) -> cython.longlong:
        """Which types may be linked, and at which stages; returns -1 if none, or which room is too small."""
        s: cython.longlong
        t: cython.longlong
        u: cython.longlong
        k: cython.longlong
        e: cython.longlong
        any_: cython.longlong = -1
        self.k1 = self._number(self.hyp, h0, self.n1, self.kind1, self.type1)
        self.k2 = self._number(self.ref, r0, self.n2, self.kind2, self.type2)
        if self.k1 * self.k2 > self.related.shape[0]:
            self.need = self.k1 * self.k2
            return RELATED
        for t in range(self.k1 * self.k2):
            self.related[t] = 0
        for s in range(self.stages):
            e = 0
            for t in range(self.k1):
                e += self.key_starts[s, self.type1[t] + 1] - self.key_starts[s, self.type1[t]]
            if e > self.chain.shape[1]:
                self.need = e
                return KEYS
            e = 0
            for t in range(self.k1):
                for k in range(self.key_starts[s, self.type1[t]], self.key_starts[s, self.type1[t] + 1]):
                    self.chain[0, e] = t
                    self.chain[1, e] = self.slot[self.keys[k]]
                    self.slot[self.keys[k]] = e
                    e += 1
            for u in range(self.k2):
                for k in range(self.key_starts[s, self.type2[u]], self.key_starts[s, self.type2[u] + 1]):
                    e = self.slot[self.keys[k]]
                    while e >= 0:
                        t = self.chain[0, e]
                        if (s == 0) == (self.type1[t] == self.type2[u]):
                            self.related[u * self.k1 + t] |= 1 << s
                            any_ = 0
                        e = self.chain[1, e]
            for t in range(self.k1):
                for k in range(self.key_starts[s, self.type1[t]], self.key_starts[s, self.type1[t] + 1]):
                    self.slot[self.keys[k]] = -1
        return any_

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_candidates(self) -> cython.longlong:
        """How many words there are that may be linked to each type of the reference, and in all."""
        i: cython.longlong
        j: cython.longlong
        s: cython.longlong
        total: cython.longlong = 0
        for j in range(self.k1):
            self.frequency1[j] = 0
        for j in range(self.n1):
            self.frequency1[self.kind1[j]] += 1
        for i in range(self.k2):
            self.choices[i] = 0
            for j in range(self.k1):
                if self.related[i * self.k1 + j]:
                    for s in range(self.stages):
                        if (self.related[i * self.k1 + j] >> s) & 1:
                            self.choices[i] += self.frequency1[j]
        for i in range(self.n2):
            total += self.choices[self.kind2[i]]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_candidates(self, begin: cython.longlong, end: cython.longlong) -> cython.longlong:
        """The candidates of each word of the reference, stage by stage, then phrases; which are definite."""
        i: cython.longlong
        j: cython.longlong
        s: cython.longlong
        c: cython.longlong = 0
        w: cython.longlong = begin
        row: cython.longlong
        alone: cython.bint
        for j in range(self.n1):
            self.cover1[j] = 0
        for i in range(self.n2):
            self.cover2[i] = 0
        for i in range(self.n2):
            self.first[i] = c
            row = self.kind2[i] * self.k1
            if self.choices[self.kind2[i]] > 0:
                for s in range(self.stages):
                    for j in range(self.n1):
                        if (self.related[row + self.kind1[j]] >> s) & 1:
                            self._add(c, i, j, 1, 1, s, 2 if s == 0 else 0)
                            c += 1
            while w < end and self.phrases[w, 0] == i:
                self._add(
                    c, i, self.phrases[w, 2], self.phrases[w, 3], self.phrases[w, 1], self.stages,
                    self.phrases[w, 1] // 2 + self.phrases[w, 3] // 2,
                )  # fmt: skip
                c += 1
                w += 1
        self.first[self.n2] = c
        for i in range(self.n2):
            self.definite[i] = -1
            if self.first[i + 1] - self.first[i] == 1:
                c = self.first[i]
                alone = True
                for j in range(self.start1[c], self.start1[c] + self.size1[c]):
                    if self.cover1[j] != 1:
                        alone = False
                for j in range(i, i + self.size2[c]):
                    if self.cover2[j] != 1:
                        alone = False
                if alone:
                    self.definite[i] = c
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(
        self, c: cython.longlong, i: cython.longlong, j: cython.longlong, size1: cython.longlong,
        size2: cython.longlong, stage: cython.longlong, value: cython.longlong,
    ) -> cython.longlong:  # fmt: skip
        """A candidate: words from ``j`` on for those from ``i`` on."""
        w: cython.longlong
        self.start1[c] = j
        self.size1[c] = size1
        self.size2[c] = size2
        self.stage[c] = stage
        self.value[c] = value
        self.far[c] = abs(i - j)
        for w in range(j, j + size1):
            self.cover1[w] += 1
        for w in range(i, i + size2):
            self.cover2[w] += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_bits(self) -> cython.longlong:
        """Give each contested word of the hypothesis its bit."""
        i: cython.longlong
        j: cython.longlong
        c: cython.longlong
        self.bits = 0
        for j in range(self.n1):
            self.bit_of[j] = -1
        for i in range(self.n2):
            if self.definite[i] < 0:
                for c in range(self.first[i], self.first[i + 1]):
                    for j in range(self.start1[c], self.start1[c] + self.size1[c]):
                        self.bit_of[j] = 0
        for j in range(self.n1):
            if self.bit_of[j] == 0:
                self.bit_of[j] = self.bits
                self.bits += 1
        self.words = self.bits // 62 + 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _greedy(self) -> cython.longlong:
        """Link words stage by stage, from left to right: the word after the last link if possible, else the
        first.

        For pairs with too many candidates to search.
        """
        s: cython.longlong
        i: cython.longlong
        j: cython.longlong
        row: cython.longlong
        last: cython.longlong
        for j in range(self.n1):
            self.taken1[j] = 0
        for i in range(self.n2):
            self.taken2[i] = -1
        for s in range(self.stages):
            last = 0
            for i in range(self.k2):
                self.next1[i] = 0
            for i in range(self.n2):
                if self.taken2[i] >= 0:
                    last = self.taken2[i] + 1
                    continue
                row = self.kind2[i] * self.k1
                j = last
                if j >= self.n1 or self.taken1[j] or not (self.related[row + self.kind1[j]] >> s) & 1:
                    j = self.next1[self.kind2[i]]
                    while j < self.n1 and (
                        self.taken1[j] or not (self.related[row + self.kind1[j]] >> s) & 1
                    ):
                        j += 1
                    self.next1[self.kind2[i]] = j
                if j < self.n1:
                    self.taken1[j] = 1
                    self.taken2[i] = j
                    self.stage2[i] = s
                    last = j + 1
        return 0

    # -- bounds --------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_kinds(self) -> cython.longlong:
        """The kinds: types of contested words with exact matches, and their words on both sides."""
        i: cython.longlong
        j: cython.longlong
        w: cython.longlong
        k: cython.longlong
        self.kinds = 0
        for j in range(self.k1):
            self.kind_number[j] = -1
        for i in range(self.n2):
            self.exact_kind2[i] = -1
            if self.definite[i] >= 0:
                continue
            for j in range(self.k1):
                if self.related[self.kind2[i] * self.k1 + j] & 1:
                    if self.kind_number[j] < 0:
                        self.kind_number[j] = self.kinds
                        for w in range(self.words):
                            self.kind_masks[self.kinds, w] = 0
                        self.kinds += 1
                    self.exact_kind2[i] = self.kind_number[j]
        for j in range(self.n1):
            self.exact_kind1[j] = -1
            if self.bit_of[j] >= 0 and self.kind_number[self.kind1[j]] >= 0:
                k = self.kind_number[self.kind1[j]]
                self.exact_kind1[j] = k
                self.kind_masks[k, self.bit_of[j] // 62] |= _bit(self.bit_of[j])
        self._count_kinds()
        for k in range(self.kinds):
            self.scarce[k] = self._count_kind(k) < self.kind_left[k]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_kinds(self) -> cython.longlong:
        """Count the words of the reference of each kind."""
        i: cython.longlong
        k: cython.longlong
        for k in range(self.kinds):
            self.kind_left[k] = 0
        for i in range(self.n2):
            if self.exact_kind2[i] >= 0:
                self.kind_left[self.exact_kind2[i]] += 1
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_kind(self, k: cython.longlong) -> cython.longlong:
        """Words of a kind in the hypothesis."""
        w: cython.longlong
        n: cython.longlong = 0
        for w in range(self.words):
            n += _count_bits(self.kind_masks[k, w])
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bound(self, phrases: cython.bint) -> cython.longlong:
        """What is still to come from each word of the reference on; see the comments of the arrays.

        Where a kind is scarce, a phrase loses the exact matches of its words of the hypothesis, else those of
        its words of the reference; what is left out there loses its match too. ``best_worth`` becomes a value
        that can be reached.
        """
        i: cython.longlong
        j: cython.longlong
        c: cython.longlong
        w: cython.longlong
        k: cython.longlong
        value: cython.longlong
        most: cython.longlong
        cost: cython.longlong
        self.best_worth = 0
        self.best_chunks = 1 << 60
        self.best_distance = 1 << 60
        self.known = True
        for k in range(self.kinds):
            self.best_worth += 2 * min(self._count_kind(k), self.kind_left[k])
        self.value_left[self.n2] = 0
        self.chunks_left[self.n2] = 0
        self.hope_left[self.n2] = 0
        self.hope_chunks[self.n2] = 0
        for i in range(self.n2 - 1, -1, -1):
            # chunks are the fewest if words of the hypothesis could be used again
            value = 0
            k = self.exact_kind2[i]
            cost = self.chunks_left[i + 1]
            self.hope_left[i] = self.hope_left[i + 1]
            self.hope_chunks[i] = self.hope_chunks[i + 1]
            if self.definite[i] >= 0:
                value = self.value[self.definite[i]]
                self.best_worth += value
                cost = self.n2
                self.hope_left[i] = -(1 << 28)  # it cannot be left out
            elif k >= 0:
                if not phrases and self._count_kind(k) >= self.kind_left[k]:
                    cost = self.n2  # a word of which the hypothesis has enough is in every best alignment
                if not self.scarce[k]:
                    self.hope_left[i] -= 2
            self.value_left[i] = self.value_left[i + 1] + value
            for c in range(self.first[i], self.first[i + 1]):
                j = i + self.size2[c]
                value = 0
                if self.definite[i] >= 0:
                    value = self.value[c]
                elif self.stage[c] > 0:
                    value = self.value[c]
                    self.value_left[i] = max(self.value_left[i], value + self.value_left[j])
                    for w in range(i, j):
                        if self.exact_kind2[w] >= 0 and not self.scarce[self.exact_kind2[w]]:
                            value -= 2
                    for w in range(self.start1[c], self.start1[c] + self.size1[c]):
                        if self.exact_kind1[w] >= 0 and self.scarce[self.exact_kind1[w]]:
                            value -= 2
                value += self.hope_left[j]
                k = self.chunks_left[j]
                most = self.hope_chunks[j]
                for w in range(self.first[j], self.first[min(j + 1, self.n2)]):
                    if self.start1[w] == self.start1[c] + self.size1[c]:
                        k = min(k, self.after[w])
                        if self.hope_after[w] == self.hope_left[j]:
                            most = min(most, self.hope_chunks_after[w])
                self.after[c] = k
                self.hope_after[c] = value
                self.hope_chunks_after[c] = most
                cost = min(cost, k + 1)
                if value > self.hope_left[i]:
                    self.hope_left[i] = value
                    self.hope_chunks[i] = most + 1
                elif value == self.hope_left[i]:
                    self.hope_chunks[i] = min(self.hope_chunks[i], most + 1)
            self.chunks_left[i] = cost
        return 0

    # -- search --------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _solve(self, phrases: cython.bint) -> cython.longlong:
        """Choose for all contested words; returns 0, or which room is too small.

        First with few states; if that left anything out, with more, then many, that can be as good as what
        was found; if all these found nothing, with few that need not be as good. What is still not proved
        must not be worse than what METEOR's own beam finds.
        """
        attempt: cython.longlong
        i: cython.longlong
        j: cython.longlong
        b: cython.longlong
        c: cython.longlong
        w: cython.longlong
        small: cython.longlong
        worth: cython.longlong
        chunks: cython.longlong
        solved: cython.bint = False
        if (
            self.words > self.masks.shape[1]
            or self.words > self.kind_masks.shape[1]
            or 2 * (self.end.shape[0] // 2) * self.words > self.used.shape[0]
        ):
            self.need = self.words
            return BITS
        for w in range(self.words):
            self.masks[self.n2, w] = 0
        for i in range(self.n2 - 1, -1, -1):
            self.picked[i] = -1
            for w in range(self.words):
                self.masks[i, w] = self.masks[i + 1, w]
            if self.definite[i] < 0:
                for c in range(self.first[i], self.first[i + 1]):
                    for j in range(self.start1[c], self.start1[c] + self.size1[c]):
                        b = self.bit_of[j]
                        self.masks[i, b // 62] |= _bit(b)
        self._find_kinds()
        self._bound(phrases)
        for attempt in range(4):
            if attempt > 0:
                self._count_kinds()
            if self.beam > 0 or attempt == 3:
                self.known = False
            small = self._search(
                max(1, self.limits[0] >> (5 * (2 - attempt % 3))), self.beam, attempt == 1
            )  # fmt: skip
            if small > 0:
                return small
            if self.best_node >= 0:
                self._pick()
                solved = True
                self.known = True
            if self.beam > 0 or (attempt == 2 and solved):
                break
            if self.proved and attempt != 1:  # that does not decide between equals
                break
        if not self.proved and self.beam == 0:
            worth = self.best_worth
            chunks = self.best_chunks
            self.known = False
            self._count_kinds()
            small = self._search(0, 40, False)
            if small > 0:
                return small
            if self.best_worth > worth or (self.best_worth == worth and self.best_chunks < chunks):
                self._pick()
            self.proved = False
        for i in range(self.n2):
            if self.picked[i] >= 0:
                self.definite[i] = self.picked[i]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pick(self) -> cython.longlong:
        """Take the candidates of the solution."""
        i: cython.longlong
        n: cython.longlong = self.best_node
        for i in range(self.n2):
            self.picked[i] = -1
        while n > 0:
            self.picked[self.nodes[n, 1]] = self.nodes[n, 2]
            n = self.nodes[n, 0]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, keep: cython.longlong, beam: cython.longlong, hopeful: cython.bint) -> cython.longlong:
        """The best choice of candidates of all stages, with so many states a word; returns 0, or which room
        is too small.

        After the value, chunks are minimised, then distance, as METEOR 1.5 counts them; with a ``beam``, no
        states are merged, as it does. Where a solution is ``known``, states that cannot lead to an equally
        good one are left out: the most value still to come is ``value_left`` and that of exact matches, whose
        number is bounded for each kind of word; another bound is ``hope_left`` and all free words of the
        hypothesis of the kinds that are scarce, all words of the reference of the others. ``hopeful`` ranks
        states by the value that they can reach instead of the one they have. ``best_node`` becomes -1 if
        nothing is found.
        """
        rows: cython.longlong = self.end.shape[0] // 2
        now: cython.longlong = 0  # where the current states start
        then: cython.longlong = rows
        count: cython.longlong = 1
        made: cython.longlong
        serial: cython.longlong = 1
        created: cython.longlong = 1
        work: cython.longlong = 0
        source: cython.longlong
        i: cython.longlong
        r: cython.longlong
        x: cython.longlong
        y: cython.longlong
        z: cython.longlong
        w: cython.longlong
        c: cython.longlong
        k: cython.longlong
        size: cython.longlong
        slot: cython.longlong
        distance: cython.longlong
        free: cython.bint
        if beam > 0:
            keep = beam
        self.proved = True
        self.best_node = -1
        self._begin()
        for i in range(self.n2):
            if self.exact_kind2[i] >= 0:
                self.kind_left[self.exact_kind2[i]] -= 1
            source = self._rank(now, count)
            if count > keep:
                count = keep
                self.proved = False
            if self.definite[i] >= 0 or self.first[i] == self.first[i + 1]:
                # nothing to choose: go on in place
                made = 0
                for r in range(count):
                    x = self.order[source, r]
                    self.serial[x] = r
                    made = max(made, x - now + 1)
                    if self.next_[x] <= i:
                        if self.definite[i] >= 0:
                            if created >= self.nodes.shape[0]:
                                self.need = created + 1
                                return NODES
                            created = self._link(x, i, self.definite[i], created)
                            self.distance[x] += self.far[self.definite[i]]
                            if not hopeful:
                                self.ranked[x] += self.value[self.definite[i]]
                        else:
                            self._skip(x, i)
                if made > count:  # close the gaps that rows left out have made
                    for r in range(count):
                        self._copy(self.order[source, r], then + r)
                    x = now
                    now = then
                    then = x
                continue
            k = count * (self.first[i + 1] - self.first[i] + 1)
            work += k
            if work > self.limits[1] and beam == 0:
                keep = min(keep, 16)
                if count > keep:
                    count = keep
                    self.proved = False
            size = 4
            if beam == 0:
                while size < 2 * min(k, rows):
                    size *= 2
                for slot in range(size):
                    self.hashed[slot] = -1
            elif k > rows:
                self.need = k
                return STATES
            made = 0
            for r in range(count):
                if made >= rows:
                    self.proved = False
                    break
                x = self.order[source, r]
                distance = self.distance[x]
                for c in range(self.first[i], self.first[i + 1] + 1):
                    free = c < self.first[i + 1]
                    if self.next_[x] > i:
                        if c > self.first[i]:
                            break
                        free = False  # the word is inside a link: go on as it is
                    elif free and not self._fits(x, c):
                        continue
                    if made >= rows:
                        self.proved = False
                        break
                    y = then + made
                    self._copy(x, y)
                    self.serial[y] = serial
                    serial += 1
                    if free:
                        # As in Aligner.resolve of METEOR 1.5: a candidate's distance is added to the path
                        # that it is tried on: it counts for all later alternatives, not for itself.
                        self.distance[y] = distance
                        distance += self.far[c]
                        if created >= self.nodes.shape[0]:
                            self.need = created + 1
                            return NODES
                        self._link(y, i, c, created)
                        for w in range(self.start1[c], self.start1[c] + self.size1[c]):
                            k = self.bit_of[w]
                            self.used[y * self.words + k // 62] |= _bit(k)
                    elif self.next_[x] <= i:
                        self.distance[y] = distance
                        self._skip(y, i)
                    self.ranked[y] = self.worth[y]
                    if self.known and not self._can_win(x, y, i, c if free else -1, hopeful):
                        continue
                    if beam == 0:
                        slot = self._find(y, i, size, then)
                        if self.hashed[slot] >= 0:
                            z = then + self.hashed[slot]
                            if self._before(y, z):
                                self._copy(y, z)  # a better way to an equal state takes its place
                                if free:
                                    created += 1
                            continue
                        self.hashed[slot] = made
                    if free:
                        created += 1
                    made += 1
            count = made
            x = now
            now = then
            then = x
        # As in METEOR 1.5: ranked once more before the last chunk is counted, which decides between equals.
        source = self._rank(now, count)
        for r in range(count):
            x = self.order[source, r]
            self.serial[x] = r
            if self.end[x] != -1:
                self.chunks[x] += 1
            if beam > 0 and r >= beam:
                self.ranked[x] = -1
        if count > 0:
            x = self.order[self._rank(now, count), 0]
            self.best_node = self.node[x]
            self.best_worth = self.worth[x]
            self.best_chunks = self.chunks[x]
            self.best_distance = self.distance[x]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(self) -> cython.longlong:
        """The first state."""
        w: cython.longlong
        k: cython.longlong
        n: cython.longlong
        for w in range(self.words):
            self.used[w] = 0
        self.next_[0] = 0
        self.end[0] = -1
        self.worth[0] = 0
        self.chunks[0] = 0
        self.distance[0] = 0
        self.node[0] = 0
        self.serial[0] = 0
        self.exact_left[0] = 0
        self.hope[0] = 0
        self.ranked[0] = 0
        if self.known:
            for k in range(self.kinds):
                n = self._count_kind(k)
                self.exact_left[0] += 2 * min(n, self.kind_left[k])
                self.hope[0] += 2 * (n if self.scarce[k] else self.kind_left[k])
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _link(
        self, x: cython.longlong, i: cython.longlong, c: cython.longlong, created: cython.longlong
    ) -> cython.longlong:
        """Link a candidate in a state, by a new node; returns the number of nodes."""
        self.worth[x] += self.value[c]
        if self.end[x] != -1 and self.end[x] != self.start1[c]:
            self.chunks[x] += 1
        self.nodes[created, 0] = self.node[x]
        self.nodes[created, 1] = i
        self.nodes[created, 2] = c
        self.node[x] = created
        self.next_[x] = i + self.size2[c]
        self.end[x] = self.start1[c] + self.size1[c]
        return created + 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _skip(self, x: cython.longlong, i: cython.longlong) -> cython.longlong:
        """Leave a word of the reference out in a state."""
        if self.end[x] != -1:
            self.chunks[x] += 1
            self.end[x] = -1
        self.next_[x] = i + 1
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _fits(self, x: cython.longlong, c: cython.longlong) -> cython.bint:
        """Whether all words of a candidate are free in a state."""
        w: cython.longlong
        b: cython.longlong
        for w in range(self.start1[c], self.start1[c] + self.size1[c]):
            b = self.bit_of[w]
            if self.used[x * self.words + b // 62] & _bit(b):
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _can_win(
        self, x: cython.longlong, y: cython.longlong, i: cython.longlong, c: cython.longlong,
        hopeful: cython.bint,
    ) -> cython.bint:  # fmt: skip
        """Whether a state ``y``, made of ``x`` by linking ``c`` (-1: nothing), may become as good as what is
        known.

        Brings ``exact_left`` and ``hope`` up to date.
        """
        most: cython.longlong
        hope: cython.longlong
        chunks: cython.longlong
        n: cython.longlong = 0
        w: cython.longlong
        after: cython.longlong = self.next_[y]
        if c >= 0 and self.stage[c] == 0:
            self.exact_left[y] -= 2
            self.hope[y] -= 2
        elif self.next_[x] <= i:
            # the kinds of all words that are used or passed here
            for w in range(i, after):
                if self.exact_kind2[w] >= 0:
                    self.passed[n] = self.exact_kind2[w]
                    n += 1
            if c >= 0:
                for w in range(self.start1[c], self.start1[c] + self.size1[c]):
                    if self.exact_kind1[w] >= 0:
                        self.passed[n] = self.exact_kind1[w]
                        n += 1
            for w in range(n):
                self._update(w, i, after, x, y)
        hope = self.hope_left[after] + self.hope[y]
        most = self.worth[y] + min(self.value_left[after] + self.exact_left[y], hope)
        if most < self.best_worth:
            return False
        if hopeful:
            self.ranked[y] = most
        if most > self.best_worth:
            return True
        n = self.chunks_left[after]
        chunks = self.hope_chunks[after]
        if self.end[y] != -1:
            for w in range(self.first[after], self.first[min(after + 1, self.n2)]):
                if self.start1[w] == self.end[y]:
                    n = min(n, self.after[w])
                    if self.hope_after[w] == self.hope_left[after]:
                        chunks = min(chunks, self.hope_chunks_after[w])
        if most == self.worth[y] + hope:
            n = max(n, chunks)
        n += self.chunks[y] + (self.end[y] != -1)
        return n < self.best_chunks or (n == self.best_chunks and self.distance[y] <= self.best_distance)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _update(
        self, place: cython.longlong, first: cython.longlong, last: cython.longlong, x: cython.longlong,
        y: cython.longlong,
    ) -> cython.longlong:  # fmt: skip
        """Bring the bounds of the state at ``y`` up to date for the kind ``passed[place]``, where it is first
        there.

        The state comes from that at ``x``, and has passed the words of the reference from ``first`` to
        ``last``.
        """
        kind: cython.longlong = self.passed[place]
        before: cython.longlong = self.kind_left[kind]
        after: cython.longlong
        free_before: cython.longlong = 0
        free_after: cython.longlong = 0
        w: cython.longlong
        mask: cython.longlong
        for w in range(place):
            if self.passed[w] == kind:
                return 0
        if self.exact_kind2[first] == kind:
            before += 1
        after = before
        for w in range(first, last):
            if self.exact_kind2[w] == kind:
                after -= 1
        for w in range(self.words):
            mask = self.kind_masks[kind, w]
            free_before += _count_bits(mask - (mask & self.used[x * self.words + w]))
            free_after += _count_bits(mask - (mask & self.used[y * self.words + w]))
        self.exact_left[y] += 2 * (min(free_after, after) - min(free_before, before))
        self.hope[y] += 2 * (free_after - free_before if self.scarce[kind] else after - before)
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(
        self, y: cython.longlong, i: cython.longlong, size: cython.longlong, then: cython.longlong
    ) -> cython.longlong:
        """The slot of the state that equals the one at ``y`` in what can still matter, or an empty one."""
        w: cython.longlong
        k: cython.longlong
        z: cython.longlong
        same: cython.bint
        slot: cython.longlong = (self.next_[y] * 1000003 + self.end[y] + 1) & 0x7FFFFFFF
        for w in range(self.words):
            # contested words that a later candidate may need
            k = self.used[y * self.words + w] & self.masks[i + 1, w]
            self.used[y * self.words + w] = k
            slot = ((slot + (k & 0x7FFFFFFF) + (k >> 31)) * 1000003) & 0x7FFFFFFF
        slot = (slot ^ (slot >> 15)) & (size - 1)
        while self.hashed[slot] >= 0:
            z = then + self.hashed[slot]
            same = self.next_[z] == self.next_[y] and self.end[z] == self.end[y]
            w = 0
            while same and w < self.words:
                same = self.used[z * self.words + w] == self.used[y * self.words + w]
                w += 1
            if same:
                return slot
            slot = (slot + 1) & (size - 1)
        return slot

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _before(self, x: cython.longlong, y: cython.longlong) -> cython.bint:
        """Whether a state ranks before another."""
        if self.ranked[x] != self.ranked[y]:
            return self.ranked[x] > self.ranked[y]
        if self.chunks[x] != self.chunks[y]:
            return self.chunks[x] < self.chunks[y]
        if self.distance[x] != self.distance[y]:
            return self.distance[x] < self.distance[y]
        return self.serial[x] < self.serial[y]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy(self, x: cython.longlong, y: cython.longlong) -> cython.longlong:
        """Make the state at ``y`` the one at ``x``."""
        w: cython.longlong
        for w in range(self.words):
            self.used[y * self.words + w] = self.used[x * self.words + w]
        self.next_[y] = self.next_[x]
        self.end[y] = self.end[x]
        self.worth[y] = self.worth[x]
        self.chunks[y] = self.chunks[x]
        self.distance[y] = self.distance[x]
        self.node[y] = self.node[x]
        self.serial[y] = self.serial[x]
        self.exact_left[y] = self.exact_left[x]
        self.hope[y] = self.hope[x]
        self.ranked[y] = self.ranked[x]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rank(self, now: cython.longlong, count: cython.longlong) -> cython.longlong:
        """Sort the ``count`` states from ``now`` on; returns which row of ``order`` holds them."""
        i: cython.longlong
        run: cython.longlong = 1
        begin: cython.longlong
        middle: cython.longlong
        end: cython.longlong
        a: cython.longlong
        b: cython.longlong
        k: cython.longlong
        source: cython.longlong = 0
        for i in range(count):
            self.order[0, i] = now + i
        i = 1
        while i < count and not self._before(now + i, now + i - 1):
            i += 1
        if i >= count:  # sorted already, as mostly
            return 0
        while run < count:
            begin = 0
            while begin < count:
                middle = min(begin + run, count)
                end = min(begin + 2 * run, count)
                a = begin
                b = middle
                for k in range(begin, end):
                    if a < middle and (
                        b >= end or not self._before(self.order[source, b], self.order[source, a])
                    ):
                        self.order[1 - source, k] = self.order[source, a]
                        a += 1
                    else:
                        self.order[1 - source, k] = self.order[source, b]
                        b += 1
                begin = end
            source = 1 - source
            run *= 2
        return source
