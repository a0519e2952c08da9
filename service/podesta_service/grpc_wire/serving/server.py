"""The gRPC server of one process: the contract, health, reflection, and the limits of the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health_aio
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from podesta_engines.core.texts.printing import why
from podesta_service.context import Context
from podesta_service.fairness.connections import connections_of
from podesta_service.grpc_wire.calls import LARGEST_REQUEST, SERVICE, SIMULATOR, Running, handler
from podesta_service.grpc_wire.methods import GAME_MASTER
from podesta_service.grpc_wire.simulating import SIMULATING
from podesta_service.identity.tls import Certificate, Certificates
from podesta_service.listening import bound
from podesta_service.settings import BadSetting, Settings

from .foreign import Strict

_LARGEST_READ = 2 * LARGEST_REQUEST
"""Bytes; gRPC itself refuses larger messages with a bare RESOURCE_EXHAUSTED."""
STREAM_SECONDS = 1.0
"""Seconds for notifying streams that the process shuts down."""
FLUSH_SECONDS = 0.2
"""Seconds for sending the response of a call that has just finished."""
_MINUTE = 60_000
PING_MILLISECONDS = 500
"""Minimum time between a client's pings: three earlier ones without other traffic end its connection.

Libraries send at most one every second, also while idle; answering one is cheaper than any call.
"""
_LIMITS = {
    "grpc.max_receive_message_length": _LARGEST_READ,
    "grpc.max_concurrent_streams": 1_000,
    "grpc.server.max_pending_requests": 10_000,  # beyond it gRPC cancels calls of anybody, without a reason
    "grpc.server.max_pending_requests_hard_limit": 20_000,
    "grpc.server_handshake_timeout_ms": 5_000,  # a silent connection would stay for two minutes
    "grpc.max_connection_idle_ms": _MINUTE,
    "grpc.max_connection_age_ms": 5 * _MINUTE,  # gRPC adds a jitter of 10 %
    "grpc.max_connection_age_grace_ms": 5 * _MINUTE,
    "grpc.keepalive_time_ms": _MINUTE,
    "grpc.keepalive_timeout_ms": _MINUTE // 3,
    "grpc.keepalive_permit_without_calls": 1,
    "grpc.http2.min_ping_interval_without_data_ms": PING_MILLISECONDS,
}


@dataclass
class GrpcServer:
    """A listening server; `port` is its actual port."""

    port: int
    _server: grpc.aio.Server
    _context: Context
    _running: Running
    _drainer: asyncio.Task[None]

    async def stop(self, grace: float) -> None:
        """Refuse new calls, end the streams, give calls in flight `grace` seconds."""
        self._context.draining.set()
        await self._drainer
        ended = asyncio.create_task(self._server.stop(grace))
        await asyncio.wait([ended], timeout=min(grace, STREAM_SECONDS))
        if self._running.streams:
            await self._cut_off(grace)
        await ended

    async def _cut_off(self, grace: float) -> None:
        """Let calls finish, then end everything: a client that does not read cannot be sent the end of its stream."""
        if self._running.calls:
            await asyncio.wait(self._running.calls, timeout=grace)
        await asyncio.sleep(FLUSH_SECONDS)
        await self._server.stop(None)


async def start_grpc(context: Context, share_port: bool = False) -> GrpcServer:
    """Listen on the settings' address; raises BadSetting if that fails. Several processes may share a port."""
    most = connections_of(context.settings)
    bounds = [("grpc.so_reuseport", int(share_port)), ("grpc.max_allowed_incoming_connections", most)]
    server = grpc.aio.server(options=[*_LIMITS.items(), *bounds])
    running = Running()
    master = handler(context, GAME_MASTER, running)
    server.add_generic_rpc_handlers([master, handler(context, SIMULATING, running, SIMULATOR)])
    servicer = await _add_health(server)
    port = _bind(server, context.settings, context.certificates, share_port)
    await server.start()
    drainer = asyncio.create_task(_drain(context, servicer), name="grpc drain")
    return GrpcServer(port, server, context, running, drainer)


async def _add_health(server: grpc.aio.Server) -> health_aio.HealthServicer:
    """Add health and reflection, which gRPC tools expect."""
    servicer = health_aio.HealthServicer()
    for service in SERVICE, SIMULATOR:
        await servicer.set(service.full_name, health_pb2.HealthCheckResponse.SERVING)
    strict: Any = Strict(server)
    health_pb2_grpc.add_HealthServicer_to_server(servicer, strict)
    names: Sequence[str] = (SERVICE.full_name, SIMULATOR.full_name, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflecting: Any = reflection_pb2_grpc
    reflecting.add_ServerReflectionServicer_to_server(reflection.aio.ReflectionServicer(names), strict)
    return servicer


def _bind(server: grpc.aio.Server, settings: Settings, certificates: Certificates, share_port: bool) -> int:
    host = f"[{settings.grpc_host}]" if ":" in settings.grpc_host else settings.grpc_host
    address = f"{host}:{settings.grpc_port}"
    try:
        bound(settings.grpc_host, settings.grpc_port, share_port).close()  # otherwise gRPC logs a message of its own
        if certificates.current is None:
            return server.add_insecure_port(address)
        return server.add_secure_port(address, _credentials(certificates))
    except (OSError, RuntimeError) as error:
        reason = why(error) if isinstance(error, OSError) else "is it in use?"
        raise BadSetting(f"PODESTA_GRPC_HOST, PODESTA_GRPC_PORT: cannot listen on {address}: {reason}") from None


def _credentials(certificates: Certificates) -> grpc.ServerCredentials:
    """TLS, and mTLS if clients need a certificate; a new server certificate is used from the next handshake on."""
    known = certificates.current
    assert known is not None
    used = known

    def newer() -> Any:
        nonlocal used
        if certificates.current is used or certificates.current is None:
            return None
        used = certificates.current
        return _configuration(used)

    asks = known.client_authorities is not None
    return grpc.dynamic_ssl_server_credentials(_configuration(known), newer, require_client_authentication=asks)


def _configuration(certificate: Certificate) -> grpc.ServerCertificateConfiguration:
    chain, key, authorities = certificate
    return grpc.ssl_server_certificate_configuration([(key, chain)], authorities)


async def _leave(context: Context, servicer: health_aio.HealthServicer) -> None:
    """When the process is asked to stop, report NOT_SERVING to health checks; calls are still served."""
    await context.leaving.wait()
    for service in SERVICE, SIMULATOR:
        await servicer.set(service.full_name, health_pb2.HealthCheckResponse.NOT_SERVING)


async def _drain(context: Context, servicer: health_aio.HealthServicer) -> None:
    """When the process drains, end every stream."""
    leaving = asyncio.create_task(_leave(context, servicer), name="grpc leaving")
    await context.draining.wait()
    leaving.cancel()
    await servicer.enter_graceful_shutdown()
    context.master.feeds.drain()
