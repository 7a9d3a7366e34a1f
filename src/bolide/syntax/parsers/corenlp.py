"""A Stanford CoreNLP server: constituents, with k-best lists of its PCFG.

The server is one that you have started, at ``localhost:9000`` or where ``address`` says; no other is ever
asked:

    java -mx4g -cp "*" edu.stanford.nlp.pipeline.StanfordCoreNLPServer -port 9000

Its text formats give the best tree alone, so it is asked for the format ``serialized``: a ``Document`` of
CoreNLP.proto after its length, of which these parts are read:

    Document  2 sentence
    Sentence  1 token (1 word), 7 parseTree, 34 kBestParseTrees
    ParseTree 1 child, 2 value, 5 score
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from bolide.errors import InputError, MissingExtraError, SpecificationError
from bolide.syntax.parsers._common import under_one_root
from bolide.syntax.parsing import Parse, Sentence, checked
from bolide.syntax.trees import Tree

PCFG = "edu/stanford/nlp/models/lexparser/englishPCFG.ser.gz"
"""The model that the server is asked to use: its shift-reduce parser has no k-best lists."""
_OPEN = build_opener(ProxyHandler({})).open  # the server itself, never another one on the way


class CoreNLPParser:
    """A Stanford CoreNLP server that you have started: its PCFG."""

    gives = "constituents"
    needs = "a server: java -mx4g -cp '*' edu.stanford.nlp.pipeline.StanfordCoreNLPServer -port 9000"

    def __init__(
        self, address: str = "localhost:9000", model: str = PCFG, timeout: str = "60", version: str = ""
    ) -> None:
        self._address = address if "://" in address else f"http://{address}"
        parts = urlsplit(self._address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SpecificationError(
                f"corenlp:address={address} is no address of a server: write host:port, such as"
                " localhost:9000"
            )
        if not timeout.isdecimal() or not int(timeout):
            raise SpecificationError(f"corenlp:timeout is a number of seconds, not {timeout!r}")
        self._timeout = int(timeout)
        self._model, self._version = model, version

    def signature(self) -> str:
        """The model, and the version as you have named it: the server tells none."""
        return f"parser:corenlp|model:{self._model}" + (f"|version:{self._version}" if self._version else "")

    def parse(self, sentences: Sequence[Sentence], nbest: int = 1) -> list[list[Parse]]:
        """The best parses; the server's words, which has its own way with quotation marks."""
        given = checked(sentences, nbest)
        with ThreadPoolExecutor(4) as pool:
            return list(pool.map(lambda sentence: self._parses(sentence, nbest), given))

    def _parses(self, sentence: Sentence, nbest: int) -> list[Parse]:
        text = " ".join(sentence.split() if isinstance(sentence, str) else sentence)
        if not text:
            return []
        answer = self._ask(text, words=not isinstance(sentence, str), nbest=nbest)
        lists = [_kbest(each) for each in _parts(_document(answer), 2)]
        if len(lists) != 1:  # one sentence is asked for; some tokenizers insist on more
            best = [some[0] for some in lists if some]
            if not best:
                return []
            return [Parse(under_one_root([p.tree for p in best]), sum(p.score for p in best))]  # type: ignore[misc]
        return lists[0][:nbest]

    def _ask(self, text: str, words: bool, nbest: int) -> bytes:
        properties = {
            "annotators": "tokenize,ssplit,pos,parse",
            "ssplit.isOneSentence": "true",
            "tokenize.whitespace": "true" if words else "false",
            "parse.model": self._model,
            "parse.kbest": str(nbest),
            "parse.buildgraphs": "false",
            "timeout": str(self._timeout * 1000),
            "outputFormat": "serialized",
            "serializer": "edu.stanford.nlp.pipeline.ProtobufAnnotationSerializer",
        }
        request = Request(
            f"{self._address}/?properties={quote(json.dumps(properties))}",
            data=text.encode("utf-8", "replace"),
            headers={"Content-Type": "text/plain; charset=utf-8"},
        )
        try:
            with _OPEN(request, timeout=self._timeout + 5) as answer:
                return bytes(answer.read())
        except HTTPError as error:
            told = error.read().decode("utf-8", "replace").strip().split("\n")[0][:200]
            raise InputError(
                f"the CoreNLP server at {self._address} refused {text[:60]!r}: {told or error.reason}"
            ) from None
        except TimeoutError:
            raise InputError(
                f"the CoreNLP server at {self._address} took more than {self._timeout} seconds for"
                f" {text[:60]!r}: allow more with corenlp:timeout=..."
            ) from None
        except (URLError, HTTPException, OSError) as error:
            told = str(getattr(error, "reason", error) or type(error).__name__)
            raise MissingExtraError(
                f"no CoreNLP server answers at {self._address} ({told}): start one (java -mx4g -cp '*'"
                " edu.stanford.nlp.pipeline.StanfordCoreNLPServer -port 9000), or name another one as in"
                " corenlp:address=host:port"
            ) from None


def _document(answer: bytes) -> bytes:
    """The document that stands after its length."""
    try:
        length, at = _varint(answer, 0)
        if at + length == len(answer):
            return answer[at:]
    except IndexError:
        pass
    raise InputError(
        "the answer of the CoreNLP server is not in its serialized format: is it a CoreNLP server, of"
        " version 3.6 or newer?"
    )


def _kbest(sentence: bytes) -> list[Parse]:
    """The k best trees of a sentence, or its only one."""
    trees = _parts(sentence, 34) or _parts(sentence, 7)
    found: dict[Tree, Parse] = {}
    for message in trees:
        tree, score = _tree(message)
        note = "the server did not parse it: its words hang on one node" if _flat(tree) else ""
        tree = under_one_root([tree])
        found.setdefault(tree, Parse(tree, score, note))
    return sorted(found.values(), key=lambda parse: -parse.score)


def _flat(tree: Tree) -> bool:
    """Whether this is what the server gives for a sentence that it cannot parse: X over all words."""
    inner = tree.children[0] if tree.label == "ROOT" and len(tree.children) == 1 else tree
    return inner.label == "X" and all(child.is_leaf for child in inner.children)


def _tree(message: bytes) -> tuple[Tree, float]:
    """A ParseTree, whose leaves are words below their tags, and its score."""
    done: list[Tree | str] = []
    score = 0.0
    stack: list[tuple[bytes, int]] = [(message, -1)]
    while stack:
        part, count = stack.pop()
        if count >= 0:
            below = done[len(done) - count :]
            del done[len(done) - count :]
            done.append(_node(_text(part), below))
            continue
        children = _parts(part, 1)
        if not children:
            done.append(_text(part))
            continue
        stack.append((part, len(children)))
        stack.extend((child, -1) for child in reversed(children))
    for number, value in _fields(message):
        if number == 5 and isinstance(value, bytes) and len(value) == 8:
            (score,) = struct.unpack("<d", value)
    whole = done[0]
    return (whole if isinstance(whole, Tree) else Tree.leaf("XX", whole)), score


def _node(label: str, below: list[Tree | str]) -> Tree:
    if len(below) == 1 and isinstance(below[0], str):
        return Tree.leaf(label or "XX", "_".join(below[0].split()) or "_")
    return Tree(label, [each if isinstance(each, Tree) else Tree.leaf("XX", each) for each in below])


def _text(message: bytes) -> str:
    return b"".join(_parts(message, 2)).decode("utf-8", "replace")


def _parts(message: bytes, wanted: int) -> list[bytes]:
    """The fields of this number: messages, or texts."""
    return [value for number, value in _fields(message) if number == wanted and isinstance(value, bytes)]


def _fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a protobuf message: their numbers, and what they hold."""
    at = 0
    try:
        while at < len(message):
            key, at = _varint(message, at)
            kind = key & 7
            if kind == 0:
                value, at = _varint(message, at)
                yield key >> 3, value
                continue
            if kind == 2:
                size, at = _varint(message, at)
            elif kind in (1, 5):
                size = 8 if kind == 1 else 4
            else:
                raise IndexError
            if at + size > len(message):
                raise IndexError
            yield key >> 3, message[at : at + size]
            at += size
    except IndexError:
        raise InputError("the answer of the CoreNLP server is damaged") from None


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """A number, and where it ends."""
    value = shift = 0
    while True:
        byte = message[at]
        value |= (byte & 127) << shift
        at += 1
        if byte < 128:
            return value, at
        shift += 7
