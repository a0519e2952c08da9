"""Lock the dependencies of pyproject.toml with hashes and without any address.

`podesta-client` is the sibling in clients/python, installed from the tree, so it is left out.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
FLAGS = (
    "--universal",
    "--python-version",
    "3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-annotate",
    "--no-header",
    "-q",
)


def lock(project: Path, name: str, *extra: str) -> None:
    """Write requirements/<name>.txt; versions already locked are kept unless `--upgrade` is given."""
    out = HERE / f"{name}.txt"
    command = [sys.executable, "-m", "uv", "pip", "compile", str(project), *FLAGS, *extra, "-o", str(out)]
    subprocess.run(command + sys.argv[1:], check=True)


def main() -> None:
    """Compile both lock files from the project file without its local sibling."""
    lines = (HERE.parent / "pyproject.toml").read_text().splitlines(keepends=True)
    with TemporaryDirectory() as folder:
        project = Path(folder) / "pyproject.toml"
        project.write_text("".join(line for line in lines if '"podesta-client"' not in line))
        lock(project, "run")
        lock(project, "dev", "--group", "dev", "--extra", "otel")


if __name__ == "__main__":
    main()
