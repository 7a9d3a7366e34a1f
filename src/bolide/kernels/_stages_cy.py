# cython: boundscheck=False, initializedcheck=False, cdivision=True
# (checks are a quarter of the time; the interpreted kernel checks under the same random input)
"""Alignment stage by stage (METEOR 2005): each stage links what the earlier ones left.

Words used here: a *pair* is a hypothesis and a reference; a word is *open* until it is linked. A *group* is a
set of open words of both sides that may be linked at the stage, directly or by way of each other; it is
*whole* if each of its words may be linked to each of the other side. A whole group with as many words on both
sides is linked in order. All other words of the reference that may be linked are *contested*, each with its
*candidates* in the hypothesis, whose words have a *bit* each, from left to right; what they are linked to is
searched for, from left to right over the contested words.

A *state* of the search is what decides its future: which bits are used, and where the last link ended if the
next word of the reference is contested too. Of two equal states only the better one can lead to the best
alignment, so that the search is exact unless there are more states than may be kept.
"""

import cython

NEVER = cython.declare(cython.longlong, 1 << 28)  # more crosses than any sum of them

# what room is for, as many arrays as there are of each
FOR_WORDS, FOR_CANDIDATES, FOR_STATES = 40, 6, 6

# what room is too small
CANDIDATES = cython.declare(cython.longlong, 1)
RELATED = cython.declare(cython.longlong, 2)
KEYS = cython.declare(cython.longlong, 3)
BITS = cython.declare(cython.longlong, 4)
NODES = cython.declare(cython.longlong, 5)


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
class Stages:
    """Aligns pairs of sentences; the keys of words, and room to work in.

    A pair is a row of ``pairs``, a hypothesis and a reference. Links are ``(hypothesis start, length,
    reference start, length, stage)``, those of pair ``p`` are ``links[link_starts[p]:link_starts[p + 1]]``;
    ``exact`` says whether they are proved to be the best.

    Words of type ``t`` have the keys ``keys[key_starts[s, t]:key_starts[s, t + 1]]`` at stage ``s``, numbers
    from 0 on, and may be linked to words that share one. ``single[s, t]`` is the only one (-1: there is
    none); where a type has several, ``single[s, 0]`` is -2. ``limits`` are the most states a word, the most
    steps and the most candidates of a pair; beyond, an alignment is made with less search and is not proved
    to be the best.
    """

    hyp: cython.int[::1]
    hyp_starts: cython.longlong[::1]
    ref: cython.int[::1]
    ref_starts: cython.longlong[::1]
    pairs: cython.longlong[:, ::1]
    key_starts: cython.longlong[:, ::1]
    keys: cython.int[::1]
    single: cython.int[:, ::1]
    limits: cython.longlong[::1]
    links: cython.int[:, ::1]
    link_starts: cython.longlong[::1]
    exact: cython.uchar[::1]
    need: cython.longlong  # how much of the room that is too small

    slot: cython.int[::1]  # for each key a number, or -1
    type_slot: cython.int[::1]  # for each type of word a number, or -1

    # of words, by their place
    word1: cython.int[::1]  # its type
    word2: cython.int[::1]
    free1: cython.int[::1]
    link: cython.int[::1]  # the word of the hypothesis that one of the reference is linked to, or -1
    stage_of: cython.int[::1]
    group1: cython.int[::1]
    group2: cython.int[::1]
    type1: cython.int[::1]  # its number among the open types
    type2: cython.int[::1]
    under: cython.int[::1]  # how many bits stand before a word of the hypothesis
    open1: cython.int[::1]  # the places of open words
    open2: cython.int[::1]
    open1s: cython.longlong
    open2s: cython.longlong

    # of groups
    groups: cython.longlong
    count1: cython.int[::1]
    count2: cython.int[::1]
    whole: cython.int[::1]
    start: cython.int[::1]  # where its words of the hypothesis begin in members
    seen: cython.int[::1]
    members: cython.int[::1]
    key_of: cython.int[::1]

    # of a stage whose words have several keys
    types1: cython.longlong  # open types of the hypothesis
    # by type, those of the reference after those of the hypothesis:
    parents: cython.int[::1]  # the way to one of its group
    degree: cython.int[::1]  # how many types of the other side it is related to
    numbered: cython.int[::1]  # the number of its group, or -1
    # by group, then by key and by pair of types:
    kinds1: cython.int[::1]  # its types
    kinds2: cython.int[::1]
    edges: cython.int[::1]
    chain: cython.int[:, ::1]  # types of the hypothesis by key: a type and the next link, or -1
    related: cython.uchar[::1]

    # of contested words
    contested: cython.longlong
    bits: cython.longlong
    words: cython.longlong  # numbers that hold the bits
    certain: cython.bint  # all groups are whole, so that the number of links is known
    least: cython.longlong  # crosses with definite links that cannot be avoided
    at: cython.int[::1]
    rank: cython.int[::1]  # which one of its group it is
    size1: cython.int[::1]  # words of its group if that is whole, else 0
    size2: cython.int[::1]
    first: cython.int[::1]  # of its candidates
    following: cython.int[::1]  # the next one of its group, or -1
    forced: cython.int[::1]  # the last bit that it may be linked to if it must be linked, else -1
    low: cython.int[::1]  # the first bit that it or a later one may be linked to
    rest: cython.int[::1]  # crosses of words that must be linked, from it on, which cannot be avoided
    left: cython.int[::1]  # a chunk begins right after it, at a definite link, if it is linked to nothing
    latest: cython.int[::1]  # of groups, and of types after them: the last word, or where to go on
    picked: cython.int[::1]

    # of bits
    place: cython.int[::1]  # the word of the hypothesis
    crossed: cython.int[::1]
    above: cython.int[::1]
    later: cython.longlong[::1]  # those of groups all whose words of the hypothesis must be linked

    # of candidates
    bit: cython.int[::1]
    cross: cython.int[::1]  # crosses with definite links
    begins: cython.int[::1]  # a chunk begins with it unless it continues the last contested link
    ends: cython.int[::1]  # a chunk begins right after it, at a definite link
    after: cython.int[::1]  # crosses with later words that must be linked, which cannot be avoided
    fewest: cython.int[::1]  # crosses of its group with definite links, if only it and later ones are used

    # of states, those of one contested word and then those of the next
    used: cython.longlong[::1]  # bits, 62 to a number
    end: cython.int[::1]  # the word of the hypothesis that would continue the last link, or -1
    linked: cython.int[::1]  # links
    crosses: cython.int[::1]  # with definite links and each other
    promised: cython.int[::1]  # crosses that are certain to come
    chunks: cython.int[::1]  # those that begin at contested words and right after them
    node: cython.int[::1]  # the last one of its path
    order: cython.int[:, ::1]
    hashed: cython.int[::1]
    nodes: cython.int[:, ::1]  # the node before, contested word, candidate; 0 is the empty path

    # of the solution
    known: cython.bint
    best_node: cython.longlong
    best_crosses: cython.longlong
    best_chunks: cython.longlong
    proved: cython.bint

    def __init__(
        self, hyp, hyp_starts, ref, ref_starts, pairs, key_starts, keys, single, limits, links, link_starts,
        exact, *room,
    ):  # fmt: skip
        # room is, in the order below, for keys, types of words, words (twice as many as the longest sentence
        # has), candidates, relations of types, bits, states, and nodes
        self.hyp, self.hyp_starts, self.ref, self.ref_starts = hyp, hyp_starts, ref, ref_starts
        self.pairs = pairs
        self.key_starts, self.keys, self.single, self.limits = key_starts, keys, single, limits
        self.links, self.link_starts, self.exact = links, link_starts, exact
        (
            self.slot, self.type_slot,
            self.word1, self.word2, self.free1, self.link, self.stage_of, self.group1, self.group2,
            self.type1, self.type2, self.under, self.open1, self.open2, self.count1, self.count2,
            self.whole, self.start, self.seen, self.members, self.key_of, self.parents, self.degree,
            self.numbered, self.kinds1, self.kinds2, self.edges, self.at, self.rank, self.size1, self.size2,
            self.first, self.following, self.forced, self.low, self.rest, self.left, self.latest,
            self.picked, self.place, self.crossed, self.above,
            self.bit, self.cross, self.begins, self.ends, self.after, self.fewest,
            self.chain, self.related,
            self.used, self.later,
            self.end, self.linked, self.crosses, self.promised, self.chunks, self.node, self.order,
            self.hashed,
            self.nodes,
        ) = room  # fmt: skip

    def align(self, begin: cython.Py_ssize_t) -> tuple:
        """Align each pair from pair ``begin`` on; in a stage, of all one-to-one sets of candidates::

            max(sets, key=lambda links: (len(links), -crosses(earlier + links), -chunks(earlier + links)))

        Returns the number of pairs and two zeros, or the pair for which some room is too small, which, and
        how much it needs.
        """
        p: cython.Py_ssize_t
        i: cython.longlong
        n1: cython.longlong
        n2: cython.longlong
        h0: cython.longlong
        r0: cython.longlong
        s: cython.longlong
        n: cython.longlong
        small: cython.longlong = 0
        with cython.nogil:
            for p in range(begin, self.pairs.shape[0]):
                h0 = self.hyp_starts[self.pairs[p, 0]]
                n1 = self.hyp_starts[self.pairs[p, 0] + 1] - h0
                r0 = self.ref_starts[self.pairs[p, 1]]
                n2 = self.ref_starts[self.pairs[p, 1] + 1] - r0
                self.exact[p] = 1
                for i in range(n1):
                    self.word1[i] = self.hyp[h0 + i]
                    self.free1[i] = 1
                    self.open1[i] = i
                    self.group1[i] = -1
                for i in range(n2):
                    self.word2[i] = self.ref[r0 + i]
                    self.link[i] = -1
                    self.open2[i] = i
                self.open1s = n1
                self.open2s = n2
                for s in range(self.single.shape[0]):
                    if self.open1s == 0 or self.open2s == 0:
                        break
                    if self.single[s, 0] >= -1:
                        small = self._group_by_key(s)
                    else:
                        small = self._group_by_keys(s)
                    if small < 0:  # nothing may be linked
                        small = 0
                        continue
                    if small == 0:
                        small = self._link(s, n1, n2)
                    if small > 0:
                        break
                    self.exact[p] &= self.proved
                    self._close()
                if small > 0:
                    break
                n = self.link_starts[p]
                for i in range(n2):
                    if self.link[i] >= 0:
                        self.links[n, 0] = self.link[i]
                        self.links[n, 1] = 1
                        self.links[n, 2] = i
                        self.links[n, 3] = 1
                        self.links[n, 4] = self.stage_of[i]
                        n += 1
                self.link_starts[p + 1] = n
        if small > 0:
            return p, small, self.need
        return self.pairs.shape[0], 0, 0

    # -- groups --------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _group_by_key(self, s: cython.longlong) -> cython.longlong:
        """Group the open words of a stage at which none has several keys: those of one key are a whole group.

        Returns -1 if no word of the reference may be linked.
        """
        a: cython.longlong
        j: cython.longlong
        k: cython.longlong
        g: cython.longlong
        any_: cython.longlong = -1
        self.groups = 0
        for a in range(self.open1s):
            j = self.open1[a]
            k = self.single[s, self.word1[j]]
            g = -1
            if k >= 0:
                g = self.slot[k]
                if g < 0:
                    g = self.groups
                    self.groups += 1
                    self.slot[k] = g
                    self.key_of[g] = k
                    self.count1[g] = 0
                    self.count2[g] = 0
                    self.whole[g] = 1
                self.count1[g] += 1
            self.group1[j] = g
        for a in range(self.open2s):
            j = self.open2[a]
            k = self.single[s, self.word2[j]]
            g = -1
            if k >= 0:
                g = self.slot[k]
                if g >= 0:
                    self.count2[g] += 1
                    any_ = 0
            self.group2[j] = g
        for g in range(self.groups):
            self.slot[self.key_of[g]] = -1
        return any_

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _number(
        self, count: cython.longlong, places: cython.int[::1], words: cython.int[::1], types: cython.int[::1]
    ) -> cython.longlong:
        """Number the distinct words of those at ``places``; returns how many there are."""
        a: cython.longlong
        t: cython.longlong
        found: cython.longlong = 0
        for a in range(count):
            t = words[places[a]]
            if self.type_slot[t] < 0:
                self.type_slot[t] = found
                found += 1
            types[places[a]] = self.type_slot[t]
        for a in range(count):
            self.type_slot[words[places[a]]] = -1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _group_by_keys(self, s: cython.longlong) -> cython.longlong:
        """Group the open words of a stage at which some have several keys.

        Returns -1 if no word may be linked, or which room is too small.
        """
        a: cython.longlong
        j: cython.longlong
        k: cython.longlong
        t: cython.longlong
        u: cython.longlong
        e: cython.longlong = 0
        g: cython.longlong
        k1: cython.longlong = self._number(self.open1s, self.open1, self.word1, self.type1)
        k2: cython.longlong = self._number(self.open2s, self.open2, self.word2, self.type2)
        any_: cython.bint = False
        if k1 * k2 > self.related.shape[0]:
            self.need = k1 * k2
            return RELATED
        for a in range(self.open1s):
            t = self.word1[self.open1[a]]
            e += self.key_starts[s, t + 1] - self.key_starts[s, t]
        if e > self.chain.shape[1]:
            self.need = e
            return KEYS
        self.types1 = k1
        for t in range(k1 * k2):
            self.related[t] = 0
        for t in range(k1 + k2):
            self.parents[t] = t
            self.degree[t] = 0
            self.numbered[t] = -1
        # types are numbered as they come, so that a new number is a new type
        e = 0
        t = 0
        for a in range(self.open1s):
            j = self.open1[a]
            if self.type1[j] == t:
                u = self.word1[j]
                for k in range(self.key_starts[s, u], self.key_starts[s, u + 1]):
                    self.chain[0, e] = t
                    self.chain[1, e] = self.slot[self.keys[k]]
                    self.slot[self.keys[k]] = e
                    e += 1
                t += 1
        t = 0
        for a in range(self.open2s):
            j = self.open2[a]
            if self.type2[j] == t:
                u = self.word2[j]
                for k in range(self.key_starts[s, u], self.key_starts[s, u + 1]):
                    e = self.slot[self.keys[k]]
                    while e >= 0:
                        g = self.chain[0, e]
                        if not self.related[t * k1 + g]:
                            self.related[t * k1 + g] = 1
                            self.degree[g] += 1
                            self.degree[k1 + t] += 1
                            self.parents[self._root(g)] = self._root(k1 + t)
                            any_ = True
                        e = self.chain[1, e]
                t += 1
        t = 0
        for a in range(self.open1s):
            j = self.open1[a]
            if self.type1[j] == t:
                u = self.word1[j]
                for k in range(self.key_starts[s, u], self.key_starts[s, u + 1]):
                    self.slot[self.keys[k]] = -1
                t += 1
        if not any_:
            return -1
        self._number_groups(k1, k2)
        for a in range(self.open1s):
            j = self.open1[a]
            g = -1
            if self.degree[self.type1[j]] > 0:
                g = self.numbered[self._root(self.type1[j])]
                self.count1[g] += 1
            self.group1[j] = g
        for a in range(self.open2s):
            j = self.open2[a]
            g = -1
            if self.degree[k1 + self.type2[j]] > 0:
                g = self.numbered[self._root(k1 + self.type2[j])]
                self.count2[g] += 1
            self.group2[j] = g
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _number_groups(self, k1: cython.longlong, k2: cython.longlong) -> cython.longlong:
        """Number the groups of types, and find out which are whole."""
        t: cython.longlong
        g: cython.longlong
        self.groups = 0
        for t in range(k1 + k2):
            if self.degree[t] == 0:
                continue
            g = self.numbered[self._root(t)]
            if g < 0:
                g = self.groups
                self.groups += 1
                self.numbered[self._root(t)] = g
                self.count1[g] = 0
                self.count2[g] = 0
                self.kinds1[g] = 0
                self.kinds2[g] = 0
                self.edges[g] = 0
            if t < k1:
                self.kinds1[g] += 1
            else:
                self.kinds2[g] += 1
                self.edges[g] += self.degree[t]
        for g in range(self.groups):
            self.whole[g] = self.edges[g] == self.kinds1[g] * self.kinds2[g]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _root(self, x: cython.longlong) -> cython.longlong:
        """The representative of a group of types, by union-find."""
        while self.parents[x] != x:
            self.parents[x] = self.parents[self.parents[x]]
            x = self.parents[x]
        return x

    # -- links ---------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _link(self, s: cython.longlong, n1: cython.longlong, n2: cython.longlong) -> cython.longlong:
        """Link the words of all groups; returns 0, or which room is too small."""
        a: cython.longlong
        i: cython.longlong
        g: cython.longlong
        q: cython.longlong
        c: cython.longlong = 0
        total: cython.longlong = 0
        fixed: cython.longlong = n2 - self.open2s
        small: cython.longlong
        for g in range(self.groups):
            self.start[g] = c
            self.seen[g] = 0
            if self.count2[g] > 0:
                c += self.count1[g]
        for a in range(self.open1s):
            i = self.open1[a]
            g = self.group1[i]
            if g >= 0 and self.count2[g] > 0:
                self.members[self.start[g] + self.seen[g]] = i
                self.seen[g] += 1
        for g in range(self.groups):
            self.seen[g] = 0
        self.contested = 0
        self.certain = True
        for a in range(self.open2s):
            i = self.open2[a]
            g = self.group2[i]
            if g < 0:
                continue
            if self.whole[g] and self.count1[g] == self.count2[g]:
                self.link[i] = self.members[self.start[g] + self.seen[g]]
                self.stage_of[i] = s
                fixed += 1
            else:
                q = self.contested
                self.at[q] = i
                self.rank[q] = self.seen[g]
                self.size1[q] = self.count1[g] if self.whole[g] else 0
                self.size2[q] = self.count2[g]
                self.contested += 1
                self.certain = self.certain and self.whole[g]
                total += self.count1[g]
            self.seen[g] += 1
        self.proved = True
        if self.contested == 0:
            return 0
        self._find_bits(n1)
        if (
            total > self.limits[2]
            or total * self.words > 64 * self.limits[2]
            or fixed * self.bits > 1000 * self.limits[1]
        ):
            self._greedy(s, n1, n2)
            return 0
        if total > self.bit.shape[0]:
            self.need = total
            return CANDIDATES
        if 2 * (self.end.shape[0] // 2) * self.words > self.used.shape[0]:
            self.need = self.words
            return BITS
        self._find_candidates()
        self._cost(n2)
        small = self._solve()
        if small > 0:
            return small
        for q in range(self.contested):
            if self.picked[q] >= 0:
                self.link[self.at[q]] = self.place[self.bit[self.picked[q]]]
                self.stage_of[self.at[q]] = s
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _close(self) -> cython.longlong:
        """Take the words that are linked from those that are open."""
        a: cython.longlong
        i: cython.longlong
        n: cython.longlong = 0
        for a in range(self.open2s):
            i = self.open2[a]
            if self.link[i] < 0:
                self.open2[n] = i
                n += 1
            else:
                self.free1[self.link[i]] = 0
        self.open2s = n
        n = 0
        for a in range(self.open1s):
            i = self.open1[a]
            if self.free1[i]:
                self.open1[n] = i
                n += 1
            else:
                self.group1[i] = -1
        self.open1s = n
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _may(self, i: cython.longlong, j: cython.longlong) -> cython.bint:
        """Whether a contested word of the reference may be linked to this one of the hypothesis."""
        g: cython.longlong = self.group2[i]
        if self.group1[j] != g:
            return False
        return self.whole[g] or self.related[self.type2[i] * self.types1 + self.type1[j]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _greedy(self, s: cython.longlong, n1: cython.longlong, n2: cython.longlong) -> cython.longlong:
        """Link contested words from left to right: to the word after the last link if possible, else the
        first.

        For pairs with too much to search; they are proved to be the best only where it is plain: one chunk.
        """
        q: cython.longlong = 0
        i: cython.longlong
        j: cython.longlong
        k: cython.longlong
        last: cython.longlong = 0
        row: cython.longlong
        for i in range(n2):
            if self.link[i] >= 0:
                self.free1[self.link[i]] = 0
        for q in range(self.contested):
            self.latest[self._row(self.at[q])] = 0  # where to look for the first from
        q = 0
        for i in range(n2):
            if q < self.contested and self.at[q] == i:
                q += 1
                j = last
                if j >= n1 or not self.free1[j] or not self._may(i, j):
                    row = self._row(i)
                    k = self.latest[row]
                    j = -1
                    while k < self.count1[self.group2[i]] and j < 0:
                        j = self.members[self.start[self.group2[i]] + k]
                        if not self.free1[j] or not self._may(i, j):
                            j = -1
                            k += 1
                    self.latest[row] = k
                if j >= 0:
                    self.link[i] = j
                    self.stage_of[i] = s
                    self.free1[j] = 0
            if self.link[i] >= 0:
                last = self.link[i] + 1
        self.proved = self.certain
        j = -1
        for i in range(n2):
            if self.link[i] >= 0:
                if j >= 0 and (i == 0 or self.link[i - 1] < 0 or self.link[i] != j + 1):
                    self.proved = False
                j = self.link[i]
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _row(self, i: cython.longlong) -> cython.longlong:
        """A number for what a contested word may be linked to: of its whole group, else of its type."""
        return self.group2[i] if self.whole[self.group2[i]] else self.groups + self.type2[i]

    # -- what is contested, and what it costs --------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_bits(self, n1: cython.longlong) -> cython.longlong:
        """Give each word of the hypothesis that contested words may be linked to its bit."""
        j: cython.longlong
        g: cython.longlong
        self.bits = 0
        for j in range(n1):
            self.under[j] = self.bits
            g = self.group1[j]
            if g >= 0 and self.count2[g] > 0 and not (self.whole[g] and self.count1[g] == self.count2[g]):
                self.place[self.bits] = j
                self.bits += 1
        self.words = self.bits // 62 + 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_candidates(self) -> cython.longlong:
        """The candidates of each contested word, from left to right, and the next one of its group."""
        q: cython.longlong
        k: cython.longlong
        g: cython.longlong
        c: cython.longlong = 0
        for g in range(self.groups):
            self.latest[g] = -1
        for q in range(self.contested):
            g = self.group2[self.at[q]]
            self.first[q] = c
            for k in range(self.start[g], self.start[g] + self.count1[g]):
                if self.whole[g] or self._may(self.at[q], self.members[k]):
                    self.bit[c] = self.under[self.members[k]]
                    c += 1
            self.following[q] = -1
            if self.latest[g] >= 0:
                self.following[self.latest[g]] = q
            self.latest[g] = q
        self.first[self.contested] = c
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cost(self, n2: cython.longlong) -> cython.longlong:
        """What contested candidates cost, whatever else is chosen; see the comments of the arrays."""
        i: cython.longlong
        j: cython.longlong
        q: cython.longlong
        b: cython.longlong
        c: cython.longlong
        for b in range(self.bits):
            self.crossed[b] = 0  # by definite links, as seen from the word of the reference that we are at
        for i in range(n2):
            if self.link[i] >= 0:
                for b in range(self.under[self.link[i]], self.bits):
                    self.crossed[b] += 1
        q = 0
        for i in range(self.at[self.contested - 1] + 1):
            j = self.link[i]
            if j >= 0:
                for b in range(self.under[j]):
                    self.crossed[b] += 1
                for b in range(self.under[j], self.bits):
                    self.crossed[b] -= 1
            elif i == self.at[q]:
                self.left[q] = i + 1 < n2 and self.link[i + 1] >= 0
                for c in range(self.first[q], self.first[q + 1]):
                    j = self.place[self.bit[c]]
                    self.cross[c] = self.crossed[self.bit[c]]
                    self.begins[c] = i == 0 or self.link[i - 1] < 0 or self.link[i - 1] != j - 1
                    self.ends[c] = self.left[q] and self.link[i + 1] != j + 1
                q += 1
        self._promise()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _promise(self) -> cython.longlong:
        """What will cross, from the last contested word to the first."""
        q: cython.longlong
        b: cython.longlong
        c: cython.longlong
        low: cython.longlong = self.bits
        self.least = 0
        self.rest[self.contested] = 0
        self.low[self.contested] = self.bits
        for b in range(self.words):
            self.later[b] = 0
        for b in range(self.bits):
            self.above[b] = 0  # words that must be linked, but to nothing as far as this bit
        for q in range(self.contested - 1, -1, -1):
            self.forced[q] = -1
            self.rest[q] = self.rest[q + 1]
            for c in range(self.first[q], self.first[q + 1]):
                self.after[c] = self.above[self.bit[c]]
            low = min(low, self.bit[self.first[q]])
            self.low[q] = low
            if self.size1[q] == 0:
                continue
            self._cost_group(q)
            if self.size1[q] >= self.size2[q]:
                c = self.first[q] + self.rank[q]
                self.rest[q] += self.above[self.bit[c]]
                self.forced[q] = self.bit[c + self.size1[q] - self.size2[q]]
                for b in range(self.forced[q] + 1, self.bits):
                    self.above[b] += 1
            if self.rank[q] == 0:
                self.least += self.fewest[self.first[q]]
                if self.size1[q] < self.size2[q]:
                    for c in range(self.first[q], self.first[q + 1]):
                        b = self.bit[c]
                        self.later[b // 62] |= _bit(b)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cost_group(self, q: cython.longlong) -> cython.longlong:
        """Column ``fewest`` of a contested word's candidates, from that of its group's next word."""
        k: cython.longlong
        c: cython.longlong
        least: cython.longlong
        must: cython.bint = self.size1[q] >= self.size2[q]
        for k in range(self.size1[q] - 1, -1, -1):
            c = self.first[q] + k
            least = self.cross[c] + self._fewest(self.following[q], k + 1)
            if must:  # to this one or a later one
                least = min(least, self._fewest(q, k + 1))
            else:  # this one, here or later
                if self.following[q] >= 0:
                    least = min(least, self._fewest(self.following[q], k))
                elif k < self.size1[q] - 1:
                    least = NEVER
            self.fewest[c] = least
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _fewest(self, q: cython.longlong, k: cython.longlong) -> cython.longlong:
        """The fewest crosses with definite links of a whole group, its words from ``q`` on with those from
        the ``k``-th on; -1 stands for the end of the group."""
        if q < 0:
            return 0
        if k < self.size1[q]:
            return self.fewest[self.first[q] + k]
        return NEVER if self.size1[q] >= self.size2[q] else 0

    # -- search --------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _solve(self) -> cython.longlong:
        """Choose for all contested words; returns 0, or which room is too small.

        First with few states; if that left anything out, with more, then many, that can be as good as what
        was found, unless the pair is very long; if all these found nothing, with few that need not be as
        good.
        """
        attempt: cython.longlong
        small: cython.longlong
        q: cython.longlong
        solved: cython.bint = False
        long_: cython.bint = self.first[self.contested] * self.words > 4 * self.limits[2]
        for q in range(self.contested):
            self.picked[q] = -1
        self.known = False
        for attempt in range(4):
            if attempt == 3 or not self.certain:
                self.known = False
            small = self._search(max(1, self.limits[0] >> (6 * (2 - attempt % 3))))
            if small > 0:
                return small
            if self.best_node >= 0:
                for q in range(self.contested):
                    self.picked[q] = -1
                q = self.best_node
                while q > 0:
                    self.picked[self.nodes[q, 1]] = self.nodes[q, 2]
                    q = self.nodes[q, 0]
                solved = True
                self.known = True
            if self.proved or (solved and (attempt == 2 or long_)):
                break
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_used(self, x: cython.longlong, b: cython.longlong) -> cython.longlong:
        """How many bits from ``b`` on are used in a state."""
        w: cython.longlong
        n: cython.longlong = _count_bits(self.used[x * self.words + b // 62] >> (b % 62))
        for w in range(b // 62 + 1, self.words):
            n += _count_bits(self.used[x * self.words + w])
        return n

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_later(self, x: cython.longlong, low: cython.longlong, b: cython.longlong) -> cython.longlong:
        """How many bits from ``low`` to before ``b`` are not used in a state, but must be linked later."""
        w: cython.longlong
        n: cython.longlong = 0
        free: cython.longlong
        for w in range(low // 62, b // 62 + 1):
            free = self.later[w]
            free -= free & self.used[x * self.words + w]
            if w == b // 62:
                free &= _bit(b) - 1
            if w == low // 62:
                free = (free >> (low % 62)) << (low % 62)
            n += _count_bits(free)
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, keep: cython.longlong) -> cython.longlong:
        """The best choice for all contested words, with so many states a word; returns 0, or which room is
        too small.

        Links are maximised, then crosses minimised, then chunks; of equally good choices it is the one that
        was tried first. Where a solution is ``known``, what costs more is left out. ``best_node`` becomes -1
        if there is none.
        """
        rows: cython.longlong = self.end.shape[0] // 2
        now: cython.longlong = 0  # where the current states start
        then: cython.longlong = rows
        count: cython.longlong = 1
        made: cython.longlong = 0
        created: cython.longlong = 1
        work: cython.longlong = 0
        q: cython.longlong
        c: cython.longlong
        w: cython.longlong
        x: cython.longlong
        y: cython.longlong
        z: cython.longlong
        b: cython.longlong = 0
        k: cython.longlong
        low: cython.longlong
        top: cython.longlong
        spare: cython.longlong
        kept: cython.longlong
        promised: cython.longlong
        crosses: cython.longlong
        chunks: cython.longlong
        size: cython.longlong
        hash_: cython.longlong
        follows: cython.bint
        free: cython.bint
        same: cython.bint
        self.proved = True
        self.best_node = -1
        for w in range(self.words):
            self.used[w] = 0
        self.end[0] = -1
        self.linked[0] = 0
        self.crosses[0] = 0
        self.promised[0] = self.least
        self.chunks[0] = 0
        self.node[0] = 0
        for q in range(self.contested):
            work += min(count, keep) * (self.first[q + 1] - self.first[q] + 1)
            if work > self.limits[1]:
                keep = min(keep, 16)
            if count > keep:
                self._keep(now, count, keep, then)
                x = now
                now = then
                then = x
                count = keep
                self.proved = False
            low = self.low[q + 1]
            follows = q + 1 < self.contested and self.at[q + 1] == self.at[q] + 1
            size = 4
            while size < 2 * min(count * (self.first[q + 1] - self.first[q] + 1), rows):
                size *= 2
            for k in range(size):
                self.hashed[k] = -1
            made = 0
            for x in range(now, now + count):
                if made >= rows:
                    self.proved = False
                    break
                # which candidates may be chosen: all, or by their order where all are equal
                top = self.first[q]
                spare = self.first[q + 1]
                kept = self.promised[x]
                if self.size1[q] > 0:
                    k = 0
                    for c in range(self.first[q], self.first[q + 1]):
                        b = self.bit[c]
                        if self.used[x * self.words + b // 62] & _bit(b):
                            k += 1
                            top = c + 1
                    if self.size1[q] < self.size2[q]:  # the next one, or none
                        top = self.first[q] + k
                        spare = min(top + 1, spare)
                    else:
                        spare -= self.size2[q] - self.rank[q] - 1
                    kept -= self._fewest(q, top - self.first[q])
                if self.forced[q] >= 0:
                    kept -= self._count_used(x, self.forced[q])
                for c in range(top, spare + 1):
                    free = c < spare
                    crosses = self.crosses[x]
                    chunks = self.chunks[x]
                    promised = kept
                    if free:
                        b = self.bit[c]
                        if self.used[x * self.words + b // 62] & _bit(b):
                            continue
                        k = self._count_used(x, b)
                        crosses += self.cross[c] + k
                        promised += self.after[c] + self._count_later(x, low, b)
                        if self.size1[q] > 0:
                            promised += self._fewest(self.following[q], c - self.first[q] + 1)
                            if self.forced[q] < 0:
                                promised -= k
                        chunks += self.ends[c]
                        if self.begins[c] and self.end[x] != self.place[b]:
                            chunks += 1
                    else:
                        if self.size1[q] > 0:
                            if self.rank[q] - (top - self.first[q]) >= self.size2[q] - self.size1[q]:
                                continue  # no more words of this group may be left out
                            promised += self._fewest(self.following[q], top - self.first[q])
                        chunks += self.left[q]
                    if self.known:
                        k = crosses + promised + self.rest[q + 1] - self.best_crosses
                        if k > 0 or (k == 0 and chunks > self.best_chunks):
                            continue
                    if made >= rows:
                        self.proved = False
                        break
                    y = then + made
                    self.end[y] = self.place[b] + 1 if free and follows else -1
                    self.linked[y] = self.linked[x] + free
                    self.crosses[y] = crosses
                    self.promised[y] = promised
                    self.chunks[y] = chunks
                    # what can still matter: bits that a later candidate may need or cross
                    hash_ = self.end[y] + 1
                    for w in range(self.words):
                        k = self.used[x * self.words + w]
                        if free and w == b // 62:
                            k |= _bit(b)
                        if w < low // 62:
                            k = 0
                        elif w == low // 62:
                            k = (k >> (low % 62)) << (low % 62)
                        self.used[y * self.words + w] = k
                        hash_ = ((hash_ + (k & 0x7FFFFFFF) + (k >> 31)) * 1000003) & 0x7FFFFFFF
                    hash_ = (hash_ ^ (hash_ >> 15)) & (size - 1)
                    z = y
                    same = False
                    while self.hashed[hash_] >= 0 and not same:
                        z = then + self.hashed[hash_]
                        same = self.end[z] == self.end[y]
                        w = 0
                        while same and w < self.words:
                            same = self.used[z * self.words + w] == self.used[y * self.words + w]
                            w += 1
                        if not same:
                            z = y
                            hash_ = (hash_ + 1) & (size - 1)
                    if same:
                        if not self._before(y, z):
                            continue
                        self._copy(y, z)  # a better way to an equal state takes its place
                    else:
                        self.hashed[hash_] = made
                        made += 1
                    self.node[z] = self.node[x]
                    if free:
                        if created >= self.nodes.shape[0]:
                            self.need = created + 1
                            return NODES
                        self.nodes[created, 0] = self.node[x]
                        self.nodes[created, 1] = q
                        self.nodes[created, 2] = c
                        self.node[z] = created
                        created += 1
            count = made
            x = now
            now = then
            then = x
        if count > 0:  # one, since nothing is left to tell states apart
            self.best_node = self.node[now]
            self.best_crosses = self.crosses[now]
            self.best_chunks = self.chunks[now]
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _before(self, x: cython.longlong, y: cython.longlong) -> cython.bint:
        """Whether a state is better than another, as far as is known what crosses are to come."""
        more: cython.longlong = self.crosses[x] + self.promised[x] - self.crosses[y] - self.promised[y]
        if not self.certain and self.linked[x] != self.linked[y]:
            return self.linked[x] > self.linked[y]
        return more < 0 or (more == 0 and self.chunks[x] < self.chunks[y])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy(self, x: cython.longlong, y: cython.longlong) -> cython.longlong:
        """Make the state at ``y`` the one at ``x``."""
        w: cython.longlong
        for w in range(self.words):
            self.used[y * self.words + w] = self.used[x * self.words + w]
        self.end[y] = self.end[x]
        self.linked[y] = self.linked[x]
        self.crosses[y] = self.crosses[x]
        self.promised[y] = self.promised[x]
        self.chunks[y] = self.chunks[x]
        self.node[y] = self.node[x]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(
        self, now: cython.longlong, count: cython.longlong, keep: cython.longlong, then: cython.longlong
    ) -> cython.longlong:
        """Copy the best of the ``count`` states from ``now`` on, best first."""
        k: cython.longlong
        run: cython.longlong = 1
        begin: cython.longlong
        middle: cython.longlong
        end: cython.longlong
        a: cython.longlong
        b: cython.longlong
        source: cython.longlong = 0
        for k in range(count):
            self.order[0, k] = now + k
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
        for k in range(keep):
            self._copy(self.order[source, k], then + k)
        return 0
