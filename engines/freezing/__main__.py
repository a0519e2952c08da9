"""`python -m engines.freezing RULESET`: copy the newest rules of a ruleset into `podesta_engines/frozen`.

Run it before the rules are changed: it copies what the tree has now.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the engines of this tree, whatever is installed

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset

from .copying import FROZEN, NotFrozen, copied, frozen_name, package_of
from .locks import LOCKS, hashed, locked

NEXT = """Frozen: {folder}, which must not change any more. Now
1. give the ruleset its next version: rules="{following}" and since=HIGHEST in {package}/__init__.py, where HIGHEST is
   a new level of podesta_engines/game/format/levels.py;
2. mend the rules, RULES.md and RULES.it.md;
3. register the copy in {frozen}/__init__.py, and add it to the contracts of import-linter in pyproject.toml;
4. give both versions a line in podesta_lab/gym/registry.py, and run python -m podesta_lab.gym.locking;
5. fit the new version's value anew (podesta fit), or say in data/value.json that the old one is good for it;
6. record its games (python -m tests.golden.record {ruleset}), and make generate."""


def main() -> None:
    """Freeze, format and lock the rules, and print the next steps."""
    parser = argparse.ArgumentParser(prog="python -m engines.freezing")
    parser.add_argument("ruleset", choices=[each.id for each in RULESETS.all()])
    ruleset = RULESETS.named(parser.parse_args().ruleset)
    try:
        folder = copied(ruleset)
    except NotFrozen as error:
        sys.exit(str(error))
    _formatted(folder)
    LOCKS.write_text(locked({frozen_name(ruleset): hashed(folder)}), "utf-8")
    sys.stdout.write(_next(ruleset, folder) + "\n")


def _formatted(folder: Path) -> None:
    """Longer names make longer lines, and another order of imports."""
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "check", "--quiet", "--fix", "--select", "I", str(folder)], check=True)
    subprocess.run([*ruff, "format", "--quiet", str(folder)], check=True)


def _next(ruleset: Ruleset, folder: Path) -> str:
    name, number = ruleset.rules.split("/")
    names = {"folder": folder, "package": package_of(ruleset), "frozen": FROZEN, "ruleset": ruleset.id}
    return NEXT.format(following=f"{name}/{int(number) + 1}", **names)


if __name__ == "__main__":
    main()
