"""With a certificate both wires speak TLS and nothing else; gRPC may ask its clients for theirs."""

import ssl
from pathlib import Path

import grpc
import httpx
import pytest
import trustme

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_service.grpc_wire import start_grpc
from podesta_service.identity.tls import load_certificate
from podesta_service.rest import start_rest
from podesta_service.settings import BadSetting, Settings, read_settings
from tests.kit.fixtures import NewContext

REQUEST = pb.ListRulesetsRequest()


@pytest.fixture
def authority() -> trustme.CA:
    """An authority that was made for this test."""
    return trustme.CA()


@pytest.fixture
def files(authority: trustme.CA, tmp_path: Path) -> dict[str, str]:
    """Settings that name a certificate for localhost, and its key."""
    issued = authority.issue_cert("localhost", "127.0.0.1")
    chain, key = tmp_path / "tls.crt", tmp_path / "tls.key"
    chain.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    key.write_bytes(issued.private_key_pem.bytes())
    return {"tls_cert": str(chain), "tls_key": str(key)}


async def test_rest_speaks_tls(new_context: NewContext, files: dict[str, str], authority: trustme.CA) -> None:
    """A client that trusts the authority gets a response; plain HTTP and other authorities' clients do not."""
    server = await start_rest(await new_context(**files))
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    async with httpx.AsyncClient(verify=trusting) as http:
        answer = await http.get(f"https://localhost:{server.port}/v1/rulesets")
        assert answer.status_code == 200
        with pytest.raises(httpx.TransportError):
            await http.get(f"http://localhost:{server.port}/v1/rulesets")
    async with httpx.AsyncClient(verify=ssl.create_default_context()) as stranger:
        with pytest.raises(httpx.ConnectError):
            await stranger.get(f"https://localhost:{server.port}/v1/rulesets")
    await server.stop(1.0)


@pytest.mark.parametrize(("seconds", "told"), [(31_536_000, "max-age=31536000"), (0, None)])
async def test_browsers_are_told_to_stay_with_tls(
    new_context: NewContext, files: dict[str, str], authority: trustme.CA, seconds: int, told: str | None
) -> None:
    """Every response has the header, refusals too; without TLS none does, for an attacker in between could send it as
    well."""
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    for given, scheme in ((files, "https"), ({}, "http")):
        server = await start_rest(await new_context(**given, hsts_seconds=seconds))
        async with httpx.AsyncClient(verify=trusting, base_url=f"{scheme}://localhost:{server.port}") as http:
            answers = [await http.get(path) for path in ("/v1/rulesets", "/nowhere", "/healthz")]
        said = {answer.headers.get("strict-transport-security") for answer in answers}
        assert said == {told if scheme == "https" else None}
        await server.stop(1.0)


async def test_grpc_speaks_tls(new_context: NewContext, files: dict[str, str], authority: trustme.CA) -> None:
    """A client that trusts the authority gets a response; one that does not use TLS does not."""
    server = await start_grpc(await new_context(**files))
    trusting = grpc.ssl_channel_credentials(authority.cert_pem.bytes())
    assert await _answered(grpc.aio.secure_channel(f"localhost:{server.port}", trusting))
    assert not await _answered(grpc.aio.insecure_channel(f"localhost:{server.port}"))
    await server.stop(1.0)


async def _answered(channel: grpc.aio.Channel) -> bool:
    """Whether a call on a channel gets a response."""
    async with channel:
        try:
            return bool((await GameMasterStub(channel).ListRulesets(REQUEST, timeout=5)).rulesets)
        except grpc.aio.AioRpcError:
            return False


async def test_grpc_asks_its_clients_for_certificates(
    new_context: NewContext, files: dict[str, str], authority: trustme.CA, tmp_path: Path
) -> None:
    """With an authority for clients, only those that it certified get a response."""
    known, stranger = trustme.CA(), trustme.CA()
    (tmp_path / "clients.pem").write_bytes(known.cert_pem.bytes())
    server = await start_grpc(await new_context(**files, grpc_client_ca=str(tmp_path / "clients.pem")))
    answered = []
    for issuer in (known, stranger, None):
        own = issuer and issuer.issue_cert("bot")
        pair = (own.private_key_pem.bytes(), own.cert_chain_pems[0].bytes()) if own else (None, None)
        credentials = grpc.ssl_channel_credentials(authority.cert_pem.bytes(), *pair)
        answered.append(await _answered(grpc.aio.secure_channel(f"localhost:{server.port}", credentials)))
    assert answered == [True, False, False]
    await server.stop(1.0)


def test_a_certificate_that_cannot_be_used_is_named_at_the_start(
    files: dict[str, str], authority: trustme.CA, tmp_path: Path
) -> None:
    """A missing file, a key of another certificate, and invalid authorities are each refused by variable."""
    other = tmp_path / "other.key"
    other.write_bytes(authority.issue_cert("localhost").private_key_pem.bytes())
    cases = {
        "PODESTA_TLS_CERT": {"tls_cert": str(tmp_path / "none")},
        "PODESTA_TLS_KEY": {"tls_key": str(other)},
        "PODESTA_GRPC_CLIENT_CA": {"grpc_client_ca": str(other)},
    }
    for name, changes in cases.items():
        with pytest.raises(BadSetting, match=name):
            load_certificate(Settings(**{**files, **changes}))
    assert load_certificate(Settings()) is None


@pytest.mark.parametrize("given", [{"TLS_CERT": "a"}, {"TLS_KEY": "b"}, {"GRPC_CLIENT_CA": "c"}])
def test_half_a_certificate_is_none(given: dict[str, str]) -> None:
    """Certificate and key go together, and authorities for clients go with both."""
    with pytest.raises(BadSetting, match="PODESTA_TLS_KEY"):
        read_settings({f"PODESTA_{name}": value for name, value in given.items()})
