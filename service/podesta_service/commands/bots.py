"""House bots that may take a seat: those of the ruleset, and `net` for the numbers of players it was trained on."""

from __future__ import annotations

from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.house import CannotPlay, check, has_bot, names
from podesta_service.problems import BAD_SETUP, refuse


def check_bot(ruleset: Ruleset, seats: int, name: str) -> str:
    """A bot's name, unchanged; raises Refusal if the bot cannot play with this many seats."""
    if not has_bot(ruleset, name):
        raise refuse(
            BAD_SETUP, "bot-unknown", ruleset=ruleset.id, bot=name[:40], legal=names(ruleset, seats), field="bot"
        )
    try:
        check(ruleset, seats, name)
    except CannotPlay as error:
        raise refuse(BAD_SETUP, error.sentence, legal=names(ruleset, seats), field="bot") from None
    return name
