r"""F-structures of Universal Dependencies, by the rules in ``data/universal.txt``.

Function words head content words here: prepositions their objects, conjunctions their members, the copula
its predicate. ``plain_triples`` leaves Universal Dependencies as they are, in whatever language.

>>> tree = DependencyTree.read('''1\tJohn\tJohn\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t_\t_
... 2\tslept\tsleep\tVERB\tVBD\tTense=Past|VerbForm=Fin\t0\troot\t_\t_''')
>>> print(*universal_triples(tree))
subj(sleep, john) tense(sleep, past) pers(john, 3) num(john, sg)
>>> print(*plain_triples(tree))
nsubj(sleep, john) Number(john, Sing) Tense(sleep, Past) VerbForm(sleep, Fin)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bolide.syntax.dependencies import DependencyTree, Word
from bolide.syntax.fstructure.annotation import fill
from bolide.syntax.fstructure.lemmas import lemmas
from bolide.syntax.fstructure.rules import Rules, Test, _tests, universal_rules
from bolide.syntax.fstructure.structure import FStructure, Triple, finish, triples


def universal_triples(tree: DependencyTree) -> list[Triple]:
    """The triples of f-structures of an English tree in Universal Dependencies."""
    return [triple for top in universal_structures(tree) for triple in triples(top)]


def universal_structures(tree: DependencyTree) -> list[FStructure]:
    """The f-structures of a tree, one for each root."""
    tops = _Builder(tree, universal_rules()).tops()
    for top in tops:
        finish(top)
    return tops


def plain_triples(tree: DependencyTree) -> list[Triple]:
    """The relations between words and the features of words, as the tree names them."""
    found = []
    forms = [_lemma(word) for word in tree]
    for word, form in zip(tree, forms, strict=True):
        if word.head and word.relation != "punct":
            found.append(Triple(word.relation, forms[word.head - 1], form))
    for word, form in zip(tree, forms, strict=True):
        if word.upos != "PUNCT":
            found.extend(Triple(name, form, value) for name, value in word.features)
    return found


def _lemma(word: Word) -> str:
    """The base form that the tree gives, or else what the tag says; in lower case."""
    if word.lemma != "_":
        return word.lemma.lower()
    return lemmas().of(word.form, word.xpos) if word.xpos != "_" else word.form.lower()


class _Line:
    """A line of [relations]."""

    def __init__(self, relation: str, tests: tuple[Test, ...], what: tuple[str, ...]) -> None:
        self.relation, self.tests, self.what = relation, tests, what


@cache
def _relations() -> dict[str, list[_Line]]:
    found: dict[str, list[_Line]] = {}
    for _, line in universal_rules().lines["relations"]:
        before, _, after = line.partition(">")
        relation, _, tests = before.strip().partition(" ")
        found.setdefault(relation, []).append(_Line(relation, tuple(_tests(tests)), tuple(after.split())))
    return found


@cache
def _features() -> list[tuple[str, list[tuple[str, str]], dict[str, str]]]:
    found = []
    for _, line in universal_rules().lines["features"]:
        before, _, after = line.partition(">")
        part, *wanted = before.split()
        pairs = [(name, value) for name, _, value in (each.partition("=") for each in wanted)]
        given = {name: value for name, _, value in (each.partition("=") for each in after.split())}
        found.append((part, pairs, given))
    return found


@cache
def _words(section: str) -> frozenset[str]:
    return frozenset(word for _, line in universal_rules().lines[section] for word in line.split())


RESTRUCTURING = frozenset(("pred", "clause", "verb", "member", "form", "name", "join", "there"))
"""What changes who depends on whom; see ``data/universal.txt``."""
_CLAUSAL = frozenset(("root", "ccomp", "xcomp", "advcl", "acl", "csubj", "parataxis", "conj"))


@dataclass
class _Phrase:
    """A word on its way to an f-structure.

    ``own`` is that of the word, ``inner`` that of its predicate ("in the garden"), ``clause`` that of the
    copula if it has one (``copula`` is its number, else 0); ``nested`` is true where the predicate is itself
    a clause.
    """

    number: int
    own: FStructure
    children: list[tuple[int, tuple[str, ...]]]
    of: dict[str, list[int]]
    cases: list[int]
    copula: int
    inner: FStructure
    clause: FStructure
    nested: bool = False

    def inside(self, number: int) -> bool:
        """Whether a dependent belongs to the clause that is the predicate: "the fact is that he slept"."""
        return self.nested and 0 < self.copula < number


class _Builder:
    """Builds the f-structures of one tree."""

    def __init__(self, tree: DependencyTree, rules: Rules) -> None:
        self._tree = tree
        self._rules = rules
        self._own: list[FStructure] = []
        self._outer: dict[int, FStructure] = {}
        """Of each word that is done, what its head takes for it."""
        self._free: set[int] = set()
        self._inner: dict[int, FStructure] = {}
        """Of each word that is done, its clause or itself, without preposition and conjunction."""

    def tops(self) -> list[FStructure]:
        self._own = [self._leaf(number, word) for number, word in enumerate(self._tree, 1)]
        order: list[int] = []
        waiting = list(self._tree.roots)
        while waiting:
            number = waiting.pop()
            order.append(number)
            waiting.extend(self._tree.children(number))
        for number in reversed(order):
            self._build(number)
        tops = [self._outer[number] for number in self._tree.roots if self._tree[number].relation != "punct"]
        for number, word in enumerate(self._tree, 1):
            if number not in self._free and word.feature("PronType") in ("Int", "Rel", "Int,Rel"):
                self._question(number)
        return tops

    def _leaf(self, number: int, word: Word) -> FStructure:
        pred = self._rules.forms.get((word.form.lower(), word.xpos))
        low = word.form.lower()
        if pred is None:
            pred = (
                word.upos == "PRON" and low in self._rules.pronouns and self._rules.pronouns[low][0]
            ) or None
        if pred is None:
            pred = self._rules.forms.get((low, "")) or _lemma(word)
            if word.xpos in ("NNP", "NNPS", "CD"):
                pred = lemmas().of(word.form, word.xpos)
        found = FStructure(pred, word.xpos, number)
        have = {**dict(word.features), "xpos": word.xpos}
        for part, wanted, given in _features():
            if part == word.upos and all(have.get(name) == value for name, value in wanted):
                found.features.update(
                    {name: {"~": pred, "=": low}.get(value, value) for name, value in given.items()}
                )
                break
        if word.xpos in ("NNP", "NNPS"):
            found.features = {"pers": "3", "num": "sg" if word.xpos == "NNP" else "pl"}
        if word.upos == "DET" and not word.relation.startswith("det"):
            found.features.update({"pron_form": low, "pers": "3"})
        if word.xpos == "JJ" and word.upos not in ("ADJ",):
            found.features.pop("adegree", None)
        return found

    def _what(self, number: int) -> tuple[str, ...]:
        word = self._tree[number]
        table = _relations()
        for relation in dict.fromkeys((word.relation, word.relation.partition(":")[0])):
            for line in table.get(relation, ()):
                if all(self._holds(test, number) for test in line.tests):
                    return line.what
        return ("adj",)

    def _holds(self, test: Test, number: int) -> bool:
        word, pred = self._tree[number], self._own[number - 1].pred
        if test.kind == "word":
            result = pred == test.value
        elif test.kind == "list":
            result = pred in self._rules.lists[test.value]
        elif test.value == "before":
            result = number < word.head
        elif test.value == "marked":
            marks = [
                self._own[n - 1].pred for n in self._tree.children(number) if self._tree[n].relation == "mark"
            ]
            result = any(m != "to" and m not in self._rules.lists["complementizer"] for m in marks)
        elif test.value == "finite":
            result = any(
                self._tree[n].feature("VerbForm") == "Fin"
                for n in (number, *self._tree.children(number))
                if n == number or self._tree[n].relation.partition(":")[0] in ("aux", "cop")
            )
        else:
            name, _, value = test.value.partition("=")
            result = (word.xpos if name == "xpos" else word.feature(name)) == value
        return result != test.no

    def _build(self, number: int) -> None:
        """Put together a word and its dependents, which are done."""
        phrase = self._phrase(number)
        self._dependents(phrase)
        self._expletive(phrase)
        self._auxiliaries(phrase)
        if not phrase.of["member"] and not self._coordinates(number):
            for n in phrase.of["form"]:
                phrase.clause.features.setdefault("coord_form", self._own[n - 1].pred)
        conjunctions = self._marks(phrase)
        self._inner[number] = phrase.clause
        done = self._members(phrase)
        for mark in conjunctions:
            done = _headed(mark, "comp", done)
        self._outer[number] = self._free_relative(number, done)
        self._passive(phrase)

    def _phrase(self, number: int) -> _Phrase:
        """A word with the parts of its name; above it what it is the object of, and the copula."""
        own = self._own[number - 1]
        children = [(n, self._what(n)) for n in self._tree.children(number)]
        of = {kind: [n for n, what in children if what[0] == kind] for kind in RESTRUCTURING}
        for n in of["join"]:
            own.pred = f"{own.pred}_{self._inner[n].pred}"
        own = self._name(own, [self._inner[n] for n in of["name"]])
        copula = next((n for n in of["pred"] if self._tree[n].relation.startswith("cop")), 0)
        cases = [n for n in of["pred"] if n != copula]
        phrase = _Phrase(number, own, children, of, cases, copula, own, own)
        if copula:
            relations = {self._tree[n].relation for n, _ in children}
            phrase.nested = any(each.endswith(":outer") for each in relations)
            phrase.inner, phrase.cases = self._prepositions(cases, own), []
            phrase.clause = self._own[copula - 1]
            whole = phrase.nested and not relations.isdisjoint(("nsubj", "nsubj:pass"))
            phrase.clause.functions["comp" if whole else "xcomp"] = [phrase.inner]
        return phrase

    def _dependents(self, phrase: _Phrase) -> None:
        """Add what simply depends on the word or on its copula, indirect objects first."""
        for n, what in sorted(phrase.children, key=lambda c: self._tree[c[0]].relation != "iobj"):
            if what[0] in RESTRUCTURING:
                continue
            target = phrase.own
            if phrase.copula and (n < phrase.copula if phrase.nested else self._of_clause(n, phrase)):
                target = phrase.clause
            for each in what:
                self._add(each, n, target)

    def _expletive(self, phrase: _Phrase) -> None:
        """Make "there" the subject, and the subject the object."""
        for n in phrase.of["there"]:
            subject = phrase.clause.functions.pop("subj", None)
            if subject:
                phrase.clause.functions.setdefault("obj", subject)
            phrase.clause.functions["subj"] = [self._outer[n]]

    def _auxiliaries(self, phrase: _Phrase) -> None:
        """What the auxiliaries say of the clause, or of the clause inside it."""
        inside = [n for n in phrase.of["verb"] if phrase.inside(n)]
        outside = [n for n in phrase.of["verb"] if n not in inside]
        self._verbs(outside, phrase.clause, phrase.own)
        self._verbs(inside, phrase.own, phrase.own)

    def _marks(self, phrase: _Phrase) -> list[FStructure]:
        """Make features of complementizers and of "to"; the conjunctions that head the clause."""
        found = []
        marks = {n: self._own[n - 1] for n in phrase.of["clause"]}
        infinitive = any(mark.pred == "to" for mark in marks.values())
        for n, mark in marks.items():
            if mark.pred in self._rules.lists["complementizer"]:
                (phrase.own if phrase.inside(n) else phrase.clause).features[mark.pred] = "+"
            elif mark.pred == "to":
                (phrase.own if 0 < phrase.copula < n else phrase.clause).features["inf"] = "+"
            elif mark.pred == "for" and infinitive:
                continue
            elif phrase.inside(n):  # "it is because he slept"
                phrase.clause.functions.pop("comp", None)
                phrase.clause.functions["xcomp"] = [_headed(mark, "comp", phrase.own)]
            else:
                found.append(mark)
        return found

    def _members(self, phrase: _Phrase) -> FStructure:
        """The clause with what it is coordinated with, and its prepositions around one or all of them."""
        done, cases = phrase.clause, phrase.cases
        members = [n for n in phrase.of["member"] if self._belongs_inside(n, phrase.copula)]
        others = [n for n in phrase.of["member"] if n not in members]
        if members and phrase.copula:
            done.functions["xcomp"] = [self._coordination(phrase.number, phrase.inner, members)]
        else:
            others = members + others
        if any(self._case_of(n) for n in others):  # "in the house and in the garden"
            done, cases = self._prepositions(cases, done), []
        if others:
            done = self._coordination(phrase.number, done, others)
        return self._prepositions(cases, done)

    def _passive(self, phrase: _Phrase) -> None:
        """The passive voice of participles without an auxiliary, or with one of the passive."""
        word = self._tree[phrase.number]
        auxiliaries = {self._tree[n].relation for n in phrase.of["verb"]}
        if (
            word.relation.partition(":")[0] in _CLAUSAL
            and word.feature("Voice") == "Pass"
            and not phrase.copula
            and (not auxiliaries or "aux:pass" in auxiliaries)
        ):
            phrase.own.features["passive"] = "+"

    def _free_relative(self, number: int, done: FStructure) -> FStructure:
        """Of "what he said", where Universal Dependencies have "what" as the head, the clause."""
        word = self._tree[number]
        if word.feature("PronType") not in ("Int", "Rel", "Int,Rel") or word.upos not in ("PRON", "ADV"):
            return done
        for n in self._tree.children(number):
            clause = self._inner[n]
            if self._tree[n].relation in ("acl:relcl", "advcl:relcl"):
                own = self._own[number - 1]
                for values in own.functions.values():
                    values[:] = [value for value in values if value is not self._outer[n]]
                own.functions = {name: values for name, values in own.functions.items() if values}
                clause.add("focus", own)
                if word.upos == "ADV":
                    clause.add("adj", own)
                else:
                    fill(clause, own, self._rules)
                clause.hidden["free"] = "yes"
                self._free.add(number)
                if done is own:
                    self._inner[number] = clause
                    return clause
                for mother in (done, self._inner[number]):
                    for values in mother.functions.values():
                        values[:] = [clause if value is own else value for value in values]
                if "obj" in done.functions and done.functions["obj"] == [clause]:
                    done.functions["comp"] = done.functions.pop("obj")
        return done

    def _case_of(self, number: int) -> bool:
        return any(
            self._tree[n].relation.startswith("case") and self._what(n)[0] == "pred"
            for n in self._tree.children(number)
        )

    def _name(self, own: FStructure, parts: list[FStructure]) -> FStructure:
        """The f-structure of a name, whose last noun is its head; words before it are its adjuncts."""
        nouns = [part for part in parts if part.tag[:2] == "NN" or part.tag in ("_", "")]
        if not nouns:
            for part in parts:
                own.add("adj", part)
            return own
        return self._renamed(own, parts, nouns[-1])

    def _renamed(self, own: FStructure, parts: list[FStructure], last: FStructure) -> FStructure:
        # The head keeps its place in the tree and takes the last noun's word, so that nothing else changes.
        own.pred, last.pred = last.pred, own.pred
        own.features, last.features = last.features, own.features
        own.word, last.word = last.word, own.word
        own.tag, last.tag = last.tag, own.tag
        for part in parts:
            own.add("adj", part)
        return own

    def _of_clause(self, number: int, phrase: _Phrase) -> bool:
        """Whether a dependent of a predicate with a copula belongs to the copula."""
        word = self._tree[number]
        relation = word.relation.partition(":")[0]
        if relation in _words("clause") or word.relation in _words("clause"):
            return True
        adjective = self._tree[phrase.number].upos in ("ADJ", "ADV")
        if relation == "obl":
            return not adjective or number < phrase.copula
        if relation == "advmod":
            if self._own[number - 1].pred in _words("outside"):
                return True
            return not (adjective and phrase.copula < number < phrase.number)
        return False

    def _belongs_inside(self, number: int, copula: int) -> bool:
        """Whether a member is beside the predicate ("old and tired"), not beside its clause."""
        if not copula:
            return True
        relations = {self._tree[n].relation.partition(":")[0] for n in self._tree.children(number)}
        return not relations & {"nsubj", "cop", "aux", "csubj", "expl"} and (
            self._tree[number].upos not in ("VERB", "AUX")
        )

    def _coordinates(self, number: int) -> bool:
        return self._tree[number].relation.startswith("conj")

    def _coordination(self, number: int, first: FStructure, members: list[int]) -> FStructure:
        """The coordination of a word with these members, by the conjunction of the last."""
        conjunction = None
        for n in reversed(members):
            conjunction = next((c for c in self._tree.children(n) if self._what(c)[0] == "form"), conjunction)
            if conjunction is not None:
                break
        if conjunction is None:
            found = FStructure("and", "CC", members[0])
        else:
            word = self._own[conjunction - 1]
            name = "and" if word.pred == "&" else word.pred
            found = FStructure(name, "CC", conjunction, {"coord_form": name})
        parts = [first, *(self._outer[n] for n in members)]
        found.functions["coord"] = parts
        if all("pers" in part.features for part in parts):
            found.features["pers"] = min(part.features["pers"] for part in parts)
            if found.pred == "and" and conjunction is not None:
                found.features["num"] = "pl"
        lead = self._inner[number]
        for n in members:
            member = self._inner[n]
            self._complementizer(lead, member, n)
            if "subj" not in member.functions and "subj" in lead.functions and _verbal(self._tree[n]):
                member.functions["subj"] = lead.functions["subj"]
                if not {"tense", "modal", "inf"} & member.features.keys():
                    for name in ("tense", "modal", "inf", "passive"):
                        if name in lead.features and (name != "passive" or "partic" in member.features):
                            member.features[name] = lead.features[name]
            elif "inf" in lead.features and self._tree[n].feature("VerbForm") == "Inf":
                member.features["inf"] = "+"
        return found

    def _complementizer(self, lead: FStructure, member: FStructure, number: int) -> None:
        """Give a member of a coordination of clauses the complementizer that stands before all of them."""
        relations = {self._tree[n].relation for n in self._tree.children(number)}
        if (member.features.get("tense") or "modal" in member.features) and "mark" not in relations:
            for name in self._rules.lists["complementizer"] & lead.features.keys():
                member.features.setdefault(name, "+")

    def _prepositions(self, cases: list[int], one: FStructure) -> FStructure:
        """The f-structure of a phrase with these prepositions."""
        for n in reversed(cases):
            one = _headed(self._own[n - 1], "obj", one)
        return one

    def _verbs(self, auxiliaries: list[int], clause: FStructure, own: FStructure) -> None:
        """What the auxiliaries say of the clause."""
        for n in auxiliaries:
            word, verb = self._tree[n], self._own[n - 1]
            if word.xpos == "MD" or verb.pred in self._rules.lists["modal"]:
                clause.features["modal"] = verb.pred
                if verb.pred in ("will", "shall"):
                    clause.features["tense"] = "fut"
            elif "tense" in verb.features and "modal" not in clause.features:
                clause.features["tense"] = verb.features["tense"]
            if word.relation == "aux:pass":
                clause.features["passive"] = "+"
                clause.features["partic"] = "past"
        if auxiliaries and clause is own and own.features.get("modal", "will") not in ("will", "shall"):
            own.features.pop("tense", None)

    def _add(self, what: str, number: int, target: FStructure) -> None:
        if what == "skip":
            return
        part = self._outer[number]
        if what == "obj" and "free" in part.hidden:
            what = "comp"
        if what == "part":
            target.features.setdefault("part", part.pred)
        elif not target.add(what, part):
            target.add("adj", part)

    def _question(self, number: int) -> None:
        """Make the phrase of a question word or relative pronoun the focus or topicrel of its clause."""
        at = number
        while self._tree[at].relation.partition(":")[0] in ("nmod", "det", "amod", "nummod") or (
            self._tree[at].relation == "advmod"
            and self._tree[self._tree[at].head].upos in ("ADJ", "ADV")
            and self._own[number - 1].pred == "how"
        ):
            at = self._tree[at].head
        if any(self._tree[n].relation.startswith("cop") for n in self._tree.children(at)):
            self._inner[at].add("focus", self._own[at - 1])  # "what is this"
            return
        if self._tree[at].head == 0:
            return
        clause = self._tree[at].head
        # "what do you want to buy", but "he knows what to buy"
        while self._tree[clause].head > number and self._tree[clause].relation.partition(":")[0] == "xcomp":
            clause = self._tree[clause].head
        first = clause
        while self._tree[first].relation == "conj":
            first = self._tree[first].head
        relation = self._tree[first].relation
        relative = relation in ("acl:relcl", "advcl:relcl")
        climbing = clause
        while not relative and self._tree[climbing].relation == "ccomp" and climbing > number:
            climbing = self._tree[climbing].head
            if self._tree[climbing].relation == "acl:relcl":
                clause, relative = climbing, True
        if relation == "advcl":
            return  # "when he came", which asks for nothing
        found = self._outer[at] if self._pied_piped(at) else self._inner[at]
        for one in (clause, *self._beside(clause)):
            self._inner[one].add("topicrel" if relation == "acl:relcl" or relative else "focus", found)

    def _pied_piped(self, number: int) -> bool:
        """Whether its preposition stands before a question word, not at the end of the clause."""
        cases = [n for n in self._tree.children(number) if self._tree[n].relation.startswith("case")]
        return any(n < number for n in cases)

    def _beside(self, clause: int) -> list[int]:
        """The verbs that are coordinated with this one and have no subject of their own."""
        return [
            n
            for n in self._tree.children(clause)
            if self._tree[n].relation == "conj"
            and _verbal(self._tree[n])
            and not any(self._tree[m].relation.startswith("nsubj") for m in self._tree.children(n))
        ]


def _headed(head: FStructure, relation: str, below: FStructure) -> FStructure:
    """A preposition or conjunction with what it governs."""
    head.functions[relation] = [below]
    head.tag = "IN"
    return head


def _verbal(word: Word) -> bool:
    return word.upos in ("VERB", "AUX")
