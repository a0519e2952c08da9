"""How calls end: the outcome, the wire's status, and the duration."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import TracebackType
from typing import TypeAlias

from podesta_service.problems import INTERNAL, Refusal

from .words import Wire

Answered: TypeAlias = Callable[[Wire, str, str, str, float | None], None]
"""Called with an ended call: its wire and name, its outcome and status, its seconds if it is timed."""


class CallTimer:
    """One call, counted and timed when it ends; ending it again does nothing."""

    __slots__ = ("_answered", "_call", "_ended", "_started", "_timed", "_wire", "code")

    def __init__(self, answered: Answered, wire: Wire, call: str, timed: bool) -> None:
        self._answered, self._wire, self._call, self._timed = answered, wire, call, timed
        self._ended, self._started = False, time.perf_counter()
        self.code = ""
        """The status that was sent, if it differs from the refusal's."""

    def __enter__(self) -> CallTimer:
        return self

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        self.end(error)

    def end(self, error: BaseException | None) -> None:
        """Record the end of the call, with the exception if there was one."""
        if self._ended:
            return
        self._ended = True
        seconds = time.perf_counter() - self._started if self._timed else None
        code = self.code or code_of(self._wire, error)
        self._answered(self._wire, self._call, outcome_of(error), code, seconds)


def outcome_of(error: BaseException | None) -> str:
    """The outcome of a call: ok, a problem's type, cancelled (by the caller), or internal."""
    if error is None:
        return "ok"
    if isinstance(error, Refusal):
        return error.kind.slug
    return "cancelled" if isinstance(error, asyncio.CancelledError) else INTERNAL.slug


def code_of(wire: Wire, error: BaseException | None) -> str:
    """The status of a call in its wire's notation: 404 or NOT_FOUND; 499 for a caller that disconnected."""
    if error is None:
        return "OK" if wire == "grpc" else "200"
    if isinstance(error, asyncio.CancelledError):
        return "CANCELLED" if wire == "grpc" else "499"
    kind = error.kind if isinstance(error, Refusal) else INTERNAL
    return kind.code.name if wire == "grpc" else str(kind.status)
