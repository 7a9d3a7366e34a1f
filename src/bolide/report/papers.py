"""The papers' tables of agreement with people: the metrics that each compares, and the figures it prints.

A study is named as ``bolide study`` names it. Its rows are labels with specifications of metrics; the papers'
figures stand by level and by what was judged, a figure a label.

>>> PAPERS["components"].figures["system"]["Table 1: Chinese"]["METEOR"]
0.964
>>> list(rows("depth", 2))
['BLEU 1', 'BLEU 2', 'HWCM 1', 'HWCM 2', 'STM 2', 'STM kernel', 'DSTM 2', 'DSTM kernel']
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Figures = Mapping[str, float]
GRID = ("BLEU", "HWCM", "STM", "DSTM")
"""The columns of Liu & Gildea's tables."""
KERNEL = "kernel"
DEPTH, NBEST = 4, (2, 10, 50)


@dataclass(frozen=True)
class Paper:
    """What a paper prints: on each level, figures by what was judged."""

    name: str
    summary: str
    figures: Mapping[str, Mapping[str, Figures]]

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that the paper's tables are of."""
        return tuple(self.figures)


def rows(study: str, depth: int = DEPTH, nbest: Sequence[int] = NBEST) -> dict[str, str]:
    """The metrics of a study: labels as the paper writes them, with specifications."""
    if study == "depth":
        return _by_depth(depth)
    return _variants(nbest) if study == "variants" else dict(_ROWS[study])


def _by_depth(most: int) -> dict[str, str]:
    """Each metric for each length or depth; a subtree of depth 1 is a mere word or tag."""
    found = {
        f"BLEU {n}": f"bleu:max_ngram_order={n},smooth_method=epsilon,effective_order=yes"
        for n in range(1, most + 1)
    }
    found |= {f"HWCM {n}": f"hwcm:length={n}" for n in range(1, most + 1)}
    for name, kernel in (("stm", "tkm"), ("dstm", "dtkm")):
        found |= {f"{name.upper()} {n}": f"{name}:depth={n}" for n in range(2, most + 1)}
        found[f"{name.upper()} {KERNEL}"] = kernel
    return found


def _variants(nbest: Sequence[int]) -> dict[str, str]:
    """Owczarzak et al.'s metrics; the most parses first, since their triples serve the others, too."""
    found = {}
    for n in sorted(nbest, reverse=True):
        found[f"d_{n}"] = f"labelled:nbest={n}"
        found[f"d_{n}_var"] = f"labelled:nbest={n},partial=yes"
    if nbest:
        found[f"d_{max(nbest)}+WN"] = f"labelled:nbest={max(nbest)},wordnet=yes"
    return found | _ROWS["variants"]


_ROWS = {
    "components": {
        "BLEU": "bleu:effective_order=yes",
        "NIST": "nist",
        "Precision": "precision",
        "Recall": "recall",
        "F1": "f1",
        "Fmean": "fmean",
        "METEOR": "meteor",
    },
    "stages": {
        "Exact": "meteor:stages=exact,stop_words=function",
        "Exact, Porter": "meteor:stages=exact+porter,stop_words=function",
        "Exact, WN-Stem": "meteor:stages=exact+wn-stem,stop_words=function",
        "Exact, Porter, WN-Synonym": "meteor:stop_words=function",
        "all words: Exact": "meteor:stages=exact",
        "all words: Exact, Porter": "meteor:stages=exact+porter",
        "all words: Exact, WN-Stem": "meteor:stages=exact+wn-stem",
        "all words: Exact, Porter, WN-Synonym": "meteor",
    },
    "variants": {
        "d": "labelled",
        "d_pr": "labelled:predicates=yes",
        "d_var": "labelled:partial=yes",
        "d+WN": "labelled:wordnet=yes",
        "M": "meteor:stages=exact+porter",
        "M+WN": "meteor",
        "BLEU": "bleu:lowercase=yes,smooth_method=add-one,effective_order=yes",
        "NIST": "nist:lowercase=yes",
        "GTM": "gtm:tokenize=13a,lowercase=yes",
        "TER": "ter:normalized=yes",
    },
}


def _grid(table: str) -> Figures:
    """A table by Liu & Gildea: a line a depth, the last one the kernels."""
    found = {}
    lines = table.split("/")
    for number, line in enumerate(lines, 1):
        last = number == len(lines)
        columns = GRID[2:] if last else GRID[: len(line.split())]
        for column, figure in zip(columns, line.split(), strict=True):
            found[f"{column} {KERNEL if last else number}"] = float(figure)
    return found


def _column(labels: str, figures: str) -> Figures:
    return dict(zip(labels.split(), map(float, figures.split()), strict=True))


_STAGES = tuple(_ROWS["stages"])[:4]
_TABLE_3 = "d_50+WN d+WN d_50_var GTM d_10_var d_50 d_2_var d_10 d_var d_2 d BLEU M+WN M NIST d_pr TER"

PAPERS: Mapping[str, Paper] = {
    "components": Paper(
        "Banerjee & Lavie (2005)",
        "what precision, recall and the penalty for fragments do for METEOR (Tables 1-5 and 8)",
        {
            "system": {
                "Table 1: Chinese": _column(
                    "BLEU NIST Precision Recall F1 Fmean METEOR", ".817 .892 .752 .941 .948 .952 .964"
                )
            },
            "within": {
                "Table 4: Arabic": _column("Precision Recall Fmean METEOR", ".287 .334 .340 .347"),
                "Table 5: Chinese": _column("Precision Recall Fmean METEOR", ".286 .320 .327 .331"),
                "Table 8: Arabic, normalised": {"METEOR": 0.403},
                "Table 8: Chinese, normalised": {"METEOR": 0.365},
            },
        },
    ),
    "stages": Paper(
        "Banerjee & Lavie (2005)",
        "what stems and synonyms do for METEOR (Tables 6 and 7)",
        {
            "within": {
                "Table 6: Arabic": dict(zip(_STAGES, (0.312, 0.329, 0.330, 0.347), strict=True)),
                "Table 7: Chinese": dict(zip(_STAGES, (0.293, 0.318, 0.312, 0.331), strict=True)),
            }
        },
    ),
    "depth": Paper(
        "Liu & Gildea (2005)",
        "BLEU and syntax metrics by the length of n-grams and chains and the depth of trees (Tables 1-6)",
        {
            "within": {
                "Table 1: E14, fluency": _grid(
                    ".126 .130 / .132 .142 .142 .159 / .117 .157 .147 .150 / .093 .153 .136 .121 / .065 .090"
                ),
                "Table 2: E15, fluency": _grid(
                    ".122 .128 / .094 .120 .134 .137 / .073 .119 .144 .124 / .048 .113 .143 .121 / .089 .066"
                ),
                "Table 3: E14, overall": _grid(
                    ".176 .191 / .185 .195 .171 .193 / .169 .202 .168 .175 / .137 .199 .158 .143 / .093 .127"
                ),
                "Table 4: E15, overall": _grid(
                    ".146 .152 / .124 .142 .148 .152 / .095 .144 .151 .139 / .067 .137 .144 .137 / .098 .084"
                ),
                "Table 5: JHU, overall": _grid(
                    ".536 .502 / .562 .555 .515 .513 / .513 .538 .529 .477 / .453 .510 .497 .450 / .461 .413"
                ),
            },
            "system": {
                "Table 6: 7 systems, overall": _grid(
                    ".629 .723 / .683 .757 .538 .780 / .724 .774 .597 .780 / .753 .778 .612 .788"
                    " / .781 .780 .618 .778 / .763 .778 .618 .782 / .539 .875"
                )
            },
        },
    ),
    "variants": Paper(
        "Owczarzak et al. (2007)",
        "labelled dependencies with partial matches, more parses and synonyms (Table 3)",
        {
            "pooled": {
                "Table 3: fluency": _column(
                    _TABLE_3,
                    ".177 .175 .174 .172 .172 .171 .168 .168 .165 .164 .161 .155 .153 .149 .146 .143 .133",
                ),
                "Table 3: accuracy": _column(
                    _TABLE_3,
                    ".269 .260 .273 .203 .273 .262 .270 .262 .266 .257 .256 .199 .294 .278 .273 .240 .192",
                ),
                "Table 3: average": _column(
                    _TABLE_3,
                    ".250 .244 .252 .208 .250 .243 .247 .242 .243 .237 .235 .197 .255 .242 .238 .216 .182",
                ),
            }
        },
    ),
}  # fmt: skip
"""TER, for which lower is better, is turned round here, too."""
