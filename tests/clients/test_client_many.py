"""Many games at once: one stream for seats of different games, one result for each, even if a game is slow or fails."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import choice
from typing import Any

import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Question, Result
from podesta_client import IllegalAnswer, Problem, Turn, connect, connect_async
from podesta_client.chains import Chains
from podesta_client.multiplexing import MOST, Multiplexer, PendingTurn, results
from podesta_client.playing import Player

SHORT = {"round_limit": 1}


def anything(turn: Turn) -> str:
    """Any legal option."""
    return choice(turn.question.options).word


class Counted:
    """A stub that counts the streams that are opened."""

    def __init__(self, stub: Any) -> None:
        self.stub, self.streams = stub, 0

    def __getattr__(self, name: str) -> Any:
        self.streams += name == "Play"
        return getattr(self.stub, name)


async def test_every_game_has_its_result(target: str) -> None:
    """Four games, both seats of each: two streams, four results, and each seat's own function is called."""
    asked: Counter[str] = Counter()

    def asking(name: str) -> Any:
        def choose(turn: Turn) -> str:
            asked[name, turn.game.game, turn.seat] += 1
            return anything(turn)

        return choose

    async with connect_async(target) as podesta:
        counted = podesta._stub = Counted(podesta._stub)
        games = [await podesta.create("golden-horn", ["Ada", "Bice"], options=SHORT) for _ in range(4)]
        seats = {token: asking(token) for game in games for token in game.tokens}
        found = await podesta.play_many(seats)
        for game in games:
            assert found[game.id] == (await podesta.get(game.id)).result
    assert set(found) == {game.id for game in games}
    assert counted.streams == 2
    expected = {(token, game.id, seat) for game in games for seat, token in enumerate(game.tokens)}
    assert set(asked) == expected


def play_in_a_thread(target: str) -> tuple[dict[str, Result], list[str], int]:
    """The same with the synchronous client."""
    with connect(target) as podesta:
        counted = podesta._stub = Counted(podesta._stub)
        rulesets = {"golden-horn": SHORT, "notre-dame": {}}
        games = [podesta.create(ruleset, ["Ada", "Bice"], options=options) for ruleset, options in rulesets.items()]
        found = podesta.play_many({token: anything for game in games for token in game.tokens})
        return found, [game.id for game in games], counted.streams


async def test_ordinary_programs_play_many_games_too(target: str) -> None:
    """Games of different rulesets, two streams, two results."""
    found, games, streams = await asyncio.to_thread(play_in_a_thread, target)
    assert set(found) == set(games)
    assert {result.reason for result in found.values()} >= {"nine_rounds"}
    assert streams == 2


async def test_who_thinks_long_holds_nobody_up(target: str) -> None:
    """While one game's function is awaited, another game on the same stream is played to its end."""
    over = asyncio.Event()

    async def patient(turn: Turn) -> str:
        await over.wait()
        return anything(turn)

    async with connect_async(target) as podesta:
        slow, quick = [
            await podesta.create("golden-horn", ["Ada", "Bice"], options=SHORT | {"start_seat": 0}) for _ in range(2)
        ]

        async def end() -> None:
            async for _ in podesta.watch(quick.id):
                pass
            over.set()

        watching = asyncio.create_task(end())
        seats: dict[str, Any] = dict.fromkeys(slow.tokens, patient) | dict.fromkeys(quick.tokens, anything)
        async with asyncio.timeout(60):
            assert set(await podesta.play_many(seats)) == {slow.id, quick.id}
            await watching


@pytest.mark.parametrize("word", ["atlantis", ""])
async def test_a_wrong_word_ends_all_and_is_told(target: str, word: str) -> None:
    """It raises IllegalAnswer, as with `play`; an invalid token is refused too."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", "Bice"], options=SHORT)
        with pytest.raises(IllegalAnswer):
            await podesta.play_many(dict.fromkeys(game.tokens, lambda _: word))
        with pytest.raises(Problem, match="bad-token"):
            await podesta.play_many({"nonsense": anything, game.tokens[0]: anything})
        with pytest.raises(ZeroDivisionError):
            await podesta.play_many(dict.fromkeys(game.tokens, lambda _: str(1 // 0)))


# -- the games by itself ----------------------------------------------------------------------------------------------


def turn(game: str, asked: bool = False) -> pb.PlayResponse:
    """The message on a stream for a game that was joined."""
    return pb.PlayResponse(turn=pb.Game(game=game, revision=1, questions=[Question(kind="act")] if asked else []))


def refused(game: str, kind: str) -> pb.PlayResponse:
    """A join that was refused."""
    return pb.PlayResponse(refused=pb.Refused(game=game, problem=pb.Problem(type=kind)))


def test_seats_join_one_after_another() -> None:
    """Each join waits for the response to the one before; news of joined games do not count as that."""
    first, second = Player("a", Chains()), Player("b", Chains())
    games = Multiplexer([first, second])
    assert [request.join.token for request in games.begin()] == ["a"]
    assert [request.join.token for request in games.hear(turn("one"))] == ["b"]
    (asked,) = games.hear(turn("one", asked=True))
    assert isinstance(asked, PendingTurn)
    assert asked.player is first
    (asked,) = games.hear(turn("two", asked=True))
    assert isinstance(asked, PendingTurn)
    assert asked.player is second
    assert [request.join.token for request in games.begin()] == ["a"]


def test_who_finds_no_room_is_left_over() -> None:
    """A second seat of a game, and one beyond the 64th, go to another stream; a bad token is a problem."""
    players = [Player(f"{number}", Chains()) for number in range(MOST + 2)]
    games = Multiplexer(players)
    assert games.let_go() == players[MOST:]
    games.begin()
    games.hear(turn("one"))
    assert [request.join.token for request in games.hear(refused("one", "malformed"))] == ["2"]
    assert games.let_go() == []  # others are still joining
    for number in range(2, MOST):
        games.hear(turn(f"game {number}"))
    assert games.let_go() == [players[1]]
    assert games.let_go() == []
    games.begin()
    with pytest.raises(Problem, match="bad-token"):
        games.hear(refused("", "bad-token"))


def test_a_game_that_is_over_is_not_joined_again() -> None:
    """After a lost stream only unfinished games are joined; when all are over, none is."""
    first, second = Player("a", Chains()), Player("b", Chains())
    games = Multiplexer([first, second])
    games.begin()
    games.hear(pb.PlayResponse(ended=pb.Game(game="one", result=Result(reason="declared"))))
    assert [request.join.token for request in games.begin()] == ["b"]
    assert not games.over
    games.hear(pb.PlayResponse(ended=pb.Game(game="two", result=Result(reason="round_limit"))))
    assert games.over
    assert games.begin() == []
    assert {game: result.reason for game, result in results([first, second]).items()} == {
        "one": "declared",
        "two": "round_limit",
    }
