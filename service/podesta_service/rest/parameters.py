"""The parameters that several calls share, with types, descriptions, schemas and examples."""

from __future__ import annotations

from typing import Annotated, Any

from litestar.params import HeaderParameter, PathParameter

from podesta_service.api.fields import KEY
from podesta_service.api.sample import Sample
from podesta_service.names import COMMAND, GAME, HEAD

from .headers import LATEST

GameId = Annotated[str, PathParameter(description="The game's id: 21 letters and digits")]
IfNoneMatch = Annotated[str | None, HeaderParameter(name="If-None-Match", description="The ETag you have")]
IfMatch = Annotated[
    str | None,
    HeaderParameter(
        name="If-Match",
        description=(
            'The revision that the answers were decided on: `"17"`, or the ETag; with the first 8 to 64 digits of its '
            '`head`, as `"17.0123abcd"`, they are refused if the log has been changed since'
        ),
    ),
]
CommandId = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description=f"The command's id: {KEY}. If sent again, the first result is returned",
    ),
]

_REVISION = {"type": "integer", "minimum": 0, "maximum": LATEST}
SHAPES: dict[str, dict[str, Any]] = {
    "game": {"type": "string", "pattern": f"^{GAME}$"},
    "at": {**_REVISION, "minimum": 1},
    "after": _REVISION,
    "If-Match": {"type": "string", "pattern": rf'^(W/)?"[0-9]{{1,9}}(-[a-z0-9]+-[a-z]{{2}}|\.{HEAD})?"$'},
    "Idempotency-Key": {"type": "string", "pattern": f"^{COMMAND}$"},
    "anchor": {"type": "string", "pattern": "^([0-9a-f]{64})?$"},
}
"""Schemas that Litestar cannot express, by the parameter's name; a call may override them."""


def examples(of: Sample) -> dict[str, Any]:
    """Examples by a parameter's name; a call may override them."""
    return {
        "game": of.update.game,
        "at": of.update.revision,
        "after": of.update.revision,
        "If-Match": f'"{of.update.revision}"',
        "If-None-Match": f'"{of.update.revision}-0-en"',
        "Idempotency-Key": "0f8e7c1a-52b4-4e0c-9d3f-5b8f3f2a6c11",
        "seat": 0,
        "webhook": "uw3kq5zfa2t7m4xd",
        "anchor": "9f64a747e1b97f131fabb6b447296c9b6f0201e79fb3c5356e6c77e89b6a806a",
    }
