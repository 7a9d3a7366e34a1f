"""F-structures of constituent trees by the rules in ``data/trees.txt``, as Cahill et al. (2004) find them.

From the words up, a constituent has the f-structure of its head, and each other child is added to it as the
rules say of its category, its side and its labels; coordinations are taken apart first. At the end, what is
shared is shared (``finish``).

The best trees of a sentence share most of their constituents, so each of these is looked at once. What is
said of a word there may be changed by what stands around it, in one tree like this and in another like that:
so it is kept, and said again where another tree needs it (``FStructure.restore``).

>>> tree = Tree.read("(S (NP-TMP (NN Yesterday)) (, ,) (NP-SBJ (NNP John)) (VP (VBD resigned)) (. .))")
>>> print(*tree_triples(tree))
subj(resign, john) adj(resign, yesterday) tense(resign, past) pers(john, 3) num(john, sg)
pers(yesterday, 3) num(yesterday, sg)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from bolide.syntax.fstructure.lemmas import Lemmas, lemmas
from bolide.syntax.fstructure.productions import (
    ADJECTIVES,
    CLASSES,
    CONJUNCTIONS,
    LISTED,
    NOMINAL,
    NOUNS,
    NUMBERS,
    POSSESSORS,
    VERBS,
    Check,
    Production,
    category_of,
    finite,
    functions_of,
    productions,
)  # fmt: skip
from bolide.syntax.fstructure.rules import Rules, Test, tree_rules
from bolide.syntax.fstructure.structure import FStructure, State, Triple, finish, rows, triples
from bolide.syntax.headrules import PUNCTUATION
from bolide.syntax.trees import Tree

Child = tuple[Tree, FStructure]

_SILENT = PUNCTUATION | {"SU", "CODE", "-LSB-", "-RSB-", "-LCB-", "-RCB-", "POS"}
"""Tags of words that are not in f-structures; ``POS`` makes a possessor of what it stands after."""
_NOUN_TAGS = ("NN", "CC", "DT", "CD", "PR")
"""How the tags of words begin that are nouns or stand for one."""
_PREPOSITIONAL = frozenset(("PP", "WHPP"))
_ADJECTIVAL = frozenset(("ADJP", "WHADJP"))
"""Where a participle is an adjective: "massively diluted forms" are in no passive voice."""
_CLAUSES_WITH_VERBS = frozenset(("S", "SQ", "SINV", "SBARQ", "SBAR"))
_GROUPED = {ADJECTIVES: "ADJP", NUMBERS: "QP", POSSESSORS: "PRP$", 9: "DT"}
"""What stands before a noun and may be coordinated there without brackets of its own."""


def tree_triples(tree: Tree) -> list[Triple]:
    """The triples of a constituent tree; none where no word is left of it."""
    found = tree_structure(tree)
    return triples(found) if found else []


def rows_of_trees(trees: Iterable[Tree]) -> Iterator[list[tuple[str, str, str]]]:
    """The triples of several trees of one sentence, as tuples; much faster than tree by tree."""
    annotator = _Annotator(tree_rules(), lemmas())
    for tree in trees:
        found = annotator.structure(tree)
        yield rows(found) if found else []


def tree_structure(tree: Tree) -> FStructure | None:
    """The f-structure of a constituent tree."""
    return _Annotator(tree_rules(), lemmas()).structure(tree)


class _Known(NamedTuple):
    """What is known of a constituent: its f-structure (nothing where no word says anything), what is said of
    each word in it, and where it ends."""

    structure: FStructure | None
    states: dict[FStructure, State]
    end: int


class _Annotator:
    """Builds the f-structures of trees of one sentence, one at a time: the next one takes its parts back."""

    def __init__(self, rules: Rules, lemmas: Lemmas) -> None:
        self._rules = rules
        self._lemmas = lemmas
        self._productions = productions()
        self._telling = rules.features["nominal"].keys() | {"TO", "POS"}  # tags that matter to what is above
        self._known: dict[tuple[Tree, int], _Known] = {}
        self._joined: list[FStructure] = []

    def structure(self, tree: Tree) -> FStructure | None:
        """The f-structure of a tree."""
        if not self._known:
            self._lemmas.learn((leaf.word or "", leaf.label) for leaf in tree.leaves())
        found = self._whole(tree)
        top = found.structure
        if top is not None:
            _restore(found.states)
            self._question(top)
            for each in found.states:
                if each.tag == "VBN" or "obl_ag" in each.functions:
                    self._voice(each)
            finish(top, self._control)
        return top

    def _whole(self, tree: Tree) -> _Known:
        """What is known of a tree when all its constituents have been looked at, the words first."""
        results: list[_Known] = []
        stack: list[tuple[Tree, int]] = [(tree, -1)]
        all_known, at = self._known, 0
        while stack:
            node, begin = stack.pop()
            if begin < 0:
                known = all_known.get((node, at))
                if known is None:
                    if node.word is None:
                        stack.append((node, at))
                        stack += [(child, -1) for child in node.children[::-1]]
                        continue
                    known = all_known[node, at] = self._word(node, at)
                at = known.end
            else:
                count = len(node.children)
                parts = results[-count:]
                del results[-count:]
                known = all_known[node, begin] = self._looked_at(node, parts)
            results.append(known)
        return results[0]

    def _word(self, node: Tree, at: int) -> _Known:
        found = self._leaf(node, at)
        return _Known(found, {} if found is None else {found: found.keep()}, at + 1)

    def _looked_at(self, node: Tree, parts: Sequence[_Known]) -> _Known:
        """A constituent whose children are known."""
        if len(parts) == 1 and node.children[0].label not in self._telling:
            return parts[0]
        states: dict[FStructure, State] = {}
        structures = []
        for structure, said, _ in parts:
            states |= said
            structures.append(structure)
        _restore(states)
        found = self._constituent(node, structures)
        for one in (*states, *self._joined):
            if one.kept is None:
                states[one] = one.keep()
        self._joined.clear()
        return _Known(found, states, parts[-1].end)

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
        possessor = comma = False
        category = category_of(node.label)
        for child, part in zip(node.children, parts, strict=True):
            label = child.label
            if part is None:
                comma = label in (",", ":", "-LRB-")
                continue
            if comma:
                part.own().hidden["comma"] = "yes"
            if label == "TO" and category in _PREPOSITIONAL:
                part.own().features.pop("inf", None)
            possessor = possessor or label == "POS"
            comma = False
            children.append((child, part))
        if possessor:
            children = self._possessor(category, children)
        if not children:
            return None
        if len(children) == 1:
            self._nominal(category, *children[0])
            return children[0][1]
        found: FStructure | None = None
        production = self._production(category, children)
        if production.coordinated:
            if category in NOMINAL:
                children = self._grouped(children)
                production = self._production(category, children)
            found = self._coordination(category, children)
        if found is None:
            found = self._headed(production, children)
        if category == "VP" and "verbal" not in found.hidden:
            found.own().hidden["verbal"] = "yes"
        return found

    def _production(self, category: str, children: Sequence[Child]) -> Production:
        return self._productions.of(category, tuple([child.label for child, _ in children]))

    def _phrase(self, category: str, children: Sequence[Child]) -> FStructure:
        return self._headed(self._production(category, children), children)

    def _headed(self, production: Production, children: Sequence[Child]) -> FStructure:
        """The f-structure of a head with what the other children are to it."""
        category = production.category
        at = self._head(production, children)
        head, mother = children[at]
        first = children[0][1].hidden.get("first", "")
        self._nominal(category, head, mother)
        if category not in _ADJECTIVAL and (head.label[:2] == "VB" or category_of(head.label) == "VP"):
            mother.own().hidden["verbal"] = "yes"
        for index in range(at - 1, -1, -1):
            self._attach(category, "left", *children[index], mother)
        for index in range(at + 1, len(children)):
            self._attach(category, "right", *children[index], mother)
        mother.own().hidden["first"] = first
        return mother

    def _head(self, production: Production, children: Sequence[Child]) -> int:
        for at, checks, beside in production.heads:
            if not _all(checks, children[at][1]):
                continue
            if not beside or all(self._beside(test, children, at) for test in beside):
                break  # at the last candidate, if not before
        return at

    def _beside(self, test: Test, children: Sequence[Child], at: int) -> bool:
        """Whether a test of what stands beside a child holds."""
        if test.value == "after":
            return self._auxiliary_before(children, at) != test.no
        return any("inf" in part.features for _, part in children[at + 1 :]) != test.no

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
        if category in NOMINAL and child.is_leaf:
            more = self._rules.features["nominal"].get(child.label)
            if more:
                low = (child.word or "").lower()
                found.own().features.update(_filled(more, found.pred, low))
                if low in ("this", "that", "these", "those") and child.label == "DT":
                    found.features["num"] = "sg" if low in ("this", "that") else "pl"

    def _possessor(self, category: str, children: Sequence[Child]) -> list[Child]:
        """The children without the possessive ending, what stands before it marked."""
        at = next(index for index, (child, _) in enumerate(children) if child.label == "POS")
        before, after = list(children[:at]), [c for c in children[at + 1 :] if c[0].label != "POS"]
        if not before:
            return after
        if not after:
            found = before if len(before) == 1 else [(before[-1][0], self._phrase(category, before))]
            found[0][1].own().hidden["pos"] = "yes"
            return found
        node = before[0][0]
        if len(before) > 1 or node.is_leaf:
            structure = self._phrase("NP", before) if len(before) > 1 else before[0][1]
            node = Tree.trusted("NP", tuple(child for child, _ in before))
            before = [(node, structure)]
        before[0][1].own().hidden["pos"] = "yes"
        return [*before, *after]

    # -- what the other children are -----------------------------------------------------------------------

    def _attach(self, category: str, side: str, child: Tree, part: FStructure, mother: FStructure) -> None:
        """Give the mother this child, as the first choice says that fits."""
        for checks, when, relations in self._productions.choices(category, side, child.label):
            if _all(checks, part) and _all(when, mother):
                for what in relations:
                    self._add(what, child, part, mother)
                return

    def _add(self, what: str, child: Tree, part: FStructure, mother: FStructure) -> None:
        if what == "up":
            self._share(part, mother)
        elif what == "wh":
            mother.own().hidden.setdefault("wh", part)
            mother.hidden.setdefault("wh category", "NP" if child.is_leaf else category_of(child.label))
            if mother.hidden["wh category"] in NOMINAL:
                mother.hidden.setdefault("what", "yes")
            elif part.pred in self._rules.lists["adverbial"]:
                mother.hidden.setdefault("when", "yes")
            if part.pred in self._rules.lists["interrogative"]:
                mother.hidden.setdefault("question", "yes")
            if "SBJ" in functions_of(child.label) and "subj" not in mother.functions:
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
                mother.own().functions["obj"] = [subject]
        elif what == "there":
            true = mother.own().functions.pop("subj", None)
            complement = mother.get("xcomp")
            if not true and complement and complement.tag[:2] in _NOUN_TAGS:
                true = mother.functions.pop("xcomp")
            if true:
                mother.functions.setdefault("obj", true)
            mother.add("subj", part)
        elif what == "part":
            mother.own().features.setdefault("part", part.pred)
        elif what == "part+name":
            first, second = (part, mother) if part.word < mother.word else (mother, part)
            mother.own().pred = f"{first.pred}_{second.pred}"
        elif what == "coord_form":
            mother.own().features.setdefault("coord_form", _words_of(child))
        elif what != "skip":
            self._question(part, _role(what, part))
            if what == "relmod" and part.tag == "VBN":
                part.own().hidden["verbal"] = "yes"
            if not mother.add(what, part):
                mother.add("adj", part)

    def _share(self, part: FStructure, mother: FStructure) -> None:
        """The features of an auxiliary, a modal, ``to`` or a complementizer become those of the clause."""
        members = mother.functions.get("coord", [mother])
        for one in members:
            features = one.own().features
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
        mother.own().hidden["first"] = part.hidden.get("first", "")

    # -- coordination --------------------------------------------------------------------------------------

    def _coordination(self, category: str, children: Sequence[Child]) -> FStructure | None:
        """The f-structure of a coordination, if the children are one."""
        kinds = [category_of(child.label) for child, _ in children]
        marks = [i for i, kind in enumerate(kinds) if kind in CONJUNCTIONS and 0 < i < len(kinds) - 1]
        if kinds[0] in CONJUNCTIONS and marks and children[0][1].pred in self._rules.lists["preconjunction"]:
            children, kinds, marks = children[1:], kinds[1:], [i - 1 for i in marks if i > 1]
        classes = [CLASSES.get(kind, -1) for kind in kinds]
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
        if flat and category in NOMINAL:
            return self._flat(category, children, marks, kinds)
        if flat and not {first_mark - 1, first_mark + 1} <= members:
            return None
        conjunction, mark = children[last]
        found = FStructure(_words_of(conjunction), "CC", mark.word)
        found.features["coord_form"] = found.pred
        self._join(found, [children[i][1] for i in sorted(members)])
        low, high = min(members), max(members)
        ordered = sorted(members)
        for index, (child, part) in enumerate(children):
            if index in members or index in marks:
                continue
            if index < low:
                self._attach(category, "left", child, part, found)
            elif index > high:
                self._attach(category, "right", child, part, found)
            else:
                target = children[next(i for i in ordered if i > index)][1]
                self._attach(category, "left", child, part, target)
        return found

    def _asyndetic(
        self, category: str, children: Sequence[Child], classes: Sequence[int]
    ) -> FStructure | None:
        """Clauses or verb phrases side by side, or three and more noun phrases, as if "and" stood between."""
        if category in NOMINAL:
            return self._list(children, classes)
        if category not in LISTED:
            return None
        kind = LISTED[category]
        members = [
            i
            for i, (c, (child, part)) in enumerate(zip(classes, children, strict=True))
            if c == kind
            and not child.is_leaf
            and not functions_of(child.label)
            and (kind == VERBS or finite(part))
        ]
        others = [i for i in range(len(children)) if i not in members]
        if len(members) < 2 or any(children[i][0].label[:2] in ("VB", "MD", "TO", "VP") for i in others):
            return None
        if any(
            category_of(children[i][0].label) == "VP" or "SBJ" in functions_of(children[i][0].label)
            for i in others
        ):
            return None
        found = FStructure("and", "CC", children[members[1]][1].word)
        self._join(found, [children[i][1] for i in members])
        for i in others:
            side = "left" if i < members[0] else "right"
            self._attach(category, side, *children[i], found)
        return found

    def _list(self, children: Sequence[Child], classes: Sequence[int]) -> FStructure | None:
        """A list of noun phrases, with commas and nothing else between them."""
        phrases = all(kind == NOUNS for kind in classes) and not any(child.is_leaf for child, _ in children)
        if len(children) < 3 or not phrases or not all("comma" in part.hidden for _, part in children[1:]):
            return None
        found = FStructure("and", "CC", children[1][1].word)
        self._join(found, [part for _, part in children])
        return found

    def _flat(
        self, category: str, children: Sequence[Child], marks: Sequence[int], kinds: Sequence[str]
    ) -> FStructure | None:
        """A coordination of nouns without brackets: each stretch between conjunctions is a member."""
        bounds = [-1, *marks, len(children)]
        stretches = [children[a + 1 : b] for a, b in pairwise(bounds)]
        heads = [
            [i for i, (child, _) in enumerate(s) if CLASSES.get(category_of(child.label)) == NOUNS]
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
                members.append(self._phrase(category, stretch))
        self._join(found, members)
        return found

    def _join(self, found: FStructure, members: list[FStructure]) -> None:
        """Put the members into a new coordination; a coordination of things is a plural."""
        self._joined.append(found)
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
            left, right = (CLASSES.get(category_of(out[i][0].label), -1) for i in (at - 1, at + 1))
            follows = any(CLASSES.get(category_of(c.label)) == NOUNS for c, _ in out[at + 2 :])
            if out[at][0].label == "CC" and left == right and left in _GROUPED and follows:
                low = at - 1
                while low > 0 and CLASSES.get(category_of(out[low - 1][0].label), -1) == left != POSSESSORS:
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
        found = clause.hidden.get("wh")
        if not isinstance(found, FStructure):
            return
        del clause.own().hidden["wh"]
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
        """The voice of a participle, and who does what it says."""
        if one.tag == "VBN" and "verbal" in one.hidden and "perfect" not in one.hidden:
            one.own().features["passive"] = "+"
        if "obl_ag" in one.functions and "passive" not in one.features and not one.functions.get("coord"):
            functions = one.own().functions
            functions["adj"] = [*functions.get("adj", ()), *functions.pop("obl_ag")]

    def _control(self, one: FStructure) -> str:
        """What else the subject of the complement of a word is: object of "want", subject of "promise"."""
        if one.pred in self._rules.lists["subject-control"]:
            return "subj"
        return "" if one.tag[:2] in ("NN", "IN") or one.pred in self._rules.lists["tough"] else "obj"


def _all(checks: Sequence[Check], one: FStructure) -> bool:
    """Whether all of these hold."""
    for check in checks:  # noqa: SIM110 (three times as fast as all() of a generator)
        if not check(one):
            return False
    return True


def _restore(states: Mapping[FStructure, State]) -> None:
    for one, state in states.items():
        if one.kept is not state:
            one.restore(state)


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
        clause.own().functions["subj"] = [found]
        return
    way = [clause]
    while (below := way[-1].get("xcomp") or way[-1].get("comp")) is not None and below not in way:
        way.append(below)
    for one in way:
        for relation in ("obl", "adj", "xcomp", "obl2"):
            for each in one.functions.get(relation, ()):
                if each.tag in ("IN", "TO") and not each.functions:
                    each.own().functions["obj"] = [found]
                    return
    for one in reversed(way):
        verbal = one.tag[:2] == "VB" or one.tag == "MD"
        if one is not clause and verbal and one.features.get("tense") and "subj" not in one.functions:
            one.own().functions["subj"] = [found]
            return
        if verbal and one.pred == "be" and not {"xcomp", "comp", "obj"} & one.functions.keys():
            one.own().functions["xcomp"] = [found]
            return
        if verbal and not {"obj", "comp"} & one.functions.keys() and "passive" not in one.features:
            if one.pred in rules.lists["copula"] and "xcomp" in one.functions:
                continue
            one.own().functions["obj"] = [found]
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
