"""Input that `podesta mcp` cannot use: files, and arguments of tools."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mcp import Client

from podesta_client import connect_async
from podesta_client.agents.seats import FileUnusable, Seats
from podesta_client.agents.server import Tools, serving
from podesta_client.agents.table import Tables
from podesta_client.agents.transcripts import Replay, Transcript
from tests.clients.agents.playing import agent, calling

DAMAGED = ["{", "[3]", '[{"game": "g"}]', '[{"game": 1, "seat": "x", "token": []}]', "[" * 100_000, b"\xff\xfe"]


@pytest.mark.parametrize("found", [None, Path, *DAMAGED], ids=lambda each: repr(each)[:20])
async def test_a_file_that_cannot_be_used_is_named_before_a_seat_is_taken(
    target: str, tmp_path: Path, found: str | bytes | type[Path] | None
) -> None:
    """Below a file, a folder, or damaged: every tool that needs it says so, and no game is left without a holder."""
    (tmp_path / "file").write_text("no folder")
    path = tmp_path / "seats.json" if found else tmp_path / "file" / "seats.json"
    if found is Path:
        path.mkdir()
    elif found:
        path.write_bytes(found if isinstance(found, bytes) else str(found).encode())
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", [None, None])
        there = [each.game async for each in podesta.games("golden-horn", "open", 1)]
        async with Client(serving(Tools(Tables(podesta, Seats(path), 0.0)))) as client:
            call = calling(client)
            opening = call("open", ruleset="golden-horn", others=["open"])
            for said, refused in (await opening, await call("join", game=game.id), await call("tables")):
                assert refused or not found
                assert not refused or (str(path) in said and "--seats" in said and "Errno" not in said)
        assert [each.game async for each in podesta.games("golden-horn", "open", 1)] == there
        assert not any(seat.taken for seat in (await podesta.get(game.id)).seats)


async def test_what_a_tool_cannot_take_is_said_in_words_of_ours(target: str, tmp_path: Path) -> None:
    """Each argument by its name, in our own words instead of the validating library's."""
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json", 0.0) as call:
        assert await call("answer", game="g", revision="x", options=3) == (
            "`revision` is not an integer; `options` is not a list",
            True,
        )
        assert await call("join") == ("`game` is missing", True)


def test_a_transcript_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """At once: one that cannot be written, and one that cannot be replayed."""
    (tmp_path / "damaged.jsonl").write_text('{"tool": "open"}')
    for path, of in ((tmp_path / "damaged.jsonl" / "x", Transcript), (tmp_path / "damaged.jsonl", Replay)):
        with pytest.raises(FileUnusable, match=re.escape(str(path))):
            of(path)
