"""Unreadable or invalid requests are refused with a reason; the game is unchanged, and the service lives on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from uuid import uuid4

import grpc
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Answer
from podesta_service.problems import CATALOGUE
from tests.contract.bad_input.sending import PROBLEM, Target, get_game
from tests.kit.grpc_wire import RefusalDetails

Code = grpc.StatusCode
JSON = {"Content-Type": "application/json"}
DEEP = b"[" * 30_000 + b"]" * 30_000
NEW = '{"ruleset": "golden-horn", "seats": [{}, {}]%s}'
ANSWER = '{"answers": [{"question": "place_ships", "option": "venice.venice.venice"}]}'


@pytest.fixture(autouse=True)
def unharmed(victim: Target) -> Iterator[None]:
    """After every case the game is unchanged and the service serves."""
    yield
    victim.check_unharmed()


BODIES: dict[str, tuple[int, str, bytes]] = {
    "nothing": (400, "malformed", b""),
    "half of JSON": (400, "malformed", b'{"ruleset": "golden-h'),
    "no JSON": (400, "malformed", b"ruleset=golden-horn"),
    "two documents": (400, "malformed", b"{}{}"),
    "deep nesting": (400, "malformed", (NEW % ', "options": {"a": DEEP}').encode().replace(b"DEEP", DEEP[:60_000])),
    "10 MB": (413, "too-large", b'{"ruleset": "' + b"x" * 10_000_000 + b'"}'),
    "NUL": (400, "malformed", b'{"ruleset": "golden-horn\x00"}'),
    "NUL, escaped": (404, "unknown-ruleset", b'{"ruleset": "golden-horn\\u0000", "seats": [{}, {}]}'),
    "bad UTF-8": (400, "malformed", b'{"ruleset": "\xc3\x28"}'),
    "UTF-16": (400, "malformed", '{"ruleset": "golden-horn"}'.encode("utf-16")),
    "byte order mark": (400, "malformed", b"\xef\xbb\xbf" + (NEW % "").encode()),
    "half a surrogate": (400, "malformed", b'{"ruleset": "\\udfff"}'),
    "NaN": (400, "malformed", (NEW % ', "options": {"round_limit": NaN}').encode()),
    "infinity": (400, "malformed", (NEW % ', "options": {"round_limit": Infinity}').encode()),
    "a number too large": (400, "malformed", (NEW % ', "options": {"round_limit": 1e999}').encode()),
    "a huge integer": (422, "bad-setup", (NEW % f', "options": {{"round_limit": {10**400}}}').encode()),
    "a huge integer for a seat": (400, "malformed", b'{"ruleset": "golden-horn", "seats": ' + b"9" * 5_000 + b"}"),
    "comments": (400, "malformed", b'{/* */"ruleset": "golden-horn"}'),
    "many fields": (400, "malformed", json.dumps({f"f{n}": n for n in range(4_000)}).encode()),
}


@pytest.mark.parametrize("case", BODIES)
def test_a_body_that_cannot_be_used_is_refused(victim: Target, case: str) -> None:
    """Problem details give the reason; no game is opened."""
    status, slug, body = BODIES[case]
    games = len(victim.rest("GET", "/v1/games").json()["games"])
    refused = victim.rest("POST", "/v1/games", content=body, headers=JSON)
    assert (refused.status_code, refused.json()["type"]) == (status, f"/problems/{slug}"), refused.text
    assert refused.headers["content-type"] == PROBLEM
    assert len(refused.content) < 2_000
    after = victim.rest("GET", "/v1/games")
    assert after.status_code == 200, after.text
    assert len(after.json()["games"]) == games


def test_the_last_of_two_fields_of_a_name_counts(victim: Target) -> None:
    """Duplicate keys are read as by most JSON readers: each is checked, and the last one counts."""
    body = b'{"answers": [{"question": "place_ships", "option": "atlantis", "option": "x"}]}'
    headers = {**JSON, "If-Match": '"1"', "Idempotency-Key": uuid4().hex}
    refused = victim.rest("POST", "/v1/games/{game}/answers", victim.tokens[0], content=body, headers=headers)
    assert (refused.status_code, refused.json().get("answered")) == (409, "place_ships.x")


IDS = ["{a}", "{game}:1", "a:b", "{}", "*", "..", "../../etc/passwd", "A" * 16, "a" * 15, "a" * 17, "a" * 10_000]
ODD_IDS = [
    *IDS,
    "\x00",
    "a" * 15 + "\n",
    "aaaaaaaaaaaaaaa\u0131",
    "\u202eaaaaaaaaaaaaaaa",
    "aaaaaaaaaaaaaaaa\r\nGET /",
    " " * 16,
]


@pytest.mark.parametrize("game", ODD_IDS, ids=range(len(ODD_IDS)))
def test_what_is_no_game_id_reaches_no_key_of_the_store(victim: Target, game: str) -> None:
    """Braces, colons, stars and dots are in no id: both wires report an unknown game."""
    told = victim.rpc("GetGame", get_game(game))
    assert isinstance(told, RefusalDetails)
    assert (told.code, told.reason) == (Code.NOT_FOUND, "UNKNOWN_GAME")
    quoted = "".join(f"%{byte:02x}" for byte in game.encode())
    refused = victim.rest("GET", f"/v1/games/{quoted}")
    assert refused.status_code in (400, 404)
    assert refused.json()["type"] in ("/problems/unknown-game", "/problems/not-found", "/problems/malformed")


PATHS = {
    "/v1/games/../games": (200, 404),
    "/v1/games/%2e%2e/rulesets": (404,),
    "/v1//games": (200,),
    "//v1/games": (200,),
    "/v1/games//": (200, 404),
    "/v1/games/{game}/": (200, 404),
    "/v1/games/{game}%2fevents": (404,),
    "/v1/games/{game}%2Frecord": (404,),
    "/v1/games/{game}%00": (404,),
    "/v1/games/{game};a=b": (404,),
    "/v1/games/{game}/seats/-1/token": (400, 404, 405),
    "/v1/games/{game}/seats/99999999999999999999999/token": (400, 404, 405),
    "/v1/GAMES": (404,),
    "/%76%31/games": (200, 404),
    "/v1\\games": (404,),
    "/v1/rulesets/%2e%2e%2f%2e%2e%2fetc%2fpasswd": (404,),
    "/problems/..%2f..%2fmetrics": (404,),
    "/schema/..": (200, 404),
    "/" + "a/" * 4_000: (400, 404),
    "*": (400, 404),
    "http://elsewhere.example/v1/games": (200, 400, 404),
}


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_a_tricky_path_finds_nothing_that_a_plain_one_does_not(victim: Target, path: str) -> None:
    """No file, no other call, no fault: the response of the path it spells, or problem details."""
    sent = path.replace("{game}", victim.game)
    heard = victim.raw(f"GET {sent} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    head, _, body = heard.partition(b"\r\n\r\n")
    status = int(head.split(b" ")[1])
    assert status in PATHS[path], heard[:500]
    assert b"root:" not in body
    if status >= 400:
        assert json.loads(body)["status"] == status


METHODS = {
    ("PUT", "/v1/games"): 405,
    ("DELETE", "/v1/games/{game}"): 405,
    ("PATCH", "/v1/games/{game}/answers"): 405,
    ("GET", "/v1/games/{game}/answers"): 405,
    ("POST", "/v1/games/{game}"): 405,
    ("TRACE", "/v1/games"): 405,
    ("POST", "/metrics"): 405,
    ("CONNECT", "/v1/games"): 405,
    ("PROPFIND", "/v1/games"): 405,
    ("DESTROY", "/v1/games"): 400,
    ("get", "/v1/games"): 400,
}


@pytest.mark.parametrize(("method", "path"), METHODS)
def test_a_wrong_method_is_refused(victim: Target, method: str, path: str) -> None:
    """405 names the allowed ones; an unknown method of HTTP is a bad request."""
    sent = f"{method} {path.replace('{game}', victim.game)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    head, _, body = victim.raw(sent.encode()).partition(b"\r\n\r\n")
    status = METHODS[method, path]
    assert int(head.split(b" ")[1]) == status, head
    assert json.loads(body)["status"] == status
    assert (b"allow: " in head.lower()) == (status == 405)


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "text/plain",
        "application/xml",
        "multipart/form-data",
        "application/jsonp",
        "application/json/x",
        "json",
    ],
)
def test_a_wrong_content_type_is_refused(victim: Target, kind: str) -> None:
    """Only JSON is accepted; browsers' forms cannot reach the API."""
    headers = {"Content-Type": kind} if kind else {}
    refused = victim.rest("POST", "/v1/games", content=(NEW % "").encode(), headers=headers)
    assert (refused.status_code, refused.json()["type"]) == (415, "/problems/unsupported-media")


QUERIES = ["at=1e9", "at=NaN", "at=-1", "at=0", f"at={10**40}", "at=1%00", "at=%ff", "at=\u0663", "at=1;at=2", "at[]=1"]


@pytest.mark.parametrize("query", QUERIES)
def test_a_number_that_is_none_is_refused(victim: Target, query: str) -> None:
    """Or ignored, if the parameter's name is unknown; never a fault."""
    answered = victim.rest("GET", f"/v1/games/{{game}}?{query}")
    known = query.startswith("at=") and not query.startswith("at=1;")
    assert answered.status_code in ((400, 404) if known else (200, 400)), answered.text
    if answered.status_code == 400:
        assert answered.json()["type"] == "/problems/malformed"


TAGS = ['"1', "1", '"-1"', '"' + "9" * 400 + '"', "*", '"1", "2"', 'W/"1"x', "\xe9", '"\u0661"']


@pytest.mark.parametrize("tag", TAGS, ids=range(len(TAGS)))
def test_a_revision_that_is_none_is_refused(victim: Target, tag: str) -> None:
    """If-Match is one revision in quotes."""
    headers = {**JSON, "If-Match": tag.encode(), "Idempotency-Key": uuid4().hex}
    refused = victim.rest("POST", "/v1/games/{game}/answers", victim.tokens[0], content=ANSWER, headers=headers)
    assert refused.status_code == 400, refused.text
    assert refused.headers["content-type"] == PROBLEM


MESSAGES: dict[str, tuple[str, bytes, Code, str]] = {
    "half a message": ("GetGame", get_game("a" * 21)[:-3], Code.INVALID_ARGUMENT, "MALFORMED"),
    "no message": ("CreateGame", b"\xff" * 40, Code.INVALID_ARGUMENT, "MALFORMED"),
    "an endless number": ("ListUpdates", b"\x10" + b"\xff" * 20, Code.INVALID_ARGUMENT, "MALFORMED"),
    "a field of another type": ("GetGame", b"\x08\x01", Code.NOT_FOUND, "UNKNOWN_GAME"),
    "bad UTF-8": ("GetGame", b"\x0a\x04\xff\xfe\xfd\xfc", Code.INVALID_ARGUMENT, "MALFORMED"),
    "a group that does not end": ("GetGame", b"\x0b" * 50, Code.INVALID_ARGUMENT, "MALFORMED"),
    "deep nesting": ("CreateGame", b"\x1a\x80\x08" + b"\x0a\x7e" * 512, Code.INVALID_ARGUMENT, "MALFORMED"),
    "300 KiB": ("GetGame", get_game("a" * 300_000), Code.RESOURCE_EXHAUSTED, "TOO_LARGE"),
    "an unknown method": ("/podesta.v1.GameMaster/Cheat", b"", Code.UNIMPLEMENTED, ""),
    "an unknown service": ("/podesta.v1.Casino/Play", b"", Code.UNIMPLEMENTED, ""),
    "a path trick": ("/podesta.v1.GameMaster/../GetGame", b"", Code.UNIMPLEMENTED, ""),
    "no method": ("/", b"", Code.UNIMPLEMENTED, ""),
    "10 MB": ("GetGame", get_game("a" * 10_000_000), Code.RESOURCE_EXHAUSTED, ""),
}
"""gRPC itself refuses unknown methods, and messages of twice the limit and more: without our details."""


@pytest.mark.parametrize("case", MESSAGES)
def test_a_message_that_cannot_be_used_is_refused(victim: Target, case: str) -> None:
    """With the code and the reason of its fault."""
    method, body, code, reason = MESSAGES[case]
    told = victim.rpc(method, body)
    assert isinstance(told, RefusalDetails)
    assert (told.code, told.reason) == (code, reason)
    assert not reason or CATALOGUE[told.problem.type]


def test_options_nested_too_deep_are_malformed(victim: Target) -> None:
    """Nested deeper than protobuf itself reads."""
    body = b""
    for _ in range(200):
        value = b"\x2a" + _length(body) + body
        entry = b"\x0a\x01a\x12" + _length(value) + value
        body = b"\x0a" + _length(entry) + entry
    told = victim.rpc("CreateGame", b"\x1a" + _length(body) + body)
    assert isinstance(told, RefusalDetails)
    assert told.reason == "MALFORMED"


def _length(body: bytes) -> bytes:
    """A length as protobuf writes it."""
    size, written = len(body), bytearray()
    while size > 127:
        written.append(size & 127 | 128)
        size >>= 7
    return bytes([*written, size])


@pytest.mark.parametrize("revision", [-1, 0, 2, 2**31, 2**63 - 1, -(2**63)])
def test_a_revision_beyond_all_is_stale_or_unknown(victim: Target, revision: int) -> None:
    """On gRPC a revision is any 64 bits."""
    bearer = {"authorization": f"Bearer {victim.tokens[0]}"}
    told = victim.rpc("GetGame", pb.GetGameRequest(game=victim.game, at_revision=revision).SerializeToString(), bearer)
    assert isinstance(told, RefusalDetails)
    assert told.reason in ("UNKNOWN_REVISION", "MALFORMED")
    answers = [Answer(question="place_ships", option="venice.venice.venice")]
    request = pb.AnswerRequest(game=victim.game, revision=revision, command_id=uuid4().hex, answers=answers)
    told = victim.rpc("Answer", request.SerializeToString(), bearer)
    assert isinstance(told, RefusalDetails)
    assert told.reason in ("STALE_REVISION", "MALFORMED")
