"""The game master: what can be done with a game, whatever the wire."""

from __future__ import annotations

import time
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
from podesta_service.chores.house_bots import HouseBots
from podesta_service.chores.steward import Steward
from podesta_service.chores.store_vitals import StoreVitals
from podesta_service.chores.timekeeping import Timekeeping
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
from podesta_service.table.feeds import Feeds
from podesta_service.table.kept import Kept
from podesta_service.table.level import Level
from podesta_service.table.sealed_store import SealedStore, bare
from podesta_service.table.table import Step, Table, Viewer
from podesta_service.table.tables import Tables
from podesta_service.table.trouble import store_problems
from podesta_service.table.writer import Writer
from podesta_service.telemetry.measured import measured
from podesta_service.telemetry.metrics import Metrics
from podesta_service.views.cursors import Cursors
from podesta_service.views.lobby import Lobby
from podesta_service.views.lobby_feed import LobbyFeed
from podesta_service.views.my_games import MyGames
from podesta_service.views.previewing import preview
from podesta_service.views.simulating.simulator import Simulator
from podesta_service.views.watching import Audience, Watcher, audience
from podesta_service.webhooks.addresses import networks_of
from podesta_service.webhooks.calls import Webhooks
from podesta_service.webhooks.delivering import Delivery
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
"""Computing after which a page of history ends."""


class Master:
    """Creates games, seats players, takes answers, tells what happened. It holds nothing that is not in the store.

    `gate` says who asks, `seating` opens games and seats players, `answering` takes answers, `ordering` those left for
    later, `retracting` takes them back, `resigning` lets seats leave, `forking` starts games from ended ones,
    `handing_over` brings seats to other devices, `rematching` leads to the next game, `hosting` does what hosts ask
    for, `feeds` tells followers, `lobby` what games there are, `lobby_feed` how that goes on, `my_games` which are
    somebody's, `census` how many, `admission` who may open more, `tickets` what opens a stream, `webhooks` who is
    called elsewhere, and `simulator` what might be; `vitals` knows how the store is, `level` what may be written there;
    the `steward` does what is to happen though nobody calls. The methods here only read.
    """

    def __init__(
        self,
        store: EventStore,
        settings: Settings,
        master_key: bytes,
        now: Callable[[], float] = time.time,
        metrics: Metrics | None = None,
    ) -> None:
        office = TokenOffice(master_key, settings.token_days, now, settings.old_keys)
        self.metrics = metrics = metrics or Metrics()
        store, keys = measured(bare(store), metrics), keys_with(master_key, settings)
        self.level = level = Level(store, metrics)
        self.store = store = SealedStore(
            store, keys, lambda: level.now, metrics.broken, settings.cached_games, settings.only_sealed
        )
        self.signer = keys.signer
        kept = Kept(settings.cached_games, settings.cached_megabytes << 20)
        self.tables = Tables(store, kept, metrics, keys.blinding)
        writer = Writer(store, self.tables, keys, now, level)
        self.steward = writer.tender = Steward(store, self.tables, now, settings.tick_seconds)
        self.steward.chores.append(Timekeeping(writer))
        self.bots = HouseBots(store, now, settings.bot_lease)
        self.steward.chores.append(self.bots)
        self.gate = Gate(self.tables, office, settings.operators)
        self.tickets = TicketOffice(office, store)
        lasting = Lasting(settings.open_days, settings.idle_days)
        self.players = Players(store, settings.operators)
        self.sites = Sites(store, settings.operators)
        self.seating = Seating(writer, office, self.bots.owners, lasting, self.players, self.sites)
        self.answering = Answering(writer)
        self.ordering = Ordering(store, writer, self.answering, self.steward)
        self.steward.chores.append(self.ordering)
        self.lobby = Lobby(store, Cursors(master_key))
        self.lobby_feed = LobbyFeed(store)
        self.my_games = MyGames(store, self.tables, self.lobby, self.players, Cursors(master_key))
        self.retracting = Retracting(writer)
        self.resigning = Resigning(writer)
        self.forking = Forking(writer, office, self.bots.owners, lasting, self.players, self.sites, self.seating)
        self.hosting = Hosting(writer, office)
        self.feeds = Feeds(store, self.tables, settings.follower_backlog)
        writer.hand = self.feeds.hand
        self.simulator = Simulator(self.tables, master_key)
        self.census = Census(store, metrics)
        folder = None if settings.store_url else settings.data_path
        self.vitals = StoreVitals(store, metrics, settings.full_percent, folder=folder)
        self.admission = Admission(settings, master_key, self.gate, self.tables, self.vitals, metrics.not_opened)
        self.handing_over = HandingOver(self.tables, office, store, self.seating, self.admission)
        self.rematching = Rematching(writer, office, self.seating, self.admission, self.players, self.sites)
        sender = Sender(settings.webhook_seconds, networks_of(settings.reachable))
        told = Delivery(store, self.tables, self.sites, writer.keys, sender, self.steward, settings.webhook_hours)
        self.webhooks = Webhooks(settings, self.gate, self.tables, self.sites, writer.keys, sender, told)
        if settings.webhooks == "open" or (settings.webhooks == "key" and self.sites):
            self.steward.chores.append(told)

    @property
    def server_time(self) -> datetime:
        """What time it is here: deadlines are by this clock."""
        return moment(self.steward.milliseconds)

    async def table(self, game: str, at: int | None = None) -> Table:
        """The game now, or as it was at an earlier revision, whoever asks."""
        return await self.tables.newest(game) if at is None else await self.tables.at(game, at)

    async def audience(self, game: str, token: str | None) -> Audience:
        """Who looks at a game with a token, or without one, and how far they may see; raises Refusal."""
        viewer, known = await self.gate.viewer(game, token), self.tables.remembered(game)
        table = await self.table(game)
        if table is not known:  # the newest may know better
            viewer = await self.gate.viewer(game, token)
        return audience(table, viewer)

    async def look(self, game: str, token: str | None, at: int | None = None) -> tuple[Table, Viewer]:
        """The game as far as a token's bearer may see it, now or at an earlier revision, and who that is."""
        seen_by = await self.audience(game, token)
        if at is None:
            return await self._seen(seen_by), seen_by.viewer
        _check_known(at, seen_by)
        return await self.tables.at(game, at), seen_by.viewer

    async def watch(self, game: str, token: str | None, after: int | None) -> tuple[Watcher, Table | None]:
        """A watcher of the game after a revision, for a token's bearer.

        Without a revision it begins now, and the game as it is comes with it.
        """
        seen_by = await self.audience(game, token)
        first = await self._seen(seen_by) if after is None else None
        after = seen_by.until if after is None else after
        _check_known(after, seen_by)
        return Watcher(await self.feeds.follow(game, after), seen_by, self._still_good(token)), first

    def _still_good(self, token: str | None) -> Callable[[], object]:
        """Raises Refusal once a token has expired; without one there is nothing that could."""
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
        """At most `limit` steps after a revision, as `write` makes them (with their bytes), and the game's head as far
        as an audience (or anybody) may see.

        A page that becomes too large, or takes too long, ends early, after one step at least.
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
        """The head of a table, signed; raises Refusal where there is none, as the game's master key is not here."""
        if not table.head:
            raise refuse(KEY_MISSING, "a head is made with the game's master key, which this process does not have")
        return self.signer.sign(table.game, table.revision, table.head)

    async def preview(self, game: str, seat: int, answers: Sequence[Answer], language: Language) -> Preview:
        """What a seat's answers would lead to now, as far as it can know; nothing changes."""
        return preview(await self.tables.newest(game), seat, answers, language)

    async def record(self, game: str) -> list[bytes]:
        """The whole log of an ended game, a JSON line an entry; nothing is redacted, and the seed is in it."""
        check_game(game)
        if (await self.tables.newest(game)).status != "ended":
            raise refuse(NOT_OVER, "the record holds every secret, so it is given out when the game is over")
        with store_problems(game):
            stored, breath = await self.store.read(game), self.tables.turns.breath()
            return await breath.through(records.lines(stored_line(entry.data) for entry in stored))


def _check_known(revision: int, seen_by: Audience) -> None:
    """Refuse a revision that an audience does not know of yet."""
    if revision > seen_by.until:
        raise refuse(UNKNOWN_REVISION, f"the game has no revision {revision}", revision=seen_by.until)
