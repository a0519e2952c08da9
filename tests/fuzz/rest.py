"""Schemathesis against a running service: every check, every phase, with the tokens of real games."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from podesta_engines import RULESETS
from tests.fuzz.tables import Grounds

HERE = Path(__file__).parent
CONFIG = HERE / "schemathesis.toml"
_GENERATED = re.compile(r"(\d+) generated")


@dataclass(frozen=True)
class Outcome:
    """The result of a run of Schemathesis: its exit code, its report, and the calls by operation and status."""

    code: int
    report: str
    calls: Counter[str]

    @property
    def statuses(self) -> Counter[str]:
        """The calls by status."""
        found: Counter[str] = Counter()
        for name, count in self.calls.items():
            found[name.rpartition(" ")[2]] += count
        return found


def run_schemathesis(
    grounds: Grounds, folder: Path, seed: int, seconds: int, examples: int = 15, phases: str = ""
) -> Outcome:
    """Run Schemathesis on a service for so many seconds; its files go into the folder."""
    (folder / "tables.json").write_text(json.dumps(grounds.as_json()))
    counts = folder / "counts.json"
    (folder / "schemathesis.toml").write_text(CONFIG.read_text() + _dictionaries(grounds))
    environ = os.environ | {
        "SCHEMATHESIS_HOOKS": "tests.fuzz.rest_hooks",
        "FUZZ_TABLES": str(folder / "tables.json"),
        "FUZZ_COUNTS": str(counts),
        "FUZZ_SEED": str(seed),
        "PYTHONPATH": str(HERE.parent.parent),
    }
    command = [str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(folder / "schemathesis.toml")]
    command += ["run", f"{grounds.process.rest}/schema/openapi.json", "--checks", "all", "--no-color"]
    command += ["--seed", str(seed), "--max-time", str(seconds), "--max-examples", str(examples)]
    command += ["--phases", phases] if phases else []
    ran = subprocess.run(command, env=environ, cwd=folder, capture_output=True, text=True, timeout=seconds + 120)
    calls = Counter(json.loads(counts.read_text())) if counts.exists() else Counter[str]()
    return Outcome(ran.returncode, ran.stdout + ran.stderr, calls)


def _dictionaries(grounds: Grounds) -> str:
    """Words that a fuzzer does not find by itself."""
    games = _list(table.game for table in grounds.tables)
    return f"\n[dictionaries]\ngames = {{ values = {games} }}\nrulesets = {{ values = {_list(RULESETS_IDS)} }}\n"


RULESETS_IDS = [ruleset.id for ruleset in RULESETS.all()]


def _list(words: Iterable[str]) -> str:
    return json.dumps(list(words))
