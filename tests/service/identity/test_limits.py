"""Each token and each address has its calls; a caller that used them up waits, and no other does."""

import math
from contextlib import suppress
from pathlib import Path

import grpc
import httpx
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_service.context import Account
from podesta_service.fairness.buckets import WINDOW, Buckets, Guesses, Limits, network
from podesta_service.problems import NOT_INVITED, TOO_MANY_REQUESTS, Refusal, refuse
from podesta_service.rest import start_rest
from podesta_service.settings import BadSetting, Settings, read_settings
from podesta_service.telemetry.words import LIMITED_BY
from tests.kit.fixtures import NewContext
from tests.kit.grpc_wire import TIMEOUT, opened, read, refusal, serving
from tests.kit.grpc_wire import bearer as metadata
from tests.kit.rest import bearer, client_of, open_game

MANY = 60
"""More calls than ten seconds' allowance of one a second, however slow the machine."""


class Clock:
    """A clock that is set by hand."""

    now = 1_000.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def check(limits: Limits, token: str | None, address: str) -> None:
    """Count a call; raises Refusal if it is one too many."""
    if refusal := Account(limits, token, address).count():
        raise refusal


def test_a_window_of_calls_at_once_and_then_the_rate() -> None:
    """Ten seconds' calls may come at once; after that, one more for every interval that passes."""
    clock = Clock()
    buckets = Buckets("token", 5, clock)
    assert [buckets.take("a") or buckets.told("a") for _ in range(50)] == [
        f'"token";r={left};t={math.ceil((50 - left) / 5)}' for left in range(49, -1, -1)
    ]
    wait = buckets.take("a")
    assert [wait, buckets.take("a", counted=False)] == pytest.approx([0.2, 0.2])
    assert buckets.told("a") == '"token";r=0;t=10'
    clock.now += wait
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    clock.now += WINDOW
    assert buckets.take("a") == 0
    assert buckets.told("a") == '"token";r=49;t=1'


def test_one_caller_does_not_use_up_the_calls_of_another() -> None:
    """Tokens and addresses are counted separately."""
    limits = Limits(Settings(token_calls=1, address_calls=2), Clock())
    for _ in range(10):
        check(limits, "mine", "192.0.2.1")
    with pytest.raises(Refusal) as caught:
        check(limits, "mine", "192.0.2.2")
    assert (caught.value.kind, caught.value.retry_after) == (TOO_MANY_REQUESTS, pytest.approx(1))
    for _ in range(10):
        check(limits, "yours", "192.0.2.1")
    with pytest.raises(Refusal, match="address"):
        check(limits, None, "192.0.2.1")
    check(limits, None, "192.0.2.3")


def test_limits_can_be_switched_off() -> None:
    """0 is no limit: nothing is counted, no header is sent."""
    limits = Limits(Settings(token_calls=0, address_calls=0, token_computing=0, address_computing=0))
    call = Account(limits, "t", "a")
    assert (call.count(), call.told(), limits.policy) == (None, "", "")


def test_the_headers_say_what_is_left() -> None:
    """RateLimit-Policy has quota and window, RateLimit the rest and the time until all is back."""
    limits = Limits(Settings(token_calls=5, address_calls=20, address_computing=100, token_computing=0), Clock())
    assert limits.policy == '"token";q=50;w=10, "address";q=200;w=10, "address-computing";q=1000;w=10'
    left = '"token";r=49;t=1, "address";r=199;t=1, "address-computing";r=1000;t=0'
    call = Account(limits, "t", "a")
    assert call.count() is None
    assert call.told() == left


def test_whoever_was_away_longest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many callers come, memory does not grow."""
    monkeypatch.setattr("podesta_service.fairness.buckets._REMEMBERED", 3)
    monkeypatch.setattr("podesta_service.fairness.buckets._FEW", 3)
    buckets = Buckets("address", 1, Clock())
    for caller in "abcdabe":
        buckets.take(caller)
    assert list(buckets._empty_at) == ["a", "b", "e"]


def test_who_owes_nothing_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a few, only callers with part of their allowance used up are remembered."""
    monkeypatch.setattr("podesta_service.fairness.buckets._FEW", 10)
    clock = Clock()
    buckets = Buckets("token", 1, clock)
    for _ in range(WINDOW):
        assert buckets.take("greedy") == 0
    for number in range(1_000):
        buckets.charge(f"caller {number}", 0.1)
        clock.now += 0.0005
    assert buckets.take("greedy") > 0
    assert len(buckets._empty_at) == 1_001
    clock.now += 2 * WINDOW
    for number in range(600):
        buckets.take(f"later {number}")
    assert [*buckets._empty_at] == [f"later {number}" for number in range(600)]
    assert buckets.take("greedy") == 0


@pytest.mark.parametrize(
    ("address", "caller"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("[2001:db8:1:2:ffff::1]", "2001:db8:1:2::"),
        ("unix:", "unix:"),
    ],
)
def test_an_ipv6_network_is_one_caller(address: str, caller: str) -> None:
    """The 2^64 addresses of a network share one allowance."""
    assert network(address) == caller


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "caller"),
    [
        ("", "10.0.0.1", "192.0.2.1", "10.0.0.1"),
        ("10.0.0.0/8", "10.0.0.1", "192.0.2.1", "192.0.2.1"),
        ("10.0.0.0/8", "10.0.0.1", "198.51.100.9, 192.0.2.1, 10.2.3.4", "192.0.2.1"),
        ("10.0.0.0/8", "192.0.2.5", "198.51.100.9", "192.0.2.5"),
        ("10.0.0.0/8", "10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.0/8", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
    ],
)
def test_only_trusted_proxies_say_whom_they_speak_for(
    proxies: str, peer: str, forwarded: str | None, caller: str
) -> None:
    """X-Forwarded-For is believed as far back as trusted proxies wrote it, and no further."""
    assert Limits(Settings(trusted_proxies=proxies)).caller(peer, forwarded) == caller


def test_a_proxy_that_is_no_address_is_refused_at_the_start() -> None:
    """The error names the variable."""
    with pytest.raises(BadSetting, match="PODESTA_TRUSTED_PROXIES"):
        read_settings({"PODESTA_TRUSTED_PROXIES": "my-proxy"})


async def test_rest_refuses_a_call_too_many_and_says_when_to_come_back(new_context: NewContext) -> None:
    """429 too-many-requests with Retry-After and the standard headers, for that token only; probes never."""
    server = await start_rest(await new_context(token_calls=1, address_calls=0, token_computing=0, address_computing=0))
    async with client_of(server) as http:
        game = await open_game(http)
        answers = [await http.get(game.path, headers=bearer(game.tokens[0])) for _ in range(MANY)]
        late = next(answer for answer in answers if answer.status_code != 200)
        assert (late.status_code, late.json()["type"]) == (429, "/problems/too-many-requests")
        assert late.headers["retry-after"] == "1"
        assert late.headers["ratelimit"].startswith('"token";r=0;t=')
        assert answers[0].headers["ratelimit"] == '"token";r=9;t=1'
        assert answers[0].headers["ratelimit-policy"] == late.headers["ratelimit-policy"] == '"token";q=10;w=10'
        assert (await http.get(game.path, headers=bearer(game.tokens[1]))).status_code == 200
        assert (await http.get(game.path)).status_code == 200
        assert "ratelimit" not in (await http.get("/healthz")).headers
    await server.stop(1.0)


async def test_an_address_is_limited_whatever_its_tokens(new_context: NewContext) -> None:
    """Ten thousand guessed tokens are one caller."""
    server = await start_rest(await new_context(token_calls=0, address_calls=1))
    async with client_of(server) as http:
        path = "/v1/games/aaaaaaaaaaaaaaaaaaaaa"
        kinds = [(await http.get(path, headers=bearer(f"guess-{n}"))).json()["type"] for n in range(MANY)]
    assert {"/problems/bad-token", "/problems/too-many-requests"} == set(kinds)
    await server.stop(1.0)


async def test_grpc_refuses_a_call_too_many_and_says_when_to_come_back(new_context: NewContext) -> None:
    """RESOURCE_EXHAUSTED with RetryInfo, for calls and for messages on a stream."""
    async with serving(await new_context(token_calls=1, address_calls=0)) as (_, stub):
        game = await opened(stub)
        request, mine = pb.GetGameRequest(game=game.id), metadata(game.tokens[0])
        late = await refusal(_again(stub, request, mine))
        assert (late.code, late.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_REQUESTS")
        assert 0 < late.details["RetryInfo"].retry_delay.ToMilliseconds() <= 1_000
        stream = stub.Play()
        for _ in range(MANY):
            await stream.write(pb.PlayRequest(join=pb.Join(token=game.tokens[1])))
        said = [await stream.read() for _ in range(MANY)]
        assert "too-many-requests" in {each.refused.problem.type for each in said}
        stream.cancel()


async def _again(stub, request: pb.GetGameRequest, mine) -> None:
    for _ in range(MANY):
        await stub.GetGame(request, metadata=mine, timeout=TIMEOUT)


@pytest.mark.parametrize("wire", ["rest", "grpc"])
async def test_a_former_holder_spends_nothing_of_the_new_one_s(new_context: NewContext, wire: str) -> None:
    """Refusals for a token of an older epoch, however many, use up none of the current holder's calls."""
    context = await new_context(token_calls=1, address_calls=0)
    server = await start_rest(context)
    async with client_of(server) as http, serving(context) as (_, stub):
        game = await open_game(http)
        anew = {**bearer(game.tokens[0]), "Idempotency-Key": "the-holder-takes-it-back"}
        new = (await http.post(f"{game.path}/seats/0/token", json={}, headers=anew)).json()["token"]["token"]

        async def look(token: str) -> str:
            if wire == "rest":
                said = await http.get(game.path, headers=bearer(token))
                return "" if said.is_success else said.json()["type"].removeprefix("/problems/")
            try:
                await stub.GetGame(pb.GetGameRequest(game=game.game), metadata=metadata(token), timeout=TIMEOUT)
            except grpc.aio.AioRpcError as error:
                return read(error).reason.lower().replace("_", "-")
            return ""

        assert {await look(game.tokens[0]) for _ in range(MANY)} == {"bad-token", "too-many-requests"}
        assert [await look(new) for _ in range(5)] == [""] * 5
    await server.stop(1.0)


@pytest.mark.parametrize("wire", ["rest", "grpc"])
async def test_what_is_said_twice_is_refused_and_counted(new_context: NewContext, wire: str) -> None:
    """Two authorizations are rejected, whichever comes first, and use up the address's calls like others."""
    context = await new_context(token_calls=0, address_calls=1)
    server, kinds = await start_rest(context), list[str]()
    async with client_of(server) as http, serving(context) as (_, stub):
        for number in range(MANY):
            twice = [("authorization", f"Bearer {each}") for each in (f"one-{number}", f"another-{number}")]
            if wire == "rest":
                kinds.append((await http.get("/v1/rulesets", headers=twice)).json()["type"].removeprefix("/problems/"))
            else:
                call = stub.ListRulesets(pb.ListRulesetsRequest(), metadata=tuple(twice), timeout=TIMEOUT)
                kinds.append((await refusal(call)).reason.lower().replace("_", "-"))
    assert kinds[:10] == ["malformed"] * 10
    assert kinds[-1] == "too-many-requests"
    await server.stop(1.0)


async def test_the_forwarded_address_counts_behind_a_proxy(new_context: NewContext) -> None:
    """Behind a trusted proxy, one address that used up its calls does not stop another, on both wires."""
    context = await new_context(token_calls=0, address_calls=1, trusted_proxies="127.0.0.0/8")
    server = await start_rest(context)
    async with client_of(server) as http, serving(context) as (_, stub):
        statuses = [await _seen(http, "192.0.2.1") for _ in range(MANY)]
        assert set(statuses) == {200, 429}
        assert await _seen(http, "192.0.2.2") == 200
        spent = await refusal(_listed(stub, "192.0.2.1"))
        assert spent.reason == "TOO_MANY_REQUESTS"
        await stub.ListRulesets(pb.ListRulesetsRequest(), metadata=(("x-forwarded-for", "192.0.2.3"),), timeout=TIMEOUT)
    await server.stop(1.0)


async def _seen(http: httpx.AsyncClient, address: str) -> int:
    return (await http.get("/v1/rulesets", headers={"X-Forwarded-For": address})).status_code


async def _listed(stub, address: str) -> None:
    for _ in range(MANY):
        forwarded = (("x-forwarded-for", address),)
        await stub.ListRulesets(pb.ListRulesetsRequest(), metadata=forwarded, timeout=TIMEOUT)


async def test_limits_are_counted_by_the_words_of_the_contract() -> None:
    """Each limit of a process has a label of its own in the metrics, which dashboards and the page on them use."""
    told: list[str] = []
    limits = Limits(Settings(token_calls=1, address_calls=1), Clock(), refused=told.append)
    guesses = Guesses(Settings(address_guesses=1), Clock(), refused=told.append)
    pages = (*limits.pages("token", "address")[0], *limits.pages("token", "address")[1])
    for buckets, _ in pages:
        buckets.refused(buckets.name)
    for _ in range(100):
        with suppress(Refusal):
            async with guesses.trying("address"):
                raise refuse(NOT_INVITED, "")
    assert {*told} == {*LIMITED_BY}
    page = (Path(__file__).parents[3] / "docs" / "observability.md").read_text("utf-8")
    assert all(f"`{word}`" in page for word in LIMITED_BY)
