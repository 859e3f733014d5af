"""Verifies what Keyward sends to a webhook."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable
from typing import Protocol

from ._generated.models import EventMessage
from ._wire import decode

# A request that somebody repeats later is refused. Clocks may differ.
_TOLERANCE_SECONDS = 5 * 60
_MOST_SIGNATURES = 10


class RequestHeaders(Protocol):
    """The headers of a request in any framework, or a dictionary."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class WebhookError(Exception):
    """Keyward has not sent this request, or not now. Answer 400 to it."""


def verify_webhook(body: bytes | str, headers: RequestHeaders, secret: str) -> EventMessage:
    """Verifies the signature of a request, and returns its message.

    Pass the body as it arrived, because parsed JSON has other bytes.

    Raises:
        WebhookError: The signature does not fit.
    """
    found = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (
        found.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")
    )
    if not (message_id and timestamp and signatures):
        raise WebhookError("The request has no signature.")
    if not _is_recent(timestamp):
        raise WebhookError("The request was signed at another time.")
    content = body.encode() if isinstance(body, str) else body
    signed = b".".join((message_id.encode(), timestamp.encode(), content))
    expected = hmac.digest(_key_of(secret), signed, hashlib.sha256)
    for signature in signatures.split(" ")[:_MOST_SIGNATURES]:
        version, _, encoded = signature.partition(",")
        if version == "v1" and hmac.compare_digest(_bytes_in(encoded) or b"", expected):
            return decode(EventMessage, json.loads(content))
    raise WebhookError("The signature does not fit the request and the secret.")


def _is_recent(timestamp: str) -> bool:
    is_number = timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 16
    return is_number and abs(time.time() - int(timestamp)) <= _TOLERANCE_SECONDS


def _key_of(secret: str) -> bytes:
    key = _bytes_in(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("The secret of a webhook begins with `whsec_`.")
    return key


def _bytes_in(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
