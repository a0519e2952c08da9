"""Attacks on bounds, each with a control: bursts of calls, a gRPC without a front door, a bomb in the archive."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import zstandard

from podesta_client import connect
from podesta_eventstore.archive.hour_lists import hour_list_path
from podesta_eventstore.naming import dated
from podesta_eventstore.private import make_folder
from tests.eventstore.bombs import zstd_bomb
from tests.kit.process import ServiceProcess, running_service

from .attacker import Attackers
from .bursts import KEYS, burst, seats_for
from .cage import caged
from .flooding import FLOODING
from .world import SETTINGS, World, resident

MIB = 2**20
CAGE = 1_500 * MIB
"""Bytes allowed to a process with its bound off, so that nothing else on this machine is harmed."""
_FLOODED, _BOMBED = 48, 128
"""MiB by which a service may grow."""


@dataclass(frozen=True)
class Bound:
    """The limit of an attack, its result, and its control's, in which the bound is off or not met."""

    attack: str
    most: int
    got: int
    control: int
    unit: str

    @property
    def held(self) -> bool:
        """Whether the bound was held, and the attack would do harm without it."""
        return self.got <= self.most < self.control

    def show(self) -> str:
        """A line of the table."""
        bars = "ok" if self.held else "MISSED"
        return f"{self.attack:34} {self.most:8} {self.got:8} {self.control:8}  {self.unit:5}  {bars}"


HEAD = f"{'bounds':34} {'allowed':>8} {'got':>8} {'control':>8}"
"""The head of the table."""


def bursts(folder: Path, _: float) -> list[Bound]:
    """Simultaneous calls, against counted bounds."""
    keys = ",".join(f"create:{key}" for key in KEYS)
    slow = {"DURABILITY": "fsync"}  # so that more calls pass the bound before the first has written
    with running_service(folder, **SETTINGS | slow, OPERATOR_KEYS=keys) as service:
        with connect(service.grpc) as podesta:
            seats = seats_for(podesta)
        found = asyncio.run(burst(service.rest, _world(service).grpc_address, seats))
    return [Bound(*each, "calls") for each in found]


def _world(service: ServiceProcess) -> World:
    """The address of a service without games of interest."""
    return World(service.rest, service.grpc, "", [], [], "", [], [])


def bare_grpc(folder: Path, seconds: float) -> list[Bound]:
    """Floods of a gRPC port that other machines reach: it does not listen. The control is the same core on loopback."""
    listens = _listens(folder / "open")
    found = [(name, _flooded(folder / name.replace("/", " "), name, seconds)) for name in FLOODING]
    return [Bound(name, _FLOODED, grown if listens else 0, grown, "MiB") for name, grown in found]


def _listens(folder: Path) -> bool:
    """Whether a service starts if others can reach gRPC and no setting allows that."""
    try:
        with running_service(folder, GRPC_HOST="0.0.0.0"):
            return True
    except RuntimeError as refused:
        return "PODESTA_GRPC_HOST" not in str(refused)


def _flooded(folder: Path, name: str, seconds: float) -> int:
    """MiB by which a service grows under a flood."""
    with ExitStack() as stack:
        service = stack.enter_context(running_service(folder, **SETTINGS))
        stack.enter_context(caged(service.pid, CAGE))
        attackers = Attackers(_world(service))
        stack.callback(attackers.close)

        def flood() -> None:
            attackers.begin(name, seconds)
            attackers.end()

        return _grown(service, flood)


def archive_bomb(folder: Path, _: float) -> list[Bound]:
    """A small list in the archive that unpacks to more than the pod has; the control unpacks it, and counts."""
    archive, game = folder / "archive", dated(time.time(), "a" * 17)
    file = archive / hour_list_path(game[:4], "bomb")
    make_folder(file.parent)
    file.write_bytes(zstd_bomb())
    with running_service(folder / "data", **SETTINGS, ARCHIVE_URL=str(archive)) as service, caged(service.pid, CAGE):
        grown = _grown(service, lambda: _asked(service.rest, game))
    return [Bound(f"a bomb of {file.stat().st_size >> 10} KiB in the archive", _BOMBED, grown, unpacked(file), "MiB")]


def unpacked(file: Path) -> int:
    """MiB that a file unpacks to, holding at most one of them in memory."""
    with file.open("rb") as packed:
        return sum(map(len, zstandard.ZstdDecompressor().read_to_iter(packed, write_size=MIB))) // MIB


def _asked(rest: str, game: str) -> None:
    """Ask for a game once."""
    httpx.get(f"{rest}/v1/games/{game}", timeout=60)


def _grown(service: ServiceProcess, attack: Callable[[], None]) -> int:
    """Maximum MiB by which a process grows during an attack; its whole limit if it dies."""
    with _watched(service) as most:
        before = resident(service.pid)
        try:
            attack()
        except httpx.TransportError:
            most.append(CAGE)
    return (max(most) - before) // MIB


@contextmanager
def _watched(service: ServiceProcess) -> Iterator[list[int]]:
    """The peak memory of a process at the end, counted by the kernel."""
    most = [resident(service.pid)]
    Path(f"/proc/{service.pid}/clear_refs").write_text("5")  # reset the peak
    yield most
    if service.running:
        status = Path(f"/proc/{service.pid}/status").read_text()
        most.append(int(status.partition("VmHWM:")[2].split()[0]) << 10)
    else:
        most.append(CAGE)


SIEGES: dict[str, Callable[[Path, float], list[Bound]]] = {
    "bursts": bursts,
    "gRPC without a front door": bare_grpc,
    "a bomb in the archive": archive_bomb,
}
"""Every attack on bounds by its name."""


def besiege(name: str, seconds: float) -> list[Bound]:
    """Make one of these attacks, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return SIEGES[name](Path(folder), seconds)
