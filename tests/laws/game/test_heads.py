"""Heads: bound to the whole log so far, hidden until the seed is revealed, and the same in every client."""

import json
from pathlib import Path
from random import Random

import pytest

import podesta_client
from podesta_client import Heads, LogChanged
from podesta_engines.game import heads
from podesta_engines.game.events import Entry, decode_entry, encode_entry, stored_line, to_line
from podesta_engines.game.game import Replay
from podesta_engines.game.record import chain_of, lines
from podesta_engines.game.verify import heads_of
from tests.kit.sealed import record_of, sealed
from tests.kit.walks import REGISTRY, Table, seeds

VECTORS = json.loads((Path(__file__).parent / "fairness-vectors.json").read_text())
GAME = VECTORS["game"]
LOG = sealed(REGISTRY, Table(REGISTRY.named("toy"), 3), 11)
SEED = (11).to_bytes(32, "big")


def test_heads_are_those_of_the_vectors() -> None:
    """Seed, chain value and the page determine the head and the signed bytes."""
    found = heads.head(heads.blinding(bytes.fromhex(VECTORS["seed"])), GAME, 1, VECTORS["chain"])
    assert found == VECTORS["head"]
    assert heads.signed(GAME, 1, found).hex() == VECTORS["msg"]


@seeds(1)
def test_a_game_knows_the_chain_of_its_record(table: Table, seed: int) -> None:
    """Entry by entry, and after a fold from bytes, the chain value is that of the record's line."""
    log, replay = sealed(REGISTRY, table, seed), Replay(REGISTRY)
    texts = [to_line(entry) for entry in log]
    for number, entry in enumerate(log, 1):
        stored = encode_entry(entry)
        assert to_line(decode_entry(stored)) == stored_line(stored) == texts[number - 1]
        assert replay.add(decode_entry(stored)).chain == chain_of(texts[:number])


def test_a_line_keeps_what_this_version_does_not_know() -> None:
    """The chain covers the stored bytes, not what is understood: different versions compute the same heads."""
    entry = Entry([*LOG[0].events], LOG[0].check, LOG[0].at)
    stored = encode_entry(entry)
    found = decode_entry(stored.replace(b"commitment", b"commitmenT"))
    assert to_line(found) == stored_line(stored.replace(b"commitment", b"commitmenT")) != to_line(entry)
    assert found.events != entry.events


def test_everybody_makes_the_same_heads_of_a_record() -> None:
    """The engines and the client, with the game's id; with another id or seed all heads differ."""
    record = record_of(LOG)
    key, texts = heads.blinding(SEED), [to_line(entry) for entry in LOG]
    found = heads_of(record, GAME)
    made = [heads.head(key, GAME, at, chain_of(texts[:at])) for at in range(1, len(LOG))]
    assert found[:-1] == made  # the record's last line contains its own chain value
    assert list(podesta_client.heads_of(GAME, record).values()) == found
    assert not {*found} & {*heads_of(record, GAME[::-1])}
    assert len({*found}) == len(LOG)


def test_what_was_told_is_kept_and_compared() -> None:
    """The same again is accepted; another head for a revision is not, nor a record with other heads, nor a shorter
    one."""
    record, kept = record_of(LOG), Heads()
    told = heads_of(record, GAME)
    for at in (1, 5, 2, 5):
        kept.keep(GAME, at, told[at - 1])
    kept.keep(GAME, 9, "")
    kept.keep("another", 5, told[3])
    assert kept.of(GAME) == {1: told[0], 5: told[4], 2: told[1]}
    assert kept.compare(GAME, record.decode().splitlines()) == 3
    with pytest.raises(LogChanged, match="at revision 5"):
        kept.keep(GAME, 5, told[3])
    kept.keep(GAME, len(LOG) + 1, told[0])
    with pytest.raises(LogChanged, match=f"at revision {len(LOG) + 1}"):
        kept.compare(GAME, record.decode().splitlines())


def test_a_record_with_other_times_has_other_heads() -> None:
    """Rewriting the end of a game, with every chain value, contradicts heads that were already published."""
    rnd = Random(3)
    told = heads_of(record_of(LOG), GAME)
    at = rnd.randrange(1, len(LOG) - 1)
    later = [*LOG[:at], Entry(LOG[at].events, LOG[at].check, LOG[at].at + 1), *LOG[at + 1 :]]
    found = heads_of(record_of(later), GAME)
    assert found[:at] == told[:at]
    assert not {*found[at:]} & {*told[at:]}
    assert len(list(lines([to_line(entry) for entry in later]))) == len(told)
