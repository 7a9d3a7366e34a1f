"""Tokenizers through sacreBLEU: equal to it where installed, clear words where not."""

import sys
from urllib.error import URLError

import pytest
from sacrebleu.metrics import BLEU

import bolide
from bolide.text import tokenizer, tokenizers

TEXTS = {
    "ja-mecab": ("MeCab", "これはペンです。", "これは赤いペンです。"),
    "ko-mecab": ("mecab_ko", "나는 학교에 간다", "나는 학교에 갔다"),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TEXTS)
def test_equal_to_sacrebleu(name):
    package, hypothesis, reference = TEXTS[name]
    pytest.importorskip(package, reason=f"needs the package {package}, an optional extra")
    ours = bolide.score([hypothesis], [reference], f"bleu:tokenize={name},effective_order=yes").value
    theirs = BLEU(tokenize=name, effective_order=True).corpus_score([hypothesis], [[reference]]).score
    assert ours == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize(("name", "extra"), [("ja-mecab", "ja"), ("ko-mecab", "ko"), ("spm", "spm")])
def test_missing_packages(name, extra, monkeypatch):
    monkeypatch.setitem(sys.modules, f"sacrebleu.tokenizers.{tokenizers._SACREBLEU[name][0]}", None)
    tokenizer.cache_clear()
    with pytest.raises(bolide.MissingExtraError, match=rf"pip install 'bolide\[{extra}\]'"):
        tokenizer(name)


def test_a_model_that_cannot_be_fetched(monkeypatch):
    class Offline:
        def __init__(self):
            raise URLError("no network")

    module = type(sys)("offline")
    module.TokenizerSPM = Offline
    monkeypatch.setitem(sys.modules, "sacrebleu.tokenizers.tokenizer_spm", module)
    tokenizer.cache_clear()
    with pytest.raises(bolide.MissingExtraError, match="run it once where there is a network"):
        tokenizer("spm")
