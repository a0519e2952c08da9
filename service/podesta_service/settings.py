"""Settings: environment variables `PODESTA_*`, typed; a bad value raises an error that names it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from podesta_eventstore.connect import store_address

from .setting_values import (
    PREFIX,
    SCOPES,
    BadSetting,
    meant,
    parts,
    read_folder,
    read_host,
    read_hosts,
    read_key,
    read_networks,
    read_operators,
    read_origins,
    read_public_url,
    read_reachable,
    read_signing_keys,
    variable,
)

__all__ = ["SCOPES", "BadSetting", "Settings", "read_key", "read_settings", "variable"]

BUNDLED_DOCS = Path(__file__).parent / "documentation"
"""The built documentation in a released wheel …"""
_BUILT_DOCS = Path("build/docs/site")
"""… and in a clone."""
Port = Annotated[int, Meta(ge=0, le=65535)]
"""0: the system chooses a free port."""


class Settings(Struct, frozen=True, kw_only=True):
    """Everything an operator can set. A variable's name is `PODESTA_` and the field's name in capitals."""

    store_url: str = ""
    """Address of the event store, such as redis://host:6379; empty: a private Valkey in the data directory."""
    store_wait_seconds: Annotated[float, Meta(ge=0, le=86_400)] = 60.0
    """How long to wait at start for a store of your own that does not answer; 0: do not wait."""
    data_dir: str = "var/podesta"
    """Folder of the private Valkey and of a generated master key."""
    docs_dir: str = ""
    """Folder of the built documentation, served at /docs; empty: in the wheel, or where `make docs` puts it."""
    statistics_dir: str = ""
    """Folder that `podesta statistics` writes to and the table shows at /statistics; empty: no statistics."""
    durability: Literal["replicated", "fsync", "everysec"] = "fsync"
    """When an answer counts as stored: on a replica and the primary's disk, on its disk, or on disk a second later."""
    weak_store: Literal["warn", "stop"] = "warn"
    """What to do if the store is set, while a process runs, to keep less than `durability` requires: warn, or stop."""
    archive_url: str = ""
    """Where `podesta archive` stores ended games: a directory or s3://bucket/prefix; empty: no archive."""
    older_store: Literal["refuse", "reconcile"] = "refuse"
    """What a process does with a store older than its archive, as after a restore: exit, or reconcile them."""
    rest_host: str = "127.0.0.1"
    """Address on which REST and metrics listen; `::` is every address, IPv6 and IPv4."""
    rest_port: Port = 8080
    grpc_host: str = "127.0.0.1"
    """Address on which gRPC listens; `::` as for REST."""
    grpc_port: Port = 50051
    grpc_exposed: Literal["stop", "warn"] = "stop"
    """What to do at start if other machines can reach gRPC and no trusted proxy is set in front of it: exit, or warn.
    """
    master_key: str = ""
    """At least 32 bytes of hex; seeds and tokens derive from it. Required with a store of your own."""
    old_master_keys: str = ""
    """Other master keys whose games and tokens remain valid, separated by commas: for rotation."""
    seal_keys: str = ""
    """Output of `podesta keys --seal` for retired master keys, separated by commas: to read their games."""
    backup_keys: str = ""
    """Output of `podesta keys --backups` for master keys, separated by commas: to authenticate backups."""
    signing_keys: str = ""
    """Output of `podesta keys --signing` for retired master keys, separated by commas: they are still published."""
    operator_key: str = ""
    """If set, opening a game requires it as bearer token; it has every scope."""
    operator_keys: str = ""
    """More keys with their scopes, such as `create:KEY,admin:KEY,create+admin:KEY`; `admin` may reissue seats."""
    share_ports: bool = False
    """Let several processes listen on the same ports; the kernel spreads connections over them (SO_REUSEPORT)."""
    tls_cert: str = ""
    """Path of a certificate with its chain, PEM; if set, REST and gRPC accept TLS only."""
    tls_key: str = ""
    """Path of the certificate's key, PEM."""
    hsts_seconds: Annotated[int, Meta(ge=0, le=63_072_000)] = 31_536_000
    """With a certificate: how long browsers use only TLS for this host, on all its ports (HSTS); 0: header not sent."""
    grpc_client_ca: str = ""
    """Path of the CA certificates, PEM, that gRPC clients must be certified by (mTLS); empty: any client."""
    token_calls: Annotated[int, Meta(ge=0, le=1_000_000)] = 500
    """Calls per second that one token may make, averaged over ten seconds; 0: no limit."""
    address_calls: Annotated[int, Meta(ge=0, le=1_000_000)] = 2_000
    """Calls per second allowed from one address, averaged over ten seconds; 0: no limit."""
    connections: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """Connections that each wire accepts per process; unset: half of the files it may open, less a reserve of 96."""
    address_connections: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    """REST connections allowed from one address, trusted proxies excepted; unset: a quarter of all; 0: no limit."""
    address_connecting: Annotated[int, Meta(ge=0, le=1_000_000)] = 500
    """New REST connections per second from one address, proxies excepted; more wait up to two seconds; 0: no limit."""
    address_streams: Annotated[int, Meta(ge=0, le=1_000_000)] = 2_000
    """gRPC calls and streams that one address may have open at the same time; 0: no limit."""
    token_computing: Annotated[int, Meta(ge=0, le=1_000_000)] = 400
    """Milliseconds per second that calls with one token may compute beyond 5 each, averaged likewise; 0: no limit."""
    address_computing: Annotated[int, Meta(ge=0, le=1_000_000)] = 600
    """Milliseconds per second that calls from one address may compute beyond 5 each, averaged likewise; 0: no limit."""
    address_games_hour: Annotated[int, Meta(ge=0, le=1_000_000)] = 600
    """Games per hour that one address may open without an operator's key; 0: no quota."""
    address_games_day: Annotated[int, Meta(ge=0, le=1_000_000)] = 2_000
    """Games per day that one address may open without an operator's key; 0: no quota."""
    address_forks_hour: Annotated[int, Meta(ge=0, le=1_000_000)] = 120
    """Games per hour that one address may fork without an operator's key; 0: no quota."""
    address_bot_games: Annotated[int, Meta(ge=0, le=1_000_000)] = 8
    """Bots-only games that one address may have at the same time without an operator's key; 0: no quota."""
    bot_games: Literal["open", "key", "off"] = "open"
    """Who may open bots-only games: anyone who may open games, holders of an operator's key only, or no one."""
    seat_reissues_minute: Annotated[int, Meta(ge=0, le=1_000_000)] = 12
    """How often per minute a seat may be reissued with its own token; 0: no quota."""
    address_reissues_minute: Annotated[int, Meta(ge=0, le=1_000_000)] = 120
    """How often per minute seats may be reissued from one address; 0: no quota."""
    open_days: Annotated[int, Meta(ge=0, le=3_650)] = 7
    """Days after which a game that is still waiting for players closes, unless its host chose otherwise; 0: never."""
    idle_days: Annotated[int, Meta(ge=0, le=3_650)] = 30
    """Days without an answer after which a game is abandoned, unless its host chose otherwise; 0: never."""
    full_percent: Annotated[float, Meta(gt=0, le=100)] = 90.0
    """How full the store's memory may be, in percent of its `maxmemory`, for games to be opened."""
    address_guesses: Annotated[int, Meta(ge=0, le=1_000)] = 1
    """Claims per second with a wrong invitation from one address, averaged over ten seconds; 0: no limit."""
    trusted_proxies: str = ""
    """Addresses or networks of proxies that may set X-Forwarded-For, separated by commas."""
    token_days: Annotated[int, Meta(ge=1, le=3650)] = 90
    """Days after which a seat token expires."""
    allowed_hosts: str = ""
    """Names that REST answers to, by commas; `*`: any; empty: this machine's own names on loopback, any elsewhere."""
    cors_origins: str = ""
    """Origins that may call from browsers, separated by commas; `*` for any."""
    webhooks: Literal["off", "key", "open"] = "key"
    """Who may set up webhooks: no one; holders of an operator's key with the scope `create`; or all seats, too, also by
    Web Push: the table then notifies players of their turns while its page is closed."""
    webhook_networks: str = ""
    """Non-public networks that webhooks of operator's keys with the scope `create` may call, and receivers that all
    webhooks may call, such as `http://10.0.0.5:8000/hooks`, separated by commas; TLS is optional for both."""
    webhook_seconds: Annotated[float, Meta(gt=0, le=60)] = 10.0
    """How long the receiver of a webhook may take to answer."""
    webhook_hours: Annotated[int, Meta(ge=1, le=720)] = 72
    """How many hours to retry a failing notice before moving on to the next."""
    table: Literal["on", "off"] = "on"
    """Whether REST serves the table, the page to play in a browser, at `/`."""
    public_url: str = ""
    """Public address of the table, for invitation links: https://games.example; empty: guessed."""
    bots_metrics_port: Port = 0
    """Port, on REST's host, for metrics of the house bots that `podesta serve` runs; 0: none."""
    metrics_port: Port = 9464
    """Port for metrics on REST's host, plus one for each further worker; 0: `serve` on REST's port, `bots` none."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"
    linger_seconds: Annotated[float, Meta(ge=0, le=600)] = 0.0
    """After a request to stop, how long calls are still served while `/readyz` fails; a second request ends it."""
    drain_seconds: Annotated[float, Meta(ge=0, le=600)] = 10.0
    """How long calls in flight may take to finish once no more are accepted."""
    heartbeat_seconds: Annotated[float, Meta(gt=0, le=300)] = 15.0
    """Seconds between heartbeats on an idle stream."""
    clock_seconds: Annotated[float, Meta(gt=0, le=86_400)] = 10.0
    """Allowed difference between this machine's clock and the store's, which decides; a larger one is reported."""
    tick_seconds: Annotated[float, Meta(gt=0, le=60)] = 0.05
    """How often this process looks for games with work due: clocks, standing orders, house bots."""
    bot_seconds: Annotated[float, Meta(gt=0, le=600)] = 2.0
    """How long a house bot may think about one answer."""
    bot_processes: Annotated[int, Meta(ge=0, le=64)] | None = None
    """House bot processes that `podesta serve` runs; unset: one with its private store, otherwise none."""
    cached_games: Annotated[int, Meta(ge=0, le=1_000_000)] = 20_000
    """Maximum number of games that this process keeps in memory; others are read and folded again."""
    cached_megabytes: Annotated[int, Meta(ge=0, le=65_536)] = 64
    """Megabytes that these games may take; a game takes 6 to 14 KB, so 64 are enough for about 8,000; their views take
    up to an eighth more."""
    editions: str = ""
    """Files, or folders of files, with additional editions, joined as in PATH; read when the rules are loaded."""
    census_seconds: Annotated[float, Meta(ge=0, le=86_400)] = 60.0
    """How often the games in the store are counted for the metrics; 0: never."""
    follower_backlog: Annotated[int, Meta(ge=1, le=100_000)] = 1_000
    """Updates that a follower may fall behind before it is dropped."""

    @property
    def data_path(self) -> Path:
        """The data directory, absolute; raises BadSetting if it cannot hold a private store."""
        own = not self.store_url
        return read_folder(self.data_dir, "data_dir", written=True).resolve() if own else Path(self.data_dir)

    @property
    def store_address(self) -> str:
        """The address of a store of your own without credentials; empty for a private one; raises BadSetting."""
        try:
            return store_address(self.store_url) if self.store_url else ""
        except ValueError as error:
            raise BadSetting(f"PODESTA_STORE_URL: {error}") from None

    @property
    def docs_path(self) -> Path:
        """The folder of the built documentation, absolute."""
        if self.docs_dir:
            return read_folder(self.docs_dir, "docs_dir")
        return BUNDLED_DOCS if BUNDLED_DOCS.exists() else _BUILT_DOCS.absolute()

    @property
    def statistics_path(self) -> Path | None:
        """The folder of statistics, absolute; None if there are none."""
        return read_folder(self.statistics_dir, "statistics_dir") if self.statistics_dir else None

    @property
    def old_keys(self) -> list[bytes]:
        """The master keys accepted in addition to the one in use."""
        return [read_key(key, "old_master_keys") for key in parts(self.old_master_keys)]

    @property
    def seals(self) -> list[bytes]:
        """The keys that check the seals of games of retired master keys."""
        return [read_key(key, "seal_keys") for key in parts(self.seal_keys)]

    @property
    def backups(self) -> list[bytes]:
        """The keys that make and check backups where the master key is not set."""
        return [read_key(key, "backup_keys") for key in parts(self.backup_keys)]

    @property
    def signed(self) -> dict[str, str]:
        """The public halves of retired signing keys, in hex, by the ids of their master keys."""
        return read_signing_keys(self.signing_keys)

    @property
    def own_bots(self) -> int:
        """How many processes `podesta serve` runs for house bots."""
        return int(not self.store_url) if self.bot_processes is None else self.bot_processes

    @property
    def bot_limit(self) -> float:
        """Seconds after which a house bot that has not decided is abandoned."""
        return 2 * self.bot_seconds + 1

    @property
    def bot_lease(self) -> float:
        """Seconds after which a worker of house bots that has not finished is replaced."""
        return 2 * self.bot_limit

    @property
    def operators(self) -> dict[str, frozenset[str]]:
        """The scopes of each operator's key."""
        return read_operators(self.operator_key, self.operator_keys)

    @property
    def reachable(self) -> list[str]:
        """The networks and receivers that webhooks may go to, as a list."""
        return read_reachable(self.webhook_networks, "webhook_networks")

    @property
    def proxies(self) -> list[str]:
        """The trusted proxies as a list."""
        return read_networks(self.trusted_proxies, "trusted_proxies")

    @property
    def hosts(self) -> list[str]:
        """The allowed hosts as a list, in lower case."""
        return read_hosts(self.allowed_hosts)

    @property
    def origins(self) -> list[str]:
        """The CORS origins as a list."""
        return read_origins(self.cors_origins)


_PATHS = ("data_dir", "docs_dir", "statistics_dir", "tls_cert", "tls_key", "grpc_client_ca", "editions")
"""Settings that are paths on this machine; refusals repeat their values."""
_READ = (
    "store_address",
    "old_keys",
    "seals",
    "backups",
    "signed",
    "operators",
    "reachable",
    "proxies",
    "hosts",
    "origins",
)
"""Properties that parse text, each of which may raise BadSetting."""


def read_settings(environ: Mapping[str, str] | None = None, *, keyed: bool = True) -> Settings:
    """The settings of an environment; raises BadSetting for an unknown name or a bad value.

    Without `keyed`, a store may be set without a master key: a process that only copies it should not have one.
    """
    environ = os.environ if environ is None else environ
    given = {name.removeprefix(PREFIX).lower(): value for name, value in environ.items() if name.startswith(PREFIX)}
    known = Settings.__struct_fields__
    for name in given:
        if name not in known:
            raise BadSetting(f"{variable(name)} is not a setting; known: {', '.join(map(variable, known))}")
    try:
        settings = msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise _refused(str(error).rpartition("$.")[2].rstrip("`")) from None
    if keyed and settings.store_url and not settings.master_key:
        raise BadSetting("PODESTA_MASTER_KEY is required with PODESTA_STORE_URL: every process must know the same key")
    return _check(settings)


def _refused(name: str) -> BadSetting:
    """The refusal of a value of the wrong type."""
    kind = next(each.type for each in msgspec.inspect.type_info(Settings).fields if each.name == name)  # type: ignore[attr-defined]
    return BadSetting(f"{variable(name)} must be {meant(kind)}")


def _check(settings: Settings) -> Settings:
    """Parse every text, and check fields that depend on each other."""
    if settings.master_key:
        read_key(settings.master_key)
    for name in _PATHS:
        if "://" in getattr(settings, name):
            raise BadSetting(f"{variable(name)} takes a path of this machine, and no address")
    for name in _READ:
        getattr(settings, name)
    read_host(settings.rest_host, "rest_host")
    read_host(settings.grpc_host, "grpc_host")
    read_public_url(settings.public_url)
    if bool(settings.tls_cert) != bool(settings.tls_key) or (settings.grpc_client_ca and not settings.tls_cert):
        raise BadSetting("PODESTA_TLS_CERT and PODESTA_TLS_KEY go together; PODESTA_GRPC_CLIENT_CA needs both")
    return settings
