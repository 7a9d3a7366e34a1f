"""Triples of sentences by hand: of their trees, and of the same sentences in Universal Dependencies."""

import re
from collections import Counter
from pathlib import Path

import pytest

from bolide.syntax import DependencyTree, Tree
from bolide.syntax.fstructure import FEATURES, PREDICATES, RELATIONS, tree_triples, universal_triples

HERE = Path(__file__).parent


def sentences():
    """Sentence, tree, triples of predicates and triples of features of each entry of sentences.txt."""
    text = re.sub(r"^#.*\n", "", (HERE / "sentences.txt").read_text(encoding="utf-8"), flags=re.M)
    for block in text.split("\n\n"):
        lines = block.strip().split("\n")
        if lines != [""] and not lines[0].startswith("["):
            sentence, tree, predicates, features = lines
            yield sentence, tree, *(re.findall(r"\S+\([^)]*\)", each) for each in (predicates, features))


ENTRIES = {sentence: rest for sentence, *rest in sentences()}
universal = (HERE / "universal.conllu").read_text(encoding="utf-8").strip().split("\n\n")


@pytest.mark.parametrize("sentence", ENTRIES)
def test_trees_have_these_triples(sentence):
    tree, predicates, features = ENTRIES[sentence]
    found = tree_triples(Tree.read(tree))
    assert sorted(str(t) for t in found if t.relation in PREDICATES) == sorted(predicates)
    assert sorted(str(t) for t in found if t.relation in FEATURES) == sorted(features)


@pytest.mark.parametrize("block", universal, ids=lambda block: block.split("\n")[0][9:])
def test_universal_dependencies_have_the_same_triples(block):
    _, predicates, features = ENTRIES[block.split("\n")[0].removeprefix("# text = ")]
    found = universal_triples(DependencyTree.read(block))
    assert Counter(map(str, found)) == Counter([*predicates, *features])


@pytest.mark.parametrize("sentence", ENTRIES)
def test_the_trees_are_those_of_the_sentences(sentence):
    def letters(text):
        return re.sub(r"-LRB-|-RRB-|[^\w$]", "", text)

    assert letters("".join(Tree.read(ENTRIES[sentence][0]).words)) == letters(sentence)


def test_there_are_enough_of_them():
    assert len(ENTRIES) >= 150
    relations = [{t.partition("(")[0] for t in (*p, *f)} for _, p, f in ENTRIES.values()]
    several = {relation: sum(relation in each for each in relations) for relation in RELATIONS}
    assert min(several.values()) >= 4, several
    assert len(PREDICATES) == 17
    assert len(FEATURES) == 15


def test_the_order_of_words_does_not_matter():
    """The paper's example, and its list of triples in section 2."""
    expected = (
        "subj(resign, john) pers(john, 3) num(john, sg) tense(resign, past) adj(resign, yesterday)"
        " pers(yesterday, 3) num(yesterday, sg)"
    )
    for sentence in ("John resigned yesterday.", "Yesterday, John resigned."):
        tree, _, _ = ENTRIES[sentence]
        assert Counter(map(str, tree_triples(Tree.read(tree)))) == Counter(
            re.findall(r"\S+\([^)]*\)", expected)
        )
