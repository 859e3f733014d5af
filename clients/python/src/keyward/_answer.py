"""Reads a response of the service."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import httpx

from ._call import ResponseInfo
from ._errors import (
    KeywardError,
    Problem,
    TimedOutError,
    UnexpectedAnswerError,
    UnreachableError,
    Violation,
    error_for,
)


@dataclass(frozen=True)
class Answer:
    """A successful response."""

    data: Any
    pagination: Any
    info: ResponseInfo


@dataclass(frozen=True)
class FailedAttempt:
    """A failed attempt, and whether it can have taken effect."""

    error: KeywardError
    is_without_effect: bool


# There was no connection, so the request cannot have been sent.
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


def read_answer(operation: str, response: httpx.Response) -> Answer | FailedAttempt:
    envelope = _envelope_in(response.content)
    if envelope is None:
        return _foreign(operation, response)
    error = envelope.get("error")
    if error is not None:
        return FailedAttempt(_refusal(operation, response, envelope), is_without_effect=True)
    info = ResponseInfo(operation, envelope["meta"]["requestId"], response.headers)
    return Answer(envelope.get("data"), envelope.get("pagination") or {}, info)


def failed_to_send(operation: str, origin: str, cause: httpx.TransportError) -> FailedAttempt:
    error: KeywardError
    if isinstance(cause, httpx.TimeoutException):
        detail = f"{origin} did not answer in time."
        error = TimedOutError(Problem(operation=operation, code="client/timeout", detail=detail))
    else:
        reason = str(cause).rstrip(".") or type(cause).__name__
        detail = f"{origin} cannot be reached: {reason}."
        problem = Problem(operation=operation, code="client/unreachable", detail=detail)
        error = UnreachableError(problem)
    error.__cause__ = cause
    return FailedAttempt(error, is_without_effect=isinstance(cause, _NEVER_SENT))


def _envelope_in(content: bytes) -> dict[str, Any] | None:
    """None if the content is not from Keyward. Any other JSON has no request id."""
    try:
        envelope = json.loads(content)
        is_envelope = isinstance(envelope["meta"]["requestId"], str)
        if "error" in envelope:
            is_envelope = is_envelope and isinstance(envelope["error"]["type"], str)
    except (ValueError, KeyError, TypeError):
        return None
    return envelope if is_envelope else None


def _refusal(operation: str, response: httpx.Response, envelope: dict[str, Any]) -> KeywardError:
    error = envelope["error"]
    violations = tuple(
        Violation(one.get("location", ""), one.get("message", ""), one.get("fix"))
        for one in error.get("errors") or ()
    )
    problem = Problem(
        operation=operation,
        code="/".join(error["type"].split("/")[-2:]),
        detail=str(error.get("detail", "")),
        status=response.status_code,
        request_id=envelope["meta"]["requestId"],
        type=error["type"],
        violations=violations,
        retry_after=_seconds_in(response.headers.get("retry-after")),
    )
    return error_for(response.status_code, problem)


def _foreign(operation: str, response: httpx.Response) -> FailedAttempt:
    target = response.headers.get("location")
    points = "" if target is None else f" and points to {target}"
    origin = str(response.request.url.copy_with(raw_path=b"/")).rstrip("/")
    problem = Problem(
        operation=operation,
        code="client/unexpected_answer",
        detail=f"What answers at {origin} is not Keyward: it sent status "
        f"{response.status_code}{points}.",
        status=response.status_code,
        retry_after=_seconds_in(response.headers.get("retry-after")),
    )
    return FailedAttempt(UnexpectedAnswerError(problem), is_without_effect=False)


def _seconds_in(header: str | None) -> int | None:
    """A proxy may send a date, which the client ignores."""
    is_number = header is not None and header.isascii() and header.isdigit()
    return int(header) if header is not None and is_number else None
