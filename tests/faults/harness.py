"""The harness of campaigns and the drill: a load around one fault after another; full disks and wrong clocks."""

import asyncio
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from podesta_eventstore import EventStore, open_store
from podesta_eventstore.server.checks import Durability
from tests.faults.load import Report, loaded


class Plan(NamedTuple):
    """Where a campaign runs, how many faults there are, and the seed of their moments."""

    folder: Path
    faults: int
    seed: int


Campaign = Callable[[Plan], Awaitable[Report]]
Fault = Callable[[Report, int], object]
"""One fault, which may block: the report so far, and its number."""
TRIES = 5


@asynccontextmanager
async def opened(
    url: str, count: int = 2, durability: Durability = "fsync", patience: float = 1.0
) -> AsyncIterator[list[EventStore]]:
    """Stores that represent processes; each gives up on a reply after a second, and re-reads every half."""
    async with AsyncExitStack() as stack:
        stores: list[EventStore] = []
        for _ in range(count):
            store = await open_store(url, Path(), durability, timeout=patience, interval=0.5)
            stores.append(await stack.enter_async_context(store))
        yield stores


async def breathe(rnd: Random, most: float = 0.4) -> None:
    """Let the load run for a random while."""
    await asyncio.sleep(rnd.uniform(0.02, most))


async def repeated(
    name: str,
    plan: Plan,
    url: str,
    fault: Fault,
    *,
    durability: Durability = "fsync",
    patience: float = 1.0,
    streams: int = 3,
    pause: float = 0.4,
) -> Report:
    """Run a load on the store at a URL while one fault happens again and again; returns the findings."""
    rnd = Random(plan.seed)
    async with (
        opened(url, durability=durability, patience=patience) as stores,
        loaded(name, stores, plan.seed, streams) as report,
    ):
        for number in range(plan.faults):
            await breathe(rnd, pause)
            await asyncio.to_thread(fault, report, number)
            report.faults += 1
    return report


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path | None]:
    """A file system of this size for the duration of a block; None if it cannot be mounted, which takes root."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)


def may_mount() -> bool:
    """Whether a small disk can be mounted here."""
    with TemporaryDirectory(prefix="podesta-faults-") as folder, small_disk(Path(folder) / "disk", 1) as disk:
        return disk is not None


@contextmanager
def full(disk: Path) -> Iterator[None]:
    """Leave no room on a disk for the duration of a block."""
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb") as file:
        while file.write(bytes(1 << 16)):
            file.flush()
    try:
        yield
    finally:
        ballast.unlink()


def faketime() -> str:
    """The value of LD_PRELOAD for a process with an adjustable clock; empty if libfaketime is not installed."""
    command = shutil.which("faketime")
    if command is None:
        return ""
    # it names shared memory by its process id, and fails if a killed process has left such a name behind
    for _ in range(TRIES):
        told = subprocess.run([command, "now", "env"], capture_output=True, text=True, check=False).stdout
        if match := re.search(r"^LD_PRELOAD=(.+)$", told, re.MULTILINE):
            return match[1]
    return ""
