"""The guides for agents, sites, the arena, learning and clients of one's own run exactly as written."""

from pathlib import Path

import pytest

from tests.docs.guides import Guide
from tests.kit.ports import free_port

TREE = Path(__file__).parents[3]


@pytest.mark.campaign
@pytest.mark.slow
def test_the_guide_for_agents_runs(tmp_path: Path) -> None:
    """Each block prints the output given in the guide."""
    pytest.importorskip("mcp")
    ports = {"8080": free_port(), "50051": free_port()}
    environ = {"PODESTA_REST_PORT": str(ports["8080"]), "PODESTA_GRPC_PORT": str(ports["50051"])}
    guide = Guide("agents.md", tmp_path, ports, environ)
    with guide.shell:
        guide.play()


@pytest.mark.campaign
@pytest.mark.slow
def test_the_guide_for_sites_runs(tmp_path: Path) -> None:
    """Each block prints the output given in the guide."""
    ports = {"8080": free_port(), "50051": free_port(), "8099": free_port()}
    environ = {"PODESTA_REST_PORT": str(ports["8080"]), "PODESTA_GRPC_PORT": str(ports["50051"])}
    guide = Guide("site.md", tmp_path, ports, environ)
    with guide.shell:
        guide.play()


@pytest.mark.campaign
@pytest.mark.slow
def test_the_guide_to_the_arena_runs(tmp_path: Path) -> None:
    """From a bot in a file to a match that stops when the result is certain."""
    guide = Guide("arena.md", tmp_path, {}, {})
    with guide.shell:
        guide.play()
    empty = tmp_path / "empty"
    assert "greedy" in (empty / "table.txt").read_text()
    assert {path.suffix for path in (empty / "results").iterdir()} == {".toml", ".jsonl", ".md", ".svg"}


@pytest.mark.campaign
@pytest.mark.slow
def test_the_guide_to_learning_runs(tmp_path: Path) -> None:
    """Each block prints the output given in the guide."""
    guide = Guide("learning.md", tmp_path, {}, {})
    with guide.shell:
        guide.play()


@pytest.mark.campaign
@pytest.mark.slow
def test_the_guide_to_statistics_runs(tmp_path: Path) -> None:
    """From games between bots to the service's pages on them."""
    ports = {"8080": free_port()}
    environ = {"PODESTA_REST_PORT": str(ports["8080"]), "PODESTA_GRPC_PORT": "0", "PODESTA_METRICS_PORT": "0"}
    guide = Guide("statistics.md", tmp_path, ports, environ)
    with guide.shell:
        guide.play()


@pytest.mark.campaign
@pytest.mark.slow
def test_the_guide_for_own_clients_runs(tmp_path: Path) -> None:
    """The naive bot fails where the guide says so, and the client passes."""
    guide = Guide("own-client.md", tmp_path, {}, {"CLONE": str(TREE)})
    with guide.shell:
        guide.play()
