"""The languages of the bots in `examples`, and whether they can be compiled here.

Running Node, and building the package once for all workers that test it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[3] / "examples"


@dataclass(frozen=True)
class Language:
    """A bot in a folder of `examples`, made by its Makefile."""

    folder: str
    compiler: str
    tools: tuple[str, ...]
    """Programs that its Makefile starts."""
    libraries: tuple[str, ...]
    """Files that exist if its libraries are installed; `*` matches version numbers."""
    wire: str = "grpc"
    always: bool = False
    """Whether `make debian` installs the compiler, too."""

    @property
    def missing(self) -> list[str]:
        """The tools and libraries missing on this machine."""
        files = [each for each in self.libraries if not any(Path("/").glob(each[1:]))]
        return [each for each in (self.compiler, *self.tools) if not shutil.which(each)] + files


LANGUAGES = (
    Language("cpp", "g++", ("protoc", "grpc_cpp_plugin"), ("/usr/include/grpcpp/grpcpp.h",), always=True),
    Language(
        "go",
        "go",
        ("protoc", "protoc-gen-go", "protoc-gen-go-grpc"),
        ("/usr/share/gocode/src/google.golang.org/grpc", "/usr/share/gocode/src/google.golang.org/protobuf"),
    ),
    Language(
        "java",
        "javac",
        ("protoc", "grpc_java_plugin"),
        ("/usr/share/java/grpc-netty.jar", "/usr/share/java/netty-codec-http2.jar", "/usr/share/java/perfmark-api.jar"),
    ),
    Language(
        "csharp",
        "mcs",
        ("mono",),
        ("/usr/lib/mono/4.5/System.Json.dll", "/usr/lib/mono/4.5/System.Net.Http.dll"),
        wire="rest",
        always=True,
    ),
    Language(
        "rust",
        "cargo",
        ("rustc", "protoc"),
        tuple(
            f"/usr/share/cargo/registry/{crate}*"
            for crate in (
                "base64-0.13",
                "h2-0.3",
                "percent-encoding-2",
                "prost-0.11",
                "prost-build-0.11",
                "rand-0.8",
                "tokio-1",
            )
        ),
    ),
)
HERE = [each for each in LANGUAGES if each.always or shutil.which(each.compiler)]
"""Compilers that `make debian` does not install, because they are large, are used if present."""


TREE = Path(__file__).parents[3]
HOME = TREE / "clients" / "typescript"
_STAMP = HOME / "dist" / ".built"


def why_not() -> str:
    """Why the package cannot be tested here; empty if it can."""
    if not (shutil.which("node") and shutil.which("npm")):
        return "no Node and npm on this machine: the TypeScript client is not tested"
    if not (HOME / "node_modules" / ".installed").exists():
        return "the packages of the TypeScript client are not installed: make typescript"
    return ""


def built() -> None:
    """Build the package if a source is newer than the build; one worker does it, the others wait."""
    with (HOME / "node_modules" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _stale():
            run(["npm", "run", "--silent", "build"])


def _stale() -> bool:
    sources = [*HOME.glob("*.json"), *HOME.glob("src/**/*.ts"), *HOME.glob("tests/*.ts")]
    return not _STAMP.exists() or max(path.stat().st_mtime for path in sources) > _STAMP.stat().st_mtime


def run(command: list[str], **environ: str) -> str:
    """The output of a command in the package's folder; fails, with all its output, if the command does."""
    done = subprocess.run(command, cwd=HOME, env=_with(environ), capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def start(command: list[str], **environ: str) -> subprocess.Popen[str]:
    """A command in the background; its output is read line by line."""
    pipe: Any = subprocess.PIPE
    return subprocess.Popen(command, cwd=HOME, env=_with(environ), stdout=pipe, stderr=subprocess.STDOUT, text=True)


def tool(name: str) -> str:
    """A command from the package's own dependencies."""
    return str(HOME / "node_modules" / ".bin" / name)


def _with(environ: dict[str, str]) -> dict[str, str]:
    return {**os.environ, "NO_COLOR": "1", **environ}
