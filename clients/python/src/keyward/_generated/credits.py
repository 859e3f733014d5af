# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""Reservations of credits: charge what a request turned out to cost."""

from __future__ import annotations

from .._call import Body, CallOptions
from .._transport import AsyncTransport, Transport
from . import models


class Credits:
    """Reservations of credits: charge what a request turned out to cost."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def commit(
        self,
        *,
        reservation_id: str,
        amount: int,
        options: CallOptions | None = None,
    ) -> models.CommitResponse:
        """Charge what a request turned out to cost, after a verification that reserved credits. The
        rest of the reservation is given back.

        Args:
            reservation_id: `reservation_id` of the verification.
            amount: Credits to charge: less than was reserved, or more. 0 gives everything back.

        Callers: a root key with `api.{apiId}.verify_key`.

        Errors: `data/reservation_not_found`, `data/reservation_already_committed`.

        Example:
            >>> client.credits.commit(
            ...     reservation_id="rsv_1CAiZx1YPnJZtcPxTdBGPS",
            ...     amount=3,
            ... )
            CommitResponse(
                amount=3,
                uncovered=0,
                balances=Balances(key=7),
            )
        """
        body: Body = {
            "reservationId": reservation_id,
            "amount": amount,
        }
        return self._transport.call("credits.commit", "consumption", body, options, models.CommitResponse)


class AsyncCredits:
    """Reservations of credits: charge what a request turned out to cost."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def commit(
        self,
        *,
        reservation_id: str,
        amount: int,
        options: CallOptions | None = None,
    ) -> models.CommitResponse:
        """Charge what a request turned out to cost, after a verification that reserved credits. The
        rest of the reservation is given back.

        Args:
            reservation_id: `reservation_id` of the verification.
            amount: Credits to charge: less than was reserved, or more. 0 gives everything back.

        Callers: a root key with `api.{apiId}.verify_key`.

        Errors: `data/reservation_not_found`, `data/reservation_already_committed`.

        Example:
            >>> await client.credits.commit(
            ...     reservation_id="rsv_1CAiZx1YPnJZtcPxTdBGPS",
            ...     amount=3,
            ... )
            CommitResponse(
                amount=3,
                uncovered=0,
                balances=Balances(key=7),
            )
        """
        body: Body = {
            "reservationId": reservation_id,
            "amount": amount,
        }
        return await self._transport.call("credits.commit", "consumption", body, options, models.CommitResponse)
