"""Notre Dame tables for tests: set up any position, answer in words, choose the outcomes of draws."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from podesta_engines import RULESETS, outcomes
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE, Task
from podesta_engines.notre_dame.state import NONE, SQUARES, Player, State
from podesta_engines.notre_dame.words import ACTION, COLOUR, MESSAGE, PERSON, SECTOR, SQUARE
from tests.kit import play
from tests.kit.play import answer, lot, options, placed, say

RULES = RULESETS.named("notre-dame")
begin = partial(play.begin, RULES)
OWN_CARDS = {"notre_dame": "donate", "trusted_friend": "move_friend"}
Given = Mapping[int, Mapping[str, Any]]
"""By seat: gold, supply, general, rat, prestige, friend, carriage, messages by colour, and pieces by place."""


def table(
    agenda: Iterable[Task],
    seats: int = 4,
    players: Given | None = None,
    persons: Iterable[str] = (),
    round_number: int = 1,
    start: int = 0,
    squares: Mapping[str, str | None] | None = None,
    **options: Any,
) -> Position:
    """A table with some tasks to do, the first of them first; then the game is over.

    Every borough has m1 to m4 on inner left, inner right, outer left, outer right unless `squares` says otherwise.
    The rest of a player's 14 markers is in the general supply, the rest of 25 gold in the supply.
    """
    g: State = RULES.start(seats, options={"start_seat": start, **options}).state
    g.round, g.drafted = round_number, 3
    g.persons = [PERSON.parse(name) for name in persons]
    for square in range(len(g.squares)):
        g.squares[square] = square % SQUARES - 1
    for name, message in (squares or {}).items():
        g.squares[SQUARE.parse(name)] = NONE if message is None else MESSAGE.parse(message)
    for seat, given in (players or {}).items():
        equip(g, g.players[seat], **given)
    g.gold = 25 - sum(player.gold for player in g.players)
    g.agenda = list(agenda)[::-1]
    return placed(RULES, g)


def equip(g: State, player: Player, **given: Any) -> None:
    """Give a player the contents that a test names."""
    for name in ("gold", "supply", "rat", "prestige", "general"):
        if name in given:
            setattr(player, name, given[name])
    if "friend" in given:
        player.friend = SECTOR.parse(given["friend"])
    if "carriage" in given:
        player.carriage = SQUARE.parse(given["carriage"])
    for colour, number in given.get("messages", {}).items():
        player.messages[g.colours.index(COLOUR.parse(colour))] = number
    for i, word in enumerate(ACTION.words[:8]):
        player.pieces[i] = given.get(word.slug, 0)
    if "general" not in given:
        player.general = 14 - player.supply - sum(player.pieces)


def card(name: str, seat: int = 0, **kwargs: Any) -> Position:
    """A table where a seat has just played a card; `kwargs` may hold what this seat has."""
    task: Task = (OWN_CARDS[name], seat) if name in OWN_CARDS else ("place_marker", seat, ACTION.parse(name))
    return table([task], **_own(seat, kwargs))


def hire(person: str, seat: int = 0, others: Iterable[str] = (), **kwargs: Any) -> Position:
    """A table where a seat is asked for a person, and has hired this one."""
    p = table([("hire_person", seat)], persons=[person, *others], **_own(seat, kwargs))
    say(p, person)
    return p


def plague(persons: Iterable[str], players: Given, hired: Mapping[int, str] | None = None, **kwargs: Any) -> Position:
    """A table after the plague has come to every seat, up to the first question."""
    p = table([], players=players, persons=persons, **kwargs)
    for seat, person in (hired or {}).items():
        p.state.players[seat].hired = PERSON.parse(person)
    p.state.agenda = [("plague", 0)]
    return Position(RULES, p.state)


def _own(seat: int, kwargs: dict[str, Any]) -> dict[str, Any]:
    names = {"seats", "players", "persons", "round_number", "start", "squares", *RULES.options.__struct_fields__}
    rest = {name: kwargs[name] for name in names if name in kwargs}
    own = {name: value for name, value in kwargs.items() if name not in names}
    return {**rest, "players": {**rest.get("players", {}), **({seat: own} if own else {})}}


# -- reading ---------------------------------------------------------------------------------------------------------


def me(p: Position, seat: int = 0) -> Player:
    """A seat."""
    return p.state.players[seat]


def markers(p: Position, place: str, seat: int = 0) -> int:
    """A seat's markers in a place."""
    return me(p, seat).pieces[ACTION.parse(place)]


def message(p: Position, square: str) -> str | None:
    """The message on a square."""
    found = p.state.squares[SQUARE.parse(square)]
    return None if found == NONE else MESSAGE.slug(found)


# -- drafting --------------------------------------------------------------------------------------------------------


THREES = ("hospital.park.residence", "cloister_school.bank.carriage_house", "hotel.notre_dame.trusted_friend")
"""What each seat draws in the three rounds of a pass, in these tests."""


def dealt(seats: int, **chosen: object) -> Position:
    """A game up to its first choice of cards, where every seat has drawn hospital, park and residence."""
    p = RULES.start(seats, options={"start_seat": 0, **chosen}, listen=True)
    while p.actor == FATE:
        lot(p, THREES[0] if p.ask.kind.name == "deal_three" else first(p))
    return p


def first(p: Position) -> str:
    """The first outcome of the draw."""
    return outcomes(p)[0][0]


def keep(p: Position, *actions: str) -> None:
    """Every seat in turn keeps its card of this action."""
    for seat, action in enumerate(actions):
        (word,) = [word for word in options(p, seat) if word.split(".")[1] == action]
        answer(p, word, seat)
