"""A program ends after its calls: gRPC's calls are let go when they are over, not at the interpreter's end.

A call takes a lock when it is freed. Freed at the interpreter's end, it may wait for ever for a thread that was stopped
with that lock: once in some hundred programs on a busy machine.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import choice

import grpc
import pytest

from podesta_client import BadToken, NotFound, Podesta, Turn, connect
from podesta_client.requests import NewGame

SHORT = {"start_seat": 0, "round_limit": 2}


def opened(podesta: Podesta) -> NewGame:
    """A short game."""
    return podesta.create("golden-horn", ["Ada", "Bice"], options=SHORT)


def anything(turn: Turn) -> str:
    """Any legal option."""
    return choice(turn.question.options).word


def plays(podesta: Podesta, _kept: list[object]) -> None:
    """A game is played to its end."""
    podesta.play(opened(podesta).tokens, anything)


def fails(podesta: Podesta, kept: list[object]) -> None:
    """The bot's function fails."""
    with pytest.raises(ZeroDivisionError) as caught:
        podesta.play(opened(podesta).tokens, lambda _turn: str(1 // 0))
    kept.append(caught.value)


def is_revoked(podesta: Podesta, kept: list[object]) -> None:
    """The seat is reissued while it thinks."""
    game = opened(podesta)

    def revoke(turn: Turn) -> str:
        podesta.reissue(game.id, 0, game.tokens[0])
        return anything(turn)

    with pytest.raises(BadToken) as caught:
        podesta.play(game.tokens, revoke)
    kept.append(caught.value)


def looks_once(podesta: Podesta, kept: list[object]) -> None:
    """A watcher has seen enough, and keeps its iterator."""
    kept.append(updates := podesta.watch(opened(podesta).id))
    next(updates)


def watches_nothing(podesta: Podesta, kept: list[object]) -> None:
    """The game to be watched does not exist."""
    with pytest.raises(NotFound) as caught:
        next(podesta.watch("nosuchgame"))
    kept.append(caught.value)


def looks_at_the_lobby(podesta: Podesta, kept: list[object]) -> None:
    """The lobby, the same."""
    kept.append(lobby := podesta.watch_lobby())
    next(lobby)


def searches(podesta: Podesta, kept: list[object]) -> None:
    """A search is refused."""
    with pytest.raises(NotFound) as caught, podesta.simulator.search() as search:
        search.determinize("nosuchgame")
    kept.append(caught.value)


@contextmanager
def collected_by_hand() -> Iterator[None]:
    """No garbage is collected in the block but by counting references."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def streams() -> list[object]:
    """The streams that somebody holds, or that only the collector would free."""
    return [each for each in gc.get_objects() if isinstance(each, grpc.Call) and isinstance(each, grpc.RpcError)]


def readers() -> list[str]:
    """The client's threads that run."""
    return [each.name for each in threading.enumerate() if "_read" in each.name]


@pytest.mark.parametrize(
    "program", [plays, fails, is_revoked, looks_once, watches_nothing, looks_at_the_lobby, searches]
)
async def test_nothing_of_a_stream_is_left_when_its_client_is_closed(
    target: str, program: Callable[[Podesta, list[object]], None]
) -> None:
    """Also if the program keeps its exception, as an interpreter does with its last one, or an iterator."""
    kept: list[object] = []

    def run() -> None:
        with connect(target) as podesta:
            program(podesta, kept)

    with collected_by_hand():
        await asyncio.to_thread(run)
        assert (streams(), readers()) == ([], [])
