"""Which n-grams of a hypothesis are matched: the credit that each of its pieces gets.

>>> credit("the cat the".split(), ["the cat".split()], 4).levels
(2, 2, 0)
"""

from collections import Counter
from collections.abc import Sequence

from bolide.explanation import Credit


def credit(pieces: Sequence[str], references: Sequence[Sequence[str]], longest: int) -> Credit:
    """Credit of words, or of characters if each piece is one.

    An n-gram counts as often as the reference has it that has it most often; of more than that, those that
    are part of longer matched ones get the credit, then the first ones in the hypothesis.

    >>> credit("cat the cat".split(), ["the cat".split()], 2).levels
    (0, 2, 2)
    """
    return Credit(tuple(pieces), _levels(pieces, references, longest), longest)


def character_credit(text: str, references: Sequence[str], longest: int, whitespace: bool) -> Credit:
    """Credit of characters; without ``whitespace``, n-grams run over white space as if it were not there.

    >>> character_credit("a bc", ["abd"], 3, whitespace=False).levels
    (2, -1, 2, 0)
    """

    def kept(of: str) -> str:
        return of if whitespace else "".join(of.split())

    found = iter(_levels(kept(text), [kept(each) for each in references], longest))
    levels = [next(found) if whitespace or not character.isspace() else -1 for character in text]
    return Credit(tuple(text), tuple(levels), longest, characters=True)


def _levels(pieces: Sequence[str], references: Sequence[Sequence[str]], longest: int) -> tuple[int, ...]:
    levels = [0] * len(pieces)
    longer: set[int] = set()  # where the credited n-grams start that are longer by one
    for order in range(longest, 0, -1):
        left: Counter[tuple[str, ...]] = Counter()
        for reference in references:
            left |= Counter(zip(*(reference[start:] for start in range(order)), strict=False))
        grams = list(zip(*(pieces[skip:] for skip in range(order)), strict=False))
        inside = [start for start in range(len(grams)) if start in longer or start - 1 in longer]
        taken = set(inside)
        credited = set()
        for start in (*inside, *(start for start in range(len(grams)) if start not in taken)):
            if left[grams[start]] > 0:
                left[grams[start]] -= 1
                credited.add(start)
                for place in range(start, start + order):
                    levels[place] = max(levels[place], order)
        longer = credited
    return tuple(levels)
