"""Every call by its path. What is listed here is served, measured and described."""

from __future__ import annotations

from litestar import Router
from litestar.types import ControllerRouterHandler

from podesta_service.api.calls import CALLS
from podesta_service.rest.binding import bind_rest

from .answers import ANSWERS
from .games import GAMES, list_signing_keys
from .listing.lobby_stream import watch_lobby
from .listing.my_games import list_my_games
from .openings import OPENINGS
from .operations import OPERATIONS
from .rulesets import RULESETS
from .seats import SEATS
from .streams import watch, watch_games
from .tickets import issue_ticket
from .webhooks import WEBHOOKS

_OF_GAMES = Router(
    "/v1/games",
    route_handlers=[
        *OPENINGS,
        *GAMES,
        *SEATS,
        *ANSWERS,
        watch,
    ],
    tags=["games"],
    security=[{}, {"seatToken": []}],
)
_OF_WEBHOOKS = Router("/v1/webhooks", route_handlers=WEBHOOKS, tags=["webhooks"], security=[{"seatToken": []}])
_OF_RULESETS = Router("/v1/rulesets", route_handlers=RULESETS, tags=["rulesets"])

ROUTES: list[ControllerRouterHandler] = [
    _OF_RULESETS,
    _OF_GAMES,
    _OF_WEBHOOKS,
    watch_lobby,
    list_my_games,
    watch_games,
    issue_ticket,
    list_signing_keys,
    *OPERATIONS,
    *bind_rest(CALLS),
]
"""Every documented handler."""
