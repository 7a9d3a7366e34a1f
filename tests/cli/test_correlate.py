"""``bolide correlate``: command line in, tables, pictures and clear refusals out."""

import csv
import io
from pathlib import Path

import pytest

DEMO = Path(__file__).parents[2] / "demo"
SYSTEMS = [str(DEMO / "systems" / f"{name}.txt") for name in ("nova", "aster", "phrasal", "rules")]
TEXTS = ["--references", str(DEMO / "reference.1.txt"), "--", *SYSTEMS]
PEOPLE = ["--judgements", str(DEMO / "judgements.tsv"), "--n-resamples", "100"]


@pytest.fixture
def correlate(run):
    def call(*words, texts=TEXTS, code=0):
        result = run("correlate", *words, *texts)
        assert result.code == code, result.error
        return result if code == 0 else result.error

    return call


def test_all_levels(correlate):
    out = correlate(*PEOPLE, "--metrics", "bleu:effective_order=yes", "ter", "--by-system").out
    for title in (
        "systems: Pearson", "segments within a system: Pearson by system, combined, raw", "segments, pooled: Pearson",
        "systems within a segment: all coefficients, combined, raw", "systems within a segment: matrix",
    ):  # fmt: skip
        assert title in out.replace("\n", " "), title
    assert "100 resamples of 72 segments" in out
    assert "combined, normalised" in out
    assert "p williams" in out


def test_json_and_csv_hold_the_same(correlate):
    words = [*PEOPLE, "--metrics", "chrf", "ter", "--dimensions", "adequacy", "fluency", "--normalise", "raw"]
    data = correlate(*words, "--format", "json").json
    rows = list(csv.DictReader(io.StringIO(correlate(*words, "--format", "csv").out)))
    cells = data["sets"][0]["agreement"]
    assert len(rows) == len(cells) == 2 * 2 * (5 + 3 + 3 + 8)
    assert {cell["judgements"] for cell in cells} == {"adequacy, raw", "fluency, raw"}
    for row, cell in zip(rows, cells, strict=True):
        assert float(row["value"]) == cell["value"]
        assert (
            cell["low"] - 1e-9 <= cell["value"] <= cell["high"] + 1e-9 or cell["coefficient"] == "accuracy-t"
        )
    pair = data["sets"][0]["differences"][0]
    assert set(pair["pvalues"]) == {"permutation", "williams", "fisher", "bootstrap"}


def test_the_better_metric_is_found(correlate, write):
    """A metric that is the human score itself beats one that is chance."""
    people = [line.split("\t") for line in (DEMO / "judgements.tsv").read_text("utf-8").splitlines()[1:]]
    mean = {}
    for system, segment, _, adequacy, fluency in people:
        mean[system, segment] = mean.get((system, segment), 0) + int(adequacy) + int(fluency)
    rows = [f"{s}\t{k}\toracle\t{v}\n{s}\t{k}\tchance\t{hash((s, k)) % 97}" for (s, k), v in mean.items()]
    path = write("scores.tsv", "system\tsegment\tmetric\tscore\n" + "\n".join(rows) + "\n")
    words = [*PEOPLE, "--scores", path, "--metrics", "chrf", "--normalise", "raw", "--format", "json"]
    data = correlate(*words, "--levels", "pooled", "item").json["sets"][0]
    values = {
        (cell["level"], cell["metric"]): cell["value"]
        for cell in data["agreement"]
        if cell["coefficient"] == "pearson"
    }
    assert values["pooled", "oracle"] == values["item", "oracle"] == pytest.approx(1.0)
    assert data["clusters"][0]["metrics"] == {"oracle": 1, "chrf": 2, "chance": 3}


def test_only_what_is_asked_for(correlate):
    words = ["--levels", "item", "--coefficients", "accuracy-t", "kendall", "--metrics", "chrf", "ter"]
    data = correlate(*PEOPLE, *words, "--format", "json").json["sets"][0]
    assert {(cell["level"], cell["coefficient"]) for cell in data["agreement"]} == {
        ("item", "accuracy-t"), ("item", "kendall"),
    }  # fmt: skip
    assert {pair["coefficient"] for pair in data["differences"]} == {"accuracy-t"}


def test_documents_are_resampled(correlate):
    out = correlate(
        *PEOPLE, "--metrics", "chrf", "ter", "--documents", DEMO / "documents.txt", "--levels", "pooled"
    ).out
    assert "100 resamples of 11 documents" in out


def test_pictures(correlate, tmp_path):
    correlate(
        *PEOPLE, "--metrics", "chrf", "ter", "--plot", "a.svg", "--scatter", "b.png", "--heatmap", "c.svg",
        "--levels", "system", "within",
    )  # fmt: skip
    assert "nova" not in (tmp_path / "a.svg").read_text("utf-8")
    assert "combined, normalised" in (tmp_path / "a.svg").read_text("utf-8")
    assert (tmp_path / "b.png").stat().st_size > 10_000
    assert "TER" in (tmp_path / "c.svg").read_text("utf-8")


def test_several_folders_and_lower_case(correlate, write, tmp_path):
    for number, judged in enumerate(("3 1 2", "1 2 3"), 1):
        folder = tmp_path / f"set{number}"
        for name in ("sys", "human"):
            (folder / name).mkdir(parents=True)
        (folder / "ref.A.txt").write_text("the cat\na dog ran\nno way\n")
        for name, texts in {"A": "the cat\na dog ran\nno", "B": "cat\na dog\nno", "C": "x\na\nway"}.items():
            (folder / "sys" / f"{name}.txt").write_text(texts + "\n")
        rows = [f"{name}\t{k}\t{v}" for name in "ABC" for k, v in enumerate(judged.split(), 1)]
        (folder / "human" / "seg.tsv").write_text("system\tseg\tscore\n" + "\n".join(rows) + "\n")
    out = correlate(
        "--data", tmp_path / "set1", tmp_path / "set2", "--metrics", "chrf", "ter", "--n-resamples", "50",
        "--levels", "within", texts=(),
    ).out  # fmt: skip
    assert "set1: segments within a system: Pearson" in out.replace("\n", " ")
    assert "segments within a system: Pearson, all test sets" in out.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "texts", "message"),
    [
        (["--judgements", "none.tsv"], TEXTS, "none.tsv: there is no such file"),
        ([], TEXTS, "nothing to correlate: give --references, --judgements and systems, or --data FOLDER"),
        (["--data", "x"], TEXTS, "--data comes instead of"),
        (["--data", "x"], (), "x: there is no such folder"),
        ([*PEOPLE, "--normalise", "judge", "--dimensions", "style"], TEXTS, "nothing was judged as 'style'"),
        ([*PEOPLE, "--scores", "few.tsv"], TEXTS, "few has no score of nova for segment 2, which was judged, and 71"),
        ([*PEOPLE, "--scores", "one.tsv"], TEXTS, "one has no scores of aster, which was judged"),
        (["--judgements", "anon.tsv", "--normalise", "judge"], TEXTS, "anon.tsv does not say who judged what"),
        (["--judgements", "two.tsv"], TEXTS, "there is nothing to correlate: a level needs three judged systems"),
        (["--judgements", "far.tsv"], TEXTS, "far.tsv, line 2: there is no segment '99' in the test set"),
        ([*PEOPLE, "--confidence", "0.95"], TEXTS, "the confidence is in percent"),
        ([*PEOPLE, "--plot", "x.bmp"], TEXTS, "x.bmp: a picture's name must end in"),
    ],
)  # fmt: skip
def test_what_cannot_be_correlated(correlate, write, words, texts, message):
    names = ("nova", "aster", "phrasal", "rules")
    write("few.tsv", "system\tsegment\tscore\n" + "".join(f"{name}\t1\t1\n" for name in names))
    write("one.tsv", "system\tsegment\tscore\n" + "".join(f"nova\t{k}\t1\n" for k in range(1, 73)))
    write("anon.tsv", "system\tsegment\tscore\n" + "".join(f"nova\t{k}\t{k % 5}\n" for k in range(1, 73)))
    write("two.tsv", "system\tsegment\tscore\nnova\t1\t1\naster\t2\t1\n")
    write("far.tsv", "system\tsegment\tscore\nnova\t99\t1\n")
    assert message in correlate(*words, texts=texts, code=2)
