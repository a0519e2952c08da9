"""Every declared call: what a room declares is served on both wires, measured and described."""

from __future__ import annotations

from typing import Any

from . import answers, hosting, lobby, orders, phrases, seats
from .call import ApiCall

CALLS: list[ApiCall[Any]] = [
    each
    for room in (seats, answers, orders, lobby, hosting, phrases)
    for each in vars(room).values()
    if isinstance(each, ApiCall)
]
