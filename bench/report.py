"""The report: how large its file is, and how long Chromium takes to open it (to the last drawing).

Without Chromium only the sizes are measured.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from bench import Row, browser
from bench.texts import systems
from bolide.cli import main

SIZES = ((5, 2000, 6.0, 2.0), (15, 2000, None, None), (3, 20_000, None, None))
"""Systems, segments, and the most MB and seconds that we want."""


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        for number, segments, most, longest in SIZES:
            what = f"{number} systems x {segments:,} segments"
            path = write(Path(folder), number, segments)
            yield Row(f"size of the report, {what}", path.stat().st_size / 1e6, target=most, unit="MB")
            if browser.CHROMIUM and browser.DRIVER:
                yield Row(f"opening it, {what}", opened(path.as_uri()), target=longest)


def write(folder: Path, number: int, segments: int) -> Path:
    """A report of so many systems by the usual metrics."""
    texts, references = systems(number, segments)
    path = folder / "report.html"
    files = []
    for name, lines in (("references", references), *texts.items()):
        files.append(folder / f"{name}.txt")
        files[-1].write_text("".join(f"{line}\n" for line in lines[:segments]), encoding="utf-8")
    words = ["report", "--references", files[0], "--output", path, "--n-resamples", 1000, "--", *files[1:]]
    with redirect_stdout(StringIO()):
        assert main(list(map(str, words))) == 0
    return path


def opened(address: str) -> float:
    """The shortest of three times from asking for the page until everything is drawn."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        driver = browser.start(profile)
        taken = []
        for _ in range(3):
            driver.get("about:blank")
            began = time.perf_counter()
            driver.get(address)
            while not driver.execute_script("return document.documentElement.dataset.ready"):
                time.sleep(0.005)
            taken.append(time.perf_counter() - began)
        driver.quit()
    return min(taken)
