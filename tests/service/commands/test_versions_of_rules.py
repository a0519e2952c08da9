"""Two versions of a game's rules on one store: new games use the newest that the level allows, and keep theirs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import httpx
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_client import connect_async
from podesta_engines import RULESETS, save
from podesta_engines.game.events import Created
from podesta_engines.game.format.levels import HIGHEST
from podesta_engines.game.verify import verify
from podesta_service.bots.thinking import Task, think
from podesta_service.catalogue import catalogue
from podesta_service.cli.verify import command as verifying
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.problems import RULES_MISSING, UNKNOWN_RULESET, Refusal
from podesta_service.rest import start_rest
from podesta_service.run.audit import audit_game
from podesta_service.run.journal import Audit
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK, command, lobby, log_of, of, open_game, play_on, refused
from tests.kit.grpc_wire import serving
from tests.kit.rest import client_of

FIRST, SECOND = "golden-horn/1", "golden-horn/2"
RAISED = HIGHEST + 1
"""A level that exists in tests only."""


@pytest.fixture(autouse=True)
def second(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second version of the rules, from a level that no release has; its rulebook names it."""
    first = RULESETS.version(FIRST)

    def read(name: str) -> str:
        text = first.read(name).replace(FIRST, SECOND)
        return text.replace("**G-38 Empty deck.**", f"**G-38 Empty deck.** In {SECOND}:")

    later = replace(first, rules=SECOND, since=RAISED, read=read)
    monkeypatch.setitem(RULESETS._by_rules, SECOND, later)
    monkeypatch.setitem(RULESETS._newest, later.id, later)


@pytest.fixture
async def context(context: Context) -> Context:
    """A service with a store at the level of the second version."""
    context.master.level.now = RAISED
    return context


async def older(master: Master, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game that was opened before the level was raised."""
    with monkeypatch.context() as before:
        before.setattr(master.level, "now", HIGHEST)
        return (await open_game(master))[0]


async def rules_of(master: Master, game: str) -> list[str]:
    """The rules named in the log of a game."""
    return [created.rules for created in of(Created, await log_of(master, game))]


async def listed(master: Master) -> dict[str, str]:
    """The rules of every running game of the ruleset that the lobby shows."""
    return {game: each.rules for game, each in (await lobby(master, "golden-horn", "running")).items()}


async def test_a_game_keeps_the_rules_it_began_with(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the level, games begin with the first version; they keep it next to newer ones, up to their records."""
    master, rnd = context.master, Random(5)
    games = {await older(master, monkeypatch): FIRST, (await open_game(master))[0]: SECOND}
    for _ in range(4):
        for game in games:
            await play_on(master, game, rnd, 3)
    for game, rules in games.items():
        table = await play_on(master, game, rnd)
        assert await rules_of(master, game) == [rules]
        assert table.position.rules is RULESETS.version(rules)
        assert table.show(0, "it").rules == rules
        found = verify(b"".join(line + b"\n" for line in await master.record(game)), RULESETS)
        assert (found.ruleset, found.draws > 0) == (rules, True)


async def test_an_older_game_is_forked_with_its_rules_and_has_its_rematch_with_the_newest(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fork begins with moves that were made under its rules; a rematch is another game."""
    master = context.master
    game = await older(master, monkeypatch)
    await play_on(master, game, Random(5))
    plans = [SeatPlan("Ada", claim=True), SeatPlan("Bice", claim=True)]
    fork, _ = await master.forking.fork(game, 3, plans)
    assert (fork.created.rules, (await play_on(master, fork.game, Random(6))).ended) == (FIRST, True)
    rematch = await master.rematching.ask(game, 0, None, "")
    assert rematch.table.created.rules == SECOND


async def test_house_bots_sit_down_at_older_games(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """They evaluate positions with the values fitted for those rules."""
    master = context.master
    with monkeypatch.context() as before:
        before.setattr(master.level, "now", HIGHEST)
        seats = [SeatPlan("Ada", claim=True), SeatPlan()]
        table, _ = await master.seating.create(Opening("golden-horn", "", QUICK, seats))
    table = await master.seating.seat_bot(table.game, 1, "search:20", "", command())
    p = table.position
    for ask in p.asks:
        task = Task(table=save(p), seat=ask.seat, bot="search:20", seed=1, seconds=30, limit=60)
        kind, word = think(task)
        assert (kind, ask.kind.words.parse(word) in ask.options) == (ask.kind.name, True)
    assert p.rules.judge is not None


async def test_a_command_sent_again_after_the_raise_finds_its_game(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that opened a game with the first version does not open another with the second."""
    master, again = context.master, command()
    wanted = Opening("golden-horn", "", QUICK, [SeatPlan("Ada", claim=True)] * 2)
    with monkeypatch.context() as before:
        before.setattr(master.level, "now", HIGHEST)
        table, tokens = await master.seating.create(wanted, again)
    found, same = await master.seating.create(wanted, again)
    assert (found.game, found.created) == (table.game, table.created)
    assert [each.seat for each in same] == [each.seat for each in tokens]  # returned again, they may be younger
    assert found.created.rules == FIRST


async def test_both_wires_show_both_versions(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Views, the lobby and the catalogue: that of a game's version has the rules of that version."""
    master = context.master
    games = {await older(master, monkeypatch): FIRST, (await open_game(master))[0]: SECOND}
    assert (await listed(master)).items() >= games.items()
    server = await start_rest(context)
    async with client_of(server) as http, serving(context) as (wire, stub):
        for game, rules in games.items():
            await _shown(http, stub, game, rules)
        await _read_by_the_client(wire.port)
        summary = (await stub.GetRuleset(pb.GetRulesetRequest(ruleset="golden-horn"))).ruleset
        assert (summary.rules, list(summary.versions)) == (SECOND, [FIRST, SECOND])
    await server.stop(1.0)


async def _shown(http: httpx.AsyncClient, stub: GameMasterStub, game: str, rules: str) -> None:
    """Check a game and its rulebook over both wires."""
    told = (await http.get(f"/v1/games/{game}")).raise_for_status().json()
    seen = await stub.GetGame(pb.GetGameRequest(game=game))
    assert (told["rules"], seen.game.rules) == (rules, rules)
    assert seen.game.view.golden_horn.deck_size == told["view"]["deck_size"] == 54
    book = (await http.get("/v1/rulesets/golden-horn", params={"rules": rules})).raise_for_status().json()
    whole = await stub.GetRuleset(pb.GetRulesetRequest(ruleset="golden-horn", rules=rules))
    assert book["summary"]["rules"] == whole.ruleset.rules == rules
    assert book["rules"]["G-38"] == whole.catalogue["rules"]["G-38"]
    assert (SECOND in book["rules"]["G-38"]) == (rules == SECOND)


async def _read_by_the_client(port: int) -> None:
    """Programs ask for a version by name."""
    async with connect_async(f"127.0.0.1:{port}") as podesta:
        found = [(await podesta.ruleset("golden-horn", rules)).ruleset.rules for rules in ("", FIRST)]
        assert found == [SECOND, FIRST]


async def test_a_record_of_rules_that_are_not_here_is_not_judged(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`podesta verify` reports the rules it lacks, and does not call the record false."""
    game = await older(context.master, monkeypatch)
    await play_on(context.master, game, Random(5))
    (tmp_path / "record").write_bytes(b"".join(line + b"\n" for line in await context.master.record(game)))
    assert CliRunner().invoke(verifying, [str(tmp_path / "record")]).exit_code == 0
    monkeypatch.delitem(RULESETS._by_rules, FIRST)
    found = CliRunner().invoke(verifying, [str(tmp_path / "record")])
    assert found.exit_code == 1
    assert f"the record cannot be checked: rules '{FIRST}' are in a later release" in found.output


def test_only_a_rulesets_own_versions_are_shown() -> None:
    """Any other version is refused with a list of those there are."""
    assert catalogue("golden-horn", "en", FIRST).rules["G-38"] != catalogue("golden-horn", "en").rules["G-38"]
    for rules in ("golden-horn/3", "troyes/1", "1"):
        with pytest.raises(Refusal) as caught:
            catalogue("golden-horn", "en", rules)
        assert caught.value.kind is UNKNOWN_RULESET
        assert (caught.value.problem.field, caught.value.problem.legal) == ("rules", [FIRST, SECOND])


async def test_a_process_without_a_games_rules_says_so(
    new_context: NewContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It refuses that game with `rules-missing`, changes nothing, lists it all the same, and plays the others."""
    master = (await new_context()).master
    game = await older(master, monkeypatch)
    table = await play_on(master, game, Random(5), 4)
    with monkeypatch.context() as lacking:
        lacking.delitem(RULESETS._by_rules, FIRST)
        other = (await new_context()).master
        problem = (await refused(RULES_MISSING, other.table(game))).problem
        assert problem.detail.startswith(f"game {game} follows {FIRST}, rules that this version does not include")
        await refused(RULES_MISSING, other.record(game))
        assert (await listed(other))[game] == FIRST
        found = Audit()
        await audit_game(other.store, game, found, other.seating._writer.keys)
        assert f"rules '{FIRST}' are in a later release" in found.drifted[0].problem
        newer, _ = await open_game(other)
        assert (await play_on(other, newer, Random(2))).ended
    assert (await master.table(game)).revision == table.revision
    assert (await play_on(other, game, Random(5))).ended
