"""The server of the Model Context Protocol: the tools as models see them."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field, ValidationError

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.views_pb2 import View
from podesta_client import Problem

from . import texts
from .seats import FileUnusable, SeatNotHeld
from .table import OptionRef, Reply, Tables, UnclearRequest, refused
from .transcripts import Replay, Result, Transcript, TranscriptMismatch

INSTRUCTIONS = """You play board games at tables of Podestà. Open a game or join one; then answer until it is over.
Every answer names the revision that you were told last, and options by their numbers or words.
`answer` tells what others did, what has changed (path old>new) and the next question. `look` also says what options'
words stand for, and with full=true the whole table: do that first, and seldom later. `rules` tells rules by number,
`cards` what cards do. A refusal changes nothing and says what would be legal."""


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
"""Annotations of the tools that change something; the others only read."""

_RULESETS = [field.name.replace("_", "-") for field in View.DESCRIPTOR.oneofs_by_name["view"].fields]
_BOTS = ["greedy", "easy", "fair", "strong", "open"]

Ruleset = Annotated[str, Field(description="Which game is played.", json_schema_extra={"enum": _RULESETS})]
Others = Annotated[
    list[str] | None,
    Field(description="One for each further seat: a house bot, or `open`.", json_schema_extra={"examples": [_BOTS]}),
]
Game = Annotated[str, Field(description="The game's id.")]
Which = Annotated[int | None, Field(description="Your seat, if you hold several of the game.")]
Options = Annotated[
    list[OptionRef], Field(description="For each question in turn, the number or the word of an option; usually one.")
]


class Standing(BaseModel):
    """How a game stands after a call, for programs; models read the text."""

    game: str = Field(description="The game's id.")
    revision: int = Field(description="Its revision, which an answer names.")
    status: Literal["open", "running", "ended"] = Field(description="Whether it waits for players, runs, or is over.")
    question: str = Field(description="The kind of your question; empty if you are asked nothing.")
    rule: str = Field(description="The number of the rule that asks it.")
    options: list[str] = Field(description="The words of its options; the first has the number 1.")


Played = Annotated[CallToolResult, Standing]
"""The result of tools that show a game: a text, and the game's state."""


class Tools:
    """The tools over some tables, or over a transcript that is replayed."""

    def __init__(self, tables: Tables | Replay, transcript: Transcript | None = None) -> None:
        self._tables, self._transcript = tables, transcript

    async def tables(self, ruleset: str = "") -> CallToolResult:
        """Your games, and games that you may join."""
        return await self._do("tables", ruleset=ruleset)

    async def open(self, ruleset: Ruleset, others: Others = None, name: str = "Agent") -> Played:
        """Open a game. `others` has one for each further seat: a house bot (greedy, easy, fair, strong) or `open`."""
        return await self._do("open", ruleset=ruleset, others=others or ["greedy"], name=name)

    async def join(self, game: Game, name: str = "Agent", invitation: str = "") -> Played:
        """Take a free seat of a game."""
        return await self._do("join", game=game, name=name, invitation=invitation)

    async def look(self, game: Game, full: bool = False, seat: Which = None) -> Played:
        """What you are asked, once it is your turn, with labels. With full, the whole table (long), at once."""
        return await self._do("look", game=game, seat=seat, full=full)

    async def why_not(self, game: Game, question: str, option: str, seat: Which = None) -> CallToolResult:
        """Whether an answer (a kind of question, an option's word) is open to you now, and by which rule not."""
        return await self._do("why_not", game=game, question=question, option=option, seat=seat)

    async def preview(self, game: Game, options: Options, seat: Which = None) -> Played:
        """What answers would lead to, up to a draw or another seat's turn. Nothing changes."""
        return await self._do("preview", game=game, options=options, seat=seat)

    async def answer(self, game: Game, revision: int, options: Options, seat: Which = None) -> Played:
        """Answer your question. Returns what happened since, what changed, and your next question."""
        return await self._do("answer", game=game, revision=revision, options=options, seat=seat)

    async def resign(self, game: Game, seat: Which = None) -> Played:
        """Give the game up, for good: it ends, or a house bot plays your seat on."""
        return await self._do("resign", game=game, seat=seat)

    async def rules(self, game: Game, numbers: list[str]) -> CallToolResult:
        """What rules say, by their numbers as questions and refusals name them, such as 4.2; a chapter by its own."""
        return await self._do("rules", game=game, numbers=numbers)

    async def cards(self, game: Game, words: list[str]) -> CallToolResult:
        """What cards and components do, by their words; an option's word serves as well."""
        return await self._do("cards", game=game, words=words)

    async def _do(self, tool: str, **arguments: Any) -> CallToolResult:
        """Carry a call out, record it in the transcript, and return the result."""
        result = await self._result(tool, arguments)
        if self._transcript:
            self._transcript.add(tool, arguments, result)
        return CallToolResult(
            content=[TextContent(type="text", text=result.said)],
            structured_content=result.standing,
            is_error=result.refused,
        )

    async def _result(self, tool: str, arguments: Mapping[str, Any]) -> Result:
        try:
            if isinstance(self._tables, Replay):
                return self._tables.say(tool, arguments)
            work: Awaitable[Reply | str] = getattr(self._tables, tool)(**arguments)
            reply = await work
        except Problem as problem:
            return Result(refused(problem), refused=True)
        except (SeatNotHeld, UnclearRequest, TranscriptMismatch, FileUnusable) as error:
            return Result(str(error), refused=True)
        return Result(reply) if isinstance(reply, str) else Result(reply.text, _standing(reply.game))


def _standing(game: pb.Game) -> dict[str, Any]:
    """The state of a game, as JSON."""
    status = pb.Status.Name(game.status).removeprefix("STATUS_").lower()
    question = game.questions[0] if game.questions else None
    return {
        "game": game.game,
        "revision": game.revision,
        "status": status,
        "question": question.kind if question else "",
        "rule": question.rule if question else "",
        "options": [option.word for option in question.options] if question else [],
    }


class _Server(MCPServer[Any]):
    """A server with refusals of arguments in sentences of our own."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool; raises ToolError."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError("; ".join(map(_misused, error.__cause__.errors()))) from None
            raise


_KINDS = {"int": "an integer", "string": "a text", "list": "a list", "bool": "true or false", "float": "a number"}


def _misused(wrong: Mapping[str, Any]) -> str:
    """The error for an argument, in a sentence."""
    field = ".".join(map(str, wrong["loc"]))
    kind = _KINDS.get(wrong["type"].partition("_")[0], "what its description asks for")
    return f"`{field}` is missing" if wrong["type"] == "missing" else f"`{field}` is not {kind}"


def serving(tools: Tools, tables: Tables | None = None) -> MCPServer[Any]:
    """The server, to be run over stdio or connected to in memory; with `tables`, rules and cards are resources, too."""
    server: MCPServer[Any] = _Server("podesta", instructions=INSTRUCTIONS)
    reading = (tools.tables, tools.look, tools.why_not, tools.preview, tools.rules, tools.cards)
    for tool in (*reading, tools.open, tools.join, tools.answer, tools.resign):
        server.add_tool(tool, annotations=_HINTS.get(tool.__name__, _READS))
    if tables:
        _add_resources(server, tables)
    return server


def _add_resources(server: MCPServer[Any], tables: Tables) -> None:
    @server.resource("podesta://{ruleset}/rules", mime_type="text/markdown")
    async def rules(ruleset: str) -> str:
        """All rules of a game, by number."""
        return texts.rulebook(await tables.catalogue(ruleset))

    @server.resource("podesta://{ruleset}/cards", mime_type="text/plain")
    async def cards(ruleset: str) -> str:
        """What each card and component of a game does."""
        return texts.all_cards(await tables.catalogue(ruleset))
