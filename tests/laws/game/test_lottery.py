"""Draws by lot: vectors that two languages agree on, and the law that nothing but the line of play moves a draw."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from podesta_engines.core.decide import execute, follow, settle
from podesta_engines.core.moves import Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.script import NOBODY, Ask
from podesta_engines.game import lottery
from podesta_engines.game.events import (
    Entry,
    Event,
    Resigned,
    Retracted,
    RetractionAnswered,
    RetractionProposed,
    Seated,
    TimedOut,
)
from podesta_engines.game.fairness import BY_LOT, commitment_of, luck
from podesta_engines.game.game import Replay, opening
from podesta_engines.game.takebacks import line, moves
from tests.kit.walks import REGISTRY, Table, words

VECTORS = json.loads((Path(__file__).parent / "fairness-vectors.json").read_text("utf-8"))
KEY = bytes.fromhex(VECTORS["key"])


# -- vectors ---------------------------------------------------------------------------------------------------------


def test_the_seed_comes_from_master_key_game_and_salt() -> None:
    """Each of the three changes it; its SHA-256 is the commitment."""
    master, salt = bytes.fromhex(VECTORS["master"]), bytes.fromhex(VECTORS["salt"])
    seed = lottery.seed_of(master, VECTORS["game"], salt)
    assert seed.hex() == VECTORS["seed"]
    assert commitment_of(seed) == VECTORS["commitment"]
    assert lottery.draw_key(seed, VECTORS["entropy"]) == KEY
    others = {lottery.seed_of(master, "other", salt), lottery.seed_of(salt * 2, VECTORS["game"], salt)}
    assert len(others | {lottery.seed_of(master, VECTORS["game"], bytes(16)), seed}) == 4


@pytest.mark.parametrize(("lot", "nth", "n", "value", "attempt"), VECTORS["draws"])
def test_draws_are_those_of_the_vectors(lot: str, nth: int, n: str, value: str, attempt: int) -> None:
    """Numbers beyond 64 bits, attempts that are passed over, lots of one seat."""
    assert str(lottery.draw(KEY, lot, nth, int(n))) == value
    assert attempt >= 0


def test_shares_are_mixed_into_draws() -> None:
    """Chains of hashes, and a draw from the latest link of one seat and none of the other."""
    links = [lottery.share(bytes([7]) * 32, VECTORS["game"])]
    for _ in range(1024):
        links.append(sha256(links[-1]).digest())
    assert (links[1024].hex(), links[1023].hex(), links[1022].hex()) == (
        VECTORS["anchor"],
        VECTORS["first"],
        VECTORS["second"],
    )
    mix = lottery.mixed([links[1022], b""])
    assert mix.hex() == VECTORS["mix"]
    assert str(lottery.draw(KEY, "roll", 0, 6, mix)) == VECTORS["shared"]


# -- the line of play ------------------------------------------------------------------------------------------------


class Played:
    """A game whose seats answer by what is asked alone, so that every way to play it follows the same line.

    `late`: of several seats that are asked together, the last one answers first.
    """

    def __init__(self, table: Table, seed: int, late: bool = False) -> None:
        ruleset, seats = table
        self.seats, self.late = seats, late
        self.seed, self.entropy = seed.to_bytes(32, "big"), [f"seat {seat}" for seat in range(seats)]
        self.created = replace(opening(ruleset, seats, "", {}, commitment_of(self.seed)), draws=BY_LOT)
        self.log: list[Entry] = []
        self.replay = Replay(REGISTRY)
        p = ruleset.start(seats)
        drawn = settle(p, luck(self.created, self.seed, self.entropy, 1, {}))
        seated = [Seated(seat, f"P{seat}", entropy=text) for seat, text in enumerate(self.entropy)]
        self.write([self.created, *seated, *drawn], p)

    def write(self, events: list[Event], after: Position) -> None:
        """The next entry."""
        self.log.append(Entry(events, after.fingerprint(), len(self.log)))
        self.replay.add(self.log[-1])

    @property
    def position(self) -> Position:
        """Where it stands."""
        assert self.replay.game
        return self.replay.game.position.clone()

    def answer(self, bundle: int = 1) -> bool:
        """One command of whoever is asked, with as many answers as the seat has in a row; False at the end."""
        p = self.position
        if p.actor == NOBODY:
            return False
        ask = p.asks[-1 if self.late else 0]
        answers, ahead = [], p.clone()
        for _ in range(bundle):
            mine = next((each for each in ahead.asks if each.seat == ask.seat), None)
            if mine is None:
                break
            answers.append(chosen(ahead, mine))
            ahead.answer(mine.kind.words.parse(answers[-1][1]), ask.seat)
        game = self.replay.game
        assert game
        source = luck(self.created, self.seed, self.entropy, len(self.log) + 1, game.drawn)
        after, made = execute(p, ask.seat, answers, source)
        self.write([*made], after)
        return True

    def back(self, to: int) -> None:
        """Everybody consents to going back to a revision."""
        self.write([RetractionProposed(0, to)], self.position)
        for seat in range(1, self.seats):
            events: list[Event] = [RetractionAnswered(seat, True)]
            last = seat == self.seats - 1
            after = self.replay.at(to).position if last else self.position
            self.write([*events, Retracted(to)] if last else events, after)

    def noise(self, rnd: Random) -> None:
        """What happens though nobody answers: proposals, refusals, seats given out anew or left, time-outs."""
        game, seat = self.replay.game, rnd.randrange(self.seats)
        assert game
        epoch = game.next_epoch(seat)
        for events in (
            [RetractionProposed(seat, 1)],
            [RetractionAnswered((seat + 1) % self.seats, False)],
            [Seated(seat, "somebody", epoch=epoch)],
            [TimedOut(seat, "bot"), Seated(seat, "house", "greedy", epoch + 1)],
            [Resigned(seat, "asked"), Seated(seat, "house", "greedy", epoch + 2)],
        ):
            if rnd.random() < 0.7:
                self.write([*events], self.position)

    @property
    def line(self) -> list[object]:
        """The draws that count, in order; where seats answer together, their answers' order is nobody's."""
        return [event for event in moves(self.log) if type(event) is Drawn]


def chosen(p: Position, ask: Ask) -> tuple[str, str]:
    """A seat's answer: it follows from what is asked, whoever has answered before and however often it is asked."""
    checkpoint, given = p.moment()
    number = crc32(msgpack.encode((ask.seat, ask.kind.name, [*given])), crc32(checkpoint))
    return words(ask, ask.options[number % len(ask.options)])


MOST = 60
"""Commands of a game that is played as the law wants it."""


def plain(table: Table, seed: int) -> Played:
    """Answer after answer."""
    game = Played(table, seed)
    while len(game.log) <= MOST and game.answer():
        pass
    return game


def bundled(table: Table, seed: int) -> Played:
    """Seats send as many answers at once as they can."""
    game, rnd = Played(table, seed), Random(seed)
    while len(game.log) <= MOST and game.answer(rnd.choice([1, 2, 8])):
        pass
    return game


def noisy(table: Table, seed: int) -> Played:
    """Between answers much happens that moves revisions."""
    game, rnd = Played(table, seed), Random(seed)
    while len(game.log) <= 3 * MOST and game.answer():
        game.noise(rnd)
    return game


def late(table: Table, seed: int) -> Played:
    """Of seats that are asked together, the last one is first."""
    game = Played(table, seed, late=True)
    while len(game.log) <= MOST and game.answer():
        pass
    return game


def regretted(table: Table, seed: int) -> Played:
    """Now and then all go back some way, over draws too, and answer as before."""
    game, rnd = Played(table, seed), Random(seed)
    left = 6
    while len(game.log) <= 3 * MOST and game.answer():
        if left and rnd.random() < 0.2 and len(game.log) > 3:
            lines = [number for number in line(game.log) if number > 1][:12]
            game.back(rnd.choice(lines))
            left -= 1
    return game


@pytest.mark.parametrize("way", [bundled, noisy, late, regretted], ids=lambda way: way.__name__)
def test_nothing_but_the_line_of_play_moves_a_draw(table: Table, way: Callable[[Table, int], Played]) -> None:
    """Bundling, proposals, time-outs, seats given out anew or left, orders of arrival, going back: the same draws."""
    for seed in (1, 2):
        straight, other = plain(table, seed).line, way(table, seed).line
        common = min(len(straight), len(other))
        assert straight[:common] == other[:common]
        assert common >= min(3, len(straight))


def test_a_fork_s_copied_draws_count(table: Table) -> None:
    """A log that begins with copied moves goes on with the draws that come after them."""
    game = plain(table, 3)
    copied = moves(game.log)
    p = table.ruleset.start(table.seats)
    for event in copied:
        follow(p, event)
    replay = Replay(REGISTRY)
    seated = [Seated(seat, "") for seat in range(table.seats)]
    fork = replay.add(Entry([game.created, *copied, *seated], p.fingerprint()))
    assert fork.drawn == game.replay.game.drawn
    assert sum(fork.drawn.values()) == len(game.line)
