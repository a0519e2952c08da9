"""A game that the store's wrong clock ended goes on by `podesta reinstate`, and every verifier accepts its record."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import msgspec
import pytest

from podesta_client import Clock, Podesta, check, connect
from podesta_engines.game.lots import lots
from tests.clients.languages.toolchains import run
from tests.eventstore.servers import Server
from tests.faults.harness import faketime
from tests.kit.process import running_service
from tests.kit.walks import REGISTRY

NAMES = ["Ada", "Bice"]
FAST = 4
"""The store's clock runs so many times as fast as ours: slow enough that a beat never takes it for an outage."""
BANK = 30
"""Seconds of each seat: the command, and then the rest of the game, take less by a right clock on a busy machine."""
PODESTA = str(Path(sys.executable).parent / "podesta")
WHO = ("--by", "Lia", "--why", "the clock of the store went wrong")
PATIENCE = 60.0


def podesta(own: dict[str, str], *words: str) -> tuple[int, str]:
    """Run a command with settings; returns its exit code and its output."""
    environ = os.environ | {f"PODESTA_{name}": value for name, value in own.items()}
    done = subprocess.run([PODESTA, *words], capture_output=True, text=True, timeout=110, env=environ)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_a_game_that_a_wrong_clock_ended_goes_on_and_every_verifier_takes_its_record(
    package: Path, tmp_path: Path
) -> None:
    """The store's clock goes four times too fast: both seats run out of time. Then it is set right.

    An operator does a dry run, accepts that hands were revealed, and undoes the end: the same tokens play on to the
    end. A game that was resigned stays ended, and repeating the command changes nothing.
    """
    if not (library := faketime()):
        pytest.skip("libfaketime is not installed (Debian: apt-get install faketime)")
    rate = tmp_path / "clock"
    rate.write_text("+0")
    faked = {"LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(rate), "FAKETIME_NO_CACHE": "1"}
    server = Server(tmp_path / "server")
    server.start(
        ["env", *(f"{name}={value}" for name, value in {**faked, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}.items())]
    )
    own = {"STORE_URL": server.url, "MASTER_KEY": bytes(32).hex()}
    records = tmp_path / "records"
    records.mkdir()
    try:
        with running_service(tmp_path / "one", **own) as one, connect(one.grpc) as client:
            soon = Clock(kind="bank", seconds=BANK, policy="forfeit")
            left = client.create("golden-horn", NAMES, clock=soon)
            client.resign(left.id, left.tokens[0])
            late = client.create("golden-horn", NAMES, clock=soon)
            asked = [each.seat for each in client.get(late.id).waiting]
            rate.write_text(f"+0 x{FAST}")
            started = time.monotonic()
            while client.get(late.id).waiting and time.monotonic() < started + PATIENCE:
                time.sleep(0.1)
            assert time.monotonic() - started < BANK
            rate.write_text("+0")
            told = {update.revision: update.after.head for update in client.history(late.id, after=0)}
            code, said = podesta(own, "reinstate", late.id, left.id, *WHO)
            assert code == 1
            assert f"{late.id} {max(told)} would go on: as after revision {max(told) - 1}" in said
            assert f"{left.id} 0 stays as it is: not-retractable" in said
            assert not client.get(late.id).waiting
            assert podesta(own, "reinstate", late.id, *WHO, "--yes")[0] == 0
            assert podesta(own, "reinstate", late.id, *WHO, "--yes")[0] == 1
            assert [each.seat for each in client.get(late.id).waiting] == asked != []
            told |= _play_out(client, late.id, late.tokens)
            assert not client.get(left.id).waiting
            record = "".join(f"{line}\n" for line in client.record(late.id)).encode()
            assert client.heads.compare(late.id, client.record(late.id)) > 2
    finally:
        server.kill()
    (records / f"{late.id}.jsonl").write_bytes(record)
    (records / f"{late.id}.lots.json").write_bytes(msgspec.json.encode(list(lots(record, REGISTRY))))
    code, said = podesta(own, "verify", str(records / f"{late.id}.jsonl"), *_heads(told))
    assert code == 0, said
    assert "reinstated by Lia" in said
    assert check(record).chain in said
    for flags in ([], ["--library"]):
        verdict = json.loads(run(["node", "build/verdicts.js", str(records), *flags]))[f"{late.id}.jsonl"]
        assert "line" not in verdict, verdict
        assert verdict["draws"] == verdict["redrawn"] > 0


def _play_out(client: Podesta, game: str, tokens: list[str]) -> dict[int, str]:
    """Both seats answer at random, within their time; returns the published heads."""
    rnd = Random(5)
    client.play(tokens, lambda turn: rnd.choice(turn.question.options).word)
    return {update.revision: update.after.head for update in client.history(game, after=0)}


def _heads(told: dict[int, str]) -> list[str]:
    return [word for revision, head in told.items() for word in ("--head", f"{revision}:{head}")]
