"""What remains of a game for others to see: its record, and what the service has signed."""

from __future__ import annotations

from podesta.v1 import game_master_pb2 as pb
from podesta_client.signatures import Signed, signed_end

from .calling import AsyncCaller


class AsyncProofs(AsyncCaller):
    """Records and signed heads. Every method raises Problem."""

    async def record(self, game: str) -> list[str]:
        """The log of an ended game, a JSON line an entry; raises LogChanged if it is not the one that was told.

        What its end says was signed is kept, and held against the service's keys, as by `signed_head`.
        """
        response: pb.GetRecordResponse = await self._call(self._stub.GetRecord, pb.GetRecordRequest(game=game))
        lines = list(response.lines)
        self.heads.compare(game, lines)
        if end := signed_end(game, lines):
            await self._keep(end)
        return lines

    async def signed_head(self, game: str, token: str | None = None, at: int | None = None) -> Signed:
        """The head of a revision, signed by the service: it proves to others what was told, whatever is told later.

        It is kept in `signatures`, and held against the service's key and what was told before; raises BadSignature,
        KeyChanged, LogChanged. Without the extra `sign` of this package it is not `checked`, and says so.
        """
        request = pb.GetSignedHeadRequest(game=game, at_revision=at)
        told: pb.GetSignedHeadResponse = await self._call(self._stub.GetSignedHead, request, token)
        signed = await self._keep(Signed(game, told.revision, told.head, told.key, told.signature))
        self.heads.told(game, signed.revision, signed.head)
        return signed

    async def _keep(self, signed: Signed) -> Signed:
        """Keep a signed head; where its key is not known, the service is asked for its keys."""
        if signed.key not in self.signatures.keys:
            told: pb.ListSigningKeysResponse
            told = await self._call(self._stub.ListSigningKeys, pb.ListSigningKeysRequest())
            for each in told.keys:
                self.signatures.tell(each.key, each.public_key)
        return self.signatures.keep(signed)
