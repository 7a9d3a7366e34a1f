"""The credit of n-grams, against the definition: what BLEU counts is what is credited."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bolide.metrics._credit import character_credit, credit
from bolide.metrics.bleu import BLEU
from bolide.metrics.chrf import ChrF

WORDS = st.lists(st.sampled_from("abcd"), max_size=9)


def grams(words, order):
    return [tuple(words[i : i + order]) for i in range(len(words) - order + 1)]


@given(WORDS, st.lists(WORDS, min_size=1, max_size=3))
def test_a_level_is_that_of_a_matched_ngram_around_the_word(hypothesis, references):
    levels = credit(hypothesis, references, 4).levels
    assert len(levels) == len(hypothesis)
    for place, level in enumerate(levels):
        around = [
            hypothesis[start : start + order]
            for order in range(1, 5)
            for start in range(max(0, place - order + 1), min(place, len(hypothesis) - order) + 1)
            if any(tuple(hypothesis[start : start + order]) in grams(ref, order) for ref in references)
        ]
        assert level <= max(map(len, around), default=0)
        assert level == 0 or any(len(gram) == level for gram in around)


@given(WORDS, WORDS)
def test_without_repetition_the_level_is_the_longest_match(hypothesis, reference):
    hypothesis, reference = (list(dict.fromkeys(words)) for words in (hypothesis, reference))
    levels = credit(hypothesis, [reference], 4).levels
    for place, level in enumerate(levels):
        longest = max(
            (
                order
                for order in range(1, 5)
                for start in range(max(0, place - order + 1), place + 1)
                if len(hypothesis[start : start + order]) == order
                and tuple(hypothesis[start : start + order]) in grams(reference, order)
            ),
            default=0,
        )
        assert level == longest


@given(WORDS, WORDS)
def test_no_more_words_have_the_longest_level_than_their_ngrams_allow(hypothesis, reference):
    for longest in (1, 2, 3):
        levels = credit(hypothesis, [reference], longest).levels
        matched = sum((Counter(grams(hypothesis, longest)) & Counter(grams(reference, longest))).values())
        assert levels.count(longest) <= longest * matched
        assert (longest in levels) == (matched > 0)


def test_clipped_words_get_no_credit():
    assert credit(["the", "the", "the"], [["the", "cat"]], 4).levels == (1, 0, 0)
    assert credit(["a", "b", "a", "b", "c"], [["a", "b", "c"]], 3).levels == (0, 0, 3, 3, 3)
    assert credit([], [["a"]], 4).levels == ()


def test_explanations_hold_what_is_counted():
    why = BLEU().explain("the cat the", ["the cat sat", "a cat"])
    assert [(f.matched, f.total) for f in why.fractions] == [(2, 3), (1, 2), (0, 1), (0, 0)]
    assert why.credit.levels == (2, 2, 0)
    assert why.score == BLEU().score(BLEU().statistics(["the cat the"], [["the cat sat", "a cat"]])[0])
    why = ChrF(word_order=2).explain("a bc", ["zz", "abd"])
    assert why.tables[0].title.endswith("number 2")
    assert [row.cells[1] for row in why.tables[0].rows] == [2, 1, 0, 0, 0, 0, 0, 0]
    assert "".join(why.credit.pieces) == "a bc"
    assert ChrF(char_order=0, word_order=1).explain("a", ["a"]).credit is None


def test_white_space_is_no_part_of_character_ngrams_unless_asked_for():
    assert character_credit("ab c", ["abc"], 3, whitespace=False).levels == (3, 3, -1, 3)
    assert character_credit("ab c", ["abc"], 3, whitespace=True).levels == (2, 2, 0, 1)
