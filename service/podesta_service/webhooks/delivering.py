"""Delivering notices: a chore of the steward, which sends each webhook of a game its unsent notices.

The notices follow from the log and a cursor next to it, so any other process can replace one that dies: the store
reminds of the game, as of clocks. The first process to claim an attempt makes it, one notice after another.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from http import HTTPStatus
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

import msgspec
from cachetools import LRUCache, TTLCache
from msgspec.structs import replace

from podesta_eventstore import EventStore
from podesta_service.chores.owners import Owners
from podesta_service.identity.players import seats_of
from podesta_service.identity.sites import SITE, Sites
from podesta_service.problems import UNKNOWN_GAME, Refusal
from podesta_service.randomness import Keys
from podesta_service.settings import Settings
from podesta_service.table.table import Table
from podesta_service.table.tables import Tables
from podesta_service.table.trouble import store_problems
from podesta_service.telemetry.metrics import Metrics

from .chats import chatted
from .endpoints import Endpoints, backoff, busy
from .notices import Notice, after, news, notice_id, warning
from .push import contact_at, pushed
from .reach import Reach
from .sending import Outcome, Sender, signed
from .storage import Cursor, Maker, StoredWebhook, TableGlance, WebhookStorage, cursor_in, webhooks_in

log = logging.getLogger(__name__)

LOOK = 600_000
"""Milliseconds after which a game with webhooks is checked in any case: a process unaware of them may have died."""
SKEW = 5_000
"""Milliseconds by which the clocks of two processes may differ."""
SOON = 1_000
"""Milliseconds after which a game that found no room is tried again."""
MOST_GAMES = 1_000
"""Games that one process delivers for at the same time."""
REFUSED = frozenset({400, 401, 403, 413})
"""A push service's responses to messages that it will never deliver; later ones are tried, as a setting may change."""
_REMEMBERED = 20_000
_SITES, _SITE_SECONDS = 100, 5.0


class Clock(Protocol):
    """The source of the time (the steward)."""

    @property
    def milliseconds(self) -> int:
        """The time now, in ms since 1970."""


class KnownGame(NamedTuple):
    """What this process caches of a game with webhooks: the revision of the last delivery, and when to look again."""

    revision: int
    again: int | None


class Post(NamedTuple):
    """A webhook of a game: its stored form, its stream, and the owner that its attempts count towards."""

    id: str
    kept: StoredWebhook
    stream: str
    owner: str

    def meant(self, table: Table) -> bool:
        """Whether a table came after the webhook was made, as far as clocks agree; a game's own starts at a cursor."""
        return self.stream == table.game or table.at >= self.kept.made - SKEW


class Delivery:
    """Brings every webhook of a game to the head of its log."""

    games = None

    def __init__(
        self,
        store: EventStore,
        tables: Tables,
        sites: Sites,
        keys: Keys,
        sender: Sender,
        clock: Clock,
        owners: Owners,
        settings: Settings,
    ) -> None:
        self._store, self._tables, self._sites, self._keys = store, tables, sites, keys
        self.sender, self._clock, self._owners, self._settings = sender, clock, owners, settings
        self.shelf, self.endpoints = WebhookStorage(store), Endpoints(lambda: clock.milliseconds)
        self.reach = Reach(settings.reachable, sites)
        self._lease = int(2 * sender.seconds) + 2
        self._known: LRUCache[str, KnownGame | None] = LRUCache(_REMEMBERED)
        self._walked: LRUCache[tuple[str, str], tuple[Cursor, Cursor]] = LRUCache(_REMEMBERED)
        self._of_sites: TTLCache[str, dict[str, StoredWebhook]] = TTLCache(_SITES, _SITE_SECONDS)
        self._busy: dict[str, bool] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def _metrics(self) -> Metrics:
        return self._tables.metrics

    @property
    def now(self) -> int:
        """The time here, in ms since 1970."""
        return self._clock.milliseconds

    async def begin(self, game: str) -> None:
        """Record that a game has webhooks, and check it from now on; raises Refusal."""
        self._known.pop(game, None)
        await self.act(await self._tables.newest(game))

    # -- the chore ----------------------------------------------------------------------------------------------------

    def next(self, table: Table) -> int | None:
        """When to deliver: at once if something is unsent, later if it has to wait, never without webhooks.

        A game unknown to this process may have some, unless it was just opened: then the opening process calls `begin`.
        """
        now, game = self.now, table.game
        if game in self._busy:
            return now + 1000 * self._lease
        if game not in self._known:
            return now if table.revision > 1 else None
        known = self._known[game]
        if known is None:
            return None
        return now if known.revision < table.revision else known.again

    async def act(self, table: Table) -> None:
        """Start delivering; nothing waits for it. Raises Refusal."""
        game = table.game
        if not self._known.get(game) and not await self._posts(game, await self.shelf.labels(game)):
            self._known[game] = None
        elif game in self._busy:
            self._busy[game] = True
        elif len(self._busy) >= MOST_GAMES:
            self._known[game] = KnownGame(table.revision, self.now + SOON)
        else:
            self._begin(game)

    def _begin(self, game: str) -> None:
        self._busy[game] = False
        task = asyncio.create_task(self._tell(game), name="webhooks")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, game: str) -> None:
        """Deliver everything that can be sent now, and register the game for the rest."""
        known: KnownGame | None = KnownGame(0, None)  # if anything fails it is tried again
        try:
            if not self._known.get(game):
                await self._remind(game, self.now + 1000 * self._lease)
            again = True
            while again:
                self._busy[game] = False
                known = await self._tell_all(game)
                if known and known.again is not None:
                    await self._remind(game, known.again)
                again = self._busy[game]
        except Refusal as why:
            if why.kind is not UNKNOWN_GAME:
                log.warning("webhooks of game %s could not be told: %s", game, why)
        except msgspec.MsgspecError:
            log.warning("this version cannot read the webhooks of game %s", game)
        except Exception:
            log.exception("webhooks of game %s could not be told", game)
        finally:
            del self._busy[game]
            self._known[game] = known

    async def _remind(self, game: str, at: int) -> None:
        with store_problems(game):
            await self._store.remind(game, at)

    async def _tell_all(self, game: str) -> KnownGame | None:
        """Deliver to a game's webhooks as far as possible now."""
        labels = await self.shelf.labels(game)
        posts, table = await self._posts(game, labels), await self._tables.newest(game)
        if not posts:
            return None
        found = await asyncio.gather(*(self._bring(table, labels, post) for post in posts), return_exceptions=True)
        for each in found:
            if isinstance(each, BaseException):
                raise each
        waits = [at for at in found if isinstance(at, int)]
        if table.ended and not waits:
            await self.shelf.clear(game, await self.shelf.labels(game))
            return None
        return KnownGame(table.revision, min([*waits, self.now + LOOK]))

    async def _posts(self, game: str, labels: Mapping[str, str]) -> list[Post]:
        """A game's webhooks, and those of its site."""
        own = webhooks_in(labels)
        found = [Post(*each, game, await self.owner_of(game, each[1].maker)) for each in own.items()]
        site = labels.get(SITE, "")
        if site and site not in self._of_sites:
            self._of_sites[site] = webhooks_in(await self._sites.labels(site))
        return found + [Post(*each, site, site) for each in self._of_sites.get(site, {}).items()]

    def forget(self, site: str) -> None:
        """Reload a site's webhooks, which have changed."""
        self._of_sites.pop(site, None)

    # -- one webhook --------------------------------------------------------------------------------------------------

    async def _bring(self, table: Table, labels: Mapping[str, str], post: Post) -> int | None:
        """Deliver everything up to a table to one webhook; returns when to continue (ms since 1970), or None: never."""
        if not post.kept.maker.stands(table):
            await self.shelf.drop(post.stream, post.id)
            return None
        kept = cursor_in(labels, post.id) or Cursor(0, TableGlance("open"))
        cursor = self._farther(table.game, post, kept)
        if cursor.again > self.now:
            return cursor.again
        seen = post.kept.maker.sees(table, seats_of(labels, post.kept.maker.site))
        async with aclosing(self._steps(table, cursor)) as steps:
            async for each in steps:
                notice, then = news(cursor.seen, each, seen) if post.meant(each) else None, after(each)
                if notice and (at := await self._send(post, notice, cursor, then)):
                    return at
                cursor, kept = then, then if notice else kept
        self._walked[table.game, post.id] = kept, cursor
        return None if table.ended else await self._warn(table, post, cursor, seen)

    def _farther(self, game: str, post: Post, kept: Cursor) -> Cursor:
        """Where to continue: at the stored cursor, or after what this process has skipped since."""
        before, walked = self._walked.get((game, post.id), (None, kept))
        return walked if before == kept else kept

    async def _steps(self, table: Table, cursor: Cursor) -> AsyncGenerator[Table, None]:
        """The tables after a cursor up to the newest; the log is read only if more than one is missing."""
        if cursor.revision + 1 == table.revision:
            yield table
        elif cursor.revision < table.revision:
            async with aclosing(self._tables.steps(table.game, cursor.revision, table.revision)) as steps:
                async for step in steps:
                    yield step.table

    async def _warn(self, table: Table, post: Post, cursor: Cursor, seen: frozenset[int]) -> int | None:
        """Warn that time is running out, if it is; else when to."""
        found = None if cursor.warned else warning(table, post.kept.warn, seen, post.kept.for_people)
        if found is None:
            return None
        at, notice = found
        if at > self.now:
            return at
        return await self._send(post, notice, cursor, after(table, warned=True))

    async def _send(self, post: Post, notice: Notice, cursor: Cursor, then: Cursor) -> int | None:
        """Send a notice and store that it was sent; returns None, or when to try again."""
        assert notice.data is not None
        now, game = self.now, notice.data.game
        if wait := self.endpoints.wait(post.kept.url, post.owner):
            return now + wait
        with self.endpoints.attempt(post.kept.url, post.owner):
            if not await self._claimed(game, f"{notice_id(post.id, notice)}-{cursor.failures}"):
                return now + 1000 * self._lease
            outcome = await self.attempt(post, notice_id(post.id, notice), notice)
        if outcome.gone or (post.kept.for_people and outcome.status == HTTPStatus.NOT_FOUND):
            await self.shelf.drop(post.stream, post.id)
            self.forget(post.stream)
            self._busy[game] = True  # repeat without this webhook
            return now
        moved = then if outcome.delivered else self._failed(cursor, then, outcome, post)
        await self.shelf.move(game, post.id, moved)
        return moved.again or None

    async def _claimed(self, game: str, claim: str) -> bool:
        """Whether an attempt is this process's to make."""
        with store_problems(game):
            return await self._store.first(claim, self._lease)

    async def attempt(self, post: Post, notice: str, said: Notice) -> Outcome:
        """Send a notice once, under an id, as an attempt that is counted; raises Refusal if its secret is unknown."""
        url, owner = post.kept.url, post.owner
        headers, body = self._written(post, notice, said)
        with self._metrics.sending():
            outcome = await self.sender.send(url, headers, body, owner, self.reach.of(post.kept.maker, url))
        self.endpoints.done(url, owner, outcome.delivered, outcome.retry_after)
        self._metrics.sent("delivered" if outcome.delivered else "failed")
        return outcome

    def _written(self, post: Post, notice: str, said: Notice) -> tuple[dict[str, str], bytes]:
        """The headers and the body of a notice; raises Refusal if its secret is unknown here."""
        kept = post.kept
        if kept.push:
            contact = contact_at(self._settings.public_url or kept.push.contact)
            return pushed(kept.push, kept.url, said, self._keys.push(kept.key), contact)
        if kept.chat:
            return chatted(kept.chat, said, kept.maker.seat is not None, self._settings.public_url)
        body = msgspec.json.encode(said)
        return signed(self._keys.webhook(kept.key, post.id), notice, self.now // 1000, body), body

    async def owner_of(self, stream: str, kept: Maker) -> str:
        """The owner that a maker's attempts count towards: its site, or the owner of the game."""
        return kept.site or await self._owners.of(stream)

    async def try_out(self, webhook: str, kept: StoredWebhook, stream: str, said: Notice) -> Outcome:
        """Send a ping, under an id of its own and within the limits of notices; raises Refusal."""
        post = Post(webhook, kept, stream, await self.owner_of(stream, kept.maker))
        if self.endpoints.crowded(kept.url, post.owner):
            raise busy()
        with self.endpoints.attempt(kept.url, post.owner):
            return await self.attempt(post, f"ping-{secrets.token_hex(8)}-{webhook}", said)

    def _failed(self, cursor: Cursor, then: Cursor, outcome: Outcome, post: Post) -> Cursor:
        """The cursor after one more failure: a notice that was refused for good, or for too long, is skipped."""
        now, failures, why = self.now, cursor.failures + 1, outcome.why
        since = cursor.since if cursor.failures else now
        if post.kept.push and outcome.status in REFUSED:
            log.warning(
                "the push service at %s refuses the messages for a browser: %s", urlsplit(post.kept.url).hostname, why
            )
            self._metrics.sent("given-up")
            return replace(then, failures=failures, since=since, why=why)
        if now - since >= self._settings.webhook_hours * 3_600_000:
            self._metrics.sent("given-up")
            cursor, since = then, now
        again = now + max(backoff(failures), 1000 * outcome.retry_after)
        return replace(cursor, failures=failures, since=since, again=again, why=why)

    async def close(self) -> None:
        """Stop delivering: another process continues."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.sender.close()
