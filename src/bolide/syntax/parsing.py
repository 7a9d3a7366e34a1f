"""What a parser is, and how one is made from a specification.

Words of this file:

sentence
    a string, which the parser splits into words, or a list of words, which it takes as they are.
parse
    a tree with a score. Scores of one sentence may be compared (the greater the better), nothing else is
    promised; where a parser has probabilities, the score is the natural logarithm of one.
n-best
    the best parses of a sentence, the best one first, all different. A parser may give fewer than asked.

A specification is a parser's name, and after a colon its parameters: ``"spacy:model=en_core_web_sm"``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from inspect import Parameter, signature
from typing import Any, NamedTuple, Protocol, runtime_checkable

from bolide.errors import InputError, SpecificationError, suggestion
from bolide.syntax.dependencies import DependencyTree
from bolide.syntax.trees import Tree

Sentence = str | Sequence[str]


class NotParsedError(InputError):
    """A sentence has no parse where it was looked for; ``number`` is its place, from 1 on."""

    def __init__(self, sentence: Sentence, number: int, where: str) -> None:
        self.sentence, self.where = sentence, where
        shown = sentence if isinstance(sentence, str) else " ".join(sentence)
        super().__init__(
            f"sentence {number} ({shown[:60]!r}) is not parsed in {where}:"
            " parse it and add its tree to the file"
        )

    def among(self, sentences: Sequence[Sentence]) -> NotParsedError:
        """The same, with the place of the sentence among these."""
        return NotParsedError(self.sentence, list(sentences).index(self.sentence) + 1, self.where)


class Parse(NamedTuple):
    """A tree with its score; ``note`` says what is out of the ordinary, such as a sentence that was too
    long."""

    tree: Tree | DependencyTree
    score: float
    note: str = ""


@runtime_checkable
class Parser(Protocol):
    """Anything that turns sentences into scored trees."""

    @property
    def gives(self) -> str:
        """``"constituents"`` or ``"dependencies"``."""

    def signature(self) -> str:
        """Everything that can change a parse, as ``key:value|key:value``."""

    def parse(self, sentences: Sequence[Sentence], nbest: int = 1) -> list[list[Parse]]:
        """The parses of every sentence, the best first; of an empty sentence, an empty list."""


BUILT_IN = {
    "embedded": "bolide.syntax.parsers.embedded:EmbeddedParser",
    "spacy": "bolide.syntax.parsers.spacy:SpacyParser",
    "stanza": "bolide.syntax.parsers.stanza:StanzaParser",
    "benepar": "bolide.syntax.parsers.benepar:BeneparParser",
    "corenlp": "bolide.syntax.parsers.corenlp:CoreNLPParser",
    "udpipe": "bolide.syntax.parsers.udpipe:UDPipeParser",
    "files": "bolide.syntax.parsers.files:FileParser",
}
"""The parsers by name, and where they are."""


def parser_names() -> tuple[str, ...]:
    """The names of all parsers, built in and plugged in by an entry point in the group ``bolide.parsers``."""
    return tuple(dict.fromkeys((*BUILT_IN, *sorted(_plugins()))))


@cache
def _plugins() -> dict[str, Any]:
    return {point.name: point for point in entry_points(group="bolide.parsers")}


def parser(specification: str | Parser) -> Parser:
    """The parser that a specification describes; a parser is returned as it is.

    >>> parser("file")
    Traceback (most recent call last):
    bolide.errors.SpecificationError: there is no parser 'file': did you mean 'files'?
    """
    if not isinstance(specification, str):
        if isinstance(specification, Parser):
            return specification
        raise SpecificationError(
            f'a parser is named by a string such as "embedded", not by {type(specification).__name__}'
        )
    name, _, rest = specification.strip().partition(":")
    values: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise SpecificationError(
                f"{specification!r} cannot be read at {part!r}: write name=value, as in"
                " spacy:model=en_core_web_sm"
            )
        values[key.strip()] = value.strip()
    _check(name, values)
    stamp = getattr(_class(name), "stamp", None)
    return _made(name, tuple(sorted(values.items())), stamp(**values) if stamp else ())


def _check(name: str, values: Mapping[str, str]) -> None:
    kind = _class(name)
    known = [p for p in signature(kind).parameters if p != "self"]
    for key in values:
        if key not in known:
            hint = suggestion(key, known) if known else "it has none"
            raise SpecificationError(f"the parser {name!r} has no parameter {key!r}: {hint}")
    missing = [
        p.name
        for p in signature(kind).parameters.values()
        if p.default is Parameter.empty and p.name not in values
    ]
    if missing:
        raise SpecificationError(f"the parser {name!r} needs {missing[0]}: write {name}:{missing[0]}=...")


@cache
def _made(name: str, values: tuple[tuple[str, str], ...], stamp: tuple[object, ...]) -> Parser:
    """A parser is made once, and once again when the files that it has read have changed (``stamp``)."""
    made: Parser = _class(name)(**dict(values))
    return made


def _class(name: str) -> Any:
    if name in BUILT_IN:
        module, attribute = BUILT_IN[name].split(":")
        return getattr(import_module(module), attribute)
    if name in _plugins():
        point = _plugins()[name]
        try:
            found = point.load()
        except Exception as error:
            raise SpecificationError(
                f"the parser {name!r} of {point.value} cannot be loaded ({error}): reinstall or remove it"
            ) from error
        if not (isinstance(found, type) and callable(getattr(found, "parse", None))):
            raise SpecificationError(
                f"the parser {name!r} of {point.value} is no class of a parser: reinstall or remove it"
            )
        return found
    raise SpecificationError(f"there is no parser {name!r}: {suggestion(name, parser_names())}")


class About(NamedTuple):
    """What can be said of a parser before it is made."""

    name: str
    summary: str
    gives: str
    nbest: bool
    parameters: list[str]
    ready: bool
    needs: str


def about_parsers() -> list[About]:
    """All parsers. Their classes say ``gives``, and where it is so: ``single`` (never more than one parse),
    ``package`` (what must be there to import) and ``needs`` (what to type to install it)."""
    found = []
    for name in parser_names():
        try:
            kind = _class(name)
        except SpecificationError as error:  # a plug-in, which hides no others
            found.append(About(name, str(error), "", False, [], False, "reinstall or remove it"))
            continue
        package = getattr(kind, "package", "")
        found.append(
            About(
                name,
                (kind.__doc__ or "").strip().split("\n")[0].rstrip(".").replace("``", ""),
                gives if isinstance(gives := getattr(kind, "gives", ""), str) else "",
                not getattr(kind, "single", False),
                [
                    p.name if p.default is Parameter.empty else f"{p.name}={p.default}"
                    for p in signature(kind).parameters.values()
                ],
                _installed(package) if package else not getattr(kind, "needs", ""),
                getattr(kind, "needs", ""),
            )
        )
    return found


def _installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def checked(sentences: Sequence[Sentence], nbest: int) -> list[Sentence]:
    """The sentences of a call of ``parse``, or an error that says what is wrong with them.

    >>> checked("A dog barked .", 1)
    Traceback (most recent call last):
    bolide.errors.InputError: sentences must be a list of sentences, not one string: write parse([sentence])
    """
    if isinstance(sentences, str):
        raise InputError("sentences must be a list of sentences, not one string: write parse([sentence])")
    if isinstance(nbest, bool) or not isinstance(nbest, int) or nbest < 1:
        raise SpecificationError(f"nbest must be a whole number of at least 1, not {nbest!r}")
    found = list(sentences)
    for index, sentence in enumerate(found):
        if isinstance(sentence, str):
            continue
        if not isinstance(sentence, Sequence):
            raise InputError(
                f"sentence {index + 1} is a {type(sentence).__name__}: give a string or a list of words"
            )
        for word in sentence:
            if not isinstance(word, str) or not word or word.split() != [word]:
                raise InputError(
                    f"sentence {index + 1}: {word!r} is no word: words have no white space and are not empty"
                )
    return found
