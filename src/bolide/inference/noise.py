"""How much noise a parser brings into scores: the experiment of Owczarzak et al. (2007), section 4.1.

Adjuncts of sentences are moved, which changes neither their meaning nor, if the parser makes no mistake,
their triples: "He left the room when the music stopped" becomes "When the music stopped, he left the room".
The moved sentences are scored as translations, the original ones as their references.

>>> originals, moved = sentences()
>>> len(originals) == len(moved) >= 100
True
>>> print(originals[0], moved[0], sep="\\n")
The harbour master closed the pier yesterday.
Yesterday the harbour master closed the pier.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, NamedTuple

from bolide.metric import Score


def sentences() -> tuple[list[str], list[str]]:
    """The original sentences of this package, and the same with an adjunct in another place."""
    text = (files("bolide.inference") / "data" / "adjuncts.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    return [row[0] for row in rows], [row[1] for row in rows]


class Row(NamedTuple):
    """What a metric says of the original sentences and of those with moved adjuncts."""

    original: Score
    moved: Score

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide study noise`` prints it."""
        return {
            "metric": repr(self.moved.metric),
            "name": self.moved.name,
            "signature": self.moved.signature,
            "original": self.original.value,
            "moved": self.moved.value,
        }


@dataclass(frozen=True)
class Noise:
    """Table 1, a row a metric, and Table 2, the scores of the moved sentences by the number of best parses:
    of all triples, and of predicates alone."""

    rows: Sequence[Row]
    by_nbest: Mapping[int, tuple[Score, Score]]

    @property
    def sentences(self) -> int:
        """How many there are."""
        return len(self.rows[0].moved.statistics)

    def to_json(self) -> Mapping[str, Any]:
        """As ``bolide study noise`` prints it."""
        return {
            "sentences": self.sentences,
            "metrics": [row.to_json() for row in self.rows],
            "nbest": [
                {"nbest": number, "labelled": whole.value, "predicates": predicates.value}
                for number, (whole, predicates) in self.by_nbest.items()
            ],
        }
