"""Splitting raw English text into the words of the Penn Treebank.

Clitics and contractions are words (``do n't``, ``John 's``, ``can not``), punctuation stands alone, hyphens
stay inside words, a full stop is split off at the end of a sentence but not of an abbreviation. No
character is changed or lost: joined together, the words are the text without its white space.

>>> words('"Don\u2019t," he said (twice).')
['"', 'Do', 'n\u2019t', ',', '"', 'he', 'said', '(', 'twice', ')', '.']
>>> words("It costs $3.50, i.e. 10% of Mr. Smith's well-earned pay...")
['It', 'costs', '$', '3.50', ',', 'i.e.', '10', '%', 'of', 'Mr.', 'Smith', "'s", 'well-earned', 'pay', '...']
"""

from __future__ import annotations

import re

_TITLES = """
    mr mrs ms dr prof rev hon gen col maj capt lt sgt cmdr adm gov sen rep messrs mme mlle st mt
"""
_OTHERS = """
    pres ft jr sr esq inc co ltd bros dept est univ assn no nos vol fig figs eq sec ch pp ed eds al etc vs
    corp cf ca approx ave blvd rd
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri
"""
TITLES = frozenset(_TITLES.split())
"""Abbreviations that come before names: a capital after them begins no sentence."""
ABBREVIATIONS = TITLES | frozenset(_OTHERS.split())
"""Words whose full stop belongs to them, in lower case without the stop."""

_SPLIT_WORDS = {
    "cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "gimme": 3, "lemme": 3, "dunno": 2,
    "'tis": 2, "'twas": 2, "d'ye": 2,
}  # fmt: skip
"""Words that are two, and where the second begins."""

_PIECE = re.compile(
    r"""
      (?:https?://|ftp://|www\.)\S*[^\s.,;:!?"')\]}>\u201d\u2019]     # addresses of the web
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+                                    # of mail
    | [@#]\w+                                                         # names and topics
    | <\/?[A-Za-z][^<>\s]*>                                           # marks
    | [:;=]-?[()DPpOo/\\](?!\w)                                       # faces
    | \.{2,}|\u2026|-{2,}|[\u2014\u2015]|\u2013(?!\d)                 # dots and dashes
    | (?:[A-Z]{1,3})?[$\u00a3\u20ac\u00a5\u20b9](?=\d)|[$\u00a3\u20ac\u00a5\u20b9]
    | [+-]?\d+(?:[.,:/\u2013-]\d+)*(?:[a-zA-Z]+\b)?(?:-\w[\w-]*)*   # numbers
    | [^\W\d_](?:\.[^\W\d_])+\.?(?!\w)                                # i.e. U.S.
    | (?:[^\W_]|[\u0300-\u036f])+                                    # words, with marks inside
      (?:[-.&/_'\u2019\u2018\u00b7+*\u2010\u2011](?:[^\W_]|[\u0300-\u036f])+)*
    | ['\u2019](?:[Tt]is|[Tt]was|em|til|cause|n|\d\ds?)\b           # words that begin with an apostrophe
    | ``|''|\S
    """,
    re.VERBOSE,
)
_CLITIC = re.compile(r"(?i)(?<=\w)(n['\u2019]t|['\u2019](?:s|m|d|re|ve|ll))$")
_SENTENCE_BEGINS = re.compile(r"[\"'\u201c\u2018`(\[]*[A-Z]")


def words(text: str) -> list[str]:
    """The words of a text."""
    chunks = text.split()
    found: list[str] = []
    for index, chunk in enumerate(chunks):
        after = chunks[index + 1] if index + 1 < len(chunks) else ""
        pieces = _PIECE.findall(chunk)
        at = 0
        while at < len(pieces):
            piece = pieces[at]
            last = all(p in "\"'\u201d\u2019)]}''" for p in pieces[at + 2 :])
            if at + 1 < len(pieces) and pieces[at + 1] == "." and _keeps_stop(piece, after if last else "x"):
                found.append(piece + ".")
                at += 2
                continue
            found.extend(_clitics(piece))
            at += 1
    return found


def _keeps_stop(piece: str, after: str) -> bool:
    """Whether the full stop after this piece belongs to it, given what comes after."""
    low = piece.lower()
    if low in TITLES:
        return bool(after)
    if len(piece) == 1 and piece.isalpha() and piece.isupper():
        return bool(after)
    return low in ABBREVIATIONS and bool(after) and not _SENTENCE_BEGINS.match(after)


def _clitics(piece: str) -> list[str]:
    at = _SPLIT_WORDS.get(piece.lower())
    if at:
        return [piece[:at], piece[at:]]
    match = _CLITIC.search(piece)
    if match and match.start():
        return [*_clitics(piece[: match.start()]), match[0]]
    return [piece]
