"""Signed heads: only the service can sign, and a head that does not match its game, revision or key is refused by
name."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from podesta_client.signatures import BadSignature, KeyChanged, Signatures, checked, signed_bytes, signed_end
from podesta_client.signatures import SignedHead as ReceivedHead
from podesta_engines import RULESETS
from podesta_engines.game import heads
from podesta_engines.game.events import Ended, Entry, to_line
from podesta_engines.game.verify import heads_of
from podesta_service.cli.verify import command
from podesta_service.randomness import Keys, key_id
from podesta_service.signing import SignedHead
from tests.kit.sealed import record_of, sealed
from tests.kit.walks import REGISTRY, Table

VECTORS = json.loads((Path(__file__).parent / "fairness-vectors.json").read_text())
GAME, HEAD = VECTORS["game"], VECTORS["head"]
MASTER, OTHER = bytes.fromhex(VECTORS["master"]), bytes(32)
KEYS = Keys(MASTER)
PUBLIC = f"{KEYS.current}:{VECTORS['pk']}"


def told(head: SignedHead) -> ReceivedHead:
    """A signed head as a client gets it."""
    return ReceivedHead(head.game, head.revision, head.head, head.key, head.signature)


SIGNED = told(KEYS.signer.sign(GAME, 1, HEAD))


def test_signatures_are_those_of_the_vectors() -> None:
    """The master key and the page determine the signed bytes and the signature."""
    assert SIGNED.signature == VECTORS["sig"]
    assert signed_bytes(GAME, 1, HEAD) == heads.signed(GAME, 1, HEAD) == bytes.fromhex(VECTORS["msg"])
    assert [(each.key, each.public_key) for each in KEYS.signer.public] == [(key_id(MASTER), VECTORS["pk"])]
    assert checked(SIGNED, VECTORS["pk"]).checked


@pytest.mark.parametrize(
    "wrong",
    [
        replace(SIGNED, head="00" * 32),
        replace(SIGNED, game="zz" * 8),
        replace(SIGNED, revision=2),
        replace(SIGNED, signature="00" * 64),
        replace(SIGNED, signature="no digits"),
        told(Keys(OTHER).signer.sign(GAME, 1, HEAD)),
    ],
)
def test_what_was_not_signed_is_refused_by_name(wrong: ReceivedHead) -> None:
    """Another head, game or revision, another key's signature, none at all."""
    with pytest.raises(BadSignature, match=f"game {wrong.game}, revision {wrong.revision}: .* key {wrong.key}"):
        checked(wrong, VECTORS["pk"])


def test_old_keys_are_told_and_only_the_one_in_use_signs() -> None:
    """For a retired master key the public half is enough."""
    keys = Keys(OTHER, [MASTER], signed={"0badc0de": "ab" * 32})
    found = {each.key: (each.public_key, each.in_use) for each in keys.signer.public}
    assert found[key_id(MASTER)] == (VECTORS["pk"], False)
    assert found["0badc0de"] == ("ab" * 32, False)
    assert [key for key, (_, in_use) in found.items() if in_use] == [key_id(OTHER)]
    assert keys.signer.sign(GAME, 1, HEAD).key == key_id(OTHER)


def test_a_client_keeps_what_was_signed_and_believes_the_first_key() -> None:
    """A head with an unknown key is kept unchecked; with a known one it is checked; a changed key raises KeyChanged."""
    kept = Signatures()
    assert not kept.keep(SIGNED).checked
    kept.tell(SIGNED.key, VECTORS["pk"])
    assert kept.keep(SIGNED).checked
    with pytest.raises(BadSignature):
        kept.keep(replace(SIGNED, head="00" * 32))
    with pytest.raises(KeyChanged, match=SIGNED.key):
        kept.tell(SIGNED.key, "00" * 32)
    assert [each.checked for each in kept.of(GAME)] == [False, True]


@pytest.fixture(scope="module")
def log() -> list[Entry]:
    """A whole game without signatures."""
    return sealed(REGISTRY, Table(REGISTRY.named("toy"), 3), 11)


def signed(log: list[Entry], game: str, keys: Keys = KEYS) -> list[Entry]:
    """The same with the end signed as the service does it."""
    last = log[-1].events[-1]
    assert type(last) is Ended
    revision = len(log) - 1
    head = keys.signer.sign(game, revision, heads_of(record_of(log), game)[revision - 1])
    ended = msgspec.structs.replace(last, key=head.key, signature=head.signature)
    return [*log[:-1], msgspec.structs.replace(log[-1], events=[*log[-1].events[:-1], ended])]


def test_the_end_of_a_record_says_what_was_signed(log: list[Entry]) -> None:
    """The head of the line before, which the signature itself does not change."""
    record = record_of(signed(log, GAME))
    end = signed_end(GAME, record)
    assert end is not None
    assert checked(end, VECTORS["pk"]).revision == len(log) - 1
    assert signed_end(GAME, record_of(log)) is None
    assert b'"signature":' in to_line(signed(log, GAME)[-1])


def told_of(record: bytes, *words: str) -> tuple[int, str]:
    """The output of `podesta verify` for a record, and its exit status."""
    found = CliRunner().invoke(command, ["-", "--game", GAME, *words], input=record)
    return found.exit_code, found.output


def test_verify_says_what_the_signature_proves() -> None:
    """With a given key it verifies or the record is refused, with the key's name; without a key it says so."""
    log = sealed(RULESETS, Table(RULESETS.named("golden-horn"), 2), 11)
    own, other, plain = (record_of(each) for each in (signed(log, GAME), signed(log, GAME[::-1]), log))
    assert told_of(own, "--key", PUBLIC)[1].count(f"Signed by key {KEYS.current}: its holder told this game as {GAME}")
    assert "which was not given" in told_of(own)[1]
    assert "Nothing is signed" in told_of(plain)[1]
    strange = f"{key_id(OTHER)}:{Keys(OTHER).signer.public[0].public_key}"
    lying = f"{KEYS.current}:{Keys(OTHER).signer.public[0].public_key}"
    for record, key in ((other, PUBLIC), (plain, PUBLIC), (own, strange), (own, lying)):
        code, said = told_of(record, "--key", key)
        assert code == 1
        assert "the signature does not hold" in said
        assert key[:8] in said
