"""The store's disk is lost with everything on it, and the store is restored from what was shipped."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from time import monotonic, sleep

import httpx

from tests.eventstore.servers import Server, until

from .callers import Caller, PlayedGame, playing
from .faults import Site

EVERY = 5.0
"""Seconds between two shipments."""
MOST = 60.0
"""Seconds of acknowledged moves that may be missing."""
_PLAYED = 20.0
"""Seconds for which callers play before the disk is lost."""
_PODESTA = str(Path(sys.executable).parent / "podesta")


@dataclass(frozen=True)
class Loss:
    """The cost of a lost disk.

    Acknowledged moves, those missing, the age of the oldest of these when the disk was lost, and the seconds from the
    restore command until the service is ready.
    """

    acknowledged: int
    gone: int
    age: float
    restoring: float

    def __str__(self) -> str:
        return (
            f"The store's disk lost, and restored from what `podesta backup --follow --every {EVERY:g}` had shipped: "
            f"of {self.acknowledged:,} moves acknowledged in {_PLAYED:.0f} s the newest {self.gone} were gone, the "
            f"oldest of them {self.age:.1f} s old; {self.restoring:.0f} s from `podesta restore-store` to a service "
            "that was ready."
        )


def lost_disk(found: Site, callers: Sequence[Caller]) -> Loss:
    """Let callers play while files are shipped, lose the store's disk, restore it, and count the missing moves."""
    place = found.folder / "shipped"
    with playing(callers), _shipping(found, place):  # the shipper runs on the lost disk's machine, and is lost with it
        sleep(_PLAYED)
        found.store.kill()
        lost = monotonic()
    began = monotonic()
    _restore(found, place)
    restoring = monotonic() - began
    with httpx.Client(base_url=found.url, verify=found.trusted, timeout=30) as http:
        games = [played for each in callers for played in each.games]
        gone = [at for played in games for at in _gone(http, played)]
    return Loss(sum(len(each.acknowledged) for each in games), len(gone), lost - min(gone, default=lost), restoring)


def _gone(http: httpx.Client, played: PlayedGame) -> list[float]:
    """When the missing moves of a game were acknowledged; a missing game has lost them all."""
    told = http.get(f"/v1/games/{played.game}")
    head = told.json()["revision"] if told.is_success else 0
    return [at for revision, at in zip(played.acknowledged, played.at, strict=True) if revision > head]


@contextmanager
def _shipping(found: Site, place: Path) -> Iterator[None]:
    """Ship files for the duration of a block; at its end the shipper is killed."""
    files = Path(found.store.settings["dir"]) / "appendonlydir"
    command = [_PODESTA, "backup", str(place), "--files", str(files), "--follow", "--every", f"{EVERY:g}"]
    environ = os.environ | {"PODESTA_METRICS_PORT": "0"}
    running = subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL)
    try:
        until(lambda: any(place.glob("*/shipped.json")), "nothing was shipped")
        yield
    finally:
        running.kill()
        running.wait()


def _restore(found: Site, place: Path) -> None:
    """Remove the store's files, restore what was shipped, and start everything again, as an operator would."""
    for each in found.processes:
        each.kill()
    rmtree(found.store.settings["dir"], ignore_errors=True)
    folder = found.folder / "restored"
    subprocess.run([_PODESTA, "restore-store", str(place), str(folder)], check=True, stdout=subprocess.DEVNULL)
    found.store = Server(folder, port=found.store.port, logfile=str(found.folder / "restored.log")).start()
    for index in range(len(found.processes)):
        found.start(index)
    until(lambda: _ready(found), "the service does not come back")


def _ready(found: Site) -> bool:
    try:
        return httpx.get(f"{found.url}/readyz", verify=found.trusted).is_success
    except httpx.TransportError:
        return False
