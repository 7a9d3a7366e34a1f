"""METEOR 1.5's lists for each language: function words, and abbreviations for its tokenizer.

function word    its relative frequency in news texts is above one in a thousand (Denkowski & Lavie 2014)
abbreviation     a word after which a dot is no full stop, always or before a number

They come with the package, made by ``tools/build_meteor_lists.py`` (see NOTICE for their licence), or are
read from a folder of METEOR that the user names, with ``function/english.words`` and so on in it.

>>> english = lists("en")
>>> "the" in english.function_words, "Dr" in english.abbreviations, "No" in english.before_numbers
(True, True, True)
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from bolide.errors import InputError

LANGUAGES = {
    "en": "english", "cz": "czech", "fr": "french", "es": "spanish", "de": "german", "pt": "portuguese",
    "ru": "russian", "da": "danish", "ro": "romanian", "hu": "hungarian", "tr": "turkish", "fi": "finnish",
    "nl": "dutch", "it": "italian", "no": "norwegian", "se": "swedish",
    "ar-bw-red": "arabic-buckwalter-reduced", "xx": "other",
}  # fmt: skip
"""METEOR's codes of languages, and the names of its files."""


@dataclass(frozen=True)
class Lists:
    """The lists of one language; empty where METEOR has none."""

    function_words: frozenset[str] = field(default=frozenset())
    abbreviations: frozenset[str] = field(default=frozenset())
    before_numbers: frozenset[str] = field(default=frozenset())


def lists(language: str, folder: str = "") -> Lists:
    """The lists of a language, by METEOR's code, built in or from a folder of METEOR."""
    return _from_folder(language, Path(folder)) if folder else _built_in(language)


@cache
def _built_in(language: str) -> Lists:
    path = Path(__file__).parent / "data" / "meteor.json"
    table = json.loads(path.read_text(encoding="utf-8"))
    return Lists(**{name: frozenset(words) for name, words in table.get(language, {}).items()})


def _from_folder(language: str, folder: Path) -> Lists:
    words = folder / "function" / f"{LANGUAGES[language]}.words"
    prefixes = folder / "nonbreaking" / f"{LANGUAGES[language]}.prefixes"
    if not words.is_file():
        raise InputError(
            f"{words}: there is no such file; {folder} is not a folder of METEOR 1.5's resources"
        )
    always, number = parse_prefixes(read_text(prefixes)) if prefixes.is_file() else (frozenset(), frozenset())
    return Lists(parse_words(read_text(words)), always, number)


def read_words(path: str) -> frozenset[str]:
    """The words of a file, one a line, in lower case."""
    return frozenset(word.strip().lower() for word in parse_words(read_text(Path(path)))) - {""}


def fingerprint(words: Iterable[str]) -> str:
    """Twelve digits that tell lists of words apart."""
    return hashlib.sha256("\n".join(sorted(words)).encode()).hexdigest()[:12]


def read_text(path: Path) -> str:
    """The text of a file in UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not UTF-8 text: save it as UTF-8") from None


def parse_words(text: str) -> frozenset[str]:
    """One word a line."""
    return frozenset(filter(None, text.split("\n")))


def parse_prefixes(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Abbreviations that never end a sentence, and those that do not before a number.

    >>> parse_prefixes("# people\\nDr\\nNo #NUMERIC_ONLY#\\n")
    (frozenset({'Dr'}), frozenset({'No'}))
    """
    always: set[str] = set()
    number: set[str] = set()
    for line in text.split("\n"):
        fields = line.split()
        if fields and not fields[0].startswith("#"):
            (number if fields[1:2] == ["#NUMERIC_ONLY#"] else always).add(fields[0])
    return frozenset(always), frozenset(number)
