"""Notre Dame tables for tests: set up any position, answer in words, choose what fate draws."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from podesta_engines import RULESETS, decide, follow
from podesta_engines.core.decide import draw, drawn
from podesta_engines.core.moves import Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE, Draw, Task
from podesta_engines.notre_dame.state import NONE, SQUARES, Player, State
from podesta_engines.notre_dame.words import ACTION, COLOUR, MESSAGE, PERSON, SECTOR, SQUARE

RULES = RULESETS.named("notre-dame")
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
    return Position(RULES, RULES.unpack(RULES.pack(g)))


def equip(g: State, player: Player, **given: Any) -> None:
    """Give a player what a test says."""
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


def asked(p: Position) -> tuple[int, str] | None:
    """The seat that is asked, and the kind of the question."""
    return (p.asks[0].seat, p.asks[0].kind.name) if p.asks else None


def options(p: Position, seat: int | None = None) -> list[str]:
    """The open options as words."""
    ask = p.asks[0] if seat is None else next(ask for ask in p.asks if ask.seat == seat)
    return [ask.kind.words.slug(option) for option in ask.options]


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


def notes(p: Position) -> list[str]:
    """The kinds of the notes since the last call."""
    return [note.kind for note in p.heard()]


# -- playing ---------------------------------------------------------------------------------------------------------


def say(p: Position, *answers: str, lots: Iterable[str] = ()) -> list[Drawn]:
    """Answer the open questions one after another, each by its word; fate draws `lots` first, then what it likes."""
    wanted, rnd, drawn = list(lots), Random(0), list[Drawn]()
    for answer in answers:
        seat, kind = asked(p)
        follow(p, decide(p, seat, [(kind, answer)])[0])
        while p.actor == FATE:
            drawn.append(lot(p, wanted.pop(0)) if wanted else draw(p, rnd.randrange))
    return drawn


def lot(p: Position, outcome: str) -> Drawn:
    """Let fate draw this."""
    assert type(p.ask) is Draw
    event = drawn(p.ask, p.ask.kind.words.parse(outcome))
    follow(p, event)
    return event


def begin(seats: int, seed: int = 0, **chosen: Any) -> Position:
    """A new game up to its first question, with random draws."""
    p, rnd = RULES.start(seats, options=chosen, listen=True), Random(seed)
    while p.actor == FATE:
        draw(p, rnd.randrange)
    return p


def until(p: Position, kind: str, seed: int = 0) -> Position:
    """Play at random up to a question of this kind, or the end."""
    rnd = Random(seed)
    while p.ask is not None and not (p.asks and p.asks[0].kind.name == kind):
        if type(p.ask) is Draw:
            draw(p, rnd.randrange)
        else:
            ask = rnd.choice(p.asks)
            p.answer(rnd.choice(ask.options), ask.seat)
    return p
