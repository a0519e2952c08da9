from pathlib import Path

import numpy as np
import pytest

from podesta_engines import RULESETS
from podesta_lab.expert.mind import Mind
from podesta_lab.gym.actions import ActionSpace
from podesta_lab.gym.net import save_net
from podesta_lab.gym.registry import encoder
from tests.kit.walks import Table

TABLES = [Table(ruleset, seats) for ruleset in RULESETS.all() for seats in ruleset.seats]
WIDTH = 8


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of a `table` runs for every ruleset and every number of seats."""
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", TABLES, ids=repr)


@pytest.fixture
def mind(table: Table, tmp_path: Path) -> Mind:
    """An untrained network for a table: its weights are random."""
    return untrained(table, tmp_path / "net.npz")


def untrained(table: Table, path: Path) -> Mind:
    """A network with random weights, written and read again."""
    seen, actions, rng = encoder(table.ruleset, table.seats), ActionSpace(table.ruleset), np.random.default_rng(1)

    def layer(inputs: int, outputs: int) -> tuple[np.ndarray, np.ndarray]:
        return rng.normal(0, inputs**-0.5, (inputs, outputs)), rng.normal(0, 0.1, outputs)

    inputs = seen.shape[0]
    save_net(
        path, seen, actions, [layer(inputs, WIDTH), layer(WIDTH, len(actions))], [layer(inputs, WIDTH), layer(WIDTH, 1)]
    )
    return Mind(path, table.ruleset, table.seats)
