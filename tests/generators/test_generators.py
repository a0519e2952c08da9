"""Other tools accept the API's description: it is valid to linters, and generated code compiles and plays a game."""

import json
from pathlib import Path

import pytest

from podesta_service.rest.description.openapi import PATH
from tests.generators.tools import run, run_program
from tests.kit.process import ServiceProcess

GENERATORS = {
    "openapi-typescript": (
        "openapi-typescript/bin/cli.js",
        "{description}",
        "-o",
        "{out}/openapi-typescript/schema.d.ts",
    ),
    "hey-api": ("@hey-api/openapi-ts/bin/run.js", "-f", "configs/hey-api.mjs"),
    "orval": ("orval/dist/bin/orval.mjs", "--config", "configs/orval.mjs"),
    "kubb": ("@kubb/cli/bin/kubb.cjs", "generate", "--config", "configs/kubb.mjs"),
}

pytestmark = [pytest.mark.outsiders, pytest.mark.slow]


def test_redocly_finds_nothing() -> None:
    """Neither an error nor a warning by its recommended rules."""
    done = run("@redocly/cli/bin/cli.js", "lint", "--config", "configs/redocly.yaml", "--format", "json", str(PATH))
    found = json.loads(done.stdout)
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, found["problems"]


def test_spectral_finds_nothing() -> None:
    """Not even a hint by its rules for OpenAPI."""
    rules = ("-r", "configs/spectral.yaml", "--fail-severity", "hint")
    done = run("@stoplight/spectral-cli/dist/index.js", "lint", *rules, str(PATH))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module", params=GENERATORS)
def generator(request: pytest.FixtureRequest, out: Path) -> str:
    """The name of a generator that has just written its types and calls."""
    words = [word.format(description=PATH, out=out) for word in GENERATORS[request.param]]
    done = run(*words, DESCRIPTION=str(PATH), OUT=str(out))
    assert done.returncode == 0, done.stdout + done.stderr
    return str(request.param)


def test_what_is_generated_compiles_and_plays(generator: str, service: ServiceProcess, out: Path) -> None:
    """Under `tsc --strict`, with a program that distinguishes cases by type; the program opens a game and plays."""
    program = f"programs/{generator}.ts"
    settings = out / f"tsconfig.{generator}.json"
    settings.write_text(
        json.dumps({"extends": "../tsconfig.json", "include": [f"../{program}", f"{generator}/**/*.ts"]})
    )
    compiled = run("typescript/bin/tsc", "--strict", "--noEmit", "-p", str(settings))
    assert compiled.returncode == 0, compiled.stdout
    built = out / f"{generator}.mjs"
    bundled = run("esbuild/bin/esbuild", program, "--bundle", "--platform=node", "--format=esm", f"--outfile={built}")
    assert bundled.returncode == 0, bundled.stderr
    played = run_program(built, PODESTA=service.rest)
    assert played.returncode == 0, played.stderr
    found = json.loads(played.stdout)
    assert found["kind"] == "+".join([found["port"]] * 3) or found["kind"].startswith(found["port"])
    assert found["revision"] == 2
    assert len(found["ships"]) == 6


def test_a_wrong_word_does_not_compile(out: Path) -> None:
    """The types are not so wide that any text passes for a word of a vocabulary."""
    wrong = out / "wrong.ts"
    out.mkdir(exist_ok=True)
    wrong.write_text(
        'import type { components } from "./openapi-typescript/schema";\n'
        'export const colour: components["schemas"]["GoldenHornColour"] = "mauve";\n'
    )
    types = out / "openapi-typescript" / "schema.d.ts"
    assert run("openapi-typescript/bin/cli.js", str(PATH), "-o", str(types)).returncode == 0
    settings = out / "tsconfig.wrong.json"
    settings.write_text(json.dumps({"extends": "../tsconfig.json", "include": ["wrong.ts"]}))
    done = run("typescript/bin/tsc", "-p", str(settings))
    wrong.unlink()
    assert done.returncode != 0
    assert '"mauve"' in done.stdout
