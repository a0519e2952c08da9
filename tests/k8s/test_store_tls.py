"""What the component store-tls makes of the store, by deed: its own settings on a real server, and a URL of a Secret.

The server is Debian's Redis: the Valkey that comes with the tree is built without TLS.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from podesta_eventstore import StoreUnavailable, open_store
from podesta_service.model import STATUSES
from tests.k8s.store_commands import K8S, PASSWORDS
from tests.kit.certificates import certify
from tests.kit.ports import free_port


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
    """A URL as the guide gives it loads functions and appends; without TLS, or without the authority, nothing."""
    end = f"localhost:{port}/0?ssl_ca_certs={tmp_path / 'ca.crt'}"
    for user in ("podesta-loader", "podesta"):
        url = f"rediss://{user}:{PASSWORDS[user]}@{end}"
        async with await open_store(url, tmp_path, lists=STATUSES) as store:
            if user == "podesta":
                assert (await store.append("game", 0, b"created", b"a" * 16)).revision == 1
    for url in (f"redis://podesta:-@localhost:{port}/0", f"rediss://podesta:-@localhost:{port}/0"):
        with pytest.raises(StoreUnavailable):
            await open_store(url, tmp_path, lists=STATUSES)
