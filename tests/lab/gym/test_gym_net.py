"""Networks as bots: numpy alone plays them, and one that was trained on anything else is refused."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from typing import Any

import numpy as np
import pytest

from podesta_engines import RULESETS, resample, result
from podesta_engines.play.house import NET, bot, check, has_bot, names, seats_of
from podesta_lab.arena.players import NoSuchPlayer, player
from podesta_lab.gym import net
from podesta_lab.gym.actions import ActionSpace
from podesta_lab.gym.house import NoNetwork, NoNumpy, trained
from podesta_lab.gym.net import Net, NetworkMismatch, NetworkTooLarge, hint, net_bot, save_net
from podesta_lab.gym.registry import encoder
from tests.eventstore.bombs import network_bomb
from tests.kit.walks import Table
from tests.lab.gym.trips import asked

NETS = Path(net.__file__).parent / "nets"
HORN = RULESETS.named("golden-horn")
MODULES: dict[str, Any] = sys.modules
"""A module that is None cannot be imported."""


def made(path: Path, seats: int = 2, liked: int = 0) -> Path:
    """A network that prefers one action, and of the others those with higher numbers."""
    seen, actions = encoder(HORN, seats), ActionSpace(HORN)
    rnd, size = np.random.default_rng(1), len(actions)
    bias = np.arange(size) / size + 9.0 * (np.arange(size) == liked)
    hidden = rnd.normal(size=(seen.shape[0], 8)), np.zeros(8)
    save_net(path, seen, actions, [hidden, (np.zeros((8, size)), bias)])
    return path


def test_a_network_plays_the_open_action_that_it_likes_best(tmp_path: Path) -> None:
    """Never one that is not open, whatever its preference."""
    actions = ActionSpace(HORN)
    liked = actions.index("sail", "stop")
    choose = net_bot(made(tmp_path / "net.npz", liked=liked), HORN)
    for p in asked(Table(HORN, 2), 2):
        ask = p.asks[0]
        legal, option = actions.legal(ask), choose(p, ask.seat, Random(0))
        assert option == ask.options[legal.index(liked if liked in legal else max(legal))]


def leaning(path: Path, table: Table, trust: float) -> Path:
    """A network that rates every action alike, and adds a given weight to the greedy answer."""
    seen, actions = encoder(*table), ActionSpace(table.ruleset)
    bias = np.append(np.zeros(len(actions)), trust)
    layers = [(np.zeros((seen.shape[0], 2)), np.zeros(2)), (np.zeros((2, len(bias))), bias)]
    save_net(path, seen, actions, layers)
    return path


def test_a_network_may_lean_on_greedy(tmp_path: Path, table: Table) -> None:
    """It answers as greedy does, or never does; and the same on any table that looks the same to its seat."""
    files, rnd = {trust: leaning(tmp_path / f"{trust}.npz", table, trust) for trust in (1.0, -1.0)}, Random(1)
    with_it, against = (net_bot(path, table.ruleset) for path in files.values())
    for p in islice(asked(table, 2), 0, None, 9):
        ask = p.asks[0]
        option = hint(p, ask)
        assert with_it(p, ask.seat, rnd) == option
        assert (against(p, ask.seat, rnd) == option) == (len(ask.options) == 1)
        other = resample(p, ask.seat, rnd)
        assert (hint(other, ask), with_it(other, ask.seat, rnd)) == (option, option)


def test_a_network_for_something_else_is_refused(tmp_path: Path) -> None:
    """Other numbers of seats have other observations; a file of another kind is no network."""
    path = made(tmp_path / "net.npz", seats=3)
    with pytest.raises(
        NetworkMismatch, match=r"is a network for golden-horn/1/.*/3/350, not for .*/2/350; train it again"
    ):
        Net(path, HORN, 2)
    np.savez(tmp_path / "other.npz", x=np.zeros(3))
    with pytest.raises(NetworkMismatch, match="a network for nothing"):
        Net(tmp_path / "other.npz", HORN, 2)


def test_a_network_that_is_a_bomb_is_refused(tmp_path: Path) -> None:
    """Its file states its size, and is not unpacked; as a player it is refused with the same words."""
    network_bomb(path := tmp_path / "bomb.npz")
    before = getrusage(RUSAGE_SELF).ru_maxrss
    with pytest.raises(NetworkTooLarge, match=r"bomb.npz would be more than the 33,554,432 bytes"):
        Net(path, HORN, 2)
    with pytest.raises(NoSuchPlayer, match="bytes allowed for a network"):
        player(HORN, str(path))
    assert getrusage(RUSAGE_SELF).ru_maxrss - before < 200_000


def test_a_network_is_a_player_of_the_arena(tmp_path: Path) -> None:
    """By its file, for the seats that it was trained for; without a file there is no such player."""
    path = made(tmp_path / "net.npz")
    choose = player(HORN, str(path))
    p = next(asked(Table(HORN, 2), 1))
    assert choose(p, p.actor, Random(0)) in p.options
    with pytest.raises(NoSuchPlayer, match="there is no file"):
        player(HORN, str(tmp_path / "none.npz"))
    with pytest.raises(NoSuchPlayer, match="there is no file"):
        player(HORN, "net:4")


@pytest.mark.parametrize(("rival", "games", "least"), [("random", 12, 10), ("greedy", 30, 18)])
@pytest.mark.parametrize("path", sorted(NETS.iterdir()), ids=lambda path: path.stem)
def test_the_networks_that_come_with_it_win(path: Path, rival: str, games: int, least: int) -> None:
    """Each is for the rules in its name, and wins at least so many games against others on all other seats."""
    name, version, seats = path.stem.rsplit("-", 2)
    ruleset, count, rnd = RULESETS.version(f"{name}/{version}"), int(seats), Random(3)
    mine, other, won = player(ruleset, f"net:{seats}"), player(ruleset, rival), 0
    for game in range(games):
        p, me = ruleset.start(count), game % count
        while p.ask is not None:
            if p.asks:
                seat = p.asks[0].seat
                p.play((mine if seat == me else other)(p, seat, rnd), seat)
            else:
                p.answer(rnd.choices(p.ask.options, p.ask.weights)[0])  # type: ignore[union-attr]
        won += me in result(p).winners
    assert won >= least


def test_a_network_is_a_house_bot_at_the_tables_that_it_has_learned() -> None:
    """By the name `net`; elsewhere it is refused with the alternatives."""
    pillars, earlier = RULESETS.named("pillars-of-the-earth"), RULESETS.version("golden-horn/1")
    assert (NET in names(pillars, 2), NET in names(pillars), NET in names(earlier)) == (True, True, False)
    p = pillars.start(2)
    while not p.asks:
        p.answer(p.options[0])
    seat = p.asks[0].seat
    wanted = Net(trained(pillars, 2), pillars, 2).best(p, seat)
    assert bot(pillars, NET)(p, seat, Random(0)) == player(pillars, NET)(p, seat, Random(0)) == wanted
    with pytest.raises(NoNetwork, match=r"no network plays golden-horn/1$"):
        check(earlier, 2, NET)


def test_without_numpy_networks_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """By name, and nothing breaks: it is offered nowhere, and no player of the arena."""
    pillars = RULESETS.named("pillars-of-the-earth")
    monkeypatch.setitem(MODULES, "numpy", None)
    assert (NET in names(pillars), seats_of(pillars, NET), has_bot(pillars, NET)) == (False, [], True)
    with pytest.raises(NoNumpy, match="numpy, which is not installed"):
        check(pillars, 2, NET)
    with pytest.raises(NoSuchPlayer, match="numpy, which is not installed"):
        player(pillars, "net:2")


def test_playing_and_encoding_do_without_numpy() -> None:
    """Playing, searching and encoding import no libraries for learners."""
    code = (
        "import sys, podesta_lab.arena.players, podesta_engines.play.house, podesta_engines.play.search\n"
        "import podesta_lab.gym.actions, podesta_lab.gym.table\n"
        "print(sorted({'numpy', 'gymnasium', 'pettingzoo', 'torch', 'pyspiel'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout == "[]\n"
