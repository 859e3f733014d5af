"""What a call consists of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict, cast

from ._wire import NOT_GIVEN

# `once` is a change without an idempotency key, and a consumption takes credits each time.
Kind = Literal["query", "mutation", "once", "consumption"]

Body: TypeAlias = object


@dataclass(frozen=True)
class ResponseInfo:
    """What a successful response says besides its data."""

    operation: str
    request_id: str
    """The id in the log of the service."""
    headers: Mapping[str, str]
    """Such as `Idempotency-Replayed` and `RateLimit-Remaining`. Names have no case."""


OnResponse: TypeAlias = Callable[[ResponseInfo], None]


class CallOptions(TypedDict, total=False):
    """Options of one call. They replace those of the client."""

    timeout: float
    """Seconds to wait for the network in each attempt."""
    total_timeout: float
    """Seconds for all attempts and the waits between them. No attempt begins later."""
    retries: int
    """Maximum number of retries, if the call is safe to repeat. 0 for none."""
    idempotency_key: str
    """Idempotency key of a change. The same key returns the same response for 24 hours."""
    on_response: OnResponse
    """Called with the request id and the headers of a successful response."""


@dataclass(frozen=True)
class Call:
    """One call of an operation."""

    operation: str
    kind: Kind
    body: Body
    options: CallOptions

    def json(self) -> object:
        found = self.body
        if not isinstance(found, dict):
            return found
        body = cast("dict[str, object]", found)
        return {name: value for name, value in body.items() if value is not NOT_GIVEN}
