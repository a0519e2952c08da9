"""Callers with no token, another's, an old one or a forged one learn and change nothing, on both wires alike."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import jwt
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Answer
from podesta_client import connect
from podesta_service.identity.tokens import TokenOffice
from podesta_service.randomness import key_id, token_key
from tests.contract.bad_input.sending import KEY, Target, get_game, target
from tests.kit.grpc_wire import RefusalDetails

MASTER = bytes.fromhex(KEY)
KID = key_id(MASTER)
Forge = Callable[[Target], str]


@pytest.fixture(autouse=True)
def unharmed(victim: Target) -> Iterator[None]:
    """After every case the game is unchanged and the service serves."""
    yield
    victim.check_unharmed()


def claims(victim: Target, **changes: Any) -> dict[str, Any]:
    """The claims of a token of seat 0."""
    now = int(time.time())
    good = {"iss": "podesta", "sub": "seat", "iat": now, "exp": now + 600, "game": victim.game, "seat": 0, "epoch": 1}
    return {name: value for name, value in {**good, **changes}.items() if value is not None}


def signed(victim: Target, key: Any = None, algorithm: str = "HS256", kid: Any = KID, **changes: Any) -> str:
    """A token under some key, by some algorithm."""
    headers = {} if kid is None else {"kid": kid}
    return jwt.encode(claims(victim, **changes), key or token_key(MASTER), algorithm, headers=headers)


def by_hand(header: dict[str, Any], body: dict[str, Any], signature: bytes = b"") -> str:
    """A token put together without a library's checks."""
    parts = [json.dumps(header).encode(), json.dumps(body).encode(), signature]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


def unsigned(algorithm: str) -> Forge:
    """A token that claims to need no signature."""
    return lambda victim: by_hand({"alg": algorithm, "typ": "JWT", "kid": KID}, claims(victim))


def confused(victim: Target) -> str:
    """A token that claims RS256, signed by HMAC with a text that a verifier might take for a public key."""
    head = {"alg": "RS256", "typ": "JWT", "kid": KID}
    body = jwt.encode(claims(victim), token_key(MASTER), "HS256").split(".")[1]
    start = base64.urlsafe_b64encode(json.dumps(head).encode()).decode().rstrip("=") + "." + body
    mac = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256).sign(start.encode(), token_key(MASTER))
    return start + "." + base64.urlsafe_b64encode(mac).decode().rstrip("=")


def with_claims_of(number: int) -> Forge:
    """The signature of one seat's token under the claims of the other's."""

    def forge(victim: Target) -> str:
        (head, _, signature), (_, body, _) = victim.tokens[number].split("."), victim.tokens[1 - number].split(".")
        return f"{head}.{body}.{signature}"

    return forge


OTHER_KEY = bytes(range(32))
BAD = ("bad-token", "BAD_TOKEN")
FORGED: dict[str, tuple[Forge, tuple[str, str]]] = {
    "nothing": (lambda _: "", BAD),
    "a word": (lambda _: "sesame", BAD),
    "dots": (lambda _: "..", BAD),
    "many dots": (lambda _: "." * 5_000, BAD),
    "no JSON": (lambda _: "e30.e30.e30", BAD),
    "a long one": (lambda _: "e" * 7_000, BAD),
    "two in one": (lambda victim: f"{victim.tokens[0]},{victim.tokens[1]}", BAD),
    "cut short": (lambda victim: victim.tokens[0][:-1], BAD),
    "one character changed": (lambda victim: victim.tokens[0][:-10] + "A" * 10, BAD),
    "the other seat's claims": (with_claims_of(0), BAD),
    "algorithm none": (unsigned("none"), BAD),
    "algorithm None": (unsigned("None"), BAD),
    "no algorithm": (unsigned(""), BAD),
    "RS256 with the key as secret": (confused, BAD),
    "HS512": (lambda victim: signed(victim, algorithm="HS512"), BAD),
    "HS384": (lambda victim: signed(victim, algorithm="HS384"), BAD),
    "an empty key": (lambda victim: signed(victim, b"\x00"), BAD),
    "another key": (lambda victim: signed(victim, token_key(OTHER_KEY)), BAD),
    "another key's id": (lambda victim: signed(victim, token_key(OTHER_KEY), kid=key_id(OTHER_KEY)), BAD),
    "a path as key id": (lambda victim: signed(victim, b"\x00", kid="../../dev/null"), BAD),
    "a list as key id": (lambda victim: by_hand({"alg": "HS256", "kid": ["a"]}, claims(victim)), BAD),
    "the master key itself": (lambda victim: signed(victim, MASTER), BAD),
    "a critical extension": (
        lambda victim: by_hand({"alg": "HS256", "crit": ["exp"], "kid": KID}, claims(victim)),
        BAD,
    ),
    "of another issuer": (lambda victim: signed(victim, iss="elsewhere"), BAD),
    "without an end": (lambda victim: signed(victim, exp=None), BAD),
    "without a seat": (lambda victim: signed(victim, seat=None), BAD),
    "of a seat in words": (lambda victim: signed(victim, seat="first"), BAD),
    "of a seat that is not there": (lambda victim: signed(victim, seat=7), BAD),
    "of seat -1": (lambda victim: signed(victim, seat=-1), BAD),
    "of a huge seat": (lambda victim: signed(victim, seat=10**30), BAD),
    "of an epoch to come": (lambda victim: signed(victim, epoch=2), BAD),
    "of epoch 0": (lambda victim: signed(victim, epoch=0), BAD),
    "with an end in words": (lambda victim: signed(victim, exp="never"), BAD),
    "with an end beyond time": (lambda victim: signed(victim, exp=10**30, seat=5), BAD),
    "expired": (lambda victim: signed(victim, exp=int(time.time()) - 1), ("expired-token", "EXPIRED_TOKEN")),
    "of another game": (lambda victim: signed(victim, game="a" * 21), ("not-your-seat", "NOT_YOUR_SEAT")),
    "of no game": (lambda victim: signed(victim, game="{}:*"), ("not-your-seat", "NOT_YOUR_SEAT")),
    "of a game that is a list": (lambda victim: signed(victim, game=[victim.game]), BAD),
}


def answering(victim: Target) -> bytes:
    """A possible answer of seat 0."""
    answers = [Answer(question="place_ships", option="venice.venice.venice")]
    return pb.AnswerRequest(game=victim.game, revision=1, command_id=uuid4().hex, answers=answers).SerializeToString()


@pytest.mark.parametrize("case", FORGED)
def test_a_token_that_is_not_good_opens_nothing(victim: Target, case: str) -> None:
    """Reading and answering are refused alike on both wires, for the same reason; the token is not repeated."""
    forge, (slug, reason) = FORGED[case]
    token = forge(victim)
    key = {"If-Match": '"1"', "Idempotency-Key": uuid4().hex}
    body = {"answers": [{"question": "place_ships", "option": "venice.venice.venice"}]}
    read = victim.rest("GET", "/v1/games/{game}", token)
    wrote = victim.rest("POST", "/v1/games/{game}/answers", token, json=body, headers=key)
    for refused in (read, wrote):
        assert refused.json()["type"] == f"/problems/{slug}", refused.text
        assert refused.status_code == (403 if slug == "not-your-seat" else 401)
        assert not token or len(token) < 8 or token not in refused.text
    bearer = {"authorization": f"Bearer {token}"}
    record = pb.GetRecordRequest(game=victim.game).SerializeToString()
    sent = {"GetGame": get_game(victim.game), "GetRecord": record, "Answer": answering(victim)}
    for told in (victim.rpc(method, body, bearer) for method, body in sent.items()):
        assert isinstance(told, RefusalDetails)
        assert told.reason == reason


def test_a_token_that_is_not_good_joins_no_stream(victim: Target) -> None:
    """Streams are guarded like calls."""
    with grpc.insecure_channel(victim.process.grpc) as channel:
        play: Any = channel.stream_stream("/podesta.v1.GameMaster/Play")
        forged = [forge(victim) for forge, _ in FORGED.values()]
        sent = [pb.PlayRequest(join=pb.Join(token=token)).SerializeToString() for token in forged]
        said = [pb.PlayResponse.FromString(raw) for raw in play(iter(sent), timeout=20)]
        assert len(said) == len(forged)
        # of tokens for games that this stream did not name, only their effects are known
        assert {each.refused.problem.type for each in said} <= {"bad-token", "expired-token", "unknown-game"}
    for token in forged[:3]:
        refused = victim.rest("GET", "/v1/games/{game}/stream", token)
        assert refused.status_code in (401, 403)


def test_an_old_epoch_is_worthless_after_a_seat_was_given_out_anew(tmp_path: Path) -> None:
    """A valid token becomes invalid as soon as its seat is reissued; on both wires, also for a replay."""
    with target(tmp_path) as own, connect(own.process.grpc) as podesta:
        old = own.tokens[0]
        podesta.reissue(own.game, 0, old)
        assert own.rest("GET", "/v1/games/{game}", old).json()["type"] == "/problems/bad-token"
        told = own.rpc("Answer", answering(own), {"authorization": f"Bearer {old}"})
        assert isinstance(told, RefusalDetails)
        assert told.reason == "BAD_TOKEN"
        again = podesta.get(own.game)
        assert again.revision == 2


def test_a_command_id_used_again_with_another_body_is_refused(tmp_path: Path) -> None:
    """On both wires, and the first command remains in force."""
    with target(tmp_path) as own:
        token, key = own.tokens[0], uuid4().hex
        head = {"If-Match": '"1"', "Idempotency-Key": key}

        def rest(option: str) -> Any:
            body = {"answers": [{"question": "place_ships", "option": option}]}
            return own.rest("POST", "/v1/games/{game}/answers", token, json=body, headers=head)

        assert rest("venice.venice.venice").status_code == 200
        assert rest("venice.venice.venice").json()["repeated"] is True
        assert rest("venice.venice.constantinople").json()["type"] == "/problems/command-reused"
        answers = [Answer(question="place_ships", option="venice.venice.constantinople")]
        request = pb.AnswerRequest(game=own.game, revision=1, command_id=key, answers=answers)
        told = own.rpc("Answer", request.SerializeToString(), {"authorization": f"Bearer {token}"})
        assert isinstance(told, RefusalDetails)
        assert told.reason == "COMMAND_REUSED"
        assert own.revision() == 2


GUESSES = 5_000
"""Tokens per wire."""


@pytest.mark.slow
async def test_ten_thousand_guessed_tokens_are_one_caller(tmp_path: Path) -> None:
    """After the address's allowance the limit applies, on both wires; memory stays constant, and the service works."""
    office = TokenOffice(bytes(32), 1)
    with target(tmp_path, ADDRESS_CALLS="10") as own:  # half are refused even if all take four minutes
        token = office.issue(own.game, 0, 1).token[:-6]
        guesses = [f"{token}{number:06}" for number in range(GUESSES)]
        before = own.resident
        await asyncio.to_thread(guess_over_rest, own, guesses)
        await guess_over_grpc(own, guesses)
        assert own.resident - before < 50_000_000
        assert own.rest("GET", "/healthz").status_code == 200
        assert not [line for line in own.process.log if line.get("level") in ("error", "critical")]


def guess_over_rest(own: Target, guesses: list[str]) -> None:
    """Try tokens, many on one connection."""
    path = f"GET /v1/games/{own.game} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
    heard = b""
    for start in range(0, GUESSES, 100):
        calls = [f"{path}{token}\r\n" for token in guesses[start : start + 100]]
        calls[-1] += "Connection: close\r\n"
        heard += own.raw("".join(f"{call}\r\n" for call in calls).encode())
    refused = {slug: heard.count(f'"/problems/{slug}"'.encode()) for slug in ("bad-token", "too-many-requests")}
    assert sum(refused.values()) == GUESSES
    assert refused["too-many-requests"] > GUESSES / 2


async def guess_over_grpc(own: Target, guesses: list[str]) -> None:
    """Try tokens, many at the same time."""
    async with grpc.aio.insecure_channel(own.process.grpc) as channel:
        call: Any = channel.unary_unary("/podesta.v1.GameMaster/GetGame")

        async def guess(token: str) -> grpc.StatusCode:
            try:
                await call(get_game(own.game), metadata=(("authorization", f"Bearer {token}"),), timeout=60)
            except grpc.aio.AioRpcError as error:
                return error.code()
            return grpc.StatusCode.OK

        codes: Counter[grpc.StatusCode] = Counter()
        for start in range(0, GUESSES, 100):
            codes.update(await asyncio.gather(*map(guess, guesses[start : start + 100])))
    assert set(codes) <= {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert codes[grpc.StatusCode.RESOURCE_EXHAUSTED] > GUESSES / 2
