"""`podesta serve`."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import combinations

import click

from podesta_engines.core.texts.printing import give_up
from podesta_eventstore import EmbeddedServer, StoreError
from podesta_service.listening import EVERYWHERE
from podesta_service.run.exposure import check_front_door
from podesta_service.settings import BadSetting, Settings, read_settings, variable

from .importing import nothing_is_garbage


def _help() -> str:
    """The settings with their defaults."""
    defaults = zip(Settings.__struct_fields__, Settings.__struct_defaults__, strict=True)
    return "\b\nSettings:\n" + "\n".join(
        f"  {variable(name)}={'' if default is None else default}" for name, default in defaults
    )


@click.command(epilog=_help())
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Number of processes on the same ports."
)
def command(workers: int) -> None:
    """Run the service: REST and gRPC in one process.

    Without PODESTA_STORE_URL it starts a private Valkey in its data directory, which keeps every game.
    """
    try:
        settings = read_settings()
        _check(settings)
        if workers > 1:
            sys.exit(_supervise(settings, workers))
        with _store_begun(settings):
            _serve(settings)
    except (BadSetting, StoreError, OSError, ValueError) as error:
        give_up(error)


def _check(settings: Settings) -> None:
    """Refuse settings that would make the start fail later, before anything is started; raises BadSetting."""
    _check_ports(settings)
    check_front_door(settings)
    if settings.durability == "replicated" and not settings.store_url:
        raise BadSetting("PODESTA_DURABILITY: a private store has no replica: name a store in PODESTA_STORE_URL")
    if settings.docs_dir and not settings.docs_path.is_dir():
        raise BadSetting(f"PODESTA_DOCS_DIR: there is no folder {settings.docs_path}")
    if settings.statistics_path and not settings.statistics_path.parent.is_dir():
        raise BadSetting(f"PODESTA_STATISTICS_DIR: there is no folder {settings.statistics_path.parent}")
    if settings.tls_cert:
        from podesta_service.identity.tls import load_certificate

        load_certificate(settings)
    if settings.archive_url:
        from podesta_service.run.archive import archive_of

        archive_of(settings)


def _check_ports(settings: Settings) -> None:
    """Refuse to use one port for two purposes."""
    named = {"rest_port": settings.rest_host, "grpc_port": settings.grpc_host}
    named |= dict.fromkeys(("metrics_port", "bots_metrics_port"), settings.rest_host)
    for one, other in combinations(named, 2):
        port, hosts = getattr(settings, one), {named[one], named[other]}
        if port and port == getattr(settings, other) and (len(hosts) == 1 or hosts & {*EVERYWHERE}):
            raise BadSetting(f"{variable(one)} and {variable(other)} are both {port}: give each a port of its own")


@contextmanager
def _store_begun(settings: Settings) -> Iterator[None]:
    """Start a private server while the service is imported; failures are reported when it is opened."""
    with ExitStack() as stack:
        if not settings.store_url:
            server = EmbeddedServer(settings.data_path, settings.durability)
            stack.callback(server.stop)
            _begin(server)
        yield


def _begin(server: EmbeddedServer) -> None:
    """Start a server that ends with this process, even on an early signal; signals are held until it is running."""
    told = list[int]()
    signal.signal(signal.SIGTERM, lambda number, _: told.append(number))
    with suppress(StoreError):
        server.begin()
    signal.signal(signal.SIGTERM, _end)
    if told:
        _end()


def _end(*_: object) -> None:
    sys.exit(0)


def _serve(settings: Settings) -> None:
    """Run one process of the service; it is imported only now, as that takes most of a start."""
    with nothing_is_garbage():
        import uvloop

        from podesta_service.run.serve import serve
        from podesta_service.telemetry.logs import set_up_logs
    set_up_logs(settings)
    uvloop.run(serve(settings))


def _supervise(settings: Settings, workers: int) -> int:
    """Run several processes, which do their own imports."""
    import uvloop

    from podesta_service.run.workers import serve_with_workers
    from podesta_service.telemetry.logs import set_up_logs

    set_up_logs(settings)
    return uvloop.run(serve_with_workers(settings, workers))
