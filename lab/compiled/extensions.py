"""Compiling: from the Cython of a laid-out folder to extension modules, in it or as a wheel."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path
from typing import Any

from Cython.Build import cythonize
from setuptools import Extension, find_namespace_packages, setup

from .plan import ENGINES, ROOT

_FLAGS = [
    "-g0",
    "-fwrapv",
    "-ffp-contract=off",
    "-Wno-maybe-uninitialized",
    "-Wno-array-bounds",
    "-Wno-unused-function",
]
_DIRECTIVES = {"nonecheck": True}
"""Reading a field of None raises AttributeError, as in Python."""


def compile_all(out: Path, paths: list[str], flags: list[str], wheels: Path | None = None) -> None:
    """Compile a folder in place, and optionally as a wheel into another; raises CompileError if a compiler fails."""
    os.chdir(out)  # Cython finds packages relative to the working directory
    shutil.copyfile(ENGINES / "LICENSE", out / "LICENSE")
    jobs = os.cpu_count() or 1
    extensions = [
        Extension(path[:-4].replace("/", "."), [path], extra_compile_args=[*_FLAGS, *flags]) for path in paths
    ]
    made = cythonize(extensions, nthreads=jobs, compiler_directives=_DIRECTIVES, quiet=True)
    command = ["build_ext", "--inplace", f"-j{jobs}"]
    setup(**_metadata(), ext_modules=made, script_args=["-q", *command])
    if wheels:
        setup(**_metadata(), ext_modules=made, script_args=["-q", "bdist_wheel", "--dist-dir", str(wheels)])


def _metadata() -> dict[str, Any]:
    """The metadata of the plain wheel, and all files except the sources of compiled modules."""
    project = tomllib.loads((ENGINES / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        **{name: project[name] for name in ("name", "version", "description", "license")},
        "license_files": project["license-files"],
        "long_description": (ENGINES / project["readme"]).read_text("utf-8"),
        "long_description_content_type": "text/markdown",
        "python_requires": project["requires-python"],
        "install_requires": project["dependencies"],
        "packages": find_namespace_packages(include=[f"{ROOT}*"]),
        "package_data": {"": ["*"]},
        "exclude_package_data": {"": ["*.pyx", "*.pxd", "*.c"]},
    }
