"""A service as operators run it, and both wires to send it bad input."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import httpx

from podesta.v1 import game_master_pb2 as pb
from podesta_client import connect
from tests.kit.grpc_wire import RefusalDetails, read
from tests.kit.process import ServiceProcess, running_service

KEY = "1f" * 32
"""The master key of the services here, so that tests can make tokens."""
PROBLEM = "application/problem+json"
TIMEOUT = 20.0


@dataclass(frozen=True)
class Target:
    """A running service and a game on it with both seats ours."""

    process: ServiceProcess
    http: httpx.Client
    channel: grpc.Channel
    game: str
    tokens: list[str]

    @property
    def address(self) -> tuple[str, int]:
        """The address of REST."""
        host, _, port = self.process.rest.removeprefix("http://").rpartition(":")
        return host, int(port)

    def rest(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        """A call over REST; `{game}` in the path is the game."""
        headers = {
            **more.pop("headers", {}),
            **({"Authorization": f"Bearer {token}".strip()} if token is not None else {}),
        }
        return self.http.request(method, path.replace("{game}", self.game), headers=headers, **more)

    def rpc(
        self, method: str, body: bytes, metadata: Mapping[str, str | bytes] | None = None
    ) -> bytes | RefusalDetails:
        """A unary call over gRPC with a raw body: the response's bytes, or the refusal."""
        call: Any = self.channel.unary_unary(method if method.startswith("/") else f"/podesta.v1.GameMaster/{method}")
        try:
            answered: bytes = call(body, metadata=tuple((metadata or {}).items()), timeout=TIMEOUT)
        except grpc.RpcError as error:
            return read(error)
        return answered

    def raw(self, sent: bytes, patience: float = TIMEOUT) -> bytes:
        """The response to bytes on a connection of their own, until it is closed or falls silent."""
        with closing(socket.create_connection(self.address, patience)) as connection:
            return talk(connection, sent)

    def revision(self) -> int:
        """The game's revision."""
        with connect(self.process.grpc) as podesta:
            return podesta.get(self.game, self.tokens[0]).revision

    def check_unharmed(self) -> None:
        """Fail if the game has changed, or the service has failed a call or is down."""
        assert self.revision() == 1
        assert not [line for line in self.process.log if line.get("level") in ("error", "critical")]
        assert self.http.get("/readyz").status_code == 200

    @property
    def resident(self) -> int:
        """Bytes of the service's memory."""
        return self.process.memory


def talk(connection: socket.socket, sent: bytes) -> bytes:
    """Send bytes and read to the end, or to a silence."""
    heard = b""
    try:
        connection.sendall(sent)
        while chunk := connection.recv(65536):
            heard += chunk
    except (TimeoutError, ConnectionError):
        pass
    return heard


@contextmanager
def target(data_dir: Path, **settings: str) -> Iterator[Target]:
    """A service with a game, for the time of a block."""
    own = {"MASTER_KEY": KEY, "TOKEN_CALLS": "0", "ADDRESS_CALLS": "0", "DURABILITY": "everysec", **settings}
    with running_service(data_dir, **own) as process, httpx.Client(base_url=process.rest, timeout=TIMEOUT) as http:
        with connect(process.grpc) as podesta:
            new = podesta.create("golden-horn", ["Ada", "Bice"], options={"start_seat": 0})
        options = [("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1)]
        with grpc.insecure_channel(process.grpc, options) as channel:
            yield Target(process, http, channel, new.id, list(new.tokens))


def get_game(game: str) -> bytes:
    """A request for a game."""
    return pb.GetGameRequest(game=game).SerializeToString()
