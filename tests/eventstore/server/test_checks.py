"""The laws of opening: a server that would lose games is refused, one that might causes a warning."""

import logging
from pathlib import Path

import pytest

from podesta_eventstore import EmbeddedServer, StoreRefused, open_store
from podesta_eventstore.server.address import parse
from podesta_eventstore.server.checks import Durability
from tests.eventstore.fixtures import admin


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("appendonly", "no", "appendonly yes"),
        ("maxmemory-policy", "allkeys-lru", "noeviction"),
        ("maxmemory-policy", "volatile-ttl", "volatile-ttl"),
    ],
)
async def test_a_server_that_would_lose_games_is_refused(
    private_valkey: EmbeddedServer, tmp_path: Path, setting: str, value: str, words: str
) -> None:
    """Without append-only file or with eviction the store is not opened, and the message names the setting."""
    admin(private_valkey).config_set(setting, value)
    with pytest.raises(StoreRefused, match=words):
        await open_store(private_valkey.url, tmp_path)


async def test_a_replica_is_refused(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """A read-only replica is refused with a request for the primary's address."""
    admin(private_valkey).execute_command("REPLICAOF", "127.0.0.1", "1")
    with pytest.raises(StoreRefused, match="primary"):
        await open_store(private_valkey.url, tmp_path)


@pytest.mark.parametrize(
    ("policy", "durability", "warned"),
    [
        ("always", "fsync", False),
        ("everysec", "fsync", True),
        ("no", "fsync", True),
        ("always", "everysec", False),
        ("everysec", "everysec", False),
        ("no", "everysec", True),
    ],
)
async def test_a_weaker_fsync_policy_is_warned_about(
    private_valkey: EmbeddedServer,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    policy: str,
    durability: Durability,
    warned: bool,
) -> None:
    """The store opens with a warning exactly when the server fsyncs less often than required."""
    admin(private_valkey).config_set("appendfsync", policy)
    with caplog.at_level(logging.WARNING, "podesta_eventstore"):
        async with await open_store(private_valkey.url, tmp_path, durability):
            assert ("weaker" in caplog.text) == warned


async def test_a_server_without_config_is_spoken_of(
    private_valkey: EmbeddedServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """If CONFIG is forbidden the store opens, and logs what it could not check; if INFO is, it does not open."""
    caplog.set_level(logging.INFO, "podesta_eventstore")
    acl = admin(private_valkey)
    acl.execute_command("ACL", "SETUSER", "tenant", "on", ">s", "~*", "&*", "+@all", "-config")
    async with await open_store(f"unix://tenant:s@{private_valkey.socket}", tmp_path):
        assert "CONFIG GET" in caplog.text
    acl.execute_command("ACL", "SETUSER", "tenant", "-info")
    with pytest.raises(StoreRefused, match="INFO"):
        await open_store(f"unix://tenant:s@{private_valkey.socket}", tmp_path)


@pytest.mark.parametrize("url", ["http://host", "host:6379", "", "/var/run/valkey.sock"])
async def test_an_unknown_kind_of_url_names_the_known_ones(tmp_path: Path, url: str) -> None:
    """A URL of another scheme is refused with the list of the supported ones."""
    with pytest.raises(ValueError, match="redis://, rediss://, valkey://, valkeys:// or unix://"):
        await open_store(url, tmp_path)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("redis://h/db", "database"),
        ("redis://h/-1", "database"),
        ("redis://h:port", "port|Port"),
        ("redis://h?ssl_ca_certs=x", "ssl_ca_certs"),
        ("redis://h?retry=1", "unknown option"),
        ("unix://relative/path", "three slashes"),
        ("unix:///s?db=x", "database"),
    ],
)
def test_a_malformed_url_is_refused(url: str, words: str) -> None:
    """The error says what is wrong with the URL."""
    with pytest.raises(ValueError, match=words):
        parse(url)


def test_a_url_is_read_whole_and_its_password_kept_quiet() -> None:
    """User, password, host, port, database and path are read; neither str nor repr shows the password."""
    address = parse("valkey://user:p%40ss@[::1]:7000/3")
    assert (address.username, address.password, address.database) == ("user", "p@ss", 3)
    assert (address.host, address.port, address.tls) == ("::1", 7000, None)
    assert "p@ss" not in f"{address} {address!r}"
    assert parse("redis://h").port == 6379
    assert parse("rediss://h?ssl_check_hostname=false").tls is not None
    assert (parse("unix:///run/s.sock?db=2").path, parse("unix:///run/s.sock?db=2").database) == ("/run/s.sock", 2)


async def test_databases_are_apart(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """The database of the URL is the one that is used."""
    async with await open_store(f"{private_valkey.url}?db=1", tmp_path) as store:
        await store.append("game", 0, b"", bytes(16))
    assert admin(private_valkey).dbsize() == 0
