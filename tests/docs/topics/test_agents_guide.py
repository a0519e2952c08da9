"""The guide for agents runs as written."""

from pathlib import Path

import pytest

from tests.docs.guides import Guide
from tests.kit.ports import free_port

pytest.importorskip("mcp")
pytestmark = [pytest.mark.campaign, pytest.mark.slow, pytest.mark.timeout(120)]


def test_every_block_runs(tmp_path: Path) -> None:
    """Each block prints what stands below it."""
    ports = {"8080": free_port(), "50051": free_port()}
    environ = {"PODESTA_REST_PORT": str(ports["8080"]), "PODESTA_GRPC_PORT": str(ports["50051"])}
    guide = Guide("agents.md", tmp_path, ports, environ)
    with guide.shell:
        guide.play()
