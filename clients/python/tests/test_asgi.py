from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping

import httpx
import pytest
from guarded import Reply, check_guard

from keyward import AsyncKeyward, Demands, GuardOptions, Keyward
from keyward.asgi import KeywardMiddleware, Message, Receive, Scope, Send, body_of


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


def test_the_cost_may_depend_on_a_body_that_the_application_reads_too(
    client: Keyward, api_id: str
) -> None:
    key = client.keys.create_key(api_id=api_id, credits={"remaining": 20}).key

    async def cost(scope: Scope) -> Demands:
        assert await body_of(scope) == await body_of(scope)
        return {"credits": {"cost": len(await body_of(scope))}}

    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        with pytest.raises(LookupError):
            await body_of(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        more = True
        while more:
            message = await receive()
            more = message["more_body"]
            part = {"type": "http.response.body", "body": message["body"], "more_body": more}
            await send(part)

    async def parts() -> AsyncIterator[bytes]:
        yield b"some "
        yield b"words"

    async def run() -> str:
        async with AsyncKeyward() as keyward:
            app = KeywardMiddleware(echo, keyward, options=GuardOptions[Scope](per_request=cost))
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
                headers = {"Authorization": f"Bearer {key}"}
                return (await http.post("/", content=parts(), headers=headers)).text

    assert asyncio.run(run()) == "some words"
    assert client.keys.verify_key(key=key, credits={"cost": 0}).credits == 10


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
