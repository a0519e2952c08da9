"""What is said at the start of settings that leave a service open: once, plainly, and of none that do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from podesta_service.run.exposure import remarks
from podesta_service.settings import Settings
from tests.kit.certificates import certify
from tests.kit.process import running_service

OUTSIDE = {"rest_host": "0.0.0.0"}
TLS, KEY = "PODESTA_TLS_CERT", "PODESTA_OPERATOR_KEY"
A_KEY = {"operator_key": "a-key-that-opens-games"}


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({}, []),
        ({"rest_host": "::1", "grpc_host": "localhost"}, []),
        (OUTSIDE, [TLS, KEY]),
        ({"grpc_host": "::"}, [TLS, KEY]),
        ({"rest_host": "192.0.2.7", **A_KEY}, [TLS]),
        (OUTSIDE | {"trusted_proxies": "10.0.0.0/8"}, [KEY]),
        (OUTSIDE | {"trusted_proxies": "10.0.0.0/8", **A_KEY}, []),
        (OUTSIDE | {"operator_keys": "admin:a-key-that-opens-nothing"}, [TLS, KEY]),
    ],
)
def test_what_a_service_lacks_that_others_reach(settings: dict[str, str], named: list[str]) -> None:
    """TLS, unless a proxy is named that may have it, and a key for opening games; on loopback nothing is lacking."""
    said = remarks(Settings(**settings))  # type: ignore[arg-type]
    assert [name for remark in said for name in (TLS, KEY) if name in remark] == named
    assert len(said) == len(named)


@pytest.mark.parametrize(("mode", "told"), [(0o600, False), (0o640, False), (0o644, True), (0o604, True)])
def test_a_key_that_all_may_read_is_remarked_on(tmp_path: Path, mode: int, told: bool) -> None:
    """The owner and a group of its own may; where a link leads to the file, the file counts."""
    key, link = tmp_path / "tls.key", tmp_path / "link"
    key.touch()
    key.chmod(mode)
    link.symlink_to(key)
    for path in (key, link):
        assert bool(remarks(Settings(tls_cert="tls.crt", tls_key=str(path)))) == told


def test_it_is_said_once_by_the_process(tmp_path: Path) -> None:
    """As it has begun to serve, in a line of its own; what is as it should be is not spoken of."""
    certify(tmp_path)
    (tmp_path / "tls.key").chmod(0o644)
    files = {"TLS_CERT": str(tmp_path / "tls.crt"), "TLS_KEY": str(tmp_path / "tls.key")}
    with running_service(tmp_path / "data", **files) as service:
        pass
    said = [line["event"] for line in service.log if line.get("level") == "warning"]
    remark = remarks(Settings(tls_cert=files["TLS_CERT"], tls_key=files["TLS_KEY"]))
    assert [event for event in said if "PODESTA_" in event] == remark
    assert len(remark) == 1
