"""From plain results to what people read: one table, many forms.

>>> table = Table(("system", "BLEU"), [("A", 31.416), ("B", None)], title="Scores", notes=("n = 2",))
>>> print(render(table, "markdown"))
**Scores**
<BLANKLINE>
| system |  BLEU |
| ------ | ----: |
| A      | 31.42 |
| B      |       |
<BLANKLINE>
n = 2
"""

from bolide.report.tables import FORMATS, Cell, Table, render

__all__ = ["FORMATS", "Cell", "Table", "render"]
