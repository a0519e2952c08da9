"""One malicious caller: its process, its connections, its answers, and the bytes it has sent."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import httpx
import msgspec
from google.rpc import error_details_pb2 as rpc
from grpc_status import rpc_status

from podesta.v1 import simulator_pb2 as sim

from .world import ATTACKER, World

Answers = Counter[str]
NO_RETRY = "without Retry-After"
"""Counted in addition to the problem type if a limit does not say when to come back."""
CALLS = 20_000
"""Maximum number of calls of one attack."""
HEAD = 200
"""Approximate bytes of a call's head."""


class Attacker:
    """One caller with many connections, and the answers it received."""

    def __init__(self, world: World, http: httpx.AsyncClient, channel: grpc.aio.Channel) -> None:
        self.world, self.http, self.channel = world, http, channel
        self.answers: Answers = Counter()
        self.sent = 0
        """Approximate bytes that it has sent."""

    async def rest(self, method: str, path: str, **more: Any) -> None:
        """A call over REST, its answer read to the end."""
        self.sent += HEAD + len(str(more.get("json", "")))
        try:
            told = await self.http.request(method, path, **more)
        except httpx.TransportError:
            self.answers["no answer"] += 1
            return
        self.answers[problem_of(told) if told.status_code >= 400 else str(told.status_code)] += 1
        if told.status_code == 429 and "retry-after" not in told.headers:
            self.answers[NO_RETRY] += 1

    async def simulate(self, method: str, request: Any) -> bytes:
        """A call of the simulator; nothing if it was refused."""
        self.sent += HEAD + request.ByteSize()
        call: Any = self.channel.unary_unary(f"/podesta.v1.Simulator/{method}")
        try:
            raw = await call(request.SerializeToString(), metadata=self._who(request), timeout=60)
        except grpc.aio.AioRpcError as error:
            self.refused(error)
            return b""
        self.answers["OK"] += 1
        return bytes(raw)

    def _who(self, request: Any) -> list[tuple[str, str]]:
        token = self.world.innocent_tokens[0] if isinstance(request, sim.DeterminizeRequest) else ""
        bearer = [("authorization", f"Bearer {token}")] if token else []
        return [("x-forwarded-for", ATTACKER), *bearer]

    def refused(self, error: Any) -> None:
        """Count a refusal over gRPC."""
        info, delay = rpc.ErrorInfo(), rpc.RetryInfo()
        status = rpc_status.from_call(error)
        details = list(status.details) if status else []
        for packed in details:
            packed.Unpack(info)
        self.answers[info.reason.lower().replace("_", "-") or error.code().name] += 1
        if error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED and not any(each.Unpack(delay) for each in details):
            self.answers[NO_RETRY] += 1


def problem_of(told: httpx.Response) -> str:
    """The type of a problem."""
    return str(told.json()["type"]).removeprefix("/problems/")


async def flood(callers: int, seconds: float, call: Callable[[], Awaitable[object]], pause: float = 0.0) -> None:
    """Several callers that call repeatedly."""
    until, left = time.monotonic() + seconds, iter(range(CALLS))

    async def again() -> None:
        while time.monotonic() < until and next(left, None) is not None:
            await call()
            await asyncio.sleep(pause)

    await asyncio.gather(*(again() for _ in range(callers)))


class Attackers:
    """The attacker's process."""

    def __init__(self, world: World) -> None:
        command = [sys.executable, "-m", "benchmarks.hostile.attacks"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._send(msgspec.json.encode(world))

    def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def begin(self, attack: str, seconds: float, budget: int = 0) -> None:
        """Start an attack, or with a budget as many bytes of plain calls."""
        self._send(msgspec.json.encode((attack, seconds, budget)))

    def end(self) -> tuple[Answers, int]:
        """Its answers and the bytes that it sent, when it is over."""
        assert self._process.stdout is not None
        answers, sent = msgspec.json.decode(self._process.stdout.readline(), type=tuple[dict[str, int], int])
        return Answers(answers), sent

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)
