"""Clocks of games in real processes: whatever the clock of a machine shows, only time that counts runs out."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest

from podesta_client import Clock, Podesta, check, connect
from tests.eventstore.servers import Server
from tests.faults.harness import faketime
from tests.kit.process import running_service

NAMES = ["Ada", "Bice"]
LOSES = Clock(kind="bank", seconds=3, policy="forfeit")
HOUR, DAY = 3600, 86_400
LATE = 40.0
"""Seconds after which a clock of a few seconds has surely run out, even on a busy machine."""
STEADY = 0.1
"""Seconds by which the store's clock may differ from ours, within a beat's round trip."""


def first_events(podesta: Podesta, game: str) -> list[str]:
    """The first event of each revision after the first."""
    return [update.events[0].WhichOneof("event") for update in podesta.history(game, after=1)]


def test_an_outage_costs_no_seat_its_game_and_an_upgrade_gives_nothing(tmp_path: Path) -> None:
    """After one of two processes is killed, a seat that is asked loses after the time agreed.

    Then the service is down for longer than a seat had left: it still has that time afterwards, and loses only then;
    the record verifies.
    """
    with running_service(tmp_path) as one:
        with running_service(tmp_path) as two, connect(two.grpc) as podesta:
            started = time.monotonic()
            replaced = podesta.create("golden-horn", NAMES, clock=LOSES).id
            one.kill()
            while podesta.get(replaced).waiting:
                time.sleep(0.1)
            assert 3 - STEADY <= time.monotonic() - started < LATE
            assert first_events(podesta, replaced) == ["timed_out"]
            opened = time.monotonic()
            asked = podesta.create("golden-horn", NAMES, clock=LOSES).id
            two.kill()
        served = time.monotonic() - opened
        time.sleep(6)
    begun = time.monotonic()
    with running_service(tmp_path) as three, connect(three.grpc) as podesta:
        back = time.monotonic()
        while podesta.get(asked).waiting:
            time.sleep(0.1)
        assert 3 - 1.5 - served <= time.monotonic() - begun
        assert time.monotonic() - back < LATE
        assert first_events(podesta, asked) == ["time_given_back", "timed_out"]
        assert check(podesta.record(asked)).chain


@pytest.mark.campaign
@pytest.mark.slow
@pytest.mark.parametrize("monotonic", ["real", pytest.param("faked", marks=pytest.mark.nightly)])
def test_a_process_with_a_wrong_clock_ends_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, monotonic: str
) -> None:
    """Next to a right one and alone, from its start and by leaps in mid-run, back and forth, no game is ended or lost
    by it.

    The clock of a game that it opens runs out in due time, and it reports that its clock is wrong. Monotonic clocks
    never go back, but leap forward where a machine slept.
    """
    if not (library := faketime()):
        pytest.skip("libfaketime is not installed (Debian: apt-get install faketime)")
    leaps = tmp_path / "clock"
    leaps.write_text(f"+{32 * DAY}")
    with running_service(tmp_path / "games") as right, connect(right.grpc) as podesta:
        hour = Clock(kind="bank", seconds=HOUR, policy="forfeit")
        games = [podesta.create("golden-horn", NAMES, clock=clock).id for clock in (hour, None) for _ in range(5)]
        monkeypatch.setenv("LD_PRELOAD", library)
        monkeypatch.setenv("FAKETIME_TIMESTAMP_FILE", str(leaps))
        monkeypatch.setenv("FAKETIME_NO_CACHE", "1")
        monkeypatch.setenv("FAKETIME_DONT_FAKE_MONOTONIC", str(int(monotonic == "real")))
        with running_service(tmp_path / "games") as wrong, connect(wrong.grpc) as alone:
            monkeypatch.delenv("LD_PRELOAD")
            assert any("the clock of this machine differs" in str(line) for line in wrong.log)
            assert httpx.get(f"{wrong.rest}/readyz").json()["clock"] == "wrong"
            time.sleep(3)
            assert all(podesta.get(game).waiting for game in games)
            right.stop()
            for leap in (40 * DAY, 41 * DAY, *((2 * HOUR, -2 * HOUR, 0) if monotonic == "real" else ())):
                leaps.write_text(f"{leap:+d}")
                time.sleep(2)
                assert _runs_out(alone)
            assert all(alone.get(game).waiting for game in games)
            assert all(not first_events(alone, game) for game in games)


@pytest.mark.campaign
@pytest.mark.slow
def test_a_leap_of_the_stores_clock_is_given_back(tmp_path: Path) -> None:
    """Two hours forward: games go on with the time they had left. Back again: a game opened then is owed nothing."""
    if not (library := faketime()):
        pytest.skip("libfaketime is not installed (Debian: apt-get install faketime)")
    leaps = tmp_path / "clock"
    leaps.write_text("+0")
    faked = {"LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(leaps), "FAKETIME_NO_CACHE": "1"}
    wrapper = ["env", *(f"{name}={value}" for name, value in {**faked, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}.items())]
    server = Server(tmp_path / "server")
    server.start(wrapper)
    own = {"STORE_URL": server.url, "MASTER_KEY": bytes(32).hex()}
    try:
        with (
            running_service(tmp_path / "one", **own) as one,
            running_service(tmp_path / "two", **own),
            connect(one.grpc) as podesta,
        ):
            hour = Clock(kind="bank", seconds=HOUR, policy="forfeit")
            game = podesta.create("golden-horn", NAMES, clock=hour).id
            leaps.write_text(f"+{2 * HOUR}")
            until = time.monotonic() + LATE
            while not first_events(podesta, game) and time.monotonic() < until:
                time.sleep(0.1)
            assert first_events(podesta, game) == ["time_given_back"]
            assert podesta.get(game).waiting
            leaps.write_text("+0")
            time.sleep(3)
            assert _runs_out(podesta)
            assert first_events(podesta, game) == ["time_given_back"]
    finally:
        server.kill()


def _runs_out(podesta: Podesta) -> bool:
    """Whether a clock of two seconds runs out after these, and not before, by this machine's real clock."""
    soon, started = Clock(kind="bank", seconds=2, policy="forfeit"), time.monotonic()
    game = podesta.create("golden-horn", NAMES, clock=soon).id
    while podesta.get(game).waiting and time.monotonic() < started + LATE:
        time.sleep(0.05)
    return 2 - STEADY <= time.monotonic() - started < LATE
