"""METEOR 1.5 (Denkowski & Lavie 2014), segment by segment as its Java program computes it.

All modules are aligned together: most words in exact matches, then fewest chunks, then the smallest
distance, as the program weighs them. Precision and recall weigh each match by its module, and content words
against function words; the penalty grows with the number of chunks.

>>> metric = Meteor15()
>>> metric.stages_used, metric.weights_used, metric.parameters_used
(('exact', 'stem', 'synonym'), (1.0, 0.6, 0.8), (0.85, 0.2, 0.6, 0.75))
>>> rows = metric.statistics(["the cats sat"], [["a cat sat"]])
>>> float(metric.score(rows[0])).__round__(2)
32.75
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bolide.alignment import Alignment, Link
from bolide.errors import SpecificationError, suggestion
from bolide.kernels.align import Links, Phrases, align_jointly
from bolide.lexicon.keys import Finder, Ragged, dictionary, no_keys, of_types, ranges, same_word
from bolide.lexicon.meteor_lists import LANGUAGES, fingerprint, lists, read_words
from bolide.lexicon.meteor_words import NORMALISED, normalised, split
from bolide.lexicon.paraphrases import paraphrases
from bolide.lexicon.stages import keys_of
from bolide.lexicon.stems import MeteorStems, snowball
from bolide.lexicon.wordnets import BUILT_IN, wordnet_named
from bolide.metric import (
    Array,
    Metric,
    as_references,
    as_segments,
    best_reference,
    check_choices,
    ratio,
    spell,
)
from bolide.testset import References, Segments
from bolide.text import Encoded, Ids, Tokenizer, Tokens, encode, tokenizer, tokens

STAGES = ("exact", "stem", "synonym", "paraphrase")
TASKS = ("default", "rank", "adq", "hter", "li", "tune", "util", "universal")

# alpha, beta, gamma, delta; weights of exact, stem, synonym, paraphrase (or of the modules in their order)
_RANK = {
    "en": ((0.85, 0.20, 0.60, 0.75), (1.0, 0.6, 0.8, 0.6)),
    "cz": ((0.95, 0.20, 0.60, 0.80), (1.0, 0.4, 0.0, 0.0)),
    "fr": ((0.90, 1.40, 0.60, 0.65), (1.0, 0.2, 0.4, 0.0)),
    "es": ((0.65, 1.30, 0.50, 0.80), (1.0, 0.8, 0.6, 0.0)),
    "de": ((0.95, 1.00, 0.55, 0.55), (1.0, 0.8, 0.2, 0.0)),
    "ru": ((0.75, 1.40, 0.70, 0.50), (1.0, 0.5, 0.5, 0.0)),
}
_ENGLISH = {
    "adq": ((0.75, 1.40, 0.45, 0.70), (1.0, 1.0, 0.6, 0.8)),
    "hter": ((0.40, 1.50, 0.35, 0.55), (1.0, 0.2, 0.6, 0.8)),
    "util": ((0.65, 0.10, 0.55, 0.65), (1.0, 0.0, 0.0, 0.8)),
}
_ANY_LANGUAGE = {
    "li": ((0.75, 1.40, 0.70, 0.50), (1.0, 0.5, 0.5, 0.5)),
    "tune": ((0.50, 1.00, 0.50, 0.50), (1.0, 0.5, 0.5, 0.5)),
    "universal": ((0.70, 1.40, 0.30, 0.70), (1.0, 0.6, 0.0, 0.0)),
}
# METEOR's modules of each language; others have exact and stem. Paraphrases need a table.
_MODULES = {
    "en": STAGES, "fr": ("exact", "stem", "paraphrase"), "es": ("exact", "stem", "paraphrase"),
    "de": ("exact", "stem", "paraphrase"), "ru": ("exact", "stem", "paraphrase"),
    "cz": ("exact", "paraphrase"), "xx": ("exact",), "ar-bw-red": ("exact",),
}  # fmt: skip
_ALIASES = {"cs": "cz", "sv": "se"}
_WIDEST_BEAM = 10_000


@dataclass(frozen=True, repr=False)
class Meteor15(Metric):
    """METEOR 1.5 without Java: weighted matches of exact words, stems, synonyms and paraphrases.

    Columns: words of the hypothesis and its best reference (``length``, ``reference_length``) and how many of
    them are function words; for each stage the matched content and function words on both sides; ``chunks``
    (0 where all words are matched in one chunk); ``matches`` and ``reference_matches``
    are matched words. With ``characters`` all but the last three count
    characters.
    """

    key = "meteor-1.5"
    worth_caching = True
    paper = "Denkowski & Lavie (2014), Meteor Universal: language specific translation evaluation"

    stages: tuple[str, ...] | None = field(
        default=None,
        metadata={"help": f"modules, in this order: {', '.join(STAGES)} (default: those of the language)"},
    )
    weights: tuple[float, ...] | None = field(
        default=None, metadata={"help": "weight of each module (default: those of the task)"}
    )
    params: tuple[float, ...] | None = field(
        default=None, metadata={"help": "alpha+beta+gamma+delta (default: those of the task)"}
    )
    language: str = field(default="en", metadata={"help": f"one of: {', '.join(LANGUAGES)}"})
    task: str = field(default="default", metadata={"help": "whose parameters to take", "choices": TASKS})
    paraphrases: str = field(
        default="none",
        metadata={"help": "a table of paraphrases, such as METEOR's paraphrase-en.gz; compiled once"},
    )
    wordnet: str = field(
        default=BUILT_IN,
        metadata={"help": "synonyms: 3.0 (built in, English), or a lexicon of the library wn, as omw-fr:1.4"},
    )
    beam: int = field(
        default=0, metadata={"help": "0: exact alignment; 40: search as the Java program does by default"}
    )
    characters: bool = field(default=False, metadata={"help": "count characters, as its option -ch"})
    function_words: str = field(
        default="en",
        metadata={"help": "a language (the Java program takes en for all), none, or a file, one word a line"},
    )
    data: str = field(default="none", metadata={"help": "a folder of METEOR to read its word lists from"})
    tokenize: str = field(
        default="norm",
        metadata={"help": "norm: as METEOR's -norm; norm-nopunct: and -noPunct; or a tokenizer, or none"},
    )
    lowercase: bool = field(default=True, metadata={"help": "ignore case; norm always does"})

    def __post_init__(self) -> None:
        check_choices(self)
        if self.language not in LANGUAGES and self.language not in _ALIASES:
            raise SpecificationError(
                f"{self.key}:language cannot be {self.language!r}: {suggestion(self.language, LANGUAGES)}"
            )
        if self.tokenize not in ("norm", "norm-nopunct"):
            tokenizer(self.tokenize)
        elif self._code not in NORMALISED:
            raise SpecificationError(
                f"METEOR does not normalise the language {self.language!r}: use tokenize=none, or another"
                " tokenizer such as tokenize=13a"
            )
        used = self.stages_used
        unknown = [stage for stage in used if stage not in STAGES]
        if unknown:
            raise SpecificationError(
                f"{self.key}:stages cannot be {unknown[0]!r}: {suggestion(unknown[0], STAGES)}"
            )
        if not used or used != tuple(stage for stage in STAGES if stage in used):
            raise SpecificationError(f"{self.key}:stages must be some of {'+'.join(STAGES)}, in this order")
        if "paraphrase" in used and self.paraphrases == "none":
            raise SpecificationError(
                f"{self.key}: the stage paraphrase needs a table: name METEOR's paraphrase-{self._code}.gz by"
                " paraphrases=FILE"
            )
        if "paraphrase" in used:
            paraphrases(self.paraphrases)
        elif self.paraphrases != "none":
            raise SpecificationError(f"{self.key}: paraphrases= needs the stage paraphrase")
        if self.wordnet != BUILT_IN:
            if "synonym" not in used:
                raise SpecificationError(f"{self.key}: wordnet= needs the stage synonym: name it by stages=")
            wordnet_named(self.wordnet)
        elif "synonym" in used and self._code != "en":
            raise SpecificationError(
                f"{self.key}: WordNet {BUILT_IN} is English: leave the stage synonym out, or name a lexicon"
                " of the library wn, such as wordnet=omw-fr:1.4"
            )
        if "stem" in used and self._code in ("ar-bw-red", "xx"):
            raise SpecificationError(
                f"{self.key}: there is no stemmer for the language {self.language!r}: leave the stage stem"
                " out"
            )
        if len(self.weights_used) != len(used):
            raise SpecificationError(
                f"{self.key}:weights must be {len(used)} numbers, one a stage ({'+'.join(used)}), not"
                f" {len(self.weights_used)}"
            )
        if len(self.parameters_used) != 4:
            raise SpecificationError(f"{self.key}:params must be four numbers: alpha+beta+gamma+delta")
        if not 0 <= self.beam <= _WIDEST_BEAM:
            raise SpecificationError(
                f"{self.key}:beam must be 0 (exact) or a number of paths such as 40, {_WIDEST_BEAM:,} at most"
            )
        self._function_words()

    @property
    def name(self) -> str:
        return "METEOR-1.5"

    @property
    def _code(self) -> str:
        """METEOR's code of the language."""
        return _ALIASES.get(self.language, self.language)

    @property
    def stages_used(self) -> tuple[str, ...]:
        """The modules; those of the language unless named, paraphrases only where there is a table."""
        if self.stages is not None:
            return self.stages
        return tuple(m for m in self._modules if m != "paraphrase" or self.paraphrases != "none")

    @property
    def _modules(self) -> tuple[str, ...]:
        """The modules of the language, or of the task."""
        if self.task == "universal":
            return ("exact", "paraphrase")
        return _MODULES.get(self._code, ("exact", "stem"))

    def _defaults(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Parameters and weights of the task, as MeteorConfiguration.java chooses them."""
        task = self.task
        if task == "default":
            task = "rank" if self._code in _RANK else "li"
        if task in _ANY_LANGUAGE and (task != "tune" or self._code != "xx"):
            return _ANY_LANGUAGE[task]
        if self._code == "xx":
            return _ANY_LANGUAGE["li"]
        table = _RANK if task == "rank" else {"en": _ENGLISH[task]}
        if self._code not in table:
            raise SpecificationError(
                f"{self.key}: METEOR has no parameters for task={self.task} and language={self.language}:"
                " give params= and weights=, or take task=li"
            )
        return table[self._code]

    @property
    def parameters_used(self) -> tuple[float, ...]:
        """Alpha, beta, gamma and delta."""
        return self.params if self.params is not None else self._defaults()[0]

    @property
    def weights_used(self) -> tuple[float, ...]:
        """The weight of each stage.

        Where they are not named, the first of the task's weights belong to the stages in their order,
        whatever their names, and stages beyond the number of those of the language weigh nothing: so the Java
        program does it.
        """
        if self.weights is not None:
            return self.weights
        number = len(self.stages_used)
        weights = self._defaults()[1][: min(number, len(self._modules))]
        return (*weights, *[0.0] * (number - len(weights)))

    @property
    def columns(self) -> tuple[str, ...]:
        return (
            "length",
            "reference_length",
            "function_words",
            "reference_function_words",
            *(
                f"{stage}_{what}"
                for stage in self.stages_used
                for what in ("content", "reference_content", "function", "reference_function")
            ),
            "chunks",
            "matches",
            "reference_matches",
        )

    def signature(self) -> str:
        """All settings, then the modules, weights and parameters they mean, and what files were read."""
        parts = [
            super().signature(),
            f"modules:{spell(self.stages_used)}",
            f"module_weights:{spell(self.weights_used)}",
            f"alpha+beta+gamma+delta:{spell(self.parameters_used)}",
        ]
        if self.data != "none" or self.function_words not in ("none", *LANGUAGES, *_ALIASES):
            parts.append(f"words:{fingerprint(self._function_words())}")
        if "paraphrase" in self.stages_used:
            parts.append(f"table:{paraphrases(self.paraphrases).digest}")
        if "stem" in self.stages_used and snowball() > 2:
            parts.append(f"snowball:{snowball()}")
        return "|".join(parts)

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Array:
        segments, refs = as_segments(hypotheses), as_references(references)
        text = self._encode(segments, refs)
        links = self._links(segments, refs, text)
        rows = self._rows(text, links)
        return rows[best_reference(self.score(rows), refs.starts)]

    def score(self, totals: Array) -> Array:
        return 100 * self.parts(totals)["score"]

    def parts(self, totals: Array) -> dict[str, Array]:
        """Precision, recall, F-mean, penalty and score (0 to 1), as METEOR's -vOut prints them.

        >>> metric = Meteor15(stages=("exact",))
        >>> parts = metric.parts(metric.statistics(["the red pen"], [["a red pen"]]))
        >>> {name: round(float(values[0]), 4) for name, values in parts.items()}
        {'precision': 0.8571, 'recall': 0.8571, 'fmean': 0.8571, 'penalty': 0.5223, 'score': 0.4094}
        """
        alpha, beta, gamma, delta = self.parameters_used
        columns = np.moveaxis(np.asarray(totals, dtype=np.float64), -1, 0)
        lengths, function = columns[:2], columns[2:4]
        content, of_function = (
            columns[4:-3].reshape(len(self.stages_used), 2, 2, *columns.shape[1:])[:, i] for i in (0, 1)
        )
        chunks, matches = columns[-3], columns[-2:]
        weights = np.array(self.weights_used).reshape(-1, *[1] * columns.ndim)
        weighted = (weights * (delta * content + (1 - delta) * of_function)).sum(axis=0)
        precision, recall = ratio(weighted, delta * (lengths - function) + (1 - delta) * function)
        fmean = ratio(precision * recall, (1 - alpha) * recall + alpha * precision)
        penalty = gamma * ratio(chunks, matches.sum(axis=0) / 2) ** beta
        return {
            "precision": precision,
            "recall": recall,
            "fmean": fmean,
            "penalty": penalty,
            "score": np.maximum(fmean * (1 - penalty), 0.0),
        }

    def align(self, hypothesis: str, references: Sequence[str]) -> Alignment:
        """The alignment with the best of the references."""
        segments, refs = Segments([hypothesis]), References.of([references])
        text = self._encode(segments, refs)
        found = self._links(segments, refs, text)
        rows = self._rows(text, found)
        scores = self.score(rows)
        best = int(np.argmax(scores))
        parts = self.parts(rows[best])
        return Alignment(
            tuple(tokens(segments, self._tokenizer()).words()[0]),
            tuple(tokens(refs.flat, self._tokenizer()).words()[best]),
            tuple(
                Link((a, a + n), (b, b + m), STAGES[stage])
                for a, n, b, m, stage in sorted(
                    found.rows[found.starts[best] : found.starts[best + 1]].tolist()
                )
            ),
            bool(found.exact[best]),
            float(scores[best]),
            repr(self),
            self.stages_used,
            {name: float(parts[name]) for name in ("precision", "recall", "penalty")},
        )

    def _tokenizer(self) -> Tokenizer:
        """Words as METEOR splits them: its own normaliser, or white space as Java sees it."""
        if self.tokenize == "none":
            return Tokenizer("java-spaces", split)
        if self.tokenize not in ("norm", "norm-nopunct"):
            return tokenizer(self.tokenize)
        known = lists(self._code, "" if self.data == "none" else self.data)
        kept = self.tokenize == "norm"

        def normalise(segments: Segments) -> Tokens:
            return split(normalised(segments, self._code, kept, known))

        return Tokenizer(f"meteor-{self.tokenize}-{self._code}-{hash(known)}", normalise)

    def _encode(self, segments: Segments, references: References) -> Encoded:
        lowercase = self.lowercase and self.tokenize not in ("norm", "norm-nopunct")
        known = dictionary(self.key, self.stages_used, self._code, self.wordnet)
        return encode(segments, references, self._tokenizer(), lowercase, known)

    def _function_words(self) -> frozenset[str]:
        if self.function_words == "none":
            return frozenset()
        code = _ALIASES.get(self.function_words, self.function_words)
        if code in LANGUAGES:
            return lists(code, "" if self.data == "none" else self.data).function_words
        return read_words(self.function_words)

    def _links(self, segments: Segments, references: References, text: Encoded) -> Links:
        """The links of each reference with its hypothesis."""
        used = self.stages_used
        vocabulary = text.vocabulary
        stages: dict[Hashable, Callable[[], Finder]] = {
            ("exact", "exact" in used): lambda: same_word if "exact" in used else no_keys
        }
        if "stem" in used:
            name = "swedish" if self._code == "se" else LANGUAGES[self._code]
            stages["meteor-1.5 stem", name] = lambda: MeteorStems(name)
        if "synonym" in used:
            stages["meteor-1.5 synonym", self.wordnet] = lambda: (
                lambda words, _: wordnet_named(self.wordnet).meteor_synsets(words)
            )

        def make() -> Links:
            pairs = np.column_stack([text.owners, np.arange(len(references.flat))])
            found = align_jointly(
                text.hypotheses.values, text.hypotheses.starts,
                text.references.values, text.references.starts,
                pairs, keys_of(vocabulary, stages), beam=self.beam,
                phrases=self._phrases(text, pairs) if "paraphrase" in used else None,
            )  # fmt: skip
            numbers = [0, *(STAGES.index(stage) for stage in used if stage != "exact")]
            found.rows[:, 4] = np.array(numbers, dtype=np.int32)[found.rows[:, 4]]
            return found

        table = paraphrases(self.paraphrases).digest if "paraphrase" in used else ""
        settings = (used, self._code, self.wordnet, table, self.beam)
        return segments.memo(("meteor-1.5", *settings, text.hypotheses, text.references), make)

    def _phrases(self, text: Encoded, pairs: NDArray[np.int64]) -> Phrases:
        """The paraphrases in each pair of a hypothesis and a reference."""
        table = paraphrases(self.paraphrases)
        numbers = of_types(
            text.vocabulary, ("meteor-1.5 paraphrase", table.digest), lambda: table.words
        ).values

        def translated(side: Ids) -> Ids:
            return Ids(numbers[side.values], side.starts)

        return table.phrases(translated(text.hypotheses), translated(text.references), pairs)

    def _rows(self, text: Encoded, links: Links) -> Array:
        """The statistics of each reference with its hypothesis."""
        vocabulary, used = text.vocabulary, self.stages_used
        known = self._function_words()
        listed = of_types(
            vocabulary,
            ("meteor-1.5 function", known),
            lambda: lambda words, _: Ragged.of([1] if word.lower() in known else [] for word in words),
        )
        is_function = np.diff(listed.starts)
        size = np.ones(len(vocabulary))
        if self.characters:  # in UTF-16, as Java counts them
            size = of_types(
                vocabulary,
                "utf-16 length",
                lambda: (
                    lambda words, _: Ragged.of(
                        [len(w.encode("utf-16-le", "surrogatepass")) // 2] for w in words
                    )
                ),
            ).values.astype(np.float64)
        count = len(links.starts) - 1
        owner = np.repeat(np.arange(count), np.diff(links.starts))
        parts = np.zeros((4 + 4 * len(used), count))
        sides = ((text.hypotheses, text.owners, 0), (text.references, np.arange(count), 2))
        matched, lengths = [], []
        for side, (ids, line, column) in enumerate(sides):
            weights = size[ids.values]
            function = weights * is_function[ids.values]
            for row, values in ((side, weights), (2 + side, function)):
                sums = np.concatenate([[0.0], np.cumsum(values)])
                parts[row] = (sums[ids.starts[1:]] - sums[ids.starts[:-1]])[line]
            low = ids.starts[line[owner]] + links.rows[:, column]
            words, which = ranges(low, low + links.rows[:, column + 1])
            types = ids.values[words]
            for index, stage in enumerate(used):
                mine = links.rows[which, 4] == STAGES.index(stage)
                for kind in (0, 1):
                    chosen = mine & (is_function[types] == kind)
                    parts[4 + 4 * index + 2 * kind + side] = np.bincount(
                        owner[which[chosen]], size[types[chosen]], count
                    )
            matched.append(np.bincount(owner[which], minlength=count))
            lengths.append(ids.lengths[line])
        chunks = links.chunks()
        whole = (matched[0] == lengths[0]) & (matched[1] == lengths[1]) & (chunks == 1)
        chunks[whole] = 0  # as MeteorStats.java does: neither here nor in the sum
        return np.column_stack([*parts, chunks, *matched]).astype(np.float64)
