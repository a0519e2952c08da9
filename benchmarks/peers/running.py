"""The run: a process for every library and game, all on one core, each playing for a moment in turn."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from types import TracebackType

from msgspec import Struct

from .installing import NotInstalled, installed
from .subjects import OWN, PEERS, Peer, compiled

ROUNDS, SECONDS = 5, 0.4
"""Rounds, and seconds of CPU that each plays in a round."""
PATIENCE = 60.0
"""Seconds until a process must have said something."""
BUILT = Path("build/compiled")
"""Where `make compiled` leaves the engines."""
_HERE = Path(__file__).parent


class Figure(Struct):
    """What was measured of one game: decisions a second of CPU, a figure for each round."""

    library: str
    version: str
    game: str
    rates: list[float]

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.rates)


class Absent(Struct, frozen=True):
    """A library that could not be measured, and why."""

    library: str
    why: str


class Child:
    """A process that plays when it is told."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str], core: int) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, env=environ, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, preexec_fn=_on(core)
        )

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._process.kill()
        self._process.communicate()

    def wait(self) -> str:
        """The next line that it says; raises NotInstalled if none comes."""
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
        line = self._process.stdout.readline().decode() if ready else ""
        if not line:
            raise NotInstalled("it does not play on this machine" if ready else f"it said nothing for {PATIENCE:.0f} s")
        return line

    def ask(self, seconds: float) -> str:
        """What it says when it has done its work for so many seconds."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n".encode())
        self._process.stdin.flush()
        return self.wait()

    def play(self, seconds: float) -> float:
        """Let it play for so many seconds of CPU; decisions a second."""
        decisions, used = self.ask(seconds).split()
        return int(decisions) / float(used)


def _on(core: int) -> Callable[[], None]:
    return lambda: os.sched_setaffinity(0, {core})


def child(peer: Peer, game: str, folder: Path, core: int) -> Child:
    """A process with a library, whose folder comes first on its path."""
    if peer.registry == "npm":
        environ = {**os.environ, "PEER": str(folder), "NODE_ENV": "production"}
        return Child(["node", str(_HERE / "child.cjs")], environ, core)
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, str(_HERE / "child.py"), peer.name, game]
    return Child(command, {**os.environ, "PYTHONPATH": path}, core)


def run(
    peers: Iterable[Peer] = PEERS, own: Iterable[Peer] = (OWN,), rounds: int = ROUNDS, seconds: float = SECONDS
) -> list[Figure | Absent]:
    """Play everything in turn, round after round; in the order of the table."""
    found: list[Figure | Absent] = []
    core = max(os.sched_getaffinity(0))
    with ExitStack() as stack:
        playing: list[tuple[Figure, Child]] = []
        for peer, folder in _places(peers, own, found):
            playing += _started(stack, peer, folder, core, found)
        for _, each in playing:
            each.play(seconds)  # for what is made, or compiled, once
        for _ in range(rounds):
            for figure, each in playing:
                figure.rates.append(each.play(seconds))
    return [figure for figure, _ in playing] + [each for each in found if isinstance(each, Absent)]


def _places(peers: Iterable[Peer], own: Iterable[Peer], found: list[Figure | Absent]) -> Iterable[tuple[Peer, Path]]:
    """Who plays, and from where."""
    for each in own:
        yield each, Path("engines").absolute()
        if (BUILT / ".built").exists():
            yield compiled(each), BUILT.absolute()
    for peer in peers:
        try:
            yield peer, installed(peer)
        except NotInstalled as error:
            found.append(Absent(peer.library, str(error)))


def _started(
    stack: ExitStack, peer: Peer, folder: Path, core: int, found: list[Figure | Absent]
) -> Iterable[tuple[Figure, Child]]:
    """A process for each game of a library, that is ready to play."""
    for game, name in peer.games.items():
        begun = stack.enter_context(child(peer, game, folder, core))
        try:
            begun.wait()
        except NotInstalled as error:
            found.append(Absent(f"{peer.library}, {name}", str(error)))
            continue
        yield Figure(peer.library, peer.version, name, []), begun
