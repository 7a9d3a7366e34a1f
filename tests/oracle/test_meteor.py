"""METEOR 1.5 equals its Java program, METEOR 2005 NLTK's where NLTK aligns well.

Figures: ``golden/meteor_java15.json`` and ``golden/nltk.json``; each run in them names its program and options.
"""

import json
import shlex
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import bolide
from bolide.lexicon.stems import snowball
from bolide.metrics.meteor import Meteor
from bolide.metrics.meteor15 import Meteor15
from bolide.testset import References, Segments


def lines(path):
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def texts(shared, run):
    folder = shared / "golden" / "inputs" / run["set"] / run["input"]
    references = [lines(path) for path in sorted(folder.glob("ref.*.txt"))]
    return Segments(lines(folder / f"sys.{run['system']}.txt")), References.of(zip(*references, strict=True))


def from_options(options, **more):
    """The metric that the options of METEOR's command line mean."""
    words, values = iter(shlex.split(options)), dict(more)
    tokenize = "none"
    for word in words:
        if word == "-m":
            values["stages"] = tuple(next(words).split())
        elif word in ("-p", "-w"):
            values["params" if word == "-p" else "weights"] = tuple(map(float, next(words).split()))
        elif word == "-t":
            values["task"] = next(words)
        elif word == "-x":
            values["beam"] = int(next(words)) if values["beam"] else 0
        elif word == "-ch":
            values["characters"] = True
        else:
            tokenize = {"-norm": "norm", "-noPunct": "norm-nopunct"}[word]
    return Meteor15(tokenize=tokenize, **values)


@pytest.fixture(scope="module")
def snowball_2():
    if snowball() > 2:
        pytest.skip("needs Snowball 2, whose stems METEOR's jar has: pip install 'PyStemmer<3'")


def test_other_stems_are_in_the_signature(monkeypatch):
    before = Meteor15().signature()
    monkeypatch.setattr("bolide.metrics.meteor15.snowball", lambda: 3)
    assert Meteor15().signature() == before.removesuffix("|snowball:3") + "|snowball:3"
    assert "snowball" not in Meteor15(stages=("exact",)).signature()


@pytest.fixture(scope="module")
def java_runs(shared, snowball_2):
    runs = json.loads((shared / "golden" / "meteor_java15.json").read_text())["runs"]
    return [run for run in runs if "-m" in run["options"]]


def parts_of(metric, rows):
    parts = metric.parts(rows)
    return np.stack([parts[name] for name in ("precision", "recall", "penalty", "score")], axis=-1)


def test_equals_the_jar_with_its_beam(shared, java_runs):
    assert len(java_runs) > 50
    for run in java_runs:
        metric = from_options(run["options"], beam=40)
        rows = metric.statistics(*texts(shared, run))
        theirs = np.array(run["segments"], dtype=float)  # null: 0/0
        theirs = np.where(np.isnan(theirs), 0.0, theirs)
        np.testing.assert_allclose(parts_of(metric, rows), theirs, rtol=0, atol=1e-10)
        corpus = metric.parts(rows.sum(axis=0))
        for ours, name in (("precision", "Precision"), ("fmean", "fMean"), ("score", "Final score")):
            assert float(corpus[ours]) == pytest.approx(float(run["corpus"][name]), abs=1e-12)


def objective(links):
    """METEOR 1.5's own criterion, without its last part: value of the links, chunks."""
    kinds = links.rows[:, 4] == 0
    values = np.where(kinds, 2, links.rows[:, 1] // 2 + links.rows[:, 3] // 2)
    sums = np.concatenate([[0], np.cumsum(values)])
    return sums[links.starts[1:]] - sums[links.starts[:-1]], links.chunks()


def test_exact_search_is_better_where_it_differs_from_the_jar(shared, java_runs):
    """By the jar's own criterion; and that happens in a few of a hundred segments."""
    seen = different = 0
    for run in java_runs:
        if run["set"] != "wmt17zhen_1ref" or run["name"] not in ("exact_default", "exact_stem_syn"):
            continue
        segments, references = texts(shared, run)
        exact, beam = (from_options(run["options"], beam=b) for b in (0, 40))
        text = exact._encode(segments, references)
        mine, theirs = exact._links(segments, references, text), beam._links(segments, references, text)
        (value, chunks), (their_value, their_chunks) = objective(mine), objective(theirs)
        no_worse = (value > their_value) | ((value == their_value) & (chunks <= their_chunks))
        assert no_worse.all()
        scores = np.array(run["segments"], dtype=float)[:, 3]
        other = np.abs(parts_of(exact, exact.statistics(segments, references))[:, 3] - scores) > 1e-9
        better = (value > their_value) | (chunks < their_chunks)
        assert (better | ~mine.exact)[
            other
        ].mean() > 0.8  # the rest: equal value and chunks, smaller distance
        assert mine.exact.mean() > 0.99
        seen, different = seen + len(other), different + int(other.sum())
    assert seen == 3000
    assert 0.02 < different / seen < 0.08


def test_nltk_where_its_greedy_alignment_is_right(shared):
    runs = json.loads((shared / "golden" / "nltk.json").read_text())["runs"]
    checked = right = 0
    for run in runs:
        if run["metric"] != "meteor_score" or run["set"] != "wmt17zhen_1ref":
            continue
        segments, references = texts(shared, run)
        metric = Meteor(stages=("exact",), tokenize="none")
        rows = metric.statistics(segments, references)
        theirs = run["detail"]["exact"]
        assert rows[:, 0].tolist() == [each["matches"] for each in theirs]
        chunks = np.array([each["chunks"] for each in theirs])
        same = rows[:, 1] == chunks
        scores = np.array([each["score"] for each in theirs])
        np.testing.assert_allclose(metric.score(rows)[same] / 100, scores[same], atol=1e-9)
        assert (rows[:, 1] <= chunks).mean() > 0.97  # a few with fewer chunks, but more crosses
        checked, right = checked + len(same), right + int(same.sum())
    assert checked == 3000
    assert 0.4 < right / checked < 0.9


def test_published_example():
    """Section 2.2: two chunks, "the president" and "spoke to the audience"."""
    found = bolide.align("the president spoke to the audience", "the president then spoke to the audience")
    assert (found.chunks, found.crosses, len(found.links)) == (2, 0, 6)
    p, r = 6 / 6, 6 / 7
    assert found.score == pytest.approx(100 * 10 * p * r / (r + 9 * p) * (1 - 0.5 * (2 / 6) ** 3))


@pytest.fixture(scope="module")
def program(snowball_2):
    """The folder of METEOR's jar and table of paraphrases."""
    found = find_spec("pycocoevalcap")
    folders = list(found.submodule_search_locations or ()) if found else []
    if not folders:
        pytest.skip("needs METEOR's jar: pip install 'bolide[oracles]'")
    return Path(folders[0], "meteor")


def test_paraphrases_equal_the_jars_with_its_beam(shared, program):
    runs = json.loads((shared / "golden" / "meteor_java15.json").read_text())["runs"]
    runs = [run for run in runs if "-m" not in run["options"]]
    assert len(runs) == 20
    table = str(program / "data" / "paraphrase-en.gz")
    different = seen = 0
    for run in runs:
        segments, references = texts(shared, run)
        beam, exact = (from_options(run["options"], beam=b, paraphrases=table) for b in (40, 0))
        rows = beam.statistics(segments, references)
        theirs = np.nan_to_num(np.array(run["segments"], dtype=float))
        np.testing.assert_allclose(parts_of(beam, rows), theirs, rtol=0, atol=1e-10)
        assert beam.score(rows.sum(axis=0)) / 100 == pytest.approx(
            float(run["corpus"]["Final score"]), abs=1e-12
        )
        if run["options"] == "" and run["set"] == "wmt17zhen_1ref":
            text = exact._encode(segments, references)
            mine, others = (metric._links(segments, references, text) for metric in (exact, beam))
            (value, chunks), (their_value, their_chunks) = objective(mine), objective(others)
            proved = mine.exact
            assert proved.mean() > 0.95
            no_worse = (value > their_value) | ((value == their_value) & (chunks <= their_chunks))
            assert no_worse[proved].all()
            different += int(((value != their_value) | (chunks != their_chunks)).sum())
            seen += len(value)
    assert seen == 1500
    assert 0.05 < different / seen < 0.25


@pytest.fixture(scope="module")
def jar(shared, program):
    if shutil.which("java") is None:
        pytest.skip("needs java to run METEOR's jar")
    return program / "meteor-1.5.jar"


@pytest.mark.parametrize(
    ("options", "language"),
    [
        ("-norm -m 'exact stem synonym'", "en"),
        ("-norm -m 'exact stem'", "de"),
        ("-m exact -t adq -norm", "en"),
    ],
)
def test_live_jar(shared, jar, tmp_path, options, language):
    """On texts of which no figures are stored."""
    folder = shared / "data" / ("wmt21news-en-de-mqm" if language == "de" else "daseg2016-toen")
    system = sorted((folder / "sys").glob("*.txt"))[0]
    reference = sorted(folder.glob("ref.*.txt"))[0]
    made = subprocess.run(
        ["java", "-Xmx2G", "-jar", str(jar), str(system), str(reference), "-l", language, *shlex.split(options)],
        capture_output=True, check=True, text=True, encoding="utf-8", cwd=tmp_path,
    )  # fmt: skip
    theirs = [float(line.split()[-1]) for line in made.stdout.splitlines() if line.startswith("Segment ")]
    metric = from_options(options, beam=40, language=language)
    ours = metric.score(metric.statistics(lines(system), [[line] for line in lines(reference)])) / 100
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)
    final = next(line.split()[-1] for line in made.stdout.splitlines() if line.startswith("Final score"))
    assert float(final) == pytest.approx(float(bolide.score(
        lines(system), [[line] for line in lines(reference)], metric).value) / 100, abs=1e-12)  # fmt: skip
