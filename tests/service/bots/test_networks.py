"""A trained network can be seated as the house bot `net` at tables it was trained on, if numpy is installed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from podesta_client import Bot, connect
from podesta_engines import RULESETS, follow
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import GREEDY
from podesta_engines.game.events import Created, Entry
from podesta_engines.game.format.terms import Clock
from podesta_engines.game.game import start
from podesta_engines.play.house import EXPERT, NET, seats_of
from podesta_lab.expert.mind import kept_mind
from podesta_lab.gym import house
from podesta_lab.gym.house import trained
from podesta_lab.gym.net import kept_net
from podesta_service.bots.standing_in import player_of
from podesta_service.bots.thinking import task, think
from podesta_service.catalogue import catalogue
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.problems import BAD_SETUP, told
from podesta_service.table.table import Table
from tests.kit.fixtures import NewContext
from tests.kit.games import log_of, of, refused
from tests.kit.process import running_service
from tests.kit.walks import Table as Walked
from tests.kit.walks import walk
from tests.service.bots.workers import reached, worker_of

RULES = RULESETS.named("pillars-of-the-earth")
ADA = SeatPlan("Ada", claim=True)
MODULES: dict[str, Any] = sys.modules
"""A module that is None cannot be imported."""


def opening(seats: int = 2, ruleset: str = RULES.id, **more: Any) -> Opening:
    """A game in which a network has the last seat."""
    return Opening(ruleset, "", {}, [ADA] * (seats - 1) + [SeatPlan("Rete", bot=NET)], **more)


async def opened(context: Context, wanted: Opening) -> Table:
    """A game just opened."""
    table, _ = await context.master.seating.create(wanted)
    return table


Change = Callable[[pytest.MonkeyPatch, Context], None]


def _nothing(_: pytest.MonkeyPatch, __: Context) -> None:
    """The service unchanged."""


def _without_networks(monkeypatch: pytest.MonkeyPatch, _: Context) -> None:
    monkeypatch.setattr(house, "trained", lambda *_: Path("none.npz"))


def _without_numpy(monkeypatch: pytest.MonkeyPatch, _: Context) -> None:
    monkeypatch.setitem(MODULES, "numpy", None)


def test_it_is_offered_where_it_has_learned(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue names it with its tables; without numpy, or without a network, it is not offered."""
    found = catalogue(RULES.id, "en")
    assert (NET in found.bots, 2 in found.net_seats) == (True, True)
    assert found.net_seats == [seats for seats in RULES.seats if trained(RULES, seats).is_file()]
    for forget in (_without_networks, _without_numpy):
        with monkeypatch.context() as now:
            forget(now, context)
            assert (NET in catalogue(RULES.id, "en").bots, catalogue(RULES.id, "en").net_seats) == (False, [])


@pytest.mark.parametrize(
    ("wanted", "change", "why"),
    [
        (opening(), _without_networks, "no network plays pillars-of-the-earth/1"),
        (opening(), _without_numpy, "numpy, which is not installed"),
        (opening(4), _nothing, "no network plays pillars-of-the-earth/1 at a table of 4; there is one for tables"),
    ],
)
async def test_where_it_cannot_play_it_is_refused(
    context: Context, monkeypatch: pytest.MonkeyPatch, wanted: Opening, change: Change, why: str
) -> None:
    """With the reason in both languages, and the bots that can play: as a game is opened, on a seat, and for a
    clock."""
    seating = context.master.seating
    waiting = await opened(context, Opening(wanted.ruleset, "", {}, [ADA, *[SeatPlan()] * (len(wanted.seats) - 1)]))
    clock = Clock(kind="move", seconds=60, policy="bot", bot=NET)
    change(monkeypatch, context)
    calls: list[Coroutine[Any, Any, object]] = [
        seating.create(wanted),
        seating.create(Opening(wanted.ruleset, "", {}, [ADA] * len(wanted.seats), clock=clock)),
        seating.seat_bot(waiting.game, None, NET, "", ""),
    ]
    for call in calls:
        error = await refused(BAD_SETUP, call)
        problem = error.problem
        assert (problem.field, why in problem.detail) == ("bot", True)
        assert NET not in (problem.legal or [])
        assert "greedy" in (problem.legal or [])
        assert told(error, "it").detail != problem.detail


async def test_a_process_without_numpy_lets_another_bot_stand_in(
    context: Context, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A game that another process has opened goes on, and the log says which bot plays."""
    table = await opened(context, opening())
    holder = table.holders[1]
    assert holder is not None
    assert player_of(table, holder) == NET
    monkeypatch.setitem(MODULES, "numpy", None)
    assert player_of(table, holder) == GREEDY
    assert "seat 1 is played by greedy: networks run on numpy" in caplog.text


def test_an_expert_without_time_answers_as_its_network_would() -> None:
    """The bot's time limit is the search's, too."""
    p, mind = a_choice(), kept_mind(trained(RULES, 2), RULES, 2)
    (seat,) = (ask.seat for ask in p.asks)
    found = {seconds: think(task(p, seat, EXPERT, 1, seconds, 60)) for seconds in (0.0, 50.0)}
    ask = p.asks[0]
    assert found[0.0] == (ask.kind.name, ask.kind.words.slug(mind.best(p, seat)))
    assert found[50.0][1] in [ask.kind.words.slug(option) for option in ask.options]


def a_choice() -> Position:
    """The first position of a game at which a seat has a choice."""
    return next(p for p in walk(Walked(RULES, 2), 1) if p.asks and len(p.asks[0].options) > 2)


async def test_it_answers_as_it_has_learned(new_context: NewContext) -> None:
    """Each answer of its seat is the one that the network rates highest: none is another bot's, or random."""
    context = await new_context(bot_seconds=1.0)
    plans = [SeatPlan(bot="random"), SeatPlan(bot=NET)]
    game = (await opened(context, Opening(RULES.id, "", {}, plans))).game
    worker, stop = worker_of(context, 1), asyncio.Event()
    running = asyncio.create_task(worker.run(stop))
    await reached(context, game, lambda table: table.revision > 40)
    stop.set()
    await running
    assert len([*_checked(await log_of(context.master, game))]) > 10


def _checked(log: Sequence[Entry]) -> Iterator[Answered]:
    """The network's answers, each compared with the network."""
    (created,), net = of(Created, log), kept_net(trained(RULES, 2), RULES, 2)
    p = start(RULESETS, created)
    for event in (each for entry in log for each in entry.events if isinstance(each, Answered | Drawn)):
        if isinstance(event, Answered) and event.seat == 1:
            ask = next(ask for ask in p.asks if ask.seat == 1)
            assert ask.kind.words.slug(net.best(p, 1)) == event.option
            yield event
        follow(p, event)


def test_networks_are_seated_over_both_wires(tmp_path: Path) -> None:
    """By themselves, and as guides of a search; the catalogue lists their tables."""
    with (
        running_service(tmp_path, BOT_SECONDS="1") as process,
        connect(process.grpc) as podesta,
        httpx.Client(base_url=process.rest) as rest,
    ):
        shown = rest.get(f"/v1/rulesets/{RULES.id}").json()
        for name in (NET, EXPERT):
            game = podesta.create(RULES.id, ["Ada", Bot(name, "Rete")])
            plan = {"ruleset": RULES.id, "seats": [{"name": "Ada", "claim": True}, {"bot": name}]}
            told = rest.post("/v1/games", json=plan).raise_for_status().json()
            assert told["game"]["seats"][1]["bot"] == podesta.get(game.id).seats[1].bot == name
        for found in (shown, podesta.ruleset(RULES.id).catalogue):
            assert found["net_seats"] == seats_of(RULES, NET)
            assert found["summary"]["expert_seats"] == seats_of(RULES, EXPERT)
