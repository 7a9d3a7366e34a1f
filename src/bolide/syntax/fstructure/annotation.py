"""F-structures of constituent trees by the rules in ``data/trees.txt``, as Cahill et al. (2004) find them.

From the words up, a constituent has the f-structure of its head, and each other child is added to it as the
rules say of its category, its side and its labels; coordinations are taken apart first. At the end, what is
shared is shared (``finish``).

>>> tree = Tree.read("(S (NP-TMP (NN Yesterday)) (, ,) (NP-SBJ (NNP John)) (VP (VBD resigned)) (. .))")
>>> print(*tree_triples(tree))
subj(resign, john) adj(resign, yesterday) tense(resign, past) pers(john, 3) num(john, sg)
pers(yesterday, 3) num(yesterday, sg)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from bolide.syntax.fstructure.lemmas import Lemmas, lemmas
from bolide.syntax.fstructure.rules import Block, Pattern, Rules, Test, tree_rules
from bolide.syntax.fstructure.structure import FStructure, Triple, finish, triples
from bolide.syntax.headrules import PUNCTUATION, head_index
from bolide.syntax.trees import Tree

Child = tuple[Tree, FStructure]

_SILENT = PUNCTUATION | {"SU", "CODE", "-LSB-", "-RSB-", "-LCB-", "-RCB-", "POS"}
"""Tags of words that are not in f-structures; ``POS`` makes a possessor of what it stands after."""
_NOMINAL = frozenset(("NP", "NML", "NX", "NAC", "WHNP"))
_NOUN_TAGS = ("NN", "CC", "DT", "CD", "PR")
"""How the tags of words begin that are nouns or stand for one."""
_PREPOSITIONAL = frozenset(("PP", "WHPP"))
_PRONOUNS = frozenset(("DT", "WP", "WDT", "PRP", "EX"))
_BESIDE_PRONOUNS = frozenset(("RB", "ADVP", "PP", "SBAR"))
"""What is not the head of a noun phrase where a pronoun stands beside it: "only those", "both of us"."""
_ADJECTIVAL = frozenset(("ADJP", "WHADJP"))
"""Where a participle is an adjective: "massively diluted forms" are in no passive voice."""
_CLASSES = {
    name: index
    for index, names in enumerate(
        (
            "NP NML NX NAC WHNP NN NNS NNP NNPS PRP FW X",
            "VP VB VBD VBN VBG VBZ VBP MD",
            "S SINV SQ SBARQ",
            "SBAR",
            "PP WHPP IN TO",
            "ADJP JJ JJR JJS WHADJP",
            "ADVP RB RBR RBS WHADVP WRB",
            "QP CD",
            "PRP$ WP$",
            "DT PDT",
        )
    )
    for name in names.split()
}
"""What may be coordinated with what: categories and tags of one class."""
_CLAUSES_WITH_VERBS = frozenset(("S", "SQ", "SINV", "SBARQ", "SBAR"))
_NOUNS, _VERBS, _CLAUSES, _ADJECTIVES, _NUMBERS, _POSSESSORS = 0, 1, 2, 5, 7, 8
_GROUPED = {_ADJECTIVES: "ADJP", _NUMBERS: "QP", _POSSESSORS: "PRP$", 9: "DT"}
"""What stands before a noun and may be coordinated there without brackets of its own."""


def tree_triples(tree: Tree) -> list[Triple]:
    """The triples of a constituent tree; none where no word is left of it."""
    found = tree_structure(tree)
    return triples(found) if found else []


def tree_structure(tree: Tree) -> FStructure | None:
    """The f-structure of a constituent tree."""
    found = _Annotator(tree_rules(), lemmas()).structure(tree)
    if found is not None:
        finish(found)
    return found


@lru_cache(maxsize=1 << 12)
def _label(label: str) -> tuple[str, frozenset[str]]:
    node = Tree.trusted(label, (Tree.trusted("X", (), "x"),))
    return node.category, frozenset(node.functions)


class _Annotator:
    """Builds the f-structure of one tree."""

    def __init__(self, rules: Rules, lemmas: Lemmas) -> None:
        self._rules = rules
        self._lemmas = lemmas
        self._default = rules.blocks["*"]

    def structure(self, tree: Tree) -> FStructure | None:
        """The f-structure of a tree, before ``finish``."""
        self._lemmas.learn((leaf.word or "", leaf.label) for leaf in tree.leaves())
        results: list[FStructure | None] = []
        stack: list[tuple[Tree, bool]] = [(tree, False)]
        number = 0
        while stack:
            node, ready = stack.pop()
            if node.word is not None:
                results.append(self._leaf(node, number))
                number += 1
            elif ready:
                count = len(node.children)
                parts = results[-count:]
                del results[-count:]
                results.append(self._constituent(node, parts))
            else:
                stack.append((node, True))
                stack.extend((child, False) for child in reversed(node.children))
        top = results[0]
        if top is not None:
            self._question(top)
            for each in top.every():
                self._voice(each)
        return top

    # -- words ---------------------------------------------------------------------------------------------

    def _leaf(self, node: Tree, number: int) -> FStructure | None:
        word, tag = node.word or "", node.label
        if (tag in _SILENT and tag != "POS") or not _says_something(word):
            return None
        low = word.lower()
        pred = self._lemmas.of(word, tag)
        features = self._rules.features["tags"].get(tag)
        found = FStructure(pred, tag, number, _filled(features, pred, low) if features else None)
        found.hidden["first"] = low
        if tag in ("PRP", "PRP$") and low in self._rules.pronouns:
            found.features.update(self._rules.pronouns[low][1])
        elif tag == "MD" and pred in ("will", "shall"):
            found.features["tense"] = "fut"
        return found

    # -- constituents --------------------------------------------------------------------------------------

    def _constituent(self, node: Tree, parts: Sequence[FStructure | None]) -> FStructure | None:
        children = []
        comma = False
        for child, part in zip(node.children, parts, strict=True):
            if part is None:
                comma = child.label in (",", ":", "-LRB-")
            else:
                if comma:
                    part.hidden["comma"] = "yes"
                comma = False
                children.append((child, part))
        if not children:
            return None
        category = _label(node.label)[0]
        if category in _PREPOSITIONAL:
            for child, part in children:
                if child.label == "TO":
                    part.features.pop("inf", None)
        if any(child.label == "POS" for child, _ in children):
            children = self._possessor(category, children)
            if not children:
                return None
        if len(children) == 1:
            found = children[0][1]
            self._nominal(category, children[0][0], found)
            return found
        if category in _NOMINAL:
            children = self._grouped(children)
        found = self._coordination(category, children) or self._headed(category, children)
        if category == "VP":
            found.hidden.setdefault("verbal", "yes")
        return found

    def _headed(self, category: str, children: Sequence[Child]) -> FStructure:
        """The f-structure of a head with what the other children are to it."""
        block = self._rules.blocks.get(category, self._default)
        at = self._head(block, category, children)
        head, mother = children[at]
        first = children[0][1].hidden.get("first", "")
        self._nominal(category, head, mother)
        if category not in _ADJECTIVAL and (head.label[:2] == "VB" or _label(head.label)[0] == "VP"):
            mother.hidden["verbal"] = "yes"
        for child, part in reversed(children[:at]):
            self._attach(block, "left", child, part, mother)
        for child, part in children[at + 1 :]:
            self._attach(block, "right", child, part, mother)
        mother.hidden["first"] = first
        return mother

    def _head(self, block: Block, category: str, children: Sequence[Child]) -> int:
        if block.head is None:
            nodes = tuple(child for child, _ in children)
            nominal = category in _NOMINAL and any(child.label[:2] in ("NN", "WR") for child in nodes)
            found = head_index(Tree.trusted("NP" if nominal else category, nodes))
            if category in _NOMINAL and _label(nodes[found].label)[0] in _BESIDE_PRONOUNS:
                pronouns = (index for index, node in enumerate(nodes) if node.label in _PRONOUNS)
                found = next(pronouns, found)
            return found
        side, patterns = block.head
        order = range(len(children)) if side == "left" else range(len(children) - 1, -1, -1)
        for pattern in patterns:
            for index in order:
                category_, functions = _label(children[index][0].label)
                if pattern.category != category_ or (pattern.functions and not pattern.functions & functions):
                    continue
                if all(self._holds_here(test, children, index) for test in pattern.tests):
                    return index
        return order[0]

    def _holds_here(self, test: Test, children: Sequence[Child], at: int) -> bool:
        """Whether a test holds of a child, some being about what stands beside it."""
        if test.value == "after":
            return self._auxiliary_before(children, at) != test.no
        if test.value == "to":
            return any("inf" in part.features for _, part in children[at + 1 :]) != test.no
        return self._holds(test, children[at][1])

    def _auxiliary_before(self, children: Sequence[Child], at: int) -> bool:
        """Whether a modal, ``to``, or a verb that is an auxiliary of this one stands before it."""
        for child, part in children[:at]:
            if child.label in ("MD", "TO"):
                return True
            if child.label[:2] == "VB" and part.pred in self._rules.lists["auxiliary"]:
                verb = children[at][1].get("coord") or children[at][1]
                tag = str(verb.hidden.get("aux", verb.tag))
                if part.pred == "be" or (part.pred == "do" and tag != "VBG"):
                    return True
                return tag in ("VBN", "VBD") and part.pred in ("have", "get")
        return False

    def _nominal(self, category: str, child: Tree, found: FStructure) -> None:
        """What a word says as the head of a noun phrase."""
        if category in _NOMINAL and child.is_leaf:
            more = self._rules.features["nominal"].get(child.label)
            if more:
                low = (child.word or "").lower()
                found.features.update(_filled(more, found.pred, low))
                if low in ("this", "that", "these", "those") and child.label == "DT":
                    found.features["num"] = "sg" if low in ("this", "that") else "pl"

    def _possessor(self, category: str, children: Sequence[Child]) -> list[Child]:
        """The children without the possessive ending, what stands before it marked."""
        at = next(index for index, (child, _) in enumerate(children) if child.label == "POS")
        before, after = list(children[:at]), [c for c in children[at + 1 :] if c[0].label != "POS"]
        if not before:
            return after
        if not after:
            found = before if len(before) == 1 else [(before[-1][0], self._headed(category, before))]
            found[0][1].hidden["pos"] = "yes"
            return found
        node = before[0][0]
        if len(before) > 1 or node.is_leaf:
            structure = self._headed("NP", before) if len(before) > 1 else before[0][1]
            node = Tree.trusted("NP", tuple(child for child, _ in before))
            before = [(node, structure)]
        before[0][1].hidden["pos"] = "yes"
        return [*before, *after]

    # -- what the other children are -----------------------------------------------------------------------

    def _attach(self, block: Block, side: str, child: Tree, part: FStructure, mother: FStructure) -> None:
        category, functions = _label(child.label)
        for each in (block, self._default):
            for rule in each.of(category):
                if rule.side not in (side, "any"):
                    continue
                if self._fits(rule.pattern, functions, part) and all(
                    self._holds(test, mother) for test in rule.when
                ):
                    for what in rule.what:
                        self._add(what, child, part, mother)
                    return

    def _fits(self, pattern: Pattern, functions: frozenset[str], part: FStructure) -> bool:
        if pattern.functions and not pattern.functions & functions:
            return False
        return all(self._holds(test, part) for test in pattern.tests)

    def _holds(self, test: Test, one: FStructure) -> bool:
        kind, value = test.kind, test.value
        if kind == "tag":
            result = one.tag == value
        elif kind == "word":
            result = one.pred == value
        elif kind == "list":
            result = one.pred in self._rules.lists[value]
        elif value == "fin":
            member = one.get("coord") or one
            result = "tense" in member.features or "modal" in member.features
        else:
            member = one.get("coord") or one
            result = (
                value in member.features
                or value in member.functions
                or value in one.functions
                or value in one.hidden
            )
        return result != test.no

    def _add(self, what: str, child: Tree, part: FStructure, mother: FStructure) -> None:
        if what == "up":
            self._share(part, mother)
        elif what == "wh":
            mother.hidden.setdefault("wh", part)
            mother.hidden.setdefault("wh category", "NP" if child.is_leaf else _label(child.label)[0])
            if mother.hidden["wh category"] in _NOMINAL:
                mother.hidden.setdefault("what", "yes")
            elif part.pred in self._rules.lists["adverbial"]:
                mother.hidden.setdefault("when", "yes")
            if part.pred in self._rules.lists["interrogative"]:
                mother.hidden.setdefault("question", "yes")
            if "SBJ" in _label(child.label)[1] and "subj" not in mother.functions:
                mother.functions["subj"] = [part]
        elif what == "cleft":
            predicate = mother.get("xcomp")
            if predicate is not None and predicate.tag[:2] in _NOUN_TAGS:
                self._add("relmod", child, part, predicate)
            else:
                self._add("comp", child, part, mother)
        elif what == "ecm":
            subject = part.get("subj")
            mother.add("xcomp", part) or mother.add("adj", part)
            if subject is not None and "obj" not in mother.functions:
                mother.functions["obj"] = [subject]
        elif what == "there":
            true = mother.functions.pop("subj", None)
            complement = mother.get("xcomp")
            if not true and complement and complement.tag[:2] in _NOUN_TAGS:
                true = mother.functions.pop("xcomp")
            if true:
                mother.functions.setdefault("obj", true)
            mother.add("subj", part)
        elif what == "part":
            mother.features.setdefault("part", part.pred)
        elif what == "part+name":
            first, second = (part, mother) if part.word < mother.word else (mother, part)
            mother.pred = f"{first.pred}_{second.pred}"
        elif what == "coord_form":
            mother.features.setdefault("coord_form", _words_of(child))
        elif what != "skip":
            self._question(part, _role(what, part))
            if what == "relmod" and part.tag == "VBN":
                part.hidden["verbal"] = "yes"
            if not mother.add(what, part):
                mother.add("adj", part)

    def _share(self, part: FStructure, mother: FStructure) -> None:
        """The features of an auxiliary, a modal, ``to`` or a complementizer become those of the clause."""
        members = mother.functions.get("coord", [mother])
        for one in members:
            features = one.features
            if part.tag in ("IN", "DT", "RB", "WDT"):
                features[part.pred] = "+"
                continue
            if part.tag in ("TO", "MD"):
                features.update(part.features)
                continue
            word, verb = part.pred, str(one.hidden.get("first"))
            if word == "be" and verb in self._rules.lists["perfect" if part.tag == "VBZ" else "arrived"]:
                word = "have"  # "he's been", "they are gone"
            if word in ("be", "get") and _participle(one) in ("VBN", "VBD") and "aux" not in one.hidden:
                features.pop("tense", None)
                features["partic"] = "past"
                features["passive"] = "+"
            elif word == "have" and "aux" not in one.hidden:
                one.hidden["perfect"] = "yes"
                if "tense" in features:
                    features["partic"] = "past"
            one.hidden["aux"] = part.tag
            if "tense" in part.features:
                features["tense"] = part.features["tense"]
            one.hidden["bare"] = "no"
        mother.hidden["first"] = part.hidden.get("first", "")

    # -- coordination --------------------------------------------------------------------------------------

    def _coordination(self, category: str, children: Sequence[Child]) -> FStructure | None:
        """The f-structure of a coordination, if the children are one."""
        kinds = [_label(child.label)[0] for child, _ in children]
        marks = [i for i, kind in enumerate(kinds) if kind in ("CC", "CONJP") and 0 < i < len(kinds) - 1]
        if (
            kinds[0] in ("CC", "CONJP")
            and marks
            and children[0][1].pred in self._rules.lists["preconjunction"]
        ):
            children, kinds, marks = children[1:], kinds[1:], [i - 1 for i in marks if i > 1]
        classes = [_CLASSES.get(kind, -1) for kind in kinds]
        if not marks:
            return self._asyndetic(category, children, classes)
        last = marks[-1]
        before, after = classes[:last], classes[last + 1 :]
        kind = next((c for c in after if c >= 0 and c in before), -1)
        if kind < 0 and category in _CLAUSES_WITH_VERBS:
            return None
        if kind < 0:  # unlike things: what stands next to the conjunction on both sides
            members = {last - 1, last + 1}
        else:
            members = {i for i, c in enumerate(classes) if c == kind}
        members -= set(marks)
        if not any(i < last for i in members) or not any(i > last for i in members):
            return None
        first_mark = marks[0]
        flat = all(children[i][0].is_leaf for i in members)
        if flat and category in _NOMINAL:
            return self._flat(category, children, marks, kinds)
        if flat and not {first_mark - 1, first_mark + 1} <= members:
            return None
        conjunction, mark = children[last]
        found = FStructure(_words_of(conjunction), "CC", mark.word)
        found.features["coord_form"] = found.pred
        self._join(found, [children[i][1] for i in sorted(members)])
        block = self._rules.blocks.get(category, self._default)
        low, high = min(members), max(members)
        ordered = sorted(members)
        for index, (child, part) in enumerate(children):
            if index in members or index in marks:
                continue
            if index < low:
                self._attach(block, "left", child, part, found)
            elif index > high:
                self._attach(block, "right", child, part, found)
            else:
                target = children[next(i for i in ordered if i > index)][1]
                self._attach(block, "left", child, part, target)
        return found

    def _asyndetic(
        self, category: str, children: Sequence[Child], classes: Sequence[int]
    ) -> FStructure | None:
        """Clauses or verb phrases side by side, or three and more noun phrases, as if "and" stood between."""
        if category in _NOMINAL:
            return self._list(children, classes)
        if category not in ("S", "VP", "TOP"):
            return None
        kind = _VERBS if category == "VP" else _CLAUSES
        members = [
            i
            for i, (c, (child, part)) in enumerate(zip(classes, children, strict=True))
            if c == kind
            and not child.is_leaf
            and not _label(child.label)[1]
            and (kind == _VERBS or self._finite(part))
        ]
        others = [i for i in range(len(children)) if i not in members]
        if len(members) < 2 or any(children[i][0].label[:2] in ("VB", "MD", "TO", "VP") for i in others):
            return None
        if any(
            _label(children[i][0].label)[0] == "VP" or "SBJ" in _label(children[i][0].label)[1]
            for i in others
        ):
            return None
        found = FStructure("and", "CC", children[members[1]][1].word)
        self._join(found, [children[i][1] for i in members])
        block = self._rules.blocks.get(category, self._default)
        for i in others:
            self._attach(block, "left" if i < members[0] else "right", *children[i], found)
        return found

    def _list(self, children: Sequence[Child], classes: Sequence[int]) -> FStructure | None:
        """A list of noun phrases, with commas and nothing else between them."""
        phrases = all(kind == _NOUNS for kind in classes) and not any(child.is_leaf for child, _ in children)
        if len(children) < 3 or not phrases or not all("comma" in part.hidden for _, part in children[1:]):
            return None
        found = FStructure("and", "CC", children[1][1].word)
        self._join(found, [part for _, part in children])
        return found

    def _finite(self, part: FStructure) -> bool:
        return self._holds(Test("is", "fin"), part)

    def _flat(
        self, category: str, children: Sequence[Child], marks: Sequence[int], kinds: Sequence[str]
    ) -> FStructure | None:
        """A coordination of nouns without brackets: each stretch between conjunctions is a member."""
        bounds = [-1, *marks, len(children)]
        stretches = [children[a + 1 : b] for a, b in pairwise(bounds)]
        heads = [
            [i for i, (child, _) in enumerate(s) if _CLASSES.get(_label(child.label)[0]) == _NOUNS]
            for s in stretches
        ]
        if not all(heads):
            return None
        _, mark = children[marks[-1]]
        found = FStructure(_words_of(children[marks[-1]][0]), "CC", mark.word)
        found.features["coord_form"] = found.pred
        members = []
        for stretch in stretches:
            if len(stretch) == 1:
                self._nominal(category, *stretch[0])
                members.append(stretch[0][1])
            else:
                members.append(self._headed(category, stretch))
        self._join(found, members)
        return found

    def _join(self, found: FStructure, members: list[FStructure]) -> None:
        """Put the members into a coordination; a coordination of things is a plural."""
        found.functions["coord"] = members
        if all(member.features.get("pers") for member in members):
            found.features["pers"] = min(member.features["pers"] for member in members)
            if found.pred in ("and", "&"):
                found.features["num"] = "pl"
        found.hidden["first"] = members[0].hidden.get("first", "")

    def _grouped(self, children: Sequence[Child]) -> list[Child]:
        """Coordinated words before a noun ("big and small dogs", "two or three days") as one child."""
        out = list(children)
        at = 1
        while at < len(out) - 1:
            left, right = (_CLASSES.get(_label(out[i][0].label)[0], -1) for i in (at - 1, at + 1))
            follows = any(_CLASSES.get(_label(c.label)[0]) == _NOUNS for c, _ in out[at + 2 :])
            if out[at][0].label == "CC" and left == right and left in _GROUPED and follows:
                low = at - 1
                while low > 0 and _CLASSES.get(_label(out[low - 1][0].label)[0], -1) == left != _POSSESSORS:
                    low -= 1
                group = out[low : at + 2]
                label = _GROUPED[left]
                structure = self._coordination(label, group)
                if structure is not None:
                    node = Tree.trusted(label, tuple(child for child, _ in group))
                    out[low : at + 2] = [(node, structure)]
                    at = low
            at += 1
        return out

    # -- questions, relative clauses, voice ----------------------------------------------------------------

    def _question(self, clause: FStructure, role: str = "focus") -> None:
        """Say what the question word or relative pronoun is, and fill with it what the clause lacks."""
        for member in clause.functions.get("coord", ()):
            self._question(member, role)
        found = clause.hidden.pop("wh", None)
        if not isinstance(found, FStructure):
            return
        kind = str(clause.hidden.pop("wh category", ""))
        members = clause.functions.get("coord", [clause])
        for member in members:
            if role:
                member.add(role, found)
        if any(found is value for values in clause.functions.get("subj", ()) for value in [values]):
            return
        if kind in ("WHPP", "WHADVP", "WHADJP"):
            for member in members:
                bare = member.pred == "be" and not {"xcomp", "comp", "obj"} & member.functions.keys()
                if not ((kind == "WHADJP" or bare) and member.add("xcomp", found)):
                    member.add("adj", found)
            return
        for member in members:
            fill(member, found, self._rules)

    def _voice(self, one: FStructure) -> None:
        """The voice of a participle, who does what it says, and who is the subject of its complement."""
        if one.tag == "VBN" and "verbal" in one.hidden and "perfect" not in one.hidden:
            one.features["passive"] = "+"
        if "passive" not in one.features and "obl_ag" in one.functions and not one.functions.get("coord"):
            agent = one.functions.pop("obl_ag")
            one.functions.setdefault("adj", []).extend(agent)
        if one.pred in self._rules.lists["subject-control"]:
            one.hidden["control"] = "subj"
        elif one.tag[:2] in ("NN", "IN") or one.pred in self._rules.lists["tough"]:
            one.hidden["control"] = "none"


def _role(what: str, clause: FStructure) -> str:
    """What the question word of a clause is that is ``what`` to another; in an adverbial clause, nothing.

    A clause after a comma is about all that stands before it: "he came, which was nice".
    """
    if what == "relmod" or (what == "adj" and {"what", "comma"} <= clause.hidden.keys()):
        return "topicrel"
    return "" if what == "adj" else "focus"


def fill(clause: FStructure, found: FStructure, rules: Rules) -> None:
    """Give the clause the subject, object or other function that it lacks."""
    if "subj" not in clause.functions and "inf" not in clause.features:
        clause.functions["subj"] = [found]
        return
    way = [clause]
    while (below := way[-1].get("xcomp") or way[-1].get("comp")) is not None and below not in way:
        way.append(below)
    for one in way:
        for relation in ("obl", "adj", "xcomp", "obl2"):
            for each in one.functions.get(relation, ()):
                if each.tag in ("IN", "TO") and not each.functions:
                    each.functions["obj"] = [found]
                    return
    for one in reversed(way):
        verbal = one.tag[:2] == "VB" or one.tag == "MD"
        if one is not clause and verbal and one.features.get("tense") and "subj" not in one.functions:
            one.functions["subj"] = [found]
            return
        if verbal and one.pred == "be" and not {"xcomp", "comp", "obj"} & one.functions.keys():
            one.functions["xcomp"] = [found]
            return
        if verbal and not {"obj", "comp"} & one.functions.keys() and "passive" not in one.features:
            if one.pred in rules.lists["copula"] and "xcomp" in one.functions:
                continue
            one.functions["obj"] = [found]
            return
    clause.add("adj", found)


def _words_of(node: Tree) -> str:
    """The words of a conjunction as one: ``as_well_as``."""
    words = [w.lower() for w in node.words if _says_something(w)]
    return "_".join("and" if word == "&" else word for word in words) or "and"


def _participle(one: FStructure) -> str:
    """The tag of the verb, of a coordination that of its first member."""
    member = one.get("coord") or one
    return member.tag


def _says_something(word: str) -> bool:
    return (
        any(c.isalnum() or c in "$%#&€£¥₹" for c in word)
        and not word.startswith("-LRB")
        and not word.startswith("-RRB")
    )


def _filled(features: dict[str, str], pred: str, word: str) -> dict[str, str]:
    return {name: {"~": pred, "=": word}.get(value, value) for name, value in features.items()}
