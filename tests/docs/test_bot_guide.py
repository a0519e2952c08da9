"""The guide for bot developers runs as written, in an environment of its own with nothing but the client's wheel."""

from __future__ import annotations

import shutil
import site
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.guides import Guide
from tests.kit.ports import free_port

pytestmark = pytest.mark.slow
CLIENT = Path(__file__).parents[2] / "clients" / "python"
OWN = ("podesta", "_podesta", "__editable__")
"""The tree's packages in the tests' environment, which the guide must not find."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the client's wheel, built as the guide says."""
    folder = tmp_path_factory.mktemp("wheel")
    source = shutil.copytree(CLIENT, folder / "source", ignore=shutil.ignore_patterns("__pycache__", "dist"))
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(source)]
    subprocess.run(build, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of this environment except the tree's own, and a hook that puts them last on the path."""
    folder = tmp_path_factory.mktemp("libraries")
    hook, packages = folder / "hook", folder / "packages"
    hook.mkdir()
    packages.mkdir()
    for path in Path(site.getsitepackages()[0]).iterdir():
        if not path.name.startswith(OWN):
            (packages / path.name).symlink_to(path)
    (hook / "sitecustomize.py").write_text(
        f"import sys\nif sys.prefix != {sys.prefix!r}:\n    sys.path.append({str(packages)!r})\n"
    )
    return hook


@pytest.fixture
def guide(tmp_path: Path, wheel: Path, libraries: Path) -> Iterator[Guide]:
    """The guide in an empty folder; pip uses no index, and finds the wheel and its dependencies."""
    ports = {"8080": free_port(), "50051": free_port()}
    environ = {
        "PODESTA_REST_PORT": str(ports["8080"]),
        "PODESTA_GRPC_PORT": str(ports["50051"]),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheel),
        "PYTHONPATH": str(libraries),
    }
    made = Guide("bot.md", tmp_path, ports, environ)
    with made.shell:
        yield made


def test_every_block_runs(guide: Guide, tmp_path: Path) -> None:
    """From the wheel to a bot in another language; without Node, all but that last one."""
    if shutil.which("node") is None:
        guide.blocks = [block for block in guide.blocks if "node bot.mjs" not in block.code]
    guide.play(until="The end")
    code = "from importlib.util import find_spec; print(find_spec('podesta_client').origin)"
    where = [str(tmp_path / "empty" / "bots" / "bin" / "python"), "-c", code]
    found = subprocess.run(where, check=True, capture_output=True, text=True).stdout
    assert Path(found).is_relative_to(tmp_path / "empty" / "bots")
    guide.play()
