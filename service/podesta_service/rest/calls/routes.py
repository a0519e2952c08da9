"""Every call by its path. What is listed here is served, measured and described."""

from __future__ import annotations

from litestar import Router
from litestar.types import ControllerRouterHandler

from podesta_service.api.calls import CALLS
from podesta_service.rest.binding import bind_rest

from .answers import ANSWERS
from .games import GAMES, list_signing_keys
from .lobby_stream import watch_lobby
from .operations import OPERATIONS
from .rulesets import RULESETS
from .streams import watch, watch_games
from .tickets import issue_ticket

_OF_GAMES = Router(
    "/v1/games",
    route_handlers=[
        *GAMES,
        *ANSWERS,
        watch,
    ],
    tags=["games"],
    security=[{}, {"seatToken": []}],
)
_OF_RULESETS = Router("/v1/rulesets", route_handlers=RULESETS, tags=["rulesets"])

ROUTES: list[ControllerRouterHandler] = [
    _OF_RULESETS,
    _OF_GAMES,
    watch_lobby,
    watch_games,
    issue_ticket,
    list_signing_keys,
    *OPERATIONS,
    *bind_rest(CALLS),
]
"""Every documented handler."""
