"""What it takes to show a position: `python -m benchmarks.wire.views` (about ten seconds).

Positions of random games of every ruleset, with as many seats as it has, as the seat that is asked sees them: from the
position to the bytes of the view alone, which a goal is set for, and to those of the whole game (seats, questions,
labels and the view), which is what GET answers. Each position's figure is the best of some tries; shown are the median
position's and the 99th of a hundred.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median, quantiles
from time import perf_counter

import msgspec

from benchmarks.helping import offer_help
from podesta.v1 import game_master_pb2 as pb
from podesta.v1.views_pb2 import View
from podesta_engines import RULESETS
from podesta_engines.core.decide import pick
from podesta_engines.core.disclose import observe
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Draw
from podesta_engines.game.events import Seated
from podesta_engines.game.game import opening
from podesta_service.grpc_wire.convert import game_fields, plain
from podesta_service.table.table import Table

GAMES = 4
POSITIONS = 40
"""Of a game, spread over it."""
TRIES = 5
GOAL = 300e-6


def positions(ruleset: Ruleset, seed: int) -> list[Position]:
    """Some positions of a random game in which somebody is asked, from its start to its end."""
    found, rnd = [], Random(seed)
    p = ruleset.start(max(ruleset.seats))
    while p.ask is not None:
        if type(p.ask) is Draw:
            p.answer(pick(p.ask, lambda n: int(rnd.random() * n)))
            continue
        found.append(p.clone())
        ask = rnd.choice(list(p.asks))
        p.answer(ask.options[int(rnd.random() * len(ask.options))], ask.seat)
    return found[:: max(1, len(found) // POSITIONS)]


def best(work: Callable[[], object]) -> float:
    """Seconds of the best of some tries."""

    def once() -> float:
        started = perf_counter()
        work()
        return perf_counter() - started

    return min(once() for _ in range(TRIES))


def view_message(ruleset: Ruleset, p: Position, seat: int) -> bytes:
    """The view alone, as the bytes of its message."""
    return View(**{ruleset.id.replace("-", "_"): plain(observe(p, seat))}).SerializeToString()


def table_of(ruleset: Ruleset, p: Position) -> Table:
    """A running game at a position."""
    seats = max(ruleset.seats)
    created = opening(ruleset, seats, "", {})
    holders = tuple(Seated(seat, f"P{seat}") for seat in range(seats))
    return Table(game="a" * 16, created=created, revision=1, holders=holders, entropy=("",) * seats, position=p)


def works(ruleset: Ruleset, p: Position, seat: int) -> list[Callable[[], object]]:
    """What is measured: the view to JSON and to protobuf, the whole game to both."""
    table = table_of(ruleset, p)
    return [
        lambda: msgspec.json.encode(observe(p, seat)),
        lambda: view_message(ruleset, p, seat),
        lambda: msgspec.json.encode(table.show(seat, "en")),
        lambda: pb.Game(**game_fields(table.show(seat, "en"))).SerializeToString(),
    ]


def main() -> None:
    """Measure every ruleset."""
    kinds = ("view to JSON", "view to protobuf", "game to JSON", "game to protobuf")
    print(f"{'us: median / 99th':22}" + "".join(f"{kind:>20}" for kind in kinds) + "   bytes of the view")
    for ruleset in RULESETS.all():
        shown = [(p, ask.seat) for seed in range(GAMES) for p in positions(ruleset, seed) for ask in p.asks]
        rows = [[best(work) for work in works(ruleset, p, seat)] for p, seat in shown]
        size = median(len(msgspec.json.encode(observe(p, seat))) for p, seat in shown)
        cells = [
            f"{1e6 * median(row):9.0f} / {1e6 * quantiles(row, n=100)[98]:6.0f}" for row in zip(*rows, strict=True)
        ]
        over = any(quantiles(row, n=100)[98] > GOAL for row in list(zip(*rows, strict=True))[:2])
        print(
            f"{ruleset.id:22}" + "".join(f"{cell:>20}" for cell in cells) + f"   {size:,.0f}{'  OVER' * over}",
            flush=True,
        )


if __name__ == "__main__":
    offer_help(__doc__)
    main()
