"""What METEOR remembers of texts is never taken for something else: together, its variants score as they do alone."""

import itertools

import numpy as np
import pytest

import bolide
from bolide.testset import Segments

HYPOTHESES = [
    "The cats sat on a mat, and he ended it.",
    "Big cars were stopped on the Street",
    "Yes, (very) large automobiles.",
]
REFERENCES = [
    ["The cat sat on the mat and he closed it.", "a large car stopped in the street", "yes, very big cars."],
    ["the Cat sits on mats, he finished", "BIG CARS stop", "No."],
]
SPECIFICATIONS = [
    "meteor", "meteor:tokenize=none", "meteor:lowercase=no", "meteor:tokenize=none,lowercase=no", "precision",
    "recall:tokenize=char", "f1:stages=exact", "fmean:stop_words=function,stages=exact", "meteor-1.5",
    "meteor-1.5:tokenize=none", "meteor-1.5:tokenize=none,lowercase=no", "meteor-1.5:tokenize=norm-nopunct",
    "meteor-1.5:beam=1", "meteor-1.5:language=de", "meteor-1.5:language=fr,tokenize=13a",
]  # fmt: skip


def alone(specification, references):
    """With texts that nobody has seen."""
    metric = bolide.metric(specification)
    return metric.statistics(list(HYPOTHESES), [[line] for line in references])


def test_each_variant_scores_as_it_does_alone():
    expected = {
        (specification, number): alone(specification, references)
        for specification in SPECIFICATIONS
        for number, references in enumerate(REFERENCES)
    }
    segments = Segments(HYPOTHESES)
    given = [bolide.testset.References.of([[line] for line in references]) for references in REFERENCES]
    for _, (specification, number) in itertools.product(range(2), expected):
        found = bolide.metric(specification).statistics(segments, given[number])
        np.testing.assert_array_equal(found, expected[specification, number])


def test_in_one_call():
    references = [[line] for line in REFERENCES[0]]
    values = [score.value for score in bolide.score(HYPOTHESES, references, SPECIFICATIONS)]
    assert values == [bolide.score(HYPOTHESES, references, each).value for each in SPECIFICATIONS]


@pytest.mark.parametrize("parameter", ["meteor:stages=exact,stop_words", "meteor-1.5:function_words"])
def test_a_list_that_changes_is_read_again(parameter, tmp_path):
    path = tmp_path / "words.txt"
    segments, found = Segments(["the dog sat", "a dog"]), []
    references = [["the dog sat down"], ["the dog"]]
    for text in ("the\n", "dog\n", "\ufeffThe \nDog\r\n"):
        path.write_text(text, encoding="utf-8")
        metric = bolide.metric(f"{parameter}={path}")
        found.append((metric.statistics(segments, references).tolist(), metric.signature()))
    assert found[0] != found[1] != found[2] != found[0]
    assert len({signature for _, signature in found}) == 3
    path.write_text("dog\nthe\n", encoding="utf-8")
    metric = bolide.metric(f"{parameter}={path}")
    assert (metric.statistics(segments, references).tolist(), metric.signature()) == found[2]


def test_a_folder_that_changes_is_read_again(tmp_path):
    words = tmp_path / "function" / "english.words"
    words.parent.mkdir()
    segments, found = Segments(["the dog sat", "a dog"]), []
    for text in ("the\n", "dog\n"):
        words.write_text(text, encoding="utf-8")
        metric = bolide.metric(f"meteor-1.5:data={tmp_path}")
        rows = metric.statistics(segments, [["the dog sat down"], ["the dog"]])
        found.append((rows.tolist(), metric.signature()))
    assert found[0][0] != found[1][0]
    assert found[0][1] != found[1][1]


def test_a_word_of_dots_takes_no_time():
    assert bolide.score(["." * 50_000 + " a"], [["a " + "." * 50_001]], "meteor-1.5").value > 0


@pytest.mark.parametrize(
    ("specification", "says"),
    [
        ("task=foo", "task cannot be 'foo'"),
        ("beam=-1", "beam must be"),
        ("beam=100000000000000000000", "beam must be"),
    ],
)
def test_what_is_refused(specification, says):
    with pytest.raises(bolide.errors.SpecificationError, match=says):
        bolide.metric(f"meteor-1.5:{specification}")


def test_stages_beyond_those_of_the_language_weigh_nothing(tmp_path):
    """As the Java program does it: Dutch has two modules, others one."""
    table = tmp_path / "table"
    table.write_text("0.5\nbig dog\nlarge hound\n", encoding="utf-8")
    more = f"stages=exact+stem+paraphrase,tokenize=none,paraphrases={table}"
    assert bolide.metric(f"meteor-1.5:language=nl,{more}").weights_used[2] == 0
    assert bolide.metric(f"meteor-1.5:language=de,{more}").weights_used[2] > 0
    assert bolide.metric(f"meteor-1.5:language=nl,weights=1+1+1,{more}").weights_used == (1, 1, 1)
