"""House policies for Notre Dame. A policy gets the state as its seat observes it, never the true one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from podesta_engines.core.script import Ask

from .components import ELSEWHERE, FIGURES
from .gains import points
from .pieces import count, counts, may_take, plague_value
from .setup import ROUNDS
from .state import (
    BANK,
    CARRIAGE_HOUSE,
    CLOISTER_SCHOOL,
    HOSPITAL,
    HOTEL,
    NONE,
    NOTRE_DAME,
    PARK,
    RESIDENCE,
    SECTORS,
    Player,
    State,
)
from .words import (
    ACTION_OF,
    ASK_INNKEEPER,
    BENEFITS,
    BISHOP,
    BISHOP_TO,
    DOCTOR,
    DONATE,
    DRIVE,
    FOOL,
    FOOL_PIECE,
    FOOL_TO,
    FROM_SUPPLY,
    GOLD,
    GROUPS,
    HIRE_NOBODY,
    HIRE_PERSON,
    INNKEEPER,
    KEEP_FIRST,
    KEEP_SECOND,
    LOSE_MARKER,
    MARKER,
    MINSTREL_TO,
    MONK,
    MOVE_FRIEND,
    NO_EFFECT,
    PLACE_MARKER,
    PLAY_CARD,
    STAY,
    STAY_AWAY,
    TAKE,
    TAKE_MESSAGE,
    USE_HOTEL,
    USURER,
)

COIN, AWARDS = 1.5, 2.0
"""The worth of a gold in prestige, and the number of awards expected per round."""


def greedy(g: State, ask: Ask, rnd: Random) -> int:
    """R-26: the answer that promises most at once: gold, markers and pieces are weighed against prestige."""
    worth = WORTH.get(ask.kind.name)
    if worth is None:
        return ask.options[int(rnd.random() * len(ask.options))]
    return max(ask.options, key=lambda option: (worth(g, ask, option), rnd.random()))


# -- the worth of things, in prestige ----------------------------------------------------------------------------------


def _left(g: State) -> int:
    """Rounds still to come."""
    return ROUNDS - g.round


def _coin(g: State, me: Player) -> float:
    """A gold: it hires persons."""
    return (COIN if me.gold < 4 else COIN / 2) if _left(g) else 0.3


def _marker(g: State, me: Player) -> float:
    """A marker in the personal supply: precious when few are left."""
    return (1.8 if me.supply < 3 else 1.0 if me.supply < 6 else 0.4) if _left(g) else 0.1


def _rat(g: State, me: Player) -> float:
    """The rat one space back: worth most when the plague may take it past the end of its track."""
    danger = me.rat + (plague_value(g) if g.persons else 4) - count(me, HOSPITAL)
    return 0.0 if not me.rat else 1.4 if danger > FIGURES[g.edition].rat.highest else 0.2 + 0.05 * me.rat


def _award(me: Player, base: int) -> float:
    """An award with the park's bonus."""
    return base + count(me, PARK) // 2 if base else 0


def _message(g: State, me: Player, seat: int, square: int) -> float:
    """A message that may be taken on a square."""
    if not may_take(g, seat, square):
        return 0.0
    prestige, gold, markers, rat = FIGURES[g.edition].messages[g.squares[square]]
    return _award(me, prestige) + gold * _coin(g, me) + markers * _marker(g, me) + rat * _rat(g, me)


def _sector(g: State, seat: int, sector: int, pieces: int) -> float:
    """The worth of using a sector with that many pieces, and of one more piece in it for the rest of the game."""
    me, left = g.players[seat], _left(g)
    if sector == CLOISTER_SCHOOL:
        return min(pieces, me.general) * _marker(g, me) + 0.3 * left
    if sector == BANK:
        return pieces * _coin(g, me) + 0.3 * left
    if sector == RESIDENCE:
        return _award(me, pieces) + 0.3 * left
    if sector == CARRIAGE_HOUSE:
        return _drive(g, seat, pieces) + 0.2 * left
    if sector == HOTEL:
        return _coin(g, me) * (2 if pieces >= FIGURES[g.edition].two_choices_from else 1) + 0.1 * left
    if sector == PARK:
        return _rat(g, me) + AWARDS * left * 0.5
    return _rat(g, me) + 0.7 * left


def _drive(g: State, seat: int, steps: int) -> float:
    """The best message within reach."""
    me, here = g.players[seat], FIGURES[g.edition]
    squares = here.drives[len(g.colours)][me.carriage][steps][:-1]
    return max([_message(g, me, seat, square) for square in squares], default=0.0)


def _keep(g: State, place: int) -> float:
    """The worth of a marker in its present place."""
    left = _left(g)
    if place == NOTRE_DAME:
        return _share(g, 0)
    return {PARK: AWARDS * left * 0.5, HOSPITAL: 0.7 * left, RESIDENCE: 0.3 * left}.get(place, 0.15 * left)


def _share(g: State, more: int) -> float:
    """A marker's share of the Notre Dame tile when the pass is scored."""
    markers = sum([player.pieces[NOTRE_DAME] for player in g.players]) + more
    return FIGURES[g.edition].values[len(g.players)] // (markers + 1)


def _gift(g: State, me: Player, gold: int) -> float:
    """A donation of an amount of gold, plus the marker's expected share."""
    gain = _award(me, FIGURES[g.edition].donation[gold])
    return gain + _share(g, 1) - gold * _coin(g, me) if gold else 0.0


def _benefit(g: State, me: Player, benefit: int) -> float:
    worth = {GOLD: _coin(g, me), MARKER: _marker(g, me)}
    return sum(worth.get(choice, _rat(g, me)) for choice in BENEFITS[benefit])


# -- the worth of answers ----------------------------------------------------------------------------------------------


def _card(g: State, ask: Ask, card: int) -> float:
    """The best way of playing a card."""
    seat, action = ask.seat, ACTION_OF[card]
    me = g.players[seat]
    price = 0.5 * _marker(g, me) if me.supply else 1.5
    if action < SECTORS:
        return _sector(g, seat, action, count(me, action) + 1) - price
    if action == NOTRE_DAME:
        return max(_gift(g, me, gold) for gold in range(min(3, me.gold) + 1)) - price
    return max(_visit(g, seat, sector) for sector in ELSEWHERE[me.friend])


def _visit(g: State, seat: int, sector: int) -> float:
    """The friend goes to a sector, and leaves another."""
    me = g.players[seat]
    return _sector(g, seat, sector, count(me, sector) + 1) - (0 if me.friend == NONE else _keep(g, me.friend))


def _source(g: State, ask: Ask, source: int) -> float:
    me, target = g.players[ask.seat], ask.about[0]
    if source == NO_EFFECT:
        return 0.0
    worth = 9.0 if target == NOTRE_DAME else _sector(g, ask.seat, target, count(me, target) + 1)
    return worth - (0.3 if source == FROM_SUPPLY else _keep(g, source))


def _destination(g: State, ask: Ask, square: int) -> float:
    """The message there, plus a little for messages nearby."""
    if square == STAY:
        return 0.0
    around = FIGURES[g.edition].streets[len(g.colours)][square]
    me = g.players[ask.seat]
    return _message(g, me, ask.seat, square) + 0.01 * sum(g.squares[other] != NONE for other in around)


def _person(g: State, ask: Ask, person: int) -> float:
    """Hiring a person, minus the worth of its price."""
    me = g.players[ask.seat]
    return 0.0 if person == HIRE_NOBODY else _service(g, ask.seat, person) - _coin(g, me)


def _service(g: State, seat: int, person: int) -> float:
    """The worth of a person's service to this seat."""
    me, numbers = g.players[seat], counts(g.players[seat])
    if person == INNKEEPER:
        return _award(me, 3) + _coin(g, me)
    if person == MONK:
        return _award(me, 1) + min(2, me.general) * _marker(g, me)
    if person == USURER:
        return _award(me, 1) + 2 * _coin(g, me)
    if person == DOCTOR:
        return _cure(g, me)
    if person == BISHOP:
        return max(_sector(g, seat, sector, 1) for sector in range(SECTORS) if not numbers[sector])
    if person == FOOL:
        return max(_sector(g, seat, sector, number + 1) for sector, number in enumerate(numbers)) - 0.8
    return _award(me, points(g, me, person, numbers))


def _cure(g: State, me: Player) -> float:
    """The damage that the plague would do without the doctor."""
    to = me.rat + plague_value(g) - count(me, HOSPITAL)
    return 3.5 if to > FIGURES[g.edition].rat.highest else 0.25 * plague_value(g)


def _piece(g: State, _ask: Ask, piece: int) -> float:
    place, _, friend = GROUPS[piece]
    return -_keep(g, place) - 0.1 * friend


def _target(g: State, ask: Ask, sector: int) -> float:
    return _sector(g, ask.seat, sector, count(g.players[ask.seat], sector) + 1)


def _loss(g: State, _ask: Ask, sector: int) -> float:
    return -_keep(g, sector)


def _friend(g: State, ask: Ask, sector: int) -> float:
    return 0.0 if sector == STAY_AWAY else _visit(g, ask.seat, sector)


WORTH: dict[str, Callable[[State, Ask, int], float]] = {
    KEEP_FIRST.name: _card,
    KEEP_SECOND.name: _card,
    PLAY_CARD.name: _card,
    PLACE_MARKER.name: _source,
    DRIVE.name: _destination,
    TAKE_MESSAGE.name: lambda _g, _ask, choice: float(choice == TAKE),
    USE_HOTEL.name: lambda g, ask, benefit: _benefit(g, g.players[ask.seat], benefit),
    DONATE.name: lambda g, ask, gold: _gift(g, g.players[ask.seat], gold),
    MOVE_FRIEND.name: _friend,
    HIRE_PERSON.name: _person,
    ASK_INNKEEPER.name: lambda g, ask, benefit: _benefit(g, g.players[ask.seat], benefit),
    MINSTREL_TO.name: lambda g, _ask, sector: _keep(g, sector),
    FOOL_PIECE.name: _piece,
    FOOL_TO.name: _target,
    BISHOP_TO.name: _target,
    LOSE_MARKER.name: _loss,
}
"""Functions for the worth of an option, by the name of the question."""
