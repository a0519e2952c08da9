"""The store's own files, loaded by a real Valkey.

The store with the component store-tls, in action: its own settings on a real server, and a URL of a Secret.

The server is Debian's Redis: the Valkey that comes with the tree is built without TLS.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest
import redis

from podesta_eventstore import (
    Archive,
    ArchivedStore,
    Member,
    Record,
    Stored,
    StoreError,
    StoreRefused,
    StoreUnavailable,
    open_store,
)
from podesta_eventstore.archive.reconciling import Reconciler
from podesta_eventstore.backup import snapshot
from podesta_eventstore.streams import keys, library
from podesta_service.model import STATUSES
from tests.k8s.store_commands import K8S, PASSWORDS, TABLE, asking, server, table
from tests.kit.certificates import certify
from tests.kit.ports import free_port

EVIL = """#!lua name=evil
server.register_function('evil', function(keys) return server.call('UNLINK', keys[1]) end)"""
BY_DEED = [
    ("FUNCTION", "LOAD", "REPLACE", EVIL),
    ("FUNCTION", "FLUSH"),
    ("EVAL", "return server.call('UNLINK', KEYS[1])", 1, keys.log("old")),
    ("CONFIG", "SET", "appendfsync", "no"),
    ("CONFIG", "REWRITE"),
    ("CONFIG", "GET", "masterauth"),
    ("SET", keys.LEVEL[1], "9"),
    ("DEL", keys.LEVEL[0]),
    ("ACL", "SETUSER", "podesta", "+@all"),
    ("REPLICAOF", "NO", "ONE"),
    ("FLUSHALL",),
    ("UNLINK", keys.log("old")),
    ("XTRIM", keys.log("old"), "MAXLEN", 0),
    ("GET", "elsewhere"),
]
"""Commands that a stolen password of the service cannot run: options, and those that would make others run commands."""


@pytest.fixture(scope="module")
def socket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Valkey with the base's settings and the dev overlay's users, on a socket in a scratch folder."""
    with server(tmp_path_factory.mktemp("valkey")) as found:
        yield found


def url_of(socket: Path, user: str) -> str:
    """The store's URL of a user."""
    return f"unix://{user}:{PASSWORDS[user]}@{socket}"


@pytest.fixture
async def prepared(socket: Path) -> Path:
    """The same, with the functions of this version."""
    async with await open_store(url_of(socket, "podesta-loader"), socket.parent, lists=STATUSES):
        return socket


def prepare(url: str) -> subprocess.CompletedProcess[str]:
    """`podesta prepare` on a store, as in the container that runs before a pod's own: with that URL alone."""
    environ = {"PODESTA_STORE_URL": url, "PATH": os.environ["PATH"], "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    command = [sys.executable, "-m", "podesta_service.cli", "prepare"]
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60)


def client_of(socket: Path, user: str) -> redis.Redis:
    """A client of a user."""
    return redis.Redis(unix_socket_path=str(socket), username=user, password=PASSWORDS[user])


def test_users_may_do_what_the_table_says(socket: Path) -> None:
    """Every command of the server, tried as every user on a key of every kind: no more and no less is allowed."""
    with asking(socket) as client:
        assert table(client) == TABLE.read_text(), "python -m tests.k8s.store_commands writes the table anew"


def test_without_a_password_one_may_only_ping(socket: Path) -> None:
    """Probes need no secret, and a client without one can do nothing else."""
    with redis.Redis(unix_socket_path=str(socket)) as anybody:
        assert anybody.ping()
        for command in (*BY_DEED, ("XRANGE", keys.log("old"), "-", "+"), ("INFO",)):
            with pytest.raises(redis.exceptions.NoPermissionError):
                anybody.execute_command(*command)


@pytest.mark.parametrize("user", ["podesta", "podesta-backup"])
@pytest.mark.parametrize("command", BY_DEED, ids=lambda command: " ".join(map(str, command[:2])))
def test_neither_the_service_nor_the_backup_destroys(socket: Path, user: str, command: tuple[str | int, ...]) -> None:
    """By running the commands on the server."""
    with client_of(socket, user) as client, pytest.raises(redis.exceptions.NoPermissionError):
        client.execute_command(*command)


async def test_the_service_waits_for_whoever_loads_functions(tmp_path: Path) -> None:
    """On a new server the service's user is refused, with the command to run; after the loader it may begin."""
    with server(tmp_path) as fresh:
        with pytest.raises(StoreRefused, match="podesta prepare"):
            await open_store(url_of(fresh, "podesta"), tmp_path, lists=STATUSES)
        run = [prepare(url_of(fresh, user)) for user in ("podesta", "podesta-loader")]
        assert [(each.returncode, "functions" in each.stderr) for each in run] == [(1, True), (0, True)], run
        async with await open_store(url_of(fresh, "podesta"), tmp_path, lists=STATUSES) as store:
            assert (await store.append("game", 0, b"created", b"a" * 16)).revision == 1


async def test_only_the_backup_s_user_is_sent_everything(prepared: Path, tmp_path: Path) -> None:
    """A snapshot over the wire needs that user; no other is accepted as a replica."""
    assert await snapshot(url_of(prepared, "podesta-backup"), tmp_path / "all.rdb") > 0
    for user in ("podesta", "podesta-loader", "podesta-archive"):
        with pytest.raises(StoreRefused, match="NOPERM"):
            await snapshot(url_of(prepared, user), tmp_path / "none.rdb")


async def test_the_loader_touches_no_game(prepared: Path) -> None:
    """It may load functions, and neither read a game nor call what it has loaded."""
    with client_of(prepared, "podesta-loader") as client:
        for command in (("XRANGE", keys.log("game"), "-", "+"), ("FCALL", library.ERASE, 1, keys.log("game"))):
            with pytest.raises(redis.exceptions.NoPermissionError):
                client.execute_command(*command)


async def test_the_event_store_works_as_the_service_user(prepared: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The service's own store opens without a warning, appends, reads and follows with that user's rights."""
    async with await open_store(url_of(prepared, "podesta"), prepared.parent, lists=STATUSES) as store:
        await store.append("game", 0, b"created", b"a" * 16)
        assert [entry.data for entry in await store.read("game")] == [b"created"]
        async with aclosing(store.follow("game")) as entries:
            assert (await anext(entries)).data == b"created"
            await store.append("game", 1, b"answered", b"b" * 16)
            assert (await anext(entries)).data == b"answered"
        assert [(await store.streams("open")).streams for _ in range(2)] == [["game"]] * 2
        await store.remind("game", 1)
        (reminder,) = await store.due(1, 9, 1000)
        assert await store.settle(reminder, None)
        await store.put_work(b"game")
        (item,) = await store.take_work("worker", 9, 0)
        assert await store.steal_work("worker", 0, 9) == [item]
        await store.finish_work([item.id])
        assert (await store.vitals()).used > 0
        member = Member("process", 1, 1)
        assert member in (await store.join(member, begin=1)).members
        await store.leave("process")
        assert (await store.beat()).now > 0
        assert await store.first("name", 9)
        await store.label("game", {"a": "b"})
        assert (await store.level_status()).level >= 0
    assert caplog.messages == []


async def test_only_the_archive_s_user_takes_games_out(prepared: Path) -> None:
    """The service's user can neither release nor erase a game; the archive's does both, and restores."""
    async with await open_store(url_of(prepared, "podesta"), prepared.parent, lists=STATUSES) as service:
        await service.append("old", 0, b"created", b"a" * 16, "ended")
        head, entries = await service.seal("old"), await service.read("old")
        for call in (service.release("old", head, "digest"), service.erase("old")):
            with pytest.raises(StoreError, match="unlink"):
                await call
        assert await service.read("old") == entries
    async with await open_store(url_of(prepared, "podesta-archive"), prepared.parent, lists=STATUSES) as archive:
        await archive.release("old", head, "digest")
        await archive.restore("old", entries, "ended")
        assert await archive.read("old") == entries
        assert await archive.erase("old") == 1


async def test_only_the_archive_s_user_brings_a_store_up_to_its_archive(prepared: Path, tmp_path: Path) -> None:
    """The service's user sees that it is older, and can drop nothing; the archive's user changes the number and
    drops."""
    async with await open_store(url_of(prepared, "podesta"), prepared.parent, lists=STATUSES) as service:
        await service.append("older", 0, b"created", b"a" * 16)
        assert await service.generation() >= 0
        with pytest.raises(StoreError, match="unlink"):
            await service.forget("older", 1, live=True)
    async with await open_store(url_of(prepared, "podesta-archive"), prepared.parent, lists=STATUSES) as archive:
        store = ArchivedStore(archive, Archive(str(tmp_path)))
        await store.ends.put(
            Record("older", "ended", {}, [Stored(1, b"a" * 16, b"created"), Stored(2, b"b" * 16, b"")])
        )
        assert [each.outcome async for each in Reconciler(store, STATUSES).run()] == ["dropped"]
        assert (await archive.metadata("older")).phase == "archived"
        await store.generations.begin()


def test_the_server_runs_with_the_settings_of_its_file(socket: Path) -> None:
    """The server reports the values of the file."""
    wanted = {"appendonly": "yes", "appendfsync": "always", "save": "", "maxmemory": str(640 << 20),
              "maxmemory-policy": "noeviction", "stream-node-max-bytes": "1024"}  # fmt: skip
    with asking(socket) as client:
        assert {name: client.execute_command("CONFIG", "GET", name)[name] for name in wanted} == wanted


def test_the_dev_overlay_has_the_rules_of_the_template() -> None:
    """The dev users are the template's, with public passwords."""
    filled = (K8S / "base/store/users.acl").read_text()
    for user, password in PASSWORDS.items():
        written = f"{user.partition('-')[2].upper() or 'SERVICE'}_PASSWORD"
        assert filled.count(written) == 1
        filled = filled.replace(written, password)
    assert (K8S / "overlays/dev/users.acl").read_text() == filled


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A server with the component's own settings, in a scratch folder, on a port of its own."""
    if (redis := shutil.which("redis-server")) is None:
        pytest.skip("no redis-server; on Debian: apt-get install redis-server")
    certify(tmp_path)
    (tmp_path / "ca.crt").write_bytes((tmp_path / "tls.crt").read_bytes())  # it is its own authority
    (tmp_path / "users.acl").write_text((K8S / "overlays/dev/users.acl").read_text())
    config = (K8S / "base/store/valkey.conf").read_text().replace("dir /data", f"dir {tmp_path}")
    config = config.replace("/etc/valkey/conf", str(tmp_path)).replace("/etc/valkey/acl", str(tmp_path))
    (tmp_path / "valkey.conf").write_text(config)
    chosen, more = free_port(), (K8S / "components/store-tls/tls.more").read_text()
    more = more.replace("6379", str(chosen)).replace("/etc/valkey/tls", str(tmp_path))
    (tmp_path / "tls.more").write_text(more)
    process = subprocess.Popen([redis, str(tmp_path / "valkey.conf")], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert any("Ready to accept connections" in line for line in process.stdout)
        yield chosen
    finally:
        process.terminate()
        process.communicate(timeout=30)


async def test_the_store_is_reached_by_tls_alone(port: int, tmp_path: Path) -> None:
    """A URL as in the guide loads functions and appends; without TLS, or without the authority, both fail."""
    end = f"localhost:{port}/0?ssl_ca_certs={tmp_path / 'ca.crt'}"
    for user in ("podesta-loader", "podesta"):
        url = f"rediss://{user}:{PASSWORDS[user]}@{end}"
        async with await open_store(url, tmp_path, lists=STATUSES) as store:
            if user == "podesta":
                assert (await store.append("game", 0, b"created", b"a" * 16)).revision == 1
    for url in (f"redis://podesta:-@localhost:{port}/0", f"rediss://podesta:-@localhost:{port}/0"):
        with pytest.raises(StoreUnavailable):
            await open_store(url, tmp_path, lists=STATUSES)
