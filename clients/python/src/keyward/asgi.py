"""A guard for every ASGI application: Starlette, Litestar, Quart, and plain ones."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from ._client import AsyncKeyward
from ._guard import Demands, GuardOptions, Pass, Unverified, Verdict
from ._refusals import Refusal

__all__ = ["Demands", "KeywardMiddleware", "Refusal", "Unverified", "Verdict", "body_of"]

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


class KeywardMiddleware:
    """Accepts only requests with a valid key, and stores the verdict in `scope["keyward"]`.

    Args:
        app: The application behind the guard.
        client: A client for asyncio.
        guards: Says of a scope whether the guard applies. Default: to every request and WebSocket.
        options: As for the other guards.
    """

    def __init__(
        self,
        app: App,
        client: AsyncKeyward,
        *,
        guards: Callable[[Scope], bool] | None = None,
        options: GuardOptions[Scope] | None = None,
    ) -> None:
        self._app = app
        self._client = client
        self._guards = guards
        self._options = GuardOptions[Scope]() if options is None else options

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_guarded = scope["type"] in ("http", "websocket")
        if not is_guarded or (self._guards is not None and not self._guards(scope)):
            await self._app(scope, receive, send)
            return
        authorization = _header(scope, b"authorization")
        body = _Body(receive)
        scope["keyward.body"] = body
        decision = await self._options.verify_async(self._client, scope, authorization)
        del scope["keyward.body"]
        if isinstance(decision, Pass):
            scope["keyward"] = decision.verdict
            await self._app(scope, body.receive, with_headers(send, decision.headers))
        elif scope["type"] == "websocket":
            # A close before the acceptance refuses the handshake with 403.
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._refuse(decision, send)

    async def _refuse(self, refusal: Refusal, send: Send) -> None:
        body = json.dumps(self._options.body_of(refusal)).encode()
        headers = {**refusal.headers, "Content-Type": "application/json"}
        headers["Content-Length"] = str(len(body))
        start = {"type": "http.response.start", "status": refusal.status}
        await send({**start, "headers": _raw(headers)})
        await send({"type": "http.response.body", "body": body})


async def body_of(scope: Scope) -> bytes:
    """The body of a request, for `per_request`. The application behind the guard gets it too."""
    body = scope.get("keyward.body")
    if not isinstance(body, _Body) or scope["type"] != "http":
        raise LookupError("Only per_request of a KeywardMiddleware can read the body of a request.")
    return await body.read()


class _Body:
    """Keeps the messages that were read, for the application."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._read: list[Message] = []

    async def read(self) -> bytes:
        while not self._read or self._read[-1].get("more_body", False):
            self._read.append(await self._receive())
        return b"".join(message.get("body", b"") for message in self._read)

    async def receive(self) -> Message:
        return self._read.pop(0) if self._read else await self._receive()


def _header(scope: Scope, name: bytes) -> str | None:
    found = [value.decode("latin-1") for each, value in scope["headers"] if each.lower() == name]
    return found[0] if len(found) == 1 else None


def with_headers(send: Send, headers: dict[str, str]) -> Send:
    """Adds the headers to the response, unless the application has set them."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))
            names = {name.lower() for name, _ in own}
            message["headers"] = [*own, *(one for one in _raw(headers) if one[0] not in names)]
        await send(message)

    return send_with_headers


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
