"""Networks as bots: numpy alone plays them, and one that was trained on anything else is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from podesta_engines import RULESETS
from podesta_engines.arena.players import NoSuchPlayer, player
from podesta_engines.gym.actions import ActionSpace
from podesta_engines.gym.net import Net, OtherNet, net_bot, save_net
from podesta_engines.gym.registry import encoder
from tests.engines.gym.trips import asked
from tests.kit.walks import Table

HORN = RULESETS.named("golden-horn")


def made(path: Path, seats: int = 2, liked: int = 0) -> Path:
    """A network that likes one action best, and others the more the higher their number."""
    seen, actions = encoder(HORN, seats), ActionSpace(HORN)
    rnd, size = np.random.default_rng(1), len(actions)
    bias = np.arange(size) / size + 9.0 * (np.arange(size) == liked)
    hidden = rnd.normal(size=(seen.shape[0], 8)), np.zeros(8)
    save_net(path, seen, actions, [hidden, (np.zeros((8, size)), bias)])
    return path


def test_a_network_plays_the_open_action_that_it_likes_best(tmp_path: Path) -> None:
    """Never one that is not open, whatever it likes."""
    actions = ActionSpace(HORN)
    liked = actions.index("sail", "stop")
    choose = net_bot(made(tmp_path / "net.npz", liked=liked), HORN)
    for p in asked(Table(HORN, 2), 2):
        ask = p.asks[0]
        legal, option = actions.legal(ask), choose(p, ask.seat, Random(0))
        assert option == ask.options[legal.index(liked if liked in legal else max(legal))]


def test_a_network_for_something_else_is_refused(tmp_path: Path) -> None:
    """Other numbers of seats have other observations; a file of something else is no network."""
    path = made(tmp_path / "net.npz", seats=3)
    with pytest.raises(OtherNet, match=r"is a network for golden-horn/1/.*/3/350, not for .*/2/350; train it again"):
        Net(path, HORN, 2)
    np.savez(tmp_path / "other.npz", x=np.zeros(3))
    with pytest.raises(OtherNet, match="a network for nothing"):
        Net(tmp_path / "other.npz", HORN, 2)


def test_a_network_is_a_player_of_the_arena(tmp_path: Path) -> None:
    """By its file, for the seats that it was trained for; without a file there is no such player."""
    path = made(tmp_path / "net.npz")
    choose = player(HORN, str(path))
    p = next(asked(Table(HORN, 2), 1))
    assert choose(p, p.actor, Random(0)) in p.options
    with pytest.raises(NoSuchPlayer, match="there is no file"):
        player(HORN, str(tmp_path / "none.npz"))


def test_the_engines_do_without_numpy() -> None:
    """Whoever plays, searches and encodes imports nothing of what learners need."""
    code = (
        "import sys, podesta_engines.arena.players, podesta_engines.play.search\n"
        "import podesta_engines.gym.actions, podesta_engines.gym.table\n"
        "print(sorted({'numpy', 'gymnasium', 'pettingzoo', 'torch', 'pyspiel'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout == "[]\n"
