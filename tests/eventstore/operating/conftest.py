"""Archives of both kinds: a directory, and a bucket of a real S3 server on loopback."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import boto3
import pytest
from moto.server import ThreadedMotoServer

Archives: TypeAlias = Callable[[str], str]
"""Returns the URL of an empty archive of that name."""


@pytest.fixture(scope="session")
def s3() -> Iterator[str]:
    """An S3 server with a bucket `games`; returns its address."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    names = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "region_name": "us-east-1"}
    boto3.client("s3", endpoint_url=f"http://{host}:{port}", **names).create_bucket(Bucket="games")
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture(params=["directory", "s3"])
def archives(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archives:
    """The kinds of archives, each test in a place of its own."""
    if request.param == "directory":
        return lambda name: (tmp_path / name).as_uri()
    for name, value in {
        "AWS_ENDPOINT_URL": request.getfixturevalue("s3"),
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "us-east-1",
        "AWS_ALLOW_HTTP": "true",
    }.items():
        monkeypatch.setenv(name, value)
    return lambda name: f"s3://games/{tmp_path.name}/{name}"
