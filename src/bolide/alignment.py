"""Which words of a hypothesis correspond to which words of a reference.

Words used here:

link      a run of hypothesis words and the run of reference words that it corresponds to; most are one word
          long, paraphrases may be longer
kind      why they correspond: a stage of METEOR ("exact", "porter", ...), "match" or "substitution" of an
          edit distance, ...
chunk     the longest run of links that are next to each other, in the same order, on both sides
crosses   pairs of links whose order differs: lines that cross when they are drawn

>>> words = "the president then spoke".split()
>>> a = Alignment(("the", "president", "spoke"), tuple(words), (link(0, 0), link(1, 1), link(2, 3)))
>>> a.chunks, a.crosses, a.pairs()
(2, 0, [('the', 'the', 'exact'), ('president', 'president', 'exact'), ('spoke', 'spoke', 'exact')])
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Span = tuple[int, int]
"""First word and the word after the last, counted from 0."""


class Link(NamedTuple):
    """One correspondence; an empty span on one side is not allowed, leave such words without a link."""

    hypothesis: Span
    reference: Span
    kind: str = "exact"


def link(hypothesis: int, reference: int, kind: str = "exact") -> Link:
    """The link of one word with one word.

    >>> link(2, 3)
    Link(hypothesis=(2, 3), reference=(3, 4), kind='exact')
    """
    return Link((hypothesis, hypothesis + 1), (reference, reference + 1), kind)


@dataclass(frozen=True)
class Alignment:
    """Words of both sides, the links between them, and whether a better alignment is ruled out.

    ``exact`` is True where the alignment is proved to be the best by its metric's own criterion. ``details``
    are further numbers worth showing, by name; ``score`` is the metric's score of the pair; ``kinds`` are all
    kinds of links that the metric has, in its order, so that a kind has the same colour in every drawing.
    """

    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    links: tuple[Link, ...]
    exact: bool = True
    score: float | None = None
    metric: str = ""
    kinds: tuple[str, ...] = ()
    details: Mapping[str, float] = field(default_factory=dict)

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        ends = {(a.hypothesis[1], a.reference[1]) for a in self.links}
        return sum((a.hypothesis[0], a.reference[0]) not in ends for a in self.links)

    @property
    def crosses(self) -> int:
        """The number of pairs of links that cross."""
        order = [a.hypothesis for a in sorted(self.links, key=lambda each: each.reference)]
        return sum(before > after for i, after in enumerate(order) for before in order[:i])

    def pairs(self) -> list[tuple[str, str, str]]:
        """The words of each link, hypothesis first, and its kind."""
        return [
            (
                " ".join(self.hypothesis[slice(*a.hypothesis)]),
                " ".join(self.reference[slice(*a.reference)]),
                a.kind,
            )
            for a in self.links
        ]

    def to_json(self) -> dict[str, Any]:
        """The alignment as ``bolide align --format json`` prints it."""
        return {
            "metric": self.metric,
            "score": self.score,
            "exact": self.exact,
            "chunks": self.chunks,
            "crosses": self.crosses,
            **self.details,
            "hypothesis": list(self.hypothesis),
            "reference": list(self.reference),
            "links": [
                {"hypothesis": list(a.hypothesis), "reference": list(a.reference), "kind": a.kind}
                for a in self.links
            ],
        }
