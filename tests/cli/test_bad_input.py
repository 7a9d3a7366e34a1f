"""Bad input: one clear sentence that names the place, exit code 2, and never a traceback."""

import pytest

import bolide
from bolide.cli import main

HYP = "the cat sat\non the mat\n"
REF = "the cat sat\non a mat\n"


@pytest.fixture(autouse=True)
def texts(write):
    write("hyp.txt", HYP)
    write("ref.txt", REF)


def refused(result, *parts):
    assert result.code == 2, result
    assert result.out == ""
    message = result.error.strip()
    assert message.startswith("bolide: error: ")
    assert "Traceback" not in message
    assert "\n" not in message
    for part in parts:
        assert part in message, message
    return message


def score(run, *systems, references=("ref.txt",), more=()):
    return run("score", "--references", *references, *more, "--", *systems)


def right(result, hypotheses, references):
    assert result.code == 0, result.error
    got = result.json["scores"][0]["value"]
    assert got == pytest.approx(bolide.score(hypotheses, references, "bleu").value)


def test_different_lengths(run, write):
    refused(score(run, write("short.txt", "one\n")), "short has 1 segment", "references have 2")
    refused(
        score(run, "hyp.txt", references=["ref.txt", write("r.txt", "1\n2\n3\n")]),
        "r.txt has 3",
        "ref.txt has 2",
    )


@pytest.mark.parametrize("side", ["system", "reference"])
def test_empty_file(run, write, side):
    empty = write("empty.txt", "")
    result = score(run, empty) if side == "system" else score(run, "hyp.txt", references=[empty])
    refused(result, "empty.txt", "empty")


def test_missing_file_and_folder(run, tmp_path):
    refused(score(run, ""), "'': there is no such file")
    refused(score(run, "nowhere.txt"), "nowhere.txt: there is no such file")
    (tmp_path / "folder").mkdir()
    refused(score(run, "folder"), "folder", "a file is needed")


def test_not_utf8(run, write):
    refused(score(run, write("l1.txt", b"fine\nna\xefve\n")), "l1.txt, line 2, byte 3", "not UTF-8")


def test_utf16_and_nul(run, write):
    refused(score(run, write("u16.txt", "one\ntwo\n".encode("utf-16-le"))), "u16.txt, line 1", "NUL")
    refused(score(run, write("nul.txt", "one\ntwo\0\n")), "nul.txt, line 2", "NUL")


def test_broken_gzip(run, write):
    refused(score(run, write("x.gz", b"not gzip")), "x.gz", "gzip")


def test_crlf_bom_and_line_separators_inside_lines(run, write):
    crlf = write("crlf.txt", b"\xef\xbb\xbf" + HYP.replace("\n", "\r\n").encode())
    right(score(run, crlf, more=["--format", "json"]), HYP.split("\n")[:-1], REF.split("\n")[:-1])
    odd = "the\u2028cat\x85sat\x0c\x0b\x1c\nthe\rmat\n"
    result = score(run, write("odd.txt", odd), more=["--format", "json"])
    right(result, odd.split("\n")[:-1], REF.split("\n")[:-1])


def test_no_newline_at_the_end(run, write):
    right(
        score(run, write("h.txt", HYP[:-1]), more=["--format", "json"]),
        HYP.split("\n")[:-1],
        REF.split("\n")[:-1],
    )


def test_empty_hypothesis_and_reference(run, write):
    result = score(run, write("h.txt", "the cat sat\n\n"), more=["--format", "json"])
    right(result, ["the cat sat", ""], REF.split("\n")[:-1])
    result = score(run, "hyp.txt", references=[write("r.txt", "\non a mat\n")], more=["--format", "json"])
    right(result, HYP.split("\n")[:-1], ["", "on a mat"])


def test_unknown_names_suggest_the_nearest(run):
    refused(score(run, "hyp.txt", more=["--metrics", "blue"]), "'blue'", "did you mean 'bleu'?")
    refused(score(run, "hyp.txt", more=["--metrics", "chrf:word_ordr=2"]), "did you mean 'word_order'?")
    refused(score(run, "hyp.txt", more=["--metrics", "bleu:tokenize=13b"]), "did you mean '13a'?")
    refused(score(run, "hyp.txt", more=["--metrics", "bleu:smooth_method=expo"]), "did you mean 'exp'?")
    refused(score(run, "hyp.txt", more=["--metrics", "bleu:max_ngram_order=four"]), "whole number")
    refused(score(run, "hyp.txt", more=["--metrics", "bleu:lowercase=maybe"]), "yes or no")
    refused(score(run, "hyp.txt", more=["--metrics", "bleu:max_ngram_order=0"]), "at least 1")
    refused(score(run, "hyp.txt", more=["--metrics", "bleu:order"]), "write name=value")
    refused(score(run, "hyp.txt", more=["--metrics", "chrf", "--tokenize", "13a"]), "--tokenize fits none")
    assert main(["scor"]) == 2


def test_numbers_out_of_range(run):
    refused(score(run, "hyp.txt", more=["--metrics", "chrf:beta=1e308"]), "beta must be from 0 to 1000")
    refused(score(run, "hyp.txt", more=["--metrics", "chrf:beta=nan"]), "write a number")
    add = "bleu:smooth_method=add-k,smooth_value="
    refused(score(run, "hyp.txt", more=["--metrics", f"{add}-1"]), "smooth_value must be 0 or more, not -1")
    refused(score(run, "hyp.txt", more=["--metrics", f"{add}inf"]), "write a number")
    for wrong in ({"smooth_method": "expo"}, {"smooth_value": float("nan")}):
        with pytest.raises(bolide.SpecificationError):
            type(bolide.metric("bleu"))(**wrong)


def test_what_stands_twice(run):
    refused(score(run, "hyp.txt", more=["--metrics", "bleu", "bleu:lowercase=no"]), "bleu is named twice")
    more = ["--lowercase", "--metrics", "bleu", "bleu:lowercase=yes"]
    refused(score(run, "hyp.txt", more=more), "bleu:lowercase=yes is named twice")
    refused(score(run, "-", references=["-"]), "standard input (-) is named twice")
    refused(score(run, "hyp.txt", references=["-", "-"]), "standard input (-) is named twice")
    refused(score(run, "hyp.txt", "hyp.txt"), "2 systems are called 'hyp.txt'")


def test_wrong_options(run):
    refused(score(run, "hyp.txt", more=["--metric", "bleu"]), "no option --metric: did you mean '--metrics'?")
    refused(score(run, "hyp.txt", more=["--format", "xml"]), "--format", "'xml'", "markdown")
    refused(run("score", "--metrics", "bleu", "--", "hyp.txt"), "--references")
    refused(run("score", "--references", "ref.txt", "--metrics", "bleu", "hyp.txt"), "hyp.txt is a file, not")
    refused(run("study"), "STUDY", "bolide study --help")
    refused(run("parsers", "bleu"), "'bleu' is one word too many")
    refused(run("--verbose"), "no option --verbose")


def test_no_system(run):
    refused(run("score", "--references", "ref.txt"), "no system is named")


def test_tables(run, write):
    def table(name, content):
        return score(run, "hyp.txt", references=[write(name, content)])

    refused(table("a.tsv", "ref\tb\none\n"), "a.tsv, line 2", "1 cells", "2 columns")
    refused(table("b.tsv", "x\ty\n1\t2\n3\t4\n"), "which column?", "b.tsv:x")
    write("d.tsv", "ref\tmt\n1\t2\n3\t4\n")
    refused(score(run, "hyp.txt", references=["d.tsv:reff"]), "no column 'reff'", "did you mean 'ref'?")
    refused(table("e.tsv", "ref\n"), "no rows")
    refused(table("f.tsv", "ref\tref\n1\t2\n"), "two columns are called 'ref'")
    refused(table("g.tsv", 'ref\n"he said ""hi"""\n"x ""y"" z"\n'), "quoting")
    refused(table("h.jsonl", '{"ref": "a"}\n{"ref": 3}\n'), "h.jsonl, line 2, column ref", "the cell is 3")
    refused(table("i.jsonl", '{"ref": "a"}\n{"rf": "b"}\n'), "line 2", "missing")
    refused(table("j.jsonl", '{"ref": "a"}\nnonsense\n'), "j.jsonl, line 2", "not JSON")
    refused(table("k.jsonl", '{"ref": []}\n{"ref": "b"}\n'), "segment 1", "no reference")
    refused(table("l.csv", 'ref\n"open\n'), "l.csv", "not CSV")


def test_markup(run, write):
    def xml(content):
        return score(run, "hyp.txt", references=[write("x.xml", content)])

    refused(xml("<dataset></dataset>"), "no segments")
    refused(xml("<doc id='1'>\n<seg id='1'>a</seg></doc>"), "x.xml, line 2", "stands outside")
    refused(xml("<ref><doc id='1'><seg id='1'>a"), "never closed")
    open_one = "<ref><doc id='1'><seg id='1'>a\n<seg id='2'>b</seg></doc></ref>"
    refused(xml(open_one), "x.xml, line 1: <seg> is never closed")
    refused(xml("<src><doc id='d'><seg id='1'>a</seg></doc></src>"), "no references")
    twice = "<ref translator='A'><doc id='d'><seg id='1'>a</seg>\n<seg id='1'>b</seg></doc></ref>"
    refused(xml(twice), "x.xml, line 2", "stands twice")
    lacking = (
        "<doc id='d'><ref translator='A'><seg id='1'>a</seg><seg id='2'>b</seg></ref>"
        "<hyp system='S'><seg id='1'>a</seg></hyp></doc>"
    )
    refused(run("score", "--references", write("y.xml", lacking)), "system S has no segment 2")


def test_segments_file_cannot_be_written(run):
    result = score(run, "hyp.txt", more=["--segments", "no/such/folder.tsv"])
    assert result.code == 2
    assert "no/such/folder.tsv: cannot be written" in result.error


def test_a_line_of_a_megabyte(run, write):
    long = ("word " * 100_000 + "a" * 600_000).strip()
    hyp, ref = write("h.txt", long + "\nx\n"), write("r.txt", long + "\nx\n")
    result = score(run, hyp, references=[ref], more=["--format", "json", "--metrics", "bleu", "chrf", "nist"])
    assert result.code == 0
    assert [round(s["value"], 9) for s in result.json["scores"][:2]] == [100, 100]


class TestPython:
    """The same at the Python door."""

    def refused(self, *arguments, match, **options):
        with pytest.raises(bolide.InputError, match=match):
            bolide.score(*arguments, **options)

    def test_strings_and_wrong_things(self):
        self.refused("a b", ["a b"], match="one string")
        self.refused(["a"], "a", match="one string")
        self.refused(["a", None], ["a", "b"], match=r"hypotheses\[1\] is None")
        self.refused(["a", float("nan")], ["a", "b"], match=r"missing \(NaN\)")
        self.refused([b"a"], ["a"], match=r"hypotheses\[0\] is a bytes")
        self.refused(["a"], [["a", 3]], match=r"references\[0\]\[1\] is a int")
        self.refused(["a"], [None], match=r"references\[0\] is None")
        self.refused(["a"], [[None]], match="no reference")
        self.refused({"a": 1}, ["a"], match="dict")
        self.refused(3, ["a"], match="a int")
        self.refused([], [], match="no hypotheses")
        self.refused({"a", "b"}, ["a", "b"], match="no order")
        self.refused(["a"], ["a"], documents="d", match="documents are one string")
        self.refused(["a", "b"], ["a", "b"], documents=["d", None], match=r"documents\[1\] is None")
        self.refused(["a"], ["a"], documents=[float("nan")], match=r"documents\[0\] is missing")
        self.refused(["a"], ["a"], documents=iter("de"), match="2 documents for 1 segment")
        with pytest.raises(bolide.InputError, match="two segments have the id 'x'"):
            bolide.TestSet.read(["a", "b"], ids=["x", "x"])

    def test_whole_tables(self):
        """Iterating a table gives the names of its columns."""
        import pandas
        import pyarrow

        table = {"h": ["a"], "r": ["b"]}
        self.refused(pandas.DataFrame(table)[["h"]], ["b"], match="DataFrame, but one column is needed")
        self.refused(["a"], pandas.DataFrame(table)[["r"]], match="DataFrame, but one column is needed")
        self.refused(pyarrow.table(table), ["b"], match="Table, but one column is needed")

    def test_layouts(self):
        hypotheses = ["a", "b", "c"]
        transposed = [["a", "b", "c"], ["x", "y", "z"]]
        self.refused(hypotheses, transposed, match="sacreBLEU's layout")
        assert bolide.score(hypotheses, transposed, layout="references").value == 0  # too short for 4-grams
        square = [["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]]
        self.refused(hypotheses, square, match="two ways")
        by_segment = bolide.score(hypotheses, square, "chrf", layout="segments").value
        by_reference = bolide.score(hypotheses, square, "chrf", layout="references").value
        assert by_segment != by_reference
        self.refused(hypotheses, ["a", "b"], match="2 references for 3 segments")
        self.refused(["a"], ["a", "b"], match=r"\[\[...\]\]")
        self.refused(hypotheses, [["a", "b"], ["c"]], match="2 references for 3 segments")
        self.refused(
            hypotheses, [["a", "b"], ["c", "d"]], layout="references", match="2 strings for 3 segments"
        )
        self.refused(hypotheses, ["a", "b", "c"], layout="references", match="is a string")
        self.refused(hypotheses, ["a", "b", "c"], layout="rows", match="layout is 'rows'")
