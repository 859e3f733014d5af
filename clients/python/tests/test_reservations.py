from __future__ import annotations

import asyncio

import pytest
from faults import Faults, answers, loses_the_answer, refuses

import keyward
from keyward import AsyncKeyward, Keyward
from keyward.models import MintedKey


@pytest.fixture
def minted(client: Keyward, api_id: str) -> MintedKey:
    return client.keys.create_key(api_id=api_id, credits={"remaining": 100})


def left(client: Keyward, minted: MintedKey) -> int | None:
    return client.keys.verify_key(key=minted.key, credits={"cost": 0}).credits


def test_the_end_of_the_block_charges_what_was_used(client: Keyward, minted: MintedKey) -> None:
    verdict = client.keys.verify_key(key=minted.key, credits={"cost": 60, "reserve": True})
    assert left(client, minted) == 40
    with client.reservation(verdict) as reservation:
        for _ in range(7):
            reservation.used += 1
    assert reservation.result is not None
    assert reservation.result.amount == 7
    assert left(client, minted) == 93


def test_an_exception_charges_what_was_used_until_then(client: Keyward, minted: MintedKey) -> None:
    verdict = client.keys.verify_key(key=minted.key, credits={"cost": 60, "reserve": True})
    with pytest.raises(ZeroDivisionError), client.reservation(verdict) as reservation:
        reservation.used = 5
        raise ZeroDivisionError
    assert left(client, minted) == 95


def test_nothing_is_charged_if_nothing_was_reserved(client: Keyward, faults: Faults) -> None:
    verdict = client.keys.verify_key(key="nobody", credits={"cost": 60, "reserve": True})
    with Keyward(url=faults.url) as caller, caller.reservation(verdict) as reservation:
        reservation.used = 5
    assert (reservation.result, faults.seen) == (None, [])


def test_a_lost_answer_charges_once(client: Keyward, minted: MintedKey, faults: Faults) -> None:
    verdict = client.keys.verify_key(key=minted.key, credits={"cost": 60, "reserve": True})
    faults.faults = [loses_the_answer]
    with Keyward(url=faults.url) as caller, caller.reservation(verdict) as reservation:
        reservation.used = 9
    assert len(faults.seen) == 2
    assert left(client, minted) == 91


def test_a_failed_commit_is_told_unless_the_block_has_failed(
    client: Keyward, minted: MintedKey, faults: Faults
) -> None:
    verdict = client.keys.verify_key(key=minted.key, credits={"cost": 60, "reserve": True})
    faults.faults = [answers(500, b"no"), refuses(500, "application/internal_error")]
    with Keyward(url=faults.url, retries=0) as caller:
        with pytest.raises(keyward.UnexpectedAnswerError), caller.reservation(verdict):
            pass
        with pytest.raises(ZeroDivisionError), caller.reservation(verdict):
            raise ZeroDivisionError
    assert left(client, minted) == 40


def test_a_canceled_task_charges_what_was_used(client: Keyward, minted: MintedKey) -> None:
    async def run() -> None:
        async with AsyncKeyward() as caller:
            verdict = await caller.keys.verify_key(
                key=minted.key, credits={"cost": 60, "reserve": True}
            )
            is_running = asyncio.Event()

            async def stream() -> None:
                async with caller.reservation(verdict) as reservation:
                    reservation.used = 11
                    is_running.set()
                    await asyncio.Event().wait()

            task = asyncio.create_task(stream())
            await is_running.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(run())
    assert left(client, minted) == 89
