"""A writer as a process of its own, to be killed: `python -m tests.faults.campaigns.writer URL STREAM`.

It prints on standard output, line by line, its attempts (`try <command> <digest> <time>`) and the acknowledgements (`ok
<command> <revision> <time>`), so that its history outlives it.
"""

import asyncio
import os
import sys
import time
from pathlib import Path

from podesta_eventstore import Conflict, OutcomeUnknown, StoreUnavailable, open_store
from podesta_eventstore.testing.history import digest


def tell(*words: object) -> None:
    """Print a line at once."""
    print(*words, time.monotonic(), flush=True)


async def write(url: str, stream: str) -> None:
    """Append until killed."""
    async with await open_store(url, Path()) as store:
        expected = await store.head(stream)
        while True:
            command, data = os.urandom(16), os.urandom(24)
            tell("try", command.hex(), digest(data).hex())
            while True:
                try:
                    expected = (await store.append(stream, expected, data, command)).revision
                    break
                except Conflict as conflict:
                    expected = conflict.head
                except (OutcomeUnknown, StoreUnavailable):
                    await asyncio.sleep(0.02)
            tell("ok", command.hex(), expected)


if __name__ == "__main__":
    asyncio.run(write(*sys.argv[1:]))
