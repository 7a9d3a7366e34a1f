"""WMT XML and NIST SGML: one file with documents, sources, references and systems.

WMT XML (since 2021) has ``<doc>`` with ``<src>``, ``<ref translator=...>`` and ``<hyp system=...>``. NIST's
form has ``<srcset>``, ``<refset>`` and ``<tstset>`` with ``<doc docid= sysid=>``; it comes as SGML, which is
no XML (bare ``&``, tags left open), or as XML. Both are read by one tolerant scanner, as mteval reads SGML;
entities are resolved, white space in a segment is folded.
"""

import html
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TypeVar

from bolide.errors import InputError
from bolide.formats.plain import read_text

Key = tuple[str, str]  # document, segment
T = TypeVar("T")


@dataclass(frozen=True)
class Markup:
    """What a file holds, all in the order of its segments.

    ``references`` maps a translator to texts, None where a segment is not there.
    """

    path: str
    keys: list[Key]
    references: dict[str, list[str | None]]
    systems: dict[str, list[str]]
    sources: list[str] | None

    @property
    def ids(self) -> list[str]:
        """``document:segment`` of each segment."""
        return [f"{document}:{segment}" for document, segment in self.keys]

    @property
    def documents(self) -> list[str]:
        """The document of each segment."""
        return [document for document, _ in self.keys]

    def like(self, other: "Markup") -> "Markup":
        """The same texts in the order of another file, which must have the same segments."""
        if self.keys == other.keys:
            return self
        place = {key: index for index, key in enumerate(self.keys)}
        for here, there, keys in ((self, other, other.keys), (other, self, self.keys)):
            have = set(here.keys)
            lacking = next((key for key in keys if key not in have), None)
            if lacking is not None:
                document, segment = lacking
                raise InputError(
                    f"{here.path} has no segment {segment} of document {document}, which {there.path} has:"
                    " both must have the same segments"
                )
        order = [place[key] for key in other.keys]

        def ordered(texts: list[T]) -> list[T]:
            return [texts[index] for index in order]

        return Markup(
            self.path,
            list(other.keys),
            {name: ordered(texts) for name, texts in self.references.items()},
            {name: ordered(texts) for name, texts in self.systems.items()},
            self.sources and ordered(self.sources),
        )

    def reference_groups(self) -> list[list[str]]:
        """All references of each segment."""
        if not self.references:
            raise InputError(
                f"{self.path}: there are no references in this file (a <ref> or <refset> element)"
            )
        rows = zip(*self.references.values(), strict=True)
        return [[text for text in row if text is not None] for row in rows]


_TAG = re.compile(r"<(/?)\s*(\w+)((?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+))*)\s*(/?)>")
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))")
_END = re.compile(r"</seg\b", re.IGNORECASE)
_BEGIN = re.compile(r"<seg\b", re.IGNORECASE)
_HIDDEN = re.compile(r"<!\[CDATA\[(.*?)\]\]>|<!--.*?-->", re.DOTALL)
_SIDES = {
    "src": "source",
    "srcset": "source",
    "ref": "reference",
    "refset": "reference",
    "hyp": "system",
    "tstset": "system",
}
_NAMES = {"reference": ("translator", "refid", "sysid"), "system": ("system", "sysid"), "source": ()}


def read(path: str) -> Markup:
    """Read such a file."""
    text = _HIDDEN.sub(_shown, read_text(path))
    found: dict[str, dict[str, dict[Key, str]]] = {side: defaultdict(dict) for side in _NAMES}
    side, side_attributes, document, document_attributes = "", {}, "", {}  # type: ignore[var-annotated]
    texts: dict[Key, str] = {}
    number = 0
    position = 0
    while match := _TAG.search(text, position):
        closing, tag, attributes, empty = match.groups()
        tag = tag.lower()
        position = match.end()
        if tag in _SIDES:
            side, side_attributes = ("", {}) if closing or empty else (_SIDES[tag], _attributes(attributes))
            number = 0
        elif tag == "doc" and not closing:
            document_attributes = _attributes(attributes)
            document = document_attributes.get("docid") or document_attributes.get("id") or ""
            number = 0
            if not document:
                raise InputError(f"{_place(path, text, match.start())}: <doc> has no id")
        elif tag == "seg" and not closing:
            start = match.start()
            if not side or not document:
                raise InputError(
                    f"{_place(path, text, start)}: <seg> stands outside of a document or of src, ref, hyp,"
                    " refset, tstset"
                )
            number += 1
            key = (document, _attributes(attributes).get("id") or str(number))
            name = _name(
                side,
                {**side_attributes, **document_attributes}
                if side_attributes.get("setid")
                else side_attributes,
            )
            if name is None:
                raise InputError(
                    f"{_place(path, text, start)}: it is not said whose text this is: add"
                    f" {_NAMES[side][0]}= to its element"
                )
            texts = found[side][name]
            if key in texts:
                raise InputError(
                    f"{_place(path, text, start)}: segment {key[1]} of document {key[0]} stands twice for"
                    f" {name or side}"
                )
            if empty:
                texts[key] = ""
                continue
            end = _END.search(text, position)
            if end is None or _BEGIN.search(text, position, end.start()):
                raise InputError(f"{_place(path, text, start)}: <seg> is never closed")
            texts[key] = " ".join(html.unescape(_TAG.sub("", text[position : end.start()])).split())
            position = end.start()
    return _arrange(path, found)


def _shown(match: re.Match[str]) -> str:
    """What stands in CDATA as other text does; of a comment its line ends alone."""
    if match[1] is not None:
        return html.escape(match[1], quote=False)
    return "\n" * match[0].count("\n")


def _arrange(path: str, found: dict[str, dict[str, dict[Key, str]]]) -> Markup:
    order: dict[Key, None] = {}
    for side in ("source", "reference", "system"):
        for texts in found[side].values():
            order.update(dict.fromkeys(texts))
    keys = list(order)
    if not keys:
        raise InputError(f"{path}: there are no segments in this file: WMT XML or NIST SGML is expected")
    systems = {}
    for name, texts in found["system"].items():
        missing = [key for key in keys if key not in texts]
        if missing:
            document, segment = missing[0]
            raise InputError(f"{path}: system {name} has no segment {segment} of document {document}")
        systems[name] = [texts[key] for key in keys]
    references = {name: [texts.get(key) for key in keys] for name, texts in found["reference"].items()}
    sources = [texts.get(key, "") for texts in found["source"].values() for key in keys]
    return Markup(path, keys, references, systems, sources or None)


def _name(side: str, attributes: dict[str, str]) -> str | None:
    if side == "source":
        return ""
    return next(
        (attributes[a] for a in _NAMES[side] if attributes.get(a)), "" if side == "reference" else None
    )


def _attributes(text: str) -> dict[str, str]:
    return {
        name.lower(): html.unescape(double or single or bare)
        for name, double, single, bare in _ATTRIBUTE.findall(text)
    }


def _place(path: str, text: str, position: int) -> str:
    return f"{path}, line {text.count(chr(10), 0, position) + 1}"
