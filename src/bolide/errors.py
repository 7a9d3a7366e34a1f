"""Everything that bolide raises on purpose.

    BolideError
    ├── InputError            a text, a file or a list that cannot be scored as it is
    ├── SpecificationError    an unknown metric, parameter or value
    └── MissingExtraError     an optional package that is not installed

Every message is one sentence that names the place and says what to do. The command line prints it and
ends with exit code 2; a traceback is a bug.
"""

from collections.abc import Iterable


class BolideError(Exception):
    """The root: ``except BolideError`` catches everything that bolide raises on purpose."""


class InputError(BolideError, ValueError):
    """A text, a file or a list that cannot be scored as it is."""


class SpecificationError(BolideError, ValueError):
    """An unknown metric, parameter or value."""


class MissingExtraError(BolideError, ImportError):
    """An optional package that is not installed."""


def suggestion(wrong: str, known: Iterable[str]) -> str:
    """The end of an error message: the nearest known name, or all of them.

    >>> suggestion("blue", ["bleu", "chrf"])
    "did you mean 'bleu'?"
    >>> suggestion("x", ["bleu", "chrf"])
    'choose from: bleu, chrf'
    """
    known = sorted(known)
    return nearest(wrong, known, f"choose from: {', '.join(known)}")


def nearest(wrong: str, known: Iterable[str], otherwise: str) -> str:
    """The nearest known name as the end of an error message, and another end where none is near.

    >>> nearest("--metric", ["--metrics", "--seed"], "see --help")
    "did you mean '--metrics'?"
    """
    import difflib

    near = difflib.get_close_matches(wrong.lower(), known, n=1)
    return f"did you mean {near[0]!r}?" if near else otherwise
