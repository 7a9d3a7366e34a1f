"""`bolide report`: its formats, and bad input in one sentence."""

import json
import re

import pytest

from bolide.report.tables import listed


@pytest.fixture
def files(tmp_path):
    lines = [
        f"the {word} sat on mat number {n}"
        for n, word in enumerate(["cat", "dog", "cow", "hen", "owl", "ant", "bee"] * 3)
    ]
    good = [line.replace("sat on", "sat on the") for line in lines]
    bad = [" ".join(reversed(line.split())) for line in lines]
    for name, texts in (("ref", lines), ("good", good), ("bad", bad), ("same", good)):
        (tmp_path / f"{name}.txt").write_text("\n".join(texts) + "\n")
    (tmp_path / "docs.txt").write_text("\n".join(["d1"] * 10 + ["d2"] * 11) + "\n")
    return tmp_path


@pytest.fixture
def report(run, files):
    def go(*options, systems=("good", "bad")):
        return run(
            "report", "--references", files / "ref.txt", "--n-resamples", "200", *options, "--",
            *(files / f"{name}.txt" for name in systems),
        )  # fmt: skip

    return go


def test_markdown_says_which_is_better_where_and_on_which_segments(report, files):
    out = report("--format", "markdown", "--by", "segments", "--documents", files / "docs.txt").out
    assert out.startswith("By all metrics, good is significantly better than bad.\n")
    assert "| a   | good   | **" in out
    assert "**Where good and bad differ significantly**" in out
    assert re.search(r"\| document\s+\| d1 +\| +10 \| BLEU", out)
    assert "**Largest wins of good**" in out
    assert "**Largest wins of bad**" not in out
    assert "seed 1" in out
    assert r"meteor\|stages:" in out


def test_latex_has_superscripts_and_no_segments(report):
    out = report("--format", "latex", systems=("good", "bad", "same")).out
    assert r"\textsuperscript{c}" in out
    assert "Largest wins" not in out
    assert "% superscripts: the systems that are significantly worse" in out


def test_json_holds_everything(report):
    found = json.loads(report("--format", "json", systems=("good", "bad", "same")).out)
    assert found["verdict"] == ["By all metrics, good scores best, but its lead over same may be chance."]
    assert len(found["pairs"]) == 3 * 4
    assert {each["grouping"] for each in found["groups"]} == {"length"} or not found["groups"]
    assert sum(found["distributions"][0]["counts"]["good"]) == 21


def test_csv_has_all_pairs(report):
    assert report("--format", "csv").out.startswith("metric,a,b,score_a,")


@pytest.fixture
def people(files):
    """Judgements of the good and of the bad system, which follow the length of the line."""
    rows = [
        f"{system}\t{n + 1}\t{judge}\t{base + n % 4 + bias}"
        for n in range(21)
        for system, base in (("good", 5), ("bad", 1))
        for judge, bias in (("ann", 0), ("ben", 1))
    ]
    path = files / "people.tsv"
    path.write_text("\n".join(["system\tsegment\trater\tscore", *rows]) + "\n")
    return path


def test_people_are_asked_where_judgements_are_given(report, people):
    out = report("--format", "markdown", "--metrics", "bleu", "ter", "--judgements", people).out
    assert "Among all segments in one heap, " in out.split("\n")[2]
    assert "**Agreement with people, segments, pooled: Pearson**" in out
    assert "people, systems: Pearson" not in out  # of two systems there is no correlation
    assert "1,000 resamples" not in out
    assert "200 resamples of 21 segments" in out
    assert "Holm for 1 pair;" in out
    found = json.loads(report("--format", "json", "--judgements", people).out)
    asked = json.loads(report("--format", "json", "--metrics", "chrf", "--judgements", people).out)["people"]
    assert {cell["level"] for cell in found["people"]["agreement"]} == {"within", "pooled", "item"}
    assert [
        c["value"] for c in asked["agreement"] if c["level"] == "item" and c["judgements"].endswith("raw")
    ] == [1.0]


def test_people_agree_as_correlate_says(run, files, report, people):
    words = (
        "--references",
        files / "ref.txt",
        "--judgements",
        people,
        "--metrics",
        "chrf",
        "--coefficients",
        "pearson",
    )
    told = run(
        "correlate",
        *words,
        "--format",
        "json",
        "--n-resamples",
        "200",
        "--",
        files / "good.txt",
        files / "bad.txt",
    ).json
    said = json.loads(report("--format", "json", "--metrics", "chrf", "--judgements", people).out)["people"]
    assert said["agreement"] == told["sets"][0]["agreement"]


def test_one_system(report):
    out = report("--format", "text", "--metrics", "bleu", systems=("good",)).out
    assert out.startswith("There is one system, good")
    assert "95% interval" in out


def test_output_goes_where_it_is_asked_to(report, files):
    assert report("--format", "markdown", "--output", files / "r.md").out.startswith(
        f"wrote {files / 'r.md'} (0.0 MB)"
    )
    assert (files / "r.md").read_text().startswith("By all metrics")
    assert report("--output", "-", "--explained", "0").out.startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--explained", "-1"], "--explained must not be negative, not -1"),
        (["--source", "nowhere.txt"], "nowhere.txt: there is no such file"),
        (["--source", "{}/docs3.txt"], "docs3.txt has 1 segments, but the references have 21"),
        (["--output", "{}"], "cannot be written"),
        (["--output", "{}/no/where.html"], "where.html: cannot be written"),
        (["--judgements", "nowhere.tsv"], "nowhere.tsv: there is no such file"),
        (["--judgements", "{}/docs.txt"], "docs.txt"),
        (["--judgements", "{}/others.tsv"], "judges none of the systems good, bad, but other"),
        (["--judgements", "{}/beyond.tsv"], "beyond.tsv, line 2: there is no segment '99' in the test set"),
        (["--judgements", "{}/few.tsv"], "there is nothing to correlate"),
        (["--by", "documents"], "nothing says what document a segment is from"),
        (["--metrics", "blue"], "there is no metric 'blue': did you mean 'bleu'?"),
        (["--n-resamples", "0"], "must be at least 1"),
        (["--confidence", "100"], "confidence"),
    ],
)
def test_bad_input(report, files, options, message):
    (files / "docs3.txt").write_text("one\n")
    for name, row in (("others", "other\t1\t3"), ("beyond", "good\t99\t3"), ("few", "good\t1\t3")):
        (files / f"{name}.tsv").write_text(f"system\tsegment\tscore\n{row}\n")
    result = report(*(word.format(files) for word in options))
    assert result.code == 2
    assert result.error.startswith("bolide: error: ")
    assert message in result.error
    assert result.error.count("\n") == 1


def test_lists_of_names():
    assert listed(["A"]) == "A"
    assert listed(["A", "B"]) == "A and B"
