"""What start-up loads: nothing heavy, and clear words where kernels are missing."""

import subprocess
import sys
from pathlib import Path

HEAVY = {
    "scipy",
    "rich",
    "Stemmer",
    "pandas",
    "pyarrow",
    "matplotlib",
    "sacrebleu",
    "multiprocessing",
    "argparse",
}


def run(code, **options):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, **options
    )


def test_import_is_light():
    loaded = set(run("import bolide, sys; print(*sys.modules)").stdout.split())
    assert not loaded & HEAVY


def test_help_does_not_load_numpy():
    done = run("from bolide.cli import main; import sys; main(['--help'])")
    assert done.returncode == 0


def test_interpreted_kernels_on_request():
    code = "import bolide; print(bolide.score(['a b c d e'], ['a b c d f'], 'bleu').value)"
    import os

    compiled = run(code)
    interpreted = run(code, env={**os.environ, "BOLIDE_KERNELS": "interpreted"})
    assert compiled.stdout == interpreted.stdout != ""


def test_missing_kernels_say_what_to_do(tmp_path):
    source = Path(__file__).parents[1] / "src" / "bolide"
    for path in source.rglob("*.py"):
        target = tmp_path / "bolide" / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "-m", "bolide", "score", "--references", "r", "--", "h"]
    for name in "rh":
        (tmp_path / name).write_text("a\n")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("bolide: error: bolide's kernels are not compiled: run `pip install .`")
    assert "Traceback" not in done.stderr
