"""Settings come from the environment, typed; a bad one is named."""

import pytest
from msgspec import inspect

from podesta_service.settings import BadSetting, Settings, read_settings
from tests.service.outside import SECRET, check_named

KEY = "00" * 32


def test_nothing_set_gives_the_defaults() -> None:
    """Without variables, REST listens on 8080 and gRPC on 50051, with a private store."""
    settings = read_settings({"HOME": "/root"})
    assert settings == Settings()
    assert (settings.rest_port, settings.grpc_port, settings.store_url) == (8080, 50051, "")


def test_values_are_converted_to_their_types() -> None:
    """Numbers and lists are parsed from the environment's text."""
    settings = read_settings({"PODESTA_REST_PORT": "0", "PODESTA_CORS_ORIGINS": "http://a, http://b,"})
    assert settings.rest_port == 0
    assert settings.origins == ["http://a", "http://b"]


FIELDS = [(each.name, each.type) for each in inspect.type_info(Settings).fields]  # type: ignore[attr-defined]
ODD = ("", " ", "x", "-1", "1e99", "nan", "-inf", "7d", "1 s", "yes", SECRET, "\x00", "a" * 5_000)
"""Values that are valid as text only."""
LISTS = (
    "zz",
    "00ff",
    f"{SECRET}:{SECRET}",
    "http://x:y/",
    f"https://u:{SECRET}@x",
    "https://x/path",
    "https://[::1",
    "a b",
)
"""Values that no list of keys, networks, hosts or origins can have."""


@pytest.mark.parametrize("name", [name for name, kind in FIELDS if not isinstance(kind, inspect.StrType)])
def test_a_value_of_another_type_is_refused_by_name_and_with_what_is_right(name: str) -> None:
    """Numbers out of their bounds, units, words, an empty text."""
    for value in ODD:
        with pytest.raises(BadSetting) as caught:
            read_settings({f"PODESTA_{name.upper()}": value})
        check_named(str(caught.value), 1, f"PODESTA_{name.upper()} must be ")


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({"PORT": "1"}, "PODESTA_PORT is not a setting; known: PODESTA_STORE_URL"),
        ({"MASTER_KEY": "zz"}, "PODESTA_MASTER_KEY must be hexadecimal"),
        ({"MASTER_KEY": "00ff"}, "at least 32 bytes"),
        ({"MASTER_KEY": "abcdefgh" * 8}, "PODESTA_MASTER_KEY"),
        ({"STORE_URL": "redis://db"}, "PODESTA_MASTER_KEY is required"),
        ({"TLS_CERT": "x"}, "PODESTA_TLS_KEY"),
        ({"GRPC_CLIENT_CA": "x"}, "PODESTA_GRPC_CLIENT_CA"),
        ({"OPERATOR_KEY": "short"}, "PODESTA_OPERATOR_KEY"),
        ({"OPERATOR_KEY": "è" * 20}, "bearer token"),
        ({"OPERATOR_KEY": f" {SECRET}{SECRET}"}, "bearer token"),
        ({"OPERATOR_KEYS": f"create:{SECRET}\t{SECRET}{SECRET}"}, "bearer token"),
        ({"OPERATOR_KEYS": f"root:{SECRET}{SECRET}"}, "the scopes are create, admin"),
        ({"PUBLIC_URL": "ftp://games.example"}, "PODESTA_PUBLIC_URL"),
        ({"PUBLIC_URL": "https://x:99999"}, "PODESTA_PUBLIC_URL"),
        ({"REST_HOST": ""}, "PODESTA_REST_HOST"),
        ({"GRPC_HOST": "http://x"}, "PODESTA_GRPC_HOST"),
        ({"REST_HOST": "[::1]"}, "PODESTA_REST_HOST"),
        *(
            ({name: value}, f"PODESTA_{name}")
            for name in ("SEAL_KEYS", "SIGNING_KEYS", "OLD_MASTER_KEYS", "OPERATOR_KEYS", "ALLOWED_HOSTS", "PUBLIC_URL")
            for value in LISTS
            if (name, value) not in (("ALLOWED_HOSTS", "zz"), ("ALLOWED_HOSTS", "00ff"))
        ),
        *(
            ({"WEBHOOK_NETWORKS": f"10.0.0.0/8,{each}"}, "WEBHOOK_NETWORKS")
            for each in (
                "http://h?a=b",
                "http://u:p@h/",
                "ftp://h/",
                "http://h:99999/",
                "http:///a",
                "http://h/#a",
                *LISTS,
            )
            if each != "https://x/path"
        ),
        *(({name: each}, name) for name in ("TRUSTED_PROXIES", "CORS_ORIGINS") for each in LISTS),
    ],
)
def test_a_bad_value_is_refused_by_name(environ: dict[str, str], named: str) -> None:
    """The error names the variable and the valid values, in words of ours, and repeats no secret."""
    with pytest.raises(BadSetting) as caught:
        read_settings({f"PODESTA_{name}": value for name, value in environ.items()})
    check_named(str(caught.value), 1, named)
    assert "abcdefgh" not in str(caught.value)


def test_what_is_right_is_taken() -> None:
    """Names of every kind that hosts, origins and addresses have."""
    read_settings(
        {
            "PODESTA_ALLOWED_HOSTS": "games.example, [::1], *, My_Host",
            "PODESTA_CORS_ORIGINS": "https://games.example:8443, http://[::1]:5173, *, null, tauri://localhost",
            "PODESTA_PUBLIC_URL": "https://games.example:8443/",
            "PODESTA_WEBHOOK_NETWORKS": "10.0.0.0/8, ::1, http://h:8000/a/b, https://[::1]:1/, http://h",
            "PODESTA_REST_HOST": "::",
            "PODESTA_GRPC_HOST": "localhost",
            "PODESTA_SIGNING_KEYS": f"0123abcd:{KEY}",
            "PODESTA_BOT_PROCESSES": "null",
        }
    )


KINDS = ["redis://{}@h:1", "redis://{}@h:1/0", "redis+sentinel://{}@h:1/name", "redis+cluster://{}@h:1", "{}@h:1"]
SECRETS = ["secret{}piece", "6379{}piece", "{}piece", "secret%2Fa{}piece", "secret{}a=piece"]


@pytest.mark.parametrize("url", KINDS)
@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("sign", "/#?@[%")
def test_a_stores_password_is_read_or_refused_and_never_printed(url: str, secret: str, sign: str) -> None:
    """However it is written: the error names the setting and how to escape signs; logs have the address alone."""
    written = url.format(f"boss:{secret.format(sign)}")
    try:
        told = read_settings({"PODESTA_STORE_URL": written, "PODESTA_MASTER_KEY": KEY}).store_address
    except BadSetting as error:
        told = str(error)
        assert "PODESTA_STORE_URL" in told
        assert "%2F" in told or url.startswith("{")
    assert not [piece for piece in ("secret", "piece", "6379") if piece in told], told


def test_a_key_goes_with_a_store() -> None:
    """A separate store is accepted together with a key."""
    settings = read_settings({"PODESTA_STORE_URL": "redis://db:6379", "PODESTA_MASTER_KEY": KEY})
    assert settings.store_url == "redis://db:6379"
