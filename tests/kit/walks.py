"""Random walks through games, for laws that hold at every position of every ruleset."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from podesta_engines import RULESETS
from podesta_engines.core.decide import Answer, execute, settle
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Registry, Result, Ruleset
from podesta_engines.core.script import NOBODY, Ask
from podesta_engines.frozen import FROZEN
from podesta_engines.game.events import Ended, Entry
from podesta_engines.game.game import opening
from tests.kit import play as playing
from tests.kit import toy
from tests.kit.evidence import level, sampled

REGISTRY = Registry()
"""Every ruleset, the toy, and the earlier versions of rules."""
for ruleset in [*RULESETS.all(), toy.RULESET]:
    REGISTRY.add(ruleset)
for ruleset in FROZEN:
    REGISTRY.add(ruleset, frozen=True)


class Table(NamedTuple):
    """A ruleset and a number of seats."""

    ruleset: Ruleset
    seats: int

    def __repr__(self) -> str:
        return f"{self.ruleset.id}-{self.seats}"


def seats_of(ruleset: Ruleset) -> Sequence[int]:
    """The numbers of seats that a law is tested with: all with long evidence, otherwise the least and the most."""
    return ruleset.seats if level() == "long" else sorted({ruleset.seats[0], ruleset.seats[-1]})


VARIANTS: dict[str, list[dict[str, Any]]] = {
    "colonia": [{}, {"open_holdings": True}, {"late_ships_extra_hold": False}],
    "golden-horn": [{}, {"hidden_warehouses": True}, {"layout": "standard", "round_limit": 3}],
    "notre-dame": [{}, {"message_mandatory": False, "hidden_prestige": False}],
    "pillars-of-the-earth": [{}, {"buying_back": True}],
    "troyes": [{}, {"lying_usable": True}, {"grey_counts_as_rival": False}],
}
"""Options to walk with, in addition to the defaults; a seed picks one of them."""


def seeds(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a law on `examples` random games of the table in CI, on fewer elsewhere. Long evidence has more tables."""

    def law(test: Callable[..., None]) -> Callable[..., None]:
        games = settings(max_examples=sampled(examples), deadline=None)
        return games(given(seed=st.integers(0, 2**32 - 1))(test))

    return law


def options_for(table: Table, seed: int) -> dict[str, Any]:
    """The options of a walk."""
    variants = VARIANTS.get(table[0].id, [{}])
    return variants[seed % len(variants)]


def begin(table: Table, seed: int) -> Position:
    """The first position of a walk."""
    return table[0].start(table[1], options=options_for(table, seed))


def words(ask: Ask, option: int) -> Answer:
    """An option as an answer."""
    return ask.kind.name, ask.kind.words.slug(option)


def walk(table: Table, seed: int) -> Iterator[Position]:
    """Every position of a random game, the last one included; the same object each time."""
    yield from playing.walk(begin(table, seed), seed)


def some(table: Table, seed: int, share: float) -> Iterator[tuple[Position, Random]]:
    """A random share of the positions of a random game, the last one always, with a random generator."""
    rnd = Random(~seed)
    for p in walk(table, seed):
        if p.actor == NOBODY or rnd.random() < share:
            yield p, rnd


Choose = Callable[[Position], tuple[Ask, str]]
"""Picks one of the open questions, and the word of an answer to it."""


def logged(ruleset: Ruleset, seats: int, options: Mapping[str, Any], rnd: Random, choose: Choose) -> list[Entry]:
    """A game as a service would log it, with random draws; the last entry has the result."""
    p = ruleset.start(seats, options=dict(options))
    log = [Entry([opening(ruleset, seats, "", dict(options)), *settle(p, rnd.randrange)], p.fingerprint())]
    while p.actor != NOBODY:
        ask, word = choose(p)
        p, answered = execute(p, ask.seat, [(ask.kind.name, word)], rnd.randrange)
        ended = [Ended(ruleset.result(p.state))] if p.actor == NOBODY else []
        log.append(Entry([*answered, *ended], p.fingerprint()))
    return log


def result_of(log: Sequence[Entry]) -> Result:
    """The result in a whole log."""
    last = log[-1].events[-1]
    assert type(last) is Ended
    return last.result


def play(table: Table, seed: int) -> tuple[list[Entry], list[int], Result]:
    """A random game as a service would log it: its entries, the fingerprint after each, its result."""
    rnd = Random(seed)

    def choose(p: Position) -> tuple[Ask, str]:
        ask = rnd.choice(p.asks)
        return ask, words(ask, rnd.choice(ask.options))[1]

    log = logged(*table, options_for(table, seed), rnd, choose)
    return log, [entry.check for entry in log], result_of(log)
