"""`bolide align`: sentences and files in, drawings, tables and errors out."""

from xml.etree import ElementTree

import pytest


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ref.txt").write_text("a red pen\nthe cat & <dog>\n")
    (tmp_path / "sys.txt").write_text("red pens\n& cats\n")
    return ["--references", str(tmp_path / "ref.txt"), "--", str(tmp_path / "sys.txt")]


def test_best_of_several_references(run):
    result = run("align", "red pens", "blue pencils", "red pen", "--format", "json")
    (found,) = result.json["alignments"]
    assert result.code == 0
    assert found["reference"] == ["red", "pen"]
    assert found["links"][1] == {"hypothesis": [1, 2], "reference": [1, 2], "kind": "porter"}
    assert (found["chunks"], found["crosses"], found["exact"]) == (1, 0, True)


def test_segments_of_files(run, files):
    result = run("align", "--segments", "2", "--format", "csv", *files)
    assert result.code == 0
    assert result.out.splitlines()[1:] == ["2,&,&,exact,1,3", "2,cats,cat,porter,2,2"]


def test_svg_is_well_formed(run, files, tmp_path):
    assert run("align", "--svg", tmp_path / "a.svg", *files).code == 0
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"&", "<", "dog", "red"} <= set(words)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}line"))) >= 4


@pytest.mark.parametrize("hypothesis", ["", "\x00 \ud800", "x" * 100_000, "مرحبا 你好 hello"])
def test_odd_words_are_drawn(run, tmp_path, hypothesis):
    result = run("align", hypothesis, hypothesis + " y", "--svg", tmp_path / "a.svg")
    assert result.code == 0
    assert max(map(len, result.out.splitlines())) < 300
    ElementTree.parse(tmp_path / "a.svg")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["one sentence"], "nothing to look at"),
        (["a", "b", "--metric", "bleu"], "bleu does not align words"),
        (["a", "b", "--metric", "meteor:stages=exact+portre"], "did you mean 'porter'?"),
        (["a", "b", "--metric", "meteor:stop_words=nowhere.txt"], "nowhere.txt: cannot be read"),
        (["a", "b", "--svg", "/nowhere/a.svg"], "/nowhere/a.svg: cannot be written"),
    ],
)
def test_errors(run, words, message):
    result = run("align", *words)
    assert result.code == 2
    assert result.error.startswith("bolide: error: ")
    assert message in result.error


def test_unknown_segment(run, files):
    result = run("align", "--segments", "7", *files)
    assert result.code == 2
    assert "there is no segment '7'" in result.error
