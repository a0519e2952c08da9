"""The guide for operators runs as written, on a real server, except for the ports."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from podesta_eventstore.server.program import server_program
from tests.docs.guides import Guide
from tests.eventstore.valkey_cli import CLIENT
from tests.kit.ports import free_port

pytestmark = [pytest.mark.campaign, pytest.mark.slow]
TREE = Path(__file__).parents[2]


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder with `valkey-server` and `valkey-cli`: the wheel has a server, but no client."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "valkey-cli").write_text(CLIENT)
    (folder / "valkey-cli").chmod(0o755)
    (folder / "valkey-server").symlink_to(server_program().path)
    return folder


@pytest.fixture
def guide(tmp_path: Path, tools: Path) -> Iterator[Guide]:
    """The guide in an empty folder."""
    ports = {written: free_port() for written in ("8080", "50051", "9464", "6379", "6380")}
    environ = {"CLONE": str(TREE), "TOOLS": str(tools), "PODESTA_METRICS_PORT": str(ports["9464"])}
    made = Guide("operator.md", tmp_path, ports, environ)
    with made.shell:
        made.shell.run('PATH="$TOOLS:$PATH"')
        yield made


def test_every_block_runs(guide: Guide) -> None:
    """From the store to the last process; without kubectl, all but the manifests, which `make k8s` checks."""
    if shutil.which("kubectl") is None:
        guide.blocks = [block for block in guide.blocks if "kubectl" not in block.code]
    guide.play()
