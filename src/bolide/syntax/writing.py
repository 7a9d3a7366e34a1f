r"""Parses as text and pictures: what ``bolide parse`` prints.

Words of this file:

parses
    the list of each sentence's parses, the best one first, as a parser gives it; an empty one of an empty
    sentence, which keeps its place in what is written wherever the format has places.

The formats:

brackets
    one tree a line; with n-best lists, one block a sentence, which an empty line ends, and in it a tree a
    line after its score.
conllu
    CoNLL-U with ``sent_id``, ``text`` and the rank and score of n-best lists in comments. Constituents are
    turned into dependencies by the head rules.
text
    drawings for a terminal; a tree that is too wide is drawn as an outline.
svg
    one picture of all trees.
triples
    the triples of f-structures, or Universal Dependencies as they are, one a line under the number and the
    words of their sentence.

What ``brackets`` and ``conllu`` write, the parser ``files`` reads.

>>> from bolide.syntax import Parse
>>> tree = Tree.read("(S (NP (NNP John)) (VP (VBD left)))")
>>> print("".join(brackets([[Parse(tree, -1.5)], [], [Parse(tree, -1.5)]])), end="")
(S (NP (NNP John)) (VP (VBD left)))
<BLANKLINE>
(S (NP (NNP John)) (VP (VBD left)))
>>> print(*brackets([[Parse(tree, -1.5)]], nbest=2), sep="", end="")
-1.5	(S (NP (NNP John)) (VP (VBD left)))
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bolide.errors import InputError
from bolide.syntax import drawing
from bolide.syntax.conversion import dependencies
from bolide.syntax.dependencies import DependencyTree
from bolide.syntax.fstructure import KINDS, is_feature, triples_of
from bolide.syntax.parsing import Parse
from bolide.syntax.trees import Tree, plain

Parses = Sequence[Sequence[Parse]]


def brackets(parses: Parses, nbest: int = 1) -> Iterator[str]:
    """One tree a line; with ``nbest`` of more than 1, blocks with scores."""
    for some in parses:
        if nbest == 1:
            yield f"{_constituents(some[0].tree)}\n" if some else "\n"
            continue
        yield "".join(f"{parse.score!r}\t{_constituents(parse.tree)}\n" for parse in some) + "\n"


def _constituents(tree: Tree | DependencyTree) -> Tree:
    if isinstance(tree, DependencyTree):
        raise InputError(
            "this parser gives dependencies, which have no brackets: write them as conllu, text or svg"
        )
    return tree


def conllu(parses: Parses, nbest: int = 1) -> Iterator[str]:
    """A block of CoNLL-U a tree; of an empty sentence nothing, since the format has no place for it."""
    for number, some in enumerate(parses, 1):
        for rank, parse in enumerate(some, 1):
            tree = parse.tree if isinstance(parse.tree, DependencyTree) else dependencies(parse.tree)
            comments = [*tree.comments]
            if not any(line.startswith("# sent_id") for line in comments):
                comments.append(f"# sent_id = {number}")
            if not any(line.startswith("# text =") for line in comments):
                comments.append(f"# text = {' '.join(tree.forms)}")
            if nbest > 1:
                comments = [line for line in comments if not line.startswith(("# parse =", "# score ="))]
                comments += [f"# parse = {rank}", f"# score = {parse.score!r}"]
            yield DependencyTree(tree.nodes, comments, tree.extras).conllu() + "\n\n"


def text(parses: Parses, nbest: int = 1, width: int | None = None) -> Iterator[str]:
    """Drawings under the number and the words of their sentence."""
    for number, some in enumerate(parses, 1):
        if not some:
            yield f"{number}\n\n"
        for rank, parse in enumerate(some, 1):
            yield f"{_title(number, rank, parse, nbest)}\n\n{drawing.text(parse.tree, width)}\n\n"


def triples(parses: Parses, nbest: int = 1, kind: str = KINDS[0]) -> Iterator[str]:
    """Triples of each tree, those between two words first."""
    for number, some in enumerate(parses, 1):
        if not some:
            yield f"{number}\n\n"
        for rank, parse in enumerate(some, 1):
            found = sorted(triples_of(parse.tree, kind), key=lambda t: is_feature(t.relation, kind))
            yield "\n".join([_title(number, rank, parse, nbest), *map(str, found)]) + "\n\n"


def svg(parses: Parses, nbest: int = 1) -> Iterator[str]:
    """All trees in one picture, one below the other."""
    parts: list[str] = []
    right, top = 0.0, 4.0
    for number, some in enumerate(parses, 1):
        for rank, parse in enumerate(some, 1):
            made = drawing.picture(parse.tree)
            if len(parses) > 1 or nbest > 1:
                title = _title(number, rank, parse, nbest)
                top += 24
                parts.append(drawing.label(16, top, title, "title"))
                right = max(right, 32 + 8.5 * drawing.columns(title))
            parts += [f'<g transform="translate(0,{top:.1f})">', *made.parts, "</g>"]
            right, top = max(right, made.width), top + made.height
    title = f"{len(parses)} sentences" if len(parses) != 1 else ""
    yield drawing.Picture(max(right, 40.0), max(top, 40.0), title, parts).svg() + "\n"


def _title(number: int, rank: int, parse: Parse, nbest: int) -> str:
    which = f" (parse {rank}, score {parse.score:.4g})" if nbest > 1 else ""
    return f"{number}{which}: {' '.join(map(plain, parse.tree.words))}"


FORMATS: dict[str, Callable[[Parses, int], Iterator[str]]] = {
    "brackets": brackets,
    "conllu": conllu,
    "text": text,
    "svg": svg,
}
"""How parses can be written."""
