"""The matching modules of METEOR 2005: which keys a word has at each stage.

exact        its own surface; without those of a list of stop words where one is given (section 3.6)
porter       its Porter stem
wn-stem      its base forms in WordNet, or the word itself if it is not in WordNet
wn-synonym   the synsets of its base forms
"""

from collections.abc import Callable, Hashable

import numpy as np

from bolide.kernels.align import Keys
from bolide.lexicon.keys import Finder, Ragged, of_types, same_word
from bolide.lexicon.meteor_lists import lists, read_words
from bolide.lexicon.stems import StemNumbers
from bolide.lexicon.wordnets import Net, wordnet_named
from bolide.text.vocabulary import GROWING, Vocabulary

STAGES = ("exact", "porter", "wn-stem", "wn-synonym")


def stage_keys(vocabulary: Vocabulary, stages: tuple[str, ...], left_out: frozenset[str], net: str) -> Keys:
    """The keys of all words of a vocabulary at each of these stages; the exact one leaves some words out."""
    makers: dict[str, Callable[[], Finder]] = {
        "exact": lambda: _exact(left_out),
        "porter": lambda: StemNumbers("porter"),
        "wn-stem": lambda: _BaseForms(wordnet_named(net)),
        "wn-synonym": lambda: lambda words, first: wordnet_named(net).synsets(words),
    }
    return keys_of(
        vocabulary, {(stage, left_out if stage == "exact" else net): makers[stage] for stage in stages}
    )


def keys_of(vocabulary: Vocabulary, stages: dict[Hashable, Callable[[], Finder]]) -> Keys:
    """The keys of all words of a vocabulary at each stage, by a name for it and what makes its finder."""
    names = tuple(stages)
    with GROWING:
        size, keys = vocabulary.notes.get(names, (-1, None))
        if size < len(vocabulary):
            keys = join([of_types(vocabulary, name, make) for name, make in stages.items()])
            vocabulary.notes[names] = (len(vocabulary), keys)
        return keys  # type: ignore[no-any-return]


def join(stages: list[Ragged]) -> Keys:
    """The keys of several stages in one table."""
    offsets = np.cumsum([0, *(len(stage.values) for stage in stages)])
    return Keys(
        np.stack([stage.starts + offset for stage, offset in zip(stages, offsets, strict=False)]),
        np.concatenate([stage.values for stage in stages]),
    )


def stop_list(name: str) -> frozenset[str]:
    """``none``, ``function`` (the function words of English), or a file with one word a line."""
    if name == "none":
        return frozenset()
    return lists("en").function_words if name == "function" else read_words(name)


def _exact(left_out: frozenset[str]) -> Finder:
    if not left_out:
        return same_word

    def find(words: list[str], first: int) -> Ragged:
        return Ragged.of([] if w.lower() in left_out else [first + i] for i, w in enumerate(words))

    return find


class _BaseForms:
    """Numbers of base forms; a word without any gets a number of its own."""

    def __init__(self, net: Net) -> None:
        self._net = net
        self._unknown: dict[str, int] = {}

    def __call__(self, words: list[str], first: int) -> Ragged:
        known = self._net.bases(words)
        missing = np.flatnonzero(np.diff(known.starts) == 0)
        own = [-1 - self._unknown.setdefault(words[i], len(self._unknown)) for i in missing.tolist()]
        numbers = np.zeros(len(words) + 1, dtype=np.int64)
        numbers[missing + 1] = 1
        values = np.insert(known.values, known.starts[missing], np.array(own, dtype=np.int32))
        return Ragged(known.starts + np.cumsum(numbers), values)
