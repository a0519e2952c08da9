"""Phrases: seats send them before, during and after a game; readers get them in their language; no log has them."""

from __future__ import annotations

from random import Random

import pytest

from podesta_engines.core.words import LANGUAGES
from podesta_engines.game.format.terms import Spectators
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.problems import TOO_MANY_REQUESTS
from podesta_service.table.table import Table
from podesta_service.views.phrases import LASTS, PAUSE, PHRASES, Phrase, Phrases
from tests.kit.games import QUICK, log_of, play_on, refused


class Hours:
    """A clock that the test sets."""

    now = 1_800_000_000_000

    def __call__(self) -> int:
        """The time."""
        return self.now


async def opened(context: Context, seen: Spectators | None = None) -> Table:
    """A game of two people, which has begun."""
    plans = [SeatPlan("Ada", claim=True), SeatPlan("Bruno", claim=True)]
    table, _ = await context.master.seating.create(Opening("golden-horn", "", QUICK, plans, spectators=seen))
    return table


@pytest.fixture
def hours() -> Hours:
    """A clock."""
    return Hours()


async def test_each_seat_has_its_last_phrase_for_ten_minutes(context: Context, hours: Hours) -> None:
    """Oldest first; a later phrase replaces the one before; each is shown for ten minutes."""
    table, phrases = await opened(context), Phrases(context.master.store, hours)
    await phrases.say(table, 1, "hello", "en")
    hours.now += PAUSE
    await phrases.say(table, 0, "good_luck", "en")
    hours.now += PAUSE
    found = await phrases.say(table, 1, "thinking", "it")
    assert [(each.seat, each.phrase) for each in found.said] == [(0, "good_luck"), (1, "thinking")]
    assert found.said[1].text == "Ci sto pensando…"
    hours.now += LASTS - PAUSE
    assert [each.phrase for each in (await phrases.said(table, None, "en")).said] == ["thinking"]
    hours.now += PAUSE
    assert (await phrases.said(table, None, "en")).said == []


async def test_a_seat_says_one_in_three_seconds(context: Context, hours: Hours) -> None:
    """Sooner, it is refused with the time to wait, and its last phrase stays; another seat need not wait."""
    table, phrases = await opened(context), Phrases(context.master.store, hours)
    await phrases.say(table, 0, "hello", "en")
    hours.now += PAUSE - 500
    why = await refused(TOO_MANY_REQUESTS, phrases.say(table, 0, "again", "en"))
    assert why.retry_after == 0.5
    found = await phrases.say(table, 1, "hello", "en")
    assert [(each.seat, each.phrase) for each in found.said] == [(0, "hello"), (1, "hello")]


async def test_a_clock_that_went_back_silences_nobody(context: Context, hours: Hours) -> None:
    """A phrase with a time in the future does not delay the next."""
    table, phrases = await opened(context), Phrases(context.master.store, hours)
    await phrases.say(table, 0, "hello", "en")
    hours.now -= 3_600_000
    assert [each.phrase for each in (await phrases.say(table, 0, "thanks", "en")).said] == ["thanks"]


async def test_the_game_does_not_know_of_them_and_they_outlast_it(context: Context) -> None:
    """No entry of the log, no revision; after the end they are sent and shown as before."""
    master = context.master
    table = await opened(context)
    before = await log_of(master, table.game)
    await master.phrases.say(table, 0, "hello", "en")
    assert await log_of(master, table.game) == before
    await play_on(master, table.game, Random(3))
    ended = await master.table(table.game)
    assert ended.status == "ended"
    assert [each.phrase for each in (await master.phrases.say(ended, 1, "well_played", "en")).said] == [
        "hello",
        "well_played",
    ]


async def test_spectators_with_a_delay_are_told_what_was_said_until_then(context: Context, hours: Hours) -> None:
    """At each revision shown, each seat's last phrase until then, none after; at the end, all as seats see them."""
    master, delay = context.master, 3
    table, phrases = await opened(context, Spectators("delayed", delay)), Phrases(context.master.store, hours)
    hours.now, game, said = table.at, table.game, list[tuple[int, int, Phrase]]()
    while table.status == "running":
        if len(said) < 12:
            for phrase in (PHRASES["hello"], [*PHRASES.values()][len(said)]):
                hours.now += PAUSE
                told = await phrases.say(table, len(said) % 2, phrase, "en")
                assert phrase in [each.phrase for each in told.said]
            said.append((table.revision, len(said) % 2, phrase))
        seen, viewer = await master.look(game, None)
        assert (seen.revision, viewer) == (max(1, table.revision - delay), None)
        last = {seat: phrase for revision, seat, phrase in said if revision <= seen.revision}
        found = (await phrases.said(seen, viewer, "en")).said
        assert {each.seat: each.phrase for each in found} == last
        assert len((await phrases.said(table, 0, "en")).said) == min(2, len(said))
        table = await play_on(master, game, Random(table.revision), most=1)
    seen, viewer = await master.look(game, None)
    assert await phrases.said(seen, viewer, "en") == await phrases.said(table, 0, "en")
    labels = (await master.store.metadata(game)).labels
    assert max(len(text) for name, text in labels.items() if name.startswith("phrases-")) < 40 * (delay + 1)


async def test_every_phrase_has_a_text_of_its_own_in_each_language(context: Context) -> None:
    """The choices are listed in the order of the list."""
    table = await opened(context)
    for language in LANGUAGES:
        choices = (await context.master.phrases.said(table, None, language)).choices
        assert [each.phrase for each in choices] == [*PHRASES]
        assert len({each.text for each in choices}) == len(PHRASES)
