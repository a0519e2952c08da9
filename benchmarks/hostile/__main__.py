"""Runs every attack on a served process of its own, and prints what the innocent noticed: about three minutes.

`python -m benchmarks.hostile [--short] [ATTACK …]`. In one run, before each attack, the same calls are timed without
it; the figures of other runs say little. The bars: p99 within three times that of before, a probe within 200 ms, and
memory under the limit of the manifest.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import msgspec
import yaml

from podesta_client import connect
from tests.kit.process import running_service

from .attacks import ATTACKS, Answers
from .innocent import Noticed, bot_seconds, notice
from .world import SETTINGS, World, found_world

MANIFEST = Path(__file__).parents[2] / "k8s" / "base" / "service" / "deployment.yaml"
BAR, PROBE_BAR = 3.0, 0.2


@dataclass(frozen=True)
class Size:
    """How long a round is: games of the attacker, waiting games, seconds of each attack and of the time before it,
    patience with bots."""

    games: int
    waiting: int
    seconds: float
    before: float
    patience: float


FULL, SHORT = Size(24, 20, 6.0, 6.0, 30.0), Size(3, 20, 0.6, 0.1, 2.0)


@dataclass(frozen=True)
class Line:
    """An attack, what was noticed before it and beside it, and what the attacker was answered."""

    attack: str
    alone: Noticed
    beside: Noticed
    answers: Answers

    def show(self) -> str:
        """The line of the table."""
        alone, beside = self.alone.percentile(99), self.beside.percentile(99)
        bars = "ok" if beside <= BAR * alone and max(self.beside.probe) <= PROBE_BAR else "MISSED"
        times = [self.alone.percentile(50), alone, self.beside.percentile(50), beside, max(self.beside.probe)]
        answers = ", ".join(f"{number} {word}" for word, number in self.answers.most_common(6))
        figures = " ".join(f"{seconds * 1000:8.1f}" for seconds in times)
        return f"{self.attack:28} {figures} {self.beside.resident / 2**20:6.0f}  {bars:6}  {answers}"


@dataclass(frozen=True)
class Report:
    """Every attack; a bot's seconds alone and beside those that search; whether the innocent's game is as it was."""

    lines: list[Line]
    bot_alone: float
    bot_beside: float
    untouched: bool


def memory_limit() -> int:
    """Bytes that the manifest allows the service."""
    deployment = next(each for each in yaml.safe_load_all(MANIFEST.read_text()) if each["kind"] == "Deployment")
    limit = deployment["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]["memory"]
    return int(limit.removesuffix("Mi")) * 2**20


class Attackers:
    """The attacker's process."""

    def __init__(self, world: World) -> None:
        command = [sys.executable, "-m", "benchmarks.hostile.attacks"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._send(msgspec.json.encode(world))

    def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def begin(self, attack: str, seconds: float) -> None:
        """Have an attack made."""
        self._send(msgspec.json.encode((attack, seconds)))

    def end(self) -> Answers:
        """What it was answered, when it is over."""
        assert self._process.stdout is not None
        return Answers(msgspec.json.decode(self._process.stdout.readline(), type=dict[str, int]))

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)


def run(size: Size, wanted: Sequence[str] = ()) -> Report:
    """Every attack, or those wanted, on a service of its own."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        service = stack.enter_context(running_service(folder, **SETTINGS))
        with connect(service.grpc) as podesta:
            world = found_world(podesta, service.rest, service.grpc, size.games, size.waiting)
        http = stack.enter_context(httpx.Client(base_url=service.rest, timeout=60))
        attackers = Attackers(world)
        stack.callback(attackers.close)
        path = f"/v1/games/{world.innocent}"
        before, lines, bots = http.get(path).json(), list[Line](), [0.0, 0.0]
        for attack in wanted or ATTACKS:
            if attack == "three games of search bots":
                bots[0] = bot_seconds(http, size.patience)
            alone = notice(http, world, service.pid, size.before)
            attackers.begin(attack, size.seconds)
            beside = notice(http, world, service.pid, size.seconds)
            if attack == "three games of search bots":
                bots[1] = bot_seconds(http, size.patience)
            lines.append(Line(attack, alone, beside, attackers.end()))
            print(lines[-1].show(), flush=True)
        return Report(lines, *bots, untouched=http.get(path).json() == before)


def main(arguments: Sequence[str] = ()) -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile", description=__doc__)
    parser.add_argument("--short", action="store_true", help="less of everything: a check that it works, no figures")
    parser.add_argument("attack", nargs="*", help=f"of: {', '.join(ATTACKS)}")
    asked = parser.parse_args(list(arguments))
    print(f"{'milliseconds of':28} {'alone p50':>8} {'p99':>8} {'beside':>8} {'p99':>8} {'healthz':>8} {'MiB':>6}")
    report = run(SHORT if asked.short else FULL, asked.attack)
    print(
        f"a greedy bot's answer: {report.bot_alone:.2f} s alone, {report.bot_beside:.2f} s beside the bots that search"
    )
    print(f"memory: {max(line.beside.resident for line in report.lines) >> 20} of {memory_limit() >> 20} MiB")
    print(f"the innocent's game: {'untouched' if report.untouched else 'CHANGED'}")


if __name__ == "__main__":
    main(sys.argv[1:])
