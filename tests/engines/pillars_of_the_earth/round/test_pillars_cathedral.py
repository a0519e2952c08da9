"""Step 13: the cathedral: P-130 to P-143, with a slow twin that tries every order of uses."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from podesta_engines.pillars_of_the_earth.components import EDITIONS, Components, Craftsman
from podesta_engines.pillars_of_the_earth.state import Player
from podesta_engines.pillars_of_the_earth.words import CRAFTSMAN, RESOURCE
from tests.engines.pillars_of_the_earth.pillars import gold, held, points, row, seat, table, who
from tests.kit.play import notes, open_kind, options, play

TABLES: Components = EDITIONS["poe_base_2006"].components
CARDS = {card.id: card for card in TABLES.craftsmen}
MIXER, CUTTER = "start_mortar_mixer", "start_stonecutter"


def uses(p) -> dict[str, int]:
    """How often each craftsman could be used now."""
    found: dict[str, int] = {}
    for word in options(p):
        if word != "done":
            _, card, times = word.split(".")
            found[card] = max(found.get(card, 0), int(times))
    return found


def test_the_example_of_the_rulebook() -> None:
    """P-132 to P-137, TV-16: five points, two gold; a stone and the metal are left."""
    mine = {
        "row": ["r2_potter", MIXER, CUTTER, "r2_architect", "r1_tool_maker"],
        "cubes": "5 sand 3 stone 1 metal",
        "gold": 20,
    }
    p = table("cathedral", p0=mine)
    play(p, "use.r1_tool_maker.1", "use.r2_potter.2", f"use.{MIXER}.1", f"use.{CUTTER}.1", "use.r2_architect.1")
    assert (points(p)[0], gold(p)[0], held(p, 0)) == (7, 22, [0, 0, 1, 1])


def test_players_build_one_after_another() -> None:
    """P-130, P-9: in turn order, each is done before the next begins."""
    p = table(
        "cathedral", seats=3, start=1, **{f"p{number}": {"cubes": "6 sand", "row": [MIXER]} for number in range(3)}
    )
    order = []
    for word in (f"use.{MIXER}.1", "done", f"use.{MIXER}.1", "done", f"use.{MIXER}.2"):
        order.append(who(p)[0])
        play(p, word)
    assert order == [1, 1, 2, 2, 0]
    assert points(p) == [4, 3, 3]


def test_a_capacity_is_the_limit() -> None:
    """P-133, P-140, TV-17: the woodworker turns eight of ten wood into four points."""
    p = table("cathedral", p0={"cubes": "10 wood"})
    assert uses(p) == {"start_woodworker": 4}
    play(p, "use.start_woodworker.1", "use.start_woodworker.3")
    assert (points(p)[0], held(p, 0)) == (6, [0, 2, 0, 0])


@pytest.mark.parametrize(("card", "left", "gained"), [(CUTTER, 2, 1), ("r3_mason", 3, 1), ("r3_sculptor", 3, 2)])
def test_stone_by_craftsman(card: str, left: int, gained: int) -> None:
    """P-133, P-135, TV-18: two stones to a point, one to a point, one to two points."""
    p = table("cathedral", p0={"cubes": "4 stone", "row": [MIXER, CUTTER, "r3_mason", "r3_sculptor"]})
    play(p, f"use.{card}.1")
    assert (held(p, 0)[2], points(p)[0] - 2) == (left, gained)


def test_the_goldsmith() -> None:
    """P-133, P-139, TV-19: fourteen gold, four uses: two gold are left, four points gained."""
    p = table("cathedral", p0={"gold": 14, "row": ["r5_goldsmith"]})
    assert uses(p) == {"r5_goldsmith": 4}
    play(p, "use.r5_goldsmith.4")
    assert (gold(p)[0], points(p)[0]) == (2, 6)


def test_the_master_woodworker() -> None:
    """P-133, TV-20: three wood and five gold become one wood and thirteen gold; there is no third use."""
    p = table("cathedral", p0={"gold": 5, "cubes": "3 wood 3 sand", "row": [MIXER, "r1_master_woodworker"]})
    play(p, "use.r1_master_woodworker.2")
    assert (gold(p)[0], held(p, 0)) == (13, [3, 1, 0, 0])
    assert uses(p) == {MIXER: 1}


def test_tool_maker_then_bellmaker() -> None:
    """P-134, P-136, TV-21: the metal is shown first and spent later: two gold and four points."""
    p = table("cathedral", round=6, p0={"gold": 0, "cubes": "1 metal", "row": ["r1_tool_maker", "r6_bellmaker"]})
    play(p, "use.r1_tool_maker.1", "use.r6_bellmaker.1")
    assert (gold(p)[0], points(p)[0], held(p, 0)) == (2, 6, [0, 0, 0, 0])


def test_bellmaker_then_no_tool_maker() -> None:
    """P-136, P-138, P-199, TV-22: with the metal gone there is no gold, nor when done."""
    mine = {"gold": 0, "cubes": "1 metal 3 sand", "row": ["r1_tool_maker", "r6_bellmaker", MIXER]}
    p = table("cathedral", round=6, p0=mine)
    play(p, "use.r6_bellmaker.1")
    assert uses(p) == {MIXER: 1}
    play(p, "done")
    assert (gold(p)[0], points(p)[0]) == (0, 6)


def test_tool_maker_pays_once_whatever_the_metal() -> None:
    """P-136: two gold in all."""
    p = table("cathedral", p0={"gold": 0, "cubes": "3 metal", "row": ["r1_tool_maker"]})
    play(p, "use.r1_tool_maker.1")
    assert (gold(p)[0], held(p, 0)[3]) == (2, 3)


def test_a_mason_needs_a_mortar_mixer() -> None:
    """P-135, P-194, TV-23, TV-52: without one three stones are of no use; the mixer of round 1 will do."""
    p = table("cathedral", p0={"cubes": "3 stone", "row": ["r3_mason", CUTTER]})
    assert uses(p) == {CUTTER: 1}
    p = table("cathedral", p0={"cubes": "2 stone", "row": ["r3_mason", "r1_mortar_mixer"]})
    assert uses(p) == {"r3_mason": 2}
    assert row(p, 0) == ["r3_mason", "r1_mortar_mixer"]


def test_two_cards_of_a_trade_have_uses_of_their_own() -> None:
    """P-140: masons of rounds 1 and 2 turn five stones into points."""
    p = table("cathedral", p0={"cubes": "6 stone", "row": [MIXER, "r1_mason", "r2_mason"]})
    assert uses(p) == {"r1_mason": 2, "r2_mason": 3}
    play(p, "use.r1_mason.2", "use.r2_mason.3")
    assert (points(p)[0], held(p, 0)[2]) == (7, 1)


def test_uses_are_renewed_each_round() -> None:
    """P-140: what was used counts for its round only."""
    p = table("cathedral", p0={"cubes": "8 wood"})
    play(p, "use.start_woodworker.4")
    assert seat(p, 0).work
    p = table("cathedral", round=2, p0={"cubes": "8 wood", "work": seat(p, 0).work})
    assert uses(p) == {"start_woodworker": 4}


def test_done_brings_what_needs_nothing() -> None:
    """P-138, P-137, P-132: an unused architect, and a tool maker with metal, are offered and then work by
    themselves."""
    p = table("cathedral", p0={"gold": 0, "cubes": "1 metal", "row": ["r2_architect", "r1_tool_maker"]})
    assert options(p) == ["use.r2_architect.1", "use.r1_tool_maker.1", "done"]
    play(p, "done")
    assert (points(p)[0], gold(p)[0]) == (3, 2)
    p = table("cathedral", p0={"gold": 0, "row": ["r2_architect", "r1_tool_maker"]})
    play(p, "done")
    assert (points(p)[0], gold(p)[0]) == (3, 0)


def test_who_can_use_nobody_is_not_asked() -> None:
    """P-10, P-132: the seat is done by itself."""
    p = table("cathedral", p0={"cubes": "1 sand"}, p1={"cubes": "3 sand"})
    assert who(p) == (1, "use")


def test_organ_and_glass() -> None:
    """P-133, TV-55: a wood, a sand and two metal become nine points."""
    p = table(
        "cathedral", round=6, p0={"cubes": "1 sand 1 wood 2 metal", "row": ["r6_organ_builder", "r4_glassblower"]}
    )
    play(p, "use.r6_organ_builder.1", "use.r4_glassblower.1")
    assert (points(p)[0], held(p, 0)) == (11, [0, 0, 0, 0])


def test_gold_is_cut_at_thirty_after_each_use() -> None:
    """P-3, P-118, P-133, TV-56: with 29 gold two uses of the master woodworker end at 30; both are legal."""
    p = table("cathedral", p0={"gold": 29, "cubes": "2 wood", "row": ["r1_master_woodworker"]})
    play(p, "use.r1_master_woodworker.2")
    assert gold(p)[0] == 30


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (("use.r6_goldsmith.8", "use.r1_tool_maker.1"), (7, 10)),
        (("use.r1_tool_maker.1", "use.r6_goldsmith.8"), (6, 10)),
    ],
)
def test_order_matters(order: tuple[str, str], expected: tuple[int, int]) -> None:
    """P-134, TV-57: with 29 gold the goldsmith first leaves seven gold, the tool maker first six."""
    p = table("cathedral", round=6, p0={"gold": 29, "cubes": "1 metal", "row": ["r6_goldsmith", "r1_tool_maker"]})
    play(p, *order)
    assert (gold(p)[0], points(p)[0]) == expected


# -- the archbishop --------------------------------------------------------------------------------------------------


def test_the_archbishop() -> None:
    """P-75, P-131, TV-47: a mason of capacity 2 works three times in this round."""
    mine = {"cubes": "4 stone", "row": [MIXER, "r1_mason"]}
    p = table("cathedral", event="ev_archbishop", p0=mine)
    assert who(p) == (0, "boost")
    play(p, "r1_mason")
    assert uses(p) == {"r1_mason": 3}
    assert "boosted" in notes(p)


def test_whom_the_archbishop_helps() -> None:
    """P-131, P-200, P-201: cards with a number, but neither organ builder nor bellmaker, tool maker nor architect."""
    cards = ["r6_organ_builder", "r6_bellmaker", "r1_tool_maker", "r2_architect"]
    helped = ["r6_goldsmith", "r1_master_woodworker", "r4_glassblower"]
    p = table("cathedral", event="ev_archbishop", round=6, p0={"row": [*cards[:2], *helped]})
    assert options(p) == helped
    p = table("cathedral", event="ev_archbishop", round=6, p0={"row": cards, "cubes": "1 metal"})
    assert open_kind(p) == "use"


def test_a_single_choice_of_the_archbishop_makes_itself() -> None:
    """P-10, P-131: with one eligible craftsman nothing is asked."""
    p = table("cathedral", event="ev_archbishop", round=6, p0={"row": ["r6_goldsmith"], "gold": 30})
    assert uses(p) == {"r6_goldsmith": 9}


# -- five cubes ------------------------------------------------------------------------------------------------------


def test_five_cubes_are_kept() -> None:
    """P-141, TV-27: of seven cubes exactly five, of any kinds; the rest is given back."""
    p = table("cathedral", round=3, p0={"cubes": "3 sand 3 stone 1 metal"})
    play(p, "done")
    assert who(p) == (0, "keep")
    assert all(sum(map(int, word.split("."))) == 5 for word in options(p))
    assert len(options(p)) == 5
    play(p, "1.0.3.1")
    assert held(p, 0) == [1, 0, 3, 1]
    assert [note.args for note in p.heard() if note.kind == "cubes_returned"] == [((0, 0),)]


def test_what_may_be_kept_against_a_twin() -> None:
    """P-141: the options are all the fives of the cubes."""
    rnd = Random(4)
    for _ in range(40):
        cubes = [rnd.randrange(7) for _ in range(4)]
        if sum(cubes) > 5:
            text = " ".join(f"{number} {word.slug}" for number, word in zip(cubes, RESOURCE.words, strict=True))
            p = table("cathedral", p0={"cubes": text, "row": []})
            expected = [kept for kept in product(*(range(n + 1) for n in cubes)) if sum(kept) == 5]
            assert options(p) == [".".join(map(str, kept)) for kept in expected] or len(expected) == 1


def test_five_cubes_need_no_choice() -> None:
    """P-141: with five there is no question."""
    p = table("cathedral", p0={"cubes": "5 metal"})
    assert open_kind(p) != "keep"
    assert held(p, 0) == [0, 0, 0, 5]


def test_nothing_is_stored_in_the_last_round() -> None:
    """P-142, P-160: the game is over."""
    p = table("cathedral", round=6, p0={"cubes": "9 metal"})
    assert p.ask is None
    assert held(p, 0) == [0, 0, 0, 9]


def test_the_piece_of_the_round_is_added() -> None:
    """P-143: by the start player, when all are done."""
    p = table("cathedral", round=3, start=1)
    (note,) = [note for note in p.heard() if note.kind == "piece_added"]
    assert (note.seat, note.args) == (1, (2,))


# -- the twin --------------------------------------------------------------------------------------------------------


def reachable(me: Player) -> Iterator[tuple[str, int]]:
    """Every legal use, by reading the card as a person would."""
    have = {word.slug: number for word, number in zip(RESOURCE.words, me.cubes, strict=True)} | {"gold": me.gold}
    names = [CRAFTSMAN.slug(card) for card in me.row]
    for name in names:
        card: Craftsman = CARDS[name]
        capacity = card.capacity if isinstance(card.capacity, int) else 1
        for times in range(1, capacity + 1):
            paid = all(have[kind] >= times * number for kind, number in card.needs.items())
            shown = all(have[kind] >= number for kind, number in card.holds.items())
            mixed = card.trade != "mason" or any(CARDS[other].trade == "mortar_mixer" for other in names)
            if paid and shown and mixed:
                yield name, times


def test_uses_agree_with_a_slow_twin() -> None:
    """P-133, P-135, P-136: for random rows and cubes the options are what the cards say, read one by one."""
    rnd = Random(11)
    for _ in range(150):
        mine = {
            "row": rnd.sample(sorted(CARDS), 5),
            "cubes": " ".join(f"{rnd.randrange(6)} {word.slug}" for word in RESOURCE.words),
            "gold": rnd.randrange(31),
        }
        p = table("cathedral", round=6, p0=mine)
        if open_kind(p) == "use" and who(p)[0] == 0:
            assert set(options(p)) == {f"use.{name}.{times}" for name, times in reachable(seat(p, 0))} | {"done"}
        else:
            assert not list(reachable(seat(p, 0)))
