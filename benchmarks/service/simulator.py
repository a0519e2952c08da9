"""What the forward model costs: `python -m benchmarks.service.simulator [ruleset]` (about a minute).

Microseconds of one determinized position in this process, drawn and packed, over the positions of a game; then
CPU of 1,000 lines, and play-outs a second of 40 positions, over the wire and in this process in turns, by one service
process and one client that share the machine's cores. Compare only figures of one run.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import mean, median

from benchmarks.helping import offer_help
from benchmarks.rules.engines import micros, record
from podesta_client import Line, Podesta, answer, connect
from podesta_engines import RULESETS, save
from podesta_engines.core.decide import load
from podesta_engines.core.moves import Answered
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.forward import determinize, play, play_on, source
from podesta_service.views.simulating.seals import Seals
from tests.kit.process import running_service

COUNT = 40
LINES = 1_000
ROUNDS = 9


def samples(ruleset: Ruleset) -> tuple[float, float]:
    """Microseconds of a sample in bytes: for a bot in this process, and signed as the service sends it."""
    positions, seals = record(ruleset, ruleset.seats[-1], 7)[1], Seals(bytes(32))
    chosen = positions[1:-1:9]

    def each(pack: Callable[[Position], bytes]) -> float:
        return mean(
            micros(lambda p=p: [pack(q) for q in determinize(p, p.actor, COUNT, 5)], 1) / COUNT  # type: ignore[misc]
            for p in chosen
        )

    return each(save), each(lambda p: seals.seal(p, bytes(8)))


def in_process(ruleset: Ruleset, positions: Sequence[bytes], policy: str) -> float:
    """Play-outs a second of saved positions in this process."""
    chosen = None if policy == "random" else ruleset.policies[policy]
    started = time.perf_counter()
    for number, raw in enumerate(positions):
        p = load(RULESETS, raw).clone(keep=False)
        play_on(p, chosen, source(1, number, 0))
        ruleset.result(p.state)
    return len(positions) / (time.perf_counter() - started)


def over_the_wire(podesta: Podesta, positions: Sequence[bytes], policy: str) -> float:
    """Play-outs a second of the same positions by the service."""
    started = time.perf_counter()
    podesta.simulator.rollout(positions, policy, seed=1)
    return len(positions) / (time.perf_counter() - started)


def cpu(pid: int) -> float:
    """CPU seconds of a process so far, all of its threads."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def batch(podesta: Podesta, pid: int, table: bytes) -> tuple[float, float, float]:
    """CPU milliseconds of 1,000 lines of one step from a position, by the service and in this process.

    The latter twice: with a source of chance for each line, as the service has it, and with one for all.
    """
    (ask,) = podesta.simulator.apply([table])[0].questions[:1]
    words = [option.word for option in ask.options]
    chosen = [words[number % len(words)] for number in range(LINES)]
    lines = [Line(table, [answer(ask.seat, ask.kind, word)]) for word in chosen]
    moves, root = [Answered(ask.seat, ask.kind, word) for word in chosen], load(RULESETS, table[9:-16])

    def wire() -> float:
        before = cpu(pid)
        podesta.simulator.apply(lines, bare=True)
        return cpu(pid) - before

    def here(chance: Callable[[int], Random]) -> float:
        before = time.thread_time()
        for number, move in enumerate(moves):
            p = root.clone()
            play(p, [move], chance(number))
            _ = [[each.kind.words.words[option].slug for option in each.options] for each in p.asks]
        return time.thread_time() - before

    shared = Random(0)
    rounds = [(wire(), here(lambda number: source(0, number)), here(lambda _: shared)) for _ in range(ROUNDS)]
    first, second, third = (median(each) * 1000 for each in zip(*rounds, strict=True))
    return first, second, third


def measure(podesta: Podesta, pid: int, ruleset: Ruleset) -> None:
    """Print the figures of a ruleset."""
    plain, signed = samples(ruleset)
    print(f"{ruleset.id} {ruleset.seats[-1]}p: {plain:.1f} us a sample in bytes, {signed:.1f} us signed")
    game = podesta.create(ruleset.id, [f"Seat {seat}" for seat in range(ruleset.seats[0])])
    positions = podesta.simulator.determinize(game.id, game.tokens[0], COUNT, seed=3)
    saved = [raw[9:-16] for raw in positions]
    wire, own, one = batch(podesta, pid, positions[0])
    print(
        f"   {LINES} lines: {wire:.0f} ms CPU by the service, {own:.0f} in process, {wire / own:.2f} (goal: 1.3);",
        end=" ",
    )
    print(f"{one:.0f} in process with one source, {wire / one:.2f}")
    for policy in ("random", "greedy"):
        pairs = [(over_the_wire(podesta, positions, policy), in_process(ruleset, saved, policy)) for _ in range(ROUNDS)]
        wire, here = (median(rates) for rates in zip(*pairs, strict=True))
        ratio = median(wire / here for wire, here in pairs)
        print(f"   {policy}: {wire:.0f} play-outs/s over the wire, {here:.0f} in process, {ratio:.2f} (goal: 0.8)")


def main(wanted: Sequence[str] = ()) -> None:
    """Measure every ruleset, or those named."""
    gc.disable()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_service(Path(folder), TOKEN_COMPUTING="0", ADDRESS_COMPUTING="0") as service,
        connect(service.grpc) as podesta,
    ):
        for ruleset in RULESETS.all():
            if not wanted or ruleset.id in wanted:
                measure(podesta, service.pid, ruleset)


if __name__ == "__main__":
    offer_help(__doc__)
    main(sys.argv[1:])
