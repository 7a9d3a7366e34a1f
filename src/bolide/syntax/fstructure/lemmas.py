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

from bolide.lexicon.wordnet import ADJECTIVE, NOUN, VERB, wordnet
from bolide.syntax.fstructure.rules import tree_rules
from bolide.syntax.trees import plain

_PARTS = {"NN": NOUN, "VB": VERB, "JJ": ADJECTIVE}
_INFLECTED = frozenset(("NNS", "NNPS", "VBD", "VBN", "VBG", "VBZ", "JJR", "JJS", "RBR", "RBS"))
"""Tags of words that differ from their base forms if they can."""
_KEPT = "NNP"
"""The tag of words that are their own base forms: names."""

_PREFIXES = ("re-", "re", "un", "over", "out", "under", "mis", "pre-", "pre", "co-", "co", "de", "dis", "non")
_PLURAL = (
    ("ies", "y"),
    ("sses", "ss"),
    ("xes", "x"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("ss", "ss"),
    ("s", ""),
)
_STEMS = (
    ("gl", "gle"),
    ("bl", "ble"),
    ("g", "ge"),
    ("c", "ce"),
    ("s", "se"),
    ("v", "ve"),
    ("iz", "ize"),
    ("at", "ate"),
)
_PAST = (("ied", "y"), *((old + "ed", new) for old, new in _STEMS), ("ed", ""))
_ENDINGS = {
    **dict.fromkeys(("NNS", "NNPS", "VBZ"), _PLURAL),
    **dict.fromkeys(("VBD", "VBN"), _PAST),
    "VBG": (("ying", "y"), *((old + "ing", new) for old, new in _STEMS), ("ing", "")),
}
"""What the endings of unknown words stand for, the first that fits."""


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
            part = ADJECTIVE if tag in ("RBR", "RBS") else _PARTS.get(tag[:2])
            if base is None and tag == "CD":
                base = word.replace(",", "")
            if base is None and part is not None and tag != _KEPT:
                asked.setdefault(part, []).append(pair)
            else:
                self._known[pair] = base or word
        for part, found in asked.items():
            words = [plain(word).lower() for word, _ in found]
            bases = wordnet().base_forms_of(words, part)
            for pair, word, forms in zip(found, words, bases, strict=True):
                self._known[pair] = _choice(word, pair[1], forms) if forms else self._guess(word, pair[1])

    def _guess(self, word: str, tag: str) -> str:
        """The base form of a word that WordNet does not have, from the rest of it or from its ending.

        >>> Lemmas().of("reemerged", "VBD"), Lemmas().of("googling", "VBG"), Lemmas().of("blogs", "NNS")
        ('reemerge', 'google', 'blog')
        """
        for prefix in _PREFIXES:
            rest = word.removeprefix(prefix)
            if rest != word and len(rest) > 3:
                base = self.of(rest, tag)
                if base != rest:
                    return prefix + base
        for ending, new in _ENDINGS.get(tag, ()):
            stem = word.removesuffix(ending)
            if stem != word and len(stem) > 2:
                if not new and ending in ("ed", "ing") and stem[-1] == stem[-2] and stem[-1] not in "lsz":
                    return stem[:-1]
                return stem + new
        return word


def _choice(word: str, tag: str, forms: list[str]) -> str:
    if tag in _INFLECTED:
        others = [form for form in forms if form != word]
        return others[0] if others else word
    return word if not forms or word in forms else forms[0]


@cache
def lemmas() -> Lemmas:
    """The memory that all f-structures share."""
    return Lemmas()
