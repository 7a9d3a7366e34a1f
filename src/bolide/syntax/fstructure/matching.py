"""Which triples of two bags correspond, one to one, to be shown to people.

Two triples of a relation match if both of their words do, and partly if one does. Where half a triple counts
for itself, its halves may have different partners: "go" in ``subj(go, he)`` one, and "he" another.

>>> a, b, c = Triple("subj", "go", "he"), Triple("subj", "go", "she"), Triple("obj", "see", "he")
>>> found = compare([a, c], [b, c], Alike(False, "f-structure"), halves=True)
>>> [(str(x), str(y)) for x, y in found.matched], [(str(x), str(y)) for x, y in found.partly]
([('obj(see, he)', 'obj(see, he)')], [('subj(go, he)', 'subj(go, she)')])
>>> found.ours, found.theirs
([], [])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from bolide.lexicon.wordnet import wordnet
from bolide.syntax.fstructure.bags import is_feature
from bolide.syntax.fstructure.structure import Triple


class Alike:
    """Whether two triples match: by equal words or, if asked for, by words that share a synset."""

    def __init__(self, synonyms: bool, kind: str) -> None:
        self._synonyms = synonyms
        self._kind = kind
        self._synsets: dict[str, frozenset[int]] = {}

    def _words(self, one: str, other: str) -> bool:
        if one == other:
            return True
        return self._synonyms and bool(self._of(one) & self._of(other))

    def _of(self, word: str) -> frozenset[int]:
        if word not in self._synsets:
            self._synsets[word] = frozenset(wordnet().synsets([word]).rows()[0])
        return self._synsets[word]

    def feature(self, triple: Triple) -> bool:
        """Whether the dependent is a value, which matches itself alone and is no half."""
        return is_feature(triple.relation, self._kind)

    def heads(self, one: Triple, other: Triple) -> bool:
        """The relation and its head match."""
        return one.relation == other.relation and self._words(one.head, other.head)

    def dependents(self, one: Triple, other: Triple) -> bool:
        """The relation and its dependent match."""
        if one.relation != other.relation or self.feature(one):
            return one[::2] == other[::2]
        return self._words(one.dependent, other.dependent)

    def whole(self, one: Triple, other: Triple) -> bool:
        """Both words match."""
        return self.heads(one, other) and self.dependents(one, other)


class Comparison(NamedTuple):
    """The pairs of triples that match and that match in one word, and what is left on both sides."""

    matched: list[tuple[Triple, Triple]]
    partly: list[tuple[Triple, Triple]]
    ours: list[Triple]
    theirs: list[Triple]


def compare(ours: Sequence[Triple], theirs: Sequence[Triple], alike: Alike, halves: bool) -> Comparison:
    """As many pairs as there can be of whole triples or, with ``halves``, of their halves."""
    equal: dict[int, int] = {}
    for i, triple in enumerate(ours):
        same = (j for j, other in enumerate(theirs) if other == triple and j not in equal.values())
        if (j := next(same, None)) is not None:
            equal[i] = j
    whole = _most(ours, theirs, alike.whole, equal)
    features = {i for i, triple in enumerate(ours) if alike.feature(triple)}
    words = [i for i in range(len(ours)) if i not in features and (halves or i not in whole)]
    others = [j for j, t in enumerate(theirs) if not alike.feature(t) and (halves or j not in whole.values())]
    sides: list[dict[int, int]] = []
    for match in (alike.heads, alike.dependents):
        taken = {j for side in sides for j in side.values()}
        others.sort(key=taken.__contains__)  # rather a triple of which no half is matched yet
        begun = {words.index(i): others.index(j) for i, j in whole.items() if halves and i not in features}
        most = _most([ours[i] for i in words], [theirs[j] for j in others], match, begun)
        sides.append({words[i]: others[j] for i, j in most.items()})
    both = {(i, j) for i, j in sides[0].items() if sides[1].get(i) == j} if halves else set()
    kept = {(i, j) for i, j in whole.items() if not halves or i in features} | both
    partly = [(i, j) for side in sides for i, j in side.items() if (i, j) not in kept]
    seen = [*kept, *partly]
    return Comparison(
        [(ours[i], theirs[j]) for i, j in sorted(kept)],
        [(ours[i], theirs[j]) for i, j in sorted(partly)],
        [t for i, t in enumerate(ours) if i not in {i for i, _ in seen}],
        [t for j, t in enumerate(theirs) if j not in {j for _, j in seen}],
    )


def _most(
    ours: Sequence[Triple],
    theirs: Sequence[Triple],
    match: Callable[[Triple, Triple], bool],
    begun: Mapping[int, int],
) -> dict[int, int]:
    """The largest matching that has all items of the one that is begun: the partner of each of ours."""
    owner = {j: i for i, j in begun.items()}
    for start in range(len(ours)):
        if start not in begun:
            _augment(start, owner, ours, theirs, match)
    return {i: j for j, i in owner.items()}


def _augment(
    start: int,
    owner: dict[int, int],
    ours: Sequence[Triple],
    theirs: Sequence[Triple],
    match: Callable[[Triple, Triple], bool],
) -> None:
    """Find a partner for one more triple, on the shortest way on which others change theirs."""
    came: dict[int, int] = {}
    queue = [start]
    while queue:
        i = queue.pop(0)
        for j in range(len(theirs)):
            if j in came or not match(ours[i], theirs[j]):
                continue
            came[j] = i
            if j not in owner:
                while True:
                    i = came[j]
                    before = next((k for k, each in owner.items() if each == i), None)
                    owner[j] = i
                    if before is None:
                        return
                    j = before
            queue.append(owner[j])
