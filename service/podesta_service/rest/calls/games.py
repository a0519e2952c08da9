"""A game as it stands, its history and its record, and what the service has signed of it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter
from msgspec import Struct

from podesta_engines.game.record import lines
from podesta_service.master import HISTORY_PAGE
from podesta_service.model import Game, Pieces, Update
from podesta_service.problems import KEY_MISSING, NOT_OVER, UNKNOWN_REVISION
from podesta_service.rest.call import Call
from podesta_service.rest.documented import ANY_CALL, ETAG, GAME_CALL, SERVER_TIME, UNCHANGED, Described, problems
from podesta_service.rest.headers import LATEST, game_headers, matches, server_time, variant
from podesta_service.rest.parameters import GameId, IfNoneMatch
from podesta_service.rest.sample import AT, Sample
from podesta_service.signing import SignedHead, SigningKey
from podesta_service.table.table import Step

_JSONL = "application/jsonl"

_At = Annotated[int | None, QueryParameter(ge=1, le=LATEST, description="An earlier revision; absent: now")]
_After = Annotated[int, QueryParameter(ge=0, le=LATEST, description="Only what came after this revision")]
_Limit = Annotated[int, QueryParameter(ge=1, le=HISTORY_PAGE, description="At most so many updates")]


class History(Struct, frozen=True):
    """Some of a game's history."""

    updates: list[Update]
    """Updates, oldest first."""
    head: int
    """The game's newest revision: ask again after the last update until it is reached."""


@get(
    "/{game:str}",
    name="GetGame",
    operation_id="getGame",
    summary="The game as the bearer may see it",
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
    """Answer view, open questions with every legal option, and whom the game waits for.

    Without a token, as a spectator may see it.
    """
    table, viewer = await request.context.master.look(game, request.token, at)
    headers = game_headers(table, viewer, request.language) | server_time(request.context.master.server_time)
    if matches(if_none_match, headers["ETag"]):
        return _unchanged(headers)
    return Response(table.show(viewer, request.language), headers=headers)


def _unchanged(headers: dict[str, str]) -> Response[Any]:
    return Response(None, status_code=304, headers=headers)


@get(
    "/{game:str}/pieces",
    name="GetPieces",
    operation_id="getPieces",
    summary="What lies where on the table",
    responses=problems(*GAME_CALL, UNKNOWN_REVISION),
    described=Described(result=lambda of: of.opened.table.pieces(of.seat)),
)
async def get_pieces(request: Call, game: GameId, at: _At = None) -> Response[Pieces]:
    """Answer the pieces as the bearer may see them, for whoever draws the table without knowing the rules.

    The catalogue has the zones in which they lie; what notes then tell to move keeps them current.
    """
    table, viewer = await request.context.master.look(game, request.token, at)
    return Response(table.pieces(viewer), headers={"Cache-Control": "no-store"})


@get(
    "/{game:str}/head",
    name="GetSignedHead",
    operation_id="getSignedHead",
    summary="The head of a revision, signed",
    responses=problems(*GAME_CALL, UNKNOWN_REVISION, KEY_MISSING),
    described=Described(result=lambda of: of.signed),
)
async def get_signed_head(request: Call, game: GameId, at: _At = None) -> Response[SignedHead]:
    """Answer what binds the log of a game so far, signed by the service, for whoever wants to prove that to others.

    A service that signs two heads of one revision has told two games.
    """
    table, _ = await request.context.master.look(game, request.token, at)
    return Response(request.context.master.signed(table), headers={"Cache-Control": "no-store"})


class SigningKeys(Struct, frozen=True):
    """The keys that heads of games are signed with, or were."""

    keys: list[SigningKey]
    """The keys, by their ids."""


@get(
    "/v1/signing-keys",
    name="ListSigningKeys",
    operation_id="listSigningKeys",
    summary="What the service signs with",
    sync_to_thread=False,
    tags=["games"],
    responses=problems(*ANY_CALL),
    described=Described(result=lambda of: SigningKeys(list(of.signer.public))),
)
def list_signing_keys(request: Call) -> Response[SigningKeys]:
    """Answer the public half of every key that heads are signed with, or were. Keep them, and compare."""
    keys = list(request.context.master.signer.public)
    return Response(SigningKeys(keys), headers={"Cache-Control": "public, max-age=60"})


@get(
    "/{game:str}/events",
    name="ListUpdates",
    operation_id="listUpdates",
    summary="The history",
    responses=problems(*GAME_CALL),
    described=Described(result=lambda of: History([of.update], of.update.revision), parameters=lambda _: {"limit": 20}),
)
async def list_updates(
    request: Call,
    game: GameId,
    after: _After = 0,
    limit: _Limit = HISTORY_PAGE,
) -> Response[History]:
    """Answer the updates after a revision as the bearer may know them, oldest first.

    A page may hold fewer than asked for: it ends early when it becomes large, or takes long to work out.
    """
    seen_by = await request.context.master.audience(game, request.token)

    def write(step: Step) -> tuple[msgspec.Raw, int]:
        text = msgspec.json.encode(step.show(seen_by.viewer, request.language))
        return msgspec.Raw(text), len(text)

    updates, head = await request.context.master.history(game, after, limit, seen_by, write)
    return Response(History(updates, head), headers=variant(request.language))


def _record(of: Sample) -> str:
    """A record of one line."""
    entry = {"events": msgspec.to_builtins(of.update)["events"], "at": AT + 20_000, "schema": 1}
    return b"".join(line + b"\n" for line in lines([msgspec.json.encode(entry)])).decode()


@get(
    "/{game:str}/record",
    name="GetRecord",
    operation_id="getRecord",
    summary="The record of an ended game",
    media_type=_JSONL,
    responses=problems(*GAME_CALL, NOT_OVER),
    described=Described(text=_record),
)
async def get_record(request: Call, game: GameId) -> Response[bytes]:
    """Answer the whole log, a JSON line an entry, with the seed that the game was drawn from.

    Its events are whole, as nobody was told them while the game ran. `created` then also has a `salt` (a text): what
    the seed is made of besides the master key and the game's id, in hex.
    """
    await request.viewer(game)
    record = await request.context.master.record(game)
    body = b"".join(line + b"\n" for line in record)
    return Response(body, media_type=_JSONL, headers={"Content-Disposition": f'attachment; filename="{game}.jsonl"'})


GAMES = [get_game, get_pieces, get_signed_head, list_updates, get_record]
"""Every call that only looks at a game."""
