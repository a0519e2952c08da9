"""Several processes on the same ports: started, supervised and stopped together."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time

import structlog

from podesta_service.randomness import find_master_key
from podesta_service.settings import BadSetting, Settings, variable

from .exposure import say_remarks

log = structlog.get_logger("podesta")

_SHORTEST_LIFE = 5.0
"""Seconds; a worker that ends sooner is restarted only after a pause."""
_LAST_PORT = 65535


async def serve_with_workers(settings: Settings, count: int) -> int:
    """Run several workers until asked to stop (SIGTERM, SIGINT), restarting each that dies; return an exit code.

    The kernel spreads connections over them (SO_REUSEPORT). Each worker has its own metrics: they are served on the
    configured port and those that follow it. If the first worker cannot start, all are stopped.
    """
    if 0 in (settings.rest_port, settings.grpc_port):
        raise BadSetting("workers share ports, so PODESTA_REST_PORT and PODESTA_GRPC_PORT must not be 0")
    if settings.metrics_port + count - 1 > _LAST_PORT:
        raise BadSetting(f"PODESTA_METRICS_PORT: {count} workers take as many ports, and the last is {_LAST_PORT}")
    find_master_key(settings)  # made once, before all workers need it
    say_remarks(settings)
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, lambda: None)  # workers read certificates
    codes = await asyncio.gather(*(_keep(number, settings, stop) for number in range(count)))
    return max(codes)


async def _keep(number: int, settings: Settings, stop: asyncio.Event) -> int:
    """Keep one worker running until all are to stop; return the exit code of its last process."""
    while True:
        started = time.monotonic()
        worker = await _start(number, settings.metrics_port)
        code = await _until_ended(worker, stop)
        if stop.is_set() or code == 1:
            stop.set()
            return 0 if code == -signal.SIGTERM else abs(code)  # stopped before it handled signals
        log.warning("a worker died and is started anew", worker=number, code=code)
        if time.monotonic() - started < _SHORTEST_LIFE:
            await asyncio.sleep(1.0)


async def _start(number: int, metrics_port: int) -> asyncio.subprocess.Process:
    environ = os.environ | {variable("share_ports"): "true"}
    if metrics_port:
        environ[variable("metrics_port")] = str(metrics_port + number)
    command = [sys.executable, "-m", "podesta_service.cli", "serve"]
    return await asyncio.create_subprocess_exec(*command, env=environ, start_new_session=True)


async def _until_ended(worker: asyncio.subprocess.Process, stop: asyncio.Event) -> int:
    """Wait for a worker, which is stopped when all are; return its exit code."""
    ended = asyncio.create_task(worker.wait())
    asked = asyncio.create_task(stop.wait())
    await asyncio.wait([ended, asked], return_when=asyncio.FIRST_COMPLETED)
    if not ended.done():
        worker.send_signal(signal.SIGTERM)
    asked.cancel()
    return await ended
