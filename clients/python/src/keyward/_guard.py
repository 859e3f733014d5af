"""What all guards have in common: options, the verification, and the decision."""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeAlias, TypedDict, TypeVar, cast

from ._call import CallOptions
from ._client import AsyncKeyward, Keyward
from ._errors import KeywardError
from ._generated import models, params
from ._refusals import Refusal, limit_headers, refusal_of, seconds_until_reset
from ._wire import NOT_GIVEN, NotGiven

_log = logging.getLogger("keyward")

RequestT = TypeVar("RequestT")


@dataclass(frozen=True, kw_only=True)
class Unverified:
    """Keyward was unreachable, and `when_unavailable="allow"` accepted the request."""

    error: KeywardError
    valid: Literal[False] = False
    code: Literal["UNVERIFIED"] = "UNVERIFIED"
    key_id: None = None
    api_id: None = None
    name: None = None
    meta: None = None
    expires: None = None
    permissions: None = None
    roles: None = None
    identity: None = None
    credits: None = None
    balances: None = None
    reservation_id: None = None
    ratelimits: None = None


Verdict: TypeAlias = models.VerifyKeyResponse | Unverified


class Demands(TypedDict, total=False):
    """What to check for a key, as in `keys.verify_key`."""

    permissions: str
    credits: params.VerifyKeyCreditsInput
    ratelimits: Sequence[params.VerifyKeyRatelimitInput]
    ip: str
    tags: Sequence[str]
    migration_id: str
    keyspaces: Sequence[str]


@dataclass(frozen=True)
class Pass:
    """The request passes. Its response gets the headers."""

    verdict: Verdict
    headers: dict[str, str] = field(default_factory=dict[str, str])


Decision: TypeAlias = Pass | Refusal


# Compared by identity: FastAPI hashes its dependencies, and a dictionary has no hash.
@dataclass(frozen=True, kw_only=True, eq=False)
class GuardOptions(Generic[RequestT]):
    """The options of all guards."""

    permissions: str | NotGiven = NOT_GIVEN
    """Permissions that every key must hold, as a query such as `a AND (b OR c)`."""
    credits: params.VerifyKeyCreditsInput | NotGiven = NOT_GIVEN
    """What a request costs. Default: 1 credit, if the key has credits."""
    ratelimits: Sequence[params.VerifyKeyRatelimitInput] | NotGiven = NOT_GIVEN
    """Rate limits to check, besides those of the key that apply to every verification."""
    tags: Sequence[str] | NotGiven = NOT_GIVEN
    """Labels to count requests under."""
    keyspaces: Sequence[str] | NotGiven = NOT_GIVEN
    """Ids of the APIs whose keys you accept."""
    migration_id: str | NotGiven = NOT_GIVEN
    """Find keys that were imported as `prefixed_api_key` only in this migration."""
    per_request: Callable[[RequestT], Demands | Awaitable[Demands]] | None = None
    """Returns additional checks for this request, such as `ip`. They replace those of the guard,
    unless they are `NOT_GIVEN`. With an `AsyncKeyward` it may be async, and read the body."""
    get_key: Callable[[RequestT], str | None] | None = None
    """Returns the key of a request. Default: the bearer token of `Authorization`."""
    timeout: float = 2.0
    """Seconds to wait for Keyward, over all attempts. Default: 2."""
    when_unavailable: Literal["refuse", "allow"] = "refuse"
    """While Keyward is unreachable: `refuse` returns 503, `allow` accepts every request."""
    exhausted: Literal[402, 429] = 429
    """Status of the response if credits or a quota are used up. Default: 429."""
    on_error: Callable[[KeywardError], None] | None = None
    """Called with the reason if a key cannot be verified. Default: writes to the log `keyward`."""
    refusal_body: Callable[[Refusal], object] | None = None
    """Returns the body of a refusal. Default: an `error` with code, status, title and detail."""

    def verify(self, client: Keyward, request: RequestT, authorization: str | None) -> Decision:
        key = self._key_in(request, authorization)
        if not key:
            return refusal_of("MISSING")
        own = self._own_demands(request)
        if inspect.isawaitable(own):
            if inspect.iscoroutine(own):
                own.close()
            raise TypeError("per_request is async: give the guard an AsyncKeyward, or use def.")
        demands = self._with_usual(own)
        try:
            answer = client.keys.verify_key(key=key, options=self._options(), **demands)
        except KeywardError as error:
            return self._without_answer(error)
        return self._decide(answer)

    async def verify_async(
        self, client: AsyncKeyward, request: RequestT, authorization: str | None
    ) -> Decision:
        key = self._key_in(request, authorization)
        if not key:
            return refusal_of("MISSING")
        own = self._own_demands(request)
        demands = self._with_usual(await own if inspect.isawaitable(own) else own)
        try:
            answer = await client.keys.verify_key(key=key, options=self._options(), **demands)
        except KeywardError as error:
            return self._without_answer(error)
        return self._decide(answer)

    def body_of(self, refusal: Refusal) -> object:
        return refusal.body() if self.refusal_body is None else self.refusal_body(refusal)

    def _key_in(self, request: RequestT, authorization: str | None) -> str | None:
        return bearer_in(authorization) if self.get_key is None else self.get_key(request)

    def _own_demands(self, request: RequestT) -> Demands | Awaitable[Demands]:
        return {} if self.per_request is None else self.per_request(request)

    def _with_usual(self, own: Demands) -> Demands:
        names = ("permissions", "credits", "ratelimits", "tags", "keyspaces", "migration_id")
        usual = {name: getattr(self, name) for name in names}
        # A table without an entry for the request must not remove a check of the guard.
        return {**_given(usual), **_given(own)}

    def _options(self) -> CallOptions:
        return {"timeout": self.timeout, "total_timeout": self.timeout}

    def _decide(self, answer: models.VerifyKeyResponse) -> Decision:
        limits = limit_headers(answer.ratelimits)
        if answer.valid:
            return Pass(answer, limits)
        refusal = refusal_of(answer.code, seconds_until_reset(answer.ratelimits), limits)
        return refusal.with_status(self.exhausted) if answer.code == "USAGE_EXCEEDED" else refusal

    def _without_answer(self, error: KeywardError) -> Decision:
        if _is_about_key(error):
            return refusal_of("NOT_FOUND")
        if self.on_error is None:
            _log.error("A key could not be verified. %s", error)
        else:
            self.on_error(error)
        # Anyone could cause the refusals of the service, so only an outage lets requests pass.
        is_outage = error.status is None or error.status >= 500
        if self.when_unavailable == "allow" and is_outage:
            return Pass(Unverified(error=error))
        return refusal_of("UNVERIFIED", error.retry_after or 1)


def _given(demands: Mapping[str, object]) -> Demands:
    given = {name: value for name, value in demands.items() if value is not NOT_GIVEN}
    return cast("Demands", given)


def bearer_in(authorization: str | None) -> str | None:
    match = re.fullmatch(r"bearer +(\S+)", (authorization or "").strip(), re.IGNORECASE)
    return None if match is None else match[1]


def _is_about_key(error: KeywardError) -> bool:
    """The text cannot be a key, for example because of its length. This is the caller's fault."""
    locations = {violation.location for violation in error.violations}
    return locations == {"body.key"}
