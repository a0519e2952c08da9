"""Games of a master without wires: opened, played on, refused; their logs."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Awaitable, Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from uuid import uuid4

import pytest

from podesta_engines.game.events import Entry
from podesta_engines.game.facts import Status
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.master import Master
from podesta_service.problems import ProblemType, Refusal
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from podesta_service.views.summaries import GameSummary, LobbyFilter

Found = TypeVar("Found")

QUICK = {"layout": "standard", "round_limit": 2, "start_seat": 0}
"""Options of a Golden Horn game that ends after two rounds at the latest."""

OPEN = [SeatPlan(), SeatPlan()]
"""Two unclaimed seats."""


def command() -> str:
    """A fresh command id."""
    return uuid4().hex


async def open_game(master: Master, seats: int = 2, options: dict[str, object] | None = None) -> tuple[str, list[str]]:
    """A running Golden Horn game and its seats' tokens."""
    plans = [SeatPlan(f"P{seat}", claim=True) for seat in range(seats)]
    table, tokens = await master.seating.create(Opening("golden-horn", "", options or QUICK, plans))
    return table.game, [token.token for token in tokens]


def choose(table: Table, rnd: Random) -> tuple[int, list[tuple[str, str]]]:
    """A seat that is asked, and a random legal answer."""
    ask = rnd.choice(list(table.position.asks))
    return ask.seat, [(ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options)))]


async def play_on(master: Master, game: str, rnd: Random, most: int = 10_000) -> Table:
    """Play a game on with random answers, to its end or for `most` commands."""
    table = await master.table(game)
    while table.status == "running" and most:
        seat, answers = choose(table, rnd)
        step, _ = await master.answering.answer(Command(game, seat, table.revision, command()), answers)
        table, most = step.table, most - 1
    return table


async def lobby(master: Master, ruleset: str = "", status: Status | None = None) -> dict[str, GameSummary]:
    """Every game that the lobby lists, by its id, on all its pages: others play in the same store."""
    found, cursor = dict[str, GameSummary](), ""
    while True:
        page, cursor = await master.lobby.games(LobbyFilter(ruleset, status), cursor, 50)
        found |= {each.game: each for each in page}
        if not cursor:
            return found


async def refused(kind: ProblemType, call: Awaitable[Any]) -> Refusal:
    """The refusal of a call; its kind is checked."""
    with pytest.raises(Refusal) as caught:
        await call
    assert caught.value.kind is kind, caught.value
    return caught.value


async def log_of(master: Master, game: str) -> list[Entry]:
    """The stored log."""
    return await master.tables.decoded(await master.store.read(game))


def of(kind: type[Found], log: Sequence[Entry]) -> list[Found]:
    """The events of a kind."""
    return [event for entry in log for event in entry.events if isinstance(event, kind)]


def as_of_a_service(folder: Path) -> None:
    """Name the records in a folder as a service names its games."""
    for path in [*folder.rglob("records/**/*.jsonl")]:
        digest = blake2b(str(path).encode(), digest_size=15).digest()
        path.rename(path.with_stem(b32encode(digest).decode().lower()[:21]))
