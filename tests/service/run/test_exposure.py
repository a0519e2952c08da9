"""At its start a service warns of settings that leave it open: once, plainly, and of no others."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from podesta_service.run.doctor import _settings
from podesta_service.run.exposure import BARE, check_front_door, remarks
from podesta_service.settings import BadSetting, Settings
from tests.kit.certificates import certify
from tests.kit.ports import free_port
from tests.kit.process import running_service

OUTSIDE = {"rest_host": "0.0.0.0"}
TLS, KEY, DOOR = "PODESTA_TLS_CERT", "PODESTA_OPERATOR_KEY", "PODESTA_GRPC_CLIENT_CA"
A_KEY = {"operator_key": "a-key-that-opens-games"}


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({}, []),
        ({"rest_host": "::1", "grpc_host": "localhost"}, []),
        (OUTSIDE, [TLS, KEY]),
        ({"grpc_host": "::"}, [TLS, KEY, DOOR]),
        ({"grpc_host": "::", "trusted_proxies": "10.0.0.0/8"}, [KEY]),
        ({"rest_host": "192.0.2.7", **A_KEY}, [TLS]),
        (OUTSIDE | {"trusted_proxies": "10.0.0.0/8"}, [KEY]),
        (OUTSIDE | {"trusted_proxies": "10.0.0.0/8", **A_KEY}, []),
        (OUTSIDE | {"operator_keys": "admin:a-key-that-opens-nothing"}, [TLS, KEY]),
    ],
)
def test_what_a_service_lacks_that_others_reach(settings: dict[str, str], named: list[str]) -> None:
    """TLS, unless a proxy may have it, a key for opening games, a proxy in front of gRPC; on loopback no warning."""
    said = remarks(Settings(**settings))  # type: ignore[arg-type]
    assert [name for remark in said for name in (TLS, KEY, DOOR) if name in remark] == named
    assert len(said) == len(named)


@pytest.mark.parametrize(("mode", "told"), [(0o600, False), (0o640, False), (0o644, True), (0o604, True)])
def test_a_key_that_all_may_read_is_remarked_on(tmp_path: Path, mode: int, told: bool) -> None:
    """Only the owner and a group of its own may read it; if the path is a link, the linked file counts."""
    key, link = tmp_path / "tls.key", tmp_path / "link"
    key.touch()
    key.chmod(mode)
    link.symlink_to(key)
    for path in (key, link):
        assert bool(remarks(Settings(tls_cert="tls.crt", tls_key=str(path)))) == told


def test_it_is_said_once_by_the_process(tmp_path: Path) -> None:
    """Once it serves, in a line of its own; correct settings are not mentioned."""
    certify(tmp_path)
    (tmp_path / "tls.key").chmod(0o644)
    files = {"TLS_CERT": str(tmp_path / "tls.crt"), "TLS_KEY": str(tmp_path / "tls.key")}
    with running_service(tmp_path / "data", **files) as service:
        pass
    said = [line["event"] for line in service.log if line.get("level") == "warning"]
    remark = remarks(Settings(tls_cert=files["TLS_CERT"], tls_key=files["TLS_KEY"]))
    assert [event for event in said if "PODESTA_" in event] == remark
    assert len(remark) == 1


@pytest.mark.parametrize(
    ("own", "refused"),
    [
        ({}, False),
        ({"grpc_host": "localhost"}, False),
        ({"rest_host": "::"}, False),
        *(({"grpc_host": host}, True) for host in ("::", "0.0.0.0", "192.168.0.7", "fd00::7", "192.0.2.7", "games")),
        ({"grpc_host": "::", "trusted_proxies": "127.0.0.1,::1"}, True),
        ({"grpc_host": "::", "trusted_proxies": "127.0.0.1,10.0.0.7"}, False),
        ({"grpc_host": "::", "tls_cert": "tls.crt", "tls_key": "tls.key"}, True),
        ({"grpc_host": "::", "tls_cert": "tls.crt", "tls_key": "tls.key", "grpc_client_ca": "tls.crt"}, False),
        ({"grpc_host": "::", "grpc_exposed": "warn"}, False),
    ],
)
def test_grpc_does_not_listen_for_others_without_a_front_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: dict[str, str], refused: bool
) -> None:
    """Any address but loopback is reachable by others; this needs a proxy elsewhere, certified clients, or the
    setting."""
    monkeypatch.chdir(tmp_path)
    certify(tmp_path)
    settings = Settings(**own)  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match="PODESTA_GRPC_EXPOSED=warn") if refused else nullcontext():
        check_front_door(settings)
    told = [each.state for each in _settings(settings) if each.check == "front door"]
    assert told == ["wrong"] * refused


@pytest.mark.parametrize("workers", [(), ("--workers", "2")])
def test_it_is_refused_before_anything_begins(tmp_path: Path, workers: tuple[str, ...]) -> None:
    """No file is created, and the settings that would help are named."""
    own = {"GRPC_HOST": "0.0.0.0", "REST_PORT": str(free_port()), "GRPC_PORT": str(free_port())}
    starting = running_service(tmp_path / "data", workers, **own)
    with pytest.raises(RuntimeError, match="PODESTA_TRUSTED_PROXIES"), starting:
        pass
    assert not (tmp_path / "data").exists()


def test_where_it_is_meant_it_serves_and_warns(tmp_path: Path) -> None:
    """Once, in a line of its own."""
    with running_service(tmp_path / "data", GRPC_HOST="0.0.0.0", GRPC_EXPOSED="warn") as service:
        pass
    assert [line["level"] for line in service.log if line["event"].startswith(BARE)] == ["warning"]
