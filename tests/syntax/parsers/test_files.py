"""Parses from files: one tree a line, blocks, CoNLL-U, and what is wrong."""

import pytest

from bolide.errors import InputError, SpecificationError
from bolide.syntax import Parser, Tree, dependencies, parser
from bolide.syntax.fstructure import F_STRUCTURE
from bolide.syntax.fstructure.cache import cached_bags
from bolide.syntax.parsers import files
from bolide.syntax.parsers.files import FileParser

DOG = "(S (NP (DT A) (NN dog)) (VP (VBD barked)) (. .))"
DOG_2 = "(S (NP (DT A)) (VP (NN dog) (VBD barked)) (. .))"
CAT = "(S (`` ``) (NP (NNP John) (POS 's) (NN cat)) ('' '') (. .))"


def write(tmp_path, text, name="parses.ptb"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_one_tree_a_line_is_found_by_its_characters(tmp_path):
    made = parser("files:path=" + write(tmp_path, f"{DOG}\n{CAT}\n"))
    assert isinstance(made, Parser)
    got = made.parse(['"John\'s cat".', ["A", "dog", "barked", "."], "", "A dog barked."])
    assert [[str(p.tree) for p in parses] for parses in got] == [[CAT], [DOG], [], [DOG]]


def test_blocks_are_nbest_lists(tmp_path):
    made = FileParser(write(tmp_path, f"{DOG}\n{DOG_2}\n\n{CAT}\n"))
    assert [str(p.tree) for p in made.parse(["A dog barked."], nbest=5)[0]] == [DOG, DOG_2]
    assert [p.score for p in made.parse(["A dog barked."], nbest=5)[0]] == [0, -1]
    assert len(made.parse(["A dog barked."], nbest=1)[0]) == 1


def test_scores_stand_before_trees_and_order_them(tmp_path):
    made = FileParser(write(tmp_path, f"-7.5 {DOG_2}\n-2 {DOG}\n\n{CAT}\n"))
    assert [(p.score, str(p.tree)) for p in made.parse(["A dog barked."], 2)[0]] == [(-2, DOG), (-7.5, DOG_2)]


def test_trees_over_several_lines(tmp_path):
    made = FileParser(
        write(tmp_path, "(S (NP (DT A) (NN dog))\n   (VP (VBD barked))\n   (. .))\n\n(NN cat)\n")
    )
    assert str(made.parse(["A dog barked."])[0][0].tree) == DOG


def test_conllu(tmp_path):
    path = write(tmp_path, dependencies(Tree.read(DOG)).conllu() + "\n\n", "parses.conllu")
    made = FileParser(path)
    assert made.gives == "dependencies"
    assert made.parse(["A dog barked."])[0][0].tree.heads == (2, 3, 0, 3)


def test_several_files_and_their_signature(tmp_path):
    one, two = write(tmp_path, DOG, "a"), write(tmp_path, CAT, "b")
    both = FileParser(f"{one}+{two}")
    assert len(both.parse(["A dog barked.", '"John\'s cat".'])) == 2
    assert both.signature() != FileParser(one).signature()
    assert FileParser(one).signature() == FileParser(write(tmp_path, DOG, "c")).signature()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{DOG}\n(S (NN x)", "line 2, column 1: this bracket is not closed"),
        (f"{DOG}\nword\n", "line 2, column 1: 'word' stands outside"),
        (f"-1 {DOG}\n-2 {CAT}\n\n{DOG}", "line 2: tree 2 of its block has other words than the first"),
    ],
)
def test_what_is_wrong_is_named_by_place(tmp_path, text, message):
    with pytest.raises(InputError) as error:
        FileParser(write(tmp_path, text)).parse(["A dog barked."])
    assert message in str(error.value)


def test_equal_parts_of_different_trees_are_read_once(tmp_path):
    other = DOG.replace("(S ", "(SINV ")
    [parses] = FileParser(write(tmp_path, f"-1 {DOG}\n-2 {other}\n")).parse(["A dog barked."], 2)
    one, two = (parse.tree for parse in parses)
    assert one != two
    assert all(a is b for a, b in zip(one.children, two.children, strict=True))


def test_a_file_is_not_read_where_its_triples_are_kept(tmp_path, monkeypatch):
    path = write(tmp_path, f"-1 {DOG}\n-2 {DOG.replace('NN', 'NNP')}\n")
    found = cached_bags(FileParser(path), ["A dog barked."], 2, F_STRUCTURE)
    monkeypatch.delattr(files, "read_trees")
    [again] = cached_bags(FileParser(path), ["A dog barked."], 2, F_STRUCTURE)
    assert again.triples == found[0].triples
    with pytest.raises(NameError):
        FileParser(path).parse(["A dog barked."])


def test_a_sentence_without_parse_is_named(tmp_path):
    with pytest.raises(InputError, match=r"sentence 1 \('Another'\) is not parsed"):
        FileParser(write(tmp_path, DOG)).parse(["Another"])


def test_specifications():
    with pytest.raises(SpecificationError, match="needs path"):
        parser("files")
    with pytest.raises(SpecificationError, match="did you mean 'path'"):
        parser("files:paht=x")
    with pytest.raises(SpecificationError, match="write name=value"):
        parser("files:x")
    with pytest.raises(InputError, match="there is no such file"):
        parser("files:path=nothing-here.ptb")
    with pytest.raises(SpecificationError, match="not by int"):
        parser(3)
