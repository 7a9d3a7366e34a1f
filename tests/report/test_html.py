"""The report's HTML: what users wrote stays text, the same input gives the same file, nothing is loaded."""

import base64
import hashlib
import json
import re
import zlib
from html.parser import HTMLParser

import pytest

from bolide.cli import main
from bolide.report.html import SCRIPTS, cuts, embedded

NASTY = [
    '<script>alert("x")</script>',
    "</script><img src=x onerror=alert(1)><!-- & &amp; ]]>",
    "@SUMMARY@ \u2028 \\u003c '\" {{ }} ${x} 犬",
]
REFERENCE = ["a plain line", "<b>bold</b> & plain", "the @SUMMARY@ line"]


@pytest.fixture
def files(tmp_path):
    folder = tmp_path / "x<i>y"
    folder.mkdir()
    (folder / "ref.txt").write_text("\n".join(REFERENCE) + "\n")
    (folder / "one.txt").write_text("\n".join(NASTY) + "\n")
    (folder / "two.txt").write_text("\n".join(reversed(NASTY)) + "\n")
    (folder / "docs.txt").write_text("<u>d</u>\n<u>d</u>\ne\n")
    return folder


@pytest.fixture
def write(files, tmp_path, capsys):
    def go(*options, systems=("<s>one=one.txt", "two=two.txt"), name="out.html"):
        out = tmp_path / name
        named = [each.replace("=", f"={files}/") for each in systems]
        words = [
            "report", "--references", files / "ref.txt", "--documents", files / "docs.txt", "--source",
            files / "one.txt", "--n-resamples", "50", "--title", "T</title><script>1</script>", "--output",
            out, *options, "--", *named,
        ]  # fmt: skip
        assert main(list(map(str, words))) == 0, capsys.readouterr().err
        return out.read_text("utf-8")

    return go


class Outline(HTMLParser):
    """The elements of a page, and the text of its scripts."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.scripts, self.title = [], {}, ""
        self._inside = None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self._inside = (tag, dict(attributes).get("id", "code"))
        if tag == "script":
            self.scripts[self._inside[1]] = ""

    def handle_endtag(self, tag):
        self._inside = None

    def handle_data(self, data):
        if self._inside and self._inside[0] == "script":
            self.scripts[self._inside[1]] += data
        if self._inside and self._inside[0] == "title":
            self.title += data


def unpacked(text):
    return json.loads(zlib.decompress(base64.b64decode(text)))


def test_what_users_wrote_is_data_and_comes_back_unchanged(write):
    outline = Outline(write())
    assert outline.title == "T</title><script>1</script>"
    assert {tag for tag, _ in outline.elements} & {"img", "b", "i", "u", "s", "iframe", "link"} == set()
    assert set(outline.scripts) == {"summary", "texts", "explanations-0", "code"}
    texts = unpacked(outline.scripts["texts"])
    assert texts["hypotheses"] == [NASTY, NASTY[::-1]]
    assert texts["references"] == [[text] for text in REFERENCE]
    assert texts["sources"] == NASTY
    assert texts["documents"] == ["<u>d</u>", "e"]
    summary = json.loads(outline.scripts["summary"])
    assert summary["systems"] == ["<s>one", "two"]
    assert "<" not in outline.scripts["summary"]


def test_nothing_is_loaded_and_only_its_own_script_runs(write):
    page = write()
    outline = Outline(page)
    assert [a for _, a in outline.elements if "src" in a] == []
    assert [a["href"] for _, a in outline.elements if "href" in a] == ["#segments"]
    policy = next(a["content"] for t, a in outline.elements if t == "meta" and "http-equiv" in a)
    digest = base64.b64encode(hashlib.sha256(outline.scripts["code"].encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", page) == []


def test_scripts_make_no_markup():
    from importlib import resources

    for name in SCRIPTS:
        code = resources.files("bolide.report.html").joinpath(name).read_text("utf-8")
        for word in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "</script",
            "<!--",
        ):
            assert word not in code, name


def test_the_same_input_gives_the_same_file(write):
    assert write() == write(name="again.html")
    assert write() != write("--seed", "2", name="other.html")


def test_explanations_come_with_words_as_pieces_of_the_texts(write):
    outline = Outline(write("--metrics", "bleu", "chrf", "ter", "meteor"))
    summary = json.loads(outline.scripts["summary"])
    segments = summary["explained"]["segments"]
    assert sorted(segments) == [0, 1, 2]
    block = unpacked(outline.scripts["explanations-0"])
    for segment, by_system in zip(segments, block, strict=True):
        for system, given in enumerate(by_system):
            assert [each["m"] for each in given] == [0, 1, 2, 3]
            hypothesis = unpacked(outline.scripts["texts"])["hypotheses"][system][segment]
            packed = given[0]["credit"]["pieces"]
            assert len(packed) == 2 * len(given[0]["credit"]["levels"]) or isinstance(packed[0], str)
            assert given[1]["credit"]["pieces"] == []
            assert len(given[1]["credit"]["levels"]) == len(hypothesis)
            assert given[3]["alignment"]["kinds"] == ["exact", "porter", "wn-synonym"]


def test_explained_says_how_many(write):
    summary = json.loads(Outline(write("--explained", "1")).scripts["summary"])
    assert len(summary["explained"]["segments"]) == 1
    page = Outline(write("--explained", "0"))
    assert json.loads(page.scripts["summary"])["explained"]["segments"] == []
    assert set(page.scripts) == {"summary", "texts", "code"}


def test_one_system_has_no_pairs(write):
    summary = json.loads(Outline(write(systems=("two=two.txt",))).scripts["summary"])
    assert summary["pairs"] == [[]] * 4
    assert summary["clusters"] == [None] * 4
    assert summary["verdict"] == ["There is one system, two: its scores and how sure they are."]


def test_every_setting_is_there(write):
    settings = dict(
        json.loads(Outline(write("--seed", "7", "--correction", "none")).scripts["summary"])["settings"]
    )
    assert settings["seed"] == "7"
    assert settings["correction"] == "uncorrected"
    assert settings["resamples, trials"] == "50; by group 50"
    assert settings["metrics"] == "bleu chrf ter meteor"
    assert settings["units of resampling"] == "2 documents"


@pytest.mark.parametrize("text", NASTY)
def test_embedded_json_reads_back_and_closes_nothing(text):
    made = embedded([text])
    assert json.loads(made) == [text]
    assert not set("<>&") & set(made)
    assert made.isascii()


def test_cuts_rebuild_the_words():
    words, text = ["Ships", "'", "hulls", "."], "Ships'  hulls."
    found, at, rebuilt = cuts(words, text), 0, []
    for skip, length in zip(found[::2], found[1::2], strict=True):
        rebuilt.append(text[at + skip : at + skip + length])
        at += skip + length
    assert rebuilt == words
    assert cuts(["hulls"], text) is None
