r"""Bytes and lines: the one place that opens text files.

A line ends at a line feed, or at carriage return and line feed, and nowhere else: U+2028, U+0085, form feeds
and lone carriage returns are characters of the text, as for every tool that counts lines.

>>> split_lines("one\r\ntwo\u2028still two\n")
['one', 'two\u2028still two']
"""

import gzip
import sys
import zlib

from bolide.errors import InputError


def read_lines(path: str) -> list[str]:
    """The lines of a text file in UTF-8, gzipped or not; ``-`` is standard input."""
    return split_lines(read_text(path))


def read_text(path: str) -> str:
    """The whole of a text file in UTF-8; a byte-order mark is no text."""
    shown = {"-": "standard input", "": "''"}.get(path, path)
    data = _read_bytes(path, shown)
    if not data:
        raise InputError(f"{shown}: the file is empty: at least one line is needed")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise InputError(
            f"{shown}, line {line}, byte {column}: not UTF-8 (byte 0x{data[error.start]:02X}): convert the"
            " file, for example with iconv -t UTF-8"
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InputError(
            f"{shown}, line {line}: there is a NUL character: this is no text file, or it is in UTF-16;"
            " convert it to UTF-8"
        )
    return text.removeprefix("\ufeff")


def split_lines(text: str) -> list[str]:
    """The lines of a text, without their ends."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line[:-1] if line.endswith("\r") else line for line in lines]


def _read_bytes(path: str, shown: str) -> bytes:
    try:
        if path == "-":
            return sys.stdin.buffer.read()
        if path.endswith(".gz"):
            with gzip.open(path) as file:
                return file.read()
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise InputError(f"{shown}: there is no such file") from None
    except IsADirectoryError:
        raise InputError(f"{shown}: this is a folder, but a file is needed") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(f"{shown}: this is not a whole gzip file: compress it again") from None
    except OSError as error:
        raise InputError(f"{shown}: cannot be read ({error.strerror or error})") from None
