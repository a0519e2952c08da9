"""Shared games of a master without wires: opened with chains, played with links, recorded."""

from __future__ import annotations

from random import Random

from podesta_engines.game.sharing.chains import chain
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.master import Master
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from tests.kit.games import QUICK, choose, command

CHAINS = [chain(bytes([seat]) * 32, "") for seat in range(4)]
TWO = [SeatPlan(name, claim=True, anchor=links[0]) for name, links in zip(("Ada", "Bice"), CHAINS, strict=False)]
OPENING = Opening("golden-horn", "", QUICK, TWO, shared=True)


def link_of(table: Table, seat: int) -> str:
    """The next link of a seat; empty if it has none to send."""
    before = table.link_of(seat)
    links = next((links for links in CHAINS if before in links), [])
    return links[links.index(before) + 1] if before else ""


async def tell(master: Master, game: str, seat: int) -> Table:
    """Send a seat's first link."""
    link = link_of(await master.table(game), seat)
    step, _ = await master.answering.answer(Command(game, seat, 1, command()), [], link)
    return step.table


async def begun(master: Master, opening: Opening = OPENING) -> Table:
    """A shared game with the first links of all seats."""
    table, _ = await master.seating.create(opening)
    for seat in range(len(opening.seats)):
        table = await tell(master, table.game, seat)
    return table


async def answer(master: Master, table: Table, rnd: Random) -> Table:
    """Answer for a seat that is asked, with its link."""
    seat, answers = choose(table, rnd)
    link = link_of(table, seat)
    step, _ = await master.answering.answer(Command(table.game, seat, table.revision, command()), answers, link)
    return step.table


async def ended(master: Master, table: Table) -> Table:
    """The game played to its end."""
    rnd = Random(5)
    while not table.ended:
        table = await answer(master, table, rnd)
    return table


async def recorded(master: Master, game: str) -> bytes:
    """The record of an ended game."""
    return b"".join(line + b"\n" for line in await master.record(game))
