"""What people say of translations: one reader a format, one model for all of them.

``read_judgements`` reads a file of any format, ``read_folder`` a whole test set with its judgements.

>>> import pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = pathlib.Path(folder) / "people.csv"
...     _ = path.write_text("system,segment,rater,adequacy,fluency\\nA,1,ann,5,4\\n")
...     read_judgements(str(path)).table(["A"], ["1"]).tolist()
[[4.5]]
"""

from bolide.judgements.folders import Collection, read_folder
from bolide.judgements.model import COMBINED, Judgements
from bolide.judgements.reading import read_judgements

__all__ = ["COMBINED", "Collection", "Judgements", "read_folder", "read_judgements"]
