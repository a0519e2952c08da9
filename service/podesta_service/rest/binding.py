"""Calls as handlers of Litestar: the place of each field in a request, and the headers of the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from inspect import Parameter, Signature
from types import NoneType
from typing import Annotated, Any, cast, get_type_hints

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec import NODEFAULT, Meta, Struct, defstruct, structs

from podesta_engines.core.words import Language
from podesta_service.api.call import OPENER, ApiCall
from podesta_service.api.fields import fields_of
from podesta_service.problems import (
    MALFORMED,
    NO_TOKEN,
    OUTCOME_UNKNOWN,
    REVISION_REQUIRED,
    STALE_REVISION,
    ProblemType,
)

from .call import Call, require_json, require_operator
from .documented import ANY_CALL, ETAG, GAME_CALL, LOCATION, UNCOMPRESSED, WITH_BODY, Described, problems
from .errors import ASKED
from .headers import decided_on, etag, optional, required
from .parameters import IfMatch

_TOKEN: dict[str, list[str]] = {"seatToken": []}
_SECURITY: dict[str, list[dict[str, list[str]]]] = {"nothing": [{}], "any": [{}, _TOKEN], "seat": [_TOKEN]}


def bind_rest(calls: Iterable[ApiCall[Any]]) -> list[HTTPRouteHandler]:
    """The handlers of calls."""
    return [Bound(each).handler() for each in calls]


class Bound:
    """A call, and the place of each field that it asks."""

    def __init__(self, call: ApiCall[Any]) -> None:
        self._call, self._fields, self._kinds = call, fields_of(call.asked), get_type_hints(call.asked)
        usual = "query" if call.method in ("GET", "DELETE") else "body"
        self._places = {
            name: "path" if name in call.named else field.extra.get("place", usual)
            for name, field in self._fields.items()
        }
        self._headers = self._in("Idempotency-Key", "If-Match")
        self._required = [name for name in self._headers if self._fields[name].default is NODEFAULT]
        self._key = required if "command_id" in self._required else optional
        inside = self._in("body")
        self.body: Any = self._fields[call.body].type if call.body else self._part(inside) if inside else None

    def _in(self, *places: str) -> list[str]:
        """The fields in these places; a header is read into `revision` and `head` at once."""
        return [name for name, place in self._places.items() if place in places and name != "head"]

    def handler(self) -> HTTPRouteHandler:
        """The handler: Litestar parses and describes a request by its signature, which is made of the fields."""
        call = self._call
        typed = {name: f"{{{name}:{self._kinds[name].__name__}}}" for name in call.named}
        return HTTPRouteHandler(
            call.path.format(**typed),
            http_method=call.method,
            name=call.name,
            operation_id=call.name[0].lower() + call.name[1:],
            summary=call.summary,
            status_code=call.status,
            opt={ASKED: call.asked, **(UNCOMPRESSED if call.secret else {})},
            before_request=require_operator if call.who is OPENER else require_json if self.body else None,
            response_headers=[*([ETAG] if call.shows else []), *([LOCATION] if call.located else [])],
            security=_SECURITY[call.who.wants],
            responses=problems(*self._problems()),
            described=self._described(),
            tags=["webhooks" if "/webhooks" in call.path else "games"],
        )(self._function())

    def _function(self) -> Any:
        call, named = self._call, self._call.named

        async def handle(request: Call, data: Any = None, **given: Any) -> Response[Any]:
            who = await call.who.find(request.caller, *[given[name] for name in named])
            self._read_headers(given)
            if data is not None:
                given |= {call.body: data} if call.body else structs.asdict(data)
            answer = await call.run(request.caller, call.asked(**given), who)
            return Response(answer, headers=_headers(call, answer, request.language))

        answers: Any = None if call.answer is NoneType else Response[call.answer]  # type: ignore[name-defined]
        parameters, made = [*self._parameters()], cast("Any", handle)
        made.__signature__ = Signature(parameters, return_annotation=answers)
        made.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": answers}
        made.__name__, made.__doc__ = call.run.__name__, call.run.__doc__
        return made

    def _read_headers(self, given: dict[str, Any]) -> None:
        """Read the headers of a caller who may make the call; raises Refusal."""
        if "revision" in given:
            given["revision"], given["head"] = decided_on(given["revision"])
        if "command_id" in given:
            given["command_id"] = self._key(given["command_id"])

    # -- what Litestar is told ----------------------------------------------------------------------------------------

    def _parameters(self) -> Iterator[Parameter]:
        yield _parameter("request", Call)
        for name in self._in("path"):
            yield _parameter(name, self._checked(name, PathParameter))
        for name in self._in("query"):
            yield _parameter(name, self._checked(name, QueryParameter), self._fields[name].default)
        if self.body:
            yield _parameter("data", JSONBody[self.body])  # type: ignore[misc,name-defined]
        for name in self._headers:
            header = HeaderParameter(name=self._places[name], description=self._fields[name].about)
            yield _parameter(name, IfMatch if name == "revision" else Annotated[str | None, header], None)

    def _checked(self, name: str, kind: Any) -> Any:
        """A field as a parameter; Litestar checks the bounds of its Meta."""
        field = self._fields[name]
        return Annotated[self._kinds[name], kind(description=field.about, ge=field.meta.ge, le=field.meta.le)]

    def _part(self, names: list[str]) -> type[Struct]:
        """The body: a strict struct of some of the fields, under the same name."""
        struct, strict = self._call.asked, {"frozen": True, "forbid_unknown_fields": True}
        inside = [self._fields[name] for name in names]
        fields = [(each.name, Annotated[each.type, Meta(description=each.about)], each.default) for each in inside]
        doc = {"__doc__": struct.__doc__}
        return defstruct(struct.__name__, fields, module=__name__, namespace=doc, **strict)  # type: ignore[arg-type]

    def _problems(self) -> list[ProblemType]:
        """The problems that follow from the fields and the callers, and the call's own."""
        return [
            *(GAME_CALL if "game" in self._fields else (*ANY_CALL, MALFORMED)),
            *([NO_TOKEN] if self._call.who.wants == "seat" else []),
            *(WITH_BODY if self.body else []),
            *([OUTCOME_UNKNOWN] if "command_id" in self._headers else []),
            *([REVISION_REQUIRED, STALE_REVISION] if "revision" in self._headers else []),
            *self._call.problems,
        ]

    def _described(self) -> Described:
        seat_only, required = self._call.who.wants == "seat", [*map(self._places.__getitem__, self._required)]
        example = {"body" if self.body else "parameters": self._call.example} if self._call.example else {}
        return Described(seat_only=seat_only, required=required, result=self._call.result, **example)  # type: ignore[arg-type]


def _parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _headers(call: ApiCall[Any], answer: Any, language: Language) -> dict[str, str]:
    """The headers of an answer, which is not cached; only a GET needs Vary, as browsers keep pages to go back to."""
    found = {"Cache-Control": "no-store"}
    if call.speaks:
        found["Content-Language"] = language
        if call.method == "GET":
            found["Vary"] = "Accept-Language"
    if call.shows:
        game = call.shows(answer)
        found["ETag"] = etag(game.revision, game.seat, language)
        if call.located:
            found["Location"] = f"/v1/games/{game.game}"
    return found
