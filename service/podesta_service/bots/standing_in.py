"""Who plays the seat of a house bot if its own player cannot."""

from __future__ import annotations

import logging

from podesta_engines.core.ruleset import GREEDY
from podesta_engines.game.events import Seated
from podesta_engines.play.house import CannotPlay, check
from podesta_service.table.table import Table

log = logging.getLogger(__name__)


def player_of(table: Table, bot: Seated) -> str:
    """Who plays a bot's seat here: itself, or GREEDY for one that this process cannot play, such as a network.

    So a game opened by a process that can play it goes on with one that cannot.
    """
    try:
        check(table.ruleset, len(table.holders), bot.bot)
    except CannotPlay as why:
        log.warning("game %s, seat %d is played by %s: %s", table.game, bot.seat, GREEDY, why)
        return GREEDY
    return bot.bot
