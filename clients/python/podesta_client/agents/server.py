"""The server of the Model Context Protocol: the tools as models see them."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from podesta_client import Problem

from .seats import SeatNotHeld
from .table import OptionRef, Tables, UnclearRequest, refused
from .transcripts import Replay, Transcript, TranscriptMismatch

INSTRUCTIONS = """You play board games at tables of Podestà. Open a game or join one; then answer until it is over.
Every answer names the revision that you were told last, and options by their numbers or words.
`answer` tells what others did, what has changed (path old>new) and the next question. `look` also says what options'
words stand for, and with full=true the whole table: do that first, and seldom later. `rules` tells rules by number.
A refusal changes nothing and says what would be legal."""


def _changes(*, idempotent: bool = False, destructive: bool = False) -> ToolAnnotations:
    return ToolAnnotations(
        read_only_hint=False, destructive_hint=destructive, idempotent_hint=idempotent, open_world_hint=False
    )


_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_HINTS = {
    "open": _changes(),
    "join": _changes(),
    "answer": _changes(idempotent=True),
    "resign": _changes(idempotent=True, destructive=True),
}
"""What tools that change something say of it; the others only read."""

Game = Annotated[str, Field(description="The game's id.")]
Which = Annotated[int | None, Field(description="Your seat, if you hold several of the game.")]
Options = Annotated[
    list[OptionRef], Field(description="For each question in turn, the number or the word of an option; usually one.")
]


class Tools:
    """The tools over some tables, or over a transcript that is replayed."""

    def __init__(self, tables: Tables | Replay, transcript: Transcript | None = None) -> None:
        self._tables, self._transcript = tables, transcript

    async def tables(self, ruleset: str = "") -> CallToolResult:
        """Your games, and games that you may join."""
        return await self._do("tables", ruleset=ruleset)

    async def open(self, ruleset: str, others: list[str] | None = None, name: str = "Agent") -> CallToolResult:
        """Open a game. `others` has one for each further seat: a house bot (greedy, easy, fair, strong) or `open`."""
        return await self._do("open", ruleset=ruleset, others=others or ["greedy"], name=name)

    async def join(self, game: Game, name: str = "Agent", invitation: str = "") -> CallToolResult:
        """Take a free seat of a game."""
        return await self._do("join", game=game, name=name, invitation=invitation)

    async def look(self, game: Game, full: bool = False, seat: Which = None) -> CallToolResult:
        """What you are asked, once it is your turn, with labels. With full, the whole table (long), at once."""
        return await self._do("look", game=game, seat=seat, full=full)

    async def why_not(self, game: Game, question: str, option: str, seat: Which = None) -> CallToolResult:
        """Whether an answer (a kind of question, an option's word) is open to you now, and by which rule not."""
        return await self._do("why_not", game=game, question=question, option=option, seat=seat)

    async def preview(self, game: Game, options: Options, seat: Which = None) -> CallToolResult:
        """What answers would lead to, up to a draw or another seat's turn. Nothing changes."""
        return await self._do("preview", game=game, options=options, seat=seat)

    async def answer(self, game: Game, revision: int, options: Options, seat: Which = None) -> CallToolResult:
        """Answer your question. Returns what happened since, what changed, and your next question."""
        return await self._do("answer", game=game, revision=revision, options=options, seat=seat)

    async def resign(self, game: Game, seat: Which = None) -> CallToolResult:
        """Give the game up, for good: it ends, or a house bot plays your seat on."""
        return await self._do("resign", game=game, seat=seat)

    async def rules(self, game: Game, numbers: list[str]) -> CallToolResult:
        """What rules say, by their numbers as questions and refusals name them, such as 4.2; a chapter by its own."""
        return await self._do("rules", game=game, numbers=numbers)

    async def _do(self, tool: str, **arguments: Any) -> CallToolResult:
        """Carry a call out, note it in the transcript, and return the result."""
        said, bad = await self._said(tool, arguments)
        if self._transcript:
            self._transcript.add(tool, arguments, said, bad)
        return CallToolResult(content=[TextContent(type="text", text=said)], is_error=bad)

    async def _said(self, tool: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """The text of the result, and whether it is a refusal."""
        try:
            if isinstance(self._tables, Replay):
                return self._tables.say(tool, arguments)
            work: Awaitable[str] = getattr(self._tables, tool)(**arguments)
            return await work, False
        except Problem as problem:
            return refused(problem), True
        except (SeatNotHeld, UnclearRequest, TranscriptMismatch) as error:
            return str(error), True


def serving(tools: Tools) -> MCPServer[Any]:
    """The server, to be run over stdio or connected to in memory."""
    server: MCPServer[Any] = MCPServer("podesta", instructions=INSTRUCTIONS)
    reading = (tools.tables, tools.look, tools.why_not, tools.preview, tools.rules)
    for tool in (*reading, tools.open, tools.join, tools.answer, tools.resign):
        server.add_tool(tool, structured_output=False, annotations=_HINTS.get(tool.__name__, _READS))
    return server
