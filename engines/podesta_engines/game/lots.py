"""Lots: the possible outcomes of each draw of a record, for programs that redraw without the rules.

A record has the outcomes; which others were possible, and in what order, only the rules define.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from podesta_engines.core.errors import RulesError
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Registry
from podesta_engines.core.script import EVERYBODY, Draw

from .events import Entry, Event
from .facts import created_in
from .game import Game, Replay
from .lottery import lot_of
from .record import Tampered, read_entry, split, unchain


class Lot(Struct, frozen=True, omit_defaults=True):
    """One draw: its revision, its index in it from 0, its outcomes in order, and their weights unless they are equal.

    By rule 1 the draw depends on revision and index; by rule 2 on the lot, the one seat that sees it, and how often
    that lot was drawn before on the line of play.
    """

    revision: int
    index: int
    lot: str
    outcomes: list[str]
    weights: list[int] | None = None
    nth: int = 0
    seen_by: int | None = None


def lots(record: bytes, registry: Registry) -> Iterator[Lot]:
    """The lots of every draw from a record's own seed, in order; raises Tampered if the record does not replay.

    It replays the record without checking it; `verify` does that.
    """
    replay, copies = Replay(registry), 0
    for number, (text, _) in enumerate(unchain(split(record)), 1):
        entry = read_entry(number, text)
        if number == 1 and (forked := created_in(entry).forked):
            copies = forked.answers + forked.draws
        made = _made(replay, number, entry)
        own, copies = made[copies:], max(0, copies - len(made))
        yield from (replace(lot, index=index) for index, lot in enumerate(lot for lot in own if lot))


def _made(replay: Replay, number: int, entry: Entry) -> list[Lot | None]:
    """The lot of each draw of an entry, noted before it is played; None for an answer."""
    made: list[Lot | None] = []

    counts: dict[str, int] = {}

    def look(game: Game, p: Position, event: Event) -> None:
        counts.update({} if counts else game.drawn)
        if type(event) is Drawn and type(p.ask) is Draw:
            name = lot_of(event)
            made.append(_lot(number, p.ask, counts.get(name, 0)))
            counts[name] = counts.get(name, 0) + 1
        elif type(event) in (Answered, Drawn):
            made.append(None)

    try:
        replay.add(entry, look)
    except (RulesError, AssertionError, LookupError) as error:
        raise Tampered(number, str(error)) from None
    return made


def _lot(revision: int, draw: Draw, nth: int) -> Lot:
    words, weights = draw.kind.words, draw.weights
    outcomes = [words.slug(option) for option in draw.options]
    seen_by = None if draw.seen_by == EVERYBODY else draw.seen_by
    return Lot(revision, 0, draw.kind.name, outcomes, None if weights is None else [*weights], nth, seen_by)
