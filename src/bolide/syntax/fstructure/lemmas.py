"""Base forms of words by their part-of-speech tags.

>>> lemmas = Lemmas()
>>> [lemmas.of(word, tag) for word, tag in (("geese", "NNS"), ("saw", "VBD"), ("saw", "NN"), ("'ll", "MD"))]
['goose', 'see', 'saw', 'will']
>>> lemmas.of("him", "PRP"), lemmas.of("better", "JJR"), lemmas.of("Smiths", "NNPS")
('he', 'good', 'smith')
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bolide.lexicon.wordnet import ADJECTIVE, ADVERB, NOUN, VERB, wordnet
from bolide.syntax.fstructure.rules import tree_rules
from bolide.syntax.trees import plain

_PARTS = {"NN": NOUN, "VB": VERB, "JJ": ADJECTIVE, "RB": ADVERB}
_INFLECTED = frozenset(("NNS", "NNPS", "VBD", "VBN", "VBG", "VBZ", "JJR", "JJS", "RBR", "RBS"))
"""Tags of words that differ from their base forms if they can."""
_KEPT = frozenset(("NNP", "RB"))
"""Tags of words that are their own base forms: no name has an ending, no adverb's is known to WordNet."""


class Lemmas:
    """A memory of base forms; many words at once are found much faster than one by one."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], str] = {}
        rules = tree_rules()
        self._forms = rules.forms
        self._pronouns = rules.pronouns

    def of(self, word: str, tag: str) -> str:
        """The base form of a word as it stands in a tree."""
        found = self._known.get((word, tag))
        if found is None:
            self.learn([(word, tag)])
            found = self._known[word, tag]
        return found

    def learn(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Find the base forms of these words and tags."""
        asked: dict[int, list[tuple[str, str]]] = {}
        for pair in set(pairs):
            if pair in self._known:
                continue
            word, tag = plain(pair[0]).lower(), pair[1]
            base = self._forms.get((word, tag)) or self._forms.get((word, ""))
            if base is None and tag in ("PRP", "PRP$") and word in self._pronouns:
                base = self._pronouns[word][0]
            part = _PARTS.get(tag[:2])
            if base is None and part is not None and tag not in _KEPT:
                asked.setdefault(part, []).append(pair)
            else:
                self._known[pair] = base or word
        for part, found in asked.items():
            words = [plain(word).lower() for word, _ in found]
            bases = wordnet().base_forms_of(words, part)
            for pair, word, forms in zip(found, words, bases, strict=True):
                self._known[pair] = _choice(word, pair[1], forms)


def _choice(word: str, tag: str, forms: list[str]) -> str:
    if tag in _INFLECTED:
        others = [form for form in forms if form != word]
        return others[0] if others else word
    return word if not forms or word in forms else forms[0]


@cache
def lemmas() -> Lemmas:
    """The memory that all f-structures share."""
    return Lemmas()
