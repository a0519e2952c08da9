"""A call as a value: what it asks and answers, who may make it and what it does, for both wires and their contracts."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, Literal, TypeVar, get_type_hints

from msgspec import Struct

from podesta_service.context import Caller
from podesta_service.model import Game
from podesta_service.problems import ProblemType
from podesta_service.table.table import Table, Viewer

from .sample import Sample

A = TypeVar("A", bound=Struct)
T = TypeVar("T")
R = TypeVar("R", bound=Struct | None)
Example = Callable[[Sample], Any]


@dataclass(frozen=True, eq=False)
class Who(Generic[T]):
    """A group of callers; one of a single call stands beside it."""

    find: Callable[..., Awaitable[T]]
    """Who a caller is, given it and what the path names; passed to the call as `who`. Raises Refusal."""
    wants: Literal["nothing", "any", "seat"] = "any"
    """The token that the call looks at."""


async def anybody(_: Caller, *__: str) -> None:
    """Any caller."""


async def _opener(caller: Caller, *_: str) -> None:
    caller.context.master.gate.check_operator(caller.token)


ANYBODY = Who(anybody)
"""Any caller; the call itself looks at the token, if at all."""
TOKENLESS = Who(anybody, "nothing")
"""Any caller; no token is looked at."""
READER: Who[tuple[Table, Viewer]] = Who(lambda caller, game: caller.context.master.look(game, caller.token))
"""A seat or a spectator; passed on with the game as they see it."""
SEAT = Who(Caller.holder, "seat")
"""The holder of a seat of the game."""
OPENER = Who(_opener)
"""An operator with the scope `create`, or anyone if no key has it; on REST, before the body is read."""


@dataclass(frozen=True)
class call(Generic[T]):  # noqa: N801  used as a decorator
    """Declares a function as a call; its annotations say what is asked and answered, its docstring what it does."""

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    summary: str
    _: KW_ONLY
    who: Who[T]
    status: int = 200
    problems: Sequence[ProblemType] = ()
    """The problems that follow neither from its fields nor from `who`."""
    shows: Callable[[Any], Game] | None = None
    """The game in the answer, for the ETag."""
    located: bool = False
    """Whether the answer names the address of that game, too."""
    body: str = ""
    """The field that is the whole body on REST; empty: the body has every field that is in no other place."""
    within: str = ""
    """The field of the message on gRPC that holds the answer; empty: the message has the answer's fields."""
    secret: bool = False
    """Whether the answer contains a token: then it is never compressed."""
    speaks: bool = True
    """Whether the answer has words in the caller's language."""
    example: Example | None = None
    """The example of the body; of a GET, of the parameters."""
    result: Example | None = None
    """The example of the answer."""

    def __call__(self, run: Callable[[Caller, A, T], Awaitable[R]]) -> ApiCall[T]:
        """The call that runs this function."""
        _, asked, _, answer = get_type_hints(run).values()
        return ApiCall(**vars(self), run=run, asked=asked, answer=answer)


@dataclass(frozen=True, kw_only=True)
class ApiCall(call[T]):
    """A call of the API."""

    run: Callable[[Caller, Any, T], Awaitable[Any]]
    """Given the caller, what is asked, and what `who` found; returns the answer, or raises Refusal."""
    asked: type[Struct]
    answer: Any
    """The struct of what is answered; NoneType if that is nothing."""

    @property
    def named(self) -> list[str]:
        """The fields that its path names."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def name(self) -> str:
        """`IssueSeatTicket`: its name in gRPC, metrics and logs."""
        return "".join(part.capitalize() for part in self.run.__name__.split("_"))
