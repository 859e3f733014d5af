"""What all calls of a client have in common."""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import httpx

from ._call import Call, OnResponse, ResponseInfo
from ._generated.version import VERSION


@dataclass(frozen=True)
class Settings:
    """The service, the key and the defaults of a client."""

    origin: str
    key: str
    timeout: float
    total_timeout: float
    retries: int
    headers: Callable[[], Mapping[str, str]]
    on_response: OnResponse | None

    def request(self, http: httpx.Client | httpx.AsyncClient, call: Call) -> httpx.Request:
        """The same request for all attempts of a call, so that a change happens once."""
        own = {
            "Authorization": f"Bearer {self.key}",
            "User-Agent": f"keyward-python/{VERSION}",
        }
        if call.kind == "mutation":
            own["Idempotency-Key"] = call.options.get("idempotency_key", uuid.uuid4().hex)
        url = f"{self.origin}/v2/{call.operation}"
        headers = httpx.Headers(dict(self.headers()))
        # What the client sets itself cannot be replaced.
        headers.update(own)
        return http.build_request("POST", url, json=call.json(), headers=headers)

    def tell(self, call: Call, info: ResponseInfo) -> None:
        on_response = call.options.get("on_response", self.on_response)
        if on_response is not None:
            on_response(info)

    def __repr__(self) -> str:
        return f"Settings(origin={self.origin!r})"


def origin_of(url: str | None) -> str:
    address = url if url is not None else os.environ.get("KEYWARD_URL", "")
    if address == "":
        raise ValueError("Keyward's address is missing: set KEYWARD_URL, or pass `url`.")
    if re.match(r"https?://[^/]", address) is None:
        raise ValueError(
            f"The url {address!r} is not the address of a Keyward service. "
            "Write it as in https://keys.example.com."
        )
    return address.rstrip("/")


def key_of(key: str | None) -> str:
    text = key if key is not None else os.environ.get("KEYWARD_KEY", "")
    if text == "":
        raise ValueError("The key for Keyward is missing: set KEYWARD_KEY, or pass `key`.")
    if re.fullmatch(r"[\x21-\x7e]+", text) is None:
        raise ValueError(
            "The key contains characters other than visible ASCII. "
            "Check for spaces and line breaks."
        )
    return text
