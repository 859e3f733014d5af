from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated

import httpx
import pytest
from fastapi import Depends, FastAPI
from guarded import Reply, check_guard

from keyward import AsyncKeyward, Keyward
from keyward.fastapi import KeywardGuard, Verdict


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
