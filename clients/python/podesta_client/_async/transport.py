"""What carries the calls: gRPC for asyncio."""

from __future__ import annotations

from asyncio import sleep as pause
from collections.abc import Awaitable, Callable
from typing import Any

from grpc.aio import Channel
from grpc.aio import UnaryUnaryMultiCallable as Method

Calling = Callable[..., Awaitable[Any]]
"""Makes a call: its method, the request, a token."""

__all__ = ["Calling", "Channel", "Method", "pause"]
