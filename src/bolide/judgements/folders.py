"""Whole test sets with their judgements in a folder, in either of two layouts.

plain     ``ref.*.txt``, ``sys/SYSTEM.txt``, ``human/seg*.tsv`` and ``human/sys*.tsv`` (columns ``system``,
          ``seg``, ``score``), ``src.txt`` where it is known. ``human/seg.NAME.tsv`` are further judgements.
metrics   the layout of mt-metrics-eval for one year of WMT: ``references/PAIR.REF.txt`` (or ``PAIR.txt``),
          ``system-outputs/PAIR/SYSTEM.txt``, ``documents/PAIR.docs``, ``human-scores/PAIR.NAME.seg.score``
          and ``metric-scores/PAIR/METRIC-REF.seg.score``; needs the pair of languages.

Where a table of judgements has a column ``pair`` and there is one system, the system is a mixed one: each
pair is judged as a system of its own, since segments of different pairs cannot be compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bolide.errors import InputError, suggestion
from bolide.formats.plain import read_lines
from bolide.formats.scores import SegmentScores
from bolide.formats.tables import read_rows
from bolide.judgements.model import Judgements
from bolide.judgements.reading import read_judgements
from bolide.testset import References, Segments, SystemOutput, TestSet


@dataclass(frozen=True, eq=False)
class Collection:
    """A test set, its systems, what people said of them, and scores of other programs that came with it."""

    name: str
    test_set: TestSet
    systems: tuple[SystemOutput, ...]
    judgements: Judgements
    metrics: tuple[SegmentScores, ...] = ()
    comparable: bool = True
    """Whether different systems translated the same segments, so that their scores can be compared."""

    def leaving_one_out(self) -> list["Collection"]:
        """One collection a system that is a reference, too: it is then scored against the others only.

        A collection whose systems are no references is returned as it is.
        """
        found = []
        for system in self.systems:
            groups = []
            for text, group in zip(system.segments, self.test_set.references, strict=True):
                others = list(group)
                if text not in others or len(others) == 1:
                    return [self]
                others.remove(text)
                groups.append(others)
            test_set = replace(self.test_set, references=References.of(groups))
            found.append(replace(self, test_set=test_set, systems=(system,)))
        return found


def read_folder(folder: str, human: str | None = None, pair: str | None = None) -> Collection:
    """The collection in a folder; ``human`` names the judgements where there are several kinds."""
    path = Path(folder)
    if not path.is_dir():
        raise InputError(f"{folder}: there is no such folder")
    if (path / "system-outputs").is_dir():
        return _read_metrics(path, human, pair)
    if (path / "sys").is_dir() and (path / "human").is_dir():
        return _read_plain(path, human)
    raise InputError(
        f"{folder}: neither sys/ and human/ nor system-outputs/ and human-scores/ are in this folder: give"
        " --references, --judgements and systems one by one"
    )


def _read_plain(path: Path, human: str | None) -> Collection:
    references = [read_lines(str(file)) for file in _files(path, "ref*.txt", "references")]
    sources = read_lines(str(path / "src.txt")) if (path / "src.txt").exists() else None
    outputs = [
        SystemOutput(file.name.removesuffix(".txt"), Segments(read_lines(str(file))))
        for file in _files(path / "sys", "*.txt", "systems")
    ]
    test_set = TestSet.read(References.read(references, len(references[0]), "references"), sources=sources)
    for system in outputs:
        test_set.check(system)
    kinds = sorted(
        {file.name.removesuffix(".tsv").partition(".")[2] for file in (path / "human").glob("s[ey][gs]*.tsv")}
    )
    chosen = "" if human is None else human
    if chosen not in kinds:
        raise InputError(
            f"{path}/human: there are no judgements {chosen!r}: choose from"
            f" {', '.join(kind or 'the nameless ones' for kind in kinds)}"
        )
    dot = f".{chosen}" if chosen else ""
    file = path / "human" / f"seg{dot}.tsv"
    overall = _overall(path / "human" / f"sys{dot}.tsv")
    if not file.exists():
        judgements = Judgements.of([], ["score"], str(path / "human" / f"sys{dot}.tsv"), overall=overall)
        return Collection(path.name, test_set, tuple(outputs), judgements)
    judgements = replace(read_judgements(f"{file}:score"), overall=overall)
    columns, rows = read_rows(str(file))
    if "pair" in columns and len(outputs) == 1:
        return _by_pair(path.name, test_set, outputs[0], judgements, [str(row["pair"]) for _, row in rows])
    return Collection(path.name, test_set, tuple(outputs), judgements)


def _by_pair(
    name: str, test_set: TestSet, system: SystemOutput, judgements: Judgements, pairs: Sequence[str]
) -> Collection:
    """A mixed system as a system a pair, of which only the segments of its pair were judged."""
    names = tuple(dict.fromkeys(pairs))
    place = {pair: index for index, pair in enumerate(names)}
    which = np.array([place[pair] for pair in pairs], dtype=np.intp)
    return Collection(
        name,
        test_set,
        tuple(SystemOutput(pair, system.segments) for pair in names),
        replace(judgements, systems=names, system=which, overall={}),
        comparable=False,
    )


def _overall(file: Path) -> dict[str, float]:
    if not file.exists():
        return {}
    columns, rows = read_rows(str(file))
    if not {"system", "score"} <= set(columns):
        raise InputError(f"{file}: the columns system and score are needed; it has {', '.join(columns)}")
    return {str(row["system"]): _score(row["score"], f"{file}, line {line}") for line, row in rows}


def _read_metrics(path: Path, human: str | None, pair: str | None) -> Collection:
    pairs = sorted(folder.name for folder in (path / "system-outputs").iterdir() if folder.is_dir())
    if pair is None and len(pairs) == 1:
        pair = pairs[0]
    if pair not in pairs:
        hint = suggestion(pair, pairs) if pair else f"choose from: {', '.join(pairs)}"
        raise InputError(f"{path}: which pair of languages? --pair {hint}")
    references = _files(path / "references", f"{pair}*.txt", "references")
    main = references[0]  # WMT scores against the first one, refA; the others may be systems
    texts = read_lines(str(main))
    marks = path / "documents" / f"{pair}.docs"
    documents = [line.split()[-1] for line in read_lines(str(marks))] if marks.exists() else None
    test_set = TestSet.read(References.read([texts], len(texts), "references"), documents=documents)
    same = {main.name.removesuffix(".txt").removeprefix(f"{pair}."), main.name.removesuffix(".txt")}
    outputs = [
        SystemOutput(file.name.removesuffix(".txt"), Segments(read_lines(str(file))))
        for file in _files(path / "system-outputs" / pair, "*.txt", "systems")
        if file.name.removesuffix(".txt") not in same
    ]
    for system in outputs:
        test_set.check(system)
    kinds = sorted(
        file.name.removeprefix(f"{pair}.").removesuffix(".seg.score")
        for file in (path / "human-scores").glob(f"{pair}.*.seg.score")
    )
    chosen = human if human is not None else next((k for k in ("mqm", "esa", *kinds) if k in kinds), "")
    if chosen not in kinds:
        raise InputError(f"{path}/human-scores: which judgements? --human {suggestion(chosen, kinds)}")
    file = path / "human-scores" / f"{pair}.{chosen}.seg.score"
    rows = [
        (system, str(number), "anyone", value)
        for system, values in _blocks(file, len(texts)).items()
        for number, value in enumerate(values, 1)
        if not np.isnan(value)
    ]
    official = path / "human-scores" / f"{pair}.{chosen}.sys.score"
    overall = {s: v[0] for s, v in _blocks(official, 1).items()} if official.exists() else {}
    judgements = Judgements.of(
        rows, [chosen], str(file), overall={s: v for s, v in overall.items() if not np.isnan(v)}
    )
    return Collection(
        f"{path.name} {pair}", test_set, tuple(outputs), judgements, tuple(_metrics(path, pair, test_set))
    )


def _metrics(path: Path, pair: str, test_set: TestSet) -> list[SegmentScores]:
    """The segment scores of other programs."""
    files = sorted((path / "metric-scores" / pair).glob("*.seg.score"))
    values = {file.name.removesuffix(".seg.score"): _blocks(file, len(test_set)) for file in files}
    return [SegmentScores(name, scores, test_set.ids, test_set.documents) for name, scores in values.items()]


def _blocks(file: Path, size: int) -> dict[str, list[float]]:
    """The scores of each system in order; NaN where one is missing."""
    found: dict[str, list[float]] = {}
    for number, line in enumerate(read_lines(str(file)), 1):
        cells = line.split()
        if len(cells) != 2:
            raise InputError(f"{file}, line {number}: a system and a score are needed, not {line.strip()!r}")
        score = np.nan if cells[1] == "None" else _score(cells[1], f"{file}, line {number}")
        found.setdefault(cells[0], []).append(score)
    for system, values in found.items():
        if len(values) != size:
            raise InputError(f"{file}: {system} has {len(values)} scores, but {size} are needed")
    return found


def _files(path: Path, pattern: str, what: str) -> list[Path]:
    found = sorted(path.glob(pattern))
    if not found:
        raise InputError(f"{path}: there are no {what} ({pattern})")
    return found


def _score(text: object, where: str) -> float:
    try:
        return float(str(text))
    except ValueError:
        raise InputError(f"{where}: the score is {text!r}, but a number is needed") from None
