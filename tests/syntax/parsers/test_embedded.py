"""The parser that comes with bolide, and its model file."""

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

from bolide.errors import InputError
from bolide.syntax import Tree, parser
from bolide.syntax.model import BLOCK, FORMAT, product, tiles
from bolide.syntax.parsers.embedded import DOUBTFUL, LONGEST, SHIPPED, EmbeddedParser
from bolide.syntax.trees import plain

TEXT = [
    "The council will vote on the new budget next Tuesday.",
    "Rain delayed the match, but nobody left.",
    '"We cannot wait any longer," said the mayor of the town.',
    "Who paid for it?",
    "Prices rose 3.5% in March - the fastest since 2008 - and fell again in April.",
    "Stop!",
    "Anna, who had lived there for years, sold the house that her father built.",
    "No.",
]


@pytest.fixture(scope="module")
def made():
    return parser("embedded")


def best(made, sentence):
    return made.parse([sentence])[0][0].tree


def spans(tree):
    """(label without functions, its words) of every constituent."""
    return {(node.category, " ".join(node.words)) for node in tree.subtrees() if not node.is_leaf}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("I had a dog .", {("NP", "I"), ("VP", "had a dog"), ("NP", "a dog")}),
        ("I have the dog .", {("NP", "I"), ("VP", "have the dog"), ("NP", "the dog")}),
        ("A dog I had .", {("NP", "A dog")}),
        ("John resigned yesterday .", {("NP", "John"), ("VP", "resigned yesterday"), ("NP", "yesterday")}),
        ("Yesterday , John resigned .", {("NP", "Yesterday"), ("NP", "John"), ("VP", "resigned")}),
    ],
)
def test_the_sentences_of_the_papers(made, sentence, expected):
    tree = best(made, sentence)
    assert " ".join(tree.words) == sentence
    assert expected <= spans(tree), str(tree)


def test_function_labels_and_tags(made):
    tree = best(made, "John resigned yesterday .")
    assert tree.tags == ("NNP", "VBD", "NN", ".")
    assert {"NP-SBJ", "NP-TMP"} <= {node.label for node in tree.subtrees()}


def test_one_sentence_gives_one_parse_in_order(made):
    got = made.parse([*TEXT, "", "  ", []])
    assert [len(parses) for parses in got] == [1] * len(TEXT) + [0, 0, 0]
    for sentence, [parse] in zip(TEXT, got[: len(TEXT)], strict=True):
        assert "".join(map(plain, parse.tree.words)).replace('"', "") == sentence.replace(" ", "").replace(
            '"', ""
        )
        assert not parse.note


def test_the_same_parse_in_whatever_company(made):
    alone = [made.parse([sentence], 5)[0] for sentence in TEXT]
    rng = random.Random(1)
    for _ in range(3):
        company = rng.choices(range(len(TEXT)), k=3 * BLOCK)
        assert made.parse([TEXT[i] for i in company], 5) == [alone[i] for i in company]


def test_the_same_parse_on_every_machine(made):
    """``demo.ptb`` was written by ``bolide parse demo/reference.1.txt --output tests/syntax/parsers/demo.ptb``."""
    here = Path(__file__).parent
    sentences = (here.parents[2] / "demo" / "reference.1.txt").read_text("utf-8").splitlines()
    expected = (here / "demo.ptb").read_text("utf-8").splitlines()
    assert [str(parse.tree) for [parse] in made.parse(sentences)] == expected


def test_scores_are_sums_over_brackets(made):
    parses = made.parse([["Dogs", "bark"]], 500_000)[0]
    scores = [parse.score for parse in parses]
    assert scores == sorted(scores, reverse=True)
    assert len({parse.tree for parse in parses}) == len(parses)
    # a tree without the brackets around words, with one of them, the other, and both: the same sum either way
    found = {str(parse.tree.without_functions()): parse.score for parse in parses}
    none, one, other, both = (
        next(score for tree, score in found.items() if re.fullmatch(rf"\(TOP \(S {words}\)\)", tree))
        for words in (
            r"\(\w+ Dogs\) \(\w+ bark\)", r"\(NP \(\w+ Dogs\)\) \(\w+ bark\)",
            r"\(\w+ Dogs\) \(VP \(\w+ bark\)\)", r"\(NP \(\w+ Dogs\)\) \(VP \(\w+ bark\)\)",
        )
    )  # fmt: skip
    assert one + other == pytest.approx(none + both)


def test_an_n_best_list(made):
    for sentence in TEXT:
        parses = made.parse([sentence], 50)[0]
        assert parses[:1] == made.parse([sentence])[0]
        assert [p.score for p in parses] == sorted((p.score for p in parses), reverse=True)
        assert len({p.tree for p in parses}) == len(parses) == 50
        assert all(
            p.tree.words == parses[0].tree.words and p.tree.tags == parses[0].tree.tags for p in parses
        )


def test_words_as_they_are_given(made):
    words = ["(", "[X]", "😀", "a.b", "\u00e9t\u00e9", "/"]
    tree = best(made, words)
    assert tuple(map(plain, tree.words)) == ("(", *words[1:])
    assert Tree.read(str(tree)) == tree


@pytest.mark.parametrize(
    "sentence",
    ["...", "😀", "?! ?! ?!", "()", "-LRB-", "\u200b", "x" * 5000, "Das ist ein kleiner Hund, der bellt.",
     "这是一只狗。", "a\u2028b", "\x00", "1 2 3 4 5 6 7 8"],
)  # fmt: skip
def test_strange_things_are_parsed(made, sentence):
    [parse] = made.parse([sentence])[0]
    assert Tree.read(str(parse.tree)) == parse.tree
    assert "".join(map(plain, parse.tree.words))


def test_a_sentence_of_a_thousand_words_is_parsed_in_parts_and_says_so(made):
    words = ("the dog saw a cat , and it ran . " * 100).split()
    [parse] = made.parse([words], 50)[0]
    assert parse.tree.words == tuple(words)
    assert parse.note == f"longer than {LONGEST} words: parsed in 5 parts"
    assert max(len(child.words) for child in parse.tree.children) <= LONGEST


def test_the_signature_names_the_model(made):
    assert made.signature() == f"parser:embedded|model:{made._model.digest}|doubtful:{DOUBTFUL}"
    assert made.signature() == EmbeddedParser(str(SHIPPED)).signature()


def test_the_model_is_small():
    assert SHIPPED.stat().st_size < 12e6


@pytest.fixture
def changed(tmp_path):
    """A model file whose description was changed."""

    def change(**about):
        with np.load(SHIPPED) as file:
            arrays = {name: file[name] for name in file.files}
        arrays["about"] = np.array(json.dumps({**json.loads(str(arrays["about"])), **about}))
        path = tmp_path / "changed.npz"
        np.savez(path, **arrays)
        return str(path)

    return change


def test_a_model_of_another_version(changed):
    with pytest.raises(InputError, match=rf"has the format 99, not {FORMAT}: install bolide again"):
        EmbeddedParser(changed(format=99)).signature()


def test_a_model_that_is_damaged(tmp_path):
    content = SHIPPED.read_bytes()
    for number, broken in enumerate((b"", b"no model", content[:5000], content[: len(content) // 2])):
        path = tmp_path / f"{number}.npz"
        path.write_bytes(broken)
        with pytest.raises(InputError, match=r"the model file is damaged .*install bolide again"):
            parser(f"embedded:model={path}").signature()
    flipped = bytearray(content)
    for place in range(len(content) // 10, len(content), len(content) // 10):
        flipped[place] ^= 255
    path.write_bytes(flipped)
    with pytest.raises(InputError, match="the model file is damaged"):
        parser(f"embedded:model={path}").signature()


def test_a_model_that_is_not_there():
    with pytest.raises(InputError, match=r"no/where.npz: there is no such model file"):
        parser("embedded:model=no/where.npz").parse(["a"])


def test_a_product_in_tiles_is_a_product():
    rng = np.random.default_rng(1)
    for rows, width in ((1, 1), (33, 5), (50, 700)):
        matrix = rng.normal(size=(rows, width)).astype(np.float32)
        x = rng.normal(size=(3, width, BLOCK)).astype(np.float32)
        assert product(tiles(matrix), x)[:, :rows] == pytest.approx(matrix @ x, abs=1e-4)


def test_what_is_no_valid_unicode_is_a_word_like_others():
    [[parse]] = parser("embedded").parse(["a\ud800b is big"])
    assert "".join(parse.tree.words) == "a\ud800bisbig"
