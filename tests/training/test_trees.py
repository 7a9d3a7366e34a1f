"""Treebank trees as what the parser learns, and back."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.syntax import Tree
from bolide.syntax.spelling import WIDTH
from training.trees import Alphabet, Guess, batches, built, cleaned, labelled_spans

SENTENCE = Tree.read(
    "(TOP (S (NP-SBJ (NP (DT The) (NN dog)) (PP-LOC (IN in) (NP (NN town)))) (VP (VBD barked)"
    " (NP-TMP (NN today))) (. .)))"
)
QUESTION = Tree.read("(TOP (SBARQ (WHNP (WP Who)) (SQ (VP (VBD left)))) (. ?))")


def test_spans():
    assert list(labelled_spans(SENTENCE)) == [
        (0, 7, "S", ""), (0, 4, "NP", "SBJ"), (0, 2, "NP", ""), (2, 4, "PP", "LOC"), (3, 4, "NP", ""),
        (4, 6, "VP", ""), (5, 6, "NP", "TMP"),
    ]  # fmt: skip
    assert list(labelled_spans(QUESTION)) == [
        (0, 3, "TOP", ""), (0, 2, "SBARQ", ""), (0, 1, "WHNP", ""), (1, 2, "SQ+VP", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "tree", [SENTENCE, QUESTION, Tree.read("(TOP (NN Dogs))"), Tree.read("(NP (NN Dogs))")]
)
def test_spans_and_tags_make_the_tree_again(tree):
    spans = list(labelled_spans(tree))[::-1]
    spans.sort(key=lambda span: span[1] - span[0])
    again = built([str(word) for word in tree.words], tree.tags, spans)
    assert again == (tree if tree.label == "TOP" else Tree("TOP", (tree,)))


def test_what_is_no_word_of_the_sentence_is_removed():
    tree = Tree.read("(TOP (CODE A:) (NP-UNF-SBJ (NN dog) (-NONE- *)) (VP (-NONE- *)))")
    assert str(cleaned(tree)) == "(TOP (NP-SBJ (NN dog)))"
    assert cleaned(Tree.read("(TOP (CODE A:))")) is None


def test_treebanks_are_made_alike():
    tree = Tree.read("(TOP (NP (NML (NN dog) (NN food)) (NN shop) (PP (TO to) (NP (NN rent)))))")
    assert str(cleaned(tree)) == "(TOP (NP (NN dog) (NN food) (NN shop) (PP (IN to) (NP (NN rent)))))"


def test_an_alphabet_knows_what_is_frequent():
    alphabet = Alphabet.of([SENTENCE] * 20 + [QUESTION], ["dog", "the"])
    assert alphabet.words == {"dog": 3, "the": 4}
    assert set(alphabet.functions) == {"", "SBJ", "LOC", "TMP"}
    assert "SQ+VP" not in alphabet.chains
    assert alphabet.chains[""] == 0
    example = alphabet.example(QUESTION)
    assert example.tags == (-100, alphabet.tags["VBD"], alphabet.tags["."])
    assert [chain for _, _, chain, _ in example.spans] == [0, 0, 0, 0]
    assert [len(numbers) for numbers in example.features] == [WIDTH] * 5


def test_a_guess_is_read_back():
    guess = Guess(("Dogs", "\u2028"), ("NNS", "."), ((0, 2, "NP", "SBJ"), (0, 1, "NP", "")), (1.0, 0.25))
    assert Guess.read(guess.line()) == guess


@given(st.lists(st.integers(1, 9), max_size=40), st.integers(1, 30))
def test_batches_hold_sentences_of_one_length(lengths, size):
    made = batches(lengths, size, random.Random(1))
    assert sorted(i for batch in made for i in batch) == list(range(len(lengths)))
    for batch in made:
        assert len({lengths[i] for i in batch}) == 1
        assert len(batch) == 1 or len(batch) * lengths[batch[0]] <= size
