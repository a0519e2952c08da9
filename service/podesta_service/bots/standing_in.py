"""Who plays the seat of a house bot where its own player cannot."""

from __future__ import annotations

import logging

from podesta_engines.game.events import Seated
from podesta_engines.gym.house import NET, NoNet, NoNumpy, check_net
from podesta_service.table.table import Table

log = logging.getLogger(__name__)

STAND_IN = "greedy"
"""The player that every ruleset has, and that needs nothing but the rules."""


def player_of(table: Table, bot: Seated) -> str:
    """Who plays a bot's seat here: itself, or STAND_IN for a network that this process cannot play.

    A game was opened by a process that can, and goes on with one that cannot: nobody is to wait for it for ever.
    """
    if bot.bot != NET:
        return bot.bot
    try:
        check_net(table.ruleset, len(table.holders))
    except (NoNet, NoNumpy) as why:
        log.warning("game %s, seat %d is played by %s: %s", table.game, bot.seat, STAND_IN, why)
        return STAND_IN
    return NET
