"""Compiling: from the Cython of a laid-out folder to extension modules, in it or as a wheel."""

from __future__ import annotations

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

FLAGS = ["-g0", "-fwrapv"]
_DIRECTIVES = {"nonecheck": True}


def compile_all(out: Path, paths: list[str], flags: list[str], jobs: int) -> None:
    """Compile in place; raises CompileError where Cython or the compiler objects."""
    os.chdir(out)  # Cython finds packages from where it is
    extensions = [Extension(path[:-4].replace("/", "."), [path], extra_compile_args=[*FLAGS, *flags]) for path in paths]
    made = cythonize(extensions, nthreads=jobs, compiler_directives=_DIRECTIVES, quiet=True)
    setup(name="podesta-engines", ext_modules=made, script_args=["-q", "build_ext", "--inplace", f"-j{jobs}"])
