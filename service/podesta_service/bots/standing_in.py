"""The replacement for a house bot that this process cannot play."""

from __future__ import annotations

import logging

from podesta_engines.core.ruleset import GREEDY
from podesta_engines.game.events import Seated
from podesta_engines.play.house import CannotPlay, check
from podesta_service.table.table import Table

log = logging.getLogger(__name__)


def player_of(table: Table, bot: Seated) -> str:
    """The bot that plays a seat here: its own, or GREEDY if this process cannot play that, such as a network.

    So a game opened by a process with the bot can continue on one without it.
    """
    try:
        check(table.ruleset, len(table.holders), bot.bot)
    except CannotPlay as why:
        log.warning("game %s, seat %d is played by %s: %s", table.game, bot.seat, GREEDY, why)
        return GREEDY
    return bot.bot
