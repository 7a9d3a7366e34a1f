"""Parse a text, a segment a line, and write the trees.

Examples:
  bolide parse system.txt --output system.ptb
  bolide parse system.txt --nbest 50 --output system.50.ptb
  bolide parse system.txt --format svg --output trees.svg
  bolide parse trees.txt --parser files:path=trees.ptb --format conllu
  bolide parse system.txt --triples

Brackets are one tree a line, in the order of the text, an empty line for an empty segment; with --nbest one
block of trees a segment, each after its score, ended by an empty line. Both, and CoNLL-U, are files that
--parses of other commands takes. Parses are kept (bolide cache); bolide parsers lists all parsers.
"""

import argparse
import shutil
import sys

from bolide.cli import common
from bolide.errors import SpecificationError
from bolide.syntax import Sentence, parser, writing
from bolide.syntax.cache import cached
from bolide.syntax.fstructure import F_STRUCTURE, PLAIN


def arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("file", metavar="FILE", help="the text (- for standard input)")
    parser.add_argument(
        "--parser", default="embedded", metavar="NAME", help="such as embedded (the default) or spacy"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--format", choices=tuple(writing.FORMATS), default="brackets",
        help="brackets, CoNLL-U, a drawing for the terminal or a picture (default: brackets)",
    )  # fmt: skip
    form.add_argument(
        "--triples", action="store_const", const=F_STRUCTURE,
        help="write the triples of f-structures instead of trees (English)",
    )  # fmt: skip
    form.add_argument(
        "--plain-triples", dest="triples", action="store_const", const=PLAIN,
        help="write Universal Dependencies as triples, in any language",
    )  # fmt: skip
    parser.add_argument(
        "--nbest", type=int, default=1, metavar="K", help="the best K parses of each segment (default: 1)"
    )
    parser.add_argument(
        "--tokenized",
        action="store_true",
        help="the text is words separated by spaces, to be left as they are",
    )
    parser.add_argument("--output", metavar="FILE", help="write here (default: standard output)")
    parser.epilog = common.TEXTS.strip()


def run(options: argparse.Namespace) -> int:
    """Parse and write."""
    from bolide.formats import read_texts

    if options.nbest < 1:
        raise SpecificationError(f"--nbest must be at least 1, not {options.nbest}")
    chosen = parser(options.parser)
    if options.triples == PLAIN and chosen.gives != "dependencies":
        raise SpecificationError(
            f"the parser {options.parser} gives no dependencies, which plain triples are: name one that does,"
            " or ask for --triples"
        )
    if options.format == "brackets" and not options.triples and chosen.gives == "dependencies":
        raise SpecificationError(
            f"the parser {options.parser} gives dependencies, which have no brackets: add --format conllu,"
            " text or svg"
        )
    lines = read_texts(options.file)
    sentences: list[Sentence] = [line.split() for line in lines] if options.tokenized else [*lines]
    with common.Progress("parsing", len(sentences)) as progress:
        parses = cached(chosen, sentences, options.nbest, advance=progress.advance)
    for number, (line, some) in enumerate(zip(lines, parses, strict=True), 1):
        for note in dict.fromkeys(parse.note for parse in some if parse.note):
            print(f"bolide: note: line {number}: {note}", file=sys.stderr)
        if line.strip() and not some:
            print(f"bolide: note: line {number}: the parser found no parse", file=sys.stderr)
    if options.triples:
        parts = writing.triples(parses, options.nbest, options.triples)
    elif options.format == "text" and not options.output and sys.stdout.isatty():
        parts = writing.text(parses, options.nbest, shutil.get_terminal_size().columns)
    else:
        parts = writing.FORMATS[options.format](parses, options.nbest)
    if options.output:
        common.write(options.output, "".join(parts))
    else:
        sys.stdout.writelines(parts)
    return 0
