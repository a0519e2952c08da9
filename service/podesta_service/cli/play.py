"""`podesta play`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from itertools import zip_longest
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory

import click
import httpx
import uvloop
from httpx_sse import ServerSentEvent, aconnect_sse
from rich.console import Console

from podesta_client import Bot, Problem, Turn, connect_async
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts.printing import give_up
from podesta_engines.core.words import ENGLISH, LANGUAGES
from podesta_engines.play.playout import playout
from podesta_eventstore import StoreError
from podesta_service.bots.worker import Worker
from podesta_service.randomness import find_master_key
from podesta_service.run.serve import Service, start_service
from podesta_service.settings import Settings
from podesta_service.telemetry.logs import set_up_logs

from .common import BOTS, RULESET, GrpcTarget, RestAddress, check_bots, check_seats
from .picture import Picture

NAMES = ("Ada", "Bice", "Ciro", "Dina", "Elio", "Fosca")


@click.command()
@click.argument("ruleset", type=RULESET)
@click.option("--seats", type=click.IntRange(1), show_default="the fewest", help="Number of players.")
@click.option("--seed", type=int, default=None, help="The seed of the bots' choices; draws are the service's.")
@BOTS
@click.option("--language", type=click.Choice(LANGUAGES), default=ENGLISH, show_default=True)
@click.option("--rest", type=RestAddress(), help="Address of a running service, such as http://localhost:8080.")
@click.option("--grpc", "target", type=GrpcTarget(), help="Its gRPC target, such as localhost:50051.")
def command(
    ruleset: str,
    seats: int | None,
    seed: int | None,
    bots: tuple[str, ...],
    language: str,
    rest: str | None,
    target: str | None,
) -> None:
    """Play a whole game between bots over gRPC, followed over REST's event stream.

    Without --rest and --grpc, a service is started for the game and stopped after it. A running service plays house
    bots itself; seats without one answer at random.
    """
    rules = RULESETS.named(ruleset)
    seats = check_seats(rules, seats)
    check_bots(rules, seats, bots)
    if bool(rest) != bool(target):
        raise click.UsageError("--rest and --grpc go together")
    picture = Picture(Console(), _usual_length(rules, seats))
    plans = [Bot(bot, name) if bot else name for name, bot in zip_longest(NAMES[:seats], bots, fillvalue="")]
    try:
        uvloop.run(_play(picture, ruleset, plans, Random(seed), language, rest or "", target or ""))
    except httpx.HTTPError:
        give_up(ValueError(f"{rest} does not show the game: name REST of the same service with --rest"))
    except (Problem, StoreError, OSError) as error:
        give_up(error)


def _usual_length(rules: Ruleset, seats: int) -> float:
    """The average number of decisions in random games, used as the length of the bar."""
    return mean(playout(rules, seats, seed).decisions for seed in range(20))


async def _play(
    picture: Picture, ruleset: str, plans: list[Bot | str], rnd: Random, language: str, rest: str, target: str
) -> None:
    """Create a game, let the bots play it, and show what a spectator sees."""
    housed = any(isinstance(plan, Bot) for plan in plans)
    service = _service(rest, target, housed)
    async with service as (url, grpc), connect_async(grpc, language=language, patience=5) as podesta:
        new = await podesta.create(ruleset, plans)
        click.echo(f"game {new.id} at {url}")
        with picture:
            follower = asyncio.create_task(_follow(picture, url, new.id, language))
            if new.tokens:
                await podesta.play(new.tokens, lambda turn: _choose(turn, rnd))
            await follower
        picture.show_standings()


def _choose(turn: Turn, rnd: Random) -> str:
    """A random option, all equally likely."""
    return rnd.choice(turn.question.options).word


async def _follow(picture: Picture, url: str, game: str, language: str) -> None:
    """Show every update from the first on; a broken stream is resumed."""
    headers = {"Accept-Language": language, "Last-Event-ID": "0"}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=30.0) as client:
        while not picture.over:
            async for event in _events(client, f"/v1/games/{game}/stream"):
                if event.event == "update":
                    picture.show(event.json())
                    client.headers["Last-Event-ID"] = event.id


async def _events(client: httpx.AsyncClient, path: str) -> AsyncIterator[ServerSentEvent]:
    async with aconnect_sse(client, "GET", path) as source:
        source.response.raise_for_status()
        async for event in source.aiter_sse():
            yield event


@asynccontextmanager
async def _service(rest: str, target: str, housed: bool) -> AsyncIterator[tuple[str, str]]:
    """The addresses of the service: the given one, or a temporary one on free ports.

    A temporary one gets a worker for house bots, if there are any.
    """
    if rest:
        yield rest, target
        return
    with TemporaryDirectory(prefix="podesta-") as folder:
        settings = Settings(data_dir=folder, rest_port=0, grpc_port=0, log_level="warning")
        set_up_logs(settings)
        service = await start_service(settings)
        try:
            async with _worker(service, settings) if housed else nullcontext():
                yield service.rest_url, service.grpc_target
        finally:
            await service.stop()


@asynccontextmanager
async def _worker(service: Service, settings: Settings) -> AsyncIterator[None]:
    """A worker for the house bots of a temporary service."""
    stop, key = asyncio.Event(), find_master_key(settings)
    working = asyncio.create_task(Worker(service.context.master, service.store, settings, key, 1).run(stop))
    try:
        yield
    finally:
        stop.set()
        await working
