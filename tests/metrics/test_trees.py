"""STM, TKM, HWCM, DSTM and DTKM: the paper's examples, and textbook versions on random trees."""

import random

import numpy as np
import pytest

import bolide
from bolide import registry
from bolide.syntax import Tree, dependencies
from tests import textbook_trees as textbook

KEYS = ("stm", "tkm", "hwcm", "dstm", "dtkm")


@pytest.fixture
def parsed(tmp_path):
    """``parsed("(S ...)", ...)`` writes trees into a file and gives the parser that reads it."""
    number = iter(range(99))

    def write(*trees, name="ptb"):
        path = tmp_path / f"trees{next(number)}.{name}"
        path.write_text("\n".join(map(str, trees)) + "\n", encoding="utf-8")
        return f"files:path={path}"

    return write


def words(tree):
    return " ".join(Tree.read(tree).words) if isinstance(tree, str) else " ".join(tree.words)


def scored(hypothesis, references, specification, parser):
    metric = registry.metric(specification, {"parser": parser})
    return bolide.score([words(hypothesis)], [[words(each) for each in references]], metric).value


# Figures 1 and 2 of the paper, with words of ours where it has none
HAD = "(S (NP (PRON I)) (VP (V had) (NP (ART a) (N dog))))"
HAVE = "(S (NP (PRON I)) (VP (V have) (NP (ART the) (N dog))))"
TURNED = "(S (NP (ART a) (N dog)) (NP (PRON I)) (VP (V had)))"
SAW = "(S (NP (PRON I)) (VP (V saw) (NP (PRON it))))"
PEN = "(S (NP (PRP I)) (VP (VBP have) (NP (DT a) (JJ red) (NN pen))))"


def test_figure_2(parsed):
    assert scored(SAW, [HAD], "stm:depth=3", parsed(SAW, HAD)) == pytest.approx(
        100 * (6 / 7 + 3 / 4 + 1 / 2) / 3, abs=1e-12
    )


@pytest.mark.parametrize("specification", ["stm:depth=2", "stm:depth=3", "stm", "tkm", "tkm:decay=0.5"])
def test_the_hypotheses_of_figure_1_are_in_the_papers_order(parsed, specification):
    parser = parsed(HAD, HAVE, TURNED)
    good, bad = (scored(each, [HAD], specification, parser) for each in (HAVE, TURNED))
    assert good == pytest.approx(100)
    assert bad < 80


def test_bleu_has_them_the_other_way_round():
    """Why the paper wants syntax: two bigrams of the bad hypothesis match, none of the good one."""
    bleu = "bleu:max_ngram_order=2,smooth_method=none,lowercase=yes"
    good, bad = (
        bolide.score([each], ["I had a dog"], bleu).value for each in ("I have the dog", "A dog I had")
    )
    assert good == 0
    assert bad == pytest.approx(100 * (4 / 4 * 2 / 3) ** 0.5)


def test_the_chains_of_a_red_pen(parsed):
    why = registry.metric("hwcm:length=3", {"parser": parsed(PEN)}).explain(words(PEN), [words(PEN)])
    chains = {(row.cells[0], row.cells[1]) for row in why.tables[0].rows}
    assert {chain for length, chain in chains if length == 1} == {"I", "have", "a", "red", "pen"}
    assert {chain for length, chain in chains if length == 2} == {
        "have > I",
        "have > pen",
        "pen > a",
        "pen > red",
    }
    assert {chain for length, chain in chains if length == 3} == {"have > pen > a", "have > pen > red"}


def test_clipping_is_by_the_reference_that_has_it_most_often(parsed):
    hyp = "(X (A a1) (A a2) (A a3) (B b))"
    refs = ["(X (A a4) (A a5))", "(Y (A a6) (B b1) (B b2))"]
    metric = registry.metric("stm:depth=1", {"parser": parsed(hyp, *refs)})
    row = metric.statistics([words(hyp)], [[words(ref) for ref in refs]])[0]
    assert row.tolist() == [1 + 2 + 1, 5]  # X of one, two A of the same, B of the other


def test_levels_without_elements_and_without_matches(parsed):
    flat, other = "(NP (DT a) (NN dog))", "(S (VB go) (RB there))"
    parser = parsed(flat, other)
    assert scored(flat, [flat], "stm:depth=4", parser) == 100
    assert scored(flat, [flat], "stm:depth=4,empty_levels=zero", parser) == 50
    assert scored(flat, [other], "hwcm:length=4", parser) == pytest.approx(100 * 0.001)
    assert scored(flat, [other], "hwcm:length=4,epsilon=0", parser) == 0
    assert scored(flat, [other], "hwcm:length=4,empty_levels=zero", parser) == pytest.approx(100 * 0.002 / 4)


def test_the_side_of_a_modifier_counts(parsed):
    before = "1\tnow\t_\tX\t_\t_\t2\tmod\t_\t_\n2\tgo\t_\tX\t_\t_\t0\troot\t_\t_\n"
    after = "1\tgo\t_\tX\t_\t_\t0\troot\t_\t_\n2\tnow\t_\tX\t_\t_\t1\tmod\t_\t_\n"
    parser = parsed(before, after, name="conllu")
    for specification, expected in (("dstm:depth=2", 50), ("hwcm:length=2", 100), ("dtkm", 0)):
        metric = registry.metric(specification, {"parser": parser})
        assert bolide.score(["now go"], ["go now"], metric).value == expected


def test_a_tree_of_one_node_is_like_itself(parsed):
    parser = parsed("(TOP (NN dog))", "(TOP (NN cat))", "(TOP (VB go))", "(S (NN a) (NN b))")
    for hypothesis, reference, constituents, dependencies_ in (
        ("dog", "dog", 100, 100), ("dog", "cat", 100, 0), ("dog", "go", 0, 0), ("dog", "a b", 0, 0),
    ):  # fmt: skip
        for key, expected in (("tkm", constituents), ("dtkm", dependencies_)):
            assert (
                bolide.score([hypothesis], [reference], registry.metric(key, {"parser": parser})).value
                == expected
            )


@pytest.mark.parametrize("key", KEYS)
def test_empty_segments(parsed, key):
    metric = registry.metric(key, {"parser": parsed(HAD)})
    found = bolide.score(["", "I had a dog", "", " "], ["I had a dog", "", "", "\t"], metric)
    assert found.segments[0] == found.segments[2] == found.segments[3] == 0
    assert found.segments[1] < 1
    assert np.isfinite(found.value)


@pytest.mark.parametrize("key", KEYS)
def test_trees_that_are_500_deep(parsed, key):
    tree = Tree.leaf("NN", "end")
    for number in range(500):
        tree = Tree("NP", [Tree.leaf("NN", f"w{number % 7}"), tree])
    short = Tree("NP", tree.children[:1] + tree.children[1].children[:1])
    parser = parsed(tree, short)
    assert scored(tree, [tree], key, parser) == pytest.approx(100)
    assert 0 <= scored(tree, [short], key, parser) < 50
    assert registry.metric(key, {"parser": parser}).explain(words(tree), [words(short)]).score >= 0


def random_tree(source, name, budget=12):
    """A tree of few words, and one of its own, so that a file may hold many."""

    def grow(left):
        if left <= 1 or source.random() < 0.1:
            return Tree.leaf(source.choice(["NN", "DT", "IN", "VB", "CC", ","]), source.choice("xy"))
        parts = source.randint(1, min(4, left))
        label = source.choice(["NP", "VP", "S", "PP", "NP-SBJ", "QP"])
        return Tree(label, [grow(left // parts) for _ in range(parts)])

    return Tree("TOP", [Tree("S", [Tree.leaf("NN", name), grow(budget)])])


@pytest.fixture(scope="module")
def random_set(tmp_path_factory):
    """Segments with one to three references as trees, and the file that holds these."""
    source = random.Random(20)
    segments = []
    for number in range(150):
        group = [
            random_tree(source, f"s{number}r{k}w", source.randint(1, 40)) for k in range(source.randint(2, 4))
        ]
        segments.append((group[0], group[1:]))
    path = tmp_path_factory.mktemp("trees") / "random.ptb"
    path.write_text("".join(f"{tree}\n" for h, refs in segments for tree in (h, *refs)))
    return segments, f"files:path={path}"


@pytest.mark.parametrize(
    ("specification", "make", "count", "levels", "epsilon"),
    [
        ("stm:depth=5", lambda tree: [textbook.constituents(tree)], textbook.subtrees, 5, 0),
        (
            "dstm:depth=3",
            lambda tree: textbook.dependencies(dependencies(tree)),
            textbook.subtrees,
            3,
            0,
        ),
        (
            "hwcm:length=4",
            lambda tree: textbook.dependencies(dependencies(tree)),
            textbook.chains,
            4,
            0.001,
        ),
    ],
)
def test_levels_equal_the_textbook_on_random_trees(random_set, specification, make, count, levels, epsilon):
    segments, parser = random_set
    metric = registry.metric(specification, {"parser": parser})
    rows = metric.statistics(
        [words(h) for h, _ in segments], [[words(r) for r in refs] for _, refs in segments]
    )
    assert 0.2 < rows[:, 0].sum() / rows[:, levels].sum() < 1
    for row, (hypothesis, references) in zip(rows, segments, strict=True):
        expected = textbook.level_row(make(hypothesis), [make(each) for each in references], levels, count)
        assert row.tolist() == expected
        assert metric.score(row) == pytest.approx(textbook.level_score(expected, levels, epsilon), abs=1e-10)


@pytest.mark.parametrize("decay", [1.0, 0.4])
@pytest.mark.parametrize("key", ["tkm", "dtkm"])
def test_kernels_equal_the_textbook_on_random_trees(random_set, key, decay):
    segments, parser = random_set
    metric = registry.metric(f"{key}:decay={decay}", {"parser": parser})

    def make(tree):
        if key == "tkm":
            return [textbook.constituents(tree)]
        return textbook.dependencies(dependencies(tree))

    rows = metric.statistics(
        [words(h) for h, _ in segments], [[words(r) for r in refs] for _, refs in segments]
    )
    assert (rows[:, 0] > 0).mean() > 0.1
    for row, (hypothesis, references) in zip(rows, segments, strict=True):
        own, *others = map(make, (hypothesis, *references))
        expected = [textbook.cosine(own, other, decay) for other in others]
        assert row[0] == pytest.approx(max(expected), abs=1e-10)


@pytest.mark.parametrize("key", ["tkm", "dtkm"])
def test_kernels_are_symmetric(random_set, key):
    segments, parser = random_set
    metric = registry.metric(key, {"parser": parser})
    ones, others = [words(h) for h, _ in segments], [words(refs[0]) for _, refs in segments]
    there = metric.statistics(ones, [[each] for each in others])
    back = metric.statistics(others, [[each] for each in ones])
    np.testing.assert_allclose(there, back, atol=1e-12)


@pytest.mark.parametrize("key", KEYS)
def test_identical_trees_have_100(random_set, key):
    segments, parser = random_set
    texts = [words(h) for h, _ in segments]
    scores = bolide.score(texts, texts, registry.metric(key, {"parser": parser}))
    np.testing.assert_allclose(scores.segments, 100, atol=1e-9)
    assert scores.value == pytest.approx(100)


@pytest.mark.parametrize("key", KEYS)
def test_a_corpus_and_its_resamples(random_set, key):
    """Levels are summed before they are divided, kernels are a mean of segments."""
    segments, parser = random_set
    metric = registry.metric(key, {"parser": parser})
    rows = metric.statistics([words(h) for h, _ in segments], [[words(refs[0])] for _, refs in segments])
    total = float(metric.score(rows.sum(0)))
    if key in ("tkm", "dtkm"):
        assert total == pytest.approx(float(metric.score(rows).mean()))
    else:
        levels = metric.levels
        shares = rows[:, :levels].sum(0) / rows[:, levels:].sum(0)
        assert total == pytest.approx(100 * np.where(shares == 0, metric.epsilon, shares).mean())


def test_signatures_say_where_trees_come_from(parsed, tmp_path):
    constituents, words_ = parsed(HAD), parsed("1\tgo\t_\tX\t_\t_\t0\troot\t_\t_\n", name="conllu")
    stm = registry.metric("stm", {"parser": constituents}).signature()
    assert stm.startswith("stm|depth:4|epsilon:0|empty_levels:skip|parser:files|content:")
    assert "|head_rules:collins|" in registry.metric("hwcm", {"parser": constituents}).signature()
    assert "|head_rules:none|" in registry.metric("hwcm", {"parser": words_}).signature()
    rules = tmp_path / "heads.txt"
    rules.write_text("S left VP\nNP right N\n")
    signature = registry.metric("hwcm", {"parser": constituents, "head_rules": str(rules)}).signature()
    assert "|head_rules:collins|" not in signature
    rules.write_text("S left NP\nNP right N\n")
    assert str(rules) not in signature


@pytest.mark.parametrize(
    ("specification", "message"),
    [
        ("stm:depth=0", "stm:depth must be a whole number from 1 to 50, not 0"),
        ("hwcm:length=51", "hwcm:length must be"),
        ("hwcm:epsilon=1", "hwcm:epsilon must be at least 0 and less than 1"),
        ("tkm:decay=0", "tkm:decay must be from 1e-06 to 1, not 0"),
        ("dstm:empty_levels=skp", "did you mean 'skip'?"),
        ("dstm:head_rules=nowhere", "there are no head rules and no file 'nowhere'"),
        ("stm:parser=nobody", "there is no parser 'nobody'"),
        ("stm:parser=[files:path=a,b", "square bracket"),
    ],
)
def test_what_cannot_be(parsed, specification, message):
    with pytest.raises(bolide.SpecificationError, match=message.replace("[", r"\[").replace("?", r"\?")):
        registry.metric(specification, {"parser": parsed(HAD)})


def test_constituents_cannot_be_made_of_dependencies(parsed):
    parser = parsed("1\tgo\t_\tX\t_\t_\t0\troot\t_\t_\n", name="conllu")
    with pytest.raises(
        bolide.SpecificationError, match="stm needs constituents, but the parser files gives dependencies"
    ):
        registry.metric("stm", {"parser": parser})


def test_a_text_that_is_not_in_the_file(parsed):
    metric = registry.metric("stm", {"parser": parsed(HAD)})
    with pytest.raises(
        bolide.InputError, match=r"references: sentence 1 \('I had a cat'\) is not parsed in "
    ):
        bolide.score(["I had a dog"], ["I had a cat"], metric)
