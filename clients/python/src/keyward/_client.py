"""The two clients: one for programs that wait, one for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from types import TracebackType

import httpx

from ._call import OnResponse
from ._generated.resources import AsyncResources, Resources
from ._reservations import AsyncReservation, Reservation, Reserving
from ._settings import Settings, key_of, origin_of
from ._trace import trace_headers
from ._transport import AsyncTransport, Transport

_LIMITS = httpx.Limits(max_connections=256, max_keepalive_connections=64)


class Keyward(Resources):
    """A client for one service with one key. Threads may share it.

    Args:
        url: Address of the service, such as `https://keys.example.com`. Default: the variable
            `KEYWARD_URL`.
        key: A root key, an operator key, or an API key that reads itself. Default: the variable
            `KEYWARD_KEY`.
        timeout: Seconds to wait for the network in each attempt. Default: 15, so that the service
            can return 503 if its database does not respond.
        total_timeout: Seconds for all attempts of a call and the waits between them. Default: 30.
        retries: Maximum number of retries, if a call is safe to repeat. Default: 2.
        http_client: Your own client of httpx, for proxies, certificates or hooks. You close it.
        headers: Returns headers that are added to every request. Default: `traceparent` and
            `tracestate` of the current span, if the program uses OpenTelemetry.
        on_response: Called with the request id and the headers of every successful response.
    """

    def __init__(
        self,
        *,
        url: str | None = None,
        key: str | None = None,
        timeout: float = 15.0,
        total_timeout: float = 30.0,
        retries: int = 2,
        http_client: httpx.Client | None = None,
        headers: Callable[[], Mapping[str, str]] = trace_headers,
        on_response: OnResponse | None = None,
    ) -> None:
        settings = Settings(
            origin_of(url), key_of(key), timeout, total_timeout, retries, headers, on_response
        )
        self._is_own = http_client is None
        self._transport = Transport(settings, http_client or httpx.Client(limits=_LIMITS))
        super().__init__(self._transport)

    def reservation(self, verdict: Reserving) -> Reservation:
        """A block that charges what a request turned out to cost, if anything is reserved."""
        return Reservation(self._transport, verdict)

    def close(self) -> None:
        """Closes all connections, unless they belong to your own client of httpx."""
        if self._is_own:
            self._transport.http.close()

    def __enter__(self) -> Keyward:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncKeyward(AsyncResources):
    """A client for asyncio, for one service with one key. It takes the same arguments as `Keyward`.

    Canceling a task ends its call, also while it waits for its next attempt.
    """

    def __init__(
        self,
        *,
        url: str | None = None,
        key: str | None = None,
        timeout: float = 15.0,
        total_timeout: float = 30.0,
        retries: int = 2,
        http_client: httpx.AsyncClient | None = None,
        headers: Callable[[], Mapping[str, str]] = trace_headers,
        on_response: OnResponse | None = None,
    ) -> None:
        settings = Settings(
            origin_of(url), key_of(key), timeout, total_timeout, retries, headers, on_response
        )
        self._is_own = http_client is None
        self._transport = AsyncTransport(settings, http_client or httpx.AsyncClient(limits=_LIMITS))
        super().__init__(self._transport)

    def reservation(self, verdict: Reserving) -> AsyncReservation:
        """A block that charges what a request turned out to cost, if anything is reserved."""
        return AsyncReservation(self._transport, verdict)

    async def close(self) -> None:
        """Waits for commits of canceled tasks, and closes all connections that are its own."""
        await asyncio.gather(*self._transport.background, return_exceptions=True)
        if self._is_own:
            await self._transport.http.aclose()

    async def __aenter__(self) -> AsyncKeyward:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
