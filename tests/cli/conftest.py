"""Run the command line as a user does, and see what it prints."""

import json
import os
from dataclasses import dataclass

import pytest

from bolide.cli import main


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    error: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def run(capfd, monkeypatch, tmp_path):
    """``run("score", ...)`` in a folder of its own; ``Result`` has what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "COLUMNS", "100")

    def call(*words):
        try:
            code = main(list(map(str, words)))
        except SystemExit as end:
            code = end.code
        captured = capfd.readouterr()
        return Result(code, captured.out, captured.err)

    return call


@pytest.fixture
def write(tmp_path):
    """``write("a.txt", "one\\n")`` makes a file and gives its name."""

    def make(name, content):
        data = content.encode("utf-8") if isinstance(content, str) else content
        (tmp_path / name).write_bytes(data)
        return name

    return make
