"""`podesta mcp`: the protocol's own client plays whole games with it, in few words, and every call is independent.

The substitutes for a language model read a tool's text and choose by it, as a model would.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from random import Random
from statistics import median

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from podesta_client import Turn, connect_async
from podesta_client.agents.seats import Seat, SeatNotHeld, Seats
from podesta_client.agents.server import Tools, serving
from podesta_client.agents.table import Tables
from podesta_client.agents.telling import over
from podesta_client.agents.texts import ROOM
from podesta_client.agents.transcripts import Replay
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_service.catalogue import catalogue
from tests.clients.agents.playing import agent, calling, game_in, opened, options_in, play, revision_in

pytest.importorskip("mcp")


TOOLS = {"tables", "open", "join", "look", "why_not", "preview", "answer", "rules", "cards", "resign"}
FEW_WORDS = 4 * 200
"""Characters of an answer, at 4 a token: the median of a game is below."""


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_whole_games(target: str, tmp_path: Path, ruleset: Ruleset) -> None:
    """The agent opens a game, other players join, it plays to the end by the tools' texts, and gets the result."""
    rnd = Random(1)
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json", 0.0) as call:
        said, _ = await call("open", ruleset=ruleset.id, others=["open"] * (ruleset.seats[0] - 1))
        game = game_in(said)
        assert said.endswith("the game waits for players")
        tokens = [(await podesta.claim(game)).token for _ in range(ruleset.seats[0] - 1)]
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json") as call:
        others = asyncio.create_task(podesta.play(tokens, lambda turn: _any(turn, rnd)))
        told = await play(call, game, rnd)
        assert told[-1].splitlines()[-1] == over(await others)
        assert median(map(len, told)) <= FEW_WORDS
    assert not [token for token in tokens if token in (tmp_path / "seats.jsonl").read_text()]


def _any(turn: Turn, rnd: Random) -> str:
    return rnd.choice(turn.question.options).word


async def test_every_call_stands_by_itself(target: str, tmp_path: Path) -> None:
    """A game is played by servers that each live for one call; they share nothing but the file of seats."""
    async with connect_async(target) as podesta:
        game = await opened(podesta, tmp_path / "seats.json")
        for number in range(6):
            async with agent(podesta, tmp_path / "seats.json") as call:
                seat = (await podesta.get(game)).waiting[0].seat
                said, _ = await call("look", game=game, seat=seat)
                revision = revision_in(said)
                _, refused = await call("answer", game=game, seat=seat, revision=revision, options=[1])
                assert not refused
            assert revision == number + 1


async def test_an_answer_that_is_sent_twice_is_one_answer(target: str, tmp_path: Path) -> None:
    """The same call again is the same command: an agent that lost the reply asks again."""
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json") as call:
        game = await opened(podesta, tmp_path / "seats.json")
        first = await call("answer", game=game, seat=0, revision=1, options=[1])
        assert await call("answer", game=game, seat=0, revision=1, options=[1]) == first
        assert (await podesta.get(game)).revision == 2


async def test_refusals_say_what_would_be_legal(target: str, tmp_path: Path) -> None:
    """A model reads the rule, the legal words, and the game's state; nothing has changed."""
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json") as call:
        game = await opened(podesta, tmp_path / "seats.json")
        said, refused = await call("answer", game=game, seat=0, revision=1, options=["atlantis"])
        assert refused
        assert said.startswith("illegal-answer: ")
        assert "\nG-12" in said
        assert "venice.venice.venice" in said.partition("legal: ")[2]
        assert (await call("answer", game=game, seat=0, revision=1, options=[99]))[0] == (
            "place_ships has the options 1 to 8"
        )
        assert "not your turn" in (await call("answer", game=game, seat=1, revision=1, options=[1]))[0]
        assert await call("answer", game=game, revision=1, options=[1]) == (
            f"say which seat of game {game} is meant; you hold: 0, 1",
            True,
        )
        assert (await call("answer", game=game, seat=0, revision=1, options=[]))[1]
        assert (await call("look", game="aaaaaaaaaaaaaaaaaaaaa"))[0].startswith("unknown-game: ")
        assert (await podesta.get(game)).revision == 1
        await call("answer", game=game, seat=0, revision=1, options=[1])
        said, refused = await call("answer", game=game, seat=0, revision=1, options=[2])
        assert refused
        assert "revision 2" in said


async def test_why_not_and_preview_change_nothing(target: str, tmp_path: Path) -> None:
    """One names the rule, the other shows the next position; several options answer several questions."""
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json") as call:
        game = await opened(podesta, tmp_path / "seats.json")
        said, _ = await call("why_not", game=game, seat=0, question="act", option="move.ship_a_one.blue")
        assert said.startswith("another-question: ")
        said, _ = await call("preview", game=game, seat=0, options=[1])
        assert said.startswith("1 played, then: ")
        assert (await podesta.get(game)).revision == 1


async def test_rules_are_told_by_their_numbers(target: str, tmp_path: Path) -> None:
    """Of the game's version; an unknown number lists the known ones; the length is bounded."""
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json") as call:
        game = await opened(podesta, tmp_path / "seats.json")
        said, refused = await call("rules", game=game, numbers=["G-12"])
        assert (refused, said.startswith("G-12")) == (False, True), said
        assert "G-12" in (await call("rules", game=game, numbers=["X-1"]))[0]
        every = (await podesta.ruleset("golden-horn")).catalogue.fields["rules"].struct_value.fields
        said, _ = await call("rules", game=game, numbers=[*every])
        assert len(said) < ROOM + 100


async def test_cards_are_told_by_their_words(target: str, tmp_path: Path) -> None:
    """By an option's word as well, with the rules behind them; an unknown word lists the known ones."""
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json") as call:
        game = await opened(podesta, tmp_path / "seats.json")
        said, refused = await call("cards", game=game, words=["move.ship_a_one.red"])
        assert not refused
        assert any(line.startswith("red (red; G-3, ") for line in said.splitlines())
        assert " red " in (await call("cards", game=game, words=["atlantis"]))[0]


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_rules_and_cards_are_resources(target: str, tmp_path: Path, ruleset: Ruleset) -> None:
    """Each rule and each card with a text, whole; without a choice of ruleset, the rulesets are listed."""
    async with connect_async(target) as podesta:
        tables = Tables(podesta, Seats(tmp_path / "seats.json"))
        async with Client(serving(Tools(tables), tables)) as client:
            (rules,) = (await client.read_resource(f"podesta://{ruleset.id}/rules")).contents
            (cards,) = (await client.read_resource(f"podesta://{ruleset.id}/cards")).contents
            (opening,) = [tool for tool in (await client.list_tools()).tools if tool.name == "open"]
    texts = catalogue(ruleset.id, "en").rules
    assert rules.text == "\n\n".join(texts[number] for number in sorted(texts, key=_in_order))
    words = {word.slug for vocabulary in ruleset.cards for word in vocabulary.words}
    assert words <= {line.partition(" ")[0] for line in cards.text.splitlines()}
    assert ruleset.id in opening.input_schema["properties"]["ruleset"]["enum"]


def _in_order(rule: str) -> tuple[str, int]:
    kind, _, number = rule.partition("-")
    return kind, int(number)


async def test_look_tells_labels(target: str, tmp_path: Path) -> None:
    """Next to the words, so that a model knows their meaning; answers omit them, to stay short."""
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json") as call:
        game = await opened(podesta, tmp_path / "seats.json")
        for seat in (0, 1):
            said, _ = await call("answer", game=game, seat=seat, revision=seat + 1, options=[1])
        held = Seats(tmp_path / "seats.json").of(game, 0)
        labels = [option.label for option in (await podesta.get(game, held.token)).questions[0].options]
        said, _ = await call("look", game=game, seat=0)
        assert any(f": {label}" in said for label in labels)


async def test_a_seat_resigns(target: str, tmp_path: Path) -> None:
    """For good, and once however often it is called; hosts are warned that this tool is destructive."""
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json") as call:
        game = await opened(podesta, tmp_path / "seats.json")
        said, refused = await call("resign", game=game, seat=0)
        assert (refused, said.startswith("resigned; ")) == (False, True), said
        assert (await podesta.get(game)).revision > 1
        async with Client(serving(Tools(Tables(podesta, Seats(tmp_path / "seats.json"))))) as client:
            hints = {tool.name: tool.annotations for tool in (await client.list_tools()).tools}
    assert {name for name, its in hints.items() if its and its.destructive_hint} == {"resign"}
    changing = {name for name, its in hints.items() if its and not its.read_only_hint}
    assert changing == {"open", "join", "answer", "resign"}


async def test_several_options_answer_questions_in_turn(target: str, tmp_path: Path) -> None:
    """The second option is for the question after the first; an invalid list is refused as a whole."""
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json") as call:
        game = await opened(podesta, tmp_path / "seats.json")
        for seat in (0, 1):
            said, _ = await call("answer", game=game, seat=seat, revision=seat + 1, options=[1])
        said, _ = await call("look", game=game, seat=0)
        moves = [word for word in options_in(said).values() if word.startswith("move.")]
        said, refused = await call("answer", game=game, seat=0, revision=3, options=[moves[0], 1])
        assert not refused, said
        (made, *_) = [update async for update in podesta.history(game, after=3)]
        assert [event.WhichOneof("event") for event in made.events].count("answered") == 2


async def test_a_lobby_is_told_and_joined(target: str, tmp_path: Path) -> None:
    """Tables of the agent's own, and those with free seats."""
    async with connect_async(target) as podesta, agent(podesta, tmp_path / "seats.json", 0.0) as call:
        open_one = await podesta.create("golden-horn", ["Ada", None])
        said, _ = await call("tables", ruleset="golden-horn")
        assert f"open: {open_one.id} golden-horn, 1 of 2 seats free" in said
        said, _ = await call("join", game=open_one.id, name="Bice")
        assert "you are seat 1" in said
        assert f"yours: {open_one.id} seat 1" in (await call("tables"))[0]
        said, refused = await call("join", game=open_one.id)
        assert refused, said


async def test_a_transcript_is_told_again(target: str, tmp_path: Path) -> None:
    """Without a service: the same calls get the same responses, and any other call is named."""
    path = tmp_path / "seats.json"
    async with connect_async(target) as podesta, agent(podesta, path) as call:
        game = await opened(podesta, path)
        told = await play(call, game, Random(3), 1, seat=0)
    assert path.with_suffix(".jsonl").stat().st_mode & 0o777 == 0o600, "secrets of invitations are its owner's"
    async with Client(serving(Tools(Replay(path.with_suffix(".jsonl"))))) as client:
        again = calling(client)
        assert await again("look", game=game, seat=1) == (
            f"call 1 was look {json.dumps({'game': game, 'seat': 0, 'full': False})}",
            True,
        )
        assert await play(again, game, Random(3), 1, seat=0) == told
        said, refused = await again("look", game=game, seat=0)
        assert (said, refused) == ("the transcript ends before look", True)


def test_seats_are_kept_for_their_owner(tmp_path: Path) -> None:
    """In a file of mode 600; a seat that is already held gets the newer token."""
    seats = Seats(tmp_path / "seats.json")
    assert seats.find("g") is None
    with pytest.raises(SeatNotHeld, match="you hold: none"):
        seats.of("g")
    seats.add(Seat("g", 0, "old"))
    seats.add(Seat("g", 0, "new"), Seat("g", 2, "other"))
    assert [each.token for each in Seats(tmp_path / "seats.json").all()] == ["new", "other"]
    assert (tmp_path / "seats.json").stat().st_mode & 0o777 == 0o600
    with pytest.raises(SeatNotHeld, match="you hold: 0, 2"):
        seats.of("g")
    assert seats.of("g", 2).token == "other"


@pytest.mark.slow
async def test_over_stdio(target: str, tmp_path: Path) -> None:
    """As an agent's host starts it: a process of its own, with the tools and short instructions."""
    async with connect_async(target) as podesta:
        game = await opened(podesta, tmp_path / "seats.json")
    arguments = ["-m", "podesta_service.cli", "mcp", "--grpc", target, "--seats", str(tmp_path / "seats.json")]
    server = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
    async with Client(server) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        said, refused = await calling(client)("answer", game=game, seat=0, revision=1, options=[1])
    assert not refused
    assert said.startswith("revision 2\n")
