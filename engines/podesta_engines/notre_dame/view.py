"""What clients see of Notre Dame, in words."""

from __future__ import annotations

from msgspec import Struct

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


class PersonView(Struct, frozen=True):
    """A person on display: group is brown, a, b or c; rats are those on the card."""

    id: str
    group: str
    rats: int


class SquareView(Struct, frozen=True):
    """A market square: the message on it, the seats whose carriages stand there, the squares next to it."""

    id: str
    message: str | None
    carriages: list[int]
    streets: list[str]


class BoroughView(Struct, frozen=True):
    """A borough: its seat (null for a spare one with two players), its colour, its five market squares."""

    id: str
    seat: int | None
    colour: str
    squares: list[SquareView]


class PlayerView(Struct, frozen=True):
    """One seat.

    prestige is null where it is hidden. supply and general are markers in the personal and the general supply.
    markers are those in each sector, notre_dame those on the tile. friend is a sector, null outside. messages are
    counted by colour. played are this round's cards, face up until all have played: then they are on the discard pile.
    cards counts those still held. hired is this round's person. hand, to_choose (cards passed or drawn, not yet chosen
    from) and deck (what is left in it, in no order) are null unless they are your own. known_hand are cards of others
    that you know to be in that hand.
    """

    seat: int
    borough: str
    colour: str
    prestige: int | None
    gold: int
    supply: int
    general: int
    rat: int
    markers: dict[str, int]
    friend: str | None
    notre_dame: int
    carriage: str
    messages: dict[str, int]
    hired: str | None
    played: list[str]
    cards: int
    deck_size: int
    hand: list[str] | None
    to_choose: list[str] | None
    deck: list[str] | None
    known_hand: list[str]


class NotreDameView(Struct, frozen=True):
    """The table as one seat sees it; seat is null for a spectator.

    passage is a, b or c, null before the first round; round counts from 1 to 9 (0 during setup); phase is setup,
    reveal, draft_one, draft_two, play_one, play_two, hire, plague or game_over; start_seat has the bell-ringer;
    active_seat is the seat whose turn it is; gold is the supply; tile_value is shared among the markers on Notre Dame
    after every third round; moving are the pieces that a person is about to move; plague is the number of rats on
    display; persons_left are still to come in this pass.
    """

    edition: str
    seat: int | None
    passage: str | None
    round: int
    phase: str
    start_seat: int | None
    active_seat: int | None
    gold: int
    tile_value: int
    moving: str | None
    persons: list[PersonView]
    plague: int
    persons_left: list[str]
    boroughs: list[BoroughView]
    players: list[PlayerView]


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
        deck_size=player.deck_size,
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
    """N-88: the cards that a seat's secret says are in another's hand."""
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
