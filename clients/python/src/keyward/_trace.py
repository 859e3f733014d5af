"""The trace of the program that uses the client."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping


def trace_headers() -> Mapping[str, str]:
    """The headers of the current span, if the program uses OpenTelemetry."""
    if "opentelemetry.trace" not in sys.modules:
        return {}
    carrier: dict[str, str] = {}
    importlib.import_module("opentelemetry.propagate").inject(carrier)
    # Baggage of the program is not for this service.
    return {name: carrier[name] for name in ("traceparent", "tracestate") if name in carrier}
