"""A message that unpacks to more than the limit is refused by gRPC itself, before any of it is read."""

from __future__ import annotations

import grpc
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from tests.kit.grpc_wire import TIMEOUT

SIZE = 64 << 20


async def test_a_compressed_message_is_bounded_as_it_is_unpacked(stub: GameMasterStub) -> None:
    """64 MB in 64 KB, which is below a message's limit: refused by its unpacked size."""
    request = pb.CreateGameRequest(ruleset="x" * SIZE)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.CreateGame(request, timeout=TIMEOUT, compression=grpc.Compression.Gzip)
    assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "Decompressed message larger than max" in (refused.value.details() or "")
