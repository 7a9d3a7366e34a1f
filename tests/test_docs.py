"""The documentation is true: its examples are run, its generated part is fresh, its links lead somewhere."""

import contextlib
import doctest
import io
import re
import shlex
from glob import glob
from pathlib import Path

import pytest

from bolide.cli import COMMANDS, main
from docs import commands

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
pages = pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))


@pages
def test_python_examples(page):
    test = doctest.DocTestParser().get_doctest(
        "\n\n".join(re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)),
        {},
        page.name,
        None,
        0,
    )
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    report = io.StringIO()
    runner.run(test, out=report.write)
    assert not runner.failures, report.getvalue()


@pages
def test_command_examples(page, monkeypatch, tmp_path):
    """In ``console`` blocks, what follows ``$ bolide ...`` is what it prints; ``...`` stands for anything."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "200")
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text("utf-8"), re.M | re.S):
        for command, expected in re.findall(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            words = [
                found
                for word in shlex.split(command.replace("\\\n", " "))
                for found in (sorted(glob(word)) or [word])
            ]
            if words[0] != "bolide":
                continue
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                main([word.replace("OUT/", f"{tmp_path}/") for word in words[1:]])
            checker = doctest.OutputChecker()
            want = expected.replace("<BLANKLINE>", "")
            got = out.getvalue().replace(f"{tmp_path}/", "OUT/")
            assert checker.check_output(want, got, FLAGS), f"{command}\n{got}"


def test_command_reference_is_fresh():
    assert commands.FILE.read_text("utf-8") == commands.page(), "run `make docs`"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command, capsys):
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"usage: bolide {command}" in capsys.readouterr().out
    readable = "\n".join(page.read_text("utf-8") for page in PAGES if page.name != "commands.md")
    assert f"bolide {command}" in readable, f"no page explains `bolide {command}`"


@pages
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
        assert "://" in target or (page.parent / target).exists(), target
