"""From the words of a command line to test sets and system outputs.

A source of text is ``PATH`` or ``PATH:COLUMN``; a system may be named as ``NAME=PATH``.

>>> split_name("online-B=runs/b.txt"), split_name("runs/online-B.en.txt.gz")
(('online-B', 'runs/b.txt'), ('online-B.en', 'runs/online-B.en.txt.gz'))
"""

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bolide.errors import InputError
from bolide.formats import markup, tables
from bolide.formats.plain import read_lines
from bolide.testset import References, Segments, SystemOutput, TestSet

REFERENCE_COLUMNS = ("reference", "references", "ref", "refs")
SYSTEM_COLUMNS = ("hypothesis", "hypotheses", "hyp", "mt", "system", "translation", "output")


@dataclass(frozen=True)
class _Source:
    path: str
    column: str | None

    @property
    def kind(self) -> str:
        name = self.path.removesuffix(".gz").lower()
        if name.endswith((".tsv", ".csv", ".jsonl", ".ndjson")):
            return "table"
        return "markup" if name.endswith((".xml", ".sgm", ".sgml")) else "plain"


def read_texts(source: str) -> list[str]:
    """One column of text: the lines of a file, or a column of a table that holds one string a row."""
    found = _source(source)
    if found.kind == "table":
        groups = tables.read_column(found.path, found.column, SYSTEM_COLUMNS)
        for index, group in enumerate(groups):
            if len(group) != 1:
                raise InputError(
                    f"{found.path}, row {index + 1}: one text is needed here, but the cell holds {len(group)}"
                )
        return [group[0] for group in groups]
    if found.kind == "markup":
        return [text for texts in markup.read(found.path).systems.values() for text in texts]
    return read_lines(found.path)


def read_test_set(sources: Sequence[str], documents: str | None = None) -> TestSet:
    """References from one or several sources, which must agree in their number of segments."""
    parts: list[tuple[str, list[list[str]]]] = []
    base: markup.Markup | None = None
    for source in sources:
        found = _source(source)
        if found.kind == "table":
            groups = tables.read_column(found.path, found.column, REFERENCE_COLUMNS)
        elif found.kind == "markup":
            marked = markup.read(found.path)
            base = base or marked
            groups = marked.like(base).reference_groups()
        else:
            groups = [[line] for line in read_lines(found.path)]
        parts.append((source, groups))
    first, expected = parts[0]
    for source, groups in parts[1:]:
        if len(groups) != len(expected):
            raise InputError(
                f"{source} has {len(groups)} segments, but {first} has {len(expected)}: references must"
                " agree line by line"
            )
    together = [[text for group in row for text in group] for row in zip(*(g for _, g in parts), strict=True)]
    for index, group in enumerate(together):
        if not group:
            raise InputError(f"{first}, segment {index + 1}: there is no reference: at least one is needed")
    docs: Sequence[str] | None = base.documents if base else None
    if documents is not None:
        docs = read_lines(documents)
        if len(docs) != len(together):
            raise InputError(
                f"{documents} names {len(docs)} documents for {len(together)} segments: write one name a"
                " line, the same for all segments of a document"
            )
    ids, texts = (base.ids, base.sources) if base else (None, None)
    return TestSet.read(References.of(together), ids=ids, documents=docs, sources=texts)


def read_systems(sources: Sequence[str], references: Sequence[str] = ()) -> list[SystemOutput]:
    """Systems from files; with none named, those that the references' XML holds.

    Where references and systems come in XML or SGML, segments are matched by document and number.
    """
    systems: list[SystemOutput] = []
    paths = [_source(reference).path for reference in references if _source(reference).kind == "markup"]
    marked = [markup.read(path) for path in (paths if not sources else paths[:1])]
    if not sources:
        for found in marked:
            of_file = found.like(marked[0]).systems
            systems += [SystemOutput(name, Segments(texts)) for name, texts in of_file.items()]
        if not systems:
            raise InputError("no system is named: give files of hypotheses after --")
        return _distinct(systems, paths)
    for source in sources:
        name, rest = split_name(source)
        found_source = _source(rest)
        if found_source.kind == "markup":
            of_systems = markup.read(found_source.path)
            by_name = (of_systems.like(marked[0]) if marked else of_systems).systems
            if not by_name:
                raise InputError(
                    f"{rest}: there are no hypotheses in this file (a <hyp> or <tstset> element)"
                )
            systems += [SystemOutput(system, Segments(texts)) for system, texts in by_name.items()]
        else:
            if found_source.column and "=" not in source:
                name = found_source.column
            systems.append(SystemOutput(name, Segments(read_texts(rest))))
    return _distinct(systems, sources)


def read_runs(sources: Sequence[str], references: Sequence[str] = ()) -> list[SystemOutput]:
    """Systems from files, where ``NAME=FILE,FILE`` are several runs of one: outputs of the same name."""
    expanded: list[str] = []
    names: dict[str, str] = {}
    for source in sources:
        name, rest = split_name(source)
        parts = rest.split(",")
        if len(parts) == 1 or "=" not in source or os.path.exists(rest):
            expanded.append(source)
            continue
        if not all(parts):
            raise InputError(f"{source}: a file is missing next to a comma: write NAME=FILE,FILE")
        if name in names.values():
            raise InputError(f"two systems are called {name!r}: name all runs of a system at once")
        for number, part in enumerate(parts, 1):
            names[f"{name} (run {number})"] = name
            expanded.append(f"{name} (run {number})={part}")
    systems = read_systems(expanded, references)
    for system in systems:
        if system.name in names.values():
            raise InputError(f"two systems are called {system.name!r}: tell them apart by NAME=FILE")
    return [SystemOutput(names.get(system.name, system.name), system.segments) for system in systems]


def _distinct(systems: list[SystemOutput], sources: Sequence[str]) -> list[SystemOutput]:
    """Name systems by their whole source where shorter names are not distinct."""
    counts = Counter(system.name for system in systems)
    if max(counts.values()) > 1 and len(systems) == len(sources):
        systems = [
            SystemOutput(source if counts[system.name] > 1 else system.name, system.segments)
            for system, source in zip(systems, sources, strict=True)
        ]
        counts = Counter(system.name for system in systems)
    for name, count in counts.items():
        if count > 1:
            raise InputError(f"{count} systems are called {name!r}: tell them apart by NAME=FILE")
    return systems


def split_name(source: str) -> tuple[str, str]:
    """The name of a system and where its text is."""
    name, equals, rest = source.partition("=")
    if equals and name and rest and "/" not in name and not os.path.exists(source):
        return name, rest
    base = os.path.basename(_source(source).path).removesuffix(".gz")
    stem, dot, _ = base.rpartition(".")
    return (stem if dot and stem else base), source


def check_standard_input(sources: Sequence[str]) -> None:
    """Raise where several texts are to come from standard input, which can be read but once."""
    if [split_name(source)[1] for source in sources].count("-") > 1:
        raise InputError("standard input (-) is named twice, but can be read once: save it to a file")


def _source(text: str) -> _Source:
    path, colon, column = text.rpartition(":")
    if colon and path and _Source(path, None).kind == "table" and not os.path.exists(text):
        return _Source(path, column)
    return _Source(text, None)
