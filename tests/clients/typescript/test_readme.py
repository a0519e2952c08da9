"""The README's code is typed, and runs as it stands."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.clients.typescript.node import HOME, run, tool
from tests.kit.process import ServiceProcess

pytestmark = [pytest.mark.campaign, pytest.mark.slow, pytest.mark.timeout(240)]

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
