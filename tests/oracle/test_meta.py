"""Correlations equal SciPy's and mt-metrics-eval's (golden/meta.json names their versions)."""

import json

import numpy as np
import pytest

from bolide.judgements import read_folder
from bolide.meta.levels import Item, Pointwise
from bolide.meta.significance import permutation, williams

COEFFICIENTS = (("pearson", "pearson"), ("spearman", "spearman"), ("kendall", "kendall_b"))


@pytest.fixture(scope="module")
def runs(shared):
    return json.loads((shared / "golden" / "meta.json").read_text(encoding="utf-8"))["runs"]


def test_segments(runs):
    seen = 0
    for run in (run for run in runs if run["level"] == "segment"):
        systems, segments = len(run["systems"]), len(run["segments"])
        human = np.array(run["gold"], dtype=float).reshape(systems, segments)
        metrics = np.array(list(run["metrics"].values()), dtype=float).reshape(-1, systems, segments)
        pooled = Pointwise(human, metrics, None)
        within, item = Pointwise(human, metrics, run["systems"]), Item(human, metrics, darr=False)
        for row, expected in enumerate(run["corr"].values()):
            for name, theirs in COEFFICIENTS:
                # the file rounds scores, which makes and breaks a few ties among thousands
                assert pooled.values(name)[row] == pytest.approx(expected[f"pooled_{theirs}"][0], abs=1e-6)
                if f"{name}_by_sys" in expected:
                    assert within.values(name)[row] == pytest.approx(expected[f"{name}_by_sys"][0], abs=1e-6)
                    assert item.values(name)[row] == pytest.approx(expected[f"{name}_by_item"][0], abs=1e-6)
                    seen += 1
            if "acc23_item_tieopt" in expected:
                assert item.values("accuracy")[row] == pytest.approx(expected["acc23_item_eps0"][0], abs=1e-9)
                best = expected["acc23_item_tieopt"][0]
                assert item.values("accuracy-t")[row] == pytest.approx(best, abs=1e-9)
                like = expected["kendall_like_item_thresh0"][0]
                assert item.values("kendall-10")[row] == pytest.approx(like, abs=1e-9)
        test = run.get("perm_both_pooled_pearson_chrF_over_sentBLEU")
        if test:
            # theirs is one-sided and on the side of the worse one: about 1 - p / 2
            (found,) = permutation(pooled, "pearson", pooled.values("pearson"), 2000, 1).values()
            assert 1 - found / 2 == pytest.approx(test["p"], abs=0.06)
            assert np.diff(pooled.values("pearson"))[0] == pytest.approx(test["delta"], abs=1e-9)
    assert seen == 6


def test_systems(runs, shared):
    import bolide

    for run in (run for run in runs if run["level"] == "system"):
        given = run["williams_test"]
        p = williams(given["r12"], given["r13"], given["r23"], given["n"])
        assert p == pytest.approx(given["two_sided_p"], abs=1e-8)
    run = next(run for run in runs if run["set"] == "wmt21news-zh-en" and run["level"] == "system")
    found = bolide.correlate(
        read_folder(str(shared / "data" / run["set"])), ["bleu", "chrf"], levels=["system"]
    )
    for cell, expected in zip(
        (found.cell("system", "pearson", metric) for metric in found.metrics),
        run["corr"].values(),
        strict=True,
    ):
        assert cell.value == pytest.approx(expected["pearson"][0], abs=1e-5)
    accuracy = [found.cell("system", "accuracy", metric).value for metric in found.metrics]
    assert accuracy == pytest.approx([18 / 28, 19 / 28])
