"""Settings of gRPC's core, which it reads from the environment when it is imported, and only then."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType

CHOSEN: Mapping[str, str] = MappingProxyType(
    {
        # its own log lines are not JSON
        "GRPC_VERBOSITY": "ERROR",
        # gRPC's older poller reads a server's sockets in the thread that dispatches their calls: a call then needs a
        # fifth fewer thread switches (docs/decisions/0024)
        "GRPC_EXPERIMENTS": "-event_engine_listener",
    }
)


def set_up_core() -> None:
    """Set the variables that are not set already; call this before gRPC is imported."""
    for name, value in CHOSEN.items():
        os.environ.setdefault(name, value)
