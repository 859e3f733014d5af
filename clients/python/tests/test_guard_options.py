from __future__ import annotations

import logging
from typing import cast

import pytest
from faults import Faults, refuses

from keyward import NOT_GIVEN, Demands, GuardOptions, Keyward, KeywardError, Refusal, Unverified
from keyward._guard import Pass

BUSY = refuses(503, "application/service_unavailable", Retry_After="7")
FORBIDDEN = refuses(403, "authorization/insufficient_permissions")


def test_an_outage_refuses_with_503_and_is_logged(
    faults: Faults, caplog: pytest.LogCaptureFixture
) -> None:
    faults.faults = [BUSY]
    options = GuardOptions[None]()
    with Keyward(url=faults.url) as client, caplog.at_level(logging.ERROR, "keyward"):
        decision = options.verify(client, None, "Bearer some-key")
    assert isinstance(decision, Refusal)
    assert (decision.status, decision.code) == (503, "UNVERIFIED")
    assert decision.headers["Retry-After"] == "7"
    assert "application/service_unavailable" in caplog.text


def test_an_outage_may_let_requests_pass(faults: Faults) -> None:
    faults.faults = [BUSY]
    errors: list[KeywardError] = []
    options = GuardOptions[None](when_unavailable="allow", on_error=errors.append)
    with Keyward(url=faults.url) as client:
        decision = options.verify(client, None, "bearer some-key")
        missing = options.verify(client, None, None)
    assert isinstance(decision, Pass)
    verdict = decision.verdict
    assert isinstance(verdict, Unverified)
    assert (verdict.valid, verdict.code, verdict.identity) == (False, "UNVERIFIED", None)
    assert errors == [verdict.error]
    assert isinstance(missing, Refusal)


def test_a_refused_root_key_lets_no_request_pass(faults: Faults) -> None:
    faults.faults = [FORBIDDEN]
    options = GuardOptions[None](when_unavailable="allow", on_error=lambda _: None)
    with Keyward(url=faults.url) as client:
        decision = options.verify(client, None, "Bearer some-key")
    assert isinstance(decision, Refusal)
    assert decision.status == 503


def test_demands_of_a_request_replace_those_of_the_guard(client: Keyward, api_id: str) -> None:
    key = client.keys.create_key(api_id=api_id, permissions=["a"], credits={"remaining": 9}).key

    def per_request(request: str) -> Demands:
        return {"permissions": request}

    options = GuardOptions[str](
        permissions="b", credits={"cost": 4}, per_request=per_request, get_key=lambda _: key
    )
    passed = options.verify(client, "a", None)
    assert isinstance(passed, Pass)
    assert passed.verdict.credits == 5
    refused = options.verify(client, "c", None)
    assert isinstance(refused, Refusal)
    assert refused.code == "INSUFFICIENT_PERMISSIONS"


def test_a_demand_that_is_not_given_stays_that_of_the_guard(client: Keyward, api_id: str) -> None:
    reader = client.keys.create_key(api_id=api_id, permissions=["a"]).key
    other = client.keys.create_key(api_id=api_id).key

    def per_request(_: None) -> Demands:
        return cast("Demands", {"permissions": NOT_GIVEN, "ip": NOT_GIVEN})

    options = GuardOptions[None](permissions="a", per_request=per_request)
    assert isinstance(options.verify(client, None, f"Bearer {reader}"), Pass)
    refused = options.verify(client, None, f"Bearer {other}")
    assert isinstance(refused, Refusal)
    assert refused.code == "INSUFFICIENT_PERMISSIONS"


def test_an_async_per_request_needs_an_async_client(client: Keyward) -> None:
    async def per_request(_: None) -> Demands:
        return {}

    options = GuardOptions[None](per_request=per_request)
    with pytest.raises(TypeError, match="give the guard an AsyncKeyward"):
        options.verify(client, None, "Bearer some-key")


def test_used_up_credits_refuse_with_429_or_402(client: Keyward, api_id: str) -> None:
    key = client.keys.create_key(api_id=api_id, credits={"remaining": 0}).key
    usual = GuardOptions[None]().verify(client, None, f"Bearer {key}")
    billed = GuardOptions[None](exhausted=402).verify(client, None, f"Bearer {key}")
    assert isinstance(usual, Refusal)
    assert isinstance(billed, Refusal)
    assert (usual.status, usual.title) == (429, "Too Many Requests")
    assert (billed.status, billed.title) == (402, "Payment Required")
    assert billed.code == "USAGE_EXCEEDED"


def test_a_demand_that_is_none_refuses_the_request(client: Keyward, api_id: str) -> None:
    key = client.keys.create_key(api_id=api_id, permissions=["a"]).key
    none = cast("Demands", {"permissions": None})
    options = GuardOptions[None](
        permissions="a", per_request=lambda _: none, on_error=lambda _: None
    )
    refused = options.verify(client, None, f"Bearer {key}")
    assert isinstance(refused, Refusal)
    assert refused.code == "UNVERIFIED"
