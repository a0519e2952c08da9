"""Traces: on if the extra `otel` is installed and OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise they cost nothing.

A span names a call, a game, a ruleset, a count or an outcome: never a token, a body or an exception's message.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import ParamSpec, Protocol, TypeVar

import structlog

log = structlog.get_logger("podesta")

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
_SPOKEN = "http/protobuf"

Value = str | int
P = ParamSpec("P")
R = TypeVar("R")


class CallSpan(Protocol):
    """The span of one call."""

    def end(self, name: str, failed: bool, attributes: Mapping[str, Value]) -> None:
        """End the span with what is only known now: name, attributes, and whether it was an internal error."""


class Spans(Protocol):
    """Makes spans while tracing is on."""

    def call(self, kind: str, headers: Mapping[str, str], fresh: bool) -> AbstractContextManager[CallSpan]:
        """The span of a call, within the caller's trace if its headers name one; `fresh` begins a new trace."""

    def work(self, name: str, attributes: Mapping[str, Value]) -> AbstractContextManager[None]:
        """The span of a part of a call; does nothing outside a call."""

    def ids(self) -> dict[str, str]:
        """The current task's trace and span ids, for its log lines."""

    def close(self) -> None:
        """Send waiting spans, if the collector accepts them quickly."""


class _Off:
    """A call that is not traced."""

    def end(self, name: str, failed: bool, attributes: Mapping[str, Value]) -> None:
        """Do nothing."""


NO_CALL: AbstractContextManager[CallSpan] = nullcontext(_Off())
NOTHING: AbstractContextManager[None] = nullcontext()
"""The context manager for work that is not traced."""
spans: Spans | None = None
"""Makes spans; None while tracing is off, which hot paths check to avoid a call."""


def set_up_tracing(environ: Mapping[str, str] | None = None) -> bool:
    """Turn tracing on if the environment asks for it (the standard OTEL_* variables); return whether it is on."""
    global spans
    environ = os.environ if environ is None else environ
    if spans is None and _wanted(environ):
        try:
            from .otel import OtelSpans
        except ImportError:
            log.warning("traces are wanted, but not installed: pip install 'podesta[otel]'")
        else:
            spans = OtelSpans()
    return spans is not None


def _wanted(environ: Mapping[str, str]) -> bool:
    """Whether an endpoint for spans is set, with a supported protocol."""
    off = environ.get("OTEL_SDK_DISABLED", "").lower() == "true" or environ.get("OTEL_TRACES_EXPORTER") == "none"
    if off or not any(environ.get(name) for name in _ENDPOINTS):
        return False
    protocol = next((environ[name] for name in _PROTOCOLS if environ.get(name)), _SPOKEN)
    if protocol != _SPOKEN:
        log.warning("traces are off: the protocol of OTLP must be http/protobuf", protocol=protocol)
    return protocol == _SPOKEN


def close_tracing() -> None:
    """Send waiting spans and turn tracing off. May be repeated."""
    global spans
    ending, spans = spans, None
    if ending is not None:
        ending.close()


def call_span(kind: str, headers: Mapping[str, str], fresh: bool = False) -> AbstractContextManager[CallSpan]:
    """The span of a call of a `kind` (rest, grpc), to be ended by name."""
    return NO_CALL if spans is None else spans.call(kind, headers, fresh)


def span(name: str, **attributes: Value) -> AbstractContextManager[None]:
    """The span of a part of a call; its attributes are called `podesta.<name>`."""
    return NOTHING if spans is None else spans.work(name, attributes)


def within(name: str, work: Callable[P, R], **attributes: Value) -> Callable[P, R]:
    """Run a part of a call within its own span."""

    def traced(*args: P.args, **kwargs: P.kwargs) -> R:
        with span(name, **attributes):
            return work(*args, **kwargs)

    return traced


def trace_ids() -> dict[str, str]:
    """The current task's `trace_id` and `span_id` in hex; empty while nothing is traced."""
    return {} if spans is None else spans.ids()
