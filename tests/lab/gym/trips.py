"""Games walked for the actions and the encoders: every action there and back, every observation within its bounds.

`python -m tests.lab.gym.trips --games 10000`: every action in so many games goes there and back.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from podesta_engines import RULESETS
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_lab.gym.actions import ActionSpace
from podesta_lab.gym.encoding import Encoder
from tests.kit.walks import Table, options_for


def asked(table: Table, seed: int) -> Iterator[Position]:
    """Every position of a random game at which a seat is asked, the same object each time; draws are made."""
    rnd, p = Random(seed), table[0].start(table[1], options=options_for(table, seed))
    while p.ask is not None:
        if p.asks:
            yield p
            ask = rnd.choice(p.asks)
            p.answer(rnd.choice(ask.options), ask.seat)
        else:
            p.answer(rnd.choices(p.ask.options, p.ask.weights)[0])  # type: ignore[union-attr]


def there_and_back(actions: ActionSpace, p: Position, known: set[int]) -> None:
    """The mask has the open actions of a position, and each action not yet known comes back unchanged.

    Those are added to the known ones. Raises AssertionError.
    """
    for ask in p.asks:
        legal, mask = actions.legal(ask), bytearray(len(actions))
        actions.mask(p, ask.seat, mask)
        assert mask.count(1) == len(legal) == len(set(legal))
        assert all(mask[action] for action in legal)
        for action, option in zip(legal, ask.options, strict=True):
            if action not in known:
                kind, word = actions.word(action)
                assert (kind, word) == (ask.kind.name, ask.kind.words.slug(option))
                assert actions.index(kind, word) == action
            assert actions.option(action) == (ask.kind, option)
        known.update(legal)


def within(encoder: Encoder, p: Position, seats: int) -> None:
    """Every seat's observation has its length and stays within its bounds; raises AssertionError."""
    for seat in range(seats):
        row = encoder.row(p, seat)
        assert len(row) == encoder.shape[0]
        over = [
            (name, value) for name, value, high in zip(encoder.names, row, encoder.high, strict=True) if value > high
        ]
        assert not over


def reached(ruleset: Ruleset, games: int, seed: int = 0) -> tuple[int, int]:
    """Play random games at every number of seats in turn; returns the number of actions reached, and of all."""
    actions, found = ActionSpace(ruleset), set[int]()
    for game in range(games):
        seats = ruleset.seats[game % len(ruleset.seats)]
        for p in asked(Table(ruleset, seats), seed + game):
            there_and_back(actions, p, found)
    return len(found), len(actions)


def main() -> None:
    """Print for each ruleset the number of actions reached."""
    parser = argparse.ArgumentParser(description="Round trips of actions")
    parser.add_argument("--games", type=int, default=10_000, help="over all rulesets")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    rulesets = RULESETS.all()
    for ruleset in rulesets:
        games = args.games // len(rulesets)
        found, known = reached(ruleset, games, args.seed)
        print(f"{ruleset.rules}: {games} games, {found} of {known} actions reached, all of them came back", flush=True)


if __name__ == "__main__":
    main()
