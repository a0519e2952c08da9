"""Phase 3: two events enter, every event strikes, and the black dice are countered (T-70 to T-87, T-340 to T-353)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Draw, Script
from podesta_engines.troyes import notes
from podesta_engines.troyes.components import FIGURES
from podesta_engines.troyes.dice import ONE, colour_of_die, faces_of, own_dice, value_of, values
from podesta_engines.troyes.pieces import (
    begin_turn,
    choose,
    enter,
    gain_influence,
    lose_points,
    mark,
    pay_deniers,
    pay_influence,
    remove_dice,
)
from podesta_engines.troyes.state import ACTIONS, COUNTER, NEUTRAL, NONE, RED, UPKEEP, WHITE, YELLOW, State
from podesta_engines.troyes.words import (
    CIVIL_WAR,
    COUNTER_EXTRA,
    COUNTER_WITH,
    DONE,
    DONE_ACTING,
    DRAW_EVENT,
    DROUGHT,
    FOES_DONE,
    HERESY,
    INTERRUPTION_OF_WORK,
    MIGRANT_WORKERS,
    PREPARE,
    ROLL_BLACK,
    ROLL_EVENT,
    SUCCESSION_CONFLICT,
    SUPPORT,
    THEOLOGICAL_CONFLICT,
    TURN_ACTIONS,
    WAYFARERS,
)

from .influence import FACES, use, uses

# -- two new events --------------------------------------------------------------------------------------------------


def draw_events(g: State) -> Script:
    """T-70: a red event enters the queue, and one of the colour that it calls."""
    g.phase = UPKEEP
    kind = yield from _enter_event(g, RED)
    calls = FIGURES[g.edition].events[kind].calls
    if calls != NONE and _left(g, calls):
        yield from _enter_event(g, calls)


def _left(g: State, colour: int) -> list[int]:
    """The kinds of event of a colour that have not been drawn."""
    kinds = FIGURES[g.edition].events
    return [kind for kind, left in enumerate(g.unseen) if left and kinds[kind].colour == colour]


def _enter_event(g: State, colour: int) -> Generator[Draw, int, int]:
    kinds = _left(g, colour)
    kind = yield Draw(DRAW_EVENT, kinds, [g.unseen[kind] for kind in kinds])
    g.unseen[kind] -= 1
    g.queue.append(kind)
    g.marks.append([])
    note(g, notes.EVENT_ENTERED, NONE, kind, colour, len(g.queue) - 1)
    return kind


# -- events strike ---------------------------------------------------------------------------------------------------


def strike(g: State) -> Script:
    """T-71, T-72, T-74: every event from the left, Marauders first; black dice are set aside and rolled at the end."""
    g.trace = []
    black = 0
    waiting = list(zip(g.queue, g.marks, strict=True))
    for kind, marks in waiting:
        at = _where(g, marks)
        if at == NONE:
            continue
        black += FIGURES[g.edition].events[kind].black
        effect = EFFECTS.get(kind)
        if effect is not None:
            note(g, notes.EVENT_STRIKES, NONE, kind)
            script = effect(g, kind, at)
            if script is not None:
                yield from script
    g.agenda.append(("roll_black", min(black, FIGURES[g.edition].black)))


def _where(g: State, marks: list[int]) -> int:
    """T-74: the present place of a card in the queue, identified by its own list of cubes."""
    return next((at for at, those in enumerate(g.marks) if those is marks), NONE)


def _everybody_pays(g: State, owed: list[int], pay: Callable[[State, int, int], int]) -> None:
    """T-73: a seat that cannot pay in full gives what it has, and loses two points."""
    for seat, number in enumerate(owed):
        if pay(g, seat, number) < number:
            note(g, notes.UNABLE, seat)
            lose_points(g, seat)


def drought(g: State, kind: int, _at: int) -> None:
    """T-343: each player pays a denier for each own citizen standing in the City Hall."""
    amount = FIGURES[g.edition].events[kind].amount
    hall = g.standing[6 * YELLOW : 6 * YELLOW + 6]
    _everybody_pays(g, [amount * hall.count(seat) for seat in range(len(g.players))], pay_deniers)


def civil_war(g: State, kind: int, _at: int) -> None:
    """T-346: each player loses three deniers."""
    _everybody_pays(g, [FIGURES[g.edition].events[kind].amount] * len(g.players), pay_deniers)


def heresy(g: State, kind: int, _at: int) -> None:
    """T-347: each player loses two influence."""
    _everybody_pays(g, [FIGURES[g.edition].events[kind].amount] * len(g.players), pay_influence)


def support(g: State, _kind: int, at: int) -> None:
    """T-344: a grey cube on each of the two events directly to the left, the left one first."""
    for marks in g.marks[max(0, at - 2) : at]:
        mark(g, NEUTRAL, _where(g, marks))


def _settle_neutral(g: State, kind: int, building: int) -> Script:
    """T-342, T-345, T-348, T-351: by a die, a neutral citizen, if one is left, enters a building."""
    if not g.neutral:
        note(g, notes.NO_NEUTRALS, NONE, kind)
        return
    face = yield from choose(g, Draw(ROLL_EVENT, FACES))
    note(g, notes.EVENT_ROLLED, NONE, kind, face)
    g.neutral -= 1
    enter(g, NEUTRAL, building, face + 1)


def succession_conflict(g: State, kind: int, _at: int) -> Script:
    """T-342: a neutral citizen takes the Palace space of the die."""
    return _settle_neutral(g, kind, RED)


def wayfarers(g: State, kind: int, _at: int) -> Script:
    """T-345: a neutral citizen enters the City Hall row of the die."""
    return _settle_neutral(g, kind, YELLOW)


def theological_conflict(g: State, kind: int, _at: int) -> Script:
    """T-348: a neutral citizen enters the Bishopric row of the die."""
    return _settle_neutral(g, kind, WHITE)


def interruption_of_work(g: State, _kind: int, _at: int) -> None:
    """T-349: the cube on the highest level, there in the column of highest value, is removed."""
    for level in (2, 1, 0):
        for column in range(5, -1, -1):
            plot = 3 * column + level
            if g.cathedral[plot] != NONE:
                note(g, notes.CUBE_REMOVED, NONE, g.cathedral[plot], plot)
                g.cathedral[plot] = NONE
                return


def migrant_workers(g: State, _kind: int, _at: int) -> None:
    """T-350: a grey cube on the lowest level with a free place, there in the column of lowest value."""
    for level in range(3):
        for column in range(6):
            plot = 3 * column + level
            if g.cathedral[plot] == NONE:
                g.cathedral[plot] = NEUTRAL
                note(g, notes.NEUTRAL_BUILT, NONE, plot)
                return


EFFECTS: dict[int, Callable[[State, int, int], Script | None]] = {
    SUCCESSION_CONFLICT: succession_conflict,
    DROUGHT: drought,
    SUPPORT: support,
    WAYFARERS: wayfarers,
    CIVIL_WAR: civil_war,
    HERESY: heresy,
    THEOLOGICAL_CONFLICT: theological_conflict,
    INTERRUPTION_OF_WORK: interruption_of_work,
    MIGRANT_WORKERS: migrant_workers,
}
"""T-73: the effects of events that bring more than black dice (T-341)."""

# -- black dice ------------------------------------------------------------------------------------------------------


def roll_black(g: State, number: int) -> Script:
    """T-75, T-76: all black dice that were set aside are rolled, six at most; then players counter in turn."""
    faces = []
    for _ in range(number):
        face = yield from choose(g, Draw(ROLL_BLACK, FACES))
        g.black += ONE[face + 1]
        faces.append(face)
    note(g, notes.BLACK_ROLLED, NONE, tuple(sorted(faces, reverse=True)))
    g.agenda.append(("prepare", g.first))


def prepare(g: State, seat: int) -> Script:
    """T-80, T-85, T-86: the next player in turn faces the highest black die, and may spend influence before."""
    if not g.black:
        g.phase, g.active = ACTIONS, NONE
        g.agenda.append(("turn", g.first))
        return
    g.phase, g.active = COUNTER, seat
    options = uses(g, seat)
    options.append(DONE_ACTING)
    choice = yield Ask(PREPARE, seat, options, about=(values(g.black)[0] - 1,))
    begin_turn(g, PREPARE, choice, len(options))
    if choice == DONE_ACTING:
        g.agenda.append(("counter", seat))
    else:
        yield from use(g, seat, TURN_ACTIONS[choice])
        g.agenda.append(("prepare", seat))


def strength(number: int) -> int:
    """T-81, T-367: a red die counts twice against black dice."""
    value = value_of(number)
    return 2 * value if colour_of_die(number) == RED else value


def counter(g: State, seat: int) -> Script:
    """T-80, T-82, T-84, T-162: the highest black die, and optionally others, with own dice; or two points are lost."""
    dice = own_dice(g.dice, seat)
    total = sum([strength(number) for number in dice])
    highest = values(g.black)[0]
    g.agenda.append(("prepare", (seat + 1) % len(g.players)))
    if total < highest:
        g.black -= ONE[highest]
        note(g, notes.NOT_COUNTERED, seat, highest - 1)
        lose_points(g, seat)
        return
    foes = yield from _choose_foes(g, seat, highest, total)
    used = yield from _choose_dice(g, seat, dice, sum(foes))
    for value in foes:
        g.black -= ONE[value]
    remove_dice(g, used)
    if g.journal is not None:
        note(g, notes.COUNTERED, seat, tuple(value - 1 for value in foes), tuple(used), faces_of(used))
    gain_influence(g, seat, len(foes))


def _choose_foes(g: State, seat: int, highest: int, total: int) -> Generator[Ask | Draw, int, list[int]]:
    """T-80: further black dice, high to low, as far as all own dice together are strong enough."""
    foes = [highest]
    rest = list(values(g.black)[1:])
    while True:
        options = [value - 1 for value in dict.fromkeys(rest) if value + sum(foes) <= total]
        if not options:
            return foes
        choice = yield from choose(g, Ask(COUNTER_EXTRA, seat, [*options, FOES_DONE], about=(sum(foes),)))
        if choice == FOES_DONE:
            return foes
        foes.append(choice + 1)
        rest = rest[rest.index(choice + 1) + 1 :]


def _choose_dice(g: State, seat: int, dice: Sequence[int], need: int) -> Generator[Ask | Draw, int, list[int]]:
    """T-81, T-87: any set of own dice that is strong enough, even a wasteful one; no choice is a dead end."""
    used: list[int] = []
    have, rest = 0, dice
    while rest:
        options = [
            number
            for i, number in enumerate(rest)
            if (not i or rest[i - 1] != number) and have + sum([strength(more) for more in rest[i:]]) >= need
        ]
        if have >= need:
            options.append(DONE)
        choice = yield from choose(g, Ask(COUNTER_WITH, seat, options, about=(have, need)))
        if choice == DONE:
            break
        used.append(choice)
        have += strength(choice)
        rest = rest[rest.index(choice) + 1 :]
    return used
