"""The languages of the bots in `examples`, and whether they can be compiled here."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

EXAMPLES = Path(__file__).parents[3] / "examples"


@dataclass(frozen=True)
class Language:
    """A bot in a folder of `examples`, made by its Makefile."""

    folder: str
    compiler: str
    tools: tuple[str, ...]
    """Programs that its Makefile starts."""
    libraries: tuple[str, ...]
    """Files that are there if its libraries are; `*` stands for what a version leaves open."""
    wire: str = "grpc"
    always: bool = False
    """Whether `make debian` installs the compiler, too."""

    @property
    def missing(self) -> list[str]:
        """What is not on this machine."""
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
"""Compilers that `make debian` does not install, for they are large, are used where they are."""
