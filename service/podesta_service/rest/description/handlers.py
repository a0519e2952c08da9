"""The handlers' `described` options, by operation id."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from podesta_service.api.sample import sample
from podesta_service.rest.documented import Described
from podesta_service.rest.parameters import examples

_NOTHING = Described()


class Handlers:
    """The handlers of an application."""

    def __init__(self, app: Litestar) -> None:
        routes = (handler for route in app.routes for handler in getattr(route, "route_handlers", ()))
        self._handlers = {str(each.operation_id): each for each in routes if isinstance(each, HTTPRouteHandler)}

    def described(self, name: str) -> Described:
        """A handler's `described` option."""
        found: Described = self._handlers[name].opt.get("described", _NOTHING)
        return found

    def parameter(self, operation: str, name: str) -> Any:
        """The example of a parameter, if it has one."""
        return {**examples(sample()), **self.described(operation).parameters(sample())}.get(name)

    def body(self, operation: str) -> Any:
        """The example of a body; None for a call without one."""
        body = self.described(operation).body
        return body and body(sample())

    def text(self, operation: str) -> str:
        """The example of a text response; empty for a struct."""
        text = self.described(operation).text
        return text(sample()) if text else ""

    def events(self, operation: str) -> list[Any]:
        """The examples of a stream's events; empty for any other response."""
        events = self.described(operation).events
        return list(events(sample())) if events else []

    @cache  # noqa: B019  lives as long as the process, once
    def results(self) -> dict[str, Any]:
        """The examples of responses by the name of their struct."""
        found = {
            _result(handler).__name__: msgspec.json.decode(msgspec.json.encode(result(sample())))
            for name, handler in self._handlers.items()
            if (result := self.described(name).result)
        }
        return {name: {"summary": name, "value": value} for name, value in found.items()}

    def comes_in(self) -> list[type]:
        """The structs of request bodies."""
        return _structs(
            each.parsed_data_field and each.parsed_data_field.annotation for each in self._handlers.values()
        )

    def goes_out(self) -> list[type]:
        """The structs of responses and events."""
        events = [struct for name in self._handlers for struct in self.described(name).structs]
        return _structs([*map(_result, self._handlers.values()), *events])


def _structs(types: Iterable[Any]) -> list[type]:
    return [each for each in dict.fromkeys(types) if isinstance(each, type) and issubclass(each, msgspec.Struct)]


def _result(handler: HTTPRouteHandler) -> Any:
    """The type that a handler returns, or that its Response contains."""
    annotation = handler.parsed_fn_signature.return_type.annotation
    return next(iter(get_args(annotation)), annotation)
