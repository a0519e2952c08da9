"""Invariants of Notre Dame; numbers as in RULES.md."""

from __future__ import annotations

from .components import FIGURES
from .pieces import secret_of
from .setup import ROUNDS
from .state import ACTIONS, EITHER_WAY, NONE, SECTORS, SQUARES, UNKNOWN, State
from .words import ACTION_OF, CARDS


def check(g: State) -> None:
    """N-94: every piece is somewhere, and only once; raises AssertionError."""
    _markers_and_gold(g)
    _tracks(g)
    _messages(g)
    _persons(g)
    _cards(g)
    _knowledge(g)


def _markers_and_gold(g: State) -> None:
    """N-9, N-10: 14 markers of a colour and 25 gold; nothing is negative."""
    start = FIGURES[g.edition].start
    for player in g.players:
        piles = [*player.pieces, player.supply, player.general]
        assert min(piles) >= 0, f"a pile of markers is negative: {piles}"
        assert sum(piles) == start.markers, f"{sum(piles)} markers of a colour"
    gold = [g.gold, *(player.gold for player in g.players)]
    assert min(gold) >= 0, f"a pile of gold is negative: {gold}"
    assert sum(gold) == start.total_gold, f"{sum(gold)} gold"


def _tracks(g: State) -> None:
    """N-11, N-13, N-43, N-49: rats, prestige, friends and carriages are where they can be."""
    assert 0 <= g.round <= ROUNDS, f"round {g.round}"
    for player in g.players:
        assert 0 <= player.rat <= FIGURES[g.edition].rat.highest, f"a rat is on {player.rat}"
        assert player.prestige is None or player.prestige >= 0, "prestige is negative"
        assert NONE <= player.friend < SECTORS, f"a friend is in {player.friend}"
        assert 0 <= player.carriage < len(g.squares), f"a carriage is on {player.carriage}"


def _messages(g: State) -> None:
    """N-4, N-44: messages of a colour are in its own borough or in front of players, and none of a kind twice."""
    for borough in range(len(g.colours)):
        centre, *edge = g.squares[SQUARES * borough : SQUARES * (borough + 1)]
        left = [message for message in edge if message != NONE]
        taken = sum(player.messages[borough] for player in g.players)
        assert centre == NONE, "a message lies on a central square"
        assert len(set(left)) == len(left), f"a message lies twice in borough {borough}"
        assert len(left) + taken == len(edge) or not (g.round or taken), f"borough {borough} has lost messages"


def _persons(g: State) -> None:
    """N-20: no person is in two places, and each is of the pass."""
    found = [*g.brown, *g.grey, *g.persons]
    assert len(set(found)) == len(found), f"a person is in two places: {found}"
    groups = FIGURES[g.edition].groups
    grey = groups[(g.round - 1) // 3 + 1] if g.round else ()
    assert set(found) <= {*groups[0], *grey}, f"a person of another pass is here in round {g.round}: {found}"


def _cards(g: State) -> None:
    """N-77: each of the nine cards of a colour is in its deck, in a hand, or was drafted in this pass."""
    for seat, player in enumerate(g.players):
        secret = secret_of(g, seat)
        drafted = _drafted(g, seat)
        fresh = [ACTION_OF[card] for card in secret.packet] if len(secret.packet) == 3 else []
        deck = [action for action in range(ACTIONS) if secret.deck >> action & 1]
        found = sorted(drafted + fresh + deck)
        assert found == list(range(ACTIONS)), f"seat {seat} has the actions {found}"
        assert player.deck_size == len(deck), f"seat {seat} has {len(deck)} cards in its deck"
        assert player.cards == len(secret.hand) + len(secret.packet), f"seat {seat} holds another number of cards"


def _drafted(g: State, seat: int) -> list[int]:
    """The actions of a seat's deck that were drafted, as the seat itself knows them."""
    first = ACTIONS * seat
    slots = secret_of(g, seat).known[first : first + g.drafted]
    assert UNKNOWN not in slots, f"seat {seat} does not know its own cards"
    return [slot % EITHER_WAY for slot in slots]


def _knowledge(g: State) -> None:
    """N-88: seats agree on what they know of a card, and a hand has the cards that its seat knows to be in it."""
    secrets = [secret_of(g, seat) for seat in range(len(g.players))]
    for facts in zip(*(secret.known for secret in secrets), strict=True):
        exact = {fact for fact in facts if fact < EITHER_WAY}
        assert len(exact) <= 1, f"seats disagree on a card: {exact}"
    for seat, secret in enumerate(secrets):
        for card in secret.hand:
            assert _knows(g, seat, card), f"seat {seat} has forgotten card {card}"


def _knows(g: State, seat: int, card: int) -> bool:
    """Whether a card is among the slots of its deck that a seat knows to have received in this round."""
    colour, action = CARDS[card]
    owner = next(i for i, player in enumerate(g.players) if g.colours[player.borough] == colour)
    first = ACTIONS * owner + g.drafted - 3
    return action in secret_of(g, seat).known[first : first + 3]
