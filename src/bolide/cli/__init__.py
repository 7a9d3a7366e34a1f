"""The command line: one module a command, which names its arguments and calls the library.

A command module has ``arguments(parser)`` and ``run(options) -> int``; its docstring is the help text. Only
the module of the command that is run is imported.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from bolide.errors import BolideError, SpecificationError, nearest, suggestion

COMMANDS = {
    "score": "score systems against references",
    "compare": "tell which of several systems is better, and how sure that is",
    "correlate": "tell how far metrics agree with people, and which metric agrees better",
    "study": "repeat the papers' studies: how sure scores are with less data, how metrics agree with people",
    "audit": "check that significance tests keep their level on your systems",
    "report": "write a report for the browser, a pull request or a paper",
    "align": "show which words of a hypothesis and a reference correspond",
    "explain": "show why a segment has its score",
    "parse": "parse a text and write the trees",
    "parsers": "list all parsers with what they give and need",
    "cache": "show where parses and statistics are kept, or forget them",
    "metrics": "list all metrics with their parameters",
}
"""Every command with its line in ``bolide --help``; ``bolide.cli.<command>`` is its module."""


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0 for success, 1 for a check that fails, 2 for bad input."""
    words = sys.argv[1:] if words is None else list(words)
    try:
        _set_up_output()
        return _run(words)
    except BolideError as error:
        print(f"bolide: error: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has gone, which is no error
        _drop_output()
        return 0
    except OSError as error:  # such as a full disk
        _drop_output()
        print(f"bolide: error: {error.filename or 'output'}: {error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _set_up_output() -> None:
    """Files and pipes get UTF-8 wherever we are; what a terminal cannot show is no reason to stop."""
    if sys.stdout is None:  # closed by the shell
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        if sys.stdout.isatty():
            sys.stdout.reconfigure(errors="replace")
        else:
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def _drop_output() -> None:
    """Nothing more can be printed, not even when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    if words and words[0] in COMMANDS:
        module = import_module(f"bolide.cli.{words[0].replace('-', '_')}")
        parser = command_parser(words[0])
        code = module.run(_parsed(parser, words[1:]))
        sys.stdout.flush()
        return int(code)
    if words and not words[0].startswith("-"):
        raise SpecificationError(f"there is no command {words[0]!r}: {suggestion(words[0], COMMANDS)}")
    parser = _top()
    parser.parse_args(words)
    parser.print_help()
    return 0


def _parsed(parser: argparse.ArgumentParser, words: list[str]) -> argparse.Namespace:
    """The options; words without an option may stand before, between and after the options."""
    if any(isinstance(action, argparse._SubParsersAction) for action in parser._actions):
        return parser.parse_args(words)
    return parser.parse_intermixed_args(words)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, as everything else here does."""

    def error(self, message: str) -> NoReturn:
        what, _, rest = message.partition("unrecognized arguments: ")
        if rest and not what:
            word = rest.split()[0].partition("=")[0]
            options = [option for action in self._actions for option in action.option_strings]
            hint = f"{self.prog} --help lists the options"
            if word.startswith("-"):
                message = f"there is no option {word}: {nearest(word, options, hint)}"
            else:
                message = f"{word!r} is one word too many: {hint}"
            raise SpecificationError(message)
        raise SpecificationError(f"{message}: {self.prog} --help tells more")


def command_parser(command: str) -> argparse.ArgumentParser:
    """The arguments of one command."""
    module = import_module(f"bolide.cli.{command.replace('-', '_')}")
    parser = _Parser(
        prog=f"bolide {command}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module.arguments(parser)
    return parser


def _top() -> argparse.ArgumentParser:
    from bolide import __version__

    width = max(map(len, COMMANDS)) + 2
    listing = "\n".join(f"  {name:<{width}}{text}" for name, text in COMMANDS.items())
    parser = _Parser(
        prog="bolide",
        usage="bolide COMMAND [options]",
        description=f"Measure machine translation.\n\ncommands:\n{listing}",
        epilog="bolide COMMAND --help tells more of a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"bolide {__version__}")
    return parser
