"""A ruleset for tests alone, with every feature of the core: it is not meant to be played.

Each round: a weighted public roll; a card in secret for each seat; secret simultaneous bids with options that depend on
the hand (a single option answers itself); a masked plan of each seat; the highest bidder plays a card, asked even if
only one answer is left, and the next seat may object, out of turn.
"""

from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct

from podesta_engines.core.editions import Edition
from podesta_engines.core.errors import BadSetup
from podesta_engines.core.notes import Note, NoteKind, note
from podesta_engines.core.ruleset import Result, Ruleset, Setup, Standing, random_policy
from podesta_engines.core.script import Ask, Draw, Kind, Script, Task, Together
from podesta_engines.core.texts.sentences import verbatim
from podesta_engines.core.words import Vocabulary, several

from .texts import read

NUMBER = Vocabulary.numbers("number", 20)
PLAY = Vocabulary.of("play", *(f"card_{i}" for i in range(6)), "pass")
CHOICE = Vocabulary.of("choice", "no", "yes")
REASON = Vocabulary.of("reason", "last_round")
PASS = 6

ROLL = Kind("roll", "T-2", NUMBER)
DEAL = Kind("deal", "T-3", PLAY)
BID = Kind("bid", "T-4", NUMBER, secret=True)
PLAN = Kind("plan", "T-5", CHOICE, masked=True)
PLAY_CARD = Kind("play_card", "T-6", PLAY, about=(("roll", NUMBER),))
OBJECT = Kind("object", "T-7", CHOICE)
ROLLED = NoteKind("rolled", "T-2", (("roll", NUMBER),))
DREW = NoteKind("drew", "T-3", (("card", PLAY),))
BIDS = NoteKind("bids", "T-4", (("bids", several(NUMBER)),))
SCORED = NoteKind("scored", "T-6", (("points", NUMBER),))


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One option."""

    rounds: Annotated[int, Meta(ge=1, le=3, description="Rounds to play.", extra={"rule": "T-8"})] = 3


class Secret(Struct, array_like=True, gc=False):
    """A seat's cards and its plan."""

    hand: list[int]
    plan: int = 0


class Hidden(Struct, array_like=True, gc=False):
    """The cards left."""

    deck: list[int]


class Player(Struct, array_like=True, gc=False):
    """A seat."""

    points: int = 0
    cards: int = 0
    secret: Secret | None = None


class State(Struct, array_like=True, gc=False):
    """The table."""

    options: Options
    rounds: int
    roll: int
    played: list[int]
    players: list[Player]
    hidden: Hidden | None
    agenda: list[Task]
    journal: list[Note] | None = None


class View(Struct, frozen=True):
    """What a seat sees."""

    rounds: int
    roll: int
    played: list[int]
    points: list[int]
    cards: list[int]
    hand: list[int] | None


def set_up(setup: Setup) -> State:
    """T-1: cards 0 to 5 in the deck."""
    if setup.seats == 3 and setup.options.rounds == 1:
        raise BadSetup("rounds", verbatim("three seats need more than one round"), "T-8")
    players = [Player(secret=Secret([])) for _ in range(setup.seats)]
    return State(setup.options, setup.options.rounds, 0, [], players, Hidden(list(range(6))), [("start_round",)])


def start_round(g: State) -> None:
    """T-2: the round's tasks."""
    seats = range(len(g.players))
    g.rounds -= 1
    tasks: list[Task] = [("roll",), *[("deal", i) for i in seats], ("bid",), *[("plan", i) for i in seats]]
    g.agenda += reversed([*tasks, *([("start_round",)] if g.rounds else [])])


def roll(g: State) -> Script:
    """T-2: a weighted draw that all see, made in a nested script."""
    g.roll = yield from _weighted()
    note(g, ROLLED, -1, g.roll)


def _weighted() -> Any:
    return (yield Draw(ROLL, (0, 1, 2), (1, 2, 3)))


def deck_of(g: State) -> list[int]:
    """The cards left, on the true table."""
    assert g.hidden
    return g.hidden.deck


def secret_of(player: Player) -> Secret:
    """A seat's secret, if it is known."""
    assert player.secret
    return player.secret


def deal(g: State, seat: int) -> Script:
    """T-3: a draw that one seat sees."""
    deck, me = deck_of(g), g.players[seat]
    if not deck:
        return
    card = yield Draw(DEAL, tuple(deck), seen_by=seat)
    deck_of(g).remove(card)
    secret_of(me).hand = sorted([*secret_of(me).hand, card])
    me.cards += 1
    note(g, DREW, seat, card, visible_to=seat)


def bid(g: State) -> Script:
    """T-4: all at once; a seat without cards can only bid 0, which is public."""
    together = Together([Ask(BID, i, range(p.cards + 1)) for i, p in enumerate(g.players)])
    yield together
    bids = [together.answers[i] for i in range(len(g.players))]
    note(g, BIDS, -1, tuple(bids))
    g.agenda.append(("play", bids.index(max(bids))))


def plan(g: State, seat: int) -> Script:
    """T-5: a masked question."""
    secret_of(g.players[seat]).plan = yield Ask(PLAN, seat, (0, 1))


def play(g: State, seat: int) -> Script:
    """T-6: the question is asked though passing may be the only answer; only cards above the roll may be played."""
    me = g.players[seat]
    cards = [card for card in secret_of(me).hand if card > g.roll]
    card = yield Ask(PLAY_CARD, seat, [*cards, PASS], sole=True, about=(g.roll,))
    if card != PASS:
        secret_of(me).hand.remove(card)
        me.cards -= 1
        g.played.append(card)
        g.agenda.append(("objection", (seat + 1) % len(g.players), seat, card))


def objection(g: State, seat: int, player: int, card: int) -> Script:
    """T-7: out of turn."""
    objects = yield Ask(OBJECT, seat, (0, 1))
    if not objects:
        g.players[player].points += card
        note(g, SCORED, player, card)


def observe(g: State, seat: int | None) -> State:
    """Only the seat's own secret."""
    players = [p if i == seat else Player(p.points, p.cards) for i, p in enumerate(g.players)]
    return State(g.options, g.rounds, g.roll, g.played, players, None, g.agenda)


def resample(g: State, seat: int, rnd: Random) -> State:
    """Draw unseen cards and plans again."""
    mine = secret_of(g.players[seat])
    unseen = [card for card in range(6) if card not in g.played and card not in mine.hand]
    rnd.shuffle(unseen)
    players = [
        p
        if i == seat
        else Player(p.points, p.cards, Secret(sorted(unseen.pop() for _ in range(p.cards)), rnd.randrange(2)))
        for i, p in enumerate(g.players)
    ]
    return State(g.options, g.rounds, g.roll, g.played, players, Hidden(sorted(unseen)), g.agenda)


def render(g: State) -> View:
    """The view."""
    hand = next((p.secret.hand for p in g.players if p.secret), None)
    return View(g.rounds, g.roll, g.played, [p.points for p in g.players], [p.cards for p in g.players], hand)


def result(g: State) -> Result:
    """T-8: the points."""
    points = [p.points for p in g.players]
    standings = [Standing(i, 1 + sum(x > p for x in points), p, {"points": p}) for i, p in enumerate(points)]
    return Result("last_round", 3, standings)


def check(g: State) -> None:
    """Every card is somewhere, once."""
    assert sorted([*g.played, *deck_of(g), *(c for p in g.players for c in secret_of(p).hand)]) == list(range(6))


RULESET = Ruleset(
    id="toy",
    rules="toy/1",
    seats=range(2, 4),
    editions={"only": Edition("only", "0" * 64, None)},
    options=Options,
    state=State,
    view=View,
    tasks={f.__name__: f for f in (start_round, roll, deal, bid, plan, play, objection)},
    kinds=(ROLL, DEAL, BID, PLAN, PLAY_CARD, OBJECT),
    lots=(ROLL, DEAL),
    notes=(ROLLED, DREW, BIDS, SCORED),
    vocabularies=(NUMBER, PLAY, CHOICE, REASON),
    reasons=REASON,
    parts=Vocabulary.of("part", "points"),
    set_up=set_up,
    observe=observe,
    resample=resample,
    render=render,
    result=result,
    bound=lambda seats: 3 * (2 * seats + 2),
    policies={"random": random_policy},
    read=read,
    check=check,
)
