"""The views of seats and spectators, and the house bot: P-2, P-9, P-10, P-23, P-26, P-155, P-156."""

from collections import Counter
from random import Random

from podesta_engines import note_texts, observe, questions, resample, waiting
from podesta_engines.core.disclose import redact
from podesta_engines.core.moves import Drawn
from podesta_engines.pillars_of_the_earth.words import EVENT
from podesta_engines.play.playout import play_with
from tests.engines.pillars_of_the_earth.pillars import RULES, begin, state, table, who
from tests.kit.play import fate, open_kind, play, until


def peeking(seed: int = 0):
    """A game of three in which seat 1 has just seen the event with Ellen."""
    p = table("prepare", seats=3, round=2, p1={"privileges": ["pv_ellen"]}, kingsbridge=("pv_aliena", "pv_otto"))
    until(p, "peek", seed=seed)
    return play(p, "ev_collapse")


def test_only_ellens_holder_sees_the_event() -> None:
    """P-26: the others, and a spectator, see that it was looked at, not which it is."""
    p = peeking()
    for seat in (None, 0, 1, 2):
        view = observe(p, seat)
        assert [player.known_event for player in view.players] == [None, "ev_collapse" if seat == 1 else None, None]
        assert (view.event, view.event_seen_by, len(view.events_left)) == (None, 1, 10)
        assert view.seat == seat


def test_the_note_of_the_event_is_for_one_seat() -> None:
    """P-26: a public note says that the event was looked at, one for its holder which it is."""
    p = peeking()
    heard = p.heard()
    assert [note.kind for note in note_texts(RULES, heard, 0)][-1] == "peeked"
    assert note_texts(RULES, heard, 1)[-1].args == {"event": "ev_collapse"}


def test_the_log_hides_the_event() -> None:
    """P-26: the outcome of the draw is in the log of its seat alone."""
    event = Drawn("peek", "ev_collapse", 1)
    assert [redact(RULES, event, seat).outcome for seat in (None, 0, 1, 2)] == [None, None, "ev_collapse", None]


def test_resampling_draws_an_unseen_event_anew() -> None:
    """P-26, P-156: for the others each remaining event is equally likely; its holder keeps it."""
    p, rnd, found = peeking(), Random(5), Counter[int]()
    for _ in range(2000):
        found[resample(p, 0, rnd).state.players[1].secret.event] += 1
    assert set(found) == set(range(10))
    assert all(140 < count < 260 for count in found.values())
    assert resample(p, 1, rnd).state.players[1].secret.event == EVENT.parse("ev_collapse")


def test_everything_else_is_open() -> None:
    """P-2, P-9, P-23, P-156: gold, points, cubes, craftsmen and privileges are shown to all alike."""
    p = until(begin(3), "tax")
    views = [observe(p, seat) for seat in (None, 0, 1, 2)]
    assert len({repr(view.players) for view in views}) == 1
    assert len(views[0].privileges_left) == 12
    for seat in range(3):
        assert RULES.pack(resample(p, seat, Random(1)).state) == RULES.pack(p.clone().state)


def test_the_view_of_a_table() -> None:
    """P-20, P-21, P-80: spaces with their cards, players with what they have, in the words of the game."""
    p = fate(
        table(
            "court",
            seats=2,
            round=3,
            board={"court_1": 1, "market_2": 0},
            event="ev_archbishop",
            p0={"gold": 7, "cubes": "2 stone", "privileges": ["pv_jack_builder"], "grey": 2, "free": 14},
        )
    )
    view = observe(p, 0)
    assert (view.edition, view.round, view.rounds, view.phase) == ("poe_base_2006", 3, 6, "market")
    assert (view.start_seat, view.active_seat, view.event, view.grey_workers_left) == (0, 0, "ev_archbishop", 2)
    assert view.cathedral_pieces == ["nave", "portal"]
    spaces = {space.id: space for space in view.spaces}
    assert (spaces["market_2"].location, spaces["market_2"].seat) == ("market", 0)
    assert spaces["kingsbridge_1"].card == "pv_aliena"
    me = view.players[0]
    assert (me.colour, me.cubes["stone"], me.craftsman_limit, me.privileges) == ("blue", 2, 6, ["pv_jack_builder"])
    assert (me.workers_free, me.grey_workers, me.builders_in_bag) == (14, 2, 2)
    assert [card.id for card in me.craftsmen] == ["start_mortar_mixer", "start_woodworker", "start_stonecutter"]
    assert view.market_stock == {"sand": 4, "wood": 4, "stone": 4}
    assert [each.cost for each in view.wheel] == [7, 6, 5, 4, 3, 2, 1, 0]


def test_choices_of_the_round_are_shown() -> None:
    """P-72, P-131: the cube asked of the bishop, and the craftsman whom the archbishop lets work once more."""
    p = play(table("event", board={"bishop": 0}, p1={"privileges": ["pv_thomas"]}), "ev_conflict", "resource.wood")
    assert observe(p, None).asked_of_bishop == "wood"
    p = play(table("cathedral", event="ev_archbishop", p0={"cubes": "3 sand"}), "start_mortar_mixer")
    assert observe(p, 1).players[0].boosted == "start_mortar_mixer"


def test_the_supply_and_the_drawn_builder_are_shown() -> None:
    """P-23, P-50: cards with workers and costs; the owner of the drawn builder, and whether a redraw is left."""
    view = observe(table("choose", supply=["forest_2"], hiring=["r1_mason"]), None)
    assert (view.supply.resource_cards, view.supply.craftsmen) == ({"forest_2": 3}, {"r1_mason": 5})
    view = observe(play(table("draw_builders"), "1"), None)
    assert (view.drawn_builder, view.may_redraw, view.cost) == (1, True, 7)


def test_uses_left_and_the_last_work_are_shown() -> None:
    """P-133, P-140: while a seat builds its craftsmen show the uses left; afterwards their work stays visible."""
    p = table("cathedral", p0={"cubes": "6 wood"}, p1={"cubes": "4 wood"})
    play(p, "use.start_woodworker.1")
    me = observe(p, 1).players[0]
    assert {card.id: card.uses_left for card in me.craftsmen}["start_woodworker"] == 3
    play(p, "use.start_woodworker.2")
    me = observe(p, 1).players[0]
    assert [card.uses_left for card in me.craftsmen] == [None] * 3
    assert me.last_work == {"start_woodworker": 3}


def test_a_question_reads_well() -> None:
    """P-52, P-53: prompts name owner and cost, in both languages; it is public who is asked."""
    p = play(table("draw_builders"), "1")
    (english,), (italian,) = questions(p, 0), questions(p, 0, "it")
    assert english.prompt == "One of {seat_1}'s master builders is drawn at a cost of 7 gold: accept it or draw again?"
    assert italian.prompt == (
        "È stato pescato un Maestro Costruttore di {seat_1}, al costo di 7 monete d'oro: vuoi accettarlo o rifiutarlo?"
    )
    assert [(each.seat, each.kind) for each in waiting(p)] == [(0, "redraw")]
    play(p, "keep")
    parts = {option.word: option.parts for option in questions(p, 1)[0].options}
    assert parts["place.castle"] == {"action": "place", "space": "castle"}


def test_a_forced_choice_is_told() -> None:
    """P-10: a question answered by itself is in the notes."""
    p = table("choose", supply=["quarry_4"], p0={"free": 9}, p1={"free": 12})
    assert who(p) == (1, "choose")
    assert note_texts(RULES, p.heard(), None)[0].text == "{seat_0} passes."


def test_greedy_is_clearly_better_than_random() -> None:
    """P-161: the house bot wins at least nine of ten games against random answers, whatever its seat."""
    wins = 0
    for seed in range(20):
        p = RULES.start(2, keep=False)
        done = play_with(p, {seed % 2: RULES.policies["greedy"]}, Random(seed))
        wins += RULES.result(done.position.state).winners == [seed % 2]
    assert wins >= 18


def test_greedy_answers_from_what_its_seat_sees() -> None:
    """P-26, P-161: every question of a game, without secrets of others."""
    p, rnd, kinds = peeking(), Random(2), set()
    greedy = RULES.policies["greedy"]
    for _ in range(3):
        while p.ask is not None:
            fate(p, seed=rnd.randrange(999))
            if p.asks:
                ask = p.asks[0]
                kinds.add(open_kind(p))
                seen = RULES.observe(p.state, ask.seat)
                assert all(player.secret is None for seat, player in enumerate(seen.players) if seat != ask.seat)
                p.answer(greedy(seen, ask, rnd), ask.seat)
        p = peeking(rnd.randrange(999))
    assert len(kinds) > 8


def test_observing_does_not_change_the_table() -> None:
    """P-26: the observed state is a copy that hides, the true one keeps its secret."""
    g = state(p0={"privileges": ["pv_ellen"]})
    g.players[0].secret.event, g.peeked = 3, 0
    assert RULES.observe(g, 1).players[0].secret is None
    assert g.players[0].secret.event == 3
