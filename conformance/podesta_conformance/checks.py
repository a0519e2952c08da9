"""The checks: the fault of each, and the laws that it tests."""

from __future__ import annotations

from dataclasses import dataclass

from . import laws
from .faults import (
    ActsAfterwards,
    ActsThrice,
    ActsTwice,
    ConnectionCut,
    CutConnections,
    Draining,
    Fault,
    LostReplies,
    NewerService,
    OutsideAction,
    SlowReplies,
    StoreUnavailable,
    TooManyRequests,
    UnknownOutcomes,
)
from .journal import FORGOTTEN, Command
from .laws import Law
from .session import Session


@dataclass(frozen=True)
class Check:
    """A whole game in which a fault happens to the client."""

    name: str
    says: str
    """The fault, for people."""
    proves: tuple[Law, ...]
    """The laws that it tests, in addition to those that always hold."""
    fault: type[Fault] = Fault
    unhappy: bool = False
    """Whether the client cannot finish its game."""

    def make(self, session: Session) -> Fault:
        """The fault for a session."""
        act = _ACTS.get(self.name)
        if act is None:
            return self.fault(session.journal, session.seconds)
        return _ACTING[self.name](session.journal, session.seconds, lambda command: act(session, command))

    @property
    def laws(self) -> tuple[Law, ...]:
        """All laws that hold in it, the tested ones first."""
        last = () if self.unhappy else (laws.ends,)
        return tuple(dict.fromkeys((*self.proves, *laws.ALWAYS, laws.paces, *last)))


async def _moved(session: Session, command: Command) -> None:
    """Another device of the same player answers first."""
    await session.answer_for(command)


async def _restart(session: Session, _command: Command) -> None:
    session.restart()
    raise ConnectionCut


async def _reborn(session: Session, command: Command) -> None:
    command.status = FORGOTTEN
    session.kill()
    raise ConnectionCut


async def _revoked(session: Session, _command: Command) -> None:
    await session.revoke()


async def _over(session: Session, _command: Command) -> None:
    await session.opponent_resigns()


_ACTS = {
    "moved": _moved,
    "restart": _restart,
    "reborn": _reborn,
    "revoked": _revoked,
    "ousted": _revoked,
    "over": _over,
}
_ACTING: dict[str, type[OutsideAction]] = {
    "moved": ActsThrice,
    "restart": ActsTwice,
    "reborn": ActsTwice,
    "revoked": ActsTwice,
    "ousted": ActsAfterwards,
    "over": ActsTwice,
}

CHECKS = (
    Check("game", "A whole game in which nothing happens.", (laws.legal, laws.ends)),
    Check(
        "newer", "The service is newer: unknown fields, unknown messages, many heartbeats.", (laws.ends,), NewerService
    ),
    Check("slow", "Replies take a while.", (laws.same_again,), SlowReplies),
    Check("lost", "Commands are carried out, and their replies lost.", (laws.same_again, laws.one_id), LostReplies),
    Check("unsure", "`outcome-unknown`, after commands that were carried out.", (laws.same_again,), UnknownOutcomes),
    Check("cut", "Streams and commands are lost on their way.", (laws.comes_back, laws.same_again), CutConnections),
    Check("drain", "The process shuts down: `draining`.", (laws.comes_back,), Draining),
    Check("restart", "Nobody listens for a while.", (laws.comes_back,)),
    Check("busy", "`too-many-requests`, and when to come back.", (laws.paces,), TooManyRequests),
    Check("away", "`store-unavailable` for a while.", (laws.paces, laws.comes_back), StoreUnavailable),
    Check("moved", "`stale-revision`: another device has answered.", (laws.decides_again,)),
    Check("reborn", "The program is killed, and started again.", (laws.newest_only,)),
    Check("revoked", "The seat is reissued: the token is no longer valid.", (laws.gives_up,), unhappy=True),
    Check("ousted", "The seat is reissued after an answer: later calls are refused.", (laws.gives_up,), unhappy=True),
    Check("over", "The game ends while an answer is on its way.", (laws.ends,)),
)
"""All checks, in the order of the report."""
