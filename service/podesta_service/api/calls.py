"""Every call that is declared. What is listed here is served on both wires, measured and described."""

from __future__ import annotations

from typing import Any

from .answers import retract
from .call import ApiCall
from .hosting import host_game
from .lobby import list_games
from .orders import get_orders, leave_orders, withdraw_orders
from .phrases import list_phrases, say_phrase
from .seats import issue_seat_ticket, resign, use_seat_ticket

CALLS: list[ApiCall[Any]] = [
    list_games,
    issue_seat_ticket,
    use_seat_ticket,
    retract,
    resign,
    leave_orders,
    get_orders,
    withdraw_orders,
    list_phrases,
    say_phrase,
    host_game,
]
"""The calls."""
