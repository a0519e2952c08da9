"""The views of Notre Dame, in words."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from podesta_engines.describing import one_of, word_of

from .components import FIGURES, NUMBER_OF, PERSON_GROUPS
from .pieces import plague_value
from .state import ACTIONS, DRAFT_ONE, NONE, NOTRE_DAME, REVEAL, SQUARES, Player, Secret, State
from .words import BOROUGH, CARD, COLOUR, MESSAGE, PASSAGE, PERSON, PHASE, PIECES, SECTOR, SQUARE

_EDITIONS = {number: name for name, number in NUMBER_OF.items()}
_STREETS = {
    edition: {
        number: [[SQUARE.slug(i) for i in squares] for squares in board] for number, board in here.streets.items()
    }
    for edition, here in FIGURES.items()
}
"""The squares next to each square, by edition and number of boroughs."""
_SECTORS = tuple(word.slug for word in SECTOR.words)

Card = Annotated[str, word_of("card")]
Colour = Annotated[str, word_of("colour")]
Person = Annotated[str, word_of("person")]
Sector = Annotated[str, word_of("sector")]
Square = Annotated[str, word_of("square")]


class PersonView(Struct, frozen=True):
    """A person on display."""

    id: Person
    """The person."""
    group: Annotated[str, one_of("brown", "a", "b", "c")]
    """Brown, or the pass that it comes in."""
    rats: int
    """The rats on the card."""


class SquareView(Struct, frozen=True):
    """A market square."""

    id: Square
    """The square."""
    message: Annotated[str, word_of("message")] | None
    """The message on it."""
    carriages: list[int]
    """The seats with a carriage there."""
    streets: list[Square]
    """The squares next to it."""


class BoroughView(Struct, frozen=True):
    """A borough."""

    id: Annotated[str, word_of("borough")]
    """The borough."""
    seat: int | None
    """The seat that owns it; null for a spare one with two players."""
    colour: Colour
    """Its colour."""
    squares: list[SquareView]
    """Its five market squares."""


class PlayerView(Struct, frozen=True):
    """One seat."""

    seat: int
    """The seat, from 0."""
    borough: Annotated[str, word_of("borough")]
    """Its borough."""
    colour: Colour
    """Its colour."""
    prestige: int | None
    """Its prestige; null if hidden."""
    gold: int
    """Its gold."""
    supply: int
    """Markers in its personal supply."""
    general: int
    """Markers in the general supply."""
    rat: int
    """The space of its rat."""
    markers: dict[Sector, int]
    """Its markers in each sector."""
    friend: Sector | None
    """The sector that its friend is in; null outside."""
    notre_dame: int
    """Its markers on Notre Dame."""
    carriage: Square
    """The square of its carriage."""
    messages: dict[Colour, int]
    """Its messages, by the colour of the borough they were taken in."""
    hired: Person | None
    """The person it has hired this round."""
    played: list[Card]
    """The cards it has played this round, face up until all have played."""
    cards: int
    """How many cards it still holds."""
    deck_left: int
    """How many cards are left in its deck."""
    hand: list[Card] | None
    """The cards it holds; null unless they are your own."""
    to_choose: list[Card] | None
    """Cards passed or drawn, not yet chosen from; null unless they are your own."""
    deck: list[Card] | None
    """The cards left in its deck, in no order; null unless it is your own."""
    known_hand: list[Card]
    """Cards of another seat that you know to be in its hand."""


class NotreDameView(Struct, frozen=True):
    """The table as one seat sees it."""

    edition: Annotated[str, word_of("edition")]
    """The edition of the components."""
    seat: int | None
    """The seat that sees it; null for a spectator."""
    passage: Annotated[str, word_of("passage")] | None
    """The pass of three rounds; null before the first round."""
    round: int
    """The round, from 1 to 9; 0 during setup."""
    phase: Annotated[str, word_of("phase")]
    """The phase of the game."""
    start_seat: int | None
    """The seat that has the bell-ringer."""
    active_seat: int | None
    """The seat whose turn it is."""
    gold: int
    """The gold in the supply."""
    tile_value: int
    """The value that the markers on Notre Dame share after every third round."""
    moving: Annotated[str, word_of("pieces")] | None
    """The pieces that a person is about to move."""
    persons: list[PersonView]
    """The persons on display."""
    plague: int
    """How many rats are on display."""
    persons_left: list[Person]
    """The persons still to come in this pass."""
    boroughs: list[BoroughView]
    """Every borough."""
    players: list[PlayerView]
    """Every seat."""


def render(g: State) -> NotreDameView:
    """An observed state in words."""
    own = _own_seat(g)
    secret = None if own is None else g.players[own].secret
    return NotreDameView(
        edition=_EDITIONS[g.edition],
        seat=own,
        passage=PASSAGE.slug((g.round - 1) // 3) if g.round else None,
        round=g.round,
        phase=PHASE.slug(g.phase),
        start_seat=_or_none(g.start),
        active_seat=_or_none(g.active),
        gold=g.gold,
        tile_value=FIGURES[g.edition].values[len(g.players)],
        moving=None if g.moving == NONE else PIECES.slug(g.moving),
        persons=[_person(g, person) for person in g.persons],
        plague=plague_value(g),
        persons_left=[PERSON.slug(person) for person in (*g.brown, *g.grey)],
        boroughs=[_borough(g, borough) for borough in range(len(g.colours))],
        players=[_player(g, seat, player, own, secret) for seat, player in enumerate(g.players)],
    )


def _or_none(seat: int) -> int | None:
    return None if seat == NONE else seat


def _own_seat(g: State) -> int | None:
    return next((seat for seat, player in enumerate(g.players) if player.secret is not None), None)


def _person(g: State, person: int) -> PersonView:
    here = FIGURES[g.edition]
    group = next(name for name, persons in zip(PERSON_GROUPS, here.groups, strict=True) if person in persons)
    return PersonView(PERSON.slug(person), group, here.rats[person])


def _borough(g: State, borough: int) -> BoroughView:
    seat = next((seat for seat, player in enumerate(g.players) if player.borough == borough), None)
    carriages = [player.carriage for player in g.players]
    squares = [_square(g, square, carriages) for square in range(SQUARES * borough, SQUARES * (borough + 1))]
    return BoroughView(BOROUGH.slug(borough), seat, COLOUR.slug(g.colours[borough]), squares)


def _square(g: State, square: int, carriages: list[int]) -> SquareView:
    message = g.squares[square]
    return SquareView(
        id=SQUARE.slug(square),
        message=None if message == NONE else MESSAGE.slug(message),
        carriages=[seat for seat, at in enumerate(carriages) if at == square] if square in carriages else [],
        streets=_STREETS[g.edition][len(g.colours)][square],
    )


def _player(g: State, seat: int, player: Player, own: int | None, secret: Secret | None) -> PlayerView:
    mine = player.secret
    deck = None if mine is None else [a + ACTIONS * _colour(g, seat) for a in range(ACTIONS) if mine.deck >> a & 1]
    known = [] if secret is None or seat == own else known_cards(g, seat, secret)
    return PlayerView(
        seat=seat,
        borough=BOROUGH.slug(player.borough),
        colour=COLOUR.slug(_colour(g, seat)),
        prestige=player.prestige,
        gold=player.gold,
        supply=player.supply,
        general=player.general,
        rat=player.rat,
        markers=dict(zip(_SECTORS, player.pieces, strict=False)),
        friend=None if player.friend == NONE else SECTOR.slug(player.friend),
        notre_dame=player.pieces[NOTRE_DAME],
        carriage=SQUARE.slug(player.carriage),
        messages={COLOUR.slug(colour): player.messages[borough] for borough, colour in enumerate(g.colours)},
        hired=None if player.hired == NONE else PERSON.slug(player.hired),
        played=_cards(player.played),
        cards=player.cards,
        deck_left=player.deck_size,
        hand=None if mine is None else _cards(mine.hand),
        to_choose=None if mine is None else _cards(mine.packet),
        deck=None if deck is None else _cards(deck),
        known_hand=_cards(known),
    )


def _colour(g: State, seat: int) -> int:
    return g.colours[g.players[seat].borough]


def _cards(cards: list[int]) -> list[str]:
    return [CARD.slug(card) for card in cards]


def known_cards(g: State, seat: int, secret: Secret) -> list[int]:
    """N-88: the cards known to be in another seat's hand, from a seat's secret."""
    player, seats, slot = g.players[seat], len(g.players), g.drafted - 3
    if not player.cards or g.phase in (REVEAL, DRAFT_ONE):
        return []
    found: list[int] = []
    for i in range(3):
        owner = (seat - i) % seats
        action = secret.known[ACTIONS * owner + slot + i]
        card = ACTIONS * _colour(g, owner) + action
        if action < ACTIONS and card not in player.played:
            found.append(card)
    return found


__all__ = ["BoroughView", "NotreDameView", "PersonView", "PlayerView", "SquareView", "render"]
