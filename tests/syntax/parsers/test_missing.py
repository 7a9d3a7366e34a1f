"""Parsers whose package is not there: one sentence on what to install; nothing is imported before it is needed."""

import subprocess
import sys

import pytest

from bolide.errors import MissingExtraError, SpecificationError
from bolide.syntax import parser, parser_names

PACKAGES = {"spacy": "spacy", "stanza": "stanza", "benepar": "benepar", "udpipe": "ufal.udpipe"}


@pytest.mark.parametrize("name", PACKAGES)
def test_what_to_install(name, monkeypatch):
    monkeypatch.setitem(sys.modules, PACKAGES[name], None)
    specification = f"{name}:model=absent" if name == "udpipe" else name
    with pytest.raises(MissingExtraError) as error:
        parser(specification)
    message = str(error.value)
    assert message == (
        f"the parser {name!r} needs the package {PACKAGES[name]}: pip install 'bolide[parsers-{name}]'"
    )


def test_a_package_that_lacks_another_one(monkeypatch):
    class Finder:
        def find_spec(self, name, path=None, target=None):
            if name == "benepar":
                raise ImportError("No module named 'torch'", name="torch")

    monkeypatch.delitem(sys.modules, "benepar", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    with pytest.raises(MissingExtraError, match="needs the package benepar with torch: pip install"):
        parser("benepar")


def test_the_list_imports_no_package():
    code = "import sys; from bolide.cli import main; main(['parsers']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"spacy", "stanza", "benepar", "torch", "ufal.udpipe"} & set(done.stderr.split())
    for name in parser_names():
        assert name in done.stdout


def test_wrong_parameters():
    with pytest.raises(
        SpecificationError, match="the parser 'spacy' has no parameter 'modle': did you mean 'model'"
    ):
        parser("spacy:modle=x")
    with pytest.raises(SpecificationError, match="stanza:trees is dependencies or constituents, not 'both'"):
        parser("stanza:trees=both")
