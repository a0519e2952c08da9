"""A game driven over both wires, and calls that both refuse."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from uuid import uuid4

import jwt
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Answer
from podesta_client import Problem
from tests.contract.both_wires import BothWires, Json, read


def new_key() -> str:
    """A fresh command id."""
    return str(uuid4())


def opens(token: str) -> Json:
    """What a token opens: its claims without the times, which depend on when it was issued."""
    claims = jwt.decode(token, options={"verify_signature": False})
    return {name: claim for name, claim in claims.items() if name not in ("iat", "exp")}


@dataclass
class Play:
    """A running game of a ruleset, driven over both wires."""

    wires: BothWires
    ruleset: str
    game: str = ""
    tokens: dict[int, str] = field(default_factory=dict)
    rnd: Random = field(default_factory=lambda: Random(11))

    @property
    def path(self) -> str:
        """The game's address."""
        return f"/v1/games/{self.game}"

    @property
    def viewers(self) -> list[str | None]:
        """The token of every seat, and none."""
        return [*self.tokens.values(), None]

    def seen(self, token: str | None, at: int | None = None) -> Json:
        """The game over REST, after comparing it with that over gRPC."""
        told = self.wires.get(self.path + (f"?at={at}" if at else ""), token)
        answered = self.wires.rpc("GetGame", pb.GetGameRequest(game=self.game, at_revision=at), token)
        assert read(pb.Game, told) == answered.game
        self._sign(token, told["revision"])
        return told

    def _sign(self, token: str | None, at: int) -> None:
        """The head of a revision is signed alike over both wires, by a key that both list."""
        told = self.wires.get(f"{self.path}/head?at={at}", token)
        request = pb.GetSignedHeadRequest(game=self.game, at_revision=at)
        assert read(pb.GetSignedHeadResponse, told) == self.wires.rpc("GetSignedHead", request, token)
        keys = self.wires.get("/v1/signing-keys", None)
        assert read(pb.ListSigningKeysResponse, keys) == self.wires.rpc("ListSigningKeys", pb.ListSigningKeysRequest())
        assert told["key"] in [each["key"] for each in keys["keys"] if each["in_use"]]

    def asked(self) -> tuple[int, Json]:
        """A seat that is asked, and the game as it sees it."""
        seat = self.rnd.choice(self.seen(None)["waiting"])["seat"]
        return seat, self.seen(self.tokens[seat])

    def move(self, over_rest: bool) -> tuple[Json, int]:
        """Send a random answer over one wire, and the same command over the other: one result; return the seat."""
        seat, shown = self.asked()
        question = shown["questions"][0]
        option, key = self.rnd.choice(question["options"])["word"], new_key()
        body = {"answers": [{"question": question["kind"], "option": option}]}
        request = pb.AnswerRequest(game=self.game, revision=shown["revision"], command_id=key)
        request.answers.append(Answer(question=question["kind"], option=option))
        sending = [
            lambda: self.wires.send("POST", f"{self.path}/answers", self.tokens[seat], body, key, shown["revision"]),
            lambda: self.wires.rpc("Answer", request, self.tokens[seat]),
        ]
        results = [send() for send in (sending if over_rest else sending[::-1])]
        told, answered = results if over_rest else results[::-1]
        assert read(pb.Update, told["update"]) == answered.update
        assert (told["repeated"], answered.repeated_command) == (not over_rest, over_rest)
        return told["update"], seat


def refused(
    wires: BothWires, path: str, body: Json, headers: dict[str, str], call: str, request: object, token: str
) -> Json:
    """The problem of a call, which must be the same on both wires."""
    told = wires.rest("POST", path, token, body, headers)
    with pytest.raises(Problem) as problem:
        wires.rpc(call, request, token)
    found, other = told.json(), problem.value
    assert told.headers["content-type"] == "application/problem+json"
    assert found["type"] == f"/problems/{other.type}"
    names = ("title", "rule", "rule_text", "asked", "answered")
    assert [found.get(name, "") for name in names] == [getattr(other, name) for name in names]
    assert found.get("legal", [])[: len(other.legal)] == other.legal
    return found
