"""METEOR's normaliser against its rules written as regular expressions, on random text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.lexicon import meteor_words
from bolide.lexicon.meteor_lists import lists
from bolide.lexicon.meteor_words import NORMALISED, normalised, split
from bolide.testset import Segments

LETTER = "A-Za-zÀ-ÖØ-öø-žЀ-ӿԀ-ԧꙀ-ꙮ꙾-ꚗᴀ-ᵿ"
PIECES = [
    *"ab,.'`-–‘’“” \t\n\r\f\v\xa0\u20031 9sS\"!",
    "..",
    "...",
    "''",
    "--",
    "Dr",
    "No",
    "Mr",
    "U.S.",
    "é",
    "я",
]
text = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


def by_rules(segment, language, punctuation):
    """Normalizer.java, rule by rule."""
    line = " " + re.sub("[\r\n]", " ", segment) + " "

    def rule(pattern, new):
        nonlocal line
        line = re.sub(pattern, new, line)

    rule(f"([^0-9{LETTER} \t\n\v\f\r.'`,\\-‘’])", r" \1 ")
    rule(r"\.(\.+)", r" DOTMULTI\1")
    while "DOTMULTI." in line:
        rule(r"DOTMULTI\.([^.])", r"DOTDOTMULTI \1")
        line = line.replace("DOTMULTI.", "DOTDOTMULTI")
    for before, after in (("^0-9", "^0-9"), ("0-9", "^0-9"), ("^0-9", "0-9")):
        rule(f"([{before}]),([{after}])", r"\1 , \2")
    rule("[`‘’]", "'")
    rule("[“”]|''", ' " ')
    rule("–", "-")
    rule("--", "-")
    rule(f"([0-9{LETTER}.])-([0-9{LETTER}])", r"\1 \2")
    if language in ("en", "fr"):
        digits, joined = ("0-9", r"\1 '\2") if language == "en" else ("", r"\1' \2")
        rule(f"([^{LETTER}])'([^{LETTER}])", r"\1 ' \2")
        rule(f"([^{LETTER}{digits}])'([{LETTER}])", r"\1 ' \2")
        rule(f"([{LETTER}])'([^{LETTER}])", r"\1 ' \2")
        rule(f"([{LETTER}])'([{LETTER}])", joined)
        if language == "en":
            rule("([0-9])'(s)", r"\1 '\2")
    else:
        rule("'", " ' ")
    words, made, known = java(line), [], lists(language)
    for word, following in zip(words, [*words, ""][1:], strict=True):
        before = word[:-1]
        if not before or word[-1] != ".":
            made.append(word)
        elif "." in before and re.search(f"[{LETTER}]", before):
            made.append(word.replace(".", ""))
        elif (
            before in known.abbreviations
            or re.match("[a-z]", following)
            or (before in known.before_numbers and re.match("[0-9]", following))
        ):
            made.append(word)
        else:
            made += [before, "."]
    line = " ".join(made)
    while "DOTDOTMULTI" in line:
        line = line.replace("DOTDOTMULTI", "DOTMULTI.")
    line = line.replace("DOTMULTI", ".")
    if not punctuation:
        rule(f"[^0-9{LETTER}\n]", " ")
    rule("[ \u2000-\u200a\u202f\u205f\u3000\xa0]+", " ")
    return java(line.lower())


def java(line):
    return [word for word in re.split("[ \t\n\r\f]", line) if word]


@pytest.mark.parametrize("punctuation", [True, False])
@pytest.mark.parametrize("language", NORMALISED)
@given(segments=st.lists(text, max_size=4))
def test_it_is_its_rules(segments, language, punctuation):
    made = split(normalised(segments, language, punctuation, lists(language))).words()
    assert made == [by_rules(segment, language, punctuation) for segment in segments]


@given(st.lists(text, max_size=4))
def test_words_are_those_that_java_sees(segments):
    assert split(Segments(segments)).words() == [java(segment) for segment in segments]


@given(st.text("ab,1 ", max_size=20), st.sampled_from(["a", "ab1", " ,"]), st.booleans())
def test_between_is_a_regular_expression(line, characters, among):
    kind = f"[{'' if among else '^'}{characters}]"
    one = (among, frozenset(characters))
    assert meteor_words._between(line, ",", one, one, ";") == re.sub(f"({kind}),({kind})", r"\1;\2", line)
