from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import httpx
from guarded import Reply, check_guard

from keyward import AsyncKeyward, GuardOptions, Keyward
from keyward.asgi import KeywardMiddleware, Message, Receive, Scope, Send


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    verdict = scope.get("keyward")
    hello = verdict.identity.external_id if verdict is not None else "anybody"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": json.dumps({"hello": hello}).encode()})


def options() -> GuardOptions[Scope]:
    return GuardOptions(permissions="python.read")


async def get(app: KeywardMiddleware, path: str, headers: Mapping[str, str]) -> Reply:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
        answer = await http.get(path, headers=dict(headers))
    return Reply(answer.status_code, answer.headers, answer.text)


def test_the_middleware_guards_an_application(client: Keyward, api_id: str) -> None:
    async def call(headers: Mapping[str, str]) -> Reply:
        async with AsyncKeyward() as keyward:
            return await get(
                KeywardMiddleware(application, keyward, options=options()), "/documents", headers
            )

    check_guard(client, api_id, lambda headers: asyncio.run(call(headers)))


def test_paths_may_be_left_open() -> None:
    async def run() -> None:
        async with AsyncKeyward() as keyward:
            app = KeywardMiddleware(
                application, keyward, guards=lambda scope: scope["path"] != "/health"
            )
            assert (await get(app, "/health", {})).body == '{"hello": "anybody"}'
            assert (await get(app, "/documents", {})).status == 401

    asyncio.run(run())


def test_a_websocket_without_a_key_is_closed_and_a_lifespan_passes() -> None:
    async def run() -> None:
        sent: list[Message] = []
        reached: list[str] = []

        async def inner(scope: Scope, receive: Receive, send: Send) -> None:
            reached.append(scope["type"])

        async def receive() -> Message:
            return {"type": "websocket.connect"}

        async def send(message: Message) -> None:
            sent.append(message)

        async with AsyncKeyward() as keyward:
            app = KeywardMiddleware(inner, keyward)
            await app({"type": "websocket", "path": "/", "headers": []}, receive, send)
            await app({"type": "lifespan"}, receive, send)
        assert sent == [{"type": "websocket.close", "code": 1008}]
        assert reached == ["lifespan"]

    asyncio.run(run())
