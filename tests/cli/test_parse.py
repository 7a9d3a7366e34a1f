"""`bolide parse` and `bolide parsers`: trees in order, in every format, and read back."""

import io
import sys
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bolide.syntax import DependencyTree, Parse, Tree, dependencies, parser, parsing, read_conllu, writing
from bolide.syntax.trees import plain
from tests.syntax.test_dependencies import dependency_trees
from tests.syntax.test_trees import TREES

DOG = "(TOP (S (NP-SBJ (PRP I)) (VP (VBD had) (NP (DT a) (NN dog))) (. .)))"
OTHER_DOG = "(TOP (S (NP-SBJ (PRP I)) (VP (VBD had)) (NP (DT a) (NN dog)) (. .)))"
LEFT = "(TOP (S (NP-SBJ (NNP Ann) (-LRB- -LRB-) (NN 😀) (-RRB- -RRB-)) (VP (VBD left))))"
TEXT = "I had a dog.\n\nAnn (😀) left\nI had a dog.\n"


@pytest.fixture
def files(write):
    write("trees.ptb", f"-1.5 {DOG}\n-2.25 {OTHER_DOG}\n\n{LEFT}\n")
    return write("text.txt", TEXT), "--parser", "files:path=trees.ptb"


def test_a_tree_a_line_in_order(run, files):
    result = run("parse", *files)
    assert (result.code, result.error) == (0, "")
    assert result.out == f"{DOG}\n\n{LEFT}\n{DOG}\n"


def test_what_is_written_is_read_back(run, files, write):
    for nbest in (1, 2):
        first = run("parse", *files, "--nbest", nbest)
        assert first.code == 0, first.error
        write("again.ptb", first.out)
        again = run("parse", "text.txt", "--parser", "files:path=again.ptb", "--nbest", nbest)
        assert again.out == first.out


def test_blocks(run, files):
    assert run("parse", *files, "--nbest", "5").out == (
        f"-1.5\t{DOG}\n-2.25\t{OTHER_DOG}\n\n\n0.0\t{LEFT}\n\n-1.5\t{DOG}\n-2.25\t{OTHER_DOG}\n\n"
    )


def test_words_that_are_given(run, write):
    write("trees.ptb", "(S (X a.b) (X c))\n")
    tokens = write("tokens.txt", "a.b  c\n")
    assert (
        run("parse", tokens, "--tokenized", "--parser", "files:path=trees.ptb").out == "(S (X a.b) (X c))\n"
    )


def test_conllu(run, files, write):
    out = run("parse", *files, "--format", "conllu", "--nbest", "2").out
    trees = list(read_conllu(out))
    assert [t.comments for t in trees][:3] == [
        ("# sent_id = 1", "# text = I had a dog .", "# parse = 1", "# score = -1.5"),
        ("# sent_id = 1", "# text = I had a dog .", "# parse = 2", "# score = -2.25"),
        ("# sent_id = 3", "# text = Ann ( 😀 ) left", "# parse = 1", "# score = 0.0"),
    ]
    assert trees[0] == dependencies(Tree.read(DOG))
    write("again.conllu", out)
    again = run(
        "parse", "text.txt", "--parser", "files:path=again.conllu", "--nbest", "2", "--format", "conllu"
    )
    assert again.code == 0, again.error
    assert [t.nodes for t in read_conllu(again.out)] == [t.nodes for t in trees]


def test_drawings(run, files):
    out = run("parse", *files, "--format", "text").out
    assert out.startswith("1: I had a dog .\n\n")
    assert "\n2\n\n3: Ann ( 😀 ) left\n\n" in out
    assert "NP-SBJ" in out
    assert "(parse 2, score -2.25): I had" in run("parse", *files, "--format", "text", "--nbest", "2").out


def test_a_picture(run, files, tmp_path):
    result = run("parse", *files, "--format", "svg", "--nbest", "2", "--output", "trees.svg")
    assert (result.code, result.out) == (0, "")
    texts = [
        e.text for e in ElementTree.parse(tmp_path / "trees.svg").iter("{http://www.w3.org/2000/svg}text")
    ]
    assert texts.count("NP-SBJ") == 5
    assert "😀" in texts
    assert "1 (parse 2, score -2.25): I had a dog ." in texts


def test_standard_input(run, files, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert run("parse", "-", *files[1:]).out == f"{DOG}\n\n{LEFT}\n{DOG}\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["text.txt", "--parser", "nobody"], "there is no parser 'nobody'"),
        (["text.txt", "--parser", "files"], "the parser 'files' needs path: write files:path=..."),
        (["text.txt", "--parser", "files:path=none.ptb"], "none.ptb: there is no such file"),
        (["none.txt"], "none.txt: there is no such file"),
        (["text.txt", "--nbest", "0"], "--nbest must be at least 1, not 0"),
        (["text.txt", "--output", "no/where"], "no/where: cannot be written"),
        (["other.txt"], "sentence 1 ('Something else') is not parsed in trees.ptb"),
        (["text.txt", "--parser", "files:path=deps.conllu"], "gives dependencies, which have no brackets"),
        (["text.txt", "--parser", "files:path=trees.ptb+deps.conllu"], "name files of one kind"),
    ],
)
def test_errors(run, files, write, words, message):
    write("other.txt", "Something else\n")
    write("deps.conllu", "1\tx\t_\t_\t_\t_\t0\troot\t_\t_\n")
    result = run("parse", *words, *([] if "--parser" in words else files[1:]))
    assert result.code == 2
    assert result.out == ""
    assert result.error.startswith("bolide: error: ")
    assert message in result.error


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.ptb", "(S (X a))\n(S (X b)\n", "a.ptb, line 2, column 1: this bracket is not closed"),
        ("a.ptb", "(S (X a)))\n", "a.ptb, line 1, column 10: this bracket closes nothing"),
        ("a.ptb", "-1.5 (S (X a)\n (X b c))\n", "a.ptb, line 2, column 7: "),
        ("a.ptb", "-1.5 (S ())\n", "a.ptb, line 1, column 9: this bracket holds no word"),
        ("a.ptb", "hello\n", "a.ptb, line 1, column 1: 'hello' stands outside"),
        (
            "a.ptb", "-1 (S (X a))\n-2 (S (X b))\n",
            "a.ptb, line 2: tree 2 of its block has other words than the first",
        ),
        (
            "a.ptb", "(S (X a))\n(S (Y a))\n(S (X b))\n\n(S (X c))\n",
            "a.ptb, line 3: tree 3 of its block has other words",
        ),
        ("a.conllu", "1\ta\n", "a.conllu, line 1: there are 2 columns"),
        ("a.conllu", "1\ta\t_\t_\t_\t_\tx\t_\t_\t_\n", "a.conllu, line 1, column 7 (HEAD): 'x'"),
        (
            "a.conllu",
            "# parse = 1\n1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n\n# parse = 2\n1\tb\t_\t_\t_\t_\t0\t_\t_\t_\n",
            "'# parse = 2' of 'b' has other words",
        ),
        ("a.conllu", "# score = x\n1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n", "'# score = x' of 'a' is no number"),
    ],
)  # fmt: skip
def test_broken_files(run, write, name, content, message):
    write(name, content)
    result = run("parse", write("text.txt", "a\n"), "--parser", f"files:path={name}", "--format", "text")
    assert result.code == 2
    assert message in result.error
    assert "Traceback" not in result.error


def test_lines_with_gaps_are_no_blocks(run, write):
    write("a.ptb", "(S (X a))\n\n(S (X b))\n(S (X b))\n(S (X c))\n")
    result = run("parse", write("text.txt", "a\n\nb\nb\nc\n"), "--parser", "files:path=a.ptb", "--nbest", "9")
    assert result.out.count("0.0") == 4


def test_a_file_that_changes_is_read_again(run, write):
    text = write("text.txt", "a\n")
    for tag in ("X", "YY"):
        write("a.ptb", f"(S ({tag} a))\n")
        assert run("parse", text, "--parser", "files:path=a.ptb").out == f"(S ({tag} a))\n"


def key(tree):
    return "".join(map(plain, tree.words))


@given(st.lists(st.lists(TREES, min_size=1, max_size=3), max_size=3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_trees_come_back(tmp_path, shapes):
    """Trees of the same words in a block, through the file and the parser that reads it."""
    parses, sentences = [], []
    for number, trees in enumerate(shapes):
        words = [*trees[0].words, f"end{number}"]
        first = Tree("S", [*(Tree.leaf("X", w) for w in words)])
        second = Tree("S", [trees[0], Tree.leaf("Y", words[-1])])
        parses.append([Parse(first, -0.1), Parse(second, -1e-7 * number - 0.2)][: len(trees)])
        sentences.append(list(map(plain, words)))
    path = tmp_path / "random.ptb"
    path.write_text("".join(writing.brackets(parses, 2)), encoding="utf-8")
    assert parser(f"files:path={path}").parse(sentences, 2) == parses


@given(st.lists(dependency_trees(), max_size=3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_dependencies_come_back(tmp_path, trees):
    parses = [[Parse(tree, -1.25), Parse(tree, -2.5)] for tree in trees]
    found = list(read_conllu("".join(writing.conllu(parses, 2))))
    assert found == [tree for tree in trees for _ in range(2)]


@given(st.lists(TREES, max_size=3), st.booleans())
@settings(max_examples=30)
def test_random_pictures_are_xml(trees, as_dependencies):
    parses = [[Parse(dependencies(tree) if as_dependencies else tree, 0.5)] for tree in trees]
    ElementTree.fromstring("".join(writing.svg(parses)))
    assert len("".join(writing.text(parses, 2, 40)).split("(parse 1")) == len(trees) + 1


class Noting:
    gives = "dependencies"

    def signature(self):
        return "parser:noting"

    def parse(self, sentences, nbest=1):
        return [
            [Parse(DependencyTree.read("1\tx\t_\t_\t_\t_\t0\troot\t_\t_"), 0.0, "too long: not parsed")]
            if "x" in sentence else []
            for sentence in sentences
        ]  # fmt: skip


def test_notes_are_said(run, write, monkeypatch):
    monkeypatch.setitem(parsing.BUILT_IN, "noting", "tests.cli.test_parse:Noting")
    result = run("parse", write("text.txt", "x\n\ny\n"), "--parser", "noting", "--format", "text")
    assert result.code == 0
    assert result.error == (
        "bolide: note: line 1: too long: not parsed\nbolide: note: line 3: the parser found no parse\n"
    )


def test_the_list_of_parsers(run):
    out = run("parsers").out
    assert "files" in out
    assert "path" in out
    (files,) = [
        each for each in run("parsers", "--format", "json").json["parsers"] if each["name"] == "files"
    ]
    assert files["ready"] is True
    assert files["parameters"] == ["path"]


def test_every_parser_is_listed_without_its_package(run, monkeypatch):
    for name in ("spacy", "stanza", "benepar", "ufal", "torch"):
        monkeypatch.setitem(sys.modules, name, None)
    for each in run("parsers", "--format", "json").json["parsers"]:
        assert each["summary"]
        assert each["gives"]
        assert each["ready"] or each["needs"]


def test_triples(run, files):
    out = run("parse", *files, "--triples").out
    first, empty, third, again = out.strip("\n").split("\n\n")
    assert first.split("\n")[:4] == ["1: I had a dog .", "obj(have, dog)", "subj(have, i)", "det(dog, a)"]
    assert "pron_form(i, i)" in first.split("\n")[4:]
    assert empty == "2"
    assert third.startswith("3: Ann ( 😀 ) left\nsubj(leave, ")
    assert again == first.replace("1:", "4:")
    assert "4 (parse 2, score -2.25): I had a dog ." in run("parse", *files, "--triples", "--nbest", "2").out


def test_plain_triples(run, write):
    write("trees.conllu", f"{dependencies(Tree.read(DOG)).conllu()}\n\n")
    text = write("one.txt", "I had a dog .\n")
    out = run("parse", text, "--plain-triples", "--parser", "files:path=trees.conllu").out
    assert out.startswith("1: I had a dog .\nsbj(have, i)\ndet(dog, a)\nobj(have, dog)\n")
    assert "Tense(have, Past)" in out


def test_triples_that_cannot_be(run, files):
    result = run("parse", *files, "--plain-triples")
    assert result.code == 2
    assert "gives no dependencies, which plain triples are" in result.error
    assert "not allowed with" in run("parse", *files, "--triples", "--format", "svg").error
