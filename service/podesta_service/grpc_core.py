"""How gRPC's core is to work, said in the environment, for it looks there when it is imported, and only then."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType

CHOSEN: Mapping[str, str] = MappingProxyType(
    {
        # what it says is no line of a log that machines read
        "GRPC_VERBOSITY": "ERROR",
        # its older poller reads the sockets of a server in the thread that hands their calls on: a call then takes a
        # fifth fewer switches between threads (docs/decisions/0142)
        "GRPC_EXPERIMENTS": "-event_engine_listener",
    }
)


def set_up_core() -> None:
    """Say it, as far as whoever started the process has not said otherwise; call this before gRPC is imported."""
    for name, value in CHOSEN.items():
        os.environ.setdefault(name, value)
