"""What carries the calls: gRPC that waits for answers."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep as pause
from typing import Any

from grpc import Channel
from grpc import UnaryUnaryMultiCallable as Method

Calling = Callable[..., Any]
"""Makes a call: its method, the request, a token."""

__all__ = ["Calling", "Channel", "Method", "pause"]
