"""Plain English to parse: the lines of files, each once, split into words, in random order.

python -m training.texts FILE... --most 80000 --out plain.txt
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from bolide.syntax.words import words

LEAST, MOST = 3, 60
"""Sentences of so many words."""


def main() -> None:
    """Write the sentences, words separated by spaces."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=80_000)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    lines = {line.strip() for path in options.files for line in path.read_text("utf-8").splitlines()}
    chosen = sorted(lines)
    random.Random(1).shuffle(chosen)
    count = 0
    with options.out.open("w", encoding="utf-8") as file:
        for line in chosen:
            found = words(line)
            if LEAST <= len(found) <= MOST:
                file.write(" ".join(found) + "\n")
                count += 1
            if count == options.most:
                break


if __name__ == "__main__":
    main()
