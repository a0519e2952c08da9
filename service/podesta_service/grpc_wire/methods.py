"""Every method of the contract by its name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from .answers import ANSWERS
from .games import GAMES
from .hosting import HOSTING
from .lobby import LOBBY
from .ordering import ORDERING
from .phrases import PHRASE_CALLS
from .playing import play
from .tickets import TICKETS
from .watching import watch
from .webhooks import WEBHOOKS

GAME_MASTER: Mapping[str, Callable[..., Awaitable[Any]]] = {
    **LOBBY,
    **GAMES,
    **HOSTING,
    **PHRASE_CALLS,
    **TICKETS,
    **ANSWERS,
    **ORDERING,
    **WEBHOOKS,
    "Watch": watch,
    "Play": play,
}
"""The methods of the game master."""
