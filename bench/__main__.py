"""Run benchmarks and print one table; the exit code is 1 where a target is missed."""

import sys
from importlib import import_module
from pathlib import Path

from bench import Row
from bolide.report import Table, render

ALL = sorted(
    p.stem
    for p in Path(__file__).parent.glob("*.py")
    if p.stem not in ("__init__", "__main__", "texts", "browser", "nltk_wordnet")
)


def main(names: list[str]) -> int:
    for name in names:
        if name not in ALL:
            print(f"bench: there is no benchmark {name!r}: choose from {', '.join(ALL)}", file=sys.stderr)
            return 2
    missed = 0
    for name in names or ALL:
        module = import_module(f"bench.{name}")
        rows = []
        for row in module.rows():
            print(f"... {row.what}", file=sys.stderr)
            rows.append(_cells(row))
            missed += row.met is False
        title = (module.__doc__ or name).split("\n")[0]
        print(
            render(
                Table(("what", "ours", "peer", "theirs", "ratio", "target", ""), rows, title=title), "text"
            )
        )
        for table in getattr(module, "tables", tuple)():
            print(f"\n{render(table, 'text')}")
        print(flush=True)
    return 1 if missed else 0


def _cells(row: Row) -> list[str]:
    def number(value: float | None, unit: str) -> str:
        return "" if value is None else f"{value:.3g} {unit}".strip()

    times = "" if row.ratio is None else f"{row.ratio:.1f} x"
    wanted = (
        "" if row.target is None else (f">= {row.target:g} x" if times else f"<= {row.target:g} {row.unit}")
    )
    verdict = {None: "", True: "met", False: "MISSED"}[row.met]
    return [
        row.what,
        number(row.ours, row.unit),
        row.peer,
        number(row.theirs, row.unit),
        times,
        wanted,
        verdict,
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
