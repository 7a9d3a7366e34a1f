"""Compiles the kernels; everything else is said in pyproject.toml."""

import os
from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup

LIMITED = ("Py_LIMITED_API", "0x030B0000")  # one wheel for Python 3.11 and everything newer

setup(
    ext_modules=cythonize(
        [
            Extension(
                path.removeprefix("src/").removesuffix(".py").replace("/", "."),
                [path],
                define_macros=[LIMITED],
                py_limited_api=True,
                extra_compile_args=["-g0"] if os.name == "posix" else [],
            )
            for path in sorted(glob("src/bolide/kernels/_*_cy.py"))
        ],
        build_dir="build/cython",
        language_level=3,
        compiler_directives={"wraparound": False},  # no kernel counts from the end
    ),
    options={"bdist_wheel": {"py_limited_api": "cp311"}, "build_ext": {"parallel": os.cpu_count()}},
)
