"""The checks: what happens in each, and which laws it puts to the proof."""

from __future__ import annotations

from dataclasses import dataclass

from . import laws
from .journal import FORGOTTEN, Command
from .laws import Law
from .scene import Scene
from .troubles import Away, Busy, Cut, Cutting, Draining, Lost, Newer, Often, Slow, Trouble, Twice, Unsure


@dataclass(frozen=True)
class Check:
    """A whole game in which something happens to the client."""

    name: str
    says: str
    """What happens, for people."""
    proves: tuple[Law, ...]
    """The laws in question, besides those that always hold."""
    trouble: type[Trouble] = Trouble
    unhappy: bool = False
    """Whether the client cannot finish its game."""

    def make(self, scene: Scene) -> Trouble:
        """The trouble for a scene."""
        act = _ACTS.get(self.name)
        if act is None:
            return self.trouble(scene.journal, scene.seconds)
        return _ACTING[self.name](scene.journal, scene.seconds, lambda command: act(scene, command))

    @property
    def laws(self) -> tuple[Law, ...]:
        """All laws that hold in it, those in question first."""
        last = () if self.unhappy else (laws.ends,)
        return tuple(dict.fromkeys((*self.proves, *laws.ALWAYS, laws.paces, *last)))


async def _moved(scene: Scene, command: Command) -> None:
    """Another device of the same player answers first."""
    await scene.answer_for(command)


async def _restart(scene: Scene, _command: Command) -> None:
    scene.restart()
    raise Cut


async def _reborn(scene: Scene, command: Command) -> None:
    command.fate = FORGOTTEN
    scene.kill()
    raise Cut


async def _revoked(scene: Scene, _command: Command) -> None:
    await scene.revoke()


async def _over(scene: Scene, _command: Command) -> None:
    await scene.opponent_resigns()


_ACTS = {"moved": _moved, "restart": _restart, "reborn": _reborn, "revoked": _revoked, "over": _over}
_ACTING = {"moved": Often, "restart": Twice, "reborn": Twice, "revoked": Twice, "over": Twice}

CHECKS = (
    Check("game", "A whole game in which nothing happens.", (laws.legal, laws.ends)),
    Check("newer", "The service is newer: unknown fields, unknown messages, many heartbeats.", (laws.ends,), Newer),
    Check("slow", "Replies take a while.", (laws.same_again,), Slow),
    Check("lost", "Commands are carried out, and their replies lost.", (laws.same_again, laws.one_id), Lost),
    Check("unsure", "`outcome-unknown`, after commands that were carried out.", (laws.same_again,), Unsure),
    Check("cut", "Streams and commands are lost on their way.", (laws.comes_back, laws.same_again), Cutting),
    Check("drain", "The process goes away: `draining`.", (laws.comes_back,), Draining),
    Check("restart", "Nobody listens for a while.", (laws.comes_back,)),
    Check("busy", "`too-many-requests`, and when to come back.", (laws.paces,), Busy),
    Check("away", "`store-unavailable` for a while.", (laws.paces, laws.comes_back), Away),
    Check("moved", "`stale-revision`: another device has answered.", (laws.decides_again,)),
    Check("reborn", "The program is killed, and started again.", (laws.newest_only,)),
    Check("revoked", "The seat is given out anew: the token opens nothing.", (laws.gives_up,), unhappy=True),
    Check("over", "The game ends while an answer is on its way.", (laws.ends,)),
)
"""All of them, in the order of the report."""
