"""Decide: turn answers into moves, draw lots, and replay stored moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct, msgpack

from .errors import Drifted, Illegal, NotAsked, TooManyAnswers, Unkept
from .moves import Answered, Drawn, Move
from .position import Position, restore
from .script import EVERYBODY, FATE, NOBODY, Ask, Draw, Together
from .texts.sentences import sentence

if TYPE_CHECKING:
    from .ruleset import Registry, Result

Answer = tuple[str, str]
"""Question kind and option, both as words: `("act", "move.ship_a_one.blue")`."""


class Lots:
    """A source of chance that depends on the lot that is drawn."""

    def of(self, lot: Draw) -> Callable[[int], int]:
        """Returns the source for a lot: given n > 0, an int in [0, n), uniformly distributed."""
        raise NotImplementedError


Chance = Callable[[int], int] | Lots
"""A source of chance: given n > 0, an int in [0, n), uniformly distributed; or `Lots`, one for each lot."""


# -- reading ---------------------------------------------------------------------------------------------------------


def actors(p: Position) -> tuple[int, ...]:
    """The seats with an open question."""
    return tuple(ask.seat for ask in p.asks)


def asked_together(p: Position) -> bool:
    """Whether seats are being asked together, even if all but one have answered."""
    return type(p.ask) is Together


def asked(p: Position, seat: int) -> Ask | None:
    """The open question of a seat; None if it has none."""
    ask = p.ask
    if type(ask) is Ask:
        return ask if ask.seat == seat else None
    return next((ask for ask in p.asks if ask.seat == seat), None)


def outcomes(p: Position) -> list[tuple[str, Fraction]]:
    """Every outcome of the open draw with its exact probability; empty if no draw is open."""
    lot = p.ask
    if type(lot) is not Draw:
        return []
    weights = lot.weights or [1] * len(lot.options)
    total = sum(weights)
    pairs = zip(lot.options, weights, strict=True)
    return [(lot.kind.words.slug(option), Fraction(weight, total)) for option, weight in pairs if weight]


def result(p: Position) -> Result | None:
    """The result of a game that has ended by its rules; None if it goes on."""
    if p.actor != NOBODY:
        return None
    found: Result = p.rules.result(p.state)
    return found


# -- answering -------------------------------------------------------------------------------------------------------


def decide(p: Position, seat: int, answers: Sequence[Answer]) -> list[Answered]:
    """Check a seat's answers, in turn, changing nothing; raises NotAsked, TooManyAnswers or Illegal."""
    if asked(p, seat) is None:
        raise NotAsked(seat, actors(p))
    table = p.clone(keep=False) if len(answers) > 1 else p
    for index, answer in enumerate(answers):
        ask = asked(table, seat)
        if ask is None:
            raise TooManyAnswers(index, len(answers))
        option = _choose(ask, index, answer)
        if table is not p:
            table.answer(option, seat)
    return [Answered(seat, question, option) for question, option in answers]


def _choose(ask: Ask, index: int, answer: Answer) -> int:
    """The int of an open option; raises Illegal."""
    words, (question, slug) = ask.kind.words, answer
    if question == ask.kind.name:
        try:
            option = words.parse(slug)
        except KeyError:
            option = NOBODY
        if option in ask.options:
            return option
    raise Illegal(index, answer, ask.kind.name, ask.kind.rule, [words.slug(i) for i in ask.options])


def execute(
    p: Position, seat: int, answers: Sequence[Answer], chance: Chance, listen: bool = False
) -> tuple[Position, list[Move]]:
    """Carry out a whole command: returns the new position and the moves made; the old position is unchanged."""
    answered = decide(p, seat, answers)
    after = p.clone()
    if listen:
        after.listen()
    for move in answered:
        follow(after, move)
    return after, [*answered, *settle(after, chance)]


# -- drawing ---------------------------------------------------------------------------------------------------------


def draw(p: Position, chance: Chance) -> Drawn:
    """Answer the open draw by chance; returns the move."""
    lot = p.ask
    assert type(lot) is Draw
    option = pick(lot, chance)
    p.answer(option)
    return drawn(lot, option)


def pick(lot: Draw, chance: Chance) -> int:
    """One option of a lot, at random by weight."""
    if isinstance(chance, Lots):
        chance = chance.of(lot)
    if lot.weights is None:
        return lot.options[chance(len(lot.options))]
    left = chance(sum(lot.weights))
    for index, weight in enumerate(lot.weights):
        left -= weight
        if left < 0:
            return lot.options[index]
    raise ValueError("a chance was not below its bound")


def drawn(lot: Draw, option: int) -> Drawn:
    """The move for an option of a lot."""
    seen_by = None if lot.seen_by == EVERYBODY else lot.seen_by
    return Drawn(lot.kind.name, lot.kind.words.slug(option), seen_by)


def settle(p: Position, chance: Chance) -> list[Drawn]:
    """Draw until a seat is asked or the game is over; changes the position."""
    made = []
    while p.actor == FATE:
        made.append(draw(p, chance))
    return made


# -- following -------------------------------------------------------------------------------------------------------


def follow(p: Position, move: Move) -> None:
    """Replay a stored move, changing the position; raises Drifted if the rules do not allow it."""
    if type(move) is Answered:
        _follow_answer(p, move)
    else:
        assert type(move) is Drawn
        _follow_draw(p, move)


def _follow_answer(p: Position, move: Answered) -> None:
    ask = asked(p, move.seat)
    if ask is None:
        raise Drifted(sentence("not-asked-that", seat=move.seat, question=move.question or ""))
    try:
        option = _choose(ask, 0, (move.question or "", move.option or ""))
    except Illegal as error:
        raise Drifted(error.sentence) from None
    p.answer(option, move.seat)


def _follow_draw(p: Position, move: Drawn) -> None:
    lot = p.ask
    if type(lot) is not Draw or lot.kind.name != move.lot:
        raise Drifted(sentence("lot-not-drawn", lot=move.lot))
    try:
        option = lot.kind.words.parse(move.outcome or "")
        weight = lot.weights[lot.options.index(option)] if lot.weights else option in lot.options
    except (KeyError, ValueError):
        weight = 0
    if not weight:
        raise Drifted(sentence("impossible", outcome=move.outcome or "", lot=move.lot))
    p.answer(option)


# -- positions as bytes ----------------------------------------------------------------------------------------------


class Saved(Struct, array_like=True, frozen=True):
    """A saved position: its rules, its checkpoint and the answers since."""

    rules: str
    checkpoint: bytes
    given: list[tuple[int, int]]


def save(p: Position) -> bytes:
    """A position as bytes that name its rules; raises Unkept if it keeps no checkpoints."""
    if not p.keep:
        raise Unkept
    return msgpack.encode(Saved(p.rules.rules, p.checkpoint, p.given))


def load(registry: Registry, raw: bytes) -> Position:
    """A position from `save`; raises UnknownRuleset."""
    saved = msgpack.decode(raw, type=Saved)
    return restore(registry.version(saved.rules), saved.checkpoint, saved.given)
