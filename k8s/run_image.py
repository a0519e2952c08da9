"""Run the image as its pod would: `.venv/bin/python k8s/run_image.py [IMAGE]` (root, buildah; see `make image`).

It runs as the image's user, then as one of a platform's choice, with a read-only root, no capabilities and no privilege
escalation. Each serves on a private store, then on another one: every probe is answered, a game is played, and SIGTERM
ends it with 0. Finally its size is printed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import grpc
import httpx
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from podesta_client import connect
from tests.eventstore.servers import Server, until
from tests.kit.ports import free_port

USERS = ("10001:10001", "1000660000:0")
"""The image's own user, and one that a platform chooses, as OpenShift does."""
SERVICES = ("", "podesta.v1.GameMaster")
STOP_SECONDS = 60.0
_CONFINED = """
mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc"
mount -t tmpfs tmpfs "$0/tmp" && mount -t tmpfs -o mode=770,uid=10001,gid=0 tmpfs "$0/var/lib/podesta" || exit 99
exec chroot "$0" setpriv --reuid "${1%:*}" --regid "${1#*:}" --clear-groups --no-new-privs --bounding-set=-all \
  sh -c '! touch /probe 2>/dev/null && cd /var/lib/podesta && exec podesta serve'
"""
"""Starts the service in a mount namespace of its own; exits with 1 if the root is writable."""


def buildah(*words: str) -> str:
    """The output of a buildah call; raises CalledProcessError."""
    return subprocess.run(["buildah", *words], capture_output=True, text=True, check=True).stdout.strip()


@contextmanager
def unpacked(image: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The image's files during a block, and its environment."""
    container = buildah("from", "--pull-never", image)
    try:
        given = json.loads(buildah("inspect", container))["OCIv1"]["config"]["Env"]
        yield buildah("mount", container), dict(each.split("=", 1) for each in given)
    finally:
        buildah("rm", container)


@contextmanager
def serving(root: str, environment: dict[str, str], user: str) -> Iterator[tuple[int, int]]:
    """The service as a user, and the ports of its wires; SIGTERM has to end it with 0."""
    rest, rpc = free_port(), free_port()
    own = {"PODESTA_REST_PORT": rest, "PODESTA_GRPC_PORT": rpc, "PODESTA_METRICS_PORT": 0, "PODESTA_DRAIN_SECONDS": 5}
    own["PODESTA_GRPC_EXPOSED"] = "warn"
    given = environment | {name: str(value) for name, value in own.items()}
    process = subprocess.Popen(["unshare", "--mount", "sh", "-c", _CONFINED, root, user], env=given)
    try:
        until(lambda: _is_ready(process, rest), "the image does not serve")
        yield rest, rpc
        process.terminate()
        if code := process.wait(STOP_SECONDS):
            raise SystemExit(f"after SIGTERM the exit code is {code}")
    finally:
        process.kill()
        process.wait()


def _is_ready(process: subprocess.Popen[bytes], port: int) -> bool:
    if (code := process.poll()) is not None:
        raise SystemExit(f"the image has ended with {code}")
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == httpx.codes.OK
    except httpx.TransportError:
        return False


def check_probes(rest: int, rpc: int) -> None:
    """Every probe of the Deployment and the health of every gRPC service is answered."""
    for path in ("/healthz", "/readyz", "/metrics", "/docs/", "/"):
        httpx.get(f"http://127.0.0.1:{rest}{path}", follow_redirects=True).raise_for_status()
    with grpc.insecure_channel(f"127.0.0.1:{rpc}") as channel:
        for service in SERVICES:
            answer = HealthStub(channel).Check(HealthCheckRequest(service=service), timeout=3)  # type: ignore[attr-defined]
            if answer.status != HealthCheckResponse.SERVING:
                raise SystemExit(f"gRPC health of {service!r} is {answer.status}")


def play(rpc: int) -> int:
    """Play a game to its end; returns how many seats are ranked."""
    rnd = Random(1)
    with connect(f"127.0.0.1:{rpc}") as podesta:
        game = podesta.create("golden-horn", seats=["Ada", "Bice"])
        return len(podesta.play(game.tokens, lambda turn: rnd.choice(turn.question.options).word).standings)


def size(root: str) -> tuple[int, int]:
    """Megabytes of the image's files, and of these compressed as in a registry."""
    counting = ["du", "-s", "--apparent-size", "--block-size=MB", root]
    whole = int(subprocess.run(counting, capture_output=True, text=True, check=True).stdout.split("MB")[0])
    with subprocess.Popen(["tar", "-C", root, "-c", "."], stdout=subprocess.PIPE) as packing:
        packed = subprocess.run(["gzip", "-6"], stdin=packing.stdout, capture_output=True, check=True).stdout
    return whole, len(packed) // 1_000_000


def main(image: str = "localhost/podesta:dev") -> None:
    """All steps in order; raises at the first that fails."""
    if not shutil.which("buildah"):
        raise SystemExit("running the image needs buildah; on Debian: apt-get install buildah")
    with unpacked(image) as (root, environment), TemporaryDirectory() as folder, Server(Path(folder)) as other:
        environment["PODESTA_MASTER_KEY"] = "ab" * 32
        for user in USERS:
            for store in ("", other.url):
                began = time.monotonic()
                with serving(root, environment | {"PODESTA_STORE_URL": store}, user) as (rest, rpc):
                    check_probes(rest, rpc)
                    ranked = play(rpc)
                seconds = time.monotonic() - began
                where = "another store" if store else "its own store"
                print(
                    f"user {user}, {where}: probes, a game ({ranked} ranked), SIGTERM: ok, {seconds:.0f} s", flush=True
                )
        whole, packed = size(root)
        print(f"{whole} MB, {packed} MB compressed")


if __name__ == "__main__":
    main(*sys.argv[1:])
