"""``bolide study`` and ``bolide audit``: command line in, output and pictures out."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest

DEMO = Path(__file__).parents[2] / "demo"
REFERENCES = [str(DEMO / f"reference.{number}.txt") for number in range(1, 5)]
SYSTEMS = [str(DEMO / "systems" / f"{name}.txt") for name in ("nova", "aster", "phrasal", "rules")]
TEXTS = ["--references", *REFERENCES, "--", *SYSTEMS]
FAST = ["--repeats", "2", "--n-resamples", "100"]


@pytest.fixture
def bolide(run):
    def call(*words, code=0):
        result = run(*words)
        assert result.code == code, result.error
        return result.error if code == 2 else result.out

    return call


def test_size(bolide):
    out = bolide("study", "size", "--metrics", "bleu", "chrf", *FAST, *TEXTS)
    assert "BLEU: nova on less data" in out
    assert "half of the relative interval, all systems" in out
    assert "doubling the data narrowed the relative interval of nova by" in out
    assert "chrF2: telling nova from aster with 80% power takes" in out
    assert "2 random parts of each size, 100 resamples each, seed 1" in out


def test_references(bolide):
    out = bolide("study", "references", "--metrics", "nist", "--system", "rules", *FAST, *TEXTS)
    assert "NIST: rules with fewer references and less data" in out
    assert "4 references" in out
    assert "a further reference narrows the interval" in out


def test_samples(bolide):
    out = bolide("study", "samples", "--n-resamples", "10000", *TEXTS)
    assert "BLEU: nova with more bootstrap samples" in out
    assert "samples bring it to 3%" in out
    assert "nova" in out
    assert "aster" not in out


@pytest.mark.parametrize("kind", ["size", "references", "samples"])
def test_json_and_csv(bolide, kind):
    fast = [*(FAST if kind != "samples" else ["--n-resamples", "500"]), "--metrics", "bleu", "nist"]
    data = json.loads(bolide("study", kind, *fast, "--format", "json", *TEXTS))
    assert data["study"] == kind
    rows = data["rows"] if kind == "samples" else data["points"]
    table = list(csv.DictReader(io.StringIO(bolide("study", kind, *fast, "--format", "csv", *TEXTS))))
    assert len(table) == len(rows)


@pytest.mark.parametrize("kind", ["size", "references", "samples"])
def test_pictures(bolide, tmp_path, kind):
    pytest.importorskip("matplotlib")
    fast = FAST if kind != "samples" else ["--n-resamples", "1000"]
    bolide(
        "study", kind, *fast, "--metrics", "bleu", "nist", "--plot", "one.svg", "two.png", "three.pdf", *TEXTS
    )
    svg = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert svg.startswith("<?xml")
    for word in ("BLEU", "NIST", {"samples": "bootstrap samples"}.get(kind, "segments in the test set")):
        assert word in svg
    assert (tmp_path / "two.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "three.pdf").read_bytes().startswith(b"%PDF")
    bolide("study", kind, *fast, "--metrics", "bleu", "nist", "--plot", "again.svg", *TEXTS)
    assert (tmp_path / "again.svg").read_text(encoding="utf-8") == svg


def test_pictures_without_matplotlib_are_refused_before_any_work(bolide, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    error = bolide("study", "size", "--plot", "one.svg", "--references", "nope", "--", "nope", code=2)
    assert "pip install 'bolide[plots]'" in error


@pytest.mark.parametrize("kind", ["size", "references", "samples"])
@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown", "latex"])
def test_systems_whose_scores_are_all_zero(bolide, tmp_path, kind, form):
    """They have no relative interval."""
    pytest.importorskip("matplotlib")
    (tmp_path / "zero.txt").write_text("x\n" * 72)
    fast = FAST if kind != "samples" else ["--n-resamples", "500"]
    words = ["--format", form, "--references", *REFERENCES, "--plot", "zero.png", "--", "zero.txt"]
    out = bolide("study", kind, *fast, *words)
    assert "nan" not in out.lower()


def test_audit(bolide):
    out = bolide("audit", "--audits", "100", "--n-resamples", "100", *TEXTS)
    assert out.count("randomisation") == 3
    assert "100 pairs of systems that differ by chance alone" in out
    data = json.loads(
        bolide(
            "audit",
            "--audits",
            "50",
            "--n-resamples",
            "50",
            "--tests",
            "bootstrap",
            "--format",
            "json",
            *TEXTS,
        )
    )
    assert [row["test"] for row in data["audits"]] == ["bootstrap"] * 3


def test_audit_fails_where_a_test_rejects_too_often(bolide, monkeypatch):
    from bolide.inference import audit

    monkeypatch.setattr(audit, "bootstrap_pvalue", lambda differences, observed: 0.001)
    out = bolide("audit", "--audits", "50", "--n-resamples", "50", *TEXTS, code=1)
    assert "too often" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["study", "size", "--plot", "figure.bmp", *TEXTS], "must end in .svg, .png, .pdf"),
        (["study", "size", "--plot", "nowhere/figure.svg", *TEXTS], "there is no such folder"),
        (["study", "size", "--system", "novo", *TEXTS], "did you mean 'nova'"),
        (
            ["study", "references", "--references", REFERENCES[0], "--", *SYSTEMS],
            "only one reference a segment",
        ),
        (["study", "samples", "--n-resamples", "10", *TEXTS], "too few to study"),
        (["study", "size", "--repeats", "0", *TEXTS], "at least 1"),
        (["study", "size", "--power", "0.8", *TEXTS], "write 80"),
        (["audit", "--references", *REFERENCES, "--", SYSTEMS[0]], "there is only one system, nova"),
        (["audit", "--audits", "0", *TEXTS], "at least 1"),
    ],
)
def test_bad_words_are_refused_in_one_sentence(bolide, words, message):
    error = bolide(*words, code=2)
    assert message in error
    assert error.count("\n") == 1


def test_segments_with_other_numbers_of_references_are_refused(bolide, tmp_path):
    rows = [{"reference": ["a b", "a c"]}, {"reference": ["d"]}]
    (tmp_path / "refs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "sys.txt").write_text("a b\nd\n")
    error = bolide("study", "references", "--references", "refs.jsonl", "--", "sys.txt", code=2)
    assert "every segment needs equally many" in error
