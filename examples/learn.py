"""Masked PPO by self-play, in one file: `python examples/learn.py pillars-of-the-earth --seconds 300 --out net.npz`.

One network plays every seat of 64 tables; with `--against 32`, a share of them that grows to a half has a greedy player
on all seats but one, and nothing is learned from what that player does. The network's input is what a seat may see, its
output a value for every action, of which only the open ones count. A game is rewarded at its end, half by rank and half
by points. Rows of a table belong to one seat after another, so whatever is carried back from a row to the one before it
is carried *by seat*; and the reward of a game belongs to each seat's own last decision.

It needs torch (a build for CPUs is enough) and the extra `gym` of podesta-engines. The weights that it writes are
played by numpy alone: `podesta_engines.gym.net`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from math import tanh
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import numpy as np
import torch
from torch import nn

from podesta_engines import RULESETS, result
from podesta_engines.core.decide import pick
from podesta_engines.core.ruleset import Result, Ruleset
from podesta_engines.core.script import Draw
from podesta_engines.gym.net import net_bot, save_net
from podesta_engines.gym.table import by_points, by_rank
from podesta_engines.gym.vector import VectorEnv
from podesta_engines.play.bots import Bot, bot

TABLES, STEPS, BATCH, EPOCHS = 64, 128, 1024, 3
CLIP, LAMBDA, ENTROPY, VALUE, MOST_NORM = 0.2, 0.95, 0.01, 0.5, 0.5
OTHERS = ("random", "greedy")
"""Whom it is measured against."""
NEVER = -1e9
"""The logarithm of next to nothing."""
POINTS = 20.0
"""Being so many points ahead is as good as it gets, nearly."""


def reward(ended: Result) -> list[float]:
    """Half by rank, half by points."""
    return [(rank + tanh(ahead / POINTS)) / 2 for rank, ahead in zip(by_rank(ended), by_points(ended), strict=True)]


class Player(nn.Module):
    """Two layers of tanh, then a logit for every action; a value beside it."""

    def __init__(self, inputs: int, actions: int, width: int, usual: list[float]) -> None:
        super().__init__()
        self.register_buffer("scale", 1 / torch.tensor(usual))
        self.policy = nn.ModuleList([_layer(inputs, width), _layer(width, width), _layer(width, actions, 0.0)])
        self.value = nn.Sequential(
            _layer(inputs, width), nn.Tanh(), _layer(width, width), nn.Tanh(), _layer(width, 1, 1.0)
        )

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the actions, and values."""
        x = inputs = seen.float() * self.scale
        for layer in self.policy[:-1]:
            x = torch.tanh(layer(x))
        return self._logs(x, mask), self.value(inputs).squeeze(1)

    def _logs(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Log-probabilities. Nothing is computed for an action that no row has open: in Troyes, that is most of it."""
        last, some = self.policy[-1], mask.any(0).nonzero().squeeze(1)
        logits = nn.functional.linear(x, last.weight[some], last.bias[some])
        logs = torch.full(mask.shape, NEVER)
        logs[:, some] = torch.log_softmax(logits.masked_fill(mask[:, some] == 0, NEVER), 1)
        return logs

    def layers(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """What numpy needs to play."""
        return [(each.weight.detach().numpy().T, each.bias.detach().numpy()) for each in self.policy]


def _layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


Loss = Callable[[Player, list[torch.Tensor], torch.Tensor], torch.Tensor]
"""What is made smaller, from rows and their advantages."""


class Rows(NamedTuple):
    """What was seen and done, STEPS x TABLES rows of it."""

    seen: torch.Tensor
    mask: torch.Tensor
    action: torch.Tensor
    log: torch.Tensor
    value: torch.Tensor
    seat: np.ndarray
    reward: np.ndarray
    ended: np.ndarray
    own: np.ndarray
    """Whether it is learned from: not what a rival did."""


class Rivals:
    """At the first of the tables a bot plays every seat but one, which is another one in every game."""

    def __init__(self, play: Bot, seats: int) -> None:
        self.tables, self._play, self._seats, self._mine = 0, play, seats, np.arange(TABLES) % seats

    def answer(self, env: VectorEnv, action: torch.Tensor) -> np.ndarray:
        """Put the bot's actions in their place; which rows remain the net's own."""
        own = (env.told()["seat"] == self._mine) | (np.arange(TABLES) >= self.tables)
        theirs = (~own).nonzero()[0]
        action[theirs] = taught(env, self._play, theirs)
        return own

    def move_on(self, ended: np.ndarray) -> None:
        """Take the next seat wherever a game is over."""
        self._mine = (self._mine + ended) % self._seats


def play(env: VectorEnv, net: Player, rivals: Rivals, teacher: Bot | None = None) -> Rows:
    """Play every table on for STEPS decisions: by the net and its rivals, or by a teacher whom it watches."""
    seen, kept = env.observed(), []
    for _ in range(STEPS):
        now = torch.from_numpy(seen["observation"].copy()), torch.from_numpy(seen["action_mask"].copy())
        with torch.no_grad():
            logs, value = net(*now)
        action = drawn(logs) if teacher is None else taught(env, teacher, range(TABLES))
        own = rivals.answer(env, action) if teacher is None else np.ones(TABLES, bool)
        seat = env.told()["seat"].copy()
        log = logs.gather(1, action[:, None]).squeeze(1)
        seen, _, ended, _, told = env.step(action.numpy())
        rivals.move_on(ended)
        kept.append((*now, action, log, value, seat, told["rewards"].copy(), ended.copy(), own))
    *tensors, seat, rewards, ended, own = zip(*kept, strict=True)
    return Rows(*map(torch.stack, tensors), *map(np.stack, (seat, rewards, ended, own)))


def drawn(logs: torch.Tensor) -> torch.Tensor:
    """An action for each row, by probability: Gumbel's trick."""
    return (logs - torch.empty_like(logs).exponential_().log()).argmax(1)


def taught(env: VectorEnv, teacher: Bot, tables: Iterable[int]) -> torch.Tensor:
    """The action that a bot takes at each of some tables."""
    chosen = [env.tables[number] for number in tables]
    asked = [(table, table.ask) for table in chosen if table.ask is not None]
    options = [(ask, teacher(table.position, ask.seat, table.rnd)) for table, ask in asked]
    legal = env.rules.actions.legal
    return torch.tensor([int(legal(ask)[ask.options.index(option)]) for ask, option in options], dtype=torch.int64)


def advantages(rows: Rows, seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Generalised advantages, and which rows have one: a seat's last row before the end of what was played has none."""
    tables, found = np.arange(TABLES), np.zeros((STEPS, TABLES), np.float32)
    known = np.zeros((STEPS, TABLES), bool)
    pending, value, ahead = (np.zeros((TABLES, seats), np.float32) for _ in range(3))
    followed, values = np.zeros((TABLES, seats), bool), rows.value.numpy()
    for t in reversed(range(STEPS)):
        over = rows.ended[t]
        pending[over], value[over], ahead[over], followed[over] = rows.reward[t][over], 0, 0, True
        mine = tables, rows.seat[t]
        found[t] = pending[mine] + value[mine] - values[t] + LAMBDA * ahead[mine]
        known[t] = followed[mine]
        pending[mine], value[mine], ahead[mine], followed[mine] = 0, values[t], found[t] * known[t], True
    return found, known & rows.own


def learn(net: Player, optimizer: torch.optim.Optimizer, rows: Rows, seats: int, loss_of: Loss) -> None:
    """Three rounds over what was played."""
    advantage, known = advantages(rows, seats)
    chosen = torch.from_numpy(known.reshape(-1).nonzero()[0])
    flat = [each.flatten(0, 1)[chosen] for each in rows[:5]]
    ahead = torch.from_numpy(advantage.reshape(-1))[chosen]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(chosen)).split(BATCH):
            loss = loss_of(net, [each[part] for each in flat], ahead[part])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), MOST_NORM)
            optimizer.step()


def imitation(net: Player, rows: list[torch.Tensor], ahead: torch.Tensor) -> torch.Tensor:
    """What a teacher did is what is wanted; the value learns how games end on the way."""
    seen, mask, action, _, before = rows
    logs, value = net(seen, mask)
    return VALUE * (value - before - ahead).square().mean() / 2 - logs.gather(1, action[:, None]).mean()


def ppo(net: Player, rows: list[torch.Tensor], ahead: torch.Tensor) -> torch.Tensor:
    """What turned out well becomes likelier, within bounds; the value learns how games end."""
    seen, mask, action, log, before = rows
    logs, value = net(seen, mask)
    ratio = (logs.gather(1, action[:, None]).squeeze(1) - log).exp()
    scaled = (ahead - ahead.mean()) / (ahead.std(correction=0) + 1e-8)  # of one row, it is 0 and no NaN
    policy = -torch.min(ratio * scaled, ratio.clamp(1 - CLIP, 1 + CLIP) * scaled).mean()
    entropy = -(logs.exp() * logs * mask).sum(1).mean()
    return policy + VALUE * (value - before - ahead).square().mean() / 2 - ENTROPY * entropy


def share(ruleset: Ruleset, seats: int, mine: Bot, other: Bot, games: int, seed: int) -> float:
    """The share of games that a bot wins against others of one kind, sitting on every seat in turn; ties are shared."""
    won = 0.0
    for game in range(games):
        rnd, position, me = Random(seed + game), ruleset.start(seats), game % seats
        while (ask := position.ask) is not None:
            if type(ask) is Draw:
                position.answer(pick(ask, rnd.randrange))
            else:
                seat = position.asks[0].seat
                position.answer((mine if seat == me else other)(position, seat, rnd), seat)
        winners = result(position).winners
        won += (me in winners) / len(winners)
    return won / games


def main() -> None:
    """Learn, and measure on the way."""
    parser = argparse.ArgumentParser(description="Masked PPO by self-play")
    parser.add_argument("ruleset")
    parser.add_argument("--seats", type=int, default=0, help="of a game; the fewest that the ruleset takes")
    parser.add_argument("--seconds", type=float, default=300, help="of CPU to learn for")
    parser.add_argument("--imitate", type=float, default=0, help="of these, the seconds to watch greedy first")
    parser.add_argument("--against", type=int, default=0, help="tables of the 64 that have greedy players in the end")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--games", type=int, default=100, help="to measure with")
    parser.add_argument("--every", type=float, default=30, help="seconds of learning between two measurements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("net.npz"))
    run(parser.parse_args())


def run(args: argparse.Namespace) -> None:
    """Learn for some time; write the net, and its curve as lines of JSON, at every measurement."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    ruleset = RULESETS.named(args.ruleset)
    seats = args.seats or ruleset.seats[0]
    env = VectorEnv(ruleset, seats, TABLES, reward)
    env.reset(seed=args.seed)
    seen, actions = env.rules.encoder, env.rules.actions
    net = Player(seen.shape[0], len(actions), args.width, seen.usual)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)
    greedy, spent, steps, due = bot(ruleset, "greedy"), 0.0, 0, 0.0
    rivals = Rivals(greedy, seats)
    while True:
        if spent >= due:
            save_net(args.out, seen, actions, net.layers())
            mine, games = net_bot(args.out, ruleset), args.games
            won = {name: share(ruleset, seats, mine, bot(ruleset, name), games, 10**6) for name in ("random", "greedy")}
            line = {
                "ruleset": ruleset.id,
                "seats": seats,
                "seconds": round(spent),
                "steps": steps,
                "games": games,
                **won,
            }
            print(json.dumps(line), flush=True)
            due += args.every
        if spent >= args.seconds:
            return
        began = process_time()
        for group in optimizer.param_groups:
            group["lr"] = args.rate * max(0.1, 1 - spent / args.seconds)
        rivals.tables = int(args.against * min(1, 2 * spent / args.seconds))
        if spent < args.imitate:
            learn(net, optimizer, play(env, net, rivals, greedy), seats, imitation)
        else:
            learn(net, optimizer, play(env, net, rivals), seats, ppo)
        spent, steps = spent + process_time() - began, steps + STEPS * TABLES


if __name__ == "__main__":
    main()
