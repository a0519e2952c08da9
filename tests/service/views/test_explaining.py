"""An explanation says whether an answer is open, and why not, and reveals nothing hidden from the caller."""

from random import Random

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.disclose import waiting
from podesta_engines.core.words import LANGUAGES
from podesta_service.catalogue import rule_texts
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.problems import ILLEGAL_ANSWER, Refusal, told
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from podesta_service.views.explaining import explain
from tests.kit.games import command, open_game, play_on


async def asked(context: Context) -> tuple[Table, int]:
    """A running game, and the seat that is asked."""
    game, _ = await open_game(context.master)
    table = await play_on(context.master, game, Random(1), most=3)
    return table, table.position.asks[0].seat


def words(table: Table) -> tuple[str, list[str], list[str]]:
    """The question asked first, its open words, and the other words of its vocabulary."""
    ask = table.position.asks[0]
    every = [word.slug for word in ask.kind.words.words]
    legal = [every[index] for index in ask.options]
    return ask.kind.name, legal, [word for word in every if word not in legal]


async def test_every_open_option_is_said_to_be_open_and_no_other(context: Context) -> None:
    """For the seat that is asked, `open` is exactly the list of legal answers."""
    table, seat = await asked(context)
    question, legal, others = words(table)
    assert all(explain(table, seat, question, word, "en").open for word in legal)
    for word in others[:200]:
        found = explain(table, seat, question, word, "en")
        assert (found.open, found.reason, found.legal) == (False, "not-an-option", legal)
        vocabulary = table.ruleset.kind[question].words
        parts = [dict(vocabulary.words[vocabulary.parse(each)].parts) for each in (word, *legal)]
        assert found.blocked.items() <= parts[0].items()
        assert not any(found.blocked.items() & each.items() for each in parts[1:])


async def test_the_reason_is_the_first_thing_in_the_way(context: Context) -> None:
    """Unknown question, unknown word, another question, not your turn, in both languages."""
    table, seat = await asked(context)
    question, legal, _ = words(table)
    other = next(k for k in table.ruleset.kinds if k.name != question)
    cases = {
        "unknown-question": (seat, "teleport", "x"),
        "unknown-word": (seat, question, "teleport"),
        "another-question": (seat, other.name, other.words.slug(0)),
        "not-your-turn": (1 - seat, question, legal[0]),
    }
    for reason, (viewer, kind, word) in cases.items():
        found = explain(table, viewer, kind, word, "en")
        assert (found.reason, found.open) == (reason, False)
        assert found.text != explain(table, viewer, kind, word, "it").text


async def test_rules_are_told_by_number_and_text(context: Context) -> None:
    """The rule is that of the question; an illegal answer is refused with its text too."""
    table, seat = await asked(context)
    ask = table.position.asks[0]
    found = explain(table, seat, ask.kind.name, "teleport", "en")
    assert found.rule == ask.kind.rule
    assert found.rule_text == rule_texts(table.created.rules, "en")[ask.kind.rule]
    assert found.rule_text.startswith(f"**{found.rule}")
    with pytest.raises(Refusal) as caught:
        await context.master.answering.answer(
            Command(table.game, seat, table.revision, command()), [(ask.kind.name, "x")]
        )
    assert caught.value.kind is ILLEGAL_ANSWER
    for language in LANGUAGES:
        told_text = told(caught.value, language).rule_text
        assert told_text == explain(table, seat, ask.kind.name, "teleport", language).rule_text
    assert told(caught.value, "en").rule_text == found.rule_text != told(caught.value, "it").rule_text


async def test_games_that_do_not_run_ask_nothing(context: Context) -> None:
    """Before the start it is `game-open`, after the end `game-over`."""
    plans = [SeatPlan("Ada", claim=True), SeatPlan()]
    waiting_game, _ = await context.master.seating.create(Opening("golden-horn", "", {}, plans))
    game, _ = await open_game(context.master)
    over = await play_on(context.master, game, Random(2))
    kind = over.ruleset.kinds[0]
    for table, reason in ((waiting_game, "game-open"), (over, "game-over")):
        found = explain(table, 0, kind.name, kind.words.slug(0), "en")
        assert (found.reason, found.asked, found.legal, found.waiting) == (reason, [], [], [])


@pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in RULESETS.all()])
async def test_who_is_not_asked_learns_only_what_everybody_knows(context: Context, ruleset: str) -> None:
    """In random games of every ruleset, a spectator and each seat that is not asked get the same explanation."""
    rnd, rules = Random(7), RULESETS.named(ruleset)
    plans = [SeatPlan(f"P{seat}", claim=True) for seat in range(rules.seats.start)]
    table, _ = await context.master.seating.create(Opening(ruleset, "", {}, plans))
    for _ in range(15):
        asks = table.position.asks
        idle = [None, *(seat for seat in range(len(plans)) if seat not in {ask.seat for ask in asks})]
        for kind in (asks[0].kind, rnd.choice(list(rules.kinds))):
            word = kind.words.slug(rnd.randrange(len(kind.words)))
            found = [explain(table, viewer, kind.name, word, "en") for viewer in idle]
            assert all(each == found[0] for each in found)
            assert (found[0].reason, found[0].legal, found[0].asked) == ("not-your-turn", [], [])
            assert (found[0].blocked, found[0].rule) == ({}, kind.rule)
            assert found[0].waiting == waiting(table.position)
        table = await play_on(context.master, table.game, rnd, most=3)
