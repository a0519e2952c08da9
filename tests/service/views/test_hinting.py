"""A hint names open answers, depends only on its seat's knowledge, and is for games against bots alone."""

from random import Random

import pytest
from msgspec import structs

from podesta_engines import RULESETS
from podesta_engines.core.disclose import resample
from podesta_engines.core.position import Position
from podesta_engines.play.search import Search, Tuning
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.problems import GAME_OPEN, NO_HINTS, NOT_YOUR_TURN
from podesta_service.table.table import Table
from podesta_service.views.hinting import MOST, Hint, hint
from tests.kit.games import QUICK, open_game, refused

ADA = SeatPlan("Ada", claim=True)


def hinted(table: Table, seat: int, most: int = 24) -> Hint:
    """A hint after so many iterations at most."""
    left = iter(range(most))
    steps = hint(table, seat, lambda: next(left, None) is None)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            found: Hint = done.value
            return found


async def opened(context: Context, ruleset: str, options: dict[str, object] | None = None) -> Table:
    """A game of one person, who is asked first or not, against bots that never move here."""
    seats = RULESETS.named(ruleset).seats[0]
    opening = Opening(ruleset, "", options or {}, [ADA, *[SeatPlan(bot="random")] * (seats - 1)])
    table, _ = await context.master.seating.create(opening)
    return table


@pytest.mark.parametrize("ruleset", [each.id for each in RULESETS.all()])
async def test_a_hint_names_open_answers_and_knows_what_its_seat_knows(context: Context, ruleset: str) -> None:
    """The best first, each once, each with a value; on tables that look the same to the seat, the same."""
    table = await opened(context, ruleset)
    seat = table.position.asks[0].seat
    table = structs.replace(table, holders=[structs.replace(each, bot="random") for each in table.holders])
    found = hinted(table, seat)
    legal = [table.position.asks[0].kind.words.slug(option) for option in table.position.asks[0].options]
    words = [each.option for each in found.suggestions]
    assert words[0] in legal
    assert len(words) == len(set(words) & set(legal)) <= MOST
    assert all(0 <= each.worth <= 1 for each in found.suggestions)
    for number in range(3):
        twin = structs.replace(table, position=resample(table.position, seat, Random(number)))
        assert hinted(twin, seat) == found


async def test_nobody_is_hinted_against_people(context: Context) -> None:
    """Nor with free seats, nor to a seat that is not asked; each refusal gives its reason."""
    game, _ = await open_game(context.master)
    await refused(NO_HINTS, context.master.hint(game, 0))
    first = await opened(context, "golden-horn", QUICK | {"start_seat": 1})
    await refused(NOT_YOUR_TURN, context.master.hint(first.game, 0))
    waiting, _ = await context.master.seating.create(Opening("golden-horn", "", QUICK, [ADA, SeatPlan()]))
    await refused(GAME_OPEN, context.master.hint(waiting.game, 0))
    asked = await opened(context, "golden-horn", QUICK)
    assert (await context.master.hint(asked.game, 0)).revision == asked.revision
    assert (await context.master.table(asked.game)).revision == asked.revision


def test_a_ranking_begins_with_what_a_search_chooses(position: Position) -> None:
    """It has the policy's own answer, and every other answer that survived a round, each once."""
    seat = position.asks[0].seat
    search = Search(position, seat, Random(1), Tuning(iterations=40))
    for _ in search.explore():
        pass
    order = [each.option for each in search.ranking]
    again = Search(position, seat, Random(1), Tuning(iterations=40))
    assert order[0] == again.think() == search.best
    assert sorted(order) == sorted(position.asks[0].options)


@pytest.fixture
def position() -> Position:
    """A table at which a seat is asked."""
    p = RULESETS.named("golden-horn").start(2)
    while not p.asks:
        p.answer(p.ask.options[0])
    return p
