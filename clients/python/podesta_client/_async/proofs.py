"""Proofs of what happened in a game: its record, and signed heads."""

from __future__ import annotations

from podesta.v1 import game_master_pb2 as pb
from podesta_client.signatures import SignedHead, signed_end

from .calling import AsyncBaseClient


class AsyncProofs(AsyncBaseClient):
    """Records and signed heads. Every method raises Problem."""

    async def record(self, game: str) -> list[str]:
        """The log of an ended game, one JSON line per entry; raises LogChanged if it contradicts earlier heads.

        The signed head at its end is stored and checked against the service's keys, as by `signed_head`.
        """
        response: pb.GetRecordResponse = await self._call(self._stub.GetRecord, pb.GetRecordRequest(game=game))
        lines = list(response.lines)
        self.heads.compare(game, lines)
        if end := signed_end(game, lines):
            await self._keep(end)
        return lines

    async def signed_head(self, game: str, token: str | None = None, at: int | None = None) -> SignedHead:
        """The head of a revision, signed by the service: proof of the log that it has shown.

        It is stored in `signatures`, and checked against the service's key and earlier heads; raises BadSignature,
        KeyChanged, LogChanged. Without the extra `sign` of this package, `checked` stays false.
        """
        request = pb.GetSignedHeadRequest(game=game, at_revision=at)
        told: pb.GetSignedHeadResponse = await self._call(self._stub.GetSignedHead, request, token)
        signed = await self._keep(SignedHead(game, told.revision, told.head, told.key, told.signature))
        self.heads.keep(game, signed.revision, signed.head)
        return signed

    async def _keep(self, signed: SignedHead) -> SignedHead:
        """Store a signed head; ask the service for its keys if the key is unknown."""
        if signed.key not in self.signatures.keys:
            told: pb.ListSigningKeysResponse
            told = await self._call(self._stub.ListSigningKeys, pb.ListSigningKeysRequest())
            for each in told.keys:
                self.signatures.tell(each.key, each.public_key)
        return self.signatures.keep(signed)
