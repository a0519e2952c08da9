"""Every declared call: what a room declares is served on both wires, measured and described."""

from __future__ import annotations

from typing import Any

from . import answers, hosting, lobby, openings, orders, phrases, seats, webhooks
from .call import ApiCall

CALLS: list[ApiCall[Any]] = [
    each
    for room in (openings, seats, hosting, answers, orders, phrases, lobby, webhooks)
    for each in vars(room).values()
    if isinstance(each, ApiCall)
]
