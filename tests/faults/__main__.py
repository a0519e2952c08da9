"""The long run: `python -m tests.faults [CAMPAIGN…]` (about half an hour); exits with 1 on any violation."""

import asyncio
import logging
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults.campaigns.catalogue import CAMPAIGNS, obstacle
from tests.faults.chaos_game import GameReport, play_in_chaos
from tests.faults.harness import Plan
from tests.faults.load import Report
from tests.faults.power import can_trace, lose_power

POWER_CUTS = 5
GAME_FAULTS = 60
"""Processes killed while whole games are played."""


def main(wanted: list[str]) -> int:
    """Run the campaigns named, or all; print a line each."""
    logging.getLogger("podesta_eventstore").setLevel(logging.ERROR)
    violations = 0
    for campaign, (_, faults) in CAMPAIGNS.items():
        if not wanted or campaign.__name__ in wanted:
            why = obstacle(campaign)
            violations += _say(f"{campaign.__name__}: skipped, {why}") if why else _run(campaign, faults)
    if not wanted or "play_in_chaos" in wanted:
        violations += _run(lambda plan: play_in_chaos(*plan), GAME_FAULTS)
    if can_trace() and (not wanted or "power" in wanted):
        violations += _cut_power()
    return 1 if violations else 0


def _run(campaign: Callable[[Plan], Awaitable[Report | GameReport]], faults: int) -> int:
    with TemporaryDirectory(prefix="podesta-faults-") as folder:
        started = time.monotonic()
        report = asyncio.run(campaign(Plan(Path(folder), faults, int(started))))
        _say(f"{report} {time.monotonic() - started:6.0f} s")
    for violation in report.violations[:20]:
        _say(f"    {violation}")
    return len(report.violations)


def _cut_power() -> int:
    violations = 0
    for policy in ("everysec", "always"):
        acknowledged = lost = 0
        for _ in range(POWER_CUTS):
            with TemporaryDirectory(prefix="podesta-faults-") as folder:
                loss = asyncio.run(lose_power(Path(folder), policy))
            acknowledged, lost = acknowledged + loss.acknowledged, lost + loss.lost
        _say(f"power loss, appendfsync {policy:8} {acknowledged:12} acknowledged {lost:6} lost {POWER_CUTS:11} faults")
        violations += lost if policy == "always" else not lost
    return violations


def _say(line: str) -> int:
    print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
