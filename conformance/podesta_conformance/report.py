"""The results of the checks: a line each, a page, and a badge."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from .laws import number, sentence
from .running import Verdict, Wire

NAMES: dict[Wire, str] = {"grpc": "gRPC", "rest": "REST"}
KIT = 1
"""The version of the kit: it increases when a check is added or a law becomes stricter."""


def line(verdict: Verdict) -> str:
    """A check in one line, and more lines for every broken law."""
    return "\n".join([f"{_word(verdict):6} {verdict.check.name:8} {verdict.check.says}", *_broken(verdict)])


def _word(verdict: Verdict) -> str:
    return "passed" if verdict.passed else "FAILED"


def _broken(verdict: Verdict) -> list[str]:
    """What was wrong, with the law it broke."""
    found = []
    for law, why in verdict.broken.items():
        found += [f"       {number(law)} {sentence(law)}", f"         {why}"]
    if verdict.broken and (words := verdict.journal.last_words.strip()):
        found += ["       its last words:", *(f"         {each}" for each in words.splitlines()[-6:])]
    if not verdict.broken and not verdict.reached:
        found.append("       what was to happen did not: the client gave too few answers, or none through this door")
    return found


def summary(verdicts: Sequence[Verdict]) -> str:
    """How many checks were passed."""
    passed = sum(verdict.passed for verdict in verdicts)
    return f"{passed} of {len(verdicts)} checks passed (kit {KIT}, podesta {version('podesta-service')})"


def page(verdicts: Sequence[Verdict], line: str, wire: Wire, ruleset: str) -> str:
    """A page of Markdown: the fault, the client's reaction, and the law it broke."""
    head = ["# Conformance", "", f"`{line}` on {ruleset} over {NAMES[wire]}: {summary(verdicts)}.", ""]
    table = ["| check | what happened | calls | answers | | broken |", "|---|---|---:|---:|---|---|"]
    return "\n".join([*head, *table, *map(_row, verdicts), ""])


def _row(verdict: Verdict) -> str:
    journal, check = verdict.journal, verdict.check
    broken = "; ".join(f"{number(law)}: {why}" for law, why in verdict.broken.items())
    happened = f"{check.says} ({journal.faults} times)" if journal.faults else check.says
    told = (check.name, happened, str(len(journal.calls)), str(len(journal.commands)), _word(verdict), broken)
    return f"| {' | '.join(told)} |"


def badge(verdicts: Sequence[Verdict]) -> str:
    """A badge in the format of the `endpoint` of shields.io."""
    passed = sum(verdict.passed for verdict in verdicts)
    whole = passed == len(verdicts)
    message = f"{passed} of {len(verdicts)}"
    facts = {"schemaVersion": 1, "label": f"podesta conformance {KIT}", "message": message}
    return json.dumps(facts | {"color": "brightgreen" if whole else "red"})


def write(folder: Path, verdicts: Sequence[Verdict], line: str, wire: Wire, ruleset: str) -> None:
    """Write the page and the badge into an existing folder."""
    (folder / "report.md").write_text(page(verdicts, line, wire, ruleset), "utf-8")
    (folder / "badge.json").write_text(badge(verdicts), "utf-8")
