"""Masked PPO by self-play, in one file: `python learn.py pillars-of-the-earth --seconds 300 --out net.npz`.

One network plays every seat of 64 tables; with `--against 32`, at up to that many tables a greedy player has all seats
but one, and the network does not learn from its moves; their number grows to 32 in the first half of the time. The
network's input is what a seat may see, its output a value for every action, of which only the open ones count. With
`--lean 3` it has one more output, which is added to the action that greedy would take: it begins as greedy, and learns
where to deviate. With `--judge`, values begin as those of the ruleset's own value, which searches judge by, and the
network learns the difference. The value may depend on what a seat does not know, because it judges tables drawn by a
search, where everything is known. The values are written next to the weights, for the house bot `expert`:
`podesta_lab.expert`.

A game is rewarded at its end, half by rank and half by points. Rows of a table belong to different seats in turn, so
values are carried back from a row to an earlier one *by seat*; and the reward of a game belongs to each seat's own last
decision.

It needs torch (a build for CPUs is enough) and the extra `gym` of podesta-lab. The weights that it writes are played by
numpy alone: `podesta_lab.gym.net`. With `--resume` it continues from the state saved at its last measurement.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import numpy as np
import torch
from torch import nn

from podesta_engines import RULESETS, result
from podesta_engines.core.decide import pick
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Draw
from podesta_engines.core.value import Judge
from podesta_engines.play.bots import Bot, bot
from podesta_lab.expert.worth import promised, reward
from podesta_lab.gym.actions import ActionName
from podesta_lab.gym.encoding import Encoder
from podesta_lab.gym.net import hint, net_bot, save_net
from podesta_lab.gym.vector import VectorEnv

TABLES, STEPS, BATCH, EPOCHS = 64, 128, 1024, 3
CLIP, LAMBDA, ENTROPY, VALUE, MOST_NORM = 0.2, 0.95, 0.01, 0.5, 0.5
OTHERS = ("random", "greedy")
"""The opponents for measurements."""
NEVER = -1e9
"""The logarithm of a negligible probability."""


class Player(nn.Module):
    """Two layers of tanh and a logit for every action, and a value network. With trust, it leans on greedy."""

    def __init__(self, seen: Encoder, words: Sequence[ActionName], width: int, trust: float) -> None:
        super().__init__()
        inputs, actions = seen.shape[0], len(words)
        self.leans = leans = trust > 0
        self.register_buffer("scale", 1 / torch.tensor(seen.usual))
        self.register_buffer("kin", kin(words, actions + leans))
        self.common = nn.Parameter(torch.zeros(self.kin.shape[1], width))
        self.policy = nn.ModuleList([_layer(inputs, width), _layer(width, width), _layer(width, actions + leans, 0.0)])
        nn.init.constant_(self.policy[-1].bias[actions:], trust)
        self.value = nn.Sequential(
            _layer(inputs, width), nn.Tanh(), _layer(width, width), nn.Tanh(), _layer(width, 1, 0.0)
        )

    def last(self) -> torch.Tensor:
        """The weights of the last layer: each action's own, and those shared with its kin."""
        return self.policy[-1].weight + torch.sparse.mm(self.kin, self.common)

    def forward(self, now: Sequence[torch.Tensor], last: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Actions that are open in some row, their log-probabilities, and values.

        Nothing is computed for actions that are open in no row: in Troyes, that is most of them.
        """
        seen, mask, hint, promised = now
        x = inputs = seen.float() * self.scale
        for layer in self.policy[:-1]:
            x = torch.tanh(layer(x))
        some = mask.any(0).nonzero().squeeze(1)
        bias = self.policy[-1].bias
        logits = nn.functional.linear(x, last[some], bias[some])
        if self.leans:
            logits = logits + nn.functional.linear(x, last[-1:], bias[-1:]) * (some == hint[:, None])
        value = promised + self.value(inputs).squeeze(1)
        return some, torch.log_softmax(logits.masked_fill(mask[:, some] == 0, NEVER), 1), value

    def layers(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """The layers of the policy, for numpy."""
        pairs = [(each.weight, each.bias) for each in self.policy[:-1]] + [(self.last(), self.policy[-1].bias)]
        return [_arrays(*pair) for pair in pairs]

    def values(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """The layers of the value, for numpy; they correct the ruleset's own value."""
        return [_arrays(each.weight, each.bias) for each in self.value if isinstance(each, nn.Linear)]


def kin(words: Sequence[ActionName], rows: int) -> torch.Tensor:
    """Groups of related actions: those with equal words once some of their parts are left out."""
    alike = defaultdict(list)
    for action, (kind, word) in enumerate(words):
        for some in product(*((part, "") for part in re.split("[._]", word))):
            alike[kind, some].append(action)
    groups = sorted({tuple(group) for group in alike.values() if len(group) > 1})
    at = torch.tensor([(action, number) for number, group in enumerate(groups) for action in group]).T
    share = 1 / at[0].bincount()[at[0]].sqrt()
    return torch.sparse_coo_tensor(at, share, (rows, len(groups)), check_invariants=True).coalesce()


def _arrays(weights: torch.Tensor, bias: torch.Tensor) -> tuple[np.ndarray, np.ndarray]:
    return weights.detach().numpy().T, bias.detach().numpy()


def _layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


class Rows(NamedTuple):
    """Observations and decisions, STEPS x TABLES rows of them."""

    seen: torch.Tensor
    mask: torch.Tensor
    hint: torch.Tensor
    promised: torch.Tensor
    action: torch.Tensor
    log: torch.Tensor
    value: torch.Tensor
    seat: np.ndarray
    reward: np.ndarray
    ended: np.ndarray
    own: np.ndarray
    """Whether to learn from it: False for a rival's move."""


class Rivals:
    """At the first of the tables a bot plays every seat but one, which changes with every game."""

    def __init__(self, play: Bot, seats: int) -> None:
        self.tables, self.play, self._seats, self._mine = 0, play, seats, np.arange(TABLES) % seats

    def absent(self, env: VectorEnv) -> np.ndarray:
        """The tables at which it is the net's turn."""
        return (env.told()["seat"] == self._mine) | (np.arange(TABLES) >= self.tables)

    def move_on(self, ended: np.ndarray) -> None:
        """Take the next seat wherever a game has ended."""
        self._mine = (self._mine + ended) % self._seats


def play(env: VectorEnv, net: Player, rivals: Rivals, judge: Judge | None) -> Rows:
    """Play every table on for STEPS decisions, by the net and its rivals."""
    seen, kept, last = env.observed(), [], net.last().detach()
    for _ in range(STEPS):
        own, seat = rivals.absent(env), env.told()["seat"].copy()
        action, log, value = advised(env, rivals, own, net.leans), torch.zeros(TABLES), torch.zeros(TABLES)
        views = (torch.from_numpy(seen[name].copy()) for name in ("observation", "action_mask"))
        now = *views, action.clone(), promises(env, judge)
        with torch.no_grad():
            some, logs, value[own] = net([each[own] for each in now], last)
        action[own] = drawn(some, logs)
        log[own] = of(action[own], some, logs)
        seen, _, ended, _, told = env.step(action.numpy())
        rivals.move_on(ended)
        kept.append((*now, action, log, value, seat, told["rewards"].copy(), ended.copy(), own))
    *tensors, seats, rewards, ends, owns = zip(*kept, strict=True)
    return Rows(*map(torch.stack, tensors), *map(np.stack, (seats, rewards, ends, owns)))


def drawn(some: torch.Tensor, logs: torch.Tensor) -> torch.Tensor:
    """An action for each row, by probability: the Gumbel trick."""
    return some[(logs - torch.empty_like(logs).exponential_().log()).argmax(1)]


def advised(env: VectorEnv, rivals: Rivals, own: np.ndarray, leans: bool) -> torch.Tensor:
    """Greedy's action at each table, if the net leans on it; on a rival's turn, the rival's action."""
    found, legal = [], env.rules.actions.legal
    for table, mine in zip(env.tables, own.tolist(), strict=True):
        ask, p = table.ask, table.position
        assert ask is not None
        ours = hint(p, ask) if leans and mine else ask.options[0]
        option = ours if mine else rivals.play(p, ask.seat, table.rnd)
        found.append(legal(ask)[ask.options.index(option)])
    return torch.tensor(found)


def promises(env: VectorEnv, judge: Judge | None) -> torch.Tensor:
    """The judge's value for the seat to move, at each table; 0 without a judge."""
    seats = env.told()["seat"].tolist()
    tables = zip(env.tables, seats, strict=True) if judge else ()
    return torch.tensor([promised(judge, table.position.state)[seat] for table, seat in tables] or [0.0] * TABLES)


def of(action: torch.Tensor, some: torch.Tensor, logs: torch.Tensor) -> torch.Tensor:
    """The log-probability of each row's action."""
    return logs.gather(1, torch.searchsorted(some, action)[:, None]).squeeze(1)


def advantages(rows: Rows, seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Generalised advantages, and which rows have one: a seat's last row has none unless its game has ended."""
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


def learn(net: Player, optimizer: torch.optim.Optimizer, rows: Rows, seats: int) -> None:
    """Three epochs over the rows played."""
    advantage, known = advantages(rows, seats)
    chosen = torch.from_numpy(known.reshape(-1).nonzero()[0])
    flat = [each.flatten(0, 1)[chosen] for each in rows[:7]]
    ahead = torch.from_numpy(advantage.reshape(-1))[chosen]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(chosen)).split(BATCH):
            loss = ppo(net, [each[part] for each in flat], ahead[part])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), MOST_NORM)
            optimizer.step()


def ppo(net: Player, rows: list[torch.Tensor], ahead: torch.Tensor) -> torch.Tensor:
    """The PPO loss: successful actions become likelier, within bounds; the value learns how games end."""
    *now, action, log, before = rows
    some, logs, value = net(now, net.last())
    ratio = (of(action, some, logs) - log).exp()
    scaled = (ahead - ahead.mean()) / (ahead.std(correction=0) + 1e-8)  # for a single row, this is 0 and not NaN
    policy = -torch.min(ratio * scaled, ratio.clamp(1 - CLIP, 1 + CLIP) * scaled).mean()
    entropy = -(logs.exp() * logs).sum(1).mean()
    return policy + VALUE * (value - before - ahead).square().mean() / 2 - ENTROPY * entropy


def share(ruleset: Ruleset, seats: int, mine: Bot, other: Bot, games: int, seed: int) -> float:
    """The share of games that a bot wins against others of one kind, taking every seat in turn; ties are shared."""
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


def keep(path: Path, net: Player, optimizer: torch.optim.Optimizer, told: tuple[float, int]) -> None:
    """Save the state to resume from, atomically: weights, the optimizer's state, seconds and steps."""
    torch.save((net.state_dict(), optimizer.state_dict(), told), path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def resumed(path: Path, net: Player, optimizer: torch.optim.Optimizer) -> tuple[float, int]:
    """Load a saved state; returns the seconds and steps so far."""
    weights, state, told = torch.load(path)
    net.load_state_dict(weights)
    optimizer.load_state_dict(state)
    return tuple(told)


def main() -> None:
    """Learn, with measurements on the way."""
    parser = argparse.ArgumentParser(description="Masked PPO by self-play")
    parser.add_argument("ruleset")
    parser.add_argument("--seats", type=int, default=0, help="of a game; the fewest that the ruleset takes")
    parser.add_argument("--seconds", type=float, default=300, help="of CPU to learn for")
    parser.add_argument("--lean", type=float, default=0, metavar="TRUST", help="on greedy, with so much trust at first")
    parser.add_argument("--against", type=int, default=0, help="tables of the 64 that have greedy players in the end")
    parser.add_argument("--judge", action="store_true", help="values begin as what the ruleset's own value promises")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--games", type=int, default=100, help="to measure with")
    parser.add_argument("--every", type=float, default=30, help="seconds of learning between two measurements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="go on from what was kept beside OUT, in a .pt file")
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
    net = Player(seen, actions.lines, args.width, args.lean)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)
    greedy, spent, steps, due, kept = bot(ruleset, "greedy"), 0.0, 0, 0.0, args.out.with_suffix(".pt")
    rivals, judge = Rivals(greedy, seats), ruleset.judge if args.judge else None
    if args.resume and kept.is_file():
        spent, steps = resumed(kept, net, optimizer)
        due = spent + args.every
    while True:
        if spent >= due:
            save_net(args.out, seen, actions, net.layers(), net.values() if args.judge else ())
            keep(kept, net, optimizer, (spent, steps))
            mine, games = net_bot(args.out, ruleset), args.games
            won = {name: share(ruleset, seats, mine, bot(ruleset, name), games, 10**6) for name in ("random", "greedy")}
            told = {"ruleset": ruleset.id, "seats": seats, "seconds": round(spent), "steps": steps, "games": games}
            print(json.dumps(told | won), flush=True)
            due += args.every
        if spent >= args.seconds:
            return
        began = process_time()
        for group in optimizer.param_groups:
            group["lr"] = args.rate * max(0.1, 1 - spent / args.seconds)
        rivals.tables = int(args.against * min(1, 2 * spent / args.seconds))
        learn(net, optimizer, play(env, net, rivals, judge), seats)
        spent, steps = spent + process_time() - began, steps + STEPS * TABLES


if __name__ == "__main__":
    main()
