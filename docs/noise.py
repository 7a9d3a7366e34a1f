"""Write what ``bolide study noise`` prints and draws into the page of labelled dependencies.

python -m docs.noise

Its figures depend on the parser: run this after the embedded parser's model has changed.
"""

import contextlib
import io
import os
import re
from pathlib import Path

from bolide.cli import main

FOLDER = Path(__file__).parent
PAGE = FOLDER / "metrics" / "labelled.md"
PICTURE = FOLDER / "images" / "study-noise.svg"
BLOCK = re.compile(r"(?<=^\$ bolide study noise\n)(?:(?!```).*\n)*", re.MULTILINE)


def write() -> None:
    """Replace the figures on the page, and the picture."""
    os.environ["COLUMNS"] = "200"
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(["study", "noise", "--plot", str(PICTURE)])
    assert code == 0, out.getvalue()
    page, number = BLOCK.subn(
        out.getvalue().replace("\\", r"\\").replace("\n\n", "\n<BLANKLINE>\n"), PAGE.read_text("utf-8")
    )
    assert number == 1, f"{PAGE} has no example of bolide study noise"
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    write()
