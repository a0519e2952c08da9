"""Table and client, as built, run in the supported browsers: Baseline "widely available"."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.generators.tools import run
from tests.table.building import BUILT, TREE, build, why_not

CLIENT = TREE / "clients" / "typescript" / "dist"
TOO_NEW = {
    "syntax.js": "export const late = await Promise.resolve(1);",
    "builtin.js": "Math.sumPrecise([1]);",
    "method.js": "Promise.try(() => 1);",
    "api.js": 'new URLPattern("/x");',
    "page.css": "p { anchor-name: --it; }",
}
"""Features that some supported browsers lack, or did when this was written."""

pytestmark = [pytest.mark.outsiders, pytest.mark.slow]


def linted(folder: Path) -> dict[str, list[str]]:
    """The findings for each file of a folder below this one; files without findings have no entry."""
    done = run(
        "eslint/bin/eslint.js", "--config", "configs/browsers.mjs", "--no-ignore", "--format", "json", str(folder)
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found = {
        Path(each["filePath"]).name: [one["message"] for one in each["messages"]] for each in json.loads(done.stdout)
    }
    assert found, "nothing was looked at"
    return {name: messages for name, messages in found.items() if messages}


@pytest.fixture
def laid(out: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """An empty folder that the linter reads."""
    folder = out / str(request.node.name)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    yield folder
    shutil.rmtree(folder)


def test_the_table_asks_for_no_newer_browser(laid: Path) -> None:
    """Neither its scripts nor its styles, as delivered."""
    if reason := why_not():
        pytest.skip(reason)
    build()
    for path in [*BUILT.rglob("*.js"), *BUILT.rglob("*.css")]:
        shutil.copy(path, laid / path.name)
    assert linted(laid) == {}


def test_the_client_asks_for_no_newer_browser(laid: Path) -> None:
    """The modules of the package, and those that are bundled for pages without a build."""
    if not (CLIENT / ".built").exists():
        pytest.skip("the client is not built: make typescript")
    shutil.copytree(CLIENT, laid, dirs_exist_ok=True, ignore=shutil.ignore_patterns("grpc"))
    assert linted(laid) == {}


def test_what_is_too_new_is_found(laid: Path) -> None:
    """Of syntax, of the language's own objects, of the web, of styles: each in its file, and nothing else."""
    for name, text in TOO_NEW.items():
        (laid / name).write_text(text)
    (laid / "old.js").write_text("[1].at(-1); structuredClone({});")
    assert linted(laid).keys() == TOO_NEW.keys()
