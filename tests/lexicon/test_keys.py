"""The dictionary: what METEOR has found out of words it does not find out again, and no score depends on it."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import bolide
from bolide.lexicon import keys
from bolide.lexicon.keys import dictionary
from bolide.lexicon.stems import StemNumbers

SPECIFICATIONS = [
    "meteor",
    "meteor:stages=exact+wn-stem+wn-synonym",
    "meteor-1.5",
    "meteor-1.5:characters=yes",
]


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.setattr(keys, "_dictionaries", {})


def texts(seed):
    rng = np.random.default_rng(seed)
    words = [
        "the",
        "dogs",
        "dog",
        "were",
        "barking",
        "barked",
        "at",
        "big",
        "large",
        "cars",
        "and",
        "buses",
        ",",
        "car",
        "automobile",
        "ran",
    ]
    lines = [" ".join(rng.choice(words, rng.integers(1, 12))) + f" {seed} ." for _ in range(6)]
    return lines[:3], [[line] for line in lines[3:]]


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_scores_do_not_depend_on_what_was_seen_before(specification, monkeypatch):
    metric = bolide.metric(specification)
    alone = []
    for seed in range(5):
        keys._dictionaries.clear()
        alone.append(metric.statistics(*texts(seed)))
    keys._dictionaries.clear()
    for seed in (3, 1, 4, 0, 2):
        np.testing.assert_array_equal(metric.statistics(*texts(seed)), alone[seed])
    monkeypatch.setattr(keys, "_MOST_WORDS", 10)
    for seed in (2, 0, 1):
        np.testing.assert_array_equal(metric.statistics(*texts(seed)), alone[seed])


def test_each_word_is_looked_up_once(monkeypatch):
    seen = []
    stems = StemNumbers._stems
    monkeypatch.setattr(StemNumbers, "_stems", lambda self, words: seen.extend(words) or stems(self, words))
    for _ in range(2):
        bolide.score(["dogs bark"], [["a dog barks"]], "meteor:stages=exact+porter")
    bolide.score(["dogs sing"], [["a dog barks"]], "meteor:stages=exact+porter")
    assert sorted(seen) == ["a", "bark", "barks", "dog", "dogs", "sing"]


def test_it_does_not_grow_without_end(monkeypatch):
    monkeypatch.setattr(keys, "_MOST_WORDS", 3)
    bolide.score(["one two three four"], [["five"]], "meteor")
    (first,) = keys._dictionaries.values()
    assert len(first) == 5
    assert len(dictionary("others")) == 0
    assert first not in keys._dictionaries.values()


def test_threads_share_it():
    metric = bolide.metric("meteor")
    seeds = [seed % 20 for seed in range(120)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda seed: metric.statistics(*texts(seed)), seeds))
    for seed, rows in zip(seeds, found, strict=True):
        np.testing.assert_array_equal(rows, metric.statistics(*texts(seed)))


def test_a_list_of_words_that_changes_is_another_list(tmp_path):
    path = tmp_path / "stop.txt"
    path.write_text("the\n")
    metric = bolide.metric(f"meteor:stages=exact,stop_words={path}")
    scores = [metric.score(metric.statistics(["the dog"], [["the dog"]]))[0]]
    path.write_text("dog\nthe\n")
    scores.append(metric.score(metric.statistics(["the dog"], [["the dog"]]))[0])
    assert scores[0] > 0 == scores[1]
