"""Forks: new games that start from a revision of an ended one, to study alternatives."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, msgpack, structs

from podesta_engines import RULESETS
from podesta_engines.core.decide import follow
from podesta_engines.core.moves import Answered, Drawn, Move
from podesta_engines.game.events import Created, Entry, Event, decode_entry
from podesta_engines.game.format.terms import Clock, Forked
from podesta_engines.game.game import start
from podesta_engines.game.takebacks import moves
from podesta_service.chores.owners import Owners
from podesta_service.identity.players import Players
from podesta_service.identity.sites import Sites
from podesta_service.identity.tokens import SeatToken, TokenOffice
from podesta_service.names import command_bytes
from podesta_service.problems import BAD_SETUP, COMMAND_REUSED, NOT_FORKABLE, NOT_OVER, UNKNOWN_REVISION, refuse
from podesta_service.table.table import Table
from podesta_service.table.writer import Writer

from .plans import Lasting, SeatPlan, plan_of, planned, seat_terms
from .seating import Seating

ENTRY_BYTES = 32 * 1024
"""Bytes of copied events per entry; the store accepts twice as many."""


class Forking:
    """Starts games from ended ones."""

    def __init__(
        self,
        writer: Writer,
        office: TokenOffice,
        owners: Owners,
        lasting: Lasting,
        players: Players,
        sites: Sites,
        seating: Seating,
    ) -> None:
        self._writer, self._office, self._tables = writer, office, writer.tables
        self._owners, self._lasting, self._players = owners, lasting, players
        self._sites, self._seating = sites, seating

    async def fork(
        self,
        game: str,
        revision: int,
        plans: Sequence[SeatPlan],
        command_id: str = "",
        owner: str | None = None,
        counts_for: str = "",
        in_lobby: bool = True,
    ) -> tuple[Table, list[SeatToken]]:
        """Open a game that begins with the moves up to a revision of an ended one; a practice game if that was one.

        Later draws come from a seed of its own. It starts at once if every seat is claimed or a bot's. Without plans,
        every seat is open. The fork has no clock. Command id, owner and `counts_for` are as in `Seating.create`.
        """
        created, played = await self._source(game, revision)
        plans = plans or [SeatPlan()] * created.seats
        if len(plans) != created.seats:
            raise refuse(BAD_SETUP, "seats-differ", seats=created.seats, given=len(plans), field="seats")
        fork = await self._writer.new_id("fork", owner, command_id)
        labelled = self._players.streams(owner, plans)
        answers = sum(type(event) is Answered for event in played)
        origin = Forked(game, revision, answers, len(played) - answers)
        clock = self._lasting.told(Clock())
        terms = {
            "forked": origin,
            "shared": UNSET,
            "deal": UNSET,
            "clock": UNSET if clock == Clock() else clock,
            **seat_terms(plans, in_lobby),
        }
        opened = self._writer.seeded(fork, structs.replace(created, **terms))
        seated = planned(plans, RULESETS.version(created.rules), opened)
        entries = await self._entries(opened, played, seated)
        self._owners.expect(fork, counts_for)
        await self._players.enter(fork, labelled)
        tender = self._writer.tender
        expected = await tender.expect(await self._tables.folded(fork, entries)) if tender else None
        for number, entry in enumerate(entries):
            command = command_bytes("fork", f"{fork}-{number:04}")
            so_far = await self._tables.folded(fork, entries[: number + 1])
            if (await self._writer.append(so_far, entry, command)).duplicate:
                entries[number] = await self._forked_before(fork, number, entry)
        await self._owners.label(fork, counts_for)
        table = self._tables.keep(await self._tables.folded(fork, entries))
        await self._seating.claim_for(table, labelled, self._sites.of(owner))
        if tender:
            tender.after(table, expected=expected)
        return table, [self._office.issue(fork, seat, 1) for seat, plan in enumerate(plans) if plan.claim]

    async def _forked_before(self, fork: str, number: int, again: Entry) -> Entry:
        """Rebuild one of the first entries for a command sent again; its id identifies that command only."""
        (stored,) = await self._writer.read(fork, number, 1)
        first = decode_entry(stored.data)
        if plan_of(first) != plan_of(again):
            raise refuse(COMMAND_REUSED, "command-of-another-game")
        return first

    async def _source(self, game: str, revision: int) -> tuple[Created, list[Answered | Drawn]]:
        """How an ended game was created, and the moves up to one of its revisions."""
        table = await self._tables.newest(game)
        if table.status != "ended":
            raise refuse(NOT_OVER, "fork-of-ended-only")
        if not 0 < revision <= table.revision:
            raise refuse(UNKNOWN_REVISION, "revision-unknown", wanted=revision, revision=table.revision)
        log = await self._tables.decoded(await self._writer.read(game, limit=revision))
        if (await self._tables.at(game, revision)).status != "running":
            raise refuse(NOT_FORKABLE, "nobody-asked-then", wanted=revision)
        return table.created, [_plain(move) for move in moves(log)]

    async def _entries(self, created: Created, played: Sequence[Move], seated: Sequence[Event]) -> list[Entry]:
        """The first entries of a fork: its creation, the copied moves, and the seats taken at once."""
        position, entries = start(RULESETS, created), []
        parts, breath = _parts(played), self._tables.turns.breath()
        for number, part in enumerate(parts):
            for event in part:
                follow(position, event)
                await breath()
            head = [created] if number == 0 else []
            tail = seated if number == len(parts) - 1 else []
            entries.append(self._writer.entry([*head, *part, *tail], position))
        return entries


def _plain(move: Answered | Drawn) -> Answered | Drawn:
    """A move without its link: a fork is not shared, and has no chains."""
    return structs.replace(move, link=UNSET) if type(move) is Answered and move.link else move


def _parts(moves: Sequence[Move]) -> list[list[Move]]:
    """The moves in parts that fit an entry; at least one part."""
    parts: list[list[Move]] = [[]]
    size = 0
    for event in moves:
        size += len(msgpack.encode(event))
        if size > ENTRY_BYTES:
            parts.append([])
            size = 0
        parts[-1].append(event)
    return parts
