"""The run: a process for every library and game, all on one core, each playing for a moment in turn.

Peers are installed into folders of their own, by the registries' ordinary clients.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from types import TracebackType

from msgspec import Struct

from .subjects import OWN, PEERS, Peer, compiled

ROUNDS, SECONDS = 5, 0.4
"""Rounds, and seconds of CPU for each in a round."""
PATIENCE = 60.0
"""Seconds to wait for a line of a process."""
BUILT = Path("build/compiled")
"""The folder of `make compiled`."""
_HERE = Path(__file__).parent


class Figure(Struct):
    """The measurement of one game: decisions per second of CPU, one figure for each round."""

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
    """A process that plays on request."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str], core: int | None) -> None:
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
        """The next line of its output; raises NotInstalled if none comes."""
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
        line = self._process.stdout.readline().decode() if ready else ""
        if not line:
            raise NotInstalled("it does not play on this machine" if ready else f"it said nothing for {PATIENCE:.0f} s")
        return line

    def ask(self, seconds: float) -> str:
        """Its result after some seconds of work."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n".encode())
        self._process.stdin.flush()
        return self.wait()

    def play(self, seconds: float) -> float:
        """Let it play for some seconds of CPU; returns decisions a second."""
        decisions, used = self.ask(seconds).split()
        return int(decisions) / float(used)


def last_core() -> int | None:
    """The core to measure on; None if a process cannot be pinned to one, as on macOS."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else None


def _on(core: int | None) -> Callable[[], None] | None:
    return None if core is None else lambda: os.sched_setaffinity(0, {core})


def child(peer: Peer, game: str, folder: Path, core: int | None) -> Child:
    """A process with a library; the library's folder comes first on its path."""
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
    core = last_core()
    with ExitStack() as stack:
        playing: list[tuple[Figure, Child]] = []
        for peer, folder in _places(peers, own, found):
            playing += _started(stack, peer, folder, core, found)
        for _, each in playing:
            each.play(seconds)  # warm-up, for what is built or compiled once
        for _ in range(rounds):
            for figure, each in playing:
                figure.rates.append(each.play(seconds))
    return [figure for figure, _ in playing] + [each for each in found if isinstance(each, Absent)]


def _places(peers: Iterable[Peer], own: Iterable[Peer], found: list[Figure | Absent]) -> Iterable[tuple[Peer, Path]]:
    """The libraries, and their folders."""
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
    stack: ExitStack, peer: Peer, folder: Path, core: int | None, found: list[Figure | Absent]
) -> Iterable[tuple[Figure, Child]]:
    """A process for each game of a library, ready to play."""
    for game, name in peer.games.items():
        begun = stack.enter_context(child(peer, game, folder, core))
        try:
            begun.wait()
        except NotInstalled as error:
            found.append(Absent(f"{peer.library}, {name}", str(error)))
            continue
        yield Figure(peer.library, peer.version, name, []), begun


FOLDER = Path("build/peers")
LONGEST = 300.0
"""Maximum seconds of an installation."""


class NotInstalled(Exception):
    """A peer cannot be installed here; the text says why in one line."""


def installed(peer: Peer) -> Path:
    """The folder with a peer; raises NotInstalled. An existing one with these versions is kept."""
    folder, wanted = FOLDER / peer.name, "\n".join(peer.packages)
    stamp = folder / ".installed"
    if not (stamp.exists() and stamp.read_text() == wanted):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _run(_command(peer, folder))
        stamp.write_text(wanted)
    return folder.absolute()


def _command(peer: Peer, folder: Path) -> list[str]:
    if peer.registry == "npm":
        npm = shutil.which("npm")
        if npm is None:
            raise NotInstalled("there is no npm on this machine")
        return [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), *peer.packages]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary"]
    return [*pip, "--target", str(folder), *peer.packages]


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        raise NotInstalled(f"its installation took longer than {LONGEST:.0f} seconds") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or ["it ended with an error"]
        raise NotInstalled(f"{command[0].rpartition('/')[2]} could not install it: {said[-1][:120]}")
