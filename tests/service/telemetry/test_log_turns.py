"""When the lines of a log are written: those of one turn of the event loop together, trouble at once."""

from __future__ import annotations

import asyncio
import io
import logging

import pytest

from podesta_service.telemetry.logs import Handler, Lines


class Stream(io.StringIO):
    """Remembers what was written at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []

    def write(self, text: str) -> int:
        """Remember it."""
        self.written.append(text)
        return len(text)


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> Stream:
    """What is written to."""
    stream = Stream()
    monkeypatch.setattr(Lines, "stream", stream)
    return stream


async def test_the_lines_of_a_turn_leave_together(stream: Stream) -> None:
    """Nothing is written before the turn is over, and all of it by then; so for every turn."""
    for turn in range(3):
        Lines("a").info(f"{turn} first")
        Lines("b").info(f"{turn} second")
        assert len(stream.written) == turn
        await asyncio.sleep(0)
        assert stream.written[turn:] == [f"{turn} first\n{turn} second\n"]


async def test_trouble_is_written_at_once(stream: Stream) -> None:
    """And what came before it stands before it, whichever of the two ways of logging it takes."""
    Lines().info("before")
    Lines().warning("trouble")
    Lines().info("between")
    handler = Handler(stream)
    handler.terminator = ""
    handler.emit(logging.makeLogRecord({"msg": "more"}))
    assert stream.written == ["before\ntrouble\n", "between\n", "more"]


def test_without_a_loop_and_after_one_no_line_waits(stream: Stream) -> None:
    """Commands write as they go; what a loop's last turn said is written with the first line after it."""

    async def last_words() -> None:
        Lines().info("last words")

    Lines().info("before")
    asyncio.run(last_words())
    Lines().info("after")
    assert "".join(stream.written) == "before\nlast words\nafter\n"
    assert stream.written[0] == "before\n"


async def test_a_line_that_cannot_be_written_fails_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is lost, and those after it are written."""
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(Lines, "stream", closed)
    Lines().error("lost")
    Lines().info("lost, too")
    await asyncio.sleep(0)
    opened = Stream()
    monkeypatch.setattr(Lines, "stream", opened)
    Lines().error("written")
    assert opened.written == ["written\n"]
