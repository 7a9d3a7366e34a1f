"""What is printed, wherever it goes."""

import json
import os
import subprocess
import sys

import pytest

HYP = "the cat sat\non the mat\n"
REF = "the cat sat\non a mat\n"


@pytest.fixture
def bolide(write, tmp_path):
    """Run the program itself, with other variables of the environment, through a shell."""
    write("hyp.txt", HYP)
    write("ref.txt", REF)

    def call(words, **environment):
        command = f"{sys.executable} -m bolide {words}"
        return subprocess.run(
            command, shell=True, capture_output=True, cwd=tmp_path, env={**os.environ, **environment}
        )

    return call


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_files_and_pipes_get_utf8(bolide, encoding):
    done = bolide("score --references ref.txt -- hyp.txt", PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    assert "─────" in done.stdout.decode("utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are Unicode elsewhere")
def test_a_name_that_is_no_text(bolide, tmp_path):
    os.rename(tmp_path / "hyp.txt", os.fsencode(tmp_path) + b"/na\xefme")
    for more in ("", "--format json", "--segments out.tsv"):
        done = bolide(f"score --references ref.txt {more} -- na*")
        assert done.returncode == 0, done.stderr
        assert "na\\udcefme" in done.stdout.decode("utf-8")
    assert "na\\udcefme" in (tmp_path / "out.tsv").read_text("utf-8")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("words", ["score --references ref.txt -- hyp.txt", "metrics --format json"])
def test_a_full_disk(bolide, words):
    done = bolide(f"{words} > /dev/full")
    assert done.returncode == 2
    assert done.stderr == b"bolide: error: output: No space left on device\n"


def test_closed_output(bolide):
    done = bolide("score --references ref.txt -- hyp.txt >&-")
    assert (done.returncode, done.stderr) == (0, b"")


def test_segments_to_standard_output(bolide):
    done = bolide("score --references ref.txt --metrics bleu chrf --segments - -- hyp.txt")
    rows = [line.split("\t") for line in done.stdout.decode("utf-8").splitlines()]
    assert rows[0] == ["system", "segment", "metric", "score"]
    assert [row[:3] for row in rows[1:]] == [
        ["hyp", segment, metric] for metric in ("bleu", "chrf") for segment in "12"
    ]


def test_metrics_explained(run):
    out = run("metrics", "bleu", "ter").out
    assert "bleu: Geometric mean of clipped n-gram precisions" in out
    assert "exp, floor, add-k" in out
    assert "tokenizers: none, 13a, intl" in out
    assert "ter: Translation edit rate" in out
    assert "lower is better" in out
    found = json.loads(run("metrics", "bleu", "--format", "json").out)["metrics"]
    assert [each["metric"] for each in found] == ["bleu"]
    assert len(json.loads(run("metrics", "--format", "json").out)["metrics"]) > 20
    result = run("metrics", "blue")
    assert (result.code, result.error) == (
        2,
        "bolide: error: there is no metric 'blue': did you mean 'bleu'?\n",
    )
