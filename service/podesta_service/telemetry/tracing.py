"""Traces: on where the extra `otel` is installed and OTEL_EXPORTER_OTLP_ENDPOINT is set; else they cost nothing.

A span names a call, a game, a ruleset, a count or an outcome: never a token, a body, or what an exception says.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

import structlog

log = structlog.get_logger("podesta")

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
_SPOKEN = "http/protobuf"

Value = str | int


class CallSpan(Protocol):
    """The span of one call."""

    def end(self, name: str, failed: bool, attributes: Mapping[str, Value]) -> None:
        """The call is over: what it was, as far as is known only now, and whether the fault is the service's."""


class Spans(Protocol):
    """What makes spans while tracing is on."""

    def call(self, kind: str, headers: Mapping[str, str], fresh: bool) -> AbstractContextManager[CallSpan]:
        """The span of a call, within the caller's trace if its headers name one; `fresh` begins a trace of its own."""

    def work(self, name: str, attributes: Mapping[str, Value]) -> AbstractContextManager[None]:
        """The span of a part of a call; nothing outside of one."""

    def ids(self) -> dict[str, str]:
        """The trace and the span that this task is in, for its log lines."""

    def close(self) -> None:
        """Send what is waiting, if the collector takes it quickly."""


class _Off:
    """A call that is not traced."""

    def end(self, name: str, failed: bool, attributes: Mapping[str, Value]) -> None:
        """Do nothing."""


_NO_CALL: AbstractContextManager[CallSpan] = nullcontext(_Off())
_NO_WORK: AbstractContextManager[None] = nullcontext()
_spans: Spans | None = None


def set_up_tracing(environ: Mapping[str, str] | None = None) -> bool:
    """Turn tracing on if the environment wants it (the standard OTEL_* variables); whether it is on now."""
    global _spans
    environ = os.environ if environ is None else environ
    if _spans is None and _wanted(environ):
        try:
            from .otel import OtelSpans
        except ImportError:
            log.warning("traces are wanted, but not installed: pip install 'podesta[otel]'")
        else:
            _spans = OtelSpans()
    return _spans is not None


def _wanted(environ: Mapping[str, str]) -> bool:
    """Whether there is somewhere to send spans to, in a way that is spoken here."""
    off = environ.get("OTEL_SDK_DISABLED", "").lower() == "true" or environ.get("OTEL_TRACES_EXPORTER") == "none"
    if off or not any(environ.get(name) for name in _ENDPOINTS):
        return False
    protocol = next((environ[name] for name in _PROTOCOLS if environ.get(name)), _SPOKEN)
    if protocol != _SPOKEN:
        log.warning("traces are off: the protocol of OTLP must be http/protobuf", protocol=protocol)
    return protocol == _SPOKEN


def close_tracing() -> None:
    """Send what is waiting and turn tracing off. May be repeated."""
    global _spans
    ending, _spans = _spans, None
    if ending is not None:
        ending.close()


def is_traced() -> bool:
    """Whether tracing is on, for those whose attributes take work."""
    return _spans is not None


def call_span(kind: str, headers: Mapping[str, str], fresh: bool = False) -> AbstractContextManager[CallSpan]:
    """The span of a call of a `kind` (rest, grpc), to be ended by name."""
    return _NO_CALL if _spans is None else _spans.call(kind, headers, fresh)


def span(name: str, **attributes: Value) -> AbstractContextManager[None]:
    """The span of a part of a call; its attributes are called `podesta.<name>`."""
    return _NO_WORK if _spans is None else _spans.work(name, attributes)


def trace_ids() -> dict[str, str]:
    """`trace_id` and `span_id` of what this task is doing, in hex; empty where nothing is traced."""
    return {} if _spans is None else _spans.ids()
