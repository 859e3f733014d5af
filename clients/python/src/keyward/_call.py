"""What a call consists of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict, cast

from ._wire import NOT_GIVEN

# `once` is a change without an idempotency key, and a consumption takes credits each time.
Kind = Literal["query", "mutation", "once", "consumption"]

Body: TypeAlias = object


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
