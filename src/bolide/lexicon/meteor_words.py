"""The words of METEOR 1.5: its tokenizer and normaliser (``-norm``), rewritten as one pass over all segments.

Every rule is applied once to all segments, one a line, with a space around each, so that no rule sees beyond
its own line. The rules and their order are those of ``Normalizer.java`` of METEOR 1.5, which follows Moses'
tokenizer: punctuation stands alone, quotes and dashes are made alike, words with a dash are split, dots of
acronyms are dropped, and a dot stays with an abbreviation.

>>> normalised(["The U.S.-based “Foo” didn't, Mr. X said..."], "en", True, lists("en"))
[['the', 'us', 'based', '"', 'foo', '"', 'didn', "'t", ',', 'mr.', 'x', 'said', '...']]
"""

import re
from collections.abc import Iterable

from bolide.errors import SpecificationError
from bolide.lexicon.meteor_lists import Lists, lists

__all__ = ["NORMALISED", "lists", "normalised", "split"]

NORMALISED = ("en", "cz", "fr", "es", "de", "ru")
"""The languages that METEOR normalises."""

_ALPHA = "A-Za-zÀ-ÖØ-öø-žЀ-ӿԀ-ԧꙀ-ꙮ꙾-ꚗᴀ-ᵿ"
_DIGIT = "0-9"
_SPACE = r" \t\n\x0b\f\r"  # what Java's \s means

_APART = re.compile(f"([^{_DIGIT}{_ALPHA}{_SPACE}.'`,\\-‘’])")
_DOTS = re.compile(r"\.(\.+)")
_DOTS_END = re.compile(r"DOTMULTI\.([^.])")
_COMMAS = [re.compile(p) for p in ("([^0-9]),([^0-9])", "([0-9]),([^0-9])", "([^0-9]),([0-9])")]
_SINGLE = re.compile("[`‘’]")
_DOUBLE = re.compile("[“”]|''")
_DASH = re.compile(f"([{_DIGIT}{_ALPHA}.])-([{_DIGIT}{_ALPHA}])")
_APOSTROPHES = {
    "en": (
        (f"([^{_ALPHA}])'([^{_ALPHA}])", r"\1 ' \2"),
        (f"([^{_ALPHA}0-9])'([{_ALPHA}])", r"\1 ' \2"),
        (f"([{_ALPHA}])'([^{_ALPHA}])", r"\1 ' \2"),
        (f"([{_ALPHA}])'([{_ALPHA}])", r"\1 '\2"),
        ("([0-9])'(s)", r"\1 '\2"),
    ),
    "fr": (
        (f"([^{_ALPHA}])'([^{_ALPHA}])", r"\1 ' \2"),
        (f"([^{_ALPHA}])'([{_ALPHA}])", r"\1 ' \2"),
        (f"([{_ALPHA}])'([^{_ALPHA}])", r"\1 ' \2"),
        (f"([{_ALPHA}])'([{_ALPHA}])", r"\1' \2"),
    ),
}
_COMPILED = {
    language: [(re.compile(pattern), new) for pattern, new in rules]
    for language, rules in _APOSTROPHES.items()
}
_LETTER = re.compile(f"[{_ALPHA}]")
_PUNCTUATION = re.compile(f"[^{_DIGIT}{_ALPHA}\n]")
_WHITE = re.compile("[ \u2000-\u200a\u202f\u205f\u3000\xa0]+")
_ODD = re.compile("[\x0b\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_WORD = re.compile(r"[^ \t\n\r\f]+")


def split(line: str) -> list[str]:
    """The words of a line as Java's StringTokenizer sees them: other kinds of space are part of a word.

    >>> split("a  b\\xa0c\\td")
    ['a', 'b\\xa0c', 'd']
    """
    return _WORD.findall(line) if _ODD.search(line) else line.split()


def normalised(segments: Iterable[str], language: str, punctuation: bool, known: Lists) -> list[list[str]]:
    """The normalised words of each segment, in lower case; without punctuation only letters and digits."""
    if language not in NORMALISED:
        raise SpecificationError(
            f"METEOR has no tokenizer for the language {language!r}: use tokenize=none or another one, such"
            " as tokenize=13a"
        )
    text = " " + " \n ".join(re.sub("[\n\r]", " ", segment) for segment in segments) + " "
    text = _APART.sub(r" \1 ", text)
    if ".." in text:
        text = _DOTS.sub(r" DOTMULTI\1", text)
    while "DOTMULTI." in text:
        text = _DOTS_END.sub(r"DOTDOTMULTI \1", text).replace("DOTMULTI.", "DOTDOTMULTI")
    for pattern in _COMMAS:
        text = pattern.sub(r"\1 , \2", text)
    text = _SINGLE.sub("'", text)
    text = _DOUBLE.sub(' " ', text)
    text = text.replace("–", "-").replace("--", "-")
    text = _DASH.sub(r"\1 \2", text)
    if language in _COMPILED:
        for pattern, new in _COMPILED[language]:
            text = pattern.sub(new, text)
    else:
        text = text.replace("'", " ' ")
    lines = [_dots(split(line), known) for line in text.split("\n")]
    text = "\n".join(map(" ".join, lines))
    while "DOTDOTMULTI" in text:
        text = text.replace("DOTDOTMULTI", "DOTMULTI.")
    text = text.replace("DOTMULTI", ".")
    if not punctuation:
        text = _PUNCTUATION.sub(" ", text)
    text = _WHITE.sub(" ", text).lower()
    return [split(line) for line in text.split("\n")]


def _dots(words: list[str], known: Lists) -> list[str]:
    """Cut the dot off words at whose end it is a full stop."""
    made = []
    for i, word in enumerate(words):
        if word[-1] != "." or len(word) < 2:
            made.append(word)
            continue
        before = word[:-1]
        following = words[i + 1][0] if i + 1 < len(words) else ""
        if "." in before and _LETTER.search(before):
            made.append(word.replace(".", ""))  # U.S. becomes US
        elif (
            before in known.abbreviations
            or "a" <= following <= "z"
            or (before in known.before_numbers and "0" <= following <= "9")
        ):
            made.append(word)
        else:
            made += [before, "."]
    return made
