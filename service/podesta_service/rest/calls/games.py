"""The calls about games."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from litestar.response.base import ASGIResponse

from podesta_service.commands.seating import Opening
from podesta_service.model import Game
from podesta_service.problems import (
    BAD_SETUP,
    COMMAND_REUSED,
    GAME_OPEN,
    GAME_OVER,
    ILLEGAL_ANSWER,
    MALFORMED,
    NO_TOKEN,
    NOT_OVER,
    NOT_YOUR_TURN,
    OPERATOR_ONLY,
    OUTCOME_UNKNOWN,
    REVISION_REQUIRED,
    SEAT_FREE,
    SEAT_TAKEN,
    STALE_REVISION,
    STORE_UNAVAILABLE,
    TOO_MANY_ANSWERS,
    UNKNOWN_REVISION,
    UNKNOWN_RULESET,
    refuse,
)
from podesta_service.rest.bodies import (
    Answers,
    AnswersTaken,
    GameOpened,
    GamePage,
    History,
    NewGame,
    OneAnswer,
    SeatClaim,
    SeatClaimed,
    SeatReissue,
)
from podesta_service.rest.call import Call, require_json, require_operator
from podesta_service.rest.calls.leaving import resign
from podesta_service.rest.description.documented import (
    ANY_CALL,
    ETAG,
    GAME_CALL,
    LOCATION,
    SERVER_TIME,
    STREAM,
    TOLD,
    UNCOMPRESSED,
    WITH_BODY,
    problems,
)
from podesta_service.rest.description.parameters import (
    MOST_UPDATES,
    After,
    At,
    ClaimId,
    CommandId,
    Cursor,
    FreeSeats,
    GameId,
    IfMatch,
    IfNoneMatch,
    InStatus,
    LastEventId,
    Limit,
    OfRuleset,
    OpeningId,
    PageSize,
    Prefer,
    ReissueId,
    SeatNumber,
    StreamAfter,
)
from podesta_service.rest.headers import (
    decided_on,
    game_headers,
    key_required,
    matches,
    resumed_after,
    server_time,
    variant,
    wants_minimal,
)
from podesta_service.rest.stream import GameStream, Telling
from podesta_service.table.writer import Command
from podesta_service.views.explaining import Explanation, explain
from podesta_service.views.lobby import MOST_GAMES, Wanted

from .standing_orders import ORDERS_CALLS
from .what_if import fork, preview, retract

_JSONL = "application/jsonl"


def _nothing(status: int, headers: dict[str, str]) -> Response[Any]:
    return Response(None, status_code=status, headers=headers)


@post(
    "/",
    name="CreateGame",
    operation_id="createGame",
    summary="Open a game",
    opt=UNCOMPRESSED,
    before_request=require_operator,
    response_headers=[ETAG, LOCATION],
    responses=problems(
        *ANY_CALL,
        *WITH_BODY,
        NO_TOKEN,
        OPERATOR_ONLY,
        UNKNOWN_RULESET,
        BAD_SETUP,
        COMMAND_REUSED,
        OUTCOME_UNKNOWN,
        STORE_UNAVAILABLE,
    ),
)
async def create_game(
    request: Call, data: JSONBody[NewGame], idempotency_key: OpeningId = None
) -> Response[GameOpened]:
    """Answer a token for every seat that is claimed. The game starts at once if all are.

    Where the operator has set a key, this call needs it as bearer token.
    """
    if idempotency_key == "":
        raise key_required()
    wanted = Opening(data.ruleset, data.edition, data.options, data.seats, data.spectators, data.clock)
    table, tokens = await request.context.master.seating.create(wanted, idempotency_key or "", request.token)
    headers = {
        **game_headers(table, None, request.language),
        "Location": f"/v1/games/{table.game}",
        "Cache-Control": "no-store",
    }
    return Response(GameOpened(table.show(None, request.language), tokens), headers=headers)


@get(
    "/",
    name="ListGames",
    operation_id="listGames",
    summary="Lobby and archive",
    responses=problems(*ANY_CALL, MALFORMED, UNKNOWN_RULESET, STORE_UNAVAILABLE),
)
async def list_games(
    request: Call,
    ruleset: OfRuleset = "",
    status: InStatus = None,
    free: FreeSeats = 0,
    limit: PageSize = MOST_GAMES,
    cursor: Cursor = "",
) -> Response[GamePage]:
    """Answer a page of games with what everybody may know of each: open ones first, then running, then ended.

    A page may hold fewer games although more follow; ask again with `next` as `cursor`, and the same filters.
    """
    games, rest = await request.context.master.lobby.games(Wanted(ruleset, status, free), cursor, limit)
    return Response(GamePage(games, rest), headers={"Cache-Control": "no-store"})


@get(
    "/{game:str}",
    name="GetGame",
    operation_id="getGame",
    summary="The game as the bearer may see it",
    response_headers=[ETAG, SERVER_TIME],
    responses=problems(
        *GAME_CALL, UNKNOWN_REVISION, others={304: ResponseSpec(None, False, "If-None-Match named the present ETag")}
    ),
)
async def get_game(
    request: Call,
    game: GameId,
    at: At = None,
    if_none_match: IfNoneMatch = None,
) -> Response[Game]:
    """Answer view, open questions with every legal option, and whom the game waits for.

    Without a token, as a spectator may see it.
    """
    table, viewer = await request.context.master.look(game, request.token, at)
    headers = game_headers(table, viewer, request.language) | server_time(request.context.master.server_time)
    if matches(if_none_match, headers["ETag"]):
        return _nothing(304, headers)
    return Response(table.show(viewer, request.language), headers=headers)


@post(
    "/{game:str}/seats",
    name="ClaimSeat",
    operation_id="claimSeat",
    summary="Take an open seat",
    opt=UNCOMPRESSED,
    before_request=require_json,
    response_headers=[ETAG, LOCATION],
    responses=problems(
        *GAME_CALL, *WITH_BODY, NO_TOKEN, OPERATOR_ONLY, BAD_SETUP, SEAT_TAKEN, GAME_OVER, OUTCOME_UNKNOWN
    ),
)
async def claim_seat(
    request: Call,
    game: GameId,
    data: JSONBody[SeatClaim],
    idempotency_key: ClaimId = None,
) -> Response[SeatClaimed]:
    """Answer the token that plays the seat. The game starts when the last seat is taken.

    With `bot`, a house bot takes the seat, and there is no token. Where the operator has set a key, that needs it as
    bearer token, elsewhere the token of any seat of the game.
    """
    if idempotency_key == "":
        raise key_required()
    if data.bot:
        return await _seat_bot(request, game, data, idempotency_key or "")
    claim = request.context.master.seating.claim
    table, token = await claim(game, data.seat, data.name, idempotency_key or "", data.entropy)
    headers = {
        **game_headers(table, token.seat, request.language),
        "Location": f"/v1/games/{game}",
        "Cache-Control": "no-store",
    }
    return Response(SeatClaimed(table.show(token.seat, request.language), token), headers=headers)


async def _seat_bot(request: Call, game: str, data: SeatClaim, command_id: str) -> Response[SeatClaimed]:
    """A house bot takes a seat."""
    master = request.context.master
    if data.entropy:
        raise refuse(MALFORMED, "a bot adds no entropy", field="entropy")
    viewer = await master.gate.host(game, request.token)
    table = await master.seating.seat_bot(game, data.seat, data.bot, data.name, command_id)
    headers = {
        **game_headers(table, viewer, request.language),
        "Location": f"/v1/games/{game}",
        "Cache-Control": "no-store",
    }
    return Response(SeatClaimed(table.show(viewer, request.language)), headers=headers)


@post(
    "/{game:str}/seats/{seat:int}/token",
    name="ReissueSeat",
    operation_id="reissueSeat",
    summary="Give a taken seat out anew",
    opt=UNCOMPRESSED,
    before_request=require_json,
    response_headers=[ETAG],
    responses=problems(*GAME_CALL, *WITH_BODY, NO_TOKEN, SEAT_FREE, GAME_OVER, OUTCOME_UNKNOWN),
)
async def reissue_seat(
    request: Call,
    game: GameId,
    seat: SeatNumber,
    data: JSONBody[SeatReissue],
    idempotency_key: ReissueId = None,
) -> Response[SeatClaimed]:
    """Answer a new token for the seat; its older ones are worthless from then on.

    For the seat's own token, or an operator's key with the scope `admin`.
    """
    master = request.context.master
    epoch = master.gate.reissuer(game, seat, request.token)
    if not idempotency_key:
        raise key_required()
    table, token = await master.seating.reissue(game, seat, data.name, idempotency_key, epoch)
    headers = {**game_headers(table, seat, request.language), "Cache-Control": "no-store"}
    return Response(SeatClaimed(table.show(seat, request.language), token), headers=headers)


@post(
    "/{game:str}/answers",
    name="Answer",
    operation_id="answer",
    summary="Answer the seat's questions",
    status_code=200,
    before_request=require_json,
    response_headers=[ETAG],
    responses=problems(
        *GAME_CALL,
        *WITH_BODY,
        NO_TOKEN,
        REVISION_REQUIRED,
        STALE_REVISION,
        NOT_YOUR_TURN,
        ILLEGAL_ANSWER,
        TOO_MANY_ANSWERS,
        GAME_OPEN,
        GAME_OVER,
        COMMAND_REUSED,
        OUTCOME_UNKNOWN,
        others={204: ResponseSpec(None, False, "Taken; Prefer asked for no body")},
    ),
)
async def answer(
    request: Call,
    game: GameId,
    data: JSONBody[Answers],
    if_match: IfMatch = None,
    idempotency_key: CommandId = None,
    prefer: Prefer = None,
) -> Response[AnswersTaken]:
    """Take all of the answers, or none.

    When others answered meanwhile and the seat's question is still the very same, the answers are taken all the same.

    What they changed takes longer to work out than the answers: who does not look at it sends `Prefer: return=minimal`.
    """
    holder = await request.context.master.gate.holder(game, request.token)
    revision = decided_on(if_match)
    if not idempotency_key:
        raise key_required()
    pairs = [(one.question, one.option) for one in data.answers]
    command = Command(game, holder.seat, revision, idempotency_key, holder.epoch)
    step, repeated = await request.context.master.answering.answer(command, pairs)
    headers = {**game_headers(step.table, holder.seat, request.language), "Cache-Control": "no-store"}
    if wants_minimal(prefer):
        return _nothing(204, {**headers, "Preference-Applied": "return=minimal"})
    return Response(AnswersTaken(step.show(holder.seat, request.language), repeated), headers=headers)


@post(
    "/{game:str}/explain",
    name="Explain",
    operation_id="explain",
    summary="Why an answer is not open",
    status_code=200,
    before_request=require_json,
    response_headers=[ETAG],
    responses=problems(*GAME_CALL, *WITH_BODY),
)
async def explain_answer(request: Call, game: GameId, data: JSONBody[OneAnswer]) -> Response[Explanation]:
    """Say of any answer whether the bearer's seat could give it now, and why not.

    Whoever is not asked is told only what everybody knows.
    """
    table, viewer = await request.context.master.look(game, request.token)
    found = explain(table, viewer, data.question, data.option, request.language)
    return Response(found, headers=game_headers(table, viewer, request.language))


@get(
    "/{game:str}/events",
    name="ListUpdates",
    operation_id="listUpdates",
    summary="The history",
    responses=problems(*GAME_CALL),
)
async def list_updates(
    request: Call,
    game: GameId,
    after: After = 0,
    limit: Limit = MOST_UPDATES,
) -> Response[History]:
    """Answer the updates after a revision as the bearer may know them, oldest first."""
    seen_by = await request.context.master.audience(game, request.token)
    steps, head = await request.context.master.history(game, after, limit, seen_by)
    updates = [step.show(seen_by.viewer, request.language) for step in steps]
    return Response(History(updates, head), headers=variant(request.language))


@get(
    "/{game:str}/stream",
    name="Watch",
    operation_id="watch",
    summary="The game as it goes on",
    opt=UNCOMPRESSED,
    media_type="text/event-stream",
    responses=problems(
        *GAME_CALL,
        UNKNOWN_REVISION,
        others={200: STREAM, 204: TOLD},
    ),
)
async def watch(
    request: Call,
    game: GameId,
    after: StreamAfter = None,
    last_event_id: LastEventId = None,
) -> ASGIResponse:
    """Send every update after a revision, and then live: no gap, no repeat (Server-Sent Events).

    Without a revision it begins with the game as it is.
    """
    watcher, first = await request.context.master.watch(game, request.token, resumed_after(last_event_id, after))
    if watcher.over and first is None:
        await watcher.close()
        return ASGIResponse(status_code=204, headers={"Cache-Control": "no-store"})
    telling = Telling(request.context, watcher, first, request.language)
    return GameStream(request.context, [telling], request.language)


@get(
    "/{game:str}/record",
    name="GetRecord",
    operation_id="getRecord",
    summary="The record of an ended game",
    media_type=_JSONL,
    responses=problems(*GAME_CALL, NOT_OVER),
)
async def get_record(request: Call, game: GameId) -> Response[bytes]:
    """Answer the whole log, a JSON line an entry, with the seed that the game was drawn from."""
    await request.viewer(game)
    lines = await request.context.master.record(game)
    body = b"".join(line + b"\n" for line in lines)
    return Response(body, media_type=_JSONL, headers={"Content-Disposition": f'attachment; filename="{game}.jsonl"'})


GAMES = Router(
    "/v1/games",
    route_handlers=[
        list_games,
        create_game,
        get_game,
        claim_seat,
        reissue_seat,
        answer,
        explain_answer,
        retract,
        resign,
        preview,
        *ORDERS_CALLS,
        fork,
        list_updates,
        watch,
        get_record,
    ],
    tags=["games"],
    security=[{}, {"seatToken": []}],
)
"""Everything under /v1/games."""
