"""Lock the dependencies of the workspace's distributions, with hashes and without any address.

The root project needs the four that serve, whose own dependencies uv finds in their folders; what laboratory and
conformance kit need beyond that, the group `dev` has. None of them is written down: they are installed from the tree.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

from pythons import LEAST

HERE = Path(__file__).parent
ROOT = HERE.parent
FLAGS = (
    "--universal",
    "--python-version",
    LEAST,
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-annotate",
    "--no-header",
    "-q",
)


def members() -> list[str]:
    """The distributions of the workspace's folders."""
    workspace = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["uv"]["workspace"]
    projects = [tomllib.loads((ROOT / folder / "pyproject.toml").read_text("utf-8")) for folder in workspace["members"]]
    return [project["project"]["name"] for project in projects]


def lock(name: str, *what: str) -> None:
    """Write requirements/<name>.txt; versions already locked are kept unless `--upgrade` is given."""
    out, own = HERE / f"{name}.txt", [f"--no-emit-package={member}" for member in members()]
    command = [sys.executable, "-m", "uv", "pip", "compile", *what, *FLAGS, *own, "-o", str(out)]
    subprocess.run(command + sys.argv[1:], check=True, cwd=ROOT)


def main() -> None:
    """Compile the lock files: for running, for development, and for each tool with a folder of its own."""
    lock("run", "pyproject.toml")
    lock("dev", "pyproject.toml", "--group", "dev", "--extra", "otel")
    lock("docs", "--group", "docs")
    lock("k8s", "--group", "k8s")
    lock("compiled", "--group", "compiled")
    lock("release", "--group", "release")
    lock("proto", "--group", "proto", "--no-deps")


if __name__ == "__main__":
    main()
