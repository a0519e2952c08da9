"""A store of several servers, started by the components' own scripts on addresses of loopback."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import redis

from podesta_eventstore.server.program import server_program
from tests.k8s.store_commands import K8S, PASSWORDS
from tests.kit.ports import free_port

CLI = shutil.which("valkey-cli") or shutil.which("redis-cli")
"""The server's own client, which the scripts call."""
_LONGEST = 150.0
"""Seconds that a busy machine may need to agree on a primary."""
SECRETS = {
    "REPLICA_PASSWORD": "replicas-password",
    "SENTINEL_PASSWORD": "sentinels-password",
    "CLUSTER_PASSWORD": "clusters-password",
}


class Members:
    """Pods of a component: server `index` is 1`index` in a net of loopback, Sentinel `index` 2`index`."""

    def __init__(self, folder: Path, component: str) -> None:
        self.folder, self.source = folder, K8S / "components" / component
        self.port, self.asked = free_port(also=10_000), free_port()
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.net = "127.0.10"
        self._stack = ExitStack()
        self._clients: dict[tuple[str, int, str], redis.Redis] = {}
        tools = folder / "bin"
        tools.mkdir()
        assert CLI is not None
        (tools / "valkey-cli").symlink_to(CLI)
        (tools / "valkey-server").symlink_to(server_program().path)
        self._environ = {
            "PATH": f"{tools}:{os.environ['PATH']}",
            "PORT": str(self.port),
            "SENTINEL_PORT": str(self.asked),
            "PAUSE": "1",
            "DOWN_AFTER": "3000",
            "FAILOVER_TIMEOUT": "6000",
            **SECRETS,
        }

    def start(self, script: str, index: int) -> None:
        """Start a pod's container by its script."""
        kind = "sentinel" if script == "watch.sh" else "store"
        own = self.folder / f"{kind}-{index}"
        own.mkdir(exist_ok=True)
        if script != "tend.sh":  # its server has begun to read them
            self._configure(own, f"{self.net}.{2 if kind == 'sentinel' else 1}{index}")
        names = {"SERVER": f"{self.net}.1%s", "SENTINEL": f"{self.net}.2%s"}
        here = {
            "BIND": f"{self.net}.2{index}",
            "CONF": str(own),
            "SCRATCH": str(own),
            "DATA": str(own),
            "HOSTNAME": f"podesta-{kind}-{index}",
        }
        with (own / f"{script}.log").open("ab") as log:
            self.running[f"{script}-{index}"] = subprocess.Popen(
                ["sh", str(self.source / script)],
                env={**self._environ, **names, **here},
                stdout=log,
                stderr=log,
                cwd=own,
            )

    def _configure(self, own: Path, address: str) -> None:
        """The component's settings, with this machine's paths; and its users in addition to the base's."""
        (own / "data").mkdir(exist_ok=True)
        text = (K8S / "base/store/valkey.conf").read_text().replace("dir /data", f"dir {own / 'data'}")
        text = text.replace("port 6379", f"port {self.port}").replace(
            "bind * -::*", f"bind {address}\nbind-source-addr {address}"
        )
        (own / "valkey.conf").write_text(
            text.replace("/etc/valkey/acl", str(own)).replace("/etc/valkey/conf", str(own))
        )
        users = (K8S / "overlays/dev/users.acl").read_text() + (self.source / "users.acl").read_text()
        for name, password in SECRETS.items():
            users = users.replace(name, password)
        (own / "users.acl").write_text(users)
        for file in self.source.glob("*.more"):
            text = file.read_text().replace("timeout 5000", "timeout 2000")
            (own / file.name).write_text(text)

    def kill(self, name: str) -> None:
        """SIGKILL a container and wait for its end."""
        process = self.running.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def client(self, index: int, user: str = "podesta") -> redis.Redis:
        """A client of a server."""
        key, password = (self.net, index, user), {**PASSWORDS, "podesta-cluster": SECRETS["CLUSTER_PASSWORD"]}[user]
        if key not in self._clients:
            made = redis.Redis(f"{self.net}.1{index}", self.port, username=user, password=password, socket_timeout=5)
            self._clients[key] = self._stack.enter_context(made)
        return self._clients[key]

    def role(self, index: int) -> str:
        """`master` or `slave`."""
        return str(self.client(index).info("replication")["role"])

    def primary(self) -> int | None:
        """The server that at least two Sentinels name and consider healthy, once they know all others."""
        said = []
        for index in range(3):
            with redis.Redis(f"{self.net}.2{index}", self.asked, socket_timeout=5, decode_responses=True) as asked:
                found = asked.sentinel_master("games")
                knows = found["num-other-sentinels"] == found["num-slaves"] == 2
                said.append(found["ip"] if knows and not found["is_sdown"] else None)
        most = max(said, key=said.count)
        return int(str(most)[-1]) if most and said.count(most) >= 2 else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for name in [*self.running]:
            self.kill(name)
        self._stack.close()


def settled(members: Members, replicas: int = 2) -> int:
    """The primary once it has so many replicas that follow."""

    def found() -> list[int]:
        primary = members.primary()
        if primary is None or members.client(primary).info("replication").get("min_slaves_good_slaves") != replicas:
            return []
        return [primary]

    deadline = time.monotonic() + _LONGEST
    while time.monotonic() < deadline:
        with suppress(redis.RedisError, OSError):
            if primaries := found():
                return primaries[0]
        time.sleep(0.1)
    raise TimeoutError("no primary with its replicas")
