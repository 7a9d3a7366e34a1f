"""The words of METEOR 1.5: its tokenizer and normaliser (``-norm``), rewritten as one pass over all segments.

Every rule is applied once to all segments, one a line, with a space around each, so that no rule sees beyond
its own line. The rules and their order are those of ``Normalizer.java`` of METEOR 1.5, which follows Moses'
tokenizer: punctuation stands alone, quotes and dashes are made alike, words with a dash are split, dots of
acronyms are dropped, and a dot stays with an abbreviation.

>>> split(normalised(["The U.S.-based “Foo” didn't, Mr. X said..."], "en", True, lists("en"))).words()
[['the', 'us', 'based', '"', 'foo', '"', 'didn', "'t", ',', 'mr.', 'x', 'said', '...']]
"""

import re
from collections.abc import Collection

from bolide.errors import SpecificationError
from bolide.lexicon.meteor_lists import Lists, lists
from bolide.testset import Segments
from bolide.text import Tokens, from_lists, tokenizer, tokens

__all__ = ["NORMALISED", "lists", "normalised", "split"]

NORMALISED = ("en", "cz", "fr", "es", "de", "ru")
"""The languages that METEOR normalises."""

_ALPHA = "A-Za-zÀ-ÖØ-öø-žЀ-ӿԀ-ԧꙀ-ꙮ꙾-ꚗᴀ-ᵿ"
_DIGIT = "0-9"
_SPACE = r" \t\n\x0b\f\r"  # what Java's \s means


def _characters(*ranges: str) -> frozenset[str]:
    """All characters of these ranges, each written as its first, a dash, and its last."""
    text = "".join(ranges)
    bounds = zip(text[::3], text[2::3], strict=True)
    return frozenset(chr(c) for first, last in bounds for c in range(ord(first), ord(last) + 1))


_LETTERS, _DIGITS = _characters(_ALPHA), _characters(_DIGIT)
_Class = tuple[bool, frozenset[str]]  # of characters: those that are in a set, or those that are not
_IS_LETTER, _NO_LETTER = (True, _LETTERS), (False, _LETTERS)
_IS_DIGIT, _NO_DIGIT = (True, _DIGITS), (False, _DIGITS)
_IS_WORDY, _NOT_WORDY = (True, _LETTERS | _DIGITS), (False, _LETTERS | _DIGITS)
_WORDY_OR_DOT = (True, _LETTERS | _DIGITS | {"."})

_ALIKE = (
    ("`", "'"),
    ("‘", "'"),
    ("’", "'"),
    ("“", ' " '),
    ("”", ' " '),
    ("''", ' " '),
    ("–", "-"),
    ("--", "-"),
)
"""Quotes and dashes that are made alike."""
_APOSTROPHES: dict[str, tuple[tuple[_Class, _Class, str], ...]] = {
    "en": (
        (_NO_LETTER, _NO_LETTER, " ' "),
        (_NOT_WORDY, _IS_LETTER, " ' "),
        (_IS_LETTER, _NO_LETTER, " ' "),
        (_IS_LETTER, _IS_LETTER, " '"),
        (_IS_DIGIT, (True, frozenset("s")), " '"),
    ),
    "fr": (
        (_NO_LETTER, _NO_LETTER, " ' "),
        (_NO_LETTER, _IS_LETTER, " ' "),
        (_IS_LETTER, _NO_LETTER, " ' "),
        (_IS_LETTER, _IS_LETTER, "' "),
    ),
}
"""What stands before and after an apostrophe, and what it becomes."""

_APART = re.compile(f"([^{_DIGIT}{_ALPHA}{_SPACE}.'`,\\-‘’])")
_DOTS = re.compile(r"\.(\.+)")
_DOTS_END = re.compile(r"DOTMULTI\.([^.])")
_MULTI = re.compile("(?:DOT)+MULTI")
_NEXT = re.compile(" *([^ ]?)")
_LETTER = re.compile(f"[{_ALPHA}]")
_PUNCTUATION = re.compile(f"[^{_DIGIT}{_ALPHA}\n]")
_WHITE = re.compile("[ \u2000-\u200a\u202f\u205f\u3000\xa0]+")
_ODD = re.compile("[\x0b\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_WORD = re.compile(r"[^ \t\n\r\f]+")


def split(segments: Segments) -> Tokens:
    """The words of each segment as Java's StringTokenizer sees them: other kinds of space are part of a word.

    >>> split(Segments(["a  b\\xa0c\\td", ""])).words()
    [['a', 'b\\xa0c', 'd'], []]
    """
    if _ODD.search("\n".join(segments)):
        return from_lists(map(_WORD.findall, segments))
    return tokens(segments, tokenizer("none"))


def normalised(segments: Collection[str], language: str, punctuation: bool, known: Lists) -> Segments:
    """The normalised words of each segment, in lower case; without punctuation only letters and digits."""
    if language not in NORMALISED:
        raise SpecificationError(
            f"METEOR has no tokenizer for the language {language!r}: use tokenize=none or another one, such"
            " as tokenize=13a"
        )
    lines = " \n ".join(segment.replace("\n", " ").replace("\r", " ") for segment in segments)
    text = _APART.sub(r" \1 ", f" {lines} ".replace("\t", " ").replace("\f", " "))
    if "DOTMULTI" not in text:
        text = _DOTS.sub(lambda found: f" {'DOT' * len(found[0])}MULTI ", text)
    else:  # the rule, dot by dot, also finds what the text itself says
        text = _DOTS.sub(r" DOTMULTI\1", text)
        while "DOTMULTI." in text:
            text = _DOTS_END.sub(r"DOTDOTMULTI \1", text).replace("DOTMULTI.", "DOTDOTMULTI")
    for before, after in ((_NO_DIGIT, _NO_DIGIT), (_IS_DIGIT, _NO_DIGIT), (_NO_DIGIT, _IS_DIGIT)):
        text = _between(text, ",", before, after, " , ")
    for old, new in _ALIKE:
        text = text.replace(old, new)
    text = _between(text, "-", _WORDY_OR_DOT, _IS_WORDY, " ")
    if language in _APOSTROPHES:
        for rule in _APOSTROPHES[language]:
            text = _between(text, "'", *rule)
    else:
        text = text.replace("'", " ' ")
    text = _full_stops(text, known)
    text = _MULTI.sub(lambda found: "." * (len(found[0]) // 3 - 1), text)
    if not punctuation:
        text = _PUNCTUATION.sub(" ", text)
    if _ODD.search(text):
        text = _WHITE.sub(" ", text)
    return Segments(text.lower().split("\n")[: len(segments)])


def _between(text: str, mark: str, before: _Class, after: _Class, new: str) -> str:
    """Replace a mark where the characters before and after it are of these classes.

    As the regular expression ``(before)mark(after)`` does it, several times as fast: a character that one
    match needs is not there for the next.

    >>> _between("a,b,c, 1,2", ",", _IS_LETTER, _NO_DIGIT, " ; ")
    'a ; b,c ;  1,2'
    """
    parts = []
    done = free = 0  # what is in parts, and what no match has needed
    at = text.find(mark, 1)
    last = len(text) - 1
    while 0 < at < last:
        if at > free and (text[at - 1] in before[1]) == before[0] and (text[at + 1] in after[1]) == after[0]:
            parts += [text[done:at], new]
            done, free = at + 1, at + 2
        at = text.find(mark, at + 1)
    return "".join([*parts, text[done:]])


def _full_stops(text: str, known: Lists) -> str:
    """Cut the dot off words at whose end it is a full stop, and drop those of acronyms."""
    parts = []
    done = 0
    at = text.find(". ")
    while at >= 0:
        start = text.rfind(" ", 0, at) + 1
        before = text[start:at]
        if before:
            following = _NEXT.match(text, at + 1)[1]  # type: ignore[index]
            if "." in before and _LETTER.search(before):  # U.S. becomes US
                parts += [text[done:start], before.replace(".", "")]
                done = at + 1
            elif not (
                before in known.abbreviations
                or "a" <= following <= "z"
                or (before in known.before_numbers and "0" <= following <= "9")
            ):
                parts += [text[done:at], " "]
                done = at
        at = text.find(". ", at + 1)
    return "".join([*parts, text[done:]])
