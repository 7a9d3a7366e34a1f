"""Labelled dependencies: the paper's example, each of its variants by hand, and a search through everything."""

import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

import bolide
from bolide import registry
from bolide.explanation import MISSING
from bolide.lexicon.wordnet import wordnet
from bolide.syntax import Tree
from bolide.syntax.fstructure import F_STRUCTURE, FEATURES, is_feature, tree_triples
from tests.syntax.fstructure.test_sentences import ENTRIES


@pytest.fixture
def parsed(tmp_path):
    """``parsed([tree, ...], ...)`` writes n-best lists into a file and gives the parser that reads it."""

    def write(*lists, name="trees.ptb"):
        path = tmp_path / name
        blocks = ("".join(f"{-rank} {tree}\n" for rank, tree in enumerate(trees)) for trees in lists)
        path.write_text("\n".join(blocks), encoding="utf-8")
        return f"files:path={path}"

    return write


def scored(specification, parser, hypothesis, *references):
    metric = registry.metric(specification, {"parser": parser})
    return bolide.score([hypothesis], [list(references)], metric).value


def test_the_example_of_the_paper(parsed):
    sentences = ("John resigned yesterday.", "Yesterday, John resigned.")
    parser = parsed(*([ENTRIES[each][0]] for each in sentences))
    for variant in ("labelled", "labelled:predicates=yes", "labelled:partial=yes,nbest=10,wordnet=yes"):
        assert scored(variant, parser, *sentences) == 100
    bleu = bolide.score([sentences[0]], [[sentences[1]]], "bleu:lowercase=yes,smooth_method=add-one")
    assert bleu.value == pytest.approx(37.81, abs=0.005)


# -- the variants of Table 3, by hand ------------------------------------------------------------------------

REFERENCE = "Yesterday she bought red apples ."
HYPOTHESIS = "She purchased red apples yesterday ."
RIGHT = (
    "(S (NP-TMP (NN Yesterday)) (NP-SBJ (PRP she)) (VP (VBD bought) (NP (JJ red) (NNS apples))) (. .))"
    # subj(buy, she) obj(buy, apple) adj(apple, red) adj(buy, yesterday): 4 predicates, 8 halves
    # tense(buy, past) pron_form(she, she) pers(she, 3) num(she, sg) pers(apple, 3) num(apple, pl)
    # adegree(red, positive) pers(yesterday, 3) num(yesterday, sg): 9 features
)


def purchased(red, yesterday, to_the_verb):
    below, beside = ("", f" (NP-TMP ({yesterday} yesterday))")[:: 1 if to_the_verb else -1]
    apples = f"(NP ({red} red) (NNS apples))"
    apples = apples if to_the_verb else f"(NP {apples}{below})"
    beside = beside if to_the_verb else ""
    return f"(S (NP-SBJ (PRP She)) (VP (VBD purchased) {apples}{beside}) (. .))"


FIRST = purchased("NN", "NNS", False)  # adj(apple, yesterday); pers and num of red; num(yesterday, pl)
SECOND = purchased("NN", "NN", False)
TENTH = purchased("JJ", "NNS", True)
FIFTIETH = purchased("JJ", "NN", True)
FIFTY = [FIRST, SECOND, *(FIRST for _ in range(7)), TENTH, *(FIRST for _ in range(39)), FIFTIETH]
FIFTY = ["(TOP " * rank + tree + ")" * rank for rank, tree in enumerate(FIFTY)]  # no tree twice

VARIANTS = {
    # of the first parse match: adj(apple, red), three features of she, two of apple, pers(yesterday, 3)
    "labelled": 2 * 7 / (14 + 13),
    "labelled:predicates=yes": 2 * 1 / (4 + 4),
    "labelled:nbest=2": 2 * 8 / (14 + 13),
    "labelled:nbest=10": 2 * 8 / (13 + 13),
    "labelled:nbest=50": 2 * 9 / (13 + 13),
    # and subj(_, she) obj(_, apple) adj(apple, _) adj(_, red) adj(_, yesterday) with six features
    "labelled:partial=yes": 2 * (5 + 6) / (18 + 17),
    "labelled:partial=yes,nbest=10": 2 * (5 + 7) / (17 + 17),
    "labelled:partial=yes,nbest=50": 2 * (5 + 8) / (17 + 17),
    # with "bought" and "purchased" as synonyms also subj, obj and tense match
    "labelled:wordnet=yes": 2 * (7 + 3) / (14 + 13),
    "labelled:wordnet=yes,nbest=50": 1,
    # combinations that the paper does not have
    "labelled:predicates=yes,partial=yes": 2 * 5 / (8 + 8),
    "labelled:predicates=yes,wordnet=yes": 2 * 3 / (4 + 4),
    "labelled:predicates=yes,partial=yes,wordnet=yes": 2 * 7 / (8 + 8),
    "labelled:predicates=yes,nbest=10,wordnet=yes": 1,
    "labelled:partial=yes,nbest=2,wordnet=yes": 2 * (7 + 8) / (18 + 17),
    # measures, weights and beta
    "labelled:measure=precision": 7 / 14,
    "labelled:measure=recall": 7 / 13,
    "labelled:beta=2": 5 * 7 / (4 * 13 + 14),
    "labelled:weights=num=0": 2 * 5 / (10 + 10),
    "labelled:weights=adj=3": 2 * (3 + 6) / (18 + 17),
    "labelled:weights=adj=3+pers=0.5,partial=yes": 2 * (2 + 9 + 4.5) / (24 + 23.5),
}  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants_by_hand(parsed, variant):
    parser = parsed(FIFTY, [RIGHT] * 50)
    assert scored(variant, parser, HYPOTHESIS, REFERENCE) == pytest.approx(100 * VARIANTS[variant], abs=1e-9)


def test_the_bags_of_these_parses():
    hypothesis, reference = ({str(t) for t in tree_triples(Tree.read(t))} for t in (FIRST, RIGHT))
    assert len(hypothesis) == 14
    assert len(reference) == 13
    assert hypothesis - reference == {
        "subj(purchase, she)", "obj(purchase, apple)", "adj(apple, yesterday)", "tense(purchase, past)",
        "pers(red, 3)", "num(red, sg)", "num(yesterday, pl)",
    }  # fmt: skip


def test_names_are_those_of_table_3():
    suffixes = {
        "": "", "predicates=yes": "_pr", "nbest=2": "_2", "nbest=10": "_10", "nbest=50": "_50",
        "partial=yes": "_var", "partial=yes,nbest=10": "_10_var", "partial=yes,nbest=50": "_50_var",
        "wordnet=yes": "+WN", "wordnet=yes,nbest=50": "_50+WN",
    }  # fmt: skip
    for settings, suffix in suffixes.items():
        assert bolide.metric(f"labelled:{settings}".rstrip(":")).name == f"labelled{suffix}"


def test_the_best_reference_counts(parsed):
    parser = parsed([FIRST], [RIGHT], ["(S (NP-SBJ (PRP It)) (VP (VBD rained)))"])
    other = "It rained"
    alone = scored("labelled", parser, HYPOTHESIS, REFERENCE)
    assert scored("labelled", parser, HYPOTHESIS, other, REFERENCE) == alone
    assert scored("labelled", parser, HYPOTHESIS, other) < alone
    # precision and recall are those of the reference with the best F, not each of another one
    precision, recall = (
        scored(f"labelled:measure={m}", parser, HYPOTHESIS, other, REFERENCE) for m in ("precision", "recall")
    )
    assert 2 * precision * recall / (precision + recall) == pytest.approx(alone)


def test_a_corpus_sums_its_segments(parsed):
    metric = registry.metric("labelled", {"parser": parsed([FIRST], [RIGHT])})
    score = bolide.score([HYPOTHESIS, "", REFERENCE], [[REFERENCE], [REFERENCE], [REFERENCE]], metric)
    assert score.value == pytest.approx(100 * 2 * (7 + 0 + 13) / (14 + 0 + 13 + 3 * 13))
    assert score.segments.tolist() == pytest.approx([100 * 14 / 27, 0, 100])


# -- a search through everything, on random trees ------------------------------------------------------------

NOUNS = ("car", "auto", "machine", "sofa", "couch")
VERBS = ("buys", "purchases", "acquires", "sees", "gets", "becomes")


def grown(source):
    noun = lambda: f"(NP (DT {source.choice(('the', 'a'))}) (NN {source.choice(NOUNS)}))"  # noqa: E731
    extra = source.choice(("", f" (PP (IN in) {noun()})", f" (NP {noun()} (CC and) {noun()})"))
    return f"(S (NP-SBJ {noun()}{source.choice(('', f' (PP (IN of) {noun()})'))}) (VP (VBZ {source.choice(VERBS)}) {noun()}{extra}))"


@cache
def synsets(word):
    return frozenset(wordnet().synsets([word]).rows()[0])


def brute(ours, theirs, partial, synonyms, weights):
    """Matches, by SciPy's solver of assignments, and both totals."""

    def items(bag):
        return [
            half
            for r, h, d in bag
            for half in (((r, h, None), (r, None, d)) if partial and r not in FEATURES else ((r, h, d),))
        ]

    def alike(x, y):
        if x == y or not synonyms or x is None or y is None:
            return x == y
        return bool(synsets(x) & synsets(y))

    one, other = items(ours), items(theirs)
    table = np.zeros((len(one), len(other)))
    for i, (r, h, d) in enumerate(one):
        for j, (s, g, e) in enumerate(other):
            if r == s and alike(h, g) and (d == e if r in FEATURES else alike(d, e)):
                table[i, j] = weights.get(r, 1)
    rows, columns = linear_sum_assignment(table, maximize=True)
    total = (sum(weights.get(r, 1) for r, _, _ in bag) for bag in (one, other))
    return (float(table[rows, columns].sum()), *map(float, total))


@pytest.mark.parametrize("synonyms", ["no", "yes"])
@pytest.mark.parametrize("partial", ["no", "yes"])
@pytest.mark.parametrize("weights", [{}, {"obj": 0.5, "num": 2.0}])
def test_the_best_pair_of_n_best_lists(parsed, partial, synonyms, weights):
    """Each parse is a tree of other words, which no parser would give: so that lists differ much."""
    source = random.Random(f"{partial} {synonyms} {weights}")
    setting = "+".join(f"{r}={w}" for r, w in weights.items())
    metric = f"labelled:partial={partial},wordnet={synonyms},nbest=4" + f",weights={setting}" * bool(setting)
    for trial in range(12):
        lists = [[grown(source) for _ in range(source.randint(1, 4))] for _ in range(2)]
        found = given(registry.metric(metric), lists)
        bags = [[tree_triples(Tree.read(tree)) for tree in trees] for trees in lists]
        every = [
            brute(ours, theirs, partial == "yes", synonyms == "yes", weights)
            for ours in bags[0]
            for theirs in bags[1]
        ]
        best = max(every, key=lambda row: round(2 * row[0] / (row[1] + row[2]), 9))
        assert found == pytest.approx(best), trial


def given(metric, lists):
    """The row of a metric whose parses are given."""
    from bolide.syntax.fstructure import bags
    from bolide.syntax.parsing import Parse
    from bolide.testset import References

    found = [bags([Parse(Tree.read(tree), 0.0) for tree in trees], F_STRUCTURE) for trees in lists]
    rows, _ = metric._matched(found, References.of([["one"]]))
    return rows[0].tolist()


@pytest.mark.parametrize("synonyms", ["no", "yes"])
@pytest.mark.parametrize("partial", ["no", "yes"])
def test_the_three_columns_add_up_to_the_score(tmp_path, partial, synonyms):
    source = random.Random(f"columns {partial} {synonyms}")
    for trial in range(15):
        trees = [grown(source), grown(source)]
        path = tmp_path / f"{trial}.ptb"
        path.write_text("\n".join(trees), encoding="utf-8")
        texts = [" ".join(Tree.read(tree).words) for tree in trees]
        metric = registry.metric(
            f"labelled:partial={partial},wordnet={synonyms}", {"parser": f"files:path={path}"}
        )
        why = metric.explain(texts[0], [texts[1]])
        columns = [
            [cell for cell in column if cell]
            for column in zip(*(row.cells for row in why.tables[0].rows), strict=True)
        ]
        whole = sum(
            1 if partial == "no" or is_feature(cell.split("(")[0], F_STRUCTURE) else 2 for cell in columns[0]
        )
        counted = whole + (len(columns[1]) if partial == "yes" else 0)
        assert counted == why.fractions[0].matched == metric.statistics([texts[0]], [[texts[1]]])[0, 0]
        assert not {cell[2:] for cell in columns[2] if cell[0] == "-"} & {
            cell[2:] for cell in columns[2] if cell[0] == "+"
        }


def test_explains_which_parses_won(parsed):
    metric = registry.metric("labelled:nbest=50", {"parser": parsed(FIFTY, [RIGHT])})
    why = metric.explain(HYPOTHESIS, [REFERENCE])
    assert why.score == pytest.approx(100 * VARIANTS["labelled:nbest=50"])
    assert "Of the hypothesis, parse 50 of 50 is in the best pair." in why.notes
    assert "Of the reference, parse 1 of 1 is in the best pair." in why.notes
    assert str(why.trees[0].tree) == FIFTY[-1]
    (table,) = why.tables
    assert table.heads == ("matched", "partly matched", "missing")
    assert table.rows[0].kinds[2] == MISSING
    assert "obj(purchase, apple) ~ obj(buy, apple)" in [row.cells[1] for row in table.rows]


# -- Universal Dependencies ----------------------------------------------------------------------------------

GERMAN = """# text = Der Hund schläft .
1\tDer\tder\tDET\tART\tCase=Nom|Number=Sing\t2\tdet\t_\t_
2\tHund\tHund\tNOUN\tNN\tCase=Nom|Number=Sing\t3\tnsubj\t_\t_
3\tschläft\tschlafen\tVERB\tVVFIN\tMood=Ind|Tense=Pres\t0\troot\t_\t_
4\t.\t.\tPUNCT\t$.\t_\t3\tpunct\t_\t_

# text = Heute schläft ein Hund .
1\tHeute\theute\tADV\tADV\t_\t2\tadvmod\t_\t_
2\tschläft\tschlafen\tVERB\tVVFIN\tMood=Ind|Tense=Pres\t0\troot\t_\t_
3\tein\tein\tDET\tART\tCase=Nom|Number=Sing\t4\tdet\t_\t_
4\tHund\tHund\tNOUN\tNN\tCase=Nom|Number=Sing\t2\tnsubj\t_\t_
5\t.\t.\tPUNCT\t$.\t_\t2\tpunct\t_\t_

"""


def test_plain_universal_dependencies_of_another_language(tmp_path):
    path = Path(tmp_path, "german.conllu")
    path.write_text(GERMAN, encoding="utf-8")
    texts = "Der Hund schläft .", "Heute schläft ein Hund ."
    parser = f"files:path={path}"
    # nsubj(schlafen, hund), Case and Number of the dog, Mood and Tense of the verb
    assert scored("labelled:triples=plain", parser, *texts) == pytest.approx(100 * 2 * 5 / (8 + 9))
    assert scored("labelled:triples=plain,predicates=yes", parser, *texts) == pytest.approx(100 * 2 / (2 + 3))
    # halves: both of nsubj, and det(hund, _)
    assert scored("labelled:triples=plain,predicates=yes,partial=yes", parser, *texts) == pytest.approx(
        100 * 2 * 3 / (4 + 6)
    )
    weighted = scored("labelled:triples=plain,weights=nsubj=3+Case=0", parser, *texts)
    assert weighted == pytest.approx(100 * 2 * (3 + 3) / (8 + 2 - 2 + 9 + 2 - 2))


# -- mistakes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("nbest=0", "nbest must be a whole number from 1 to 1000"),
        ("nbest=2.5", "nbest"),
        ("beta=0", "beta must be a number above 0"),
        ("weights=subj", "write relation=weight, as in topic=0.5"),
        ("weights=subj=-1", "write relation=weight"),
        ("weights=subject=2", "there is no relation 'subject': did you mean"),
        ("weights=subj=1+subj=2", "names subj twice"),
        ("triples=flat", "triples"),
        ("measure=F", "measure"),
        ("parser=embeded", "there is no parser 'embeded'"),
    ],
)
def test_mistakes_are_named(settings, message):
    with pytest.raises(bolide.BolideError, match=message.replace("(", r"\(")):
        bolide.metric(f"labelled:{settings}").signature()


def test_plain_triples_need_dependencies(parsed):
    with pytest.raises(bolide.BolideError, match="name a parser that gives dependencies"):
        scored("labelled:triples=plain", parsed([FIRST], [RIGHT]), HYPOTHESIS, REFERENCE)
