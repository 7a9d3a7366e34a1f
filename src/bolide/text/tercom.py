"""Words as tercom sees them, and as sacreBLEU's version of it does: two tokenizers with three switches.

Both split at white space. ``normalized`` first sets punctuation apart, as an early mteval did;
``asian_support`` then sets every Chinese character apart; ``no_punct`` takes punctuation away. Where the two
differ, tercom's is left as it is:

white space    Java's is ASCII's; Python's, and so sacreBLEU's, is Unicode's
empty words    where punctuation is taken from the beginning of a line, tercom sees an empty first word
kana           tercom sets runs of them apart; sacreBLEU's pattern for that matches whole lines only
end of line    tercom joins "-\\n", sacreBLEU "\\n-"; tercom deletes "<skipped>"

>>> from bolide.testset import Segments
>>> tercom_tokenizer("sacrebleu", normalized=True).split(Segments(['"It\\'s (3.5)," he said.'])).words()
[['"', 'It', "'s", '(', '3.5', ')', ',', '"', 'he', 'said', '.']]
"""

import re
from collections.abc import Callable
from functools import cache

from bolide.testset import Segments
from bolide.text.tokenizers import Tokenizer, Tokens, from_lists, tokenizer

_Rules = tuple[tuple[str, str], ...]

_JAVA_SPACES = " \t\n\x0b\f\r"
_JAVA_SPACE = re.compile(f"[{_JAVA_SPACES}]+")
_JAVA_TRIM = "".join(map(chr, range(33)))

_ENTITIES: _Rules = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
_SYMBOLS = '{|}~[\\]^_`!"#$%&()*+:;<=>?@/'
_WESTERN: _Rules = (
    (r"([^0-9])([.,])", r"\1 \2 "),
    (r"([.,])([^0-9])", r" \1 \2"),
    (r"([0-9])(-)", r"\1 \2 "),
)
_ASIAN_PUNCTUATION = "[\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb]"
_FULL_WIDTH_PUNCTUATION = "[\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09]"
_PUNCTUATION = '[.,?:;!"()]'

_IDEOGRAPHS = "\u4e00-\u9fff\u3400-\u4dbf\u31c0-\u31ef\u2e80-\u2eff\u3300-\u33ff\uf900-\ufaff\ufe30-\ufe4f"
_KANA = ("\u3040-\u309f", "\u30a0-\u30ff", "\u31f0-\u31ff")


def _alone(characters: str) -> tuple[str, str]:
    return f"({characters})", r" \1 "


_ASIAN: dict[str, _Rules] = {
    "tercom": (
        _alone(f"[{_IDEOGRAPHS}\u3200-\u32ff]"),
        *((f"(^|[^{kana}])([{kana}]+)(?=$|[^{kana}])", r"\1 \2 ") for kana in _KANA),
        _alone(_ASIAN_PUNCTUATION),
        _alone(_FULL_WIDTH_PUNCTUATION),
    ),
    # U+3200 to U+3F22 is sacreBLEU's slip for U+32FF; the ideographs from U+3400 on get more spaces by it.
    "sacrebleu": (
        _alone(f"[{_IDEOGRAPHS}\u3200-\u3f22]"),
        *((f"(^|^[{kana}])([{kana}]+)(?=$|^[{kana}])", r"\1 \2 ") for kana in _KANA),
        _alone(_ASIAN_PUNCTUATION),
        _alone(_FULL_WIDTH_PUNCTUATION),
    ),
}
_LINES: dict[str, _Rules] = {
    "tercom": (("<skipped>", ""), ("-\n", ""), ("\n", " "), *_ENTITIES),
    "sacrebleu": (("\n-", ""), ("\n", " "), *_ENTITIES),
}


@cache
def tercom_tokenizer(
    program: str, normalized: bool = False, no_punct: bool = False, asian_support: bool = False
) -> Tokenizer:
    """The tokenizer of this program, ``tercom`` or ``sacrebleu``, with these switches."""
    if program == "sacrebleu" and not (normalized or no_punct):
        return tokenizer("none")
    before: list[tuple[str, str]] = []
    after: list[tuple[str, str]] = []
    if normalized:
        before += _LINES[program]
        after += _WESTERN
        if asian_support:
            after += _ASIAN[program]
    removed = [_PUNCTUATION] if no_punct else []
    if no_punct and asian_support:
        removed += [_ASIAN_PUNCTUATION, _FULL_WIDTH_PUNCTUATION]
    patterns = [(re.compile(pattern), by) for pattern, by in after]
    deletion = re.compile("|".join(removed)) if removed else None
    trim: Callable[[str], str] = str.rstrip if program == "sacrebleu" else lambda text: text.strip(_JAVA_TRIM)

    def lines(segments: Segments) -> list[str]:
        """The segments with punctuation set apart, if that is asked for: all at once, one a line."""
        texts = [trim(segment) for segment in segments]
        if not (normalized and texts):
            return texts
        for old, new in before:
            texts = [text.replace(old, new) for text in texts]
        text = " " + " \n ".join(texts) + " "  # no rule sees beyond the space at the end of its line
        for symbol in _SYMBOLS:
            text = text.replace(symbol, f" {symbol} ")
        text = text.replace("'s ", " 's ")
        for pattern, by in patterns:
            text = pattern.sub(by, text)
        return text.split("\n")

    def sacrebleu(text: str) -> list[str]:
        return (deletion.sub("", text) if deletion else text).split()

    def tercom(text: str) -> list[str]:
        if normalized:
            text = text.strip(_JAVA_SPACES)
        if deletion:
            text = deletion.sub("", text)
        words = _JAVA_SPACE.split(text)
        while text and words and not words[-1]:  # Java drops empty strings at the end, but keeps ""
            words.pop()
        return words

    split: Callable[[str], list[str]] = tercom if program == "tercom" else sacrebleu
    switches = "".join("ny"[on] for on in (normalized, no_punct, asian_support))

    def tokenize(segments: Segments) -> Tokens:
        empty = (not trim(segment) for segment in segments)
        return from_lists(
            [] if nothing else split(line) for nothing, line in zip(empty, lines(segments), strict=True)
        )

    return Tokenizer(f"{program}-ter-{switches}", tokenize)
