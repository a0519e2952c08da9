"""Playing seats: what a bot sees, and what it sends on a Play stream."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, cast

from typing_extensions import TypeVar

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Answer, Question, Result

from .chains import Chains
from .problems import problem_of
from .requests import new_command

_MOVED_ON = {"stale-revision", "not-your-turn", "game-over"}
"""Refusals after which the stream sends the next question, or the result."""
_LINK = "bad-link"


ViewT = TypeVar("ViewT", default=Any)


@dataclass(frozen=True)
class Turn(Generic[ViewT]):
    """A seat must act: the whole game as the seat sees it, and its question.

    A bot for one ruleset declares its view type: `def choose(turn: Turn[GoldenHornView]) -> str`.
    """

    game: pb.Game

    @property
    def seat(self) -> int:
        """The seat with the question."""
        return self.game.seat

    @property
    def question(self) -> Question:
        """The question, with every legal option."""
        return self.game.questions[0]

    @property
    def view(self) -> ViewT:
        """The seat's view of the table, such as a `GoldenHornView`."""
        return cast("ViewT", getattr(self.game.view, str(self.game.view.WhichOneof("view"))))


class Player:
    """One seat's side of a Play stream, independent of the transport.

    An answer is resent under the same command id until its outcome is known, also over a new stream.
    """

    def __init__(self, token: str, chains: Chains) -> None:
        self._token, self._chains = token, chains
        self._unsettled: pb.StreamAnswer | None = None
        self.game = ""
        self.result: Result | None = None

    def join(self) -> pb.PlayRequest:
        """The first message of every stream."""
        return pb.PlayRequest(join=pb.Join(token=self._token))

    def hear(self, response: pb.PlayResponse) -> Turn | pb.PlayRequest | None:
        """The reaction to a message: a turn to choose for, an answer to resend, or nothing; raises Problem."""
        match response.WhichOneof("response"):
            case "turn":
                return self._asked(response.turn)
            case "accepted":
                self._settle(response.accepted.command_id)
            case "refused":
                return self._refused(response.refused)
            case "ended":
                self.game, self.result = response.ended.game, response.ended.result
        return None

    def answer(self, turn: Turn, word: str) -> pb.PlayRequest:
        """Answer the question of a turn."""
        self._unsettled = pb.StreamAnswer(
            game=turn.game.game,
            revision=turn.game.revision,
            command_id=new_command(),
            answers=[Answer(question=turn.question.kind, option=word)],
            link=self._link(turn.game.link),
        )
        return pb.PlayRequest(answer=self._unsettled)

    def _asked(self, game: pb.Game) -> Turn | pb.PlayRequest | None:
        self.game = game.game
        if game.status == pb.STATUS_OPEN and game.HasField("link"):
            link = self._link(game.link)
            first = pb.StreamAnswer(game=game.game, revision=game.revision, command_id=new_command(), link=link)
            return pb.PlayRequest(answer=first)
        if not game.questions:
            return None
        if self._unsettled and self._unsettled.revision == game.revision:
            return pb.PlayRequest(answer=self._unsettled)
        return Turn(game)

    def _settle(self, command_id: str) -> bool:
        """Forget the pending answer if it has this command id; returns whether it had."""
        if self._unsettled is None or self._unsettled.command_id != command_id:
            return False
        self._unsettled = None
        return True

    def _link(self, before: str) -> str:
        """The seat's next link in a shared game, or an empty text; raises ChainLost."""
        return self._chains.next(self._token, before) if before else ""

    def _refused(self, refused: pb.Refused) -> pb.PlayRequest | None:
        problem, unsettled = problem_of(refused.problem), self._unsettled
        if problem.type == _LINK:
            if unsettled is None or unsettled.command_id != refused.command_id:
                return None  # a first link that was sent earlier
            unsettled.link = self._link(problem.asked)
            return pb.PlayRequest(answer=unsettled)
        if problem.mending:
            raise problem
        if refused.command_id and (not self._settle(refused.command_id) or problem.type in _MOVED_ON):
            return None  # the stream has sent, or will send, what comes next
        raise problem


def outcome(players: Sequence[Player]) -> Result:
    """The result of the game that all these players played."""
    result = players[0].result
    assert result is not None
    return result
