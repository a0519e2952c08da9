"""Opening the store at the start: the process waits for a while, alive but not ready."""

from __future__ import annotations

import asyncio
import socket
import time

import structlog

from podesta_eventstore import EventStore, StoreUnavailable
from podesta_service.randomness import find_keys
from podesta_service.rest.serving.not_ready import NotReadyServer
from podesta_service.settings import Settings

from .archive import open_games
from .reconciling import settle_with_archive

log = structlog.get_logger("podesta")

_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 5.0
"""Seconds between two attempts; each is twice the one before."""


async def open_patiently(settings: Settings) -> tuple[EventStore, socket.socket | None]:
    """The store, and, if it had to be waited for, the socket for REST to listen on; raises StoreError.

    An unreachable store is retried for `store_wait_seconds`; a misconfigured or a private one is not.
    """
    try:
        return await _opened(settings), None
    except StoreUnavailable as error:
        if not settings.store_url or not settings.store_wait_seconds:
            raise
        return await _wait(settings, error)


async def open_waiting(settings: Settings) -> EventStore:
    """The store, waited for in the same way, for a process without REST; raises StoreError."""
    try:
        return await _opened(settings)
    except StoreUnavailable as error:
        if not settings.store_url or not settings.store_wait_seconds:
            raise
        return await _open_in_time(settings, error)


async def _opened(settings: Settings) -> EventStore:
    """The store, if it is not older than its archive; raises StoreError."""
    store = await open_games(settings, keys := find_keys(settings))
    try:
        await settle_with_archive(store, settings, keys)
    except BaseException:
        await store.close()
        raise
    return store


async def _wait(settings: Settings, error: StoreUnavailable) -> tuple[EventStore, socket.socket]:
    """Retry until the time is up."""
    room = NotReadyServer(settings)
    try:
        store = await _open_in_time(settings, error)
    except BaseException:
        (await room.close()).close()
        raise
    log.info("the store is there")
    return store, await room.close()


async def _open_in_time(settings: Settings, error: StoreUnavailable) -> EventStore:
    deadline, pause = time.monotonic() + settings.store_wait_seconds, _FIRST_PAUSE
    while (left := deadline - time.monotonic()) > 0:
        log.warning("the store is not there; trying again", why=str(error), seconds_left=round(left, 1))
        await asyncio.sleep(min(pause, left))
        pause = min(2 * pause, _LONGEST_PAUSE)
        try:
            return await _opened(settings)
        except StoreUnavailable as again:
            error = again
    raise error
