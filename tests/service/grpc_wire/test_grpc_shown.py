"""Games and updates as bytes."""

from __future__ import annotations

from itertools import islice

import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_service.grpc_wire import shown
from podesta_service.grpc_wire.convert import update_fields
from tests.kit.walks import Table
from tests.laws.patches.checks import audiences, steps


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
def test_bytes_are_those_of_the_message(ruleset: Ruleset) -> None:
    """An update whose parts were encoded before, for others or for other games, is the message made from its fields."""
    table = Table(ruleset, ruleset.seats[0])
    for seed in (1, 2):
        for step in islice(steps(table, seed), 40):
            for viewer, language in audiences(table):
                update = step.show(viewer, language)
                raw = shown.update_bytes(update, shown.game_bytes(update.after))
                assert pb.Update.FromString(raw) == pb.Update(**update_fields(update))


def test_an_unchanged_part_is_encoded_once() -> None:
    """Most parts of a view are those of the move before; the cache of parts is bounded."""
    table = Table(RULESETS.named("golden-horn"), 2)
    shown._part.cache_clear()
    for step in islice(steps(table, 3), 60):
        shown.game_bytes(step.table.show(0, "en"))
    known = shown._part.cache_info()
    assert known.hits > 8 * known.misses > 0
    assert known.maxsize == shown._PARTS
