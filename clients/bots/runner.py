"""The command line that the example bots share.

python clients/bots/random_bot.py --target localhost:50051 --create golden-horn --seats 3
PODESTA_TOKEN=… python clients/bots/greedy_bot.py --target localhost:50051
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence

from podesta_client import Podesta, Turn, connect

Choose = Callable[[Turn], str]
"""Returns the word of an option."""


def run(choose: Choose, arguments: Sequence[str] | None = None) -> None:
    """Play as the command line says, and print how it ended."""
    run_with(lambda _podesta, _tokens: choose, arguments)


def run_with(prepare: Callable[[Podesta, Sequence[str]], Choose], arguments: Sequence[str] | None = None) -> None:
    """The same for a bot that calls the service while it thinks: it gets the client and the tokens of its seats."""
    given = _parser().parse_args(arguments)
    with connect(given.target) as podesta:
        tokens = _tokens(podesta, given)
        result = podesta.play(tokens, prepare(podesta, tokens))
    print(f"{result.reason} after {result.rounds} rounds")
    for standing in sorted(result.standings, key=lambda standing: standing.rank):
        print(f"{standing.rank}. seat {standing.seat}: {standing.score} points")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="localhost:50051", help="host:port of the service")
    parser.add_argument("--create", metavar="RULESET", help="open a game and play all of its seats")
    parser.add_argument("--seats", type=int, default=2, help="seats of the game to open")
    parser.add_argument("--claim", metavar="GAME", help="take an open seat of a game")
    parser.add_argument("--name", default="", help="what the seat taken is called")
    parser.add_argument(
        "--token",
        default=os.environ.get("PODESTA_TOKEN"),
        help="play the seat of this token; better given as PODESTA_TOKEN, which other users cannot see",
    )
    return parser


def _tokens(podesta: Podesta, given: argparse.Namespace) -> list[str]:
    """The seats to play: those of a new game, a free one, or the token's."""
    if given.create:
        game = podesta.create(given.create, [f"Bot {number + 1}" for number in range(given.seats)])
        print(f"game {game.id}", flush=True)
        return game.tokens
    if given.claim:
        return [podesta.claim(given.claim, name=given.name).token]
    if not given.token:
        raise SystemExit("give --create, --claim or --token")
    return [given.token]
