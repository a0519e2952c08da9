"""Small data that would unpack to more than a gigabyte is refused, anywhere in an archive, before it takes memory."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import pytest

from podesta_eventstore import Archive, ArchivedStore, EmbeddedServer, Record, RecordDamaged, Stored, open_store
from podesta_eventstore.archive.packing import pack
from podesta_eventstore.bounds import MAX_FETCHED, MAX_UNPACKED
from podesta_eventstore.testing.card_laws import dated_name
from tests.eventstore.bombs import PLACES, Place, plant
from tests.eventstore.bundle_files import LAST_WEEK, finished

LISTS = ("open", "done")
MOST = 512 << 20
"""Bytes of address space that a process may use for a bomb, above its usual ones: threads take 72 MB each."""
READER = """
import asyncio, os, resource, sys
from podesta_eventstore import Archive, RecordDamaged
from podesta_eventstore.archive.bundle_store import BundleStore

async def main(url, stream, path):
    archive = Archive(url)
    await archive.fetch(path, 0, 1)
    (size, *_) = open("/proc/self/statm").read().split()
    most = int(size) * resource.getpagesize() + int(sys.argv[4])
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        if path.endswith(".gz"):
            await archive.get(stream, path.rpartition("/")[2].removesuffix(".gz"))
        else:
            store = BundleStore(archive)
            await store.lines(path)
            await store.read(stream)
    except RecordDamaged as error:
        print(error)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))

asyncio.run(main(*sys.argv[1:4]))
sys.stdout.flush()
os._exit(0)  # threads of the library that reads may be ending still
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the bound of memory is Linux's")
@pytest.mark.parametrize("place", PLACES)
async def test_a_bomb_is_refused_by_its_place_and_the_bound(place: Place, tmp_path: Path) -> None:
    """A reader limited to 512 MB refuses 1,286 MB, and names the place and the limit."""
    archive, stream = Archive(str(tmp_path / "archive")), dated_name(LAST_WEEK)
    path = await plant(archive, stream, place)
    words = [sys.executable, "-c", READER, archive.url, stream, path, str(MOST)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=110)  # noqa: ASYNC221
    assert done.returncode == 0, done.stderr[-300:]
    named = stream if "frame" in place else path.rpartition("/")[2]
    assert named in done.stdout
    assert re.search(r"[\d,]+ bytes allowed|damaged", done.stdout), done.stdout


async def test_a_file_larger_than_any_is_not_read(tmp_path: Path) -> None:
    """Neither whole nor by the offsets in a damaged index."""
    archive = Archive(str(tmp_path))
    with (tmp_path / "long").open("wb") as file:
        file.truncate(MAX_FETCHED + 1)
    for begin, end in ((0, None), (0, MAX_FETCHED + 1), (5, 3), (-5, 3)):
        with pytest.raises(RecordDamaged, match="long: bytes"):
            await archive.fetch("long", begin, end)
    assert len(await archive.fetch("long", -40)) == 40


async def test_what_could_not_be_unpacked_is_not_packed(valkey: EmbeddedServer, tmp_path: Path) -> None:
    """A stream that is too long stays in the store, is named, and does not block others."""
    data = bytes(60_000)
    entries = [Stored(revision, uuid4().bytes, data) for revision in range(1, MAX_UNPACKED // len(data) + 2)]
    with pytest.raises(RecordDamaged, match="'long' would be more than the 33,554,432 bytes"):
        pack(Record("long", "done", {}, entries))
    archive = Archive(str(tmp_path / "archive"))
    async with ArchivedStore(await open_store(valkey.url, tmp_path, lists=LISTS), archive) as store:
        long, (other,) = dated_name(time.time() - 7 * 86_400), await finished(store, 1)
        for entry in entries:
            last = entry.revision == len(entries)
            await store.append(long, entry.revision - 1, data, entry.command, "done" if last else None)
        outcome = await store.archive_many([long, other])
        assert (list(outcome.archived), list(outcome.left)) == ([other], [long])
        assert len(await store.read(long, limit=3)) == 3


def test_nothing_is_unpacked_in_any_other_way() -> None:
    """Only the two modules that check the size first unpack data."""
    unpacks = re.compile(r"Decompress\w*\(|decompressobj|\w\.decompress\(|np\.load\(|\.extractall\(|gzip\.open|tarfile")
    rooms = ("engines", "eventstore", "service", "lab", "clients/python", "conformance")
    root = Path(__file__).parents[3]
    files = (path for room in rooms for path in (root / room).rglob("*.py"))
    found = {path.name for path in files if unpacks.search(path.read_text("utf-8"))}
    assert found == {"packing.py", "net.py"}
