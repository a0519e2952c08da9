"""Settings come from the environment, typed; a bad one is named."""

import pytest

from podesta_service.settings import BadSetting, Settings, read_settings

KEY = "00" * 32


def test_nothing_set_gives_the_defaults() -> None:
    """Without variables, REST listens on 8080 and gRPC on 50051, with a private store."""
    settings = read_settings({"HOME": "/root"})
    assert settings == Settings()
    assert (settings.rest_port, settings.grpc_port, settings.store_url) == (8080, 50051, "")


def test_values_are_converted_to_their_types() -> None:
    """Numbers and lists come out of the environment's text."""
    settings = read_settings({"PODESTA_REST_PORT": "0", "PODESTA_CORS_ORIGINS": "http://a, http://b,"})
    assert settings.rest_port == 0
    assert settings.origins == ["http://a", "http://b"]


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"PODESTA_REST_PORT": "eighty"}, "PODESTA_REST_PORT"),
        ({"PODESTA_GRPC_PORT": "70000"}, "PODESTA_GRPC_PORT"),
        ({"PODESTA_DURABILITY": "never"}, "PODESTA_DURABILITY"),
        ({"PODESTA_PORT": "1"}, "PODESTA_PORT is not a setting; known: PODESTA_STORE_URL"),
        ({"PODESTA_MASTER_KEY": "zz"}, "PODESTA_MASTER_KEY must be hexadecimal"),
        ({"PODESTA_MASTER_KEY": "00ff"}, "at least 32 bytes"),
        ({"PODESTA_STORE_URL": "redis://db"}, "PODESTA_MASTER_KEY is required"),
        ({"PODESTA_PUBLIC_URL": "games.example"}, "PODESTA_PUBLIC_URL"),
        ({"PODESTA_OPERATOR_KEY": "short"}, "PODESTA_OPERATOR_KEY"),
    ],
)
def test_a_bad_value_is_refused_by_name(environ: dict[str, str], words: str) -> None:
    """The error names the variable and says what is wrong."""
    with pytest.raises(BadSetting, match=words):
        read_settings(environ)


def test_an_error_never_repeats_a_secret() -> None:
    """A master key that cannot be used does not stand in the error."""
    secret = "abcdefgh" * 8
    with pytest.raises(BadSetting) as caught:
        read_settings({"PODESTA_MASTER_KEY": secret})
    assert "abcdefgh" not in str(caught.value)


KINDS = ["redis://{}@h:1", "redis://{}@h:1/0", "redis+sentinel://{}@h:1/name", "redis+cluster://{}@h:1", "{}@h:1"]
SECRETS = ["secret{}piece", "6379{}piece", "{}piece", "secret%2Fa{}piece", "secret{}a=piece"]


@pytest.mark.parametrize("url", KINDS)
@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("sign", "/#?@[%")
def test_a_stores_password_is_read_or_refused_and_never_printed(url: str, secret: str, sign: str) -> None:
    """However it is written: the setting is named, and how signs are escaped; what is logged is the address alone."""
    written = url.format(f"boss:{secret.format(sign)}")
    try:
        told = read_settings({"PODESTA_STORE_URL": written, "PODESTA_MASTER_KEY": KEY}).store_address
    except BadSetting as error:
        told = str(error)
        assert "PODESTA_STORE_URL" in told
        assert "%2F" in told or url.startswith("{")
    assert not [piece for piece in ("secret", "piece", "6379") if piece in told], told


def test_a_key_goes_with_a_store() -> None:
    """A store of one's own is accepted together with a key."""
    settings = read_settings({"PODESTA_STORE_URL": "redis://db:6379", "PODESTA_MASTER_KEY": KEY})
    assert settings.store_url == "redis://db:6379"
