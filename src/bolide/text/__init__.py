"""Text as arrays: code points, tokens, and tokens as numbers.

``encode`` is what metrics call; ``tokenizer`` and ``tokens`` are for everybody else. Other packages add
tokenizers by an entry point in the group ``bolide.tokenizers``: a function from a string to a list of
strings.
"""

from bolide.text.buffers import Codes, codes, pieces
from bolide.text.tokenizers import Tokenizer, Tokens, from_lists, tokenizer, tokenizer_names, tokens
from bolide.text.vocabulary import Encoded, Ids, Vocabulary, encode

__all__ = [
    "Codes",
    "Encoded",
    "Ids",
    "Tokenizer",
    "Tokens",
    "Vocabulary",
    "codes",
    "encode",
    "from_lists",
    "pieces",
    "tokenizer",
    "tokenizer_names",
    "tokens",
]
