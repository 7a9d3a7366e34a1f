"""The adapter of a CoreNLP server, against a stub that gives recorded answers.

The answers are messages of CoreNLP.proto (CoreNLP 4.5) after their length, as the server writes them for
``outputFormat`` ``serialized``; they were made with the classes that protoc makes from that file.
"""

import base64
import contextlib
import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from bolide.errors import InputError, MissingExtraError, SpecificationError
from bolide.syntax import parser
from bolide.syntax.parsers.corenlp import PCFG, CoreNLPParser

DUCK = "(TOP (S (NP (NNP John)) (VP (VBD saw) (NP (PRP$ her) (NN duck))) (. .)))"
DUCKS = "(TOP (S (NP (NNP John)) (VP (VBD saw) (S (NP (PRP her)) (VP (VB duck)))) (. .)))"
RECORDED = {
    "two best": "iwQKEkpvaG4gc2F3IGhlciBkdWNrLhL0AwohCgRKb2huEgNOTlAaBEpvaG4qASAyASA6BEpvaG5YAGAECh4KA3NhdxIDVkJEGgNzYXcqASAyASA6A3Nhd1gAYAMKHwoDaGVyEgRQUlAkGgNoZXIqASAyASA6A2hlclgAYAMKIAoEZHVjaxICTk4aBGR1Y2sqASAyASA6BGR1Y2tYAGAEChYKAS4SAS4aAS4qASAyASA6AS5YAGABEAAYBSAAOmoKWQoTCg0KBhIESm9obhIDTk5QEgJOUAo1CgwKBRIDc2F3EgNWQkQKIQoNCgUSA2hlchIEUFJQJAoMCgYSBGR1Y2sSAk5OEgJOUBICVlAKCAoDEgEuEgEuEgFTEgRST09UKQAAAAAAwETAkgJqClkKEwoNCgYSBEpvaG4SA05OUBICTlAKNQoMCgUSA3NhdxIDVkJECiEKDQoFEgNoZXISBFBSUCQKDAoGEgRkdWNrEgJOThICTlASAlZQCggKAxIBLhIBLhIBUxIEUk9PVCkAAAAAAMBEwJICdApjChMKDQoGEgRKb2huEgNOTlASAk5QCj8KDAoFEgNzYXcSA1ZCRAorChIKDAoFEgNoZXISA1BSUBICTlAKEgoMCgYSBGR1Y2sSAlZCEgJWUBIBUxICVlAKCAoDEgEuEgEuEgFTEgRST09UKQAAAAAAoEXA",
    "one": "pwIKEkpvaG4gc2F3IGhlciBkdWNrLhKQAgohCgRKb2huEgNOTlAaBEpvaG4qASAyASA6BEpvaG5YAGAECh4KA3NhdxIDVkJEGgNzYXcqASAyASA6A3Nhd1gAYAMKHwoDaGVyEgRQUlAkGgNoZXIqASAyASA6A2hlclgAYAMKIAoEZHVjaxICTk4aBGR1Y2sqASAyASA6BGR1Y2tYAGAEChYKAS4SAS4aAS4qASAyASA6AS5YAGABEAAYBSAAOmoKWQoTCg0KBhIESm9obhIDTk5QEgJOUAo1CgwKBRIDc2F3EgNWQkQKIQoNCgUSA2hlchIEUFJQJAoMCgYSBGR1Y2sSAk5OEgJOUBICVlAKCAoDEgEuEgEuEgFTEgRST09UKQAAAAAAwETA",
    "flat": "uQEKBCjDqSkSsAEKJgoFLUxSQi0SBS1MUkItGgUtTFJCLSoBIDIBIDoFLUxSQi1YAGAFChoKAsOpEgJOThoCw6kqASAyASA6AsOpWABgAQomCgUtUlJCLRIFLVJSQi0aBS1SUkItKgEgMgEgOgUtUlJCLVgAYAUQABgDIAA6PAoQCgcSBS1MUkItEgUtTFJCLQoKCgQSAsOpEgJOTgoQCgcSBS1SUkItEgUtUlJCLRIBWCkAAAAAAAAAAA==",
    "two sentences": "qwEKCUdvLiBTdG9wLhJKChoKAkdvEgJWQhoCR28qASAyASA6AkdvWABgAhAAGAEgADomChUKEAoKCgQSAkdvEgJWQhICVlASAVMSBFJPT1QpAAAAAAAACMASUgogCgRTdG9wEgJWQhoEU3RvcCoBIDIBIDoEU3RvcFgAYAQQABgBIAE6KAoXChIKDAoGEgRTdG9wEgJWQhICVlASAVMSBFJPT1QpAAAAAAAABMA=",
}


class Stub(ThreadingHTTPServer):
    """Answers texts as it is told, and remembers what it was asked."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers, self.asked = {}, []

    def handle_error(self, request, client):
        """Whoever does not wait for the answer is not to be heard of."""

    @property
    def address(self):
        return f"127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"])).decode("utf-8")
        query = parse_qs(urlsplit(self.path).query)
        self.server.asked.append((text, json.loads(query["properties"][0])))
        status, answer = self.server.answers[text]
        if status == "slow":
            time.sleep(1.5)
        self.send_response(status if status != "slow" else 200)
        self.end_headers()
        self.wfile.write(base64.b64decode(RECORDED.get(answer, "")) if isinstance(answer, str) else answer)

    def log_message(self, *parts):
        pass


@pytest.fixture
def server():
    stub = Stub()
    thread = threading.Thread(target=stub.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield stub
    stub.shutdown()
    stub.server_close()
    thread.join()


def test_the_best_parses(server):
    server.answers["John saw her duck."] = 200, "two best"
    made = parser(f"corenlp:address={server.address}")
    (parses,) = made.parse(["John saw  her duck."], nbest=2)
    assert [(str(parse.tree), parse.score, parse.note) for parse in parses] == [
        (DUCK, -41.5, ""),
        (DUCKS, -43.25, ""),
    ]
    (text, properties), *_ = server.asked
    assert text == "John saw her duck."
    assert properties["parse.kbest"] == "2"
    assert properties["parse.model"] == PCFG
    assert properties["outputFormat"] == "serialized"
    assert properties["ssplit.isOneSentence"] == "true"
    assert properties["tokenize.whitespace"] == "false"


def test_one_parse(server):
    server.answers["John saw her duck ."] = 200, "one"
    made = CoreNLPParser(server.address)
    assert [
        [str(p.tree) for p in parses] for parses in made.parse([["John", "saw", "her", "duck", "."]])
    ] == [[DUCK]]
    assert server.asked[0][1]["tokenize.whitespace"] == "true"
    server.answers["x"] = 200, "two best"
    assert len(made.parse(["x"], nbest=1)[0]) == 1


def test_order_and_empty_sentences(server):
    for number in range(8):
        server.answers[str(number)] = 200, "one" if number % 2 else "flat"
    found = CoreNLPParser(server.address).parse(["", *map(str, range(8)), [], " "])
    assert [len(parses) for parses in found] == [0, *[1] * 8, 0, 0]
    assert [parses[0].tree.words[0] for parses in found[1:9]] == ["-LRB-", "John"] * 4
    assert len(server.asked) == 8


def test_a_sentence_that_the_server_cannot_parse_is_noted(server):
    server.answers["(é)"] = 200, "flat"
    (parse,) = CoreNLPParser(server.address).parse(["(é)"])[0]
    assert str(parse.tree) == "(TOP (X (-LRB- -LRB-) (NN é) (-RRB- -RRB-)))"
    assert "the server did not parse it" in parse.note


def test_two_sentences_become_one_tree(server):
    server.answers["Go. Stop."] = 200, "two sentences"
    (parse,) = CoreNLPParser(server.address).parse(["Go. Stop."], nbest=4)[0]
    assert (str(parse.tree), parse.score) == ("(TOP (S (VP (VB Go))) (S (VP (VB Stop))))", -5.5)


def test_no_server():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(
        MissingExtraError, match=rf"no CoreNLP server answers at http://127.0.0.1:{port} \(.*refused"
    ):
        CoreNLPParser(f"127.0.0.1:{port}").parse(["a"])


def test_what_the_server_refuses(server):
    server.answers["a"] = 500, b"edu.stanford.nlp.io.RuntimeIOException: no such model\nat ..."
    with pytest.raises(
        InputError, match=r"refused 'a': edu.stanford.nlp.io.RuntimeIOException: no such model$"
    ):
        CoreNLPParser(server.address).parse(["a"])


def test_a_slow_server(server, monkeypatch):
    server.answers["a"] = "slow", "one"
    made = CoreNLPParser(server.address, timeout="1")
    monkeypatch.setattr(made, "_timeout", -4)  # five seconds of grace are added
    with pytest.raises(InputError, match="took more than"):
        made.parse(["a"])


@pytest.mark.parametrize("answer", [b"", b"<html>hello</html>", b"{}", b"\x05\x0a\x7fabc", b"\xff\xff"])
def test_answers_that_are_something_else(server, answer):
    server.answers["a"] = 200, answer
    with pytest.raises(InputError, match="the answer of the CoreNLP server is"):
        CoreNLPParser(server.address).parse(["a"])


def test_every_cut_and_damaged_answer_is_refused_or_read(server):
    whole = base64.b64decode(RECORDED["two best"])
    for at in range(0, len(whole), 7):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]):
            server.answers["a"] = 200, damaged
            with contextlib.suppress(InputError):
                CoreNLPParser(server.address).parse(["a"], 2)


def test_signature_and_settings():
    assert parser("corenlp").signature() == f"parser:corenlp|model:{PCFG}"
    assert parser("corenlp:version=4.5.8").signature().endswith("|version:4.5.8")
    for wrong in ("address=ftp://x", "address=http://", "timeout=soon", "timeout=0"):
        with pytest.raises(SpecificationError, match="corenlp:"):
            parser(f"corenlp:{wrong}")
