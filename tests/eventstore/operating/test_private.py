"""Copies and archives of a store are readable by their owner only, whatever the umask or the place."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from podesta_eventstore import Archive, EmbeddedServer, Stored, StoreRefused, open_store
from podesta_eventstore.archive.bundle_store import BundleStore
from podesta_eventstore.archive.packing import Record
from podesta_eventstore.backup import Shipper, copy_log, fetch_copy, lay_out, snapshot
from podesta_eventstore.private import copy, opener, whole, write
from podesta_eventstore.testing.card_laws import dated_name
from tests.eventstore.bundle_files import LAST_WEEK, frames_of
from tests.eventstore.fixtures import fill

Writer = Callable[[EmbeddedServer, Path], Awaitable[object]]
"""Writes below a folder that does not exist yet."""


async def copying(server: EmbeddedServer, out: Path) -> None:
    """Copy the append-only files."""
    copy_log(server.data_dir / "appendonlydir", out / "copy.aof")


async def sent(server: EmbeddedServer, out: Path) -> None:
    """Receive a snapshot."""
    await snapshot(server.url, out / "sent.rdb")


async def shipping(server: EmbeddedServer, out: Path) -> None:
    """Ship to a directory."""
    await Shipper(server.data_dir / "appendonlydir", Archive(str(out)), 5.0).ship()


async def restoring(server: EmbeddedServer, out: Path) -> None:
    """Fetch what was shipped, and lay it out."""
    place = Archive(str(out / "place"))
    await Shipper(server.data_dir / "appendonlydir", place, 5.0).ship()
    await fetch_copy(place, out / "fetched")
    lay_out(out / "fetched", out / "laid")


async def archiving(_: EmbeddedServer, out: Path) -> None:
    """Archive a stream in a record file and in a bundle."""
    archive, stream = Archive(out.as_uri()), dated_name(LAST_WEEK)
    record = Record(stream, "ended", {}, [Stored(1, bytes(16), b"hand")])
    await archive.put(record)
    await BundleStore(archive).put(frames_of([record]))
    assert await archive.create("claims/one", b"1")


WRITERS: tuple[Writer, ...] = (copying, sent, shipping, restoring, archiving)


@pytest.fixture(params=[0o022, 0o000], ids=["umask 022", "umask 000"])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    """The mode bits that a process masks: the usual ones, or none."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@pytest.mark.parametrize("writer", WRITERS, ids=[each.__name__ for each in WRITERS])
async def test_nobody_else_can_read_what_is_written(
    private_valkey: EmbeddedServer, umask: int, tmp_path: Path, writer: Writer
) -> None:
    """Every file has 0600 and every folder 0700, also missing parent folders."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        await fill(store, "one", 3)
    await writer(private_valkey, tmp_path / "missing" / "out")
    made = [tmp_path / "missing", *(tmp_path / "missing").rglob("*")]
    assert len(made) > 2
    assert [(each, oct(each.stat().st_mode)) for each in made if each.stat().st_mode & 0o077] == []


@pytest.mark.parametrize("writer", WRITERS, ids=[each.__name__ for each in WRITERS])
async def test_a_folder_that_others_can_reach_is_refused(
    private_valkey: EmbeddedServer, tmp_path: Path, writer: Writer
) -> None:
    """With the message for a data directory, before a write; with a tighter mode it is accepted."""
    (out := tmp_path / "out").mkdir()
    place = out / "place" if writer is restoring else out
    place.mkdir(exist_ok=True)
    place.chmod(0o750)
    with pytest.raises((StoreRefused, ValueError), match=rf"can reach the .* {place} .*chmod -R go= {place}"):
        await writer(private_valkey, out)
    assert not any(place.iterdir())
    place.chmod(0o700)
    await writer(private_valkey, out)


def test_a_file_that_was_there_becomes_private(umask: int, tmp_path: Path) -> None:
    """With every writer, also over a draft that a killed process has left; a device is left as it is."""
    path = tmp_path / "file"
    write(tmp_path / "source", b"new")

    def drafted() -> None:
        (tmp_path / "file.part").write_bytes(b"left")
        (tmp_path / "file.part").chmod(0o666)
        with whole(path) as draft:
            draft.write_bytes(b"new")

    def added() -> None:
        with open(path, "wb", opener=opener) as file:
            file.write(b"new")

    for writing in (lambda: write(path, b"new"), lambda: copy(tmp_path / "source", path), drafted, added):
        path.write_bytes(b"old")
        path.chmod(0o644)
        writing()
        assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o600)
    mode = Path(os.devnull).stat().st_mode
    write(Path(os.devnull), b"new")
    assert Path(os.devnull).stat().st_mode == mode


def test_nothing_is_written_in_any_other_way() -> None:
    """Store and service write by `private.py`; files generated for the tree, and moved drafts, are listed here."""
    writes = re.compile(r"write_(text|bytes)\(|\bopen\([^)]*\"[wax]b?\"|\.mkdir\(|O_CREAT")
    root = Path(__file__).parents[3]
    found = {
        path.name: [line.strip() for line in path.read_text("utf-8").splitlines() if writes.search(line)]
        for room in ("eventstore", "service")
        for path in (root / room).rglob("*.py")
    }
    others = {name: [line for line in lines if "opener=" not in line] for name, lines in found.items()}
    assert {name: len(lines) for name, lines in others.items() if lines} == {
        "authentic.py": 1,  # a draft
        "private.py": 1,  # the folder
        "appendlog.py": 2,  # a draft next to a folder that is checked, and links that are gone at the end
        "embedded.py": 2,  # the lock, with its mode
        "openapi.py": 1,  # the description, for the tree
        "restoring.py": 1,  # in the data directory
        "shipped.py": 1,  # once it is there
        "short_path.py": 1,  # with its mode
        "snapshot.py": 1,  # a draft
    }
