"""No sequence of permitted calls gains a seat that another player holds after the deal, or reveals its view.

Hosts, spectators, operators and other seats make all calls in any order, and share what they learn. An operator with
the scope `admin` may reissue a seat, which the log makes public; it is not among them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.game.events import Freed
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.names import command_bytes
from podesta_service.rest import start_rest
from podesta_service.table.table import Table, next_step
from tests.kit.evidence import evidence
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK, command, play_on
from tests.kit.rest import bearer, client_of

from .schemers import Scheme, Schemers

STEPS = evidence(30, 400)
VICTIM, SEATS = 1, 3
CREATE, ADMIN = "key-that-opens-games", "key-that-administers"
OWN = [(), (0,)]
ALONE = ["without a seat", "with a seat"]
RULES = pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)


@pytest.fixture
async def context(new_context: NewContext) -> Context:
    """A process with operators' keys."""
    made: Context = await new_context(operator_keys=f"create:{CREATE},admin:{ADMIN}", heartbeat_seconds=0.02)
    return made


@pytest.fixture
async def schemers(context: Context) -> AsyncIterator[Schemers]:
    """Schemers who hold only the key that opens games."""
    server = await start_rest(context)
    async with client_of(server) as http:
        yield Schemers(context.master, http, Random(1), [None, CREATE])
    await server.stop(1.0)


async def begun(schemers: Schemers, ruleset: Ruleset, own: tuple[int, ...]) -> tuple[Scheme, str]:
    """A game that the schemers have opened, with a victim who came by invitation; and the victim's token."""
    plans = [SeatPlan(f"P{seat}", claim=True) for seat in range(SEATS)]
    plans[VICTIM] = SeatPlan(invitation="seat")
    options: dict[str, Any] = QUICK if ruleset.id == "golden-horn" else {}
    table, tokens = await schemers.master.seating.create(Opening(ruleset.id, "", options, plans))
    return await joined(schemers, table, [each.token for each in tokens if each.seat in own], own)


async def joined(schemers: Schemers, table: Table, tokens: list[str], own: tuple[int, ...]) -> tuple[Scheme, str]:
    """The game once its victim has joined."""
    master = schemers.master
    schemers.held += [master.hosting.token(table).token, *tokens]
    secret = master.hosting.invitations(table)[0].secret
    schemers.secrets.append(secret)
    _, token = await master.seating.claim(table.game, VICTIM, "Bea", command(), "", secret)
    return Scheme(table.game, VICTIM, own), token.token


async def fooled(schemers: Schemers, scheme: Scheme, token: str, steps: int = STEPS) -> None:
    """Scheme while the game goes on; raises AssertionError if it gains anything of the victim's."""
    master = schemers.master
    before = await master.table(scheme.game)
    assert before.status == "running"
    for _ in range(steps):
        await schemers.act(scheme)
        if schemers.rnd.random() < 0.3:
            await play_on(master, scheme.game, schemers.rnd, most=1)
    await schemers.everything_read(scheme)
    after = await master.table(scheme.game)
    assert after.status == "running"
    assert after.holders[scheme.victim] == before.holders[scheme.victim]
    assert await master.gate.seat(scheme.game, token) == scheme.victim
    assert await schemers.opens(scheme) <= set(scheme.own)


@RULES
@pytest.mark.parametrize("own", OWN, ids=ALONE)
async def test_no_sequence_of_calls_shows_anothers_seat(
    schemers: Schemers, ruleset: Ruleset, own: tuple[int, ...]
) -> None:
    """Schemers see what a spectator or a seat of theirs would see; the victim's seat stays its own."""
    await fooled(schemers, *await begun(schemers, ruleset, own))
    assert schemers.compared > 0


@RULES
async def test_a_rematch_and_a_fork_show_no_more(schemers: Schemers, ruleset: Ruleset) -> None:
    """The games that follow an ended one have secrets of their own, visible to the holders of their seats only."""
    scheme, _ = await begun(schemers, ruleset, (0,))
    ended = await play_on(schemers.master, scheme.game, schemers.rnd)
    assert ended.status == "ended"
    await fooled(schemers, *await rematch(schemers, scheme), STEPS // 2)
    await fooled(schemers, *await fork(schemers, ended), STEPS // 2)


async def rematch(schemers: Schemers, old: Scheme) -> tuple[Scheme, str]:
    """The next game, joined by the schemers first and the victim last; and the victim's token."""
    for token in schemers.held[1:]:
        await schemers.call(old, token, "/rematch")
    asked = [await schemers.master.rematching.ask(old.game, seat, None, "here") for seat in (0, 2, VICTIM)]
    own, _, victim = [each.token for each in asked]
    assert own is not None
    assert victim is not None
    return Scheme(asked[0].table.game, victim.seat, (own.seat,)), victim.token


async def fork(schemers: Schemers, ended: Table) -> tuple[Scheme, str]:
    """A fork from the middle of an ended game, with a guest; and the guest's token."""
    plans: list[dict[str, Any]] = [{"name": "Eve", "claim": True}] * SEATS
    plans[VICTIM] = {"invitation": "seat"}
    body = {"revision": ended.revision // 2, "seats": plans}
    told = await schemers.call(Scheme(ended.game, VICTIM), CREATE, "/forks", body)
    table = await schemers.master.table(told["game"]["game"])
    return await joined(schemers, table, [], tuple(seat for seat in range(SEATS) if seat != VICTIM))


async def test_schemers_would_be_found_out(schemers: Schemers) -> None:
    """Otherwise the tests above could not fail: if a seat is freed after the deal, its next holder sees its hand."""
    master = schemers.master
    scheme, _ = await begun(schemers, RULESETS.named("golden-horn"), ())
    table = await master.table(scheme.game)
    freed = master.writer.entry([Freed(VICTIM)], table.position)
    after = next_step(table, freed, table.position.clone()).table
    await master.writer.append(after, freed, command_bytes("host", command()))
    host = schemers.held[-1]
    invited = await schemers.call(scheme, host, "/host", {"action": "invite", "seat": VICTIM})
    with pytest.raises(AssertionError):
        await schemers.call(scheme, None, "/seats", {"name": "Eve", "invitation": invited["invitation"]["secret"]})


async def test_what_an_operator_gives_out_anew_everybody_hears_of(schemers: Schemers) -> None:
    """A key with the scope `admin` can reissue any seat; the log shows to all which seat, and that an operator did
    it."""
    scheme, token = await begun(schemers, RULESETS.named("golden-horn"), ())
    assert await schemers.call(replace(scheme, own=(VICTIM,)), ADMIN, f"/seats/{VICTIM}/token", {"name": "Eve"})
    told = await schemers.http.get(f"/v1/games/{scheme.game}/events?after=0")
    seated = told.json()["updates"][-1]["events"]
    assert seated == [{"event": "seated", "seat": VICTIM, "name": "Eve", "bot": "", "epoch": 2, "by": "operator"}]
    gone = await schemers.http.get(f"/v1/games/{scheme.game}", headers=bearer(token))
    assert gone.status_code == 401
