from __future__ import annotations

import asyncio
import dataclasses
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from keyward import (
    AsyncKeyward,
    CallOptions,
    Keyward,
    NotFoundError,
    ResponseInfo,
    models,
)
from keyward._wire import decode, encode, wire_name
from keyward.params import NewKeyRefillInput


def test_results_have_attributes_in_snake_case(client: Keyward, api_id: str) -> None:
    refill: NewKeyRefillInput = {"interval": "monthly", "amount": 10, "refill_day": 31}
    created = client.keys.create_key(
        api_id=api_id,
        external_id="python_1",
        meta={"planName": "pro", "nested_map": {"aKey": [1, None]}},
        credits={"remaining": 5, "refill": refill},
    )
    key = client.keys.get_key(key_id=created.key_id)
    assert isinstance(key, models.Key)
    assert key.identity is not None
    assert key.identity.external_id == "python_1"
    assert key.meta == {"planName": "pro", "nested_map": {"aKey": [1, None]}}
    assert key.credits is not None
    assert key.credits.refill == models.Refill(interval="monthly", amount=10, refill_day=31)


def test_a_successful_response_shows_its_request_id(client: Keyward, api_id: str) -> None:
    seen: list[ResponseInfo] = []
    key = client.keys.create_key(api_id=api_id, options={"on_response": seen.append})
    order: CallOptions = {"on_response": seen.append, "idempotency_key": f"again-{key.key_id}"}
    for _ in range(2):
        client.keys.update_key(key_id=key.key_id, enabled=False, options=order)
    assert [info.operation for info in seen] == ["keys.createKey", *["keys.updateKey"] * 2]
    assert all(info.request_id == info.headers["x-request-id"] for info in seen)
    assert seen[2].headers["Idempotency-Replayed"] == "true"
    with pytest.raises(NotFoundError):
        client.keys.get_key(key_id="key_nobody", options={"on_response": seen.append})
    assert len(seen) == 3


def test_a_client_tells_of_every_successful_response() -> None:
    seen: list[ResponseInfo] = []
    with Keyward(on_response=seen.append) as client:
        pages = [page.name for page in client.apis.list_apis(limit=1)]

    async def run() -> None:
        async with AsyncKeyward(on_response=seen.append) as client:
            await client.apis.list_apis(limit=1)

    asyncio.run(run())
    assert len(seen) == max(1, len(pages)) + 1
    assert len({info.request_id for info in seen}) == len(seen)


def test_an_absent_field_stays_and_none_removes_it(client: Keyward, api_id: str) -> None:
    key_id = client.keys.create_key(api_id=api_id, name="Before", external_id="python_2").key_id
    client.keys.update_key(key_id=key_id, enabled=False)
    unchanged = client.keys.get_key(key_id=key_id)
    assert (unchanged.name, unchanged.enabled) == ("Before", False)
    client.keys.update_key(key_id=key_id, name=None)
    cleared = client.keys.get_key(key_id=key_id)
    assert cleared.name is None
    assert cleared.identity is not None


def test_a_nullable_result_is_none(client: Keyward, api_id: str) -> None:
    key_id = client.keys.create_key(api_id=api_id).key_id
    balance = client.keys.update_credits(key_id=key_id, operation="set", value=None)
    assert balance.remaining is None


def test_a_reserved_word_has_an_underscore(client: Keyward) -> None:
    assert wire_name("from_") == "from"
    usage = client.usage.get_verifications(from_=1_767_225_600_000, to=1_767_312_000_000)
    assert usage.from_ == 1_767_225_600_000


def test_fields_of_a_newer_service_are_left_out_and_missing_ones_are_none() -> None:
    refill = decode(models.Refill, {"interval": "daily", "amount": 3, "newField": {"a": 1}})
    assert refill == models.Refill(interval="daily", amount=3)
    assert encode(NewKeyRefillInput, {"refill_day": 3, "other_field": 4}) == {
        "refillDay": 3,
        "otherField": 4,
    }


def test_results_cannot_change_and_do_not_show_secrets(client: Keyward, api_id: str) -> None:
    created = client.keys.create_key(api_id=api_id)
    assert created.key not in repr(created)
    assert created.key_id in repr(created)
    with pytest.raises(dataclasses.FrozenInstanceError):
        created.key_id = "key_other"  # type: ignore[misc]


def test_a_refused_key_is_a_result(client: Keyward) -> None:
    verdict = client.keys.verify_key(key="nobody")
    assert (verdict.valid, verdict.code, verdict.identity) == (False, "NOT_FOUND", None)


def test_lists_of_objects_are_sent_and_returned(client: Keyward) -> None:
    limits = client.ratelimit.multi_limit(
        [
            {"namespace": "python", "identifier": "a", "limit": 3, "duration": 60_000, "cost": 2},
            {"namespace": "python", "identifier": "b", "limit": 3, "duration": 60_000},
        ]
    )
    assert [limit.remaining for limit in limits.limits] == [1, 2]


def test_a_loop_reads_all_pages(client: Keyward) -> None:
    api_id = client.apis.create_api(name="Paged").api_id
    names = [f"key {index}" for index in range(5)]
    for name in names:
        client.keys.create_key(api_id=api_id, name=name)
    first = client.apis.list_keys(api_id=api_id, limit=2)
    assert [key.name for key in first.data] == names[:2]
    assert first.has_more
    second = first.next_page()
    assert second is not None
    assert [key.name for key in second.data] == names[2:4]
    assert [key.name for key in client.apis.list_keys(api_id=api_id, limit=2)] == names
    last = second.next_page()
    assert last is not None
    assert last.next_page() is None


def test_threads_share_a_client(client: Keyward, api_id: str) -> None:
    key = client.keys.create_key(api_id=api_id, credits={"remaining": 40}).key
    with ThreadPoolExecutor(64) as pool:
        codes = list(pool.map(lambda _: client.keys.verify_key(key=key).code, range(64)))
    assert (codes.count("VALID"), codes.count("USAGE_EXCEEDED")) == (40, 24)


def test_your_own_http_client_is_used_and_stays_open() -> None:
    requests: list[httpx.Request] = []
    with httpx.Client(event_hooks={"request": [requests.append]}) as http:
        with Keyward(http_client=http) as client:
            client.keys.verify_key(key="nobody")
        assert not http.is_closed
    assert [request.url.path for request in requests] == ["/v2/keys.verifyKey"]
    assert requests[0].headers["user-agent"].startswith("keyward-python/")
