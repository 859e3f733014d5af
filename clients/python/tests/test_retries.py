from __future__ import annotations

import time
import uuid

import pytest
from faults import Faults, answers, loses_the_answer, refuses, stays_silent

import keyward
from keyward import Keyward

BUSY = refuses(503, "application/service_unavailable", Retry_After="0")
LIMITED = refuses(429, "limits/rate_limited", Retry_After="0")


def test_503_and_429_are_repeated(faults: Faults) -> None:
    faults.faults = [BUSY, LIMITED]
    with Keyward(url=faults.url) as client:
        assert client.apis.list_apis().data is not None
    assert len(faults.seen) == 3


def test_retry_after_is_honored(faults: Faults) -> None:
    faults.faults = [refuses(503, "application/service_unavailable", Retry_After="1")]
    start = time.monotonic()
    with Keyward(url=faults.url) as client:
        client.apis.list_apis()
    assert time.monotonic() - start >= 1
    assert len(faults.seen) == 2


def test_a_wait_beyond_the_total_time_fails_at_once(faults: Faults) -> None:
    faults.faults = [refuses(503, "application/service_unavailable", Retry_After="3600")]
    with Keyward(url=faults.url) as client, pytest.raises(keyward.ServerError) as caught:
        client.apis.list_apis()
    assert (caught.value.retry_after, len(faults.seen)) == (3600, 1)


def test_a_change_happens_once_although_its_answer_is_lost(faults: Faults) -> None:
    faults.faults = [loses_the_answer]
    with Keyward(url=faults.url) as client:
        name = uuid.uuid4().hex
        api_id = client.apis.create_api(name=name).api_id
        found = [api.id for api in client.apis.list_apis(search=name)]
    assert found == [api_id]
    first, second = faults.seen[:2]
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
    assert first.body == second.body


def test_every_change_has_its_own_idempotency_key(faults: Faults) -> None:
    with Keyward(url=faults.url) as client:
        key = uuid.uuid4().hex
        one = client.apis.create_api(name="Same")
        other = client.apis.create_api(name="Same")
        again = client.apis.create_api(name="Same", options={"idempotency_key": key})
        repeated = client.apis.create_api(name="Same", options={"idempotency_key": key})
    assert one.api_id != other.api_id
    assert again.api_id == repeated.api_id
    assert len({seen.headers["idempotency-key"] for seen in faults.seen}) == 3


def test_reads_have_no_idempotency_key(faults: Faults) -> None:
    with Keyward(url=faults.url) as client:
        client.apis.list_apis()
        client.keys.verify_key(key="nobody")
    assert ["idempotency-key" in seen.headers for seen in faults.seen] == [False, False]


def test_a_verification_is_charged_once(client: Keyward, api_id: str, faults: Faults) -> None:
    minted = client.keys.create_key(api_id=api_id, credits={"remaining": 5})
    with Keyward(url=faults.url) as caller:
        # The service refused, so nothing is charged and the call is repeated.
        faults.faults = [BUSY]
        assert caller.keys.verify_key(key=minted.key).credits == 4
        # The answer is lost, so the credit may be charged.
        faults.faults = [loses_the_answer]
        with pytest.raises(keyward.UnreachableError):
            caller.keys.verify_key(key=minted.key)
        # A proxy may have passed the request on.
        faults.faults = [answers(503, b"busy")]
        with pytest.raises(keyward.UnexpectedAnswerError):
            caller.keys.verify_key(key=minted.key)
    assert len(faults.seen) == 4
    assert client.keys.verify_key(key=minted.key, credits={"cost": 0}).credits == 3


def test_a_refused_connection_is_repeated_and_then_told(faults: Faults) -> None:
    url = faults.url
    with Faults() as closed:
        unused = closed.url
    with (
        Keyward(url=unused, retries=1) as client,
        pytest.raises(keyward.UnreachableError) as caught,
    ):
        client.keys.verify_key(key="nobody")
    assert caught.value.code == "client/unreachable"
    assert unused in caught.value.detail
    assert url != unused


def test_errors_of_the_request_are_not_repeated(faults: Faults) -> None:
    with Keyward(url=faults.url) as client, pytest.raises(keyward.NotFoundError):
        client.keys.get_key(key_id="key_unknown")
    assert len(faults.seen) == 1


def test_a_silent_service_ends_in_a_timeout(faults: Faults) -> None:
    faults.faults = [stays_silent, stays_silent]
    with Keyward(url=faults.url, timeout=0.05, retries=1) as client:
        with pytest.raises(keyward.TimedOutError) as caught:
            client.apis.list_apis()
        assert caught.value.code == "client/timeout"
        # The proxy may be slower than the client gives up.
        while len(faults.seen) < 2:
            time.sleep(0.005)
        # One call may wait longer than the others.
        assert client.apis.list_apis(options={"timeout": 60, "total_timeout": 60}).data is not None
    assert len(faults.seen) == 3


def test_options_of_a_call_replace_those_of_the_client(faults: Faults) -> None:
    faults.faults = [BUSY]
    with Keyward(url=faults.url) as client, pytest.raises(keyward.ServerError):
        client.apis.list_apis(options={"retries": 0})
    assert len(faults.seen) == 1
