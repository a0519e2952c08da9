"""Real servers on loopback, from the wheel: single ones, a Sentinel trio, a Cluster. Each is stopped by its own pid."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from podesta_eventstore.server.embedded import server_binary

PATIENCE = 30.0
SLOTS = 16384


def free_port(most: int = 65535) -> int:
    """Return a port that nobody listens on now."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            if probe.getsockname()[1] <= most:
                return int(probe.getsockname()[1])


def until(holds: Callable[[], Any], what: str) -> Any:
    """Poll until the condition holds and answer what it said; servers' own errors count as no."""
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
        self.port = port or free_port(55000)  # a Cluster's bus is 10000 above
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
        self._binary = binary or server_binary()
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

    def freeze(self) -> None:
        """SIGSTOP."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT."""
        os.kill(self.pid, signal.SIGCONT)

    def owns(self, slot: int) -> bool:
        """Tell whether it believes to be the primary of a Cluster's slot."""
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
        """Start the servers and make them one."""
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
        """Whether every Sentinel finds the primary well."""
        return not any(each.client.sentinel_master("games")["is_sdown"] for each in self.sentinels)

    def sees_replica(self) -> bool:
        """Whether every Sentinel finds the primary well, and a replica."""
        if not self.finds_primary():
            return False
        answers = [each.client.sentinel_slaves("games") for each in self.sentinels]
        return all(any(not each["is_sdown"] and not each["is_disconnected"] for each in known) for known in answers)

    @property
    def primary(self) -> Server | None:
        """Which server the Sentinels call primary; None while they disagree."""
        answers = {int(each.client.sentinel_get_master_addr_by_name("games")[1]) for each in self.sentinels}
        return next((each for each in self.servers if answers == {each.port}), None)


class Cluster(Group):
    """Three primaries with a replica each, formed without a command-line tool."""

    def __init__(self, folder: Path, replicas: int = 1, timeout: int = 2000) -> None:
        super().__init__(folder)
        self._replicas = replicas
        self._timeout = timeout

    @property
    def url(self) -> str:
        """Two of its nodes."""
        return f"redis+cluster://{','.join(f'127.0.0.1:{each.port}' for each in self.servers[:2])}"

    def form(self) -> None:
        """Give slots and epochs, meet, then replicate."""
        count = 3 + 3 * self._replicas
        settings = {"cluster_enabled": "yes", "cluster_node_timeout": str(self._timeout)}
        settings |= {"min_replicas_to_write": "1" if self._replicas else "0"}
        self.servers = [self.add(f"node{number}", **settings) for number in range(count)]
        self.primaries = self.servers[:3]
        bounds = [0, 5461, 10923, SLOTS]
        for number, server in enumerate(self.servers):
            server.client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for server, first, end in zip(self.primaries, bounds, bounds[1:], strict=False):
            server.client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, end - 1)
        for server in self.servers[1:]:
            server.client.execute_command("CLUSTER", "MEET", "127.0.0.1", self.servers[0].port)
        until(lambda: all(self._known(each) == count for each in self.servers), "the nodes did not meet")
        for number, server in enumerate(self.servers[3:]):
            until(lambda s=server, n=number: self._follow(s, self.primaries[n % 3]), "a replica did not follow")
        until(lambda: all(self._is_whole(each) for each in self.servers), "the Cluster was not formed")
        until(lambda: all(self._has_replicas(each) for each in self.primaries), "replicas did not connect")

    def is_whole(self) -> bool:
        """Whether every node says that every slot is served."""
        return all(self._is_whole(each) for each in self.servers)

    def agrees(self) -> bool:
        """Whether every node says of every primary the same epoch and the same slots, and no two have one epoch."""
        views = [self._epochs(each) for each in self.primaries]
        return views.count(views[0]) == len(views) == len({epoch for epoch, _ in views[0].values()})

    def _epochs(self, server: Server) -> dict[str, tuple[str, str]]:
        nodes = [line.split() for line in server.client.execute_command("CLUSTER", "NODES").decode().splitlines()]
        return {node[0]: (node[6], " ".join(node[8:])) for node in nodes if "master" in node[2]}

    def _known(self, server: Server) -> int:
        return int(self._cluster_info(server)["cluster_known_nodes"])

    def _is_whole(self, server: Server) -> bool:
        info = self._cluster_info(server)
        return info["cluster_state"] == "ok" and int(info["cluster_slots_ok"]) == SLOTS

    def _has_replicas(self, server: Server) -> bool:
        return self._replicas == 0 or int(server.info()["min_slaves_good_slaves"]) == self._replicas

    def _follow(self, server: Server, primary: Server) -> bool:
        server.client.execute_command("CLUSTER", "REPLICATE", self.node(primary))
        return True

    def _cluster_info(self, server: Server) -> dict[str, str]:
        lines = server.client.execute_command("CLUSTER", "INFO").decode().split()
        return dict(line.split(":", 1) for line in lines)

    def owner(self, slot: int) -> Server:
        """The primary of a slot."""
        found: Server = until(lambda: next((each for each in self.servers if each.owns(slot)), None), "an owner")
        return found

    def node(self, server: Server) -> str:
        """The node id of a server."""
        answer = server.client.execute_command("CLUSTER", "MYID")
        return answer.decode() if isinstance(answer, bytes) else str(answer)


def move_slot(cluster: Cluster, slot: int) -> Iterator[str]:
    """Move a slot with its keys to another primary, pausing between the steps.

    As operators' tools do, it begins when the servers agree: a slot that goes back before the word of its last move has
    spread may be claimed by two servers with one epoch, and the Cluster then deletes the keys of one of them.
    """
    until(cluster.agrees, "the servers do not agree on their slots")
    source = cluster.owner(slot)
    target = next(each for each in cluster.primaries if each is not source)
    target.client.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", cluster.node(source))
    source.client.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", cluster.node(target))
    yield "announced"
    while names := source.client.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 100):
        source.client.execute_command("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *names)
    yield "moved"
    for server in (target, source, *cluster.primaries):
        server.client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", cluster.node(target))
    yield "told"
