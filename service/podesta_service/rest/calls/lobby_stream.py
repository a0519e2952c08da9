"""The live lobby, as Server-Sent Events."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import datetime
from typing import Annotated, Literal

from litestar import get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from litestar.response.base import ASGIResponse
from msgspec import Struct

from podesta_service.api.fields import fields_of
from podesta_service.api.lobby import MOST_FREE, WatchedGames
from podesta_service.api.sample import AT, Sample
from podesta_service.context import Context
from podesta_service.model import moment
from podesta_service.problems import DRAINING, MALFORMED, STORE_UNAVAILABLE, UNKNOWN_RULESET, Refusal
from podesta_service.rest.call import Call
from podesta_service.rest.documented import ANY_CALL, UNCOMPRESSED, Described, problems
from podesta_service.rest.errors import ASKED, problem_of
from podesta_service.rest.events import Frame, event, parsed
from podesta_service.rest.packing import coding_of, packed
from podesta_service.rest.stream import WIRE, GameStream
from podesta_service.views.following import Silence
from podesta_service.views.lobby_board import LobbyFollower, LobbyLeft, LobbyNews, LobbyPage
from podesta_service.views.summaries import GameSummary, LobbyFilter, summary

_EVENTS = ResponseSpec(
    str, False, "Events `page`, `entry`, `left`, `heartbeat`, `drain`, `problem`; none has an id", "text/event-stream"
)
_ABOUT = {field.name: field.about for field in fields_of(WatchedGames).values()}
_OfRuleset = Annotated[str, QueryParameter(description=_ABOUT["ruleset"])]
_FreeSeats = Annotated[int, QueryParameter(ge=0, le=MOST_FREE, description=_ABOUT["free"])]
_InStatus = Annotated[Literal["open", "running"] | None, QueryParameter(description=_ABOUT["status"])]


class LobbyHeartbeat(Struct, frozen=True):
    """No change in the lobby; or, as the last event, `drain`: the process shuts down."""

    server_time: datetime
    """The service's time."""


def _stream(of: Sample) -> list[dict[str, str]]:
    """An example: the beginning of a stream, and a game that begins."""
    game = summary(of.game.game, [of.opened.entry])
    told = [event("page", LobbyPage([game], True)), event("entry", game), event("left", LobbyLeft(game.game))]
    return [*map(parsed, told), parsed(event("heartbeat", LobbyHeartbeat(moment(AT + 20_500))))]


@get(
    "/v1/lobby/stream",
    name="WatchLobby",
    operation_id="watchLobby",
    summary="Follow the lobby",
    tags=["games"],
    opt={**UNCOMPRESSED, ASKED: WatchedGames},
    media_type="text/event-stream",
    security=[{}],
    responses=problems(*ANY_CALL, MALFORMED, UNKNOWN_RULESET, STORE_UNAVAILABLE, others={200: _EVENTS}),
    described=Described(
        events=_stream,
        parameters=lambda of: {"ruleset": of.game.ruleset, "status": "open", "free": 1},
        structs=[LobbyPage, GameSummary, LobbyLeft, LobbyHeartbeat],
        event="LobbyEvent",
    ),
)
async def watch_lobby(
    request: Call, ruleset: _OfRuleset = "", status: _InStatus = None, free: _FreeSeats = 0
) -> ASGIResponse:
    """Send the games that wait for players or run, and then every change (Server-Sent Events).

    Pages (`page`) list the current games; the last page is `complete`. After that, an `entry` is a new game or one with
    changed seats, and `left` a game that no longer matches the filters. A game's revision and time are those of when it
    was sent: a change of these alone is not sent. Changes arrive within a second or two. A client that reconnects
    receives everything again. A stream covers at most 500 games at a time.
    """
    coding = coding_of(request.headers.get("accept-encoding"))
    wanted = LobbyFilter(ruleset, status, free)
    follower = await request.context.master.lobby_feed.follow(wanted, request.language, request.address)
    telling = LobbyTelling(request, follower, packs=bool(coding.name))
    return GameStream(request.context, [telling], request.language, coding=coding, call="WatchLobby")


class LobbyTelling:
    """The events sent to one follower of the lobby."""

    mark = ("", 0)

    def __init__(self, request: Call, follower: LobbyFollower, packs: bool) -> None:
        self._context: Context = request.context
        self._language, self._follower, self._packs = request.language, follower, packs

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Every event of the stream."""
        patience, draining = self._context.settings.heartbeat_seconds, self._context.draining
        try:
            async with aclosing(self._follower.tell(patience, draining)) as telling:
                async for said in telling:
                    yield self._event(said)
        except Refusal as why:
            yield Frame(self._farewell(why))

    def _event(self, said: LobbyNews | Silence) -> Frame:
        if isinstance(said, Silence):
            return Frame(event("heartbeat", LobbyHeartbeat(self._context.master.server_time)))
        body = said.frame(WIRE, lambda: _body(said))
        self._context.metrics.frame(WIRE, encoded=False)
        return Frame(body, None, said.frame("packed", lambda: packed(body)) if self._packs else b"")

    def _farewell(self, why: Refusal) -> bytes:
        if why.kind is DRAINING:
            return event("drain", LobbyHeartbeat(self._context.master.server_time))
        return event("problem", problem_of(why, self._language))

    async def close(self) -> None:
        """Stop following."""
        self._follower.close()


def _body(news: LobbyNews) -> bytes:
    names = {LobbyPage: "page", LobbyLeft: "left", GameSummary: "entry"}
    return event(names[type(news.what)], news.what)
