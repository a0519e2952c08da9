"""An API server of this machine's own for as long as it is needed: etcd and kube-apiserver, on the loopback alone.

Nothing else of a cluster is there: no controller, scheduler or node. So what is applied is checked, defaulted, admitted
and kept, and nothing comes of it: a Deployment makes no pods, a namespace gets no ServiceAccount.
"""

from __future__ import annotations

import secrets
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import yaml
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

HOST = "127.0.0.1"
START_SECONDS = 120.0
STOP_SECONDS = 20.0


class NotStarted(Exception):
    """A server does not come up; says which, and what it logged last."""


@dataclass(frozen=True)
class Server:
    """A running API server: where it is, whom it believes, and its folder of files."""

    url: str
    token: str
    folder: Path

    def client(self) -> httpx.Client:
        """What calls it as an administrator; close it."""
        trusted = ssl.create_default_context(cafile=str(self.folder / "certificates" / "apiserver.crt"))
        said = {"Authorization": f"Bearer {self.token}", "Accept": "application/json"}
        return httpx.Client(base_url=self.url, verify=trusted, headers=said, timeout=30, trust_env=False)

    def kubeconfig(self) -> Path:
        """A file with which kubectl calls it, too."""
        authority = str(self.folder / "certificates" / "apiserver.crt")
        config = {
            "apiVersion": "v1",
            "kind": "Config",
            "current-context": "check",
            "clusters": [{"name": "check", "cluster": {"server": self.url, "certificate-authority": authority}}],
            "users": [{"name": "check", "user": {"token": self.token}}],
            "contexts": [{"name": "check", "context": {"cluster": "check", "user": "check"}}],
        }
        path = self.folder / "kubeconfig"
        path.write_text(yaml.safe_dump(config))
        return path


@contextmanager
def running(apiserver: str, etcd: str, folder: Path) -> Iterator[Server]:
    """Both servers, ready, with their files in an empty folder; they are gone at the end. Raises NotStarted."""
    store, peers, port = free_ports(3)
    server = Server(f"https://{HOST}:{port}", secrets.token_hex(16), folder)
    with ExitStack() as servers:
        servers.enter_context(_process([etcd, *_of_etcd(folder, store, peers)], folder / "etcd.log"))
        _credentials(server)
        flags = _of_apiserver(folder, f"http://{HOST}:{store}", port)
        process = servers.enter_context(_process([apiserver, *flags], folder / "apiserver.log"))
        _wait_until_ready(server, process)
        yield server


def free_ports(count: int) -> list[int]:
    """TCP ports of the loopback that nobody listens on now."""
    with ExitStack() as probes:
        sockets = [probes.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind((HOST, 0))
        return [int(each.getsockname()[1]) for each in sockets]


def _of_etcd(folder: Path, clients: int, peers: int) -> list[str]:
    here, there = f"http://{HOST}:{clients}", f"http://{HOST}:{peers}"
    flags = [f"--data-dir={folder / 'etcd'}", f"--listen-client-urls={here}", f"--advertise-client-urls={here}"]
    return [*flags, f"--listen-peer-urls={there}", f"--initial-advertise-peer-urls={there}",
            f"--initial-cluster=default={there}"]  # fmt: skip


def _of_apiserver(folder: Path, store: str, port: int) -> list[str]:
    """As clusters have it, with every admission plugin that is on by default."""
    key = folder / "accounts.key"
    return [
        *(f"--etcd-servers={store}", f"--bind-address={HOST}", f"--advertise-address={HOST}", f"--secure-port={port}"),
        *(f"--cert-dir={folder / 'certificates'}", f"--token-auth-file={folder / 'tokens.csv'}"),
        *("--authorization-mode=RBAC", "--endpoint-reconciler-type=none", "--service-cluster-ip-range=10.0.0.0/24"),
        *(f"--service-account-key-file={key}", f"--service-account-signing-key-file={key}"),
        "--service-account-issuer=https://kubernetes.default.svc",
    ]


def _credentials(server: Server) -> None:
    """The administrator's token, and the key that signs those of ServiceAccounts."""
    (server.folder / "tokens.csv").write_text(f"{server.token},check,check,system:masters\n")
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, plain)
    (server.folder / "accounts.key").write_bytes(pem)


@contextmanager
def _process(command: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, cwd=log.parent)
    try:
        yield process
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait_until_ready(server: Server, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        if _is_ready(server):
            return
        time.sleep(0.5)
    logs = [server.folder / each for each in ("apiserver.log", "etcd.log")]
    said = "\n".join(line for log in logs for line in log.read_text(errors="replace").splitlines()[-5:])
    raise NotStarted(f"the API server is not ready:\n{said}")


def _is_ready(server: Server) -> bool:
    """Whether it says so; it writes its certificate before it listens."""
    try:
        with server.client() as client:
            return client.get("/readyz").is_success
    except (OSError, httpx.TransportError):
        return False
