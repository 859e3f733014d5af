from __future__ import annotations

import asyncio
import subprocess
import sys

from faults import Faults
from opentelemetry import baggage, context, trace

from keyward import AsyncKeyward, Keyward

TRACE_ID = 0x0AF7651916CD43DD8448EB211C80319C
SPAN_ID = 0xB7AD6B7169203331
TRACEPARENT = f"00-{TRACE_ID:032x}-{SPAN_ID:016x}-01"


def in_span() -> context.Context:
    """A context of OpenTelemetry with a span, as a program has it in a request, and baggage."""
    span = trace.NonRecordingSpan(
        trace.SpanContext(TRACE_ID, SPAN_ID, is_remote=False, trace_flags=trace.TraceFlags(1))
    )
    return baggage.set_baggage("customer", "42", trace.set_span_in_context(span))


def test_a_call_belongs_to_the_current_span_and_gets_nothing_else_of_it(faults: Faults) -> None:
    token = context.attach(in_span())
    try:
        with Keyward(url=faults.url) as client:
            client.apis.list_apis()
    finally:
        context.detach(token)
    assert faults.seen[0].headers["traceparent"] == TRACEPARENT
    assert "baggage" not in faults.seen[0].headers


def test_so_does_a_call_of_asyncio(faults: Faults) -> None:
    async def call() -> None:
        context.attach(in_span())
        async with AsyncKeyward(url=faults.url) as client:
            await client.apis.list_apis()

    asyncio.run(call())
    assert faults.seen[0].headers["traceparent"] == TRACEPARENT


def test_outside_of_spans_there_is_no_header(faults: Faults) -> None:
    with Keyward(url=faults.url) as client:
        client.apis.list_apis()
    assert "traceparent" not in faults.seen[0].headers


def test_own_headers_replace_those_of_opentelemetry_and_none_of_the_client(faults: Faults) -> None:
    with Keyward(
        url=faults.url, headers=lambda: {"X-Trace": "1", "authorization": "other"}
    ) as client:
        client.apis.list_apis()
    assert faults.seen[0].headers["x-trace"] == "1"
    assert faults.seen[0].headers["authorization"].startswith("Bearer ")


def test_without_opentelemetry_nothing_of_it_is_imported() -> None:
    code = (
        "import sys; from keyward._trace import trace_headers; "
        "print(trace_headers(), any(name.startswith('opentelemetry') for name in sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "{} False"
