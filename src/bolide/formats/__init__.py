"""Reading test sets and system outputs from files.

``read_texts`` reads one column of text: a plain file, ``.gz``, ``-`` for standard input, or a named column of
a table as ``file.tsv:column``. ``read_test_set`` and ``read_systems`` put files together for a command; they
also take WMT XML and NIST SGML, which hold references, sources, documents and systems in one file.

Every error names the file, and the line where there is one.
"""

from bolide.formats.reading import check_standard_input, read_runs, read_systems, read_test_set, read_texts
from bolide.formats.scores import SegmentScores, read_scores

__all__ = [
    "SegmentScores",
    "check_standard_input",
    "read_runs",
    "read_scores",
    "read_systems",
    "read_test_set",
    "read_texts",
]
