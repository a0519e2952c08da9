"""Blocks on a cluster of Ray, where it is installed: the same as those of processes. Without it, a clear refusal."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from podesta_engines import RULESETS
from podesta_engines.arena.cluster import NoRay, play_by_ray
from podesta_engines.arena.match import match, tasks
from podesta_service.cli.study.arena import command

RULESET, PAIR = RULESETS.named("golden-horn"), ["greedy", "random"]
HAS_RAY = find_spec("ray") is not None


@pytest.mark.nightly
@pytest.mark.skipif(not HAS_RAY, reason="Ray is an extra of 240 MB")
def test_blocks_of_a_cluster_are_those_of_this_process() -> None:
    """Block by block the same scores, whatever order they come in."""
    found = {block.deal: block for block in play_by_ray(tasks(RULESET, PAIR, range(4)), 2)}
    expected = {block.deal: block for block in match(RULESET, PAIR, range(4))}
    assert {deal: block.shares for deal, block in found.items()} == {deal: b.shares for deal, b in expected.items()}


@pytest.mark.skipif(HAS_RAY, reason="Ray is installed")
def test_without_ray_it_says_what_to_install() -> None:
    """Before any game."""
    with pytest.raises(NoRay, match=r"pip install 'podesta\[ray\]'"):
        next(play_by_ray(tasks(RULESET, PAIR, range(1))))


def test_a_service_needs_no_cluster(tmp_path: Path) -> None:
    """Its games are played there."""
    words = ["golden-horn", *PAIR, "--ray", "--service", "localhost:1", "--out", str(tmp_path)]
    found = CliRunner().invoke(command, words)
    assert found.exit_code == 2
    assert "either --ray or --service" in found.output
