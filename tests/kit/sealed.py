"""Games as a service plays and seals them: draws from a seed, entropy, retractions, and the record at the end."""

from random import Random

from msgspec import UNSET
from msgspec.structs import replace

from podesta_engines.core.decide import execute, settle
from podesta_engines.core.moves import Answered
from podesta_engines.core.ruleset import Registry
from podesta_engines.core.script import NOBODY
from podesta_engines.game import record as records
from podesta_engines.game.events import (
    Ended,
    Entry,
    Event,
    Retracted,
    RetractionAnswered,
    RetractionProposed,
    Seated,
    encode_entry,
    stored_line,
)
from podesta_engines.game.game import Replay, opening
from podesta_engines.game.lottery import BY_LOT, Lottery, commitment_of
from podesta_engines.game.takebacks import line, obstacle
from tests.kit.walks import Table, options_for, words


def sealed(registry: Registry, table: Table, seed: int, undo: float = 0.15) -> list[Entry]:
    """The log of a random game, with some answers taken back, alone or by consent."""
    rnd, key = Random(seed), seed.to_bytes(32, "big")
    ruleset, seats = table
    entropy = [rnd.choice(["", "dice on the table", "è caos"]) for _ in range(seats)]
    options = options_for(table, seed)
    created = replace(opening(ruleset, seats, "", options, commitment_of(key)), draws=BY_LOT)
    p, replay = ruleset.start(seats, options=options), Replay(registry)
    seated = [Seated(i, f"P{i}", entropy=text or UNSET) for i, text in enumerate(entropy)]
    drawn = settle(p, Lottery(key, entropy, {}))
    log = [Entry([created, *seated, *drawn], p.fingerprint(), seed)]
    game = replay.add(log[0])
    while p.actor != NOBODY:
        if len(log) > 1 and len(log) < 400 and rnd.random() < undo:
            for entry in taken_back(log, seats, rnd):
                log.append(entry)
                game = replay.add(entry)
            p = game.position
        ask = rnd.choice(p.asks)
        answer = words(ask, rnd.choice(ask.options))
        p, moves = execute(p, ask.seat, [answer], Lottery(key, entropy, game.drawn))
        events: list[Event] = [*moves]
        if p.actor == NOBODY:
            texts = [stored_line(encode_entry(entry)) for entry in log]
            events.append(Ended(ruleset.result(p.state), key.hex(), records.chain_of(texts)))
        log.append(Entry(events, p.fingerprint(), seed + len(log)))
        game = replay.add(log[-1])
    return log


def taken_back(log: list[Entry], seats: int, rnd: Random) -> list[Entry]:
    """Entries that go back to a random revision: by the seat itself if the log allows it, otherwise by consent of all.

    Their checksums are those in the log of the same positions; the fold compares them.
    """
    to = rnd.choice(list(line(log)))
    if to == len(log):
        return []
    check, now = log[to - 1].check, log[-1].check
    if any(obstacle(log, to, seat) is None for seat in range(seats)):
        return [Entry([Retracted(to)], check)]
    seat = rnd.randrange(seats)
    others = [other for other in range(seats) if other != seat]
    found = [Entry([RetractionProposed(seat, to)], now)]
    found += [Entry([RetractionAnswered(other, True)], now) for other in others[:-1]]
    return [*found, Entry([RetractionAnswered(others[-1], True), Retracted(to)], check)]


def texts_of(log: list[Entry]) -> list[bytes]:
    """The lines' texts, without chain values."""
    return [stored_line(encode_entry(entry)) for entry in log]


def record_of(log: list[Entry]) -> bytes:
    """The record of a log, with every chain value recomputed, including the one in the end."""
    texts = texts_of(log)
    last = log[-1].events[-1]
    if type(last) is Ended:
        told: list[Event] = [*log[-1].events[:-1], replace(last, chain=records.chain_of(texts[:-1]))]
        texts[-1] = texts_of([replace(log[-1], events=told)])[0]
    return b"".join(text + b"\n" for text in records.lines(texts))


def answers_of(entry: Entry) -> list[Answered]:
    """The answers of an entry."""
    return [event for event in entry.events if type(event) is Answered]
