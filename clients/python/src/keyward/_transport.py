"""Sends calls, and repeats them while that is safe and time remains."""

from __future__ import annotations

import asyncio
import time
from typing import TypeVar, cast

import httpx

from ._answer import Answer, FailedAttempt, failed_to_send, read_answer
from ._attempts import Attempts
from ._call import Body, Call, CallOptions, Kind
from ._generated.models import Pagination
from ._pages import AsyncPage, AsyncPages, Page
from ._settings import Settings
from ._wire import decode, decode_list

T = TypeVar("T")


class Transport:
    """Calls that wait in their thread."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self._settings = settings
        self.http = http

    def call(
        self, operation: str, kind: Kind, body: Body, options: CallOptions | None, into: type[T]
    ) -> T:
        return decode(into, self.send(operation, kind, body, options).data)

    def pages(
        self, operation: str, body: Body, options: CallOptions | None, item: type[T]
    ) -> Page[T]:
        def fetch(cursor: str | None) -> Page[T]:
            answer = self.send(operation, "query", _after(body, cursor), options)
            data = decode_list(item, answer.data)
            return Page(data, decode(Pagination, answer.pagination), fetch)

        return fetch(None)

    def send(self, operation: str, kind: Kind, body: Body, options: CallOptions | None) -> Answer:
        call = Call(operation, kind, body, options or {})
        attempts = Attempts(self._settings, call)
        request = self._settings.request(self.http, call)
        while True:
            outcome = self._attempt(operation, request, attempts.timeout())
            if isinstance(outcome, Answer):
                self._settings.tell(call, outcome.info)
                return outcome
            wait = attempts.wait_after(outcome)
            if wait is None:
                raise outcome.error
            time.sleep(wait)

    def _attempt(
        self, operation: str, request: httpx.Request, timeout: float
    ) -> Answer | FailedAttempt:
        request.extensions["timeout"] = httpx.Timeout(timeout).as_dict()
        try:
            # Following a redirect would send the key to another address.
            response = self.http.send(request, follow_redirects=False)
        except httpx.TransportError as cause:
            return failed_to_send(operation, self._settings.origin, cause)
        return read_answer(operation, response)


class AsyncTransport:
    """Calls for asyncio. A canceled task cancels its call."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._settings = settings
        self.http = http
        # Commits of canceled tasks, which the event loop holds weakly. `close` waits for them.
        self.background: set[asyncio.Future[None]] = set()

    async def call(
        self, operation: str, kind: Kind, body: Body, options: CallOptions | None, into: type[T]
    ) -> T:
        return decode(into, (await self.send(operation, kind, body, options)).data)

    def pages(
        self, operation: str, body: Body, options: CallOptions | None, item: type[T]
    ) -> AsyncPages[T]:
        async def fetch(cursor: str | None) -> AsyncPage[T]:
            answer = await self.send(operation, "query", _after(body, cursor), options)
            data = decode_list(item, answer.data)
            return AsyncPage(data, decode(Pagination, answer.pagination), fetch)

        return AsyncPages(fetch)

    async def send(
        self, operation: str, kind: Kind, body: Body, options: CallOptions | None
    ) -> Answer:
        call = Call(operation, kind, body, options or {})
        attempts = Attempts(self._settings, call)
        request = self._settings.request(self.http, call)
        while True:
            outcome = await self._attempt(operation, request, attempts.timeout())
            if isinstance(outcome, Answer):
                self._settings.tell(call, outcome.info)
                return outcome
            wait = attempts.wait_after(outcome)
            if wait is None:
                raise outcome.error
            await asyncio.sleep(wait)

    async def _attempt(
        self, operation: str, request: httpx.Request, timeout: float
    ) -> Answer | FailedAttempt:
        request.extensions["timeout"] = httpx.Timeout(timeout).as_dict()
        try:
            # Following a redirect would send the key to another address.
            response = await self.http.send(request, follow_redirects=False)
        except httpx.TransportError as cause:
            return failed_to_send(operation, self._settings.origin, cause)
        return read_answer(operation, response)


def _after(body: Body, cursor: str | None) -> Body:
    if cursor is None or not isinstance(body, dict):
        return body
    return {**cast("dict[str, object]", body), "cursor": cursor}
