"""Trees that share constituents: the same triples in the same order as of each tree alone."""

import itertools
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.syntax import Tree, parser
from bolide.syntax.cache import cached
from bolide.syntax.fstructure import FStructure, tree_triples
from bolide.syntax.fstructure.annotation import rows_of_trees
from tests.syntax.fstructure.test_sentences import ENTRIES


@pytest.fixture(autouse=True)
def kept_for_good(monkeypatch):
    """What is kept must stay as it is: here, whoever changes it nevertheless fails."""
    keep = FStructure.keep

    def frozen(self):
        if self.kept is None:
            self.features, self.functions = MappingProxyType(self.features), MappingProxyType(self.functions)
            self.hidden = MappingProxyType(self.hidden)
        return keep(self)

    monkeypatch.setattr(FStructure, "keep", frozen)


def check(trees):
    assert [list(rows) for rows in rows_of_trees(trees)] == [tree_triples(tree) for tree in trees]


TAGGED = (
    "NNP John", "PRP he", "PRP$ his", "DT the", "DT that", "WDT that", "WP who", "WP$ whose", "WRB where", "WRB when",
    "CC and", "CC both", "MD will", "TO to", "VB be", "VBZ is", "VBD was", "VBZ has", "VBN been", "VBD said",
    "VBD promised", "VBN given", "VBG singing", "VB sing", "VBP do", "IN of", "IN by", "IN that", "IN because",
    "RB not", "RB well", "JJ easy", "JJR bigger", "NN dog", "NNS dogs", "NN yesterday", "CD two", "EX there",
    "RP up", "POS 's", ", ,", ": --", ". .", "-LRB- -LRB-", "UH oh",
)  # fmt: skip
LABELS = (
    "S", "SBAR", "SBAR-PRP", "SQ", "SBARQ", "SINV", "VP", "VP", "NP", "NP", "NP-SBJ", "NP-TMP", "NP-PRD", "PP",
    "PP-CLR", "ADJP-PRD", "ADVP", "WHNP", "WHADVP", "WHPP", "QP", "PRN", "FRAG", "UCP", "CONJP", "S-NOM", "S-TPC", "X",
)  # fmt: skip


@st.composite
def lists(draw):
    """Trees over the same words, built of stretches of words that have been bracketed before."""
    words = draw(st.lists(st.sampled_from(TAGGED), min_size=1, max_size=7))
    leaves = [Tree.leaf(*each.split()) for each in words]
    known = {(i, i + 1): [leaf] for i, leaf in enumerate(leaves)}

    def part(i, j, depth):
        there = known.get((i, j), [])
        if there and (depth > 4 or draw(st.booleans())):
            return draw(st.sampled_from(there))
        inner = (
            st.lists(st.integers(i + 1, j - 1), unique=True, min_size=1, max_size=3)
            if j > i + 1
            else st.just([])
        )
        bounds = [i, *sorted(draw(inner)), j]
        children = [part(a, b, depth + 1) for a, b in itertools.pairwise(bounds)]
        node = Tree(draw(st.sampled_from(LABELS)), children)
        known.setdefault((i, j), []).append(node)
        return node

    return [Tree("TOP", [part(0, len(leaves), 0)]) for _ in range(draw(st.integers(2, 6)))]


@given(lists())
def test_random_lists(trees):
    check(trees)


def relabelled(tree):
    """The tree with another label on one of its constituents, for each of them; all else is shared."""
    for number, child in enumerate(tree.children):
        for other in relabelled(child):
            yield Tree(tree.label, [*tree.children[:number], other, *tree.children[number + 1 :]])
    if not tree.is_leaf:
        yield from (Tree(label, tree.children) for label in ("X", "VP", "NP-SBJ") if label != tree.label)


@pytest.mark.parametrize("sentence", ENTRIES)
def test_a_constituent_with_another_label(sentence):
    tree = Tree.read(ENTRIES[sentence][0])
    check([tree, *relabelled(tree), tree])


@given(st.lists(st.sampled_from([Tree.read(tree) for tree, *_ in ENTRIES.values()]), max_size=6))
def test_trees_of_different_sentences_may_share_too(trees):
    check(trees)


def test_equal_words_at_different_places_are_different():
    dog = Tree.read("(NP (DT the) (NN dog))")
    check([Tree("S", [dog, Tree("VP", [Tree.leaf("VBD", "saw"), dog])]), Tree("S", [Tree("NP", [dog, dog])])])


def test_real_lists(shared):
    folder = shared / "data" / "wmt17news-zh-en"
    texts = (folder / "ref.A.txt").read_text(encoding="utf-8").split("\n")[:40]
    for parses in cached(parser("embedded"), texts, 20):
        check([parse.tree for parse in parses])
