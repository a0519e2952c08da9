"""Calls as handlers of Litestar: the place of each field in a request, and the headers of the answer.

A field that the path names is in the path. `command_id` is the header Idempotency-Key; `revision` and `head` are
If-Match. The others are the query of a GET, and otherwise the body.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from inspect import Parameter, Signature
from typing import Annotated, Any, cast

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct, defstruct, structs

from podesta_engines.core.words import Language
from podesta_service.api.call import ApiCall
from podesta_service.api.fields import fields_of
from podesta_service.problems import (
    MALFORMED,
    NO_TOKEN,
    OUTCOME_UNKNOWN,
    REVISION_REQUIRED,
    STALE_REVISION,
    ProblemType,
)

from .call import Call, require_json
from .documented import ANY_CALL, ETAG, GAME_CALL, UNCOMPRESSED, WITH_BODY, Described, problems
from .errors import ASKED
from .headers import decided_on, etag, required
from .parameters import IfMatch

_HEADERS = {"command_id": "Idempotency-Key", "revision": "If-Match"}
_TOKEN: dict[str, list[str]] = {"seatToken": []}
_SECURITY: dict[str, list[dict[str, list[str]]]] = {"nothing": [{}], "any": [{}, _TOKEN], "seat": [_TOKEN]}


def bind_rest(calls: Iterable[ApiCall[Any]]) -> list[HTTPRouteHandler]:
    """The handlers of calls."""
    return [_Bound(each).handler() for each in calls]


class _Bound:
    """A call, and the place of each field that it asks."""

    def __init__(self, call: ApiCall[Any]) -> None:
        self._call, self._fields = call, fields_of(call.asked)
        self._path = [name for name in self._fields if f"{{{name}}}" in call.path]
        self._headers = [name for name in self._fields if name in _HEADERS]
        rest = [name for name in self._fields if name not in (*self._path, *self._headers, "head")]
        self._query, inside = (rest, []) if call.method == "GET" else ([], rest)
        self._body: Any = self._fields[call.body].type if call.body else self._part(inside) if inside else None

    def handler(self) -> HTTPRouteHandler:
        """The handler: Litestar parses and describes a request by its signature, which is made of the fields."""
        call = self._call
        return HTTPRouteHandler(
            self._address(),
            http_method=call.method,
            name=call.name,
            operation_id=call.name[0].lower() + call.name[1:],
            summary=call.summary,
            status_code=call.status,
            opt={ASKED: call.asked, **(UNCOMPRESSED if call.secret else {})},
            before_request=require_json if self._body else None,
            response_headers=[ETAG] if call.shows else [],
            security=_SECURITY[call.who.wants],
            responses=problems(*self._problems()),
            described=self._described(),
            tags=["games"],
        )(self._function())

    def _function(self) -> Any:
        call = self._call

        async def handle(request: Call, data: Any = None, **given: Any) -> Response[Any]:
            who = await call.who.find(request.caller, given.get("game", ""))
            self._read_headers(given)
            if data is not None:
                given |= {call.body: data} if call.body else structs.asdict(data)
            answer = await call.run(request.caller, call.asked(**given), who)
            return Response(answer, headers=_headers(call, answer, request.language))

        parameters, answers, made = [*self._parameters()], Response[call.answer], cast("Any", handle)  # type: ignore[name-defined]
        made.__signature__ = Signature(parameters, return_annotation=answers)
        made.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": answers}
        made.__name__, made.__doc__ = call.run.__name__, call.about
        return made

    def _read_headers(self, given: dict[str, Any]) -> None:
        """Read the headers of a caller who may make the call; raises Refusal."""
        if "revision" in given:
            given["revision"], given["head"] = decided_on(given["revision"])
        if "command_id" in given:
            given["command_id"] = required(given["command_id"])

    # -- what Litestar is told ----------------------------------------------------------------------------------------

    def _parameters(self) -> Iterator[Parameter]:
        yield _parameter("request", Call)
        for name in self._path:
            yield _parameter(name, self._checked(name, PathParameter))
        for name in self._query:
            yield _parameter(name, self._checked(name, QueryParameter), self._fields[name].default)
        if self._body:
            yield _parameter("data", JSONBody[self._body])  # type: ignore[misc,name-defined]
        for name in self._headers:
            yield _parameter(name, IfMatch if name == "revision" else self._header(name), None)

    def _checked(self, name: str, kind: Any) -> Any:
        """A field as a parameter; Litestar checks the bounds of its Meta."""
        field = self._fields[name]
        return Annotated[_bare(field.type), kind(description=field.about, ge=field.meta.ge, le=field.meta.le)]

    def _header(self, name: str) -> Any:
        return Annotated[str | None, HeaderParameter(name=_HEADERS[name], description=self._fields[name].about)]

    def _address(self) -> str:
        """`/v1/games/{game}` as Litestar writes it."""
        typed = {name: f"{{{name}:{_bare(self._fields[name].type).__name__}}}" for name in self._path}
        return self._call.path.format(**typed)

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
            *(WITH_BODY if self._body else []),
            *([OUTCOME_UNKNOWN] if "command_id" in self._headers else []),
            *([REVISION_REQUIRED, STALE_REVISION] if "revision" in self._headers else []),
            *self._call.problems,
        ]

    def _described(self) -> Described:
        seat_only, required = self._call.who.wants == "seat", [*map(_HEADERS.__getitem__, self._headers)]
        example, result = self._call.example, self._call.result
        if self._body or not example:
            return Described(seat_only=seat_only, required=required, body=example, result=result)
        return Described(seat_only=seat_only, required=required, parameters=example, result=result)


def _bare(kind: Any) -> Any:
    return kind.__origin__ if hasattr(kind, "__metadata__") else kind


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
    return found
