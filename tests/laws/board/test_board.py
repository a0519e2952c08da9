"""Whoever draws a table needs no rules: zones, pieces, targets and motions say enough, and say it truly."""

from __future__ import annotations

from itertools import combinations

from msgspec import structs

from podesta_engines.core.board import Layout, Zone
from podesta_engines.core.words import LANGUAGES
from tests.kit.walks import Table, seeds

from .checks import check_changes, check_touches
from .reading import layouts


@seeds(2)
def test_what_notes_tell_moves_every_piece(drawn: Table, seed: int) -> None:
    """The pieces that anybody sees after a decision are those of before, moved as the notes tell it; each in a zone."""
    check_changes(drawn, seed)


@seeds(2)
def test_options_differ_by_what_is_touched(drawn: Table, seed: int) -> None:
    """Within a question every option has targets, no two the same ones, in whatever order; each is there to touch."""
    check_touches(drawn, seed)


def test_a_layout_can_be_drawn(drawn: Table) -> None:
    """Zones lie within areas, apart from each other, joined both ways by lines that do not cross."""
    for layout in layouts(drawn.ruleset, drawn.seats):
        areas = {area.id: area for area in layout.areas}
        assert len(areas) == len(layout.areas)
        assert len({zone.id for zone in layout.zones}) == len(layout.zones)
        for zone in layout.zones:
            area = areas[zone.area]
            assert 0 <= zone.x <= area.width, zone
            assert 0 <= zone.y <= area.height, zone
        assert len({(zone.area, zone.x, zone.y) for zone in layout.zones}) == len(layout.zones)
        assert not crossing(layout)


def test_every_seat_has_the_same(drawn: Table) -> None:
    """What the catalogue tells of seat 0 holds for all."""
    for layout in layouts(drawn.ruleset, drawn.seats):
        for seat in range(drawn.seats):
            assert _of_seat(layout, seat) == _of_seat(layout, 0)
        assert {area.seat for area in layout.areas} <= {None, *range(drawn.seats)}


def _of_seat(layout: Layout, seat: int) -> list[tuple[object, ...]]:
    """A seat's areas and zones, with its number left out."""
    areas = [structs.astuple(area)[1:3] for area in layout.areas if area.seat == seat]
    ids = [area.id for area in layout.areas if area.seat == seat]
    assert all(name.startswith(f"s{seat}") for name in ids)
    own = [zone for zone in layout.zones if zone.area in ids]
    assert all(zone.id.startswith(f"s{seat}.") for zone in own)
    return [*areas, *((zone.id.partition(".")[2], zone.x, zone.y, zone.order, zone.capacity) for zone in own)]


def test_zones_have_names(drawn: Table) -> None:
    """In both languages."""
    for layout in layouts(drawn.ruleset, drawn.seats):
        for language in LANGUAGES:
            texts = drawn.ruleset.texts[language]
            assert all(texts.say(zone.name).strip() for zone in layout.zones)


Line = tuple[Zone, Zone]


def crossing(layout: Layout) -> list[tuple[str, ...]]:
    """Pairs of lines that cross, or touch where they do not begin."""
    zones = {zone.id: zone for zone in layout.zones}
    assert all(zone.id in zones[other].near for zone in layout.zones for other in zone.near)
    lines = [(zone, zones[other]) for zone in layout.zones for other in zone.near if zone.id < other]
    assert all(here.area == there.area for here, there in lines)
    return [tuple(zone.id for zone in (*one, *two)) for one, two in combinations(lines, 2) if _cross(one, two)]


def _cross(one: Line, two: Line) -> bool:
    if one[0].area != two[0].area or {zone.id for zone in one} & {zone.id for zone in two} or _apart(one, two):
        return False
    return _side(one, two[0]) * _side(one, two[1]) <= 0 and _side(two, one[0]) * _side(two, one[1]) <= 0


def _apart(one: Line, two: Line) -> bool:
    """Whether a line ends, across or down, before the other begins: so do those of a straight route."""
    across = [[zone.x for zone in line] for line in (one, two)]
    down = [[zone.y for zone in line] for line in (one, two)]
    return any(max(a) < min(b) or max(b) < min(a) for a, b in (across, down))


def _side(line: Line, point: Zone) -> float:
    """On which side of a line a point lies: above or below 0; on it: 0."""
    (a, b), c = line, point
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
