"""Live games as Server-Sent Events: one per stream, or several, as browsers open only six connections to a host."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from litestar import get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, QueryParameter
from litestar.response.base import ASGIResponse

from podesta_service.api.sample import AT, Sample
from podesta_service.model import moment
from podesta_service.names import GAME
from podesta_service.problems import MALFORMED, TICKET_USED, UNKNOWN_REVISION, refuse
from podesta_service.rest.call import Call
from podesta_service.rest.documented import GAME_CALL, UNCOMPRESSED, Described, problems
from podesta_service.rest.events import EventWriter, Heartbeat, LastWord, event, id_line, parsed, update_event
from podesta_service.rest.headers import LATEST, resumed_after
from podesta_service.rest.packing import Coding, coding_of
from podesta_service.rest.parameters import GameId
from podesta_service.rest.stream import WIRE, GameStream
from podesta_service.views.following import Mode
from podesta_service.views.patching import Patched

from .tickets import EveryGame, asked

_MARK = re.compile(rf"({GAME}):([0-9]{{1,9}})")
_MARKS = f"^({GAME}:[0-9]{{1,9}}(, *{GAME}:[0-9]{{1,9}})*)?$"
_EVENTS = ResponseSpec(
    str,
    False,
    "Events `game`, `update`, `patch` (these with an id), `heartbeat`, `end`, `drain`, `problem`",
    "text/event-stream",
)
_TOLD = ResponseSpec(None, False, "Everything was sent, and the game has ended")

_After = Annotated[
    int | None, QueryParameter(ge=0, le=LATEST, description="Updates after this revision; absent: from now on")
]
_LastEventId = Annotated[
    str | None,
    HeaderParameter(name="Last-Event-ID", description="Resumes after this revision; takes precedence over `after`"),
]
_LastEventIds = Annotated[
    str | None,
    HeaderParameter(name="Last-Event-ID", description="The id of the last event: resumes every game in it"),
]
_AfterAll = Annotated[
    str | None,
    QueryParameter(
        description="Updates after these revisions, written like an event's id: `game:revision`, separated by commas; "
        "a game not listed begins with its current state. Last-Event-ID takes precedence"
    ),
]
_Ticket = Annotated[str | None, QueryParameter(description="A ticket from `POST /v1/tickets`, which opens one stream")]
_View = Annotated[
    Mode,
    QueryParameter(
        description="How updates contain the game after them: `full`; `patch`: as a patch of the game last sent on the "
        "stream (events `patch`); `none`: without its view"
    ),
]


def _stream(of: Sample) -> list[dict[str, str]]:
    """An example: the beginning of a stream."""
    update = of.update
    beat = Heartbeat(update.game, update.revision, True, moment(AT + 20_500))
    said = id_line(update.revision) + update_event(msgspec.json.encode(update))
    return [parsed(said), parsed(event("heartbeat", beat))]


def _stream_of_many(of: Sample) -> list[dict[str, str]]:
    """The same example on a stream of several games."""
    return [{**each, "id": f"{of.update.game}:{each['id']}"} if "id" in each else each for each in _stream(of)]


@get(
    "/{game:str}/stream",
    name="Watch",
    operation_id="watch",
    summary="Follow a game",
    opt=UNCOMPRESSED,
    media_type="text/event-stream",
    responses=problems(*GAME_CALL, UNKNOWN_REVISION, others={200: _EVENTS, 204: _TOLD}),
    described=Described(
        events=_stream,
        parameters=lambda of: {"Last-Event-ID": str(of.update.revision), "view": "full"},
        shapes={"Last-Event-ID": {"type": "string", "pattern": "^([0-9]{1,9})?$"}},
        structs=[Heartbeat, LastWord, Patched],
    ),
)
async def watch(
    request: Call,
    game: GameId,
    after: _After = None,
    last_event_id: _LastEventId = None,
    view: _View = "full",
) -> ASGIResponse:
    """Send every update after a revision, then live updates, without gaps or repetitions (Server-Sent Events).

    Without a revision the stream begins with the current game. With `view=patch` the first event has the whole game;
    every later update is a patch (RFC 6902) of the game sent before it, with the digests of both.
    """
    coding = coding_of(request.headers.get("accept-encoding"))
    telling = await _follow(request, game, request.token, resumed_after(last_event_id, after), view, coding)
    return await _answer(request, [telling], coding, many=False)


@get(
    "/v1/stream",
    name="WatchGames",
    operation_id="watchGames",
    summary="Follow several games",
    tags=["games"],
    opt=UNCOMPRESSED,
    media_type="text/event-stream",
    security=[{}, {"seatToken": []}],
    responses=problems(*GAME_CALL, UNKNOWN_REVISION, TICKET_USED, others={200: _EVENTS, 204: _TOLD}),
    described=Described(
        events=_stream_of_many,
        parameters=lambda of: {
            "game": [of.update.game],
            "Last-Event-ID": f"{of.update.game}:{of.update.revision}",
            "after": f"{of.update.game}:{of.update.revision}",
            "ticket": "eyJhbGciOiJIUzI1NiIs…",
            "view": "full",
        },
        shapes={
            "game": {"type": "array", "items": {"type": "string"}},
            "after": {"type": "string", "pattern": _MARKS},
            "Last-Event-ID": {"type": "string", "pattern": _MARKS},
        },
    ),
)
async def watch_games(
    request: Call,
    game: EveryGame = None,
    after: _AfterAll = None,
    last_event_id: _LastEventIds = None,
    view: _View = "full",
    ticket: _Ticket = None,
) -> ASGIResponse:
    """Send the updates of up to 64 games (Server-Sent Events), each as the bearer of its seat's token may see it.

    Tokens are sent in one header, separated by commas: `Authorization: Bearer <token>,<token>`. Games without a token
    are watched as a spectator; without `game`, the games of the tokens are sent. An event's id names the last revision
    of every game: sent back as Last-Event-ID, it resumes all of them. A game missing from it begins with its current
    state, and one that is no longer requested is ignored: games join and leave a stream by reopening it. A page with an
    EventSource, which cannot send headers, asks `POST /v1/tickets` for a ticket, which replaces `game` and the tokens.
    """
    tokens, marks = await asked(request, game, ticket), _resumed(last_event_id, after)
    coding = coding_of(request.headers.get("accept-encoding"))
    tellings = await _follow_all(request, tokens, marks, view, coding)
    return await _answer(request, tellings, coding, many=True)


async def _follow_all(
    request: Call,
    tokens: Mapping[str, str | None],
    after: Mapping[str, int],
    view: Mode,
    coding: Coding,
) -> Sequence[EventWriter]:
    """Follow every game, or none."""
    tellings: list[EventWriter] = []
    try:
        for game, token in tokens.items():
            tellings += [await _follow(request, game, token, after.get(game), view, coding)]
    except BaseException:
        await _close(tellings)
        raise
    return tellings


async def _follow(
    request: Call, game: str, token: str | None, after: int | None, view: Mode, coding: Coding
) -> EventWriter:
    following = await request.context.follow(WIRE, game, token, after, request.language, view)
    return EventWriter(request.context, following, packs=bool(coding.name))


async def _answer(request: Call, tellings: Sequence[EventWriter], coding: Coding, many: bool) -> ASGIResponse:
    """The stream, or an empty response if no updates can follow."""
    if all(telling.done for telling in tellings):
        await _close(tellings)
        return ASGIResponse(status_code=204, headers={"Cache-Control": "no-store"})
    return GameStream(request.context, tellings, request.language, many, coding)


async def _close(tellings: Sequence[EventWriter]) -> None:
    for telling in tellings:
        await telling.close()


def _resumed(last_event_id: str | None, after: str | None) -> dict[str, int]:
    """Where the games of a stream begin: Last-Event-ID takes precedence over `after`, as for one game; raises Refusal.

    Both are parsed, so that a malformed one is refused even if the other is used.
    """
    asked_for, last_told = _marks("after", after or ""), _marks("Last-Event-ID", last_event_id or "")
    return last_told or asked_for


def _marks(field: str, event_id: str) -> dict[str, int]:
    """The revisions in an event id of such a stream; raises Refusal."""
    found = [_MARK.fullmatch(part.strip()) for part in event_id.split(",")] if event_id else []
    if not all(found):
        raise refuse(MALFORMED, "event-id-malformed", name=field, field=field)
    return {mark[1]: int(mark[2]) for mark in found if mark}
