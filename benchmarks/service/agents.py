"""How many characters an agent reads of a game: `python -m benchmarks.service.agents [ruleset …]`.

A game of each ruleset at its smallest table, answered at random by the Model Context Protocol's own client, in memory,
against a real service. Nothing here is a tokenizer: tokens are characters by four.
"""

from __future__ import annotations

import argparse
import asyncio
import re
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from mcp import Client
from mcp_types import TextContent

from podesta_client import AsyncPodesta, Turn, connect_async
from podesta_client.agents.seats import Seats
from podesta_client.agents.server import Tools, serving
from podesta_client.agents.table import Tables
from podesta_engines import RULESETS
from podesta_service.conformance.running import service

MIDDLE = 15
"""After so many answers the whole table is looked at."""


async def _call(client: Client, tool: str, **arguments: Any) -> str:
    (said,) = (await client.call_tool(tool, arguments)).content
    assert isinstance(said, TextContent)
    return said.text


async def sizes(podesta: AsyncPodesta, ruleset: str, seats: int, folder: Path, rnd: Random) -> tuple[list[int], int]:
    """The characters of each answer's reply in a game, and of the whole table."""
    whole, found = 0, []
    async with Client(serving(Tools(Tables(podesta, Seats(folder / f"{ruleset}.json"), patience=0.0)))) as client:
        said = await _call(client, "open", ruleset=ruleset, others=["open"] * (seats - 1))
        game = said.split()[1]
        tokens = [(await podesta.claim(game)).token for _ in range(seats - 1)]
    others = asyncio.create_task(podesta.play(tokens, lambda turn: _any(turn, rnd)))
    async with Client(serving(Tools(Tables(podesta, Seats(folder / f"{ruleset}.json"))))) as client:
        said = await _call(client, "look", game=game)
        while options := re.findall(r"(?:^| \| )(\d+) ", said.splitlines()[-1]):
            found_revision = re.search(r"revision (\d+)", said)
            assert found_revision is not None
            said = await _call(
                client, "answer", game=game, revision=int(found_revision[1]), options=[int(rnd.choice(options))]
            )
            found.append(len(said))
            if len(found) == MIDDLE:
                whole = len(await _call(client, "look", game=game, full=True))
    await others
    return found, whole


def _any(turn: Turn, rnd: Random) -> str:
    return rnd.choice(turn.question.options).word


async def measure(rulesets: list[str]) -> None:
    """Measure rulesets one after another, and print a line for each."""
    with TemporaryDirectory() as folder:
        async with service() as target, connect_async(target) as podesta:
            for ruleset in rulesets:
                seats = RULESETS.named(ruleset).seats[0]
                found, whole = await sizes(podesta, ruleset, seats, Path(folder), Random(1))
                ninth = sorted(found)[int(0.9 * len(found))]
                told = f"median {median(found) / 4:.0f} tokens, nine of ten {ninth / 4:.0f}, most {max(found) / 4:.0f}"
                print(f"{ruleset:22} {len(found):3} answers: {told}; whole table {whole / 4:.0f}", flush=True)


def main() -> None:
    """Measure the rulesets of the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=[ruleset.id for ruleset in RULESETS.all()])
    asyncio.run(measure(parser.parse_args().rulesets))


if __name__ == "__main__":
    main()
