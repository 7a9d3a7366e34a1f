"""NIST and BLEU equal mteval-v13a.pl, M-BLEU and NIST information equal Zhang & Vogel's own toolkit.

Figures: ``golden/mteval.json`` and ``golden/mbleu_zhang.json``, made with the programs' scripts, patched only
to print all digits; each run in the files names its command. The scripts read SGML, so text is escaped first.
"""

import json
from html import escape

import numpy as np
import pytest

import bolide

SETS = ["edge_2ref", "indian_hi_3ref", "wmt17zhen_1ref"]
DIGITS = 5e-10  # the figures have ten significant digits


def runs(shared, file, **wanted):
    data = json.loads((shared / "golden" / file).read_text(encoding="utf-8"))
    found = [run for run in data["runs"] if all(run.get(k) == v for k, v in wanted.items())]
    assert found, (file, wanted)
    return found


def texts(shared, run):
    folder = shared / "golden" / "inputs" / run["set"] / run["input"]

    def lines(path):
        return [escape(line, quote=False) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]

    references = [lines(p) for p in sorted(folder.glob("ref.*.txt"))]
    return lines(folder / f"sys.{run['system']}.txt"), [list(g) for g in zip(*references, strict=True)]


@pytest.mark.parametrize("cased", [True, False], ids=["-c", "lower-cased"])
@pytest.mark.parametrize("set_", SETS)
def test_mteval_v13a(shared, set_, cased):
    options = "-c" if cased else "(default: lower-cased, no other)"
    lower = "no" if cased else "yes"
    for run in runs(shared, "mteval.json", set=set_, version="v13a", options=options):
        hypotheses, references = texts(shared, run)
        nist = bolide.score(hypotheses, references, f"nist:lowercase={lower}")
        assert nist.value == pytest.approx(run["corpus"]["NIST"], rel=DIGITS)
        bleu = bolide.score(hypotheses, references, f"bleu:tokenize=nist,lowercase={lower}")
        assert bleu.value / 100 == pytest.approx(run["corpus"]["BLEU"], rel=DIGITS)
        np.testing.assert_allclose(nist.segments, run["segments"]["NIST"], rtol=DIGITS)
        # mteval counts an order that a segment is too short for as a precision of 1
        segment = f"bleu:tokenize=nist,smooth_method=mteval,lowercase={lower}"
        bleu = bolide.score(hypotheses, references, segment)
        np.testing.assert_allclose(bleu.segments / 100, run["segments"]["BLEU"], rtol=DIGITS)


@pytest.mark.parametrize("set_", SETS)
def test_m_bleu_is_that_of_its_authors(shared, set_):
    for run in runs(shared, "mbleu_zhang.json", set=set_):
        lower = "no" if run["options"] == "-c" else "yes"
        hypotheses, references = texts(shared, run)
        score = bolide.score(hypotheses, references, f"m-bleu:tokenize=nist,lowercase={lower}")
        assert score.value / 100 == pytest.approx(run["corpus"]["mbleu"], rel=DIGITS)
        totals = dict(zip(score.statistics.columns, score.statistics.total(), strict=True))
        assert totals["length"] == run["corpus"]["hyp_len"]
        assert totals["reference_length"] == run["corpus"]["closest_ref_len"]
        if run["segments"]:
            nist = bolide.score(hypotheses, references, f"nist:lowercase={lower}")
            for row, segment in zip(nist.statistics.rows, run["segments"], strict=True):
                printed = [information for _, _, information in segment["n"]]
                np.testing.assert_allclose(row[2:7], printed, atol=0.0051 * max(1, row[7]))
