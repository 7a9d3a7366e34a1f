"""What every registered metric must hold, whoever wrote it."""

import pickle
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path

import numpy as np
import pytest

import bolide
from bolide import engine, registry
from bolide.metric import Statistics, spell
from bolide.syntax import parser
from bolide.testset import References, Segments, SystemOutput, TestSet

HYPOTHESES = [
    "The committee approved the new budget on Monday.",
    "a small house stands near the river",
    "Nobody knew it .",
    "",
    'He said : "we will come back in 2005" and left.',
    "the the the the",
]
REFERENCES = [
    ["On Monday, the committee approved the new budget.", "The new budget was approved on Monday."],
    ["a small house stands near the river"],
    ["No one knew it.", "It was known to nobody."],
    ["Something was said."],
    ["He said, \"We'll be back in 2005,\" and went away.", "\"We will return in 2005,\" he said and left."],
    ["the cat and the dog"],
]  # fmt: skip


TREES = f"files:path={Path(__file__).with_name('trees.ptb')}"
"""Parses of all these sentences, so that nothing here depends on what a parser makes of them."""


def plain(key):
    """The metric with its defaults, but with trees from our file."""
    parser = {"parser": TREES} if "parser" in (f.name for f in fields(registry.metric_class(key))) else {}
    return registry.build(registry.metric_class(key), parser)


@pytest.fixture(params=registry.names())
def metric(request):
    return plain(request.param).fit(References.of(REFERENCES))


@pytest.fixture
def rows(metric):
    return metric.statistics(Segments(HYPOTHESES), References.of(REFERENCES))


def test_is_its_own_specification(metric):
    made = plain(metric.key)
    assert registry.metric(repr(made)) == made
    assert repr(made) in (metric.key, f"{metric.key}:parser={TREES}")
    assert hash(plain(metric.key)) == hash(made)
    assert metric.key in registry.names()


def test_is_immutable_and_picklable(metric):
    again = pickle.loads(pickle.dumps(metric))
    assert again == metric
    assert again.signature() == metric.signature()
    name = fields(metric)[0].name
    with pytest.raises(FrozenInstanceError):
        setattr(metric, name, None)


def test_says_what_it_is(metric):
    assert metric.name
    assert metric.paper
    assert type(metric).__doc__
    assert metric.scale in ("0-100", "0-inf")
    for parameter in registry.parameters(type(metric)):
        assert parameter.metadata.get("help"), f"{metric.key}:{parameter.name} has no help"


def test_signature_holds_every_setting(metric):
    settings = metric.signature().split("|")
    assert settings[0] == metric.key
    for name, value in metric.parameters().items():
        if name == "parser":
            assert parser(value).signature() in metric.signature()
        else:
            assert f"{name}:{spell(value)}" in settings
    truths = [p for p in registry.parameters(type(metric)) if isinstance(p.default, bool)]
    made = plain(metric.key)
    for parameter in truths:
        try:
            other = replace(made, **{parameter.name: not parameter.default})
        except bolide.SpecificationError:
            continue  # a setting that needs another beside it
        assert other.signature() != made.signature()


def test_statistics_have_the_declared_columns(metric, rows):
    assert rows.shape == (len(HYPOTHESES), len(metric.columns))
    assert rows.dtype == np.float64
    assert np.isfinite(rows).all()
    assert len(set(metric.columns)) == len(metric.columns)


def test_a_row_depends_on_its_segment_alone(metric, rows):
    order = [3, 0, 5, 1, 4, 2]
    shuffled = metric.statistics([HYPOTHESES[i] for i in order], [REFERENCES[i] for i in order])
    np.testing.assert_array_equal(shuffled, rows[order])
    for index, (hypothesis, group) in enumerate(zip(HYPOTHESES, REFERENCES, strict=True)):
        np.testing.assert_array_equal(metric.statistics([hypothesis], [group])[0], rows[index])


def test_the_order_of_references_changes_no_score(metric, rows):
    turned = metric.statistics(HYPOTHESES, [group[::-1] for group in REFERENCES])
    np.testing.assert_allclose(metric.score(turned), metric.score(rows), atol=1e-9)


def test_input_stays_as_it_was(metric):
    hypotheses, references = list(HYPOTHESES), [list(group) for group in REFERENCES]
    metric.statistics(hypotheses, references)
    assert hypotheses == HYPOTHESES
    assert references == REFERENCES


def test_score_is_pure_and_vectorised(metric, rows):
    weights = np.random.default_rng(0).integers(0, 4, size=(3, 5, len(rows))).astype(float)
    totals = weights @ rows
    before = totals.copy()
    scores = metric.score(totals)
    np.testing.assert_array_equal(totals, before)
    assert scores.shape == (3, 5)
    each = np.array([[float(metric.score(total)) for total in block] for block in totals])
    np.testing.assert_allclose(scores, each, rtol=1e-12, atol=1e-12)
    assert np.isfinite(metric.score(np.zeros(len(metric.columns))))


def test_score_is_on_its_scale(metric, rows):
    for totals in (*rows, rows.sum(0)):
        value = float(metric.score(totals))
        assert np.isfinite(value)
        assert value >= 0
        assert metric.scale != "0-100" or value <= 100 + 1e-9


def test_a_reference_is_its_own_best_translation(metric):
    firsts = [group[0] for group in REFERENCES]
    fitted = metric.fit(References.of(REFERENCES))
    perfect = float(fitted.score(fitted.statistics(firsts, REFERENCES).sum(0)))
    ours = float(fitted.score(fitted.statistics(HYPOTHESES, REFERENCES).sum(0)))
    if fitted.higher_is_better:
        assert perfect > ours
        if fitted.scale == "0-100":
            assert perfect > 95
    else:
        assert perfect == 0 < ours


def test_batches_and_parts_change_nothing(metric, monkeypatch, tmp_path):
    test_set = TestSet.read(REFERENCES)
    system = SystemOutput.read("A", HYPOTHESES)
    made = plain(metric.key)
    whole = engine.compute([made], test_set, [system])[0]
    monkeypatch.setattr(engine, "BATCH", 2)
    parts = engine.compute([made], test_set, [system])[0]
    np.testing.assert_array_equal(parts.statistics.rows, whole.statistics.rows)
    assert parts.signature == whole.signature
    first, last = whole.statistics.take(range(2)), whole.statistics.take(range(2, len(HYPOTHESES)))
    again = Statistics.concatenate([first, last])
    again.save(tmp_path / "rows.npz")
    read = Statistics.load(tmp_path / "rows.npz")
    np.testing.assert_array_equal(read.rows, whole.statistics.rows)
    assert (read.columns, read.signature, read.ids) == (
        again.columns,
        whole.statistics.signature,
        whole.statistics.ids,
    )


def test_every_metric_has_a_page(metric):
    docs = Path(__file__).parents[2] / "docs" / "metrics"
    pages = "\n".join(page.read_text(encoding="utf-8") for page in docs.glob("*.md"))
    assert f"`{metric.key}`" in pages, f"docs/metrics/ has no page that names `{metric.key}`"
