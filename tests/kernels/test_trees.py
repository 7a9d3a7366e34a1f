"""The kernels for trees, compiled and interpreted, equal explicit enumeration on random trees."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bolide import kernels
from bolide.kernels import trees
from bolide.syntax import DependencyTree, Tree, Word, forests
from tests import textbook_trees as textbook


@pytest.fixture(params=["compiled", "interpreted"])
def mode(request, monkeypatch):
    if request.param == "interpreted":
        monkeypatch.setattr(trees, "kernel", kernels.interpreted)


constituents = st.recursive(
    st.builds(Tree.leaf, st.sampled_from("ab"), st.just("w")),
    lambda inner: st.builds(Tree, st.sampled_from("AB"), st.lists(inner, min_size=1, max_size=3)),
    max_leaves=7,
)


@st.composite
def dependency_trees(draw, most=7):
    """A tree of words; each word but the first depends on one that was there before, in any order of words."""
    size = draw(st.integers(1, most))
    order = draw(st.permutations(range(1, size + 1)))
    heads = [0] * (size + 1)
    for place in range(1, size):
        heads[order[place]] = draw(st.sampled_from([0, *order[:place], *order[:place]]))
    return DependencyTree([Word(draw(st.sampled_from("xyz")), heads[n]) for n in range(1, size + 1)])


def segments_of(kind):
    return st.lists(st.tuples(kind, st.lists(kind, min_size=1, max_size=3)), min_size=1, max_size=3)


def forest(segments, make):
    """The hypotheses, then the references, and which references are whose."""
    hypotheses, references = [h for h, _ in segments], [r for _, group in segments for r in group]
    groups = np.cumsum([0, *(len(group) for _, group in segments)])
    return make(hypotheses).joined(make(references)), groups


several = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)


@pytest.mark.usefixtures("mode")
class TestKernels:
    @several
    @given(segments=segments_of(constituents))
    def test_subtrees_of_constituents(self, segments):
        made, groups = forest(segments, forests.constituents)
        parts = trees.segmented(groups)
        names = trees.subtree_names(made.labels, made.parents, made.starts, parts, 4, sided=False)
        rows = trees.clipped(names, made.starts, parts).tolist()
        for row, (hypothesis, references) in zip(rows, segments, strict=True):
            own, *others = ([textbook.constituents(tree)] for tree in (hypothesis, *references))
            assert row == textbook.level_row(own, others, 4, textbook.subtrees)

    @several
    @given(segments=segments_of(dependency_trees()))
    def test_subtrees_and_chains_of_dependencies(self, segments):
        made, groups = forest(segments, forests.dependencies)
        parts = trees.segmented(groups)
        subtrees = trees.subtree_names(made.labels, made.parents, made.starts, parts, 4, sided=True)
        chains = trees.chain_names(made.labels, made.parents, made.starts, parts, 4)
        for names, count in ((subtrees, textbook.subtrees), (chains, textbook.chains)):
            rows = trees.clipped(names, made.starts, parts).tolist()
            for row, (hypothesis, references) in zip(rows, segments, strict=True):
                own, *others = map(textbook.dependencies, (hypothesis, *references))
                assert row == textbook.level_row(own, others, 4, count)

    @several
    @given(segments=segments_of(constituents), decay=st.sampled_from([1.0, 0.5, 0.01]))
    def test_tree_kernels_of_constituents(self, segments, decay):
        made, groups = forest(segments, forests.constituents)
        found = trees.tree_kernels(made.labels, made.parents, made.starts, groups, decay, sided=False)
        self.check(found, segments, decay, lambda tree: [textbook.constituents(tree)])

    @several
    @given(segments=segments_of(dependency_trees()), decay=st.sampled_from([1.0, 0.3]))
    def test_tree_kernels_of_dependencies(self, segments, decay):
        made, groups = forest(segments, forests.dependencies)
        found = trees.tree_kernels(made.labels, made.parents, made.starts, groups, decay, sided=True)
        self.check(found, segments, decay, textbook.dependencies)

    def check(self, found, segments, decay, plain):
        pairs = [(plain(h), plain(r)) for h, group in segments for r in group]
        for row, (one, other) in zip(np.exp2(found).tolist(), pairs, strict=True):
            for value, (a, b) in zip(row, ((one, other), (one, one), (other, other)), strict=True):
                assert value == pytest.approx(textbook.kernel_by_enumeration(a, b, decay), rel=1e-12)
                assert value == pytest.approx(textbook.kernel(a, b, decay), rel=1e-12)

    @several
    @given(found=st.lists(constituents, min_size=1, max_size=3))
    def test_head_words(self, found):
        from bolide.syntax import dependencies

        made = forests.dependencies(found)
        for tree, start, end in zip(found, made.starts, made.starts[1:], strict=False):
            heads = [parent - start + 1 if parent >= 0 else 0 for parent in made.parents[start:end].tolist()]
            assert heads == list(dependencies(tree).heads)


def comb(depth, width):
    """A tree of this depth, each of whose nodes has ``width`` binary nodes beside the next one."""
    tree = Tree.leaf("w", "w")
    side = Tree("B", [Tree.leaf("b", "w"), Tree.leaf("b", "w")])
    for _ in range(depth):
        tree = Tree("A", [side] * width + [tree])
    return tree


@pytest.mark.parametrize(("depth", "width"), [(500, 1), (500, 4), (1000, 3)])
def test_kernels_beyond_what_floats_hold(depth, width):
    """The number of subset trees at the root is f(d) = 2^width (1 + f(d - 1)), computed in whole numbers."""
    tree = comb(depth, width)
    made = forests.constituents([tree]).joined(forests.constituents([tree]))
    found = trees.tree_kernels(made.labels, made.parents, made.starts, np.array([0, 1]), 1.0, sided=False)
    total = (depth * width) ** 2  # the side nodes match each other
    same = lower = (
        0  # delta of two nodes of the comb: as far from its end, or not, when its end does not match
    )
    for height in range(1, depth + 1):
        same = 2**width * (1 + same)
        lower = 2**width * (1 + lower) if height > 1 else 0
        total += same + 2 * (depth - height) * lower
    expected = total.bit_length() - 53
    exact = expected + np.log2(float(total >> expected)) if expected > 0 else np.log2(float(total))
    np.testing.assert_allclose(found, [[exact] * 3], rtol=1e-12)
