"""Which triples of two bags correspond, one to one, to be shown to people.

>>> a, b, c = Triple("subj", "go", "he"), Triple("subj", "go", "she"), Triple("obj", "see", "he")
>>> found, left, right = pairs_of([a, c], [b, c], Alike(False, "f-structure").partly)
>>> [(str(x), str(y)) for x, y in found], left, right
([('obj(see, he)', 'obj(see, he)'), ('subj(go, he)', 'subj(go, she)')], [], [])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bolide.lexicon.wordnet import wordnet
from bolide.syntax.fstructure.bags import is_feature
from bolide.syntax.fstructure.structure import Triple


class Alike:
    """Whether two triples match: by equal words or, if asked for, by words that share a synset."""

    def __init__(self, synonyms: bool, kind: str) -> None:
        self._synonyms = synonyms
        self._kind = kind
        self._synsets: dict[str, frozenset[int]] = {}

    def words(self, one: str, other: str) -> bool:
        if one == other:
            return True
        return self._synonyms and bool(self._of(one) & self._of(other))

    def _of(self, word: str) -> frozenset[int]:
        if word not in self._synsets:
            self._synsets[word] = frozenset(wordnet().synsets([word]).rows()[0])
        return self._synsets[word]

    def _dependents(self, one: Triple, other: Triple) -> bool:
        if is_feature(one.relation, self._kind):
            return one.dependent == other.dependent
        return self.words(one.dependent, other.dependent)

    def whole(self, one: Triple, other: Triple) -> bool:
        """Both words match."""
        if one.relation != other.relation or not self._dependents(one, other):
            return False
        return self.words(one.head, other.head)

    def partly(self, one: Triple, other: Triple) -> bool:
        """One word of a predicate relation matches, or both."""
        if one.relation != other.relation:
            return False
        if is_feature(one.relation, self._kind):
            return self.whole(one, other)
        return self._dependents(one, other) or self.words(one.head, other.head)


def pairs_of(
    ours: Sequence[Triple], theirs: Sequence[Triple], alike: Callable[[Triple, Triple], bool]
) -> tuple[list[tuple[Triple, Triple]], list[Triple], list[Triple]]:
    """As many one-to-one pairs as there can be, equal triples first, and what is left on both sides."""
    ours, theirs = list(ours), list(theirs)
    found: list[tuple[Triple, Triple]] = []
    for triple in list(ours):
        if triple in theirs and alike(triple, triple):
            found.append((triple, triple))
            ours.remove(triple)
            theirs.remove(triple)
    partner: dict[int, int] = {}
    for start in range(len(ours)):
        _augment(start, partner, ours, theirs, alike)
    taken = {i: j for j, i in partner.items()}
    found += [(ours[i], theirs[j]) for i, j in sorted(taken.items())]
    return (
        found,
        [triple for i, triple in enumerate(ours) if i not in taken],
        [triple for j, triple in enumerate(theirs) if j not in partner],
    )


def _augment(
    start: int,
    partner: dict[int, int],
    ours: Sequence[Triple],
    theirs: Sequence[Triple],
    alike: Callable[[Triple, Triple], bool],
) -> None:
    """Find a partner for one more triple, on the shortest way on which others change theirs."""
    came: dict[int, int] = {}
    queue = [start]
    while queue:
        i = queue.pop(0)
        for j in range(len(theirs)):
            if j in came or not alike(ours[i], theirs[j]):
                continue
            came[j] = i
            if j not in partner:
                while True:
                    i = came[j]
                    before = next((k for k, owner in partner.items() if owner == i), None)
                    partner[j] = i
                    if before is None:
                        return
                    j = before
            queue.append(partner[j])
