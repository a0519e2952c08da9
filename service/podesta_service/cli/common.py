"""Parameter types and options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import click

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.house import has_bot, names

RULESET = click.Choice([ruleset.id for ruleset in RULESETS.all()])
"""The ruleset argument."""


class Number(click.FloatRange):
    """A number in a range; NaN is in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        found = super().convert(value, param, ctx)
        return self.fail("a number is needed", param, ctx) if math.isnan(found) else found


class RestAddress(click.ParamType[str]):
    """The address of a service's REST API, without a slash at the end."""

    name = "URL"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The address."""
        try:
            parts = urlsplit(value)
            good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and value.isprintable()
        except ValueError:
            good = False
        if not good or set(value) & set(" @?#"):  # credentials would replace the seat's token
            self.fail("write http://host:port, as in http://localhost:8080, and no more", param, ctx)
        return value.rstrip("/")


class GrpcTarget(click.ParamType[str]):
    """The gRPC target of a service."""

    name = "HOST:PORT"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The target; most commands that share this module need no gRPC, and do not load it."""
        from podesta_client.channels import dns

        try:
            dns(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return value


BOTS = click.option("--bot", "bots", multiple=True, help="A house bot for the next seat: greedy, search:40ms, …")
"""The house bots of the first seats; the other seats answer at random."""


def check_bots(ruleset: Ruleset, seats: int, bots: Sequence[str]) -> None:
    """Refuse bots that the ruleset does not have, and more of them than seats."""
    for name in bots:
        if not has_bot(ruleset, name):
            raise click.BadParameter(f"{name!r} is not one of {', '.join(names(ruleset, seats))}", param_hint="--bot")
    if len(bots) > seats:
        raise click.BadParameter(f"{len(bots)} bots for {seats} seats", param_hint="--bot")


def check_seats(ruleset: Ruleset, seats: int | None) -> int:
    """The requested number of players, or the fewest; refused if the game does not allow it."""
    if seats is None:
        return ruleset.seats.start
    if seats not in ruleset.seats:
        low, high = ruleset.seats.start, ruleset.seats.stop - 1
        raise click.BadParameter(f"{ruleset.id} is for {low} to {high} players", param_hint="--seats")
    return seats
