"""Bracket scores: evalb's rules, case by case; the expected figures are counted by hand."""

import pytest
from hypothesis import given

from bolide.errors import InputError
from bolide.syntax import Tree
from bolide.syntax.scoring import SKIPPED, best_possible, bracket_score
from tests.syntax.test_trees import TREES

GOLD = "(TOP (S (NP-SBJ (DT The) (NN dog)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN in) (NP (NN town))))) (. .)))"


def score(gold, parsed, **options):
    return bracket_score([Tree.read(gold)], [parsed and Tree.read(parsed)], **options)


def test_the_same_tree():
    found = score(GOLD, GOLD)
    assert (found.matched, found.gold, found.parsed) == (7, 7, 7)
    assert (found.precision, found.recall, found.f1, found.exact) == (100, 100, 100, 100)
    assert (found.words, found.all_words) == (7, 8)
    assert (found.tags, found.all_tags, found.crossing, found.uncrossed) == (100, 100, 0, 100)


def test_functions_do_not_count():
    assert score(GOLD, GOLD.replace("NP-SBJ", "NP-TMP")).exact == 100
    assert score(GOLD, GOLD.replace("NP-SBJ", "NP=2")).exact == 100


def test_one_attachment_wrong():
    parsed = "(TOP (S (NP (DT The) (NN dog)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN in) (NP (NN town)))) (. .)))"
    found = score(GOLD, parsed)
    assert (found.matched, found.gold, found.parsed) == (6, 7, 6)
    assert found.recall == pytest.approx(100 * 6 / 7)
    assert found.precision == 100
    assert found.f1 == pytest.approx(100 * 12 / 13)
    assert (found.exact, found.crossing) == (0, 0)


def test_crossing_brackets_are_those_of_the_parser():
    parsed = "(TOP (S (NP (DT The) (NN dog)) (VP (VBD saw) (NP (DT a))) (X (NN man) (X (IN in) (NP (NN town)))) (. .)))"
    found = score(GOLD, parsed)
    # VP 2-4 crosses the gold NP 3-5, X 4-7 crosses it too; X 5-7, NP 3-4 and the others cross nothing
    assert found.crossing_brackets == 2
    assert found.uncrossed == 0


def test_a_wrong_label_is_a_wrong_bracket():
    found = score(GOLD, GOLD.replace("(PP", "(ADJP"))
    assert (found.matched, found.gold, found.parsed) == (6, 7, 7)


def test_adverbs_and_particles_are_equal_as_brackets_only():
    gold = "(S (VP (VB give) (PRT (RP up))))"
    assert score(gold, gold.replace("PRT", "ADVP")).exact == 100
    assert score(gold, gold.replace("RP", "RB")).tags == 50
    assert score(gold, gold.replace("PRT", "ADVP"), equal={}).exact == 0


def test_punctuation_does_not_move_brackets():
    gold = "(S (NP (NNP Ann)) (, ,) (VP (VBD left)) (. .))"
    for parsed in (
        "(S (NP (NNP Ann) (, ,)) (VP (VBD left) (. .)))",
        "(S (NP (NNP Ann)) (VP (, ,) (VBD left)) (. .))",
    ):
        assert score(gold, parsed).exact == 100
    # brackets as words are no punctuation
    gold = "(S (NP (NNP Ann)) (-LRB- -LRB-) (VP (VBD left)))"
    assert score(gold, "(S (NP (NNP Ann) (-LRB- -LRB-)) (VP (VBD left)))").matched == 2


def test_a_constituent_of_punctuation_is_none():
    gold = "(S (NP (NNP Ann)) (PRN (, ,) (: --)) (VP (VBD left)))"
    found = score(gold, "(S (NP (NNP Ann)) (, ,) (: --) (VP (VBD left)))")
    assert (found.gold, found.parsed, found.matched) == (3, 3, 3)


def test_a_wrong_tag_of_punctuation_does_not_move_brackets():
    gold = "(S (NP (NNP Ann)) (: -) (VP (VBD left)))"
    found = score(gold, "(S (NP (NNP Ann)) (HYPH -) (VP (VBD left)))")
    assert found.exact == 100
    assert found.tags == 100
    assert found.all_tags == pytest.approx(100 * 2 / 3)


def test_unary_brackets_match_one_to_one():
    gold = "(S (NP (NP (NP (NN a)))) (VP (VB b)))"
    found = score(gold, "(S (NP (NP (NN a))) (VP (VP (VB b))))")
    assert (found.gold, found.parsed, found.matched) == (5, 5, 4)
    assert found.exact == 0


def test_roots_are_no_brackets():
    for root in ("TOP", "ROOT", "S1", ""):
        found = score("(TOP (S (NN a)))", f"({root} (S (NN a)))")
        assert (found.gold, found.parsed, found.matched) == (1, 1, 1)


def test_labels_may_be_skipped():
    gold = "(NP (NML (NN a) (NN b)) (NN c))"
    assert score(gold, "(NP (NN a) (NN b) (NN c))").recall == 50
    assert score(gold, "(NP (NN a) (NN b) (NN c))", skipped={*SKIPPED, "NML", "NX"}).recall == 100


def test_no_parse_costs_recall():
    found = bracket_score([Tree.read(GOLD)] * 2, [Tree.read(GOLD), None])
    assert (found.recall, found.precision, found.failed) == (50, 100, 1)
    assert found.f1 == pytest.approx(200 / 3)
    assert found.tags == 50


def test_sums_are_of_brackets_not_of_sentences():
    small, other = Tree.read("(S (NN a))"), Tree.read("(NP (NN a))")
    found = bracket_score([Tree.read(GOLD), small], [Tree.read(GOLD), other])
    assert found.f1 == pytest.approx(100 * 7 / 8)
    assert found.exact == 50


def test_nothing_at_all():
    found = bracket_score([], [])
    assert (found.f1, found.exact, found.tags, found.crossing) == (0, 0, 0, 0)


def test_the_best_of_several():
    gold = Tree.read(GOLD)
    worse = Tree.read(GOLD.replace("(PP", "(ADJP"))
    worst = Tree.read(GOLD.replace("(PP", "(ADJP").replace("(VP", "(X"))
    assert best_possible([gold], [[worst, gold, worse]]).exact == 100
    assert best_possible([gold], [[worst, worse]]).matched == 6
    assert best_possible([gold], [[worst]]).matched == 5
    assert best_possible([gold, gold], [[], [worst]]).failed == 1


def test_other_words_are_refused():
    with pytest.raises(InputError, match="sentence 1 has 8 words in the gold tree, but 1 in the parse"):
        score(GOLD, "(S (NN dog))")
    with pytest.raises(InputError, match="sentence 1, word 1: 'a' in the gold tree, but 'b' in the parse"):
        score("(S (NN a))", "(S (NN b))")
    with pytest.raises(InputError, match="2 gold trees, but 1 parses"):
        bracket_score([Tree.read(GOLD)] * 2, [Tree.read(GOLD)])
    with pytest.raises(InputError, match="1 gold trees, but 0 lists"):
        best_possible([Tree.read(GOLD)], [])
    assert score("(S (-LRB- -LRB-))", "(S (-LRB- ())".replace("()", "-LRB-)")).exact == 100


@given(TREES)
def test_a_tree_is_equal_to_itself(tree):
    found = bracket_score([tree], [tree])
    assert found.exact == 100
    assert found.matched == found.gold == found.parsed
    assert not found.crossing
    assert found.all_right_tags == len(tree.words)
