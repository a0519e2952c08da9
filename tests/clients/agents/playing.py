"""The tests' substitute for a language model: it reads a tool's text and chooses by it, as a model would."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from mcp import Client
from mcp_types import TextContent

from podesta_client import AsyncPodesta
from podesta_client.agents.seats import Seat, Seats
from podesta_client.agents.server import Tools, serving
from podesta_client.agents.table import Tables
from podesta_client.agents.transcripts import Transcript

SHORT = {"round_limit": 2, "start_seat": 0}


Call = Callable[..., Awaitable[tuple[str, bool]]]
"""Calls a tool; returns its text, and whether that is a refusal."""
_REVISION = re.compile(r"revision (\d+)")


def calling(client: Client) -> Call:
    """Calls to a server."""

    async def call(tool: str, **arguments: Any) -> tuple[str, bool]:
        result = await client.call_tool(tool, arguments)
        (said,) = result.content
        assert isinstance(said, TextContent)
        if standing := result.structured_content:
            assert [*options_in(said.text).values()] == standing["options"]
            assert str(standing["revision"]) in said.text
            assert (": 1. seat " in said.text) == (standing["status"] == "ended")
        return said.text, bool(result.is_error)

    return call


def revision_in(said: str) -> int:
    """The revision in a tool's text."""
    found = _REVISION.search(said)
    assert found is not None, said
    return int(found[1])


def options_in(said: str) -> dict[int, str]:
    """The options in a tool's text, by their numbers; empty if there is no question."""
    pairs = [part.partition(" ") for part in said.splitlines()[-1].split(" | ")]
    return {int(number): word for number, _, word in pairs if number.isdecimal()}


async def play(call: Call, game: str, rnd: Random, most: int = 1000, **where: Any) -> list[str]:
    """Play a game to its end, or so many answers, by numbers and by words; return the text of `answer` each time."""
    said, refused = await call("look", game=game, **where)
    told: list[str] = []
    while not refused and len(told) < most and (options := options_in(said)):
        number = rnd.choice([*options])
        given = number if rnd.random() < 0.5 else options[number]
        said, refused = await call("answer", game=game, revision=revision_in(said), options=[given], **where)
        told.append(said)
    assert not refused, said
    return told


def game_in(said: str) -> str:
    """The game's id in the text of `open` or `join`."""
    return said.split()[1]


@asynccontextmanager
async def agent(podesta: AsyncPodesta, path: Path, patience: float = 20.0) -> AsyncIterator[Call]:
    """An agent with its seats in a file; each has a server of its own."""
    notes = Transcript(path.with_suffix(".jsonl"))
    async with Client(serving(Tools(Tables(podesta, Seats(path), patience), notes))) as client:
        yield calling(client)


async def opened(podesta: AsyncPodesta, path: Path, options: dict[str, Any] | None = None) -> str:
    """A game of Golden Horn with both seats held in a file."""
    game = await podesta.create("golden-horn", ["Ada", "Bice"], options=SHORT | (options or {}))
    Seats(path).add(*(Seat(game.id, seat, token) for seat, token in enumerate(game.tokens)))
    return game.id
