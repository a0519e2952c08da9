"""Sites, which open games with an operator's key. Their games are marked if the site has webhooks."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import blake2b

from podesta_eventstore import MARK, EventStore, Expected, StreamNotFound
from podesta_service.model import PLAYERS
from podesta_service.table.trouble import store_problems

SITE = "site"
"""The label of a game that names the site to notify by webhooks."""
WAS_SITE = "was-site"
"""The same label of an ended game after all webhooks were notified of its end."""
WEBHOOK = "webhook-"
"""The prefix of labels of webhooks in a game's stream or in a site's."""
_FIRST = blake2b(b"site", digest_size=16).digest()


def site_of(key: str) -> str:
    """The stream of the site with an operator's key; it reveals nothing about the key."""
    return "site-" + hmac.digest(key.encode(), b"podesta site", "sha256").hex()[:40]


def badge(site: str) -> str:
    """A few characters of a site's stream, which distinguish its players' labels from another site's."""
    return site.removeprefix("site-")[:8]


class Sites:
    """The keys that open games, and the games of sites that have webhooks."""

    def __init__(self, store: EventStore, operators: Mapping[str, frozenset[str]]) -> None:
        self._store = store
        self._keys = [key for key, scopes in operators.items() if "create" in scopes]
        self._streams = frozenset(map(site_of, self._keys))

    def __bool__(self) -> bool:
        return bool(self._keys)

    def of(self, token: str | None) -> str:
        """The stream of the bearer of an operator's key with the scope `create`; empty for any other token."""
        given = (token or "").encode()
        found = [key for key in self._keys if hmac.compare_digest(key.encode(), given)]
        return site_of(found[0]) if found else ""

    def knows(self, site: str) -> bool:
        """Whether a stream is that of a site with a current key that opens games."""
        return site in self._streams

    async def found(self, site: str) -> None:
        """Create the stream of a site; may be repeated."""
        with store_problems(""):
            await self._store.append(site, Expected.ANY, b"site", _FIRST, PLAYERS)

    async def labels(self, site: str) -> dict[str, str]:
        """The labels of a site's stream; empty if it has no stream."""
        with store_problems(""):
            try:
                return (await self._store.metadata(site)).labels
            except StreamNotFound:
                return {}

    async def mark(self, game: str, site: str) -> bool:
        """Mark a new game if its site has any webhook; return whether it has. May be repeated."""
        if not site or not any(name.startswith(WEBHOOK) for name in await self.labels(site)):
            return False
        if await self.marked(game):
            return True
        with store_problems(game):
            await self._store.label(game, {SITE: site, MARK: "1"})
        return True

    async def marked(self, game: str) -> str:
        """The site that webhooks notify of a game; empty: none."""
        with store_problems(game):
            labels = (await self._store.metadata(game)).labels
        return labels.get(SITE) or labels.get(WAS_SITE, "")
