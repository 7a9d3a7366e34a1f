"""GTM equals GTM 1.4 (Turian's Java program): ``golden/gtm.json``, each run of which names its command."""

import json

import numpy as np
import pytest

import bolide


def lines(path):
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def test_gtm_is_turians(shared):
    data = json.loads((shared / "golden" / "gtm.json").read_text(encoding="utf-8"))
    exponents = set()
    for run in data["runs"]:
        folder = shared / "golden" / "inputs" / run["set"] / run["input"]
        references = zip(*map(lines, sorted(folder.glob("ref.*.txt"))), strict=True)
        texts = lines(folder / f"sys.{run['system']}.txt"), [list(group) for group in references]
        exponent, where = run["exponent"], f"{run['set']} {run['system']} {run['exponent']}"
        scores = {
            measure: bolide.score(*texts, f"gtm:exponent={exponent},measure={measure}")
            for measure in ("f", "precision", "recall")
        }
        np.testing.assert_allclose(scores["f"].segments / 100, run["segments"], rtol=1e-9, err_msg=where)
        corpus = run["corpus"]
        assert scores["f"].value / 100 == pytest.approx(corpus["document f-measure"], rel=1e-9), where
        assert scores["precision"].value / 100 == pytest.approx(corpus["document precision"], rel=1e-9)
        assert scores["recall"].value / 100 == pytest.approx(corpus["document recall"], rel=1e-9)
        if run["segment_detail"]:
            detail = np.array(run["segment_detail"])
            rows = scores["f"].statistics.rows
            np.testing.assert_allclose(rows[:, 0] ** exponent, detail[:, 0], rtol=1e-8, err_msg=where)
            np.testing.assert_allclose(rows[:, 1:], detail[:, 1:3], rtol=1e-8)
        exponents.add(exponent)
    assert exponents == {1.0, 1.5, 2.0, 3.0}
