"""Traces: a collector's spans for a move, and no tracing unless it was asked for."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from podesta_client import connect
from podesta_service.telemetry.tracing import _wanted, call_span, span, trace_ids
from tests.kit.ports import free_port
from tests.kit.process import ServiceProcess, running_service

otel = pytest.importorskip("opentelemetry.proto.collector.trace.v1.trace_service_pb2")

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
TRACE = PARENT.split("-")[1]
ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"


class Collector(ThreadingHTTPServer):
    """An OTLP receiver over HTTP on loopback; keeps every span that it receives."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Receiver)
        self.spans: list[Any] = []
        self.names: set[str] = set()
        self.raw, self.metrics = b"", ""

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        collector = self.server
        assert isinstance(collector, Collector)
        assert self.path == "/v1/traces"
        body = self.rfile.read(int(self.headers["Content-Length"]))
        collector.raw += body
        for resource in otel.ExportTraceServiceRequest.FromString(body).resource_spans:
            named = {each.key: each.value.string_value for each in resource.resource.attributes}
            collector.names.add(named["service.name"])
            collector.spans += [span for scope in resource.scope_spans for span in scope.spans]
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Silence the log."""


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    """A collector for the module."""
    server = Collector()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def played(collector: Collector, tmp_path_factory: pytest.TempPathFactory) -> ServiceProcess:
    """A service that has taken a move over each wire and ended, so that every span was sent; its tokens are secret."""
    folder: Path = tmp_path_factory.mktemp("traces")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ENDPOINT, collector.url)
        port = free_port()
        with running_service(folder, LOG_LEVEL="debug", METRICS_PORT=str(port)) as service:
            tokens = _move_over_both(service)
            asked = {"Accept": "application/openmetrics-text"}
            collector.metrics = httpx.get(f"http://127.0.0.1:{port}/metrics", headers=asked).text
    for secret in (*tokens, *(token.split(".")[2] for token in tokens)):
        assert secret.encode() not in collector.raw
    return service


def _move_over_both(service: ServiceProcess) -> list[str]:
    with connect(service.grpc) as podesta, httpx.Client(base_url=service.rest) as http:
        new = podesta.create("golden-horn", seats=["Ada", "Bice"])
        for wire in ("grpc", "rest"):
            token = new.tokens[podesta.get(new.id).waiting[0].seat]
            game = podesta.get(new.id, token)
            kind, word = game.questions[0].kind, game.questions[0].options[0].word
            if wire == "grpc":
                podesta.answer(new.id, token, game.revision, [(kind, word)])
                continue
            headers = {
                "Authorization": f"Bearer {token}",
                "If-Match": f'"{game.revision}"',
                "Idempotency-Key": "0123456789abcdef",
                "traceparent": PARENT,
            }
            answers = {"answers": [{"question": kind, "option": word}]}
            http.post(f"/v1/games/{new.id}/answers", headers=headers, json=answers).raise_for_status()
            http.get(f"/v1/games/{'a' * 16}?token=secret")
    return list(new.tokens)


def attributes(span: Any) -> dict[str, Any]:
    """A span's attributes as a dict."""
    values = {each.key: each.value for each in span.attributes}
    return {key: value.string_value or value.int_value for key, value in values.items()}


def children(spans: list[Any], parent: Any) -> set[str]:
    """The names of a span's children."""
    return {span.name for span in spans if span.parent_span_id == parent.span_id}


def test_a_move_shows_what_it_was_made_of(collector: Collector, played: ServiceProcess) -> None:
    """On both wires: the call, in it the decision and the append; the caller's trace continues."""
    over_grpc = next(span for span in collector.spans if span.name == "Answer")
    over_rest = next(span for span in collector.spans if span.name == "POST /v1/games/{game}/answers")
    for call in (over_grpc, over_rest):
        assert {"decide", "store.append"} <= children(collector.spans, call)
        assert attributes(call)["podesta.outcome"] == "ok"
        assert len(attributes(call)["podesta.game"]) == 21
    assert over_rest.trace_id.hex() == TRACE
    assert attributes(over_rest)["http.response.status_code"] == 200
    assert attributes(over_grpc)["rpc.system"] == "grpc"
    assert collector.names == {"podesta"}


def test_a_refusal_is_traced_by_its_template(collector: Collector, played: ServiceProcess) -> None:
    """The name of a span is a path template; queries are in no attribute, and a refusal is no fault."""
    (refused,) = [span for span in collector.spans if attributes(span).get("podesta.outcome") == "unknown-game"]
    assert refused.name == "GET /v1/games/{game}"
    assert attributes(refused)["http.response.status_code"] == 404
    assert refused.status.code == 0
    assert b"secret" not in collector.raw


def test_attributes_are_those_that_were_meant(collector: Collector, played: ServiceProcess) -> None:
    """No header, body, address or exception appears in a span."""
    known = {"podesta", "http", "rpc"}
    for each in collector.spans:
        assert {key.partition(".")[0] for key in attributes(each)} <= known
        assert not each.events


def test_durations_name_a_trace(collector: Collector, played: ServiceProcess) -> None:
    """In the format that supports it: those of calls and of the store, in the bucket that the call fell into."""
    told = [line for line in collector.metrics.splitlines() if "# {" in line]
    (answered,) = [
        line
        for line in told
        if line.startswith("podesta_call_seconds_bucket") and 'call="Answer"' in line and 'wire="rest"' in line
    ]
    assert f'trace_id="{TRACE}"' in answered
    assert any(line.startswith("podesta_store_seconds_bucket") and 'operation="append"' in line for line in told)


def test_log_lines_name_the_trace(collector: Collector, played: ServiceProcess) -> None:
    """Each line of a traced call has its trace, next to its request id and game."""
    (line,) = [line for line in played.log if line.get("trace_id") == TRACE and line["event"] == "call"]
    assert line["call"] == "Answer"
    assert line["wire"] == "rest"
    assert len(line["span_id"]) == 16
    assert line["request_id"]
    assert len(line["game"]) == 21


def test_a_collector_that_is_away_costs_nobody_a_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls are answered, and the process ends, as if the collector were up."""
    monkeypatch.setenv(ENDPOINT, "http://127.0.0.1:9")
    with running_service(tmp_path) as service:
        assert httpx.get(f"{service.rest}/v1/rulesets").status_code == 200
        assert service.stop() == 0


@pytest.mark.parametrize(
    ("environ", "on"),
    [
        ({}, False),
        ({ENDPOINT: "http://collector:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector:4318/v1/traces"}, True),
        ({ENDPOINT: "http://collector:4318", "OTEL_SDK_DISABLED": "true"}, False),
        ({ENDPOINT: "http://collector:4318", "OTEL_TRACES_EXPORTER": "none"}, False),
        ({ENDPOINT: "http://collector:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, False),
    ],
)
def test_the_standard_variables_turn_traces_on(environ: dict[str, str], on: bool) -> None:
    """An endpoint turns traces on, unless they are switched off or need an unsupported protocol."""
    assert _wanted(environ) is on


def test_without_an_endpoint_nothing_is_imported_or_made() -> None:
    """Off, all spans are one shared no-op, and the tracing library is not loaded."""
    assert span("decide", ruleset="troyes") is span("fold")
    assert call_span("rest", {}) is call_span("grpc", {})
    assert trace_ids() == {}
    code = "import sys, json, podesta_service.run.serve; print(json.dumps([*sys.modules]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "podesta_service.telemetry.tracing" in (loaded := json.loads(done.stdout))
    assert not {"podesta_service.telemetry.otel", "opentelemetry.sdk.trace", "opentelemetry.exporter"} & set(loaded)


def test_an_extra_that_is_wanted_but_missing_is_told(tmp_path: Path) -> None:
    """The service runs without it and names the package to install."""
    code = (
        "import sys; sys.modules['opentelemetry'] = None\n"
        "from podesta_service.telemetry.tracing import set_up_tracing, span\n"
        f"assert not set_up_tracing({{'{ENDPOINT}': 'http://c:4318'}})\n"
        "with span('x'): pass"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "podesta[otel]" in done.stdout + done.stderr
