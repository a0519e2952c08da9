"""Plays any game: every legal option is as good as any other."""

from __future__ import annotations

from random import choice

from runner import run

from podesta_client import Turn


def choose(turn: Turn) -> str:
    """One of the options."""
    return choice(turn.question.options).word


if __name__ == "__main__":
    run(choose)
