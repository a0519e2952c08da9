"""Previews: what a seat's answers would lead to, worked out from nothing but what the seat can see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from podesta_engines.core.decide import Answer, actors, decide, follow
from podesta_engines.core.disclose import resample
from podesta_engines.core.errors import Illegal, NotAsked, TooManyAnswers
from podesta_engines.core.notes import Note, for_seat
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE, NOBODY, Together
from podesta_engines.core.words import Language
from podesta_engines.game.takebacks import sight
from podesta_service.commands.answering import MOST_ANSWERS, check_running, refused
from podesta_service.model import Preview, Stop
from podesta_service.problems import MALFORMED, refuse
from podesta_service.table.table import Table, tell_notes

WORLDS = 16
"""Tables that the seat cannot tell apart; where an answer leads to different things, it depends on what is hidden."""


def preview(table: Table, seat: int, answers: Sequence[Answer], language: Language) -> Preview:
    """Play a seat's answers, up to the first draw or question to others; raises Refusal.

    They are never played on the true table, but on others that look the same to the seat. So whatever comes of it, it
    tells the seat nothing that it could not know.
    """
    if not 0 < len(answers) <= MOST_ANSWERS:
        raise refuse(MALFORMED, f"a preview takes 1 to {MOST_ANSWERS} answers", field="answers")
    check_running(table)
    worlds = [resample(table.position, seat, Random(f"{table.game}:{table.revision}:{n}")) for n in range(WORLDS)]
    seen, taken = worlds[0].clone(), 0
    notes: list[Note] = []
    stop: Stop = "question"
    for index, answer in enumerate(answers):
        if stop != "question":
            raise refused(table, TooManyAnswers(index, len(answers)))
        heard = _play(table, worlds, seat, index, answer)
        if heard is None:
            stop = "hidden"
            break
        seen, taken, stop = worlds[0].clone(), index + 1, _stop(worlds[0], seat)
        notes += heard
    after = replace(table, position=seen)
    return Preview(table.ruleset.id, taken, stop, tell_notes(table, notes, seat, language), after.show(seat, language))


def _play(table: Table, worlds: Sequence[Position], seat: int, index: int, answer: Answer) -> list[Note] | None:
    """Play one answer in every world: the notes that the seat gets, None where the worlds show that they differ."""
    heard = []
    for world in worlds:
        world.listen()
        try:
            (event,) = decide(world, seat, [answer])
        except Illegal as error:
            raise refused(table, Illegal(index, answer, error.asked, error.rule, error.legal)) from None
        except NotAsked as error:
            raise refused(table, error) from None
        if _closes(world):
            return None
        follow(world, event)
        heard.append(for_seat(world.heard(), seat))
    first = sight(worlds[0], seat)
    same = all(sight(world, seat) == first for world in worlds[1:]) and all(said == heard[0] for said in heard[1:])
    return heard[0] if same else None


def _closes(p: Position) -> bool:
    """Whether the next answer is the last of several given together: then what others answered takes effect."""
    return type(p.ask) is Together and len(p.waiting) == 1 and len(p.ask.asks) > 1


def _stop(p: Position, seat: int) -> Stop:
    if p.actor == FATE:
        return "draw"
    if p.actor == NOBODY:
        return "end"
    return "question" if seat in actors(p) else "others"
