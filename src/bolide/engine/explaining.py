"""Explanations of many segments, one segment at a time, so that memory stays bounded.

>>> from bolide.registry import metrics
>>> from bolide.testset import SystemOutput, TestSet
>>> test_set = TestSet.read([["a red pen"], ["one more"]])
>>> explainer = Explainer(metrics(["bleu", "meteor"]), test_set, [SystemOutput.read("A", ["a pen", "one"])])
>>> [(metric.name, round(why.score, 2)) for metric, why in explainer.explain(1)["A"]]
[('BLEU', 0.0), ('METEOR', 26.32)]
"""

from collections.abc import Sequence

from bolide.errors import SpecificationError
from bolide.explanation import Explanation
from bolide.metric import Metric
from bolide.testset import SystemOutput, TestSet

Explained = dict[str, list[tuple[Metric, Explanation]]]
"""By system, each metric that explains itself with what it says."""


class Explainer:
    """Explains all systems by all metrics that can.

    A metric whose explanations hold trees is asked for the first ``trees`` segments only: they are large.
    """

    def __init__(
        self,
        metrics: Sequence[Metric],
        test_set: TestSet,
        systems: Sequence[SystemOutput],
        trees: int | None = None,
    ) -> None:
        self._metrics = [metric.fit(test_set.references) for metric in metrics]
        self._test_set, self._systems, self._trees = test_set, systems, trees
        self._large: set[Metric] = set()
        self._done = 0

    def explain(self, segment: int) -> Explained:
        """The explanations of one segment, by its position."""
        found: Explained = {system.name: [] for system in self._systems}
        references = self._test_set.references[segment]
        enough = self._trees is not None and self._done >= self._trees
        for metric in [m for m in self._metrics if not (enough and m in self._large)]:
            for system in self._systems:
                try:
                    why = metric.explain(system.segments[segment], references)
                except SpecificationError:
                    self._metrics.remove(metric)  # it explains nothing
                    break
                if why.trees:
                    self._large.add(metric)
                found[system.name].append((metric, why))
        self._done += 1
        return found
