"""``bolide study components|stages|depth|variants``: the papers' tables of agreement, on the demo."""

import csv
import io
from pathlib import Path

import pytest

from bolide.report.papers import PAPERS, rows

DEMO = Path(__file__).parents[2] / "demo"
SYSTEMS = [str(DEMO / "systems" / f"{name}.txt") for name in ("nova", "aster", "phrasal", "rules")]
DATA = [
    "--references", str(DEMO / "reference.1.txt"), "--judgements", str(DEMO / "judgements.tsv"),
    "--normalise", "raw", "--n-resamples", "50",
]  # fmt: skip
TEXTS = ["--", *SYSTEMS]


@pytest.fixture
def study(run):
    def call(kind, *words, texts=TEXTS, code=0):
        result = run("study", kind, *DATA, *words, *texts)
        assert result.code == code, result.error
        return result if code == 0 else result.error

    return call


def table(out, title):
    """The rows of the table with this title, split at two spaces and more."""
    lines = out[out.index(title) :].split("\n\n")[0].splitlines()[3:]
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in lines]


def test_a_study_is_what_correlate_finds(study, run):
    specifications = list(rows("components").values())
    plain = run("correlate", *DATA, "--metrics", *specifications, "--format", "json", *TEXTS).json
    found = study("components", "--format", "json").json
    expected = {
        (cell["level"], cell["metric"]): (cell["value"], cell["low"], cell["high"])
        for cell in plain["sets"][0]["agreement"]
        if cell["coefficient"] == "pearson" and cell["level"] in ("system", "within")
    }
    cells = found["sets"][0]["agreement"]
    assert {(c["level"], c["metric"]): (c["value"], c["low"], c["high"]) for c in cells} == expected
    assert found["rows"] == rows("components")
    assert found["paper"]["figures"]["system"]["Table 1: Chinese"]["METEOR"] == 0.964


def test_components_stand_in_the_papers_order(study):
    out = study("components").out
    order = ["BLEU", "NIST", "Precision", "Recall", "F1", "Fmean", "METEOR"]
    assert [row[0] for row in table(out, "systems: Pearson\n")] == order
    beside = table(out, "segments within a system: Pearson, beside Banerjee & Lavie (2005)")
    assert [row[0] for row in beside] == order
    assert beside[3][2:] == ["0.334", "0.320"]
    assert beside[6][2:] == ["0.347", "0.331", "0.403", "0.365"]
    by_system = table(out, "segments within a system: Pearson by system, combined")
    assert [row[0] for row in by_system] == ["nova", "aster", "phrasal", "rules", "average"]
    whole = table(out, "segments within a system: gain of the whole")
    assert [row[:3:2] for row in whole[:6]] == [[name, "METEOR"] for name in order[:-1]]


def test_stages(study):
    out = study("stages").out
    beside = table(out, "segments within a system: Pearson, beside")
    assert [beside[0][0], *beside[0][2:]] == ["Exact", "0.312", "0.293"]
    assert [beside[7][0], len(beside[7])] == ["all words: Exact, Porter, WN-Synonym", 2]


def test_depth_has_the_layout_of_the_paper(study, tmp_path):
    out = study("depth", "--depth", 3, "--plot", "d.svg", "d.png").out
    ours = table(out, "systems: Pearson, combined")
    assert [row[0] for row in ours] == ["1", "2", "3", "kernel"]
    assert [len(row) for row in ours] == [3, 5, 5, 3]
    paper = table(out, "Liu & Gildea (2005), Table 6: 7 systems, overall")
    assert paper[4] == ["5", "0.781", "0.780", "0.618", "0.778"]
    assert paper[6] == ["kernel", "0.539", "0.875"]
    assert "HWCM" in (tmp_path / "d.svg").read_text("utf-8")
    assert (tmp_path / "d.png").stat().st_size > 10_000


def test_variants_are_ranked(study):
    out = study("variants", "--nbest", "--format", "csv", "--levels", "pooled", "within").out
    assert {row["level"] for row in csv.DictReader(io.StringIO(out))} == {"pooled", "within"}
    out = study("variants", "--nbest", 2).out
    ranking = table(out, "segments, pooled: Pearson, beside Owczarzak et al. (2007)")
    values = [float(row[1]) for row in ranking]
    assert values == sorted(values, reverse=True)
    assert len(ranking) == len(rows("variants", nbest=[2])) == 13
    assert ranking[0][2:4] == ["d+WN", "0.175"]  # of those of the paper that are here
    assert table(out, "segments, pooled: Pearson\n")[0][0] == ranking[0][0]


@pytest.mark.parametrize("kind", ["components", "stages"])
def test_pictures(study, tmp_path, kind):
    study(kind, "--plot", "p.svg")
    assert "paper, Table" in (tmp_path / "p.svg").read_text("utf-8")


@pytest.mark.parametrize("kind", PAPERS)
def test_every_figure_of_the_papers_has_its_row(kind):
    known = rows(kind, depth=6)
    for level in PAPERS[kind].figures.values():
        for name, figures in level.items():
            assert set(figures) <= set(known), name
            assert all(0 < figure < 1 for figure in figures.values())


@pytest.mark.parametrize(
    ("kind", "words", "texts", "message"),
    [
        ("depth", ["--depth", "0"], TEXTS, "--depth takes a whole number from 1 to 10"),
        ("variants", ["--nbest", "1"], TEXTS, "--nbest takes whole numbers from 2"),
        ("variants", ["--parser", "embeded"], TEXTS, "did you mean 'embedded'"),
        ("stages", ["--data", "x"], TEXTS, "--data comes instead of"),
        ("components", ["--plot", "x.bmp"], TEXTS, "a picture's name must end in"),
        ("stages", ["--levels", "all"], TEXTS, "invalid choice: 'all'"),
    ],
)
def test_bad_words_are_refused_in_one_sentence(study, kind, words, texts, message):
    error = study(kind, *words, texts=texts, code=2)
    assert message in error
