"""Settings: environment variables `PODESTA_*`, typed, with a clear word for a bad value."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from podesta_eventstore.server.address import parse_store_url

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
"""0 lets the machine choose."""


class Settings(Struct, frozen=True, kw_only=True):
    """Everything an operator may set. The name of a variable is `PODESTA_` and the field's name in capitals."""

    store_url: str = ""
    """Where the event store is, such as redis://host:6379; empty: a private Valkey in the data directory."""
    store_wait_seconds: Annotated[float, Meta(ge=0, le=86_400)] = 60.0
    """How long a start waits for a store of your own that does not answer; 0: not at all."""
    data_dir: str = "var/podesta"
    """Where a private Valkey and a generated master key live."""
    docs_dir: str = ""
    """Where the built documentation is, which is served at /docs; empty: in the wheel, or where `make docs` puts it."""
    statistics_dir: str = ""
    """Where `podesta statistics` writes its files, which the table shows at /statistics; empty: there are none."""
    durability: Literal["replicated", "fsync", "everysec"] = "fsync"
    """When an answer counts as kept: on a replica and the primary's disk, on its disk, or on disk a second later."""
    weak_store: Literal["warn", "stop"] = "warn"
    """What a process does when the store is set, while it runs, to keep less than `durability` says: warn, or end."""
    archive_url: str = ""
    """Where `podesta archive` keeps ended games: a directory or s3://bucket/prefix; empty: nowhere."""
    older_store: Literal["refuse", "reconcile"] = "refuse"
    """What a process does with a store that is older than its archive, as after a restore: end, or reconcile them."""
    rest_host: str = "127.0.0.1"
    """Where REST and the metrics listen; `::` is everywhere, on IPv6 and IPv4."""
    rest_port: Port = 8080
    grpc_host: str = "127.0.0.1"
    """Where gRPC listens; `::` as for REST."""
    grpc_port: Port = 50051
    grpc_exposed: Literal["stop", "warn"] = "stop"
    """What a start does where other machines reach gRPC and no proxy is named that stands before it: end, or warn."""
    master_key: str = ""
    """At least 32 bytes of hex: seeds and tokens come from it. Required with a store of your own."""
    old_master_keys: str = ""
    """Other master keys whose games and tokens are still good, separated by commas: for rotation."""
    seal_keys: str = ""
    """What `podesta keys --seal` printed of master keys that are gone, separated by commas: to read their games."""
    backup_keys: str = ""
    """What `podesta keys --backups` printed of master keys, by commas: shows that backups are as they were made."""
    signing_keys: str = ""
    """What `podesta keys --signing` printed of master keys that are gone, separated by commas: to be told on."""
    operator_key: str = ""
    """When set, opening a game needs it as bearer token; it has every scope."""
    operator_keys: str = ""
    """More keys with their scopes, such as `create:KEY,admin:KEY,create+admin:KEY`; `admin` gives seats out anew."""
    share_ports: bool = False
    """Several processes listen on the same ports and the kernel spreads connections over them (SO_REUSEPORT)."""
    tls_cert: str = ""
    """Path of a certificate with its chain, PEM; with it, REST and gRPC speak TLS only."""
    tls_key: str = ""
    """Path of the certificate's key, PEM."""
    hsts_seconds: Annotated[int, Meta(ge=0, le=63_072_000)] = 31_536_000
    """With a certificate: how long browsers call this host by TLS only, on all its ports (HSTS); 0: header not sent."""
    grpc_client_ca: str = ""
    """Path of the authorities, PEM, that a client of gRPC must be certified by (mTLS); empty: any client."""
    token_calls: Annotated[int, Meta(ge=0, le=1_000_000)] = 500
    """Calls a second that one token may make, on average over ten seconds; 0: no limit."""
    address_calls: Annotated[int, Meta(ge=0, le=1_000_000)] = 2_000
    """Calls a second that may come from one address, on average over ten seconds; 0: no limit."""
    connections: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """Connections that each wire takes in a process; unset: half of the files it may open, less a reserve of 96."""
    address_connections: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    """Connections of REST that one address may have, trusted proxies apart; unset: a quarter of all; 0: no bound."""
    address_connecting: Annotated[int, Meta(ge=0, le=1_000_000)] = 500
    """New connections of REST a second from one address, proxies apart; more wait, two seconds at most; 0: no limit."""
    address_streams: Annotated[int, Meta(ge=0, le=1_000_000)] = 2_000
    """Calls and streams of gRPC that one address may have open at the same time; 0: no bound."""
    token_computing: Annotated[int, Meta(ge=0, le=1_000_000)] = 400
    """Milliseconds a second that calls with one token may compute beyond 5 each, averaged likewise; 0: no limit."""
    address_computing: Annotated[int, Meta(ge=0, le=1_000_000)] = 600
    """Milliseconds a second that calls from one address may compute beyond 5 each, averaged likewise; 0: no limit."""
    address_games_hour: Annotated[int, Meta(ge=0, le=1_000_000)] = 600
    """Games an hour that one address may open without an operator's key; 0: no quota."""
    address_games_day: Annotated[int, Meta(ge=0, le=1_000_000)] = 2_000
    """Games a day that one address may open without an operator's key; 0: no quota."""
    address_forks_hour: Annotated[int, Meta(ge=0, le=1_000_000)] = 120
    """Games an hour that one address may fork without an operator's key; 0: no quota."""
    address_bot_games: Annotated[int, Meta(ge=0, le=1_000_000)] = 8
    """Games that only bots play which one address may have at a time without an operator's key; 0: no quota."""
    bot_games: Literal["open", "key", "off"] = "open"
    """Who may open games that only bots play: anyone who may open games, holders of an operator's key only, no one."""
    seat_reissues_minute: Annotated[int, Meta(ge=0, le=1_000_000)] = 12
    """How often a minute a seat may give itself out anew; 0: no quota."""
    address_reissues_minute: Annotated[int, Meta(ge=0, le=1_000_000)] = 120
    """How often a minute seats may be given out anew from one address; 0: no quota."""
    open_days: Annotated[int, Meta(ge=0, le=3_650)] = 7
    """Days after which a game is closed that still waits for players, unless its opener says otherwise; 0: never."""
    idle_days: Annotated[int, Meta(ge=0, le=3_650)] = 30
    """Days without an answer after which a game is given up, unless its opener says otherwise; 0: never."""
    full_percent: Annotated[float, Meta(gt=0, le=100)] = 90.0
    """How full the store's memory may be, in percent of its `maxmemory`, for games to be opened."""
    address_guesses: Annotated[int, Meta(ge=0, le=1_000)] = 1
    """Claims a second with a wrong invitation that may come from one address, over ten seconds; 0: no limit."""
    trusted_proxies: str = ""
    """Addresses or networks of proxies whose X-Forwarded-For is believed, separated by commas."""
    token_days: Annotated[int, Meta(ge=1, le=3650)] = 90
    """Days after which a seat token expires."""
    allowed_hosts: str = ""
    """Names that REST answers to, by commas; `*`: any; empty: on loopback this machine's own names, elsewhere any."""
    cors_origins: str = ""
    """Origins that browsers may call from, separated by commas; `*` for any."""
    webhooks: Literal["off", "key", "open"] = "key"
    """Who may have webhooks called: no one; holders of an operator's key with the scope `create`; all seats
    too, also by Web Push: then the table calls players to their turns while its page is closed."""
    webhook_networks: str = ""
    """Networks that webhooks of operator's keys with the scope `create` may go to though they are not public, and
    receivers that all webhooks may go to, as `http://10.0.0.5:8000/hooks`, by commas; there without TLS, too."""
    webhook_seconds: Annotated[float, Meta(gt=0, le=60)] = 10.0
    """How long a webhook may take to answer."""
    webhook_hours: Annotated[int, Meta(ge=1, le=720)] = 72
    """Hours for which a notice that fails is tried again, before it is the turn of the next one."""
    table: Literal["on", "off"] = "on"
    """Whether REST serves the table, to play in a browser, at `/`."""
    public_url: str = ""
    """The address under which others reach the table, for links that invite: https://games.example; empty: guessed."""
    bots_metrics_port: Port = 0
    """Where the house bots that `podesta serve` runs beside it show their metrics, on REST's host; 0: nowhere."""
    metrics_port: Port = 9464
    """Where metrics are shown, on REST's host, each further worker one port on; 0: `serve` on REST, `bots` nowhere."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"
    linger_seconds: Annotated[float, Meta(ge=0, le=600)] = 0.0
    """How long, after a request to stop, calls are still served while `/readyz` says no; a second request ends it."""
    drain_seconds: Annotated[float, Meta(ge=0, le=600)] = 10.0
    """How long calls in flight may take to end, once no more are served."""
    heartbeat_seconds: Annotated[float, Meta(gt=0, le=300)] = 15.0
    """How often a silent stream says that it is alive, and how far it is."""
    clock_seconds: Annotated[float, Meta(gt=0, le=86_400)] = 10.0
    """By how much this machine's clock may differ from the store's, which decides, before that is told of."""
    tick_seconds: Annotated[float, Meta(gt=0, le=60)] = 0.05
    """How often this process looks for games whose time has come: clocks, standing orders, house bots."""
    bot_seconds: Annotated[float, Meta(gt=0, le=600)] = 2.0
    """How long a house bot may think about one answer."""
    bot_processes: Annotated[int, Meta(ge=0, le=64)] | None = None
    """Processes for house bots that `podesta serve` runs beside it; unset: one with its private store, else none."""
    cached_games: Annotated[int, Meta(ge=0, le=1_000_000)] = 20_000
    """Games that this process keeps in memory, at most; others are read and folded again."""
    cached_megabytes: Annotated[int, Meta(ge=0, le=65_536)] = 64
    """Megabytes that these games may take; a game takes 6 to 14 KB, so that 64 are enough for about 8,000."""
    editions: str = ""
    """Files, or folders of files, with additional editions, joined as in PATH; read as the rules are loaded."""
    census_seconds: Annotated[float, Meta(ge=0, le=86_400)] = 60.0
    """How often the games in the store are counted for the metrics; 0: never."""
    follower_backlog: Annotated[int, Meta(ge=1, le=100_000)] = 1_000
    """Updates a follower may be behind before it is dropped."""

    @property
    def data_path(self) -> Path:
        """The data directory, absolute; raises BadSetting where a private store cannot have it."""
        own = not self.store_url
        return read_folder(self.data_dir, "data_dir", written=True).resolve() if own else Path(self.data_dir)

    @property
    def store_address(self) -> str:
        """Where a store of your own is, without what logs in there; empty for a private one; raises BadSetting."""
        try:
            return str(parse_store_url(self.store_url)) if self.store_url else ""
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
        """The folder of statistics, absolute; None without any."""
        return read_folder(self.statistics_dir, "statistics_dir") if self.statistics_dir else None

    @property
    def old_keys(self) -> list[bytes]:
        """The master keys accepted beside the one in use."""
        return [read_key(key, "old_master_keys") for key in parts(self.old_master_keys)]

    @property
    def seals(self) -> list[bytes]:
        """What looks at the seals of games whose master keys are gone."""
        return [read_key(key, "seal_keys") for key in parts(self.seal_keys)]

    @property
    def backups(self) -> list[bytes]:
        """What backups are made and checked with where the master key is not."""
        return [read_key(key, "backup_keys") for key in parts(self.backup_keys)]

    @property
    def signed(self) -> dict[str, str]:
        """The public halves of signing keys that are gone, in hex, by the ids of their master keys."""
        return read_signing_keys(self.signing_keys)

    @property
    def own_bots(self) -> int:
        """How many processes `podesta serve` has think for house bots."""
        return int(not self.store_url) if self.bot_processes is None else self.bot_processes

    @property
    def bot_limit(self) -> float:
        """Seconds after which a house bot that does not decide is given up."""
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
"""What is on this machine; refusals repeat it."""
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
"""What is read from texts, each of which raises BadSetting."""


def read_settings(environ: Mapping[str, str] | None = None, *, keyed: bool = True) -> Settings:
    """The settings of an environment; raises BadSetting for an unknown name or a bad value.

    Without `keyed` a store needs no master key beside it: a process that only copies it should not have one.
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
    """The refusal of a value that is not of its field's type."""
    kind = next(each.type for each in msgspec.inspect.type_info(Settings).fields if each.name == name)  # type: ignore[attr-defined]
    return BadSetting(f"{variable(name)} must be {meant(kind)}")


def _check(settings: Settings) -> Settings:
    """Read every text, and check what several fields say together."""
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
