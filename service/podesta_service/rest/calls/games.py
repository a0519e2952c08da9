"""Calls that read a game: its current state, history, record and signed heads."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter
from msgspec import Struct

from podesta_engines.game.record import lines
from podesta_service.api.sample import AT, Sample
from podesta_service.master import HISTORY_PAGE
from podesta_service.model import Game, Update
from podesta_service.problems import KEY_MISSING, NOT_OVER, UNKNOWN_REVISION
from podesta_service.rest.call import Call
from podesta_service.rest.documented import ANY_CALL, ETAG, GAME_CALL, SERVER_TIME, UNCHANGED, Described, problems
from podesta_service.rest.events import EVENTS
from podesta_service.rest.headers import LATEST, game_headers, matches, server_time, variant
from podesta_service.rest.parameters import GameId, IfNoneMatch
from podesta_service.signing import SignedHead, SigningKey
from podesta_service.table.table import Step
from podesta_service.views.following import written

_JSONL = "application/jsonl"

_At = Annotated[int | None, QueryParameter(ge=1, le=LATEST, description="An earlier revision; absent: now")]
_After = Annotated[int, QueryParameter(ge=0, le=LATEST, description="Only updates after this revision")]
_Limit = Annotated[int, QueryParameter(ge=1, le=HISTORY_PAGE, description="Maximum number of updates")]


class History(Struct, frozen=True):
    """A page of a game's history."""

    updates: list[Update]
    """Updates, oldest first."""
    head: int
    """The game's newest revision: ask for updates after the last one until this revision is reached."""


@get(
    "/{game:str}",
    name="GetGame",
    operation_id="getGame",
    summary="Get a game as the bearer may see it",
    response_headers=[ETAG, SERVER_TIME],
    responses=problems(*GAME_CALL, UNKNOWN_REVISION, others={304: UNCHANGED}),
    described=Described(result=lambda of: of.game),
)
async def get_game(
    request: Call,
    game: GameId,
    at: _At = None,
    if_none_match: IfNoneMatch = None,
) -> Response[Game]:
    """Return the view, the open questions with every legal option, and which seats the game waits for.

    Without a token, the answer is what a spectator may see.
    """
    table, viewer = await request.context.master.look(game, request.token, at)
    headers = game_headers(table, viewer, request.language) | server_time(request.context.master.server_time)
    if matches(if_none_match, headers["ETag"]):
        return _unchanged(headers)
    tables = request.context.master.tables
    shown: Any = msgspec.Raw(tables.written(table, viewer, request.language, EVENTS.wire, EVENTS.game))
    return Response(shown, headers=headers)


def _unchanged(headers: dict[str, str]) -> Response[Any]:
    return Response(None, status_code=304, headers=headers)


@get(
    "/{game:str}/head",
    name="GetSignedHead",
    operation_id="getSignedHead",
    summary="Get the signed head of a revision",
    responses=problems(*GAME_CALL, UNKNOWN_REVISION, KEY_MISSING),
    described=Described(result=lambda of: of.signed),
)
async def get_signed_head(request: Call, game: GameId, at: _At = None) -> Response[SignedHead]:
    """Return a signed commitment to the log of a game so far, which can be shown to others as proof.

    Two different signed heads of one revision prove that the service has shown two versions of the game.
    """
    table, _ = await request.context.master.look(game, request.token, at)
    return Response(request.context.master.signed(table), headers={"Cache-Control": "no-store"})


class SigningKeys(Struct, frozen=True):
    """The current and former signing keys of game heads."""

    keys: list[SigningKey]
    """The keys by id."""
    push_key: str
    """The key that identifies this service to push services (`applicationServerKey`): P-256, uncompressed, in
    Base64url."""


@get(
    "/v1/signing-keys",
    name="ListSigningKeys",
    operation_id="listSigningKeys",
    summary="List the service's signing keys",
    sync_to_thread=False,
    tags=["games"],
    responses=problems(*ANY_CALL),
    described=Described(result=lambda of: SigningKeys(list(of.signer.public), of.push_key)),
)
def list_signing_keys(request: Call) -> Response[SigningKeys]:
    """Return the public half of every current and former signing key. Keep them, and compare."""
    master = request.context.master
    return Response(
        SigningKeys(list(master.signer.public), master.push_key), headers={"Cache-Control": "public, max-age=60"}
    )


@get(
    "/{game:str}/events",
    name="ListUpdates",
    operation_id="listUpdates",
    summary="List a game's updates",
    responses=problems(*GAME_CALL),
    described=Described(result=lambda of: History([of.update], of.update.revision), parameters=lambda _: {"limit": 20}),
)
async def list_updates(
    request: Call,
    game: GameId,
    after: _After = 0,
    limit: _Limit = HISTORY_PAGE,
) -> Response[History]:
    """Return the updates after a revision as the bearer may see them, oldest first.

    A page may hold fewer than asked for: it ends early when it becomes large or takes long to compute.
    """
    seen_by = await request.context.master.audience(game, request.token)

    def write(step: Step) -> tuple[msgspec.Raw, int]:
        text = written(request.context.master.tables, step, seen_by.viewer, request.language, EVENTS)
        return msgspec.Raw(text), len(text)

    updates, head = await request.context.master.history(game, after, limit, seen_by, write)
    return Response(History(updates, head), headers=variant(request.language))


def _record(of: Sample) -> str:
    """An example of a record: its first line."""
    entry = {"events": msgspec.to_builtins(of.update)["events"], "at": AT + 20_000, "schema": 1}
    return b"".join(line + b"\n" for line in lines([msgspec.json.encode(entry)])).decode()


@get(
    "/{game:str}/record",
    name="GetRecord",
    operation_id="getRecord",
    summary="Get the record of an ended game",
    media_type=_JSONL,
    responses=problems(*GAME_CALL, NOT_OVER),
    described=Described(text=_record),
)
async def get_record(request: Call, game: GameId) -> Response[bytes]:
    """Return the whole log, one JSON line per entry, with the seed of the game's draws.

    Its events are complete, including what was hidden while the game ran. `created` also has a `salt` (hexadecimal
    text): the seed is derived from it, the master key and the game's id. That of a practice game has its `deal`, too,
    from which it was drawn.
    """
    await request.caller.viewer(game)
    record = await request.context.master.record(game)
    body = b"".join(line + b"\n" for line in record)
    return Response(body, media_type=_JSONL, headers={"Content-Disposition": f'attachment; filename="{game}.jsonl"'})


GAMES = [get_game, get_signed_head, list_updates, get_record]
"""The handlers of this module."""
