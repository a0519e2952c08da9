"""Searches that are tuned by their names: players of the arena, and of nothing else."""

from __future__ import annotations

from random import Random

import pytest

from podesta_engines import RULESETS
from podesta_engines.arena.match import match
from podesta_engines.arena.players import NoSuchPlayer, player
from podesta_engines.arena.tunings import tuned
from podesta_engines.core.position import Position
from podesta_engines.gym.house import has_bot
from podesta_engines.play.search import Tuning, search
from tests.kit.walks import Table, walk

GOLDEN_HORN = RULESETS.named("golden-horn")


def asked(seed: int) -> Position:
    """A position at which a seat has options."""
    return next(p.clone() for p in walk(Table(GOLDEN_HORN, 2), seed) if p.asks and len(p.asks[0].options) > 3)


@pytest.mark.parametrize(
    ("name", "tuning"),
    [
        ("search:9:horizon=0", Tuning(iterations=9, horizon=0)),
        ("search:iterations=9,horizon=3,doubt=0.5", Tuning(iterations=9, horizon=3, doubt=0.5)),
        ("search:9:policy=random,explore=2,widen=0", Tuning(iterations=9, policy="random", explore=2, widen=0)),
    ],
)
def test_a_name_tunes_a_search(name: str, tuning: Tuning) -> None:
    """It plays as a search with that tuning does, whatever the seed."""
    bot = player(GOLDEN_HORN, name)
    for seed in range(12):
        p = asked(seed)
        seat = p.asks[0].seat
        assert bot(p, seat, Random(seed)) == search(p, seat, Random(seed), tuning)


def test_tuned_searches_play_matches() -> None:
    """Against one that is not tuned; the time that a name grants is kept."""
    (block,) = match(GOLDEN_HORN, ["search:1ms:horizon=0", "search:3"], [0])
    assert all(sum(game.played.moves) > 10 for game in block.games)


@pytest.mark.parametrize(
    "name",
    [
        "search:40ms:horizon=-1",
        "search:40ms:horizon=1.5",
        "search:40ms:horizon=",
        "search:40ms:doubt=nan",
        "search:40ms:doubts=1",
        "search:40ms:policy=best",
        "search:40ms:margin=0",
        "search:40ms:horizon=1,",
        "search:0ms:horizon=1",
        "greedy:horizon=1",
        "strong:horizon=0",
        ":horizon=0",
    ],
)
def test_what_is_no_tuning_is_refused(name: str) -> None:
    """Fields that there are not, values that a field does not take, searches that there are not."""
    with pytest.raises(NoSuchPlayer):
        player(GOLDEN_HORN, name)


def test_no_service_seats_them() -> None:
    """House bots keep the names that they have, in logs too."""
    assert not has_bot(GOLDEN_HORN, "search:9:horizon=0")
    assert tuned(GOLDEN_HORN, "search:9") is None
