"""What every guard promises, told once. A test says how to send a request to its application."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from keyward import Keyward

# Sends a request with these headers, and returns status, headers and body.
Send = Callable[[Mapping[str, str]], "Reply"]


@dataclass
class Reply:
    status: int
    headers: Mapping[str, str]
    body: str

    def code(self) -> str:
        found = json.loads(self.body)
        # FastAPI puts the body of an HTTPException into `detail`.
        problem = found.get("detail", found)["error"]
        assert problem["status"] == self.status
        return str(problem["code"])


def check_guard(client: Keyward, api_id: str, send: Send) -> None:
    """The application needs `python.read` and returns the external id of the caller."""
    limits = [{"name": "requests", "limit": 2, "duration": 3_600_000, "auto_apply": True}]
    minted = client.keys.create_key(
        api_id=api_id,
        external_id="guarded",
        permissions=["python.read"],
        ratelimits=limits,  # type: ignore[arg-type]
    )

    def ask(key: str) -> Reply:
        return send({"Authorization": f"Bearer {key}"})

    passed = ask(minted.key)
    assert (passed.status, json.loads(passed.body)) == (200, {"hello": "guarded"}), passed
    assert (passed.headers["RateLimit-Limit"], passed.headers["RateLimit-Remaining"]) == ("2", "1")
    ask(minted.key)
    limited = ask(minted.key)
    assert (limited.status, limited.code()) == (429, "RATE_LIMITED")
    assert 0 < int(limited.headers["Retry-After"]) <= 3_600
    assert limited.headers["RateLimit-Remaining"] == "0"

    missing = send({})
    assert (missing.status, missing.code()) == (401, "MISSING")
    assert missing.headers["WWW-Authenticate"] == "Bearer"
    assert missing.headers["Cache-Control"] == "no-store"
    for text in ("nobody", "x" * 600):
        unknown = ask(text)
        assert (unknown.status, unknown.code()) == (401, "NOT_FOUND")
    weak = client.keys.create_key(api_id=api_id)
    refused = ask(weak.key)
    assert (refused.status, refused.code()) == (403, "INSUFFICIENT_PERMISSIONS")
    client.keys.update_key(key_id=minted.key_id, enabled=False)
    assert ask(minted.key).code() == "DISABLED"
