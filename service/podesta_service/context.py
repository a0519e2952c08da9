"""What both wires are given: the master, the settings, the metrics, and the word that this process is going away."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from podesta_engines.core.words import Language
from podesta_service.identity.connections import Crowd, refused_over
from podesta_service.identity.limits import Limits
from podesta_service.identity.tls import Certificates
from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.words import Wire
from podesta_service.views.following import Following, Mode

from .master import Master
from .settings import Settings

_LONGEST_WISH = 200
"""Characters of an Accept-Language header that are looked at."""


@dataclass(frozen=True)
class Context:
    """The inside of one process. `leaving` is set when it has been asked to stop, `draining` when it serves no more."""

    settings: Settings
    master: Master
    metrics: Metrics
    leaving: asyncio.Event = field(default_factory=asyncio.Event)
    draining: asyncio.Event = field(default_factory=asyncio.Event)

    @cached_property
    def certificates(self) -> Certificates:
        """What both wires are served with; raises BadSetting."""
        return Certificates(self.settings)

    @cached_property
    def limits(self) -> Limits:
        """How many calls each caller may make; both wires count together."""
        return Limits(self.settings, refused=self.metrics.limited, caller=self.master.gate.caller)

    @cached_property
    def crowd(self) -> Crowd:
        """How many calls of gRPC each caller has open."""
        return Crowd(self.settings, refused_over("grpc", self.metrics, "calls of a crowded address are refused"))

    async def follow(
        self,
        wire: Wire,
        game: str,
        token: str | None,
        after: int | None,
        language: Language,
        mode: Mode = "full",
    ) -> Following:
        """Follow a game over a wire as the bearer of a token may; without a revision, from the game as it is."""
        watcher, first = await self.master.watch(game, token, after)
        return Following(watcher, first, language, wire, self.metrics, self.draining, self.master.tables.turns, mode)


def language_of(header: str | None) -> Language:
    """The language an Accept-Language header likes best among en and it; English without one.

    Quality values are honoured; `it-CH` counts as it.
    """
    return "en" if header is None else _best(header[:_LONGEST_WISH])


@lru_cache(maxsize=256)
def _best(wishes: str) -> Language:
    """The language that some wishes like best; callers have few that differ."""
    best: tuple[float, Language] = (0.0, "en")
    for part in wishes.split(","):
        tag, _, rest = part.strip().partition(";")
        quality = _quality(rest)
        name = tag.strip().lower().partition("-")[0]
        if name in ("en", "it") and quality > best[0]:
            best = (quality, "it" if name == "it" else "en")
    return best[1]


def _quality(parameter: str) -> float:
    """The value of `q=0.8`; 1 without one, 0 for nonsense."""
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0 if not parameter.strip() else 0.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def bearer(header: str | None) -> str | None:
    """The token of an Authorization header; None without one. A header of another scheme gives an empty token."""
    if header is None:
        return None
    scheme, _, token = header.strip().partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
