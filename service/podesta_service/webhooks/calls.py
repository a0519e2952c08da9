"""The calls about webhooks: their makers create, list, try and remove them."""

from __future__ import annotations

import time
from base64 import b32encode
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from hashlib import blake2b
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from podesta_service.commands.hosting import OUTDATED
from podesta_service.fairness.buckets import MINUTE, Quota
from podesta_service.identity.gate import Gate
from podesta_service.identity.sites import SITE, WAS_SITE, Sites
from podesta_service.model import moment
from podesta_service.names import command_bytes
from podesta_service.problems import (
    BAD_TOKEN,
    BAD_WEBHOOK,
    COMMAND_REUSED,
    GAME_OVER,
    HOST_ONLY,
    NO_TOKEN,
    OPERATOR_ONLY,
    QUOTA_USED_UP,
    REVOKED,
    UNKNOWN_WEBHOOK,
    Refusal,
    refuse,
)
from podesta_service.randomness import Keys
from podesta_service.settings import Settings
from podesta_service.table.table import Table
from podesta_service.table.tables import Tables

from .addresses import Forbidden, endpoint
from .delivering import Delivery
from .notices import glance, ping
from .push import check
from .sending import Outcome, written
from .storage import Chat, Cursor, Maker, StoredWebhook, Subscription, cursor_in, webhooks_in, webhooks_of

MOST_OF_A_MAKER = 4
"""Webhooks that a seat, a host or a site may have per game."""
MOST_OF_A_SITE = 8
"""Webhooks that a site may have for all its games."""
MOST_WARNING = 604_800
"""Maximum seconds of a warning: a week."""
PINGS_A_MINUTE = 12


class WebhookState(Struct, frozen=True):
    """A webhook's progress in a game."""

    revision: int
    """The revision up to which all notices have been sent."""
    failures: int
    """How often the next notice has failed."""
    next_attempt: datetime | None
    """When it is tried again; null unless it has failed."""
    why: str
    """Why it last failed; empty unless it has."""


class Webhook(Struct, frozen=True):
    """An address that is called when something happens in a game."""

    webhook: str
    """The webhook's id."""
    url: str
    """The address that is called."""
    game: str | None
    """The game that it reports on; null: every game opened with its maker's key from then on."""
    seat: int | None
    """The seat that is notified of its turns; null: all seats that spectators, or its site, may see."""
    warn_seconds: int
    """How many seconds before a deadline it warns; 0: never."""
    created_at: datetime
    """When it was made."""
    state: WebhookState | None = None
    """Its progress in the requested game; null if none was requested."""


class WebhookRequest(Struct, frozen=True):
    """A webhook to add."""

    url: str
    warn_seconds: int = 0
    push: Subscription | None = None
    chat: Chat | None = None


class _Place(NamedTuple):
    """The stream that stores a maker's webhooks, and the game they are for."""

    maker: Maker
    stream: str
    table: Table | None

    @property
    def most(self) -> int:
        """Webhooks that the maker may have there."""
        return MOST_OF_A_MAKER if self.table else MOST_OF_A_SITE


class Webhooks:
    """Creates, lists, tries and removes webhooks; `delivery` calls them."""

    def __init__(
        self,
        settings: Settings,
        gate: Gate,
        tables: Tables,
        sites: Sites,
        keys: Keys,
        delivery: Delivery,
    ) -> None:
        self._allowed, self._gate, self._tables = settings.webhooks, gate, tables
        self._sites, self._keys, self.delivery = sites, keys, delivery
        self._shelf = delivery.shelf
        self._pings = Quota(time.monotonic, pings_a_minute=(PINGS_A_MINUTE, MINUTE))

    async def add(self, game: str, token: str | None, wish: WebhookRequest, command_id: str) -> tuple[Webhook, str]:
        """Create a webhook: it and its secret. The call may be repeated; raises Refusal."""
        place = await self._place(game, token)
        command = command_bytes(f"webhook:{place.stream}:{place.maker}", command_id)
        webhook = b32encode(blake2b(command, digest_size=10).digest()).decode().lower()
        found = await self._own(place)
        kept = found.get(webhook)
        if kept is None:
            _check_room(place, len(found))
            await self._check(wish, place)
            key, now = self._keys.current, self.delivery.now
            new = StoredWebhook(wish.url, place.maker, key, now, wish.warn_seconds, wish.push, wish.chat)
            kept = await self._keep(place, webhook, new)
        if not _same(kept, wish):
            raise refuse(COMMAND_REUSED, "command-of-another-webhook")
        return _shown(webhook, kept, place), written(self._keys.webhook(kept.key, webhook))

    async def _keep(self, place: _Place, webhook: str, new: StoredWebhook) -> StoredWebhook:
        """Store a webhook, and return it, or the one that the same command has stored since; raises Refusal."""
        if place.table is None:
            await self._sites.found(place.stream)
        cursor = Cursor(place.table.revision, glance(place.table)) if place.table else None
        kept = await self._shelf.add(place.stream, webhook, new, cursor, partial(_check_room, place))
        if place.table is None:
            self.delivery.forget(place.stream)
        else:
            await self.delivery.begin(place.stream)
        return kept

    async def listed(self, game: str, token: str | None) -> list[Webhook]:
        """The caller's webhooks for a game, or for all games of a site; raises Refusal."""
        place = await self._place(game, token)
        labels = await self._shelf.labels(game) if place.table else {}
        found = [_shown(*each, place, self._state(*each, labels)) for each in (await self._own(place)).items()]
        site = place.maker.site
        if place.table and site and site in (labels.get(SITE), labels.get(WAS_SITE)):
            all_games = webhooks_in(await self._sites.labels(site))
            everywhere = _Place(place.maker, site, None)
            found += [_shown(*each, everywhere, self._state(*each, labels)) for each in all_games.items()]
        return sorted(found, key=lambda each: (each.created_at, each.webhook))

    def _state(self, webhook: str, kept: StoredWebhook, labels: Mapping[str, str]) -> WebhookState | None:
        """A webhook's progress in the game of these labels, as shown to its maker."""
        if (cursor := cursor_in(labels, webhook)) is None:
            return None
        again = moment(cursor.again) if cursor.again else None
        why = self.delivery.reach.told(kept.maker, Outcome(0, cursor.why)).why
        return WebhookState(cursor.revision, cursor.failures, again, why)

    async def remove(self, game: str, token: str | None, webhook: str) -> None:
        """Remove a webhook; raises Refusal."""
        place, _ = await self._find(game, token, webhook)
        await self._shelf.drop(place.stream, webhook)
        self.delivery.forget(place.stream)

    async def ping(self, game: str, token: str | None, webhook: str) -> Outcome:
        """Call a webhook now, with a ping, and return what its maker may see of the outcome; raises Refusal."""
        place, kept = await self._find(game, token, webhook)
        self._pings.take((place.stream, place.maker.who))
        outcome = await self.delivery.try_out(webhook, kept, place.stream, ping(self.delivery.now))
        return self.delivery.reach.told(kept.maker, outcome)

    # -- makers --------------------------------------------------------------------------------------------------------

    async def _place(self, game: str, token: str | None) -> _Place:
        """Where the webhooks of a token's bearer are stored; raises Refusal."""
        if self._allowed == "off":
            raise refuse(OPERATOR_ONLY, "webhooks-off")
        site = self._sites.of(token)
        if not game:
            if not site:
                kind = NO_TOKEN if token is None else OPERATOR_ONLY
                raise refuse(kind, "webhooks-of-all-need-key")
            return _Place(Maker(site=site), site, None)
        maker = Maker(site=site) if site else await self._player(game, token)
        table = await self._tables.newest(game)
        if not maker.stands(table):
            raise refuse(BAD_TOKEN, OUTDATED if maker.seat is None else REVOKED)
        return _Place(maker, game, table)

    async def _player(self, game: str, token: str | None) -> Maker:
        """The seat or host of a token; raises Refusal."""
        if self._allowed == "key" or (token is not None and self._gate.is_operator(token, "admin")):
            kind = NO_TOKEN if token is None else OPERATOR_ONLY
            raise refuse(kind, "webhooks-need-key")
        try:
            if (epoch := self._gate.hosting(game, token)) is not None:
                return Maker(epoch=epoch)
        except Refusal as why:
            if why.kind is not HOST_ONLY:
                raise
        holder = await self._gate.holder(game, token)
        return Maker(seat=holder.seat, epoch=holder.epoch)

    async def _own(self, place: _Place) -> dict[str, StoredWebhook]:
        """The maker's webhooks in a place."""
        labels = await (self._shelf.labels(place.stream) if place.table else self._sites.labels(place.stream))
        return webhooks_of(place.maker, labels)

    async def _find(self, game: str, token: str | None, webhook: str) -> tuple[_Place, StoredWebhook]:
        """One of the maker's webhooks; raises Refusal."""
        place = await self._place(game, token)
        found = await self._own(place)
        if webhook not in found:
            raise refuse(UNKNOWN_WEBHOOK, "not-your-webhook", field="webhook")
        return place, found[webhook]

    async def _check(self, wish: WebhookRequest, place: _Place) -> None:
        """Refuse an invalid webhook; raises Refusal."""
        if wish.push and wish.chat:
            raise refuse(BAD_WEBHOOK, "webhook-of-two-kinds", field="format")
        if wish.push:
            check(wish.push)
        if place.table and place.table.ended:
            raise refuse(GAME_OVER, "game-is-over", revision=place.table.revision)
        networks = self.delivery.reach.of(place.maker, wish.url)
        parts = endpoint(wish.url, networks)
        try:
            await self.delivery.sender.look(parts, await self.delivery.owner_of(place.stream, place.maker), networks)
        except (Forbidden, TimeoutError):
            raise refuse(BAD_WEBHOOK, "webhook-address-not-public", field="url") from None


def _check_room(place: _Place, number: int) -> None:
    """Refuse another webhook of a maker with too many; raises Refusal."""
    if number >= place.most:
        raise refuse(QUOTA_USED_UP, "webhooks-used-up", most=place.most)


def _same(kept: StoredWebhook, wish: WebhookRequest) -> bool:
    """Whether a webhook is the one that is requested again; the page of the request does not matter."""
    pushes = [each and replace(each, contact="") for each in (kept.push, wish.push)]
    return (kept.url, kept.warn, kept.chat) == (wish.url, wish.warn_seconds, wish.chat) and pushes[0] == pushes[1]


def _shown(webhook: str, kept: StoredWebhook, place: _Place, state: WebhookState | None = None) -> Webhook:
    """A webhook as its maker sees it, with its state in a game."""
    game = place.table.game if place.table else None
    return Webhook(webhook, kept.url, game, kept.maker.seat, kept.warn, moment(kept.made), state)
