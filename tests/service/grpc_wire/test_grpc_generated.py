"""Generated files are current, and the contract only grows.

Logs describe events, and contain no secret.
"""

from __future__ import annotations

import io
import json
import logging
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_service.context import Context
from podesta_service.settings import Settings
from podesta_service.telemetry.logs import set_up_logs
from proto.generate import PACKAGE, TREE, Places, stale, write_views
from tests.kit.grpc_wire import TIMEOUT, bearer, look, opened, placing, refusal

BUF = Path(sys.executable).parent / "buf"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """A copy of the contract that a test may spoil."""
    copy = Places(tmp_path)
    shutil.copytree(Places(TREE).include, copy.include)
    return copy


def with_view(ruleset: Ruleset, view: type) -> Ruleset:
    """A ruleset with another view."""
    return msgspec.structs.replace(ruleset, view=view)


def changed(view: type, drop: str = "", **more: type) -> type:
    """A view struct of the same name with a field less, and others more."""
    kept = [(field.name, field.type) for field in msgspec.structs.fields(view) if field.name != drop]
    return msgspec.defstruct(view.__name__, [*kept, *more.items()], frozen=True)


def buf(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run buf on the tree."""
    return subprocess.run([str(BUF), *arguments], cwd=TREE, capture_output=True, text=True, check=False)


def test_generated_files_are_current() -> None:
    """Protos of the views, lock file and stubs are those that `make proto` would write now."""
    assert stale(Places(TREE)) == []


def test_the_check_sees_every_kind_of_stale_file(places: Places) -> None:
    """A changed proto of a view, a changed bound of a declared call and a missing stub are each named."""
    (places.stubs / PACKAGE).parent.mkdir(parents=True)
    shutil.copytree(Places(TREE).stubs / PACKAGE, places.stubs / PACKAGE)
    assert stale(places) == []
    view = places.protos / "golden_horn.proto"
    view.write_text(view.read_text().replace("int32 bag_size", "int64 bag_size"))
    (places.stubs / PACKAGE / "words_pb2.py").unlink()
    master = places.protos / "game_master.proto"
    master.write_text(master.read_text().replace("How long the ticket is valid. At most 1440", "At most 1441"))
    names = ["clients/python/podesta/v1/words_pb2.py", "proto/podesta/v1/game_master.proto"]
    assert stale(places) == [*names, "proto/podesta/v1/golden_horn.proto"]


def test_the_contract_is_linted_and_formatted() -> None:
    """buf has no complaints about the protos."""
    for command in (("lint",), ("format", "--diff", "--exit-code")):
        done = buf(*command)
        assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_a_field_number_is_never_given_twice(places: Places) -> None:
    """A removed field stays reserved, a new one gets an unused number, one that returns gets its old number."""
    ruleset = RULESETS.named("golden-horn")
    before = json.loads(places.lock.read_text())["GoldenHornView"]
    less = changed(ruleset.view, drop="players", flags=int)
    write_views(places, [with_view(ruleset, less)])
    proto = (places.protos / "golden_horn.proto").read_text()
    assert f"reserved {before['players']};" in proto
    assert f"int32 flags = {max(before.values()) + 1};" in proto
    write_views(places, [ruleset])
    proto = (places.protos / "golden_horn.proto").read_text()
    assert f"GoldenHornPlayerView players = {before['players']};" in proto
    assert f"reserved {max(before.values()) + 1};" in proto


def test_a_field_of_a_call_keeps_its_number(places: Places) -> None:
    """In a declared call, the number of a field that went away is reserved, and not given to another."""
    lock = json.loads(places.lock.read_text())
    lock["IssueSeatTicketRequest"] = {"game": 1, "lost": 2, "share": 3}
    places.lock.write_text(json.dumps(lock))
    write_views(places, [])
    written = (places.protos / "game_master.proto").read_text().partition("message IssueSeatTicketRequest {\n")[2]
    assert written.startswith("  reserved 2;\n")
    assert "int32 minutes = 4;" in written


def test_a_ruleset_that_goes_away_keeps_its_number(places: Places) -> None:
    """In the message that holds one view, a ruleset's number is never reused."""
    ruleset = RULESETS.named("golden-horn")
    lock = json.loads(places.lock.read_text())
    lock["View"] = {"lost_game": 1}
    places.lock.write_text(json.dumps(lock))
    write_views(places, [ruleset])
    views = (places.protos / "views.proto").read_text()
    assert "reserved 1;" in views
    assert "GoldenHornView golden_horn = 2;" in views


def test_buf_would_see_a_broken_contract(places: Places) -> None:
    """A renumbered field is found by `buf breaking` against the committed contract."""
    shutil.copy(TREE / "buf.yaml", places.root)
    words = places.protos / "words.proto"
    words.write_text(words.read_text().replace("string word = 1;", "string word = 9;"))
    done = subprocess.run(
        [str(BUF), "breaking", str(places.root), "--against", str(TREE / "proto")],
        cwd=places.root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 100, done.stdout + done.stderr
    assert "word" in done.stdout


class Terminal(io.StringIO):
    """A standard error that claims to be a terminal, so that logs come in their form for people."""

    def isatty(self) -> bool:
        """Always."""
        return True


@pytest.fixture(params=["console", "json"])
def logs(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """The service's own logging at its most verbose, for the time of a test."""
    root, terminal = logging.getLogger(), Terminal()
    before, handlers, level = structlog.get_config(), root.handlers[:], root.level
    with redirect_stderr(terminal):
        set_up_logs(Settings(log_format=request.param, log_level="debug"))
    structlog.configure(cache_logger_on_first_use=False)
    yield terminal
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**before)


async def test_logs_name_calls_and_games_but_never_tokens_or_seeds(
    logs: Terminal, stub: GameMasterStub, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Good calls, refused ones and faults are logged with request id and game, but without tokens."""
    game = await opened(stub)
    await look(stub, game, 0)
    forged = game.tokens[0][:-4] + "AAAA"
    await refusal(stub.Answer(placing(game), metadata=bearer(forged), timeout=TIMEOUT))

    async def broken(*_: Any) -> None:
        signature = game.tokens[0].split(".")[2]  # a local variable that a verbose traceback would show
        raise KeyError("a fault of ours") if signature else AssertionError

    monkeypatch.setattr(context.master.tables, "newest", broken)
    metadata = (*bearer(game.tokens[0]), ("x-request-id", "trace-7"))
    await refusal(stub.GetGame(pb.GetGameRequest(game=game.id), metadata=metadata, timeout=TIMEOUT))
    bot = stub.Play(timeout=TIMEOUT)
    await bot.write(pb.PlayRequest(join=pb.Join(token=game.tokens[1])))
    await refusal(bot.read())
    logged = logs.getvalue()
    assert "a fault of ours" in logged
    assert "trace-7" in logged
    assert game.id in logged
    assert "bad-token" in logged
    for secret in (*game.tokens, forged, context.settings.master_key):
        for part in secret.split("."):
            assert part not in logged or part == game.tokens[0].split(".")[0]
