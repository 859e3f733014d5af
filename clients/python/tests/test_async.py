from __future__ import annotations

import asyncio
import uuid

import pytest
from faults import Faults, loses_the_answer, refuses, stays_silent

import keyward
from keyward import AsyncKeyward, Keyward

BUSY = refuses(503, "application/service_unavailable", Retry_After="0")
SLOW = refuses(503, "application/service_unavailable", Retry_After="20")


async def seen_at_least(faults: Faults, count: int) -> None:
    while len(faults.seen) < count:
        await asyncio.sleep(0.005)


def test_calls_lists_and_errors() -> None:
    async def run() -> None:
        async with AsyncKeyward() as client:
            api_id = (await client.apis.create_api(name="Async")).api_id
            for name in ("a", "b", "c"):
                await client.keys.create_key(api_id=api_id, name=name)
            page = await client.apis.list_keys(api_id=api_id, limit=2)
            assert [key.name for key in page.data] == ["a", "b"]
            rest = await page.next_page()
            assert rest is not None
            assert [key.name for key in rest.data] == ["c"]
            assert await rest.next_page() is None
            found = [key.name async for key in client.apis.list_keys(api_id=api_id, limit=1)]
            assert found == ["a", "b", "c"]
            assert [key.name async for key in page] == ["a", "b", "c"]
            with pytest.raises(keyward.NotFoundError) as caught:
                await client.keys.get_key(key_id="key_unknown")
            assert caught.value.request_id is not None

    asyncio.run(run())


def test_64_calls_at_once(client: Keyward, api_id: str) -> None:
    key = client.keys.create_key(api_id=api_id, credits={"remaining": 40}).key

    async def run() -> list[str]:
        async with AsyncKeyward() as caller:
            calls = [caller.keys.verify_key(key=key) for _ in range(64)]
            return [verdict.code for verdict in await asyncio.gather(*calls)]

    codes = asyncio.run(run())
    assert (codes.count("VALID"), codes.count("USAGE_EXCEEDED")) == (40, 24)


def test_retries_and_timeouts(faults: Faults) -> None:
    async def run() -> None:
        async with AsyncKeyward(url=faults.url) as client:
            faults.faults = [BUSY, loses_the_answer]
            name = uuid.uuid4().hex
            api = await client.apis.create_api(name=name)
            found = [one.id async for one in client.apis.list_apis(search=name)]
            assert found == [api.api_id]
            faults.faults = [stays_silent]
            with pytest.raises(keyward.TimedOutError):
                await client.apis.list_apis(options={"timeout": 0.05, "retries": 0})

    asyncio.run(run())


def test_a_canceled_task_ends_its_call(faults: Faults) -> None:
    async def run() -> None:
        async with AsyncKeyward(url=faults.url) as client:
            faults.faults = [stays_silent]
            call = asyncio.create_task(client.apis.get_api(api_id="api_unknown"))
            await seen_at_least(faults, 1)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            # The connection of the canceled call is not used again.
            with pytest.raises(keyward.NotFoundError):
                await client.apis.get_api(api_id="api_unknown")

    asyncio.run(run())
    assert len(faults.seen) == 2


def test_a_canceled_task_makes_no_further_attempt(faults: Faults) -> None:
    async def run() -> None:
        async with AsyncKeyward(url=faults.url) as client:
            faults.faults = [SLOW]
            call = asyncio.create_task(client.apis.get_api(api_id="api_unknown"))
            await seen_at_least(faults, 1)
            await client.keys.verify_key(key="nobody")
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call

    asyncio.run(run())
    assert [seen.path for seen in faults.seen] == ["/v2/apis.getApi", "/v2/keys.verifyKey"]
