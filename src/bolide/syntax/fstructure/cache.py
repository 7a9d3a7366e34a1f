"""Bags of triples kept on disk beside the parses that they were read off, so that this is done once.

An entry of the store (``bolide.store``) has the bags of the best parses of one sentence: found by the
sentence, the parser's signature, the kind of triples, and the program, so that no change of the rules brings
old triples back. Its rank is how many parses were asked for, as with the parses (``bolide.syntax.cache``).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence

import numpy as np

from bolide.store import Store, digest, program
from bolide.syntax.cache import cached
from bolide.syntax.fstructure.bags import Bags, bags_of
from bolide.syntax.fstructure.structure import Triple
from bolide.syntax.parsing import NotParsedError, Parser

FILE = "triples-2.db"
"""The name has the number of the format: another one is another file."""
PORTION = 512
"""So many sentences are parsed, read and kept before the next ones are looked at."""
_NONE = Bags((), np.zeros((0, 0), dtype=np.uint16))


def cached_bags(parser: Parser, sentences: Sequence[str], nbest: int, kind: str) -> list[Bags]:
    """The bags of the best parses of each sentence, parsing and reading only what was never read."""
    signature = parser.signature()
    owner = f"{signature}|triples:{kind}"
    made_by, parsed_by = program(), owner.encode()
    keys = {
        text: digest((made_by, parsed_by, text.encode("utf-8", "surrogatepass")))
        for text in sentences
        if text.strip()
    }
    found: dict[str, Bags] = {}
    kept = store().read(list(keys.values()))
    for text, key in keys.items():
        if key in kept:
            asked, data = kept[key]
            each = _decoded(data)
            if asked >= nbest or len(each.counts) < asked:
                found[text] = each.best(nbest)
    missing = [text for text in keys if text not in found]
    for begin in range(0, len(missing), PORTION):
        some = missing[begin : begin + PORTION]
        try:
            read = bags_of(cached(parser, some, nbest), kind)
        except NotParsedError as error:
            raise error.among(sentences) from None
        entries = {keys[text]: _encoded(each) for text, each in zip(some, read, strict=True)}
        store().write(owner, entries, nbest)
        found.update(zip(some, read, strict=True))
    return [found.get(text, _NONE) for text in sentences]


def store() -> Store:
    """Where triples are kept: an owner is the signature of a parser and the kind, an entry a sentence."""
    return Store.here(FILE)


def _encoded(given: Bags) -> bytes:
    """A line with the number of bags, the words, and each triple as three of them; then the counts."""
    texts: dict[str, int] = {}
    triples = [texts.setdefault(part, len(texts)) for triple in given.triples for part in triple]
    head = json.dumps([len(given.counts), list(texts), triples], ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(
        head.encode("utf-8", "surrogatepass") + b"\n" + given.counts.astype("<u2").tobytes(), 6
    )


def _decoded(data: bytes) -> Bags:
    head, _, counts = zlib.decompress(data).partition(b"\n")
    number, texts, places = json.loads(head.decode("utf-8", "surrogatepass"))
    parts = [texts[place] for place in places]
    triples = tuple(map(Triple._make, zip(parts[::3], parts[1::3], parts[2::3], strict=True)))
    return Bags(triples, np.frombuffer(counts, dtype="<u2").astype(np.uint16).reshape(number, len(triples)))
