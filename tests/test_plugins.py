"""A package beside bolide adds a metric and a tokenizer by entry points, and they are first-class."""

import json
import os
import subprocess
import sys

import pytest

MODULE = '''
from dataclasses import dataclass, field
import numpy as np
from bolide.metric import Metric, ratio

@dataclass(frozen=True, repr=False)
class LengthRatio(Metric):
    """Length of the hypothesis over the length of its first reference."""
    key = "length-ratio"
    paper = "none"
    scale = "0-inf"
    unit: str = field(default="words", metadata={"choices": ("words", "characters")})

    @property
    def columns(self):
        return ("hypothesis", "reference")

    def statistics(self, hypotheses, references):
        size = (lambda t: len(t.split())) if self.unit == "words" else len
        return np.array([[size(h), size(r[0])] for h, r in zip(hypotheses, references)], dtype=float)

    def score(self, totals):
        return ratio(totals[..., 0], totals[..., 1])

def dashes(text):
    return text.split("-")

class Flat:
    """All words under one node."""
    gives = "constituents"

    def __init__(self, tag="X"):
        self.tag = tag

    def signature(self):
        return f"parser:flat|tag:{self.tag}"

    def parse(self, sentences, nbest=1):
        from bolide.syntax import Parse, Tree
        lists = [s.split() if isinstance(s, str) else s for s in sentences]
        return [[Parse(Tree("S", [Tree.leaf(self.tag, w) for w in words]), 0.0)] if words else [] for words in lists]
'''
ENTRY_POINTS = """[bolide.metrics]
length-ratio = beside:LengthRatio
broken = beside:NoSuchThing
function = beside:dashes
[bolide.tokenizers]
dashes = beside:dashes
[bolide.parsers]
flat = beside:Flat
broken-parser = beside:NoSuchThing
no-parser = beside:dashes
"""


@pytest.fixture
def bolide(tmp_path):
    (tmp_path / "beside.py").write_text(MODULE)
    info = tmp_path / "beside-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: beside\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "hyp.txt").write_text("a-b-c\n")
    (tmp_path / "ref.txt").write_text("a-b-d\n")

    def run(*words):
        return subprocess.run(
            [sys.executable, "-m", "bolide", *words],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False,
        )  # fmt: skip

    return run


def test_metric_and_tokenizer(bolide):
    metrics = ["length-ratio:unit=characters", "bleu:tokenize=dashes,max_ngram_order=1"]
    done = bolide(
        "score", "--references", "ref.txt", "--metrics", *metrics, "--format", "json", "--", "hyp.txt"
    )
    assert done.returncode == 0, done.stderr
    scores = json.loads(done.stdout)["scores"]
    assert [s["metric"] for s in scores] == [
        "length-ratio:unit=characters",
        "bleu:tokenize=dashes,max_ngram_order=1",
    ]
    assert [s["value"] for s in scores] == [1.0, pytest.approx(100 * 2 / 3)]
    assert scores[0]["signature"].startswith("length-ratio|unit:characters|refs:1|version:")


def test_choices_of_a_parameter_are_kept_without_asking(bolide):
    words = ["--metrics", "length-ratio:unit=letters", "--", "hyp.txt"]
    done = bolide("score", "--references", "ref.txt", *words)
    assert done.returncode == 2
    assert "length-ratio:unit cannot be 'letters': choose from: characters, words" in done.stderr


def test_what_cannot_be_loaded_does_not_hide_the_rest(bolide):
    done = bolide("metrics", "--format", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert "length-ratio" in [each["metric"] for each in found["metrics"]]
    assert "reinstall or remove it" in found["broken"]["broken"]
    assert "no class that extends bolide.Metric" in found["broken"]["function"]


def test_what_cannot_be_loaded_says_so(bolide):
    done = bolide("score", "--references", "ref.txt", "--metrics", "broken", "--", "hyp.txt")
    assert done.returncode == 2
    assert done.stderr.startswith("bolide: error: the metric 'broken' of beside:NoSuchThing cannot be loaded")


def test_a_parser(bolide):
    done = bolide("parse", "hyp.txt", "--parser", "flat:tag=Y")
    assert (done.returncode, done.stdout) == (0, "(S (Y a-b-c))\n"), done.stderr
    words = ["--metrics", "stm:depth=1,parser=flat", "--format", "json", "--", "hyp.txt"]
    done = bolide("score", "--references", "hyp.txt", *words)
    assert json.loads(done.stdout)["scores"][0]["value"] == 100
    assert "flat" in json.loads(done.stdout)["scores"][0]["signature"]


def test_parsers_that_cannot_be_loaded(bolide):
    found = {
        each["name"]: each for each in json.loads(bolide("parsers", "--format", "json").stdout)["parsers"]
    }
    assert found["flat"]["summary"] == "All words under one node"
    assert found["flat"]["parameters"] == ["tag=X"]
    assert "cannot be loaded" in found["broken-parser"]["summary"]
    assert "is no class of a parser" in found["no-parser"]["summary"]
    done = bolide("parse", "hyp.txt", "--parser", "broken-parser")
    assert done.returncode == 2
    assert done.stderr.startswith(
        "bolide: error: the parser 'broken-parser' of beside:NoSuchThing cannot be loaded"
    )
