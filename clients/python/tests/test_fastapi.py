from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any

import httpx
import pytest
import uvicorn
from fastapi import Body, Depends, FastAPI, Request
from fastapi.responses import StreamingResponse
from guarded import Reply, check_guard

from keyward import AsyncKeyward, Keyward
from keyward.fastapi import Demands, KeywardGuard, LimitHeaders, Verdict


def test_the_dependency_guards_a_route(client: Keyward, api_id: str) -> None:
    async def call(headers: Mapping[str, str]) -> Reply:
        async with AsyncKeyward() as keyward:
            app = FastAPI()
            guard = KeywardGuard(client=keyward, permissions="python.read")

            async def documents(verdict: Annotated[Verdict, Depends(guard)]) -> dict[str, object]:
                return {"hello": verdict.identity and verdict.identity.external_id}

            # The annotation names a local variable, so FastAPI needs it resolved.
            documents.__annotations__["verdict"] = Annotated[Verdict, Depends(guard)]
            app.get("/documents", response_model=None)(documents)
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
                answer = await http.get("/documents", headers=dict(headers))
        return Reply(answer.status_code, answer.headers, answer.text)

    check_guard(client, api_id, lambda headers: asyncio.run(call(headers)))


def test_the_headers_of_limits_survive_a_response_of_the_route(
    client: Keyward, api_id: str
) -> None:
    limits = [{"name": "requests", "limit": 9, "duration": 3_600_000, "auto_apply": True}]
    key = client.keys.create_key(api_id=api_id, ratelimits=limits).key  # type: ignore[arg-type]

    async def run() -> list[str | None]:
        async with AsyncKeyward() as keyward:
            app = FastAPI()
            app.add_middleware(LimitHeaders)
            guarded = [Depends(KeywardGuard(client=keyward))]

            async def stream() -> StreamingResponse:
                return StreamingResponse(["some ", "words"])

            async def own() -> StreamingResponse:
                return StreamingResponse(["words"], headers={"RateLimit-Remaining": "own"})

            async def data() -> str:
                return "words"

            for path, route in {"/stream": stream, "/own": own, "/data": data}.items():
                route.__annotations__.clear()
                app.get(path, dependencies=guarded)(route)
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
                found: list[str | None] = []
                for path in ("/stream", "/own", "/data"):
                    answer = await http.get(path, headers={"Authorization": f"Bearer {key}"})
                    found.append(answer.headers.get("RateLimit-Remaining"))
        return found

    assert asyncio.run(run()) == ["8", "own", "6"]


def test_the_cost_may_depend_on_the_body_and_used_up_credits_be_402(
    client: Keyward, api_id: str
) -> None:
    key = client.keys.create_key(api_id=api_id, credits={"remaining": 7}).key

    async def cost(request: Request) -> Demands:
        body: Any = await request.json()
        return {"credits": {"cost": body["cost"]}}

    async def run() -> list[tuple[int, object]]:
        async with AsyncKeyward() as keyward:
            app = FastAPI()
            guard = KeywardGuard(client=keyward, per_request=cost, exhausted=402)

            async def pay(body: dict[str, int] = Body()) -> dict[str, int]:  # noqa: B008
                return body

            pay.__annotations__["body"] = dict[str, int]
            app.post("/pay", dependencies=[Depends(guard)], response_model=None)(pay)
            transport = httpx.ASGITransport(app)
            found: list[tuple[int, object]] = []
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
                for amount in (5, 3):
                    headers = {"Authorization": f"Bearer {key}"}
                    answer = await http.post("/pay", json={"cost": amount}, headers=headers)
                    found.append((answer.status_code, answer.json()))
        return found

    problem = {
        "code": "USAGE_EXCEEDED",
        "status": 402,
        "title": "Payment Required",
        "detail": "This API key does not have enough credits left.",
    }
    assert asyncio.run(run()) == [(200, {"cost": 5}), (402, {"detail": {"error": problem}})]


def test_a_caller_who_hangs_up_pays_for_what_was_sent(client: Keyward, api_id: str) -> None:
    minted = client.keys.create_key(api_id=api_id, credits={"remaining": 100})

    async def run() -> None:
        async with AsyncKeyward() as keyward:
            app = FastAPI()
            guard = KeywardGuard(client=keyward, credits={"cost": 50, "reserve": True})
            is_over = asyncio.Event()

            async def chat(verdict: Verdict = Depends(guard)) -> StreamingResponse:  # noqa: B008
                async def words() -> AsyncIterator[str]:
                    try:
                        async with keyward.reservation(verdict) as reservation:
                            for _ in range(3):
                                reservation.used += 1
                                yield "word "
                            # The server notices at the next word that the caller is gone.
                            while True:
                                yield " "
                                await asyncio.sleep(0.005)
                    finally:
                        is_over.set()

                return StreamingResponse(words())

            chat.__annotations__["verdict"] = Verdict
            app.post("/chat", response_model=None)(chat)
            server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical"))
            serving = asyncio.create_task(server.serve())
            while not server.started:
                await asyncio.sleep(0.005)
            port = server.servers[0].sockets[0].getsockname()[1]
            headers = {"Authorization": f"Bearer {minted.key}"}
            async with (
                httpx.AsyncClient() as http,
                http.stream("POST", f"http://127.0.0.1:{port}/chat", headers=headers) as answer,
            ):
                assert answer.status_code == 200
                received = ""
                async for text in answer.aiter_text():
                    received += text
                    if received.count("word") == 3:
                        break
            await is_over.wait()
            server.should_exit = True
            await serving

    asyncio.run(run())
    assert client.keys.verify_key(key=minted.key, credits={"cost": 0}).credits == 97


def test_the_openapi_document_names_the_key() -> None:
    app = FastAPI()
    guard = KeywardGuard(client=AsyncKeyward())

    async def documents(verdict: Verdict = Depends(guard)) -> None:  # noqa: B008
        """Needs a key."""

    documents.__annotations__["verdict"] = Verdict
    app.get("/documents")(documents)
    document = app.openapi()
    schemes = document["components"]["securitySchemes"]
    assert schemes == {"API key": {"type": "http", "scheme": "bearer"}}
    assert document["paths"]["/documents"]["get"]["security"] == [{"API key": []}]


def test_a_refusal_is_an_http_exception() -> None:
    from fastapi import HTTPException, Request, Response

    async def run() -> None:
        async with AsyncKeyward() as keyward:
            guard = KeywardGuard(client=keyward, refusal_body=lambda refusal: refusal.code)
            request = Request({"type": "http", "headers": []})
            with pytest.raises(HTTPException) as caught:
                await guard(request, Response())
            assert (caught.value.status_code, caught.value.detail) == (401, "MISSING")

    asyncio.run(run())
