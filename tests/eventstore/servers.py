"""Real servers on loopback, from the wheel: single ones and a Sentinel trio. Each is stopped by its own pid."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from podesta_eventstore.server.program import server_program
from tests.kit.ports import free_port

PATIENCE = 30.0


def until(holds: Callable[[], Any], what: str) -> Any:
    """Poll until the condition holds and return its value; servers' own errors count as no."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(redis.RedisError, OSError):
            if answer := holds():
                return answer
        time.sleep(0.02)
    raise TimeoutError(what)


class Server:
    """One server process with its data in a folder of its own; may be killed, stopped and started again."""

    def __init__(self, folder: Path, *, binary: str = "", sentinel: str = "", port: int = 0, **settings: str) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.port = port or free_port(also=10_000)  # a Cluster's bus
        self.settings = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": str(folder),
            "logfile": str(folder / "log"),
        }
        if not sentinel:
            self.settings |= {"save": "", "appendonly": "yes", "appendfsync": "always", "repl-diskless-sync-delay": "0"}
        self.settings |= {name.replace("_", "-"): value for name, value in settings.items()}
        self._sentinel = sentinel
        self._binary = binary or server_program().path
        self.process: subprocess.Popen[bytes] | None = None
        self.client = redis.Redis("127.0.0.1", self.port, retry=Retry(NoBackoff(), 0), socket_timeout=5)

    @property
    def url(self) -> str:
        """Its URL."""
        return f"redis://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self.process is not None
        return self.process.pid

    def start(self, wrapper: list[str] | None = None) -> Self:
        """Start it and return when it answers."""
        self.launch(wrapper)
        until(self.client.ping, f"{self.folder} did not start")
        return self

    def launch(self, wrapper: list[str] | None = None) -> None:
        """Start it."""
        command = [*(wrapper or []), self._binary]
        if self._sentinel:
            path = self.folder / "sentinel.conf"
            lines = [*(f"{name} {value}" for name, value in self.settings.items()), self._sentinel]
            path.write_text("\n".join(lines))
            command += [str(path), "--sentinel"]
        else:
            command += [word for name, value in self.settings.items() for word in (f"--{name}", value)]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, cwd=self.folder, stdin=quiet, stdout=quiet, stderr=quiet)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Signal it and wait for its end."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(how)
            self.process.wait()

    def restart(self, after: float = 0.0) -> None:
        """kill -9, and start it again on its files after some seconds."""
        self.kill()
        time.sleep(after)
        self.start()

    def freeze(self) -> None:
        """SIGSTOP."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT."""
        os.kill(self.pid, signal.SIGCONT)

    def owns(self, slot: int) -> bool:
        """Whether it considers itself the primary of a Cluster's slot."""
        lines = self.client.execute_command("CLUSTER", "NODES").decode().splitlines()
        mine = next(line.split() for line in lines if "myself" in line)
        ranges = [word.partition("-") for word in mine[8:] if not word.startswith("[")]
        return "master" in mine[2] and any(int(first) <= slot <= int(last or first) for first, _, last in ranges)

    def info(self, section: str = "replication") -> dict[str, Any]:
        """Its INFO."""
        answer: dict[str, Any] = self.client.info(section)
        return answer

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        self.client.close()


class Group:
    """Several servers, ended together."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._stack = stack
            self.form()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def form(self) -> None:
        """Start the servers and join them."""
        raise NotImplementedError

    def add(self, name: str, **settings: str) -> Server:
        """Start one more server."""
        return self._stack.enter_context(Server(self.folder / name, **settings))


class SentinelTrio(Group):
    """A primary, a replica, three Sentinels that fail over after `down_after` milliseconds."""

    def __init__(self, folder: Path, down_after: int = 1000) -> None:
        super().__init__(folder)
        self._down_after = down_after

    @property
    def url(self) -> str:
        """The Sentinels' URL."""
        return f"redis+sentinel://{','.join(f'127.0.0.1:{each.port}' for each in self.sentinels)}/games"

    def form(self) -> None:
        """Two servers first, so that the Sentinels find the replica at once."""
        first = self.add("one", min_replicas_to_write="1")
        second = self.add("two", min_replicas_to_write="1", replicaof=f"127.0.0.1 {first.port}")
        self.servers = [first, second]
        until(lambda: int(first.info()["min_slaves_good_slaves"]) == 1, "the replica did not connect")
        watch = "\n".join(
            [
                f"sentinel monitor games 127.0.0.1 {first.port} 2",
                f"sentinel down-after-milliseconds games {self._down_after}",
                "sentinel failover-timeout games 3000",
            ]
        )
        self.sentinels = [self.add(f"sentinel{number}", sentinel=watch) for number in range(3)]
        until(lambda: all(self._knows(each.client) for each in self.sentinels), "the Sentinels did not meet")

    def _knows(self, client: redis.Redis) -> bool:
        seen = client.sentinel_master("games")
        return int(seen["num-other-sentinels"]) == 2 and int(seen["num-slaves"]) == 1

    def finds_primary(self) -> bool:
        """Whether every Sentinel considers the primary healthy."""
        return not any(each.client.sentinel_master("games")["is_sdown"] for each in self.sentinels)

    def sees_replica(self) -> bool:
        """Whether every Sentinel considers the primary healthy, and has a replica."""
        if not self.finds_primary():
            return False
        answers = [each.client.sentinel_slaves("games") for each in self.sentinels]
        return all(any(not each["is_sdown"] and not each["is_disconnected"] for each in known) for known in answers)

    @property
    def primary(self) -> Server | None:
        """The server that the Sentinels call primary; None while they disagree."""
        answers = {int(each.client.sentinel_get_master_addr_by_name("games")[1]) for each in self.sentinels}
        return next((each for each in self.servers if answers == {each.port}), None)
