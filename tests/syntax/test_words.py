"""Raw text into words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.syntax import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("  ", ""),
        ("I had a dog.", "I had a dog ."),
        ("I had a dog .", "I had a dog ."),
        ("Don't they'll we've I'm he'd she's you're", "Do n't they 'll we 've I 'm he 'd she 's you 're"),
        ("CAN'T cannot gonna Wanna", "CA N'T can not gon na Wan na"),
        ("The boys' dogs aren’t John’s.", "The boys ' dogs are n’t John ’s ."),
        ("Mr. Smith of the U.S. met Dr. No.", "Mr. Smith of the U.S. met Dr. No ."),
        ("He works at Acme Inc. The firm grew.", "He works at Acme Inc . The firm grew ."),
        ("J. K. Rowling et al. wrote.", "J. K. Rowling et al. wrote ."),
        (
            "He came, saw; won: 10:30 a.m., 3.5% of 1,000!",
            "He came , saw ; won : 10:30 a.m. , 3.5 % of 1,000 !",
        ),
        ("(twice) [once] {never}", "( twice ) [ once ] { never }"),
        ("well-known and/or AT&T", "well-known and/or AT&T"),
        ("yes--no—maybe … wait...", "yes -- no — maybe … wait ..."),
        ("US$5 £3bn $1,000.50", "US$ 5 £ 3bn $ 1,000.50"),
        (
            "See https://example.org/a?b=1, or a.b@example.org.",
            "See https://example.org/a?b=1 , or a.b@example.org .",
        ),
        ("'Tis the '90s", "'T is the '90s"),
        ("Nice 😀!", "Nice 😀 !"),
        ("他说 你好。", "他说 你好 。"),
        ("?!...", "? ! ..."),
    ],
)
def test_words(text, expected):
    assert words(text) == expected.split()


@given(st.text())
def test_no_character_is_lost(text):
    assert "".join(words(text)) == "".join(text.split())


@given(st.text("aB.'’- (\",", max_size=30))
def test_no_word_has_white_space_or_is_empty(text):
    assert all(word.split() == [word] for word in words(text))
