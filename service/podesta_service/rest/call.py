"""A call: the request as the handlers want it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import InternalServerException

from podesta_engines.core.words import Language
from podesta_service.context import Context, bearer, language_of
from podesta_service.identity.tokens import Claims
from podesta_service.problems import MALFORMED, UNSUPPORTED_MEDIA, refuse
from podesta_service.table.table import Table, Viewer
from podesta_service.table.writer import Command

from .headers import JSON, private, required
from .reading import decode


class Call(Request[Any, Any, State]):
    """A request that knows the process it came to, its bearer and its language, and reads bodies strictly."""

    @property
    def context(self) -> Context:
        """The inside of this process."""
        context: Context = self.app.state.context
        return context

    @cached_property
    def language(self) -> Language:
        """The language the caller likes best."""
        return language_of(self.headers.get("accept-language"))

    @property
    def token(self) -> str | None:
        """The bearer token, if there is one."""
        return bearer(self.headers.get("authorization"))

    @property
    def address(self) -> str:
        """The address that the call came from."""
        peer = self.client.host if self.client else ""
        return self.context.limits.caller(peer, self.headers.get("x-forwarded-for"))

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

    async def body(self) -> bytes:
        """The body; a caller who leaves before its end is no fault of ours."""
        try:
            return await super().body()
        except InternalServerException:
            raise refuse(MALFORMED, "the connection ended before the body did") from None

    async def json(self) -> Any:
        """The body as the struct that the handler takes."""
        field = self.route_handler.parsed_data_field
        assert field is not None
        return decode(await self.body(), field.annotation)


async def require_operator(call: Request[Any, Any, Any]) -> None:
    """Refuse those who may not open games before their body is looked at, then as `require_json` does."""
    assert isinstance(call, Call)
    call.context.master.gate.check_operator(call.token)
    await require_json(call)


async def require_json(call: Request[Any, Any, Any]) -> None:
    """Refuse a body that is not JSON, or none."""
    if call.content_type[0].lower() != JSON:
        raise refuse(UNSUPPORTED_MEDIA, "send Content-Type: application/json")
    if not await call.body():
        raise refuse(MALFORMED, "this call needs a JSON body")
