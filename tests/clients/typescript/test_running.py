"""The client with a running service: in Node, Deno and Bun, and through crashes of the service.

The README's code is typed, and runs unchanged.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from podesta_conformance.checks import CHECKS
from tests.clients.languages.toolchains import HOME, run, start, tool
from tests.kit.evidence import evidence
from tests.kit.ports import free_port
from tests.kit.process import ServiceProcess

GAMES = evidence(normal=1, long=3)
"""Whole games of each ruleset in which patches are compared with whole games."""

pytestmark = [pytest.mark.campaign, pytest.mark.slow]


@pytest.mark.parametrize("module", ["parts", "calls", "turns", "streams", "shared", "grpc"])
def test_in_node(package: Path, service: ServiceProcess, module: str) -> None:
    """The tests that are written in TypeScript."""
    own = {"PODESTA_REST": service.rest, "PODESTA_GRPC": service.grpc, "PODESTA_GAMES": str(GAMES)}
    # A test that fails leaves its connections open: without the second flag, Node waits for them.
    told = run(["node", "--test", "--test-force-exit", "--test-reporter=tap", f"build/{module}.test.js"], **own)
    assert "# fail 0" in told
    assert "# tests 0" not in told


@pytest.mark.outsiders
@pytest.mark.parametrize("command", [["deno", "run", "--allow-net", "--allow-read", "--allow-env"], ["bun"]])
def test_in_other_runtimes(package: Path, runtimes: Path, service: ServiceProcess, command: list[str]) -> None:
    """A game is played, an illegal answer refused as such, and the record verified."""
    runtime, *flags = command
    told = run([str(runtimes / runtime), *flags, "tests/runtimes/play.mjs", service.rest])
    assert told == "true ended true\n"


@pytest.mark.parametrize("wire", ["rest", "grpc"])
def test_a_game_survives_kill_9(package: Path, tmp_path: Path, wire: str) -> None:
    """The service is killed twice in a game: every seat plays on, and the stream has no gap and no repeat."""
    ports = {"REST_PORT": str(free_port()), "GRPC_PORT": str(free_port())}
    running = ServiceProcess(tmp_path, **ports)
    program = start(["node", "build/survive.js", wire], PODESTA_REST=running.rest, PODESTA_GRPC=running.grpc)
    assert program.stdout is not None
    told: list[str] = []
    try:
        for line in program.stdout:
            told.append(line.strip())
            if told[-1] in ("revision 6", "revision 12"):
                running.kill()
                running = ServiceProcess(tmp_path, **ports)
        assert program.wait(60) == 0
    finally:
        program.kill()
        program.wait()
        program.stdout.close()
        running.stop()
    assert told[-1] == "ended, whole", told
    assert "revision 12" in told, "the game was over before the service had been killed twice"


@pytest.mark.parametrize(("bot", "wire"), [("bot", "grpc"), ("watching_bot", "grpc"), ("rest_bot", "rest")])
def test_bots_in_node_conform(package: Path, bot: str, wire: str) -> None:
    """The client's own `play` on both wires, and the example that watches and answers, pass every check of the kit."""
    given = ["conformance", "--wire", wire, "--command", f"node examples/{bot}.mjs", "--seconds", "0.2"]
    told = run([sys.executable, "-m", "podesta_service.cli", *given])
    assert told.splitlines()[-1].startswith(f"{len(CHECKS)} of {len(CHECKS)} checks passed"), told


BLOCKS = re.findall(r"^```ts\n(.*?)^```$", (HOME / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def programs(package: Path, service: ServiceProcess) -> list[Path]:
    """Each block as a program, translated by the compiler, for the service under test."""
    folder = package / "build" / "readme"
    folder.mkdir(parents=True, exist_ok=True)
    for number, block in enumerate(BLOCKS):
        here = block.replace("localhost:8080", service.rest.removeprefix("http://"))
        (folder / f"{number}.ts").write_text(here.replace("localhost:50051", service.grpc), "utf-8")
    own = {"rootDir": ".", "outDir": "js", "declaration": False, "declarationMap": False, "sourceMap": False}
    (folder / "tsconfig.json").write_text(
        json.dumps({"extends": "../../tsconfig.json", "compilerOptions": own, "include": ["*.ts"]}), "utf-8"
    )
    run([tool("tsc"), "-p", str(folder)])
    return sorted(folder.glob("js/*.js"))


def test_every_block_runs(programs: list[Path]) -> None:
    """None of them fails."""
    assert len(programs) == len(BLOCKS) >= 6
    for program in programs:
        run(["node", str(program)])
