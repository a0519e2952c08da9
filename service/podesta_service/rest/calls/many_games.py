"""Several games on one stream: browsers hold only six connections to a host."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from litestar import get
from litestar.response.base import ASGIResponse

from podesta_service.problems import MALFORMED, NOT_YOUR_SEAT, UNKNOWN_REVISION, refuse
from podesta_service.rest.call import Call
from podesta_service.rest.description.documented import GAME_CALL, STREAM, TOLD, UNCOMPRESSED, problems
from podesta_service.rest.description.parameters import MOST_STREAMED, EveryGame, LastEventIds
from podesta_service.rest.stream import GameStream, Telling

_MARK = re.compile(r"([a-z2-7]{16}):([0-9]{1,9})")


@get(
    "/v1/stream",
    name="WatchGames",
    operation_id="watchGames",
    summary="Several games as they go on",
    tags=["games"],
    opt=UNCOMPRESSED,
    media_type="text/event-stream",
    security=[{}, {"seatToken": []}],
    responses=problems(*GAME_CALL, UNKNOWN_REVISION, others={200: STREAM, 204: TOLD}),
)
async def watch_games(
    request: Call,
    game: EveryGame = None,
    last_event_id: LastEventIds = None,
) -> ASGIResponse:
    """Send the updates of up to 64 games (Server-Sent Events), each as the bearer of its seat's token may see it.

    Tokens stand in one header, separated by commas: `Authorization: Bearer <token>,<token>`; games without a token are
    watched as a spectator, and without `game` those of the tokens. An event's id names the last revision of every game:
    sent back as Last-Event-ID, all of them resume; a game that it does not name begins with the game as it is.
    """
    tokens, after = _tokens(request), _marks(last_event_id)
    games = list(dict.fromkeys(game or tokens))
    _check(games, tokens)
    tellings: list[Telling] = []
    try:
        for each in games:
            watcher, first = await request.context.master.watch(each, tokens.get(each), after.get(each))
            tellings.append(Telling(request.context, watcher, first, request.language))
    except BaseException:
        await _close(tellings)
        raise
    if all(telling.done for telling in tellings):
        await _close(tellings)
        return ASGIResponse(status_code=204, headers={"Cache-Control": "no-store"})
    return GameStream(request.context, tellings, request.language, many=True)


async def _close(tellings: Sequence[Telling]) -> None:
    for telling in tellings:
        await telling.watcher.close()


def _tokens(request: Call) -> dict[str, str]:
    """The tokens of the header by game; raises Refusal."""
    found: dict[str, str] = {}
    for token in (request.token or "").split(",") if request.token is not None else ():
        game = request.context.master.gate.game_of(token.strip())
        if found.setdefault(game, token.strip()) != token.strip():
            raise refuse(MALFORMED, "one token for each game; another seat of it needs a stream of its own")
    return found


def _check(games: Sequence[str], tokens: Mapping[str, str]) -> None:
    """Refuse none, too many, and tokens of other games."""
    if not 0 < len(games) <= MOST_STREAMED:
        raise refuse(MALFORMED, f"a stream tells of 1 to {MOST_STREAMED} games", field="game")
    if not tokens.keys() <= set(games):
        raise refuse(NOT_YOUR_SEAT, "a token is for a game that was not asked for")


def _marks(last_event_id: str | None) -> dict[str, int]:
    """The revisions in an event id of such a stream; raises Refusal."""
    if not last_event_id:
        return {}
    found = [_MARK.fullmatch(part.strip()) for part in last_event_id.split(",")]
    if not all(found):
        raise refuse(MALFORMED, "Last-Event-ID is the id of an event of this stream", field="Last-Event-ID")
    return {mark[1]: int(mark[2]) for mark in found if mark}
