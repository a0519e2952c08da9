"""Every method of the contract by its name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from podesta_service.api.calls import CALLS

from .answers import ANSWERS
from .binding import bind_grpc
from .games import GAMES
from .lobby import LOBBY
from .playing import play
from .watching import watch

GAME_MASTER: Mapping[str, Callable[..., Awaitable[Any]]] = {
    **LOBBY,
    **GAMES,
    **ANSWERS,
    **bind_grpc(CALLS),
    "Watch": watch,
    "Play": play,
}
"""The methods of the game master."""
