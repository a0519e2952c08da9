"""A service of three processes behind haproxy with TLS, and the faults applied to it."""

from __future__ import annotations

import os
import signal
import ssl
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

import httpx

from tests.eventstore.servers import Server, until
from tests.faults.harness import faketime, full, small_disk
from tests.kit.certificates import certify
from tests.kit.ports import free_port
from tests.kit.process import UNLIMITED, BotsProcess, ServiceProcess
from tests.service.front.proxies import HAPROXY, settings_of_haproxy

from .callers import Caller
from .link import cut
from .rest import RestCaller
from .rpc import RpcCaller

FAKETIME = faketime()
LINGER = 2.5
"""Seconds for which a stopping process still serves, until the proxy notices that it is not ready."""


@dataclass
class Site:
    """The service under the drill."""

    folder: Path
    store: Server
    settings: list[dict[str, str]]
    processes: list[ServiceProcess] = field(default_factory=list)
    disk: Path | None = None
    """A small file system under the store, if one can be mounted (as root)."""
    bots: BotsProcess | None = None
    url: str = ""
    grpc: str = ""
    authority: bytes = b""
    trusted: ssl.SSLContext = field(default_factory=ssl.create_default_context)
    bare: threading.Event = field(default_factory=threading.Event)

    def start(self, index: int) -> None:
        """Start one process, on its own ports; return when it serves."""
        process = ServiceProcess(self.folder / str(index), **self.settings[index])
        self.processes[index : index + 1] = [process]

    def roll(self) -> None:
        """Stop the processes one after another; each is started again before the next is stopped.

        While this lasts, gRPC clients do not retry.
        """
        self.bare.set()
        for index in range(len(self.processes)):
            self.processes[index].stop()
            self._start_again(index)
        self.bare.clear()

    def crash(self) -> None:
        """SIGKILL one process; it is restarted as Kubernetes does."""
        self.processes[0].kill()
        self._start_again(0)

    def hang(self, seconds: float = 8) -> None:
        """SIGSTOP one process for a while: its connections stay open, and nothing answers."""
        self.processes[0].signal(signal.SIGSTOP)
        sleep(seconds)
        self.processes[0].signal(signal.SIGCONT)
        sleep(2)

    def lose_store(self, seconds: float = 3) -> None:
        """SIGKILL the store, and start it again on its files."""
        self.store.restart(seconds)
        sleep(2)

    def cut_store(self, seconds: float = 5) -> None:
        """Cut the link to the store: it runs, but cannot be reached."""
        with cut(self.store.port):
            sleep(seconds)
        sleep(2)

    def cut_process(self, seconds: float = 8) -> None:
        """Cut the links to one process, except its own to the store: it is healthy, but cannot be reached."""
        with cut(*(int(self.settings[0][each]) for each in ("REST_PORT", "GRPC_PORT"))):
            sleep(seconds)
        sleep(2)

    def fill_store(self, seconds: float = 15) -> None:
        """Give the store no more memory than it uses."""
        self.store.client.config_set("maxmemory", self.store.client.info("memory")["used_memory"])
        sleep(seconds)
        self.store.client.config_set("maxmemory", 0)
        sleep(2)

    def fill_disk(self, seconds: float = 4) -> None:
        """Leave the store no room on its disk, on which it exits; then make room and start it."""
        assert self.disk is not None, "only root may mount a small file system"
        with full(self.disk):
            sleep(seconds)
        self.store.restart()
        sleep(2)

    def lose_everybody(self, seconds: float = 5) -> None:
        """SIGKILL every process, and start them again after some downtime."""
        for each in self.processes:
            each.kill()
        sleep(seconds)
        for index in range(len(self.processes)):
            self.start(index)
        sleep(2)

    def wrong_clock(self, seconds: float = 12) -> None:
        """Replace one process by one with a clock two days ahead, and that one by a correct one."""
        assert FAKETIME, "Debian's package faketime is needed"
        self.processes[0].kill()
        wrong = {"LD_PRELOAD": FAKETIME, "FAKETIME": "+2d", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        os.environ.update(wrong)
        self._start_again(0)
        for name in wrong:
            del os.environ[name]
        sleep(seconds)
        self.processes[0].kill()
        self._start_again(0)

    def lose_bots(self, seconds: float = 3) -> None:
        """SIGKILL the worker that plays for house bots, and start it again."""
        assert self.bots is not None
        self.bots.kill()
        sleep(seconds)
        self.start_bots()
        sleep(2)

    def start_bots(self) -> None:
        """Start a worker for house bots."""
        own = {**self.settings[0], "METRICS_PORT": self.settings[0]["BOTS_METRICS_PORT"]}
        self.bots = BotsProcess(self.folder / "bots", **own)

    def watched(self) -> list[str]:
        """The addresses with metrics."""
        bots = [f"http://127.0.0.1:{self.settings[0]['BOTS_METRICS_PORT']}"] if self.bots else []
        return [each.rest for each in self.processes] + bots

    def callers(self, number: int) -> list[Caller]:
        """Callers, alternating between REST, gRPC, and gRPC against a house bot."""
        return [self._caller(seed) for seed in range(number)]

    def _caller(self, seed: int) -> Caller:
        if seed % 3 == 0:
            return RestCaller(self.url, self.trusted, seed)
        return RpcCaller(self.grpc, self.authority, seed, against_a_bot=seed % 3 == 2, bare=self.bare)

    def _start_again(self, index: int) -> None:
        self.start(index)
        sleep(2)  # until the proxy's next checks


def _certified(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """A certificate for `localhost` with its key, in one file, and a context that trusts it."""
    crt, key = certify(folder)
    both = folder / "tls.pem"
    both.write_text(crt.read_text() + key.read_text())
    return both, ssl.create_default_context(cafile=str(crt))


@contextmanager
def site(
    folder: Path, number: int = 3, patience: float = 1, linger: float = LINGER, whole: bool = True
) -> Iterator[Site]:
    """A running site for the duration of a block, after which all processes are killed.

    `patience` is the seconds that a process may take to be ready for the proxy; `linger` the seconds for which a
    stopping process still takes calls, until the proxy has noticed. `whole`: with a worker for house bots, and with the
    store on a small disk of its own if possible.
    """
    common = UNLIMITED | {"MASTER_KEY": "ab" * 32, "LINGER_SECONDS": str(linger), "CENSUS_SECONDS": "5"}
    with ExitStack() as stack:
        disk = stack.enter_context(small_disk(folder / "disk", 64)) if whole else None
        store = stack.enter_context(Server((disk or folder) / "store", logfile=str(folder / "store.log")))
        common |= {"BOTS_METRICS_PORT": str(free_port()), "ADDRESS_BOT_GAMES": "0"}
        own = [{"REST_PORT": str(free_port()), "GRPC_PORT": str(free_port())} for _ in range(number)]
        found = Site(folder, store, [common | each | {"STORE_URL": store.url} for each in own], disk=disk)
        stack.callback(lambda: found.store.kill())  # the restored one, if there is one
        stack.callback(lambda: [each.kill() for each in found.processes if each.running])  # everything has been checked
        for index in range(number):
            found.start(index)
        if whole:
            found.start_bots()
            stack.callback(lambda: found.bots and found.bots.kill())
        stack.enter_context(_proxy(found, patience))
        yield found


@contextmanager
def _proxy(found: Site, patience: float) -> Iterator[None]:
    """The component's haproxy with TLS, with checks fast enough for a drill."""
    both, found.trusted = _certified(found.folder)
    found.authority = (found.folder / "tls.crt").read_bytes()
    rest, grpc = free_port(), free_port()
    text = settings_of_haproxy(found.processes, rest, grpc).replace("inter 2s", "inter 400ms")
    text = text.replace("timeout check 3s", f"timeout check {patience}s").replace(
        f":{rest}\n", f":{rest} ssl crt {both}\n"
    )
    text = text.replace(f":{grpc} proto h2\n", f":{grpc} ssl crt {both} alpn h2\n")
    (found.folder / "haproxy.cfg").write_text(text)
    assert HAPROXY is not None, "Debian's package haproxy is needed"
    quiet = subprocess.DEVNULL
    running = subprocess.Popen([HAPROXY, "-db", "-f", str(found.folder / "haproxy.cfg")], stdout=quiet, stderr=quiet)
    found.url, found.grpc = f"https://localhost:{rest}", f"localhost:{grpc}"
    try:
        until(lambda: _answers(found), "the proxy does not answer")
        yield
    finally:
        running.terminate()
        running.wait(30)


def _answers(found: Site) -> bool:
    try:
        return httpx.get(f"{found.url}/readyz", verify=found.trusted).status_code == 200
    except httpx.TransportError:
        return False


def recovered(calls: Sequence[list[tuple[float, str]]]) -> None:
    """Return when every caller has had an answer after this call."""
    began = monotonic()
    until(lambda: all(any(at > began and how == "ok" for at, how in each[-20:]) for each in calls), "no recovery")
