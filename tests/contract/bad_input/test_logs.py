"""Input of callers cannot forge, break or colour a log: one line an event, whatever it contains."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest

from podesta.v1 import game_master_pb2 as pb
from tests.contract.bad_input.sending import Target, get_game
from tests.kit.grpc_wire import RefusalDetails
from tests.kit.ports import free_port
from tests.kit.process import ServiceProcess

FORGED = '{"event": "serving", "level": "critical", "forged": true}'
EVIL = [
    f"x\n{FORGED}\n",
    f"x\r\n{FORGED}\r\n",
    "\x1b[31mred\x1b[0m\x1b]0;title\x07",
    "\x00\x08\x7f\x9b31m",
    "\u2028\u2029\u202e\ufeff",
    '", "level": "critical", "forged": "',
    "%s%n%x {0.__class__} {event} ${jndi:ldap://x}",
    "\ud7ff\ue000\U0010ffff" * 10,
]
CONTROLS = {chr(code) for code in (*range(9), *range(11, 32), 127, *range(128, 160))}


def places(victim: Target, evil: str) -> None:
    """Send malicious text in every place open to callers."""
    quoted = "".join(f"%{byte:02x}" for byte in evil.encode())
    for path in (f"/v1/games/{quoted}", f"/v1/rulesets/{quoted}", f"/{quoted}", f"/v1/games?cursor={quoted}"):
        assert victim.rest("GET", path).status_code in (400, 404)
    plan = {"ruleset": "golden-horn", "seats": [{"name": evil, "claim": True}, {}]}
    assert victim.rest("POST", "/v1/games", json=plan).status_code in (201, 400)
    assert victim.rest("POST", "/v1/games", json={**plan, "ruleset": evil}).status_code == 404
    latin = evil.encode("latin-1", "replace").replace(b"\r", b"").replace(b"\n", b"").replace(b"\x00", b"")
    for name in ("X-Request-ID", "Accept-Language", "User-Agent", "X-Forwarded-For", "Idempotency-Key", "traceparent"):
        head = b"GET /v1/games/aaaaaaaaaaaaaaaa HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        victim.raw(head + name.encode() + b": " + latin + b"\r\n\r\n")
    for body in (get_game(evil), pb.GetGameRequest(game="a" * 21).SerializeToString()):
        assert isinstance(victim.rpc("GetGame", body, {"x-request-id": "a{}:*", "user-agent": "x"}), RefusalDetails)
    assert isinstance(victim.rpc("GetRuleset", pb.GetRulesetRequest(ruleset=evil).SerializeToString()), RefusalDetails)
    with grpc.insecure_channel(victim.process.grpc) as channel:
        play: Any = channel.stream_stream("/podesta.v1.GameMaster/Play")
        answer = pb.StreamAnswer(game=evil, command_id=evil, revision=1)
        said = list(play(iter([pb.PlayRequest(answer=answer).SerializeToString()]), timeout=20))
        assert pb.PlayResponse.FromString(said[0]).refused.problem.type


@pytest.mark.parametrize("evil", EVIL, ids=range(len(EVIL)))
def test_a_line_of_json_stays_one_line_of_json(victim: Target, evil: str) -> None:
    """Every line is an object that the service wrote: no field is forged, no control character is unescaped."""
    before = len(victim.process.log)
    places(victim, evil)
    victim.check_unharmed()
    lines = victim.process.log[before:]
    assert lines
    for line in lines:
        assert "text" not in line, line
        assert "forged" not in line
        assert line.get("level") in ("debug", "info", "warning"), line
        assert not CONTROLS & set(json.dumps(line, ensure_ascii=False))


def test_a_line_for_people_stays_one_line(tmp_path: Path) -> None:
    """In the console's format, too, callers' input is escaped: no line break, no colour, no bell."""
    port = free_port()
    own = {"DATA_DIR": str(tmp_path), "REST_PORT": str(port), "GRPC_PORT": "0", "LOG_FORMAT": "console"}
    environ = os.environ | {f"PODESTA_{name}": value for name, value in own.items()}
    command = [str(Path(sys.executable).parent / "podesta"), "serve"]
    process = subprocess.Popen(command, env=environ, stderr=subprocess.PIPE)
    assert process.stderr is not None
    said = b""
    while b"serving" not in said:
        said = process.stderr.readline()
        assert said
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
        for evil in EVIL:
            http.get("/v1/games/" + "".join(f"%{byte:02x}" for byte in evil.encode()))
    process.terminate()
    rest = process.stderr.read().decode()
    assert process.wait(60) == 0
    assert not CONTROLS & set(rest)
    assert not [line for line in rest.splitlines() if line.startswith(("{", "\x1b"))]


def test_no_forged_line_counts_as_a_start(victim: Target) -> None:
    """A program that reads the log sees one start."""
    assert isinstance(victim.process, ServiceProcess)
    assert sum(line.get("event") == "serving" for line in victim.process.log) == 1
