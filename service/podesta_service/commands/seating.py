"""Opening games and taking seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from podesta_engines import RULESETS
from podesta_engines.core.decide import settle
from podesta_engines.core.errors import BadSetup, UnknownRuleset
from podesta_engines.core.position import Position
from podesta_engines.game.events import Created, Entry, Seated, decode_entry
from podesta_engines.game.facts import evolve, unopened
from podesta_engines.game.game import opening, start
from podesta_service.chores.owners import Owners
from podesta_service.identity.players import Players
from podesta_service.identity.sites import Sites
from podesta_service.identity.tokens import SeatToken, TokenOffice
from podesta_service.names import check_entropy, check_game, command_bytes, new_game
from podesta_service.problems import (
    BAD_SETUP,
    BAD_TOKEN,
    COMMAND_REUSED,
    GAME_OVER,
    REVOKED,
    SEAT_FREE,
    UNKNOWN_RULESET,
    refuse,
)
from podesta_service.table.people import check_name
from podesta_service.table.table import Step, Table, next_step
from podesta_service.table.trouble import store_problems
from podesta_service.table.writer import Command, Writer

from .places import Claim, admitted, check_seat
from .plans import (
    Lasting,
    Opening,
    SeatPlan,
    check_bot,
    entropy_for,
    plan_of,
    planned,
    practising,
    seat_terms,
    terms_of,
)
from .sharing import anchor_for


class Seating:
    """Opens games and seats players."""

    def __init__(
        self, writer: Writer, office: TokenOffice, owners: Owners, lasting: Lasting, players: Players, sites: Sites
    ) -> None:
        self._writer, self._office, self._tables = writer, office, writer.tables
        self._owners, self._lasting, self._players, self._sites = owners, lasting, players, sites

    async def create(
        self, wanted: Opening, command_id: str = "", owner: str | None = None, counts_for: str = ""
    ) -> tuple[Table, list[SeatToken]]:
        """Open a game. It starts at once if every seat is claimed.

        With a command id, the call may be repeated: it returns the same game again, as it was opened, and its tokens.
        `owner` is the bearer token of the request: the same id with another opens another game. `counts_for` is the
        owner under which the game's bots are scheduled.
        """
        game = await self._writer.new_id("create", owner, command_id)
        labelled = self._players.streams(owner, wanted.seats)
        site = self._sites.of(owner)
        table = await self.open_as(game, wanted, command_bytes("create", game), counts_for, labelled, site)
        return table, [self._office.issue(game, seat, 1) for seat, plan in enumerate(wanted.seats) if plan.claim]

    async def open_as(
        self, game: str, wanted: Opening, key: bytes, counts_for: str, labelled: Mapping[int, str], site: str
    ) -> Table:
        """Open a game under an id, or find the game already opened under it by the same key.

        Its log contains the key. `labelled` are the streams of players' labels by seat, `site` is that of the key it is
        opened with.
        """
        entry = self._open(game, self._created(game, wanted), wanted.seats)
        first = self._tables.opened(game, entry)
        self._owners.expect(game, counts_for)
        await self._players.enter(game, labelled)
        if (await self._writer.put(first, key)).duplicate:
            table = await self._opened_before(game, entry)
            await self.claim_for(table, labelled, site)
            return table
        await self._owners.label(game, counts_for)
        await self.claim_for(first.table, labelled, site)
        return first.table

    async def claim_for(self, table: Table, labelled: Mapping[int, str], site: str) -> None:
        """Label a new game with its players, and with the site that webhooks notify of it."""
        await self._players.mark(table.game, labelled)
        if await self._sites.mark(table.game, site) and self._writer.tender:
            self._writer.tender.after(table, marked=True)

    async def _opened_before(self, game: str, again: Entry) -> Table:
        """Rebuild the opening for a command sent again; its id identifies that command only."""
        (stored,) = await self._writer.read(game, limit=1)
        first = decode_entry(stored.data)
        if plan_of(first) != plan_of(again):
            raise refuse(COMMAND_REUSED, "command-of-another-game")
        with store_problems(game):
            return self._tables.opened(game, first).table

    def _created(self, game: str, wanted: Opening) -> Created:
        """The first event of a game; raises Refusal."""
        try:
            ruleset = RULESETS.opened(wanted.ruleset, self._writer.level.now)
            created = opening(ruleset, len(wanted.seats), wanted.edition, wanted.options)
        except UnknownRuleset as error:
            raise refuse(UNKNOWN_RULESET, error.sentence, legal=error.known, field="ruleset") from None
        except BadSetup as error:
            raise refuse(BAD_SETUP, error.sentence, field=error.field, rule=error.rule) from None
        terms = {**terms_of(wanted, ruleset, self._lasting), **seat_terms(wanted.seats, wanted.listed)}
        terms |= {"shared": wanted.shared or UNSET, **practising(wanted.deal, wanted.shared)}
        return self._writer.seeded(game, msgspec.structs.replace(created, **terms))

    def _open(self, game: str, created: Created, plans: Sequence[SeatPlan]) -> Entry:
        """The first entry of a game."""
        seated = planned(plans, RULESETS.version(created.rules), created)
        position, facts = start(RULESETS, created), unopened(created)
        for each in seated:
            facts = evolve(facts, each)
        drawn = settle(position, self._writer.luck(game, facts)) if facts.status == "running" else []
        return self._writer.entry([created, *seated, *drawn], position)

    async def claim(
        self,
        game: str,
        seat: int | None,
        name: str,
        command_id: str,
        entropy: str = "",
        invitation: str = "",
        labelled: str = "",
        anchor: str = "",
    ) -> tuple[Table, SeatToken]:
        """Take an open seat: the given one, or the first available. The game starts when the last is taken.

        With a command id, the call may be repeated: it returns the same seat again. `entropy` is mixed into the key of
        the draws, `invitation` is the secret that a reserved seat needs; `labelled` is the stream of a player's label;
        `anchor` is for a shared game, and ignored in others.
        """
        holder = Seated(0, check_name(name), entropy=check_entropy(entropy) or UNSET, anchor=anchor)
        check_game(game)
        key = command_bytes("claim", command_id or new_game())
        seated = await self.sit(game, command_id, key, Claim(seat, holder.name, invitation), holder)
        if labelled:
            await self._players.enter(game, {seated.seat: labelled})
            await self._players.mark(game, {seated.seat: labelled})
        return await self._tables.known(game), self._office.issue(game, seated.seat, seated.epoch)

    async def seat_bot(
        self, game: str, seat: int | None, bot: str, name: str, command_id: str, host: bool = False
    ) -> Table:
        """Put a house bot on an open seat: the given one, or the first. The call may be repeated, like `claim`.

        Only a host puts bots on reserved seats.
        """
        table = await self._tables.newest(game)
        checked = check_bot(table.ruleset, len(table.holders), bot)
        holder = Seated(0, check_name(name), checked)
        key = command_bytes("bot", command_id or new_game())
        await self.sit(game, command_id, key, Claim(seat, holder.name, host=host), holder)
        return await self._tables.known(game)

    async def sit(self, game: str, command_id: str, key: bytes, claim: Claim, holder: Seated) -> Seated:
        """Seat a player, or find the seat that the same command took; returns the holder at that time."""

        def seated(table: Table) -> Seated:
            seat, number = admitted(table, claim, self._writer.keys)
            spent = UNSET if number is None else number
            anchor = anchor_for(table.created, holder.anchor, not holder.bot)
            entropy = entropy_for(table.created, holder.entropy)
            return msgspec.structs.replace(
                holder, seat=seat, epoch=table.next_epoch(seat), invitation=spent, anchor=anchor, entropy=entropy
            )

        async def decide(table: Table) -> Step:
            return next_step(table, *self._take(table, seated(table)))

        command = Command(game, claim.seat or 0, 0, command_id)
        step, repeated = await self._writer.transact(await self._tables.newest(game), command, key, decide)
        if repeated:
            await self._writer.check_same(step, seated)
        return _seated(step)

    def _take(self, table: Table, seated: Seated) -> tuple[Entry, Position]:
        """The entry of a claim, with the first draws if it starts the game."""
        after = table.position.clone()
        after.listen()
        facts = evolve(table, seated)
        drawn = settle(after, self._writer.chance(facts)) if facts.status == "running" else []
        return self._writer.entry([seated, *drawn], after), after

    async def reissue(
        self, game: str, seat: int, name: str, command_id: str, epoch: int | None, anchor: str = ""
    ) -> tuple[Table, SeatToken]:
        """Reissue a taken seat: its older tokens become invalid. An empty name keeps the old one.

        The holder of the new token plays it, even if a bot did before. In a shared game the seat continues with a new
        chain if `anchor` is given, otherwise with the previous one.

        `epoch` is that of the seat's own token in the request, None for an operator. The call may be repeated with the
        token it was first sent with: it returns the same epoch again.
        """
        name, key = check_name(name), command_bytes(f"reissue:{seat}", command_id)

        def seated(table: Table) -> Seated:
            before = _held(table, seat)
            _check_epoch(epoch, before.epoch)
            by: Literal["operator"] | UnsetType = "operator" if epoch is None else UNSET
            brought = anchor_for(table.created, anchor, wanted=False)
            return Seated(seat, name or before.name, epoch=before.epoch + 1, by=by, anchor=brought)

        async def decide(table: Table) -> Step:
            after = table.position.clone()
            after.listen()
            return next_step(table, self._writer.entry([seated(table)], after), after)

        table = await self._tables.newest(game)
        held = _held(table, seat).epoch
        step, repeated = await self._writer.transact(table, Command(game, seat, 0, command_id), key, decide)
        new = _seated(step).epoch
        if repeated:
            _check_epoch(new, max(held, new))
            _check_epoch(epoch, new - 1)
            await self._writer.check_same(step, seated)
        return await self._tables.known(game), self._office.issue(game, seat, new)


def _seated(step: Step) -> Seated:
    """The player who took a seat in a step."""
    return next(event for event in step.entry.events if type(event) is Seated)


def _held(table: Table, seat: int) -> Seated:
    """The holder of a seat of a game that is not over; raises Refusal."""
    holder = table.holders[check_seat(table, seat)]
    if table.ended:
        raise refuse(GAME_OVER, "game-is-over", revision=table.revision)
    if holder is None:
        raise refuse(SEAT_FREE, "seat-not-held-yet")
    return holder


def _check_epoch(given: int | None, wanted: int) -> None:
    """Refuse the token of a former holder."""
    if given is not None and given != wanted:
        raise refuse(BAD_TOKEN, REVOKED)
