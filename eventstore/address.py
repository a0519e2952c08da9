"""Where a server is and how to greet it, read from a URL."""

import ssl
from dataclasses import dataclass, field
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

SUPPORTED = "redis://, rediss://, valkey://, valkeys:// or unix://"
_DEFAULT_PORT = 6379
_TLS_OPTIONS = frozenset({"ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname"})


@dataclass(frozen=True, slots=True)
class Address:
    """One server: a unix socket's `path`, or `host` and `port`, perhaps under TLS; never shows the password."""

    host: str = ""
    port: int = _DEFAULT_PORT
    path: str = ""
    username: str = ""
    password: str = field(default="", repr=False)
    database: int = 0
    tls: ssl.SSLContext | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"unix://{self.path}" if self.path else f"{self.host}:{self.port}"


def parse(url: str) -> Address:
    """Read `redis://[user:password@]host[:port][/database]`, `rediss://` (TLS) or `unix://path[?db=n]`.

    TLS takes `ssl_ca_certs`, `ssl_certfile`, `ssl_keyfile` (paths) and `ssl_check_hostname=false` as options.

    Raises:
        ValueError: another scheme, an unknown option or a malformed part; the password is not repeated.
    """
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    if parts.scheme in ("redis", "valkey"):
        address = _tcp(parts, None)
    elif parts.scheme in ("rediss", "valkeys"):
        address = _tcp(parts, _tls({name: options.pop(name) for name in _TLS_OPTIONS & options.keys()}))
    elif parts.scheme == "unix":
        address = _unix(parts, options.pop("db", "0"))
    else:
        raise ValueError(f"a store's URL begins with {SUPPORTED}, not {parts.scheme or 'nothing'!r}")
    if options:
        raise ValueError(f"a store's URL has an unknown option: {', '.join(sorted(options))}")
    return address


def _tcp(parts: SplitResult, tls: ssl.SSLContext | None) -> Address:
    return Address(
        host=parts.hostname or "localhost",
        port=parts.port or _DEFAULT_PORT,
        username=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        database=_database(parts.path.strip("/") or "0"),
        tls=tls,
    )


def _unix(parts: SplitResult, database: str) -> Address:
    if parts.hostname or not parts.path:
        raise ValueError("a unix socket's URL has three slashes and a path, as in unix:///run/valkey.sock")
    return Address(
        path=unquote(parts.path),
        username=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        database=_database(database),
    )


def _database(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"a store's database is a number, not {text!r}")
    return int(text)


def _tls(options: dict[str, str]) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=options.get("ssl_ca_certs"))
    if certificate := options.get("ssl_certfile"):
        context.load_cert_chain(certificate, options.get("ssl_keyfile"))
    context.check_hostname = options.get("ssl_check_hostname", "true").lower() != "false"
    return context
