"""``bolide score``: what goes in, what comes out."""

import csv
import gzip
import io
import json
import subprocess
import sys

import pytest
import sacrebleu

import bolide

HYP = ["the cat sat on the mat .", "it is raining in the north", "three red pens"]
REF = ["the cat is on the mat .", "it rains in the north", "three red pens"]
REF2 = ["a cat sits on the mat .", "in the north it is raining", "3 red pens"]


def lines(texts):
    return "\n".join(texts) + "\n"


@pytest.fixture
def texts(write):
    return write("hyp.txt", lines(HYP)), write("ref.txt", lines(REF)), write("ref2.txt", lines(REF2))


def value(result, index=0):
    assert result.code == 0, result.error
    return result.json["scores"][index]["value"]


def expected(metric="bleu", references=(REF,)):
    return bolide.score(
        HYP, [list(g) for g in zip(*references, strict=True)], metric, layout="segments"
    ).value


def test_json_schema(run, texts):
    hyp, ref, ref2 = texts
    result = run(
        "score", "--references", ref, ref2, "--metrics", "bleu", "m-bleu", "nist", "chrf", "chrf:word_order=2",
        "--format", "json", "--", hyp,
    )  # fmt: skip
    assert result.json["bolide"] == bolide.__version__
    assert [s["metric"] for s in result.json["scores"]] == [
        "bleu",
        "m-bleu",
        "nist",
        "chrf",
        "chrf:word_order=2",
    ]
    for score in result.json["scores"]:
        assert set(score) == {"system", "metric", "value", "scale", "signature", "statistics"}
        assert score["system"] == "hyp"
        assert score["value"] == pytest.approx(expected(score["metric"], (REF, REF2)))
        assert "|refs:2|" in score["signature"]
    bleu = result.json["scores"][0]
    assert bleu["value"] == pytest.approx(sacrebleu.corpus_bleu(HYP, [REF, REF2]).score)
    assert bleu["statistics"]["length"] == sum(len(h.split()) for h in HYP)


def test_text_table(run, texts):
    hyp, ref, _ = texts
    result = run("score", "--references", ref, "--metrics", "bleu", "chrf", "--", hyp, f"copy={ref}")
    assert result.code == 0
    assert result.out.split("\n")[0].split() == ["system", "BLEU", "chrF2"]
    assert result.out.split("\n")[3].split() == ["copy", "100.00", "100.00"]
    assert "bleu|tokenize:13a|" in result.out
    assert not result.error


@pytest.mark.parametrize("form", ["csv", "markdown", "latex"])
def test_other_formats(run, texts, form):
    hyp, ref, _ = texts
    result = run("score", "--references", ref, "--format", form, "--", hyp)
    assert result.code == 0
    if form == "csv":
        rows = list(csv.reader(io.StringIO(result.out)))
        assert rows[0] == ["system", "BLEU"]
        assert float(rows[1][1]) == expected()
    assert {"csv": "system,BLEU", "markdown": "| system |", "latex": r"\toprule"}[form] in result.out


def test_segment_table(run, texts, tmp_path):
    hyp, ref, _ = texts
    run(
        "score",
        "--references",
        ref,
        "--metrics",
        "chrf",
        "bleu",
        "--segments",
        "out.tsv",
        "--",
        hyp,
        f"b={ref}",
    )
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.tsv").read_text("utf-8")), delimiter="\t"))
    assert list(rows[0]) == ["system", "segment", "metric", "score"]
    assert [(r["system"], r["segment"], r["metric"]) for r in rows[:4]] == [
        ("hyp", "1", "chrf"), ("hyp", "2", "chrf"), ("hyp", "3", "chrf"), ("hyp", "1", "bleu"),
    ]  # fmt: skip
    assert float(rows[0]["score"]) == sacrebleu.sentence_chrf(HYP[0], [REF[0]]).score
    assert len(rows) == 12


def test_gzip_and_standard_input(texts, tmp_path):
    with gzip.open(tmp_path / "ref.gz", "wt", encoding="utf-8") as file:
        file.write(lines(REF))
    command = [
        sys.executable,
        "-m",
        "bolide",
        "score",
        "--references",
        "ref.gz",
        "--format",
        "json",
        "--",
        "-",
    ]
    done = subprocess.run(command, input=lines(HYP).encode(), capture_output=True, cwd=tmp_path, check=True)
    assert json.loads(done.stdout)["scores"][0]["value"] == pytest.approx(expected())
    assert not done.stderr


def test_tables(run, write):
    rows = list(zip(HYP, REF, REF2, strict=True))
    tsv = write("d.tsv", "mt\tref\tother\n" + "".join("\t".join(r) + "\n" for r in rows))
    both = write("both.tsv", "refs\n" + "".join(json.dumps([a, b]) + "\n" for _, a, b in rows))
    table = "".join(json.dumps({"references": [a, b], "hypothesis": h, "n": 1}) + "\n" for h, a, b in rows)
    jsonl = write("d.jsonl", table)
    csv_ = write("d.csv", "hyp,ref\n" + "".join(f'"{h}","{a}"\n' for h, a, _ in rows))
    one, two = expected(), expected(references=(REF, REF2))

    def score(references, system):
        return value(run("score", "--references", *references, "--format", "json", "--", system))

    assert score([tsv], tsv) == pytest.approx(one)
    assert score([f"{tsv}:ref", f"{tsv}:other"], f"{tsv}:mt") == pytest.approx(two)
    assert score([both], tsv) == pytest.approx(two)
    assert score([jsonl], jsonl) == pytest.approx(two)
    assert score([csv_], csv_) == pytest.approx(one)


def test_varying_number_of_references(run, write, texts):
    rows = [{"reference": REF[0]}, {"reference": [REF[1], REF2[1]]}, {"reference": [REF[2], None]}]
    jsonl = write("r.jsonl", "".join(json.dumps(r) + "\n" for r in rows))
    result = run("score", "--references", jsonl, "--format", "json", "--", texts[0])
    groups = [[REF[0]], [REF[1], REF2[1]], [REF[2]]]
    assert value(result) == pytest.approx(bolide.score(HYP, groups, "bleu").value)
    assert "|refs:var|" in result.json["scores"][0]["signature"]


WMT = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="new"><doc origlang="en" id="d1"><src lang="en"><p><seg id="1">s</seg><seg id="2">s</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">{r[0]}</seg><seg id="2">{r[1]}</seg></p></ref>
<ref lang="de" translator="B"><p><seg id="1">{q[0]}</seg></p></ref>
<hyp system="X" language="de"><p><seg id="1">{h[0]}</seg><seg id="2">{h[1]} &amp; more</seg></p></hyp></doc>
<doc id="d2"><src><seg id="1">s</seg></src><ref translator="A"><p><seg id="1">{r[2]}</seg></p></ref>
<hyp system="X"><seg id="1">{h[2]}</seg></hyp></doc></dataset>
"""


def test_wmt_xml(run, write, texts, tmp_path):
    xml = write("wmt.xml", WMT.format(r=REF, q=REF2, h=HYP))
    groups = [[REF[0], REF2[0]], [REF[1]], [REF[2]]]
    want = bolide.score([HYP[0], HYP[1] + " & more", HYP[2]], groups, "bleu").value
    for systems in ([], ["--", xml]):
        result = run("score", "--references", xml, "--format", "json", "--segments", "s.tsv", *systems)
        assert value(result) == pytest.approx(want)
        assert result.json["scores"][0]["system"] == "X"
    assert (tmp_path / "s.tsv").read_text().split("\n")[3].split("\t")[:2] == ["X", "d2:1"]
    plain = run("score", "--references", xml, "--format", "json", "--", texts[0])
    assert value(plain) == pytest.approx(bolide.score(HYP, groups, "bleu").value)


def test_comments_and_cdata_in_xml(run, write):
    plain = WMT.format(r=REF, q=REF2, h=HYP)
    hidden = plain.replace("<hyp", '<!-- <ref translator="C"><seg id="1">no</seg>\n</ref> --><hyp', 1)
    hidden = hidden.replace(" &amp; more", "<![CDATA[ & more]]>")
    one, other = (
        run("score", "--references", write(name, text), "--format", "json").json["scores"]
        for name, text in (("plain.xml", plain), ("hidden.xml", hidden))
    )
    assert one == other


SGML = """<refset setid="t" srclang="any" trglang="en">
<DOC docid="d1" sysid="r1"><seg id=1> {r[0]}
</seg> <seg id=2>{r[1]} </seg><seg id=3>{r[2]}</seg></DOC>
<doc docid="d1" sysid="r2"><seg id=1>{q[0]}</seg><seg id=2>{q[1]}</seg><seg id=3>{q[2]}</seg></doc></refset>
"""


def test_nist_sgml(run, write):
    ref = write("ref.sgm", SGML.format(r=REF, q=REF2))
    system = '<tstset setid="t"><doc docid="d1" sysid="S"><seg id="1">{h[0]}</seg><seg id="2">{h[1]}</seg>'
    tst = write("tst.sgm", (system + '<seg id="3">{h[2]}</seg></doc></tstset>').format(h=HYP))
    result = run("score", "--references", ref, "--format", "json", "--", tst)
    assert value(result) == pytest.approx(expected(references=(REF, REF2)))
    assert result.json["scores"][0]["system"] == "S"


def test_markup_is_matched_by_document_and_segment(run, write):
    """Files of one test set may have its documents in another order, as mteval allows."""

    def one(kind, name, documents):
        inner = "".join(
            f'<DOC docid="{d}" sysid="{name}"><SEG id="1">{text}</SEG></DOC>' for d, text in documents.items()
        )
        return write(f"{name}.sgm", f'<{kind} setid="t">{inner}</{kind}>')

    texts = {"d1": HYP[0], "d2": HYP[1]}
    turned = dict(reversed(texts.items()))
    first, second = one("refset", "r1", texts), one("refset", "r2", turned)
    system = one("tstset", "S", turned)
    result = run("score", "--references", first, second, "--format", "json", "--", system)
    assert value(result) == pytest.approx(100)
    assert "refs:2" in result.json["scores"][0]["signature"]
    other = one("tstset", "T", {"d1": HYP[0], "d3": HYP[1]})
    result = run("score", "--references", first, "--", other)
    assert (result.code, result.out) == (2, "")
    assert "T.sgm has no segment 1 of document d2, which r1.sgm has" in result.error
    more = one("tstset", "U", {**texts, "d3": HYP[2]})
    assert "r1.sgm has no segment 1 of document d3" in run("score", "--references", first, "--", more).error


def test_lowercase_and_tokenize(run, texts):
    hyp, ref, _ = texts
    metrics = ["bleu", "chrf", "bleu:tokenize=char"]
    flags = ["--lowercase", "--tokenize", "none", "--format", "json"]
    result = run("score", "--references", ref, "--metrics", *metrics, *flags, "--", hyp)
    assert [s["metric"] for s in result.json["scores"]] == [
        "bleu:tokenize=none,lowercase=yes",
        "chrf:lowercase=yes",
        "bleu:tokenize=char,lowercase=yes",
    ]


def test_names_of_systems(run, texts, tmp_path):
    hyp, ref, _ = texts
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "hyp.txt").write_text(lines(HYP))
    result = run("score", "--references", ref, "--format", "json", "--", hyp, "a/hyp.txt", f"best={hyp}")
    assert [s["system"] for s in result.json["scores"]] == ["hyp.txt", "a/hyp.txt", "best"]


def test_plain_where_there_is_no_terminal(texts, tmp_path):
    command = [sys.executable, "-m", "bolide", "score", "--references", texts[1], "--", texts[0]]
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, check=True, text=True)
    assert "\x1b" not in done.stdout
    assert done.stderr == ""
    assert "system" in done.stdout


def test_a_reader_that_goes_away_is_no_error(texts, tmp_path):
    command = f"{sys.executable} -m bolide metrics --format json | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, cwd=tmp_path, text=True, check=True)
    assert done.stderr == ""
