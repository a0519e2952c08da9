"""Players: labels by which a site finds the games of each of its users. Podestà has no accounts and no names.

A label belongs to the operator's key that it was sent with. The store contains only its digest under that key: the name
of a stream with entries that name seats of games. Without the key, labels can be neither read nor guessed from the
store.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple, Protocol

from msgspec import msgpack

from podesta_eventstore import EventStore, Expected, StreamNotFound
from podesta_service.model import PLAYERS
from podesta_service.problems import BAD_SETUP, MALFORMED, NO_TOKEN, OPERATOR_ONLY, refuse
from podesta_service.table.trouble import store_problems

from .sites import badge, site_of

LONGEST = 64
_LABEL = "player-"


class Planned(Protocol):
    """The label of a seat in a game to be opened."""

    @property
    def player(self) -> str:
        """The player's label; empty: none."""

    @property
    def bot(self) -> str:
        """The bot that plays it, if one does."""


class Held(NamedTuple):
    """A seat with a label, and the position of its entry."""

    revision: int
    game: str
    seat: int


class Players:
    """Records which seats belong to which players, for holders of operators' keys."""

    def __init__(self, store: EventStore, operators: Mapping[str, frozenset[str]]) -> None:
        self._store = store
        self._keys = [key for key, scopes in operators.items() if "create" in scopes]

    def stream(self, token: str | None, label: str) -> str:
        """The stream of a label of the bearer of an operator's key; raises Refusal."""
        if not 0 < len(label) <= LONGEST or not label.isprintable():
            raise refuse(MALFORMED, "label-malformed", most=LONGEST, field="player")
        if token is None:
            raise refuse(NO_TOKEN, "labels-need-token")
        found = [key for key in self._keys if hmac.compare_digest(key.encode(), token.encode())]
        if not found:
            raise refuse(OPERATOR_ONLY, "labels-need-scope")
        digest = hmac.digest(found[0].encode(), b"podesta player " + label.encode(), "sha256").hex()[:32]
        return _LABEL + badge(site_of(found[0])) + digest

    def streams(self, token: str | None, plans: Sequence[Planned]) -> dict[int, str]:
        """The streams of the seats that carry a label; raises Refusal."""
        if any(plan.player and plan.bot for plan in plans):
            raise refuse(BAD_SETUP, "bot-without-label", field="player")
        return {seat: self.stream(token, plan.player) for seat, plan in enumerate(plans) if plan.player}

    async def enter(self, game: str, streams: Mapping[int, str]) -> None:
        """Record that seats of a game carry labels; may be repeated, and done before the game exists."""
        for seat, stream in streams.items():
            key = blake2b(f"player:{game}:{seat}".encode(), digest_size=16).digest()
            with store_problems(game):
                await self._store.append(stream, Expected.ANY, msgpack.encode((game, seat)), key, PLAYERS)

    async def mark(self, game: str, streams: Mapping[int, str]) -> None:
        """Record with a game which of its seats carry labels, so that its rematch carries them, too."""
        if streams:
            with store_problems(game):
                await self._store.label(game, {f"{_LABEL}{seat}": stream for seat, stream in streams.items()})

    async def marked(self, game: str) -> dict[int, str]:
        """The streams of the labels that seats of a game carry."""
        with store_problems(game):
            labels = (await self._store.metadata(game)).labels
        return {int(name.removeprefix(_LABEL)): value for name, value in labels.items() if name.startswith(_LABEL)}

    async def held(self, stream: str, before: int, limit: int) -> list[Held]:
        """Seats that carry a label, newest first, from before a position (0: all)."""
        with store_problems(""):
            try:
                stored = await self._store.read_backward(stream, before or None, limit)
            except StreamNotFound:
                return []
        return [Held(each.revision, *msgpack.decode(each.data)) for each in stored]


def seats_of(labels: Mapping[str, str], site: str) -> frozenset[int]:
    """The seats of a game that carry labels of a site, by the game's own labels; empty without a site."""
    if not site:
        return frozenset()
    own = _LABEL + badge(site)
    return frozenset(
        int(name.removeprefix(_LABEL))
        for name, stream in labels.items()
        if name.startswith(_LABEL) and stream.startswith(own)
    )
