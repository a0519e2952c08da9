"""Webhooks in storage: labels of a game's stream, or of the stream of a site for all its games.

A webhook has its address, its maker and its start; its cursor, a label of each game, has its progress.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from podesta_engines.core.words import ENGLISH, Language
from podesta_engines.game.facts import Status
from podesta_eventstore import MARK, Labels, Metadata
from podesta_service.fairness.stored import change
from podesta_service.identity.sites import SITE, WAS_SITE, WEBHOOK
from podesta_service.table.table import PUBLIC, Table
from podesta_service.table.trouble import store_problems

CURSOR = "told-"
"""The prefix of a cursor's label; the webhook's id follows."""
_ADDED = "hooks-"
"""The prefix of a label that counts the webhooks a maker has ever added; two that are added at once differ in it."""


class Maker(Struct, frozen=True, omit_defaults=True):
    """The maker of a webhook: the holder of a seat, a game's host, or a site, by the stream of its key."""

    seat: int | None = None
    epoch: int = 0
    site: str = ""

    @property
    def who(self) -> str:
        """The maker, independent of the holder of its seat or token: its webhooks and pings are counted by this."""
        return self.site or ("host" if self.seat is None else f"{self.seat}")

    def stands(self, table: Table) -> bool:
        """Whether the maker is unchanged: a reissued seat or host token has another holder."""
        if self.site:
            return True
        return (table.host if self.seat is None else table.epoch(self.seat)) == self.epoch

    def sees(self, table: Table, own: frozenset[int]) -> frozenset[int]:
        """The seats with turns that the maker may see; `own` are those with labels of its key.

        A seat sees its own. Hosts and sites see what spectators do, and sites the seats of their users as well.
        """
        if self.seat is not None:
            return frozenset({self.seat})
        public = (table.created.spectators or PUBLIC).policy == "public"
        return frozenset(range(len(table.holders))) if public else own


class Subscription(Struct, frozen=True, omit_defaults=True):
    """A browser's push subscription (keys in Base64url), and the language of its messages."""

    p256dh: str
    """The browser's public key: P-256, uncompressed."""
    auth: str
    """A 16-byte secret that the browser shares with the service."""
    language: Language = ENGLISH
    contact: str = ""
    """The origin of the page that subscribed: the contact for push services."""


ChatFormat = Literal["ntfy", "discord", "slack", "apprise"]
"""The format of a chat's requests: ntfy's, Discord's, Slack's, or an Apprise server's."""


class Chat(Struct, frozen=True, omit_defaults=True):
    """A channel where people read notices, as sentences in a language."""

    format: ChatFormat
    language: Language = ENGLISH


class StoredWebhook(Struct, frozen=True, omit_defaults=True):
    """A webhook in storage.

    `key` is the id of the master key that its secret comes from, `made` when it was made (ms since 1970), `warn` how
    many seconds before a deadline it warns, `push` the keys of a browser's push service, `chat` the format and language
    of a chat.
    """

    url: str
    maker: Maker
    key: str
    made: int
    warn: int = 0
    push: Subscription | None = None
    chat: Chat | None = None

    @property
    def for_people(self) -> bool:
        """Whether people read the notices, in a browser or a chat; these unsubscribe with a 404."""
        return self.push is not None or self.chat is not None


class TableGlance(Struct, frozen=True, array_like=True):
    """A webhook's view of a table: its status, and the people's seats with a question, or a consent to give."""

    status: Status
    asked: frozenset[int] = frozenset()
    consenting: frozenset[int] = frozenset()


class Cursor(Struct, frozen=True, omit_defaults=True):
    """A webhook's progress in a game: everything up to a revision is delivered, and the table's state there.

    `warned`: so is the warning that time is running out. After failures of the next notice: how many, since when, the
    time of the next attempt (ms since 1970), and the last error.
    """

    revision: int
    seen: TableGlance
    warned: bool = False
    failures: int = 0
    since: int = 0
    again: int = 0
    why: str = ""


_kept = msgspec.json.Decoder(StoredWebhook).decode
_cursor = msgspec.json.Decoder(Cursor).decode


def webhooks_in(labels: Mapping[str, str]) -> dict[str, StoredWebhook]:
    """The webhooks among labels, by their ids; raises msgspec.MsgspecError."""
    return {name.removeprefix(WEBHOOK): _kept(text) for name, text in labels.items() if name.startswith(WEBHOOK)}


def webhooks_of(maker: Maker, labels: Mapping[str, str]) -> dict[str, StoredWebhook]:
    """A maker's webhooks among labels, by their ids; raises msgspec.MsgspecError."""
    return {webhook: kept for webhook, kept in webhooks_in(labels).items() if kept.maker == maker}


def cursor_in(labels: Mapping[str, str], webhook: str) -> Cursor | None:
    """The cursor of a webhook among a game's labels; raises msgspec.MsgspecError."""
    text = labels.get(CURSOR + webhook)
    return _cursor(text) if text else None


def refusals(labels: Mapping[str, str]) -> list[str]:
    """Why notices for browsers have failed in the game of these labels."""
    browsers = [webhook for webhook, kept in webhooks_in(labels).items() if kept.push]
    return [found.why for each in browsers if (found := cursor_in(labels, each)) and found.failures]


class WebhookStorage:
    """Stores webhooks and cursors; every call may be repeated, and raises Refusal."""

    def __init__(self, store: Labels) -> None:
        self._store = store

    async def labels(self, stream: str) -> dict[str, str]:
        """The labels of a game's stream."""
        with store_problems(stream):
            return (await self._store.metadata(stream)).labels

    async def add(
        self, stream: str, webhook: str, kept: StoredWebhook, cursor: Cursor | None, check: Callable[[int], None]
    ) -> StoredWebhook:
        """Store a webhook of a game from a cursor on, or of a site, from now on.

        Returns it, or the one that is already stored under its id. `check` refuses one more of a maker with so many.
        """
        count = _ADDED + kept.maker.who

        def one_more(found: Metadata) -> dict[str, str] | None:
            mine = webhooks_of(kept.maker, found.labels)
            if webhook in mine:
                return None
            check(len(mine))
            added = {count: f"{int(found.labels.get(count, 0)) + 1}"}
            if cursor is not None:
                added |= {CURSOR + webhook: msgspec.json.encode(cursor).decode(), MARK: "1"}
            return {WEBHOOK + webhook: msgspec.json.encode(kept).decode(), **added}

        with store_problems(stream):
            return webhooks_of(kept.maker, await change(self._store, stream, count, one_more))[webhook]

    async def move(self, game: str, webhook: str, cursor: Cursor) -> None:
        """Store a webhook's progress."""
        await self._label(game, {CURSOR + webhook: msgspec.json.encode(cursor).decode()})

    async def drop(self, stream: str, webhook: str) -> None:
        """Delete a webhook."""
        await self._label(stream, {WEBHOOK + webhook: "", CURSOR + webhook: ""})

    async def clear(self, game: str, labels: Mapping[str, str]) -> None:
        """Delete all webhooks of a game that is over and delivered; the label of its site stays, under another name."""
        mine = dict.fromkeys([name for name in labels if name.startswith((WEBHOOK, CURSOR, _ADDED))], "")
        if SITE in labels:
            mine |= {SITE: "", WAS_SITE: labels[SITE]}
        await self._label(game, {**mine, MARK: ""})

    async def _label(self, stream: str, labels: Mapping[str, str]) -> None:
        with store_problems(stream):
            await self._store.label(stream, labels)
