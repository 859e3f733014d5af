"""Charges what a request turned out to cost, when its stream ends."""

from __future__ import annotations

import asyncio
import logging
from types import TracebackType
from typing import Final, Protocol

from ._errors import KeywardError
from ._generated.models import CommitResponse
from ._transport import AsyncTransport, Transport

_log = logging.getLogger("keyward")

# A commit of the same amount charges nothing more, so it is repeated like a read.
_OPERATION: Final = "credits.commit"
_KIND: Final = "query"


class Reserving(Protocol):
    """A verdict, or another object with the id of a reservation."""

    @property
    def reservation_id(self) -> str | None: ...


class _Used:
    def __init__(self) -> None:
        self.used = 0
        """Credits to charge. Add to it while the stream runs; 0 gives everything back."""
        self.result: CommitResponse | None = None
        """What was charged. None before the end, and if nothing was reserved."""


class Reservation(_Used):
    """Commits `used` at the end of the block, also after an exception."""

    def __init__(self, transport: Transport, verdict: Reserving) -> None:
        super().__init__()
        self._transport = transport
        self._id = verdict.reservation_id

    def __enter__(self) -> Reservation:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._id is None:
            return
        body = {"reservationId": self._id, "amount": self.used}
        try:
            self.result = self._transport.call(_OPERATION, _KIND, body, None, CommitResponse)
        except KeywardError as failure:
            _report(failure, error)


class AsyncReservation(_Used):
    """Commits `used` at the end of the block, also after an exception or a cancellation."""

    def __init__(self, transport: AsyncTransport, verdict: Reserving) -> None:
        super().__init__()
        self._transport = transport
        self._id = verdict.reservation_id

    async def __aenter__(self) -> AsyncReservation:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._id is None:
            return
        # The caller of a stream may hang up, which cancels the task but must not cancel the charge.
        commit = asyncio.ensure_future(self._commit(self._id, error))
        self._transport.background.add(commit)
        commit.add_done_callback(self._transport.background.discard)
        await asyncio.shield(commit)

    async def _commit(self, reservation_id: str, error: BaseException | None) -> None:
        body = {"reservationId": reservation_id, "amount": self.used}
        try:
            self.result = await self._transport.call(_OPERATION, _KIND, body, None, CommitResponse)
        except KeywardError as failure:
            _report(failure, error)


def _report(failure: KeywardError, error: BaseException | None) -> None:
    """An exception of the block is more important than the failed commit."""
    if error is None:
        raise failure
    _log.error("A reservation could not be committed. %s", failure)
