"""The hot loops, in Cython's pure-Python mode: compiled by ``setup.py``, or interpreted on request.

Each ``_NAME_cy.py`` holds loops over arrays and nothing else: token ids are ``int32``, ragged data is
``(values, starts)``, results are written into arrays that the caller made. ``kernel("ngrams")`` returns the
module compiled from ``_ngrams_cy.py``. With ``BOLIDE_KERNELS=interpreted`` in the environment it returns the
same file interpreted, which is some hundred times slower and meant for debugging.

>>> sorted(name for name in dir(kernel("ngrams")) if name.startswith("clipped"))
['clipped_matches']
"""

import os
from functools import cache, wraps
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from bolide.errors import BolideError


class KernelError(BolideError):
    """The compiled kernels are missing."""


@cache
def kernel(name: str) -> Any:
    """The kernel module of this name."""
    if os.environ.get("BOLIDE_KERNELS") == "interpreted":
        return interpreted(name)
    module = import_module(f"bolide.kernels._{name}_cy")
    if (module.__file__ or "").endswith(".py"):
        raise KernelError(
            "bolide's kernels are not compiled: run `pip install .` in its source folder (a C compiler is"
            " needed), or set BOLIDE_KERNELS=interpreted to run them slowly"
        )
    return module


@cache
def interpreted(name: str) -> ModuleType:
    """The same module from its Python source; needs the package Cython."""
    from importlib import util
    from pathlib import Path

    path = Path(__file__).parent / f"_{name}_cy.py"
    spec = util.spec_from_file_location(f"bolide.kernels.interpreted_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for attribute, value in list(vars(module).items()):
        if callable(value) and getattr(value, "__module__", "") == module.__name__ and attribute[0] != "_":
            setattr(module, attribute, _with_memoryviews(value))
    return module


def _with_memoryviews(function: Any) -> Any:
    """Pass arrays as memoryviews, whose elements are Python numbers, as compiled code sees them."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*(a.data if isinstance(a, np.ndarray) else a for a in arguments))

    return call
