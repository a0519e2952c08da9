"""The game master: everything that can be done with a game, on either wire."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import Any

from podesta_engines.core.decide import Answer
from podesta_engines.core.words import Language
from podesta_engines.game import record as records
from podesta_engines.game.events import stored_line
from podesta_eventstore import EventStore
from podesta_service.chores.census import Census
from podesta_service.chores.giving_back import GivingBack
from podesta_service.chores.heart import Heart
from podesta_service.chores.house_bots import HouseBots
from podesta_service.chores.steward import Steward
from podesta_service.chores.store_vitals import StoreVitals
from podesta_service.chores.timekeeping import Timekeeping
from podesta_service.chores.witness import BEATS, Witness
from podesta_service.commands.admission import Admission
from podesta_service.commands.answering import Answering
from podesta_service.commands.forking import Forking
from podesta_service.commands.handing_over import HandingOver
from podesta_service.commands.hosting import Hosting
from podesta_service.commands.plans import Lasting
from podesta_service.commands.rematching import Rematching
from podesta_service.commands.resigning import Resigning
from podesta_service.commands.retracting import Retracting
from podesta_service.commands.seating import Seating
from podesta_service.identity.gate import Gate
from podesta_service.identity.players import Players
from podesta_service.identity.sites import Sites
from podesta_service.identity.tickets import TicketOffice
from podesta_service.identity.tokens import TokenOffice
from podesta_service.orders.calls import Ordering
from podesta_service.table.caches import TableCache
from podesta_service.table.clock import Clock
from podesta_service.table.feeds import Feeds
from podesta_service.table.level import Level
from podesta_service.table.sealed_store import SealedStore, bare
from podesta_service.table.table import Step, Table, Viewer
from podesta_service.table.tables import Tables
from podesta_service.table.trouble import store_problems
from podesta_service.table.writer import Writer
from podesta_service.telemetry.measured import measured
from podesta_service.telemetry.metrics import Metrics
from podesta_service.views.cursors import Cursors
from podesta_service.views.hinting import MOST_SECONDS, Hint, hint
from podesta_service.views.lobby import Lobby
from podesta_service.views.lobby_feed import LobbyFeed
from podesta_service.views.my_games import MyGames
from podesta_service.views.phrases import Phrases
from podesta_service.views.previewing import preview
from podesta_service.views.simulating.simulator import Simulator
from podesta_service.views.watching import Audience, Watcher, audience
from podesta_service.webhooks.calls import Webhooks
from podesta_service.webhooks.delivering import Delivery
from podesta_service.webhooks.push import public_key
from podesta_service.webhooks.sending import Sender

from .model import Preview, moment
from .names import check_game
from .problems import KEY_MISSING, NOT_OVER, UNKNOWN_REVISION, refuse
from .randomness import keys_with
from .settings import Settings
from .signing import SignedHead

HISTORY_PAGE = 500
"""Updates in one page of history, at most."""
PAGE_BYTES = 256 * 1024
"""Bytes of updates after which a page of history ends."""
PAGE_SECONDS = 0.25
"""Seconds of computing after which a page of history ends."""


class Upkeep:
    """What a process needs to run games: reading, writing, and the chores.

    `tables` has the games, `answering` takes answers, `ordering` standing orders, `bots` calls house bots, `delivery`
    calls webhooks, and the `steward` does all these chores; `level` says which format may be written, `clock` tells the
    time, and `heart` reports to the store that this process serves.
    """

    def __init__(
        self,
        store: EventStore,
        settings: Settings,
        master_key: bytes,
        clock: Clock | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.metrics = metrics = metrics or Metrics()
        store, keys = measured(bare(store), metrics), keys_with(master_key, settings)
        self.level = level = Level(store, metrics)
        self.clock = now = clock or Clock()
        self.heart = Heart(store, Witness(keys.sealing(BEATS)), now, metrics, settings.clock_seconds)
        self.store = store = SealedStore(store, keys, metrics.broken, settings.cached_games)
        kept = TableCache(settings.cached_games, settings.cached_megabytes << 20)
        self.tables = Tables(store, kept, metrics, keys.blinding)
        self.writer = writer = Writer(store, self.tables, keys, now, level)
        writer.giver = giving = GivingBack(writer, now)
        self.steward = writer.tender = Steward(store, self.tables, now, settings.tick_seconds)
        self.bots = HouseBots(store, now, settings.bot_lease)
        self.answering = Answering(writer)
        self.ordering = Ordering(store, writer, self.answering, self.steward)
        self.sites = Sites(store, settings.operators)
        sender = Sender(settings.webhook_seconds)
        owners = self.bots.owners
        self.delivery = Delivery(store, self.tables, self.sites, keys, sender, self.steward, owners, settings)
        self.steward.chores += [Timekeeping(writer, now, giving), self.bots, self.ordering]
        self.steward.held = self.bots.held
        if settings.webhooks == "open" or (settings.webhooks == "key" and self.sites):
            self.steward.chores.append(self.delivery)


class Master(Upkeep):
    """Creates games, seats players, takes answers, sends updates. All its state is in the store.

    `gate` checks tokens, `seating` opens games and seats players, `retracting` takes answers back, `resigning` lets
    seats leave, `forking` starts games from ended ones, `handing_over` moves seats to other devices, `rematching`
    opens the next game, `hosting` acts for hosts, `feeds` serves followers, `lobby` lists games,
    `lobby_feed` follows them, `my_games` finds a player's, `census` counts them, `admission` limits new ones,
    `phrases` has what players say, `tickets` opens streams, `webhooks` manages webhooks, and `simulator` is the forward
    model; `vitals` checks the store. The methods here only read.
    """

    def __init__(
        self,
        store: EventStore,
        settings: Settings,
        master_key: bytes,
        clock: Clock | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        super().__init__(store, settings, master_key, clock, metrics)
        store, metrics, writer = self.store, self.metrics, self.writer
        office = TokenOffice(master_key, settings.token_days, self.clock, settings.old_keys)
        self.signer = writer.keys.signer
        self.push_key = public_key(writer.keys.push())
        self.gate = Gate(self.tables, office, settings.operators)
        self.tickets = TicketOffice(office, store)
        lasting = Lasting(settings.open_days, settings.idle_days)
        self.players = Players(store, settings.operators)
        self.seating = Seating(writer, office, self.bots.owners, lasting, self.players, self.sites)
        self.lobby = Lobby(store, Cursors(master_key))
        self.lobby_feed = LobbyFeed(store)
        self.my_games = MyGames(store, self.tables, self.lobby, self.players, Cursors(master_key))
        self.retracting = Retracting(writer)
        self.resigning = Resigning(writer)
        self.forking = Forking(writer, office, self.bots.owners, lasting, self.players, self.sites, self.seating)
        self.hosting = Hosting(writer, office)
        self.feeds = Feeds(store, self.tables, settings.follower_backlog)
        writer.followed = self.feeds.followed
        self.phrases = Phrases(store, lambda: self.steward.milliseconds)
        self.simulator = Simulator(self.tables, master_key)
        self.census = Census(store, metrics)
        self.vitals = StoreVitals(store, metrics, settings)
        self.admission = Admission(settings, master_key, self.gate, self.tables, self.vitals, metrics.not_opened)
        self.handing_over = HandingOver(self.tables, office, store, self.seating, self.admission)
        self.rematching = Rematching(writer, office, self.seating, self.admission, self.players, self.sites)
        self.webhooks = Webhooks(settings, self.gate, self.tables, self.sites, writer.keys, self.delivery)

    @property
    def server_time(self) -> datetime:
        """The current time, by which deadlines count."""
        return moment(self.steward.milliseconds)

    async def table(self, game: str, at: int | None = None) -> Table:
        """The game now, or at an earlier revision, for any caller."""
        return await self.tables.newest(game) if at is None else await self.tables.at(game, at)

    async def audience(self, game: str, token: str | None) -> Audience:
        """The audience of a token, or of none, and how far it may see; raises Refusal."""
        check_game(game)
        if token is None:
            return audience(await self.tables.newest(game), None)
        claims, known = await self.gate.at_table(game, token)
        table = await self.tables.newest(game, known)
        if table is not known:  # the holder may have changed
            self.gate.check_held(claims, table)
        return audience(table, claims.seat)

    async def look(self, game: str, token: str | None, at: int | None = None) -> tuple[Table, Viewer]:
        """The game as far as a token's bearer may see it, now or at an earlier revision, and the audience."""
        seen_by = await self.audience(game, token)
        if at is None:
            return await self._seen(seen_by), seen_by.viewer
        _check_known(at, seen_by)
        return await self.tables.at(game, at), seen_by.viewer

    async def watch(self, game: str, token: str | None, after: int | None) -> tuple[Watcher, Table | None]:
        """A follower of the game after a revision, for a token's bearer.

        Without a revision it starts now, with the current game.
        """
        seen_by = await self.audience(game, token)
        first = await self._seen(seen_by) if after is None else None
        after = seen_by.until if after is None else after
        _check_known(after, seen_by)
        return Watcher(await self.feeds.follow(game, after), seen_by, self._still_good(token)), first

    def _still_good(self, token: str | None) -> Callable[[], object]:
        """A check that a token has not expired; without a token it does nothing."""
        return (lambda: self.gate.game_of(token)) if token is not None else lambda: None

    async def _seen(self, seen_by: Audience) -> Table:
        """The newest table that an audience may see."""
        newest = seen_by.table
        return newest if seen_by.until == newest.revision else await self.tables.at(newest.game, seen_by.until)

    async def history(
        self,
        game: str,
        after: int,
        limit: int = HISTORY_PAGE,
        seen_by: Audience | None = None,
        write: Callable[[Step], tuple[Any, int]] = lambda step: (step, 0),
    ) -> tuple[list[Any], int]:
        """Steps after a revision, and the newest head that the audience (or anyone) may see.

        At most `limit` steps, as `write` encodes them, with their bytes. A page that becomes too large, or takes too
        long, ends early, after at least one step.
        """
        head = seen_by.until if seen_by else (await self.tables.newest(game)).revision
        until, breath = min(head, after + min(limit, HISTORY_PAGE)), self.tables.turns.breath()
        if after >= until:
            return [], head
        await breath.begin()
        written, size = [], 0
        async with aclosing(self.tables.steps(game, after, until)) as steps:
            async for step in steps:
                each, length = write(step)
                written.append(each)
                size += length
                if size >= PAGE_BYTES or breath.spent >= PAGE_SECONDS:
                    break
                await breath()
        breath.pay(size)
        return written, head

    def signed(self, table: Table) -> SignedHead:
        """The signed head of a table; raises Refusal if there is none, as the game's master key is missing here."""
        if not table.head:
            raise refuse(KEY_MISSING, "head-needs-key")
        return self.signer.sign(table.game, table.revision, table.head)

    async def preview(self, game: str, seat: int, answers: Sequence[Answer], language: Language) -> Preview:
        """The result of a seat's answers now, as far as the seat can know it; nothing changes."""
        table, breath = await self.tables.newest(game), self.tables.turns.breath()
        await breath.begin()
        return await breath.work(preview(table, seat, answers, language))

    async def hint(self, game: str, seat: int) -> Hint:
        """What a house bot would answer for a seat now, if the seat plays only against house bots."""
        table, breath = await self.tables.newest(game), self.tables.turns.breath()
        await breath.begin()
        return await breath.work(hint(table, seat, lambda: breath.spent > MOST_SECONDS))

    async def record(self, game: str) -> list[bytes]:
        """The whole log of an ended game, one JSON line per entry; nothing is redacted, and it includes the seed."""
        check_game(game)
        if (await self.tables.newest(game)).status != "ended":
            raise refuse(NOT_OVER, "record-later")
        with store_problems(game):
            stored, breath = await self.store.read(game), self.tables.turns.breath()
            return await breath.through(records.lines(stored_line(entry.data) for entry in stored))


def _check_known(revision: int, seen_by: Audience) -> None:
    """Refuse a revision that an audience may not see yet."""
    if revision > seen_by.until:
        raise refuse(UNKNOWN_REVISION, "revision-unknown", wanted=revision, revision=seen_by.until)
