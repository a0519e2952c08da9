"""A running game goes on after a restore of its store, with other draws than the lost ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec

from podesta_client.heads import heads_of as client_heads
from podesta_client.verifying import check
from podesta_engines import RULESETS
from podesta_engines.core.moves import Drawn
from podesta_engines.game.events import Ended, Entry, Renewed
from podesta_engines.game.verify import heads_of, verify
from podesta_service.commands.plans import Opening
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.randomness import find_keys
from podesta_service.run.archive import open_games
from podesta_service.run.reconciling import OUTCOMES, RENEWED, reconcile
from podesta_service.settings import Settings
from tests.eventstore.fixtures import private_valkey
from tests.kit.fixtures import MASTER_KEY
from tests.kit.games import OPEN, QUICK, log_of, of, open_game, play_on
from tests.service.cli.with_settings import podesta

store_server = private_valkey
"""A Valkey for each test, since these look at every game there is."""
KEPT = 6
"""Commands before the backup."""
LONGER = QUICK | {"round_limit": 30}
"""Options of a game with dozens of draws after the backup: two or three can come out alike."""
SAID = f" games: {RENEWED}\n"


def drawn(log: Sequence[Entry]) -> list[str]:
    """The draws, in order."""
    return [f"{event.lot} {event.outcome}" for event in of(Drawn, log)]


def minute(entry: Entry) -> int:
    """The minute in which an entry renews its game; 0 if it does not."""
    return next((each.minute for each in of(Renewed, [entry])), 0)


async def test_a_restored_game_draws_otherwise_and_its_record_holds(
    context: Context, settings: Settings, tmp_path: Path
) -> None:
    """Even if its lost end has revealed the seed. The command reports it.

    Heads before and after fit the record, and both verifiers accept it. An open game is renewed as well; one that has
    ended is not, and a drill renews none.
    """
    master = context.master
    (game, _), (over, _) = await open_game(master, options=LONGER), await open_game(master)
    waiting = (await master.seating.create(Opening("golden-horn", "", {}, OPEN)))[0].game
    await play_on(master, over, Random(1))
    before = await play_on(master, game, Random(1), KEPT)
    backup = podesta(settings, "backup", tmp_path / "backups").stdout.strip()
    await play_on(master, game, Random(2))
    lost = await log_of(master, game)
    run = podesta(settings, "restore-store", backup, "--drill")
    assert (run.returncode, SAID in run.stdout) == (0, False), run.stdout + run.stderr
    run = podesta(settings, "restore-store", backup, tmp_path / "new")
    assert (run.returncode, f"2{SAID}" in run.stdout) == (0, True), run.stdout + run.stderr
    own = msgspec.structs.replace(settings, store_url="", data_dir=str(tmp_path / "new"))
    async with await open_games(own) as store:
        again = Master(store, own, MASTER_KEY)
        assert await log_of(again, over) == await log_of(master, over)
        assert [type(each) for each in (await log_of(again, waiting))[-1].events] == [Renewed]
        renewed = await again.table(game)
        assert renewed.revision == before.revision + 1
        assert renewed.position.fingerprint() == before.position.fingerprint()
        last = await play_on(again, game, Random(2))
        log, record = await log_of(again, game), b"".join([line + b"\n" for line in await again.record(game)])
        await again.feeds.close()
    known = len(drawn(log[: before.revision]))
    assert drawn(log)[:known] == drawn(lost)[:known]
    common = min(len(drawn(log)), len(drawn(lost)))
    assert drawn(log)[known:common] != drawn(lost)[known:common]
    (end,), (known_end,) = of(Ended, log), of(Ended, lost)
    assert end.before == [known_end.seed] != [end.seed]
    assert verify(record, RULESETS).renewed == [before.revision + 1]
    assert check(record).commitment == before.created.commitment
    for heads in (dict(enumerate(heads_of(record, game), 1)), client_heads(game, record)):
        assert all(heads[each.revision] == each.head for each in (before, renewed, last))
    (tmp_path / f"{game}.jsonl").write_bytes(record)
    run = podesta(own, "verify", tmp_path / f"{game}.jsonl")
    assert f"renewed with another seed at revision {before.revision + 1}" in run.stdout


async def test_renewing_once_more_is_harmless(context: Context, settings: Settings) -> None:
    """A game is renewed once a minute at most, and goes on each time, even without an archive.

    A changed log is left as it is, and does not delay other games.
    """
    master, keys = context.master, find_keys(settings)
    (game, _), (broken, _) = [await open_game(master) for _ in range(2)]
    last = await master.store.inner.read_backward(broken, limit=1)
    await master.store.inner.append(broken, last[0].revision, last[0].data, bytes(16))
    for _ in range(2):
        _ = [each async for each in reconcile(master.store.inner, keys)]
        left = [each async for each in reconcile(master.store.inner, keys) if each.is_left]
        assert [each.game for each in left] == [broken]
        assert left[0].outcome.startswith(OUTCOMES["left"])
        await play_on(Master(master.store.inner, settings, MASTER_KEY), game, Random(1), 1)
    run = podesta(settings, "reconcile")
    assert (run.returncode, f"{RENEWED}\n" in run.stdout) == (1, True), run.stdout + run.stderr
    log = await log_of(master, game)
    assert len(log) == 3 + len(of(Renewed, log)) >= 6
    assert all(one != other or not one for one, other in pairwise(map(minute, log)))
    assert await master.store.inner.head(broken) == last[0].revision + 1


async def test_without_the_key_that_is_said(context: Context, settings: Settings, tmp_path: Path) -> None:
    """Nothing can be sealed then; `podesta reconcile` renews later."""
    game, _ = await open_game(context.master)
    backup = podesta(settings, "backup", tmp_path / "backups").stdout.strip()
    run = podesta(settings, "restore-store", backup, tmp_path / "new", "--unauthenticated", master_key="")
    assert "not reconciled, as PODESTA_MASTER_KEY is not set: run `podesta reconcile` with it" in run.stdout
    own = msgspec.structs.replace(settings, store_url="", data_dir=str(tmp_path / "new"))
    run = podesta(own, "reconcile")
    assert (run.returncode, run.stdout) == (0, f"{game} 2 {RENEWED}\n"), run.stderr
