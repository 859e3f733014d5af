"""When a call may be repeated, and how long to wait before."""

from __future__ import annotations

import logging
import random
import time

from ._answer import FailedAttempt
from ._call import Call
from ._settings import Settings

_log = logging.getLogger("keyward")

_PASSING_STATUSES = frozenset({408, 429, 502, 503, 504})
_PASSING_CODES = frozenset(
    # The last one: the previous attempt is still running, and the next one gets its response.
    {"client/timeout", "client/unreachable", "application/idempotency_in_progress"}
)
_FIRST_WAIT = 0.2
_LONGEST_WAIT = 5.0


class Attempts:
    """The attempts of one call: their number, and the time that is left."""

    def __init__(self, settings: Settings, call: Call) -> None:
        options = call.options
        self._kind = call.kind
        self._timeout = options.get("timeout", settings.timeout)
        self._retries = options.get("retries", settings.retries)
        self._end = time.monotonic() + options.get("total_timeout", settings.total_timeout)
        self._count = 0

    def timeout(self) -> float:
        """Seconds to wait for the network in the next attempt."""
        return max(0.001, min(self._timeout, self._end - time.monotonic()))

    def wait_after(self, failed: FailedAttempt) -> float | None:
        """Seconds until the next attempt. None if the call has failed."""
        if self._count >= self._retries or not self._may_repeat(failed):
            return None
        # Full jitter, so that clients that failed together do not retry together.
        jitter = random.random() * min(_LONGEST_WAIT, _FIRST_WAIT * 2**self._count)  # noqa: S311
        wait: float = (failed.error.retry_after or 0) + jitter
        self._count += 1
        if time.monotonic() + wait >= self._end:
            return None
        _log.debug("%s Repeated in %.1f s.", failed.error, wait)
        return wait

    def _may_repeat(self, failed: FailedAttempt) -> bool:
        """A consumption takes credits each time, so it is repeated only if it took none."""
        error = failed.error
        is_passing = error.code in _PASSING_CODES or error.status in _PASSING_STATUSES
        return is_passing and (failed.is_without_effect or self._kind in ("query", "mutation"))
