"""Sunday: C-61 to C-70, C-109 to C-115."""

from podesta_engines import observe
from podesta_engines.colonia.state import NONE
from podesta_engines.colonia.words import RELIC
from podesta_engines.core.script import NOBODY
from tests.engines.colonia.colony import SUNDAY, at, display, give, money, passes, shown, table
from tests.kit.play import all_asked, notes, options, say

RICH = {"mark": 40, "gulden": 40, "pound": 40, "grivna": 40}
END = ("end_week", "fill_display")


def sunday(p):
    """Sunday from the first purchase."""
    return at(p, "open_buying", "buying")


def guards(p, **spaces: int):
    """Members on spaces, numbered from 1: `s3=0`."""
    for space, seat in spaces.items():
        p.state.guards[int(space[1:]) - 1] = seat
    return p


def owned(p, seat: int) -> list[str]:
    """The relics behind a screen."""
    return [RELIC.slug(card) for card in p.state.players[seat].holdings.relics]


# -- buying ----------------------------------------------------------------------------------------------------------


def test_a_card_is_paid_in_the_money_of_its_city() -> None:
    """C-61, C-115: other currencies do not help, and the space stays empty."""
    p = give(table(), 0, money={"mark": 9, "gulden": 30})
    display(p.state, "relic_bergen_01", "relic_bergen_04", "relic_bergen_07", "relic_london_01", "shrine_bruges")
    p = sunday(p)
    assert options(p) == ["relic_bergen_01", "relic_bergen_04", "shrine_bruges", "pass"]
    say(p, "relic_bergen_04")
    assert owned(p, 0) == ["relic_bergen_04"]
    assert money(p, 0) == {"bruges": 30}
    assert shown(p)[1] is None
    assert [(card.id, card.space) for card in observe(p, None).relics][:2] == [
        ("relic_bergen_01", 1),
        ("relic_bergen_07", 3),
    ]


def test_extra_spaces_and_safeguarded_cards_are_for_all() -> None:
    """C-61, C-62, C-112, RB-18: yellow buys the card with red's member on it; the member goes home."""
    red, yellow = 1, 0
    p = give(give(table(), yellow, money=RICH), red, home=3)
    p.state.display[11] = RELIC.parse("relic_london_01")
    guards(p, s1=red, s12=yellow)
    p = sunday(p)
    p.listen()
    say(p, "relic_bergen_01", "pass", "pass", "relic_london_01", "pass")
    assert p.state.players[red].home == 4
    assert p.state.players[yellow].home == 39
    assert notes(p).count("guard_home") == 2
    assert owned(p, yellow) == ["relic_bergen_01", "relic_london_01"]


def test_passing_is_asked_behind_a_screen() -> None:
    """C-13, C-72, C-100: money is hidden, so all are asked as long as a card is there; members do not matter."""
    p = sunday(give(table(), 0, money={}, home=0))
    assert (all_asked(p), options(p)) == ([(0, "buy_relic")], ["pass"])
    p.state.display[:] = [NONE] * 12
    assert sunday(p).actor == NOBODY


def test_a_shrine_takes_a_relic_at_once() -> None:
    """C-63, C-91, RB-17: green owns a Bruges relic of four, buys the shrine and puts it in: worth eight."""
    p = give(table(), 0, money=RICH, relics=["relic_bruges_09", "relic_bergen_11", "relic_bruges_01"])
    display(p.state, "shrine_bruges")
    p = sunday(p)
    say(p, "shrine_bruges")
    assert all_asked(p) == [(0, "fill_shrine")]
    assert observe(p, 1).active_seat == 0
    assert options(p) == ["relic_bruges_09", "relic_bruges_01", "none"]
    say(p, "relic_bruges_09")
    player = observe(p, 2).players[0]
    assert [(shrine.city, shrine.relic) for shrine in player.shrines] == [("bruges", "relic_bruges_09")]
    assert player.shrine_points == 8
    assert "relic_bruges_09" not in owned(p, 0)


def test_a_shrine_may_stay_empty() -> None:
    """C-63, C-65: the question comes even without a fitting relic; the empty shrine is open."""
    p = give(table(), 0, money=RICH, relics=["relic_bergen_11"])
    display(p.state, "shrine_london", "relic_london_01")
    p = sunday(p)
    say(p, "shrine_london")
    assert options(p) == ["none"]
    say(p, "none")
    assert observe(p, 1).players[0].shrines[0].relic is None


def test_a_later_relic_goes_in_now_or_never() -> None:
    """C-64, C-113, AD-13: declined once, a relic never goes in; the next one may."""
    p = give(table(), 0, money=RICH)
    p.state.shrines[2] = 0
    display(p.state, "relic_london_01", "relic_london_02", "relic_bergen_01")
    p = sunday(p)
    say(p, "relic_london_01")
    assert (all_asked(p), options(p)) == ([(0, "enshrine")], ["yes", "no"])
    say(p, "no", "pass", "pass", "relic_bergen_01", "relic_london_02", "yes")
    assert owned(p, 0) == ["relic_london_01", "relic_bergen_01"]
    assert RELIC.slug(p.state.enshrined[2]) == "relic_london_02"


def test_a_full_shrine_asks_no_more() -> None:
    """C-65, C-64: one relic, which stays."""
    p = give(table(), 0, money=RICH)
    p.state.shrines[0], p.state.enshrined[0] = 0, RELIC.parse("relic_bergen_11")
    p = sunday(p)
    say(p, "relic_bergen_01")
    assert all_asked(p) == [(1, "buy_relic")]


def test_other_seats_shrines_do_not_count() -> None:
    """C-64: only the buyer's own empty shrine."""
    p = give(table(), 0, money=RICH)
    p.state.shrines[0] = 1
    p = sunday(p)
    say(p, "relic_bergen_01")
    assert all_asked(p) == [(1, "buy_relic")]


def test_nothing_is_sold_or_given_up() -> None:
    """C-114: a turn on Sunday is a purchase or a pass."""
    p = sunday(give(table(), 0, money=RICH, relics=["relic_london_11"]))
    assert set(options(p)) == {*(f"relic_bergen_{i:02}" for i in range(1, 11)), "pass"}


# -- safeguarding ----------------------------------------------------------------------------------------------------


def test_the_last_sunday_has_no_safeguarding() -> None:
    """C-66, C-89: the game is over when the buying is."""
    p = at(table(week=6), *SUNDAY)
    passes(p, 3)
    assert p.actor == NOBODY
    assert observe(p, None).phase == "game_over"


def test_everybody_takes_part_again() -> None:
    """C-67, C-12: the mayor begins, even after passing before; one member a card, relic or shrine."""
    p = table(order=(2, 0, 1))
    display(p.state, "shrine_london", "relic_bergen_01")
    p = at(p, *SUNDAY)
    passes(p, 3)
    assert (all_asked(p), options(p)) == (
        [(2, "safeguard")],
        ["shrine_london", "relic_bergen_01", "pass"],
    )
    say(p, "shrine_london")
    assert p.state.players[2].home == 37
    assert all_asked(p) == [(0, "safeguard")]
    assert options(p) == ["relic_bergen_01", "pass"]


def test_several_cards_by_one_seat() -> None:
    """C-112: one a turn."""
    p = at(table(), *SUNDAY)
    passes(p, 3)
    say(p, "relic_bergen_01", "pass", "pass", "relic_bergen_02", "pass")
    assert p.state.players[0].home == 36
    assert [card.guard_seat for card in observe(p, None).relics][:2] == [0, 0]


def test_without_members_or_cards_the_loop_is_skipped() -> None:
    """C-111, C-100, C-13: this is public."""
    p = table()
    guards(p, **{f"s{i}": 0 for i in range(1, 11)})
    p.state.loop[:] = p.state.order
    assert at(p, "safeguarding").actor == NOBODY
    q = give(table(), 0, home=0)
    q.state.loop[:] = q.state.order
    assert all_asked(at(q, "safeguarding")) == [(1, "safeguard")]


def test_cards_without_a_member_are_discarded() -> None:
    """C-68, C-69, C-70, RB-18, RB-23: three stay, one of them from an extra space; seven are drawn."""
    p = table()
    p.state.display[10] = RELIC.parse("relic_london_11")
    guards(p, s2=0, s5=1, s11=2)
    give(p, 0, votes=5)
    p = at(p, "end_week")
    stay = ["relic_bergen_02", "relic_bergen_05", "relic_london_11"]
    assert shown(p)[:3] == stay
    assert p.state.guards[:4] == [0, 1, 2, NONE]
    drawn = say(p)
    assert len(drawn) == 7
    assert shown(p)[10:] == [None, None]
    assert None not in shown(p)[:10]
    assert len(p.state.relic_discard) == 8
    assert observe(p, None).players[0].played_card is None


def test_an_empty_relic_deck() -> None:
    """C-69, C-109: the discarded cards, including the latest ones, become the deck when a card is needed."""
    p = table()
    p.state.hidden.relic_deck, p.state.relics_left = [40], 1
    p = at(p, "end_week")
    p.listen()
    say(p)
    assert "reshuffled" in notes(p)
    assert {*shown(p)[:10]} >= {RELIC.slug(40)}
    assert p.state.relics_left + 9 == 10


def test_no_card_is_left_at_all() -> None:
    """C-69: spaces stay empty."""
    p = table()
    p.state.display[:] = [NONE] * 12
    p.state.hidden.relic_deck, p.state.relics_left = [40], 1
    p = at(p, "fill_display")
    say(p)
    assert shown(p)[:2] == ["relic_novgorod_05", None]
    assert p.actor == NOBODY


def test_more_than_ten_safeguarded_cards() -> None:
    """C-110: all stay, up to twelve, and none is drawn."""
    p = table()
    p.state.display[10] = RELIC.parse("relic_london_11")
    guards(p, **{f"s{i}": 0 for i in range(1, 12)})
    p = at(p, "end_week")
    assert p.actor == NOBODY
    assert len([card for card in shown(p) if card]) == 11
