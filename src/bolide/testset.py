"""What is scored: segments, references, test sets and system outputs, and every check on them.

Words used here:

segment      one line of a test set: usually a sentence, sometimes a paragraph or a document
hypothesis   what a system wrote for a segment
reference    what a person wrote for it; a segment has one or several, not always equally many
layout       how nested references are to be read: ``"segments"`` means that ``references[i]`` is all that
             counts as right for segment ``i``; ``"references"`` means that ``references[k]`` is the ``k``-th
             translation of the whole test set, as sacreBLEU takes it

Everything is checked here, once. What comes out is immutable and trusted by the rest of the program.

>>> refs = References.read([["a red pen", "a pen in red"], ["yes"]], segments=2)
>>> len(refs), refs[0], refs.flat[2], refs.starts.tolist()
(2, ('a red pen', 'a pen in red'), 'yes', [0, 2, 3])
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError

T = TypeVar("T")
Layout = Literal["segments", "references"]


class Segments(Sequence[str]):
    """An immutable sequence of strings that remembers what was derived from it.

    What is derived (code points, tokens, ids) is computed once for all metrics and lives as long as the
    segments do. It must depend on the strings and the key alone.

    >>> s = Segments(["One", "Two"])
    >>> s.memo("lower", lambda: [t.lower() for t in s])
    ['one', 'two']
    """

    __slots__ = ("_memo", "_texts")

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = tuple(texts)
        self._memo: dict[Hashable, Any] = {}

    @classmethod
    def read(cls, texts: Iterable[Any], what: str = "hypotheses") -> "Segments":
        """Check anything that a user may pass for a list of strings.

        >>> Segments.read("one string")
        Traceback (most recent call last):
        bolide.errors.InputError: the hypotheses are one string, but a list of strings is needed: write [...]
        around it
        """
        if isinstance(texts, cls):
            return texts
        _check_list(texts, what, "a list of strings")
        segments = cls(_plain(texts))
        for index, text in enumerate(segments._texts):
            if type(text) is not str and not isinstance(text, str):
                raise InputError(f"{what}[{index}] is {_kind(text)}, but a string is needed")
        return segments

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value under ``key``, made by ``make()`` the first time."""
        try:
            value: T = self._memo[key]
        except KeyError:
            value = self._memo[key] = make()
        return value

    def running_length(self) -> NDArray[np.int64]:
        """The number of characters before each segment, and of all.

        >>> Segments(["One", "Two!"]).running_length().tolist()
        [0, 3, 7]
        """
        lengths = np.zeros(len(self) + 1, dtype=np.int64)
        np.cumsum(np.fromiter(map(len, self._texts), np.int64, len(self)), out=lengths[1:])
        return lengths

    def lower(self) -> "Segments":
        """The same segments in lower case (remembered)."""
        return self.memo("lower", lambda: Segments(text.lower() for text in self._texts))

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> "Segments": ...
    def __getitem__(self, index: int | slice) -> "str | Segments":
        """A string, or a new ``Segments`` for a slice."""
        return Segments(self._texts[index]) if isinstance(index, slice) else self._texts[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Segments) and self._texts == other._texts

    def __hash__(self) -> int:
        return hash(self._texts)

    def __repr__(self) -> str:
        return f"Segments({list(self._texts)!r})" if len(self) < 4 else f"<Segments: {len(self)}>"


class References(Sequence[tuple[str, ...]]):
    """References, segment by segment; their number may vary from segment to segment.

    ``flat`` holds all of them one after the other; those of segment ``i`` are
    ``flat[starts[i]:starts[i + 1]]``, at least one.
    """

    __slots__ = ("flat", "starts")

    def __init__(self, flat: Segments, starts: NDArray[np.int64]) -> None:
        self.flat = flat
        self.starts = starts

    @classmethod
    def of(cls, groups: Iterable[Iterable[str]]) -> "References":
        """From trusted groups of strings, one group a segment."""
        flat: list[str] = []
        starts = [0]
        for group in groups:
            flat.extend(group)
            starts.append(len(flat))
        return cls(Segments(flat), np.array(starts, dtype=np.int64))

    @classmethod
    def read(cls, references: Iterable[Any], segments: int, layout: Layout | None = None) -> "References":
        """Check anything that a user may pass as references of ``segments`` segments.

        >>> References.read([["a", "b", "c"], ["d", "e", "f"]], segments=3)
        Traceback (most recent call last):
        bolide.errors.InputError: there are 2 lists of 3 references for 3 segments: this is sacreBLEU's
        layout (one list a reference translation); pass layout="references", or one list a segment
        """
        if isinstance(references, cls):
            _same_number(len(references), segments, "references")
            return references
        if isinstance(references, (str, bytes)):
            raise InputError(
                "the references are one string, but a list is needed: references[i] is what counts as"
                " right for segment i, a string or a list of strings"
            )
        _check_list(references, "references", "a list")
        if layout not in (None, "segments", "references"):
            raise InputError(f'layout is {layout!r}, but it must be "segments" or "references"')
        values = list(_plain(references))
        if layout != "references" and len(values) == segments and set(map(type, values)) == {str}:
            return cls(Segments(values), np.arange(segments + 1, dtype=np.int64))  # one each: the usual case
        groups = [_group(group, index) for index, group in enumerate(values)]
        if layout == "references":
            return cls._transposed(groups, segments)
        flat = all(isinstance(group, str) for group in groups)
        if flat and len(groups) != segments and segments == 1:
            raise InputError(
                f"there is 1 hypothesis and {len(groups)} references: if they all belong to it, pass them as"
                " one list in a list: [[...]]"
            )
        if layout is None and not flat and segments:
            sizes = {1 if isinstance(group, str) else len(group) for group in groups}
            nested = not any(isinstance(group, str) for group in groups)
            if nested and sizes == {segments} and len(groups) != segments:
                raise InputError(
                    f"there are {len(groups)} lists of {segments} references for {segments} segments: this is"
                    ' sacreBLEU\'s layout (one list a reference translation); pass layout="references", or'
                    " one list a segment"
                )
            if nested and sizes == {segments} and len(groups) == segments > 1:
                raise InputError(
                    f"there are {segments} lists of {segments} references for {segments} segments, which can"
                    ' be read in two ways: pass layout="segments" if references[i] belongs to segment i, or'
                    ' layout="references" if it is a translation of everything'
                )
        _same_number(len(groups), segments, "references")
        return cls.of(_present(group, index) for index, group in enumerate(groups))

    @classmethod
    def _transposed(cls, groups: list[Any], segments: int) -> "References":
        for index, group in enumerate(groups):
            if isinstance(group, str):
                raise InputError(
                    f'references[{index}] is a string, but with layout="references" it must be a list of'
                    f" {segments} strings"
                )
            _same_number(len(group), segments, f"references[{index}]")
        if not groups:
            raise InputError("there are no references: at least one is needed")
        return cls.of(_present(list(group), index) for index, group in enumerate(zip(*groups, strict=True)))

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many references each segment has."""
        return np.diff(self.starts)

    @property
    def label(self) -> str:
        """The number of references for a signature: ``"4"``, or ``"var"`` where it varies."""
        counts = self.counts
        return str(counts[0]) if len(counts) and (counts == counts[0]).all() else "var"

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> "References": ...
    def __getitem__(self, index: int | slice) -> "tuple[str, ...] | References":
        """All references of one segment, or a new ``References`` for a slice of segments."""
        if isinstance(index, slice):
            first, last, step = index.indices(len(self))
            if step != 1:
                return References.of(self[i] for i in range(first, last, step))
            last = max(first, last)
            starts = self.starts[first : last + 1]
            return References(self.flat[int(starts[0]) : int(starts[-1])], starts - starts[0])
        index = range(len(self))[index]
        return tuple(self.flat[int(self.starts[index]) : int(self.starts[index + 1])])

    def __repr__(self) -> str:
        return f"<References: {len(self)} segments, {self.label} each>"


@dataclass(frozen=True, eq=False)
class SystemOutput:
    """What one system wrote for a test set.

    >>> SystemOutput.read("online-A", ["One.", "Two."])
    SystemOutput(name='online-A', segments=Segments(['One.', 'Two.']))
    """

    name: str
    segments: Segments

    @classmethod
    def read(cls, name: str, segments: Iterable[Any]) -> "SystemOutput":
        """Check and take a list of strings."""
        return cls(name, Segments.read(segments, f"hypotheses of {name}" if name else "hypotheses"))


@dataclass(frozen=True, eq=False)
class TestSet:
    """References with what else is known of each segment: its id, its document, its source.

    >>> TestSet.read([["a b"], ["c"]], documents=["d1", "d1"]).ids
    ('1', '2')
    """

    __test__ = False  # not a test case, whatever pytest thinks of the name

    references: References
    ids: tuple[str, ...]
    documents: tuple[str, ...] | None = None
    sources: Segments | None = None

    @classmethod
    def read(
        cls,
        references: Iterable[Any],
        *,
        segments: int | None = None,
        ids: Iterable[Any] | None = None,
        documents: Iterable[Any] | None = None,
        sources: Iterable[str] | None = None,
        layout: Layout | None = None,
    ) -> "TestSet":
        """Check and take references; ``segments`` is their expected number."""
        if not isinstance(references, (References, str, bytes)):
            _check_list(references, "references", "a list")
            references = list(_plain(references))
            if segments is None:
                transposed = layout == "references" and references and not isinstance(references[0], str)
                segments = len(references[0]) if transposed else len(references)
        if segments is None:
            segments = len(references) if isinstance(references, Sequence) else 0
        checked = References.read(references, segments, layout)
        number = len(checked)
        names = _names(ids, "ids", number)
        if names is not None and len(set(names)) < number:
            twice = next(name for place, name in enumerate(names) if name in names[:place])
            raise InputError(f"two segments have the id {twice!r}: give each its own")
        source = None if sources is None else Segments.read(sources, "sources")
        if source is not None:
            _same_number(len(source), number, "sources")
        return cls(
            checked,
            tuple(map(str, range(1, number + 1))) if names is None else names,
            _names(documents, "documents", number),
            source,
        )

    def check(self, system: SystemOutput) -> None:
        """Raise if the system has another number of segments than the test set.

        >>> TestSet.read(["a", "b"]).check(SystemOutput.read("short", ["a"]))
        Traceback (most recent call last):
        bolide.errors.InputError: short has 1 segment, but the references have 2: give both line by line
        """
        if len(system.segments) != len(self):
            have = len(system.segments)
            raise InputError(
                f"{system.name or 'the system'} has {have} segment{'s' * (have != 1)}, but the references"
                f" have {len(self)}: give both line by line"
            )

    def __len__(self) -> int:
        return len(self.references)

    def __repr__(self) -> str:
        return f"<TestSet: {len(self)} segments, {self.references.label} references each>"


def _check_list(values: Any, what: str, needed: str) -> None:
    """Raise for what cannot be a list of segments: iterating it gives other things, or in no order."""
    kind = type(values).__name__
    if isinstance(values, (str, bytes)):
        raise InputError(f"the {what} are one string, but {needed} is needed: write [...] around it")
    if isinstance(values, Set):
        raise InputError(f"the {what} are a {kind}, which has no order, but {needed} is needed")
    if hasattr(values, "columns"):  # pandas, Polars, Arrow: iterating some of them gives the columns' names
        raise InputError(f'the {what} are a {kind}, but one column is needed: write table["name"]')
    if isinstance(values, Mapping) or not isinstance(values, Iterable):
        raise InputError(f"the {what} are a {kind}, but {needed} is needed")


def _plain(values: Iterable[Any]) -> Iterable[Any]:
    """NumPy, pandas and Arrow columns as Python objects; anything else as it is."""
    for method in ("to_pylist", "tolist"):  # Arrow; NumPy and pandas
        convert = getattr(values, method, None)
        if callable(convert):
            return convert()  # type: ignore[no-any-return]
    return values


def _group(group: Any, index: int) -> Any:
    """One element of the references: a string, or a list of strings and None."""
    if isinstance(group, str):
        return group
    if group is None or isinstance(group, (bytes, Mapping)) or not isinstance(group, Iterable):
        raise InputError(f"references[{index}] is {_kind(group)}, but a string or a list of them is needed")
    inner = list(_plain(group))
    for position, text in enumerate(inner):
        if text is not None and not isinstance(text, str):
            raise InputError(
                f"references[{index}][{position}] is {_kind(text)}, but a string is needed (None where a"
                " reference is missing)"
            )
    return inner


def _present(group: Any, index: int) -> list[str]:
    """The references of a segment without the missing ones (None)."""
    present = [group] if isinstance(group, str) else [text for text in group if text is not None]
    if not present:
        raise InputError(f"segment {index} has no reference: every segment needs at least one")
    return present


def _names(values: Iterable[Any] | None, what: str, number: int) -> tuple[str, ...] | None:
    """One name a segment, a string or a whole number each."""
    if values is None:
        return None
    _check_list(values, what, "a list")
    names = list(_plain(values))
    _same_number(len(names), number, what)
    for index, name in enumerate(names):
        if not isinstance(name, (str, int, np.integer)):
            raise InputError(f"{what}[{index}] is {_kind(name)}, but a name is needed")
    return tuple(map(str, names))


def _same_number(have: int, need: int, what: str) -> None:
    if have == need:
        return
    segments = f"{need} segment{'s' * (need != 1)}"
    if what.startswith("references["):
        raise InputError(
            f"{what} has {have} strings for {segments}: every translation must cover all of them"
        )
    found = f"is 1 {what[:-1]}" if have == 1 else f"are {have} {what}"
    raise InputError(
        f"there {found} for {segments}: give one a segment (a string, or a list of references)"
        if what == "references"
        else f"there {found} for {segments}: give one a segment"
    )


def _kind(value: Any) -> str:
    if value is None:
        return "None"
    if isinstance(value, float) and value != value:
        return "missing (NaN)"
    return f"a {type(value).__name__}"
