"""The server of the Model Context Protocol: the tools as models see them."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult as Said
from mcp_types import TextContent
from pydantic import Field

from podesta_client import Problem

from .seats import Unheld
from .table import Given, Tables, Unclear, refused
from .transcripts import Deviates, Replay, Transcript

INSTRUCTIONS = """You play board games at tables of Podestà. Open a game or join one; then answer until it is over.
Every answer names the revision that you were told last, and options by their numbers or words.
`answer` tells what others did, what has changed (path old>new) and the next question. `look` with full=true shows the
whole table: do that first, and seldom later. A refusal changes nothing and says what would be legal."""

Game = Annotated[str, Field(description="The game's id.")]
Which = Annotated[int | None, Field(description="Your seat, if you hold several of the game.")]
Options = Annotated[
    list[Given], Field(description="For each question in turn, the number or the word of an option; usually one.")
]


class Tools:
    """The tools over some tables, or over a transcript that is told again."""

    def __init__(self, tables: Tables | Replay, transcript: Transcript | None = None) -> None:
        self._tables, self._transcript = tables, transcript

    async def tables(self, ruleset: str = "") -> Said:
        """Your games, and games that you may join."""
        return await self._do("tables", ruleset=ruleset)

    async def open(self, ruleset: str, others: list[str] | None = None, name: str = "Agent") -> Said:
        """Open a game. `others` has one for each further seat: a house bot (greedy, easy, fair, strong) or `open`."""
        return await self._do("open", ruleset=ruleset, others=others or ["greedy"], name=name)

    async def join(self, game: Game, name: str = "Agent", invitation: str = "") -> Said:
        """Take a free seat of a game."""
        return await self._do("join", game=game, name=name, invitation=invitation)

    async def look(self, game: Game, full: bool = False, seat: Which = None) -> Said:
        """What you are asked, once it is your turn. With full, the whole table as you see it (long), at once."""
        return await self._do("look", game=game, seat=seat, full=full)

    async def why_not(self, game: Game, question: str, option: str, seat: Which = None) -> Said:
        """Whether an answer (a kind of question, an option's word) is open to you now, and by which rule not."""
        return await self._do("why_not", game=game, question=question, option=option, seat=seat)

    async def preview(self, game: Game, options: Options, seat: Which = None) -> Said:
        """What answers would lead to, up to a draw or somebody else's turn. Nothing changes."""
        return await self._do("preview", game=game, options=options, seat=seat)

    async def answer(self, game: Game, revision: int, options: Options, seat: Which = None) -> Said:
        """Answer your question. Returns what happened since, what changed, and your next question."""
        return await self._do("answer", game=game, revision=revision, options=options, seat=seat)

    async def _do(self, tool: str, **arguments: Any) -> Said:
        """Carry a call out, note it, and say it as the protocol wants it."""
        said, bad = await self._said(tool, arguments)
        if self._transcript:
            self._transcript.add(tool, arguments, said, bad)
        return Said(content=[TextContent(type="text", text=said)], is_error=bad)

    async def _said(self, tool: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """What is said to a call, and whether that is a refusal."""
        try:
            if isinstance(self._tables, Replay):
                return self._tables.say(tool, arguments)
            work: Awaitable[str] = getattr(self._tables, tool)(**arguments)
            return await work, False
        except Problem as problem:
            return refused(problem), True
        except (Unheld, Unclear, Deviates) as error:
            return str(error), True


def serving(tools: Tools) -> MCPServer[Any]:
    """The server, to be run over stdio or joined in memory."""
    server: MCPServer[Any] = MCPServer("podesta", instructions=INSTRUCTIONS)
    every = (tools.tables, tools.open, tools.join, tools.look, tools.why_not, tools.preview, tools.answer)
    for tool in every:
        server.add_tool(tool, structured_output=False)
    return server
