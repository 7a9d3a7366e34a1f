"""Write a trained model as the file that the parser reads at run time.

python -m training.export student.pt src/bolide/syntax/data/english.npz
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from bolide.syntax.model import FORMAT, TABLES


def export(source: Path, target: Path) -> None:
    """Tables of words are kept in 8 bits with a scale a row, all else in 16."""
    data = torch.load(source, weights_only=False)
    state = {name: value.numpy() for name, value in data["model"].items()}
    alphabet, sizes = data["alphabet"], data["sizes"]
    arrays: dict[str, NDArray[Any]] = {}
    for name in TABLES:
        table = state[f"words.{name}.weight"]
        scale = np.maximum(np.abs(table).max(axis=1), 1e-8) / 127
        arrays[name] = np.round(table / scale[:, None]).astype(np.int8)
        arrays[f"{name}.scale"] = scale.astype(np.float16)
    for name in ("tag", "begin", "end", "label_begin", "function"):
        arrays[f"{name}.weight"], arrays[f"{name}.bias"] = state[f"{name}.weight"].T, state[f"{name}.bias"]
    arrays["label_end.weight"] = state["label_end.weight"].T
    # chain 0 is what was too rare to be learnt; it is never chosen
    arrays["chain.weight"], arrays["chain.bias"] = state["chain.weight"][1:].T, state["chain.bias"][1:]
    arrays["pair.weight"] = state["pair"]
    size = sizes["hidden"]
    half = np.repeat(np.array([0.5, 0.5, 0.5, 1.0]), size)
    for layer in range(sizes["layers"]):
        for side in ("", "_reverse"):
            name = f"l{layer}{side}"

            def gates(kind: str, name: str = name) -> NDArray[Any]:
                i, f, g, o = np.split(state[f"lstm.{kind}_{name}"], 4)
                return np.concatenate([i, f, o, g])

            arrays[f"{name}.weight"] = gates("weight_ih").T * half
            arrays[f"{name}.again"] = gates("weight_hh").T * half
            arrays[f"{name}.bias"] = (gates("bias_ih") + gates("bias_hh")) * half
    about = {
        "format": FORMAT,
        "hidden": size,
        "layers": sizes["layers"],
        "tags": list(alphabet["tags"]),
        "chains": list(alphabet["chains"])[1:],
        "functions": list(alphabet["functions"]),
        "words": list(alphabet["words"]),
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        np.savez_compressed(
            file,
            about=np.array(json.dumps(about, ensure_ascii=False)),
            **{n: a if a.dtype == np.int8 else a.astype(np.float16) for n, a in arrays.items()},
        )
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    options = parser.parse_args()
    export(options.source, options.target)
