"""Tokenizers: from segments to tokens, each a slice of an array of code points.

none    white space, as ``str.split`` sees it
13a     mteval-v13a.pl's, sacreBLEU's default
intl    mteval-v14.pl's international tokenisation, by Unicode categories
char    every character that is not white space
zh      Chinese characters stand alone, the rest as 13a does it
nist    13a as the Perl script itself does it: lower-casing touches A-Z only
ja-mecab, ko-mecab, spm, flores101, flores200, spBLEU-1K   through sacreBLEU, an optional extra

The names are sacreBLEU's, and so are the tokens.

>>> tokens(Segments(["Price: $3.50 (or so).", "It's 10-15."]), tokenizer("13a")).words()
[['Price', ':', '$', '3.50', '(', 'or', 'so', ')', '.'], ["It's", '10', '-', '15', '.']]
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.errors import MissingExtraError, SpecificationError, suggestion
from bolide.kernels import kernel
from bolide.testset import Segments
from bolide.text.buffers import Codes, codes

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Tokens:
    """Tokens of all segments: token ``t`` is ``codes[starts[t]:ends[t]]``.

    Segment ``s`` has the tokens from ``offsets[s]`` to ``offsets[s + 1]``.
    """

    codes: NDArray[np.uint32]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def words(self) -> list[list[str]]:
        """The tokens as strings, segment by segment."""
        text = self.codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
        flat = [text[a:b] for a, b in zip(self.starts.tolist(), self.ends.tolist(), strict=True)]
        bounds = self.offsets.tolist()
        return [flat[a:b] for a, b in pairwise(bounds)]


@dataclass(frozen=True)
class Tokenizer:
    """A name, a function from segments to tokens, and how to put a segment in lower case first."""

    name: str
    split: Callable[[Segments], Tokens]
    lower: Callable[[str], str] = str.lower


def tokens(segments: Segments, by: Tokenizer, lowercase: bool = False) -> Tokens:
    """The tokens of these segments (remembered)."""
    if lowercase and by.lower is str.lower:
        return tokens(segments.lower(), by)
    if lowercase:
        lowered = segments.memo(("lower", by.name), lambda: Segments(map(by.lower, segments)))
        return tokens(lowered, by)
    return segments.memo(("tokens", by.name), lambda: by.split(segments))


def _run(loop: Callable[..., int], buffer: Codes, *settings: Any) -> Tokens:
    """Run a splitting kernel with arrays that are large enough."""
    most = len(buffer.values) + 1
    starts, ends = np.empty(most, dtype=np.int32), np.empty(most, dtype=np.int32)
    offsets = np.zeros(len(buffer.starts), dtype=np.int64)
    count = loop(buffer.values, buffer.starts, *settings, starts, ends, offsets)
    return Tokens(buffer.values, starts[:count], ends[:count], offsets)


def _split_spaces(segments: Segments) -> Tokens:
    return _run(kernel("text").split_spaces, codes(segments))


def _split_characters(segments: Segments) -> Tokens:
    return _run(kernel("text").split_characters, codes(segments))


def _split_chrf_words(segments: Segments) -> Tokens:
    return _run(kernel("text").split_chrf_words, codes(segments))


CHRF_WORDS = Tokenizer("chrf-words", _split_chrf_words)
"""The words of chrF++: white space, and one punctuation mark cut off each word."""


def _mteval_classes() -> Array:
    """What ``split_mteval`` needs to know of each ASCII character."""
    table = np.zeros(128, dtype=np.uint8)
    for kind, characters in enumerate(
        (" \t\n\v\f\r\x1c\x1d\x1e\x1f", _MTEVAL_SYMBOLS, ".,", "-", "0123456789"), 1
    ):
        table[[ord(character) for character in characters]] = kind
    return table


_MTEVAL_SYMBOLS = '!"#$%&()*+/:;<=>?@[\\]^_`{|}~'  # all ASCII punctuation but ' , - .
_MTEVAL_CLASSES = _mteval_classes()
_NOTHING_ISOLATED = np.empty((0, 2), dtype=np.uint32)

# sacreBLEU's table of "Chinese" characters. The first range is meant to be CJK extension B (U+20000 to
# U+2A6D6), but the original writes "\u20000", which Python reads as U+2000 and a zero; compared as strings,
# that isolates everything from U+2001 to U+2A6D, and likewise U+2F81 to U+2FA1. We do what it does.
_CHINESE = np.array(
    [
        (0x2001, 0x2A6D), (0x2F81, 0x2FA1), (0x3400, 0x4DB5), (0x4E00, 0x9FA5), (0x9FA6, 0x9FBB),
        (0xF900, 0xFA2D), (0xFA30, 0xFA6A), (0xFA70, 0xFAD9), (0xFF00, 0xFFEF), (0x2E80, 0x2EFF),
        (0x3000, 0x303F), (0x31C0, 0x31EF), (0x2F00, 0x2FDF), (0x2FF0, 0x2FFF), (0x3100, 0x312F),
        (0x31A0, 0x31BF), (0xFE10, 0xFE1F), (0xFE30, 0xFE4F), (0x2600, 0x26FF), (0x2700, 0x27BF),
        (0x3200, 0x32FF), (0x3300, 0x33FF),
    ],
    dtype=np.uint32,
)  # fmt: skip


def _clean(segment: str) -> str:
    """The replacements that mteval makes before it looks at punctuation, in its order."""
    segment = segment.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, character in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        segment = segment.replace(entity, character)
    return segment


def _split_13a(segments: Segments) -> Tokens:
    dirty = [i for mark in ("&", "\n", "<skipped>") for i, s in enumerate(segments) if mark in s]
    if dirty:
        texts = list(segments)
        for index in set(dirty):
            texts[index] = _clean(texts[index])
        segments = Segments(texts)
    return _run(kernel("text").split_mteval, codes(segments), _MTEVAL_CLASSES, True, _NOTHING_ISOLATED)


def _split_zh(segments: Segments) -> Tokens:
    return _run(kernel("text").split_mteval, codes(segments), _MTEVAL_CLASSES, False, _CHINESE)


_INTERNATIONAL_CLASS = {"N": 1, "P": 2, "S": 3}


def _split_international(segments: Segments) -> Tokens:
    buffer = codes(segments)
    present = np.zeros(int(buffer.values.max(initial=0)) + 1, dtype=bool)
    present[buffer.values] = True
    table = np.zeros(len(present), dtype=np.uint8)
    for code in np.flatnonzero(present).tolist():
        table[code] = _INTERNATIONAL_CLASS.get(unicodedata.category(chr(code))[0], 0)
    return _run(kernel("text").split_international, buffer, table[buffer.values])


_ASCII_LOWER = {upper: upper + 32 for upper in range(65, 91)}

_BUILT_IN = {
    t.name: t
    for t in (
        Tokenizer("none", _split_spaces),
        Tokenizer("13a", _split_13a),
        Tokenizer("intl", _split_international),
        Tokenizer("char", _split_characters),
        Tokenizer("zh", _split_zh),
        Tokenizer("nist", _split_13a, lambda segment: segment.translate(_ASCII_LOWER)),
    )
}

# sacreBLEU's name -> module, class, arguments, and the extra that installs what it needs.
_SACREBLEU: dict[str, tuple[str, str, tuple[str, ...], str]] = {
    "ja-mecab": ("tokenizer_ja_mecab", "TokenizerJaMecab", (), "ja"),
    "ko-mecab": ("tokenizer_ko_mecab", "TokenizerKoMecab", (), "ko"),
    "spm": ("tokenizer_spm", "TokenizerSPM", (), "spm"),
    "flores101": ("tokenizer_spm", "Flores101Tokenizer", (), "spm"),
    "flores200": ("tokenizer_spm", "Flores200Tokenizer", (), "spm"),
    "spBLEU-1K": ("tokenizer_spm", "SpBLEU1KTokenizer", (), "spm"),
}


@cache
def _plugins() -> dict[str, Any]:
    from importlib.metadata import entry_points  # takes 20 ms, and only unknown names need it

    return {point.name: point for point in entry_points(group="bolide.tokenizers")}


def tokenizer_names() -> tuple[str, ...]:
    """The names of all tokenizers, built in, through sacreBLEU and plugged in."""
    return tuple(dict.fromkeys((*_BUILT_IN, *_SACREBLEU, *sorted(_plugins()))))


@cache
def tokenizer(name: str) -> Tokenizer:
    """The tokenizer of this name.

    >>> tokenizer("13b")
    Traceback (most recent call last):
    bolide.errors.SpecificationError: there is no tokenizer '13b': did you mean '13a'?
    """
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    if name in _SACREBLEU:
        return _from_sacrebleu(name)
    if name in _plugins():
        point = _plugins()[name]
        try:
            return from_function(name, point.load())
        except Exception as error:
            raise SpecificationError(
                f"the tokenizer {name!r} of {point.value} cannot be loaded ({error}): reinstall or remove it"
            ) from error
    raise SpecificationError(f"there is no tokenizer {name!r}: {suggestion(name, tokenizer_names())}")


def from_function(name: str, function: Callable[[str], Iterable[str] | str]) -> Tokenizer:
    """A tokenizer from a function that takes a string and gives its tokens, as a list or with spaces.

    >>> dashes = from_function("dashes", lambda text: text.split("-"))
    >>> tokens(Segments(["a-b c"]), dashes).words()
    [['a', 'b c']]
    """

    def split(segments: Segments) -> Tokens:
        results = map(function, segments)
        return from_lists(result.split() if isinstance(result, str) else list(result) for result in results)

    return Tokenizer(name, split)


def from_lists(lists: Iterable[Sequence[str]]) -> Tokens:
    """Tokens that were split already, segment by segment.

    >>> from_lists([["a-b", "c"], []]).words()
    [['a-b', 'c'], []]
    """
    lists = list(lists)
    buffer = codes(Segments(token for tokens in lists for token in tokens))
    offsets = np.zeros(len(lists) + 1, dtype=np.int64)
    np.cumsum([len(tokens) for tokens in lists], out=offsets[1:])
    bounds = buffer.starts.astype(np.int32)
    return Tokens(buffer.values, bounds[:-1], bounds[1:], offsets)


def _from_sacrebleu(name: str) -> Tokenizer:
    from importlib import import_module

    module, kind, arguments, extra = _SACREBLEU[name]
    try:
        made = getattr(import_module(f"sacrebleu.tokenizers.{module}"), kind)(*arguments)
    except (ImportError, RuntimeError) as error:
        raise MissingExtraError(
            f"the tokenizer {name!r} needs packages that are not installed: pip install 'bolide[{extra}]'"
        ) from error
    except OSError as error:
        raise MissingExtraError(
            f"the tokenizer {name!r} needs a model that sacreBLEU downloads at its first use, which failed"
            f" ({error}): run it once where there is a network, and keep ~/.sacrebleu/models"
        ) from error
    return from_function(name, made)
