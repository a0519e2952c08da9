"""No response over the wire shows a seat's hand to another viewer, in any call, also in parallel."""

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx

from tests.kit.rest import Opened, bearer, look, open_game, play, to_the_end, watching

VIEWERS = (None, 0, 1, 2)


def hands(found: Any) -> Iterator[tuple[int, Any]]:
    """Every hand in a response, with its seat."""
    if isinstance(found, dict):
        if found.get("hand") is not None:
            yield found["seat"], found["hand"]
        for value in found.values():
            yield from hands(value)
    elif isinstance(found, list):
        for value in found:
            yield from hands(value)


def secret_draws(found: Any) -> Iterator[tuple[int, Any]]:
    """Every draw that only one seat may see, with its outcome."""
    if isinstance(found, dict):
        if found.get("event") == "drawn" and found.get("seen_by") is not None:
            yield found["seen_by"], found["outcome"]
        for value in found.values():
            yield from secret_draws(value)
    elif isinstance(found, list):
        for value in found:
            yield from secret_draws(value)


def check(found: Any, viewer: int | None) -> int:
    """Check a viewer's response; returns how many of its own hands were in it."""
    shown = list(hands(found))
    assert {seat for seat, _ in shown} <= {viewer}
    assert all(outcome is None for seat, outcome in secret_draws(found) if seat != viewer)
    assert all(question["seat"] == viewer for question in found.get("questions", []))
    return len(shown)


async def read(http: httpx.AsyncClient, opened: Opened, viewer: int | None, path: str) -> Any:
    """One response to a viewer."""
    headers = bearer(None if viewer is None else opened.tokens[viewer])
    answer = await http.get(f"{opened.path}{path}", headers=headers)
    assert answer.status_code == 200
    return answer.json()


async def test_nobody_reads_anothers_hand(http: httpx.AsyncClient) -> None:
    """Games, earlier revisions and history, read by all viewers at once while the game goes on, keep hands apart."""
    opened, own = await open_game(http, seats=3), 0
    for seed in range(8):
        head = await play(http, opened, Random(seed), most=3)
        paths = ["", f"?at={head}", f"?at={max(1, head - 2)}", f"/events?after={max(0, head - 5)}"]
        wanted = [(viewer, path) for path in paths for viewer in VIEWERS]
        answers = await asyncio.gather(*(read(http, opened, viewer, path) for viewer, path in wanted))
        own += sum(check(found, viewer) for found, (viewer, _) in zip(answers, wanted, strict=True))
        for viewer in (0, 1, 2):
            assert check(await look(http, opened, viewer), viewer) == 1
    assert own > 0


async def test_no_stream_tells_anothers_hand(http: httpx.AsyncClient) -> None:
    """Streams of every viewer, running at once, have no hand but the viewer's own; secret draws are blank to others."""
    opened = await open_game(http, seats=3)

    async def follow(who: int | None) -> list[Any]:
        async with watching(http, opened, "?after=0", seat=who) as events:
            return [json.loads(event.data) for event in await to_the_end(events) if event.event == "update"]

    following = asyncio.gather(*(follow(who) for who in VIEWERS))
    await play(http, opened, Random(21))
    for viewer, told in zip(VIEWERS, await following, strict=True):
        assert any(seat != viewer for update in told for seat, _ in secret_draws(update["events"]))
        for update in told:
            check(update, viewer)
            check(update["after"], viewer)


async def test_answers_show_only_ones_own(http: httpx.AsyncClient) -> None:
    """A new game and a claimed seat show only what their bearer may see."""
    opened = await open_game(http, seats=3, claimed=2)
    claimed = (await http.post(f"{opened.path}/seats", json={})).json()
    assert check(claimed, 2) == 1
    assert check(await look(http, opened), None) == 0
