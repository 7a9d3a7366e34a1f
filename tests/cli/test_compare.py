"""``bolide compare`` and ``bolide score --confidence``: command line in, output out."""

import csv
import io
import json
from pathlib import Path

import pytest

DEMO = Path(__file__).parents[2] / "demo"
REFERENCES = [str(DEMO / f"reference.{number}.txt") for number in range(1, 5)]
SYSTEMS = [str(DEMO / "systems" / f"{name}.txt") for name in ("nova", "aster", "phrasal", "rules")]
TEXTS = ["--references", *REFERENCES, "--n-resamples", "500", "--", *SYSTEMS]


@pytest.fixture
def bolide(run):
    def call(*words, code=0):
        result = run(*words)
        assert result.code == code, result.error
        return result.error if code else result.out

    return call


def test_text_shows_systems_matrix_and_pairs(bolide):
    out = bolide("compare", "--metrics", "bleu", "chrf", *TEXTS)
    assert [
        line for line in out.split("\n") if line.strip() in ("BLEU", "chrF2", "BLEU: matrix", "BLEU: pairs")
    ]
    assert "nova      >   rules" in out
    assert "500 trials of 72 segments, seed 1; corrected for 6 pairs" in out
    assert "percentile bootstrap, 500 resamples of 72 segments" in out
    assert "chrf|char_order:6" in out
    assert "P(a > b)" in out


def test_json_is_the_librarys(bolide):
    import bolide as library

    lines = [Path(path).read_text(encoding="utf-8").splitlines() for path in (*REFERENCES, *SYSTEMS)]
    found = library.compare(
        dict(zip(("nova", "aster", "phrasal", "rules"), lines[4:], strict=True)), lines[:4], "chrf",
        n_resamples=500, layout="references",
    )  # fmt: skip
    data = json.loads(bolide("compare", "--metrics", "chrf", "--format", "json", *TEXTS))
    assert data.pop("bolide") == library.__version__
    assert data == json.loads(json.dumps(found.to_json()))


def test_csv_is_one_table_of_pairs(bolide):
    out = bolide("compare", "--metrics", "bleu", "chrf", "--format", "csv", *TEXTS)
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 12
    for row in rows:
        difference = float(row["score_a"]) - float(row["score_b"])
        assert float(row["difference"]) == pytest.approx(difference)
        assert float(row["low"]) <= difference <= float(row["high"])


def test_latex_has_superscripts_and_bold(bolide):
    out = bolide("compare", "--format", "latex", *TEXTS)
    assert r"\textbf{55.87\textsuperscript{bcd}}" in out
    assert r"27.20 &" in out
    assert r"\toprule" in out
    assert "% superscripts: the systems that are significantly worse" in out


def test_markdown_has_three_tables(bolide):
    out = bolide("compare", "--format", "markdown", *TEXTS)
    assert out.count("| --- |") >= 2
    assert "**55.87**" in out


def test_documents_from_a_file(bolide):
    named = ["--documents", DEMO / "documents.txt"]
    assert "of 11 documents" in bolide("compare", *named, *TEXTS)
    assert "of 72 segments" in bolide("compare", *named, "--by", "segments", *TEXTS)
    data = json.loads(bolide("score", "--confidence", "90", *named, "--format", "json", *TEXTS))
    assert data["scores"][0]["interval"]["unit"] == "documents"
    assert data["scores"][0]["interval"]["confidence"] == 90


def test_documents_from_xml(bolide, tmp_path):
    docs = "".join(
        f'<doc id="d{d}"><ref translator="A"><p><seg id="1">a cat {d}</seg><seg id="2">no</seg></p></ref>'
        f'<hyp system="X"><p><seg id="1">a cat {d}</seg><seg id="2">not</seg></p></hyp>'
        f'<hyp system="Y"><p><seg id="1">cat {d}</seg><seg id="2">yes</seg></p></hyp></doc>'
        for d in range(4)
    )
    (tmp_path / "set.xml").write_text(f"<dataset>{docs}</dataset>", encoding="utf-8")
    out = bolide("compare", "--references", tmp_path / "set.xml", "--metrics", "chrf", "--n-resamples", "100")
    assert "of 4 documents" in out


def test_runs(bolide):
    runs = [f"A={SYSTEMS[0]},{SYSTEMS[1]}", f"B={SYSTEMS[2]},{SYSTEMS[3]}"]
    out = bolide("compare", "--references", *REFERENCES, "--n-resamples", "500", "--", *runs)
    assert "runs" in out
    assert "intervals draw runs as well" in out
    assert "52.02" in out  # the mean of 55.87 and 48.17


def test_baseline(bolide):
    out = bolide("compare", "--baseline", "rules", *TEXTS)
    assert "matrix" not in out
    assert out.count("rules") == 4
    assert "corrected for 3 pairs" in out


def test_confidence_of_scores(bolide):
    out = bolide("score", "--metrics", "bleu", "chrf", "--confidence", *TEXTS)
    assert "95% low" in out
    assert "500 resamples of 72 segments, seed 1" in out
    again = bolide("score", "--metrics", "bleu", "chrf", "--confidence", "95", *TEXTS)
    assert again == out
    assert out != bolide("score", "--metrics", "bleu", "chrf", "--confidence", "95", "--seed", "2", *TEXTS)


def test_moses_bootstrap_is_called_what_it_is(bolide):
    out = bolide("compare", "--test", "moses-bootstrap", *TEXTS)
    assert "about half of the p-value it stands for" in out


def test_too_few_trials_for_so_many_pairs_are_pointed_out(bolide):
    out = bolide("compare", "--references", *REFERENCES, "--n-resamples", "100", "--", *SYSTEMS)
    assert "use --n-resamples 120 or more" in out


def test_one_resample_and_too_few_trials(bolide):
    """With one resample there is no standard error; with ten trials no p-value is below 0.05."""
    words = ["--metrics", "bleu", "--references", *REFERENCES, "--n-resamples"]
    found = json.loads(bolide("score", *words, "1", "--confidence", "--format", "json", "--", *SYSTEMS))
    assert found["scores"][0]["interval"]["stderr"] is None
    for correction in ("none", "holm", "benjamini-hochberg"):
        out = bolide("compare", *words, "10", "--correction", correction, "--", *SYSTEMS)
        assert "no p-value can be significant with so few trials" in out


def test_segment_scores_of_bolide_are_compared(bolide, tmp_path):
    path = tmp_path / "segments.tsv"
    bolide(
        "score", "--metrics", "bleu", "chrf", "--references", *REFERENCES, "--segments", path, "--", *SYSTEMS
    )
    out = bolide("compare", "--scores", path, "--documents", DEMO / "documents.txt", "--n-resamples", "200")
    assert "chrf: pairs" in out
    assert "of 11 documents" in out


def test_wide_tables_of_scores(bolide, tmp_path):
    path = tmp_path / "COMET.tsv"
    path.write_text("id\tA\tB\n" + "".join(f"{i}\t{0.8 + i / 100}\t{0.7 + i / 90}\n" for i in range(9)))
    data = json.loads(bolide("compare", "--scores", path, "--format", "json"))
    assert [entry["metric"] for entry in data["systems"]] == ["COMET", "COMET"]
    assert data["systems"][0]["value"] == pytest.approx(0.84)
    assert "0.8400" in bolide("compare", "--scores", path)
    lower = json.loads(bolide("compare", "--scores", path, "--format", "json", "--lower-is-better"))
    assert lower["pairs"][0]["wins"] == pytest.approx(1 - data["pairs"][0]["wins"])


LONG = "system\tsegment\tscore\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (LONG, "there are no rows"),
        (LONG + "A\t1\t0.5\nA\t2\tNaN\n", "line 3, column score: the score is 'NaN'"),
        (LONG + "A\t1\t0.5\nA\t2\t\n", "line 3, column score: the score is missing"),
        (LONG + "A\t1\t0.5\nA\t2\tgood\n", "line 3, column score: the score is 'good'"),
        (LONG + "A\t1\t0.5\nA\t1\t1\n", "line 3: A has a second score for segment 1"),
        (
            LONG + "A\t1\t0.5\nA\t2\t1\nB\t1\t1\n",
            "B has no scores score for segment 2, and 1 in all are missing",
        ),
        (LONG + "A\t1\t0.5\n\t2\t1\n", "line 3: the column system is empty"),
        (LONG + "A\t1\t0.5\nA\t2\t1\n", "there is only one system, A"),
        (LONG + "A\t1\t0.5\nB\t1\t1\n", "there is 1 segment"),
        ("system\tscore\nA\t1\n", "there is no column segment"),
        (LONG + "A\t1\t1e308\nA\t2\t1e308\nB\t1\t1\nB\t2\t1\n", "segment 1: sum of"),
        ("system\tsegment\tfluency\nA\t1\t4\n", "name the one with the scores, as in"),
        ("segment\n1\n", "there is no column of scores"),
        ("segment\tA\tB\n1\t1\tx\n", "line 2, column B: the score is 'x'"),
        (
            "system\tsegment\tscore\tdocument\nA\t1\t1\td\nA\t2\t1\te\nB\t1\t1\td\nB\t2\t1\tf\n",
            "line 5: segment 2 is in document f here",
        ),
        (
            "system\tsegment\tmetric\tscore\nA\t1\tx\t1\nA\t2\tx\t1\nA\t1\ty\t1\nA\t3\ty\t1\n",
            "y and x are not of the same segments",
        ),
    ],
)
def test_bad_files_of_scores_are_refused(bolide, tmp_path, content, message):
    path = tmp_path / "scores.tsv"
    path.write_text(content, encoding="utf-8")
    error = bolide("compare", "--scores", path, code=2)
    assert message in error
    assert error.count("\n") == 1


def test_a_column_of_scores_can_be_named(bolide, tmp_path):
    path = tmp_path / "people.tsv"
    path.write_text("system\tsegment\tfluency\nA\t1\t4\nA\t2\t4\nB\t1\t3\nB\t2\t1\n", encoding="utf-8")
    assert "fluency: pairs" in bolide("compare", "--scores", f"{path}:fluency")
    assert "there is no column 'fluent'" in bolide("compare", "--scores", f"{path}:fluent", code=2)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["compare"], "nothing to compare"),
        (["compare", "--scores", "x.tsv", "--references", "y.txt"], "one or the other"),
        (["compare", "--references", *REFERENCES, "--", SYSTEMS[0]], "there is only one system, nova"),
        (["compare", "--confidence", "0.95", *TEXTS], "write 95, for example"),
        (["compare", "--lower-is-better", *TEXTS], "about the scores of --scores"),
        (["compare", "--seed", "-1", *TEXTS], "must not be negative"),
        (["compare", "--by", "documents", *TEXTS], "give --documents FILE, or XML"),
        (["compare", "--documents", REFERENCES[0], "--baseline", "novo", *TEXTS], "did you mean 'nova'"),
        (
            ["compare", "--references", *REFERENCES, "--", f"A={SYSTEMS[0]},nope.txt"],
            "nope.txt: there is no such",
        ),
        (
            ["compare", "--references", *REFERENCES, "--", f"A={SYSTEMS[0]},"],
            "a file is missing next to a comma",
        ),
        (
            ["compare", "--references", *REFERENCES, "--", f"A={SYSTEMS[0]},{SYSTEMS[1]}", f"A={SYSTEMS[2]}"],
            "two systems are called 'A'",
        ),
        (["score", "--confidence", "--by", "documents", *TEXTS], "give --documents FILE, or XML"),
    ],
)
def test_bad_words_are_refused_in_one_sentence(bolide, words, message):
    error = bolide(*words, code=2)
    assert message in error
    assert error.count("\n") == 1
