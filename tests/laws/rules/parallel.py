"""Two worlds that look the same to one seat, walked in step."""

from random import Random

from podesta_engines import note_texts, observe, questions, redact, resample, waiting
from podesta_engines.core.decide import drawn
from podesta_engines.core.moves import Answered
from podesta_engines.core.position import Position
from podesta_engines.core.script import EVERYBODY, Ask, Draw, Together
from podesta_engines.game.events import Event
from tests.kit.walks import words


def walk_together(true: Position, seat: int, rnd: Random, steps: int) -> None:
    """Walk the true world in step with a resampled one.

    The other world is resampled again if a public event is impossible in it, and if secret answers that differ between
    the two may be revealed, because all have answered.
    """
    other, apart = _anew(true, seat, rnd), bool(true.given)
    true.listen()
    for _ in range(steps):
        compare(true, other, seat)
        ask = true.ask
        if ask is None:
            return
        if type(ask) is Draw:
            other = _draw(true, other, seat, rnd)
        else:
            other, differ = _answer(true, other, seat, rnd)
            apart |= differ
        if type(ask) is Together and true.ask is not ask:
            if apart:
                other = _anew(true, seat, rnd)
                true.heard()
            apart = False


def _anew(true: Position, seat: int, rnd: Random) -> Position:
    other = resample(true, seat, rnd)
    other.listen()
    return other


def compare(true: Position, other: Position, seat: int) -> None:
    """Check that the seat and a spectator are shown the same in both worlds."""
    assert waiting(true) == waiting(other)
    assert questions(true, seat) == questions(other, seat)
    heard, rumours = true.heard(), other.heard()
    for who in (seat, None):
        assert note_texts(true.rules, heard, who) == note_texts(true.rules, rumours, who)
        assert observe(true, who) == observe(other, who)


def _same_event(true: Position, event: Event, rumour: Event, seat: int) -> None:
    for who in (seat, None):
        assert redact(true.rules, event, who) == redact(true.rules, rumour, who)


def _possible(lot: Draw) -> dict[int, int]:
    weights = lot.weights or [1] * len(lot.options)
    return {option: weight for option, weight in zip(lot.options, weights, strict=True) if weight}


def _draw(true: Position, other: Position, seat: int, rnd: Random) -> Position:
    """Draw in both: the same if the seat sees it, otherwise each its own."""
    lot = true.ask
    assert type(lot) is Draw
    if lot.seen_by in (EVERYBODY, seat):
        option = rnd.choice(list(_possible(lot)))
        while option not in _possible(other.ask):
            other = _anew(true, seat, rnd)
        options = (option, option)
    else:
        options = (rnd.choice(list(_possible(lot))), rnd.choice(list(_possible(other.ask))))
    assert (lot.kind, lot.seen_by) == (other.ask.kind, other.ask.seen_by)
    _same_event(true, drawn(lot, options[0]), drawn(other.ask, options[1]), seat)
    for p, option in zip((true, other), options, strict=True):
        p.answer(option)
    return other


def _answer(true: Position, other: Position, seat: int, rnd: Random) -> tuple[Position, bool]:
    """Answer in both, alike if the seat sees it.

    Returns the other world, and whether simultaneous secret answers differ, or their options, which may be passed on.
    """
    ask: Ask = rnd.choice(true.asks)
    twin = _twin(other, ask)
    if ask.seat == seat:
        assert list(ask.options) == list(twin.options)
        assert ask.kind is twin.kind
    common = [option for option in ask.options if option in twin.options]
    secret = ask.seat != seat and (ask.kind.secret or ask.kind.masked)
    if secret and (not common or rnd.random() < 0.5):
        options = (rnd.choice(ask.options), rnd.choice(twin.options))
    elif secret:
        options = (rnd.choice(common),) * 2
    else:
        options = (rnd.choice(ask.options),) * 2
        while options[1] not in twin.options:
            other = _anew(true, seat, rnd)
            twin = _twin(other, ask)
    events = [Answered(ask.seat, *words(each, option)) for each, option in zip((ask, twin), options, strict=True)]
    _same_event(true, *events, seat)
    apart = type(true.ask) is Together and (options[0] != options[1] or list(ask.options) != list(twin.options))
    for p, option in zip((true, other), options, strict=True):
        p.answer(option, ask.seat)
    return other, apart


def _twin(other: Position, ask: Ask) -> Ask:
    """The same seat's question in the other world."""
    return next(twin for twin in other.asks if twin.seat == ask.seat)
