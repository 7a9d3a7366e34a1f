"""Who imports whom: fails on a breach of ARCHITECTURE.md."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "bolide"

# A package may import itself and these packages of bolide, at module level or inside functions.
ALLOWED = {
    "errors": set(),
    "store": {"errors"},
    "testset": {"errors"},
    "alignment": {"errors"},
    "explanation": {"errors", "alignment", "syntax"},  # types only
    "metric": {"errors", "testset", "alignment", "explanation"},
    "kernels": {"errors"},
    "text": {"errors", "testset", "kernels"},
    "lexicon": {"errors", "store", "testset", "kernels", "text"},
    "syntax": {"errors", "store", "testset", "kernels", "text", "lexicon"},
    "metrics": {
        "errors",
        "testset",
        "alignment",
        "explanation",
        "metric",
        "kernels",
        "text",
        "lexicon",
        "syntax",
    },
    "registry": {"errors", "metric"},
    "engine": {"errors", "store", "testset", "metric", "explanation"},
    "inference": {"errors", "testset", "metric"},
    "judgements": {"errors", "testset", "metric", "formats"},
    "meta": {"errors", "testset", "metric", "kernels", "inference", "judgements"},
    "people": {"errors", "testset", "metric", "formats", "engine", "inference", "judgements", "meta"},
    "formats": {"errors", "testset"},
    "report": {"errors", "alignment", "explanation", "metric", "inference", "meta", "syntax"},
}


def modules():
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if parts[0] not in ("cli", "__init__", "__main__"):
            yield pytest.param(path, parts, id=".".join(parts))


@pytest.mark.parametrize(("path", "parts"), list(modules()))
def test_imports_only_what_it_may(path, parts):
    package = parts[0]
    allowed = ALLOWED[package] | {package}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
            if node.module == "bolide":
                names = [f"bolide.{alias.name}" for alias in node.names]
        for name in names:
            if name.startswith("bolide.") and name != "bolide.__version__":
                target = name.split(".")[1]
                assert target in allowed, f"{'.'.join(parts)} imports {name}"
            if package == "metrics" and name.startswith("bolide.metrics.") and len(parts) > 1:
                assert name.split(".")[2].startswith("_"), f"{'.'.join(parts)} imports its sibling {name}"
            if package in ("testset", "alignment", "explanation", "metric", "errors"):
                assert name.split(".")[0] in {
                    "bolide", "numpy", "abc", "collections", "dataclasses", "typing", "os", "difflib",
                    "functools", "zipfile", "__future__",
                }, f"{package} imports {name}"  # fmt: skip
