"""A process that archives every ended stream of a store, erases the first of them, and prints its peak memory.

`python -m tests.eventstore.operating.archiving_process STORE ARCHIVE`; it starts when it is sent a line.
"""

import asyncio
import sys
from pathlib import Path

from podesta_eventstore import Archive, ArchivedStore, open_store
from podesta_eventstore.testing import LISTS

PART = 10_000


async def archive(url: str, folder: str) -> None:
    """Archive all streams, then erase one."""
    async with ArchivedStore(await open_store(url, Path(folder), lists=LISTS), Archive(folder)) as store:
        first = ""
        while names := await store.oldest("done", 1 << 60, PART):
            first = first or names[0]
            await store.archive_many(names)
        await store.erase(first)


def _peak() -> int:
    """Peak bytes since this program began: `getrusage` also counts the process that it was before."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM:")).split()[1]) * 1024


if __name__ == "__main__":
    sys.stdin.readline()
    asyncio.run(archive(*sys.argv[1:]))
    print(_peak())
