"""Traces with OpenTelemetry; imported only if the extra `otel` is installed and traces are enabled."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version

from opentelemetry import propagate, trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Link, SpanKind, Status, StatusCode
from opentelemetry.util.types import AttributeValue

_PATIENCE = 2.0
"""Seconds for sending the last spans at the end of the process."""
_SERVICE = {"service.name": "podesta", "service.version": version("podesta-service")}


class OtelCall:
    """The span of one call; it records that there was an error, not which."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def end(self, name: str, failed: bool, attributes: Mapping[str, AttributeValue]) -> None:
        """Name the span, record how the call ended, and end it."""
        self._span.update_name(name)
        self._span.set_attributes(attributes)
        if failed:
            self._span.set_status(Status(StatusCode.ERROR))


class OtelSpans:
    """Sends spans to OTEL_EXPORTER_OTLP_ENDPOINT; sampling and limits are set by the SDK's own variables."""

    def __init__(self) -> None:
        named = "OTEL_SERVICE_NAME" in os.environ or "service.name=" in os.environ.get("OTEL_RESOURCE_ATTRIBUTES", "")
        own = {key: value for key, value in _SERVICE.items() if key != "service.name" or not named}
        self._provider = TracerProvider(resource=Resource.create(own), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("podesta")

    @contextmanager
    def call(self, kind: str, headers: Mapping[str, str], fresh: bool) -> Iterator[OtelCall]:
        """The span of a call, in the caller's trace; a fresh one only links to the caller's span."""
        around = trace.get_current_span().get_span_context()
        links = [Link(around)] if fresh and around.is_valid else []
        above = Context() if fresh else propagate.extract(headers, context=Context())
        with self._tracer.start_as_current_span(
            kind, above, SpanKind.SERVER, links=links, record_exception=False, set_status_on_exception=False
        ) as span:
            yield OtelCall(span)

    @contextmanager
    def work(self, name: str, attributes: Mapping[str, AttributeValue]) -> Iterator[None]:
        """The span of a part of a call that is traced."""
        if not trace.get_current_span().is_recording():
            yield
            return
        own = {f"podesta.{key}": value for key, value in attributes.items()}
        with self._tracer.start_as_current_span(
            name, attributes=own, record_exception=False, set_status_on_exception=False
        ):
            yield

    def ids(self) -> dict[str, str]:
        """The ids of the current span."""
        at = trace.get_current_span().get_span_context()
        if not at.is_valid:
            return {}
        return {"trace_id": trace.format_trace_id(at.trace_id), "span_id": trace.format_span_id(at.span_id)}

    def close(self) -> None:
        """Send the last spans, without waiting for a collector that does not respond."""
        ending = threading.Thread(target=self._provider.shutdown, name="last spans", daemon=True)
        ending.start()
        ending.join(_PATIENCE)
