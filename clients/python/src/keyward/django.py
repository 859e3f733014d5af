"""A guard for Django: a decorator of views, and a middleware. The verdict is `request.keyward`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase

from ._client import AsyncKeyward, Keyward
from ._guard import Decision, Demands, GuardOptions, Pass, Unverified, Verdict
from ._refusals import Refusal

__all__ = ["Demands", "KeywardGuard", "Refusal", "Unverified", "Verdict", "verdict_of"]

View = Callable[..., Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class KeywardGuard(GuardOptions[HttpRequest]):
    """Use it as `@guard` above a view, or name `guard.middleware` in `MIDDLEWARE`.

    Views with `async def` need an `AsyncKeyward`, and the others a `Keyward`.
    """

    client: Keyward | AsyncKeyward

    def __call__(self, view: View) -> View:
        is_async = inspect.iscoroutinefunction(view)
        if isinstance(self.client, AsyncKeyward):
            if not is_async:
                raise TypeError(f"The view {view.__name__} is not async: give its guard a Keyward.")
            return self._guard_async(view, self.client)
        if is_async:
            raise TypeError(f"The view {view.__name__} is async: give its guard an AsyncKeyward.")
        return self._guard(view, self.client)

    def middleware(
        self, get_response: Callable[[HttpRequest], HttpResponseBase]
    ) -> Callable[[HttpRequest], HttpResponseBase]:
        """Guards all views. It waits in its thread, so its client is a `Keyward`."""
        if isinstance(self.client, AsyncKeyward):
            raise TypeError("The middleware needs a Keyward, because Django calls it in a thread.")
        return self._guard(get_response, self.client)

    def _guard(self, view: View, client: Keyward) -> View:
        @functools.wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            decision = self.verify(client, request, request.headers.get("Authorization"))
            if not isinstance(decision, Pass):
                return self._refuse(decision)
            request.keyward = decision.verdict  # type: ignore[attr-defined]
            return _with_headers(view(request, *args, **kwargs), decision)

        return guarded

    def _guard_async(self, view: View, client: AsyncKeyward) -> View:
        @functools.wraps(view)
        async def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            authorization = request.headers.get("Authorization")
            decision = await self.verify_async(client, request, authorization)
            if not isinstance(decision, Pass):
                return self._refuse(decision)
            request.keyward = decision.verdict  # type: ignore[attr-defined]
            return _with_headers(await view(request, *args, **kwargs), decision)

        return guarded

    def _refuse(self, refusal: Refusal) -> HttpResponse:
        body = self.body_of(refusal)
        return JsonResponse(body, status=refusal.status, headers=refusal.headers, safe=False)


def verdict_of(request: HttpRequest) -> Verdict:
    """The verdict on the key of a request. Raises a LookupError if no guard has seen it."""
    verdict: Verdict | None = getattr(request, "keyward", None)
    if verdict is None:
        raise LookupError("This view is not behind a KeywardGuard: add the guard to the view.")
    return verdict


def _with_headers(response: HttpResponseBase, decision: Decision) -> HttpResponseBase:
    for name, value in decision.headers.items():
        response.headers[name] = value
    return response
