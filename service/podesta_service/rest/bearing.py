"""Who calls, and in which language: what the handlers of a call need to know of a request, however it came in."""

from __future__ import annotations

from abc import ABC, abstractmethod

from podesta_engines.core.words import Language
from podesta_service.context import Context
from podesta_service.identity.tokens import Claims
from podesta_service.table.table import Table, Viewer
from podesta_service.table.writer import Command

from .headers import private, required


class Bearing(ABC):
    """A call of somebody who perhaps bears a token."""

    @property
    @abstractmethod
    def context(self) -> Context:
        """The inside of this process."""

    @property
    @abstractmethod
    def language(self) -> Language:
        """The language the caller likes best."""

    @property
    @abstractmethod
    def token(self) -> str | None:
        """The bearer token, if there is one."""

    async def viewer(self, game: str) -> Viewer:
        """The seat of the bearer, None for a spectator."""
        return await self.context.master.gate.viewer(game, self.token)

    async def holder(self, game: str) -> Claims:
        """What the token of a seat says, which the call needs; raises Refusal."""
        return await self.context.master.gate.holder(game, self.token)

    def command(self, holder: Claims, idempotency_key: str | None, revision: int = 0, head: str = "") -> Command:
        """What the holder of a seat asks of its game; raises Refusal where the key is missing."""
        return Command(holder.game, holder.seat, revision, required(idempotency_key), holder.epoch, head)

    def private(self, table: Table, viewer: Viewer, **more: str) -> dict[str, str]:
        """The headers of a command's result, as someone sees it in the caller's language."""
        return private(table, viewer, self.language, **more)
