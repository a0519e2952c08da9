"""An attacker who can write to the backups plants nothing in a restored store, with a key and without one."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from podesta_eventstore import Archive, EmbeddedServer, EventStore, StoreError, StoreRefused, open_store
from podesta_eventstore.backup import Shipper, Trust, check_like_new, copy_log, fetch_copy, lay_out, snapshot
from podesta_eventstore.backup.commands import Command, check_commands, items
from podesta_eventstore.streams.library import KNOWN, NAME, SOURCE
from tests.eventstore.fixtures import admin, fill

KEY, OTHER = Trust((b"k" * 32,)), Trust((b"o" * 32,))
EVIL: list[tuple[str, ...]] = [
    ("ACL", "SETUSER", "evil", "on", "nopass", "~*", "&*", "+@all"),
    ("FUNCTION", "LOAD", "#!lua name=evil\nredis.register_function('evil', function() return 1 end)"),
    ("function", "load", "REPLACE", SOURCE + " "),
    ("FUNCTION", "LOAD", "LOAD", SOURCE),
    ("FUNCTION", "RESTORE", SOURCE),
    ("CONFIG", "SET", "requirepass", "evil"),
    ("EVAL", "return 1", "0"),
    ("MULTI\r\n*1",),
    ("XTRIM", "podesta:{one}:log", "MAXLEN", "0"),
    ("FLUSHALL",),
]
"""Commands that an attacker would have a server run."""


def sent(*words: str) -> bytes:
    """A command in the form of a file."""
    told = [f"${len(word.encode())}\r\n{word}\r\n" for word in words]
    return f"*{len(words)}\r\n{''.join(told)}".encode()


@pytest.fixture
async def filled(private_valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[EventStore]:
    """A store with a stream, on a server that stamps its files."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        await fill(store, "one", 5)
        yield store


async def shipped(server: EmbeddedServer, folder: Path, trust: Trust) -> Path:
    """Ship a server's files; return the folder of the copy."""
    await Shipper(server.data_dir / "appendonlydir", Archive(str(folder)), 5.0, trust=trust).ship()
    (copy,) = Path(folder).glob("*.aof")  # noqa: ASYNC240
    return copy


def appended(copy: Path, kind: str, more: bytes) -> None:
    """Append to the last piece of a file, and update the list of files: sizes and digests, not the code."""
    about = msgspec.json.decode((copy / "shipped.json").read_bytes())
    number = next(at for at, (line, _) in enumerate(about["files"]) if f"type {kind}" in line)
    line, size = about["files"][number]
    piece = max((copy / line.split()[1]).iterdir())
    piece.write_bytes(piece.read_bytes() + more)
    about["files"][number] = line, size + len(more)
    about["digests"][number] = sha256(piece.read_bytes()).hexdigest()
    (copy / "shipped.json").write_bytes(msgspec.json.encode(about))


async def restored(place: Path, folder: Path, trust: Trust) -> bool:
    """Fetch a copy and lay it out; returns whether a key shows that it is unchanged."""
    checked = await fetch_copy(Archive(str(place)), folder / "fetched", trust=trust)
    lay_out(folder / "fetched", folder / "laid")
    return checked


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("kind", ["b", "i"])
@pytest.mark.parametrize("evil", EVIL, ids=lambda words: " ".join(words)[:20].replace("\r\n", " "))
async def test_what_is_appended_is_refused_before_it_runs(
    private_valkey: EmbeddedServer, tmp_path: Path, evil: tuple[str, ...], kind: str
) -> None:
    """To a base or to increments: by the key, and without one by name and position; no files are left to start from."""
    copy = await shipped(private_valkey, tmp_path / "place", KEY)
    appended(copy, kind, sent(*evil))
    with pytest.raises(StoreRefused, match="is not as it was made"):
        await restored(tmp_path / "place", tmp_path / "with", KEY)
    said = "goes on after its snapshot" if kind == "b" else rf"{evil[0].split()[0]}.* at byte [\d,]+"
    with pytest.raises(StoreRefused, match=said):
        await restored(tmp_path / "place", tmp_path / "without", Trust())
    assert not (tmp_path / "with" / "laid").exists()
    assert not any((tmp_path / "without" / "laid").iterdir())


@pytest.mark.usefixtures("filled")
async def test_a_shipped_copy_is_known_by_its_key(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """As it grows over several pieces; a byte, a size, another's key, another name or no code at all are refused."""
    place = tmp_path / "place"
    shipper = Shipper(private_valkey.data_dir / "appendonlydir", Archive(str(place)), 5.0, trust=KEY)
    async with await open_store(private_valkey.url, tmp_path) as store:
        for number in range(3):
            for entry in range(50):
                await store.append(f"long-{number}", entry, bytes(60_000), bytes(15) + bytes([entry]))
            await shipper.ship()
    (copy,) = place.glob("*.aof")
    assert await restored(place, tmp_path / "whole", KEY)
    assert await restored(place, tmp_path / "rotated", Trust((*OTHER.keys, *KEY.keys)))
    assert not await restored(place, tmp_path / "unkeyed", Trust())
    whole = (copy / "shipped.json").read_bytes()
    about = msgspec.json.decode(whole)
    piece = max(copy.glob("*incr*/*"))
    changed = {
        "byte": lambda: piece.write_bytes(piece.read_bytes()[:-9] + b"!" + piece.read_bytes()[-8:]),
        "at": lambda: (copy / "shipped.json").write_bytes(msgspec.json.encode(about | {"at": about["at"] + 1})),
        "no code": lambda: (copy / "shipped.json").write_bytes(msgspec.json.encode(about | {"mac": ""})),
        "name": lambda: copy.rename(place / "20990101T000000.000000Z.aof"),
    }
    for name, change in changed.items():
        kept = piece.read_bytes()
        change()
        with pytest.raises(StoreRefused, match=r"not as it was made|not the file that|without a key"):
            await restored(place, tmp_path / name, KEY)
        if name == "no code":
            assert not await restored(place, tmp_path / "blind", Trust(KEY.keys, blind=True))
        if copy.exists():
            piece.write_bytes(kept)
            (copy / "shipped.json").write_bytes(whole)
    with pytest.raises(StoreRefused, match="a key that is not here"):
        await restored(place, tmp_path / "other", OTHER)


Change = Callable[[Path], object]


@pytest.mark.usefixtures("filled")
async def test_copies_and_snapshots_are_known_by_their_key(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """Each with its list; changed, renamed or without the list it is refused with the key."""
    copy_log(private_valkey.data_dir / "appendonlydir", tmp_path / "a.aof", KEY)
    await snapshot(private_valkey.url, tmp_path / "a.rdb", trust=KEY)
    assert lay_out(tmp_path / "a.aof", tmp_path / "new", trust=KEY)
    assert lay_out(tmp_path / "a.rdb", tmp_path / "newer", trust=KEY)
    assert not lay_out(tmp_path / "a.rdb", tmp_path / "unkeyed")
    shutil.copytree(tmp_path / "a.aof", tmp_path / "b.aof")
    shutil.copytree(tmp_path / "a.aof", tmp_path / "bare.aof")
    (tmp_path / "bare.aof" / "contents.json").unlink()
    shutil.copytree(tmp_path / "a.aof", tmp_path / "cut" / "a.aof")
    shutil.copy(tmp_path / "a.rdb", tmp_path / "bare.rdb")
    file = max((tmp_path / "cut" / "a.aof").glob("*.incr.aof"))
    file.write_bytes(file.read_bytes()[: -len(sent("EXEC"))])
    (tmp_path / "a.rdb.json").write_bytes((tmp_path / "a.aof" / "contents.json").read_bytes())
    for name in ("b.aof", "bare.aof", "cut/a.aof", "bare.rdb", "a.rdb"):
        with pytest.raises(StoreRefused, match=r"not as it was made|not the file that|without a key"):
            lay_out(tmp_path / name, tmp_path / "refused", trust=KEY)
    assert not lay_out(tmp_path / "bare.rdb", tmp_path / "blind", trust=Trust(KEY.keys, blind=True))


async def test_a_server_is_compared_with_a_new_one(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """With our functions it is like one; a user, a setting or a library under our own name is a difference."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        await fill(store, "one", 1)
    await check_like_new(private_valkey, tmp_path / "scratch")
    client = admin(private_valkey)
    client.acl_setuser("evil", enabled=True, nopass=True, keys=["*"], commands=["+@all"])
    client.config_set("loglevel", "debug")
    client.function_load(SOURCE + " ", replace=True)
    with pytest.raises(StoreRefused, match=rf"library {NAME}, setting loglevel, user evil"):
        await check_like_new(private_valkey, tmp_path / "scratch")
    with pytest.raises(StoreRefused, match="other functions under the name of this version's"):
        await open_store(private_valkey.url, tmp_path)


async def test_what_a_snapshot_is_followed_by_is_refused(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """Laid out as the base of a log, a server would run it."""
    await snapshot(private_valkey.url, tmp_path / "a.rdb")
    with (tmp_path / "a.rdb").open("ab") as file:
        file.write(sent(*EVIL[0]))
    with pytest.raises(StoreRefused, match="goes on after its snapshot ends at byte"):
        lay_out(tmp_path / "a.rdb", tmp_path / "new")


@pytest.mark.parametrize(
    "text",
    [
        b"#" + b"x" * 1022 + sent(*EVIL[0]),  # a server reads a comment of 1,023 bytes, and then a command
        b"#TS:1\n" + sent(*EVIL[0]),
        b"REDIS0011" + sent("MULTI"),
        b"MULTI\r\n",
        b"*1\r\n$5\r\nMULTI--" + sent("EXEC"),
        b"*01\r\n$5\r\nMULTI\r\n",
        b"*1\r\n$+5\r\nMULTI\r\n",
        b"*-1\r\n" + sent("EXEC"),
        b"*1 \r\n$5\r\nMULTI\r\n",
    ],
)
def test_what_a_server_would_read_otherwise_is_damaged(text: bytes, tmp_path: Path) -> None:
    """Only the one form that a server itself writes is accepted."""
    (tmp_path / "log").write_bytes(sent("SELECT", "0") + text)
    with pytest.raises(StoreError, match="damaged at byte"):
        check_commands(tmp_path / "log")


def test_a_file_may_end_anywhere_if_it_is_the_last(tmp_path: Path) -> None:
    """A truncated command was never acknowledged; before another file it would be a gap."""
    whole = b"#TS:1700000000\r\n" + sent("SELECT", "0") + sent("SET", "a", "b\r\n")
    commands = {len(b"#TS:1700000000\r\n"), len(whole) - len(sent("SET", "a", "b\r\n")), len(whole), 0}
    for end in range(len(whole)):
        (tmp_path / "log").write_bytes(whole[:end])
        check_commands(tmp_path / "log")
        if end not in commands:
            with pytest.raises(StoreError, match="others follow"):
                check_commands(tmp_path / "log", last=False)


async def test_every_command_of_the_laws_is_ours(valkey: EmbeddedServer) -> None:
    """The commands that the laws made a server write until now, whichever ran before; its library is among them."""
    async with await open_store(valkey.url, valkey.data_dir) as store:
        await fill(store, "known", 1)
    (log,) = (valkey.data_dir / "appendonlydir").glob("*.incr.aof")
    check_commands(log)
    loaded = [each.words[-1] for each in items(log) if isinstance(each, Command) and each.words[0] == b"FUNCTION"]
    assert {sha256(each).hexdigest() for each in loaded} <= KNOWN
    assert admin(valkey).ping()
