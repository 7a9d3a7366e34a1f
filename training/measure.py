"""Measure a parser on treebanks, by the rules of evalb with the parameters COLLINS; no tags are given to it.

python -m training.measure gum_test.ptb
python -m training.measure gum_test.ptb --nbest 50 --parser embedded:model=FILE
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from bolide.syntax import parser as parser_named
from bolide.syntax.scoring import best_possible, bracket_score
from bolide.syntax.trees import Tree, plain
from training.trees import read


def main() -> None:
    """Print two lines a treebank: of the best parses, and of the best ones in the lists."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("treebanks", type=Path, nargs="+", help="files of trees, one a line")
    options.add_argument("--parser", default="embedded")
    options.add_argument("--nbest", type=int, default=1, help="also the best tree of so many")
    given = options.parse_args()
    parser = parser_named(given.parser)
    for path in given.treebanks:
        gold = read(path)
        sentences = [[plain(word) for word in tree.words] for tree in gold]
        began = time.process_time()
        lists = [
            [parse.tree for parse in parses if isinstance(parse.tree, Tree)]
            for parses in parser.parse(sentences, given.nbest)
        ]
        speed = len(gold) / (time.process_time() - began)
        best = bracket_score(gold, [trees[0] if trees else None for trees in lists])
        print(f"{path.name}: {best}; with punctuation {best.all_tags:.2f}; {speed:.0f} sentences a second")
        if given.nbest > 1:
            print(f"{path.name}, best of {given.nbest}: {best_possible(gold, lists)}")


if __name__ == "__main__":
    main()
