"""The wires of the tests' bots: the stubs of gRPC alone, and REST with an HTTP library alone."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, NamedTuple, Protocol

import grpc
import httpx
from httpx_sse import EventSource

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.words_pb2 import Answer
from podesta_client.channels import OPTIONS
from podesta_client.problems import Problem, lost, raised
from podesta_client.requests import NewGame

GAME, BEAT, UNKNOWN = "game", "beat", "unknown"


class Said(NamedTuple):
    """A message of a stream: its kind, and the game in it."""

    name: str
    revision: int = 0
    ended: bool = False
    asked: str = ""
    words: tuple[str, ...] = ()


class Wire(Protocol):
    """Both raise Problem."""

    def follow(self, after: int | None) -> AsyncGenerator[Said, None]:
        """Every message of one stream."""

    async def look(self) -> Said:
        """The current game."""

    async def answer(self, revision: int, command: str, asked: str, word: str) -> None:
        """One attempt at an answer."""

    async def close(self) -> None:
        """Close the connections."""


class Grpc:
    """`Watch` and `Answer`."""

    def __init__(self, target: str, game: NewGame) -> None:
        self._game = game.id
        self._metadata = (("authorization", f"Bearer {game.tokens[0]}"),)
        self._channel = grpc.aio.insecure_channel(target, OPTIONS)
        self._stub: Any = GameMasterStub(self._channel)

    async def follow(self, after: int | None) -> AsyncGenerator[Said, None]:
        """Every message of one stream."""
        request = pb.WatchRequest(game=self._game, after_revision=after)
        try:
            async for said in self._stub.Watch(request, metadata=self._metadata):
                yield _heard(said)
        except grpc.RpcError as error:
            raise raised(error) from None

    async def look(self) -> Said:
        """The current game."""
        try:
            found = await self._stub.GetGame(pb.GetGameRequest(game=self._game), metadata=self._metadata)
        except grpc.RpcError as error:
            raise raised(error) from None
        return _heard(pb.WatchResponse(game=found.game))

    async def answer(self, revision: int, command: str, asked: str, word: str) -> None:
        """One attempt at an answer."""
        answers = [Answer(question=asked, option=word)]
        request = pb.AnswerRequest(game=self._game, revision=revision, command_id=command, answers=answers)
        try:
            await self._stub.Answer(request, metadata=self._metadata)
        except grpc.RpcError as error:
            raise raised(error) from None

    async def close(self) -> None:
        """Close the channel."""
        await self._channel.close()


def _heard(said: pb.WatchResponse) -> Said:
    match said.WhichOneof("response"):
        case "update" | "game" as name:
            game = said.game if name == "game" else said.update.after
            asked = [(each.kind, tuple(option.word for option in each.options)) for each in game.questions]
            return Said(GAME, game.revision, game.status == pb.STATUS_ENDED, *(asked[0] if asked else ()))
        case "heartbeat" | "patched":
            return Said(BEAT)
    return Said(UNKNOWN)


class Rest:
    """Server-Sent Events and POST."""

    def __init__(self, url: str, game: NewGame) -> None:
        headers = {"Authorization": f"Bearer {game.tokens[0]}"}
        self._client = httpx.AsyncClient(base_url=f"{url}/v1/games/{game.id}", headers=headers, timeout=30)

    async def follow(self, after: int | None) -> AsyncGenerator[Said, None]:
        """Every event of one stream."""
        query = {} if after is None else {"after": str(after)}
        try:
            async with self._client.stream("GET", "/stream", params=query) as response:
                await _fine(response)
                async with aclosing(EventSource(response).aiter_sse()) as events:
                    async for each in events:
                        if each.data:  # the library reports a comment as an event without data
                            yield _event(each.event, json.loads(each.data))
        except httpx.HTTPError:
            raise lost() from None

    async def look(self) -> Said:
        """The current game."""
        try:
            response = await self._client.get("")
            await _fine(response)
        except httpx.HTTPError:
            raise lost() from None
        return _event("game", response.json())

    async def answer(self, revision: int, command: str, asked: str, word: str) -> None:
        """One attempt at an answer."""
        headers = {"If-Match": f'"{revision}"', "Idempotency-Key": command, "Prefer": "return=minimal"}
        body = {"answers": [{"question": asked, "option": word}]}
        try:
            await _fine(await self._client.post("/answers", json=body, headers=headers))
        except httpx.HTTPError:
            raise lost() from None

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()


async def _fine(response: httpx.Response) -> None:
    """Raises Problem for a refusal."""
    if response.is_error:
        told = json.loads(await response.aread())
        raise Problem(_problem(told), float(response.headers.get("Retry-After", 0)))


def _problem(told: dict[str, Any]) -> pb.Problem:
    return pb.Problem(type=told["type"].removeprefix("/problems/"), detail=told["detail"])


def _event(name: str, told: dict[str, Any]) -> Said:
    """An event; raises Problem if the stream ends before the game does."""
    match name:
        case "problem":
            raise Problem(_problem(told))
        case "drain":
            raise lost()
        case "game" | "update":
            game = told.get("after", told)
            asked = [(each["kind"], tuple(option["word"] for option in each["options"])) for each in game["questions"]]
            return Said(GAME, game["revision"], game["status"] == "ended", *(asked[0] if asked else ()))
        case "heartbeat" | "end":
            return Said(BEAT)
    return Said(UNKNOWN)
