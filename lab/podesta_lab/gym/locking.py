"""`python -m podesta_lab.gym.locking` appends new answers of the rules to the lock files of their actions."""

from __future__ import annotations

from pathlib import Path

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset

from .actions import ActionName, LockMismatch, answers, line, lock_name

LOCKS = Path(__file__).parent / "locks"


def renewed(ruleset: Ruleset, before: list[ActionName]) -> list[ActionName]:
    """The former lines, then the new ones; raises LockMismatch if an action is no longer an answer.

    An action must never change its meaning: rules that lose an answer get a new id.
    """
    known, kept = list(answers(ruleset)), set(before)
    if lost := sorted(kept - set(known)):
        raise LockMismatch(ruleset.rules, lost)
    return [*before, *(each for each in known if each not in kept)]


def main() -> None:
    """Write every lock file."""
    LOCKS.mkdir(exist_ok=True)
    for ruleset in RULESETS.versions():
        path = LOCKS / lock_name(ruleset.rules)
        before = [line(text) for text in path.read_text("utf-8").splitlines()] if path.is_file() else []
        path.write_text("".join(f"{kind} {word}\n" for kind, word in renewed(ruleset, before)), "utf-8")


if __name__ == "__main__":
    main()
