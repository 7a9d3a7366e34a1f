"""The metrics over trees as one would write them down from the paper: plain, recursive, slow.

Tests compare with them, benchmarks race against them. Nothing of the fast versions is used.
"""

from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Node:
    """A node of any tree; of dependencies, ``left`` children stand before the word."""

    label: str
    children: tuple
    left: int = 0


def constituents(tree):
    """A constituent tree without words and without the outer bracket."""
    while tree.label in ("", "TOP", "ROOT", "S1") and len(tree.children) == 1:
        tree = tree.children[0]

    def convert(node):
        return Node(node.category, tuple(convert(child) for child in node.children))

    return convert(tree)


def dependencies(tree):
    """A dependency tree: the nodes of its roots."""

    def convert(number):
        children = tree.children(number)
        left = sum(child < number for child in children)
        return Node(tree[number].form, tuple(convert(child) for child in children), left)

    return [convert(root) for root in tree.roots]


def nodes(root):
    """A node and all below it."""
    yield root
    for child in root.children:
        yield from nodes(child)


def height(node):
    return 1 + max((height(child) for child in node.children), default=0)


def cut(node, depth):
    """A subtree cut at a depth, as nested tuples."""
    if depth == 1 or not node.children:
        return (node.label,)
    return (node.label, node.left, *(cut(child, depth - 1) for child in node.children))


def subtrees(roots, depth):
    """The subtrees of exactly this depth, counted."""
    return Counter(cut(node, depth) for root in roots for node in nodes(root) if height(node) >= depth)


def chains(roots, length):
    """The headword chains of this length, as in Figure 3: a word joined to every shorter chain of its children."""

    def below(node, wanted):
        if wanted == 1:
            return [(node.label,)]
        return [(node.label, *chain) for child in node.children for chain in below(child, wanted - 1)]

    return Counter(chain for root in roots for node in nodes(root) for chain in below(node, length))


def level_row(hypothesis, references, levels, count):
    """Clipped matches and totals of each level."""
    matches, totals = [], []
    for level in range(1, levels + 1):
        own = count(hypothesis, level)
        most = Counter()
        for reference in references:
            most |= count(reference, level)
        matches.append(sum((own & most).values()))
        totals.append(sum(own.values()))
    return [*matches, *totals]


def level_score(row, levels, epsilon):
    shares = [(m / t if m else epsilon) for m, t in zip(row[:levels], row[levels:], strict=True) if t]
    return 100 * sum(shares) / len(shares) if shares else 0.0


def subset_trees(roots):
    """Every subset tree of more than one node, counted: a node with all of its children, each cut or not."""

    def rooted(node):
        if not node.children:
            return []
        partial = [()]
        for child in node.children:
            grown = [(child.label,), *rooted(child)]
            partial = [(*before, one) for before in partial for one in grown]
        return [(node.label, node.left, *children) for children in partial]

    return Counter(found for root in roots for node in nodes(root) for found in rooted(node))


def productions(subset_tree):
    """How many productions a subset tree has."""
    return 1 + sum(productions(child) for child in subset_tree[2:] if len(child) > 1)


def kernel_by_enumeration(one, other, decay=1.0):
    """The inner product of the counts of all subset trees."""
    here, there = subset_trees(one), subset_trees(other)
    return sum(here[each] * there[each] * decay ** productions(each) for each in here)


def kernel(one, other, decay=1.0):
    """The recursion of Collins and Duffy over all pairs of nodes."""

    def production(node):
        return (node.label, node.left, tuple(child.label for child in node.children))

    def delta(a, b):
        if not a.children or production(a) != production(b):
            return 0.0
        product = decay
        for c, d in zip(a.children, b.children, strict=True):
            product *= 1 + delta(c, d)
        return product

    return sum(delta(a, b) for x in one for a in nodes(x) for y in other for b in nodes(y))


def cosine(one, other, decay=1.0):
    both = kernel(one, other, decay)
    return both / (kernel(one, one, decay) * kernel(other, other, decay)) ** 0.5 if both else 0.0
