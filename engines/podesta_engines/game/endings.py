"""Endings: who has left a game, the consequences, and the result of a game that was not played to its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, structs

from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import GREEDY, Result, Standing
from podesta_engines.core.script import NOBODY
from podesta_engines.core.texts.sentences import CORE, Sentence
from podesta_engines.core.words import Vocabulary

from .events import Event, Resigned, Seated

ENDINGS = Vocabulary.of("ending", "resignation", "time", "abandoned")
"""Why a game of any ruleset may end before its rules end it."""
ENDING_TEXTS = tuple(Sentence(CORE, f"endings.{word.slug}") for word in ENDINGS.words)
"""The sentences for people, one for each ending."""
Why = Literal["asked", "time", "idle"]
_REASONS: dict[Why, str] = {"asked": "resignation", "time": "time", "idle": "abandoned"}


class Gone(Struct, frozen=True):
    """A seat that is out, the reason, and the revision in which it left."""

    seat: int
    why: Why
    revision: int


def went(gone: tuple[Gone, ...], event: Event, revision: int) -> tuple[Gone, ...]:
    """The seats that are out after an event of a revision, in the order they left."""
    return (*gone, Gone(event.seat, event.why, revision)) if type(event) is Resigned else gone


def went_after(gone: tuple[Gone, ...], events: Sequence[Event], revision: int) -> tuple[Gone, ...]:
    """The seats that are out after the events of a revision."""
    for event in events:
        gone = went(gone, event, revision)
    return gone


# -- leaving ---------------------------------------------------------------------------------------------------------


def players(holders: Sequence[Seated | None], gone: Sequence[Gone]) -> list[int]:
    """The seats of people who are still in the game."""
    out = {each.seat for each in gone}
    return [seat for seat, holder in enumerate(holders) if holder and not holder.bot and seat not in out]


def resigning(
    holders: Sequence[Seated | None], gone: Sequence[Gone], seats: Sequence[int], why: Why, bot: str = GREEDY
) -> tuple[list[Event], bool]:
    """The events when some seats leave together, and whether they end the game.

    They do if no person is left, or only one seat that has not left. Otherwise house players take those seats over.
    """
    out = (*gone, *(Gone(seat, why, 0) for seat in seats))
    resigned: list[Event] = [Resigned(seat, why) for seat in seats]
    if not players(holders, out) or len(holders) - len({each.seat for each in out}) < 2:
        return resigned, True
    return [*resigned, *(handed_over(holders, seat, bot) for seat in seats)], False


def handed_over(holders: Sequence[Seated | None], seat: int, bot: str) -> Seated:
    """The event by which a house player takes over a seat; its name stays, its tokens become void."""
    before = holders[seat]
    assert before is not None
    return Seated(seat, before.name, bot, before.epoch + 1)


# -- results ---------------------------------------------------------------------------------------------------------


def final(p: Position, gone: Sequence[Gone]) -> Result:
    """The result of a game that ends here.

    Scores are those of the position. Seats that are out rank behind all others; those that left later rank higher. If
    the rules have not ended the game, the reason is why the last seat left, or, if none did, that the game was
    abandoned.
    """
    found: Result = p.rules.result(p.state)
    if p.actor == NOBODY:
        return ranked(found, gone)
    if gone:
        return ranked(structs.replace(found, reason=_REASONS[gone[-1].why]), gone)
    equal = [structs.replace(standing, rank=1) for standing in found.standings]
    return structs.replace(found, reason=_REASONS["idle"], standings=equal)


def ranked(found: Result, gone: Sequence[Gone]) -> Result:
    """A result in which seats that are out rank behind all others; those that left together share a rank."""
    if not gone:
        return found
    out = {each.seat: each.revision for each in gone}
    keys = {each.seat: _place(each, out) for each in found.standings}
    standings = [
        structs.replace(each, rank=1 + sum(other < keys[each.seat] for other in keys.values()))
        for each in found.standings
    ]
    return structs.replace(found, standings=standings)


def _place(standing: Standing, out: dict[int, int]) -> tuple[int, int]:
    """The sort key of a seat's rank, the best first."""
    seat = standing.seat
    return (1, -out[seat]) if seat in out else (0, standing.rank)
