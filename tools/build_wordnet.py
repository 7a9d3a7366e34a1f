"""Make src/bolide/lexicon/data/wordnet.npz from the files of WordNet 3.0.

python tools/build_wordnet.py [/usr/share/wordnet]

The files are those of Debian's package wordnet-base: index.POS, data.POS and POS.exc for noun, verb, adj and
adv. The table holds every string (words, forms of the exception lists) once, in the order of their bytes, a
hash table over them, the parts of speech (one bit each) and synsets of each word, and the exceptions. Synsets
are numbered in the order noun, verb, adj, adv, and by their place in the data file; their places are numbered
too, since METEOR 1.5 takes synsets for one that stand at the same place in two files.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

from bolide.kernels import kernel

PARTS = ("noun", "verb", "adj", "adv")
OUT = Path(__file__).parents[1] / "src" / "bolide" / "lexicon" / "data" / "wordnet.npz"

# Debian corrects spelling in two data files, so that later synsets stand some bytes further on than in
# Princeton's own files, whose places other programs use as the names of synsets: part, from, to, bytes.
DEBIAN_SHIFTS = (("verb", 614_000, 2_423_000, 18), ("adj", 1_681_500, 1 << 31, 1))


def princeton(part: str, place: int) -> int:
    """The place of a synset in Princeton's own file."""
    return place - sum(n for p, a, b, n in DEBIAN_SHIFTS if p == part and a <= place < b)


def build(folder: Path) -> dict[str, np.ndarray]:
    """All arrays of the table."""
    places: list[int] = []
    first = [0]
    number: dict[tuple[str, int], int] = {}
    for part in PARTS:
        for line in (folder / f"data.{part}").read_text(encoding="ascii").splitlines():
            if line[:2] != "  ":
                place = int(line[:8])
                number[part, place] = len(places)
                places.append(princeton(part, place))
        first.append(len(places))
    synsets: dict[str, list[int]] = defaultdict(list)
    for part in PARTS:
        for line in (folder / f"index.{part}").read_text(encoding="ascii").splitlines():
            if line[:2] != "  ":
                fields = line.split()
                count = int(fields[2])
                synsets[fields[0]] += [number[part, int(place)] for place in fields[-count:]]
    exceptions: list[tuple[str, int, str]] = []
    for index, part in enumerate(PARTS):
        for line in (folder / f"{part}.exc").read_text(encoding="ascii").splitlines():
            form, *bases = line.split()
            exceptions += [(form, index, base) for base in bases]
    words = sorted({*synsets, *(w for form, _, base in exceptions for w in (form, base))})
    ids = {word: i for i, word in enumerate(words)}
    senses = [sorted(synsets.get(word, ())) for word in words]
    parts = [sum({1 << np.searchsorted(first, s, "right") - 1 for s in each}) for each in senses]
    text = "".join(words).encode("ascii")
    starts = np.cumsum([0, *map(len, words)], dtype=np.int32)
    codes = np.frombuffer(bytearray(text), dtype=np.uint8)
    slots = np.full(1 << len(words).bit_length(), -1, dtype=np.int32)
    kernel("lexicon").fill_slots(codes, starts, slots)
    return {
        "codes": codes,
        "starts": starts,
        "slots": slots,
        "parts": np.array(parts, dtype=np.uint8),
        "synset_starts": np.cumsum([0, *map(len, senses)], dtype=np.int32),
        "synsets": np.array([s for each in senses for s in each], dtype=np.int32),
        "first": np.array(first, dtype=np.int32),
        "places": np.unique(places, return_inverse=True)[1].astype(np.int32),
        "exceptions": np.array(
            [
                (ids[form], index, ids[base])
                for form, index, base in sorted(exceptions, key=lambda e: ids[e[0]])
            ],
            dtype=np.int32,
        ),
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/wordnet")
    missing = [name for part in PARTS for name in (f"index.{part}", f"data.{part}", f"{part}.exc")
               if not (folder / name).is_file()]  # fmt: skip
    if missing:
        sys.exit(
            f"{folder} has no {missing[0]}: name the folder of WordNet 3.0, as Debian's wordnet-base has it"
        )
    version = re.search(r"WordNet (\d\.\d)", (folder / "data.noun").open(encoding="ascii").read(2000))
    if not version or version[1] != "3.0":
        sys.exit(f"{folder}/data.noun is not WordNet 3.0")
    table = build(folder)
    np.savez(OUT, **table)
    print(
        f"{OUT}: {len(table['starts']) - 1} strings, {len(table['places'])} synsets,"
        f" {OUT.stat().st_size} bytes"
    )
