"""Input that commands cannot use is named at once: settings, files, addresses, and their combinations."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from podesta_service.cli.main import main
from tests.service.outside import SECRET, check_named, lay_out, listed

GAME = "a" * 21
PLAY, RECORD = "play golden-horn --grpc 127.0.0.1:1 --rest", f"record {GAME} --rest"
PORTS = {"REST_PORT": "18080", "GRPC_PORT": "18081", "METRICS_PORT": "0"}
SERVE: list[tuple[dict[str, str], str]] = [
    *(({"DATA_DIR": each}, "PODESTA_DATA_DIR") for each in ("", "FILE", "FILE/below", "~no-such-user/x", "a" * 5000)),
    *(({"DOCS_DIR": each}, "PODESTA_DOCS_DIR") for each in ("FILE", "FILE/below", "none")),
    *(({"STATISTICS_DIR": each}, "PODESTA_STATISTICS_DIR") for each in ("FILE", "FILE/below", "none/below")),
    *(
        ({"TLS_CERT": each, "TLS_KEY": each}, "PODESTA_TLS_CERT")
        for each in ("FILE", "FILE/below", "none", "folder", "bin")
    ),
    *(
        ({"ARCHIVE_URL": each}, "PODESTA_ARCHIVE_URL")
        for each in ("FILE", "FILE/below", "s3://", f"s3://a:{SECRET}@b/c", "http://x/")
    ),
    ({"REST_PORT": "18081"}, "PODESTA_REST_PORT and PODESTA_GRPC_PORT"),
    ({"METRICS_PORT": "18080"}, "PODESTA_REST_PORT and PODESTA_METRICS_PORT"),
    ({"DURABILITY": "replicated"}, "PODESTA_DURABILITY"),
]
CASES: list[tuple[str, dict[str, str], str]] = [
    *(("serve", PORTS | own, named) for own, named in SERVE),
    *((each, {"DATA_DIR": "FILE/below"}, "PODESTA_DATA_DIR") for each in ("prepare", "level", "audit", "bots")),
    ("doctor", {"DATA_DIR": "FILE/below"}, "PODESTA_DATA_DIR"),
    ("archive", {"DATA_DIR": "new", "ARCHIVE_URL": "FILE"}, "PODESTA_ARCHIVE_URL"),
    ("keys --seal", {"DATA_DIR": "keyed"}, "master.key is no master key"),
    *((f"{RECORD} {each}", {}, "http://localhost:8080") for each in ("x", "http://[::1", "ftp://x", "http://x:99999")),
    (f"{RECORD} http://127.0.0.1:1", {}, "http://127.0.0.1:1 does not answer"),
    *((f"{PLAY} {each}", {}, "http://localhost:8080") for each in ("x", "http://[::1", "''", "127.0.0.1:8080")),
    *(
        (f"{words} --grpc {each}", {}, "localhost:50051")
        for words in ("play golden-horn --rest http://127.0.0.1:1", "mcp")
        for each in ("x", "http://127.0.0.1:1", "''", "127.0.0.1:99999999", "':::'", "'a b:1'")
    ),
    (f"{PLAY} http://127.0.0.1:1", {}, "no service answers"),
    *(
        (f"{words} nan", {}, "a number")
        for words in ("mcp --wait", "bots --seconds", "audit --share", "archive --days")
    ),
    *(
        (f"conformance --command {words}", {}, "--command")
        for words in ("''", "'\"'", "no-such-program", "folder", "'true {url}'", "'true {target}' --wire rest")
    ),
    ("conformance --command true --out FILE/below", {}, "FILE/below"),
    ("conformance --command true --limit nan", {}, "--limit"),
    ("edition check bin", {}, "bin is not TOML"),
    ("edition check bad.toml", {}, "bad.toml is not TOML"),
    ("backup folder --files FILE", {}, "FILE"),
    *((f"backup {each} --files folder", {}, "FILE is a file") for each in ("FILE", "FILE/below")),
    ("backup s3:// --files folder --follow", {}, "s3://bucket/prefix"),
    ("backup folder", {"STORE_URL": "redis://127.0.0.1:1"}, "127.0.0.1:1 broke off"),
    *((f"audit --journal {each}", {}, f"{each} is not the journal") for each in ("FILE", "bin")),
    ("audit --journal FILE/below", {}, "FILE/below"),
    ("restore-store FILE/below --drill", {}, "FILE/below"),
]


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("words", "environ", "named"), CASES, ids=[f"{words} {[*own.items()][-1:]}"[:90] for words, own, _ in CASES]
)
def test_what_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, environ: dict[str, str], named: str
) -> None:
    """By its setting, option, file or address, in words of ours; nothing is started or created, and no secret is
    printed."""
    monkeypatch.chdir(tmp_path)
    before = lay_out(tmp_path)
    for name, value in ({"DATA_DIR": "data", "REST_PORT": "0"} | environ).items():
        monkeypatch.setenv(f"PODESTA_{name}", value)
    said = CliRunner().invoke(main, words)
    check_named(said.output, said.exit_code if isinstance(said.exception, SystemExit) else None, named)
    assert listed(tmp_path) == before


@pytest.mark.parametrize(("file", "why"), [("bad.toml", "not TOML"), ("bin", "UTF-8"), ("FILE/below", "read")])
def test_an_edition_that_cannot_be_read_is_named_by_every_program(tmp_path: Path, file: str, why: str) -> None:
    """Although the rules, and with them all editions, are loaded before any command is."""
    lay_out(tmp_path)
    for program in ("podesta", "podesta-lab"):
        run = subprocess.run(
            [Path(sys.executable).parent / program, "--help"],
            env=os.environ | {"PODESTA_EDITIONS": str(tmp_path / file)},
            capture_output=True,
            text=True,
            timeout=60,
        )
        check_named(run.stderr, run.returncode, f"PODESTA_EDITIONS: {tmp_path / file}")
        assert why in run.stderr
