"""The tests run against a real service: KEYWARD_URL and KEYWARD_KEY say which."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from faults import Faults

from keyward import Keyward


@pytest.fixture(scope="session")
def client() -> Iterator[Keyward]:
    with Keyward() as client:
        yield client


@pytest.fixture(scope="session")
def operator() -> Iterator[Keyward]:
    with Keyward(key=os.environ["KEYWARD_OPERATOR_KEY"]) as operator:
        yield operator


@pytest.fixture(scope="session")
def api_id(client: Keyward) -> str:
    return client.apis.create_api(name="Python").api_id


@pytest.fixture
def faults() -> Iterator[Faults]:
    """A proxy before the service, which fails as a test says."""
    with Faults() as faults:
        yield faults
