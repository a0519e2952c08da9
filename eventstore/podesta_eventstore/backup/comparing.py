"""Comparison of a server on a restored backup with one on an empty folder: users, functions, settings."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from pathlib import Path
from typing import Any

import hiredis

from podesta_eventstore.errors import StoreRefused, StoreUnavailable
from podesta_eventstore.server.address import Address
from podesta_eventstore.server.connection import ConnectionLost
from podesta_eventstore.server.embedded import EmbeddedServer
from podesta_eventstore.server.link import Link, at
from podesta_eventstore.streams.library import KNOWN

_PATIENCE = 60.0
_OF_PLACE = frozenset(("dir", "pidfile", "unixsocket", "logfile"))
"""Settings that depend on a server's folder."""

_ASKED = (("ACL", "LIST"), ("CONFIG", "GET", "*"), ("MODULE", "LIST"), ("FUNCTION", "LIST", "WITHCODE"))


async def check_like_new(server: EmbeddedServer, scratch: Path) -> None:
    """Check that a private server has the users, modules and settings of a new one, and only our functions.

    Raises:
        StoreRefused: it has others.
        StoreUnavailable: it does not answer.
    """
    fresh = EmbeddedServer(scratch)
    await asyncio.to_thread(fresh.start)
    try:
        found, expected = await _setup(server), await _setup(fresh)
    finally:
        await asyncio.to_thread(fresh.stop)
    amiss = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
    if amiss:
        raise StoreRefused(
            f"a server on this backup has what no new one has, and may not be used: {', '.join(amiss)[:400]}"
        )


async def _setup(server: EmbeddedServer) -> dict[str, object]:
    """A server's configuration, by kind; functions of any known version are left out."""
    link = Link(at(Address(path=server.socket)), _PATIENCE)
    try:
        users, settings, modules, libraries = [await link.call(*words) for words in _ASKED]
    except (hiredis.HiredisError, ConnectionLost) as error:
        raise StoreUnavailable(f"the server on {server.data_dir} does not say how it is set up: {error}") from error
    finally:
        await link.close()
    texts = [{_text(name): value for name, value in each.items()} for each in libraries]
    foreign = [each for each in texts if sha256(each["library_code"]).hexdigest() not in KNOWN]
    return {
        **{f"setting {_text(name)}": value for name, value in settings.items() if _text(name) not in _OF_PLACE},
        **{f"user {_text(each).split()[1]}": _text(each) for each in users},
        **{f"library {_text(each['library_name'])}": True for each in foreign},
        "modules": str(modules),
    }


def _text(said: Any) -> str:
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
