"""The forward model and the search use a seat's knowledge and the caller's random generator, and nothing else."""

from random import Random

import pytest

from podesta_engines import outcomes, resample, result, save
from podesta_engines.core.errors import Illegal, NotAsked
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import NOBODY, Draw
from podesta_engines.play.bots import bot, has_bot, names
from podesta_engines.play.forward import Impossible, LazyRandom, determinize, play, play_on, source
from podesta_engines.play.search import Search, Tuning
from tests.kit.toy import RULESET as TOY
from tests.kit.walks import REGISTRY, Table, begin, seeds, some, walk, words

QUICK = Tuning(iterations=6, policy="random", horizon=8)


def questions_of(table: Table, seed: int, share: float) -> list[tuple[Position, Random]]:
    """Some positions of a random game in which a seat is asked, each a copy."""
    return [(p.clone(), rnd) for p, rnd in some(table, seed, share) if p.asks]


@seeds(6)
def test_tables_of_a_seat_depend_on_what_it_knows_and_its_seed(table: Table, seed: int) -> None:
    """Two worlds that look the same to a seat give it byte-equal tables for a seed, however many it requests."""
    for p, rnd in some(table, seed, 0.15):
        seat = rnd.randrange(table.seats)
        other = resample(p, seat, rnd)
        tables = [save(each) for each in determinize(p, seat, 3, seed)]
        assert [save(each) for each in determinize(other, seat, 3, seed)] == tables
        assert [save(each) for each in determinize(p, seat, 2, seed)] == tables[:2]


@seeds(3)
def test_a_search_uses_nothing_that_its_seat_does_not_know(table: Table, seed: int) -> None:
    """In two worlds that look the same to a seat, a search with the same random generator finds the same."""
    for p, rnd in questions_of(table, seed, 0.05):
        seat = rnd.choice(p.asks).seat
        other = resample(p, seat, rnd)
        found = []
        for world in (p, other):
            search = Search(world, seat, Random(seed), QUICK)
            found.append((search.think(), search.option_stats))
        assert found[0] == found[1]


@seeds(3)
def test_a_search_answers_legally_and_changes_nothing(table: Table, seed: int) -> None:
    """Its option is one of the question's, the position is unchanged, and the plan bounds its iterations."""
    for p, rnd in questions_of(table, seed, 0.05):
        before = save(p), p.rules.pack(p.state)
        ask = rnd.choice(p.asks)
        search = Search(p, ask.seat, rnd, QUICK)
        assert search.think() in ask.options
        assert (save(p), p.rules.pack(p.state)) == before
        assert sum(tried.visits for tried in search.option_stats) == (QUICK.iterations if len(ask.options) > 1 else 0)


def test_a_deadline_ends_a_search(table: Table) -> None:
    """A search stops after the iteration in which its deadline passes, and has an answer."""
    p = next(p for p in walk(table, 1) if p.asks and len(p.asks[0].options) > 1)
    ticks = iter([False, False, True])
    search = Search(p, p.asks[0].seat, Random(1), QUICK)
    assert search.think(lambda: next(ticks)) in p.asks[0].options
    assert sum(tried.visits for tried in search.option_stats) == 3


@seeds(3)
def test_a_play_out_in_slices_is_the_whole_play_out(table: Table, seed: int) -> None:
    """Stopping after a few decisions and going on has the same result as playing on at once."""
    policies = [None, *table.ruleset.policies.values()]
    for policy in policies:
        whole, sliced, rnd = begin(table, seed), begin(table, seed), Random(seed)
        total = play_on(whole, policy, Random(seed))
        made = 0
        while sliced.ask is not None:
            made += play_on(sliced, policy, rnd, 7)
            assert sliced.actor == NOBODY or made % 7 == 0
        assert (made, save(sliced)) == (total, save(whole))
        assert result(whole) is not None


@seeds(3)
def test_steps_in_words_lead_where_the_game_led(table: Table, seed: int) -> None:
    """A whole game given as steps, including its draws, ends as it did; draws that are not given are made."""
    steps: list[Answered | Drawn] = []
    p, rnd = begin(table, seed), Random(seed)
    while p.ask is not None and len(steps) < 60:
        if type(p.ask) is Draw:
            word = rnd.choice([word for word, _ in outcomes(p)])
            steps.append(Drawn(p.ask.kind.name, word))
        else:
            ask = rnd.choice(p.asks)
            steps.append(Answered(ask.seat, *words(ask, rnd.choice(ask.options))))
        play(p, steps[-1:], rnd, hold=True)
    again = begin(table, seed)
    play(again, steps, rnd, hold=True)
    assert save(again) == save(p)
    play(again, [], rnd)
    assert type(again.ask) is not Draw


@seeds(3)
def test_what_cannot_be_played_is_refused(table: Table, seed: int) -> None:
    """An answer that is not open, a seat that is not asked, a draw that is not: each error lists the legal ones."""
    for p, rnd in questions_of(table, seed, 0.05):
        ask = p.asks[0]
        with pytest.raises(Illegal) as illegal:
            play(p.clone(), [Answered(ask.seat, ask.kind.name, "nowhere")], rnd)
        assert illegal.value.legal == [ask.kind.words.slug(option) for option in ask.options]
        with pytest.raises(NotAsked):
            play(p.clone(), [Answered(table.seats, *words(ask, ask.options[0]))], rnd)
        with pytest.raises(Impossible):
            play(p.clone(), [Drawn("die", "six")], rnd)


@seeds(3)
def test_chances_are_exact_and_small(table: Table, seed: int) -> None:
    """The probabilities of a draw's outcomes add up to one, and numerators and denominators fit 64 bits."""
    for p, _ in some(table, seed, 0.3):
        if type(p.ask) is Draw:
            shares = [share for _, share in outcomes(p)]
            assert sum(shares) == 1
            assert max(share.denominator for share in shares) < 1 << 64


def test_every_ruleset_has_its_players() -> None:
    """Each published ruleset can be played at random, by greed and by search; an unknown name is refused."""
    for ruleset in REGISTRY.all():
        if ruleset is not TOY:
            assert {"greedy", "random", "search"} <= set(names(ruleset))
        with pytest.raises(KeyError):
            bot(ruleset, "oracle")


@seeds(2)
def test_every_player_answers_legally(table: Table, seed: int) -> None:
    """Every player, by each of its names, chooses an option of its seat's question."""
    for p, rnd in questions_of(table, seed, 0.03):
        for name in names(table.ruleset):
            for ask in p.asks:
                assert bot(table.ruleset, name, QUICK)(p, ask.seat, rnd) in ask.options


def test_a_search_may_be_told_its_iterations_by_name(table: Table) -> None:
    """`search:3` is a search of three iterations; a name with none, too many or odd ones is unknown."""
    p = next(p for p in walk(table, 1) if p.asks and len(p.asks[0].options) > 1)
    seat, ticks = p.asks[0].seat, iter(range(100))
    assert bot(table.ruleset, "search:3", QUICK, lambda: next(ticks) < 0)(p, seat, Random(1)) in p.asks[0].options
    assert next(ticks) == 3
    for name in ("search:", "search:0", "search:03", "search:10001", "search:x", "greedy:3", ""):
        assert not has_bot(table.ruleset, name)
    assert all(has_bot(table.ruleset, name) for name in [*names(table.ruleset), "search:10000"])


def test_sources_are_independent() -> None:
    """Tasks under one seed have sources of their own, and the same ones every time."""
    numbers = [source(5, *index).random() for index in ((), (0,), (1,), (0, 0), (0, 1), (1, 0))]
    assert len(set(numbers)) == len(numbers)
    assert source(5, 1, 0).random() == numbers[-1]


def test_a_source_that_is_made_late_draws_the_same_numbers() -> None:
    """As one that is made at once; it is created on first use."""
    late, rnd = LazyRandom(1 << 63, 4), source(1 << 63, 4)
    assert [late(bound) for bound in (6, 52, 1 << 40)] == [rnd.randrange(bound) for bound in (6, 52, 1 << 40)]


def test_search_finds_the_better_option(ruleset: Ruleset) -> None:
    """Against seats that play at random, a little search wins more games than it loses."""
    table = Table(ruleset, ruleset.seats[0])
    assert sum(_won(table, seed) for seed in range(2)) > 0


def _won(table: Table, seed: int) -> float:
    """Whether seat 0 wins by searching."""
    p, rnd = begin(table, 0), Random(seed)
    tuning = Tuning(iterations=12, policy="random" if table.ruleset is TOY else "greedy", horizon=6)
    choose = {0: bot(table.ruleset, "search", tuning)}
    chance = bot(table.ruleset, "random")
    while (ask := p.ask) is not None:
        if type(ask) is Draw:
            p.answer(rnd.choices(ask.options, ask.weights)[0])
        else:
            p.answer(choose.get(p.actor, chance)(p, p.actor, rnd), p.actor)
    ended = result(p)
    assert ended is not None
    return 0 in ended.winners
