"""Settings of gRPC's core, which it reads from the environment when it is imported, and only then."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType

CHOSEN: Mapping[str, str] = MappingProxyType(
    {
        # its own log lines are not JSON
        "GRPC_VERBOSITY": "ERROR",
        # its older poller reads the sockets of a server in the thread that hands their calls on: a call then takes a
        # fifth fewer switches between threads (docs/decisions/0024)
        "GRPC_EXPERIMENTS": "-event_engine_listener",
    }
)


def set_up_core() -> None:
    """Set the variables that are not set already; call this before gRPC is imported."""
    for name, value in CHOSEN.items():
        os.environ.setdefault(name, value)
