"""Random text: made to repeat words, to mix scripts, and to hit what tokenizers treat specially."""

from hypothesis import strategies as st

PIECES = [
    "the", "cat", "sat", "The", "mat", "a", "3.5", "1,000", "2", "0", "-", "10-15", ".", "..", "...", ",", "!",
    "'", "don't", '"', "&amp;", "&quot;", "&lt;", "&lt;skipped&gt;", "&amp;lt;", "<skipped>", "(hi)", "naïve", "straße", "İ", "Σ", "東京", "、",
    "。", "5.", ".5", "$", "€", "\u00a0", "\u2028", "\t", "\x1f", "e-mail", "x/y", "№", "½", "\u2022", "𝒳", "🙂", "-\n",
]  # fmt: skip
spaced = st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join)
joined = st.lists(st.sampled_from(PIECES), max_size=10).map("".join)
free = st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
few_words = st.lists(st.sampled_from(["a", "b", "c", "a.", "B"]), max_size=12).map(" ".join)

text = st.one_of(spaced, few_words, joined, free)


@st.composite
def random_sets(draw, most_references=3):
    """Hypotheses and references, segment-major; some close to each other."""
    number = draw(st.integers(1, 5))
    some = draw(st.integers(1, most_references))
    groups = [draw(st.lists(text, min_size=some, max_size=some)) for _ in range(number)]
    hypotheses = [draw(st.one_of(text, st.sampled_from(group))) for group in groups]
    return hypotheses, groups
