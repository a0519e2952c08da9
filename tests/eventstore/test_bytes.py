"""The storage format on a server, byte for byte: old streams must be readable by every later version."""

import gzip
from pathlib import Path

from podesta_eventstore import EmbeddedServer, Expected, Record, Stored, open_store
from podesta_eventstore.archive.packing import pack
from tests.eventstore.fixtures import admin

LISTS = ("open", "running", "ended")
COMMAND = bytes(range(16))
ENTRY = (b"1-0", {b"c": COMMAND, b"d": b"data"})
TOMBSTONE = {b"phase": b"erased", b"head": b"1", b"status": b"ended"}


async def test_the_keys_and_fields_of_streams_stay(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """Entries, metadata and lists have the same names and words as always."""
    async with await open_store(private_valkey.url, tmp_path, lists=LISTS) as store:
        await store.append("a", 0, b"data", COMMAND)
        await store.label("a", {"mark": "1"})
        for name, status in (("b", "running"), ("c", "ended"), ("d", "ended"), ("e", "running")):
            await store.append(name, Expected.NO_STREAM, b"data", COMMAND, status)
        await store.seal("c")
        await store.seal("d")
        await store.release("d", 1, "digest")
        await store.erase("e")
    client = admin(private_valkey)
    assert {key: client.xrange(key) for key in client.scan_iter(_type="stream")} == {
        b"podesta:{%s}{%s}:log" % (bucket, each): [ENTRY]
        for bucket, each in ((b"_b-43", b"a"), (b"_b-f9", b"b"), (b"_b-6f", b"c"))
    }
    assert {key: client.hgetall(key) for key in client.scan_iter(_type="hash")} == {
        b"podesta:{_b-43}{a}:meta": {b"status": b"open", b"label:mark": b"1"},
        b"podesta:{_b-f9}{b}:meta": {b"status": b"running"},
        b"podesta:{_b-6f}{c}:meta": {b"status": b"ended", b"phase": b"sealed"},
        b"podesta:{_b-cc}{d}:meta": {b"status": b"ended", b"phase": b"archived", b"head": b"1", b"digest": b"digest"},
        b"podesta:{_b-5a}{e}:meta": TOMBSTONE,
    }
    assert {key: client.zrange(key, 0, -1) for key in client.scan_iter(_type="zset")} == {
        b"podesta:{_b-43}:list:open": [b"a"],
        b"podesta:{_b-f9}:list:running": [b"b"],
        b"podesta:{_b-6f}:list:ended": [b"c"],
        b"podesta:{_b-cc}:list:ended": [b"d"],
    }


def test_a_record_file_stays() -> None:
    """Its uncompressed content is the same as always, so that every archive can be read."""
    record = Record("a", "ended", {"mark": "1"}, [Stored(1, COMMAND, b"data")])
    fields = b"\x85\xa6format\x01\xa6stream\xa1a\xa6status\xa5ended\xa6labels\x81\xa4mark\xa11"
    entries = b"\xa7entries\x91\x92\xc4\x10" + COMMAND + b"\xc4\x04data"
    assert gzip.decompress(pack(record)) == fields + entries
