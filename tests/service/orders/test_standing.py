"""The state of standing orders: a function of the orders and of the seat's view, in every ruleset."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs

from podesta_engines import RULESETS
from podesta_engines.core.decide import Answer, execute, settle
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.game.events import Entry, Event, Seated
from podesta_engines.game.format.terms import Spectators
from podesta_engines.game.game import opening
from podesta_service.orders.language import AskedCondition as Asked
from podesta_service.orders.language import GivenCondition as Given
from podesta_service.orders.language import OrderCondition, OrderRule, Orders, SeenCondition, ToldCondition
from podesta_service.orders.standing import StandingOrders, begin, choose, follow
from podesta_service.orders.vetting import vet
from podesta_service.problems import Refusal
from podesta_service.table.table import Step, Table, advance, open_table
from tests.contract.secrecy.twins import twins
from tests.service.orders.any_orders import any_orders

GAME = "aaaaaaaaaaaaaaaaaaaaa"
EVERY = pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)


@pytest.mark.slow
@EVERY
@pytest.mark.parametrize("seed", range(3))
def test_orders_depend_on_nothing_but_what_their_seat_sees(ruleset: Ruleset, seed: int) -> None:
    """In two games that look the same to a seat, any orders have the same state and answers throughout."""
    rnd, seats = Random(seed), ruleset.seats[-1]
    grown = twins(ruleset, seats, seed % seats, seed, 150, bytes(32).hex())
    logs = list(zip(*grown.logs, strict=True))
    tables = [open_table(GAME, entry).table for entry in logs[0]]
    orders = [_left(tables, grown.seat or 0, rnd) for _ in range(5)]
    for entries in logs[1:]:
        before, steps = tables, [advance(table, entry) for table, entry in zip(tables, entries, strict=True)]
        tables = [step.table for step in steps]
        orders = [
            [follow(one, *each) for one, *each in zip(pair, before, steps, strict=True)]
            if _stand(pair)
            else _left(tables, grown.seat or 0, rnd)
            for pair in orders
        ]
        for first, second in orders:
            assert first == second
            assert choose(first, tables[0]) == choose(second, tables[1])


def _left(tables: list[Table], seat: int, rnd: Random) -> list[StandingOrders]:
    """Random orders, left in each game."""
    orders = any_orders(tables[0], seat, rnd)
    for table in tables:
        vet(orders, seat, table)
    return [begin(orders, seat, table) for table in tables]


def _stand(pair: list[StandingOrders]) -> bool:
    return pair[0].cancelled is None


@EVERY
def test_what_orders_answer_is_open(ruleset: Ruleset) -> None:
    """Orders never answer what the seat could not."""
    rnd, answered = Random(1), 0
    table = opened(ruleset, ruleset.seats[-1])
    while table.position.asks and answered < 60:
        seat = rnd.choice([ask.seat for ask in table.position.asks])
        answer = choose(begin(any_orders(table, seat, rnd), seat, table), table)
        answered += answer is not None
        table = given(table, seat, answer or any_answer(table, seat, rnd), rnd).table
    assert answered


# -- one rule of the language after another --------------------------------------------------------------------------


def opened(ruleset: Ruleset, seats: int = 2) -> Table:
    """A game that has just begun."""
    rnd = Random(0)
    created = structs.replace(opening(ruleset, seats, "", {}), spectators=Spectators())
    p = ruleset.start(seats)
    events: list[Event] = [created, *(Seated(seat, "") for seat in range(seats)), *settle(p, rnd.randrange)]
    return open_table(GAME, Entry(events, p.fingerprint(), 0)).table


def any_answer(table: Table, seat: int, rnd: Random) -> Answer:
    """Any open answer of a seat."""
    ask = next(ask for ask in table.position.asks if ask.seat == seat)
    return ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options))


def given(table: Table, seat: int, answer: Answer, rnd: Random | None = None) -> Step:
    """The step of an answer."""
    after, events = execute(table.position, seat, [answer], (rnd or Random(0)).randrange)
    return advance(table, Entry(list(events), after.fingerprint(), 0))


HORN = RULESETS.named("golden-horn")
ALL_VENICE, ALL_EAST = ".".join(["venice"] * 3), ".".join(["constantinople"] * 3)
PLACE = OrderRule(question="place_ships", answer=[ALL_VENICE])


@pytest.fixture
def table() -> Table:
    """A game of two, in which first one seat and then the other is asked where its ships begin."""
    return opened(HORN)


def seats_of(table: Table) -> tuple[int, int]:
    """The seat that is asked, and the other."""
    mine = table.position.actor
    return mine, 1 - mine


def test_the_first_rule_that_has_an_answer_gives_it(table: Table) -> None:
    """Rules are tried in turn; of a rule's words the first that is open is given."""
    mine, _ = seats_of(table)
    rules = [OrderRule(question="act", answer=["sail.x"]), OrderRule(question="place_ships", answer=[ALL_EAST]), PLACE]
    assert choose(begin(Orders(rules), mine, table), table) == ("place_ships", ALL_EAST)
    assert choose(begin(Orders(rules[:1]), mine, table), table) is None


def test_orders_of_a_seat_that_is_not_asked_answer_nothing(table: Table) -> None:
    """Orders wait until their seat is asked."""
    assert choose(begin(Orders([PLACE]), seats_of(table)[1], table), table) is None


def test_a_rule_without_words_gives_the_only_option(table: Table) -> None:
    """It waits if there is a choice."""
    assert choose(begin(Orders([OrderRule()]), seats_of(table)[0], table), table) is None


def test_a_rule_serves_its_turn(table: Table) -> None:
    """After so many answers, by order or the same by hand, a rule is done; when all are, so are the orders."""
    mine, _ = seats_of(table)
    standing = begin(Orders([structs.replace(PLACE, times=1)]), mine, table)
    step = given(table, mine, ("place_ships", ALL_VENICE))
    standing = follow(standing, table, step)
    assert standing.used == (1,)
    assert standing.cancelled
    assert standing.cancelled.reason == "done"


def test_another_answer_by_hand_cancels(table: Table) -> None:
    """A seat that answers otherwise than its orders would have has changed its mind."""
    mine, _ = seats_of(table)
    standing = follow(begin(Orders([PLACE]), mine, table), table, given(table, mine, ("place_ships", ALL_EAST)))
    assert standing.cancelled
    assert (standing.cancelled.reason, standing.cancelled.revision, standing.used) == ("overruled", 2, (0,))


def test_an_answer_by_hand_to_what_no_rule_speaks_of_cancels_nothing(table: Table) -> None:
    """Orders for one question leave the others to the seat."""
    mine, _ = seats_of(table)
    orders = Orders([OrderRule(question="act", answer=[HORN.kind["act"].words.words[0].slug])])
    standing = follow(begin(orders, mine, table), table, given(table, mine, ("place_ships", ALL_EAST)))
    assert standing.cancelled is None


@pytest.mark.parametrize(
    "condition",
    [
        OrderCondition(given=Given()),
        OrderCondition(given=Given(question="place_ships", option=ALL_VENICE)),
        OrderCondition(told=ToldCondition("placed")),
        OrderCondition(asked=Asked("place_ships", open=ALL_EAST)),
        OrderCondition(seen=SeenCondition("/active_seat", changed=True)),
    ],
    ids=["given", "given-word", "told", "asked", "seen"],
)
def test_what_comes_to_pass_cancels(table: Table, condition: OrderCondition) -> None:
    """Any condition of `until` that is met cancels all orders, or ends its own rule."""
    mine, other = seats_of(table)
    step = given(table, mine, ("place_ships", ALL_VENICE))
    whole = Orders([PLACE], until=[OrderCondition(given=Given(option="", question="act")), condition])
    standing = follow(begin(whole, other, table), table, step)
    assert standing.cancelled
    assert (standing.cancelled.reason, standing.cancelled.condition) == ("until", "until[1]")
    one = Orders([structs.replace(PLACE, until=[condition]), OrderRule()])
    standing = follow(begin(one, other, table), table, step)
    assert standing.cancelled is None
    assert standing.over == (True, False)
    assert choose(standing, step.table) is None


def test_a_rule_speaks_while_what_it_looks_at_is_there(table: Table) -> None:
    """All of `when` must hold, for the view at the time of the question."""
    mine, _ = seats_of(table)
    for seen, speaks in [
        (SeenCondition("/round", equals=0), True),
        (SeenCondition("/round", at_least=1), False),
        (SeenCondition("/round", at_most=0, at_least=0), True),
        (SeenCondition("/phase", equals="place"), True),
        (SeenCondition("/round", changed=True), False),
    ]:
        standing = begin(Orders([structs.replace(PLACE, when=[seen])]), mine, table)
        assert (choose(standing, table) is not None) is speaks, seen


def test_orders_may_stand_until_something_else_is_asked(table: Table) -> None:
    """With `otherwise` cancel, the first question without an answer ends them: at once, if it is open."""
    mine, _ = seats_of(table)
    act = OrderRule(question="act", answer=[HORN.kind["act"].words.words[0].slug])
    standing = begin(Orders([act], otherwise="cancel"), mine, table)
    assert standing.cancelled
    assert standing.cancelled.reason == "unanswered"
    assert begin(Orders([act, PLACE], otherwise="cancel"), mine, table).cancelled is None


def test_a_secret_answer_of_another_seat_is_known_only_as_one() -> None:
    """A condition on a word never matches a secret answer; one on the question does, unless that is masked too."""
    table = opened(RULESETS.named("notre-dame"), 3)
    ask = table.position.asks[0]
    assert ask.kind.secret or ask.kind.masked
    word = ask.kind.words.slug(ask.options[0])
    other = next(each.seat for each in table.position.asks if each.seat != ask.seat)
    for given_, known in [(Given(ask.seat), True), (Given(ask.seat, ask.kind.name, word), False)]:
        orders = Orders([OrderRule(when=[SeenCondition("/round", at_least=99)])], until=[OrderCondition(given=given_)])
        standing = follow(begin(orders, other, table), table, given(table, ask.seat, (ask.kind.name, word)))
        assert (standing.cancelled is not None) is known


# -- invalid orders --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("orders", "field"),
    [
        (Orders([OrderRule(question="acts", answer=["x"])]), "rules[0].question"),
        (Orders([PLACE, OrderRule(question="place_ships", answer=[ALL_EAST, "east"])]), "rules[1].answer[1]"),
        (Orders([OrderRule(answer=["x"])]), "rules[0].question"),
        (Orders([OrderRule(about={"ship": "ship_a_one"})]), "rules[0].about"),
        (Orders([OrderRule(question="place_ships", about={"moon": "full"})]), "rules[0].about"),
        (Orders([OrderRule(when=[SeenCondition("/moon", equals=1)])]), "rules[0].when[0].at"),
        (Orders([OrderRule(when=[SeenCondition("round", equals=1)])]), "rules[0].when[0].at"),
        (Orders([OrderRule(when=[SeenCondition("/players", changed=True)])]), "rules[0].when[0].at"),
        (Orders([OrderRule(when=[SeenCondition("/phase", at_least=1)])]), "rules[0].when[0].at"),
        (Orders([OrderRule(when=[SeenCondition("/round")])]), "rules[0].when[0]"),
        (Orders([PLACE], until=[OrderCondition()]), "until[0]"),
        (Orders([PLACE], until=[OrderCondition(asked=Asked(), given=Given())]), "until[0]"),
        (Orders([PLACE], until=[OrderCondition(asked=Asked(open="venice"))]), "until[0].asked.question"),
        (Orders([PLACE], until=[OrderCondition(asked=Asked("place_ships", open="rome"))]), "until[0].asked.open"),
        (Orders([PLACE], until=[OrderCondition(told=ToldCondition("moonrise"))]), "until[0].told.note"),
        (Orders([PLACE], until=[OrderCondition(told=ToldCondition("placed", 7))]), "until[0].told.seat"),
        (Orders([PLACE], until=[OrderCondition(told=ToldCondition("placed", args={"x": "y"}))]), "until[0].told.args"),
        (Orders([PLACE], until=[OrderCondition(given=Given(0))]), "until[0].given.seat"),
        (Orders([PLACE], until=[OrderCondition(given=Given(option=ALL_EAST))]), "until[0].given.question"),
        (Orders([OrderRule(question="place_ships", answer=[ALL_EAST] * 64)] * 32), "rules"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_orders_that_nobody_could_follow_are_refused(table: Table, orders: Orders, field: str) -> None:
    """The refusal names the field at fault."""
    with pytest.raises(Refusal) as refused:
        vet(orders, 0, table)
    assert (refused.value.kind.slug, refused.value.more["field"]) == ("bad-orders", field)


def test_what_others_are_never_shown_is_no_condition() -> None:
    """Orders cannot wait for a secret answer, which the seat would never see."""
    table = opened(RULESETS.named("notre-dame"), 3)
    kind = table.position.asks[0].kind
    secret = Given(question=kind.name, option=kind.words.words[0].slug)
    with pytest.raises(Refusal) as refused:
        vet(Orders([OrderRule()], until=[OrderCondition(given=secret)]), 0, table)
    assert refused.value.more["field"] == "until[0].given.question"


def test_a_word_that_nobody_knows_is_answered_with_the_closest(table: Table) -> None:
    """So that typing errors are easy to find."""
    with pytest.raises(Refusal) as refused:
        vet(Orders([OrderRule(question="place_ship", answer=["x"])]), 0, table)
    assert refused.value.more["legal"][0] == "place_ships"
