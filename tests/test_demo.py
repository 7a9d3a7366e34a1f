"""The demo test set is whole, and its systems stand in the order that its README promises."""

import csv
from itertools import pairwise
from pathlib import Path

import pytest

import bolide

DEMO = Path(__file__).parents[1] / "demo"
SYSTEMS = ("nova", "aster", "phrasal", "rules")
SEGMENTS = 72


def lines(name: str) -> list[str]:
    text = (DEMO / name).read_bytes().decode("utf-8")
    assert "\r" not in text
    assert text.endswith("\n")
    return text[:-1].split("\n")


REFERENCES = [f"reference.{number}.txt" for number in range(1, 5)]
OUTPUTS = [f"systems/{name}.txt" for name in SYSTEMS]


@pytest.mark.parametrize("name", ["source.txt", "documents.txt", *REFERENCES, *OUTPUTS])
def test_every_file_has_all_segments(name):
    segments = lines(name)
    assert len(segments) == SEGMENTS
    assert all(segment and segment == segment.strip() for segment in segments)


def test_documents_are_contiguous():
    documents = lines("documents.txt")
    changes = sum(left != right for left, right in pairwise(documents))
    assert changes + 1 == len(set(documents)) == 11


def test_every_rater_judged_every_segment_of_every_system():
    with open(DEMO / "judgements.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    judged = [(row["system"], row["segment"], row["rater"]) for row in rows]
    assert sorted(judged) == sorted(
        (system, str(segment), rater)
        for system in SYSTEMS
        for segment in range(1, SEGMENTS + 1)
        for rater in ("ida", "marek", "ruth")
    )
    assert {row[scale] for row in rows for scale in ("adequacy", "fluency")} == set("12345")
    sums = [
        sum(int(row["adequacy"]) + int(row["fluency"]) for row in rows if row["system"] == system)
        for system in SYSTEMS
    ]
    assert sums == sorted(sums, reverse=True)


@pytest.mark.parametrize("metric", ["bleu", "m-bleu", "nist", "chrf", "chrf:word_order=2"])
def test_metrics_rank_the_systems_as_promised(metric):
    references = [lines(name) for name in REFERENCES]
    scores = [bolide.score(lines(name), references, metric, layout="references").value for name in OUTPUTS]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)
