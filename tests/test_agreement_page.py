"""The page that says which metric to trust: everything in it is measured anew, here on the demo's judgements."""

from itertools import groupby
from pathlib import Path

import pytest

from docs import agreement

DEMO = Path(__file__).parents[1] / "demo"
NAMES = ("WMT17 zh-en", "WMT21 zh-en")  # some tables and pictures are of these


@pytest.fixture
def demo(tmp_path):
    """The demo's judgements in the layout of a folder for ``--data``."""
    for name in ("sys", "human"):
        (tmp_path / "demo" / name).mkdir(parents=True)
    (tmp_path / "demo" / "ref.1.txt").write_bytes((DEMO / "reference.1.txt").read_bytes())
    for file in (DEMO / "systems").glob("*.txt"):
        (tmp_path / "demo" / "sys" / file.name).write_bytes(file.read_bytes())
    judged = [line.split("\t") for line in (DEMO / "judgements.tsv").read_text("utf-8").splitlines()[1:]]
    lines = ["system\tseg\tscore"]
    for (system, segment), rows in groupby(sorted(judged), key=lambda row: row[:2]):
        values = [int(adequacy) + int(fluency) for *_, adequacy, fluency in rows]
        lines.append(f"{system}\t{segment}\t{sum(values) / len(values)}")
    (tmp_path / "demo" / "human" / "seg.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def test_all_tables_and_pictures(demo, tmp_path, monkeypatch):
    sets = [
        agreement.Set("demo", name, segments="item", heap="pooled", systems=True, nbest=(2,))
        for name in NAMES
    ]
    monkeypatch.setattr(agreement, "SETS", sets)
    monkeypatch.setattr(agreement, "HEAPS", sets)
    monkeypatch.setattr(agreement, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(agreement, "IMAGES", tmp_path)
    real = (DEMO.parent / "docs" / "agreement.md").read_text("utf-8")
    (tmp_path / "page.md").write_text(agreement.BLOCK.sub(r"\1\3", real), encoding="utf-8")
    agreement.write(demo)
    filled = (tmp_path / "page.md").read_text("utf-8")
    names = [[match[2] for match in agreement.BLOCK.finditer(page)] for page in (filled, real)]
    assert names[0] == names[1]
    rows = filled.split("<!-- begin segments -->")[1].split("<!-- end -->")[0].strip().splitlines()[2:]
    assert {row.split("|")[1].strip() for row in rows} == set(agreement.ALL)
    means = [float(row.split("|")[-2]) for row in rows]
    assert means == sorted(means, reverse=True)
    for name in ("sets", "intervals", "scatter", "components", "stages", "depth", "deep"):
        assert f"images/agreement-{name}.svg" in real
        assert (tmp_path / f"agreement-{name}.svg").stat().st_size > 10_000


def test_a_page_without_a_place_is_refused():
    with pytest.raises(SystemExit, match="no place for segments"):
        agreement.filled("", {"segments": []})
