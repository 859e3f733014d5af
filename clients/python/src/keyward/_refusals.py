"""What an application tells its own caller about a key, and the headers of limits."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus

from ._generated.models import EvaluatedRatelimit
from ._generated.refusals import REFUSALS


@dataclass(frozen=True)
class Refusal:
    """Why a request was refused: its key is missing, invalid or cannot be verified."""

    code: str
    status: int
    title: str
    detail: str
    headers: dict[str, str] = field(default_factory=dict[str, str])

    def with_status(self, status: int) -> Refusal:
        return replace(self, status=status, title=HTTPStatus(status).phrase)

    def body(self) -> dict[str, object]:
        """The body of the response, unless the application has its own."""
        return {
            "error": {
                "code": self.code,
                "status": self.status,
                "title": self.title,
                "detail": self.detail,
            }
        }


def refusal_of(
    code: str, retry_after: int | None = None, limits: dict[str, str] | None = None
) -> Refusal:
    status, title, detail, challenge = REFUSALS[code]
    headers = {"Cache-Control": "no-store", **(limits or {})}
    if challenge is not None:
        headers["WWW-Authenticate"] = challenge
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    return Refusal(code, status, title, detail, headers)


def seconds_until_reset(limits: Sequence[EvaluatedRatelimit] | None) -> int | None:
    """The time until the last exceeded limit resets."""
    return max((_seconds_until(one) for one in limits or () if one.exceeded), default=None)


def limit_headers(limits: Sequence[EvaluatedRatelimit] | None) -> dict[str, str]:
    """`RateLimit-*` headers for the caller of an application: the limit that will refuse first."""
    if not limits:
        return {}
    tightest = min(limits, key=lambda one: (not one.exceeded, one.remaining, -one.reset))
    return {
        "RateLimit-Limit": str(tightest.limit),
        "RateLimit-Remaining": str(tightest.remaining),
        "RateLimit-Reset": str(_seconds_until(tightest)),
    }


def _seconds_until(limit: EvaluatedRatelimit) -> int:
    """The clocks of application and Keyward may differ: the wait is one second to one window."""
    left = min(limit.reset - time.time() * 1000, limit.duration)
    return max(1, math.ceil(left / 1000))
