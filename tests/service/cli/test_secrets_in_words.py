"""No output repeats the credentials in an address, whatever setting, option or argument it was given in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from msgspec.inspect import StrType

from podesta_eventstore.errors import shown_address
from podesta_service.cli.main import main
from podesta_service.run.archive import archive_of
from podesta_service.settings import BadSetting, Settings, read_settings
from tests.kit.process import running_service

SECRET = "sesame"
SCHEMES = ("scheme", "s3", "file", "http", "https", "redis", "rediss", "redis+sentinel", "redis+cluster", "unix", "dns")
LOGINS = [f"{scheme}://user:{SECRET}@127.0.0.1:1/x?secret={SECRET}#{SECRET}" for scheme in SCHEMES]
ADDRESSES = [
    *LOGINS,
    *(f"{scheme}://127.0.0.1:1/x?secret={SECRET}" for scheme in SCHEMES),
    f"file:///dev/null/x?{SECRET}",
]
TEXTS = [each.name for each in msgspec.inspect.type_info(Settings).fields if isinstance(each.type, StrType)]  # type: ignore[attr-defined]
COMMANDS = [
    *("doctor", "audit", "archive", "level", "serve"),
    "doctor --json --backups ADDRESS",
    "backup ADDRESS",
    "backup ADDRESS --files . --follow",
    "restore-store ADDRESS --drill",
    "record game --rest ADDRESS",
    "play golden-horn --rest ADDRESS --grpc 127.0.0.1:1",
    "play golden-horn --rest http://127.0.0.1:1 --grpc ADDRESS",
    "mcp --grpc ADDRESS",
    "arena golden-horn --players greedy --out out --service ADDRESS",
]


def said(words: list[str]) -> Result:
    """The output of a command, within this process."""
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"s3://user:{SECRET}@bucket/x?key={SECRET}", "s3://…@bucket/x?…"),
        (f"redis://user:a/b?{SECRET}#@host:1/0", "redis://…@host:1/0"),
        (
            f"no (http://{SECRET}@h:1/b?list={SECRET}), see https://x.example/#{SECRET}.",
            "no (http://…@h:1/b?…), see https://x.example/#….",
        ),
        ("file:///var/games", "file:///var/games"),
        ("a@b, what? ://", "a@b, what? ://"),
    ],
)
def test_an_address_is_shown_without_who_logs_in(text: str, shown: str) -> None:
    """By itself and within a text, whatever characters a password has; any other text is unchanged."""
    assert shown_address(text) == shown


def outcome(name: str, address: str) -> str:
    """The refusal of a setting, or the archive that it names as shown."""
    try:
        archive = archive_of(read_settings({f"PODESTA_{name.upper()}": address, "PODESTA_MASTER_KEY": "ab" * 32}))
    except BadSetting as error:
        return str(error)
    return archive.url if archive else ""


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("address", ADDRESSES)
def test_no_setting_is_repeated(name: str, address: str) -> None:
    """Every text may contain an address by mistake: it is refused without being repeated."""
    assert SECRET not in outcome(name, address)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("words", COMMANDS)
def test_no_command_repeats_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """Neither of the archive, the object storage behind it, the store or an argument; no file is created."""
    monkeypatch.chdir(tmp_path)
    own = {"PODESTA_DATA_DIR": str(tmp_path / "data"), "PODESTA_STORE_WAIT_SECONDS": "0", "AWS_ALLOW_HTTP": "true"}
    own |= {"PODESTA_MASTER_KEY": "ab" * 32, "AWS_ENDPOINT_URL": LOGINS[3], "AWS_MAX_ATTEMPTS": "1"}
    for name, value in own.items():
        monkeypatch.setenv(name, value)
    for address in LOGINS if "ADDRESS" in words else ADDRESSES:
        monkeypatch.setenv("PODESTA_ARCHIVE_URL", address)
        monkeypatch.setenv("PODESTA_STORE_URL", f"redis://user:{SECRET}@127.0.0.1:1")
        found = said([address if word == "ADDRESS" else word for word in words.split()])
        assert SECRET not in found.output
        assert found.exit_code != 0
    assert list(tmp_path.rglob(f"*{SECRET}*")) == []


LINES = f"""
import logging, structlog
from podesta_service.settings import Settings
from podesta_service.telemetry.logs import set_up_logs
set_up_logs(Settings(log_format=FORMAT))
for log in structlog.get_logger("podesta"), logging.getLogger("library"):
    log.warning("cannot reach {LOGINS[0]}")
    try:
        raise ValueError("{LOGINS[1]}")
    except ValueError:
        log.exception("it failed")
structlog.get_logger("podesta").info("held", at="{LOGINS[2]}", why=ValueError("{LOGINS[3]}"))
"""


@pytest.mark.parametrize("style", ["json", "console"])
def test_no_line_of_a_log_has_it(style: str) -> None:
    """Of ours or of a library: neither its words and fields nor a traceback."""
    run = subprocess.run(
        [sys.executable, "-c", LINES.replace("FORMAT", repr(style))], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr
    assert SECRET not in run.stderr
    assert run.stderr.count("://…@127.0.0.1:1/x?…") >= 6


def test_a_service_that_runs_shows_its_archive_without_it(tmp_path: Path) -> None:
    """In its log and by doctor, which finds no fault in it."""
    place = f"file://{tmp_path}/archive?{SECRET}"
    with running_service(tmp_path / "data", ARCHIVE_URL=place) as service:
        pass
    assert SECRET not in repr(service.log)
    environ = {"PODESTA_ARCHIVE_URL": place, "PODESTA_DATA_DIR": str(tmp_path / "data")}
    found = CliRunner(env=environ).invoke(main, ["doctor", "--backups", place])
    assert SECRET not in found.output
