"""Heads by Collins' rules, and dependencies that follow from them."""

import pytest
from hypothesis import given

from bolide.errors import InputError, SpecificationError
from bolide.syntax import Tree, dependencies, head_index, head_leaf, head_word
from bolide.syntax.headrules import COLLINS, RULES, head_rules, read_rules

from .test_trees import TREES


@pytest.mark.parametrize(
    ("tree", "head"),
    [
        ("(S (NP (NN a)) (VP (VB b)))", "VP"),
        ("(VP (MD will) (VP (VB go)))", "MD"),
        ("(VP (TO to) (VP (VB go)))", "TO"),
        ("(VP (ADVP (RB x)) (VBD went))", "VBD"),
        ("(PP (IN of) (NP (NN x)))", "IN"),
        ("(SBAR (IN that) (S (NN x)))", "IN"),
        ("(SBAR (WHNP (WP who)) (S (VP (VB x))))", "WHNP"),
        ("(ADJP (RB very) (JJ big))", "JJ"),
        ("(QP (IN about) (CD ten))", "IN"),
        ("(NP (DT the) (JJ big) (NN dog))", "NN"),
        ("(NP (NP (DT the) (NN end)) (PP (IN of) (NP (NN x))))", "NP"),
        ("(NP (NNP John) (POS 's))", "POS"),
        ("(NP (NN stone) (NN bridge))", "NN"),
        ("(NP (DT the) (JJ rich))", "JJ"),
        ("(NP (CD 3) (JJ x))", "CD"),
        ("(FRAG (NP (NN a)) (. .))", "NP"),  # punctuation is no head where something else is there
        ("(X (, ,) (. .))", ","),
    ],
)
def test_the_table(tree, head):
    tree = Tree.read(tree)
    assert tree.children[head_index(tree)].label == head


@pytest.mark.parametrize(
    ("tree", "word"),
    [
        ("(NP (NN bread) (CC and) (NN butter))", "bread"),
        ("(NP (NP (NN a)) (, ,) (NP (NN b)) (, ,) (CC and) (NP (NN c)))", "a"),
        ("(VP (VBD ate) (CC and) (VBD drank))", "ate"),
        ("(NP (NNP X) (, ,) (CC and) (NNP Y))", "X"),
        ("(NP (CC and) (NN butter))", "butter"),
    ],
)
def test_coordinations_are_headed_by_the_first(tree, word):
    assert head_leaf(Tree.read(tree)).word == word


@given(TREES)
def test_dependencies_of_any_tree_are_a_tree(tree):
    found = dependencies(tree)
    assert len(found) == len(tree.words)
    assert len(found.roots) == 1
    assert found.roots[0] == head_word(tree) + 1
    assert found[found.roots[0]].relation == "root"


@given(TREES)
def test_every_constituent_has_one_word_whose_head_is_outside(tree):
    heads = dependencies(tree).heads
    for start, end, _ in tree.spans():
        outside = [n for n in range(start + 1, end + 1) if not start < heads[n - 1] <= end]
        assert len(outside) == 1


def test_the_roles_of_the_papers_sentence():
    tree = Tree.read("(S (NP-SBJ (NNP John)) (VP (VBD resigned) (NP-TMP (NN yesterday))) (. .))")
    assert [(w.form, w.relation, w.head) for w in dependencies(tree)] == [
        ("John", "sbj", 2), ("resigned", "root", 0), ("yesterday", "tmp", 2), (".", "punct", 2),
    ]  # fmt: skip


# Every category, its children, and a star before the head: by hand, from the table of the thesis.
BY_HAND = """
ADJP    RB *JJ                          ADJP    *JJ PP
ADJP    NP *JJ                          ADJP    QP *NNS
ADJP    RBR *JJ                         ADJP    *VBN PP
ADJP    *ADJP CC ADJP                   ADJP    *ADVP JJ
ADJP    *$ JJ                           ADJP    RBS *JJ
ADVP    RB *RB                          ADVP    *RB PP
ADVP    NP *RB                          ADVP    *RBR PP
ADVP    *IN JJS                         ADVP    *RB CC RB
ADVP    *ADVP PP                        ADVP    *RB ADVP ,
CONJP   RB *RB IN                       CONJP   *CC RB
CONJP   *RB IN
FRAG    NP *PP                          FRAG    *NP .
FRAG    ADVP *NP .
INTJ    *UH UH                          INTJ    , *UH ,
LST     *LS .                           LST     *LS :
NAC     *NNP , NNP ,                    NAC     JJ *NN
NAC     *NP PP
NP      DT *NN                          NP      DT JJ *NNS PP
NP      *NP PP                          NP      NNP *POS
NP      NP *NN                          NP      *NP , NP
NP      *NN CC NN                       NP      *NP , NP CC NP
NP      DT *CD                          NP      DT *JJ
NP      *$ CD                           NP      DT *ADJP
NP      QP *NNS                         NP      RB *QP
NP      *NP SBAR                        NP      DT *VBG
NP      `` *NN ''                       NP      NP *NX
NP      DT NN *NN                       NP      DT *PP
NX      JJ *NN                          NX      *NX CC NX
NML     NN *NN                          NML     *NNP CC NNP
PP      *IN NP                          PP      RB *IN NP
PP      *TO NP                          PP      *VBG NP
PP      *PP CC PP                       PP      NP *IN
PP      IN *IN NP                       PP      ADVP *PP
PRN     , *S ,                          PRN     -LRB- *NP -RRB-
PRT     RB *RP                          PRT     *RP RB
QP      *IN CD                          QP      *$ CD CD
QP      *RB CD                          QP      JJR *IN CD
QP      *CD TO CD                       QP      DT *NN CD
RRC     ADVP *VP                        RRC     *ADJP PP
RRC     *NP PP
S       NP *VP .                        S       NP *ADJP
S       *S , CC S .                     S       *NP NP
S       SBAR , NP *VP .                 S       *SBAR NP
S       `` NP *VP '' .                  S       CC NP *VP .
SBAR    *IN S                           SBAR    *WHNP S
SBAR    *WHADVP S                       SBAR    RB *IN S
SBAR    *SBAR CC SBAR                   SBAR    NP *IN S
SBARQ   WHNP *SQ .                      SBARQ   WHADVP *S .
SINV    `` S , '' *VP NP .              SINV    ADVP *VP NP
SINV    *VBD NP VP                      SINV    *MD NP VP
SQ      *VBZ NP VP .                    SQ      *MD NP VP
SQ      *VBP RB NP VP
UCP     *ADJP CC PP                     UCP     NP , *NP CC VP
VP      *VBD NP PP                      VP      *TO VP
VP      *MD RB VP                       VP      *VBD CC VBD
VP      *VP CC VP                       VP      ADVP *VBG NP
VP      *VBZ VP                         VP      `` *VBD NP
WHADJP  *WRB JJ                         WHADJP  RB *WRB JJ
WHADVP  RB *WRB                         WHADVP  *WRB RB
WHNP    *WDT NN                         WHNP    *WP$ NN
WHNP    *WHNP PP                        WHNP    *WHADJP NNS
WHNP    NP *WHPP
WHPP    *IN WHNP                        WHPP    *TO WHNP
X       *NP NN                          X       , *NN
"""
CONSTITUENTS = [
    tuple(constituent.split())
    for line in BY_HAND.strip().split("\n")
    for constituent in (line[:40].strip(), line[40:].strip())
    if constituent
]


def test_the_list_is_long_and_has_every_category():
    assert len(CONSTITUENTS) >= 60
    assert {category for category, *_ in CONSTITUENTS} >= {*RULES, "NP", "NX", "NML", "X"}


@pytest.mark.parametrize("constituent", CONSTITUENTS, ids=" ".join)
def test_heads_by_hand(constituent):
    category, *children = constituent
    labels = [child.removeprefix("*") for child in children]
    (head,) = (index for index, child in enumerate(children) if child != labels[index])
    assert COLLINS.index(category, labels) == head
    tree = Tree(
        category, [Tree("X", [Tree.leaf("X", "w")]).relabelled(lambda _, n=label: n) for label in labels]
    )
    assert head_index(tree) == head


def test_rules_are_written_and_read_again(tmp_path):
    path = tmp_path / "collins.txt"
    path.write_text("# the same\n" + COLLINS.text() + "\n", encoding="utf-8")
    again = head_rules(str(path))
    assert again.text() == COLLINS.text()
    for category, *children in CONSTITUENTS:
        labels = [child.removeprefix("*") for child in children]
        assert again.index(category, labels) == COLLINS.index(category, labels)
    assert again.signature() != COLLINS.signature() == "collins"
    assert again.signature() == read_rules(COLLINS.text()).signature()


def test_rules_of_another_treebank():
    rules = read_rules(
        """
        # German, in a few lines
        VP right VVINF VVFIN
        NP last NN
        NP left-any ART PPER
        NP right
        PUNCTUATION $, $.
        CONJUNCTIONS KON
        """
    )
    for category, labels, head in (
        ("VP", ["VVFIN", "NP", "VVINF"], 2),
        ("NP", ["ART", "NN"], 1),
        ("NP", ["PPER", "NN", "ART", "PP"], 0),
        ("NP", ["NE", "PP"], 1),
        ("NP", ["NE", "$,", "PP", "$,"], 2),
        ("NP", ["NP", "KON", "NP"], 0),
        ("S", ["NP", "VP"], 0),
    ):
        assert rules.index(category, labels) == head


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no rule in it"),
        ("VP", "line 1: 'VP' has no direction: write VP left"),
        ("\nVP lft VB", "line 2: there is no direction 'lft': did you mean 'left'?"),
        ("NP last", "line 1: last needs labels"),
    ],
)
def test_rules_that_cannot_be_read(text, message):
    with pytest.raises(InputError) as error:
        read_rules(text, "mine.txt")
    assert str(error.value).startswith("mine.txt")
    assert message in str(error.value)


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "bad").write_bytes(b"VP left \xff")
    with pytest.raises(InputError, match="not UTF-8"):
        head_rules(str(tmp_path / "bad"))
    with pytest.raises(
        SpecificationError, match="no head rules and no file 'collin': did you mean 'collins'"
    ):
        head_rules("collin")
