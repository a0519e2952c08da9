"""What followers of a game cost, by how their streams tell it: `python -m benchmarks.wire.light` (a minute or two).

One game of Troyes for each way and round, of which spectators or each seat follow the first moves, on a service of its
own. The ways take turns in each round. Shown are the medians of the service's CPU a move, of what each follower adds to
that (less a round without followers), and of the bytes that a follower is sent.

Before that, in this process: microseconds of CPU from a step to the bytes of a seat that nobody shares, part by part,
for whole games of every ruleset.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from uuid import uuid4

import httpx

from benchmarks.helping import offer_help
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_service.rest.events import patch_event, update_event
from podesta_service.rest.packing import packed
from podesta_service.views.patching import digest, patched
from tests.kit.process import UNLIMITED, ServiceProcess, running_service
from tests.kit.walks import Table
from tests.laws.patches.checks import steps

ROUNDS, MOVES, MANY, GAMES = 5, 60, 50, 4
WAYS: Mapping[str, tuple[str, str]] = {
    "full": ("full", "identity"),
    "full, gzip": ("full", "gzip"),
    "patch": ("patch", "identity"),
    "patch, gzip": ("patch", "gzip"),
    "none, gzip": ("none", "gzip"),
}
Game = dict[str, Any]


def spent(process: ServiceProcess) -> float:
    """Seconds of CPU that the service has used so far, in all its threads."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def opened(http: httpx.AsyncClient) -> Game:
    """A game of four, with all tokens."""
    seats = [{"name": name, "claim": True} for name in ("Ada", "Bice", "Carlo", "Dora")]
    return dict((await http.post("/v1/games", json={"ruleset": "troyes", "seats": seats})).json())


async def follow(http: httpx.AsyncClient, game: str, token: str, way: tuple[str, str], until: int) -> int:
    """Follow a game up to a revision; the bytes that came."""
    view, coding = way
    headers = {"Accept-Encoding": coding} | ({"Authorization": f"Bearer {token}"} if token else {})
    async with http.stream("GET", f"/v1/games/{game}/stream?view={view}", headers=headers) as answer:
        async for line in answer.aiter_lines():
            if line == f"id: {until}":
                break
        return answer.num_bytes_downloaded


async def play(http: httpx.AsyncClient, told: Game, rnd: Random) -> None:
    """Make so many moves at random."""
    game, tokens = told["game"]["game"], [each["token"] for each in told["tokens"]]
    path, seen = f"/v1/games/{game}", told["game"]
    for _ in range(MOVES):
        token = {"Authorization": f"Bearer {tokens[seen['waiting'][0]['seat']]}"}
        seen = (await http.get(path, headers=token)).json()
        question = seen["questions"][0]
        answer = {"question": question["kind"], "option": rnd.choice(question["options"])["word"]}
        headers = {**token, "If-Match": f'"{seen["revision"]}"', "Idempotency-Key": uuid4().hex}
        moved = await http.post(f"{path}/answers", json={"answers": [answer]}, headers=headers)
        seen = moved.raise_for_status().json()["update"]["after"]


async def followed(
    http: httpx.AsyncClient, process: ServiceProcess, way: tuple[str, str], seats: bool, count: int
) -> Any:
    """CPU in seconds a move, and bytes a follower."""
    told = await opened(http)
    tokens = [each["token"] for each in told["tokens"]] if seats else [""] * count
    game, until = told["game"]["game"], told["game"]["revision"] + MOVES
    following = [asyncio.create_task(follow(http, game, token, way, until)) for token in tokens[:count]]
    await asyncio.sleep(0.5)
    before = spent(process)
    await play(http, told, Random(7))
    sizes = await asyncio.gather(*following)
    return (spent(process) - before) / MOVES, median(sizes) if sizes else 0


async def measure(process: ServiceProcess, seats: bool, count: int) -> None:
    """Every way in turn, round after round."""
    found: dict[str, list[Any]] = {name: [] for name in ["nobody", *WAYS]}
    async with httpx.AsyncClient(base_url=process.rest, timeout=60, limits=httpx.Limits(max_connections=None)) as http:
        for _ in range(ROUNDS):
            for name in found:
                way, many = WAYS.get(name, WAYS["full"]), 0 if name == "nobody" else count
                found[name].append(await followed(http, process, way, seats, many))
    alone = median(cpu for cpu, _ in found["nobody"])
    print(f"{count} {'seats' if seats else 'spectators'}; nobody: {alone * 1e6:.0f} us of CPU a move")
    for name in WAYS:
        cpu, size = median(cpu for cpu, _ in found[name]), median(size for _, size in found[name])
        print(
            f"  {name:12} {cpu * 1e6:6.0f} us a move, {(cpu - alone) / count * 1e6:5.0f} a follower; {size:9.0f} bytes"
        )


class Parts:
    """What the parts of the way to a follower's bytes cost, all in all."""

    def __init__(self) -> None:
        self.spent, self.bytes, self.steps = Counter[str](), Counter[str](), 0

    def timed(self, part: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """What a part makes; its time is counted."""
        began = time.thread_time_ns()
        made = work(*arguments)
        self.spent[part] += time.thread_time_ns() - began
        return made

    def follow(self, ruleset: Ruleset, seed: int) -> None:
        """Make both kinds of bytes of every step of a random game, for its first seat."""
        before, known = None, ""
        for step in steps(Table(ruleset, max(ruleset.seats)), seed):
            self.steps += 1
            update = self.timed("show", step.show, 0, "en")
            self._sent("full", self.timed("full", update_event, update))
            found = self.timed("digest", digest, update.after)
            said = self.timed("diff", patched, update, found, before, known)
            self._sent("patch", self.timed("patch", patch_event, said))
            before, known = update.after, found

    def _sent(self, kind: str, plain: bytes) -> None:
        self.bytes[kind] += len(plain)
        self.bytes[f"{kind}, gzip"] += len(self.timed(f"{kind}, gzip", packed, plain))

    def row(self, name: str) -> str:
        """The line of a table."""
        part = {each: spent / self.steps / 1000 for each, spent in self.spent.items()}
        full, light = part["show"] + part["full"], sum(part[each] for each in ("show", "digest", "diff", "patch"))
        costs = [part["show"], part["full"], part["digest"], part["diff"], part["patch"], full, light]
        costs += [full + part["full, gzip"], light + part["patch, gzip"]]
        share = self.bytes["patch, gzip"] / self.bytes["full"]
        return f"| {name} | " + " | ".join(f"{cost:.0f}" for cost in costs) + f" | {share:.1%} |"


def measure_parts() -> None:
    """A table of what each part costs in every ruleset."""
    print(
        "| ruleset | show | encode | digest | diff | encode patch | full | patch | full, gzip | patch, gzip | bytes |"
    )
    print("|---" * 11 + "|")
    for ruleset in RULESETS.all():
        parts = Parts()
        for seed in range(GAMES):
            parts.follow(ruleset, seed)
        print(parts.row(ruleset.id), flush=True)


def main() -> None:
    """Measure spectators, who share what is made for them, and seats, each of which has eyes of its own."""
    measure_parts()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_service(Path(folder), DURABILITY="everysec", **UNLIMITED) as process,
    ):
        asyncio.run(measure(process, seats=False, count=MANY))
        asyncio.run(measure(process, seats=True, count=4))
    print("load:", os.getloadavg())


if __name__ == "__main__":
    offer_help(__doc__)
    main()
