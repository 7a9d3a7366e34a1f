"""Tables of rules, read from the text files in ``data/``; what their lines mean is said at their tops.

>>> rules = tree_rules()
>>> rules.lists["complementizer"] == {"that", "if", "whether"}
True
>>> rules.blocks["NX"] is rules.blocks["NP"]
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from bolide.errors import InputError

_PATTERN = re.compile(
    r"""([^-":\[]+|-(?=[A-Z]))(-?[A-Z|]+)?("[^"]+")?(:[a-z-]+|:![a-z-]+)?((?:\[!?[^\]]+\])*)$"""
)


@dataclass(frozen=True)
class Test:
    """One thing that must (or, with ``no``, must not) hold of an f-structure."""

    kind: str  # "word", "list", "tag", "is"
    value: str
    no: bool = False


@dataclass(frozen=True)
class Pattern:
    """A category (``*`` is any) with function labels, of which one must be there, and tests."""

    category: str
    functions: frozenset[str]
    tests: tuple[Test, ...]

    def fits(self, category: str, functions: frozenset[str]) -> bool:
        """Whether a label with this category and these functions fits, as far as one can tell by labels."""
        right = not self.functions or not self.functions.isdisjoint(functions)
        return right and self.category in (category, "*")


@dataclass(frozen=True)
class Rule:
    """What a child that fits is, on this side of the head."""

    side: str
    pattern: Pattern
    what: tuple[str, ...]
    when: tuple[Test, ...]


@dataclass
class Block:
    """The rules of a category: where its head is, and what the other children are."""

    head: tuple[str, tuple[Pattern, ...]] | None = None
    rules: list[Rule] = field(default_factory=list)


@dataclass
class Rules:
    """All that a file of rules says."""

    lists: dict[str, frozenset[str]] = field(default_factory=dict)
    blocks: dict[str, Block] = field(default_factory=dict)
    features: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    forms: dict[tuple[str, str], str] = field(default_factory=dict)
    pronouns: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)
    lines: dict[str, list[tuple[int, str]]] = field(default_factory=dict)


@cache
def tree_rules() -> Rules:
    """The rules for constituent trees."""
    return read("trees.txt")


@cache
def universal_rules() -> Rules:
    """The rules for Universal Dependencies; words and lists are those for constituent trees."""
    found = read("universal.txt")
    shared = tree_rules()
    found.lists = {**shared.lists, **found.lists}
    found.forms, found.pronouns = shared.forms, shared.pronouns
    return found


def read(name: str) -> Rules:
    """The rules in this file of ``data/``."""
    text = (files("bolide.syntax.fstructure") / "data" / name).read_text(encoding="utf-8")
    rules = Rules()
    for section, number, line in _sections(text, name):
        place = f"{name}, line {number}"
        kind, _, rest = section.partition(" ")
        if kind == "list":
            rules.lists[rest] = rules.lists.get(rest, frozenset()) | frozenset(line.split())
        elif kind in ("tags", "nominal"):
            tag, *features = line.split()
            rules.features.setdefault(kind, {})[tag] = _features(features, place)
        elif kind == "forms":
            for part in line.split(","):
                form, base = part.split()
                word, _, tag = form.partition("/")
                rules.forms[word, tag] = base
        elif kind == "pronouns":
            base, *others = line.split()
            features = [each for each in others if "=" in each]
            for form in others:
                if "=" not in form:
                    rules.pronouns[form] = (base, _features(features, place))
        elif kind.isupper() or kind == "*":
            block = rules.blocks.setdefault(kind, Block())
            if rest:
                rules.blocks[kind] = rules.blocks[rest.removeprefix("= ")]
            elif line:
                _block_line(block, line, place)
        else:
            rules.lines.setdefault(section, []).append((number, line))
    return rules


def _sections(text: str, name: str) -> Iterator[tuple[str, int, str]]:
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#", 1)[0].strip() if line.lstrip().startswith("#") else line.strip()
        if not line:
            continue
        header = re.fullmatch(r"\[([^\]]+)\]", line)
        if header:
            section = header[1]
            if section.split()[0].isupper() or section == "*":
                yield section, number, ""
        elif not section:
            raise InputError(f"{name}, line {number}: no section begins before this line")
        else:
            yield section, number, line


def _features(parts: list[str], place: str) -> dict[str, str]:
    found = {}
    for part in parts:
        feature, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"{place}: {part!r} is no feature=value")
        found[feature] = value
    return found


def _block_line(block: Block, line: str, place: str) -> None:
    before, arrow, after = line.partition(">")
    side, *patterns = before.split()
    if side == "head":
        block.head = (patterns[0], tuple(_pattern(each, place) for each in patterns[1:]))
        return
    if not arrow or side not in ("left", "right", "any"):
        raise InputError(f"{place}: write left, right or any, patterns, > and what they are")
    what, _, when = after.partition(" when ")
    tests = tuple(test for each in when.split() for test in _tests(each))
    for each in patterns:
        block.rules.append(Rule(side, _pattern(each, place), tuple(what.split()), tests))


def _pattern(text: str, place: str) -> Pattern:
    match = _PATTERN.match(text)
    if not match:
        raise InputError(f"{place}: {text!r} is no pattern")
    category, functions = match[1], (match[2] or "").lstrip("-")
    if category == "-":
        category = "*"
    rest = text[match.end(2) if match[2] else match.end(1) :]
    wanted = frozenset(functions.split("|")) if functions else frozenset()
    return Pattern(category, wanted, tuple(_tests(rest)))


def _tests(text: str) -> Iterator[Test]:
    for each in re.findall(r'"[^"]+"|:!?[a-z-]+|\[!?[^\]]+\]', text):
        body = each.strip('":[]')
        no = body.startswith("!")
        body = body.removeprefix("!")
        if each[0] == '"':
            yield Test("word", body)
        elif each[0] == ":":
            yield Test("list", body, no)
        else:
            yield Test("tag" if body[0].isupper() or body == "$" else "is", body, no)
