"""NLTK's WordNet on the files of Debian's wordnet-base, for the benchmark and the tests: its own data needs a network."""

import shutil
import tempfile
import warnings
from functools import cache
from pathlib import Path
from typing import Any

FILES = Path("/usr/share/wordnet")


@cache
def nltk_wordnet() -> Any:
    """The reader, with everything loaded; None without NLTK or the files."""
    try:
        import nltk
        from nltk.corpus.reader.wordnet import WordNetCorpusReader
    except ImportError:
        return None
    if not (FILES / "data.noun").is_file():
        return None

    class Reader(WordNetCorpusReader):
        def map_wn(self, version: str = "wordnet") -> None:
            """No map to other versions, which are other packages of data."""

    folder = tempfile.mkdtemp()
    for file in FILES.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    names = "".join(f"{i:02d}\tfile.{i}\t1\n" for i in range(45))  # Debian leaves these names out
    Path(folder, "lexnames").write_text(names)
    nltk.data.path.append(folder)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Reader(nltk.data.FileSystemPathPointer(folder), None)
