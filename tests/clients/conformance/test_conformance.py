"""The conformance kit: correct clients pass, and every check is failed by a client with just that fault."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from podesta_conformance import laws
from podesta_conformance.checks import CHECKS
from podesta_conformance.laws import Law, number
from podesta_conformance.report import badge, line, page
from podesta_conformance.running import Bounds, ServiceAddress, Verdict, run
from podesta_conformance.session import command
from podesta_service.context import Context
from podesta_service.rest.serving.server import start_rest
from tests.clients.conformance import looking_bots
from tests.clients.conformance import wrong_bots as bots

BY_NAME = {check.name: check for check in CHECKS}
TREE = Path(__file__).parents[3]
BRIEF = Bounds(seconds=0.15)
LONG = Bounds(seconds=1.0)
"""A fault that lasts longer than a busy machine keeps a client waiting: one that hurries is then seen to hurry."""


def conformance(*given: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, like its users': it configures the logs of its process."""
    command = [sys.executable, "-m", "podesta_service.cli", "conformance", *given]
    return subprocess.run(command, cwd=TREE, capture_output=True, text=True, timeout=200)


@pytest.fixture(params=["grpc", pytest.param("rest", marks=pytest.mark.nightly)])
async def at(target: str, context: Context, request: pytest.FixtureRequest) -> AsyncIterator[ServiceAddress]:
    """The service, once for clients of each wire; over REST by night only, as by day three bots suffice to pass all
    checks."""
    rest = await start_rest(context)
    yield ServiceAddress(target, f"http://127.0.0.1:{rest.port}" if request.param == "rest" else "")
    await rest.stop(1.0)


async def verdict(at: ServiceAddress, name: str, kind: type[bots.Bot | bots.Player], bounds: Bounds = BRIEF) -> Verdict:
    """The verdict of a check on a bot."""
    return await run(at, BY_NAME[name], bots.starting(kind), "golden-horn", bounds)


@pytest.mark.parametrize("name", list(BY_NAME))
async def test_a_right_bot_passes(at: ServiceAddress, name: str) -> None:
    """Each check by itself, with a bot that watches and answers."""
    found = await verdict(at, name, bots.Bot)
    assert found.passed, line(found)


@pytest.mark.parametrize("name", ["game", "busy", "away", "revoked", "ousted", "over"])
async def test_a_bot_that_looks_again_and_again_passes(at: ServiceAddress, name: str) -> None:
    """With a pause between two polls."""
    found = await verdict(at, name, looking_bots.Looks)
    assert found.passed, line(found)


@pytest.mark.parametrize("name", list(BY_NAME))
async def test_the_python_client_passes(target: str, name: str) -> None:
    """Each check by itself, on a stream."""
    found = await verdict(ServiceAddress(target), name, bots.Player)
    assert found.passed, line(found)


WRONG: list[tuple[str, type[bots.Bot], Law]] = [
    ("game", bots.Illegal, laws.legal),
    ("game", bots.OneId, laws.one_id),
    ("game", bots.Chatters, laws.ends),
    ("newer", bots.Strict, laws.ends),
    ("slow", bots.OneId, laws.one_id),
    ("lost", bots.NewIds, laws.same_again),
    ("unsure", bots.NewIds, laws.same_again),
    ("cut", bots.Leaves, laws.comes_back),
    ("drain", bots.Leaves, laws.comes_back),
    ("restart", bots.Leaves, laws.comes_back),
    ("busy", bots.Deaf, laws.paces),
    ("busy", bots.Hurries, laws.paces),
    ("away", bots.Hurries, laws.paces),
    ("away", bots.Leaves, laws.comes_back),
    ("moved", bots.Loops, laws.decides_again),
    ("reborn", bots.Replays, laws.newest_only),
    ("revoked", bots.Stubborn, laws.gives_up),
    ("revoked", bots.Shrugs, laws.gives_up),
    ("game", looking_bots.Polls, laws.paces),
    ("ousted", looking_bots.Insists, laws.gives_up),
    ("over", bots.Fails, laws.ends),
]


@pytest.mark.parametrize(("name", "kind", "law"), WRONG, ids=[f"{name}-{kind.__name__}" for name, kind, _ in WRONG])
async def test_a_wrong_bot_fails(at: ServiceAddress, name: str, kind: type[bots.Bot], law: Law) -> None:
    """The verdict names the broken law, on either wire."""
    found = await verdict(at, name, kind, LONG if law is laws.paces else BRIEF)
    assert law in found.broken, line(found)
    assert not found.passed
    assert number(law) in line(found)


async def test_a_program_that_does_not_end_fails(target: str) -> None:
    """It is stopped when its time is up, and that counts against it."""
    found = await run(ServiceAddress(target), BY_NAME["game"], command("sleep 600"), "golden-horn", Bounds(limit=0.2))
    assert found.broken == {laws.ends: "the program did not end in time"}


def test_every_check_has_a_bot_that_fails_it() -> None:
    """Otherwise a check would be useless."""
    assert {name for name, _, _ in WRONG} == set(BY_NAME)


def test_every_law_is_broken_by_some_bot() -> None:
    """Otherwise a law would be useless."""
    every = {law for check in CHECKS for law in check.laws}
    assert {law for _, _, law in WRONG} == every


async def test_what_does_not_happen_is_no_pass(target: str) -> None:
    """A client that gives one answer and leaves does not pass a check that it never reached."""
    found = await run(ServiceAddress(target), BY_NAME["moved"], command("true"), "golden-horn", BRIEF)
    assert not found.reached
    assert not found.passed


async def test_a_report_names_what_was_broken(target: str) -> None:
    """As lines, as a page, and as a badge."""
    found = [await verdict(ServiceAddress(target), "game", each) for each in (bots.Bot, bots.Illegal)]
    told = page(found, "node bot.mjs", "rest", "golden-horn")
    assert "on golden-horn over REST" in told
    assert "| passed |  |" in told
    assert "C-5: " in told
    assert json.loads(badge(found)) == {
        "schemaVersion": 1,
        "label": "podesta conformance 1",
        "message": "1 of 2",
        "color": "red",
    }


@pytest.mark.campaign
@pytest.mark.slow
def test_the_command_checks_the_python_client(tmp_path: Path) -> None:
    """With a program of its own for each check, as its author runs them; only some checks, those about programs."""
    words = f"{sys.executable} clients/bots/random_bot.py --target {{target}}"
    names = [word for name in ("game", "restart", "reborn", "revoked") for word in ("--check", name)]
    given = ["--command", words, "--seconds", "0.2", "--out", str(tmp_path / "out"), *names]
    done = conformance(*given)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 of 4 checks passed" in done.stdout
    assert json.loads((tmp_path / "out" / "badge.json").read_text())["color"] == "brightgreen"
    assert "| reborn |" in (tmp_path / "out" / "report.md").read_text()


def test_a_command_that_there_is_not_is_refused() -> None:
    """Before the check starts, with its name."""
    done = conformance("--command", "no-such-program-here", "--check", "game")
    assert done.returncode == 2
    assert "no-such-program-here" in done.stderr
