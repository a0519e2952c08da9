"""Previews: the result of a seat's answers, computed only from what the seat can see."""

from __future__ import annotations

from collections.abc import Generator, Sequence
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
"""Number of tables that look the same to the seat; if results differ among them, they depend on hidden things."""


def preview(table: Table, seat: int, answers: Sequence[Answer], language: Language) -> Generator[None, None, Preview]:
    """Play a seat's answers, up to the first draw or question to others, and yield after every world; raises Refusal.

    They are never played on the true table, only on others that look the same to the seat. So the result reveals
    nothing that the seat could not know.
    """
    if not 0 < len(answers) <= MOST_ANSWERS:
        raise refuse(MALFORMED, "answers-in-preview", most=MOST_ANSWERS, field="answers")
    check_running(table)
    worlds = list[Position]()
    for number in range(WORLDS):
        worlds.append(resample(table.position, seat, Random(f"{table.game}:{table.revision}:{number}")))
        yield
    seen, taken = worlds[0].clone(), 0
    notes: list[Note] = []
    stop: Stop = "question"
    for index, answer in enumerate(answers):
        if stop != "question":
            raise refused(table, TooManyAnswers(index, len(answers)))
        heard = yield from _play(table, worlds, seat, index, answer)
        if heard is None:
            stop = "hidden"
            break
        seen, taken, stop = worlds[0].clone(), index + 1, _stop(worlds[0], seat)
        notes += heard
    after = replace(table, position=seen)
    return Preview(table.ruleset.id, taken, stop, tell_notes(table, notes, seat, language), after.show(seat, language))


def _play(
    table: Table, worlds: Sequence[Position], seat: int, index: int, answer: Answer
) -> Generator[None, None, list[Note] | None]:
    """Play one answer in every world: the notes for the seat, or None if the worlds differ."""
    heard, seen = [], []
    for world in worlds:
        yield
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
        seen.append(sight(world, seat))
    same = all(each == seen[0] for each in seen) and all(said == heard[0] for said in heard)
    return heard[0] if same else None


def _closes(p: Position) -> bool:
    """Whether the next answer is the last of several simultaneous ones: then the others' answers take effect."""
    return type(p.ask) is Together and len(p.waiting) == 1 and len(p.ask.asks) > 1


def _stop(p: Position, seat: int) -> Stop:
    if p.actor == FATE:
        return "draw"
    if p.actor == NOBODY:
        return "end"
    return "question" if seat in actors(p) else "others"
