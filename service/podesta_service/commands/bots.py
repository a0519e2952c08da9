"""Which house bots may take a seat: those of the ruleset, and `net` at tables that it has learned."""

from __future__ import annotations

from podesta_engines.core.ruleset import Ruleset
from podesta_engines.game.format.levels import NETS
from podesta_engines.gym.house import NET, NoNet, NoNumpy, check_net, has_bot, names
from podesta_service.problems import BAD_SETUP, refuse


def check_bot(ruleset: Ruleset, seats: int, name: str, level: int) -> str:
    """A bot's name as given; raises Refusal if it cannot play at a table of so many seats, or not be written yet."""
    if not has_bot(ruleset, name):
        detail = f"{ruleset.id} has no bot {name[:40]!r}"
        raise refuse(BAD_SETUP, detail, legal=names(ruleset, seats), field="bot")
    if name == NET:
        _check_net(ruleset, seats, level)
    return name


def _check_net(ruleset: Ruleset, seats: int, level: int) -> None:
    """A process of an earlier version would leave the seat of a network waiting for ever."""
    others = [name for name in names(ruleset, seats) if name != NET]
    try:
        check_net(ruleset, seats)
    except (NoNet, NoNumpy) as error:
        raise refuse(BAD_SETUP, str(error), legal=others, field="bot") from None
    if level < NETS:
        detail = "the store seats no networks yet; an operator raises its level"
        raise refuse(BAD_SETUP, detail, legal=others, field="bot")
