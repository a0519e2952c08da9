"""What audiences see of the newest tables: made once, encoded once for each wire, within the bounds of the cache."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.words import LANGUAGES, Language
from podesta_eventstore.memory.store import MemoryStore
from podesta_service.grpc_wire.viewing import MESSAGES
from podesta_service.model import Game
from podesta_service.rest.events import EVENTS
from podesta_service.table.caches import TableCache, weight
from podesta_service.table.table import Step, Table, Viewer
from podesta_service.table.tables import Tables
from podesta_service.telemetry.metrics import Metrics
from podesta_service.views.following import frame, written
from tests.kit import walks
from tests.laws.patches.checks import steps

WIRES = (EVENTS, MESSAGES)
AUDIENCES = [*product((None, 0, 1), LANGUAGES)]


@pytest.fixture
def kept() -> TableCache:
    """A cache with room for everything."""
    return TableCache(10, 1 << 30)


@pytest.fixture
def tables(kept: TableCache) -> Tables:
    """Tables of a store in memory."""
    return Tables(MemoryStore(), kept, Metrics())


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[int, Viewer, Language]]:
    """How often each view was made."""
    count, show = Counter[tuple[int, Viewer, Language]](), Table.show

    def counted(table: Table, viewer: Viewer, language: Language) -> Game:
        count[table.revision, viewer, language] += 1
        return show(table, viewer, language)

    monkeypatch.setattr(Table, "show", counted)
    return count


def moves(count: int) -> list[Step]:
    """The first steps of a game."""
    return [*islice(steps(walks.Table(RULESETS.named("golden-horn"), 2), 3), count)]


def test_a_view_is_made_once(tables: Tables, made: Counter[tuple[int, Viewer, Language]]) -> None:
    """Answers, streams and polls, on both wires: each audience's view of a revision is made once, and is its own."""
    for step in moves(10):
        tables.keep(step.table)
        for _, encode, (viewer, language) in product(range(2), WIRES, AUDIENCES):
            written(tables, step, viewer, language, encode)
            frame(tables, step, viewer, language, encode)
            assert tables.written(step.table, viewer, language, encode.wire, encode.game) == encode.game(
                tables.show(step.table, viewer, language)
            )
            assert tables.show(step.table, viewer, language).seat == viewer
    assert len(made) == 10 * len(AUDIENCES)
    assert set(made.values()) == {1}


def test_no_audience_gets_another_s(tables: Tables) -> None:
    """What is cached equals what is made without the cache, for every audience."""
    for step in moves(40):
        tables.keep(step.table)
        for encode, (viewer, language) in product(WIRES, AUDIENCES):
            shown = step.table.show(viewer, language)
            assert tables.written(step.table, viewer, language, encode.wire, encode.game) == encode.game(shown)


def test_what_was_shown_goes_with_its_table(kept: TableCache, tables: Tables) -> None:
    """An older revision has no place, a newer one displaces it, and the weight is that of what is there."""
    first, second = [step.table for step in moves(2)]
    tables.keep(first)
    seen = tables.show(first, 0, "en")
    assert tables.show(first, 0, "en") is seen
    tables.keep(second)
    assert tables.show(first, 0, "en") is not seen
    assert tables.show(first, 0, "en") == seen
    assert tables.weight == kept.weight == weight(second)
    tables.written(second, 0, "en", EVENTS.wire, EVENTS.game)
    assert tables.weight > kept.weight == weight(second)
    kept.pop(second.game)
    assert tables.weight == 0


def test_what_is_shown_stays_within_the_bytes() -> None:
    """An eighth of what tables may take: views push out views, of those that were shown longest ago, and no table."""
    step = moves(1)[0]
    for most in (weight(step.table), 150_000, 800_000):
        kept = TableCache(10, most)
        tables = Tables(MemoryStore(), kept, Metrics())
        tables.keep(step.table)
        for encode, (viewer, language) in product(WIRES, AUDIENCES):
            shown = step.table.show(viewer, language)
            assert tables.written(step.table, viewer, language, encode.wire, encode.game) == encode.game(shown)
            assert kept.shown.weight <= most // 8
            assert kept.get(step.table.game) is step.table
        kept.pop(step.table.game)
        assert tables.weight == 0
