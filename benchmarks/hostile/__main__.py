"""Runs every attack on a served process of its own, and prints the effect on innocent callers (about eight minutes).

`python -m benchmarks.hostile [--short] [ATTACK …]`. In one run, the same calls are timed before each attack, during it,
and during its control: as many bytes of plain calls from the same address. So a busy machine makes no attack miss or
pass; figures of other runs are not comparable. The bars: p99 within three times that during the control (or before, if
that is more), a probe within 200 ms or three times the control's, every call answered, no one silenced, and memory
under the limit of the manifest: of the process's cgroup if this machine allows one. Attacks on bounds (bursts, gRPC
without a front door, a bomb in the archive) come last, each with a control in which its bound is off or not met.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import yaml
from msgspec.structs import replace

from podesta_client import connect
from tests.kit.process import running_service
from tests.service.front.proxies import proxied

from .attacker import Answers, Attackers
from .attacks import ATTACKS
from .cage import caged
from .siege import HEAD, SIEGES, Bound, besiege
from .silencing import SILENCED
from .stalling import ON_THE_CORE
from .world import SETTINGS, Latencies, bot_seconds, found_world, notice

MANIFEST = Path(__file__).parents[2] / "k8s" / "base" / "service" / "objects.yaml"
BEHIND = [*ON_THE_CORE, "answers that nobody reads", "5,000 headers", "//v1"]
"""The attacks that are made through a front door."""
BAR, PROBE_BAR = 3.0, 0.2


@dataclass(frozen=True)
class Size:
    """The size of a run.

    Games of the attacker, waiting games, seconds of each attack, before it, and of its control, seconds to wait for
    bots, and of each flood.
    """

    games: int
    waiting: int
    seconds: float
    before: float
    control: float
    patience: float
    flood: float


FULL, SHORT = Size(24, 20, 6.0, 4.0, 6.0, 30.0, 8.0), Size(3, 20, 0.6, 0.1, 0.1, 2.0, 3.0)


@dataclass(frozen=True)
class AttackResult:
    """An attack, the effects before it, during it and during its control, and the attacker's answers."""

    attack: str
    alone: Latencies
    beside: Latencies
    control: Latencies
    answers: Answers
    sent: int

    @property
    def held(self) -> bool:
        """Whether the bars were held."""
        usual = max(self.alone.percentile(99), self.control.percentile(99))
        probe = max(PROBE_BAR, BAR * max(self.control.probe))
        quick = self.beside.percentile(99) <= BAR * usual and max(self.beside.probe) <= probe
        return quick and not self.answers[SILENCED] and not self.beside.failed

    def show(self) -> str:
        """The line of the table."""
        bars = "ok" if self.held else "MISSED"
        times = [each.percentile(99) for each in (self.alone, self.control, self.beside)]
        times += [max(self.control.probe), max(self.beside.probe), self.sent / 1e9]
        answers = ", ".join(f"{number} {word}" for word, number in self.answers.most_common(6))
        figures = " ".join(f"{seconds * 1000:8.1f}" for seconds in times)
        return f"{self.attack:28} {figures} {self.beside.resident / 2**20:6.0f}  {bars:6}  {answers}"


@dataclass(frozen=True)
class Report:
    """Every attack; a bot's seconds alone and next to searching bots; whether the innocent game is unchanged."""

    lines: list[AttackResult]
    bot_alone: float
    bot_beside: float
    untouched: bool
    cage: str


def memory_limit() -> int:
    """Bytes that the manifest allows the service."""
    deployment = next(each for each in yaml.safe_load_all(MANIFEST.read_text()) if each["kind"] == "Deployment")
    limit = deployment["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]["memory"]
    return int(limit.removesuffix("Mi")) * 2**20


def run(size: Size, wanted: Sequence[str] = (), front: bool = False) -> Report:
    """Run every attack, or those given, on a service of its own; with a front door the attackers come through it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        service = stack.enter_context(running_service(folder, **SETTINGS))
        cage = stack.enter_context(caged(service.pid, memory_limit()))
        with connect(service.grpc) as podesta:
            world = found_world(podesta, service.rest, service.grpc, size.games, size.waiting)
        if front:
            door = stack.enter_context(proxied(folder, [service]))
            world = replace(world, rest=f"http://127.0.0.1:{door.rest}", grpc=f"127.0.0.1:{door.grpc}")
            wanted = wanted or BEHIND
        http = stack.enter_context(httpx.Client(base_url=service.rest, timeout=60))
        attackers = Attackers(world)
        stack.callback(attackers.close)
        path = f"/v1/games/{world.innocent}"
        before, lines, bots = http.get(path).json(), list[AttackResult](), [0.0, 0.0]
        for attack in wanted or ATTACKS:
            if attack == "three games of search bots":
                bots[0] = bot_seconds(http, size.patience)
            alone = notice(http, world, service.pid, size.before)
            attackers.begin(attack, size.seconds)
            beside = notice(http, world, service.pid, size.seconds)
            if attack == "three games of search bots":
                bots[1] = bot_seconds(http, size.patience)
            answers, sent = attackers.end()
            attackers.begin(attack, size.control, sent or 1)
            control = notice(http, world, service.pid, size.control)
            attackers.end()
            lines.append(AttackResult(attack, alone, beside, control, answers, sent))
            print(lines[-1].show(), flush=True)
        return Report(lines, *bots, untouched=http.get(path).json() == before, cage=cage)


def main(arguments: Sequence[str] = ()) -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile", description=__doc__)
    parser.add_argument("--short", action="store_true", help="less of everything: a check that it works, no figures")
    parser.add_argument("--front", action="store_true", help="attack through the haproxy of k8s/components/haproxy")
    parser.add_argument("attack", nargs="*", help=f"of: {', '.join([*ATTACKS, *SIEGES])}")
    asked = parser.parse_args(list(arguments))
    size, sieges = SHORT if asked.short else FULL, [each for each in SIEGES if each in asked.attack]
    attacks = [each for each in asked.attack if each not in SIEGES]
    if attacks or not sieges:
        show(size, attacks, asked.front)
    if not asked.front and (sieges or not attacks):
        print(HEAD)
        for each in sieges or SIEGES:
            print("\n".join(map(Bound.show, besiege(each, size.flood))), flush=True)


def show(size: Size, attacks: Sequence[str], front: bool) -> None:
    """Run the attacks on a service, and print their effect on innocent callers."""
    columns = ("p99 alone", "control", "beside", "probe c.", "probe", "MB sent")
    print(f"{'milliseconds':28} {' '.join(f'{each:>8}' for each in columns)} {'MiB':>6}")
    report = run(size, attacks, front)
    print(
        f"a greedy bot's answer: {report.bot_alone:.2f} s alone, {report.bot_beside:.2f} s beside the bots that search"
    )
    most = max(line.beside.resident for line in report.lines) >> 20
    print(f"memory: {most} of {memory_limit() >> 20} MiB ({report.cage})")
    print(f"the innocent's game: {'untouched' if report.untouched else 'CHANGED'}")


if __name__ == "__main__":
    main(sys.argv[1:])
