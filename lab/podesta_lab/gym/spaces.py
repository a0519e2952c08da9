"""Spaces, observations and text of a table, for Gymnasium and PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict

from podesta_engines.core.disclose import questions

from .actions import question
from .table import Table, TableSetup

RENDERED = ["ansi"]
"""The render modes."""


def rendered(mode: str | None, modes: list[str] = RENDERED) -> str | None:
    """A render mode; raises ValueError for an unknown one."""
    if mode is not None and mode not in modes:
        raise ValueError(f"there is no render mode {mode!r}, only {', '.join(['None', *modes])}")
    return mode


def shown(rules: TableSetup) -> Dict:
    """The space of observations: `observation`, uint8, and `action_mask`, int8."""
    return Dict(observation=numbers(rules), action_mask=Box(0, 1, (len(rules.actions),), np.int8))


def numbers(rules: TableSetup) -> Box:
    """The space of a seat's view, without the mask."""
    high = np.array(rules.encoder.high, np.uint8)
    return Box(np.zeros(len(high), np.uint8), high, dtype=np.uint8)


def seen(table: Table, seat: int) -> dict[str, Any]:
    """What a seat sees now, in new arrays; the mask is all zeros if it is not asked."""
    rules, position = table.rules, table.position
    row = rules.actions.row(question(position, seat))
    known = bytearray(rules.encoder.row(position, seat))
    return {"observation": np.frombuffer(known, np.uint8), "action_mask": np.frombuffer(row, np.int8)}


def told(table: Table) -> str:
    """The seat to move, its question and its options as text; after the end, each seat's reward."""
    if table.ask is None:
        rewards = (f"seat_{seat} {reward:+g}" for seat, reward in enumerate(table.rewards()))
        return f"The game is over: {', '.join(rewards)}"
    asked = questions(table.position, table.ask.seat)[0]
    return "\n".join([f"seat_{table.ask.seat}: {asked.prompt}", *(f"- {each.label}" for each in asked.options)])
