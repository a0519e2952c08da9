"""Every verifier agrees on the record of a renewed game; the TypeScript client is tested with the same vectors.

`PYTHONPATH=. python -m tests.laws.game.test_renewed_vectors` writes them.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

import podesta_client
from podesta_client import Heads, LogChanged
from podesta_engines.core.moves import Drawn
from podesta_engines.game.events import Ended, Entry, Renewed, TimeGivenBack
from podesta_engines.game.lots import lots
from podesta_engines.game.record import Tampered
from podesta_engines.game.verify import heads_of, verify
from tests.kit.played import PlayedGame
from tests.kit.sealed import record_of
from tests.kit.walks import REGISTRY, Table

PATH = Path(__file__).parent / "renewed-vectors.json"
VECTORS = json.loads(PATH.read_text("utf-8")) if PATH.exists() else {}
GAME, MINUTE = "abcdefghij234567", 29_000_000
"""A minute since 1970."""


def played() -> PlayedGame:
    """A game that was renewed twice and went back to before that: draws from each seed, repeated ones from two."""
    game = PlayedGame(Table(REGISTRY.named("toy"), 2), 1)
    game.answer()
    for each in range(2):
        game.renew(MINUTE + 9 * each)
        draw(game)
        game.answer()
    game.back(game.begun + 1)
    draw(game)
    draw(game)
    game.end()
    return game


def draw(game: PlayedGame) -> None:
    """Play up to the next draws."""
    while game.answer() and type(game.log[-1].events[-1]) is not Drawn:
        pass


def forgeries(log: list[Entry]) -> Iterator[tuple[str, int, list[Entry]]]:
    """Forged logs with correct hashes, each with its name and the line at which it fails."""
    at = next(number for number, entry in enumerate(log) if type(entry.events[0]) is Renewed)
    event, end, length = log[at].events[0], log[-1].events[-1], len(log)
    assert isinstance(event, Renewed)
    assert isinstance(end, Ended)
    others: dict[str, list[Any]] = {
        "minute": [replace(event, minute=event.minute + 1)],
        "twice in an entry": [event, event],
        "not alone": [event, TimeGivenBack(0, 1)],
    }
    for name, events in others.items():
        yield name, at + 1, [*log[:at], replace(log[at], events=events), *log[at + 1 :]]
    renewal = replace(log[at], check=log[-1].check)
    yield "before the game", 1, [renewal, *log]
    yield "after the end", length + 1, [*log, renewal]
    yield "left out", length - 1, [*log[:at], *log[at + 1 :]]
    promised = replace(log[at], events=[replace(event, commitment="0" * 64)])
    yield "another seed promised", length, [*log[:at], promised, *log[at + 1 :]]
    for name, seeds in _seeds(end):
        ended = replace(end, before=seeds)
        yield f"seeds: {name}", length, [*log[:-1], replace(log[-1], events=[*log[-1].events[:-1], ended])]


def _seeds(end: Ended) -> Iterator[tuple[str, list[str] | UnsetType]]:
    """False values of an end's earlier seeds, each with a name."""
    first, second = end.before or []
    yield from (("none", UNSET), ("one", [first]), ("swapped", [second, first]), ("one more", [first, second, first]))


def vectors() -> dict[str, Any]:
    """A sound record, its lots and heads, and forged ones: their lines after the first `kept` of the sound one."""
    game = played()
    record = record_of(game.log)
    sound = record.decode().splitlines()
    forged = {}
    for name, line, log in forgeries(game.log):
        lines = record_of(log).decode().splitlines()
        kept = next(number for number, text in enumerate(lines) if text not in sound[number : number + 1])
        forged[name] = {"line": line, "kept": kept, "lines": lines[kept:]}
    made = {"lots": list(lots(record, REGISTRY)), "heads": heads_of(record, GAME), "forged": forged}
    found: dict[str, Any] = json.loads(msgspec.json.encode({"game": GAME, "record": sound, **made}))
    return found


def forged_record(name: str) -> bytes:
    """The forged record with this name."""
    forged = VECTORS["forged"][name]
    return "".join(f"{line}\n" for line in [*VECTORS["record"][: forged["kept"]], *forged["lines"]]).encode()


def test_the_vectors_are_those_of_a_renewed_game() -> None:
    """It has draws from each of three seeds, in all three rounds, and repeated ones in two of them."""
    assert vectors() == VECTORS
    found = verify(record_of(played().log), REGISTRY)
    assert (len(found.renewed), found.undrawn, found.draws) == (2, 6, 15)
    assert len(VECTORS["lots"]) == found.draws


def test_the_sound_record_has_the_same_heads_for_everybody() -> None:
    """Engines and client agree; a wrong head is found at its revision."""
    record = "".join(f"{line}\n" for line in VECTORS["record"]).encode()
    told = dict(enumerate(VECTORS["heads"], 1))
    assert heads_of(record, GAME) == VECTORS["heads"]
    assert podesta_client.heads_of(GAME, VECTORS["record"]) == told
    for revision in told:
        kept = Heads()
        for each, head in told.items():
            kept.keep(GAME, each, head if each != revision else told[1 + revision % len(told)])
        with pytest.raises(LogChanged, match=f"at revision {revision}:"):
            kept.compare(GAME, VECTORS["record"])


@pytest.mark.parametrize("name", VECTORS.get("forged", ()))
def test_a_forged_record_fails_at_its_line(name: str) -> None:
    """By the rules; checks of hashes alone find wrong seeds."""
    record, line = forged_record(name), VECTORS["forged"][name]["line"]
    with pytest.raises(Tampered) as caught:
        verify(record, REGISTRY)
    assert caught.value.line == line
    if "seed" in name:
        with pytest.raises(podesta_client.Tampered) as known:
            podesta_client.check(record)
        assert known.value.line == line


if __name__ == "__main__":
    sys.exit(PATH.write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n", "utf-8") and 0)
