"""Run the image as its pod would: `.venv/bin/python k8s/run_image.py [--image IMAGE]` (needs root, podman and runc).

It has the image's user, then one of a platform's choice, a read-only root, no capability and no privilege to gain. The
script asks for the help, starts the service with a private store, has every probe answered, sends SIGTERM and wants a
clean exit.
"""

import argparse
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import grpc
import httpx
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub

PODMAN = ("podman", "--runtime", "runc", "--cgroup-manager", "cgroupfs")
CONFINED = ("--network", "host", "--read-only", "--cap-drop", "all", "--security-opt", "no-new-privileges",
            "--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024")  # fmt: skip
NAME = "podesta-run-image"
SERVICES = ("", "podesta.v1.GameMaster")
START_SECONDS = 30.0
STOP_SECONDS = 60.0
USERS = ([], ["--user", "1000660000:0"])
"""The image's own user, and one that a platform chooses, as OpenShift does."""


class Failure(Exception):
    """The image does not do what its pod needs; the text says what."""


def podman(*args: str, check: bool = True, timeout: float = STOP_SECONDS) -> str:
    """The output of one podman call; raises Failure with its output if it fails and `check` is set."""
    done = subprocess.run([*PODMAN, *args], capture_output=True, text=True, timeout=timeout, check=False)
    if check and done.returncode:
        raise Failure(f"podman {' '.join(args[:1])} exited {done.returncode}: {done.stderr.strip()}")
    return done.stdout + done.stderr


def free_port() -> int:
    """A free TCP port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def container(image: str, entry: list[str], command: list[str], rest: int, rpc: int) -> Iterator[None]:
    """The service in the background, removed at the end in any case; its log is shown on failure."""
    settings = {"PODESTA_REST_PORT": rest, "PODESTA_GRPC_PORT": rpc, "PODESTA_REST_HOST": "127.0.0.1",
                "PODESTA_GRPC_HOST": "127.0.0.1", "PODESTA_METRICS_PORT": 0, "PODESTA_DRAIN_SECONDS": 5}  # fmt: skip
    environment = [part for name, value in settings.items() for part in ("--env", f"{name}={value}")]
    podman("run", "--detach", "--name", NAME, *CONFINED, *environment, *entry, image, *command)
    try:
        yield
    except BaseException:
        print(podman("logs", NAME, check=False), file=sys.stderr)
        raise
    finally:
        podman("rm", "--force", "--volumes", NAME, check=False)


def get(port: int, path: str) -> str:
    """The body of a REST answer; raises Failure unless it is 200."""
    try:
        answer = httpx.get(f"http://127.0.0.1:{port}{path}", timeout=3)
    except httpx.TransportError as error:
        raise Failure(f"{path} is not answered: {error}") from error
    if answer.status_code != httpx.codes.OK:
        raise Failure(f"{path} answers {answer.status_code}: {answer.text[:200]}")
    return answer.text


def is_running() -> bool:
    """Whether the container still runs."""
    return podman("inspect", "--format", "{{.State.Running}}", NAME).strip() == "true"


def eventually(ask: Callable[[], object], seconds: float) -> None:
    """Retry until it no longer raises Failure; when the time is over, raises the last one."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            ask()
        except Failure:
            if (
                time.monotonic() > deadline
                or podman("inspect", "--format", "{{.State.Status}}", NAME).strip() != "running"
            ):
                raise
            time.sleep(0.1)
        else:
            return


def check_health(port: int, service: str) -> None:
    """The gRPC health of one service is SERVING."""
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        try:
            answer = HealthStub(channel).Check(HealthCheckRequest(service=service), timeout=3)  # type: ignore[attr-defined]
        except grpc.RpcError as error:
            raise Failure(f"gRPC health of {service!r}: {error}") from error
    if answer.status != HealthCheckResponse.SERVING:
        raise Failure(f"gRPC health of {service!r} is {HealthCheckResponse.ServingStatus.Name(answer.status)}")


def check_confinement() -> None:
    """Inside, the user is not root and the root file system cannot be written."""
    user = podman("exec", NAME, "id", "-u").strip()
    if user == "0":
        raise Failure("the process runs as root")
    if "Read-only file system" not in podman("exec", NAME, "touch", "/probe", check=False):
        raise Failure("the root file system can be written")
    print(f"uid {user}, read-only root: ok")


def check_probes(rest: int, rpc: int) -> None:
    """Every probe of the Deployment and the health of every gRPC service is answered."""
    eventually(lambda: get(rest, "/readyz"), START_SECONDS)
    for path in ("/healthz", "/readyz"):
        get(rest, path)
    if "# TYPE" not in get(rest, "/metrics"):
        raise Failure("/metrics is not Prometheus text")
    for service in SERVICES:
        check_health(rpc, service)
    print("healthz, readyz, metrics, gRPC health: ok")


def check_stop() -> None:
    """SIGTERM ends the process with exit code 0."""
    started = time.monotonic()
    podman("kill", "--signal", "TERM", NAME)
    code = podman("wait", NAME).strip()
    if code != "0":
        raise Failure(f"after SIGTERM the exit code is {code}")
    print(f"SIGTERM: exit 0 after {time.monotonic() - started:.1f} s")


def run(image: str, entry: list[str], command: list[str]) -> None:
    """All steps in order; raises Failure at the first that fails."""
    podman("run", "--rm", *CONFINED, *entry, image, "--help")
    print("--help: ok")
    for user in USERS:
        rest, rpc = free_port(), free_port()
        with container(image, [*user, *entry], command, rest, rpc):
            check_probes(rest, rpc)
            check_confinement()
            check_stop()


def main() -> int:
    """Read the command line, run, print what failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--image", default="localhost/podesta:dev")
    parser.add_argument("--entrypoint", help="run this instead of the image's command")
    parser.add_argument("command", nargs="*", default=["serve"], help="arguments of the entry point")
    args = parser.parse_args()
    if not shutil.which("podman"):
        print("running the image needs podman and runc; on Debian: apt-get install podman runc", file=sys.stderr)
        return 2
    try:
        run(args.image, ["--entrypoint", args.entrypoint] if args.entrypoint else [], args.command)
    except Failure as failure:
        print(f"failed: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
