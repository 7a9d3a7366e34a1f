"""The progress bar, on a terminal and elsewhere."""

import os
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty", reason="needs terminals of Unix")

SCRIPT = """
import time
from bolide.cli.common import Progress
with Progress("scoring", total=4, after={after}) as progress:
    time.sleep(0.6)
    progress.advance({first})
    time.sleep(0.6)
print("done")
"""


def on_a_terminal(script):
    """What a terminal shows."""
    main, other = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", script], stdin=other, stdout=other, stderr=other):
        os.close(other)
        shown = b""
        try:
            while some := os.read(main, 4096):
                shown += some
        except OSError:  # how Linux says that nobody has it open any more
            pass
    os.close(main)
    return shown.decode()


def test_the_bar_is_there_before_anything_is_done():
    shown = on_a_terminal(SCRIPT.format(after=0.1, first=1))
    assert "scoring" in shown.partition("25%")[0]
    assert "25%" in shown
    assert shown.strip().endswith("done")


def test_what_is_soon_done_shows_nothing():
    assert on_a_terminal(SCRIPT.format(after=60, first=1)).strip() == "done"
    assert on_a_terminal(SCRIPT.format(after=0.8, first=4)).strip() == "done"


def test_elsewhere_there_is_none():
    script = SCRIPT.format(after=0.1, first=1)
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (found.stdout, found.stderr) == ("done\n", "")


def test_an_error_ends_it():
    script = SCRIPT.format(after=0.1, first=1).replace("progress.advance(1)", "raise SystemExit('stopped')")
    assert on_a_terminal(script).strip().endswith("stopped")
