"""Hidden information, the view, and the house bots: C-16, C-65, C-71 to C-73, C-92, C-94."""

from collections import Counter
from random import Random

from podesta_engines import note_texts, observe, questions, redact, resample
from podesta_engines.colonia.words import RELIC
from podesta_engines.core.moves import Drawn
from podesta_engines.core.script import FATE
from podesta_engines.play.playout import play_with, playout
from tests.engines.colonia.colony import RULES, at, begin, give, mark, queue, resources, stalls, table
from tests.kit.play import options, say


def thursday():
    """Three seats on Thursday, each with four resources drawn unseen."""
    p = begin(3, seed=5)
    p.state.order = [0, 1, 2]
    return at(p, "open_contracts", "contracts")


# -- screens ---------------------------------------------------------------------------------------------------------


def test_screens_hide_what_others_hold() -> None:
    """C-71: money, goods, resources, relics and score of others are hidden, one's own are shown; members are open."""
    p = give(table(), 0, goods="saddle", resources="iron", relics=["relic_london_01"])
    mine, other = observe(p, 0).players[:2]
    assert (mine.goods["saddle"], mine.resources["iron"], mine.relics[0].id) == (1, 1, "relic_london_01")
    assert (mine.money["mark"], mine.score) == (5, 1)
    assert (other.goods, other.resources, other.relics, other.money, other.score) == (None,) * 5
    assert (other.home, other.cards) == (38, [3, 4, 5, 6, 7, 8])
    spectator = observe(p, None)
    assert spectator.seat is None
    assert all(player.money is None for player in spectator.players)


def test_what_is_hidden_is_not_in_the_observed_state() -> None:
    """C-71: neither bag nor relic deck nor the pieces behind other screens."""
    g = RULES.observe(begin(4).state, 2)
    assert g.hidden is None
    assert [player.secret is None for player in g.players] == [True, True, False, True]
    assert [player.holdings is None for player in g.players] == [True, True, False, True]


def test_without_screens() -> None:
    """C-71, C-13: the option shows everything but the bag, resources that are drawn too, and passes by itself."""
    p = RULES.start(3, options={"open_holdings": True})
    assert p.ask.seen_by == -1
    p = table(open_holdings=True)
    give(p, 0, resources="iron")
    for seat in (None, 0, 2):
        view = observe(p, seat)
        assert (view.players[0].resources["iron"], view.players[1].score) == (1, 0)
        assert view.seat == seat
    p = at(p, "open_contracts", "contracts")
    assert p.asks == ()


def test_shrines_lie_open() -> None:
    """C-65, C-71: a shrine and its relic are shown to all, with their points."""
    p = table()
    p.state.shrines[1], p.state.enshrined[1] = 2, RELIC.parse("relic_bruges_11")
    p.state.shrines[0] = 2
    player = observe(p, 0).players[2]
    assert [(shrine.city, shrine.relic) for shrine in player.shrines] == [
        ("bergen", None),
        ("bruges", "relic_bruges_11"),
    ]
    assert (player.shrine_points, player.score) == (10, None)


def test_at_the_end_the_screens_fall() -> None:
    """C-92, C-93, C-94: money, goods, relics and score are shown, of the resources the number."""
    p = playout(RULES, 3, 2, keep=True).position
    for player in observe(p, None).players:
        assert player.score is not None
        assert player.money is not None
        assert player.resources is None
        assert player.resource_count == sum(p.state.players[player.seat].secret.resources)


def test_the_log_keeps_secret_draws() -> None:
    """C-71: it is public that a resource was drawn, and secret which one."""
    drawn = Drawn("hand_resource", "iron", 1)
    assert redact(RULES, drawn, 1) == drawn
    assert redact(RULES, drawn, 0) == redact(RULES, drawn, None) == Drawn("hand_resource", None, 1)


def test_an_own_draw_is_told() -> None:
    """C-6, C-71: to its seat alone."""
    p = RULES.start(3)
    p.listen()
    p.answer(1)
    heard = p.heard()
    assert [note.kind for note in note_texts(RULES, heard, 0)] == ["resource_seen"]
    assert note_texts(RULES, heard, 1) == []


# -- counting --------------------------------------------------------------------------------------------------------


def test_public_gains_are_known() -> None:
    """C-71: resources from a stall are public; spending uses these first, and reveals the ones drawn unseen after
    that."""
    p = table()
    me = p.state.players[0]
    give(p, 0, resources="leather")
    me.secret.resources[0] += 1
    me.secret.resources[1] += 2
    me.holdings.unseen = 3
    p = at(p, "open_contracts", "contracts")
    say(p, "saddler")
    holdings = p.state.players[0].holdings
    assert (holdings.known, holdings.unseen) == ([0] * 5, 2)
    say(p, "pass", "pass", "saddler")
    assert p.state.players[0].holdings.unseen == 0


def test_resampling_keeps_what_is_known() -> None:
    """C-71: money, goods, relics and known resources stay, the number of unseen ones too."""
    p = thursday()
    give(p, 1, goods="saddle saddle", resources="fur fur", relics=[])
    for seed in range(20):
        other = resample(at(p, "contracts"), 0, Random(seed))
        player, true = other.state.players[1], p.state.players[1]
        assert player.holdings == true.holdings
        assert sum(player.secret.resources) == sum(true.secret.resources)
        assert player.secret.resources[4] >= 2
        assert other.state.players[0] == p.state.players[0]
        RULES.check(other.state)


def test_resampling_is_uniform_over_the_tokens() -> None:
    """C-71, C-73: each token that may be in the bag is equally likely to be one that another seat drew unseen."""
    p = table()
    g = p.state
    g.hidden.bag = [6, 0, 3, 0, 0]
    g.players[1].secret.resources = [0, 0, 1, 0, 0]
    g.players[1].holdings.unseen = 1
    g.stalls = [11, 18, 14, 18, 18] + [0] * 40
    rnd = Random(1)
    found = Counter(RULES.resample(g, 0, rnd).players[1].secret.resources.index(1) for _ in range(3000))
    assert found.keys() == {0, 2}
    assert abs(found[0] / 3000 - 7 / 11) < 0.04


def test_the_seat_itself_knows_more() -> None:
    """C-71: resampled for the seat that drew them, its own resources stay."""
    p = thursday()
    for seed in range(5):
        assert resources(resample(p, 2, Random(seed)), 2) == resources(p, 2)


def test_an_unanswered_secret_choice_is_drawn_anew() -> None:
    """C-16: a secret choice of another seat is unknown until all have chosen."""
    p = begin(3, seed=5)
    while p.asks[0].kind.name == "choose_good":
        say(p, options(p)[0])
    p.answer(8, 0)
    assert {resample(p, 1, Random(seed)).given[0][0] for seed in range(60)} == {3, 4, 5, 6, 7, 8}


def test_lazy_decks_are_shuffled_decks() -> None:
    """C-73: cards are drawn from what is left, each equally likely; discarded ones come only after a reshuffle."""
    p = table()
    p.state.harbour.pop()
    p.state.ship_deck, p.state.ship_discard = [4, 9], [1, 2]
    p = at(p, "fill_harbour")
    assert p.actor == FATE
    assert list(p.ask.options) == [4, 9]
    assert p.ask.weights is None


# -- the view --------------------------------------------------------------------------------------------------------


def test_the_view_of_a_table() -> None:
    """C-46, C-53, C-61: board, ships and cards in the words of the game."""
    p = mark(queue(stalls(table(), 2), "painter", (1, 3)), "bruges_1", 2, 2)
    p.state.guards[3] = 0
    view = observe(p, 1)
    assert (view.edition, view.seat, view.week, view.weeks) == ("queen_2009_shrines_15", 1, 2, 6)
    assert (view.stalls[0].resources["leather"], view.stalls[0].seat) == (2, None)
    painter = view.craftsmen[2]
    assert (painter.makes, painter.recipe, painter.contracts[0].members) == ("painting", ["wood", "linen"], 3)
    ship = view.harbour[1]
    assert (ship.id, ship.berth, ship.city, ship.currency, ship.sails) == (
        "ship_bruges_1",
        "ii",
        "bruges",
        "gulden",
        True,
    )
    assert [(hold.id, hold.pays, hold.seat) for hold in ship.holds] == [("1", 3, None), ("2", 6, 2), ("3", 9, None)]
    relic = view.relics[3]
    assert (relic.id, relic.cost, relic.points, relic.guard_seat, relic.shrine) == ("relic_bergen_04", 9, 2, 0, False)
    assert (view.ship_deck_size, view.relic_deck_size, view.ordinances_left) == (12, 38, 18)


def test_questions_name_what_they_are_about() -> None:
    """C-37, C-64: prompts in both languages."""
    p = table()
    p.state.shrines[0] = 0
    p = at(give(p, 0, money={"mark": 30}), "open_buying", "buying")
    say(p, "relic_bergen_02")
    (english,), (italian,) = questions(p, 0), questions(p, 0, "it")
    assert english.prompt == "Put the Bergen relic (1 point) into your empty shrine? It would be worth 2 points."
    assert italian.about == {"relic": "relic_bergen_02"}


# -- house bots ------------------------------------------------------------------------------------------------------


def test_the_greedy_bot_beats_chance() -> None:
    """C-118: against two seats that play at random it wins more than four games of five, whatever its seat."""
    greedy = RULES.policies["greedy"]
    wins = 0.0
    for seed in range(30):
        played = play_with(RULES.start(3, keep=False), {seed % 3: greedy}, Random(seed))
        winners = RULES.result(played.position.state).winners
        wins += (seed % 3 in winners) / len(winners)
    assert wins > 24


def test_greedy_tables_score_like_people() -> None:
    """C-91: the first of three greedy seats has about twenty points, as recorded games of people have."""
    greedy = dict.fromkeys(range(3), RULES.policies["greedy"])
    best = []
    for seed in range(6):
        found = RULES.result(play_with(RULES.start(3, keep=False), greedy, Random(seed)).position.state)
        best.append(max(standing.score for standing in found.standings))
    assert 15 < sum(best) / len(best) < 35
