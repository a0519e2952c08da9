"""The request as the handlers see it."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import InternalServerException

from podesta_engines.core.words import Language
from podesta_service.context import Caller, Context
from podesta_service.identity.tokens import Claims
from podesta_service.problems import MALFORMED, UNSUPPORTED_MEDIA, refuse

from .headers import JSON, decode

CALLER = "caller"
"""The key of the caller in a request's state."""


class Call(Request[Any, Any, State]):
    """A request with its caller; bodies are read strictly."""

    @property
    def caller(self) -> Caller:
        """The caller of the request."""
        caller: Caller = self.scope["state"][CALLER]
        return caller

    @property
    def context(self) -> Context:
        """The context of this process."""
        return self.caller.context

    @property
    def language(self) -> Language:
        """The caller's preferred language."""
        return self.caller.language

    @property
    def token(self) -> str | None:
        """The bearer token, if there is one."""
        return self.caller.token

    @property
    def address(self) -> str:
        """The address that the call came from."""
        return self.caller.account.address

    async def holder(self, game: str) -> Claims:
        """The claims of the seat's token, which is required; raises Refusal."""
        return await self.caller.holder(game)

    async def body(self) -> bytes:
        """The body; a caller that disconnects before its end is not counted as an internal error."""
        try:
            return await super().body()
        except InternalServerException:
            raise refuse(MALFORMED, "body-cut-off") from None

    async def json(self) -> Any:
        """The body as the struct that the handler takes."""
        field = self.route_handler.parsed_data_field
        assert field is not None
        return decode(await self.body(), field.annotation)


async def require_operator(call: Request[Any, Any, Any]) -> None:
    """Refuse callers who may not open games before reading the body, then do what `require_json` does."""
    assert isinstance(call, Call)
    call.context.master.gate.check_operator(call.token)
    await require_json(call)


async def require_json(call: Request[Any, Any, Any]) -> None:
    """Refuse a body that is missing or not JSON."""
    if call.headers.get("content-encoding", "identity").lower() != "identity":
        raise refuse(UNSUPPORTED_MEDIA, "send-plain-body")
    if call.content_type[0].lower() != JSON:
        raise refuse(UNSUPPORTED_MEDIA, "send-json-type")
    if not await call.body():
        raise refuse(MALFORMED, "body-missing")
